// Entries in the content browser's menu: rigs are compared with the meshes that use them, meshes are given rigs.

#pragma once

#include "CoreMinimal.h"

class FKineDriverMenus
{
public:
	void Start();
	void Stop();

private:
	FDelegateHandle Handle;
};
