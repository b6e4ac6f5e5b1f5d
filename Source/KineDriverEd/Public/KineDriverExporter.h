// Writes a rig back to a .kdi file.

#pragma once

#include "CoreMinimal.h"
#include "Exporters/Exporter.h"
#include "KineDriverExporter.generated.h"

/** Exports the document that a rig was imported from. */
UCLASS()
class KINEDRIVERED_API UKineDriverExporter : public UExporter
{
	GENERATED_BODY()

public:
	UKineDriverExporter(const FObjectInitializer& ObjectInitializer = FObjectInitializer::Get());

	//~ Begin UExporter Interface
	virtual bool ExportBinary(UObject* Object, const TCHAR* Type, FArchive& Ar, FFeedbackContext* Warn, int32 FileIndex = 0,
		uint32 PortFlags = 0) override;
	//~ End UExporter Interface
};
