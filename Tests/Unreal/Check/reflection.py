"""Reads reflection markup (UCLASS, UPROPERTY, ...) of headers and checks it as the engine's header tool would.

    reflection.check(headers, module, tables)  ->  list of "path:line: text"

The tables tell which specifiers and which types there are. `own_tables` holds those that this plug-in may use, for a
check without an engine; `engine_tables` takes the header tool's own lists from an engine's source tree, and the reflected
types of its modules.
"""
import re
from pathlib import Path
from types import SimpleNamespace

import standins

TYPE = re.compile(r"^[ \t]*(UCLASS|USTRUCT|UENUM|UINTERFACE)\s*\(", re.M)
MEMBER = re.compile(r"^[ \t]*(UPROPERTY|UFUNCTION)\s*\(", re.M)
ACCESS = re.compile(r"\b(public|protected|private)\s*:")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+[<"]([^>"]+)[>"]', re.M)
CONDITION = re.compile(r"^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b[ \t]*([^\n]*)", re.M)

# What a comment is needed for, because people see it as a tooltip.
SEEN = {"editanywhere", "editdefaultsonly", "editinstanceonly", "visibleanywhere", "visibledefaultsonly", "visibleinstanceonly",
        "blueprintreadonly", "blueprintreadwrite"}
OPPOSITES = [{"editanywhere", "editdefaultsonly", "editinstanceonly", "visibleanywhere", "visibledefaultsonly",
              "visibleinstanceonly"},
             {"blueprintreadonly", "blueprintreadwrite"}]
VALUES = set("bool uint8 int32 int64 float FName FString FText".split())
VALUES_WITHOUT_BLUEPRINT = set("int8 int16 uint16 uint32 uint64 double".split())
CONTAINERS = {"TArray": 1, "TSet": 1, "TMap": 2}
POINTERS = {"TSubclassOf", "TSoftObjectPtr", "TSoftClassPtr", "TWeakObjectPtr", "TLazyObjectPtr", "TScriptInterface"}
CLASS_BASE_NAMES = "Category BlueprintType NotBlueprintType Blueprintable NotBlueprintable meta DisplayName".split()


def own_tables():
    """Specifiers that this plug-in may use: all of them exist in 4.22 to 4.27."""
    return SimpleNamespace(
        where="the list of this plug-in",
        UCLASS=lower("const abstract Config DefaultConfig ClassGroup HideCategories CollapseCategories EditInlineNew Transient "
                     "DefaultToInstanced MinimalAPI Within".split() + CLASS_BASE_NAMES),
        UINTERFACE=lower(["MinimalAPI"] + CLASS_BASE_NAMES),
        USTRUCT=lower("Atomic BlueprintType NoExport BlueprintInternalUseOnly meta DisplayName".split()),
        UENUM=lower("BlueprintType meta DisplayName Flags".split()),
        UPROPERTY=lower("Category meta DisplayName EditAnywhere EditDefaultsOnly VisibleAnywhere BlueprintReadOnly "
                        "BlueprintReadWrite Transient DuplicateTransient Instanced AdvancedDisplay Config Interp".split()),
        UFUNCTION=lower("Category meta DisplayName BlueprintCallable BlueprintPure BlueprintNativeEvent "
                        "BlueprintImplementableEvent CallInEditor Exec".split()),
        types=None)


def engine_tables(source, types):
    """The header tool's own lists, or None if the tree does not have its sources. types: names of all reflected types."""
    folder = Path(source) / "Programs" / "UnrealHeaderTool" / "Private"
    if not (folder / "Specifiers").is_dir():
        return None

    def defined(name):
        path = folder / "Specifiers" / f"{name}Specifiers.def"
        return re.findall(r"^\w+_SPECIFIER\((\w+)", path.read_text(encoding="utf-8"), re.M) if path.exists() else []

    def read(name):
        return (folder / name).read_text(encoding="utf-8", errors="replace")

    # Keywords that may stand in every mark, and specifiers of classes, which older versions compare as text.
    common = set(re.findall(r'Dictionary\.Add\(TEXT\("(\w+)"\)', read("BaseParser.cpp"))) | {"meta"}
    classes = set(re.findall(r'Specifier == TEXT\("(\w+)"\)',
                             read("ClassDeclarationMetaData.cpp"))) | set(defined("ClassMetadata"))
    return SimpleNamespace(where="the lists of the engine's header tool", types=set(types), UCLASS=lower(common | classes),
                           UINTERFACE=lower(common | set(defined("Interface"))), USTRUCT=lower(common | set(defined("Struct"))),
                           UENUM=lower(common | set(defined("Enum"))), UPROPERTY=lower(common | set(defined("Variable"))),
                           UFUNCTION=lower(common | set(defined("Function"))))


def lower(names):
    return {name.lower() for name in names}


def specifiers(text):
    """[(name in lower case, value or None)] of what stands between the brackets of a mark."""
    found = []
    for part in standins.split_args(text):
        name, _, value = part.partition("=")
        found.append((name.strip().strip('"').lower(), value.strip() or None))
    return found


class Header:
    def __init__(self, path):
        self.path = Path(path)
        self.source = self.path.read_text(encoding="utf-8")
        self.text = standins.blank(self.source)
        self.problems = []
        self.types = [self.read_type(m) for m in TYPE.finditer(self.text)]

    def line(self, offset):
        return self.source.count("\n", 0, offset) + 1

    def complain(self, offset, text):
        self.problems.append(f"{self.path}:{self.line(offset)}: {text}")

    def comment_before(self, offset):
        """Does a documenting comment end right before the line of this offset?"""
        return self.source[:self.source.rfind("\n", 0, offset + 1) + 1].rstrip().endswith("*/")

    def conditions(self, offset):
        """Conditions of the preprocessor blocks around an offset."""
        stack = []
        for m in CONDITION.finditer(self.source, 0, offset):
            if m.group(1).startswith("if"):
                stack.append(m.group(2).strip())
            elif m.group(1) == "endif" and stack:
                stack.pop()
        return stack

    def read_type(self, m):
        close = standins.match(self.text, self.text.index("(", m.start()))
        brace = self.text.index("{", close)
        head = re.sub(r"^\s*(class|struct|enum)\s*(class)?", "", self.text[close + 1:brace]).strip()
        name, _, bases = head.partition(":")
        words = name.split()
        end = standins.match(self.text, brace, "{}")
        spec = self.source[self.text.index("(", m.start()) + 1:close]
        result = SimpleNamespace(kind=m.group(1), at=m.start(1), spec=specifiers(spec), name=words[-1] if words else "",
                                 words=words[:-1],
                                 keyword=self.text[close + 1:brace].split()[0], bases=bases.strip(), begin=brace, end=end,
                                 members=[])
        result.members = [self.read_member(result, x) for x in MEMBER.finditer(self.text, brace, end)]
        return result

    def read_member(self, owner, m):
        opening = self.text.index("(", m.start())
        close = standins.match(self.text, opening)
        access = "private" if owner.keyword == "class" else "public"
        for found in ACCESS.finditer(self.text, owner.begin, m.start()):
            access = found.group(1)
        ends = re.compile(r"[;{]").search(self.text, close)
        return SimpleNamespace(kind=m.group(1), at=m.start(1), spec=specifiers(self.source[opening + 1:close]), access=access,
                               text=" ".join(self.text[close + 1:ends.start()].split()))


def check(paths, module, tables):
    """Problems in the headers of one module."""
    headers = [Header(path) for path in paths]
    own = {t.name: t.kind for header in headers for t in header.types}
    names = {}
    for header in headers:
        check_includes(header)
        for t in header.types:
            if t.name in names:
                header.complain(t.at, f"{t.name} is declared in {names[t.name]} too")
            names[t.name] = header.path.name
            check_type(header, t, module, tables)
            seen = set()
            for member in t.members:
                check_member(header, t, member, tables, own, seen)
    return [problem for header in headers for problem in header.problems]


def check_includes(header):
    includes = INCLUDE.findall(header.source)
    generated = [name for name in includes if name.endswith(".generated.h")]
    wanted = header.path.stem + ".generated.h"
    if "#pragma once" not in header.source:
        header.complain(0, "no #pragma once")
    if header.types and generated != [wanted]:
        header.complain(0, f"must include {wanted}, and no other generated header")
    if not header.types and generated:
        header.complain(0, f"includes {generated[0]}, but nothing in it is reflected")
    if header.types and generated and includes[-1] != generated[0]:
        header.complain(0, f"{generated[0]} must be the last include")
    bodies = len(re.findall(r"\bGENERATED_BODY\s*\(\)", header.text))
    wanted_bodies = sum({"UENUM": 0, "UINTERFACE": 2}.get(t.kind, 1) for t in header.types)
    if bodies != wanted_bodies:
        header.complain(0, f"{bodies} GENERATED_BODY() for types that need {wanted_bodies}")


def check_type(header, t, module, tables):
    prefix = {"UCLASS": "UA", "USTRUCT": "F", "UENUM": "E", "UINTERFACE": "U"}[t.kind]
    if not t.name or t.name[0] not in prefix:
        header.complain(t.at, f"the name {t.name} of a {t.kind} must begin with {' or '.join(prefix)}")
    api = module.upper() + "_API"
    if t.kind != "UENUM" and "minimalapi" not in dict(t.spec) and api not in t.words:
        header.complain(t.at, f"{t.name} does not carry {api}")
    if t.kind == "UENUM" and "blueprinttype" in dict(t.spec) and t.bases != "uint8":
        header.complain(t.at, f"{t.name} is for Blueprints and must be an enum class : uint8")
    if t.kind == "UINTERFACE" and not re.search(rf"\bclass\s+{api}\s+I{t.name[1:]}\b", header.text):
        header.complain(t.at, f"no class I{t.name[1:]} with {api} beside {t.name}")
    if t.kind != "UINTERFACE" and not header.comment_before(t.at - 1):
        header.complain(t.at, f"{t.name} has no comment, which would be its tooltip")
    if any(not condition.startswith("WITH_EDITOR") for condition in header.conditions(t.at)):
        header.complain(t.at, f"{t.name} stands in an #if")
    check_specifiers(header, t, tables)
    if t.kind == "UENUM":
        for m in re.finditer(r"^\s*(\w+)\s*(?:=[^,]+)?(?:UMETA\([^)]*\))?,?\s*$", header.text[t.begin + 1:t.end], re.M):
            if not header.comment_before(t.begin + m.start(1)):
                header.complain(t.begin + 1 + m.start(1), f"{t.name}::{m.group(1)} has no comment, which would be its tooltip")


def check_specifiers(header, item, tables):
    known = getattr(tables, item.kind)
    names = [name for name, _ in item.spec]
    for name in names:
        if name not in known:
            header.complain(item.at, f"{item.kind} has the specifier {name}, which is not in {tables.where}")
    for name in {name for name in names if names.count(name) > 1}:
        header.complain(item.at, f"{item.kind} has {name} twice")
    for group in OPPOSITES:
        if item.kind == "UPROPERTY" and len(group & set(names)) > 1:
            header.complain(item.at, f"{' and '.join(sorted(group & set(names)))} exclude each other")


def check_member(header, owner, member, tables, own, seen):
    check_specifiers(header, member, tables)
    names = dict(member.spec)
    is_property = member.kind == "UPROPERTY"
    declared = re.search(r"(\w+)\s*(?:=.*|\{.*)?$" if is_property else r"(\w+)\s*\(", member.text)
    name = declared.group(1) if declared else "?"
    if name in seen:
        header.complain(member.at, f"{owner.name} has {name} twice; the header tool knows no overloads")
    seen.add(name)
    shown = bool(SEEN & set(names)) if is_property else True
    if shown and not header.comment_before(member.at - 1):
        header.complain(member.at, f"{owner.name}::{name} has no comment, which would be its tooltip")
    if shown and "category" not in names:
        header.complain(member.at, f"{owner.name}::{name} has no Category")
    allowed = "WITH_EDITORONLY_DATA" if is_property else "WITH_EDITOR"
    if any(condition != allowed for condition in header.conditions(member.at)):
        header.complain(member.at, f"{owner.name}::{name} stands in an #if other than {allowed}")
    if is_property:
        in_blueprints = bool({"blueprintreadonly", "blueprintreadwrite"} & set(names))
        if in_blueprints and member.access == "private":
            header.complain(member.at, f"{owner.name}::{name} is private, but open to Blueprints")
        check_value(header, member.at, re.sub(r"\s*\w+\s*(=.*|\{.*)?$", "", member.text), in_blueprints, tables, own)
        return
    if owner.kind == "USTRUCT":
        header.complain(member.at, f"{owner.name}::{name} is a UFUNCTION of a struct")
    opening = member.text.index("(")
    result = re.sub(r"\b(virtual|static|inline|FORCEINLINE|\w+_API)\b", "", member.text[:opening]).rsplit(None, 1)[0].strip()
    parameters = standins.split_args(member.text[opening + 1:standins.match(member.text, opening)])
    values = [] if result == "void" else [result]
    values += [re.sub(r"\s*\w+\s*(=.*)?$", "", re.sub(r"UPARAM\([^)]*\)", "", text)) for text in parameters]
    for value in values:
        check_value(header, member.at, value, True, tables, own)


def check_value(header, at, text, in_blueprints, tables, own, inside=False):
    """Can the header tool describe a value of this type?"""
    text = re.sub(r"\b(const|class|struct|enum)\b", "", text).strip().rstrip("&").strip()
    template = re.fullmatch(r"(\w+)\s*<(.*)>", text)
    pointer = text.endswith("*")
    base = text.rstrip("* ")
    if template and template.group(1) in CONTAINERS:
        arguments = standins.split_args(template.group(2))
        if inside or len(arguments) != CONTAINERS[template.group(1)]:
            header.complain(at, f"{text}: containers in containers, or with an allocator, cannot be reflected")
        for argument in arguments:
            check_value(header, at, argument, in_blueprints, tables, own, True)
    elif template:
        if template.group(1) not in POINTERS:
            header.complain(at, f"{text} cannot be reflected")
    elif pointer:
        kind = own.get(base)
        if text.count("*") > 1 or base[:1] not in "UA" or (kind not in (None, "UCLASS")):
            header.complain(at, f"{text}: only pointers to objects can be reflected")
        elif kind is None and tables.types is not None and base not in tables.types:
            header.complain(at, f"{base} is no reflected class")
    elif base in VALUES_WITHOUT_BLUEPRINT:
        if in_blueprints:
            header.complain(at, f"Blueprints know no {base}")
    elif base not in VALUES and base not in own:
        if base[:1] in "UA" or tables.types is not None and base not in tables.types or not re.fullmatch(r"[FE]\w+", base):
            header.complain(at, f"{base} cannot be reflected as a value")
