"""kinedriver bake: numbers against the formula, motions on characters, units, outputs as tracks, what is missing is told."""
import base64
import csv
import io
import json
import os
import struct

import fixtures
import program
from program import ProgramTest, tap

# The bend of the elbow towards y pushes the helper: 90 degrees are 2 centimetres.
RIG = """<KineDriver version="1">
  <Units distance="{unit}"/>
  <Nodes>
    <ExternalInput name="Extra" default="0" max="10"/>
    <SourceOp name="Bend"><Source joint="lowerarm_l"/></SourceOp>
    <EZParamLinkLinear name="Push" inMax="90" outMax="2"/>
    <TargetOp name="Helper" joint="{joint}" channel="translate"/>
    <ExternalOutput name="Flex" kind="morph"/>
    <ExternalOutput name="Glow" max="10"/>
  </Nodes>
  <Connections>
    <Connection from="Bend.bendV" to="Push.in"/>
    <Connection from="Push.out" to="Helper.translateY"/>
    <Connection from="Push.out" to="Flex.in"/>
    <Connection from="Extra.out" to="Glow.in"/>
  </Connections>
</KineDriver>
"""


class BakeTest(ProgramTest):
    def setUp(self):
        super().setUp()
        fixtures.write_all(self.folder)
        self.write("rig.kdi", RIG.format(unit="centimeter", joint="elbow_l"))

    def table(self, *words):
        done = self.good("bake", *words, "-o", "-", "--to", "csv")
        return list(csv.DictReader(io.StringIO(done.out)))

    def document(self, name):
        content = (self.folder / name).read_bytes()
        length = struct.unpack_from("<I", content, 12)[0]
        return json.loads(content[20:20 + length])


class ValueTest(BakeTest):
    def test_helper_is_where_the_formula_says(self):
        """Bends of 0, 30, 60 degrees on a character in metres: a rig in centimetres is scaled to it."""
        rows = self.table("rig.kdi", "wave.bvh", "--character", "body.glb")
        self.assertEqual([row["frame"] for row in rows], ["0", "1", "2"])
        for row, bend in zip(rows, (0, 30, 60)):
            self.assertAlmostEqual(float(row["elbow_l.ty"]), 0.01 * 2 * bend / 90, places=6)
            self.assertAlmostEqual(float(row["elbow_l.tx"]), 2, places=6)
            self.assertAlmostEqual(float(row["Flex"]), min(1, 2 * bend / 90), places=5)

    def test_unit_of_the_rig_counts(self):
        for unit, metres in (("millimeter", 0.001), ("meter", 1), ("inch", 0.0254), ("foot", 0.3048)):
            self.write("unit.kdi", RIG.format(unit=unit, joint="elbow_l"))
            rows = self.table("unit.kdi", "wave.bvh", "--character", "body.glb")
            self.assertAlmostEqual(float(rows[1]["elbow_l.ty"]), metres * 2 / 3, places=5)

    def test_motion_without_unit_is_in_the_units_of_the_rig(self):
        self.write("self.kdi", RIG.format(unit="centimeter", joint="lowerarm_l"))
        self.assertAlmostEqual(float(self.table("self.kdi", "wave.bvh")[1]["lowerarm_l.ty"]), 2 / 3, places=5)
        self.good("bake", "self.kdi", "wave.bvh", "-o", "out.glb")
        self.assertAlmostEqual(self.document("out.glb")["nodes"][1]["translation"][0], 0.2, places=6)

    def test_compiled_program_gives_the_same(self):
        self.good("compile", "rig.kdi", "rig.kdp", "--skeleton", "body.glb")
        self.good("bake", "rig.kdi", "wave.bvh", "-c", "body.glb", "-o", "a.glb")
        self.good("bake", "rig.kdp", "wave.bvh", "-c", "body.glb", "-o", "b.glb")
        self.assertEqual((self.folder / "a.glb").read_bytes(), (self.folder / "b.glb").read_bytes())

    def test_inputs_are_set(self):
        words = ("rig.kdi", "wave.bvh", "-s", "body.glb")
        self.assertEqual(float(self.table(*words)[0]["Glow"]), 0)
        self.assertEqual(float(self.table(*words, "--input", "Extra=2.5")[2]["Glow"]), 2.5)
        self.assertIn("did you mean 'Extra'?", self.wrong_input("bake", *words, "-i", "Extro=1", "-o", "x.csv").err)
        for text in ("Extra", "Extra=", "=1", "Extra=x"):
            self.assertIn("NAME=NUMBER", self.wrong_use("bake", *words, "-i", text, "-o", "x.csv"))

    def test_frames_have_the_values_of_the_whole(self):
        whole = self.table("rig.kdi", "wave.bvh", "-s", "body.glb")
        part = self.table("rig.kdi", "wave.bvh", "-s", "body.glb", "--frames", "1:2")
        self.assertEqual([row["elbow_l.ty"] for row in part], [row["elbow_l.ty"] for row in whole[1:]])
        done = self.wrong_input("bake", "rig.kdi", "wave.bvh", "-s", "body.glb", "--frames", "3:", "-o", "x.csv")
        self.assertIn("frame 3 is behind the last one, which is 2", done.err)
        self.assertFalse((self.folder / "x.csv").exists())


