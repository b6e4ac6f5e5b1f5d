#!/usr/bin/env python3
"""The Unreal modules against the stand-in for the engine's headers: each file alone and all together, with every compiler and
standard, warnings as errors. A file sees what its module's rules let it see and nothing else. Code generation is left to the
build of the scenarios; here it is syntax and types."""
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import generated  # noqa: E402
import tap  # noqa: E402
import units  # noqa: E402

ROOT = tap.ROOT
SOURCE = ROOT / "Source"
STANDIN = ROOT / "Tests" / "Unreal" / "Engine"
COMPILERS = ["g++", "clang++"]
STANDARDS = ["c++14", "c++17"]
WARNINGS = ["-Wall", "-Wextra", "-Wshadow", "-Wundef", "-Wno-unused-parameter", "-Werror"]
# What a packaged game is made of: the same files without the editor.
EDITOR = ["-DWITH_EDITOR=1", "-DWITH_EDITORONLY_DATA=1", "-DWITH_DEV_AUTOMATION_TESTS=1"]
GAME = ["-DWITH_EDITOR=0", "-DWITH_EDITORONLY_DATA=0", "-DWITH_DEV_AUTOMATION_TESTS=0"]


def options(module, made):
    seen = ["KineDriverRt"] + (["KineDriverEd"] if module == "KineDriverEd" else [])
    folders = [STANDIN, ROOT / "Core" / "include", SOURCE / module / "Private"]
    folders += [SOURCE / name / "Public" for name in seen] + [made / name for name in seen]
    return [f"-I{folder}" for folder in folders] + [f"-D{name.upper()}_API=" for name in seen]


def files_of(module):
    return sorted(path for path in (SOURCE / module).rglob("*.cpp"))


class Compile(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.made = Path(cls.folder.name)
        generated.write(cls.made)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def together(self, module):
        unit = self.made / f"all_{module}.cpp"
        unit.write_text("".join(f'#include "{path}"\n' for path in files_of(module)), encoding="utf-8")
        return unit

    def check_all(self, jobs):
        def one(job):
            done = subprocess.run(job, capture_output=True, text=True)
            return "" if done.returncode == 0 else f"{' '.join(job[:2])} {job[-1]}:\n{done.stderr[:2000]}"

        self.assertGreater(len(jobs), 0)
        with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count() or 2) as pool:
            problems = [text for text in pool.map(one, jobs) if text]
        self.assertEqual([], problems, "\n" + "\n".join(problems))

    def jobs(self, compiler, standard, module, paths, target):
        if not shutil.which(compiler):
            self.skipTest(f"no {compiler}")
        return [[compiler, f"-std={standard}", "-fsyntax-only", *WARNINGS, *target, *options(module, self.made), str(path)]
                for path in paths]

    def test_units_of_the_core_are_complete(self):
        self.assertEqual([], [str(path) for path in units.wrong()])

    def test_units_of_the_core_compile_inside_the_runtime_module(self):
        core = [f"-I{ROOT / 'Core' / folder}" for folder in ("include", "src")]
        folder = SOURCE / "KineDriverRt" / "Private" / "Core"
        strict = ["-std=c99", "-fsyntax-only", "-Wall", "-Wextra", "-Wshadow", "-Wundef", "-Werror"]
        self.check_all([["gcc", *strict, *core, str(path)] for path in sorted(folder.glob("*.c"))])

    def test_headers_stand_alone(self):
        for module in generated.MODULES:
            jobs = []
            for header in sorted((SOURCE / module).rglob("*.h")):
                unit = self.made / f"alone_{header.stem}.cpp"
                unit.write_text(f'#include "{header}"\n', encoding="utf-8")
                jobs += self.jobs("clang++", "c++14", module, [unit], EDITOR)
            self.check_all(jobs)

    def test_runtime_compiles_for_a_packaged_game(self):
        self.check_all(self.jobs("clang++", "c++14", "KineDriverRt", [self.together("KineDriverRt")], GAME))

    def test_runtime_names_nothing_of_the_editor(self):
        for path in [*files_of("KineDriverRt"), *(SOURCE / "KineDriverRt").rglob("*.h")]:
            for name in re.findall(r'#include "([^"]+)"', path.read_text(encoding="utf-8")):
                self.assertFalse((SOURCE / "KineDriverEd" / "Public" / name).exists(), f"{path}: {name}")


def add_case(compiler, standard):
    label = f"{compiler.replace('+', 'p')}_{standard.replace('+', 'p')}"

    def alone(self):
        self.check_all([job for module in generated.MODULES
                        for job in self.jobs(compiler, standard, module, files_of(module), EDITOR)])

    def together(self):
        self.check_all([job for module in generated.MODULES
                        for job in self.jobs(compiler, standard, module, [self.together(module)], EDITOR)])

    setattr(Compile, f"test_each_file_compiles_alone_with_{label}", alone)
    setattr(Compile, f"test_all_files_compile_together_with_{label}", together)


for each_compiler in COMPILERS:
    for each_standard in STANDARDS:
        add_case(each_compiler, each_standard)

if __name__ == "__main__":
    tap.main()
