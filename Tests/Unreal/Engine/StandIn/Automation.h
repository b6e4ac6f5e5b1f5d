/* Automation tests of the engine, so that ours run here too. */
#pragma once

#include "StandIn/Text.h"

namespace EAutomationTestFlags
{
enum Type { EditorContext = 2, ProductFilter = 8 };
constexpr int32 operator|(Type a, Type b)
{
    return static_cast<int32>(a) | static_cast<int32>(b);
}
} // namespace EAutomationTestFlags
namespace EAutomationExpectedErrorFlags
{
enum MatchType { Exact, Contains };
}

class FAutomationTestBase
{
  public:
    FAutomationTestBase(const char *name, bool) : StandInName(name)
    {
        StandInTests().push_back(this);
    }
    virtual ~FAutomationTestBase() {}
    virtual bool RunTest(const FString &) = 0;
    void AddError(const FString &text)
    {
        StandInErrors.Add(text);
    }
    void AddExpectedError(const FString &part, EAutomationExpectedErrorFlags::MatchType, int32 times)
    {
        StandInExpected.push_back({part.Narrow(), times});
    }
    bool TestTrue(const TCHAR *what, bool value)
    {
        return Say(what, value);
    }
    bool TestFalse(const TCHAR *what, bool value)
    {
        return Say(what, !value);
    }
    template <typename T> bool TestEqual(const TCHAR *what, const T &a, const T &b)
    {
        return Say(what, a == b);
    }
    bool TestEqual(const TCHAR *what, float a, float b, float tolerance)
    {
        return Say(what, std::fabs(a - b) <= tolerance);
    }

    static std::vector<FAutomationTestBase *> &StandInTests()
    {
        static std::vector<FAutomationTestBase *> tests;
        return tests;
    }
    const char *StandInName;
    TArray<FString> StandInErrors;
    std::vector<std::pair<std::string, int32>> StandInExpected;

  private:
    bool Say(const TCHAR *what, bool good)
    {
        if (!good)
            AddError(what);
        return good;
    }
};
#define IMPLEMENT_SIMPLE_AUTOMATION_TEST(type, name, flags) \
    class type : public FAutomationTestBase                 \
    {                                                       \
      public:                                               \
        type() : FAutomationTestBase(name, (flags) != 0) {} \
        bool RunTest(const FString &Parameters) override;   \
    };                                                      \
    static type G##type;
