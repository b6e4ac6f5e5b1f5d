#!/usr/bin/env python3
"""Draws the pictures of the node pages: draw.py [--program kinedriver] [--out FOLDER] writes one SVG for each page.

What a picture shows was computed by the program: every function below writes a small rig, bakes it over a motion of its
own and draws the numbers that come out. The motion moves "drivers", joints whose place along x is a number of the rig."""
import argparse
import csv
import json
import math
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
STYLE = ("<style>text{font:12px sans-serif;fill:#555}.axis{stroke:#999;fill:none}.a{stroke:#2f6fb2;fill:none;stroke-width:2}"
         ".b{stroke:#d2691e;fill:none;stroke-width:2}.c{stroke:#3a9a5b;fill:none;stroke-width:2}"
         ".d{stroke-dasharray:4 3}.thin{stroke-width:1}.dot{fill:#d2691e}.ta{fill:#2f6fb2}.tb{fill:#d2691e}"
         ".tc{fill:#3a9a5b}.halo{paint-order:stroke;stroke:#fff;stroke-width:5}</style>")


class Studio:
    """Where pictures come from and go to: the program, the folder."""

    def __init__(self, program, out):
        self.program, self.out = Path(program).resolve(), Path(out)

    def run(self, *words, cwd=None):
        return subprocess.run([str(self.program), *words], cwd=cwd, capture_output=True, text=True, check=True).stdout

    def write(self, name, width, height, parts):
        body = "\n".join(parts)
        (self.out / f"{name}.svg").write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">\n'
            f'{STYLE}\n'
            f'<rect width="{width}" height="{height}" fill="#fff"/>\n{body}\n</svg>\n', encoding="utf-8")

    def bake(self, nodes, links, drivers, joints=(), seconds=0.05):
        """Rows of numbers, one for each frame: outputs by name, joints by name.tx … name.sz.

        links: "from to", a driver's number being its name, an output's "=name". joints: (name, parent or root, x, y)."""
        outputs = sorted({link.split()[1][1:] for link in links if link.split()[1].startswith("=")})
        reads = [f'<SourceOp name="{name}" channel="translate"><Source joint="{name}"/></SourceOp>' for name in drivers]
        writes = [f'<ExternalOutput name="{name}" min="-1000" max="1000"/>' for name in outputs]
        wires = []
        for link in links:
            start, end = link.split()
            start = start if "." in start else f"{start}.translateX"
            end = f"{end[1:]}.in" if end.startswith("=") else end
            wires.append(f'<Connection from="{start}" to="{end}"/>')
        with tempfile.TemporaryDirectory() as folder:
            rig = "".join(["<KineDriver version='1'><Nodes>", *reads, nodes, *writes, "</Nodes><Connections>", *wires,
                           "</Connections></KineDriver>"])
            Path(folder, "rig.kdi").write_text(rig, encoding="utf-8")
            Path(folder, "motion.bvh").write_text(motion(drivers, joints, seconds), encoding="utf-8")
            text = self.run("bake", "rig.kdi", "motion.bvh", "-o", "-", "--to", "csv", "--all", "--quiet", cwd=folder)
        return [{key: float(value) for key, value in row.items()} for row in csv.DictReader(text.splitlines())]


def motion(drivers, joints, seconds):
    """A BVH file: the drivers in motion, the joints at rest."""
    children = {}
    for name, parent, x, y in [*((name, "root", 0, 0) for name in drivers), *joints]:
        children.setdefault(parent, []).append((name, x, y))
    channels = []

    def block(name, x, y, word):
        channels.append(name)
        inner = [block(*child, "JOINT") for child in children.get(name, [])] or ["End Site { OFFSET 1 0 0 }"]
        return (f"{word} {name} {{ OFFSET {x} {y} 0 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation "
                + " ".join(inner) + " }")

    tree = block("root", 0, 0, "ROOT").replace("{", "\n{\n").replace("}", "\n}\n").replace(" CHANNELS", "\nCHANNELS")
    places = {name: (x, y) for name, _, x, y in joints}
    frames = len(next(iter(drivers.values())))
    rows = []
    for frame in range(frames):
        row = []
        for name in channels:
            x, y = (drivers[name][frame], 0) if name in drivers else places.get(name, (0, 0))
            row += [x, y, 0, 0, 0, 0]
        rows.append(" ".join("%.9g" % value for value in row))
    tree = tree.replace(" End Site", "\nEnd Site").replace(" JOINT", "\nJOINT").replace("Yrotation ", "Yrotation\n")
    return f"HIERARCHY\n{tree}\nMOTION\nFrames: {frames}\nFrame Time: {seconds}\n" + "\n".join(rows) + "\n"


