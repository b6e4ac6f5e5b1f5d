"""Help, examples, manual page and machine-readable help: all from the same tables, and true."""
import re
import shutil
import subprocess
import unittest

import fixtures
import program
from program import ProgramTest, run, tap


class HelpTest(ProgramTest):
    def test_program_alone_lists_the_commands(self):
        alone, asked, command = run(), run("--help"), run("help")
        self.assertEqual((alone.returncode, alone.err), (0, ""))
        self.assertEqual(alone.out, asked.out)
        self.assertEqual(alone.out, command.out)
        for described in program.commands():
            first = described["name"].split()[0]
            self.assertRegex(alone.out, rf"(?m)^  {first}  +\S")

    def test_version_names_program_and_libraries(self):
        for word in ("--version", "-V"):
            done = run(word)
            self.assertEqual(done.returncode, 0)
            self.assertRegex(done.out, r"^kinedriver \d+\.\d+\.\d+\nlibxml2 2\.\d+\.\d+\njansson 2\.\d+.*\nOpenBLAS 0\.\d+")

    def test_version_is_that_of_the_header(self):
        header = (tap.ROOT / "Core/include/kinedriver/version.h").read_text()
        expected = re.search(r'KD_VERSION_TEXT\s+"([^"]+)"', header).group(1)
        self.assertEqual(run("--version").out.splitlines()[0], f"kinedriver {expected}")

    def test_help_of_every_command_is_whole(self):
        for command in program.commands():
            with self.subTest(command=command["name"]):
                words = command["name"].split()
                done = run(*words, "--help")
                self.assertEqual((done.returncode, done.err), (0, ""))
                self.assertEqual(done.out, run(*words, "-h").out)
                self.assertEqual(done.out, run("help", *words).out)
                self.assertTrue(done.out.startswith(f"kinedriver {command['name']}: {command['summary']}\n"))
                for part in ("usage: kinedriver " + command["name"], "Options:", "Exit codes:", "Examples:"):
                    self.assertIn(part, done.out)
                for option in command["options"]:
                    self.assertIn("--" + option["name"], done.out)
                self.assertTrue(2 <= len(command["examples"]) <= 4)

    def test_help_fits_eighty_columns(self):
        for command in program.commands():
            for line in run("help", *command["name"].split()).out.splitlines():
                if not line.lstrip().startswith("kinedriver"):
                    self.assertLessEqual(len(line), 80, line)

    def test_help_states_defaults_and_choices(self):
        for command in program.commands():
            text = " ".join(run("help", *command["name"].split()).out.split())
            for option in command["options"]:
                with self.subTest(command=command["name"], option=option["name"]):
                    if option["default"] is not None:
                        self.assertIn(f"(default: {option['default']})", text)
                    if option["kind"] == "choice":
                        self.assertIn(": " + ", ".join(option["values"]), text)

    def test_tables_are_consistent(self):
        for command in program.commands():
            with self.subTest(command=command["name"]):
                names = [option["name"] for option in command["options"]]
                letters = [option["letter"] for option in command["options"] if option["letter"]]
                self.assertEqual(len(names), len(set(names)))
                self.assertEqual(len(letters), len(set(letters)))
                self.assertNotRegex(command["summary"], r"(^[A-Z])|(\.$)")
                self.assertRegex(command["description"], r"^[A-Z][^$]*\.$")
                for param in command["options"] + command["arguments"]:
                    self.assertEqual(param["placeholder"] is None, param["kind"] == "flag")
                    self.assertNotRegex(param["help"], r"(^[A-Z][a-z])|(\.$)")
                for argument in command["arguments"][:-1]:
                    self.assertFalse(argument["repeats"])

    def test_every_example_runs(self):
        for command in program.commands():
            for example in command["examples"]:
                with self.subTest(example=example["line"]):
                    self.assertIn("kinedriver " + command["name"], example["line"])
                    folder = self.folder / str(len(list(self.folder.iterdir())))
                    fixtures.write_all(folder)
                    if "man -l" in example["line"] and not shutil.which("man"):
                        continue
                    done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", example["line"]], cwd=folder, timeout=120,
                                          capture_output=True, env=program.environment(MANPAGER="cat", PAGER="cat"))
                    self.assertEqual(done.returncode, 0, done.stderr.decode())

    def test_help_before_other_words_wins(self):
        self.assertEqual(run("convert", "--help", "--nonsense").returncode, 0)

    def test_help_of_a_group_lists_its_commands(self):
        for words in (("completion", "--help"), ("help", "completion"), ("completion", "-h")):
            self.assertRegex(run(*words).out, r"(?m)^  bash  print")

    def test_help_of_an_unknown_command_suggests(self):
        self.assertIn("did you mean 'convert'", self.wrong_use("help", "covnert"))
        self.assertIn("unknown command 'completion zzzzzz'", self.wrong_use("help", "completion", "zzzzzz"))


