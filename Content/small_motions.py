#!/usr/bin/env python3
"""Makes the motions of the small samples anew: `python3 Content/small_motions.py`. The results are committed."""
import math
from pathlib import Path

HERE = Path(__file__).resolve().parent
RATE = 30
FULL_TURN = 2 * math.pi

# (name, offset from the parent, children); centimetres, y up, facing +z.
TORSO = ("hips", (0, 0, 0), [
    ("breath", (30, 20, 0), []),
    ("spine", (0, 10, 0), [
        ("belly", (0, 2, 10), []),
        ("chest", (0, 18, 0), [
            ("neck", (0, 24, -2), [("head", (0, 9, 2), [])]),
            ("clavicle_l", (3, 20, 1), [("upperarm_l", (15, -1, -3), [("lowerarm_l", (28, 0, 0), [])])]),
            ("clavicle_r", (-3, 20, 1), [("upperarm_r", (-15, -1, -3), [("lowerarm_r", (-28, 0, 0), [])])])])])])
FACE = ("head", (0, 0, 0), [
    ("eye_l", (3.2, 5, 7), []), ("lid_up_l", (3.2, 5, 7), []), ("lid_low_l", (3.2, 5, 7), []),
    ("eye_r", (-3.2, 5, 7), []), ("lid_up_r", (-3.2, 5, 7), []), ("lid_low_r", (-3.2, 5, 7), []),
    ("target", (0, 5, 47), [])])


def lines_of(joint, moving, pad="", root=True):
    """The hierarchy; joints in `moving` can be moved, and all can be turned."""
    name, offset, children = joint
    place = " ".join(f"{v:g}" for v in offset)
    lines = [f"{pad}{'ROOT' if root else 'JOINT'} {name}", pad + "{", f"{pad}  OFFSET {place}"]
    turn = "Zrotation Xrotation Yrotation"
    lines.append(f"{pad}  CHANNELS " + (f"6 Xposition Yposition Zposition {turn}" if name in moving else f"3 {turn}"))
    for child in children:
        lines += lines_of(child, moving, pad + "  ", False)
    if not children:
        lines += [f"{pad}  End Site", pad + "  {", f"{pad}    OFFSET 0 0 4", pad + "  }"]
    return lines + [pad + "}"]


def values_of(joint, moving, pose):
    """The numbers of a frame: `pose` gives the place of moving joints from rest and the turns of any."""
    name, offset, children = joint
    moved, turned = pose.get(name, ((0, 0, 0), (0, 0, 0)))
    values = [a + b for a, b in zip(offset, moved)] if name in moving else []
    values += list(turned)
    for child in children:
        values += values_of(child, moving, pose)
    return values


def write(path, joint, moving, poses):
    lines = ["HIERARCHY", *lines_of(joint, moving), "MOTION", f"Frames: {len(poses)}", f"Frame Time: {1 / RATE:.6f}"]
    for pose in poses:
        numbers = (round(value, 3) + 0.0 for value in values_of(joint, moving, pose))
        lines.append(" ".join(f"{number:g}" for number in numbers))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def breathing(seconds=8.0, period=4.0):
    for frame in range(int(seconds * RATE)):
        depth = 5 - 5 * math.cos(FULL_TURN * frame / RATE / period)
        yield {"breath": ((0, depth, 0), (0, 0, 0))}


def looking(seconds=6.0):
    for frame in range(int(seconds * RATE)):
        phase = FULL_TURN * frame / RATE / seconds
        place = (22 * math.sin(phase), 12 * math.sin(2 * phase), -12 + 12 * math.cos(phase))
        yield {"target": (place, (0, 0, 0)), "head": ((0, 0, 0), (0, 3 * math.sin(2 * phase), 8 * math.sin(phase)))}


def main():
    write(HERE / "BreathingChest" / "torso.bvh", TORSO, {"breath"}, list(breathing()))
    write(HERE / "Eyes" / "face.bvh", FACE, {"target"}, list(looking()))


if __name__ == "__main__":
    main()
