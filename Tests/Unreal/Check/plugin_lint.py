#!/usr/bin/env python3
"""Consistency of the Unreal plug-in: descriptor, build rules, module names, export macros, includes, reflection markup.

    Tests/Unreal/Check/plugin_lint.py [ROOT]      one line for each problem; exit code 1 if there is one

Needs no engine. What only the engine's own header tool or compiler can tell is the work of unreal_check.py.
"""
import json
import re
import sys
from collections import defaultdict
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
import reflection  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent.parent.parent

DESCRIPTOR_KEYS = set("FileVersion Version VersionName FriendlyName Description Category CreatedBy CreatedByURL DocsURL "
                      "MarketplaceURL SupportURL CanContainContent IsBetaVersion Installed Modules EnabledByDefault".split())
MODULE_KEYS = {"Name", "Type", "LoadingPhase", "BlacklistTargets", "WhitelistTargets"}
# Types and phases that 4.22 knows and 4.27 still takes.
RUNTIME_TYPES = {"Runtime", "RuntimeNoCommandlet", "RuntimeAndProgram"}
EDITOR_TYPES = {"Editor", "EditorNoCommandlet"}
UNCOOKED_TYPES = {"Developer"}
PHASES = {"Default", "PreDefault", "PostDefault", "PostConfigInit", "PostEngineInit"}
GAMES = {"Game", "Client", "Server"}
# What must never come into a packaged game.
EDITOR_MODULES = set("UnrealEd AnimGraph BlueprintGraph Persona AnimationEditor AnimationBlueprintEditor SkeletalMeshEditor "
                     "SkeletonEditor AssetTools PropertyEditor EditorStyle AdvancedPreviewScene MessageLog KismetCompiler Kismet "
                     "ContentBrowser Slate SlateCore LibXml2 OpenBlas".split())
DEPENDENCY = re.compile(r"\b(Public|Private)(DependencyModuleNames|IncludePathModuleNames)\.(?:AddRange|Add)"
                        r"\s*\((.*?)\)\s*;", re.S)
AUTHORING = re.compile(r"libxml/|cblas|lapack|kinedriver/(compile|kdi|rig|scene|gltf|bvh)\.h")
VERSION = re.compile(r"\bENGINE_(MAJOR|MINOR)_VERSION\b|\bUE_VERSION|KINEDRIVER_ENGINE_AT_LEAST")
PRIVATE_NAME = re.compile(r"^\t(?:struct|class|enum class) (\w+)\b(?!;)|^\ttypedef .*?(\w+);"
                          r"|^\t(?!typedef)[\w:<>,*& ]+?[ *&](\w+)(?:\[\])?\s*(?:\(|=|\{|;)", re.M)
ANONYMOUS = re.compile(r"^namespace\n\{\n(.*?)^\}", re.M | re.S)


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.S)