class MisspeltTest(ProgramTest):
    def test_misspelt_command_is_guessed(self):
        for typed, meant in (("chekc", "check"), ("inf", "info"), ("Mirror", "mirror"), ("con", "convert")):
            self.assertIn(f"did you mean '{meant}'?", self.wrong_use(typed))

    def test_command_like_nothing_is_not_guessed(self):
        for typed in ("frobnicate", "x", "", "é" * 40, "a" * 5000):
            self.assertNotIn("did you mean", self.wrong_use(typed))

    def test_unknown_option_of_the_program(self):
        self.assertIn("unknown option '--frob'", self.wrong_use("--frob"))

    def test_group_needs_a_command(self):
        self.assertIn("'completion' needs one of its commands", self.wrong_use("completion"))
        self.assertIn("did you mean 'bash'?", self.wrong_use("completion", "bsah"))


@unittest.skipUnless(shutil.which("groff"), "groff is not installed")
class ManualTest(ProgramTest):
    def check_page(self, *words):
        page = self.good("man", *words).stdout
        done = subprocess.run(["groff", "-ww", "-b", "-man", "-Tutf8", "-P-c"], input=page, capture_output=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return re.sub(r".\x08", "", done.stdout.decode())

    def test_page_of_the_program_is_clean_and_names_everything(self):
        text = self.check_page()
        for section in ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS", "OUTPUT", "EXIT STATUS", "ENVIRONMENT"):
            self.assertRegex(text, rf"(?m)^{section}$")
        for command in program.commands():
            self.assertRegex(text, rf"(?m)^   {command['name']}$")
            for option in command["options"]:
                self.assertIn("--" + option["name"], text)

    def test_page_of_every_command_is_clean(self):
        for command in program.commands():
            with self.subTest(command=command["name"]):
                text = self.check_page(*command["name"].split())
                self.assertIn(f"kinedriver-{command['name'].replace(' ', '-')} - {command['summary'].split(',')[0][:20]}", text)
                self.assertRegex(text, "(?m)^EXAMPLES$")

    @unittest.skipUnless(shutil.which("man"), "man is not installed")
    def test_man_itself_shows_the_page_without_warnings(self):
        page = self.write("kinedriver.1", self.good("man").stdout)
        done = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", str(page)], capture_output=True, timeout=60,
                              env=program.environment(MANPAGER="cat", PAGER="cat", LC_ALL="C.UTF-8"))
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertIn(b"EXIT STATUS", re.sub(rb".\x08|\x1b\[[0-9;]*m", b"", done.stdout))

    def test_page_of_a_group_is_clean(self):
        self.assertIn("completion bash", self.check_page("completion"))

    def test_page_of_an_unknown_command_is_refused(self):
        self.assertIn("did you mean 'mirror'", self.wrong_use("man", "miror"))


if __name__ == "__main__":
    tap.main()
