// Icons of rigs and of the preview switch.

#pragma once

#include "CoreMinimal.h"

class FSlateStyleSet;

class FKineDriverStyle
{
public:
	void Start();
	void Stop();

	static FName GetName();

private:
	TSharedPtr<FSlateStyleSet> Style;
};
