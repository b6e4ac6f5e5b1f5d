// Parameters in, report and exit code out; the work is the library's.

#include "KineDriverAuditCommandlet.h"
#include "KineDriverEditorLibrary.h"
#include "KineDriverLog.h"
#include "Misc/FileHelper.h"
#include "Misc/Parse.h"

UKineDriverAuditCommandlet::UKineDriverAuditCommandlet(const FObjectInitializer& ObjectInitializer)
	: Super(ObjectInitializer)
{
	IsClient = false;
	IsServer = false;
	IsEditor = true;
	LogToConsole = true;
}

int32 UKineDriverAuditCommandlet::Main(const FString& Params)
{
	TArray<FString> Failed;
	if (FParse::Param(*Params, TEXT("reimport")))
	{
		Failed = UKineDriverEditorLibrary::ReimportAllKineDriverRigs(FParse::Param(*Params, TEXT("save")));
	}
	for (const FString& Rig : Failed)
	{
		UE_LOG(LogKineDriver, Error, TEXT("%s could not be imported anew."), *Rig);
	}
	const FKineDriverProjectReport Report = UKineDriverEditorLibrary::AuditAllKineDriverRigs();
	UE_LOG(LogKineDriver, Display, TEXT("%d rigs, %d pairs of mesh and rig, %d problems, %d not imported"),
		Report.Rigs, Report.Pairs, Report.Problems, Failed.Num());

	FString Filename;
	if (!FParse::Value(*Params, TEXT("report="), Filename))
	{
		UE_LOG(LogKineDriver, Display, TEXT("%s"), *Report.Json);
	}
	else if (!FFileHelper::SaveStringToFile(Report.Json, *Filename))
	{
		UE_LOG(LogKineDriver, Error, TEXT("%s cannot be written."), *Filename);
		return 2;
	}
	return Report.Problems > 0 || Failed.Num() > 0 ? 1 : 0;
}
