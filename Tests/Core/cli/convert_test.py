"""kinedriver convert: formats, scale, clips, frames, rate, streams, and what it refuses."""
import json
import os
import pathlib
import re

import fixtures
import program
from program import ProgramTest, tap


class ConvertTest(ProgramTest):
    def setUp(self):
        super().setUp()
        fixtures.write_all(self.folder)

    def info(self, name):
        return self.good_json("info", name)["result"]

    def read(self, name):
        return (self.folder / name).read_bytes()

    def frames(self, name):
        """The motion lines of a BVH file as numbers."""
        lines = self.read(name).decode().split("Frame Time:")[1].splitlines()[1:]
        return [[float(word) for word in line.split()] for line in lines]


class FormatTest(ConvertTest):
    def test_every_format_offered_is_written_and_read_again(self):
        offered = next(option for command in program.commands() if command["name"] == "convert"
                       for option in command["options"] if option["name"] == "to")["values"]
        for kind in offered:
            source = {"kdi": "arm.kdi", "obj": "cube.obj"}.get(kind, "walk.bvh")
            if kind in ("pc2", "mdd"):
                source = str(tap.ROOT / "Tests/Data/pointcache/wave.pc2")
            with self.subTest(format=kind):
                done = self.good("convert", source, f"out.{kind}")
                self.assertEqual(done.out, "")
                readable = kind in [value for command in program.commands() if command["name"] == "info"
                                    for value in command["arguments"][0]["values"]]
                if readable:
                    self.assertEqual(self.info(f"out.{kind}")["format"].lower(), {"glb": "gltf"}.get(kind, kind))

    def test_motion_survives_the_way_through_gltf(self):
        self.good("convert", "walk.bvh", "walk.glb")
        self.good("convert", "walk.glb", "back.bvh")
        for kept, came in zip(self.frames("walk.bvh"), self.frames("back.bvh"), strict=True):
            for a, b in zip(kept, came, strict=True):
                self.assertAlmostEqual(a, b, places=3)

    def test_extension_may_be_in_capitals(self):
        self.good("convert", "walk.bvh", "WALK.GLTF")
        self.assertEqual(json.loads(self.read("WALK.GLTF"))["asset"]["version"], "2.0")

    def test_to_overrules_the_extension(self):
        self.good("convert", "walk.bvh", "motion.dat", "--to", "glb")
        self.assertEqual(self.read("motion.dat")[:4], b"glTF")

    def test_streams(self):
        piped = self.good("convert", "-", "-", "--to", "bvh", stdin=fixtures.WALK)
        self.good("convert", "walk.bvh", "file.bvh")
        self.assertEqual(piped.stdout, self.read("file.bvh"))
        rig = self.good("convert", "-", "-", stdin=fixtures.ARM)
        self.good("convert", "arm.kdi", "file.kdi")
        self.assertEqual(rig.stdout, self.read("file.kdi"))

    def test_what_is_lost_is_told(self):
        done = self.good("convert", "body.glb", "arm.bvh")
        self.assertRegex(done.err, r"(?m)^arm.bvh: warning KD21: ")
        self.assertEqual(self.good("convert", "-q", "body.glb", "arm.bvh").err, "")
        document = self.good_json("convert", "body.glb", "arm.bvh")
        self.assertEqual(document["result"], {"output": "arm.bvh"})
        self.assertGreater(document["counts"]["warnings"], 0)

    def test_rigs_and_scenes_do_not_mix(self):
        self.assertIn("'walk.bvh' is not a rig", self.wrong_use("convert", "walk.bvh", "walk.kdi"))
        self.assertIn("'arm.kdi' is a rig", self.wrong_use("convert", "arm.kdi", "arm.glb"))
        self.assertIn("'-' is not a rig", self.wrong_use("convert", "-", "out.kdi", stdin=fixtures.WALK))

    def test_unknown_output_format_lists_the_known_ones(self):
        for name in ("out", "out.xyz", "folder.glb/out", "-"):
            self.assertRegex(self.wrong_use("convert", "walk.bvh", name), r"does not tell the format.*kdi\|.*bvh\|")