def spread(start, end, steps):
    return [start + (end - start) * i / steps for i in range(steps + 1)]


def thinned(points, slack=0.12):
    """The points of a line that it needs to look the same (Ramer, Douglas, Peucker)."""
    if len(points) < 3:
        return points
    (x0, y0), (x1, y1) = points[0], points[-1]
    length = math.hypot(x1 - x0, y1 - y0)

    def away(point):
        x, y = point[0] - x0, point[1] - y0
        return abs((x1 - x0) * y - (y1 - y0) * x) / length if length > 1e-9 else math.hypot(x, y)

    far = max(range(1, len(points) - 1), key=lambda i: away(points[i]))
    if away(points[far]) <= slack:
        return [points[0], points[-1]]
    return thinned(points[:far + 1], slack)[:-1] + thinned(points[far:], slack)


def polyline(points, style):
    return f'<polyline class="{style}" points="{" ".join("%.1f,%.1f" % p for p in thinned(points))}"/>'


def line(x0, y0, x1, y1, style):
    return f'<line class="{style}" x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" y2="{y1:.1f}"/>'


def label(x, y, words, style="", anchor="start"):
    style = f' class="{style}"' if style else ""
    anchor = f' text-anchor="{anchor}"' if anchor != "start" else ""
    return f'<text{style} x="{x:.1f}" y="{y:.1f}"{anchor}>{words}</text>'


def disc(x, y, radius=4):
    return f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="{radius}"/>'


def arrow(x0, y0, x1, y1, style):
    angle = math.atan2(y1 - y0, x1 - x0)
    tips = [(x1 - 7 * math.cos(angle + side), y1 - 7 * math.sin(angle + side)) for side in (0.45, -0.45)]
    return line(x0, y0, x1, y1, style) + polyline([tips[0], (x1, y1), tips[1]], style)


def box(x, y, width, height, angle, style):
    """A box about its centre, turned counter-clockwise by an angle in radians."""
    return (f'<rect class="{style}" x="{-width / 2:.1f}" y="{-height / 2:.1f}" width="{width:.1f}" height="{height:.1f}"'
            f' transform="translate({x:.1f} {y:.1f}) rotate({-math.degrees(angle):.1f})"/>')


def turn_about_z(row, joint):
    return 2 * math.atan2(row[f"{joint}.rz"], row[f"{joint}.rw"])


def turned_x(row, joint):
    """Where the rotation of a joint takes the x axis."""
    x, y, z, w = (row[f"{joint}.r{part}"] for part in "xyzw")
    return 1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)


class Plot:
    """A plot: x from x0 to x1, y from y0 to y1, with its axes and marks on them."""

    def __init__(self, x0, x1, y0, y1, width=320, height=190, left=0, xs=(), ys=()):
        self.box, self.size, self.left = (x0, x1, y0, y1), (width, height), left
        self.parts = []
        self.line([(x0, 0), (x1, 0)], "axis"), self.line([(0, y0), (0, y1)], "axis")
        for x in xs:
            px, py = self.at(x, 0)
            self.parts += [line(px, py - 3, px, py + 3, "axis"), label(px, py + 15, "%g" % x, anchor="middle")]
        for y in ys:
            px, py = self.at(0, y)
            self.parts += [line(px - 3, py, px + 3, py, "axis"), label(px - 6, py + 4, "%g" % y, anchor="end")]

    def at(self, x, y):
        x0, x1, y0, y1 = self.box
        return (self.left + 20 + (x - x0) / (x1 - x0) * (self.size[0] - 40),
                self.size[1] - 20 - (y - y0) / (y1 - y0) * (self.size[1] - 40))

    def line(self, points, style):
        self.parts.append(polyline([self.at(*point) for point in points], style))

    def text(self, x, y, words, style="", anchor="start"):
        self.parts.append(label(*self.at(x, y), words, style, anchor))

    def dot(self, x, y):
        self.parts.append(disc(*self.at(x, y)))


