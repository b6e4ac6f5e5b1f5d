"""The sample motion: four steps of walking, a stop, a reach with the left arm and a flexed elbow; feet are planted exactly
while they stand.

Feet and pelvis are given as paths, legs follow by two-bone geometry, arms and spine by swings that keep time with the legs.
"""
import math

import numpy as np

RATE = 60
STEP_S = 0.56        # one step
STEP_CM = 62.0       # its length
STANCE_SHARE = 0.62  # of a cycle of two steps, while one foot stands
SETTLE_S = 0.12      # from the heel's landing to the whole sole
STEPS = 4
REACH_S = 3.6
X, Y, Z = np.eye(3)


def rotation(axis, angle):
    x, y, z = np.asarray(axis, float) / np.linalg.norm(axis)
    c, s = math.cos(angle), math.sin(angle)
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + s * k + (1 - c) * (k @ k)


def euler(x=0.0, y=0.0, z=0.0):
    """Degrees, about the world's axes: first x, then y, then z."""
    return rotation(Z, math.radians(z)) @ rotation(Y, math.radians(y)) @ rotation(X, math.radians(x))


def smooth(t):
    t = min(max(t, 0.0), 1.0)
    return t * t * t * (t * (6 * t - 15) + 10)


def bump(t, rise, hold, fall):
    """0, up to 1 in `rise`, there for `hold`, and back in `fall`."""
    return smooth(t / rise) - smooth((t - rise - hold) / fall)


class Walk:
    """Foot and pelvis paths. A foot's standing places lie two steps apart; the walk begins and ends side by side."""

    def __init__(self, joints):
        self.rest = {name: np.array(position) for name, _, position in joints}
        self.length_s = STEPS * STEP_S + STEP_S * 0.6
        # places[side] = list of (time of landing, z of the standing place)
        self.places = {"_l": [(-9.0, 0.0)], "_r": [(-9.0, 0.0)]}
        z = 0.0
        for step in range(STEPS):
            side = "_r" if step % 2 == 0 else "_l"
            z = z + (STEP_CM * 0.5 if step == 0 else STEP_CM)
            if step == STEPS - 1:
                z = self.places["_r" if side == "_l" else "_l"][-1][1]  # the last step closes up
            self.places[side].append(((step + 1) * STEP_S, z))
        self.swing_s = 2 * STEP_S * (1 - STANCE_SHARE)

    def foot(self, side, t):
        """(z of the ankle, height above standing, pitch in degrees: heel up is positive)."""
        places = self.places[side]
        for (_, from_z), (landing, to_z) in zip(places, places[1:]):
            start = landing - self.swing_s
            if t < start:
                lead = bump(t - (start - 0.16), 0.16, 0.0, 1e9)  # the heel rises before the foot leaves
                return from_z, 0.0, 24 * lead
            if t < landing:
                u = (t - start) / self.swing_s
                height = 9.0 * math.sin(math.pi * u) ** 2 * (1.2 - 0.5 * u)
                lift = 34 * math.sin(math.pi * min(1, u * 1.5)) ** 2 * (1 - u)
                pitch = 24 * (1 - smooth(u * 1.7)) + lift - 16 * smooth(u * 2 - 1)
                return from_z + (to_z - from_z) * smooth(u), height, pitch
            if t < landing + SETTLE_S:
                return to_z, 0.0, -16 * (1 - smooth((t - landing) / SETTLE_S))
        return places[-1][1], 0.0, 0.0

    def pelvis_z(self, t):
        """Half-way between the feet, smoothed over a step."""
        total = 0.0
        samples = 24
        for i in range(samples):
            moment = t + (i / (samples - 1) - 0.5) * STEP_S
            total += 0.5 * (self.foot("_l", moment)[0] + self.foot("_r", moment)[0])
        return total / samples


def two_bone(hip, ankle, upper, lower, forward):
    """World rotations of thigh and calf (both point down at rest) that bring the ankle to its place; the knee goes forward."""
    line = ankle - hip
    reach = np.linalg.norm(line)
    length = min(reach, (upper + lower) * 0.9995)
    direction = line / reach
    side = np.cross(forward, direction)
    side /= np.linalg.norm(side)
    bend = np.cross(direction, side)
    cos_hip = (upper**2 + length**2 - lower**2) / (2 * upper * length)
    knee = hip + upper * (cos_hip * direction + math.sqrt(max(0, 1 - cos_hip**2)) * bend)
    return knee, side


def frame_from(down, side):
    """A rotation that takes -Y to `down` and +X to `side` as nearly as it goes."""
    y = -down / np.linalg.norm(down)
    x = side - y * np.dot(side, y)
    x /= np.linalg.norm(x)
    return np.column_stack([x, y, np.cross(x, y)])


