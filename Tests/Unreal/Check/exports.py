"""Which engine symbols do we use that the engine does not export? On Windows each of them is a link error.

Everything that is declared without an _API macro is made hidden, for a declaration too; then a hidden symbol that an
object file leaves undefined, and that none of our own objects defines, is one that the engine keeps to itself.
"""
import re
import subprocess

HIDE = ["-fvisibility=hidden", "-fvisibility-inlines-hidden", "-Xclang", "-fapply-global-visibility-to-externs"]


def object_command(command, target):
    """The command of a syntax check as one that makes an object file."""
    return [x for x in command if x != "-fsyntax-only"] + HIDE + ["-O0", "-c", "-o", target]


def symbols(path):
    """(defined names, hidden undefined names) of an object file."""
    listed = subprocess.run(["readelf", "-sW", path], capture_output=True, text=True, check=True).stdout
    defined, hidden = set(), set()
    for line in listed.splitlines():
        words = line.split()
        if len(words) < 8 or not words[0].rstrip(":").isdigit():
            continue
        if words[6] != "UND":
            defined.add(words[7])
        elif words[5] == "HIDDEN":
            hidden.add(words[7])
    return defined, hidden


def demangle(names):
    done = subprocess.run(["c++filt"], input="\n".join(names), capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def is_foreign(name):
    """Of another module: not of the C and C++ libraries, the core, or what the header tool writes for our own types."""
    if not re.search(r"::|\(", name) or re.match(r"std::|operator |(?:vtable|typeinfo)[\w ]* for (?:std::|__)", name):
        return False
    generated = r"KineDriver\w*::(?:(?:StaticRegisterNatives|GetPrivateStaticClass|StaticStruct)|\w+\(FVTableHelper)"
    return not re.search(generated, name)


def unexported(objects):
    """{demangled name: objects that use it}, for all objects of one module"""
    defined, used = set(), {}
    for path in objects:
        own, hidden = symbols(path)
        defined |= own
        for name in hidden:
            used.setdefault(name, []).append(path)
    names = sorted(set(used) - defined)
    return {shown: used[name] for name, shown in zip(names, demangle(names)) if is_foreign(shown)}
