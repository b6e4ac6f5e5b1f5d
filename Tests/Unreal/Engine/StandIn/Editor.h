/* The editor as far as import, export, reimport, graph compilation and commandlets go. */
#pragma once

#include "StandIn/Anim.h"
#include "StandIn/Runtime.h"

struct FFeedbackContext {
};
class FOutputDevice
{
  public:
    void Log(const TCHAR *text)
    {
        StandInText += text;
    }
    FString StandInText;
};

class UFactory : public UObject
{
    STANDIN_BODY(UFactory, UObject)
    virtual bool FactoryCanImport(const FString &)
    {
        return false;
    }
    virtual bool ConfigureProperties()
    {
        return true;
    }
    virtual UObject *FactoryCreateFile(UClass *, UObject *, FName, EObjectFlags, const FString &, const TCHAR *,
                                       FFeedbackContext *, bool &)
    {
        return nullptr;
    }
    virtual void CleanUp() {}
    bool IsAutomatedImport() const
    {
        return StandInAutomated;
    }
    UClass *SupportedClass = nullptr;
    TArray<FString> Formats;
    int32 ImportPriority = 100;
    bool bCreateNew = false, bEditAfterNew = false, bEditorImport = false, bText = true, StandInAutomated = false;
};

namespace EReimportResult
{
enum Type { Failed, Succeeded, Cancelled };
}

class FReimportHandler;
class FReimportManager
{
  public:
    typedef TMulticastDelegate<UObject *> FPreReimportNotification;
    typedef TMulticastDelegate<UObject *, bool> FPostReimportNotification;
    static FReimportManager *Instance();
    FPreReimportNotification &OnPreReimport()
    {
        return PreReimport;
    }
    FPostReimportNotification &OnPostReimport()
    {
        return PostReimport;
    }
    bool Reimport(UObject *object, bool ask = false, bool show = true);
    TArray<FReimportHandler *> Handlers;

  private:
    FPreReimportNotification PreReimport;
    FPostReimportNotification PostReimport;
};

class FReimportHandler
{
  public:
    FReimportHandler()
    {
        FReimportManager::Instance()->Handlers.Add(this);
    }
    virtual ~FReimportHandler()
    {
        FReimportManager::Instance()->Handlers.Remove(this);
    }
    virtual bool CanReimport(UObject *, TArray<FString> &) = 0;
    virtual void SetReimportPaths(UObject *, const TArray<FString> &) = 0;
    virtual EReimportResult::Type Reimport(UObject *) = 0;
    virtual int32 GetPriority() const
    {
        return 0;
    }
};

class UImportSubsystem : public UObject
{
    STANDIN_BODY(UImportSubsystem, UObject)
    void BroadcastAssetPreImport(UFactory *, UClass *, UObject *, const FName &, const TCHAR *)
    {
        StandInBefore++;
    }
    void BroadcastAssetPostImport(UFactory *, UObject *made)
    {
        StandInMade.Add(made);
    }
    int32 StandInBefore = 0;
    TArray<UObject *> StandInMade;
};

class FScopedTransaction
{
  public:
    explicit FScopedTransaction(const FText &) {}
    ~FScopedTransaction() {}
};

class SWindow;
class FEditorViewportClient;
class UEditorEngine
{
  public:
    const TArray<FEditorViewportClient *> &GetAllViewportClients() const
    {
        return StandInClients;
    }
    TArray<FEditorViewportClient *> StandInClients;
    /* Presses the button that the test named, as a user would. */
    void EditorAddModalWindow(const TSharedRef<SWindow> &window);
    FString StandInAnswer = TEXT("Import");
    int32 StandInWindows = 0;
    template <typename T> T *GetEditorSubsystem();
    TWeakObjectPtr<UImportSubsystem> StandInImports;
};
extern UEditorEngine *GEditor;
template <> inline UImportSubsystem *UEditorEngine::GetEditorSubsystem<UImportSubsystem>()
{
    if (!StandInImports.IsValid())
        StandInImports = NewObject<UImportSubsystem>(nullptr);
    return StandInImports.Get();
}

struct FFileHelper {
    static bool LoadFileToArray(TArray<uint8> &bytes, const TCHAR *path);
    static bool SaveStringToFile(const FString &text, const TCHAR *path);
};
struct FPaths {
    static FString GetExtension(const FString &path);
    static FString GetCleanFilename(const FString &path);
    template <typename... P> static FString Combine(const P &...parts)
    {
        TArray<FString> all = {FString(parts)...};
        return FString::Join(all, TEXT("/"));
    }
};
struct FMD5 {
    /* Not the real one: a number that changes with the bytes. */
    static FString HashBytes(const uint8 *bytes, int32 count);
};
struct FParse {
    static bool Param(const TCHAR *line, const TCHAR *name);
    static bool Value(const TCHAR *line, const TCHAR *name, FString &value);
};

namespace EMessageSeverity
{
enum Type { CriticalError, Error, PerformanceWarning, Warning, Info };
}
class FMessageLog
{
  public:
    explicit FMessageLog(const FName &name) : Name(name) {}
    void Error(const FText &text)
    {
        Add("Error", text);
    }
    void Warning(const FText &text)
    {
        Add("Warning", text);
    }
    void Info(const FText &text)
    {
        Add("Info", text);
    }
    void NewPage(const FText &) {}
    void Open(EMessageSeverity::Type = EMessageSeverity::Info, bool = false) {}

  private:
    void Add(const char *severity, const FText &text)
    {
        GStandInLog.push_back({"MessageLog", severity, text.ToString().Narrow()});
    }
    FName Name;
};

