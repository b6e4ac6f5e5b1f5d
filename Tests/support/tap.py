"""Runs the unittest cases of a script and prints one TAP line a test: what every Python test of the project ends with.

    import tap
    ...
    if __name__ == "__main__":
        tap.main()

A script is called with --build DIR, the folder that the programs under test were built in; tap.build_dir() gives it.
"""
import argparse
import functools
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@functools.lru_cache(maxsize=None)
def _arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("tests", nargs="*", help="run only tests whose name contains one of these")
    return parser.parse_args()


def build_dir():
    return _arguments().build.resolve()


class _Result(unittest.TestResult):
    """Prints as it goes, so that a crash still shows how far the script came."""

    def __init__(self):
        super().__init__()
        self.broken_subtests = []

    def _line(self, ok, test, remark=""):
        print(f"{'ok' if ok else 'not ok'} {self.testsRun} - {test.id().split('.')[-1]}{remark}", flush=True)

    def _comment(self, text):
        print("".join(f"# {line}\n" for line in text.splitlines()), end="", flush=True)

    def addSuccess(self, test):
        self._line(True, test)

    def addSkip(self, test, reason):
        self._line(True, test, f" # SKIP {reason}")

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._line(False, test)
        self._comment(self._exc_info_to_string(err, test))

    def addError(self, test, err):
        super().addError(test, err)
        self._line(False, test)
        self._comment(self._exc_info_to_string(err, test))

    def addSubTest(self, test, subtest, err):
        if err is None:
            return
        super().addSubTest(test, subtest, err)
        if test not in self.broken_subtests:
            self.broken_subtests.append(test)
            self._line(False, test)
        self._comment(f"{subtest._subDescription()}\n{self._exc_info_to_string(err, test)}")


def _cases(suite):
    for item in suite:
        if isinstance(item, unittest.TestSuite):
            yield from _cases(item)
        else:
            yield item


def main():
    wanted = _arguments().tests
    suite = unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"])
    cases = [case for case in _cases(suite) if not wanted or any(part in case.id() for part in wanted)]
    print(f"1..{len(cases)}", flush=True)
    result = _Result()
    unittest.TestSuite(cases).run(result)
    sys.exit(0 if result.wasSuccessful() else 1)
