"""kinedriver info: what is in a file, checked against the files as the fixtures build them."""
import json
import pathlib

import fixtures
from program import ProgramTest, tap


class InfoTest(ProgramTest):
    def setUp(self):
        super().setUp()
        fixtures.write_all(self.folder)

    def described(self, *words, **more):
        return self.good_json("info", *words, **more)["result"]

    def test_motion(self):
        result = self.described("walk.bvh")
        self.assertEqual((result["file"], result["format"]), ("walk.bvh", "BVH"))
        self.assertNotIn("metres_per_unit", result)
        skeleton = result["skeleton"]
        self.assertEqual((skeleton["joints"], skeleton["tips"], skeleton["roots"]), (3, 2, ["Hips"]))
        self.assertEqual((skeleton["min"], skeleton["max"]), ([-1, -4, 0], [1, 0, 0]))
        clip, = result["clips"]
        self.assertEqual((clip["frames"], clip["curves"]), (4, 0))
        self.assertAlmostEqual(clip["seconds"], 3 * 0.025)
        self.assertAlmostEqual(clip["rate"], 40)
        self.assertEqual((clip["min"][0], clip["max"][0]), (-1, 1))

    def test_mesh(self):
        result = self.described("cube.obj")
        mesh, = result["meshes"]
        self.assertEqual(result["format"], "OBJ")
        self.assertEqual((mesh["triangles"], mesh["influences"], mesh["morphs"]), (12, 0, 0))
        self.assertEqual((mesh["min"], mesh["max"]), ([0, 0, 0], [1, 1, 1]))
        self.assertNotIn("skeleton", result)

    def test_several_clips_and_the_unit(self):
        result = self.described("body.glb")
        self.assertEqual((result["format"], result["metres_per_unit"]), ("glTF", 1))
        self.assertEqual([(clip["name"], clip["frames"]) for clip in result["clips"]], [("rest", 2), ("lift", 3)])
        self.assertEqual(result["clips"][1]["max"][1], 2)

    def test_shapes(self):
        data = pathlib.Path(tap.ROOT / "Tests/Data/pointcache/wave.pc2")
        result = self.described(str(data))
        shapes, = result["shapes"]
        vertices, frames = (int.from_bytes(data.read_bytes()[at:at + 4], "little") for at in (16, 28))
        self.assertEqual((shapes["vertices"], shapes["frames"]), (vertices, frames))

    def test_series_of_files(self):
        for number in range(1, 4):
            self.write(f"step{number:02}.obj", fixtures.CUBE.replace("v 0 0 0", f"v 0 0 -{number}"))
        shapes, = self.described("step##.obj")["shapes"]
        self.assertEqual((shapes["frames"], shapes["min"]), (3, [0, 0, -3]))

    def test_list_names_every_joint(self):
        self.assertNotIn("joint_list", self.described("body.glb"))
        joints = self.described("--list", "body.glb")["joint_list"]
        self.assertEqual([(joint["name"], joint["parent"]) for joint in joints],
                         [("upperarm_l", None), ("lowerarm_l", "upperarm_l"), ("elbow_l", "upperarm_l")])
        self.assertEqual(joints[2]["translate"], [2, 0, -0.5])

    def test_rig(self):
        result = self.described("arm.kdi")
        self.assertEqual((result["format"], result["version"], result["name"]), ("KDI", 1, "arm"))
        self.assertEqual((result["nodes"], result["connections"], result["rest_joints"]), (5, 4, 2))
        self.assertEqual((result["joints_read"], result["joints_written"]), (1, 1))
        self.assertEqual(result["units"], {"distance": "centimeter", "angle": "degree", "handedness": "right", "up": "y"})
        self.assertEqual(result["types"], {"ExternalInput": 1, "ExternalOutput": 1, "SourceOp": 1, "TargetOp": 1,
                                           "EZParamLinkLinear": 1})
        self.assertEqual([(row["name"], row["direction"], row["initial"]) for row in result["externals"]],
                         [("Bulge", "input", 1), ("Flex", "output", 0)])
        self.assertEqual(result["groups"], [{"name": "Arm", "nodes": 1, "influence": 0.5}])

    def test_list_names_every_node_and_connection(self):
        result = self.described("-l", "arm.kdi")
        self.assertEqual((result["joints_read"], result["joints_written"]), (["lowerarm_l"], ["elbow_l"]))
        self.assertEqual(result["node_list"][2], {"type": "EZParamLinkLinear", "name": "Push_l", "group": "Arm"})
        self.assertEqual(result["connection_list"][3], {"from": "Push_l.out", "to": "Flex.in", "factor": 0.5})

    def test_table_says_the_same(self):
        text = self.good("info", "walk.bvh").out
        self.assertRegex(text, r"(?m)^format +BVH$")
        self.assertRegex(text, r"(?m)^  joints +3$")
        self.assertRegex(text, r"(?m)^  motion +4 +0\.075 +40 ")
        self.assertEqual([line for line in text.splitlines() if line != line.rstrip()], [])
        self.assertIn("lowerarm_l  upperarm_l  no", self.good("info", "--list", "body.glb").out)

    def test_content_decides_whatever_the_name(self):
        for name, wrong, kind in (("walk.bvh", "motion.txt", "BVH"), ("body.glb", "body.obj", "glTF"),
                                  ("arm.kdi", "rig.xml", "KDI"), ("arm.kdi", "rig.bvh", "KDI"),
                                  ("arm.kdi", "rig.kdp", "KDI")):
            (self.folder / wrong).write_bytes((self.folder / name).read_bytes())
            self.assertEqual(self.described(wrong)["format"], kind)

    def test_standard_input(self):
        for name in ("walk.bvh", "arm.kdi", "body.glb"):
            piped = self.described("-", stdin=(self.folder / name).read_bytes())
            named = self.described(name)
            self.assertEqual(piped.pop("file"), "<stdin>")
            named.pop("file")
            if name != "arm.kdi":
                named.pop("format")
            self.assertEqual(piped, named)

    def test_what_the_runtime_reads_is_known_by_its_content(self):
        self.good("compile", "arm.kdi", "arm.kdp", "--skeleton", "body.glb")
        self.good("register", "walk.bvh", "walk.bvh", "-o", "walk.kdm")
        self.good("segment", "cut", "walk.bvh", "-o", "walk.kds", "--events", "1,2", "--quiet")
        for name in ("arm.kdp", "walk.kdm", "walk.kds"):
            content, named = (self.folder / name).read_bytes(), self.described(name)
            named.pop("file")
            for other in ("-", "data.bin", "other.kdp", "other.kds"):
                if other != "-":
                    self.write(other, content)
                described = self.described(other, stdin=content)
                described.pop("file")
                self.assertEqual(named, described, other)

    def test_unknown_format_lists_the_known_ones(self):
        self.write("notes.txt", "hello")
        self.assertRegex(self.wrong_input("info", "notes.txt").err, r"^notes.txt: error KD10: .*BVH.*glTF.*OBJ")
        self.assertEqual(self.wrong_input("info", "-", stdin=b"").err.splitlines()[0].split(":")[0], "<stdin>")

    def test_errors_have_their_place(self):
        self.write("bad.bvh", fixtures.WALK.replace("OFFSET 1 0 0", "OFFSET 1 zero 0"))
        line = 1 + fixtures.WALK[:fixtures.WALK.index("OFFSET 1 0 0")].count("\n")
        done = self.wrong_input("info", "bad.bvh")
        self.assertRegex(done.err, rf"^bad.bvh:{line}:14: error KD\d\d: ")
        finding = json.loads(self.wrong_input("info", "--json", "bad.bvh").out)["findings"][0]
        self.assertEqual((finding["line"], finding["column"]), (line, 14))

    def test_quiet_hides_warnings_but_not_the_result(self):
        self.write("few.bvh", fixtures.WALK.replace("Frames: 4", "Frames: 3"))
        loud, quiet = self.good("info", "few.bvh"), self.good("info", "-q", "few.bvh")
        self.assertRegex(loud.err, r"few.bvh:.*warning KD\d\d: (.|\n)*1 warning\n$")
        self.assertEqual((quiet.err, quiet.out), ("", loud.out))


if __name__ == "__main__":
    tap.main()