class OutputTest(BakeTest):
    def test_formats(self):
        for name in ("out.glb", "out.gltf", "out.bvh"):
            self.good("bake", "rig.kdi", "wave.bvh", "--character", "body.glb", "-o", name)
            clips = self.good_json("info", name)["result"]["clips"]
            self.assertEqual([clip["frames"] for clip in clips], [3])
        self.good("bake", "rig.kdi", "wave.bvh", "--character", "body.glb", "-o", "out.json")
        clip = json.loads((self.folder / "out.json").read_text())
        self.assertEqual([joint["name"] for joint in clip["joints"]], ["elbow_l"])
        self.assertEqual([curve["name"] for curve in clip["curves"]], ["Flex", "Glow"])
        self.good("bake", "rig.kdi", "wave.bvh", "--character", "body.glb", "--all", "-o", "out.json")
        self.assertEqual(len(json.loads((self.folder / "out.json").read_text())["joints"]), 3)

    def test_morph_output_becomes_a_track(self):
        """The mesh gets a morph called like the output; its weights in the file are the output's values."""
        self.write("morph.gltf", json.dumps(self.sleeve_with_morph()))
        self.write("morph.kdi", RIG.format(unit="centimeter", joint="button"))
        self.good("bake", "morph.kdi", "wave.bvh", "--character", "morph.gltf", "-o", "out.glb")
        channels = [channel["target"]["path"] for channel in self.document("out.glb")["animations"][0]["channels"]]
        self.assertIn("weights", channels)
        self.good("bake", "morph.kdi", "out.glb", "-o", "again.csv", "--all")
        with open(self.folder / "again.csv", encoding="utf-8") as stream:
            flex = [float(row["Flex"]) for row in csv.DictReader(stream)]
        for found, bend in zip(flex, (0, 30, 60)):
            self.assertAlmostEqual(found, min(1, 2 * bend / 90), places=5)

    def sleeve_with_morph(self):
        content = fixtures.skin()
        length = struct.unpack_from("<I", content, 12)[0]
        document, binary = json.loads(content[20:20 + length]), content[28 + length:]
        document["buffers"][0] = {"byteLength": len(binary), "uri": "data:application/octet-stream;base64,"
                                                                    + base64.b64encode(binary).decode()}
        mesh = document["meshes"][0]
        mesh["primitives"][0]["targets"] = [{"POSITION": 0}]
        mesh.update(extras={"targetNames": ["Flex"]}, weights=[0])
        return document

    def test_character_brings_its_mesh_and_skeleton_does_not(self):
        self.write("skin.kdi", RIG.format(unit="centimeter", joint="button"))
        self.good("bake", "skin.kdi", "wave.bvh", "--character", "skin.glb", "-o", "a.glb")
        self.assertEqual(self.good_json("info", "a.glb")["result"]["meshes"][0]["name"], "sleeve")
        self.good("bake", "skin.kdi", "wave.bvh", "--skeleton", "skin.glb", "-o", "b.glb")
        self.assertEqual(self.good_json("info", "b.glb")["result"]["meshes"], [])

    def test_all_clips_or_one(self):
        self.good("bake", "rig.kdi", "body.glb", "-o", "out.glb")
        self.assertEqual([clip["name"] for clip in self.good_json("info", "out.glb")["result"]["clips"]], ["rest", "lift"])
        self.assertIn("choose it with --clip", self.wrong_input("bake", "rig.kdi", "body.glb", "-o", "out.csv").err)
        self.assertEqual(len(self.table("rig.kdi", "body.glb", "--clip", "lift")), 3)
        self.assertIn("no clip 'jump'", self.wrong_input("bake", "rig.kdi", "body.glb", "--clip", "jump", "-o", "x.csv").err)

    def test_json_tells_what_was_done(self):
        result = self.good_json("bake", "rig.kdi", "wave.bvh", "-c", "body.glb", "-o", "out.glb")["result"]
        self.assertEqual(result, {"output": "out.glb", "clips": 1, "frames": 3, "joints": 3, "joints_written": 1})


