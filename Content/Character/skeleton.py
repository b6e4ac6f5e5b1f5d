"""The sample character's skeleton: a person of 1.75 m in T-pose, facing +Z, Y up, centimetres, joint axes along the world's axes.

Joint names follow the mannequin that Unreal projects start from, so that the samples read like a user's own rig.
"""

# name: (parent, position in model space); the right side is the left one mirrored in X.
_CENTRE = [
    ("root", None, (0, 0, 0)),
    ("pelvis", "root", (0, 97, 0)),
    ("spine_01", "pelvis", (0, 106, -0.5)),
    ("spine_02", "spine_01", (0, 118, -0.5)),
    ("spine_03", "spine_02", (0, 131, -1.5)),
    ("neck_01", "spine_03", (0, 148, -2.5)),
    ("head", "neck_01", (0, 157, -0.5)),
]
_LEFT = [
    ("clavicle", "spine_03", (3, 143, 1)),
    ("upperarm", "clavicle", (18, 142, -2)),
    ("lowerarm", "upperarm", (46, 142, -2.5)),
    ("hand", "lowerarm", (71, 142, -1)),
    ("fingers_01", "hand", (80, 142, -1)),
    ("fingers_02", "fingers_01", (85, 142, -1)),
    ("thumb_01", "hand", (74, 141, 2)),
    ("thumb_02", "thumb_01", (78, 140, 5)),
    ("thigh", "pelvis", (9, 92, 0)),
    ("calf", "thigh", (9.5, 50, 1)),
    ("foot", "calf", (9.5, 8.5, -3)),
    ("ball", "foot", (10, 2.5, 10)),
]
# The ends of bones that have no child: the crown, the tips of fingers and toes.
_TIPS = [("head", (0, 176, 1)), ("fingers_02_l", (90, 142, -1)), ("thumb_02_l", (80.5, 139.5, 7.5)),
         ("ball_l", (10.5, 1.5, 17.5))]


def mirrored(position):
    return (-position[0], position[1], position[2])


def build():
    """A list of (name, parent index or -1, model position), parents first, and a list of (parent index, tip position)."""
    rows = list(_CENTRE)
    for side, place in (("_l", lambda p: p), ("_r", mirrored)):
        sided = {name for name, _, _ in _LEFT}
        for name, parent, position in _LEFT:
            rows.append((name + side, parent + side if parent in sided else parent, place(position)))
    index = {name: i for i, (name, _, _) in enumerate(rows)}
    joints = [(name, index[parent] if parent else -1, tuple(map(float, position))) for name, parent, position in rows]
    tips = []
    for name, position in _TIPS:
        tips.append((index[name], tuple(map(float, position))))
        if name.endswith("_l"):
            tips.append((index[name[:-2] + "_r"], tuple(map(float, mirrored(position)))))
    return joints, tips