def draw_links(studio):
    xs = spread(-0.6, 1.6, 220)
    nodes, links, names = "", [], []
    for kind, name, words in (
            ("EZParamLinkLinear", "held", ""), ("EZParamLinkLinear", "on", 'before="linear" after="linear"'),
            ("EZParamLink", "e0", 'easeIn="0" easeOut="0"'), ("EZParamLink", "e5", ""),
            ("EZParamLink", "e1", 'easeIn="1" easeOut="1"'),
            ("EZParamLink", "e10", 'easeIn="1" easeOut="0"'), ("Remap", "s0", ""),
            ("Remap", "s2", 'softMin="0.2" softMax="0.2"'), ("Remap", "s5", 'softMin="0.5" softMax="0.5"')):
        nodes += f'<{kind} name="{name}" {words}/>'
        links += [f"x {name}.in", f"{name}.out ={name}_y"]
        names.append(name)
    rows = studio.bake(nodes, links, {"x": xs})
    curves = {name: [(x, row[f"{name}_y"]) for x, row in zip(xs, rows)] for name in names}

    def part(name, low, high):
        return [point for point in curves[name] if low - 1e-9 <= point[0] <= high + 1e-9]

    plot = Plot(-0.4, 1.4, -0.35, 1.3)
    plot.line(part("on", -0.3, 1.25), "b d"), plot.line(part("held", -0.4, 1.4), "a")
    plot.dot(0, 0), plot.dot(1, 1)
    plot.text(0.05, -0.14, "inMin, outMin"), plot.text(0.95, 1.1, "inMax, outMax", anchor="end")
    plot.text(1.1, 0.84, "constant", "ta"), plot.text(-0.39, -0.17, "linear", "tb")
    studio.write("EZParamLinkLinear", *plot.size, plot.parts)

    plot = Plot(-0.2, 1.6, -0.15, 1.15, xs=(1,), ys=(1,))
    for name, style in (("e0", "a d"), ("e5", "a"), ("e1", "b"), ("e10", "c")):
        plot.line(part(name, -0.2, 1.6), style)
    for y, words, style in ((0.58, "0 / 0, dashed", "ta"), (0.45, "0.5 / 0.5", "ta"), (0.32, "1 / 1", "tb"),
                            (0.19, "1 / 0", "tc")):
        plot.text(1.02, y, words, style)
    plot.text(1.02, 0.71, "easeIn / easeOut")
    studio.write("EZParamLink", *plot.size, plot.parts)

    plot = Plot(-0.6, 1.6, -0.15, 1.2, xs=(1,), ys=(1,))
    for name, style in (("s0", "a d"), ("s2", "a"), ("s5", "b")):
        plot.line(curves[name], style)
    plot.text(0.85, 0.58, "softMin, softMax"), plot.text(0.85, 0.44, "0, dashed", "ta")
    plot.text(0.85, 0.31, "0.2", "ta"), plot.text(0.85, 0.18, "0.5", "tb")
    studio.write("Remap", *plot.size, plot.parts)


