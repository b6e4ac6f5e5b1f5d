/* Stand-in for the engine's header of this name. */
#pragma once

#include "StandIn/Editor.h"

class UEditorLoadingAndSavingUtils : public UObject
{
  public:
    static bool SavePackages(const TArray<UPackage *> &packages, bool)
    {
        StandInSaved() = packages;
        return true;
    }
    static TArray<UPackage *> &StandInSaved()
    {
        static TArray<UPackage *> saved;
        return saved;
    }
};
