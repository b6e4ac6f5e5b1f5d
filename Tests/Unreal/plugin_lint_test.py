#!/usr/bin/env python3
"""The lint of the Unreal plug-in: this tree is clean, and each planted fault is found, named and placed."""
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent / "Check"))
import plugin_lint  # noqa: E402
import tap  # noqa: E402

RT, ED = "Source/KineDriverRt/", "Source/KineDriverEd/"
COMPONENT, ASSET = RT + "Public/KineDriverComponent.h", RT + "Public/KineDriverAsset.h"
TYPES, LIBRARY = RT + "Public/KineDriverTypes.h", RT + "Public/KineDriverLibrary.h"
GRAPH_NODE, FACTORY = ED + "Public/AnimGraphNode_KineDriver.h", ED + "Private/KineDriverFactory.cpp"
RT_RULES, ED_RULES = RT + "KineDriverRt.Build.cs", ED + "KineDriverEd.Build.cs"

# (file, what is there, what is put in its place, words of the complaint)
DESCRIPTOR_FAULTS = [
    ("KineDriver.uplugin", '"Name": "KineDriverEd"', '"Name": "KineDriverEdit"', ["KineDriverEdit.Build.cs"]),
    ("KineDriver.uplugin", '"Type": "Developer"', '"Type": "UncookedOnly"', ["UncookedOnly does not exist in all"]),
    ("KineDriver.uplugin", '"Type": "Developer"', '"Type": "Runtime"', ["must not be restricted"]),
    ("KineDriver.uplugin", '"Server"\n', '"Program"\n', ["would be built into games"]),
    ("KineDriver.uplugin", '"LoadingPhase": "PreDefault"', '"LoadingPhase": "Early"', ["loading phase Early"]),
    ("KineDriver.uplugin", '"FileVersion": 3', '"FileVersion": 4', ["FileVersion"]),
    ("KineDriver.uplugin", '"Version": 1,', '"Version": 1', ["no JSON"]),
    ("KineDriver.uplugin", '"Installed"', '"PlatformAllowList"', ["PlatformAllowList"]),
]
RULES_FAULTS = [
    (RT_RULES, "public class KineDriverRt ", "public class KineDriverRuntime ", ["no public class KineDriverRt"]),
    (RT_RULES, "ReadOnlyTargetRules", "TargetInfo", ["no constructor"]),
    (RT_RULES, '"AnimGraphRuntime",', '"AnimGraphRuntime",\n\t\t\t"UnrealEd",', ["UnrealEd would come into packaged games"]),
    (RT_RULES, '"AnimGraphRuntime",', '"AnimGraphRuntime",\n\t\t\t"LibXml2",', ["LibXml2 would come into packaged games"]),
    (RT_RULES, '"AnimGraphRuntime",', '"AnimGraphRuntime",\n\t\t\t"KineDriverEd",',
     ["KineDriverEd would come into packaged games"]),
    (ED_RULES, '"Json",', '"Json",\n\t\t\t"Json",', ["Json is listed twice"]),
    (ED_RULES, "bEnforceIWYU = true;", "", ["includes what it uses"]),
    (ED_RULES, "});\n\t}", "});\n\t", ["do not match"]),
    ("Source/ThirdParty/OpenBlas/OpenBlas.Build.cs", "Target.Type != TargetType.Editor", "false", ["does not refuse targets"]),
    ("Source/ThirdParty/LibXml2/LibXml2.Build.cs", "class LibXml2 ", "class LibXml ", ["no public class LibXml2"]),
]
SOURCE_FAULTS = [
    (ED + "Private/Editor/KineDriverEdModule.cpp", "KineDriverEdModule, KineDriverEd)", "KineDriverEdModule, KineDriver)",
     ["IMPLEMENT_MODULE"]),
    (GRAPH_NODE, "KINEDRIVERED_API", "KINEDRIVERRT_API",
     ["KINEDRIVERRT_API is not the macro", "does not carry KINEDRIVERED_API"]),
    (FACTORY, "#include \"KineDriverFactory.h\"\n#include \"Editor.h\"",
     "#include \"Editor.h\"\n#include \"KineDriverFactory.h\"", ["KineDriverFactory.h first"]),
    (FACTORY, "\n\nbool UKineDriverFactory::CanReimport",
     "\n#if ENGINE_MINOR_VERSION > 22\n#endif\n\nbool UKineDriverFactory::CanReimport",
     ["only KineDriverCompat.h does"]),
    (ED + "Private/AssetTypeActions_KineDriver.cpp", "#undef LOCTEXT_NAMESPACE", "", ["not undefined"]),
    (ED + "Private/AssetTypeActions_KineDriver.cpp", 'LOCTEXT("AssetName", ', 'LOCTEXT("NodeTitle", ',
     ["NodeTitle stands for two texts"]),
    (ED + "Private/KineDriverRigCompiler.cpp", "double GetCentimetres(",
     "FText GetTooltip()\n\t{\n\t\treturn FText();\n\t}\n\n\tdouble GetCentimetres(",
     ["GetTooltip is also private to"]),
    (ASSET, '#include "KineDriverProgram.h"', '#include "KineDriverProgram.h"\n#include "kinedriver/program.h"',
     ["must not include kinedriver/program.h"]),
    (RT + "Private/KineDriverRunner.cpp", '#include "kinedriver/math.h"', '#include "kinedriver/compile.h"', ["authoring half"]),
    (TYPES, "\t/** A group of nodes. */", "    /** A group of nodes. */", ["indentation"]),
    (TYPES, "// The settings", "/* The settings */\n", ["no comment at the head"]),
]
MARKUP_FAULTS = [
    (ASSET, '#include "KineDriverAsset.generated.h"', "", ["must include KineDriverAsset.generated.h"]),
    (ASSET, '#include "KineDriverAsset.generated.h"',
     '#include "KineDriverAsset.generated.h"\n#include "KineDriverBridge.h"', ["last include"]),
    (TYPES, "#pragma once", "", ["no #pragma once"]),
    (TYPES, "\tGENERATED_BODY()\n\n\t/** The rig that is evaluated. */", "\t/** The rig that is evaluated. */",
     ["GENERATED_BODY"]),
    (TYPES, "EKineDriverPart : uint8", "EKineDriverPart : int32", ["EKineDriverPart is for Blueprints"]),
    (TYPES, "\t/** A group of nodes. */\n", "", ["EKineDriverPart::Group has no comment"]),
    (TYPES, "\t/** The rig that is evaluated. */\n", "", ["FKineDriverRigEntry::Rig has no comment"]),
    (TYPES, 'EditAnywhere, BlueprintReadWrite, Category = "KineDriver")\n\tUKineDriverAsset* Rig',
     "EditAnywhere, BlueprintReadWrite)\n\tUKineDriverAsset* Rig",
     ["FKineDriverRigEntry::Rig has no Category"]),
    (TYPES, "EditAnywhere, BlueprintReadWrite, Category", "EditEverywhere, BlueprintReadWrite, Category", ["editeverywhere"]),
    (TYPES, "EditAnywhere, BlueprintReadWrite, Category", "EditAnywhere, VisibleAnywhere, Category", ["exclude each other"]),
    (TYPES, "int32 LODThreshold", "uint32 LODThreshold", ["Blueprints know no uint32"]),
    (TYPES, "UKineDriverAsset* Rig", "TSharedPtr<UKineDriverAsset> Rig", ["cannot be reflected"]),
    (TYPES, "UKineDriverAsset* Rig", "FKineDriverInputValue* Rig", ["only pointers to objects"]),
    (TYPES, "struct KINEDRIVERRT_API FKineDriverRigEntry", "struct FKineDriverRigEntry", ["does not carry KINEDRIVERRT_API"]),
    (TYPES, "struct KINEDRIVERRT_API FKineDriverRigEntry", "struct KINEDRIVERRT_API KineDriverRigEntry", ["must begin with F"]),
    (COMPONENT, "\tTArray<FKineDriverRigEntry> Rigs;", "\tTArray<TArray<FKineDriverRigEntry>> Rigs;",
     ["containers in containers"]),
    (COMPONENT, "\tvoid ClearInput(FName Name);", "\tvoid SetInput(FName Name);", ["UKineDriverComponent has SetInput twice"]),
    (COMPONENT, "\tUPROPERTY(Transient)\n\tUSkeletalMeshComponent* Mesh;",
     '\t/** x */\n\tUPROPERTY(Transient, BlueprintReadOnly, Category = "KineDriver")\n\tUSkeletalMeshComponent* Mesh;',
     ["is private, but open"]),
    (LIBRARY, "static void SetKineDriverInput(USkeletalMeshComponent* Mesh, FName Name, float Value)",
     "static void SetKineDriverInput(USkeletalMeshComponent* Mesh, FName Name, double Value)", ["Blueprints know no double"]),
    (ASSET, "#if WITH_EDITORONLY_DATA\n\t/** Where", "#if WITH_SOMETHING\n\t/** Where", ["stands in an #if other than"]),
    (RT + "Public/KineDriverSystem.h", "class KINEDRIVERRT_API IKineDriverSystem", "class IKineDriverSystem",
     ["no class IKineDriverSystem"]),
]


