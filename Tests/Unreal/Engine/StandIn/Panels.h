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

/* A world of its own, which ticks without begin-play. */
class FPreviewScene
{
  public:
    struct ConstructionValues {
    };
    explicit FPreviewScene(ConstructionValues = ConstructionValues());
    virtual ~FPreviewScene();
    UWorld *GetWorld() const
    {
        return World;
    }
    virtual void AddComponent(UActorComponent *component, const FTransform &, bool = false);
    virtual void RemoveComponent(UActorComponent *component)
    {
        component->UnregisterComponent();
    }

  protected:
    UWorld *World;
    AActor *Holder;
};

/* The scene of an animation editor; its world ticks without begin-play. */
class IPersonaPreviewScene : public FPreviewScene
{
  public:
    UDebugSkelMeshComponent *GetPreviewMeshComponent() const
    {
        return StandInMesh;
    }
    AActor *GetActor() const
    {
        return StandInActor;
    }
    void RegisterOnPreviewMeshChanged(const FOnPreviewMeshChanged &delegate)
    {
        MeshChanged.Add(delegate);
    }
    void UnregisterOnPreviewMeshChanged(void *object)
    {
        MeshChanged.RemoveAll(object);
    }
    void RegisterOnPreTick(const FSimpleDelegate &delegate)
    {
        PreTick.Add(delegate);
    }
    void UnregisterOnPreTick(void *object)
    {
        PreTick.RemoveAll(object);
    }
    void StandInTick(float seconds)
    {
        PreTick.Broadcast();
        StandInActor->GetWorld()->Tick(LEVELTICK_All, seconds);
    }
    void InvalidateViews()
    {
        StandInRedraws++;
    }
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
    TMulticastDelegate<> PreTick;
};

class FPersonaModule : public IModuleInterface
{
  public:
    typedef TMulticastDelegate<const TSharedRef<IPersonaPreviewScene> &> FOnPreviewSceneCreated;
    FOnPreviewSceneCreated &OnPreviewSceneCreated()
    {
        return SceneCreated;
    }

  private:
    FOnPreviewSceneCreated SceneCreated;
};

class FStandInEditorModule : public IModuleInterface
{
  public:
    TSharedPtr<FExtensibilityManager> GetToolBarExtensibilityManager()
    {
        return Manager;
    }

  private:
    TSharedPtr<FExtensibilityManager> Manager = MakeShared<FExtensibilityManager>();
};
class IAnimationEditorModule : public FStandInEditorModule
{
};
class ISkeletalMeshEditorModule : public FStandInEditorModule
{
};
class ISkeletonEditorModule : public FStandInEditorModule
{
};
class IAnimationBlueprintEditorModule : public FStandInEditorModule
{
};

class FViewport
{
};
class FSceneViewport : public FViewport
{
  public:
    TWeakPtr<SViewport> GetViewportWidget() const
    {
        return StandInWidget;
    }
    TSharedPtr<SViewport> StandInWidget;
};
class FEditorViewportClient
{
  public:
    FPreviewScene *GetPreviewScene() const
    {
        return StandInScene;
    }
    TSharedPtr<SEditorViewport> GetEditorViewportWidget() const
    {
        return StandInWidget;
    }
    FViewport *Viewport = nullptr;
    FPreviewScene *StandInScene = nullptr;
    TSharedPtr<SEditorViewport> StandInWidget;
};

class IDetailsView : public SCompoundWidget
{
  public:
    void SetObject(UObject *object, bool = false)
    {
        StandInObject = object;
    }
    UObject *StandInObject = nullptr;
};
struct FDetailsViewArgs {
    bool bAllowSearch = true, bHideSelectionTip = false;
};

