// libxml2, for reading KDI files in the editor. Put its headers and a static library per platform beside this file (see the README);
// on Linux the system's own is used if there are none.
using System.IO;
using UnrealBuildTool;

public class LibXml2 : ModuleRules
{
	public LibXml2(ReadOnlyTargetRules Target) : base(Target)
	{
		Type = ModuleType.External;
		if (Target.Type != TargetType.Editor)
		{
			throw new BuildException("KineDriver: libxml2 is for the editor only, and must not come into " + Target.Name);
		}

		string LibraryName = Target.Platform == UnrealTargetPlatform.Win64 ? "libxml2_a.lib" : "libxml2.a";
		string LibraryPath = Path.Combine(ModuleDirectory, "lib", Target.Platform.ToString(), LibraryName);
		if (File.Exists(LibraryPath))
		{
			PublicSystemIncludePaths.Add(Path.Combine(ModuleDirectory, "include"));
			PublicDefinitions.Add("LIBXML_STATIC=1");
			PublicAdditionalLibraries.Add(LibraryPath);
			return;
		}
		string[] SystemLibraries = { "/usr/lib/x86_64-linux-gnu/libxml2.so", "/usr/lib64/libxml2.so", "/usr/lib/libxml2.so" };
		foreach (string SystemLibrary in SystemLibraries)
		{
			if (Target.Platform == UnrealTargetPlatform.Linux && File.Exists(SystemLibrary))
			{
				PublicSystemIncludePaths.Add("/usr/include/libxml2");
				PublicAdditionalLibraries.Add(SystemLibrary);
				return;
			}
		}
		throw new BuildException("KineDriver: put libxml2 into " + LibraryPath + ", see Source/ThirdParty/README.md");
	}
}
