/* Details panels, animation editors, and the modules that ours register with. */
#pragma once

#include "StandIn/Editor.h"
#include "StandIn/Slate.h"

class UDebugSkelMeshComponent : public USkeletalMeshComponent
{
    STANDIN_BODY(UDebugSkelMeshComponent, USkeletalMeshComponent)
};

typedef TMulticastDelegate<USkeletalMesh *, USkeletalMesh *> FOnPreviewMeshChangedMulticaster;
typedef TDelegate<void, USkeletalMesh *, USkeletalMesh *> FOnPreviewMeshChanged;

/* The scene of an animation editor; its world ticks without begin-play. */
class IPersonaPreviewScene
{
  public:
    virtual ~IPersonaPreviewScene() {}
    UDebugSkelMeshComponent *GetPreviewMeshComponent() const { return StandInMesh; }
    AActor *GetActor() const { return StandInActor; }
    virtual void AddComponent(UActorComponent *component, const FTransform &, bool = false) { component->RegisterComponent(); }
    virtual void RemoveComponent(UActorComponent *component) { component->UnregisterComponent(); }
    void RegisterOnPreviewMeshChanged(const FOnPreviewMeshChanged &delegate) { MeshChanged.Add(delegate); }
    void UnregisterOnPreviewMeshChanged(void *object) { MeshChanged.RemoveAll(object); }
    void InvalidateViews() { StandInRedraws++; }
    void StandInSetMesh(USkeletalMesh *mesh)
    {
        USkeletalMesh *old = StandInMesh->SkeletalMesh;
        StandInMesh->SetSkeletalMesh(mesh);
        MeshChanged.Broadcast(old, mesh);
    }
    UDebugSkelMeshComponent *StandInMesh = nullptr;
    AActor *StandInActor = nullptr;
    int32 StandInRedraws = 0;

  private:
    FOnPreviewMeshChangedMulticaster MeshChanged;
};

class FPersonaModule : public IModuleInterface
{
  public:
    typedef TMulticastDelegate<const TSharedRef<IPersonaPreviewScene> &> FOnPreviewSceneCreated;
    FOnPreviewSceneCreated &OnPreviewSceneCreated() { return SceneCreated; }

  private:
    FOnPreviewSceneCreated SceneCreated;
};

class IAnimationEditorModule : public IModuleInterface
{
  public:
    TSharedPtr<FExtensibilityManager> GetToolBarExtensibilityManager() { return Manager; }

  private:
    TSharedPtr<FExtensibilityManager> Manager = MakeShared<FExtensibilityManager>();
};

class IDetailsView : public SCompoundWidget
{
  public:
    void SetObject(UObject *object, bool = false) { StandInObject = object; }
    UObject *StandInObject = nullptr;
};
struct FDetailsViewArgs {
    bool bAllowSearch = true, bHideSelectionTip = false;
};

class FDetailWidgetRow
{
  public:
    FDetailWidgetRow &WholeRowContent() { return *this; }
    template <typename T> FDetailWidgetRow &operator[](const TSharedRef<T> &widget)
    {
        StandInWidget = widget.Object;
        return *this;
    }
    std::shared_ptr<SWidget> StandInWidget;
};
namespace ECategoryPriority
{
enum Type { Variable, Transform, Important, TypeSpecific, Default, Uncommon };
}
class IDetailCategoryBuilder
{
  public:
    FDetailWidgetRow &AddCustomRow(const FText &filter, bool = false)
    {
        StandInRows[*filter.ToString()] = FDetailWidgetRow();
        return StandInRows[*filter.ToString()];
    }
    std::map<std::u16string, FDetailWidgetRow> StandInRows;
};
class IDetailLayoutBuilder
{
  public:
    void GetObjectsBeingCustomized(TArray<TWeakObjectPtr<UObject>> &objects) const { objects = StandInObjects; }
    IDetailCategoryBuilder &EditCategory(FName, const FText & = FText(), ECategoryPriority::Type = ECategoryPriority::Default)
    {
        return StandInCategory;
    }
    TArray<TWeakObjectPtr<UObject>> StandInObjects;
    IDetailCategoryBuilder StandInCategory;
};
class IDetailCustomization
{
  public:
    virtual ~IDetailCustomization() {}
    virtual void CustomizeDetails(IDetailLayoutBuilder &) = 0;
};
typedef TDelegate<TSharedRef<IDetailCustomization>> FOnGetDetailCustomizationInstance;

class FPropertyEditorModule : public IModuleInterface
{
  public:
    TSharedRef<IDetailsView> CreateDetailView(const FDetailsViewArgs &) { return MakeShared<IDetailsView>(); }
    void RegisterCustomClassLayout(FName name, FOnGetDetailCustomizationInstance make) { StandInLayouts.Add(name, make); }
    void UnregisterCustomClassLayout(FName name) { StandInLayouts.Remove(name); }
    TMap<FName, FOnGetDetailCustomizationInstance> StandInLayouts;
};

class IAssetTools
{
  public:
    void RegisterAssetTypeActions(const TSharedRef<IAssetTypeActions> &actions) { StandInActions.Add(TSharedPtr<IAssetTypeActions>(actions)); }
    void UnregisterAssetTypeActions(const TSharedRef<IAssetTypeActions> &actions)
    {
        StandInActions.Remove(TSharedPtr<IAssetTypeActions>(actions));
    }
    TArray<TSharedPtr<IAssetTypeActions>> StandInActions;
};
class FAssetToolsModule : public IModuleInterface
{
  public:
    IAssetTools &Get() { return Tools; }

  private:
    IAssetTools Tools;
};

struct FMessageLogInitializationOptions {
    bool bShowFilters = false, bShowPages = false, bAllowClear = true;
};
class FMessageLogModule : public IModuleInterface
{
  public:
    void RegisterLogListing(const FName &name, const FText &, const FMessageLogInitializationOptions &) { StandInListings.Add(name); }
    void UnregisterLogListing(const FName &name) { StandInListings.Remove(name); }
    TArray<FName> StandInListings;
};

class IComponentAssetBroker
{
  public:
    virtual ~IComponentAssetBroker() {}
    virtual UClass *GetSupportedAssetClass() = 0;
    virtual bool AssignAssetToComponent(UActorComponent *component, UObject *asset) = 0;
    virtual UObject *GetAssetFromComponent(UActorComponent *component) = 0;
};
struct FComponentAssetBrokerage {
    static void RegisterBroker(TSharedPtr<IComponentAssetBroker> broker, UClass *, bool, bool) { StandInBrokers().Add(broker); }
    static void UnregisterBroker(TSharedPtr<IComponentAssetBroker> broker) { StandInBrokers().Remove(broker); }
    static TArray<TSharedPtr<IComponentAssetBroker>> &StandInBrokers()
    {
        static TArray<TSharedPtr<IComponentAssetBroker>> brokers;
        return brokers;
    }
};
inline bool UObjectInitialized() { return true; }
