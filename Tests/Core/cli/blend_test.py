"""kinedriver blend and register: weights, ranges, maps, contacts, reports, pictures, and what they refuse."""
import base64
import json
import struct
import unittest
import xml.etree.ElementTree as tree
import zlib

import fixtures
from program import ProgramTest, tap

CAPTURES = tap.ROOT.parent / "shared/data/bvh"


def walk(frames, seconds, stride):
    """A walk of as many frames: the hips go on and the legs swing."""
    head = fixtures.WALK.split("MOTION")[0]
    lines = []
    for frame in range(frames):
        part = frame / (frames - 1)
        angle = 30 * (1 - abs((4 * part) % 2 - 1) * 2)
        lines.append(f"0 4 {stride * part:.6f}  0 0 0  0 {angle:.6f} 0  0 {-angle:.6f} 0")
    return f"{head}MOTION\nFrames: {frames}\nFrame Time: {seconds}\n" + "\n".join(lines) + "\n"


class BlendTest(ProgramTest):
    def setUp(self):
        super().setUp()
        (self.folder / "a.bvh").write_text(walk(41, 0.025, 6))
        (self.folder / "b.bvh").write_text(walk(81, 0.025, 10))

    def frames(self, name):
        lines = (self.folder / name).read_text().split("Frame Time:")[1].splitlines()[1:]
        return [[float(word) for word in line.split()] for line in lines]

    def duration(self, name):
        text = (self.folder / name).read_text()
        step = float(text.split("Frame Time:")[1].split()[0])
        return (len(self.frames(name)) - 1) * step

    def test_duration_and_way_are_the_weighted_means(self):
        for weights, part in (("1,1", 0.5), ("3,1", 0.25), ("0.2,0.8", 0.8)):
            self.good("blend", "a.bvh", "b.bvh", "-o", "out.bvh", "--weights", weights)
            self.assertAlmostEqual(self.duration("out.bvh"), 1 + part, places=4)
            self.assertAlmostEqual(self.frames("out.bvh")[-1][2], 6 + 4 * part, delta=0.02)

    def test_all_weight_on_one_motion_gives_it_back(self):
        self.good("blend", "a.bvh", "b.bvh", "-o", "out.bvh", "--weights", "0,1")
        for came, kept in zip(self.frames("out.bvh"), self.frames("b.bvh"), strict=True):
            for x, y in zip(came[:3], kept[:3], strict=True):
                self.assertAlmostEqual(x, y, places=3)

    def test_info_tells_good_assets_from_damaged_ones(self):
        self.good("register", "a.bvh", "b.bvh", "-o", "walk.kdm")
        result = self.good_json("info", "walk.kdm")["result"]
        self.assertEqual([row["name"] for row in result["motions"]], ["a.bvh", "b.bvh"])
        for row, seconds in zip(result["motions"], (1, 2), strict=True):
            self.assertAlmostEqual(row["seconds"], seconds, places=4)
        content = (self.folder / "walk.kdm").read_bytes()
        self.assertEqual(result["bytes"], len(content))
        for bad in (content[:-4], b"x" * 4000, content[:700] + bytes([content[700] ^ 1]) + content[701:]):
            (self.folder / "bad.kdm").write_bytes(bad)
            self.assertIn("error", self.wrong_input("info", "bad.kdm").err)

    def test_weights_over_time_come_from_a_file(self):
        (self.folder / "weights.csv").write_text("seconds,a,b\n0,1,0\n0.5,1,0\n1.0,0,1\n")
        self.good("blend", "a.bvh", "b.bvh", "-o", "out.bvh", "--weights", "weights.csv")
        self.assertTrue(1.05 < self.duration("out.bvh") < 1.95)
        for came, kept in list(zip(self.frames("out.bvh"), self.frames("a.bvh")))[:20]:
            self.assertAlmostEqual(came[2], kept[2], places=2)

    def test_three_motions_and_a_range_for_one(self):
        result = self.good_json("blend", "a.bvh", "b.bvh", "a.bvh", "-o", "out.glb", "--range", "B=:40")["result"]
        self.assertEqual([row["seconds"] for row in result["motions"]], [1.0, 1.0, 1.0])
        self.assertEqual((self.folder / "out.glb").read_bytes()[:4], b"glTF")

    def test_report_and_pictures_are_whole(self):
        self.good("blend", "a.bvh", "b.bvh", "-o", "out.bvh", "--report", "out.json", "--curve", "curve.svg", "--film",
                  "film.svg", "--feet", "LeftLeg")
        report = json.loads((self.folder / "out.json").read_text())
        self.assertEqual(report["blend"]["frames"], len(self.frames("out.bvh")))
        self.assertEqual(report["registrations"][0]["longest_freeze_frames"], 0)
        self.assertGreaterEqual(report["registrations"][0]["largest_step_frames"], 2 - 1e-6)
        for name in ("curve.svg", "film.svg"):
            tree.parse(self.folder / name)

    def test_registration_is_an_asset_of_its_stated_size(self):
        self.good("register", "a.bvh", "b.bvh", "-o", "out.kdm", "--plot", "plot.svg")
        data = (self.folder / "out.kdm").read_bytes()
        self.assertEqual(data[:4], b"DKM1")
        self.assertEqual(struct.unpack_from("<I", data, 8)[0], len(data))
        text = (self.folder / "plot.svg").read_text()
        self.check_png(base64.b64decode(text.split("data:image/png;base64,")[1].split('"')[0]), 41, 81)

    def check_png(self, data, width, height):
        """Whole chunks with right checksums, and pixels that unpack to as many rows as stated, the shades not all alike."""
        self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
        chunks, at = {}, 8
        while at < len(data):
            size, = struct.unpack_from(">I", data, at)
            name, body = data[at + 4:at + 8], data[at + 8:at + 8 + size]
            self.assertEqual(struct.unpack_from(">I", data, at + 8 + size)[0], zlib.crc32(name + body))
            chunks[name] = body
            at += 12 + size
        self.assertEqual(struct.unpack_from(">IIB", chunks[b"IHDR"]), (width, height, 4))
        pixels = zlib.decompress(chunks[b"IDAT"])
        self.assertEqual(len(pixels), height * ((width + 1) // 2 + 1))
        self.assertGreater(len(set(pixels)), 20)

    def test_contacts_can_be_written_edited_and_read_again(self):
        self.good("register", "a.bvh", "b.bvh", "-o", "out.kdm", "--feet", "LeftLeg", "--write-contacts", "feet.csv")
        self.assertEqual((self.folder / "feet.csv").read_text().splitlines()[0], "motion,joint,first,last")
        (self.folder / "feet.csv").write_text("motion,joint,first,last\nA,LeftLeg,3,9\nB,LeftLeg,6,18\n")
        self.good("register", "a.bvh", "b.bvh", "-o", "out.kdm", "--feet", "LeftLeg", "--contacts", "feet.csv",
                  "--write-contacts", "again.csv")
        self.assertEqual((self.folder / "again.csv").read_text(), (self.folder / "feet.csv").read_text())

    def test_contacts_of_joints_that_are_no_feet_are_refused(self):
        (self.folder / "feet.csv").write_text("A,RightLeg,3,9\nB,RightLeg,6,18\n")
        words = ("register", "a.bvh", "b.bvh", "-o", "out.kdm", "--contacts", "feet.csv")
        self.assertIn("'RightLeg'", self.wrong_input(*words, "--feet", "LeftLeg").err)
        self.good(*words, "--feet", "RightLeg")

    def test_other_skeletons_are_refused_with_every_difference_or_mapped(self):
        (self.folder / "c.bvh").write_text(walk(50, 0.025, 6).replace("LeftLeg", "Leg.L").replace("RightLeg", "Leg.R"))
        done = self.run_here("blend", "a.bvh", "c.bvh", "-o", "out.bvh")
        self.assertEqual(done.returncode, 1)
        for name in ("LeftLeg", "RightLeg", "Leg.L", "Leg.R"):
            self.assertIn(f"'{name}'", done.err)
        self.good("blend", "a.bvh", "c.bvh", "-o", "out.bvh", "--map", "LeftLeg=Leg.L", "--map", "RightLeg=Leg.R")
        self.good("blend", "a.bvh", "b.bvh", "c.bvh", "-o", "out.bvh", "--map", "LeftLeg=Leg.L", "--map", "RightLeg=Leg.R")
        self.assertIn("'Nose'", self.wrong_input("blend", "a.bvh", "b.bvh", "-o", "out.bvh", "--map", "Nose=Hips").err)

    def test_wrong_words_are_refused(self):
        for words in (("a.bvh", "-o", "out.bvh"), ("a.bvh", "b.bvh"), ("a.bvh", "b.bvh", "-o", "out.kdi"),
                      ("a.bvh", "b.bvh", "-o", "out.bvh", "--weights", "1"),
                      ("a.bvh", "b.bvh", "-o", "out.bvh", "--weights", "1,x"),
                      ("a.bvh", "b.bvh", "-o", "out.bvh", "--range", "D=1:"),
                      ("a.bvh", "b.bvh", "-o", "out.bvh", "--slope", "-1"),
                      ("a.bvh", "b.bvh", "-o", "out.bvh", "--slope", "2.5"),
                      ("a.bvh", "b.bvh", "-o", "out.bvh", "--window", "0.5")):
            with self.subTest(words=words):
                self.assertEqual(self.run_here("blend", *words).returncode, 2)
        for words in (("--weights", "0,0"), ("--weights", "-1,2"), ("--feet", "Nose"), ("--range", "A=900:")):
            with self.subTest(words=words):
                self.assertEqual(self.run_here("blend", "a.bvh", "b.bvh", "-o", "out.bvh", *words).returncode, 1)

    @unittest.skipUnless(CAPTURES.exists(), "no captured motions")
    def test_captured_feet_are_held_in_place(self):
        result = self.good_json("blend", CAPTURES / "cmu_07_01_walk.bvh", CAPTURES / "cmu_07_04_slow_walk.bvh", "-o",
                                "out.bvh", "--range", "1:", "--fix-feet", "--unit-metres", "0.05644")["result"]
        self.assertLess(result["blend"]["slide_cm_s"], 1.0)
        self.assertLess(result["registrations"][0]["pose_distance_cm"], 5.6)


if __name__ == "__main__":
    tap.main()
