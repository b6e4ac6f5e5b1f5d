"""kinedriver attach: constraints from the skin of a mesh, and a joint that then moves with it."""
import csv
import io

import fixtures
from program import ProgramTest, tap

EMPTY = '<KineDriver version="1"/>\n'


class AttachTest(ProgramTest):
    def setUp(self):
        super().setUp()
        fixtures.write_all(self.folder)
        self.write("empty.kdi", EMPTY)

    def attach(self, *words):
        return self.good_json("attach", "empty.kdi", "skin.glb", "--joint", "button", *words, "-o", "out.kdi")["result"]

    def test_vertex_gives_its_weights(self):
        for vertex, expected in (("0", {"upperarm_l": 1}), ("1", {"upperarm_l": 0.75, "lowerarm_l": 0.25}),
                                 ("3", {"lowerarm_l": 1})):
            result = self.attach("--vertex", vertex)
            self.assertEqual({row["joint"]: row["weight"] for row in result["sources"]}, expected)
            self.assertEqual((result["mesh"], result["distance"]), ("sleeve", 0))

    def test_point_mixes_the_corners_of_its_triangle(self):
        """The middle of the edge from vertex 1 to vertex 3, from above."""
        result = self.attach("--at", "2,1,5")
        self.assertEqual(result["position"], [2, 1, 0])
        self.assertAlmostEqual(result["distance"], 5, places=5)
        weights = {row["joint"]: row["weight"] for row in result["sources"]}
        self.assertAlmostEqual(weights["lowerarm_l"], (0.25 + 1) / 2, places=6)
        self.assertAlmostEqual(weights["upperarm_l"], (0.75 + 0) / 2, places=6)

    def test_rig_has_two_good_constraints(self):
        self.attach("--vertex", "2")
        self.good("check", "out.kdi", "--skeleton", "skin.glb")
        text = (self.folder / "out.kdi").read_text()
        self.assertIn('<PositionConstraint name="button_attach_position" joint="button"', text)
        self.assertIn('<OrientationConstraint name="button_attach_orientation" joint="button"', text)
        self.assertIn('attachMesh="sleeve" attachPoint="200 0 0"', text)

    def test_joint_moves_with_the_skin(self):
        """Half of the place turned with the upper arm by 45 degrees, half with both by 45 and 30."""
        self.attach("--vertex", "2")
        done = self.good("bake", "out.kdi", "wave.bvh", "--character", "skin.glb", "-o", "-", "--to", "csv")
        row = list(csv.DictReader(io.StringIO(done.out)))[1]
        # In the space of the upper arm, where the button is a child: at rest (1.5, 0.5), the elbow at (2, 0).
        x, y = 1.5 - 2, 0.5
        c, s = 0.75 ** 0.5, 0.5
        self.assertAlmostEqual(float(row["button.tx"]), 0.5 * 1.5 + 0.5 * (2 + c * x - s * y), places=5)
        self.assertAlmostEqual(float(row["button.ty"]), 0.5 * 0.5 + 0.5 * (s * x + c * y), places=5)

    def test_rig_goes_to_the_standard_output_without_a_name(self):
        printed = self.good("attach", "empty.kdi", "skin.glb", "-j", "button", "-v", "2").out
        self.attach("--vertex", "2")
        self.assertEqual(printed, (self.folder / "out.kdi").read_text())

    def test_input_is_not_replaced_unless_asked(self):
        words = ("attach", "empty.kdi", "skin.glb", "-j", "button", "-v", "2", "-o", "empty.kdi")
        self.assertIn("--in-place", self.wrong_use(*words))
        self.good(*words, "--in-place")
        self.assertIn("button_attach_position", (self.folder / "empty.kdi").read_text())

    def test_unknown_joint_is_a_warning(self):
        done = self.good("attach", "empty.kdi", "skin.glb", "-j", "zip", "-v", "2", "-o", "out.kdi")
        self.assertIn("warning KD43: the mesh's skeleton has no joint 'zip'", done.err)

    def test_wrong_words_and_files(self):
        base = ("attach", "empty.kdi", "skin.glb")
        for words, reason in (((), "--joint must name"), (("-j", "button"), "either --at or --vertex"),
                              (("-j", "button", "-v", "1", "-a", "1,2,3"), "either --at or --vertex"),
                              (("-j", "button", "-a", "1,2"), "--at needs"), (("-j", "button", "-a", "1,2,3,4"), "--at needs"),
                              (("-j", "button", "-a", "1,2,x"), "--at needs"), (("-j", "button", "-v", "0.5"), "--vertex needs"),
                              (("-j", "button", "-v", "1", "--least", "1"), "--least needs")):
            with self.subTest(words=words):
                self.assertIn(reason, self.wrong_use(*base, *words))
        self.assertIn("there is no vertex 4", self.wrong_input(*base, "-j", "button", "-v", "4").err)
        self.assertIn("itself", self.wrong_input(*base, "-j", "lowerarm_l", "-v", "2").err)
        self.assertIn("no skinned mesh 'coat'", self.wrong_input(*base, "-j", "button", "-v", "2", "-m", "coat").err)
        self.assertIn("no skinned mesh", self.wrong_input("attach", "empty.kdi", "cube.obj", "-j", "button", "-v", "2").err)


if __name__ == "__main__":
    tap.main()
