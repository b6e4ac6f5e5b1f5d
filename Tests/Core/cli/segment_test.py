"""kinedriver segment: cut, loop, stride, join, reach, on a small motion and on captured ones where they are there."""
import json
import math
import unittest
import xml.etree.ElementTree as ElementTree

import fixtures
from program import ProgramTest, tap

DATA = tap.ROOT.parent / "shared" / "data" / "bvh"
WALK, STEP_DOWN, SNEAK = (DATA / f"cmu_{name}.bvh" for name in ("07_01_walk", "83_10_step_down", "120_08_sneak"))
CENTIMETRES = 5.644  # of a unit of these files


class Bvh:
    """A plain reader with forward kinematics, independent of the program."""

    def __init__(self, path):
        words, at, stack = path.read_text().split(), 0, []
        self.joints = []
        while words[at] != "MOTION":
            word = words[at]
            if word in ("ROOT", "JOINT", "End"):
                self.joints.append({"name": words[at + 1], "parent": stack[-1] if stack else -1, "channels": []})
                at += 2
            elif word == "{":
                stack.append(len(self.joints) - 1)
                at += 1
            elif word == "}":
                stack.pop()
                at += 1
            elif word == "OFFSET":
                self.joints[stack[-1]]["offset"] = [float(x) for x in words[at + 1:at + 4]]
                at += 4
            elif word == "CHANNELS":
                count = int(words[at + 1])
                self.joints[stack[-1]]["channels"] = words[at + 2:at + 2 + count]
                at += 2 + count
            else:
                at += 1
        self.frame_count = int(words[at + 2])
        self.values = [float(x) for x in words[at + 6:]]

    def place(self, frame, name):
        width = len(self.values) // self.frame_count
        row, at, places, turns = self.values[frame * width:(frame + 1) * width], 0, [], []
        for joint in self.joints:
            offset, turn = list(joint["offset"]), [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
            for channel in joint["channels"]:
                axis = "XYZ".index(channel[0])
                if channel.endswith("position"):
                    offset[axis] = row[at]
                else:
                    c, s = math.cos(math.radians(row[at])), math.sin(math.radians(row[at]))
                    a, b = (axis + 1) % 3, (axis + 2) % 3
                    turn = [[line[axis] if k == axis else line[a] * c + line[b] * s if k == a else line[b] * c - line[a] * s
                             for k in range(3)] for line in turn]
                at += 1
            if joint["parent"] < 0:
                places.append(offset)
                turns.append(turn)
            else:
                up, base = turns[joint["parent"]], places[joint["parent"]]
                places.append([base[i] + sum(up[i][k] * offset[k] for k in range(3)) for i in range(3)])
                turns.append([[sum(up[i][k] * turn[k][j] for k in range(3)) for j in range(3)] for i in range(3)])
            if joint["name"] == name:
                return places[-1]
        raise KeyError(name)

    def path(self, name, first=0):
        return [self.place(frame, name) for frame in range(first, self.frame_count)]


def steps(path):
    return [[b - a for a, b in zip(here, there)] for here, there in zip(path, path[1:])]


def added_slide(before, after, height):
    """Centimetres by which an edit moves a foot while it stands in its source, in the worst stance."""
    worst = slide = 0
    for source, made in zip(steps(before), steps(after)):
        slide = slide + math.dist(source, made) if math.hypot(*source) < 0.15 * height / 120 else 0
        worst = max(worst, slide)
    return worst * CENTIMETRES


class SmallTest(ProgramTest):
    def setUp(self):
        super().setUp()
        fixtures.write_all(self.folder)

    def test_cut_lists_handles_and_segments(self):
        result = self.good_json("segment", "cut", "walk.bvh", "-o", "walk.kds", "--events", "1,2")["result"]
        self.assertEqual([(row["first"], row["last"]) for row in result["segments"]], [(0, 1), (1, 2), (2, 3)])
        self.assertEqual(result["handles"][0]["joint"], "Hips")
        self.assertEqual((self.folder / "walk.kds").stat().st_size, result["bytes"])

    def test_info_tells_good_assets_from_damaged_ones(self):
        made = self.good_json("segment", "cut", "walk.bvh", "-o", "walk.kds", "--events", "2")["result"]
        self.assertEqual(self.good_json("info", "walk.kds")["result"], {"file": "walk.kds", **made})
        content = (self.folder / "walk.kds").read_bytes()
        for bad, text in ((content[:-4], "size"), (content[:100], "shorter"), (b"x" * 4000, "not a segment asset"),
                          (content[:700] + bytes([content[700] ^ 1]) + content[701:], "damaged")):
            (self.folder / "bad.kds").write_bytes(bad)
            self.assertIn(text, self.wrong_input("info", "bad.kds").err)

    def test_curves_take_less_memory_and_it_is_told(self):
        sizes = [self.good_json("segment", "cut", str(WALK), "-o", "walk.kds", "--tolerance", part)["result"]
                 for part in ("0", "1e-3", "3e-3")] if WALK.exists() else []
        for rougher, finer in zip(sizes[1:], sizes):
            self.assertLess(rougher["bytes"], finer["bytes"])
            self.assertGreater(rougher["handles_saved"], finer["handles_saved"])

    def test_target_out_of_reach_is_a_warning(self):
        done = self.good("segment", "reach", "walk.bvh", "-o", "x.bvh", "--joint", "RightLeg", "--at", "2", "--to", "50,5,2")
        self.assertIn("cannot reach", done.err)

    def test_nothing_is_written_for_wrong_input(self):
        for words in (("cut", "cube.obj", "-o", "x.kds"), ("loop", "nowhere.bvh", "-o", "x.bvh"),
                      ("cut", "walk.bvh", "-o", "x.kds", "--events", "2,1"), ("join", "walk.bvh", "body.glb", "-o", "x.bvh"),
                      ("reach", "walk.bvh", "-o", "x.bvh", "--joint", "Nobody", "--at", "2", "--to", "0,0,0"),
                      ("reach", "walk.bvh", "-o", "x.bvh", "--joint", "RightLeg", "--at", "99", "--to", "0,0,0")):
            with self.subTest(words=words):
                self.wrong_input("segment", *words)
                self.assertEqual(list(self.folder.glob("x.*")), [])

    def test_wrong_use_is_told(self):
        for words in (("cut", "walk.bvh"), ("loop", "walk.bvh", "-o", "x.kdi"), ("loop", "walk.bvh", "-o", "x.bvh", "-n", "0"),
                      ("stride", "walk.bvh", "-o", "x.bvh", "--scale", "0.5:"), ("stride", "walk.bvh", "-o", "x.bvh"),
                      ("join", "walk.bvh", "-o", "x.bvh"), ("cut", "walk.bvh", "-o", "x.kds", "--events", "1,,2"),
                      ("reach", "walk.bvh", "-o", "x.bvh", "--joint", "Hips", "--at", "2", "--to", "1,2"),
                      ("loop", "walk.bvh", "-o", "walk.bvh"), ("cut", "walk.bvh", "-o", "x.kds", "-t", "1")):
            with self.subTest(words=words):
                self.wrong_use("segment", *words)

    def test_report_and_plot_are_readable(self):
        self.good("segment", "stride", "walk.bvh", "-o", "a.glb", "--scale", "0.9", "--report", "a.json", "--plot", "a.svg")
        self.assertIn("link_error", json.loads((self.folder / "a.json").read_text()))
        self.assertTrue(ElementTree.parse(self.folder / "a.svg").getroot().tag.endswith("svg"))

    def test_scale_of_one_changes_nothing(self):
        self.good("segment", "stride", "walk.bvh", "-o", "same.bvh", "--scale", "1")
        before, after = Bvh(self.folder / "walk.bvh"), Bvh(self.folder / "same.bvh")
        for frame in range(before.frame_count):
            for name in ("Hips", "LeftLeg", "RightLeg"):
                self.assertLess(math.dist(before.place(frame, name), after.place(frame, name)), 1e-4)


@unittest.skipUnless(WALK.exists() and STEP_DOWN.exists(), "the captured motions are not there")
class CapturedTest(ProgramTest):
    def edit(self, *words):
        self.good("segment", *words, "-o", "out.bvh", "--report", "out.json", "--plot", "out.svg")
        report = json.loads((self.folder / "out.json").read_text())
        ElementTree.parse(self.folder / "out.svg")
        self.assertLessEqual(report["link_error"], 1e-5)
        self.assertLessEqual(report["pin_error"], 1e-5)
        self.assertLessEqual(report["end_residual_feet"], 1e-5)
        self.assertLessEqual(report["seam_position_jump"], 1e-5)
        self.assertLessEqual(report["seam_velocity_jump"], 1e-5)
        return report

    def slides(self, report):
        return [foot["added_slide"] * CENTIMETRES for foot in report["feet"]]

    def test_ten_cycles_of_a_walk_do_not_pop(self):
        plain = self.edit("stride", str(WALK), "--scale", "1")
        report = self.edit("loop", str(WALK), "--cycles", "10")
        self.assertGreater(report["frames"], 1000)
        self.assertLessEqual(max(self.slides(report)), 0.3)
        self.assertLessEqual(report["acceleration_at_seams"], plain["acceleration_between"])
        self.assertLessEqual(report["acceleration_between"], plain["acceleration_between"])

    def test_stride_keeps_standing_feet(self):
        before = Bvh(WALK)
        for scale, last in (("0.7", 0.7), ("0.7:0.3", None), ("1:0.3", None)):
            report = self.edit("stride", str(WALK), "--scale", scale)
            self.assertLessEqual(max(self.slides(report)), 0.3)
            after = Bvh(self.folder / "out.bvh")
            for foot in ("LeftToeBase", "RightToeBase"):
                self.assertLessEqual(added_slide(before.path(foot, 1), after.path(foot), report["height"]), 0.3)
            way = [math.dist(clip.place(clip.frame_count - 1, "Hips"), clip.place(first, "Hips"))
                   for clip, first in ((before, 1), (after, 0))]
            if last:
                self.assertAlmostEqual(way[1] / way[0], last, delta=0.05)
            else:
                self.assertLess(way[1], 0.8 * way[0])

    def test_stride_leaves_feet_where_nobody_steps(self):
        """A clip that begins and ends with standing about."""
        report = self.edit("stride", str(SNEAK), "--scale", "0.7")
        before, after = Bvh(SNEAK), Bvh(self.folder / "out.bvh")
        for foot in ("LeftToeBase", "RightToeBase"):
            self.assertLessEqual(added_slide(before.path(foot, 1), after.path(foot), report["height"]), 0.3)

    def test_a_cycle_is_of_steps_not_of_standing(self):
        report = self.edit("loop", str(SNEAK), "--cycles", "2")
        clip = Bvh(self.folder / "out.bvh")
        way = math.dist(clip.place(0, "Hips"), clip.place(clip.frame_count - 1, "Hips"))
        self.assertGreater(way, report["height"])
        self.assertLessEqual(max(self.slides(report)), 0.3)

    def test_step_down_goes_over_into_a_walk(self):
        report = self.edit("join", str(STEP_DOWN), str(WALK))
        self.assertLessEqual(max(self.slides(report)), 0.5)
        clip = Bvh(self.folder / "out.bvh")
        heights = [min(clip.place(frame, name)[1] for name in ("LeftToeBase", "RightToeBase"))
                   for frame in range(0, clip.frame_count, 5)]
        self.assertGreater(heights[0] - min(heights[len(heights) // 2:]), 10 / CENTIMETRES)  # it is a step down
        self.assertGreater(min(heights), min(heights[-20:]) - 1 / CENTIMETRES)  # not through the floor
        self.assertGreater(report["frames"], 300)

    def test_hand_is_at_its_place_and_moves_as_asked(self):
        frame = 149  # the first frame is left out
        extent = sum(math.hypot(*step) for step in steps(Bvh(WALK).path("LeftHand", 67)[:84]))  # of the segment before
        for place, velocity in (([12, 18, 4.5], None), ([12, 18, 4.5], [0, 20, 30]), ([11, 20, 7], None)):
            options = ["--velocity", ",".join(map(str, velocity))] if velocity else []
            report = self.edit("reach", str(WALK), "--joint", "LeftHand", "--at", "150", "--to",
                               ",".join(map(str, place)), *options)
            self.assertLessEqual(next(row for row in report["handles"] if row["joint"] == "LeftHand")["end_residual"], 1e-5)
            path = Bvh(self.folder / "out.bvh").path("LeftHand")
            self.assertLess(math.dist(path[frame], place), 1e-5 * extent)
            if velocity:
                self.assertLess(math.dist(steps(path)[frame], [v / 120 for v in velocity]), 1e-5 * extent)

    def test_hand_goes_no_further_than_to_its_place_and_comes_back(self):
        self.edit("reach", str(WALK), "--joint", "LeftHand", "--at", "150", "--to", "12,18,4.5")
        before, after = Bvh(WALK).path("LeftHand", 1), Bvh(self.folder / "out.bvh").path("LeftHand")
        away = [math.dist(a, b) for a, b in zip(before, after)]
        self.assertLess(max(away), 1.1 * away[149])
        self.assertLess(max(away[197:]), 0.01 * away[149])


if __name__ == "__main__":
    tap.main()