def pose(joints, walk, t):
    """World rotations by name and the pelvis position at time t."""
    rest = walk.rest
    walking = bump(t - STEP_S * 0.2, STEP_S * 0.8, walk.length_s - STEP_S * 1.9, STEP_S)
    phase = math.pi * t / STEP_S
    reach = bump(t - walk.length_s + 0.15, 0.9, 1.7, 0.9)
    flex = bump(t - walk.length_s - 1.55, 0.7, 0.35, 0.8)
    look = bump(t - walk.length_s - 0.1, 0.6, 1.2, 0.8)

    pelvis = rest["pelvis"].copy()
    pelvis[2] += walk.pelvis_z(t)
    pelvis[1] += -2.2 + walking * 1.4 * math.cos(2 * phase) - 1.0 * reach
    pelvis[0] += walking * 1.6 * math.cos(phase)
    swing = math.sin(phase - 0.35)
    world = {"root": np.eye(3)}
    world["pelvis"] = euler(2, 5 * walking * swing, 2.2 * walking * math.cos(phase))
    spine = euler(1.5 + 1.2 * reach, -4.2 * walking * swing - 5 * reach, -0.9 * walking * math.cos(phase) - 3.5 * reach)
    world["spine_01"] = spine @ world["pelvis"]
    world["spine_02"] = spine @ world["spine_01"]
    world["spine_03"] = spine @ world["spine_02"]
    world["neck_01"] = euler(3 - 6 * look, 3 * walking * swing + 6 * look, 2 * look) @ world["spine_03"]
    world["head"] = euler(-4 - 9 * look, 4 * walking * swing + 14 * look, 2 * look) @ world["neck_01"]

    for side, sign in (("_l", 1.0), ("_r", -1.0)):
        arm_pose(world, side, sign, walking, phase, reach, flex if sign > 0 else 0.0)
        leg_pose(world, walk, side, sign, t, pelvis, rest)
    return world, pelvis


def arm_pose(world, side, sign, walking, phase, reach, flex):
    swing = -sign * math.sin(phase - 0.2) * walking
    lift = reach if sign > 0 else 0.12 * reach
    curl = 16 + 20 * max(0.0, swing) * walking + 7 * walking
    # From the T-pose: the arm comes down about Z, swings about X; reaching raises it forward and up, the elbow opens.
    down = 72 * (1 - lift) + 12 * lift
    forward = 25 * swing * (1 - lift)
    world["clavicle" + side] = world["spine_03"] @ euler(0, -sign * 10 * lift, sign * (14 * lift - 2))
    upper = euler(-forward, 0, 0) @ euler(0, 0, -sign * down) @ euler(24 * (1 - lift), 0, 0)
    raised = euler(0, -sign * (62 - 50 * flex), 0) @ euler(0, 0, sign * (34 - 22 * flex))
    world["upperarm" + side] = world["spine_03"] @ blend(upper, raised @ euler(-20 - 62 * flex, 0, 0), lift)
    bend = curl * (1 - lift) + lift * (28 + 62 * (1 - smooth(lift * 1.3 - 0.3))) + 95 * flex
    world["lowerarm" + side] = world["upperarm" + side] @ euler(0, -sign * bend, 0)
    roll = 38 * lift
    world["hand" + side] = world["lowerarm" + side] @ euler(-roll - 12 * (1 - lift), -sign * 4, sign * (14 * lift - 4))
    finger = 22 * (1 - lift) + 6 * lift
    world["fingers_01" + side] = world["hand" + side] @ euler(0, 0, -sign * finger)
    world["fingers_02" + side] = world["fingers_01" + side] @ euler(0, 0, -sign * finger * 1.2)
    world["thumb_01" + side] = world["hand" + side] @ euler(0, 0, -sign * 8)
    world["thumb_02" + side] = world["thumb_01" + side] @ euler(0, sign * 6, -sign * 6)


def blend(a, b, share):
    """The rotation that lies `share` of the way from a to b."""
    relative = a.T @ b
    angle = math.acos(min(1.0, max(-1.0, (np.trace(relative) - 1) / 2)))
    if angle < 1e-9:
        return a
    axis = np.array([relative[2, 1] - relative[1, 2], relative[0, 2] - relative[2, 0], relative[1, 0] - relative[0, 1]])
    return a @ rotation(axis, angle * share)


def leg_pose(world, walk, side, sign, t, pelvis, rest):
    z, height, pitch = walk.foot(side, t)
    hip = pelvis + world["pelvis"] @ (rest["thigh" + side] - rest["pelvis"])
    foot_rotation = euler(pitch, sign * 4.0, 0)
    ball = rest["ball" + side] + np.array([0, height, z])
    ankle_offset = rest["foot" + side] - rest["ball" + side]
    if pitch >= 0:  # the foot turns about its ball while the heel is up, about its heel while the toes are up
        ankle = ball + foot_rotation @ ankle_offset
    else:
        heel = rest["foot" + side] + np.array([0, height - 8.5, z - 3])
        ankle = heel + foot_rotation @ np.array([0, 8.5, 3])
    upper = np.linalg.norm(rest["calf" + side] - rest["thigh" + side])
    lower = np.linalg.norm(rest["foot" + side] - rest["calf" + side])
    forward = foot_rotation @ Z * np.array([1, 0, 1]) + np.array([sign * 0.08, 0, 0])
    knee, across = two_bone(hip, ankle, upper, lower, forward)
    thigh_rest = frame_from(rest["calf" + side] - rest["thigh" + side], X)
    calf_rest = frame_from(rest["foot" + side] - rest["calf" + side], X)
    world["thigh" + side] = frame_from(knee - hip, across) @ thigh_rest.T
    world["calf" + side] = frame_from(ankle - knee, across) @ calf_rest.T
    world["foot" + side] = foot_rotation
    world["ball" + side] = euler(min(0.0, pitch) if pitch < 0 else 0.0, sign * 4.0, 0)


def frames(joints):
    """For every frame: local rotations as 3x3 matrices by joint index, and the position of the pelvis relative to the root."""
    walk = Walk(joints)
    count = int((walk.length_s + REACH_S) * RATE) + 1
    for frame in range(count):
        world, pelvis = pose(joints, walk, frame / RATE)
        local = []
        for name, parent, _ in joints:
            above = world[joints[parent][0]] if parent >= 0 else np.eye(3)
            local.append(above.T @ world[name])
        yield local, pelvis
