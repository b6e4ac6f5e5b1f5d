// The audit for build machines.

#pragma once

#include "CoreMinimal.h"
#include "Commandlets/Commandlet.h"
#include "KineDriverAuditCommandlet.generated.h"

/**
 * -run=KineDriverAudit [-reimport] [-save] [-report=File.json]
 * Imports all rigs anew if asked to, then compares every rig with the meshes whose user data names it. The exit code is 0 if all is well, 1 if
 * there is a problem, 2 if the report could not be written.
 */
UCLASS()
class KINEDRIVERED_API UKineDriverAuditCommandlet : public UCommandlet
{
	GENERATED_BODY()

public:
	UKineDriverAuditCommandlet(const FObjectInitializer& ObjectInitializer = FObjectInitializer::Get());

	//~ Begin UCommandlet Interface
	virtual int32 Main(const FString& Params) override;
	//~ End UCommandlet Interface
};
