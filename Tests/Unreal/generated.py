"""Writes stand-ins of the generated headers of our modules, for compiling them without an engine.

    Tests/Unreal/generated.py FOLDER        one folder for each module below it
    generated.write(folder, version=422)    the same from another script
"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "Check"))
import standins  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent.parent
MODULES = ["KineDriverRt", "KineDriverEd"]


def write(folder, version=422):
    modules = {name: str(ROOT / "Source" / name) for name in MODULES}
    standins.generate(modules, str(folder), version)
    return [Path(folder) / name for name in MODULES]


if __name__ == "__main__":
    write(sys.argv[1])