def draw_link_with(studio):
    keys = ((0, 0.2, "stepped", 0, 0), (1, 0.7, "linear", 0, 0), (2, 1.1, "smooth", 0, 0),
            (3, 0.2, "bezier", 0, 1.6), (4, 0.8, "linear", 0, 0))
    inner = "".join(f'<Key in="{x}" out="{y}" shape="{shape}" inSlope="{i}" outSlope="{o}"/>' for x, y, shape, i, o in keys)
    xs = spread(-0.5, 4.5, 500)
    rows = studio.bake(f'<LinkWith name="curve">{inner}</LinkWith>', ["x curve.in", "curve.out =y"], {"x": xs})
    plot = Plot(-0.5, 4.5, -0.25, 1.25)
    points = [(x, row["y"]) for x, row in zip(xs, rows)]
    for low, high, style in ((-0.5, 0, "a d"), (0, 0.995, "a"), (1, 4, "a"), (4, 4.5, "a d")):
        plot.line([point for point in points if low - 1e-9 <= point[0] <= high + 1e-9], style)
    for x, y, *_ in keys:
        plot.dot(x, y)
    for x, _, shape, *_ in keys[:-1]:
        plot.text(x + 0.5, -0.18, shape, anchor="middle")
    studio.write("LinkWith", *plot.size, plot.parts)


def draw_combine(studio):
    xs = spread(0, 1, 100)
    nodes = '<EZParamLink name="up"/><EZParamLink name="down" outMin="0.9" outMax="0.1"/>'
    links = ["x up.in", "x down.in", "up.out =a", "down.out =b"]
    styles = {"product": "a", "minimum": "b", "average": "c"}
    for name in styles:
        nodes += f'<Combine name="{name}" operation="{name}"><Input name="a"/><Input name="b"/></Combine>'
        links += [f"up.out {name}.a", f"down.out {name}.b", f"{name}.out ={name}_y"]
    rows = studio.bake(nodes, links, {"x": xs})
    plot = Plot(-0.05, 1.4, -0.1, 1.15, ys=(1,))
    for name in ("a", "b"):
        plot.line([(x, row[name]) for x, row in zip(xs, rows)], "axis d")
    for name, style in styles.items():
        plot.line([(x, row[f"{name}_y"]) for x, row in zip(xs, rows)], style)
        plot.text(1.03, rows[-1][f"{name}_y"] + {"product": 0.05, "minimum": -0.06, "average": -0.03}[name], name, f"t{style}")
    plot.text(1.03, 0.97, "input a"), plot.text(0.03, 0.95, "input b")
    studio.write("Combine", *plot.size, plot.parts)


def draw_rbf(studio):
    keys = ((0, 0), (25, 0.9), (50, 0.3), (90, 1))
    inner = '<Input name="x"/><Output name="y"/>' + "".join(f'<Key in="{x}" out="{y}"/>' for x, y in keys)
    nodes = (f'<RBFInterp name="plate">{inner}</RBFInterp>'
             f'<RBFInterp name="bell" kernel="gaussian" linear="false">{inner}</RBFInterp>')
    xs = spread(-40, 150, 190)
    rows = studio.bake(nodes, ["x plate.x", "x bell.x", "plate.y =p", "bell.y =g"], {"x": xs})
    plot = Plot(-40, 150, -0.35, 1.35, xs=(90,), ys=(1,))
    plot.line([(x, row["p"]) for x, row in zip(xs, rows) if -0.35 <= row["p"] <= 1.35], "a")
    plot.line([(x, row["g"]) for x, row in zip(xs, rows)], "c")
    for x, y in keys:
        plot.dot(x, y)
    plot.text(100, 1.24, "polyharmonic", "ta", "end")
    plot.text(112, 0.75, "gaussian,", "tc"), plot.text(112, 0.6, "no linear", "tc")
    plot.text(6, -0.17, "keys", "tb")
    studio.write("RBFInterp", *plot.size, plot.parts)


def draw_expr(studio):
    xs = spread(-180, 180, 180)
    nodes = '<Expr name="bulge"><Input name="elbow"/><Source>max(sin(rad(elbow)), 0) ^ 2</Source></Expr>'
    rows = studio.bake(nodes, ["x bulge.elbow", "bulge.out =y"], {"x": xs})
    plot = Plot(-180, 180, -0.15, 1.3, 380, xs=(-90, 90), ys=(1,))
    plot.line([(x, row["y"]) for x, row in zip(xs, rows)], "a")
    plot.text(-6, 1.18, "max(sin(rad(elbow)), 0) ^ 2", "ta", "end"), plot.text(-178, 0.06, "elbow in degrees")
    studio.write("Expr", *plot.size, plot.parts)


