// Imports and reimports .kdi files.

#pragma once

#include "CoreMinimal.h"
#include "EditorReimportHandler.h"
#include "Factories/Factory.h"
#include "KineDriverAsset.h"
#include "KineDriverFactory.generated.h"

struct FKineDriverCompiled;

/** Imports KineDriver rigs. */
UCLASS(hidecategories = (Object))
class KINEDRIVERED_API UKineDriverFactory : public UFactory, public FReimportHandler
{
	GENERATED_BODY()

public:
	UKineDriverFactory(const FObjectInitializer& ObjectInitializer = FObjectInitializer::Get());

	/** Options for the files of this import; asked for once, then used for all of them. */
	UPROPERTY(EditAnywhere, Category = "Import", meta = (ShowOnlyInnerProperties))
	FKineDriverImportSettings Settings;

	//~ Begin UFactory Interface
	virtual bool FactoryCanImport(const FString& Filename) override;
	virtual bool ConfigureProperties() override;
	virtual UObject* FactoryCreateFile(UClass* InClass, UObject* InParent, FName InName, EObjectFlags Flags, const FString& Filename,
		const TCHAR* Parms, FFeedbackContext* Warn, bool& bOutOperationCanceled) override;
	virtual void CleanUp() override;
	//~ End UFactory Interface

	//~ Begin FReimportHandler Interface
	virtual bool CanReimport(UObject* Obj, TArray<FString>& OutFilenames) override;
	virtual void SetReimportPaths(UObject* Obj, const TArray<FString>& NewReimportPaths) override;
	virtual EReimportResult::Type Reimport(UObject* Obj) override;
	virtual int32 GetPriority() const override;
	//~ End FReimportHandler Interface

private:
	bool AskForSettings();
	static bool Compile(const FString& Filename, const FKineDriverImportSettings& Settings, FKineDriverCompiled& OutCompiled);
	static void Fill(UKineDriverAsset& Asset, const FString& Filename, const FKineDriverCompiled& Compiled);

	bool bAsked = false;
	bool bCanceled = false;
};
