// The component on a mesh in a world that ticks. The mesh is one that comes with the engine; the rig is made for its root bone.

#include "Components/SkeletalMeshComponent.h"
#include "CoreMinimal.h"
#include "Engine/SkeletalMesh.h"
#include "Engine/World.h"
#include "KineDriverCompat.h"
#include "KineDriverComponent.h"
#include "KineDriverLibrary.h"
#include "Misc/AutomationTest.h"
#include "PreviewScene.h"
#include "Tests/KineDriverTestRig.h"

#if WITH_DEV_AUTOMATION_TESTS

namespace
{
	const float Frame = 1.0f / 30.0f;

	/** A preview world with the mesh and a component that lifts its root bone. */
	struct FKineDriverTestScene
	{
		FPreviewScene Scene;
		USkeletalMesh* Mesh;
		USkeletalMeshComponent* MeshComponent = nullptr;
		UKineDriverComponent* Component = nullptr;

		FKineDriverTestScene()
			: Scene(FPreviewScene::ConstructionValues())
			, Mesh(LoadObject<USkeletalMesh>(nullptr, TEXT("/Engine/EngineMeshes/SkeletalCube.SkeletalCube")))
		{
			UKineDriverAsset* Rig = Mesh != nullptr ? KineDriverTestRig::MakeAsset(KineDriverCompat::GetRefSkeleton(*Mesh).GetBoneName(0), Mesh) : nullptr;
			if (Rig == nullptr)
			{
				return;
			}
			MeshComponent = NewObject<USkeletalMeshComponent>();
			MeshComponent->SetSkeletalMesh(Mesh);
			Scene.AddComponent(MeshComponent, FTransform::Identity);
			Component = NewObject<UKineDriverComponent>(MeshComponent);
			Component->SetupAttachment(MeshComponent);
			Component->bUseUserData = false;
			FKineDriverRigEntry Entry;
			Entry.Rig = Rig;
			Component->SetRigs({ Entry });
			Scene.AddComponent(Component, FTransform::Identity);
		}

		/** How far the root bone is above its reference pose after some frames. */
		float Run(int32 Frames)
		{
			for (int32 Index = 0; Index < Frames; ++Index)
			{
				Scene.GetWorld()->Tick(LEVELTICK_All, Frame);
			}
			const float Reference = KineDriverCompat::GetRefSkeleton(*Mesh).GetRefBonePose()[0].GetTranslation().Z;
			return MeshComponent->GetComponentSpaceTransforms()[0].GetTranslation().Z - Reference;
		}
	};
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FKineDriverComponentTest, "KineDriver.Component.MovesBonesWithoutAddingUp",
	EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)

bool FKineDriverComponentTest::RunTest(const FString& Parameters)
{
	FKineDriverTestScene Test;
	if (Test.Component == nullptr)
	{
		AddError(TEXT("the engine's skeletal cube or a rig for it could not be made"));
		return false;
	}
	Test.Component->SetInput("lift", 10.0f);
	TestEqual(TEXT("lifted by the input"), Test.Run(2), 10.0f, 0.001f);
	TestEqual(TEXT("and by no more after many frames"), Test.Run(10), 10.0f, 0.001f);

	Test.MeshComponent->bNoSkeletonUpdate = true;
	TestEqual(TEXT("nor while the mesh is not evaluated"), Test.Run(10), 10.0f, 0.001f);
	Test.MeshComponent->bNoSkeletonUpdate = false;

	float Height = 0.0f;
	TestTrue(TEXT("the output is there"), UKineDriverLibrary::GetKineDriverOutput(Test.MeshComponent, "height", Height));
	TestEqual(TEXT("with the input's value"), Height, 10.0f, 0.001f);

	Test.Component->Alpha = 0.5f;
	TestEqual(TEXT("half way at half alpha"), Test.Run(2), 5.0f, 0.001f);
	Test.Component->bRigsEnabled = false;
	TestEqual(TEXT("back when switched off"), Test.Run(2), 0.0f, 0.001f);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FKineDriverSwitchTest, "KineDriver.Component.RigsFade",
	EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)

bool FKineDriverSwitchTest::RunTest(const FString& Parameters)
{
	FKineDriverTestScene Test;
	if (Test.Component == nullptr)
	{
		AddError(TEXT("the engine's skeletal cube or a rig for it could not be made"));
		return false;
	}
	Test.Component->SetInput("lift", 10.0f);
	Test.Run(2);
	UKineDriverLibrary::SetKineDriverPartEnabled(Test.MeshComponent, EKineDriverPart::Rig, NAME_None, false, 10.0f * Frame);
	const float OnTheWay = Test.Run(5);
	TestTrue(TEXT("on the way after half of the time"), OnTheWay > 0.5f && OnTheWay < 9.5f);
	TestEqual(TEXT("there at the end"), Test.Run(7), 0.0f, 0.001f);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FKineDriverAuditTest, "KineDriver.Audit.MissingJointsAreNamed",
	EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)

bool FKineDriverAuditTest::RunTest(const FString& Parameters)
{
	const USkeletalMesh* Mesh = LoadObject<USkeletalMesh>(nullptr, TEXT("/Engine/EngineMeshes/SkeletalCube.SkeletalCube"));
	const FKineDriverAuditResult Result = UKineDriverLibrary::AuditKineDriverRig(KineDriverTestRig::MakeAsset("no_such_bone", nullptr), Mesh);
	TestFalse(TEXT("not good"), Result.bGood);
	TestTrue(TEXT("the joint is named"), Result.MissingJoints.Contains("no_such_bone"));
	return true;
}

#endif
