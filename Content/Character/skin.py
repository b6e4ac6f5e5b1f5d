"""The sample character's skin weights: every vertex starts with the bone nearest to it, the borders are blurred over the surface,
and helper joints then take their part."""
import numpy as np

import body

BLUR = 9          # rounds
INFLUENCES = 4    # kept for each vertex

# Bones whose skin has its own thickness: distance is counted from their surface.
_RADIUS = {"pelvis": 12, "spine_01": 11, "spine_02": 11, "spine_03": 12, "neck_01": 5.3, "head": 8, "clavicle": 5,
           "upperarm": 4.5, "lowerarm": 3.4, "hand": 2.5, "fingers_01": 2.2, "fingers_02": 2, "thumb_01": 1.8,
           "thumb_02": 1.5, "thigh": 7.5, "calf": 4.2, "foot": 3.5, "ball": 2.5}
# Where a bone ends that does not end at its first child.
_END = {"pelvis": (0, 101, 0), "spine_03": (0, 144, -2), "clavicle_l": (14, 142, -2), "hand_l": (79, 142, -1)}


def base_name(name):
    return name[:-2] if name[-2:] in ("_l", "_r") else name


def bone_ends(joints, tips):
    """{joint index: (start, end)} of every bone that carries skin."""
    ends = {}
    tip_of = dict(tips)
    for index, (name, _, position) in enumerate(joints):
        if name == "root":
            continue
        child = next((p for _, parent, p in joints if parent == index), tip_of.get(index))
        left = base_name(name) + "_l" if name.endswith("_r") else name
        if left in _END:
            x, y, z = _END[left]
            child = (-x if name.endswith("_r") else x, y, z)
        ends[index] = (np.array(position), np.array(child, float))
    return ends


def along(points, start, end):
    line = end - start
    return ((points - start) @ line) / (line @ line)


def nearest_bone(points, joints, ends):
    best, owner = np.full(len(points), np.inf), np.zeros(len(points), int)
    for index, (start, end) in ends.items():
        t = np.clip(along(points, start, end), 0, 1)
        d = np.linalg.norm(points - start - t[:, None] * (end - start), axis=1) - _RADIUS[base_name(joints[index][0])]
        sided = joints[index][0][-2:]
        d = np.where((sided == "_l") & (points[:, 0] < 0) | (sided == "_r") & (points[:, 0] > 0), np.inf, d)
        owner, best = np.where(d < best, index, owner), np.minimum(d, best)
    return owner


def share_twist(weights, points, joints, ends, helpers):
    """A limb's skin goes in linear steps from the limb's own joint through its twist joints."""
    for limb in sorted({h[1] for h in helpers if h[3] is None}):
        start, end = ends[limb]
        t = along(points, start, end)
        rows = [(limb, 0.0)] + [(len(joints) + i, float(along(np.array([h[2]]), start, end)[0]))
                                for i, h in enumerate(helpers) if h[1] == limb and h[3] is None]
        whole = weights[:, limb].copy()
        places = [place for _, place in rows]
        for k, (column, _) in enumerate(rows):
            hat = np.interp(t, places, np.eye(len(rows))[k])
            weights[:, column] = whole * hat


def take_muscles(weights, points, joints, helpers):
    bell = np.zeros((len(points), len(helpers)))
    for i, (name, _, position, share, radius) in enumerate(helpers):
        if share is not None:
            d = np.linalg.norm(points - np.array(position), axis=1) / radius
            bell[:, i] = share * np.maximum(0, 1 - (d / 1.6) ** 2) ** 2
    total = bell.sum(axis=1, keepdims=True)
    bell *= np.minimum(1, 0.85 / np.maximum(total, 1e-9))
    weights *= 1 - bell.sum(axis=1, keepdims=True)
    weights[:, len(joints):] += bell


def build(points, triangles, joints, tips, helpers):
    """(joint indices n x 4, weights n x 4): joints first, then helpers."""
    ends = bone_ends(joints, tips)
    weights = np.zeros((len(points), len(joints) + len(helpers)))
    weights[np.arange(len(points)), nearest_bone(points, joints, ends)] = 1
    for _ in range(BLUR):
        weights = 0.35 * weights + 0.65 * body.neighbour_mean(weights, triangles)
    share_twist(weights, points, joints, ends, helpers)
    take_muscles(weights, points, joints, helpers)
    order = np.argsort(-weights, axis=1)[:, :INFLUENCES]
    kept = np.take_along_axis(weights, order, axis=1)
    kept[kept < 1e-3] = 0
    order[kept == 0] = 0
    return order, kept / kept.sum(axis=1, keepdims=True)


def creases(points, normals, joints):
    """Morph targets: {name: offsets}. The skin folds inwards where a bent elbow or knee presses it together."""
    place = {name: np.array(position) for name, _, position in joints}
    result = {}
    folds = (("elbow_crease", "lowerarm", (0, 0.6, 3.4), 1.3), ("knee_crease", "calf", (0, 0, -4.6), 1.5))
    for name, joint, inside, depth in folds:
        axis = 0 if joint == "lowerarm" else 1
        for side, sign in (("_l", 1), ("_r", -1)):
            q = points - place[joint + side] - np.array(inside)
            across = np.delete(q, axis, axis=1)
            near = np.exp(-(q[:, axis] / 4.0) ** 2 - (across**2).sum(axis=1) / 12.0)
            fold = np.cos(np.clip(q[:, axis] / 2.6, -np.pi, np.pi)) * near
            result[name + side] = np.where(np.abs(fold) > 0.02, -depth * fold, 0)[:, None] * normals
    return result
