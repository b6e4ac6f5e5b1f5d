#!/usr/bin/env python3
"""The check against real engine headers, as far as it can be tested without an engine: what it says when there is none,
how it reads the header tool's lists, and that it tells exported symbols from others."""
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent / "Check"))
import exports  # noqa: E402
import reflection  # noqa: E402
import tap  # noqa: E402

PROGRAM = tap.ROOT / "Tests" / "Unreal" / "Check" / "unreal_check.py"
HEADER = """// A header.
#pragma once

#include "CoreMinimal.h"
#include "Thing.generated.h"

/** A thing. */
UCLASS(BlueprintType, placeable)
class THINGS_API UThing : public UObject
{
\tGENERATED_BODY()

public:
\t/** Its size. */
\tUPROPERTY(EditAnywhere, Category = "Thing")
\tfloat Size;

\t/** What it is made of. */
\tUPROPERTY(EditAnywhere, Category = "Thing")
\tUStuff* Stuff;
};
"""
# In the form of the header tool's sources, with words of our own choice.
LISTS = {
    "BaseParser.cpp": 'Dictionary.Add(TEXT("Category"), 1); Dictionary.Add(TEXT("BlueprintType"), 0);',
    "ClassDeclarationMetaData.cpp": 'if (Specifier == TEXT("placeable")) {}',
    "Specifiers/VariableSpecifiers.def": "// comment\nVARIABLE_SPECIFIER(EditAnywhere)\n",
    "Specifiers/FunctionSpecifiers.def": "FUNCTION_SPECIFIER(BlueprintCallable)\n",
}
USES_BOTH = """
struct __attribute__((visibility("default"))) FExported { void Call(); };
struct FKeptBack { void Call(); };
struct FPartly { void Call(); __attribute__((visibility("default"))) void Open(); };
void Local();
void Use(FExported &a, FKeptBack &b, FPartly &c) { a.Call(); b.Call(); c.Open(); Local(); }
"""


class UnrealCheck(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="unreal-check-test-"))

    def tearDown(self):
        shutil.rmtree(self.folder)

    def run_program(self, *arguments):
        return subprocess.run([sys.executable, str(PROGRAM), *arguments], capture_output=True, text=True)

    def tables(self, lists, types):
        folder = self.folder / "Source" / "Programs" / "UnrealHeaderTool" / "Private"
        for name, text in lists.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
        return reflection.engine_tables(self.folder / "Source", types)

    def problems(self, tables):
        path = self.folder / "Thing.h"
        path.write_text(HEADER, encoding="utf-8")
        return "\n".join(reflection.check([path], "Things", tables))

    def test_without_an_engine_it_is_skipped_with_one_line(self):
        done = self.run_program()
        self.assertEqual(0, done.returncode)
        self.assertEqual(1, len(done.stdout.splitlines()))
        self.assertTrue(done.stdout.startswith("skipped: no engine"))

    def test_a_folder_that_is_no_engine_is_an_error(self):
        done = self.run_program("--engine", str(self.folder))
        self.assertEqual((2, ""), (done.returncode, done.stdout))
        self.assertIn("no engine source tree", done.stderr)

    def test_a_tree_without_the_header_tool_has_no_lists(self):
        self.assertIsNone(reflection.engine_tables(self.folder, []))

    def test_markup_that_the_lists_know_is_good(self):
        self.assertEqual("", self.problems(self.tables(LISTS, ["UStuff"])))

    def test_specifiers_that_the_lists_do_not_know_are_found(self):
        fewer = dict(LISTS, **{"Specifiers/VariableSpecifiers.def": "VARIABLE_SPECIFIER(Transient)\n"})
        found = self.problems(self.tables(fewer, ["UStuff"]))
        self.assertEqual(2, found.count("has the specifier editanywhere"))

    def test_types_that_no_module_in_reach_declares_are_found(self):
        self.assertIn("Thing.h:19: UStuff is no reflected class", self.problems(self.tables(LISTS, [])))

    @unittest.skipUnless(shutil.which("clang++"), "clang++ is not installed")
    def test_symbols_that_are_not_exported_are_found(self):
        source, other = self.folder / "use.cpp", self.folder / "local.cpp"
        source.write_text(USES_BOTH, encoding="utf-8")
        other.write_text("void Local() {}\n", encoding="utf-8")
        objects = []
        for path in (source, other):
            objects.append(str(path.with_suffix(".o")))
            command = ["clang++", "-fsyntax-only", "-fPIC", str(path)]
            subprocess.run(exports.object_command(command, objects[-1]), check=True)
        self.assertEqual({"FKeptBack::Call()": [objects[0]]}, exports.unexported(objects))


if __name__ == "__main__":
    tap.main()
