#!/usr/bin/env python3
"""The Unreal modules against the real headers of an engine's source tree. Nothing of the engine is compiled, copied or kept.

    Tests/Unreal/Check/unreal_check.py [--engine PATH] [--jobs N] [--cache FOLDER]

In turn: the lint of the plug-in; its reflection markup by the specifier lists of the engine's header tool; every C++ file of both
modules as in an editor, each alone, with the real headers, and a look at the symbols it uses that the engine does not export; the
files of the core as C with the modules' settings; the runtime module once more as in a game. A warning counts as a failure.
Without an engine it says so and is content.
"""
import argparse
import concurrent.futures
import json
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
import check_headers  # noqa: E402
import exports  # noqa: E402
import modulegraph  # noqa: E402
import plugin_lint  # noqa: E402
import reflection  # noqa: E402
import standins  # noqa: E402

ROOT = str(Path(__file__).resolve().parent.parent.parent.parent)
RUNTIME = "KineDriverRt"
MODULES = [RUNTIME, "KineDriverEd"]
# Value types of the core modules that the header tool knows without a header of their own.
BUILT_IN_TYPES = set("FVector FVector2D FVector4 FQuat FRotator FTransform FColor FLinearColor FGuid FDateTime FTimespan "
                     "FSoftObjectPath".split())


class Report:
    def __init__(self):
        self.passed = self.failed = 0

    def add(self, good, text, detail=""):
        self.passed += good
        self.failed += not good
        print(f"{'ok    ' if good else 'FAILED'} {text}", flush=True)
        if detail:
            print(detail.rstrip(), flush=True)


def find_engine(path):
    """The folder that holds Source, or None."""
    for folder in (Path(path), Path(path) / "Engine"):
        if (folder / "Source" / "Runtime" / "Core").is_dir():
            return str(folder.resolve())
    return None


def prepare(graph, cache, version):
    """Writes what the header tool would write for the modules in reach; returns the names of all reflected types."""
    folders = {c: graph[c].directory for m in MODULES for c in graph.closure(m) if not graph[c].external}
    standins.generate(folders, cache, version)
    for path, text in check_headers.SHIMS.items():
        target = Path(cache) / "shims" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    types = set(BUILT_IN_TYPES)
    for name in folders:
        known = json.loads((Path(cache) / name / "index.json").read_text(encoding="utf-8"))
        types |= set(known["classes"].values()) | set(known["forwards"])
    return types


def check_markup(report, graph, engine, types):
    tables = reflection.engine_tables(os.path.join(engine, "Source"), types)
    if tables is None:
        print("skip   markup by the header tool's lists: the tree has no Programs/UnrealHeaderTool")
        return
    for module in MODULES:
        headers = sorted(Path(graph[module].directory).rglob("*.h"))
        problems = reflection.check(headers, module, tables)
        report.add(not problems, f"markup of {module}, {len(headers)} headers, by the header tool's lists", "\n".join(problems))


def check_dependencies(report, graph):
    for module in MODULES:
        wanted = graph[module].get("Public", "DependencyModuleNames") + graph[module].get("Private", "DependencyModuleNames")
        missing = [name for name in wanted if name not in graph]
        report.add(not missing, f"dependencies of {module}: {len(wanted)} modules",
                   "\n".join(f"no module {name}" for name in missing))


def compile_all(report, checker, jobs, count, label):
    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        for (module, source), code, output, seconds in pool.map(checker.check, jobs):
            shown = os.path.relpath(source, ROOT)
            report.add(code == 0 and "warning:" not in output, f"{label} {seconds:5.1f} s  {shown}", output)


def check_exports(report, objects):
    for module in MODULES:
        files = sorted(str(path) for path in (Path(objects) / module).glob("*.o"))
        found = exports.unexported(files)
        lines = [f"{name}\n    used by {', '.join(os.path.basename(x)[:-2] for x in used)}" for name, used in found.items()]
        report.add(not found, f"symbols of {module}, {len(files)} files: all that it uses of others is exported",
                   "\n".join(lines))


def run(engine, cache, jobs):
    version = check_headers.engine_version(None, engine)
    started = time.time()
    print(f"engine {version // 100}.{version % 100} in {engine}", flush=True)
    report = Report()
    problems = plugin_lint.Lint(ROOT).run()
    report.add(not problems, "lint of the plug-in", "\n".join(problems))
    graph = modulegraph.Graph(engine, ROOT, version)
    check_dependencies(report, graph)
    check_markup(report, graph, engine, prepare(graph, cache, version))

    objects = tempfile.mkdtemp(prefix="unreal-check-")
    try:
        for module in MODULES:
            os.makedirs(os.path.join(objects, module))
        sources = check_headers.sources(graph, MODULES, [], ROOT)
        units = [job for job in sources if job[1].endswith(".c")]
        files = [job for job in sources if not job[1].endswith(".c")]
        compile_all(report, check_headers.Checker(graph, ROOT, cache, version, False, objects), files + units, jobs, "editor")
        check_exports(report, objects)
        game = [job for job in files if job[0] == RUNTIME]
        compile_all(report, check_headers.Checker(graph, ROOT, cache, version, True), game, jobs, "game  ")
    finally:
        shutil.rmtree(objects)
    print(f"{report.passed} passed, {report.failed} failed ({time.time() - started:.0f} s)")
    return 1 if report.failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", help="an engine's source tree: the folder that holds Engine, or Engine itself")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1))
    parser.add_argument("--cache", help="where stand-ins for generated headers are kept (default: below the temporary folder)")
    args = parser.parse_args()
    if not args.engine:
        print("skipped: no engine. Give the place of an Unreal Engine source tree: make unreal-check ENGINE=path")
        return 0
    engine = find_engine(args.engine)
    if engine is None:
        print(f"{args.engine}: no engine source tree (Engine/Source/Runtime/Core is not there)", file=sys.stderr)
        return 2
    if not shutil.which(os.environ.get("CXX", "clang++")):
        print("skipped: clang++ is not installed")
        return 0
    key = engine.strip(os.sep).replace(os.sep, "-")
    return run(engine, os.path.abspath(args.cache or os.path.join(tempfile.gettempdir(), f"unreal-check-cache-{key}")), args.jobs)


if __name__ == "__main__":
    sys.exit(main())
