"""Every file of the test data through the program: good ones are shown, bad ones told with a reason, nothing crashes."""
import json
import random
import re

from program import ProgramTest, run, tap

# Good in itself, bad only as one of a series.
OF_A_SERIES = ("count1.obj", "count2.obj", "broken1.obj")
KNOWN = re.compile(r"\.(kdi|bvh|glb|gltf|obj|pc2|mdd)$", re.IGNORECASE)


def files(folder):
    return sorted(path for path in (tap.ROOT / "Tests" / folder).rglob("*") if KNOWN.search(path.name))


class DataTest(ProgramTest):
    def test_good_files_are_shown(self):
        self.assertGreater(len(files("Data")), 5)
        for path in files("Data"):
            with self.subTest(path=path.name):
                done = run("info", "--json", "--list", str(path))
                self.assertEqual(done.returncode, 0, done.out)
                self.assertEqual(json.loads(done.out)["counts"]["errors"], 0)

    def test_bad_files_are_told_with_a_reason(self):
        self.assertGreater(len(files("Bad")), 5)
        for path in files("Bad"):
            with self.subTest(path=path.name):
                done = run("info", "--json", str(path))
                document = json.loads(done.out)
                self.assertIn(done.returncode, (0, 1))
                self.assertEqual(done.returncode == 1, document["counts"]["errors"] > 0)
                self.assertEqual(document["findings"] == [], path.name in OF_A_SERIES, done.out)
                for finding in document["findings"]:
                    self.assertTrue(finding["text"])
                    self.assertEqual(finding["file"], str(path))

    def test_damaged_files_never_crash(self):
        chance = random.Random(7)
        for path in chance.sample(files("Data"), 6):
            content = path.read_bytes()
            for _ in range(4):
                damaged = bytearray(content[:chance.randrange(1, len(content) + 1)])
                damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
                self.write("damaged" + path.suffix, bytes(damaged))
                done = self.run_here("info", "damaged" + path.suffix)
                with self.subTest(path=path.name):
                    self.assertIn(done.returncode, (0, 1), done.err)
                    self.assertEqual(done.returncode == 1, "error KD" in done.err)


if __name__ == "__main__":
    tap.main()
