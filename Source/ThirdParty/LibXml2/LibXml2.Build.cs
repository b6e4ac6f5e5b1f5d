// libxml2, for reading KDI files in the editor. Put its headers and a static library per platform beside this file (see the README);
// on Linux the system's own is used if there are none.
using System.IO;
using UnrealBuildTool;

public class LibXml2 : ModuleRules
{
	public LibXml2(ReadOnlyTargetRules Target) : base(Target)
	{
		Type = ModuleType.External;

		string IncludePath = Path.Combine(ModuleDirectory, "include");
		if (Directory.Exists(IncludePath))
		{
			PublicSystemIncludePaths.Add(IncludePath);
			PublicDefinitions.Add("LIBXML_STATIC=1");
			string LibraryName = Target.Platform == UnrealTargetPlatform.Win64 ? "libxml2_a.lib" : "libxml2.a";
			PublicAdditionalLibraries.Add(Path.Combine(ModuleDirectory, "lib", Target.Platform.ToString(), LibraryName));
		}
		else if (Target.Platform == UnrealTargetPlatform.Linux)
		{
			PublicSystemIncludePaths.Add("/usr/include/libxml2");
			PublicAdditionalLibraries.Add("xml2");
		}
		else
		{
			throw new BuildException("KineDriver: put libxml2 into " + ModuleDirectory + ", see Source/ThirdParty/README.md");
		}
	}
}
