"""The sample character's helper joints: name, joint that carries it, place in model space (left side; the right one is mirrored),
and how much of the skin around the place it takes: share at the centre and radius in centimetres.

Twist joints share a limb's skin by their place along it instead; their share and radius are None.
"""

_LEFT = [
    ("upperarm_twist_01", "upperarm", (27, 142, -2.2), None, None),
    ("upperarm_twist_02", "upperarm", (37, 142, -2.4), None, None),
    ("lowerarm_twist_01", "lowerarm", (54, 142, -2.0), None, None),
    ("lowerarm_twist_02", "lowerarm", (63, 142, -1.5), None, None),
    ("thigh_twist_01", "thigh", (9.2, 78, 0.3), None, None),
    ("thigh_twist_02", "thigh", (9.3, 64, 0.6), None, None),
    ("calf_twist_01", "calf", (9.5, 30, -0.9), None, None),
    ("biceps", "upperarm", (33, 143.0, 2.6), 0.75, 6.5),
    ("triceps", "upperarm", (31, 142, -7.0), 0.7, 7.0),
    ("deltoid_front", "clavicle", (19, 142, 4.5), 0.55, 6.0),
    ("deltoid_mid", "clavicle", (21, 148.5, -2), 0.6, 6.5),
    ("deltoid_back", "clavicle", (19, 142, -8), 0.55, 6.0),
    ("pectoral", "spine_03", (9, 131, 9.5), 0.65, 8.5),
    ("latissimus", "spine_02", (13, 124, -5), 0.6, 9.0),
    ("trapezius", "spine_03", (9, 147, -4), 0.55, 6.5),
    ("scapula", "spine_03", (9, 136, -9.5), 0.6, 8.0),
    ("armpit", "spine_03", (16, 134, -1), 0.55, 6.0),
    ("elbow", "lowerarm", (46, 142, -7.0), 0.7, 4.5),
    ("elbow_inside", "lowerarm", (46, 142.5, 2.0), 0.55, 4.0),
    ("forearm_flexor", "lowerarm", (53, 141, 2.0), 0.6, 5.0),
    ("forearm_extensor", "lowerarm", (54, 143, -6.5), 0.6, 5.0),
    ("wrist_top", "hand", (71, 144.4, -1), 0.5, 3.2),
    ("wrist_bottom", "hand", (71, 139.6, -1), 0.5, 3.2),
    ("knuckle", "fingers_01", (80, 144, -1), 0.5, 3.5),
    ("thumb_base", "thumb_01", (74.5, 139.5, 2.5), 0.5, 3.0),
    ("quadriceps", "thigh", (9.5, 70, 8), 0.65, 11.0),
    ("hamstring", "thigh", (9.5, 68, -7), 0.6, 11.0),
    ("gluteus", "pelvis", (8, 91, -12), 0.7, 10.0),
    ("hip_crease", "pelvis", (9, 90, 8.5), 0.6, 7.0),
    ("hip_side", "pelvis", (16, 92, 0), 0.5, 8.0),
    ("knee", "calf", (9.5, 50, 6.8), 0.7, 5.0),
    ("knee_back", "calf", (9.5, 49.5, -4.5), 0.6, 5.0),
    ("calf_muscle", "calf", (9.5, 36, -7), 0.65, 7.5),
    ("achilles", "foot", (9.5, 12, -7), 0.6, 5.0),
    ("instep", "foot", (9.7, 9.5, 2), 0.5, 4.5),
]
_CENTRE = [
    ("belly", "spine_01", (0, 109, 9.5), 0.55, 10.0),
    ("lower_back", "spine_01", (0, 108, -9), 0.5, 9.0),
    ("chest", "spine_03", (0, 133, 9.5), 0.45, 7.0),
    ("throat", "neck_01", (0, 150, 4), 0.5, 5.0),
    ("nape", "neck_01", (0, 151, -7.5), 0.5, 5.0),
]


def build(joints):
    """Rows (name, index of the carrier, position, share, radius); indices are those of `joints`."""
    index = {name: i for i, (name, _, _) in enumerate(joints)}
    rows = []
    for side, sign in (("_l", 1.0), ("_r", -1.0)):
        for name, carrier, (x, y, z), share, radius in _LEFT:
            above = carrier + side if carrier + side in index else carrier
            rows.append((name + side, index[above], (sign * x, float(y), float(z)), share, radius))
    for name, carrier, position, share, radius in _CENTRE:
        rows.append((name, index[carrier], tuple(map(float, position)), share, radius))
    return rows
