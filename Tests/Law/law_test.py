#!/usr/bin/env python3
"""The laws of the source tree: which folder may include which, what files look like, that versions agree."""
import json
import re
import subprocess
import sys
import unittest
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import tap  # noqa: E402

ROOT = tap.ROOT
CORE = ROOT / "Core"

# The flow of data: a folder may include itself and what stands before it in its row's list.
RUNTIME = ["base", "math", "program", "eval", "motion"]
AUTHOR = ["text", "model", "io", "compile", "align"]
MAY_INCLUDE = {
    "base": [],
    "math": ["base"],
    "text": ["base"],
    "model": ["base", "math", "text"],
    "io": ["base", "math", "text", "model"],
    "program": ["base", "math"],
    "eval": ["base", "math", "program"],
    "motion": ["base", "math", "program"],
    "compile": ["base", "math", "program", "text", "model"],
    "align": ["base", "math", "motion", "text", "model", "io", "compile"],
}
RUNTIME_SYSTEM_HEADERS = {"stddef.h", "stdint.h", "stdbool.h", "string.h", "float.h", "limits.h", "stdlib.h",
                          "xmmintrin.h", "emmintrin.h", "immintrin.h", "arm_neon.h", "wasm_simd128.h", "intrin.h"}
TOP_LEVEL = {"CHANGELOG.md", "CMakeLists.txt", "CMakePresets.json", "Content", "Core", "KineDriver.uplugin", "LICENSE",
             "Makefile", "README.md", "Resources", "Source", "Tests"}
LONGEST_LINE = 120
LONGEST_FILE = 700
LONGEST_FUNCTION = 60


def tracked(*patterns):
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", *patterns], cwd=ROOT, capture_output=True,
                            text=True, check=True).stdout
    return [ROOT / line for line in listed.splitlines() if (ROOT / line).exists()]


def includes(path):
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = re.match(r'\s*#\s*include\s*([<"])([^>"]+)[>"]', line)
        if match:
            yield number, match.group(1), match.group(2)


def public_headers():
    return sorted((CORE / "include" / "kinedriver").glob("*.h"))


