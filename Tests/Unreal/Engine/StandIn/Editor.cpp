// Files and reimport of the stand-in.
#include "StandIn/Editor.h"
#include "StandIn/Slate.h"

#include <fstream>
#include <iterator>

static UEditorEngine GTheEditor;
UEditorEngine *GEditor = &GTheEditor;

const FLinearColor FLinearColor::Red(1, 0, 0), FLinearColor::Yellow(1, 1, 0), FLinearColor::Green(0, 1, 0),
    FLinearColor::White(1, 1, 1);
const EVisibility EVisibility::Visible = {0}, EVisibility::Collapsed = {1}, EVisibility::Hidden = {2};

void UEditorEngine::EditorAddModalWindow(const TSharedRef<SWindow> &window)
{
    StandInWindows++;
    SWidget *button = window->StandInFindButton(StandInAnswer);
    check(button != nullptr);
    button->StandInClicked();
    check(!window->bStandInOpen); // otherwise the editor would wait for ever
}

FReimportManager *FReimportManager::Instance()
{
    static FReimportManager manager;
    return &manager;
}

bool FReimportManager::Reimport(UObject *object, bool, bool)
{
    PreReimport.Broadcast(object);
    bool done = false;
    for (FReimportHandler *handler : Handlers) {
        TArray<FString> files;
        if (!done && handler->CanReimport(object, files))
            done = handler->Reimport(object) == EReimportResult::Succeeded;
    }
    PostReimport.Broadcast(object, done);
    return done;
}

bool FFileHelper::LoadFileToArray(TArray<uint8> &bytes, const TCHAR *path)
{
    std::ifstream file(StandInNarrow(path), std::ios::binary);
    if (!file)
        return false;
    for (std::istreambuf_iterator<char> it(file), end; it != end; ++it)
        bytes.Add(static_cast<uint8>(*it));
    return true;
}

static bool SaveBytes(const std::string &bytes, const TCHAR *path)
{
    std::ofstream file(StandInNarrow(path), std::ios::binary);
    file << bytes;
    return static_cast<bool>(file);
}

bool FFileHelper::SaveStringToFile(const FString &text, const TCHAR *path)
{
    std::u16string wide = *text;
    std::string bytes = text.Narrow();
    if (bytes.size() != wide.size()) {
        bytes = "\xff\xfe";
        for (char16_t letter : wide) {
            bytes += static_cast<char>(letter & 255);
            bytes += static_cast<char>(letter >> 8);
        }
    }
    return SaveBytes(bytes, path);
}

bool UExporter::StandInExport(UObject *object, const FString &file)
{
    check(object->IsA(SupportedClass) && FormatExtension.Num() == FormatDescription.Num());
    FOutputDevice text;
    FArchive archive;
    if (bText)
        return ExportText(nullptr, object, *FormatExtension[0], text, nullptr) &&
               FFileHelper::SaveStringToFile(text.StandInText, *file);
    return ExportBinary(object, *FormatExtension[0], archive, nullptr) &&
           SaveBytes(std::string(archive.Bytes.begin(), archive.Bytes.end()), *file);
}

FString FPaths::GetExtension(const FString &path)
{
    std::u16string text = *path;
    size_t dot = text.rfind(u'.');
    return dot == std::u16string::npos ? FString() : FString(text.substr(dot + 1));
}

FString FPaths::GetCleanFilename(const FString &path)
{
    std::u16string text = *path;
    size_t slash = text.rfind(u'/');
    return slash == std::u16string::npos ? path : FString(text.substr(slash + 1));
}

FString FMD5::HashBytes(const uint8 *bytes, int32 count)
{
    uint32 hash = 2166136261u;
    for (int32 i = 0; i < count; i++)
        hash = (hash ^ bytes[i]) * 16777619u;
    return FString::Printf(TEXT("%u"), hash);
}

bool FParse::Param(const TCHAR *line, const TCHAR *name)
{
    return std::u16string(line).find(std::u16string(u"-") + name) != std::u16string::npos;
}

bool FParse::Value(const TCHAR *line, const TCHAR *name, FString &value)
{
    std::u16string text = line;
    size_t at = text.find(name);
    if (at == std::u16string::npos)
        return false;
    at += std::u16string(name).size();
    value = FString(text.substr(at, text.find(u' ', at) - at));
    return true;
}
