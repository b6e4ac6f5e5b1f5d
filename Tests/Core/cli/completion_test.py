"""The completion script, sourced in bash and asked as the shell would ask it."""
import re
import shutil
import subprocess
import unittest

import program
from program import ProgramTest, run, tap

ASK = r"""
source "$1" || exit 9
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_kinedriver
printf '%s\n' "${COMPREPLY[@]}"
"""


@unittest.skipUnless(shutil.which("bash"), "bash is not installed")
class CompletionTest(ProgramTest):
    def setUp(self):
        super().setUp()
        script = self.good("completion", "bash").stdout
        self.script = self.write("completion.sh", script)
        self.files = self.folder / "files"
        self.files.mkdir()
        for name in ("arm.kdi", "walk.bvh", "body.glb", "two words.kdi", "notes.txt"):
            (self.files / name).touch()
        (self.files / "more").mkdir()

    def ask(self, *words):
        done = subprocess.run(["bash", "--norc", "-c", ASK, "ask", str(self.script), "kinedriver", *words], cwd=self.files,
                              capture_output=True, timeout=60, env=program.environment())
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return [line for line in done.stdout.decode().split("\n") if line]

    def test_first_word_is_a_command(self):
        expected = {command["name"].split()[0] for command in program.commands()}
        self.assertEqual(set(self.ask("")), expected)
        self.assertEqual(self.ask("conv"), ["convert"])
        self.assertEqual(self.ask("--v"), ["--version"])

    def test_every_option_of_every_command_is_offered(self):
        for command in program.commands():
            offered = self.ask(*command["name"].split(), "--")
            self.assertEqual(set(offered), {"--" + option["name"] for option in command["options"]})

    def test_choices_are_offered(self):
        for command in program.commands():
            for option in command["options"]:
                if option["kind"] != "choice":
                    continue
                words = command["name"].split()
                with self.subTest(command=command["name"], option=option["name"]):
                    self.assertEqual(self.ask(*words, "--" + option["name"], ""), option["values"])
                    self.assertEqual(self.ask(*words, "--" + option["name"], "="), option["values"])
                    first = option["values"][0]
                    self.assertIn(first, self.ask(*words, "--" + option["name"], "=", first))

    def test_files_are_offered_by_extension(self):
        self.assertEqual(set(self.ask("check", "")), {"arm.kdi", "two words.kdi", "more"})
        self.assertEqual(self.ask("check", "two"), ["two words.kdi"])
        self.assertNotIn("notes.txt", self.ask("info", ""))

    def test_option_values_do_not_count_as_arguments(self):
        self.assertEqual(set(self.ask("check", "--skeleton", "walk.bvh", "")), {"arm.kdi", "two words.kdi", "more"})
        self.assertEqual(self.ask("check", "arm.kdi", ""), [])
        self.assertEqual(self.ask("check", "--skeleton", "b"), ["body.glb"])

    def test_groups_and_command_arguments_are_completed(self):
        self.assertEqual(self.ask("completion", ""), ["bash"])
        self.assertEqual(self.ask("help", "mi"), ["mirror"])
        self.assertEqual(self.ask("help", "completion", "z"), [])

    def test_unknown_command_offers_nothing(self):
        self.assertEqual(self.ask("frobnicate", ""), [])

    def test_it_is_registered_for_the_program(self):
        done = subprocess.run(["bash", "--norc", "-c", f"source '{self.script}'; complete -p kinedriver"], capture_output=True)
        self.assertIn(b"-F _kinedriver kinedriver", done.stdout)

    @unittest.skipUnless(shutil.which("shellcheck"), "shellcheck is not installed")
    def test_script_has_no_shell_mistakes(self):
        done = subprocess.run(["shellcheck", "-s", "bash", str(self.script)], capture_output=True)
        self.assertEqual(done.returncode, 0, done.stdout.decode())


if __name__ == "__main__":
    tap.main()
