// Audits all rigs of a project, and imports them anew if asked.

#pragma once

#include "CoreMinimal.h"
#include "Commandlets/Commandlet.h"
#include "KineDriverAuditCommandlet.generated.h"

/**
 * -run=KineDriverAudit [-report=File.json] [-reimport]
 * Compares every rig with the meshes whose user data names it. The exit code is the number of rigs or pairs with a problem.
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
