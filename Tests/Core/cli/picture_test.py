"""kinedriver picture, and convert with a motion for a character."""
import json
import struct
import xml.etree.ElementTree as ElementTree

import fixtures
from program import ProgramTest, tap

SVG = "{http://www.w3.org/2000/svg}"


class PictureTest(ProgramTest):
    def setUp(self):
        super().setUp()
        fixtures.write_all(self.folder)

    def picture(self, *words):
        self.good("picture", *words, "-o", "out.svg")
        return ElementTree.parse(self.folder / "out.svg").getroot()

    def test_frames_and_size_are_those_asked_for(self):
        root = self.picture("walk.bvh", "--frames", "7", "--width", "200", "--height", "150")
        self.assertEqual(len(root.findall(f".//{SVG}animate")), 7)
        self.assertEqual((root.get("width"), root.get("height")), ("200", "150"))

    def test_captions_go_to_the_scenes_in_their_order(self):
        root = self.picture("walk.bvh", "cube.obj", "-c", "first & left", "-c", "second")
        texts = root.findall(f".//{SVG}text")
        self.assertEqual([text.text for text in texts], ["first & left", "second"])
        self.assertLess(float(texts[0].get("x")), float(texts[1].get("x")))
        self.assertEqual(root.get("width"), "640")

    def test_the_cycle_lasts_as_long_as_the_part_shown(self):
        root = self.picture("walk.bvh", "--start", "0.025", "--seconds", "0.05")
        self.assertEqual({a.get("dur") for a in root.iter(f"{SVG}animate")}, {"0.05s"})

    def test_the_standard_output_takes_the_picture(self):
        self.picture("cube.obj")
        done = self.good("picture", "cube.obj")
        self.assertEqual(done.out, (self.folder / "out.svg").read_text())

    def test_json_tells_what_was_written(self):
        result = self.good_json("picture", "cube.obj", "-o", "out.svg")["result"]
        self.assertEqual(result, {"output": "out.svg", "bytes": (self.folder / "out.svg").stat().st_size})

    def test_wrong_words_are_told(self):
        self.assertIn(".svg", self.wrong_use("picture", "cube.obj", "-o", "cube.obj"))
        self.assertIn("--frames", self.wrong_use("picture", "cube.obj", "-o", "out.svg", "--frames", "1.5"))
        self.assertIn("at most 8", self.wrong_use("picture", *["cube.obj"] * 9, "-o", "out.svg"))
        self.assertFalse((self.folder / "out.svg").exists())

    def test_wrong_settings_and_files_leave_the_old_picture(self):
        (self.folder / "out.svg").write_text("old")
        for words in (["--width", "10"], ["--focus", "nose"], ["--zoom", "0"], ["missing.glb"]):
            self.assertIn("error KD", self.wrong_input("picture", "walk.bvh", *words, "-o", "out.svg").err)
        self.assertEqual((self.folder / "out.svg").read_text(), "old")

    def test_convert_gives_a_character_the_motion_of_another_file(self):
        done = self.good("convert", "--motion", "wave.bvh", "body.glb", "waving.glb")
        self.assertIn("2 of 3 joints", done.err)
        data = (self.folder / "waving.glb").read_bytes()
        document = json.loads(data[20:20 + struct.unpack_from("<I", data, 12)[0]])
        self.assertEqual([clip["name"] for clip in document["animations"]], ["motion"])
        moved = {document["nodes"][c["target"]["node"]]["name"] for c in document["animations"][0]["channels"]}
        self.assertEqual(moved, {"upperarm_l", "lowerarm_l"})

    def test_convert_refuses_motions_that_do_not_fit(self):
        self.assertIn("no joint name in common",
                      self.wrong_input("convert", "--motion", "walk.bvh", "body.glb", "out.glb").err)
        self.assertIn("--motion", self.wrong_use("convert", "--motion", "walk.bvh", "arm.kdi", "out.kdi"))


if __name__ == "__main__":
    tap.main()
