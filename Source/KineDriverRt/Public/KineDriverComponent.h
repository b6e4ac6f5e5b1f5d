// Evaluates rigs after a skeletal mesh component has animated, and writes the bones, morph targets and material parameters they drive.

#pragma once

#include "CoreMinimal.h"
#include "Components/SceneComponent.h"
#include "KineDriverRunner.h"
#include "KineDriverTypes.h"
#include "KineDriverComponent.generated.h"

class FKineDriverPose;
class IKineDriverSystem;
class USkeletalMesh;
class USkeletalMeshComponent;
class UKineDriverUserData;

/** Where the component took a setting from. */
UENUM(BlueprintType)
enum class EKineDriverSettingSource : uint8
{
	/** The component's own properties. */
	Component,
	/** The asset user data of the mesh. */
	UserData,
};

/** Runs KineDriver rigs on the skeletal mesh component it is attached to. */
UCLASS(ClassGroup = (Animation), meta = (BlueprintSpawnableComponent), hidecategories = (Collision, Object, Physics, SceneComponent, Activation, "Components|Activation"))
class KINEDRIVERRT_API UKineDriverComponent : public USceneComponent
{
	GENERATED_BODY()

public:
	UKineDriverComponent(const FObjectInitializer& ObjectInitializer = FObjectInitializer::Get());

	/** Take rigs, level of detail and order from the mesh's user data if it has some. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "KineDriver")
	bool bUseUserData = true;

	/** The rigs, in the order in which they run, where the mesh's user data does not tell. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "KineDriver")
	TArray<FKineDriverRigEntry> Rigs;

	/** Switches all rigs of this component off at once. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "KineDriver")
	bool bRigsEnabled = true;

	/** How much of the rigs' result is used: 0 leaves the animation as it is. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "KineDriver", meta = (ClampMin = "0", ClampMax = "1"))
	float Alpha = 1.0f;

	/** The coarsest level of detail at which rigs run, where the user data does not tell; -1: at every one. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "KineDriver", meta = (DisplayName = "LOD Threshold", ClampMin = "-1"))
	int32 LODThreshold = -1;

	/** Run on dedicated servers too: only needed if the game asks for driven bones there. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "KineDriver", AdvancedDisplay)
	bool bRunOnDedicatedServer = false;

	/** Move physics bodies of driven bones to where the rigs put them. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "KineDriver", AdvancedDisplay)
	bool bUpdatePhysicsBodies = false;

	/** Sets an external input of all rigs on the mesh, until it is cleared. */
	UFUNCTION(BlueprintCallable, Category = "KineDriver")
	void SetInput(FName Name, float Value);

	/** Gives an external input back its own value. */
	UFUNCTION(BlueprintCallable, Category = "KineDriver")
	void ClearInput(FName Name);

	/** Value of an external input as the rigs see it; false if no rig has it. */
	UFUNCTION(BlueprintCallable, Category = "KineDriver")
	bool GetInput(FName Name, float& Value) const;

	/** Names of all external inputs of the rigs that run. */
	UFUNCTION(BlueprintCallable, Category = "KineDriver")
	TArray<FName> GetInputNames() const;

	/** Names of all external outputs of the rigs that run. */
	UFUNCTION(BlueprintCallable, Category = "KineDriver")
	TArray<FName> GetOutputNames() const;

	/** Value of an external output in the last evaluation; false if no rig has it. */
	UFUNCTION(BlueprintCallable, Category = "KineDriver")
	bool GetOutput(FName Name, float& Value) const;

	/** Switches a rig, group or node on or off within a time. */
	UFUNCTION(BlueprintCallable, Category = "KineDriver")
	void SetPartEnabled(EKineDriverPart Part, FName Name, bool bEnabled, float FadeSeconds = 0.2f);

	/** How much of the rigs' result is used. */
	UFUNCTION(BlueprintCallable, Category = "KineDriver")
	void SetAlpha(float NewAlpha) { Alpha = NewAlpha; }

	/** Switches all rigs of this component on or off at once. */
	UFUNCTION(BlueprintCallable, Category = "KineDriver")
	void SetRigsEnabled(bool bEnabled) { bRigsEnabled = bEnabled; }

	/** Replaces the component's own rigs. */
	UFUNCTION(BlueprintCallable, Category = "KineDriver")
	void SetRigs(const TArray<FKineDriverRigEntry>& NewRigs);

	/** After a teleport or cut: what follows in time jumps to its place. */
	UFUNCTION(BlueprintCallable, Category = "KineDriver")
	virtual void ResetRigs();

