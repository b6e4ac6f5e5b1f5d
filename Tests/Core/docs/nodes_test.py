#!/usr/bin/env python3
"""Core/docs/nodes: a page for every node type, with the program's own parameters, ports and defaults, examples that run, and
pictures that are what the program draws."""
import csv
import json
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "support"))
import tap  # noqa: E402

OVERVIEW = tap.ROOT / "Core/docs/nodes.md"
FOLDER = tap.ROOT / "Core/docs/nodes"
CHARACTER = tap.ROOT / "Content/Character/character.glb"
MOTION = tap.ROOT / "Content/Character/walk_and_reach.bvh"
SECTIONS = ["Formula", "Parameters", "Ports", "Edge cases", "Example"]
LARGEST_PICTURE = 8192
# Writes what the library itself tells of its format: node types, then the tables of all elements.
TELLER = r"""
#include <stdio.h>
#include "kinedriver/kdi.h"
#include "kinedriver/rig_node.h"
int main(void)
{
#define NODE_NAME(name, member, text) puts("type " text);
    KD_NODE_TYPE_LIST(NODE_NAME)
    kd_buffer out = kd_buffer_make(NULL);
    kd_result result = kd_kdi_write_tables(&out);
    fwrite(out.data, 1, out.size, stdout);
    kd_buffer_free(&out);
    return result == KD_OK ? 0 : 1;
}
"""


def run(*words, cwd=None):
    return subprocess.run([str(word) for word in words], cwd=cwd, capture_output=True, text=True, timeout=120)


def kinedriver(*words):
    return run(tap.BUILD / "kinedriver", *words)


