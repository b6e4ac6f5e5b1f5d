"""Where output goes and what happens when it cannot: pipes that close, full disks, folders that cannot be written, colours."""
import json
import os
import pathlib
import signal
import subprocess

import fixtures
import program
from program import ProgramTest, program_path, tap


def run_on_terminal(*words, **changes):
    """Runs the program with its standard error on a terminal; returns what the terminal got."""
    ours, theirs = program.open_terminal()
    child = subprocess.Popen([program_path(), *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=theirs,
                             env=program.environment(**{"TERM": "xterm", **changes}))
    os.close(theirs)
    parts = []
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:  # what Linux says when the other end is closed
            break
        if not part:
            break
        parts.append(part)
    child.wait(timeout=60)
    os.close(ours)
    return b"".join(parts)


class PipeTest(ProgramTest):
    def test_reader_that_goes_away_is_no_crash(self):
        for words in ("help --json", "man", "completion bash"):
            done = subprocess.run(["bash", "-c", f"kinedriver {words} | head -1; echo ${{PIPESTATUS[0]}}"], capture_output=True,
                                  env=program.environment(), timeout=60)
            self.assertEqual(done.stderr, b"")
            self.assertIn(int(done.stdout.split()[-1]), (0, 128 + signal.SIGPIPE))

    def test_reader_that_goes_away_is_reported_where_the_signal_is_ignored(self):
        reading, writing = os.pipe()
        os.close(reading)
        child = subprocess.Popen([program_path(), "man"], stdout=writing, stderr=subprocess.PIPE, env=program.environment(),
                                 restore_signals=False, preexec_fn=lambda: signal.signal(signal.SIGPIPE, signal.SIG_IGN))
        os.close(writing)
        message = child.communicate(timeout=60)[1]
        self.assertEqual(child.returncode, 1)
        self.assertIn(b"kinedriver: cannot write to the standard output: Broken pipe", message)

    def test_full_disk_is_an_error(self):
        if not pathlib.Path("/dev/full").exists():
            self.skipTest("no /dev/full here")
        fixtures.write_all(self.folder)
        for words in (["man"], ["help", "--json"], ["info", "walk.bvh"], ["convert", "arm.kdi", "-"]):
            with self.subTest(words=words), open("/dev/full", "wb") as full:
                done = subprocess.run([program_path(), *words], stdout=full, stderr=subprocess.PIPE, cwd=self.folder,
                                      env=program.environment(), timeout=60)
                self.assertEqual(done.returncode, 1)
                self.assertIn(b"No space left on device", done.stderr)

    def test_full_disk_behind_a_name_is_an_error(self):
        if not pathlib.Path("/dev/full").exists():
            self.skipTest("no /dev/full here")
        fixtures.write_all(self.folder)
        done = self.wrong_input("convert", "arm.kdi", "/dev/full", "--to", "kdi")
        self.assertIn("/dev/full: error KD04: cannot write '/dev/full': No space left on device", done.err)


class FileTest(ProgramTest):
    def setUp(self):
        super().setUp()
        fixtures.write_all(self.folder)

    def test_missing_input_is_told_by_name(self):
        for words in (["info", "none.bvh"], ["check", "none.kdi"], ["convert", "none.bvh", "out.glb"],
                      ["mirror", "none.kdi", "out.kdi"]):
            with self.subTest(words=words):
                done = self.wrong_input(*words)
                self.assertRegex(done.err, r"^none\.\w+: error KD02: .*No such file")
                self.assertIn("1 error\n", done.err)

    def test_folder_as_input_is_refused(self):
        (self.folder / "d.bvh").mkdir()
        self.assertIn("is a folder", self.wrong_input("info", "d.bvh").err)

    def test_unwritable_place_is_an_error_and_leaves_nothing(self):
        for name in ("nowhere/out.kdi", "arm.kdi/out.kdi"):
            done = self.wrong_input("convert", "arm.kdi", name)
            self.assertRegex(done.err, rf"(?m)^{name}: error KD04: ")
        self.assertFalse((self.folder / "nowhere").exists())

    def test_failed_conversion_leaves_the_old_file_and_no_scrap(self):
        self.write("broken.bvh", fixtures.WALK[:300])
        self.write("old.glb", "old")
        before = sorted(self.folder.iterdir())
        self.wrong_input("convert", "broken.bvh", "old.glb")
        self.assertEqual((self.folder / "old.glb").read_text(), "old")
        self.assertEqual(sorted(self.folder.iterdir()), before)

    def test_file_names_are_shown_without_control_characters(self):
        done = self.wrong_input("info", "bad\x1b[31m\x9b.bvh".encode("latin-1"))
        self.assertIn(r"bad\x1b[31m\x9b.bvh: error KD02", done.err)

    def test_json_has_valid_text_for_any_file_name(self):
        done = self.wrong_input("info", "--json", b"bad\xff\xfe.bvh")
        self.assertEqual(json.loads(done.out)["findings"][0]["file"], "bad\ufffd\ufffd.bvh")


class ColorTest(ProgramTest):
    def test_colour_on_a_terminal_only(self):
        self.assertIn(b"\x1b[1;31merror", run_on_terminal("info", "none.bvh"))
        self.assertNotIn("\x1b", self.wrong_input("info", "none.bvh").err)

    def test_no_color_and_dumb_terminals_are_respected(self):
        self.assertNotIn(b"\x1b", run_on_terminal("info", "none.bvh", NO_COLOR="1"))
        self.assertNotIn(b"\x1b", run_on_terminal("info", "none.bvh", TERM="dumb"))
        self.assertIn(b"\x1b", run_on_terminal("info", "none.bvh", NO_COLOR=""))


class ProgressTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.large = self.folder / "large.bvh"
        with open(self.large, "wb") as file:
            file.write(b"HIERARCHY rubbish")
            file.truncate(40_000_000)

    def test_large_file_on_a_terminal_shows_a_line_and_takes_it_back(self):
        shown = run_on_terminal("info", str(self.large))
        self.assertIn(b"large.bvh (40 MB) ...\r\x1b[K", shown)
        self.assertIn(b"error", shown.split(b"\x1b[K")[-1])

    def test_nothing_is_shown_elsewhere(self):
        self.assertNotIn("reading", self.wrong_input("info", "large.bvh").err)
        self.assertNotIn(b"reading", run_on_terminal("info", "-q", str(self.large)))
        self.assertNotIn(b"reading", run_on_terminal("info", str(self.large), TERM="dumb"))
        self.assertNotIn(b"reading", run_on_terminal("info", "none.bvh"))


class JsonTest(ProgramTest):
    def test_document_has_its_members_whatever_happens(self):
        fixtures.write_all(self.folder)
        for code, words in ((0, ["info", "walk.bvh"]), (1, ["info", "none.bvh"]), (0, ["check", "arm.kdi"]),
                            (1, ["check", "none.kdi"]), (0, ["help"])):
            with self.subTest(words=words):
                done = self.run_here(*words, "--json")
                document = json.loads(done.out)
                self.assertEqual((done.returncode, done.err), (code, ""))
                self.assertEqual(list(document), ["command", "good", "counts", "findings", "result"])
                self.assertEqual(document["good"], code == 0)
                self.assertEqual(document["command"], words[0])
                self.assertEqual(document["counts"]["errors"],
                                 sum(finding["severity"] == "error" for finding in document["findings"]))

    def test_wrong_use_prints_no_document(self):
        self.wrong_use("info", "--json")

    def test_finding_has_its_members(self):
        document = json.loads(self.wrong_input("info", "--json", "none.bvh").out)
        finding, = document["findings"]
        self.assertEqual(set(finding), {"file", "line", "column", "severity", "code", "name", "text", "path"})
        self.assertEqual((finding["file"], finding["line"], finding["column"]), ("none.bvh", None, None))
        self.assertEqual((finding["severity"], finding["code"], finding["name"]), ("error", "KD02", "FILE_NOT_FOUND"))


if __name__ == "__main__":
    tap.main()
