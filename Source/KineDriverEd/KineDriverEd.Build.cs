// The editor module: import, graph node, preview, details. It holds the authoring half of the core, which needs libxml2 and OpenBLAS.
using System.IO;
using UnrealBuildTool;

public class KineDriverEd : ModuleRules
{
	public KineDriverEd(ReadOnlyTargetRules Target) : base(Target)
	{
		PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;
		bEnforceIWYU = true;

		PrivateIncludePaths.Add(Path.Combine(ModuleDirectory, "Private"));
		string CorePath = Path.Combine(ModuleDirectory, "..", "..", "Core");
		PrivateIncludePaths.Add(Path.Combine(CorePath, "include"));
		PrivateIncludePaths.Add(Path.Combine(CorePath, "src"));

		PublicDependencyModuleNames.AddRange(new string[]
		{
			"Core",
			"CoreUObject",
			"Engine",
			"AnimGraph",
			"AnimGraphRuntime",
			"BlueprintGraph",
			"UnrealEd",
			"KineDriverRt",
		});
		PrivateDependencyModuleNames.AddRange(new string[]
		{
			"AdvancedPreviewScene",
			"AnimationBlueprintEditor",
			"AnimationEditor",
			"AssetRegistry",
			"AssetTools",
			"ContentBrowser",
			"Json",
			"MessageLog",
			"Persona",
			"Projects",
			"PropertyEditor",
			"SkeletalMeshEditor",
			"SkeletonEditor",
			"Slate",
			"SlateCore",
			"LibXml2",
			"OpenBlas",
		});
	}
}
