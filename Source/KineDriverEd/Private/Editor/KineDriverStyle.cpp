// The pictures lie in the plug-in's Resources folder. The editor finds class icons and thumbnails by the names they have here.

#include "Editor/KineDriverStyle.h"
#include "Interfaces/IPluginManager.h"
#include "Misc/Paths.h"
#include "Styling/SlateStyle.h"
#include "Styling/SlateStyleRegistry.h"
#include "Styling/SlateTypes.h"

FName FKineDriverStyle::GetName()
{
	return "KineDriverStyle";
}

void FKineDriverStyle::Start()
{
	const TSharedPtr<IPlugin> Plugin = IPluginManager::Get().FindPlugin(TEXT("KineDriver"));
	if (!Plugin.IsValid())
	{
		return;
	}
	const FString Icon = FPaths::Combine(Plugin->GetBaseDir(), TEXT("Resources"), TEXT("Icon128.png"));
	const FVector2D Small(16.0f, 16.0f);
	const FVector2D Button(40.0f, 40.0f);
	const FVector2D Thumbnail(64.0f, 64.0f);
	Style = MakeShared<FSlateStyleSet>(GetName());
	for (const TCHAR* Class : { TEXT("KineDriverAsset"), TEXT("KineDriverComponent"), TEXT("KineDriverStackComponent"), TEXT("KineDriverUserData") })
	{
		Style->Set(*FString::Printf(TEXT("ClassIcon.%s"), Class), new FSlateImageBrush(Icon, Small));
		Style->Set(*FString::Printf(TEXT("ClassThumbnail.%s"), Class), new FSlateImageBrush(Icon, Thumbnail));
	}
	Style->Set("KineDriver.Preview", new FSlateImageBrush(Icon, Button));
	Style->Set("KineDriver.Preview.Small", new FSlateImageBrush(Icon, FVector2D(20.0f, 20.0f)));
	FSlateStyleRegistry::RegisterSlateStyle(*Style);
}

void FKineDriverStyle::Stop()
{
	if (Style.IsValid())
	{
		FSlateStyleRegistry::UnRegisterSlateStyle(*Style);
		Style.Reset();
	}
}
