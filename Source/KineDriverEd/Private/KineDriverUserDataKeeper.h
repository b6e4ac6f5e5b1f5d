// Keeps the rigs of a mesh when its FBX is imported again.

#pragma once

#include "CoreMinimal.h"

class UKineDriverUserData;
class UObject;

/** Engine versions that build a new mesh on reimport forget its asset user data: ours is saved before and put back after. */
class FKineDriverUserDataKeeper
{
public:
	void Start();
	void Stop();

private:
	void OnPreReimport(UObject* Object);
	void OnPostReimport(UObject* Object, bool bSucceeded);

	/** By the mesh's path; rooted while it is here. */
	TMap<FString, UKineDriverUserData*> Saved;
	FDelegateHandle PreReimport;
	FDelegateHandle PostReimport;
};
