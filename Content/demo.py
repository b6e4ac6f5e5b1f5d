#!/usr/bin/env python3
"""The demonstration behind `make demo`: what the product makes of its own sample, and what to open."""
import argparse
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", type=Path, required=True, help="the kinedriver program")
    parser.add_argument("--out", type=Path, required=True, help="folder for what is made")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    motion = options.out / "walk_and_reach.glb"
    run(options.program, "check", ROOT / "Resources/reference.kdi")
    run(options.program, "info", ROOT / "Content/Character/walk_and_reach.bvh")
    run(options.program, "convert", ROOT / "Content/Character/walk_and_reach.bvh", motion, "--scale", "0.01")
    print(f"\nOpen {motion} in any glTF viewer: the sample motion with a bone for every joint.")


def run(program, *arguments):
    shown = " ".join(str(a).replace(f"{ROOT}/", "") for a in arguments)
    print(f"$ kinedriver {shown}", flush=True)
    subprocess.run([program, *arguments], check=True)


if __name__ == "__main__":
    main()