def draw_follow(studio):
    seconds, steps = 0.05, 100
    styles = {0.3: "b", 1: "a", 3: "c"}
    nodes, links = "", []
    for i, damping in enumerate(styles):
        nodes += f'<DampedFollow name="f{i}" halfLife="1" damping="{damping}"/>'
        links += [f"x f{i}.in", f"f{i}.out =y{i}"]
    rows = studio.bake(nodes, links, {"x": [0] + [1] * steps}, seconds=seconds)
    plot = Plot(-0.3, 5, -0.2, 1.5, xs=(1, 2, 3), ys=(1,))
    plot.line([(0, 1), (5, 1)], "axis d")
    for i, style in enumerate(styles.values()):
        plot.line([(frame * seconds, row[f"y{i}"]) for frame, row in enumerate(rows)], style)
    plot.dot(1, rows[round(1 / seconds)]["y1"])
    plot.text(1.4, 0.08, "dot: half way after one half-life"), plot.text(2.45, 1.32, "damping 0.3", "tb")
    plot.text(2.3, 0.75, "1", "ta"), plot.text(3.6, 0.5, "3", "tc"), plot.text(5, -0.18, "half-lives", anchor="end")
    studio.write("DampedFollow", *plot.size, plot.parts)


def rings(studio):
    """What a SourceOp reads of a bone that is bent by so many degrees towards every side: (h, v) in degrees."""
    nodes = ('<TargetOp name="pose" joint="bone" mapping="expmap"/>'
             '<SourceOp name="read" axis="+x"><Source joint="bone"/></SourceOp>')
    steps = 72
    for bend in (30, 60, 90, 120, 150):
        sides = [2 * math.pi * i / steps for i in range(steps + 1)]
        rows = studio.bake(nodes, ["y pose.expmapY", "z pose.expmapZ", "read.bendH =h", "read.bendV =v"],
                           {"y": [bend * math.cos(a) for a in sides], "z": [bend * math.sin(a) for a in sides]},
                           [("bone", "root", 0, 0)])
        yield bend, [(row["h"], row["v"]) for row in rows]


def draw_source(studio):
    cx, cy, radius, angle = 100, 105, 70, math.radians(60)
    x, y, t = cx + radius * math.cos(angle), cy - radius * math.sin(angle), radius * math.tan(angle / 2)
    parts = [f'<circle class="axis" cx="{cx}" cy="{cy}" r="{radius}"/>',
             line(10, cy, 195, cy, "axis"), line(cx, 20, cx, 190, "axis d"),
             arrow(cx, cy, cx + radius, cy, "axis"), arrow(cx, cy, x, y, "a"), line(cx - radius, cy, x, y, "b d"),
             disc(cx, cy - t),
             label(cx + 26, cy + 16, "bone at rest"), label(x + 5, y, "bone", "ta"), label(12, cy - 6, "pole"),
             label(cx - 8, cy - t - 12, "tan(bendV/2)", "tb halo", "end")]
    plot = Plot(-200, 200, -200, 200, 210, 210, 215)
    for bend, points in rings(studio):
        plot.line(points, "a thin" if bend != 90 else "a")
        if bend in (30, 90, 150):
            plot.text(points[9][0], -points[9][1] - 8, f"{bend}°", "ta halo", "middle")
    plot.text(6, 190, "bendV"), plot.text(205, 8, "bendH", "halo", "end")
    studio.write("SourceOp", 430, 210, [*parts, *plot.parts])


