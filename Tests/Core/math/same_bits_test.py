#!/usr/bin/env python3
"""The math gives the same bits with every compiler and optimisation level, and with the root in integers."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "support"))
import tap  # noqa: E402

CORE = tap.ROOT / "Core"
SOURCES = [Path(__file__).with_name("same_bits.c"), *sorted((CORE / "src/math").glob("*.c"))]
FLAGS = ["-std=c11", "-ffp-contract=off", f"-I{CORE / 'include'}", f"-I{CORE / 'src'}"]
COMPILERS = [name for name in ("gcc", "clang") if shutil.which(name)]


def machine_has(feature):
    try:
        return feature in Path("/proc/cpuinfo").read_text(encoding="utf-8").split()
    except OSError:
        return False


class SameBits(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="kinedriver-bits-"))

    def tearDown(self):
        shutil.rmtree(self.folder)

    def hash_of(self, compiler, *flags):
        program = self.folder / "same_bits"
        done = subprocess.run([compiler, *FLAGS, *flags, *map(str, SOURCES), "-o", str(program)], capture_output=True, text=True)
        self.assertEqual(0, done.returncode, done.stderr)
        return subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout.strip()

    def assertOneHash(self, builds):
        hashes = {" ".join(build): self.hash_of(*build) for build in builds}
        self.assertEqual(1, len(set(hashes.values())), "\n".join(f"{value} {name}" for name, value in hashes.items()))
        self.assertRegex(next(iter(hashes.values())), "^[0-9a-f]{16}$")

    def test_gcc_and_clang_agree_at_every_level(self):
        if len(COMPILERS) < 2:
            self.skipTest("needs gcc and clang")
        self.assertOneHash([(compiler, level) for compiler in COMPILERS for level in ("-O0", "-O2", "-O3")])

    def test_root_in_integers_gives_the_same(self):
        compiler = COMPILERS[0] if COMPILERS else os.environ.get("CC", "cc")
        self.assertOneHash([(compiler, "-O2"), (compiler, "-O2", "-DKDI_SQRT_PORTABLE")])

    def test_vector_and_fused_instructions_change_nothing(self):
        if not (machine_has("avx2") and machine_has("fma")):
            self.skipTest("needs a machine with AVX2 and FMA")
        flags = ("-O3", "-mavx2", "-mfma")
        self.assertOneHash([(COMPILERS[0], "-O0")] + [(compiler, *flags) for compiler in COMPILERS])


if __name__ == "__main__":
    tap.main()
