// What the game wants of the rigs on a mesh: parts switched on and off, and inputs. Notifies, Blueprints and code write it, component and
// anim node obey it, so that neither has to know the other. Game thread only.

#pragma once

#include "CoreMinimal.h"
#include "KineDriverTypes.h"

class USkeletalMeshComponent;

/** An influence that is to be reached. */
struct FKineDriverFade
{
	EKineDriverPart Part = EKineDriverPart::Rig;
	FName Name;
	float Influence = 1.0f;
	float Seconds = 0.0f;
	/** Rises with each request; consumers remember the last one they obeyed. */
	uint32 Serial = 0;
};

/** A stretch of time in which a part is on or off and inputs have other values: that of a notify state. */
struct FKineDriverHold
{
	/** Who asked for it; compared, never looked into. */
	const void* Holder = nullptr;
	EKineDriverPart Part = EKineDriverPart::Rig;
	FName Name;
	bool bEnable = false;
	/** Only the inputs count. */
	bool bInputsOnly = false;
	TArray<FKineDriverInputValue> Inputs;
};

class KINEDRIVERRT_API FKineDriverControl
{
public:
	/** That of a mesh component; made if there is none yet. */
	static TSharedRef<FKineDriverControl> Get(const USkeletalMeshComponent* Mesh);

	/** Null if nobody asked anything of this mesh. */
	static TSharedPtr<FKineDriverControl> Find(const USkeletalMeshComponent* Mesh);

	/** Switches a part on (1) or off (0) within a time. */
	void Fade(EKineDriverPart Part, FName Name, float Influence, float Seconds);

	void SetInput(FName Name, float Value);

	/** Back to the rig's own value. */
	void ClearInput(FName Name);

	/**
	 * Stretches may overlap, since clips are blended: of those for the same part or input the one that began last counts. When the last one
	 * for a part ends, the part is switched the other way; inputs go back to what the game set.
	 */
	void Begin(const FKineDriverHold& Hold, float FadeSeconds);
	void End(const void* Holder, float FadeSeconds);

	/** The latest request for each part. */
	const TArray<FKineDriverFade>& GetFades() const { return Fades; }
	const TMap<FName, float>& GetInputs() const { return InputsInForce; }

	/** Changes whenever something is asked for. */
	uint32 GetSerial() const { return Serial; }

private:
	const FKineDriverHold* FindLastHold(EKineDriverPart Part, FName Name) const;
	void RefreshInputs();

	TArray<FKineDriverFade> Fades;
	TArray<FKineDriverHold> Holds;
	/** As the game set them. */
	TMap<FName, float> Inputs;
	TMap<FName, float> InputsInForce;
	uint32 Serial = 0;
};