class FExportObjectInnerContext;
class UExporter : public UObject
{
    STANDIN_BODY(UExporter, UObject)
    virtual bool ExportText(const FExportObjectInnerContext *, UObject *, const TCHAR *, FOutputDevice &,
                            FFeedbackContext *, uint32 = 0)
    {
        return false;
    }
    virtual bool ExportBinary(UObject *, const TCHAR *, FArchive &, FFeedbackContext *, int32 = 0, uint32 = 0)
    {
        return false;
    }
    /* As the content browser's Export does it: text that is not plain is written two bytes a letter. */
    bool StandInExport(UObject *object, const FString &file);
    TSubclassOf<UObject> SupportedClass;
    TArray<FString> FormatExtension, FormatDescription;
    int32 PreferredFormatIndex = 0;
    bool bText = false;
};

struct FAssetData {
    FAssetData() {}
    explicit FAssetData(UObject *object) : AssetClass(object->GetClass()->GetFName()), Object(object) {}
    FName AssetClass;
    UObject *GetAsset() const
    {
        return Object;
    }
    UObject *Object = nullptr;
};
namespace EAssetTypeCategories
{
enum Type { None = 0, Animation = 2 };
}
class IAssetTypeActions
{
  public:
    virtual ~IAssetTypeActions() {}
    virtual FText GetName() const = 0;
    virtual FColor GetTypeColor() const = 0;
    virtual UClass *GetSupportedClass() const = 0;
    virtual uint32 GetCategories() = 0;
    virtual bool IsImportedAsset() const = 0;
    virtual void GetResolvedSourceFilePaths(const TArray<UObject *> &, TArray<FString> &) const = 0;
    virtual FText GetAssetDescription(const FAssetData &) const = 0;
};
class FAssetTypeActions_Base : public IAssetTypeActions
{
  public:
    bool IsImportedAsset() const override
    {
        return false;
    }
    void GetResolvedSourceFilePaths(const TArray<UObject *> &, TArray<FString> &) const override {}
    FText GetAssetDescription(const FAssetData &) const override
    {
        return FText();
    }
};

class FCompilerResultsLog
{
  public:
    template <typename... A> void Error(const TCHAR *format, A...)
    {
        Errors.Add(format);
    }
    template <typename... A> void Warning(const TCHAR *format, A...)
    {
        Warnings.Add(format);
    }
    TArray<FString> Errors, Warnings;
};
namespace ENodeTitleType
{
enum Type { FullTitle, ListView, EditableTitle, MenuTitle };
}
class UAnimGraphNode_SkeletalControlBase : public UObject
{
    STANDIN_ABSTRACT(UAnimGraphNode_SkeletalControlBase, UObject)
    virtual FText GetNodeTitle(ENodeTitleType::Type) const
    {
        return FText();
    }
    virtual FText GetTooltipText() const
    {
        return FText();
    }
    virtual void ValidateAnimNodeDuringCompilation(USkeleton *, FCompilerResultsLog &) {}
    virtual void CopyNodeDataToPreviewNode(FAnimNode_Base *) {}

  protected:
    virtual FText GetControllerDescription() const
    {
        return FText();
    }
    virtual const FAnimNode_SkeletalControlBase *GetNode() const = 0;
};

class UCommandlet : public UObject
{
    STANDIN_BODY(UCommandlet, UObject)
    virtual int32 Main(const FString &)
    {
        return 0;
    }
    bool IsClient = true, IsServer = true, IsEditor = true, LogToConsole = false;
};

class IAssetRegistry
{
  public:
    void SearchAllAssets(bool) {}
    bool GetAssetsByClass(FName name, TArray<FAssetData> &found, bool) const
    {
        for (UObject *object : StandInObjects())
            if (object->GetClass()->GetFName() == name) {
                found.Add(FAssetData(object));
            }
        return true;
    }
};
class FAssetRegistryModule
{
  public:
    IAssetRegistry &Get()
    {
        return Registry;
    }

  private:
    IAssetRegistry Registry;
};

template <typename C> struct TPrettyJsonPrintPolicy {
};
/* Writes JSON without blanks. */
template <typename C, typename P> class TJsonWriter
{
  public:
    explicit TJsonWriter(FString *out) : Out(out) {}
    void WriteObjectStart()
    {
        Begin(nullptr, "{");
    }
    void WriteObjectEnd()
    {
        End("}");
    }
    void WriteArrayStart(const TCHAR *key)
    {
        Begin(key, "[");
    }
    void WriteArrayEnd()
    {
        End("]");
    }
    void WriteValue(const FString &value)
    {
        Item(nullptr, "\"" + value.Narrow() + "\"");
    }
    void WriteValue(const TCHAR *key, const FString &value)
    {
        Item(key, "\"" + value.Narrow() + "\"");
    }
    void WriteValue(const TCHAR *key, int32 value)
    {
        Item(key, std::to_string(value));
    }
    void WriteValue(const TCHAR *key, bool value)
    {
        Item(key, value ? "true" : "false");
    }
    void Close()
    {
        *Out = FString(StandInWiden(Text));
    }

  private:
    void Item(const TCHAR *key, const std::string &value)
    {
        if (bNext)
            Text += ",";
        if (key != nullptr)
            Text += "\"" + StandInNarrow(key) + "\":";
        Text += value;
        bNext = true;
    }
    void Begin(const TCHAR *key, const char *mark)
    {
        Item(key, mark);
        bNext = false;
    }
    void End(const char *mark)
    {
        Text += mark;
        bNext = true;
    }
    FString *Out;
    std::string Text;
    bool bNext = false;
};
template <typename C, typename P> struct TJsonWriterFactory {
    static TSharedRef<TJsonWriter<C, P>> Create(FString *out)
    {
        return MakeShared<TJsonWriter<C, P>>(out);
    }
};