class FDetailWidgetRow
{
  public:
    FDetailWidgetRow &WholeRowContent()
    {
        return *this;
    }
    FDetailWidgetRow &NameContent()
    {
        return *this;
    }
    FDetailWidgetRow &ValueContent()
    {
        return *this;
    }
    FDetailWidgetRow &MinDesiredWidth(float)
    {
        return *this;
    }
    FDetailWidgetRow &MaxDesiredWidth(float)
    {
        return *this;
    }
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
template <typename T> class TAttribute
{
  public:
    typedef TDelegate<T> FGetter;
    static TAttribute Create(const FGetter &getter)
    {
        TAttribute made;
        made.Getter = getter;
        return made;
    }
    T Get() const
    {
        return Getter.Execute();
    }

  private:
    FGetter Getter;
};
class IPropertyHandle
{
  public:
    FName StandInProperty;
};
class IDetailPropertyRow
{
  public:
    IDetailPropertyRow &IsEnabled(const TAttribute<bool> &enabled)
    {
        StandInEnabled = enabled;
        return *this;
    }
    TAttribute<bool> StandInEnabled;
};
class IDetailCategoryBuilder
{
  public:
    IDetailPropertyRow &AddProperty(TSharedPtr<IPropertyHandle> property)
    {
        return StandInProperties[property->StandInProperty];
    }
    std::map<FName, IDetailPropertyRow> StandInProperties;
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
    void GetObjectsBeingCustomized(TArray<TWeakObjectPtr<UObject>> &objects) const
    {
        objects = StandInObjects;
    }
    IDetailCategoryBuilder &EditCategory(FName name, const FText & = FText(),
                                         ECategoryPriority::Type = ECategoryPriority::Default)
    {
        return StandInCategories[name];
    }
    TSharedRef<IPropertyHandle> GetProperty(FName name, const UClass * = nullptr)
    {
        TSharedRef<IPropertyHandle> handle = MakeShared<IPropertyHandle>();
        handle->StandInProperty = name;
        return handle;
    }
    static FSlateFontInfo GetDetailFont()
    {
        return FSlateFontInfo();
    }
    TArray<TWeakObjectPtr<UObject>> StandInObjects;
    std::map<FName, IDetailCategoryBuilder> StandInCategories;
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
    TSharedRef<IDetailsView> CreateDetailView(const FDetailsViewArgs &)
    {
        return MakeShared<IDetailsView>();
    }
    void RegisterCustomClassLayout(FName name, FOnGetDetailCustomizationInstance make)
    {
        StandInLayouts.Add(name, make);
    }
    void UnregisterCustomClassLayout(FName name)
    {
        StandInLayouts.Remove(name);
    }
    TMap<FName, FOnGetDetailCustomizationInstance> StandInLayouts;
};

class IAssetTools
{
  public:
    void RegisterAssetTypeActions(const TSharedRef<IAssetTypeActions> &actions)
    {
        StandInActions.Add(TSharedPtr<IAssetTypeActions>(actions));
    }
    void UnregisterAssetTypeActions(const TSharedRef<IAssetTypeActions> &actions)
    {
        StandInActions.Remove(TSharedPtr<IAssetTypeActions>(actions));
    }
    TArray<TSharedPtr<IAssetTypeActions>> StandInActions;
};
class FAssetToolsModule : public IModuleInterface
{
  public:
    IAssetTools &Get()
    {
        return Tools;
    }

  private:
    IAssetTools Tools;
};

typedef TDelegate<TSharedRef<FExtender>, const TArray<FAssetData> &> FContentBrowserMenuExtender_SelectedAssets;
class FContentBrowserModule : public IModuleInterface
{
  public:
    TArray<FContentBrowserMenuExtender_SelectedAssets> &GetAllAssetViewContextMenuExtenders()
    {
        return Extenders;
    }

  private:
    TArray<FContentBrowserMenuExtender_SelectedAssets> Extenders;
};

struct FMessageLogInitializationOptions {
    bool bShowFilters = false, bShowPages = false, bAllowClear = true;
};
class FMessageLogModule : public IModuleInterface
{
  public:
    void RegisterLogListing(const FName &name, const FText &, const FMessageLogInitializationOptions &)
    {
        StandInListings.Add(name);
    }
    void UnregisterLogListing(const FName &name)
    {
        StandInListings.Remove(name);
    }
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
    static void RegisterBroker(TSharedPtr<IComponentAssetBroker> broker, UClass *, bool, bool)
    {
        StandInBrokers().Add(broker);
    }
    static void UnregisterBroker(TSharedPtr<IComponentAssetBroker> broker)
    {
        StandInBrokers().Remove(broker);
    }
    static TArray<TSharedPtr<IComponentAssetBroker>> &StandInBrokers()
    {
        static TArray<TSharedPtr<IComponentAssetBroker>> brokers;
        return brokers;
    }
};
inline bool UObjectInitialized()
{
    return true;
}
inline bool IsRunningCommandlet()
{
    return false;
}
extern bool GIsEditor;

class IPlugin
{
  public:
    FString GetBaseDir() const
    {
        return TEXT("Plugins/KineDriver");
    }
};
class IPluginManager
{
  public:
    static IPluginManager &Get()
    {
        static IPluginManager manager;
        return manager;
    }
    TSharedPtr<IPlugin> FindPlugin(const FString &)
    {
        return MakeShared<IPlugin>();
    }
};

/* Settings, in memory only. */
class FConfigCacheIni
{
  public:
    bool GetBool(const TCHAR *, const TCHAR *key, bool &value, const FString &)
    {
        auto found = StandInBools.find(key);
        if (found != StandInBools.end())
            value = found->second;
        return found != StandInBools.end();
    }
    void SetBool(const TCHAR *, const TCHAR *key, bool value, const FString &)
    {
        StandInBools[key] = value;
    }
    std::map<std::u16string, bool> StandInBools;
};
extern FConfigCacheIni *GConfig;
extern FString GEditorPerProjectIni;
