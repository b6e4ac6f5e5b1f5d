#!/usr/bin/env python3
"""Expressions give the same bits with every compiler and optimisation level, for one character and in lanes."""
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "support"))
import tap  # noqa: E402

CORE = tap.ROOT / "Core"
FOLDERS = ["base", "math", "program", "eval", "text", "compile"]
SOURCES = [Path(__file__).with_name("expr_same_bits.c")]
for folder in FOLDERS:
    names = "expr*.c" if folder in ("program", "eval", "compile") else "*.c"
    SOURCES += sorted(path for path in (CORE / "src" / folder).glob(names) if path.name != "build_info.c")
FLAGS = ["-std=c11", "-D_XOPEN_SOURCE=700", "-ffp-contract=off", f"-I{CORE / 'include'}", f"-I{CORE / 'src'}"]
COMPILERS = [name for name in ("gcc", "clang") if shutil.which(name)]


class SameBits(unittest.TestCase):
    def hash_of(self, compiler, *flags):
        with tempfile.TemporaryDirectory(prefix="kinedriver-bits-") as folder:
            program = Path(folder) / "same_bits"
            done = subprocess.run([compiler, *FLAGS, *flags, *map(str, SOURCES), "-lm", "-o", str(program)],
                                  capture_output=True, text=True)
            self.assertEqual(0, done.returncode, done.stderr)
            done = subprocess.run([str(program)], capture_output=True, text=True)
            self.assertEqual(0, done.returncode, done.stdout)
            return done.stdout.strip()

    def test_expressions_have_one_hash_with_all_compilers_and_levels(self):
        builds = [(compiler, level) for compiler in COMPILERS for level in ("-O0", "-O3")]
        if Path("/proc/cpuinfo").exists() and " fma " in Path("/proc/cpuinfo").read_text(encoding="utf-8"):
            builds += [(compiler, "-O3", "-mavx2", "-mfma") for compiler in COMPILERS]
        hashes = {" ".join(build): self.hash_of(*build) for build in builds}
        self.assertEqual(1, len(set(hashes.values())), "\n".join(f"{value} {name}" for name, value in hashes.items()))
        self.assertRegex(next(iter(hashes.values())), "^[0-9a-f]{16}$")


if __name__ == "__main__":
    tap.main()
