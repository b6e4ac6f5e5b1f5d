"""Runs unittest cases and prints TAP, the form that Tests/run.py counts.

    import tap                      # after putting Tests/support on sys.path
    class Command(unittest.TestCase): ...
    if __name__ == "__main__":
        tap.main()

tap.BUILD is the folder given by --build, tap.ROOT the project's root.
"""
import argparse
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BUILD = ROOT / "build"


class TapResult(unittest.TestResult):
    def __init__(self, names):
        super().__init__()
        self.names = names
        self.number = 0

    def line(self, good, test, suffix="", detail=""):
        self.number += 1
        name = self.names(test)
        print(f"{'ok' if good else 'not ok'} {self.number} - {name}{suffix}")
        for text in detail.splitlines():
            print(f"# {text}")
        sys.stdout.flush()

    def addSuccess(self, test):
        self.line(True, test)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.line(False, test, detail=self.failures[-1][1])

    def addError(self, test, err):
        super().addError(test, err)
        self.line(False, test, detail=self.errors[-1][1])

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.line(True, test, f" # SKIP {reason}")

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self.line(False, subtest, detail=self._exc_info_to_string(err, test))


def test_name(test):
    if hasattr(test, "test_case"):  # a subtest
        return f"{test_name(test.test_case)} {test._subDescription()}"
    name = getattr(test, "_testMethodName", None)
    return name.removeprefix("test_") if name else str(test)


def main():
    global BUILD
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=Path, default=BUILD, help="the build folder that holds the program")
    parser.add_argument("tests", nargs="*", help="only tests whose name contains one of these")
    arguments = parser.parse_args()
    BUILD = arguments.build.resolve()
    suite = unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"])
    tests = [test for case in suite for test in case
             if not arguments.tests or any(part in test_name(test) for part in arguments.tests)]
    print(f"1..{len(tests)}")
    result = TapResult(test_name)
    unittest.TestSuite(tests).run(result)
    sys.exit(0 if result.wasSuccessful() else 1)
