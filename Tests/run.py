#!/usr/bin/env python3
"""Builds every configuration and runs every test; ends with `N passed, N failed`.

A test program prints TAP: C programs (cmocka) under the sanitizers, Python scripts (unittest through support/tap.py) for what is
seen from outside. Each build below is a test too: a warning fails it.

    Tests/run.py [PATTERN ...]     only the test programs whose name contains one of the patterns
"""
import concurrent.futures
import os
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
TIMEOUT_S = 420
PRESETS = ["release", "asan-ubsan", "c99", "fuzz"]
TAP_LINE = re.compile(r"^(not ok|ok)\b\s*\d*\s*-?\s*(.*)")


class Tally:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def count(self, good, skipped):
        if skipped:
            self.skipped += 1
        elif good:
            self.passed += 1
        else:
            self.failed += 1


def run(command, timeout=TIMEOUT_S):
    try:
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=timeout,
                              text=True, errors="replace", stdin=subprocess.DEVNULL)
        return done.returncode, done.stdout
    except subprocess.TimeoutExpired as expired:
        text = expired.stdout.decode(errors="replace") if expired.stdout else ""
        return 124, f"{text}\nstopped after {timeout} s"


def build(preset, tally):
    started = time.time()
    code, text = run(["cmake", "--preset", preset, "--log-level=WARNING"], timeout=600)
    if code == 0:
        code, text = run(["cmake", "--build", "--preset", preset, "-j", str(os.cpu_count() or 2)], timeout=1200)
    tally.count(code == 0, False)
    print(f"{'ok    ' if code == 0 else 'FAILED'} build {preset} ({time.time() - started:.0f} s)", flush=True)
    if code != 0:
        print(text[-6000:])
    return code == 0


def read_tap(code, text, tally):
    """Counts the lines of one program; returns whether it went well as a whole."""
    seen = bad = 0
    for line in text.splitlines():
        match = TAP_LINE.match(line)
        if not match:
            continue
        seen += 1
        skipped = "# SKIP" in line
        good = match.group(1) == "ok"
        bad += not good and not skipped
        tally.count(good, skipped)
    if code != 0 and bad == 0 or seen == 0:
        tally.count(False, False)  # it crashed, or told nothing
        return False
    return bad == 0


def run_tests(programs, tally):
    def one(program):
        started = time.time()
        command = [str(program)] if program.suffix != ".py" else [sys.executable, str(program), "--build", str(BUILD)]
        code, text = run(command)
        return program, code, text, time.time() - started

    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count() or 2) as pool:
        for program, code, text, seconds in pool.map(one, programs):
            good = read_tap(code, text, tally)
            skips = [line.split("# SKIP", 1)[1].strip() for line in text.splitlines() if "# SKIP" in line]
            note = f", {len(skips)} skipped ({skips[0]})" if skips else ""
            print(f"{'ok    ' if good else 'FAILED'} {program.stem} ({seconds:.1f} s{note})", flush=True)
            if not good:
                print(text[-6000:])


def main():
    patterns = sys.argv[1:]
    tally = Tally()
    built = {preset: build(preset, tally) for preset in PRESETS}
    programs = sorted((BUILD / "asan-ubsan").glob("*_test")) if built["asan-ubsan"] else []
    programs += sorted(path for path in (ROOT / "Tests").rglob("*_test.py"))
    if patterns:
        programs = [path for path in programs if any(pattern in path.stem for pattern in patterns)]
    run_tests(programs, tally)
    if tally.skipped:
        print(f"{tally.skipped} skipped")
    print(f"{tally.passed} passed, {tally.failed} failed")
    return 1 if tally.failed or not tally.passed else 0


if __name__ == "__main__":
    sys.exit(main())
