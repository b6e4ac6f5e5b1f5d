#!/usr/bin/env python3
"""Draws the pictures of the node pages from the formulas on them: draw.py writes *.svg beside itself."""
import math
from pathlib import Path

HERE = Path(__file__).resolve().parent
STYLE = ("<style>text{font:12px sans-serif;fill:#555}.axis{stroke:#999;fill:none}.a{stroke:#2f6fb2;fill:none;stroke-width:2}"
         ".b{stroke:#d2691e;fill:none;stroke-width:2}.c{stroke:#3a9a5b;fill:none;stroke-width:2}"
         ".d{stroke-dasharray:4 3}.dot{fill:#d2691e}</style>")


def write(name, width, height, parts):
    body = "\n".join(parts)
    (HERE / f"{name}.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">\n{STYLE}\n'
        f'<rect width="{width}" height="{height}" fill="#fff"/>\n{body}\n</svg>\n', encoding="utf-8")


class Plot:
    """A plot of functions: x from x0 to x1, y from y0 to y1."""

    def __init__(self, x0, x1, y0, y1, width=300, height=180):
        self.box, self.size = (x0, x1, y0, y1), (width, height)
        self.parts = [self.line([(x0, 0), (x1, 0)], "axis"), self.line([(0, y0), (0, y1)], "axis")]

    def at(self, x, y):
        x0, x1, y0, y1 = self.box
        return 20 + (x - x0) / (x1 - x0) * (self.size[0] - 40), self.size[1] - 20 - (y - y0) / (y1 - y0) * (self.size[1] - 40)

    def line(self, points, style):
        return f'<polyline class="{style}" points="{" ".join("%.1f,%.1f" % self.at(*p) for p in points)}"/>'

    def curve(self, function, style, start=None, end=None, steps=160):
        start = self.box[0] if start is None else start
        end = self.box[1] if end is None else end
        xs = [start + (end - start) * i / steps for i in range(steps + 1)]
        self.parts.append(self.line([(x, function(x)) for x in xs], style))

    def text(self, x, y, text):
        left, top = self.at(x, y)
        self.parts.append(f'<text x="{left:.1f}" y="{top:.1f}">{text}</text>')

    def dot(self, x, y):
        left, top = self.at(x, y)
        self.parts.append(f'<circle class="dot" cx="{left:.1f}" cy="{top:.1f}" r="4"/>')

    def write(self, name):
        write(name, *self.size, self.parts)


def eased(t, first, last):
    if t < 0:
        return 0
    if t > 1:
        return 1
    return 3 * (1 - t) ** 2 * t * first / 3 + 3 * (1 - t) * t * t * (1 - last / 3) + t ** 3


def rounded(t, soft):
    if t <= 1 - soft:
        return t
    return 1 if t >= 1 + soft else t - (t - 1 + soft) ** 2 / (4 * soft)


def spring(t, damping):
    """From 0 towards 1 with the half-life 1."""
    w = 1.678347
    if abs(damping - 1) < 1e-6:
        return 1 - (1 + w * t) * math.exp(-w * t)
    root = w * math.sqrt(abs(1 - damping ** 2))
    c, s = (math.cos, math.sin) if damping < 1 else (math.cosh, math.sinh)
    return 1 - math.exp(-damping * w * t) * (c(root * t) + damping * w / root * s(root * t))


def links():
    plot = Plot(-0.3, 1.3, -0.2, 1.2)
    plot.curve(lambda x: x, "a d", -0.2, 1.2)
    plot.curve(lambda x: min(max(x, 0), 1), "a")
    plot.dot(0, 0), plot.dot(1, 1)
    plot.text(0.04, -0.15, "inMin, outMin"), plot.text(0.62, 1.1, "inMax, outMax")
    plot.write("link_linear")
    plot = Plot(-0.1, 1.2, -0.1, 1.2)
    for first, last, style in ((1, 1, "a d"), (0.5, 0.5, "a"), (0, 0, "b"), (0, 1, "c")):
        plot.curve(lambda x, f=first, e=last: eased(x, f, e), style)
    plot.text(0.4, 0.1, "0/0 dashed, 0.5/0.5 blue,"), plot.text(0.4, 0.0, "1/1 orange, 1/0 green")
    plot.write("link_ease")
    plot = Plot(-0.6, 1.6, -0.2, 1.2)
    for soft, style in ((0, "a d"), (0.2, "a"), (0.5, "b")):
        plot.curve(lambda x, s=soft: 1 - rounded(1 - rounded(x, s or 1e-9), s or 1e-9), style)
    plot.text(0.55, 0.2, "soft 0, 0.2, 0.5")
    plot.write("remap")