def draw_target(studio):
    marks = [-60, -30, 0, 30, 60]
    fine = spread(-90, 90, 120)
    plot = Plot(-1.3, 1.3, -1.2, 1.2, 230, 214)
    plot.parts = []
    plot.line([(math.cos(a), math.sin(a)) for a in spread(0, 2 * math.pi, 72)], "axis")
    for fixed, moving in (("h", "v"), ("v", "h")):
        for value in marks:
            rows = studio.bake('<TargetOp name="pose" joint="bone" axis="+x"/>', ["h pose.bendH", "v pose.bendV"],
                               {fixed: [value] * len(fine), moving: fine}, [("bone", "root", 0, 0)])
            # Seen from the tip of the bone at rest: y is up, z to the left, and points behind are left out.
            seen = [turned_x(row, "bone") for row in rows]
            plot.line([(-z, y) for x, y, z in seen if x >= -1e-6],
                      ("b" if fixed == "h" else "a") + ("" if value == 0 else " thin"))
    plot.dot(0, 0)
    parts = [*plot.parts, label(248, 60, "where the bone points,"), label(248, 76, "seen from its tip,"),
             label(248, 104, "lines of equal bendH", "tb"), label(248, 120, "lines of equal bendV", "ta"),
             label(248, 148, "every 30°, thick at 0°")]
    studio.write("TargetOp", 430, 214, parts)


def draw_chain(studio):
    weights = (0.25, 0.5, 0.75)
    joints = [("arm", "root", 0, 0), ("t0", "arm", 1, 0), ("t1", "arm", 2, 0), ("t2", "arm", 3, 0), ("hand", "arm", 4, 0)]
    inner = "".join(f'<Target joint="t{i}" weight="{weight}"/>' for i, weight in enumerate(weights))
    nodes = f'<TargetOp name="pose" joint="hand"/><TwistChain name="share" source="hand">{inner}</TwistChain>'
    row = studio.bake(nodes, ["x pose.roll", "share.total =total"], {"x": [80]}, joints)[0]
    parts = [line(20, 62, 410, 62, "axis d")]
    words = ("arm", *(f"weight {weight}" for weight in weights), "source")
    for i, name in enumerate(("arm", "t0", "t1", "t2", "hand")):
        angle = 2 * math.atan2(row[f"{name}.rx"], row[f"{name}.rw"])
        x, y = 50 + 82 * i, 62
        parts += [box(x, y, 40, 40, angle, "c" if name == "hand" else "axis" if name == "arm" else "a"),
                  line(x, y, x - 20 * math.sin(angle), y - 20 * math.cos(angle), "b"),
                  label(x, 112, words[i], anchor="middle"), label(x, 128, f"{math.degrees(angle):.0f}°", anchor="middle")]
    studio.write("TwistChain", 430, 140, parts)


def draw_segment(studio):
    joints = [("parent", "root", 0, 0), ("child", "parent", 4, 0)]
    parts, grown = [], math.log(1.6)
    panels = (("true", 0, "at rest"), ("true", grown, "segment scale"), ("false", grown, "handed down"))
    for i, (word, number, title) in enumerate(panels):
        row = studio.bake(f'<TargetOp name="grow" joint="parent" channel="scale" segmentScale="{word}"/>',
                          ["x grow.scaleX", "x grow.scaleY"], {"x": [number]}, joints)[0]
        left, middle, unit = (15, 115, 255)[i], 65, 15
        width, height = 4 * unit * row["parent.sx"], 2.4 * unit * row["parent.sy"]
        scale_x, scale_y = row["parent.sx"] * row["child.sx"], row["parent.sy"] * row["child.sy"]
        start = left + row["child.tx"] * row["parent.sx"] * unit
        parts += [box(left + width / 2, middle, width, height, 0, "a"),
                  box(start + 0.9 * unit * scale_x, middle, 1.8 * unit * scale_x, 1.2 * unit * scale_y, 0, "b"),
                  disc(start, middle, 3), label(left, 125, title)]
    studio.write("SegmentScale", 410, 140, parts)


