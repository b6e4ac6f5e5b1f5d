#!/usr/bin/env python3
"""Core/docs/embedding.md: its files are taken from the page, built by its own commands against an installed tree, and run."""
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "support"))
import tap  # noqa: E402

GUIDE = tap.ROOT / "Core/docs/embedding.md"
WARNINGS = ["-std=gnu11", "-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-Werror"]
SANITIZERS = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]


def blocks(language):
    """(file name or "", text) of every block of this language, in order."""
    return re.findall(rf"(?m)^```{language}(?: (\S+))?\n(.*?)^```$", GUIDE.read_text(), re.DOTALL)


class EmbeddingTest(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)
        for language in ("c", "xml"):
            for name, text in blocks(language):
                self.assertNotEqual(name, "", f"a block without a file: {text[:60]}")
                with open(self.folder / name, "a", encoding="utf-8") as file:
                    file.write(text + "\n")

    def run_here(self, *command, **options):
        done = subprocess.run([str(word) for word in command], cwd=self.folder, capture_output=True, text=True,
                              timeout=300, **options)
        self.assertEqual(done.returncode, 0, f"{command}\n{done.stdout}\n{done.stderr}")
        return done

    def shown(self):
        return dict(blocks("text"))["game.c"]

    def test_the_commands_of_the_guide_build_what_prints_what_it_shows(self):
        tree = self.folder / "installed"
        self.run_here("cmake", "--install", tap.BUILD, "--prefix", tree)
        found = next(tree.rglob("kinedriver-runtime.pc")).parent
        environment = {**os.environ, "PKG_CONFIG_PATH": str(found), "PATH": f"{tree / 'bin'}:{os.environ['PATH']}"}
        commands = [line for _, text in blocks("sh") for line in text.splitlines()]
        self.assertEqual(len(commands), 2)
        for command in commands:
            self.run_here("sh", "-e", "-c", command, env=environment)
        done = self.run_here("./game", "arm.kdp")
        self.assertEqual(done.stdout, self.shown())
        # The one file that cannot be reloaded is silent: it does not exist.
        self.assertEqual(done.stderr, "")

    def test_the_code_has_neither_warnings_nor_leaks(self):
        checked = tap.BUILD / "asan-ubsan" / "Core"
        if not (checked / "libkd_runtime.a").exists():
            self.skipTest("no build with sanitizers")
        self.run_here("cc", *WARNINGS, *SANITIZERS, "game.c", f"-I{tap.ROOT / 'Core/include'}",
                      checked / "libkd_runtime.a", "-lpthread", "-o", "game")
        self.run_here(tap.BUILD / "kinedriver", "compile", "arm.kdi", "arm.kdp")
        self.assertEqual(self.run_here("./game", "arm.kdp").stdout, self.shown())

    def test_the_importer_makes_what_the_command_line_makes(self):
        flags = self.run_here("pkg-config", "--libs", "libxml-2.0", "jansson", "openblas").stdout.split()
        libraries = [tap.BUILD / "Core" / name for name in ("libkd_author.a", "libkd_runtime.a")]
        self.run_here("cc", *WARNINGS, "editor.c", f"-I{tap.ROOT / 'Core/include'}", *libraries, *flags, "-lm", "-o", "editor")
        rig, character = tap.ROOT / "Content/ElbowBiceps/elbow_biceps.kdi", tap.ROOT / "Content/Character/character.glb"
        self.run_here("./editor", rig, character, "imported.kdp")
        self.run_here(tap.BUILD / "kinedriver", "compile", rig, "compiled.kdp", "--skeleton", character)
        self.assertEqual((self.folder / "imported.kdp").read_bytes(), (self.folder / "compiled.kdp").read_bytes())
        (self.folder / "bad.kdi").write_text('<KineDriver version="1"><Nodes><Remap name="n" inMax="x"/></Nodes></KineDriver>')
        done = subprocess.run(["./editor", "bad.kdi", str(character), "bad.kdp"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"^bad.kdi:1:\d+: KD16: inMax must be a number")


if __name__ == "__main__":
    tap.main()
