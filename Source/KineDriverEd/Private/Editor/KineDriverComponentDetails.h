// The details panel of the component: where settings come from, and which joints are missing.

#pragma once

#include "CoreMinimal.h"
#include "IDetailCustomization.h"

class FKineDriverComponentDetails : public IDetailCustomization
{
public:
	static TSharedRef<IDetailCustomization> MakeInstance();

	//~ Begin IDetailCustomization Interface
	virtual void CustomizeDetails(IDetailLayoutBuilder& DetailBuilder) override;
	//~ End IDetailCustomization Interface
};
