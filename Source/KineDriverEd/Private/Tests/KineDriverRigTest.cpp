// Import, storage and the boundary between the engine's space and the rig's. Session Frontend > Automation > KineDriver.

#include "CoreMinimal.h"
#include "KineDriverBridge.h"
#include "Math/RandomStream.h"
#include "Misc/AutomationTest.h"
#include "Tests/KineDriverTestRig.h"
#include "UObject/Package.h"
#include "kinedriver/math.h"

#if WITH_DEV_AUTOMATION_TESTS

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FKineDriverCompileTest, "KineDriver.Import.GoodRigCompiles",
	EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)

bool FKineDriverCompileTest::RunTest(const FString& Parameters)
{
	FKineDriverCompiled Compiled;
	TestTrue(TEXT("compiles"), KineDriverTestRig::Compile(KineDriverTestRig::MakeText("pelvis"), nullptr, Compiled));
	TestTrue(TEXT("a right-handed rig is mirrored"), Compiled.Axes.bMirror);
	TestFalse(TEXT("a rig with Z up is not turned"), Compiled.Axes.bYUp);

	const UKineDriverAsset* Asset = KineDriverTestRig::MakeAsset("pelvis", nullptr);
	if (Asset == nullptr)
	{
		AddError(TEXT("no asset"));
		return false;
	}
	TestEqual(TEXT("name"), Asset->RigName, FString(TEXT("lift")));
	TestEqual(TEXT("driven joints"), Asset->DrivenJoints.Num(), 1);
	TestEqual(TEXT("inputs"), Asset->Inputs.Num(), 1);
	TestEqual(TEXT("outputs"), Asset->Outputs.Num(), 1);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FKineDriverBadRigTest, "KineDriver.Import.MistakesAreFoundWithTheirLine",
	EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)

bool FKineDriverBadRigTest::RunTest(const FString& Parameters)
{
	FKineDriverCompiled Compiled;
	const FString Text = KineDriverTestRig::MakeText("pelvis").Replace(TEXT("lift.out"), TEXT("nobody.out"));
	TestFalse(TEXT("is refused"), KineDriverTestRig::Compile(Text, nullptr, Compiled));
	const FKineDriverFinding* Error = Compiled.Findings.FindByPredicate([](const FKineDriverFinding& Finding)
	{
		return Finding.Severity == FKineDriverFinding::ESeverity::Error;
	});
	TestTrue(TEXT("tells the line of the first bad connection"), Error != nullptr && Error->Line == 9);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FKineDriverAssetTest, "KineDriver.Asset.SurvivesDuplicationRefusesDamage",
	EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)

bool FKineDriverAssetTest::RunTest(const FString& Parameters)
{
	FKineDriverCompiled Compiled;
	KineDriverTestRig::Compile(KineDriverTestRig::MakeText("pelvis"), nullptr, Compiled);
	UKineDriverAsset* Asset = NewObject<UKineDriverAsset>();
	TestTrue(TEXT("takes the program"), Asset->SetProgram(Compiled.Program, Compiled.Axes));

	const UKineDriverAsset* Copy = DuplicateObject<UKineDriverAsset>(Asset, GetTransientPackage());
	TestTrue(TEXT("a copy has the same program"), Copy->GetProgram().IsValid()
		&& Copy->GetProgram()->GetContentHash() == Asset->GetProgram()->GetContentHash());

	AddExpectedError(TEXT("cannot be used"), EAutomationExpectedErrorFlags::Contains, 1);
	TArray<uint8> Damaged = Compiled.Program;
	Damaged[Damaged.Num() / 2] ^= 0x40;
	TestFalse(TEXT("damage is refused"), Asset->SetProgram(Damaged, Compiled.Axes));
	TestFalse(TEXT("and the reason is told"), Asset->LoadError.IsEmpty());
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FKineDriverBridgeTest, "KineDriver.Bridge.ThereAndBackIsTheSame",
	EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)

bool FKineDriverBridgeTest::RunTest(const FString& Parameters)
{
	FRandomStream Random(42);
	for (int32 Index = 0; Index < 1000; ++Index)
	{
		FKineDriverAxes Axes;
		Axes.bMirror = (Index & 1) != 0;
		Axes.bYUp = (Index & 2) != 0;
		const FTransform Local(FQuat(Random.GetUnitVector(), Random.FRandRange(-3.0f, 3.0f)), Random.GetUnitVector() * 100.0f, FVector(Random.FRandRange(0.5f, 2.0f)));
		kd_transform Core;
		Axes.ToCore(Local, (Index & 4) != 0, Core);
		if (!Axes.FromCore(Core, (Index & 4) != 0).Equals(Local, 1.0e-3f))
		{
			AddError(FString::Printf(TEXT("case %d differs"), Index));
			return false;
		}
	}
	return true;
}

#endif
