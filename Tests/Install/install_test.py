#!/usr/bin/env python3
"""An installed tree serves an outside program, through CMake and through pkg-config, also after it was moved."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import tap  # noqa: E402

HERE = Path(__file__).resolve().parent
# __cpu_model: what the compiler's own run-time library knows about the processor.
ALLOWED_FROM_C_LIBRARY = re.compile(
    r"^(mem(cpy|move|set|cmp)|str(len|cmp)|realloc|free|__stack_chk_fail|_GLOBAL_OFFSET_TABLE_|__cpu_model)$")


def run(command, **options):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="kinedriver-install-"))
        first = cls.folder / "first"
        run(["cmake", "--install", tap.BUILD, "--prefix", first])
        cls.tree = cls.folder / "moved"
        first.rename(cls.tree)
        version = (tap.ROOT / "Core/include/kinedriver/version.h").read_text()
        cls.version = re.search(r'TEXT\s+"([^"]+)"', version).group(1)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def test_cmake_package_builds_an_outside_program(self):
        build = self.folder / "cmake"
        run(["cmake", "-G", "Ninja", "-S", HERE, "-B", build, f"-DCMAKE_PREFIX_PATH={self.tree}"])
        run(["cmake", "--build", build])
        self.assertEqual(f"{self.version} -1\n", run([build / "outside"]))
        run([build / "outside_runtime"])

    def test_pkg_config_builds_an_outside_program(self):
        found = next(self.tree.rglob("kinedriver.pc")).parent
        environment = {**os.environ, "PKG_CONFIG_PATH": str(found)}
        for name, source in (("kinedriver", "outside"), ("kinedriver-runtime", "outside_runtime")):
            flags = run(["pkg-config", "--cflags", "--libs", name], env=environment).split()
            run(["cc", HERE / f"{source}.c", "-o", self.folder / source, *flags])
            run([self.folder / source])
        self.assertEqual(self.version, run(["pkg-config", "--modversion", "kinedriver"], env=environment).strip())

    def test_program_man_page_and_completion_are_there(self):
        self.assertIn(self.version, run([self.tree / "bin/kinedriver", "--version"]))
        self.assertIn(".TH", (self.tree / "share/man/man1/kinedriver.1").read_text())
        self.assertIn("complete", (self.tree / "share/bash-completion/completions/kinedriver").read_text())

    def runtime_wants(self):
        library = next(self.tree.rglob("libkd_runtime.a"))
        symbols = run(["nm", library]).splitlines()
        defined = {line.split()[-1] for line in symbols if re.match(r"^[0-9a-f]+ [TDRBC] ", line)}
        return {line.split()[-1] for line in symbols if re.match(r"^\s+U ", line)} - defined

    def test_runtime_library_links_nothing_but_the_c_library(self):
        self.assertEqual(set(), {name for name in self.runtime_wants() if not ALLOWED_FROM_C_LIBRARY.match(name)})

    def test_runtime_library_uses_no_function_of_libm(self):
        libm = Path(run(["cc", "-print-file-name=libm.so.6"]).strip())
        if not libm.exists():
            self.skipTest("no shared libm to compare with")
        offered = {line.split()[-1].split("@")[0] for line in run(["nm", "-D", "--defined-only", libm]).splitlines()}
        self.assertTrue({"sinf", "sqrtf", "pow", "floorf"} <= offered)
        self.assertEqual(set(), self.runtime_wants() & offered)


if __name__ == "__main__":
    tap.main()
