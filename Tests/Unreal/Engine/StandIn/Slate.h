/* Windows and widgets as far as our panels need them: a tree that tests can look at, and buttons that they can press.
 */
#pragma once

#include "StandIn/Object.h"

struct FLinearColor {
    float R, G, B, A;
    FLinearColor(float r, float g, float b, float a = 1) : R(r), G(g), B(b), A(a) {}
    static const FLinearColor Red, Yellow, Green, White;
};
struct FSlateColor {
    FSlateColor(const FLinearColor &color) : Color(color) {}
    FLinearColor Color;
};
struct FMargin {
    FMargin(float) {}
    FMargin(float, float) {}
    FMargin(float, float, float, float) {}
};
enum EHorizontalAlignment { HAlign_Fill, HAlign_Left, HAlign_Center, HAlign_Right };
enum EVerticalAlignment { VAlign_Fill, VAlign_Top, VAlign_Center, VAlign_Bottom };

struct EVisibility {
    static const EVisibility Visible, Collapsed, Hidden;
    bool operator==(const EVisibility &o) const
    {
        return Value == o.Value;
    }
    int32 Value;
};

struct FReply {
    static FReply Handled()
    {
        return FReply();
    }
    static FReply Unhandled()
    {
        return FReply();
    }
};

enum class ECheckBoxState : uint8 { Unchecked, Checked, Undetermined };
struct FSlateFontInfo {
};

class SWidget
{
  public:
    virtual ~SWidget() {}
    virtual FName GetType() const
    {
        return FName("SWidget");
    }
    std::function<ECheckBoxState()> StandInChecked;
    std::function<void(ECheckBoxState)> StandInCheck;
    std::function<FText()> StandInText;
    std::function<FReply()> StandInClicked;
    std::function<EVisibility()> StandInVisibility;
    std::vector<std::shared_ptr<SWidget>> StandInChildren;

    /* The first button below that says so. */
    SWidget *StandInFindButton(const FString &text)
    {
        if (StandInClicked && StandInText && StandInText().ToString() == text)
            return this;
        for (const std::shared_ptr<SWidget> &child : StandInChildren)
            if (SWidget *found = child->StandInFindButton(text))
                return found;
        return nullptr;
    }
};
class SCompoundWidget : public SWidget
{
};

/* A slot holds one widget. */
struct FStandInSlot {
    FStandInSlot &FillHeight(float)
    {
        return *this;
    }
    FStandInSlot &FillWidth(float)
    {
        return *this;
    }
    FStandInSlot &AutoHeight()
    {
        return *this;
    }
    FStandInSlot &AutoWidth()
    {
        return *this;
    }
    FStandInSlot &Padding(const FMargin &)
    {
        return *this;
    }
    FStandInSlot &HAlign(EHorizontalAlignment)
    {
        return *this;
    }
    FStandInSlot &VAlign(EVerticalAlignment)
    {
        return *this;
    }
    template <typename T> FStandInSlot &operator[](const TSharedRef<T> &widget)
    {
        Widget = widget.Object;
        return *this;
    }
    std::shared_ptr<SWidget> Widget;
};

/* What stands between SNew(...) and the end of the statement; W is the widget, D the arguments themselves. */
template <typename D> struct TStandInArguments {
    D &operator+(const FStandInSlot &slot)
    {
        Made.StandInChildren.push_back(slot.Widget);
        return Self();
    }
    template <typename T> D &operator[](const TSharedRef<T> &widget)
    {
        Made.StandInChildren.push_back(widget.Object);
        return Self();
    }
    template <typename F> D &Visibility_Lambda(F function)
    {
        Made.StandInVisibility = function;
        return Self();
    }
    D &Visibility(EVisibility value)
    {
        Made.StandInVisibility = [value] { return value; };
        return Self();
    }
    D &ToolTipText(const FText &)
    {
        return Self();
    }
    SWidget Made;

  protected:
    D &Self()
    {
        return static_cast<D &>(*this);
    }
};
template <typename T> struct TStandInDeclaration {
    template <typename A> TSharedRef<T> operator<<=(const A &arguments) const
    {
        std::shared_ptr<T> widget = std::make_shared<T>();
        static_cast<SWidget &>(*widget) = arguments.Made;
        return TSharedRef<T>(widget);
    }
};
#define SNew(T) TStandInDeclaration<T>() <<= T::FArguments()

