"""The files that the examples in the program's help name, small enough to reason about."""
import json
import struct

WALK = """HIERARCHY
ROOT Hips
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT LeftLeg
  {
    OFFSET 1 0 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 0 -4 0
    }
  }
  JOINT RightLeg
  {
    OFFSET -1 0 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 0 -4 0
    }
  }
}
MOTION
Frames: 4
Frame Time: 0.025
0 4 0  0 0 0  0 0 0  0 0 0
0 5 1  0 0 0  0 10 0  0 -10 0
0 5 2  0 0 0  0 20 0  0 -20 0
0 5 3  0 0 0  0 30 0  0 -30 0
"""

# A motion of the arm that body() has the joints of.
WAVE = """HIERARCHY
ROOT upperarm_l
{
  OFFSET 0 0 0
  CHANNELS 3 Zrotation Xrotation Yrotation
  JOINT lowerarm_l
  {
    OFFSET 20 0 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 20 0 0
    }
  }
}
MOTION
Frames: 3
Frame Time: 0.1
0 0 0  0 0 0
45 0 0  30 0 0
0 0 0  60 0 0
"""

CUBE = "".join(f"v {x} {y} {z}\n" for x in (0, 1) for y in (0, 1) for z in (0, 1)) + """f 1 2 4 3
f 5 7 8 6
f 1 5 6 2
f 3 4 8 7
f 1 3 7 5
f 2 6 8 4
"""


# A left arm: the elbow's bend pushes a helper joint out. The place of the helper is stated in the file.
ARM = """<?xml version="1.0" encoding="UTF-8"?>
<KineDriver version="1" name="arm">
  <!-- what the numbers mean -->
  <Units distance="centimeter" angle="degree"/>
  <Groups>
    <Group name="Arm" influence="0.5"/>
  </Groups>
  <Joints>
    <Joint name="upperarm_l"/>
    <Joint name="elbow_l" parent="upperarm_l" translate="3 1 -2"/>
  </Joints>
  <Nodes>
    <ExternalInput name="Bulge" default="1"/>
    <SourceOp name="Bend_l">
      <Source joint="lowerarm_l"/>
    </SourceOp>
    <EZParamLinkLinear name="Push_l" group="Arm" inMax="90" outMax="2"/>
    <TargetOp name="Helper_l" joint="elbow_l" channel="translate"/>
    <ExternalOutput name="Flex"/>
  </Nodes>
  <Connections>
    <Connection from="Bulge.out" to="Arm.influence"/>
    <Connection from="Bend_l.bendH" to="Push_l.in"/>
    <Connection from="Push_l.out" to="Helper_l.translateY"/>
    <Connection from="Push_l.out" to="Flex.in" factor="0.5"/>
  </Connections>
</KineDriver>
"""


def glb(document, binary):
    """A binary glTF file around a JSON document and its one buffer."""
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    binary += b"\0" * (-len(binary) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(binary), 0x004E4942) + binary
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def body():
    """An arm of three joints with two clips, "rest" of 2 frames and "lift" of 3, a tenth of a second each."""
    times = [(0.0, 0.1), (0.0, 0.1, 0.2)]
    places = [[(0, 0, 0), (0, 0, 0)], [(0, 0, 0), (0, 1, 0), (0, 2, 0)]]
    parts, views, accessors, animations = b"", [], [], []

    def add(kind, rows):
        nonlocal parts
        flat = [number for row in rows for number in (row if isinstance(row, tuple) else (row,))]
        data = struct.pack(f"<{len(flat)}f", *flat)
        views.append({"buffer": 0, "byteOffset": len(parts), "byteLength": len(data)})
        accessor = {"bufferView": len(views) - 1, "componentType": 5126, "count": len(rows), "type": kind}
        if kind == "SCALAR":
            accessor.update(min=[min(rows)], max=[max(rows)])
        accessors.append(accessor)
        parts += data
        return len(accessors) - 1

    for name, time, place in zip(("rest", "lift"), times, places):
        animations.append({"name": name, "samplers": [{"input": add("SCALAR", time), "output": add("VEC3", place)}],
                           "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}]})
    document = {
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "upperarm_l", "children": [1, 2]}, {"name": "lowerarm_l", "translation": [2, 0, 0]},
                  {"name": "elbow_l", "translation": [2, 0, -0.5]}],
        "animations": animations, "accessors": accessors, "bufferViews": views, "buffers": [{"byteLength": len(parts)}],
    }
    return glb(document, parts)


