"""The built program as the tests see it: how it is run and what its exit codes promise."""
import json
import os
import pathlib
import pty
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "support"))
import tap  # noqa: E402


def program_path():
    """Known only once tap.main has read the command line of the test."""
    return tap.BUILD / "kinedriver"


def environment(**changes):
    """The tests' environment: no colours asked for or forbidden, the program on the path, plain memory for libraries."""
    result = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "LC_ALL", "LANG")}
    result["PATH"] = f"{program_path().parent}:{result.get('PATH', '/usr/bin:/bin')}"
    result["OPENBLAS_NUM_THREADS"] = "1"
    result.update(changes)
    return result


def run(*words, cwd=None, stdin=b"", env=None):
    """Runs the program; words may be text or bytes. Output is text; what is no UTF-8 in it fails the test."""
    done = subprocess.run([program_path(), *words], cwd=cwd, input=stdin.encode() if isinstance(stdin, str) else stdin,
                          capture_output=True, timeout=120, env=env or environment())
    done.out, done.err = done.stdout.decode("utf-8"), done.stderr.decode("utf-8")
    return done


def open_terminal():
    """Both ends of a terminal; skips the test where a sandbox has none to give."""
    try:
        return pty.openpty()
    except OSError as error:
        raise unittest.SkipTest(f"no terminal here: {error}")


def commands():
    """All commands with their options and examples, as the program describes itself."""
    return json.loads(run("help", "--json").out)["result"]["commands"]


class ProgramTest(unittest.TestCase):
    """Each test gets an empty folder of its own."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def run_here(self, *words, **more):
        return run(*words, cwd=self.folder, **more)

    def good(self, *words, **more):
        done = self.run_here(*words, **more)
        self.assertEqual(done.returncode, 0, f"{words}: {done.err}")
        return done

    def good_json(self, *words, **more):
        return json.loads(self.good(*words, "--json", **more).out)

    def wrong_input(self, *words, **more):
        done = self.run_here(*words, **more)
        self.assertEqual(done.returncode, 1, f"{words}: {done.out}{done.err}")
        return done

    def wrong_use(self, *words, **more):
        """Exit 2, nothing on the standard output, the reason first and the usage after it. Returns the reason."""
        done = self.run_here(*words, **more)
        self.assertEqual(done.returncode, 2, f"{words}: {done.out}{done.err}")
        self.assertEqual(done.out, "")
        lines = done.err.splitlines()
        self.assertRegex(lines[0], "^kinedriver: ")
        self.assertRegex(lines[1], "^usage: kinedriver")
        self.assertRegex(lines[2], "--help' tells more")
        return lines[0]
