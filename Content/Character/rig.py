#!/usr/bin/env python3
"""Makes the sample character's rig anew: `python3 Content/Character/rig.py --program build/kinedriver`.

What stands here is the left side and the middle; `kinedriver mirror --both` adds the right side. Joint axes are along
the world's axes: x to the character's left, y up, z forward. Distances are in metres, as in character.glb.
"""
import argparse
import math
import subprocess
import tempfile
from pathlib import Path
from xml.sax.saxutils import quoteattr

HERE = Path(__file__).resolve().parent


def attribute_text(values):
    return "".join(f" {name}={quoteattr(str(value))}" for name, value in values.items())


class Rig:
    """Collects nodes in evaluation order and the connections between them."""

    def __init__(self):
        self.nodes, self.links = [], []

    def add(self, element, name, children=(), group=None, **attributes):
        if group:
            attributes = {"group": group, **attributes}
        head = f"<{element}{attribute_text({'name': name, **attributes})}"
        rows = [f"      <{tag}{attribute_text(row)}/>" for tag, row in children]
        self.nodes += [f"    {head}/>"] if not rows else [f"    {head}>", *rows, f"    </{element}>"]
        return name

    def expression(self, name, inputs, text, group=None):
        self.nodes.append(f"    <Expr name={quoteattr(name)}" + (f" group={quoteattr(group)}>" if group else ">"))
        self.nodes += [f"      <Input name={quoteattr(i)}/>" for i in inputs]
        self.nodes += [f"      <Source>{text}</Source>", "    </Expr>"]
        for port, source in inputs.items():
            self.connect(source, f"{name}.{port}")
        return f"{name}.out"

    def connect(self, source, target, factor=1):
        extra = "" if factor == 1 else f' factor="{factor:g}"'
        self.links.append(f"    <Connection from={quoteattr(source)} to={quoteattr(target)}{extra}/>")

    def note(self, text):
        self.nodes.append(f"    <!-- {text} -->")

    def source(self, name, joints, **attributes):
        joints = joints if isinstance(joints, dict) else {joints: 1}
        rows = [("Source", {"joint": j} if w == 1 else {"joint": j, "weight": w}) for j, w in joints.items()]
        return self.add("SourceOp", name, rows, **attributes)

    def ease(self, name, source, low, high):
        """0 to 1 while the source goes from low to high, slow at both ends."""
        self.add("EZParamLink", name, inMin=low, inMax=high)
        self.connect(source, f"{name}.in")
        return f"{name}.out"

    def soft(self, name, source, low, high):
        """The same, straight with rounded ends."""
        self.add("Remap", name, inMin=low, inMax=high, softMin=0.2, softMax=0.2)
        self.connect(source, f"{name}.in")
        return f"{name}.out"

    def keys(self, name, source, pairs):
        self.add("LinkWith", name, [("Key", {"in": a, "out": b}) for a, b in pairs])
        self.connect(source, f"{name}.in")
        return f"{name}.out"

    def combine(self, name, operation, **inputs):
        self.add("Combine", name, [("Input", {"name": i}) for i in inputs], operation=operation)
        for port, source in inputs.items():
            self.connect(source, f"{name}.{port}")
        return f"{name}.out"

    def drive(self, joint, weight, move=None, grow=None, group="muscles"):
        """Moves a helper by centimetres, and scales it by logarithms, times the weight."""
        side = joint[-2:] if joint[-2:] in ("_l", "_r") else ""
        base = joint[:-2] if side else joint
        for channel, values, unit in (("translate", move, 0.01), ("scale", grow, 1)):
            if not values:
                continue
            axes = "".join(axis for axis, value in zip("xyz", values) if value)
            word = "move" if channel == "translate" else "grow"
            name = self.add("TargetOp", f"{base}_{word}{side}", group=group, joint=joint, channel=channel, axes=axes)
            for axis, value in zip("XYZ", values):
                if value:
                    self.connect(weight, f"{name}.{channel}{axis}", round(value * unit, 6))

    def text(self):
        return "\n".join([
            '<?xml version="1.0" encoding="UTF-8"?>',
            "<!-- Made by rig.py. -->",
            '<KineDriver version="1" name="character" generator="Content/Character/rig.py">',
            '  <Units distance="meter" angle="degree" handedness="right" up="y"/>',
            "  <Groups>", '    <Group name="twists"/>', '    <Group name="muscles" lod="2"/>',
            '    <Group name="folds" lod="1"/>', "  </Groups>", "  <Nodes>", *self.nodes, "  </Nodes>",
            "  <Connections>", *self.links, "  </Connections>",
            "</KineDriver>", ""])


