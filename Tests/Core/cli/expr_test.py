"""kinedriver expr: expressions compiled, computed and explained; mistakes at their place."""
import json
import math
import random
import re
import struct

from program import ProgramTest, tap

FORM = "var 0; push 3; op add; push 2; op mul;"


def as_float(number):
    """The float nearest to a number."""
    return struct.unpack("f", struct.pack("f", number))[0]


class ExprTest(ProgramTest):
    def value(self, *words):
        done = self.good("expr", "eval", *words)
        self.assertEqual(done.err, "")
        return [float(part) for part in done.out.split()]

    def near(self, expected, *words):
        for got, wanted in zip(self.value(*words), expected, strict=True):
            self.assertAlmostEqual(got, wanted, delta=1e-6 * max(1, abs(wanted)))


class CompileTest(ExprTest):
    def test_text_form_is_printed(self):
        done = self.good("expr", "compile", "(x0 + 3) * 2")
        self.assertEqual((done.out, done.err), (FORM + "\n", ""))

    def test_parts_without_inputs_become_numbers(self):
        self.assertEqual(self.good("expr", "compile", "x0 * (2 + 3)").out, "var 0; push 5; op mul;\n")

    def test_inputs_have_names_and_types(self):
        self.assertEqual(self.good("expr", "compile", "turn * axis", "turn:quat", "axis:vec3").out,
                         "var 0; var 1; op mul;\n")
        self.assertEqual(self.good("expr", "compile", "x1.x", "float", "vec3").out, "var 1; op x;\n")
        self.assertIn("takes (vec3", self.wrong_input("expr", "compile", "cross(x0, x0)").err)

    def test_json(self):
        document = self.good_json("expr", "compile", "vec3(x0, x2, 1)")
        self.assertEqual(document["result"], {"type": "vec3", "inputs": 3,
                                              "text": "var 0; var 2; push 1; op vec3;"})


class EvalTest(ExprTest):
    def test_numbers_and_vectors_are_printed(self):
        self.assertEqual(self.good("expr", "eval", "(x0 + 3) * 2", "4").out, "14\n")
        self.assertEqual(self.good("expr", "eval", "cross(vec3(1,0,0), vec3(0,1,0))").out, "0 0 1\n")
        self.assertEqual(self.good("expr", "eval", "quat(0, 0, 3, 4)").out, "0 0 0.6 0.8\n")
        self.assertEqual(self.good("expr", "eval", "0.1").out, "0.1\n")

    def test_negative_values(self):
        for text, wanted in (("-5", -4), ("-.5", 5), ("-1e1", -14)):
            self.assertEqual(self.value("(x0 + 3) * 2", text), [wanted])
        self.assertEqual(self.value("x0 * x1", "-2", "-3"), [6])
        self.assertEqual(self.value("x0 * 2", "-1,-2,-3"), [-2, -4, -6])
        self.assertEqual(self.value("--", "-x0 ^ 2", "-3"), [-9])
        self.assertEqual(self.good("expr", "eval", "x0 * -1", "0").out, "0\n")

    def test_vectors_and_rotations_are_values(self):
        self.assertEqual(self.value("length(x0)", "3,4,0"), [5])
        self.near([0, 1, 0], "qrot(q, v)", "q=0,0,0.70710678,0.70710678", "v=1,0,0")
        self.near([14], "dot(x1, x1) * x0", "1", "1,2,3")

    def test_named_values(self):
        self.near([-1], "sin(rad(elbow)) * gain", "elbow=-30", "gain=2")
        self.near([5], "a - x1", "a=8", "b=3")

    def test_results_are_the_floats_that_formulas_give(self):
        dice = random.Random(3)
        for _ in range(20):
            a, b = (as_float(dice.uniform(-10, 10)) for _ in range(2))
            self.assertEqual(as_float(self.value("x0 * x1", repr(a), repr(b))[0]), as_float(a * b))
            self.near([math.atan2(a, b)], "atan2(x0, x1)", repr(a), repr(b))

    def test_missing_values_are_told(self):
        self.assertIn("error KD20: x1 has no value; the expression takes 2, here is 1",
                      self.wrong_input("expr", "eval", "x0 + x1", "4").err)

    def test_values_that_are_none_are_wrong_use(self):
        for text in ("", "two", "1,2", "1,2,3,4,5", "1,,2", "nan", "1e39", "a=", "0x10", "9" * 100):
            with self.subTest(text=text):
                self.assertIn("is no value", self.wrong_use("expr", "eval", "x0", text))
        self.assertIn("made of letters", self.wrong_use("expr", "eval", "x0", "a b=3"))
        self.assertIn("'a' is given twice", self.wrong_use("expr", "eval", "a", "a=3", "a=4"))
        self.assertIn("one of float|vec3|quat, not 'vec4'", self.wrong_use("expr", "compile", "x0", "a:vec4"))

    def test_json(self):
        document = self.good_json("expr", "eval", "x0 / 4", "-1")
        self.assertEqual((document["good"], document["result"]), (True, {"type": "float", "value": [-0.25]}))


