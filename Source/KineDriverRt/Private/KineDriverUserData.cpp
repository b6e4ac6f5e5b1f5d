// Finds the user data of a mesh.

#include "KineDriverUserData.h"
#include "Engine/SkeletalMesh.h"

UKineDriverUserData* UKineDriverUserData::Find(USkeletalMesh* Mesh)
{
	return Mesh != nullptr ? Mesh->GetAssetUserData<UKineDriverUserData>() : nullptr;
}
