"""kinedriver mirror: names by the patterns of three tools and by own rules, values by reflection, twice the identity."""
import re

import fixtures
from program import ProgramTest, tap

RIG = """<?xml version="1.0" encoding="UTF-8"?>
<KineDriver version="1">
  <Joints>
    <Joint name="{0}"/>
    <Joint name="{1}" parent="{0}" translate="3 1 -2" rotate="0.1 0.5 0.1 0.85440037453175312"/>
  </Joints>
  <Nodes>
    <SourceOp name="{2}">
      <Source joint="{0}"/>
    </SourceOp>
    <TargetOp name="Out" joint="{1}" channel="translate"/>
  </Nodes>
  <Connections>
    <Connection from="{2}.bendH" to="Out.translateX" factor="0.1"/>
  </Connections>
</KineDriver>
"""


class MirrorTest(ProgramTest):
    def setUp(self):
        super().setUp()
        fixtures.write_all(self.folder)

    def read(self, name):
        return (self.folder / name).read_text()

    def mirrored(self, text, *options):
        self.write("in.kdi", text)
        self.good("mirror", *options, "in.kdi", "out.kdi")
        return self.read("out.kdi")

    def numbers(self, text, joint, attribute):
        element = re.search(rf'<Joint name="{re.escape(joint)}"[^>]*>', text).group(0)
        return [float(word) for word in re.search(rf'{attribute}="([^"]*)"', element).group(1).split()]


class NameTest(MirrorTest):
    def test_names_of_the_usual_tools(self):
        for left, right in (("upperarm_l", "upperarm_r"), ("hand_L", "hand_R"), ("Arm.L", "Arm.R"), ("arm.l.001", "arm.r.001"),
                            ("LeftArm", "RightArm"), ("L_Arm", "R_Arm"), ("armLeft", "armRight")):
            with self.subTest(name=left):
                text = RIG.format(left, "x" + left, "node")
                if left in ("LeftArm", "L_Arm"):
                    text = RIG.format(left, left + "Helper", "node")
                self.assertIn(f'"{right}', self.mirrored(text))
                self.assertNotIn(f'"{left}', self.mirrored(text))
                self.assertIn(f'"{left}', self.mirrored(self.mirrored(text)))

    def test_nodes_and_connections_follow(self):
        out = self.mirrored(fixtures.ARM)
        self.assertNotRegex(out, r'_l["\.]')
        self.assertIn('from="Bend_r.bendH" to="Push_r.in"', out)
        self.assertIn('from="Push_r.out" to="Flex.in"', out)

    def test_own_rule(self):
        out = self.mirrored(RIG.format("port_arm", "port_helper", "node"), "--rule", "port=starboard")
        self.assertIn('"starboard_arm"', out)
        self.assertNotIn("port_arm", out)
        self.write("there.kdi", out)
        self.good("mirror", "-r", "port=starboard", "there.kdi", "back.kdi")
        self.assertIn('"port_arm"', self.read("back.kdi"))

    def test_malformed_rules_are_refused(self):
        for rule in ("", "left", "=right", "left=", "a=b=c", "x" * 300 + "=y"):
            with self.subTest(rule=rule[:10]):
                self.assertIn("--rule", self.wrong_use("mirror", f"--rule={rule}", "arm.kdi", "out.kdi"))
        self.assertIn("two different texts", self.wrong_use("mirror", "--rule=a=a", "arm.kdi", "out.kdi"))

    def test_rig_without_sides_is_told(self):
        self.write("in.kdi", RIG.format("spine", "neck", "node"))
        self.assertIn("warning KD48: ", self.good("mirror", "in.kdi", "out.kdi").err)