class RunTest(ExprTest):
    def test_text_form_runs(self):
        self.assertEqual(self.good("expr", "run", FORM, "4").out, "14\n")

    def test_what_was_compiled_runs_alike(self):
        for source in ("max(x0, x1, 2) ^ 0.5", "x0 < x1 ? sin(x0) : exp(x1)", "normalize(vec3(x0, x1, 1))"):
            form = self.good("expr", "compile", source).out.strip()
            for values in (("1.5", "-2"), ("0", "7")):
                self.assertEqual(self.good("expr", "run", form, *values).out, self.good("expr", "eval", source, *values).out)

    def test_mistakes_have_their_place(self):
        self.assertRegex(self.wrong_input("expr", "run", "var 0; op frob;", "1").err, r"^1:11: error KD70: .*'frob'")
        self.assertRegex(self.wrong_input("expr", "run", "op add;").err, r"^1:1: error KD11: ")
        self.assertRegex(self.wrong_input("expr", "run", "").err, r"^1:1: error KD22: ")


class ExplainTest(ExprTest):
    def test_every_step_is_shown(self):
        text = self.good("expr", "explain", "(x0 + 3) * 2").out
        for part in ("tokens\n  ( x0 + 3 ) * 2\n", "tree\n  mul : float\n    add : float\n", "byte code\n  var 0;\n  push 3;\n",
                     "lowered code\n", "add_times"):
            self.assertIn(part, text)

    def test_json(self):
        document = self.good_json("expr", "explain", "p.x", "p:vec3")
        self.assertEqual((document["result"]["type"], document["result"]["inputs"]), ("float", 1))
        self.assertIn("lowered code", document["result"]["explanation"])


class MistakeTest(ExprTest):
    def test_mistakes_have_their_place_and_a_remedy(self):
        done = self.wrong_input("expr", "eval", "(x0 +", "1")
        self.assertRegex(done.err, r"^1:6: error KD11: the expression ends too early")
        self.assertEqual(done.out, "")
        self.assertRegex(self.wrong_input("expr", "compile", "1 + sni(x0)").err, r"^1:5: error KD70: .*did you mean 'sin'\?")
        self.assertRegex(self.wrong_input("expr", "compile", "1 +\n  elbwo", "elbow:float").err,
                         r"^2:3: error KD70: .*did you mean 'elbow'\?")

    def test_all_mistakes_are_told(self):
        done = self.wrong_input("expr", "compile", "sni(x0) + cso(x0)")
        self.assertEqual(len(re.findall(r"(?m)^1:\d+: error", done.err)), 2)
        self.assertIn("2 errors\n", done.err)

    def test_json_findings(self):
        done = self.wrong_input("expr", "eval", "--json", "(x0 +", "1")
        finding, = json.loads(done.out)["findings"]
        self.assertEqual((finding["file"], finding["line"], finding["column"], finding["code"]), (None, 1, 6, "KD11"))

    def test_wrong_use(self):
        self.assertIn("EXPR is missing", self.wrong_use("expr", "eval"))
        self.assertIn("'expr' needs one of its commands", self.wrong_use("expr"))
        self.assertIn("did you mean 'eval'?", self.wrong_use("expr", "evla", "1"))

    def test_no_crash_on_rubbish(self):
        dice = random.Random(5)
        for _ in range(40):
            text = "".join(dice.choice("x0123.,()+-*/%^<>=!&|?: sincov\n\t\x7fé") for _ in range(dice.randrange(1, 60)))
            for command in ("compile", "eval", "run", "explain"):
                self.assertIn(self.run_here("expr", command, "--", text).returncode, (0, 1))
        self.assertIn("65536 bytes", self.wrong_input("expr", "compile", "1" * 70000).err)


if __name__ == "__main__":
    tap.main()