def draw_position(studio):
    joints = [("a", "root", 0, 0), ("b", "root", 8, 0), ("joint", "root", 0, 0)]
    nodes = ('<TargetOp name="move" joint="b" channel="translate"/><PositionConstraint name="between" joint="joint">'
             '<Source joint="a" weight="0.75"/><Source joint="b" weight="0.25"/></PositionConstraint>')
    angles = spread(0, math.radians(50), 20)
    rows = studio.bake(nodes, ["x move.translateX", "y move.translateY"],
                       {"x": [8 * math.cos(a) - 8 for a in angles], "y": [8 * math.sin(a) for a in angles]}, joints)

    def at(row, name):
        return 30 + 24 * row[f"{name}.tx"], 165 - 24 * row[f"{name}.ty"]

    parts = [polyline([at(row, name) for row in rows], "axis d") for name in ("b", "joint")]
    for row, style in ((rows[0], "a d"), (rows[-1], "a")):
        parts += [line(*at(row, "a"), *at(row, "b"), style), disc(*at(row, "b"), 5),
                  f'<circle class="a" cx="{at(row, "joint")[0]:.1f}" cy="{at(row, "joint")[1]:.1f}" r="8"/>']
    (bx, by), (jx, jy) = at(rows[-1], "b"), at(rows[-1], "joint")
    parts += [disc(*at(rows[0], "a"), 5), label(14, 188, "source, share 0.75", "tb"),
              label(bx + 10, by, "source, share 0.25", "tb"), label(jx - 12, jy - 10, "joint", "ta", "end")]
    studio.write("PositionConstraint", 300, 200, parts)


def cross(x, y, angle, style):
    """The x and y axes of a frame that is turned in the plane."""
    c, s = math.cos(angle), math.sin(angle)
    return arrow(x, y, x + 48 * c, y - 48 * s, style) + arrow(x, y, x - 30 * s, y - 30 * c, style + " thin")


def draw_orientation(studio):
    joints = [("a", "root", 0, 0), ("b", "root", 0, 0), ("joint", "root", 0, 0)]
    nodes = ('<TargetOp name="turn" joint="b" mapping="expmap"/><OrientationConstraint name="between" joint="joint">'
             '<Source joint="a" weight="0.75"/><Source joint="b" weight="0.25"/></OrientationConstraint>')
    row = studio.bake(nodes, ["x turn.expmapZ"], {"x": [80]}, joints)[0]
    parts = []
    for x, name, words, style in ((60, "a", "source, share 0.75", "b"), (195, "joint", "joint", "a"),
                                  (330, "b", "source, share 0.25", "b")):
        angle = turn_about_z(row, name)
        parts += [cross(x, 75, angle, style), label(x, 110, words, f"t{style}", "middle"),
                  label(x, 126, f"{abs(math.degrees(angle)):.1f}°", anchor="middle")]
    studio.write("OrientationConstraint", 400, 138, parts)


def draw_direction(studio):
    joints = [("joint", "root", 0, 0), ("eye", "root", 0, 0)]
    nodes = ('<TargetOp name="move" joint="eye" channel="translate"/>'
             '<DirectionConstraint name="aim" joint="joint" maxAngle="60"><Source joint="eye"/></DirectionConstraint>')
    angles = [math.radians(a) for a in (20, 50, 85)]
    rows = studio.bake(nodes, ["x move.translateX", "y move.translateY"],
                       {"x": [8 * math.cos(a) for a in angles], "y": [8 * math.sin(a) for a in angles]}, joints)
    parts = [line(40, 180, 250, 180, "axis"), label(205, 196, "aim axis at rest"),
             line(40, 180, 40 + 168 * math.cos(math.radians(60)), 180 - 168 * math.sin(math.radians(60)), "axis d"),
             label(128, 26, "maxAngle 60°")]
    for row, style in zip(rows, ("a", "a", "c")):
        angle = turn_about_z(row, "joint")
        x, y = 40 + 19 * row["eye.tx"], 180 - 19 * row["eye.ty"]
        parts += [arrow(40, 180, 40 + 120 * math.cos(angle), 180 - 120 * math.sin(angle), style), disc(x, y, 5)]
    parts += [label(192, 128, "source", "tb"), label(148, 66, "source", "tb"), label(62, 32, "too far", "tb")]
    studio.write("DirectionConstraint", 320, 206, parts)