def tell_format():
    """(names of node types, tables as text) from the library that the build made."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "tell.c").write_text(TELLER, encoding="utf-8")
        flags = run("pkg-config", "--libs", "libxml-2.0", "jansson", "openblas").stdout.split()
        libraries = [tap.BUILD / "Core" / name for name in ("libkd_author.a", "libkd_runtime.a")]
        built = run("cc", "tell.c", f"-I{tap.ROOT / 'Core/include'}", *libraries, *flags, "-lm", "-o", "tell", cwd=folder)
        if built.returncode:
            raise AssertionError(built.stderr)
        text = run("./tell", cwd=folder).stdout
    return re.findall(r"(?m)^type (\w+)$", text), text


def cells(line):
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def part_of(text, heading):
    """What stands below a heading, up to the next one of its rank or a higher one."""
    rank = heading.split()[0]
    found = re.search(rf"(?ms)^{re.escape(heading)}\n(.*?)(?=^#{{1,{len(rank)}}} |\Z)", text)
    return found.group(1) if found else ""


def tables(text):
    """(child element or "", head, rows) of every table, in order."""
    child, lines = "", text.splitlines()
    for number, line in enumerate(lines):
        named = re.match(r"Child element `(\w+)`", line)
        child = named.group(1) if named else child
        if line.startswith("| -") or line.startswith("|-"):
            rows = []
            for row in lines[number + 1:]:
                if not row.startswith("|"):
                    break
                rows.append(cells(row))
            head = cells(lines[number - 1])
            yield ("" if head[0] == "Port" else child), head, rows


def told_parameters(text):
    """(child, name, value, unit, default) as the program tells it, in the words of the pages."""
    for child, head, rows in tables(text):
        if head[0] == "Attribute":
            for name, value, default, meaning in rows:
                unit = "seconds" if meaning.startswith("Seconds") else "–"
                for ending, word in ((", distance", "distance"), (" degrees", "angle, in degrees")):
                    if value.endswith(ending):
                        value, unit = value.removesuffix(ending), word
                yield child, name, value, unit, default


def told_ports(text):
    """(name, direction, type, unit) as the program tells it."""
    for _, head, rows in tables(text):
        if head[0] == "Port":
            for name, direction, kind, _ in rows:
                kind, _, unit = kind.partition(", ")
                yield name, direction, kind, unit or "–"


def page_parameters(text):
    for child, head, rows in tables(part_of(text, "## Parameters")):
        for name, value, unit, default, _ in rows:
            yield child, name, value, unit, default


def page_ports(text):
    for _, head, rows in tables(part_of(text, "## Ports")):
        for row in rows:
            yield tuple(row)


def example_of(text):
    return re.search(r"(?ms)^```xml\n(.*?)^```$", part_of(text, "## Example")).group(1)


class NodePagesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.types, cls.told = tell_format()
        cls.pages = {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.md"))}

    def test_every_node_type_has_a_page_that_the_overview_lists(self):
        self.assertGreater(len(self.types), 10)
        self.assertEqual(sorted([*self.types, "SegmentScale"]), sorted(self.pages))
        listed = re.findall(r"\]\(nodes/(\w+)\.md\)", OVERVIEW.read_text(encoding="utf-8"))
        self.assertEqual(sorted(listed), sorted(self.pages))

    def test_every_page_has_all_its_parts(self):
        for name, text in self.pages.items():
            with self.subTest(name):
                wanted = [word for word in SECTIONS if name != "SegmentScale" or word != "Ports"]
                self.assertEqual(wanted, re.findall(r"(?m)^## (.*)$", text))
                for word in wanted:
                    self.assertNotEqual("", part_of(text, f"## {word}").strip(), word)
                self.assertEqual([f"{name}.svg"], re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text))
                purpose = text.split("\n\n")[1]
                self.assertTrue(20 < len(purpose) < 400 and not purpose.startswith(("!", "#", "|")), purpose)

    def test_links_lead_to_headings(self):
        for name, text in self.pages.items():
            for target, anchor in re.findall(r"\]\(([^)#:\s]+)#([^)]+)\)", text):
                headings = re.findall(r"(?m)^#+ (.*)$", (FOLDER / target).read_text(encoding="utf-8"))
                self.assertIn(anchor, [heading.lower().replace(" ", "-") for heading in headings], f"{name}: {target}")

    def test_parameters_are_those_of_the_program_with_its_defaults(self):
        for name in self.types:
            with self.subTest(name):
                told = list(told_parameters(part_of(self.told, f"### {name}")))
                self.assertTrue(told)
                self.assertEqual(told, list(page_parameters(self.pages[name])))

    def test_ports_are_those_of_the_program(self):
        for name in self.types:
            with self.subTest(name):
                told = list(told_ports(part_of(self.told, f"### {name}")))
                self.assertTrue(told)
                self.assertEqual(told, [port[:4] for port in page_ports(self.pages[name])])

    def test_the_overview_has_what_all_nodes_have(self):
        text = "## Parameters\n" + part_of(OVERVIEW.read_text(encoding="utf-8"), "### Parameters and ports of all nodes")
        shown = [row for row in tables(text) if row[1][0] == "Parameter"]
        rows = [(child, *row[:4]) for child, _, rows in shown for row in rows]
        self.assertEqual(list(told_parameters(part_of(self.told, "### All nodes"))), rows)
        self.assertIn("Every node has the input port `influence` (float)", self.told)
        self.assertEqual(["`influence`"], [row[0] for _, head, rows in tables(text) if head[0] == "Port" for row in rows])

    def test_segment_scale_has_both_its_switches(self):
        told = [(child or element, *row) for element in ("TargetOp", "KineDriver")
                for child, *row in told_parameters(part_of(self.told, f"### {element}"))]
        wanted = [("", f"{name} of `{owner}`", *rest) for owner, name, *rest in told if name == "`segmentScale`"]
        self.assertEqual(len(wanted), 2)
        self.assertEqual(wanted, list(page_parameters(self.pages["SegmentScale"])))

    def test_an_input_that_nothing_feeds_has_the_default_of_its_page(self):
        words = {"float": "`0`", "vec3": "`0 0 0`", "quat": "no rotation", "by `type`": "`0`, or no rotation"}
        for name in self.types:
            for port, direction, kind, _, default, _ in page_ports(self.pages[name]):
                with self.subTest(f"{name}.{port}"):
                    wanted = words[kind] if direction == "in" else "–"
                    if port.startswith("`weight0`"):
                        wanted = "`weight`"
                    elif name == "ExternalOutput":
                        wanted = "`default`"
                    elif name == "TargetOp" and kind != "float":
                        wanted = "single numbers"
                    self.assertEqual(default, wanted)
        # What the formulas give where their input is that default.
        range_of_two = 'outMin="3" outMax="5"'
        curve = '<Key in="-1" out="1" shape="linear"/><Key in="1" out="5"/>'
        ends = "<Input name='x'/><Output name='out'/><Key in='-1' out='1'/><Key in='1' out='5'/>"
        cases = {f'<EZParamLinkLinear name="NAME" {range_of_two}/>': 3, f'<EZParamLink name="NAME" {range_of_two}/>': 3,
                 f'<Remap name="NAME" inMin="-1" {range_of_two}/>': 4, f'<LinkWith name="NAME">{curve}</LinkWith>': 3,
                 f'<RBFInterp name="NAME">{ends}</RBFInterp>': 3, '<DampedFollow name="NAME"/>': 0,
                 '<Expr name="NAME"><Input name="x"/><Source>x + 7</Source></Expr>': 7,
                 '<Expr name="NAME"><Input name="q" type="quat"/><Source>q.w + 1</Source></Expr>': 2,
                 '<Combine name="NAME" operation="maximum"><Input name="a" weight="5"/></Combine>': 0}
        nodes, links, wanted = '<ExternalOutput name="alone" default="0.3"/>', "", {"alone": 0.3}
        for number, (node, value) in enumerate(cases.items()):
            nodes += node.replace("NAME", f"n{number}") + f'<ExternalOutput name="o{number}" min="-10" max="10"/>'
            links += f'<Connection from="n{number}.out" to="o{number}.in"/>'
            wanted[f"o{number}"] = value
        rig = f'<KineDriver version="1"><Nodes>{nodes}</Nodes><Connections>{links}</Connections></KineDriver>'
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "rig.kdi")
            path.write_text(rig, encoding="utf-8")
            done = kinedriver("eval", path, "--pose", CHARACTER, "--json")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        found = {item["output"]: item["value"] for item in json.loads(done.stdout)["result"]["outputs"]}
        self.assertEqual(sorted(found), sorted(wanted))
        for name, value in wanted.items():
            self.assertAlmostEqual(found[name], value, places=5, msg=name)

    def test_every_example_is_good_compiles_and_does_something(self):
        for name, text in self.pages.items():
            with self.subTest(name):
                example = example_of(text)
                kinds = [node.tag for node in ElementTree.fromstring(example).find("Nodes")]
                self.assertIn("TargetOp" if name == "SegmentScale" else name, kinds)
                with tempfile.TemporaryDirectory() as folder:
                    path, program = Path(folder, "rig.kdi"), Path(folder, "rig.kdp")
                    path.write_text(example, encoding="utf-8")
                    for words in (("check", "--strict", path, "--skeleton", CHARACTER), ("check", "--strict", path),
                                  ("compile", path, program, "--skeleton", CHARACTER)):
                        done = kinedriver(*words)
                        self.assertEqual((done.returncode, done.stderr), (0, ""), f"{words[0]}: {done.stdout}")
                    self.assertGreater(program.stat().st_size, 100)
                    self.assertTrue(self.moves_something(path, "ExternalInput" in kinds))

    def moves_something(self, path, has_input):
        """Whether an output or a joint that the rig writes takes more than one value in a motion, or with its input."""
        rows = []
        for value in ("0", "1") if has_input else ("",):
            done = kinedriver("bake", path, MOTION, "--character", CHARACTER, "-o", "-", "--to", "csv", "--quiet",
                              *(("--input", f"breath={value}") if value else ()))
            self.assertEqual(done.returncode, 0, done.stderr)
            rows += [row[2:] for row in list(csv.reader(done.stdout.splitlines()))[1:]]
        return any(len(set(column)) > 1 for column in zip(*rows))

    def test_edges_that_are_said_to_be_refused_or_warned_about_are(self):
        source = '<Source joint="a"/>'
        rigs = {
            '<ExternalInput name="n" min="2" default="2"/>': ("ExternalInput", "KD17"),
            '<ExternalOutput name="n" default="2"/>': ("ExternalOutput", "KD17"),
            f'<SourceOp name="n" axis="+x" vertical="-x">{source}</SourceOp>': ("SourceOp", "KD17"),
            '<TargetOp name="n" joint="a" axes="none"/>': ("TargetOp", "KD48"),
            '<TargetOp name="n" joint="a"/>': ("TargetOp", "KD48"),
            '<TwistChain name="n"><Target joint="a"/></TwistChain>': ("TwistChain", "KD48"),
            '<EZParamLinkLinear name="n" inMax="0"/>': ("EZParamLinkLinear", "KD17"),
            '<EZParamLink name="n" inMax="0"/>': ("EZParamLink", "KD17"),
            '<Remap name="n" inMax="0"/>': ("Remap", "KD17"),
            '<LinkWith name="n"><Key in="1" out="0"/><Key in="1" out="2"/></LinkWith>': ("LinkWith", "KD46"),
            '<RBFInterp name="n"><Input name="x"/><Output name="y"/><Key in="1" out="0"/><Key in="1" out="2"/></RBFInterp>':
                ("RBFInterp", "KD46"),
            '<Expr name="n"/>': ("Expr", "KD31"),
            f'<PositionConstraint name="n" joint="b" translateAxes="none">{source}</PositionConstraint>':
                ("PositionConstraint", "KD48"),
            f'<OrientationConstraint name="n" joint="b" rotateAxes="none">{source}</OrientationConstraint>':
                ("OrientationConstraint", "KD48"),
            f'<DirectionConstraint name="n" joint="b" up="vector" upAxis="-x">{source}</DirectionConstraint>':
                ("DirectionConstraint", "KD17"),
            f'<DirectionConstraint name="n" joint="b" up="vector" upVector="0 0 0">{source}</DirectionConstraint>':
                ("DirectionConstraint", "KD17"),
            f'<ParentConstraint name="n" joint="b" translateAxes="none" rotateAxes="none">{source}</ParentConstraint>':
                ("ParentConstraint", "KD48"),
            '<ExternalInput name="i"/><SourceOp name="s"><Source joint="a"/></SourceOp><TargetOp name="n" joint="b"/></Nodes>'
            '<Connections><Connection from="s.rotation" to="n.rotation"/><Connection from="i.out" to="n.roll"/></Connections>':
                ("TargetOp", "KD40"),
        }
        for nodes, (name, code) in rigs.items():
            with self.subTest(nodes):
                self.assertIn(f"({code})", part_of(self.pages[name], "## Edge cases"))
                end = "" if "</Nodes>" in nodes else "</Nodes>"
                with tempfile.TemporaryDirectory() as folder:
                    path = Path(folder, "rig.kdi")
                    path.write_text(f'<KineDriver version="1"><Nodes>{nodes}{end}</KineDriver>', encoding="utf-8")
                    done = kinedriver("check", path)
                self.assertRegex(done.stderr, rf"{'warning' if code == 'KD48' or name == 'RBFInterp' else 'error'} {code}:")
        stated = {(name, code) for name, text in self.pages.items()
                  for code in re.findall(r"\((KD\d+)\)", part_of(text, "## Edge cases"))}
        self.assertEqual(stated, set(rigs.values()))

    def test_pictures_are_what_the_program_draws_and_small(self):
        with tempfile.TemporaryDirectory() as folder:
            done = run(sys.executable, "-B", FOLDER / "draw.py", "--program", tap.BUILD / "kinedriver", "--out", folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            fresh = {path.name: path.read_bytes() for path in Path(folder).iterdir()}
        stored = {path.name: path.read_bytes() for path in FOLDER.glob("*.svg")}
        self.assertEqual(sorted(f"{name}.svg" for name in self.pages), sorted(stored))
        self.assertEqual(sorted(fresh), sorted(stored))
        for name, picture in stored.items():
            with self.subTest(name):
                self.assertLess(len(picture), LARGEST_PICTURE)
                self.assertEqual(ElementTree.fromstring(picture).tag, "{http://www.w3.org/2000/svg}svg")
                self.assertEqual(fresh[name], picture, "run Core/docs/nodes/draw.py and look at the picture")


if __name__ == "__main__":
    tap.main()
