#!/usr/bin/env python3
"""Eight threads on one program, under the thread sanitizer."""
import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "support"))
import tap  # noqa: E402


# OpenBLAS, which solves the rigs' RBF nodes before the threads start, is not built for the sanitizer: how its workers wait
# for each other would be taken for races. One worker is none.
ENVIRONMENT = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}


def run(*command):
    return subprocess.run(command, cwd=tap.ROOT, env=ENVIRONMENT, capture_output=True, text=True, errors="replace")


class Threads(unittest.TestCase):
    def test_eight_threads_on_one_program_race_for_nothing(self):
        done = run("cmake", "--preset", "tsan", "--log-level=WARNING")
        self.assertEqual(0, done.returncode, done.stdout + done.stderr)
        done = run("cmake", "--build", "--preset", "tsan", "--target", "threads_test")
        self.assertEqual(0, done.returncode, done.stdout + done.stderr)
        program = str(tap.ROOT / "build/tsan/threads_test")
        done = run(program)
        if "unexpected memory mapping" in done.stderr and shutil.which("setarch"):
            done = run("setarch", "-R", program)  # the sanitizer of gcc 12 wants addresses without much randomness
        if "unexpected memory mapping" in done.stderr:
            self.skipTest("the thread sanitizer does not start on this system")
        self.assertNotIn("ThreadSanitizer", done.stderr)
        self.assertEqual(0, done.returncode, done.stdout + done.stderr)


if __name__ == "__main__":
    tap.main()