class ValueTest(MirrorTest):
    def assertNear(self, found, expected):
        self.assertEqual(len(found), len(expected))
        for a, b in zip(found, expected):
            self.assertAlmostEqual(a, b, places=9)

    def test_places_are_reflected_across_the_axis(self):
        for axis, expected in (("x", [-3, 1, -2]), ("y", [3, -1, -2]), ("z", [3, 1, 2])):
            with self.subTest(axis=axis):
                out = self.mirrored(fixtures.ARM, "--axis", axis, "--centre-axis", axis)
                self.assertNear(self.numbers(out, "elbow_r", "translate"), expected)

    def test_behavior_reverses_all_three_axes(self):
        out = self.mirrored(fixtures.ARM, "--behavior")
        self.assertNear(self.numbers(out, "elbow_r", "translate"), [-3, -1, 2])

    def test_rotations_are_reflected(self):
        """A reflection keeps the axis component along its normal and turns the others round; q and -q are equal."""
        out = self.mirrored(RIG.format("arm_l", "hand_l", "node"))
        found = self.numbers(out, "hand_r", "rotate")
        sign = 1 if found[3] > 0 else -1
        self.assertNear([sign * number for number in found], [0.1, -0.5, -0.1, 0.85440037453175312])

    def test_twice_is_the_identity(self):
        for options in ([], ["--behavior"], ["--axis", "z"], ["-a", "y", "--centre-axis", "x"], ["--rule", "_l=_r"]):
            for text in (fixtures.ARM, RIG.format("spine", "hand_l", "node")):
                with self.subTest(options=options):
                    self.write("in.kdi", text)
                    self.good("convert", "in.kdi", "plain.kdi")
                    self.good("mirror", *options, "in.kdi", "once.kdi")
                    self.good("mirror", *options, "once.kdi", "twice.kdi")
                    self.assertNotEqual(self.read("once.kdi"), self.read("plain.kdi"))
                    self.assertEqual(self.read("twice.kdi"), self.read("plain.kdi"))

    def test_both_keeps_the_first_side_and_adds_the_other(self):
        self.good("mirror", "--both", "arm.kdi", "arms.kdi")
        out = self.read("arms.kdi")
        self.assertNear(self.numbers(out, "elbow_l", "translate"), [3, 1, -2])
        self.assertNear(self.numbers(out, "elbow_r", "translate"), [-3, 1, -2])
        nodes = self.good_json("info", "arms.kdi")["result"]["nodes"]
        self.assertEqual(nodes, 5 + 3)  # those with a side are there twice, the externals once
        self.good("check", "arms.kdi")


class OutputTest(MirrorTest):
    def test_result_is_a_good_rig(self):
        self.mirrored(fixtures.ARM)
        self.good("check", "out.kdi")

    def test_streams(self):
        piped = self.good("mirror", "-", "-", stdin=fixtures.ARM)
        self.assertEqual(piped.out, self.mirrored(fixtures.ARM))

    def test_input_is_not_replaced_unless_asked(self):
        self.assertIn("--in-place", self.wrong_use("mirror", "arm.kdi", "arm.kdi"))
        self.assertEqual(self.read("arm.kdi"), fixtures.ARM)
        self.good("mirror", "--in-place", "arm.kdi", "arm.kdi")
        self.assertIn("elbow_r", self.read("arm.kdi"))

    def test_json(self):
        document = self.good_json("mirror", "arm.kdi", "out.kdi")
        self.assertEqual(document["result"], {"output": "out.kdi", "nodes": 5})
        self.assertIn("would mix", self.wrong_use("mirror", "--json", "arm.kdi", "-"))

    def test_a_rule_that_fits_no_name_is_told(self):
        self.assertIn("by this rule", self.good("mirror", "--rule=port=starboard", "arm.kdi", "out.kdi").err)

    def test_a_rig_is_not_written_under_the_name_of_another_format(self):
        self.assertIn("no name for a rig", self.wrong_use("mirror", "arm.kdi", "out.glb"))
        self.assertFalse((self.folder / "out.glb").exists())

    def test_broken_rig_is_refused(self):
        self.write("bad.kdi", fixtures.ARM[:-20])
        self.assertRegex(self.wrong_input("mirror", "bad.kdi", "out.kdi").err, r"^bad.kdi:\d+:\d+: error KD\d\d: ")
        self.assertFalse((self.folder / "out.kdi").exists())


if __name__ == "__main__":
    tap.main()