class RigTest(ConvertTest):
    def test_rewriting_is_stable(self):
        self.good("convert", "arm.kdi", "one.kdi")
        self.good("convert", "one.kdi", "two.kdi")
        self.assertEqual(self.read("one.kdi"), self.read("two.kdi"))
        self.assertIn(b"what the numbers mean", self.read("one.kdi"))

    def test_scale_touches_distances_only(self):
        self.good("convert", "arm.kdi", "plain.kdi")
        self.good("convert", "arm.kdi", "small.kdi", "--scale", "0.01")
        plain, scaled = self.read("plain.kdi").decode(), self.read("small.kdi").decode()
        self.assertIn('translate="0.03 0.01 -0.02"', scaled)
        self.assertRegex(scaled, r'<Connection from="Push_l.out" to="Helper_l.translateY" factor="0.01"')

        def bare(text):
            return re.sub(r'translate="[^"]*"', "", text).replace(' factor="0.01"', "")
        self.assertEqual(bare(plain), bare(scaled))

    def test_scaled_back_it_is_the_same(self):
        self.good("convert", "arm.kdi", "plain.kdi")
        self.good("convert", "arm.kdi", "there.kdi", "-s", "100")
        self.good("convert", "there.kdi", "back.kdi", "-s", "0.01")
        numbers = [[float(word) for word in re.findall(r"-?\d+(?:\.\d+)?(?:e-?\d+)?", self.read(name).decode())]
                   for name in ("plain.kdi", "back.kdi")]
        for a, b in zip(*numbers, strict=True):
            self.assertAlmostEqual(a, b, places=12)

    def test_unit_changes_the_numbers_and_the_header(self):
        for unit, factor in (("millimeter", 10), ("centimeter", 1), ("meter", 0.01), ("inch", 1 / 2.54), ("foot", 1 / 30.48)):
            with self.subTest(unit=unit):
                self.good("convert", "arm.kdi", "out.kdi", "--unit", unit)
                self.assertEqual(self.info("out.kdi")["units"]["distance"], unit)
                place = re.search(r'translate="([^"]*)"', self.read("out.kdi").decode()).group(1)
                for found, before in zip(map(float, place.split()), (3, 1, -2), strict=True):
                    self.assertAlmostEqual(found, before * factor, places=12)
        self.good("convert", "out.kdi", "back.kdi", "-u", "centimeter", "--scale", "2")
        place = re.search(r'translate="([^"]*)"', self.read("back.kdi").decode()).group(1)
        for found, before in zip(map(float, place.split()), (3, 1, -2), strict=True):
            self.assertAlmostEqual(found, 2 * before, places=12)
        self.assertIn("--unit is for rigs", self.wrong_use("convert", "-u", "inch", "walk.bvh", "out.bvh"))

    def test_numbers_that_become_too_large_are_refused(self):
        self.write("huge.kdi", fixtures.ARM.replace('"3 1 -2"', '"1e305 0 0"'))
        self.write("out.kdi", "old")
        self.assertRegex(self.wrong_input("convert", "-s", "1e9", "huge.kdi", "out.kdi").err, r"error KD1[67]: ")
        self.assertEqual(self.read("out.kdi"), b"old")
        for scale in ("0", "-1", "1e10", "1e-10"):
            self.assertIn("--scale needs a number from", self.wrong_use("convert", f"-s{scale}", "arm.kdi", "out.kdi"))

    def test_motion_options_are_refused(self):
        for words in (["--frames", "1:"], ["--rate", "30"], ["--clip", "x"]):
            self.assertIn("for motions, not for rigs", self.wrong_use("convert", *words, "arm.kdi", "out.kdi"))

    def test_broken_rig_is_refused(self):
        self.write("bad.kdi", fixtures.ARM.replace("</Nodes>", ""))
        self.assertRegex(self.wrong_input("convert", "bad.kdi", "out.kdi").err, r"^bad.kdi:\d+:\d+: error KD\d\d: ")
        self.assertFalse((self.folder / "out.kdi").exists())


