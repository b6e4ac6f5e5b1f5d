// OpenBLAS, for solving radial basis functions when a rig is imported. Put a static library per platform beside this file (see the
// README); on Linux the system's own is used if there is none.
using System.IO;
using UnrealBuildTool;

public class OpenBlas : ModuleRules
{
	public OpenBlas(ReadOnlyTargetRules Target) : base(Target)
	{
		Type = ModuleType.External;
		if (Target.Type != TargetType.Editor)
		{
			throw new BuildException("KineDriver: OpenBLAS is for the editor only, and must not come into " + Target.Name);
		}

		string LibraryName = Target.Platform == UnrealTargetPlatform.Win64 ? "libopenblas.lib" : "libopenblas.a";
		string LibraryPath = Path.Combine(ModuleDirectory, "lib", Target.Platform.ToString(), LibraryName);
		if (File.Exists(LibraryPath))
		{
			PublicAdditionalLibraries.Add(LibraryPath);
			return;
		}
		string[] SystemLibraries = { "/usr/lib/x86_64-linux-gnu/libopenblas.so", "/usr/lib64/libopenblas.so", "/usr/lib/libopenblas.so" };
		foreach (string SystemLibrary in SystemLibraries)
		{
			if (Target.Platform == UnrealTargetPlatform.Linux && File.Exists(SystemLibrary))
			{
				PublicAdditionalLibraries.Add(SystemLibrary);
				return;
			}
		}
		throw new BuildException("KineDriver: put OpenBLAS into " + LibraryPath + ", see Source/ThirdParty/README.md");
	}
}