class SVerticalBox : public SWidget
{
  public:
    struct FArguments : TStandInArguments<FArguments> {
    };
    static FStandInSlot Slot()
    {
        return FStandInSlot();
    }
};
class SHorizontalBox : public SVerticalBox
{
};
class SUniformGridPanel : public SWidget
{
  public:
    struct FArguments : TStandInArguments<FArguments> {
        FArguments &SlotPadding(const FMargin &)
        {
            return *this;
        }
    };
    static FStandInSlot Slot(int32, int32)
    {
        return FStandInSlot();
    }
};
class SButton : public SWidget
{
  public:
    struct FArguments : TStandInArguments<FArguments> {
        FArguments &Text(const FText &text)
        {
            Made.StandInText = [text] { return text; };
            return *this;
        }
        template <typename F> FArguments &OnClicked_Lambda(F function)
        {
            Made.StandInClicked = function;
            return *this;
        }
        FArguments &HAlign(EHorizontalAlignment)
        {
            return *this;
        }
    };
};
class STextBlock : public SWidget
{
  public:
    struct FArguments : TStandInArguments<FArguments> {
        FArguments &AutoWrapText(bool)
        {
            return *this;
        }
        FArguments &Font(const FSlateFontInfo &)
        {
            return *this;
        }
        FArguments &ShadowOffset(const FVector2D &)
        {
            return *this;
        }
        FArguments &ColorAndOpacity(const FSlateColor &)
        {
            return *this;
        }
        FArguments &Text(const FText &text)
        {
            Made.StandInText = [text] { return text; };
            return *this;
        }
        template <typename F> FArguments &Text_Lambda(F function)
        {
            Made.StandInText = function;
            return *this;
        }
    };
};
class SCheckBox : public SWidget
{
  public:
    struct FArguments : TStandInArguments<FArguments> {
        template <typename F> FArguments &IsChecked_Lambda(F function)
        {
            Made.StandInChecked = function;
            return *this;
        }
        template <typename F> FArguments &OnCheckStateChanged_Lambda(F function)
        {
            Made.StandInCheck = function;
            return *this;
        }
    };
};
class SOverlay : public SWidget
{
  public:
    FName GetType() const override
    {
        return FName("SOverlay");
    }
    FStandInSlot &AddSlot()
    {
        StandInSlots.push_back(std::make_shared<FStandInSlot>());
        return *StandInSlots.back();
    }
    std::vector<std::shared_ptr<FStandInSlot>> StandInSlots;
};
class SViewport : public SWidget
{
  public:
    TSharedPtr<SWidget> GetContent() const
    {
        return StandInContent;
    }
    TSharedPtr<SWidget> StandInContent;
};
class SEditorViewport : public SWidget
{
};
class SWindow : public SWidget
{
  public:
    struct FArguments : TStandInArguments<FArguments> {
        FArguments &Title(const FText &)
        {
            return *this;
        }
        FArguments &ClientSize(const FVector2D &)
        {
            return *this;
        }
        FArguments &SupportsMinimize(bool)
        {
            return *this;
        }
        FArguments &SupportsMaximize(bool)
        {
            return *this;
        }
    };
    template <typename T> void SetContent(const TSharedRef<T> &widget)
    {
        StandInChildren.push_back(widget.Object);
    }
    void RequestDestroyWindow()
    {
        bStandInOpen = false;
    }
    bool bStandInOpen = true;
};