	/** Makes the tick prerequisites for the order rules anew: call it after adding components to the actor. */
	UFUNCTION(BlueprintCallable, Category = "KineDriver")
	void RefreshOrder();

	/** Joints that rigs want and the mesh lacks at this level of detail. */
	UFUNCTION(BlueprintCallable, Category = "KineDriver")
	TArray<FName> GetMissingJoints() const;

	/** The skeletal mesh component that is driven; null if the component is attached to none. */
	UFUNCTION(BlueprintCallable, Category = "KineDriver")
	USkeletalMeshComponent* GetDrivenMesh() const;

	/** Where rigs, level of detail and order come from. */
	UFUNCTION(BlueprintCallable, Category = "KineDriver")
	EKineDriverSettingSource GetSettingSource() const;

	/** The rigs that run, from wherever they come. */
	const TArray<FKineDriverRigEntry>& GetActiveRigs() const;

	/** One rig or system in turn. */
	struct FStep
	{
		FKineDriverRigEntry Entry;
		/** Null for a step that is a system. */
		TUniquePtr<FKineDriverRunner> Runner;
		TWeakObjectPtr<UObject> System;
		/** Which of the entries it was made from. */
		int32 Source = INDEX_NONE;
	};
	const TArray<FStep>& GetSteps() const { return Steps; }

	//~ Begin UActorComponent Interface
	virtual void OnRegister() override;
	virtual void OnUnregister() override;
	virtual void BeginPlay() override;
	virtual void TickComponent(float DeltaTime, ELevelTick TickType, FActorComponentTickFunction* ThisTickFunction) override;
#if WITH_EDITOR
	virtual void PostEditChangeProperty(FPropertyChangedEvent& PropertyChangedEvent) override;
#endif
	//~ End UActorComponent Interface

	//~ Begin USceneComponent Interface
	virtual void OnAttachmentChanged() override;
	//~ End USceneComponent Interface

protected:
	/** What is to run, in order. The base runs the active rigs one after the other. */
	virtual void BuildSteps(TArray<FStep>& OutSteps) const;

	/** How many entries there are to make steps from, and the settings of one that is a rig: looked at every frame, so that changes count at once. */
	virtual int32 GetNumEntries() const;
	virtual const FKineDriverRigEntry* FindEntry(int32 Index) const;

	/** Steps are built anew in the next tick. */
	void MarkStepsDirty() { bStepsDirty = true; }

private:
	void FollowMesh();
	void LeaveMesh();
	void ForgetOrder();
	bool ShouldRun() const;
	bool UpdateBinding(const USkeletalMesh& Mesh, bool bPoseIsWhole);
	bool StepsAreCurrent() const;
	void ReportMissing();
	void RestoreIfNotEvaluated(TArray<FTransform>& Transforms);
	void StopEditing();
	bool IsMeshRefreshed() const;
	void RunSteps(FKineDriverPose& Pose, float Seconds, int32 Level);
	void CollectInputs();
	void CollectOutputs(const FKineDriverRunner& Runner);
	void DriveMorphTargets();
	void RestMaterials();
	void FinishBones();
	void DebugDraw() const;
	void DrawStep(const FStep& Step, int32 Draw) const;
	UKineDriverUserData* FindUserData() const;

	UPROPERTY(Transient)
	USkeletalMeshComponent* Mesh;

	/** The mesh that the steps are bound to. */
	TWeakObjectPtr<const USkeletalMesh> BoundMesh;
	TArray<uint16> BoundBones;
	TBitArray<> Present;
	TArray<FStep> Steps;
	int32 NumEntries = 0;
	bool bStepsDirty = true;

	/** Bones as the animation left them and as we left them: tells whether the mesh was evaluated in between. */
	TArray<FTransform> PoseBefore;
	TArray<FTransform> PoseAfter;

	/** Of frames in which the mesh was not shown. */
	float PendingSeconds = 0.0f;

	TMap<FName, float> InputValues;
	TMap<FName, float> OutputValues;
	TMap<FName, float> MorphValues;
	TMap<FName, float> MaterialValues;
	TSet<FName> ReportedJoints;
	TSet<FName> ReportedStill;
	TArray<TWeakObjectPtr<UActorComponent>> OrderedBefore;
	TArray<TWeakObjectPtr<UActorComponent>> OrderedAfter;
	bool bReportedFollower = false;
	bool bReportedEmpty = false;
};
