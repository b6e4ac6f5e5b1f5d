// On versions that keep user data themselves the mesh still has it afterwards, and nothing is put back.

#include "KineDriverUserDataKeeper.h"
#include "EditorReimportHandler.h"
#include "Engine/SkeletalMesh.h"
#include "KineDriverUserData.h"
#include "UObject/Package.h"

void FKineDriverUserDataKeeper::Start()
{
	PreReimport = FReimportManager::Instance()->OnPreReimport().AddRaw(this, &FKineDriverUserDataKeeper::OnPreReimport);
	PostReimport = FReimportManager::Instance()->OnPostReimport().AddRaw(this, &FKineDriverUserDataKeeper::OnPostReimport);
}

void FKineDriverUserDataKeeper::Stop()
{
	FReimportManager::Instance()->OnPreReimport().Remove(PreReimport);
	FReimportManager::Instance()->OnPostReimport().Remove(PostReimport);
	for (const TPair<FString, UKineDriverUserData*>& Entry : Saved)
	{
		Entry.Value->RemoveFromRoot();
	}
	Saved.Reset();
}

void FKineDriverUserDataKeeper::OnPreReimport(UObject* Object)
{
	USkeletalMesh* Mesh = Cast<USkeletalMesh>(Object);
	const UKineDriverUserData* UserData = UKineDriverUserData::Find(Mesh);
	if (UserData != nullptr && !Saved.Contains(Mesh->GetPathName()))
	{
		UKineDriverUserData* Copy = DuplicateObject<UKineDriverUserData>(UserData, GetTransientPackage());
		Copy->AddToRoot();
		Saved.Add(Mesh->GetPathName(), Copy);
	}
}

void FKineDriverUserDataKeeper::OnPostReimport(UObject* Object, bool bSucceeded)
{
	USkeletalMesh* Mesh = Cast<USkeletalMesh>(Object);
	UKineDriverUserData* Copy = nullptr;
	if (Mesh == nullptr || !Saved.RemoveAndCopyValue(Mesh->GetPathName(), Copy))
	{
		return;
	}
	if (UKineDriverUserData::Find(Mesh) == nullptr)
	{
		Mesh->AddAssetUserData(DuplicateObject<UKineDriverUserData>(Copy, Mesh));
		Mesh->MarkPackageDirty();
	}
	Copy->RemoveFromRoot();
}
