#!/usr/bin/env python3
"""The demonstration behind `make demo`: the sample character, its rig and its motion, and what to open."""
import argparse
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CHARACTER = ROOT / "Content" / "Character"


class Demo:
    def __init__(self, program, out):
        self.program, self.out, self.made = program, out, []

    def run(self, *arguments):
        words = [str(a).replace(f"{ROOT}/", "") for a in arguments]
        print("$ kinedriver " + " ".join(f"'{w}'" if " " in w else w for w in words), flush=True)
        subprocess.run([self.program, *arguments], check=True)

    def make(self, name, what):
        self.made.append((self.out / name, what))
        return self.out / name

    def bones(self):
        bones = self.make("motion.glb", "the motion alone, with a bone for every joint")
        self.run("convert", "--quiet", "--scale", "0.01", CHARACTER / "walk_and_reach.bvh", bones)
        return bones

    def scenes(self):
        """{caption: file}: the same motion, once for each way to move the skin. They stand side by side in pictures."""
        body, motion = CHARACTER / "character.glb", CHARACTER / "walk_and_reach.bvh"
        plain = self.make("plain.glb", "the character in motion, for any glTF viewer")
        baked = self.make("baked.glb", "the same with its helper bones driven by the rig")
        self.run("convert", "--quiet", "--motion", motion, body, plain)
        self.run("bake", "--quiet", CHARACTER / "character.kdi", motion, "--character", body, "-o", baked)
        return {"plain skinning": plain, "with helper bones": baked}

    def picture(self, name, what, scenes, *options):
        captions = [word for caption in scenes for word in ("--caption", caption)]
        self.run("picture", "--quiet", *scenes.values(), *captions, *options, "-o", self.make(name, what))

    def tell(self):
        print()
        for path, what in self.made:
            print(f"{path}  {path.stat().st_size / 1000:,.0f} kB  {what}")
        print(f"\nOpen {self.made[-1][0]} in a browser.")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", type=Path, required=True, help="the kinedriver program")
    parser.add_argument("--out", type=Path, required=True, help="folder for what is made")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    demo = Demo(options.program.absolute(), options.out)
    demo.run("check", "--strict", CHARACTER / "character.kdi", "--skeleton", CHARACTER / "character.glb")
    scenes = demo.scenes()
    demo.picture("whole.svg", "the motion as bones, and the character",
                 {"the motion": demo.bones(), "with helper bones": scenes["with helper bones"]}, "--frames", "36")
    demo.picture("picture.svg", "plain skinning beside helper bones, from near", scenes, "--start", "2.8", "--seconds", "3.3",
                 "--frames", "32", "--focus", "spine_03", "--zoom", "2", "--angle", "25")
    demo.tell()


if __name__ == "__main__":
    main()
