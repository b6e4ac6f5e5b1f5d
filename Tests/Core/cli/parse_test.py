"""The forms in which options and arguments can be typed, and the words that make no sense."""
import fixtures
from program import ProgramTest, tap


class FormTest(ProgramTest):
    def setUp(self):
        super().setUp()
        fixtures.write_all(self.folder)

    def converted(self, *words):
        self.good("convert", *words, "walk.bvh", "out.bvh")
        return (self.folder / "out.bvh").read_text()

    def test_value_may_be_attached_or_follow(self):
        expected = self.converted("--scale", "2")
        self.assertIn("OFFSET 2 0 0", expected)
        for words in (["--scale=2"], ["-s", "2"], ["-s2"], ["-qs2"], ["-q", "--scale=2"]):
            with self.subTest(words=words):
                self.assertEqual(self.converted(*words), expected)

    def test_last_of_several_values_counts(self):
        self.assertEqual(self.converted("--scale", "5", "--scale", "2"), self.converted("--scale", "2"))

    def test_options_may_stand_behind_arguments(self):
        self.good("convert", "walk.bvh", "--scale", "2", "behind.bvh", "-q")
        self.assertEqual((self.folder / "behind.bvh").read_text(), self.converted("--scale", "2"))

    def test_two_dashes_end_the_options(self):
        (self.folder / "--quiet").write_text(fixtures.WALK)
        self.assertIn("format  BVH", self.good("info", "--", "--quiet").out)

    def test_negative_numbers_are_values(self):
        reason = self.wrong_use("convert", "--scale", "-2", "a.bvh", "b.bvh")
        self.assertIn("--scale needs a number from 1e-9 to 1e9, not '-2'", reason)
        self.assertIn("not '-.5'", self.wrong_use("convert", "-s", "-.5", "a.bvh", "b.bvh"))


class WrongUseTest(ProgramTest):
    def test_misspelt_options_are_guessed(self):
        for typed, meant in (("--sclae", "--scale"), ("--frame", "--frames"), ("--sale=2", "--scale"), ("-scale", None)):
            reason = self.wrong_use("convert", typed, "a.bvh", "b.bvh")
            with self.subTest(typed=typed):
                if meant:
                    self.assertIn(f"unknown option '{typed.split('=')[0]}'; did you mean '{meant}'?", reason)
        self.assertNotIn("did you mean", self.wrong_use("convert", "--zzzzzz", "a.bvh", "b.bvh"))
        self.assertIn("unknown option '-z' in '-qz'", self.wrong_use("info", "-qz", "a.bvh"))

    def test_option_of_another_command_is_unknown(self):
        self.assertIn("unknown option '--scale'", self.wrong_use("info", "--scale", "2", "a.bvh"))

    def test_numbers_are_checked(self):
        for text in ("", "two", "1,5", "0x10", "nan", "inf", "1e999", "1 ", "--"):
            with self.subTest(text=text):
                self.assertRegex(self.wrong_use("convert", "a.bvh", "b.bvh", f"--scale={text}"), "--scale needs a number")

    def test_choices_are_named(self):
        self.assertIn("--axis is one of x|y|z, not 'w'", self.wrong_use("mirror", "--axis", "w", "a.kdi", "b.kdi"))

    def test_missing_value_is_told(self):
        self.assertIn("--scale needs a value: --scale S", self.wrong_use("convert", "a.bvh", "b.bvh", "--scale"))
        self.assertIn("--scale needs a value", self.wrong_use("convert", "--scale", "--quiet", "a.bvh", "b.bvh"))

    def test_flags_take_no_value(self):
        self.assertIn("--quiet takes no value", self.wrong_use("info", "--quiet=yes", "a.bvh"))

    def test_missing_and_surplus_arguments_are_told(self):
        self.assertIn("IN is missing", self.wrong_use("convert"))
        self.assertIn("OUT is missing", self.wrong_use("convert", "a.bvh"))
        self.assertIn("unexpected argument 'c.bvh'", self.wrong_use("convert", "a.bvh", "b.bvh", "c.bvh"))
        self.assertIn("file name, which is empty", self.wrong_use("info", ""))

    def test_control_characters_are_not_echoed(self):
        self.assertIn(r"'--\x1b[31m'", self.wrong_use("info", "--\x1b[31m"))


if __name__ == "__main__":
    tap.main()