class WrongTest(BakeTest):
    def test_missing_joints_are_warnings_with_their_nodes(self):
        done = self.good("bake", "rig.kdi", "wave.bvh", "-o", "out.glb")
        self.assertRegex(done.err, r"(?m)^rig.kdi:\d+:\d+: warning KD43: left out: the skeleton has no joint 'elbow_l'$")
        self.assertRegex(done.err, "(?m)^wave.bvh: note KD43: --character FILE plays the motion on a character")
        self.assertNotIn("plays", self.good("bake", "rig.kdi", "body.glb", "-o", "out.glb").err)
        self.good("compile", "rig.kdi", "rig.kdp", "--skeleton", "body.glb")
        done = self.good("bake", "rig.kdp", "wave.bvh", "-o", "out.glb")
        self.assertIn("warning KD43: the skeleton has no joint 'elbow_l'", done.err)
        self.assertIn("warning KD43: switched off: it needs the joint 'elbow_l'\n    in Helper", done.err)

    def test_wrong_words(self):
        for words, reason in (((), "-o must name"), (("-o", "out.xyz"), "does not tell the format"), (("-o", "-"), "--to"),
                              (("-o", "out.glb", "--all"), "--all is for"), (("-o", "x.glb", "--frames", "3"), "--frames needs"),
                              (("-o", "x.glb", "--lod", "-1"), "--lod needs"), (("-o", "wave.bvh"), "is the input"),
                              (("-o", "x.glb", "-c", "body.glb", "-s", "body.glb"), "either --character or --skeleton")):
            with self.subTest(words=words):
                self.assertIn(reason, self.wrong_use("bake", "rig.kdi", "wave.bvh", *words))

    def test_files_that_do_not_do(self):
        self.assertIn("no skeleton", self.wrong_input("bake", "rig.kdi", "cube.obj", "-o", "x.glb").err)
        self.assertIn("no motion", self.wrong_input("bake", "rig.kdi", "skin.glb", "-o", "x.glb").err)
        self.assertIn("no joint name in common",
                      self.wrong_input("bake", "rig.kdi", "walk.bvh", "-c", "body.glb", "-o", "x.glb").err)
        self.write("bad.kdp", b"DKP1" + bytes(400))
        self.assertIn("error KD", self.wrong_input("bake", "bad.kdp", "wave.bvh", "-o", "x.glb").err)
        self.assertFalse((self.folder / "x.glb").exists())


class ProgressTest(BakeTest):
    def test_long_work_shows_progress_on_a_terminal_only(self):
        self.write("long.bvh", self.long_motion(["10 0 0  30 0 0"] * 200000))
        quiet = self.good("bake", "rig.kdi", "long.bvh", "-s", "body.glb", "-o", "out.glb")
        self.assertNotIn("baking", quiet.err)
        master, slave = program.open_terminal()
        pid = os.fork()
        if pid == 0:
            os.chdir(self.folder)
            os.dup2(slave, 2)
            os.execve(program.program_path(), ["kinedriver", "bake", "rig.kdi", "long.bvh", "-s", "body.glb", "-o", "out.glb"],
                      program.environment(TERM="xterm"))
        os.close(slave)
        shown = b""
        while True:
            try:
                piece = os.read(master, 4096)
            except OSError:
                break
            if not piece:
                break
            shown += piece
        os.close(master)
        self.assertEqual(os.waitpid(pid, 0)[1], 0)
        if b"baking" in shown:  # a fast machine may be done before there is anything to tell
            self.assertRegex(shown.decode(), r"\rbaking \d+% \(frame \d+ of 200000\)")
            self.assertIn(b"\r\033[K", shown)

    def long_motion(self, frames):
        head = fixtures.WAVE.split("Frames:")[0]
        return head + f"Frames: {len(frames)}\nFrame Time: 0.01\n" + "\n".join(frames) + "\n"


if __name__ == "__main__":
    tap.main()