class PluginLint(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="plugin-lint-"))
        shutil.copy(tap.ROOT / "KineDriver.uplugin", cls.folder)
        shutil.copytree(tap.ROOT / "Source", cls.folder / "Source", ignore=shutil.ignore_patterns("Core_*.c"))

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def plant(self, faults):
        for name, old, new, words in faults:
            path = self.folder / name
            text = path.read_text(encoding="utf-8")
            self.assertIn(old, text, f"{name} no longer holds what the test changes")
            path.write_text(text.replace(old, new, 1), encoding="utf-8")
            try:
                found = "\n".join(plugin_lint.Lint(self.folder).run())
            finally:
                path.write_text(text, encoding="utf-8")
            for word in words:
                self.assertIn(word, found, f"{name}: {old!r} -> {new!r} was not found")

    def test_this_tree_is_clean(self):
        self.assertEqual([], plugin_lint.Lint(tap.ROOT).run())

    def test_c_units_are_those_of_the_core(self):
        done = subprocess.run([sys.executable, str(tap.ROOT / "Tests/Unreal/units.py")], capture_output=True, text=True)
        self.assertEqual((0, ""), (done.returncode, done.stdout))

    def test_faults_of_the_descriptor_are_found(self):
        self.plant(DESCRIPTOR_FAULTS)

    def test_faults_of_build_rules_are_found(self):
        self.plant(RULES_FAULTS)

    def test_faults_of_sources_are_found(self):
        self.plant(SOURCE_FAULTS)

    def test_faults_of_markup_are_found(self):
        self.plant(MARKUP_FAULTS)

    def test_a_module_that_is_not_listed_is_found(self):
        extra = self.folder / "Source" / "KineDriverMore"
        extra.mkdir()
        try:
            text = (self.folder / RT_RULES).read_text(encoding="utf-8").replace("KineDriverRt", "KineDriverMore")
            (extra / "KineDriverMore.Build.cs").write_text(text, encoding="utf-8")
            self.assertIn("the module KineDriverMore is not listed", "\n".join(plugin_lint.Lint(self.folder).run()))
        finally:
            shutil.rmtree(extra)

    def test_the_program_tells_by_its_exit_code(self):
        program = tap.ROOT / "Tests/Unreal/Check/plugin_lint.py"
        self.assertEqual(0, subprocess.run([sys.executable, str(program), str(self.folder)]).returncode)
        (self.folder / "Second.uplugin").write_text("{}", encoding="utf-8")
        try:
            done = subprocess.run([sys.executable, str(program), str(self.folder)], capture_output=True, text=True)
            self.assertEqual((1, 1), (done.returncode, done.stdout.count("there must be one")))
        finally:
            (self.folder / "Second.uplugin").unlink()


if __name__ == "__main__":
    tap.main()
