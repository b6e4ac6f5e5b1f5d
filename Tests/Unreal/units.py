#!/usr/bin/env python3
"""The C units of the Unreal modules: the engine's build tool compiles only files inside a module's folder, so for each
file of Core that a module needs there is a unit of one include.

    Tests/Unreal/units.py            says which units are missing, stale or left over
    Tests/Unreal/units.py --write    writes and removes them
"""
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
CORE = ROOT / "Core" / "src"
RUNTIME = ["base", "math", "program", "eval"]
# Of the authoring half what reads, checks, compiles and writes rigs; no other formats, no files of the operating system.
AUTHOR_FOLDERS = ["text", "model", "compile"]
AUTHOR_FILES = ["io/kdi_guard.c", "io/kdi_read.c", "io/kdi_read_item.c", "io/kdi_read_xml.c", "io/kdi_write.c", "io/read_desc.c",
                "io/xml_out.c", "io/xml_scan.c"]
LEFT_OUT = {"text/build_info.c", "compile/rbf_plot.c", "compile/rbf_plot_field.c", "compile/svg.c",
            "compile/rbf_reduce.c", "compile/bake.c", "compile/program_list.c", "model/rig_attach.c", "model/scene_motion.c",
            "model/skin_at.c"}
# Wider vectors need compiler options for single files, which the engine's build tool does not have.
LEFT_OUT |= {"eval/kernels_avx2.c", "eval/rbf_kernels_avx2.c"}


def core_files(folders):
    files = [path.relative_to(CORE).as_posix() for folder in folders for path in sorted((CORE / folder).glob("*.c"))]
    return [name for name in files if name not in LEFT_OUT]


def wanted():
    """Path of each unit and its text."""
    modules = {"KineDriverRt": core_files(RUNTIME),
               "KineDriverEd": core_files(RUNTIME) + core_files(AUTHOR_FOLDERS) + AUTHOR_FILES}
    units = {}
    for module, files in modules.items():
        for name in files:
            unit = ROOT / "Source" / module / "Private" / "Core" / f"Core_{name.replace('/', '_')}"
            units[unit] = f'/* A file of the engine-neutral core, compiled as part of this module. */\n#include "{name}"\n'
    return units


def wrong():
    """Units that are missing, stale or left over."""
    units = wanted()
    present = {path for module in ("KineDriverRt", "KineDriverEd")
               for path in (ROOT / "Source" / module / "Private" / "Core").glob("*.c")}
    return sorted(present - set(units)) + [path for path, text in units.items()
                                           if not path.exists() or path.read_text(encoding="utf-8") != text]


def main():
    units, found = wanted(), wrong()
    if "--write" in sys.argv[1:]:
        for path in found:
            if path in units:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(units[path], encoding="utf-8")
            else:
                path.unlink()
        found = []
    for path in found:
        print(f"{path.relative_to(ROOT)}: missing, stale or left over; run Tests/Unreal/units.py --write")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
