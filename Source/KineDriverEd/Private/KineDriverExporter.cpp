// The document is kept as it was read, comments and all.

#include "KineDriverExporter.h"
#include "KineDriverAsset.h"
#include "Misc/OutputDevice.h"

UKineDriverExporter::UKineDriverExporter(const FObjectInitializer& ObjectInitializer)
	: Super(ObjectInitializer)
{
	SupportedClass = UKineDriverAsset::StaticClass();
	bText = true;
	PreferredFormatIndex = 0;
	FormatExtension.Add(TEXT("kdi"));
	FormatDescription.Add(TEXT("KineDriver rig"));
}

bool UKineDriverExporter::ExportText(const FExportObjectInnerContext* Context, UObject* Object, const TCHAR* Type, FOutputDevice& Ar,
	FFeedbackContext* Warn, uint32 PortFlags)
{
	const UKineDriverAsset* Asset = Cast<UKineDriverAsset>(Object);
	if (Asset == nullptr || Asset->Document.IsEmpty())
	{
		return false;
	}
	Ar.Log(*Asset->Document);
	return true;
}