def curve():
    plot = Plot(-0.5, 4.5, -0.2, 1.3)
    plot.curve(lambda x: 0.2, "a d", -0.5, 0)
    plot.curve(lambda x: 0.2, "a", 0, 1), plot.curve(lambda x: 0.8, "a", 1, 1.0001)
    plot.curve(lambda x: 0.8 + (x - 1) * 0.3, "a", 1, 2)
    plot.curve(lambda x: 1.1 - 0.9 * (3 * (x - 2) ** 2 - 2 * (x - 2) ** 3), "a", 2, 3)
    plot.curve(lambda x: 0.2 + 0.6 * eased(x - 3, 2, 0), "a", 3, 4), plot.curve(lambda x: 0.8, "a d", 4, 4.5)
    for x, y in ((0, 0.2), (1, 0.8), (2, 1.1), (3, 0.2), (4, 0.8)):
        plot.dot(x, y)
    for x, name in ((0.1, "stepped"), (1.1, "linear"), (2.05, "smooth"), (3.1, "bezier")):
        plot.text(x, -0.15, name)
    plot.write("link_with")


def follow():
    plot = Plot(-0.2, 5, -0.1, 1.5)
    plot.curve(lambda x: 1, "axis d", 0, 5), plot.dot(1, 0.5)
    for damping, style in ((0.3, "b"), (1, "a"), (3, "c")):
        plot.curve(lambda x, z=damping: spring(x, z), style, 0, 5)
    plot.text(1.15, 0.42, "half-life, half of the way"), plot.text(2.6, 0.1, "damping 0.3, 1, 3")
    plot.write("damped_follow")


def bend_roll():
    parts = ['<circle class="axis" cx="150" cy="110" r="80"/>', '<line class="axis" x1="20" y1="110" x2="290" y2="110"/>',
             '<line class="axis d" x1="150" y1="20" x2="150" y2="200"/>']
    angle = math.radians(70)
    x, y = 150 + 80 * math.cos(angle), 110 - 80 * math.sin(angle)
    t = 80 * math.tan(angle / 2)
    parts += [f'<line class="a" x1="150" y1="110" x2="{x:.1f}" y2="{y:.1f}"/>', '<line class="a" x1="150" y1="110" x2="230" y2="110"/>',
              f'<line class="b d" x1="70" y1="110" x2="{x:.1f}" y2="{y:.1f}"/>',
              f'<circle class="dot" cx="150" cy="{110 - t:.1f}" r="4"/>',
              '<text x="234" y="106">bone at rest</text>', f'<text x="{x + 6:.1f}" y="{y:.1f}">bone</text>',
              '<text x="8" y="106">pole</text>', f'<text x="96" y="{106 - t:.1f}">tan(v/2)</text>']
    write("bend_roll", 320, 220, parts)


def chain():
    parts = []
    for i, (x, share) in enumerate(((40, "0.25"), (120, "0.5"), (200, "0.75"))):
        tilt = 25 * (i + 1)
        parts += [f'<g transform="translate({x + 30} 60) rotate({tilt})"><rect class="a" x="-22" y="-22" width="44" height="44"/>'
                  '<line class="b" x1="0" y1="0" x2="0" y2="-22"/></g>', f'<text x="{x + 16}" y="116">{share}</text>']
    parts.append('<text x="270" y="64">of the roll</text>')
    write("twist_chain", 340, 130, parts)


def constraints():
    write("position", 260, 120, ['<circle class="dot" cx="40" cy="90" r="5"/>', '<circle class="dot" cx="220" cy="90" r="5"/>',
                                 '<line class="a d" x1="40" y1="90" x2="220" y2="90"/>', '<circle class="a" cx="85" cy="90" r="8"/>',
                                 '<text x="20" y="112">share 0.75</text>', '<text x="190" y="112">0.25</text>'])
    write("direction", 300, 150, ['<line class="axis" x1="40" y1="110" x2="130" y2="110"/>', '<line class="a" x1="40" y1="110" x2="200" y2="40"/>',
                                  '<circle class="dot" cx="230" cy="27" r="5"/>', '<path class="b" d="M110 110 A70 70 0 0 0 104 82"/>',
                                  '<line class="c" x1="40" y1="110" x2="14" y2="50"/>', '<text x="134" y="114">aim axis at rest</text>',
                                  '<text x="240" y="30">source</text>', '<text x="4" y="44">up</text>'])
    write("segment_scale", 340, 130, ['<rect class="a" x="20" y="40" width="60" height="40"/>', '<rect class="a" x="80" y="50" width="40" height="20"/>',
                                      '<rect class="b" x="190" y="20" width="90" height="80"/>', '<rect class="b" x="280" y="50" width="40" height="20"/>',
                                      '<text x="20" y="120">at rest</text>', '<text x="190" y="120">parent scaled, child keeps its size</text>'])


if __name__ == "__main__":
    for draw in (links, curve, follow, bend_roll, chain, constraints):
        draw()