class Law(unittest.TestCase):
    def assertNone(self, problems):
        self.assertEqual([], problems, "\n" + "\n".join(problems))

    def test_includes_point_to_earlier_folders_only(self):
        problems = []
        for path in sorted((CORE / "src").rglob("*.[ch]")):
            folder = path.relative_to(CORE / "src").parts[0]
            allowed = MAY_INCLUDE.get(folder)
            if allowed is None:
                problems.append(f"{path}: folder '{folder}' is not in the table of the include law")
                continue
            for number, kind, name in includes(path):
                first = name.split("/")[0]
                if kind == '"' and first not in ("kinedriver", folder, *allowed):
                    problems.append(f"{path}:{number}: {folder} must not include {name}")
        self.assertNone(problems)

    def test_runtime_includes_no_library(self):
        problems = []
        for folder in RUNTIME:
            for path in sorted((CORE / "src" / folder).glob("*.[ch]")):
                for number, kind, name in includes(path):
                    if kind == "<" and name not in RUNTIME_SYSTEM_HEADERS:
                        problems.append(f"{path}:{number}: the runtime half must not include <{name}>")
        self.assertNone(problems)

    def test_command_line_sees_public_headers_only(self):
        problems = []
        for path in sorted((CORE / "cli").glob("*.[ch]")):
            for number, kind, name in includes(path):
                if kind == '"' and not (name.startswith("kinedriver/") or (CORE / "cli" / name).exists()):
                    problems.append(f"{path}:{number}: {name} is not a public header")
        self.assertNone(problems)

    def test_public_headers_compile_alone_as_c_and_cpp(self):
        problems = []
        for header in public_headers():
            for language, standard in (("c", "c99"), ("c", "c11"), ("c++", "c++14")):
                source = f'#include "kinedriver/{header.name}"\ntypedef int not_an_empty_unit;\n'
                command = ["cc", f"-x{language}", f"-std={standard}", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
                done = subprocess.run([*command, "-fsyntax-only", f"-I{CORE / 'include'}", "-"], input=source,
                                      capture_output=True, text=True)
                if done.returncode:
                    problems.append(f"{header.name} as {standard}: {done.stderr[:500]}")
        self.assertNone(problems)

    def test_every_file_begins_with_what_it_is(self):
        problems = []
        for path in tracked("Core/*.c", "Core/*.h", "Tests/*.c", "Tests/*.h"):
            if not path.read_text(encoding="utf-8").startswith("/*"):
                problems.append(f"{path}: no comment at the head")
        self.assertNone(problems)

    def test_lines_and_files_keep_their_length(self):
        problems = []
        for path in tracked("Core/*.[ch]", "Tests/*.[ch]", "Tests/*.py", "Content/*.py"):
            lines = path.read_text(encoding="utf-8").splitlines()
            if len(lines) > LONGEST_FILE:
                problems.append(f"{path}: {len(lines)} lines, more than {LONGEST_FILE}")
            for number, line in enumerate(lines, 1):
                if len(line) > LONGEST_LINE + 10 or "\t" in line or line != line.rstrip():
                    problems.append(f"{path}:{number}: too long, a tab, or blanks at the end")
        self.assertNone(problems)

    def test_functions_keep_their_length(self):
        problems = []
        for path in tracked("Core/*.c"):
            start = None
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if line == "{":
                    start = number
                elif line == "}" and start:
                    if number - start > LONGEST_FUNCTION:
                        problems.append(f"{path}:{start}: a function of {number - start} lines")
                    start = None
        self.assertNone(problems)

    def test_static_functions_have_names_of_their_own(self):
        places = defaultdict(set)
        for path in sorted(CORE.rglob("*.c")):
            for name in re.findall(r"^static [\w \*]*?\b(\w+)\(", path.read_text(encoding="utf-8"), re.MULTILINE):
                places[name].add(str(path.relative_to(ROOT)))
        self.assertNone([f"{name}: in {', '.join(sorted(where))}" for name, where in places.items() if len(where) > 1])

    def test_exported_functions_carry_the_prefix(self):
        problems = []
        for path in public_headers():
            text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
            text = re.sub(r"#.*(\\\n.*)*", "", text)
            for name in re.findall(r"^[\w\s\*]+?\b(\w+)\([^;{]*\);", text, re.MULTILINE):
                if not name.startswith("kd_") and name not in ("defined",):
                    problems.append(f"{path.name}: {name}")
        self.assertNone(problems)

    def test_nothing_unfinished_and_no_machine_paths(self):
        words = re.compile(r"\b(TODO|FIXME|XXX|not implemented)\b", re.IGNORECASE)
        paths = re.compile(r"[\"' (]/(work|root|home)/[a-z]")
        problems = []
        for path in tracked("Core", "Source", "Content", "Resources", "Tests", "README.md", "Makefile", "CMakeLists.txt"):
            if path == Path(__file__).resolve() or path.suffix in (".png", ".glb", ".kdp"):
                continue
            try:
                text = path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue
            for number, line in enumerate(text.splitlines(), 1):
                if words.search(line) or paths.search(line):
                    problems.append(f"{path}:{number}: {line.strip()[:100]}")
        self.assertNone(problems)

    def test_top_level_holds_only_what_the_layout_has(self):
        found = {path.relative_to(ROOT).parts[0] for path in tracked() if not path.relative_to(ROOT).parts[0].startswith(".")}
        self.assertEqual(set(), found - TOP_LEVEL)

    def test_version_is_the_same_everywhere(self):
        header = (CORE / "include" / "kinedriver" / "version.h").read_text(encoding="utf-8")
        numbers = [re.search(rf"KD_VERSION_{part} (\d+)", header).group(1) for part in ("MAJOR", "MINOR", "PATCH")]
        version = re.search(r'KD_VERSION_TEXT\s+"([^"]+)"', header).group(1)
        self.assertEqual(version, ".".join(numbers))
        plugin = json.loads((ROOT / "KineDriver.uplugin").read_text(encoding="utf-8"))
        self.assertEqual(version, plugin["VersionName"])
        changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
        released = re.search(r"^## (\d+\.\d+\.\d+)", changes, re.MULTILINE)
        self.assertTrue("## Unreleased" in changes)
        self.assertEqual(version, released.group(1))

    def test_readme_names_commands_that_exist(self):
        readme = (ROOT / "README.md").read_text(encoding="utf-8")
        targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
        code = "\n".join(re.findall(r"`[^`]+`|^    .+$", readme, re.MULTILINE))
        used = set(re.findall(r"\bmake ([a-z]+(?:-[a-z]+)*)\b", code))
        self.assertTrue({"demo", "test"} <= used)
        self.assertEqual(set(), used - targets)

    def test_links_in_documents_lead_somewhere(self):
        problems = []
        for path in tracked("*.md"):
            for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
                if not (path.parent / target).exists():
                    problems.append(f"{path}: {target}")
        self.assertNone(problems)


if __name__ == "__main__":
    tap.main()