def skin():
    """A sleeve of two triangles on three joints: vertex 0 follows the upper arm, 2 both halves, 3 the lower arm."""
    places = [(0, 0, 0), (1, 1, 0), (2, 0, 0), (3, 1, 0)]
    weights = [(1, 0, 0, 0), (0.75, 0.25, 0, 0), (0.5, 0.5, 0, 0), (0, 1, 0, 0)]
    binds = [(0, 0, 0), (-2, 0, 0), (-1.5, -0.5, 0)]
    matrices = [(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, *place, 1) for place in binds]
    blocks = [struct.pack("<12f", *sum(places, ())), struct.pack("<16B", *(0, 1, 0, 0) * 4),
              struct.pack("<16f", *sum(weights, ())), struct.pack("<48f", *sum(matrices, ())),
              struct.pack("<6H", 0, 2, 1, 1, 2, 3)]
    views, start = [], 0
    for block in blocks:
        views.append({"buffer": 0, "byteOffset": start, "byteLength": len(block)})
        start += len(block)
    kinds = [(5126, 4, "VEC3"), (5121, 4, "VEC4"), (5126, 4, "VEC4"), (5126, 3, "MAT4"), (5123, 6, "SCALAR")]
    accessors = [{"bufferView": i, "componentType": kind, "count": count, "type": shape}
                 for i, (kind, count, shape) in enumerate(kinds)]
    accessors[0].update(min=[0, 0, 0], max=[3, 1, 0])
    attributes = {"POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 2}
    document = {
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 3]}],
        "nodes": [{"name": "upperarm_l", "children": [1, 2]}, {"name": "lowerarm_l", "translation": [2, 0, 0]},
                  {"name": "button", "translation": [1.5, 0.5, 0]}, {"name": "sleeve", "mesh": 0, "skin": 0}],
        "meshes": [{"name": "sleeve", "primitives": [{"attributes": attributes, "indices": 4}]}],
        "skins": [{"joints": [0, 1, 2], "inverseBindMatrices": 3}],
        "accessors": accessors, "bufferViews": views, "buffers": [{"byteLength": start}],
    }
    return glb(document, b"".join(blocks))


SHOULDER = """name,in:bend,in:lift,out:bulge,out:slide
rest,0,0,0,0
front,90,0,1,0.5
back,-60,0,0.4,-0.2
up,0,90,0.8,1.5
down,0,-45,0.1,-0.6
both,60,60,1.4,1.2
"""

SHOULDER_MODEL = """{"format": "kinedriver-rbf", "version": 1, "linear": false, "kernel": "gaussian", "autoWidth": false,
 "width": 0.015, "inputs": [{"name": "bend"}, {"name": "lift"}], "outputs": [{"name": "bulge"}, {"name": "slide"}],
 "keys": [{"name": "rest", "in": [0, 0], "out": [0, 0], "weights": [0, 0]},
  {"name": "front", "in": [90, 0], "out": [1, 0.5], "weights": [1, 0.5]},
  {"name": "up", "in": [0, 90], "out": [0.8, 1.5], "weights": [0.8, 1.5]}]}
"""


def write_all(folder):
    """Every file that an example in the help or in the guide names."""
    folder.mkdir(exist_ok=True)
    (folder / "walk.bvh").write_text(WALK)
    (folder / "wave.bvh").write_text(WAVE)
    (folder / "cube.obj").write_text(CUBE)
    (folder / "arm.kdi").write_text(ARM)
    (folder / "arm_l.kdi").write_text(ARM)
    (folder / "shoulder.csv").write_text(SHOULDER)
    (folder / "shoulder.json").write_text(SHOULDER_MODEL)
    (folder / "body.glb").write_bytes(body())
    (folder / "skin.glb").write_bytes(skin())