class Lint:
    def __init__(self, root):
        self.root = Path(root)
        self.source = self.root / "Source"
        self.problems = []
        self.modules = {}  # name -> entry of the descriptor
        self.rules = {path.name[:-len(".Build.cs")]: path for path in sorted(self.source.rglob("*.Build.cs"))}

    def complain(self, path, text, line=None):
        where = Path(path).relative_to(self.root)
        self.problems.append(f"{where}:{line}: {text}" if line else f"{where}: {text}")

    def run(self):
        self.check_descriptor()
        for name, path in self.rules.items():
            self.check_rules(name, path)
        for name in self.modules:
            if name in self.rules:
                self.check_module(name, self.rules[name].parent)
        return self.problems

    def is_external(self, name):
        return "ModuleType.External" in self.rules[name].read_text(encoding="utf-8")

    # ---- KineDriver.uplugin

    def check_descriptor(self):
        found = sorted(self.root.glob("*.uplugin"))
        if len(found) != 1:
            self.problems.append(f"{len(found)} descriptors at the root; there must be one")
            return
        path = found[0]
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            self.complain(path, f"no JSON: {error}")
            return
        for key in sorted(set(data) - DESCRIPTOR_KEYS):
            self.complain(path, f"the key {key} is not known to all engine versions")
        if data.get("FileVersion") != 3:
            self.complain(path, "FileVersion must be 3")
        for entry in data.get("Modules", []):
            self.check_entry(path, entry)
        for name in sorted(set(self.rules) - set(self.modules)):
            if not self.is_external(name):
                self.complain(path, f"the module {name} is not listed")

    def check_entry(self, path, entry):
        name = entry.get("Name", "")
        if name in self.modules:
            self.complain(path, f"the module {name} is listed twice")
        self.modules[name] = entry
        if name not in self.rules or self.rules[name].parent != self.source / name:
            self.complain(path, f"there is no Source/{name}/{name}.Build.cs")
        for key in sorted(set(entry) - MODULE_KEYS):
            self.complain(path, f"{name}: the key {key} is not known to all engine versions, or restricts the module")
        if entry.get("LoadingPhase") not in PHASES:
            known = ", ".join(sorted(PHASES))
            self.complain(path, f"{name}: the loading phase {entry.get('LoadingPhase')} is not one of {known}")
        kind = entry.get("Type")
        if kind in RUNTIME_TYPES:
            if {"BlacklistTargets", "WhitelistTargets"} & set(entry):
                self.complain(path, f"{name}: a runtime module must not be restricted")
        elif kind in UNCOOKED_TYPES:
            if set(entry.get("BlacklistTargets", [])) != GAMES:
                self.complain(path, f"{name}: a {kind} module would be built into games; "
                                    f"BlacklistTargets must be {', '.join(sorted(GAMES))}")
            if entry.get("LoadingPhase") != "PreDefault":
                self.complain(path, f"{name}: graph nodes must be loaded before animation Blueprints, in PreDefault")
        elif kind not in EDITOR_TYPES:
            self.complain(path, f"{name}: the type {kind} does not exist in all engine versions")

    def is_runtime(self, name):
        return self.modules.get(name, {}).get("Type") in RUNTIME_TYPES

    # ---- *.Build.cs

    def check_rules(self, name, path):
        text = without_comments(path.read_text(encoding="utf-8"))
        if path.parent.name != name:
            self.complain(path, f"the folder of the module must be {name}")
        if not re.search(rf"\bpublic class {name} : ModuleRules\b", text):
            self.complain(path, f"no public class {name} : ModuleRules")
        if not re.search(rf"\bpublic {name}\(ReadOnlyTargetRules Target\) : base\(Target\)", text):
            self.complain(path, f"no constructor {name}(ReadOnlyTargetRules Target)")
        for opening, closing in ("{}", "()", "[]"):
            if text.count(opening) != text.count(closing):
                self.complain(path, f"{opening} and {closing} do not match")
        if self.is_external(name):
            if not path.parent.is_relative_to(self.source / "ThirdParty"):
                self.complain(path, "an external module belongs into Source/ThirdParty")
            if "if (Target.Type != TargetType.Editor)" not in text:
                self.complain(path, "does not refuse targets that are no editor")
            return
        if "bEnforceIWYU = true" not in text:
            self.complain(path, "does not enforce that every file includes what it uses")
        names = [x for m in DEPENDENCY.finditer(text) for x in re.findall(r'"(\w+)"', m.group(3))]
        for twice in sorted({x for x in names if names.count(x) > 1}):
            self.complain(path, f"{twice} is listed twice")
        if name in names:
            self.complain(path, "depends on itself")
        if self.is_runtime(name):
            for bad in sorted(set(names) & (EDITOR_MODULES | {x for x in self.modules if not self.is_runtime(x)})):
                self.complain(path, f"{bad} would come into packaged games")

    # ---- sources

    def check_module(self, name, folder):
        headers, sources = sorted(folder.rglob("*.h")), sorted(folder.rglob("*.cpp"))
        implemented = []
        for path in headers + sources:
            text = path.read_text(encoding="utf-8")
            implemented += re.findall(r"\bIMPLEMENT_(?:PRIMARY_GAME_|GAME_)?MODULE\([^,]+,\s*(\w+)", text)
            self.check_file(name, folder, path, text)
        if implemented != [name]:
            self.complain(folder, f"must hold IMPLEMENT_MODULE(..., {name}) once, has {implemented}")
        self.check_unity(sources)
        for problem in reflection.check(headers, name, reflection.own_tables()):
            self.problems.append(problem.replace(f"{self.root}/", "", 1))

    def check_file(self, name, folder, path, text):
        code = without_comments(text)
        if not text.startswith("// "):
            self.complain(path, "no comment at the head that says what the file is", 1)
        for number, line in enumerate(text.splitlines(), 1):
            if line != line.rstrip() or re.match(r" (?!\*)", line):
                self.complain(path, "blanks at the end, or for indentation (which is by tabs)", number)
        for macro in sorted(set(re.findall(r"\b([A-Z]+)_API\b", code))):
            if macro != name.upper():
                self.complain(path, f"{macro}_API is not the macro of this module")
        if path.name != "KineDriverCompat.h" and VERSION.search(code):
            self.complain(path, "asks for the engine's version; only KineDriverCompat.h does")
        if code.count("#define LOCTEXT_NAMESPACE") != code.count("#undef LOCTEXT_NAMESPACE"):
            self.complain(path, "LOCTEXT_NAMESPACE is not undefined at the end")
        self.check_includes(name, folder, path, code)

    def check_includes(self, name, folder, path, code):
        includes = reflection.INCLUDE.findall(code)
        public = folder / "Public" in path.parents
        for include in includes:
            if public and (include.startswith("kinedriver/") or self.is_private(folder, include)):
                self.complain(path, f"a public header must not include {include}, which is private")
            if self.is_runtime(name) and AUTHORING.match(include):
                self.complain(path, f"{include} is of the authoring half, which games do not contain")
        own = [x for x in folder.rglob(path.stem + ".h")] if path.suffix == ".cpp" else []
        if own and (not includes or Path(includes[0]).name != own[0].name):
            self.complain(path, f"must include {own[0].name} first, so that the header is known to stand alone")

    @staticmethod
    def is_private(folder, include):
        return (folder / "Private" / include).exists() and not (folder / "Public" / include).exists()

    def check_unity(self, sources):
        """The engine's build tool puts many sources into one: what is private to a file must have a name of its own."""
        places, texts = defaultdict(set), defaultdict(set)
        for path in sources:
            text = path.read_text(encoding="utf-8")
            for body in ANONYMOUS.findall(text):
                for found in PRIVATE_NAME.findall(body):
                    places[next(x for x in found if x)].add(path)
            for found in re.findall(r"^static [\w:<>,*& ]+?[ *&](\w+)\s*[(=]", text, re.M):
                places[found].add(path)
            for key, shown in re.findall(r'\bLOCTEXT\("([^"]+)",\s*"((?:\\.|[^"\\])*)"\)', text):
                texts[key].add((shown, path))
        for name, where in sorted(places.items()):
            if len(where) > 1:
                self.complain(sorted(where)[0], f"{name} is also private to {sorted(where)[1].name}: they meet in a unity build")
        for key, shown in sorted(texts.items()):
            if len({text for text, _ in shown}) > 1:
                self.complain(sorted(path for _, path in shown)[0], f"LOCTEXT key {key} stands for two texts")


def main():
    problems = Lint(sys.argv[1] if len(sys.argv) > 1 else ROOT).run()
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
