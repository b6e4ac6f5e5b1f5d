#!/usr/bin/env python3
"""Makes the sample character anew: `python3 Content/Character/generate.py` (needs numpy). The results are committed."""
from pathlib import Path

import body
import helpers
import motion
import skeleton
import skin
import write_bvh
import write_glb

HERE = Path(__file__).resolve().parent


def main():
    joints, tips = skeleton.build()
    write_bvh.write(HERE / "walk_and_reach.bvh", joints, tips, motion.frames(joints), motion.RATE)
    rows = helpers.build(joints)
    points, normals, triangles = body.build()
    weights = skin.build(points, triangles, joints, tips, rows)
    morphs = skin.creases(points, normals, joints)
    write_glb.write(HERE / "character.glb", joints, rows, points, normals, triangles, weights, morphs)


if __name__ == "__main__":
    main()