def inputs(rig):
    rig.note("What the game may set: how far the chest is filled, and how strong the muscles show.")
    rig.add("ExternalInput", "breath")
    rig.add("ExternalInput", "strength", default=1)
    rig.connect("strength.out", "muscles.influence")


def sources(rig):
    rig.note("The body as numbers. Bends are positive where the limb flexes or rises, thanks to flip.")
    rig.source("elbow_bend_l", "lowerarm_l", axis="+x", flip="y")
    rig.source("shoulder_turn_l", "upperarm_l", axis="+x", flip="y")
    rig.source("collar_turn_l", "clavicle_l", mapping="expmap")
    rig.source("wrist_turn_l", "hand_l", axis="+x")
    rig.source("finger_curl_l", {"fingers_01_l": 0.5, "fingers_02_l": 0.5}, axis="+x", flip="z")
    rig.source("thumb_turn_l", "thumb_01_l", mapping="expmap")
    rig.source("hip_turn_l", "thigh_l", axis="-y")
    rig.source("knee_bend_l", "calf_l", axis="-y", flip="x")
    rig.source("ankle_turn_l", "foot_l", mapping="expmap")
    rig.source("toe_turn_l", "ball_l", mapping="expmap")
    rig.source("spine_turn", {"spine_01": 0.5, "spine_02": 0.5}, mapping="expmap")
    rig.source("head_turn", {"neck_01": 0.5, "head": 0.5}, mapping="expmap")
    rig.source("hips_place", "pelvis", channel="translate")


def twists(rig):
    rig.note("Twist: a roll is shared over the limb above it, so that no skin is wrung at one place.")
    for name, joint, axis, shares in (
            ("forearm_twist_l", "hand_l", "+x", {"lowerarm_twist_01_l": 0.32, "lowerarm_twist_02_l": 0.68}),
            ("arm_twist_l", "lowerarm_l", "+x", {"upperarm_twist_01_l": 0.32, "upperarm_twist_02_l": 0.68}),
            ("thigh_twist_l", "calf_l", "-y", {"thigh_twist_01_l": 0.33, "thigh_twist_02_l": 0.67}),
            ("calf_twist_l", "foot_l", "-y", {"calf_twist_01_l": 0.5})):
        rows = [("Target", {"joint": j, "weight": w}) for j, w in shares.items()]
        rig.add("TwistChain", name, rows, group="twists", source=joint, axis=axis)


def arm(rig):
    rig.note("Elbow: the biceps shortens and rises, the triceps gives way, the point of the elbow stays sharp.")
    flex = rig.ease("flex_l", "elbow_bend_l.bendH", 15, 125)
    rig.drive("biceps_l", flex, move=(-1.6, 0.4, 3.3), grow=(-0.15, 0.26, 0.4))
    stretch = rig.keys("stretch_l", "elbow_bend_l.bendH", [(0, -0.4), (50, 0), (120, 1)])
    rig.drive("triceps_l", stretch, move=(0, 0, 0.9), grow=(0.12, -0.1, -0.14))
    rig.drive("elbow_l", flex, move=(-1.2, 0, -2.3))
    rig.drive("elbow_inside_l", flex, move=(0.9, 0, -0.5), group="folds")
    curl = rig.soft("curl_l", "finger_curl_l.bendV", 5, 60)
    grip = rig.combine("grip_l", "maximum", arm=flex, fingers=curl)
    rig.drive("forearm_flexor_l", grip, move=(-0.4, 0, 1.2), grow=(0, 0.15, 0.22))
    back = rig.soft("wrist_back_l", "wrist_turn_l.bendV", -10, 50)
    rig.drive("forearm_extensor_l", back, move=(0, 0.5, -0.4), grow=(0, 0.12, 0.1))
    rig.drive("wrist_top_l", back, move=(-0.4, 0.3, 0), group="folds")
    rig.drive("wrist_bottom_l", back, move=(0.4, -0.2, 0), group="folds")
    rig.drive("knuckle_l", curl, move=(0.2, 0.6, 0), group="folds")
    thumb = rig.expression("thumb_out_l", {"y": "thumb_turn_l.expmapY", "z": "thumb_turn_l.expmapZ"},
                           "clamp(hypot(y, z) / 40, 0, 1)")
    rig.drive("thumb_base_l", thumb, move=(0, -0.3, 0.2), grow=(0, 0.1, 0.1))


