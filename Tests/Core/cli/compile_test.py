"""kinedriver compile, disasm and eval: a rig as a program, its instructions, and its values for a pose."""
import fixtures
from program import ProgramTest, tap
import bake_test


class RigTest(ProgramTest):
    def setUp(self):
        super().setUp()
        fixtures.write_all(self.folder)
        self.write("rig.kdi", bake_test.RIG.format(unit="centimeter", joint="elbow_l"))


class CompileTest(RigTest):
    def test_program_is_the_same_each_time(self):
        first = self.good_json("compile", "rig.kdi", "a.kdp", "--skeleton", "body.glb")["result"]
        self.good("compile", "rig.kdi", "b.kdp", "--skeleton", "body.glb")
        content = (self.folder / "a.kdp").read_bytes()
        self.assertEqual(content, (self.folder / "b.kdp").read_bytes())
        self.assertEqual((first["output"], first["bytes"]), ("a.kdp", len(content)))
        self.assertEqual((first["nodes"], first["joints"], first["inputs"], first["outputs"]), (6, 2, 1, 2))

    def test_probes_make_another_program(self):
        plain = self.good_json("compile", "rig.kdi", "a.kdp", "-s", "body.glb")["result"]
        probed = self.good_json("compile", "--probes", "rig.kdi", "a.kdp", "-s", "body.glb")["result"]
        self.assertNotEqual(plain["hash"], probed["hash"])

    def test_streams(self):
        done = self.run_here("compile", "-", "a.kdp", "-s", "body.glb", stdin=(self.folder / "rig.kdi").read_text())
        self.assertEqual(done.returncode, 0, done.err)
        self.good("compile", "rig.kdi", "b.kdp", "-s", "body.glb")
        self.assertEqual((self.folder / "a.kdp").read_bytes(), (self.folder / "b.kdp").read_bytes())

    def test_own_joints_do_without_a_skeleton(self):
        self.write("own.kdi", bake_test.RIG.format(unit="centimeter", joint="elbow_l").replace(
            "<Nodes>", '<Joints><Joint name="lowerarm_l"/><Joint name="elbow_l"/></Joints>\n  <Nodes>'))
        self.assertEqual(self.good("compile", "own.kdi", "own.kdp").err, "")
        done = self.good("compile", "rig.kdi", "rig.kdp")
        self.assertIn("left out: the rig is compiled without a skeleton and states no joint 'lowerarm_l'", done.err)
        self.assertEqual(done.err.count("note KD43: --skeleton FILE takes the joints"), 1, done.err)

    def test_findings_of_the_rig_are_told_once(self):
        self.write("idle.kdi", (self.folder / "rig.kdi").read_text().replace(
            "</Nodes>", '<EZParamLinkLinear name="Idle"/></Nodes>'))
        done = self.good("compile", "idle.kdi", "idle.kdp", "-s", "body.glb")
        self.assertEqual(done.err.count("the node has no effect"), 1, done.err)

    def test_a_program_states_its_unit_and_is_held_to_it(self):
        told = self.good_json("compile", "rig.kdi", "own.kdp")["result"]
        fitted = self.good_json("compile", "rig.kdi", "fitted.kdp", "-s", "body.glb")["result"]
        self.assertEqual((told["metres_per_unit"], fitted["metres_per_unit"]), (0.01, 1))
        self.assertIn("distances in units of 0.01 m", self.good("disasm", "own.kdp").out)
        # The rig's own unit on a scene in metres: told, both where it is baked and where it is looked at.
        self.write("joints.kdi", bake_test.RIG.format(unit="centimeter", joint="elbow_l").replace(
            "<Nodes>", '<Joints><Joint name="lowerarm_l" parent="upperarm_l"/><Joint name="elbow_l" parent="upperarm_l"/>'
                       '<Joint name="upperarm_l"/></Joints>\n  <Nodes>'))
        self.good("compile", "joints.kdi", "joints.kdp")
        for words in (("bake", "{}", "body.glb", "-o", "out.glb"), ("eval", "{}", "--pose", "body.glb")):
            wrong = self.good(*(word.format("joints.kdp") for word in words))
            self.assertEqual(wrong.err.count("units of 0.01 m, the scene in units of 1 m; compile the rig for this skeleton"), 1,
                             wrong.err)
            self.assertNotIn("units of", self.good(*(word.format("fitted.kdp") for word in words)).err)

    def test_info_tells_what_a_program_holds(self):
        self.good("compile", "rig.kdi", "a.kdp", "-s", "body.glb")
        told = self.good_json("info", "a.kdp")["result"]
        self.assertEqual((told["format"], told["nodes"], told["metres_per_unit"]), ("KDP", 6, 1))
        self.assertEqual(told["bytes"], len((self.folder / "a.kdp").read_bytes()))
        self.assertEqual([row["direction"] for row in told["externals"]], ["input", "output", "output"])
        listed = self.good_json("info", "-l", "a.kdp")["result"]
        self.assertEqual((len(listed["node_list"]), listed["joints_written"]), (6, ["elbow_l"]))
        (self.folder / "cut.kdp").write_bytes((self.folder / "a.kdp").read_bytes()[:-4])
        self.assertIn("KD12", self.wrong_input("info", "cut.kdp").err)

    def test_wrong_files_leave_nothing(self):
        self.write("bad.kdi", (self.folder / "rig.kdi").read_text().replace("Push.in", "Push.inn"))
        self.wrong_input("compile", "bad.kdi", "bad.kdp")
        self.assertIn("only .kdi files", self.wrong_use("compile", "walk.bvh", "bad.kdp"))
        self.wrong_input("compile", "rig.kdi", "bad.kdp", "-s", "cube.obj")
        self.write("expr.kdi", (self.folder / "rig.kdi").read_text().replace(
            '<EZParamLinkLinear name="Push" inMax="90" outMax="2"/>',
            '<Expr name="Push"><Input name="in"/><Source>in + nothing</Source></Expr>'))
        self.assertIn("nothing", self.wrong_input("compile", "expr.kdi", "bad.kdp", "-s", "body.glb").err)
        self.assertFalse((self.folder / "bad.kdp").exists())


