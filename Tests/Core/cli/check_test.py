"""kinedriver check: all findings at once, each at its place; exit codes; joints of a skeleton."""
import json

import fixtures
from program import ProgramTest, tap


def place(text, part):
    """Line and column, from 1, at which a part of a text begins."""
    before = text[:text.index(part)]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


class CheckTest(ProgramTest):
    def setUp(self):
        super().setUp()
        fixtures.write_all(self.folder)

    def findings(self, *words):
        done = self.run_here("check", "--json", *words)
        return json.loads(done.out)["findings"]

    def test_good_rig(self):
        done = self.good("check", "arm.kdi")
        self.assertEqual((done.out, done.err), ("arm.kdi: good\n", ""))
        self.assertEqual(self.good("check", "-q", "arm.kdi").out, "")
        self.assertEqual(self.good("check", "-", stdin=fixtures.ARM).out, "<stdin>: good\n")

    def test_all_problems_are_told_at_once_and_in_place(self):
        text = fixtures.ARM.replace('inMax="90"', 'inMax="many"').replace("Flex.in", "Flexx.in").replace(
            "Bend_l.bendH", "Bend_l.bendX").replace(
            "<TargetOp", '<TargetOp group="Leg"')
        self.write("bad.kdi", text)
        done = self.wrong_input("check", "bad.kdi")
        shown = [line for line in done.err.splitlines() if line.startswith("bad.kdi:")]
        for part, code in (('inMax="many"', "KD16"), ("<TargetOp", "KD49"), ('<Connection from="Bend_l', "KD38"),
                           ('<Connection from="Push_l.out" to="Flexx', "KD37")):
            line = place(text, part)[0]
            with self.subTest(code=code):
                self.assertTrue(any(one.startswith(f"bad.kdi:{line}:") and f": error {code}: " in one for one in shown), done.err)
        self.assertRegex(done.err, r"\n\d errors.*\n$")
        self.assertEqual(done.out, "")

    def test_every_finding_has_a_line_and_a_known_code(self):
        self.write("bad.kdi", fixtures.ARM.replace("EZParamLinkLinear", "EZParamLinkLinaer"))
        for finding in self.findings("bad.kdi"):
            self.assertRegex(finding["code"], r"^KD\d\d$")
            self.assertIsNotNone(finding["line"])

    def test_unknown_element_is_guessed(self):
        self.write("bad.kdi", fixtures.ARM.replace("EZParamLinkLinear", "EZParamLinkLinaer"))
        self.assertIn("EZParamLinkLinear", self.wrong_input("check", "bad.kdi").err)

    def test_skeleton_that_has_the_joints(self):
        self.good("check", "arm.kdi", "--skeleton", "body.glb")

    def test_joints_that_the_skeleton_lacks(self):
        text = fixtures.ARM.replace('<Source joint="lowerarm_l"/>', '<Source joint="forearm_l"/>')
        self.write("other.kdi", text)
        self.good("check", "other.kdi")
        document = json.loads(self.wrong_input("check", "--json", "other.kdi", "-s", "body.glb").out)
        finding, = [one for one in document["findings"] if one["severity"] == "error"]
        self.assertEqual((finding["code"], finding["line"]), ("KD43", place(text, "<Source joint")[0]))
        self.assertIn("forearm_l", finding["text"])

    def test_findings_are_not_told_twice(self):
        self.write("bad.kdi", fixtures.ARM.replace("lowerarm_l", "forearm_l"))
        texts = [(one["line"], one["column"], one["text"]) for one in self.findings("bad.kdi", "--skeleton", "body.glb")]
        self.assertEqual(len(texts), len(set(texts)))

    def test_expressions_are_checked(self):
        text = fixtures.ARM.replace("<TargetOp", """<Expr name="wave">
      <Input name="a"/>
      <Source>a &lt; 0 ? 0 :
        sni(rad(a))</Source>
    </Expr>
    <TargetOp""", 1)
        self.write("bad.kdi", text)
        line, column = place(text, "sni")
        for words in (("bad.kdi",), ("bad.kdi", "-s", "body.glb")):
            done = self.wrong_input("check", *words)
            self.assertRegex(done.err, rf"(?m)^bad.kdi:{line}:{column}: error KD70: .*did you mean 'sin'\?\n    in wave$")
        self.write("good.kdi", text.replace("sni", "sin"))
        self.good("check", "good.kdi")

    def test_unusable_skeleton_is_an_error_beside_those_of_the_rig(self):
        self.write("bad.kdi", fixtures.ARM.replace("Flex.in", "Flexx.in"))
        done = self.wrong_input("check", "bad.kdi", "--skeleton", "none.bvh")
        self.assertRegex(done.err, r"(?m)^none.bvh: error KD02: ")
        self.assertRegex(done.err, r"(?m)^bad.kdi:\d+:\d+: error KD37: ")
        done = self.wrong_input("check", "arm.kdi", "-s", "cube.obj")
        self.assertIn("cube.obj: error KD22: the file has no skeleton", done.err)

    def test_strict_makes_warnings_count(self):
        lines = fixtures.ARM.splitlines(keepends=True)
        at = next(i for i, line in enumerate(lines) if "<TargetOp" in line)
        lines.insert(next(i for i, line in enumerate(lines) if "<EZParam" in line), lines.pop(at))
        self.write("order.kdi", "".join(lines))
        self.assertRegex(self.good("check", "order.kdi").err, r"order.kdi:\d+:\d+: warning KD42: (.|\n)*1 warning\n$")
        self.assertEqual(self.good("check", "-q", "order.kdi").err, "")
        self.assertRegex(self.wrong_input("check", "--strict", "order.kdi").err, r"error KD42: ")

    def test_no_crash_on_rubbish(self):
        for text in ("", "<", "<a/>", "<KineDriver/>", fixtures.ARM[:-20], "\0" * 100, "<!DOCTYPE a><a/>"):
            with self.subTest(text=text[:20]):
                self.write("bad.kdi", text)
                self.assertRegex(self.wrong_input("check", "bad.kdi").err, r"^bad.kdi:(\d+:)*(\d+:)* error KD\d\d: ")

    def test_file_of_another_kind_is_told(self):
        self.assertIn("walk.bvh: note KD10: rigs are .kdi files", self.wrong_input("check", "walk.bvh").err)

    def test_json(self):
        document = self.good_json("check", "arm.kdi")
        self.assertEqual((document["good"], document["findings"]), (True, []))


if __name__ == "__main__":
    tap.main()
