// OpenBLAS, for solving radial basis functions when a rig is imported. Put a library per platform beside this file (see the README);
// on Linux the system's own is used if there is none.
using System.IO;
using UnrealBuildTool;

public class OpenBlas : ModuleRules
{
	public OpenBlas(ReadOnlyTargetRules Target) : base(Target)
	{
		Type = ModuleType.External;

		string LibraryPath = Path.Combine(ModuleDirectory, "lib", Target.Platform.ToString());
		if (Directory.Exists(LibraryPath))
		{
			string LibraryName = Target.Platform == UnrealTargetPlatform.Win64 ? "libopenblas.lib" : "libopenblas.a";
			PublicAdditionalLibraries.Add(Path.Combine(LibraryPath, LibraryName));
		}
		else if (Target.Platform == UnrealTargetPlatform.Linux)
		{
			PublicAdditionalLibraries.Add("openblas");
		}
		else
		{
			throw new BuildException("KineDriver: put OpenBLAS into " + ModuleDirectory + ", see Source/ThirdParty/README.md");
		}
	}
}
