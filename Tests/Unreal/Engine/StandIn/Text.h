/* Strings, names, texts, log, delegates. Names do not mind case, as in the engine. */
#pragma once

#include "StandIn/Containers.h"

std::string StandInNarrow(const std::u16string &text);
std::u16string StandInWiden(const std::string &text);

namespace ESearchCase
{
enum Type { CaseSensitive, IgnoreCase };
}

/* One argument of a format: whole numbers, floating numbers, wide text, and nothing else. */
struct FStandInArgument {
    FStandInArgument(int32 v) : Text(std::to_string(v)), Number(v), Kind('d') {}
    FStandInArgument(uint32 v) : Text(std::to_string(v)), Number(v), Kind('d') {}
    FStandInArgument(int64 v) : Text(std::to_string(v)), Number(static_cast<double>(v)), Kind('d') {}
    FStandInArgument(double v) : Number(v), Kind('f') {}
    FStandInArgument(const TCHAR *v) : Text(StandInNarrow(v)), Kind('s') {}
    std::string Text;
    double Number = 0;
    char Kind;
};

class FString
{
  public:
    FString() {}
    FString(const TCHAR *text) : Data(text) {}
    FString(const std::u16string &text) : Data(text) {}
    const TCHAR *operator*() const
    {
        return Data.c_str();
    }
    int32 Len() const
    {
        return static_cast<int32>(Data.size());
    }
    bool IsEmpty() const
    {
        return Data.empty();
    }
    void Reset()
    {
        Data.clear();
    }
    bool Contains(const FString &part) const
    {
        return Data.find(part.Data) != std::u16string::npos;
    }
    bool Equals(const FString &o, ESearchCase::Type how = ESearchCase::CaseSensitive) const;
    FString TrimEnd() const;
    friend FString operator+(const FString &a, const FString &b)
    {
        return FString(a.Data + b.Data);
    }
    FString Replace(const TCHAR *from, const TCHAR *to) const;
    FString &operator+=(const FString &o)
    {
        Data += o.Data;
        return *this;
    }
    bool operator==(const FString &o) const
    {
        return Data == o.Data;
    }
    bool operator!=(const FString &o) const
    {
        return Data != o.Data;
    }
    static FString FromInt(int32 number)
    {
        return FString(StandInWiden(std::to_string(number)));
    }
    static FString Join(const TArray<FString> &parts, const TCHAR *between);
    template <typename... A> static FString Printf(const TCHAR *format, A... args)
    {
        return Format(format, std::vector<FStandInArgument>{FStandInArgument(args)...});
    }
    static FString Format(const TCHAR *format, const std::vector<FStandInArgument> &args);
    std::string Narrow() const
    {
        return StandInNarrow(Data);
    }

  private:
    std::u16string Data;
};

struct FCStringAnsi {
    static int32 Strcmp(const ANSICHAR *a, const ANSICHAR *b)
    {
        return strcmp(a, b);
    }
};

struct FStandInWide {
    explicit FStandInWide(const char *text) : Data(StandInWiden(text)) {}
    operator const TCHAR *() const
    {
        return Data.c_str();
    }
    std::u16string Data;
};
#define UTF8_TO_TCHAR(text) static_cast<const TCHAR *>(FStandInWide(text))

struct FTCHARToUTF8 {
    explicit FTCHARToUTF8(const TCHAR *text) : Data(StandInNarrow(text)) {}
    const ANSICHAR *Get() const
    {
        return Data.c_str();
    }
    int32 Length() const
    {
        return static_cast<int32>(Data.size());
    }
    std::string Data;
};

enum EName { NAME_None };

class FName
{
  public:
    FName() {}
    FName(EName) {}
    FName(const TCHAR *text);
    FName(const ANSICHAR *text);
    bool IsNone() const
    {
        return Index == 0;
    }
    FString ToString() const;
    bool operator==(const FName &o) const
    {
        return Index == o.Index;
    }
    bool operator!=(const FName &o) const
    {
        return Index != o.Index;
    }
    bool operator<(const FName &o) const
    {
        return Index < o.Index;
    }

  private:
    int32 Index = 0;
};

class FText;
typedef std::map<std::u16string, std::u16string> FStandInArguments;
struct FFormatNamedArguments {
    void Add(const FString &name, const FText &value);
    FStandInArguments Values;
};