def half_turn(relative, axis, degrees):
    """How far a point, given from the joint, goes in half of a turn."""
    x, y, z = relative
    c, s = math.cos(math.radians(degrees / 2)), math.sin(math.radians(degrees / 2))
    turned = (c * x - s * y, s * x + c * y, z) if axis == "z" else (c * x + s * z, y, c * z - s * x)
    return [a - b for a, b in zip(turned, relative)]


def numbers(values):
    return " ".join(f"{value + 0:.9g}" for value in values)


def shoulder(rig):
    rig.note("Shoulder: the cap of muscle goes half of the arm's way, whichever way that is. Driven keys, by swing.")
    poses = [("spread", "z", 0), ("down", "z", -75), ("up", "z", 55), ("forward", "y", -65), ("back", "y", 40)]
    pads = {"mid": (3, 6.5, 0), "front": (1, 0, 6.5), "back": (1, 0, -6)}
    rows = [("Input", {"name": "turn", "type": "quat", "metric": "swing"})]
    rows += [("Output", {"name": pad, "type": "vec3"}) for pad in pads]
    for name, axis, degrees in poses:
        half = math.radians(degrees / 2)
        s, c = round(math.sin(half), 9), round(math.cos(half), 9)
        turn = [0, 0, s, c] if axis == "z" else [0, s, 0, c]
        out = [round(v * 0.01, 6) for relative in pads.values() for v in half_turn(relative, axis, degrees)]
        rows.append(("Key", {"name": name, "in": numbers(turn), "out": numbers(out)}))
    rig.add("RBFInterp", "shoulder_cap_l", rows, group="muscles", power=1)
    rig.connect("shoulder_turn_l.rotation", "shoulder_cap_l.turn")
    for pad in pads:
        joint = f"deltoid_{pad}_l"
        target = rig.add("TargetOp", f"deltoid_{pad}_move_l", group="muscles", joint=joint, channel="translate")
        rig.connect(f"shoulder_cap_l.{pad}", f"{target}.translate")
    reach = rig.ease("reach_l", "shoulder_turn_l.bendH", 10, 80)
    lift = rig.ease("lift_l", "shoulder_turn_l.bendV", -20, 60)
    hang = rig.ease("hang_l", "shoulder_turn_l.bendV", -15, -75)
    pull = rig.combine("pull_l", "maximum", forward=reach, up=lift)
    rig.drive("pectoral_l", pull, move=(1.6, 1.8, 0.8), grow=(0.1, 0, 0.1))
    rig.drive("latissimus_l", lift, move=(1.2, 1.8, 0.4), grow=(0, 0.1, 0))
    raised = rig.soft("collar_up_l", "collar_turn_l.expmapZ", 0, 20)
    shrug = rig.combine("shrug_l", "sum", collar=raised, arm=lift)
    rig.drive("trapezius_l", shrug, move=(-0.3, 0.5, 0), grow=(0, 0.08, 0.08))
    blade = rig.expression("blade_turn_l", {"up": "shoulder_turn_l.bendV", "front": "shoulder_turn_l.bendH"},
                           "clamp(up, 0, 120) / 3 + clamp(front, 0, 90) / 5")
    rig.add("TargetOp", "scapula_turn_l", group="muscles", joint="scapula_l", mapping="expmap", axes="z")
    rig.connect(blade, "scapula_turn_l.expmapZ")
    rig.drive("scapula_l", reach, move=(1.5, 0, 0.4))
    fold = rig.combine("armpit_fold_l", "sum", down=hang, up=lift)
    rig.drive("armpit_l", fold, move=(-0.4, 0.8, 0), group="folds")


