"""Core/docs/cli.md: every example is run, in the order of the guide, and prints what the guide shows."""
import re
import subprocess

import fixtures
import program
from program import ProgramTest, run, tap

GUIDE = tap.ROOT / "Core/docs/cli.md"


def steps():
    """The typed lines of the guide, each with the lines shown below it."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", GUIDE.read_text(), re.DOTALL):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line)
    return found


class GuideTest(ProgramTest):
    def test_every_example_prints_what_the_guide_shows(self):
        fixtures.write_all(self.folder)
        self.assertGreater(len(steps()), 10)
        for line, shown in steps():
            with self.subTest(line=line):
                done = subprocess.run(["bash", "-e", "-c", line], cwd=self.folder, capture_output=True, text=True, timeout=120,
                                      env=program.environment())
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(done.stdout.splitlines(), shown)

    def test_every_command_is_in_the_guide(self):
        guide = GUIDE.read_text()
        for command in program.commands():
            self.assertIn(command["name"], guide)

    def test_options_that_the_guide_names_exist(self):
        known = {"--" + option["name"] for command in program.commands() for option in command["options"]}
        self.assertEqual(set(re.findall(r"--[a-z][a-z-]+", GUIDE.read_text())) - known, set())

    def test_exit_codes_are_those_of_the_help(self):
        rows = re.findall(r"(?m)^\| ([012]) \| ([^;|]*)", GUIDE.read_text())
        text = " ".join(run("help", "check").out.split())
        for code, meaning in rows:
            self.assertIn(f"{code} {meaning.strip()}", text)
        self.assertEqual(len(rows), 3)


if __name__ == "__main__":
    tap.main()
