#!/usr/bin/env python3
"""The samples and the documents that lead to them: every rig is good, every script makes again what is committed,
every command in a README runs."""
import os
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import tap  # noqa: E402

ROOT = tap.ROOT
CONTENT = ROOT / "Content"
CHARACTER = CONTENT / "Character"


def program():
    return tap.BUILD / "kinedriver"


def run(command, folder):
    environment = {**os.environ, "PATH": f"{tap.BUILD}{os.pathsep}{os.environ['PATH']}"}
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, env=environment)


def commands(readme):
    """The indented lines that call the program."""
    return re.findall(r"^    (kinedriver .+)$", readme.read_text(encoding="utf-8"), re.MULTILINE)


def skeleton_of(rig):
    own = sorted(rig.parent.glob("*.bvh"))
    return own[0] if own and rig.parent != CHARACTER else CHARACTER / "character.glb"


class Content(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = Path(self.temporary.name)
        self.addCleanup(self.temporary.cleanup)

    def good(self, command, folder=None):
        done = run([str(word) for word in command], folder or self.folder)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_every_rig_is_good_on_its_skeleton(self):
        rigs = sorted(CONTENT.glob("*/*.kdi"))
        self.assertGreaterEqual(len(rigs), 6)
        for rig in rigs:
            with self.subTest(rig=rig.name):
                self.good([program(), "check", "--strict", rig, "--skeleton", skeleton_of(rig)])

    def test_every_sample_is_described(self):
        overview = (CONTENT / "README.md").read_text(encoding="utf-8")
        for rig in sorted(CONTENT.glob("*/*.kdi")):
            self.assertTrue((rig.parent / "README.md").exists(), rig.parent)
            self.assertIn(f"({rig.parent.name}/README.md)", overview)

    def test_the_characters_rig_drives_every_helper(self):
        sys.path.insert(0, str(CHARACTER))
        import helpers
        import skeleton
        joints, _ = skeleton.build()
        names = {row[0] for row in helpers.build(joints)}
        nodes = ElementTree.parse(CHARACTER / "character.kdi").getroot().find("Nodes")
        driven = {node.get("joint") for tag in ("TargetOp", "Target") for node in nodes.iter(tag)}
        self.assertGreaterEqual(len(names), 60)
        self.assertEqual(names - driven, set())
        self.assertEqual(driven - names, set())

    def test_morph_outputs_are_morphs_of_the_mesh(self):
        nodes = ElementTree.parse(CHARACTER / "character.kdi").getroot().find("Nodes")
        outputs = [node.get("name") for node in nodes.iter("ExternalOutput") if node.get("kind") == "morph"]
        self.assertEqual(len(outputs), 4)
        text = (CHARACTER / "character.glb").read_bytes()
        for name in outputs:
            self.assertIn(f'"{name}"'.encode(), text)

    def test_the_characters_rig_is_made_by_its_script(self):
        made = self.folder / "made.kdi"
        self.good([sys.executable, CHARACTER / "rig.py", "--program", program(), "--out", made])
        self.assertEqual(made.read_text(encoding="utf-8"), (CHARACTER / "character.kdi").read_text(encoding="utf-8"))

    def test_small_motions_are_made_by_their_script(self):
        for name in ("BreathingChest", "Eyes"):
            (self.folder / name).mkdir()
        script = self.folder / "small_motions.py"
        script.write_bytes((CONTENT / "small_motions.py").read_bytes())
        self.good([sys.executable, script])
        for made in sorted(self.folder.glob("*/*.bvh")):
            self.assertEqual(made.read_bytes(), (CONTENT / made.relative_to(self.folder)).read_bytes(), made.name)

    def test_every_command_in_a_readme_runs(self):
        for name in ("Content", "Resources"):
            (self.folder / name).symlink_to(ROOT / name)
        count = 0
        for readme in [ROOT / "README.md", *sorted(CONTENT.rglob("README.md"))]:
            for line in commands(readme):
                with self.subTest(readme=readme.parent.name, line=line):
                    self.good(["bash", "-c", line])
                    count += 1
        self.assertGreater(count, 10)

    def test_the_example_of_the_readme_is_good(self):
        example = re.search(r"```xml\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL).group(1)
        rig = self.folder / "example.kdi"
        rig.write_text(example, encoding="utf-8")
        self.good([program(), "check", "--strict", rig, "--skeleton", CHARACTER / "character.glb"])

    def test_the_demonstration_makes_what_it_tells(self):
        out = self.folder / "demo"
        told = self.good([sys.executable, CONTENT / "demo.py", "--program", program(), "--out", out])
        opened = re.search(r"^Open (\S+) in a browser\.$", told, re.MULTILINE).group(1)
        picture = ElementTree.parse(opened).getroot()
        self.assertEqual(picture.tag, "{http://www.w3.org/2000/svg}svg")
        self.assertLess(Path(opened).stat().st_size, 2_500_000)
        for path in out.iterdir():
            self.assertIn(str(path), told)
            self.assertGreater(path.stat().st_size, 1000)

    def test_the_picture_of_the_readme_is_small_and_well_formed(self):
        path = ROOT / "Resources" / "character.svg"
        self.assertLess(path.stat().st_size, 1_000_000)
        self.assertEqual(ElementTree.parse(path).getroot().tag, "{http://www.w3.org/2000/svg}svg")


if __name__ == "__main__":
    tap.main()
