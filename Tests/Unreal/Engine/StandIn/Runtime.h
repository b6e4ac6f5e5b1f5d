/* Small things of the runtime: modules, function libraries, debug drawing, import data. */
#pragma once

#include "StandIn/World.h"

class UBlueprintFunctionLibrary : public UObject
{
    STANDIN_BODY(UBlueprintFunctionLibrary, UObject)
};

class IModuleInterface
{
  public:
    virtual ~IModuleInterface() {}
    virtual void StartupModule() {}
    virtual void ShutdownModule() {}
};
class FDefaultModuleImpl : public IModuleInterface
{
};
#define IMPLEMENT_MODULE(implementation, name)   \
    IModuleInterface *StandInMakeModule_##name() \
    {                                            \
        return new implementation();             \
    }

/* Modules that others offer, made when they are asked for. */
struct FModuleManager {
    template <typename T> static T &LoadModuleChecked(FName)
    {
        static T module;
        return module;
    }
    template <typename T> static T *GetModulePtr(FName name)
    {
        return &LoadModuleChecked<T>(name);
    }
};

#define ENABLE_DRAW_DEBUG 1
enum { SDPG_World, SDPG_Foreground };
struct FStandInLine {
    FVector From, To;
    FColor Color;
};
extern std::vector<FStandInLine> GStandInDrawn; /* points are lines without length */
inline void DrawDebugPoint(const UWorld *, const FVector &place, float, const FColor &color, bool, float, uint8)
{
    GStandInDrawn.push_back({place, place, color});
}
inline void DrawDebugLine(const UWorld *, const FVector &from, const FVector &to, const FColor &color, bool, float,
                          uint8)
{
    GStandInDrawn.push_back({from, to, color});
}

class UEngine
{
  public:
    void AddOnScreenDebugMessage(uint64, float, const FColor &, const FString &text)
    {
        StandInMessages.Add(text);
    }
    TArray<FString> StandInMessages;
};
extern UEngine *GEngine;

struct FAssetImportInfo {
    FString ToJson() const
    {
        return File;
    }
    FString File;
};

class UAssetImportData : public UObject
{
    STANDIN_BODY(UAssetImportData, UObject)
    void Update(const FString &file)
    {
        Info.File = file;
    }
    void UpdateFilenameOnly(const FString &file)
    {
        Info.File = file;
    }
    FString GetFirstFilename() const
    {
        return Info.File;
    }
    void ExtractFilenames(TArray<FString> &files) const
    {
        if (!Info.File.IsEmpty())
            files.Add(Info.File);
    }
    const FAssetImportInfo &GetSourceData() const
    {
        return Info;
    }

  private:
    FAssetImportInfo Info;
};
