// The runtime module: what a packaged game contains. It depends on nothing but the engine.
using System.IO;
using UnrealBuildTool;

public class KineDriverRt : ModuleRules
{
	public KineDriverRt(ReadOnlyTargetRules Target) : base(Target)
	{
		PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;
		bEnforceIWYU = true;

		string CorePath = Path.Combine(ModuleDirectory, "..", "..", "Core");
		PrivateIncludePaths.Add(Path.Combine(CorePath, "include"));
		PrivateIncludePaths.Add(Path.Combine(CorePath, "src"));

		PublicDependencyModuleNames.AddRange(new string[]
		{
			"Core",
			"CoreUObject",
			"Engine",
			"AnimGraphRuntime",
		});
	}
}
