/* Console variables and commands, statistics. */
#pragma once

#include "StandIn/Text.h"

class UWorld;

struct FStandInVariable {
    double Value;
};
std::map<std::string, FStandInVariable *> &StandInVariables();

template <typename T> class TAutoConsoleVariable : private FStandInVariable
{
  public:
    TAutoConsoleVariable(const TCHAR *name, const T &value, const TCHAR *help)
    {
        check(help[0] != 0);
        Value = static_cast<double>(value);
        StandInVariables()[StandInNarrow(name)] = this;
    }
    T GetValueOnAnyThread() const
    {
        return static_cast<T>(Value);
    }
    T GetValueOnGameThread() const
    {
        check(IsInGameThread());
        return static_cast<T>(Value);
    }
};

typedef TDelegate<void, const TArray<FString> &, UWorld *> FConsoleCommandWithWorldAndArgsDelegate;
std::map<std::string, FConsoleCommandWithWorldAndArgsDelegate> &StandInCommands();

struct FAutoConsoleCommandWithWorldAndArgs {
    FAutoConsoleCommandWithWorldAndArgs(const TCHAR *name, const TCHAR *help,
                                        const FConsoleCommandWithWorldAndArgsDelegate &command)
    {
        check(help[0] != 0);
        StandInCommands()[StandInNarrow(name)] = command;
    }
};

struct FStandInStat {
    std::atomic<int32> Calls{0}; /* counted on any thread */
};
#define STATCAT_Advanced 1
#define DECLARE_STATS_GROUP(text, group, category) \
    struct FStatGroup_##group {                    \
        enum { Category = category };              \
    }
#define DECLARE_CYCLE_STAT_EXTERN(text, stat, group, api) \
    extern FStandInStat stat;                             \
    struct FStat_##stat {                                 \
        typedef FStatGroup_##group Group;                 \
    }
#define DECLARE_DWORD_COUNTER_STAT_EXTERN(text, stat, group, api) DECLARE_CYCLE_STAT_EXTERN(text, stat, group, api)
#define DEFINE_STAT(stat)                                         FStandInStat stat
#define SCOPE_CYCLE_COUNTER(stat)                                 stat.Calls++
#define INC_DWORD_STAT(stat)                                      stat.Calls++
#define CSV_DECLARE_CATEGORY_MODULE_EXTERN(api, category)         extern FStandInStat CsvCategory_##category
#define CSV_DEFINE_CATEGORY_MODULE(api, category, enabled)        FStandInStat CsvCategory_##category
#define CSV_SCOPED_TIMING_STAT(category, stat)                    CsvCategory_##category.Calls++