struct FSlateImageBrush {
    FSlateImageBrush(const FString &file, const FVector2D &) : File(file) {}
    FString File;
};
class FSlateStyleSet
{
  public:
    explicit FSlateStyleSet(const FName &name) : Name(name) {}
    template <typename B> void Set(FName name, B *brush)
    {
        StandInFiles.Add(name, brush->File);
        delete brush; /* the engine's set owns it */
    }
    TMap<FName, FString> StandInFiles;
    FName Name;
};
struct FSlateStyleRegistry {
    static void RegisterSlateStyle(const FSlateStyleSet &style)
    {
        StandInStyles().AddUnique(style.Name);
    }
    static void UnRegisterSlateStyle(const FSlateStyleSet &style)
    {
        StandInStyles().Remove(style.Name);
    }
    static TArray<FName> &StandInStyles()
    {
        static TArray<FName> styles;
        return styles;
    }
};

/* Menus and tool bars. */
typedef TDelegate<void> FExecuteAction;
typedef TDelegate<bool> FCanExecuteAction;
typedef TDelegate<bool> FIsActionChecked;
struct FUIAction {
    explicit FUIAction(FExecuteAction execute, FCanExecuteAction can = FCanExecuteAction(),
                       FIsActionChecked checked = FIsActionChecked())
        : ExecuteAction(execute), CanExecuteAction(can), GetActionCheckState(checked)
    {
    }
    FExecuteAction ExecuteAction;
    FCanExecuteAction CanExecuteAction;
    FIsActionChecked GetActionCheckState;
};
struct FSlateIcon {
    FSlateIcon() {}
    FSlateIcon(const FName &, const FName &) {}
};
struct FEditorStyle {
    static FName GetStyleSetName()
    {
        return FName("EditorStyle");
    }
};
enum class EUserInterfaceActionType : uint8 { None, Button, ToggleButton };
class FUICommandList;
struct FStandInEntry {
    FText Label;
    FUIAction Action;
};
class FToolBarBuilder
{
  public:
    void AddToolBarButton(const FUIAction &action, FName = NAME_None, const FText &label = FText(),
                          const FText & = FText(), const FSlateIcon & = FSlateIcon(),
                          EUserInterfaceActionType = EUserInterfaceActionType::Button)
    {
        StandInEntries.push_back(FStandInEntry{label, action});
    }
    std::vector<FStandInEntry> StandInEntries;
};
class FMenuBuilder
{
  public:
    void BeginSection(FName, const FText & = FText()) {}
    void EndSection() {}
    void AddMenuEntry(const FText &label, const FText &, const FSlateIcon &, const FUIAction &action, FName = NAME_None,
                      EUserInterfaceActionType = EUserInterfaceActionType::Button)
    {
        StandInEntries.push_back(FStandInEntry{label, action});
    }
    std::vector<FStandInEntry> StandInEntries;
};
typedef TDelegate<void, FToolBarBuilder &> FToolBarExtensionDelegate;
typedef TDelegate<void, FMenuBuilder &> FMenuExtensionDelegate;
namespace EExtensionHook
{
enum Position { Before, After, First };
}
class FExtender
{
  public:
    void AddToolBarExtension(FName, EExtensionHook::Position, const TSharedPtr<FUICommandList> &,
                             const FToolBarExtensionDelegate &extension)
    {
        StandInExtensions.push_back(extension);
    }
    void AddMenuExtension(FName, EExtensionHook::Position, const TSharedPtr<FUICommandList> &,
                          const FMenuExtensionDelegate &extension)
    {
        StandInMenus.push_back(extension);
    }
    std::vector<FToolBarExtensionDelegate> StandInExtensions;
    std::vector<FMenuExtensionDelegate> StandInMenus;
};
class FExtensibilityManager
{
  public:
    void AddExtender(TSharedPtr<FExtender> extender)
    {
        StandInExtenders.Add(extender);
    }
    void RemoveExtender(TSharedPtr<FExtender> extender)
    {
        StandInExtenders.Remove(extender);
    }
    TArray<TSharedPtr<FExtender>> StandInExtenders;
};
