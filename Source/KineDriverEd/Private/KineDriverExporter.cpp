// The document is kept as it was read, to the byte, comments and all.

#include "KineDriverExporter.h"
#include "KineDriverAsset.h"

UKineDriverExporter::UKineDriverExporter(const FObjectInitializer& ObjectInitializer)
	: Super(ObjectInitializer)
{
	SupportedClass = UKineDriverAsset::StaticClass();
	// As text the engine would write it in an encoding of its own choice, which the document does not declare.
	bText = false;
	PreferredFormatIndex = 0;
	FormatExtension.Add(TEXT("kdi"));
	FormatDescription.Add(TEXT("KineDriver rig"));
}

bool UKineDriverExporter::ExportBinary(UObject* Object, const TCHAR* Type, FArchive& Ar, FFeedbackContext* Warn, int32 FileIndex, uint32 PortFlags)
{
	UKineDriverAsset* Asset = Cast<UKineDriverAsset>(Object);
	if (Asset == nullptr || Asset->Document.Num() == 0)
	{
		return false;
	}
	Ar.Serialize(Asset->Document.GetData(), Asset->Document.Num());
	return true;
}
