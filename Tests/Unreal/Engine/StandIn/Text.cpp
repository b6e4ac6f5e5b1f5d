// Strings, names, texts, log of the stand-in.
#include "StandIn/Text.h"

#include <codecvt>
#include <deque>
#include <locale>
#include <mutex>

thread_local bool GStandInGameThread = true;
std::vector<FStandInLogLine> GStandInLog;
const FTransform FTransform::Identity;
const FColor FColor::Orange(243, 156, 18), FColor::Cyan(0, 255, 255), FColor::White(255, 255, 255),
    FColor::Red(255, 0, 0), FColor::Green(0, 255, 0), FColor::Yellow(255, 255, 0);

static std::mutex GTextLock;

void StandInLog(const char *category, const char *verbosity, const FString &text)
{
    std::lock_guard<std::mutex> lock(GTextLock);
    GStandInLog.push_back({category, verbosity, text.Narrow()});
}

void StandInFail(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: check failed: %s\n", file, line, what);
    abort();
}

std::string StandInNarrow(const std::u16string &text)
{
    return std::wstring_convert<std::codecvt_utf8_utf16<char16_t>, char16_t>().to_bytes(text);
}

std::u16string StandInWiden(const std::string &text)
{
    return std::wstring_convert<std::codecvt_utf8_utf16<char16_t>, char16_t>().from_bytes(text);
}

static std::u16string Lower(std::u16string text)
{
    for (char16_t &letter : text)
        if (letter >= u'A' && letter <= u'Z')
            letter = static_cast<char16_t>(letter + 32);
    return text;
}

bool FString::Equals(const FString &o, ESearchCase::Type how) const
{
    return how == ESearchCase::IgnoreCase ? Lower(Data) == Lower(o.Data) : Data == o.Data;
}

FString FString::Replace(const TCHAR *from, const TCHAR *to) const
{
    std::u16string text = Data, what = from, with = to;
    for (size_t at = text.find(what); at != std::u16string::npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
    return text;
}

FString FString::TrimEnd() const
{
    std::u16string text = Data;
    while (!text.empty() && (text.back() == u' ' || text.back() == u'\n'))
        text.pop_back();
    return text;
}

FString FString::Join(const TArray<FString> &parts, const TCHAR *between)
{
    FString joined;
    for (int32 i = 0; i < parts.Num(); i++) {
        if (i > 0)
            joined += between;
        joined += parts[i];
    }
    return joined;
}

FString FString::Format(const TCHAR *format, const std::vector<FStandInArgument> &args)
{
    std::string text = StandInNarrow(format), out;
    size_t next = 0;
    for (size_t i = 0; i < text.size(); i++) {
        if (text[i] != '%') {
            out += text[i];
            continue;
        }
        size_t end = text.find_first_of("dusfgi%", i + 1);
        check(end != std::string::npos);
        char kind = text[end];
        if (kind == '%') {
            out += '%';
        } else {
            check(next < args.size());
            const FStandInArgument &arg = args[next++];
            check((kind == 's') == (arg.Kind == 's') && (kind == 'f' || kind == 'g') == (arg.Kind == 'f'));
            char buffer[64];
            if (arg.Kind == 'f')
                snprintf(buffer, sizeof buffer, text.substr(i, end - i + 1).c_str(), arg.Number);
            out += arg.Kind == 'f' ? std::string(buffer) : arg.Text;
        }
        i = end;
    }
    check(next == args.size());
    return StandInWiden(out);
}

static std::deque<std::u16string> &NameTexts()
{
    static std::deque<std::u16string> texts(1, u"None");
    return texts;
}

static std::mutex GNameLock;

FName::FName(const TCHAR *text)
{
    static std::map<std::u16string, int32> known;
    std::lock_guard<std::mutex> lock(GNameLock);
    std::u16string key = Lower(text);
    if (key.empty() || key == u"none")
        return;
    auto found = known.find(key);
    if (found == known.end()) {
        found = known.emplace(key, static_cast<int32>(NameTexts().size())).first;
        NameTexts().push_back(text);
    }
    Index = found->second;
}

FName::FName(const ANSICHAR *text) : FName(StandInWiden(text).c_str()) {}

FString FName::ToString() const
{
    std::lock_guard<std::mutex> lock(GNameLock);
    return NameTexts()[static_cast<size_t>(Index)];
}

void FFormatNamedArguments::Add(const FString &name, const FText &value)
{
    Values[*name] = *value.ToString();
}

FText FText::Format(const FText &format, const FFormatNamedArguments &args)
{
    std::u16string text = *format.Text, out;
    for (size_t i = 0; i < text.size(); i++) {
        size_t end = text[i] == u'{' ? text.find(u'}', i) : std::u16string::npos;
        if (end == std::u16string::npos) {
            out += text[i];
            continue;
        }
        auto value = args.Values.find(text.substr(i + 1, end - i - 1));
        check(value != args.Values.end());
        out += value->second;
        i = end;
    }
    return FText::FromString(out);
}
