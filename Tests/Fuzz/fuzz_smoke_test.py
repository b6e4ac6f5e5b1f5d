#!/usr/bin/env python3
"""A few seconds of every fuzz target; `make fuzz` runs them longer."""
import subprocess
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import tap  # noqa: E402

SECONDS = 6


class Smoke(unittest.TestCase):
    pass


def add_target(source):
    name = source.stem.removesuffix("_fuzz")

    def check(self):
        done = subprocess.run([sys.executable, str(HERE / "run.py"), "--build", str(tap.BUILD / "fuzz"), "--seconds",
                               str(SECONDS), name], capture_output=True, text=True)
        self.assertEqual(0, done.returncode, done.stdout[-4000:])

    setattr(Smoke, f"test_{name}_survives_{SECONDS}_seconds_of_fuzzing", check)


for path in sorted(HERE.glob("*_fuzz.c")):
    add_target(path)

if __name__ == "__main__":
    tap.main()
