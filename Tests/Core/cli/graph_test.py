"""kinedriver graph: the picture of a rig, by Graphviz where it is there and without it."""
import os
import re
import xml.etree.ElementTree as tree

import fixtures
import program
from program import ProgramTest, tap

SVG = "{http://www.w3.org/2000/svg}"


class GraphTest(ProgramTest):
    def setUp(self):
        super().setUp()
        fixtures.write_all(self.folder)

    def fake_dot(self, script):
        folder = self.folder / "bin"
        folder.mkdir(exist_ok=True)
        (folder / "dot").write_text("#!/bin/sh\n" + script)
        (folder / "dot").chmod(0o755)
        return program.environment(PATH=f"{folder}:{os.environ['PATH']}")

    def test_own_picture_shows_nodes_and_connections(self):
        self.good("graph", "arm.kdi", "-o", "arm.svg", "--layout", "own")
        root = tree.parse(self.folder / "arm.svg").getroot()
        titles = [title.text for title in root.iter(SVG + "title")]
        self.assertEqual(sorted(titles), sorted(["Bulge", "Bend_l", "Push_l", "Helper_l", "Flex", "Arm"]))
        self.assertEqual(len(list(root.iter(SVG + "path"))), 4)
        words = [text.text for text in root.iter(SVG + "text")]
        for word in ("EZParamLinkLinear", "elbow_l", "bendH", "translateY", "×0.5"):
            self.assertIn(word, words)

    def test_graphviz_draws_where_it_is_there(self):
        environment = self.fake_dot('[ "$1" = -Tsvg ] && echo "<svg>" && grep -c label && echo "</svg>"')
        self.good("graph", "arm.kdi", "-o", "arm.svg", env=environment)
        self.assertRegex((self.folder / "arm.svg").read_text(), r"^<svg>\n\d+\n</svg>\n$")
        self.good("graph", "arm.kdi", "-o", "arm.svg", "--layout", "own", env=environment)
        self.assertIn("<path", (self.folder / "arm.svg").read_text())

    def test_graphviz_that_fails_is_replaced_unless_asked_for(self):
        environment = self.fake_dot("echo half; exit 3")
        self.good("graph", "arm.kdi", "-o", "arm.svg", env=environment)
        self.assertIn("<path", (self.folder / "arm.svg").read_text())
        done = self.wrong_input("graph", "arm.kdi", "-o", "other.svg", "--layout", "dot", env=environment)
        self.assertIn("is its program 'dot' installed?", done.err)
        self.assertFalse((self.folder / "other.svg").exists())

    def test_dot_text(self):
        self.good("graph", "arm.kdi", "-o", "arm.dot")
        text = (self.folder / "arm.dot").read_text()
        self.assertRegex(text, r"^digraph rig \{\n")
        self.assertEqual(len(re.findall(r"(?m)^  n\d+:p\d+:e -> n\d+:p\d+:w", text)), 4)
        self.assertIn('[label="×0.5"]', text)

    def test_names_are_escaped(self):
        self.write("odd.kdi", fixtures.ARM.replace('"Push_l"', '"P&lt;&amp;_l"').replace("Push_l.", "P&lt;&amp;_l."))
        self.good("graph", "odd.kdi", "-o", "odd.svg", "--layout", "own")
        titles = [title.text for title in tree.parse(self.folder / "odd.svg").getroot().iter(SVG + "title")]
        self.assertIn("P<&_l", titles)

    def test_wrong_words(self):
        self.assertIn("-o must name", self.wrong_use("graph", "arm.kdi"))
        self.assertIn(".svg or .dot", self.wrong_use("graph", "arm.kdi", "-o", "arm.png"))
        self.assertEqual(self.good_json("graph", "arm.kdi", "-o", "a.svg")["result"],
                         {"output": "a.svg", "nodes": 5, "connections": 4})


if __name__ == "__main__":
    tap.main()
