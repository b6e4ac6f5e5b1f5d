#!/usr/bin/env python3
"""Runs every fuzz target for a time, two at once, and prints a table; exits non-zero on a finding.

    Tests/Fuzz/run.py --build build/fuzz --seconds 600 [TARGET ...]
"""
import argparse
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent


def run_target(target, seconds, keep):
    name = target.name.removesuffix("_fuzz")
    with tempfile.TemporaryDirectory() as work:
        command = [str(target), work, *[str(path) for path in [HERE / "corpus" / name] if path.is_dir()],
                   f"-max_total_time={seconds}", "-timeout=10", "-rss_limit_mb=2048", "-print_final_stats=1",
                   f"-artifact_prefix={keep}/{name}-"]
        dictionary = HERE / f"{name}.dict"
        if dictionary.exists():
            command.append(f"-dict={dictionary}")
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    text = done.stderr
    executions = re.search(r"number_of_executed_units: (\d+)", text)
    coverage = re.findall(r"cov: (\d+)", text)
    return (name, done.returncode, int(executions.group(1)) if executions else 0,
            int(coverage[-1]) if coverage else 0, text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("targets", nargs="*")
    arguments = parser.parse_args()
    targets = sorted(arguments.build.glob("*_fuzz"))
    if arguments.targets:
        targets = [path for path in targets if path.name.removesuffix("_fuzz") in arguments.targets]
    keep = arguments.build / "findings"
    shutil.rmtree(keep, ignore_errors=True)
    keep.mkdir(parents=True)
    failed = 0
    print(f"{'target':14} {'executions':>12} {'edges':>8}  result")
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count() or 2) as pool:
        for name, code, executions, coverage, text in pool.map(lambda path: run_target(path, arguments.seconds, keep), targets):
            print(f"{name:14} {executions:12,} {coverage:8,}  {'clean' if code == 0 else f'FINDING, see {keep}'}", flush=True)
            if code != 0:
                failed += 1
                print(text[-3000:])
    return 1 if failed or not targets else 0


if __name__ == "__main__":
    sys.exit(main())
