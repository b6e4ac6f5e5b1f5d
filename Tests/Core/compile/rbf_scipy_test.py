#!/usr/bin/env python3
"""A fresh table from the scipy that is installed; skipped where there is none."""
import importlib.util
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "support"))
import tap  # noqa: E402


class Scipy(unittest.TestCase):
    @unittest.skipUnless(importlib.util.find_spec("scipy"), "scipy is not installed")
    def test_results_agree_with_the_installed_scipy(self):
        script = tap.ROOT / "Tests/Data/rbf/scipy_table.py"
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as table:
            subprocess.run([sys.executable, str(script), "7000"], stdout=table, check=True)
            table.flush()
            done = subprocess.run([str(tap.BUILD / "asan-ubsan/rbf_scipy_test"), table.name], capture_output=True, text=True)
            self.assertEqual(0, done.returncode, done.stdout + done.stderr)


if __name__ == "__main__":
    tap.main()
