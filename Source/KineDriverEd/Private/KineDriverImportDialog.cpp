// A window with the properties of the factory and two buttons.

#include "KineDriverImportDialog.h"
#include "Editor.h"
#include "Framework/Application/SlateApplication.h"
#include "IDetailsView.h"
#include "KineDriverFactory.h"
#include "Modules/ModuleManager.h"
#include "PropertyEditorModule.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Layout/SUniformGridPanel.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SWindow.h"

#define LOCTEXT_NAMESPACE "KineDriver"

bool KineDriverImportDialog::Show(UKineDriverFactory& Factory)
{
	FPropertyEditorModule& PropertyEditor = FModuleManager::LoadModuleChecked<FPropertyEditorModule>("PropertyEditor");
	FDetailsViewArgs Arguments;
	Arguments.bAllowSearch = false;
	Arguments.bHideSelectionTip = true;
	const TSharedRef<IDetailsView> Details = PropertyEditor.CreateDetailView(Arguments);
	Details->SetObject(&Factory);

	bool bImport = false;
	const TSharedRef<SWindow> Window = SNew(SWindow)
		.Title(LOCTEXT("ImportTitle", "Import KineDriver rigs"))
		.ClientSize(FVector2D(460.0f, 300.0f))
		.SupportsMinimize(false)
		.SupportsMaximize(false);
	const TWeakPtr<SWindow> WeakWindow = Window;
	const auto Close = [&bImport, WeakWindow](bool bAnswer)
	{
		bImport = bAnswer;
		if (WeakWindow.IsValid())
		{
			WeakWindow.Pin()->RequestDestroyWindow();
		}
		return FReply::Handled();
	};
	Window->SetContent(
		SNew(SVerticalBox)
		+ SVerticalBox::Slot().FillHeight(1.0f).Padding(4.0f)
		[
			Details
		]
		+ SVerticalBox::Slot().AutoHeight().HAlign(HAlign_Right).Padding(4.0f)
		[
			SNew(SUniformGridPanel).SlotPadding(2.0f)
			+ SUniformGridPanel::Slot(0, 0)
			[
				SNew(SButton).Text(LOCTEXT("Import", "Import")).OnClicked_Lambda([Close]() { return Close(true); })
			]
			+ SUniformGridPanel::Slot(1, 0)
			[
				SNew(SButton).Text(LOCTEXT("Cancel", "Cancel")).OnClicked_Lambda([Close]() { return Close(false); })
			]
		]);
	GEditor->EditorAddModalWindow(Window);
	return bImport;
}

#undef LOCTEXT_NAMESPACE
