#!/usr/bin/env python3
"""What the glTF writer writes passes the Khronos validator; so do the files that the reader is tested with."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(TESTS / "support"))
import gltf_validator  # noqa: E402
import tap  # noqa: E402

CAPTURES = TESTS.parent.parent / "shared/data/bvh"  # not part of the project

# A scene may have a leaf joint without content, texture coordinates without a texture, an unused material: the writer keeps them.
HARMLESS = {"NODE_EMPTY", "UNUSED_OBJECT"}


class Validator(unittest.TestCase):
    def check(self, paths, harmless):
        self.assertTrue(paths)
        reports = gltf_validator.validate(tap.BUILD, paths)
        self.assertEqual(len(paths), len(reports))
        problems = [f"{path.name} {code} {pointer}: {text}" for path, issues in reports.items()
                    for severity, code, pointer, text in issues if code not in harmless]
        self.assertEqual([], problems, "\n" + "\n".join(problems[:40]))

    def test_written_files_have_no_error_warning_or_hint(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([str(tap.BUILD / "asan-ubsan" / "gltf_write_test"), "--samples", folder], check=True)
            self.check(sorted(Path(folder).iterdir()), HARMLESS)

    def test_converted_motions_have_no_error_warning_or_hint(self):
        motions = [*sorted(TESTS.parent.glob("Content/*/*.bvh")), *sorted(CAPTURES.glob("*.bvh"))]
        with tempfile.TemporaryDirectory() as folder:
            for motion in motions:
                subprocess.run([str(tap.BUILD / "kinedriver"), "convert", "--quiet", str(motion),
                                str(Path(folder) / f"{motion.stem}.glb")], check=True)
            self.check(sorted(Path(folder).iterdir()), set())

    def test_the_validator_is_at_work(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "bad.gltf"
            path.write_text('{"asset": {"version": "2.0"}, "nodes": [{"children": [7]}]}')
            (issues,) = gltf_validator.validate(tap.BUILD, [path]).values()
            self.assertTrue(any(severity == gltf_validator.ERROR for severity, *_ in issues))

    def test_fixtures_are_valid(self):
        reports = gltf_validator.validate(tap.BUILD, sorted((TESTS / "Data" / "gltf").glob("*.gl*")))
        problems = [f"{path.name} {code} {pointer}" for path, issues in reports.items()
                    for severity, code, pointer, _ in issues if severity <= gltf_validator.WARNING]
        self.assertEqual([], problems)


if __name__ == "__main__":
    tap.main()
