"""kinedriver rbf: from a table to a model, its values, its report and its picture."""
import json
import xml.etree.ElementTree as xml

import fixtures
from program import ProgramTest, run, tap


class RbfTest(ProgramTest):
    def setUp(self):
        super().setUp()
        fixtures.write_all(self.folder)

    def here(self, *words):
        return run(*words, cwd=self.folder)

    def value(self, model, *place):
        return json.loads(self.here("rbf", "eval", "--json", model, *map(str, place)).out)["result"]

    def test_a_solved_model_passes_through_its_keys(self):
        for kernel in ("linear", "thin-plate", "cubic", "quartic", "quintic", "gaussian", "multiquadric", "inverse-quadratic",
                       "inverse-multiquadric"):
            with self.subTest(kernel=kernel):
                done = self.here("rbf", "solve", "shoulder.csv", "-o", "m.json", "--kernel", kernel, "--linear")
                self.assertEqual(done.returncode, 0, done.err)
                self.assertAlmostEqual(self.value("m.json", 60, 60)["bulge"], 1.4, 9)
                self.assertAlmostEqual(self.value("m.json", -60, 0)["slide"], -0.2, 9)

    def test_the_report_names_keys_at_one_place(self):
        with open(self.folder / "shoulder.csv", "a") as table:
            table.write("again,60,60,1,1\n")
        done = self.here("rbf", "solve", "shoulder.csv", "-o", "m.json", "-l")
        self.assertIn("'both' and 'again'", done.err)
        report = json.loads(self.here("rbf", "report", "--json", "m.json").out)["result"]
        self.assertEqual(report["keys"][6]["same_as"], 6)
        self.assertAlmostEqual(report["keys"][6]["residual"], 0.2, 9)
        self.assertEqual(report["method"], "symmetric")

    def test_reduction_keeps_fewer_keys(self):
        rows = [f"{x},{y},{x + 2 * y}" for x in range(5) for y in range(5)]
        (self.folder / "plane.csv").write_text("in:x,in:y,out:z\n" + "\n".join(rows))
        self.assertEqual(self.here("rbf", "solve", "plane.csv", "-o", "m.json", "-l", "--reduce", "0.01").returncode, 0)
        self.assertEqual(len(json.loads((self.folder / "m.json").read_text())["keys"]), 3)
        self.assertAlmostEqual(self.value("m.json", 10, 10)["z"], 30, 6)

    def test_the_picture_is_svg(self):
        self.assertEqual(self.here("rbf", "plot", "shoulder.json", "-o", "p.svg", "--of", "slide").returncode, 0)
        root = xml.parse(self.folder / "p.svg").getroot()
        self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")

    def test_wrong_words_are_told(self):
        self.assertEqual(self.here("rbf", "eval", "shoulder.json", "1").returncode, 2)
        self.assertEqual(self.here("rbf", "solve", "shoulder.csv", "--epsilon", "wide").returncode, 2)
        self.assertEqual(self.here("rbf", "plot", "shoulder.json", "--of", "nothing").returncode, 2)
        self.assertEqual(self.here("rbf", "report", "shoulder.csv").returncode, 1)


if __name__ == "__main__":
    tap.main()
