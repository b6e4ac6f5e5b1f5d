"""Writes the sample's skeleton and motion as BVH: ZXY rotations, positions on root and pelvis."""
import math

RATE_DIGITS = 8


def zxy(m):
    """Degrees about Z, X, Y with m = Rz Rx Ry."""
    x = math.asin(max(-1.0, min(1.0, m[2][1])))
    return [math.degrees(a) for a in (math.atan2(-m[0][1], m[1][1]), x, math.atan2(-m[2][0], m[2][2]))]


def shortest(value):
    return "0" if abs(value) < 0.0005 else f"{value:.3f}".rstrip("0").rstrip(".")


def write(path, joints, tips, motion, rate):
    children = {i: [] for i in range(-1, len(joints))}
    for index, (_, parent, _) in enumerate(joints):
        children[parent].append(index)
    tip_of = {parent: position for parent, position in tips}
    lines = ["HIERARCHY"]
    order = []

    def offset(index):
        _, parent, position = joints[index]
        above = joints[parent][2] if parent >= 0 else (0, 0, 0)
        return [a - b for a, b in zip(position, above)]

    def add(index, depth):
        pad = "  " * depth
        order.append(index)
        lines.append(f"{pad}{'ROOT' if depth == 0 else 'JOINT'} {joints[index][0]}")
        lines.append(pad + "{")
        lines.append(f"{pad}  OFFSET {' '.join(f'{v:g}' for v in offset(index))}")
        lines.append(f"{pad}  CHANNELS " + ("6 Xposition Yposition Zposition Zrotation Xrotation Yrotation" if depth < 2
                                          else "3 Zrotation Xrotation Yrotation"))
        for child in children[index]:
            add(child, depth + 1)
        if index in tip_of:
            tip = [a - b for a, b in zip(tip_of[index], joints[index][2])]
            lines.extend([f"{pad}  End Site", f"{pad}  {{", f"{pad}    OFFSET {' '.join(f'{v:g}' for v in tip)}", f"{pad}  }}"])
        lines.append(pad + "}")

    add(0, 0)
    frames = list(motion)
    lines.extend(["MOTION", f"Frames: {len(frames)}", f"Frame Time: {1 / rate:.{RATE_DIGITS}g}"])
    for local, pelvis in frames:
        values = []
        for index in order:
            if joints[index][0] == "root":
                values += [0.0, 0.0, 0.0]
            elif joints[index][0] == "pelvis":
                values += list(pelvis)
            values += zxy(local[index])
        lines.append(" ".join(shortest(value) for value in values))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