class DisasmTest(RigTest):
    def test_rig_and_its_program_have_the_same_instructions(self):
        self.good("compile", "rig.kdi", "rig.kdp", "--skeleton", "body.glb")
        listed = self.good("disasm", "rig.kdp").out
        self.assertEqual(listed, self.good("disasm", "rig.kdi", "--skeleton", "body.glb").out)
        self.assertIn("lowerarm_l.rotate", listed)
        self.assertIn("elbow_l.translate = MIX_V elbow_l.translate, ", listed)
        self.assertEqual(listed, self.good_json("disasm", "rig.kdp")["result"]["text"])

    def test_probes_name_values(self):
        self.assertIn("Push.out = LINK Bend.bendV, Push.influence",
                      self.good("disasm", "--probes", "rig.kdi", "-s", "body.glb").out)

    def test_damaged_program_is_refused(self):
        self.good("compile", "rig.kdi", "rig.kdp", "--skeleton", "body.glb")
        content = bytearray((self.folder / "rig.kdp").read_bytes())
        content[len(content) // 2] ^= 1
        self.write("bad.kdp", bytes(content))
        self.assertIn("checksum", self.wrong_input("disasm", "bad.kdp").err)
        self.write("short.kdp", bytes(content[:20]))
        self.wrong_input("disasm", "short.kdp")


class EvalTest(RigTest):
    def values(self, *words):
        result = self.good_json("eval", "rig.kdi", *words)["result"]
        return {f"{row['node']}.{row['port']}": row["value"] for row in result["values"]}, result

    def setUp(self):
        super().setUp()
        self.good("bake", "rig.kdi", "wave.bvh", "--character", "body.glb", "-o", "wave.glb")

    def test_every_port_of_a_frame(self):
        values, result = self.values("--motion", "wave.glb", "--frame", "1")
        self.assertAlmostEqual(values["Bend.bendV"], 30, places=4)
        self.assertAlmostEqual(values["Bend.bendH"], 0, places=4)
        self.assertAlmostEqual(values["Push.in"], 30, places=4)
        self.assertAlmostEqual(values["Push.out"], 2 / 3, places=5)
        self.assertAlmostEqual(values["Helper.translateY"], 0.02 / 3, places=6)
        self.assertEqual(values["Push.influence"], 1)
        self.assertEqual([row["joint"] for row in result["joints"]], ["elbow_l"])
        self.assertAlmostEqual(result["joints"][0]["translate"][1], 0.02 / 3, places=6)
        self.assertAlmostEqual(result["outputs"][0]["value"], 2 / 3, places=5)

    def test_rest_pose(self):
        values, _ = self.values("--pose", "body.glb")
        self.assertEqual(values["Bend.bendV"], 0)

    def test_chosen_nodes_and_inputs(self):
        values, _ = self.values("--pose", "body.glb", "--node", "Extra", "-n", "Glow", "--input", "Extra=3")
        self.assertEqual({name.split(".")[0] for name in values}, {"Extra", "Glow"})
        self.assertEqual(values["Extra.out"], 3)
        self.assertIn("no node 'Pull'", self.wrong_input("eval", "rig.kdi", "--pose", "body.glb", "-n", "Pull").err)

    def test_what_follows_in_time_has_followed(self):
        """Frame 2 of a follower is not what frame 2 alone would give."""
        self.write("lag.kdi", (self.folder / "rig.kdi").read_text().replace(
            '<EZParamLinkLinear name="Push" inMax="90" outMax="2"/>', '<DampedFollow name="Push" halfLife="0.2"/>'))
        rows = self.good_json("eval", "lag.kdi", "--motion", "wave.glb", "-f", "2", "-n", "Push")["result"]["values"]
        value = {row["port"]: row["value"] for row in rows}
        self.assertAlmostEqual(value["in"], 60, places=4)
        self.assertTrue(0 < value["out"] < 60)

    def test_table_for_people(self):
        self.assertRegex(self.good("eval", "rig.kdi", "--motion", "wave.glb", "-f", "1").out,
                         r"(?m)^  Push +out +out +0\.666667$")

    def test_program_with_probes(self):
        self.good("compile", "--probes", "rig.kdi", "rig.kdp", "-s", "body.glb")
        result = self.good_json("eval", "rig.kdp", "--motion", "wave.bvh", "--frame", "1")["result"]
        self.assertEqual(result["off"], [{"node": "Helper", "lacks_joint": "elbow_l"}])

    def test_wrong_words(self):
        for words, reason in (((), "either --pose or --motion"),
                              (("-p", "body.glb", "-m", "wave.bvh"), "either --pose or --motion"),
                              (("-p", "body.glb", "-f", "1"), "go with --motion"),
                              (("-m", "wave.bvh", "-f", "1.5"), "--frame needs"),
                              (("-m", "wave.bvh", "--lod", "300"), "--lod needs"),
                              (("-m", "wave.bvh", "-i", "x"), "--input needs")):
            with self.subTest(words=words):
                self.assertIn(reason, self.wrong_use("eval", "rig.kdi", *words))
        self.assertIn("behind the last one, which is 2", self.wrong_input("eval", "rig.kdi", "-m", "wave.bvh", "-f", "3").err)
        self.assertIn("no motion", self.wrong_input("eval", "rig.kdi", "-m", "skin.glb").err)


if __name__ == "__main__":
    tap.main()