class MotionTest(ConvertTest):
    def test_scale_multiplies_all_lengths(self):
        self.good("convert", "--scale", "2.5", "walk.bvh", "out.bvh")
        self.assertIn(b"OFFSET 2.5 0 0", self.read("out.bvh"))
        self.assertIn(b"OFFSET 0 -10 0", self.read("out.bvh"))
        for before, after in zip(self.frames("walk.bvh"), self.frames("out.bvh"), strict=True):
            for a, b in zip(before[:3], after[:3]):
                self.assertAlmostEqual(2.5 * a, b, places=4)
            for a, b in zip(before[3:], after[3:], strict=True):
                self.assertAlmostEqual(a, b, places=3)

    def test_scale_makes_things_larger_whatever_their_unit(self):
        self.good("convert", "--scale", "100", "body.glb", "large.glb")
        before, after = self.info("body.glb"), self.info("large.glb")
        self.assertEqual(after["metres_per_unit"], before["metres_per_unit"])
        self.assertEqual(after["skeleton"]["max"], [100 * number for number in before["skeleton"]["max"]])
        self.good("convert", "-q", "--scale", "100", "body.glb", "large.bvh")
        self.assertIn(b"OFFSET 200 0 -50", self.read("large.bvh"))

    def test_frames_are_counted_from_zero_and_include_both_ends(self):
        heights = [(row[1], row[2]) for row in self.frames("walk.bvh")]
        for text, expected in (("1:2", heights[1:3]), ("1:", heights[1:]), (":1", heights[:2]), ("2:2", heights[2:3]),
                               ("0:99", heights), ("3:", heights[3:])):
            with self.subTest(frames=text):
                self.good("convert", "-f", text, "walk.bvh", "out.bvh")
                self.assertEqual([(row[1], row[2]) for row in self.frames("out.bvh")], expected)

    def test_frames_of_shapes_are_cut_too(self):
        data = tap.ROOT / "Tests/Data/pointcache/wave.pc2"
        self.good("convert", "--frames", "1:1", str(data), "out.pc2")
        self.assertEqual(self.info("out.pc2")["shapes"][0]["frames"], 1)
        vertices = int.from_bytes(data.read_bytes()[16:20], "little")
        self.assertEqual(self.read("out.pc2")[32:], data.read_bytes()[32 + 12 * vertices:][:12 * vertices])

    def test_frames_behind_the_end_are_an_error(self):
        done = self.wrong_input("convert", "-f", "4:", "walk.bvh", "o.bvh")
        self.assertIn("frame 4 is behind the last one, which is 3", done.err)
        self.assertFalse((self.folder / "o.bvh").exists())

    def test_malformed_ranges_are_refused(self):
        for text in ("", ":", "3", "3:2", "-1:2", "a:b", "1:2:3", "1: 2", "99999999999:"):
            with self.subTest(frames=text):
                self.assertIn("--frames needs A:B", self.wrong_use("convert", f"--frames={text}", "walk.bvh", "out.bvh"))

    def test_rate_keeps_the_frames(self):
        self.good("convert", "--rate", "50", "walk.bvh", "out.bvh")
        clip, = self.info("out.bvh")["clips"]
        self.assertEqual(clip["frames"], 4)
        self.assertAlmostEqual(clip["rate"], 50, places=3)
        for text in ("0", "-5", "1e9"):
            self.assertIn("--rate needs a number from", self.wrong_use("convert", f"--rate={text}", "walk.bvh", "out.bvh"))

    def test_options_without_effect_are_told(self):
        self.assertIn("warning KD48: the file has no frames", self.good("convert", "-f", "1:", "cube.obj", "out.obj").err)

    def test_one_clip_of_several(self):
        self.good("convert", "--clip", "lift", "body.glb", "out.glb")
        self.assertEqual([clip["name"] for clip in self.info("out.glb")["clips"]], ["lift"])
        self.good("convert", "-q", "-c", "lift", "body.glb", "out.bvh")
        self.assertEqual(self.info("out.bvh")["clips"][0]["frames"], 3)
        self.assertIn("there is no clip 'jump'", self.wrong_input("convert", "-c", "jump", "body.glb", "out.glb").err)

    def test_strict_refuses_what_would_be_repaired(self):
        self.write("few.bvh", fixtures.WALK.replace("Frames: 4", "Frames: 3"))
        self.assertIn("1 warning", self.good("convert", "few.bvh", "out.bvh").err)
        self.assertIn("error KD", self.wrong_input("convert", "--strict", "few.bvh", "out.bvh").err)


class OutputTest(ConvertTest):
    def test_input_is_not_replaced_unless_asked(self):
        os.link(self.folder / "walk.bvh", self.folder / "linked.bvh")
        os.symlink("walk.bvh", self.folder / "symlink.bvh")
        for name in ("walk.bvh", "./walk.bvh", "linked.bvh", "symlink.bvh"):
            with self.subTest(name=name):
                self.assertIn(f"'{name}' is the input; --in-place", self.wrong_use("convert", "-s", "2", "walk.bvh", name))
        self.assertEqual(self.read("walk.bvh").decode(), fixtures.WALK)
        self.good("convert", "--in-place", "-s", "2", "walk.bvh", "walk.bvh")
        self.assertIn(b"OFFSET 2 0 0", self.read("walk.bvh"))

    def test_other_files_are_replaced(self):
        self.write("old.bvh", "old")
        self.good("convert", "walk.bvh", "old.bvh")
        self.assertIn(b"HIERARCHY", self.read("old.bvh"))

    def test_json_and_data_do_not_mix(self):
        self.assertIn("would mix", self.wrong_use("convert", "--json", "--to", "bvh", "walk.bvh", "-"))

    def test_numbers_do_not_depend_on_the_locale(self):
        # The decimal comma of the locale that the C tests are built with; where it is missing, "C" is taken in its place.
        for name in ("de_DE.UTF-8", "C"):
            env = program.environment(LC_ALL=name, LOCPATH=str(tap.BUILD / "asan-ubsan" / "locales"))
            self.good("convert", "-s", "0.5", "walk.bvh", "out.bvh", env=env)
            self.assertIn(b"OFFSET 0.5 0 0", self.read("out.bvh"))

    def test_it_comes_out_the_same_every_time(self):
        for name in ("walk.glb", "walk.gltf", "walk.bvh"):
            outputs = set()
            for turn in range(2):
                self.good("convert", "-f", ":2", "walk.bvh", f"{turn}{pathlib.Path(name).suffix}")
                outputs.add(self.read(f"{turn}{pathlib.Path(name).suffix}"))
            self.assertEqual(len(outputs), 1)


if __name__ == "__main__":
    tap.main()
