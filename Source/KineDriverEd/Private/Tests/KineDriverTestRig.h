// A rig for the automation tests: an input lifts a bone and comes out again.

#pragma once

#include "CoreMinimal.h"
#include "KineDriverAsset.h"
#include "KineDriverRigCompiler.h"

class USkeletalMesh;

namespace KineDriverTestRig
{
	/** The document, for a bone of this name. Where no mesh tells the bone's rest pose, the document states it. */
	inline FString MakeText(FName Bone, bool bStatesRest = true)
	{
		const FString Joints = bStatesRest ? FString::Printf(TEXT("<Joints><Joint name=\"%s\"/></Joints>"), *Bone.ToString()) : FString();
		return FString::Printf(TEXT(
			"<KineDriver version=\"1\" name=\"lift\">\n"
			"  <Units distance=\"centimeter\" up=\"z\"/>%s\n"
			"  <Nodes>\n"
			"    <ExternalInput name=\"lift\" min=\"-100\" max=\"100\"/>\n"
			"    <TargetOp name=\"up\" joint=\"%s\" channel=\"translate\"/>\n"
			"    <ExternalOutput name=\"height\" min=\"-100\" max=\"100\"/>\n"
			"  </Nodes>\n"
			"  <Connections>\n"
			"    <Connection from=\"lift.out\" to=\"up.translateZ\"/>\n"
			"    <Connection from=\"lift.out\" to=\"height.in\"/>\n"
			"  </Connections>\n"
			"</KineDriver>\n"), *Joints, *Bone.ToString());
	}

	inline bool Compile(const FString& Text, const USkeletalMesh* Mesh, FKineDriverCompiled& Out)
	{
		const FTCHARToUTF8 Utf8(*Text);
		TArray<uint8> File;
		File.Append(reinterpret_cast<const uint8*>(Utf8.Get()), Utf8.Length());
		return KineDriverRigCompiler::Compile(File, FKineDriverImportSettings(), Mesh, Out);
	}

	/** Null if it cannot be compiled. */
	inline UKineDriverAsset* MakeAsset(FName Bone, const USkeletalMesh* Mesh)
	{
		FKineDriverCompiled Compiled;
		UKineDriverAsset* Asset = NewObject<UKineDriverAsset>();
		return Compile(MakeText(Bone, Mesh == nullptr), Mesh, Compiled) && Asset->SetProgram(Compiled.Program, Compiled.Axes) ? Asset : nullptr;
	}
}