def leg(rig):
    rig.note("Hip, knee and ankle.")
    bend = rig.ease("knee_flex_l", "knee_bend_l.bendV", 5, 120)
    thigh = rig.ease("hip_flex_l", "hip_turn_l.bendV", 5, 100)
    behind = rig.ease("hip_back_l", "hip_turn_l.bendV", -2, -30)
    straight = rig.keys("knee_straight_l", "knee_bend_l.bendV", [(0, 0.5), (25, 0), (110, -1)])
    rig.drive("quadriceps_l", straight, move=(0, 0.5, 1.0), grow=(0.1, 0, 0.14))
    rig.drive("hamstring_l", bend, move=(0, 0.6, -1.2), grow=(0.14, 0, 0.18))
    rig.drive("gluteus_l", behind, move=(0, 0.4, -0.9), grow=(0.08, 0, 0.12))
    rig.drive("hip_crease_l", thigh, move=(0, 0.8, -1.8), group="folds")
    wide = rig.soft("hip_wide_l", "hip_turn_l.bendH", 5, 50)
    side = rig.combine("hip_out_l", "maximum", flex=thigh, wide=wide)
    rig.drive("hip_side_l", side, move=(0.7, 0.6, -0.4))
    rig.drive("knee_l", bend, move=(0, 1.2, 1.5))
    rig.drive("knee_back_l", bend, move=(0, -0.6, 0.6), group="folds")
    toes_down = rig.soft("toes_down_l", "ankle_turn_l.expmapX", -5, 35)
    push = rig.combine("push_off_l", "maximum", ankle=toes_down, knee=bend)
    rig.drive("calf_muscle_l", push, move=(0, 1.2, -1.4), grow=(0.16, -0.05, 0.2))
    rig.drive("achilles_l", toes_down, move=(0, 0.5, 0.5), group="folds")
    toes_up = rig.soft("toes_up_l", "toe_turn_l.expmapX", 0, -35)
    foot = rig.combine("foot_arch_l", "maximum", ankle=toes_down, toes=toes_up)
    rig.drive("instep_l", foot, move=(0, 0.5, 0.2), group="folds")


def trunk(rig):
    rig.note("Trunk: breath, the folds of bending, and a belly that lags behind the hips' rise and fall.")
    stoop = rig.soft("stoop", "spine_turn.expmapX", 0, 30)
    rig.add("DampedFollow", "hips_late", halfLife=0.05, damping=0.6)
    rig.connect("hips_place.translateY", "hips_late.in")
    lag = rig.expression("belly_lag", {"now": "hips_place.translateY", "late": "hips_late.out"},
                         "clamp(late - now, -0.02, 0.02)")
    belly = rig.expression("belly_out", {"bend": stoop, "breath": "breath.out"}, "bend * 0.6 + breath * 0.4")
    rig.drive("belly", belly, move=(0, 0, 1.2), grow=(0.06, 0, 0.1))
    rig.add("TargetOp", "belly_sway", group="muscles", joint="belly", channel="translate", base="current", axes="y")
    rig.connect(lag, "belly_sway.translateY", 0.4)
    rig.drive("lower_back", stoop, move=(0, 0.4, -0.6))
    rig.drive("chest", "breath.out", move=(0, 0.5, 1.0), grow=(0.05, 0, 0.06))
    nod = rig.soft("nod", "head_turn.expmapX", 0, 35)
    lean = rig.soft("look_up", "head_turn.expmapX", 0, -35)
    rig.drive("throat", nod, move=(0, -0.4, 0.5), group="folds")
    rig.drive("nape", lean, move=(0, -0.4, -0.4), group="folds")


def creases(rig):
    rig.note("Morph targets of the mesh, for the host: the skin folds where elbow and knee press it together.")
    for name, source, low in (("elbow_crease_l", "elbow_bend_l.bendH", 45), ("knee_crease_l", "knee_bend_l.bendV", 45)):
        weight = rig.soft(name.replace("crease", "press"), source, low, 120)
        rig.add("ExternalOutput", name, group="folds", kind="morph")
        rig.connect(weight, f"{name}.in")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=Path, required=True, help="the kinedriver program")
    parser.add_argument("--out", type=Path, default=HERE / "character.kdi", help="the rig to write")
    options = parser.parse_args()
    rig = Rig()
    for part in (inputs, sources, twists, arm, shoulder, leg, trunk, creases):
        part(rig)
    with tempfile.TemporaryDirectory() as folder:
        left = Path(folder) / "left.kdi"
        left.write_text(rig.text(), encoding="utf-8")
        subprocess.run([options.program, "check", "--strict", "--quiet", left], check=True)
        subprocess.run([options.program, "mirror", "--both", left, options.out], check=True)


if __name__ == "__main__":
    main()
