#!/usr/bin/env python3
"""What .ci/setup does on machines that lack packages: played with a PATH of stand-ins, nothing is installed."""
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import tap  # noqa: E402

REAL = ("sh", "env", "find", "grep", "head")
LOG = 'echo "$(basename "$0") $*" >>"$LOG"\n'


class Setup(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="kinedriver-setup-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.path = self.folder / "bin"
        self.path.mkdir()
        self.log = self.folder / "log"
        self.log.touch()
        for name in REAL:
            (self.path / name).symlink_to(shutil.which(name))
        self.tool("basename", f'exec {shutil.which("basename")} "$@"\n')

    def tool(self, name, script="exit 0\n"):
        (self.path / name).write_text(f"#!/bin/sh\n{script}")
        (self.path / name).chmod(0o755)

    def debian(self, installed, user):
        """A machine with the packages `installed` and every other one to be had."""
        known = " ".join(f"{name})" + ' echo "install ok installed";;' for name in installed)
        self.tool("dpkg-query", f'for last; do :; done\ncase "$last" in {known} *) exit 1;; esac\n')
        self.tool("apt-cache", 'echo "found"\n')
        self.tool("apt-get", LOG + 'echo "frontend $DEBIAN_FRONTEND" >>"$LOG"\n')
        self.tool("id", f"echo {user}\n")

    def setup(self, command):
        environment = {"PATH": str(self.path), "LOG": str(self.log)}
        return subprocess.run([self.path / "sh", tap.ROOT / ".ci/setup", command], capture_output=True, text=True,
                              env=environment, stdin=subprocess.DEVNULL, timeout=60)

    def test_missing_packages_are_named_and_installed_without_questions(self):
        self.debian(["cmake", "ninja-build", "pkg-config", "libxml2-dev"], 0)
        done = self.setup("build")
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertEqual("Installing missing packages: libjansson-dev libopenblas-dev\n", done.stdout)
        update, _, install, frontend = self.log.read_text().splitlines()
        self.assertIn("apt-get update", update)
        self.assertTrue(install.startswith("apt-get install -y") and install.endswith(" libjansson-dev libopenblas-dev"))
        self.assertEqual("frontend noninteractive", frontend)

    def test_others_than_root_install_through_sudo(self):
        self.debian([], 1000)
        self.tool("sudo", LOG + 'exec "$@"\n')
        self.assertEqual(0, self.setup("build").returncode)
        lines = self.log.read_text().splitlines()
        self.assertEqual(2, sum(line.startswith("sudo ") for line in lines))
        self.assertIn("frontend noninteractive", lines)

    def test_without_sudo_the_command_is_told(self):
        self.debian([], 1000)
        done = self.setup("build")
        self.assertEqual(1, done.returncode)
        self.assertIn("apt-get install cmake ninja-build", done.stderr)
        self.assertEqual("", self.log.read_text())

    def test_nothing_is_done_where_nothing_is_missing(self):
        self.debian(["cmake", "ninja-build", "pkg-config", "libxml2-dev", "libjansson-dev", "libopenblas-dev"], 1000)
        done = self.setup("build")
        self.assertEqual((0, "", ""), (done.returncode, done.stdout, done.stderr))
        self.assertEqual("", self.log.read_text())

    def test_a_machine_without_network_is_told(self):
        self.debian([], 0)
        self.tool("apt-get", "exit 100\n")
        done = self.setup("build")
        self.assertEqual(1, done.returncode)
        self.assertIn("network", done.stderr)

    def test_other_systems_are_told_what_is_missing(self):
        self.tool("cmake")
        self.tool("ninja")
        done = self.setup("build")
        self.assertEqual(1, done.returncode)
        self.assertIn("Not found: pkg-config libxml-2.0 jansson openblas.", done.stderr)
        self.tool("pkg-config", '[ "$2" != jansson ]\n')
        done = self.setup("build")
        self.assertEqual(1, done.returncode)
        self.assertIn("Not found: jansson.", done.stderr)
        self.assertIn("libjansson-dev", done.stderr)

    def test_other_systems_with_everything_go_on(self):
        for name in ("cmake", "ninja", "pkg-config", "python3", "c++", "clang", "xmllint", "clang-format", "cppcheck"):
            self.tool(name)
        for command in ("build", "demo", "test", "lint"):
            done = self.setup(command)
            self.assertEqual((0, "", ""), (done.returncode, done.stdout, done.stderr))

    def test_wrong_use_is_told(self):
        self.assertEqual(2, self.setup("").returncode)


if __name__ == "__main__":
    tap.main()