class FText
{
  public:
    FText() {}
    static FText FromString(const FString &text)
    {
        return FText(text);
    }
    static FText FromName(const FName &name)
    {
        return FText(name.ToString());
    }
    static FText AsPercent(float part)
    {
        return FText(FString::Printf(TEXT("%.0f%%"), static_cast<double>(part) * 100));
    }
    /* Thousands are set apart, as for people. */
    static FText AsNumber(int32 number)
    {
        std::string text = std::to_string(number);
        for (size_t at = text.size(); at > (number < 0 ? 4u : 3u); at -= 3)
            text.insert(at - 3, ",");
        return FText(FString(StandInWiden(text)));
    }
    static FText GetEmpty()
    {
        return FText();
    }
    static FText Format(const FText &format, const FFormatNamedArguments &args);
    template <typename... A> static FText Format(const FText &format, const FText &first, const A &...rest)
    {
        FFormatNamedArguments args;
        const FText all[] = {first, rest...};
        int32 number = 0;
        for (const FText &text : all)
            args.Add(FString(StandInWiden(std::to_string(number++))), text);
        return Format(format, args);
    }
    const FString &ToString() const
    {
        return Text;
    }
    bool IsEmpty() const
    {
        return Text.IsEmpty();
    }

  private:
    explicit FText(const FString &text) : Text(text) {}
    FString Text;
};
#define LOCTEXT(key, text) FText::FromString(u##text)

/* What was logged, for tests to look at. */
struct FStandInLogLine {
    const char *Category;
    const char *Verbosity;
    std::string Text;
};
extern std::vector<FStandInLogLine> GStandInLog;
void StandInLog(const char *category, const char *verbosity, const FString &text); /* any thread */
#define DECLARE_LOG_CATEGORY_EXTERN(name, verbosity, all) \
    extern struct FLogCategory##name {                    \
        std::atomic<int> Used;                            \
    } name
#define DEFINE_LOG_CATEGORY(name) FLogCategory##name name
#define UE_LOG(category, verbosity, format, ...) \
    (category.Used++, StandInLog(#category, #verbosity, FString::Printf(format, ##__VA_ARGS__)))

struct FDelegateHandle {
    int32 Id = 0;
    bool operator==(const FDelegateHandle &o) const
    {
        return Id == o.Id;
    }
};

template <typename R, typename... A> class TDelegate
{
  public:
    TDelegate() {}
    template <typename F> static TDelegate CreateStatic(F function)
    {
        return TDelegate(nullptr, function);
    }
    template <typename F, typename P> static TDelegate CreateStatic(F function, P payload)
    {
        return TDelegate(nullptr, [function, payload](A... args) { return function(args..., payload); });
    }
    FDelegateHandle GetHandle() const
    {
        return Handle;
    }
    template <typename F> static TDelegate CreateLambda(F function)
    {
        return TDelegate(nullptr, function);
    }
    template <typename T> static TDelegate CreateRaw(T *object, R (T::*method)(A...))
    {
        return TDelegate(object, [object, method](A... args) { return (object->*method)(args...); });
    }
    /* Holds the object weakly: after its end the delegate does nothing. */
    template <typename T, typename M> static TDelegate CreateSP(T *object, M method)
    {
        std::weak_ptr<T> weak = object->shared_from_this();
        return TDelegate(object, [weak, method](A... args) { return (*weak.lock().*method)(args...); });
    }
    R Execute(A... args) const
    {
        return Function(args...);
    }
    bool IsBound() const
    {
        return static_cast<bool>(Function);
    }
    void *Object = nullptr;

  private:
    TDelegate(void *object, std::function<R(A...)> function) : Object(object), Function(function)
    {
        static int32 last = 0;
        Handle.Id = ++last;
    }
    std::function<R(A...)> Function;
    FDelegateHandle Handle;
};

typedef TDelegate<void> FSimpleDelegate;

template <typename... A> class TMulticastDelegate
{
  public:
    template <typename T> FDelegateHandle AddRaw(T *object, void (T::*method)(A...))
    {
        return Add(TDelegate<void, A...>::CreateRaw(object, method));
    }
    template <typename T> FDelegateHandle AddSP(T *object, void (T::*method)(A...))
    {
        return Add(TDelegate<void, A...>::CreateSP(object, method));
    }
    FDelegateHandle Add(const TDelegate<void, A...> &delegate)
    {
        FDelegateHandle handle;
        handle.Id = ++Last;
        Bound.push_back({handle, delegate});
        return handle;
    }
    void Remove(FDelegateHandle handle)
    {
        for (size_t i = 0; i < Bound.size(); i++)
            if (Bound[i].first == handle)
                Bound.erase(Bound.begin() + static_cast<std::ptrdiff_t>(i--));
    }
    void RemoveAll(const void *object)
    {
        for (size_t i = 0; i < Bound.size(); i++)
            if (Bound[i].second.Object == object)
                Bound.erase(Bound.begin() + static_cast<std::ptrdiff_t>(i--));
    }
    void Broadcast(A... args) const
    {
        auto copy = Bound;
        for (const auto &entry : copy)
            entry.second.Execute(args...);
    }
    size_t Num() const
    {
        return Bound.size();
    }

  private:
    std::vector<std::pair<FDelegateHandle, TDelegate<void, A...>>> Bound;
    int32 Last = 0;
};