def draw_parent(studio):
    joints = [("hand", "root", 0, 0), ("prop", "root", 5, 1)]
    nodes = ('<TargetOp name="turn" joint="hand" mapping="expmap"/>'
             '<ParentConstraint name="hold" joint="prop" keepOffset="true"><Source joint="hand"/></ParentConstraint>')
    rows = studio.bake(nodes, ["x turn.expmapZ"], {"x": [0, 35, 70]}, joints)
    parts = [disc(40, 185, 5), label(30, 205, "source", "tb")]
    for row, style in zip(rows, ("a d", "a", "a")):
        angle, x, y = turn_about_z(row, "prop"), 40 + 28 * row["prop.tx"], 185 - 28 * row["prop.ty"]
        source = turn_about_z(row, "hand")
        parts += [arrow(40, 185, 40 + 60 * math.cos(source), 185 - 60 * math.sin(source), "b" + style[1:]),
                  line(40, 185, x, y, "axis d"),
                  box(x, y, 56, 26, angle, style), line(x, y, x + 28 * math.cos(angle), y - 28 * math.sin(angle), style)]
    parts += [label(215, 190, "joint at rest", "ta"), label(196, 62, "place and rotation"), label(196, 78, "follow, offset kept")]
    studio.write("ParentConstraint", 320, 215, parts)


def draw_external_input(studio):
    rig = ('<KineDriver version="1"><Nodes><ExternalInput name="breath"/>'
           '<TargetOp name="move" joint="x" channel="translate"/></Nodes>'
           '<Connections><Connection from="breath.out" to="move.translateX"/></Connections></KineDriver>')
    parts = [arrow(152, 30, 200, 60, "b"), arrow(152, 75, 200, 75, "b"), arrow(152, 120, 200, 90, "b"),
             box(260, 75, 110, 60, 0, "a"),
             label(260, 70, "ExternalInput", "ta", "middle"), label(260, 88, "0 … 1", anchor="middle")]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "rig.kdi").write_text(rig, encoding="utf-8")
        Path(folder, "pose.bvh").write_text(motion({"x": [0]}, [], 1), encoding="utf-8")
        for y, value, words, after in ((34, 0.4, "host sets 0.4", ""), (79, 1.7, "host sets 1.7", ""),
                                       (124, None, "host sets nothing", ", default")):
            options = ["--input", f"breath={value}"] if value else []
            told = json.loads(studio.run("eval", "rig.kdi", "--pose", "pose.bvh", "--json", *options, cwd=folder))
            out = next(item["value"] for item in told["result"]["values"] if (item["node"], item["port"]) == ("breath", "out"))
            parts += [label(8, y, words, "tb"), label(335, y, f"out = {out:.3g}{after}", "ta")]
    studio.write("ExternalInput", 440, 150, parts)


def draw_external_output(studio):
    xs = spread(-0.5, 1.8, 115)
    outputs = ('<ExternalOutput name="full"/><ExternalOutput name="half" influence="0.5" default="0.2"/>')
    rows = studio.bake(outputs, ["x full.in", "x half.in"], {"x": xs})
    plot = Plot(-0.5, 1.8, -0.15, 1.25, xs=(1,), ys=(1,))
    plot.line([(x, row["full"]) for x, row in zip(xs, rows)], "a"), plot.line([(x, row["half"]) for x, row in zip(xs, rows)], "b")
    plot.text(1.78, 1.07, "what the host reads", "ta", "end"), plot.text(1.78, 0.22, "influence 0.5, default 0.2", "tb", "end")
    plot.text(1.8, -0.12, "in", anchor="end")
    studio.write("ExternalOutput", *plot.size, plot.parts)


DRAWINGS = (draw_links, draw_link_with, draw_combine, draw_rbf, draw_expr, draw_follow, draw_source, draw_target, draw_chain,
            draw_segment, draw_position, draw_orientation, draw_direction, draw_parent, draw_external_input, draw_external_output)

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default=HERE.parents[2] / "build/kinedriver")
    parser.add_argument("--out", type=Path, default=HERE)
    arguments = parser.parse_args()
    for draw in DRAWINGS:
        draw(Studio(arguments.program, arguments.out))
