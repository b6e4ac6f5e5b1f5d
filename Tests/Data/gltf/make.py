#!/usr/bin/env python3
"""Makes the glTF files of this folder. All numbers follow formulas that gltf_read_test.c states again.

    Tests/Data/gltf/make.py        rewrites the files beside this script
"""
import base64
import json
import math
import struct
from pathlib import Path

HERE = Path(__file__).resolve().parent
BYTE, UBYTE, SHORT, USHORT, UINT, FLOAT = 5120, 5121, 5122, 5123, 5125, 5126
LETTERS = {BYTE: "b", UBYTE: "B", SHORT: "h", USHORT: "H", UINT: "I", FLOAT: "f"}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


def single(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


class Document:
    def __init__(self, **top):
        self.json = {"asset": {"version": "2.0"}, **top, "accessors": [], "bufferViews": []}
        self.data = b""

    def view(self, data, stride=None, target=None):
        self.data += b"\0" * (-len(self.data) % 4)
        view = {"buffer": 0, "byteOffset": len(self.data), "byteLength": len(data)}
        if stride:
            view["byteStride"] = stride
        if target:
            view["target"] = target
        self.data += data
        self.json["bufferViews"].append(view)
        return len(self.json["bufferViews"]) - 1

    def pack(self, rows, component, stride=None):
        packed = b""
        for row in rows:
            element = struct.pack("<" + LETTERS[component] * len(row), *row)
            packed += element + b"\0" * ((stride or len(element)) - len(element))
        return packed

    def accessor(self, kind, rows, component=FLOAT, normalized=False, stride=None, target=None, bounds=False, sparse=None,
                 count=None):
        accessor = {"componentType": component, "type": kind, "count": count or len(rows)}
        full = [list(row) for row in rows] if rows else [[0.0] * WIDTHS[kind] for _ in range(count)]
        if rows:
            accessor["bufferView"] = self.view(self.pack(rows, component, stride), stride, target)
        if normalized:
            accessor["normalized"] = True
        if sparse:
            for place, row in sparse.items():
                full[place] = list(row)
            accessor["sparse"] = {
                "count": len(sparse),
                "indices": {"bufferView": self.view(self.pack([[i] for i in sparse], UBYTE)), "componentType": UBYTE},
                "values": {"bufferView": self.view(self.pack(sparse.values(), component))}}
        if bounds:
            columns = list(zip(*full))
            exact = single if component == FLOAT else int
            accessor["min"] = [exact(min(column)) for column in columns]
            accessor["max"] = [exact(max(column)) for column in columns]
        self.json["accessors"].append(accessor)
        return len(self.json["accessors"]) - 1

    def finish(self):
        self.data += b"\0" * (-len(self.data) % 4)
        if not self.data:
            del self.json["accessors"], self.json["bufferViews"]
            return self.json
        self.json["buffers"] = [{"byteLength": len(self.data)}]
        return self.json

    def write_text(self, name, beside=False):
        document = self.finish()
        if beside:
            (HERE / f"{name}.bin").write_bytes(self.data)
            document["buffers"][0]["uri"] = f"{name}.bin"
        elif self.data:
            document["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64.b64encode(self.data).decode()
        (HERE / f"{name}.gltf").write_text(json.dumps(document, indent=1) + "\n")

    def write_binary(self, name):
        text = json.dumps(self.finish(), separators=(",", ":")).encode()
        text += b" " * (-len(text) % 4)
        body = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(self.data), b"BIN\0") + self.data
        (HERE / f"{name}.glb").write_bytes(b"glTF" + struct.pack("<II", 2, 12 + len(body)) + body)


def about_z(degrees):
    half = math.radians(degrees) / 2
    return [0.0, 0.0, math.sin(half), math.cos(half)]


def rigid_inverse_z(degrees, x, y):
    """Inverse of translate(x, y, 0) * rotate about z, by columns."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return [c, -s, 0, 0, s, c, 0, 0, 0, 0, 1, 0, -(c * x + s * y), -(-s * x + c * y), 0, 1]


def make_skin8():
    """Eight bones, each 0.25 long and turned by 10 degrees against the one before; eight influences a vertex."""
    doc = Document(scene=0, scenes=[{"nodes": [0, 8]}])
    nodes, binds, x, y = [], [], 0.0, 0.0
    for i in range(8):
        node = {"name": f"bone_{i}", "rotation": about_z(10)}
        if i > 0:
            node["translation"] = [0.0, 0.25, 0.0]
            turn = math.radians(10 * i)
            x, y = x - 0.25 * math.sin(turn), y + 0.25 * math.cos(turn)
        if i < 7:
            node["children"] = [i + 1]
        nodes.append(node)
        binds.append(rigid_inverse_z(10 * (i + 1), x, y))
    nodes.append({"name": "body_node", "mesh": 0, "skin": 0})
    vertices = range(6)
    attributes = {
        "POSITION": doc.accessor("VEC3", [(0.1 * v, 0.25 * v, -0.05 * v) for v in vertices], target=34962, bounds=True),
        "NORMAL": doc.accessor("VEC3", [(math.sin(v), 0.0, math.cos(v)) for v in vertices], target=34962),
        "TEXCOORD_0": doc.accessor("VEC2", [(1000 * v, 65535 - 2000 * v) for v in vertices], USHORT, True, target=34962)}
    for half in range(2):
        slots = range(4 * half, 4 * half + 4)
        attributes[f"JOINTS_{half}"] = doc.accessor("VEC4", [[(v + k) % 8 for k in slots] for v in vertices], UBYTE,
                                                    target=34962)
        attributes[f"WEIGHTS_{half}"] = doc.accessor("VEC4", [[(8 - k) / 36 for k in slots] for _ in vertices], target=34962)
    triangles = doc.accessor("SCALAR", [[i] for i in (0, 1, 2, 1, 3, 2)], USHORT, target=34963)
    fan = doc.accessor("SCALAR", [[i] for i in (0, 3, 4, 5)], UINT, target=34963)
    doc.json["meshes"] = [{"name": "body", "primitives": [
        {"attributes": attributes, "indices": triangles, "material": 1},
        {"attributes": attributes, "indices": fan, "mode": 6, "material": 0}]}]
    doc.json["materials"] = [{"name": "cloth"},
                             {"name": "skin", "pbrMetallicRoughness": {"baseColorFactor": [0.5, 0.25, 0.125, 1]}}]
    doc.json["skins"] = [{"joints": list(range(8)), "inverseBindMatrices": doc.accessor("MAT4", binds)}]
    doc.json["nodes"] = nodes
    doc.write_text("skin8")


def make_quantized():
    """Integers everywhere: positions, normals, weights; a strip; strides; a node given as a matrix."""
    doc = Document(scene=0, scenes=[{"nodes": [0, 2, 3]}], extensionsUsed=["KHR_mesh_quantization"],
                   extensionsRequired=["KHR_mesh_quantization"])
    vertices = range(5)
    attributes = {
        "POSITION": doc.accessor("VEC3", [(1000 * v, -2000 * v, 32767 - 100 * v if v < 4 else -32767) for v in vertices], SHORT,
                                 True, stride=8, target=34962, bounds=True),
        "NORMAL": doc.accessor("VEC3", [(0, 127, 0) if v % 2 else (-127, 0, 0) for v in vertices], BYTE, True, stride=4,
                               target=34962),
        "JOINTS_0": doc.accessor("VEC4", [(0, 1, 0, 0)] * 5, USHORT, target=34962),
        "WEIGHTS_0": doc.accessor("VEC4", [(255 - 20 * v - 1, 20 * v + 1, 0, 0) for v in vertices], UBYTE, True, target=34962)}
    strip = doc.accessor("SCALAR", [[i] for i in range(5)], UBYTE, target=34963)
    doc.json["meshes"] = [{"name": "band", "primitives": [{"attributes": attributes, "indices": strip, "mode": 5}]}]
    doc.json["skins"] = [{"joints": [0, 1]}]
    doc.json["nodes"] = [
        {"name": "root", "children": [1]},
        {"name": "end", "translation": [0, 1, 0], "extras": {"kd_tip": True}},
        {"name": "shown", "mesh": 0, "skin": 0},
        # translate(1, 2, 3) * a quarter turn about x * scale(2, 3, 4), by columns
        {"name": "matrix", "matrix": [2, 0, 0, 0, 0, 0, 3, 0, 0, -4, 0, 0, 1, 2, 3, 1]}]
    doc.write_binary("quantized")


def make_morph():
    """Two meshes with morph targets, some of the same name; sparse accessors; animated weights."""
    doc = Document(scene=0, scenes=[{"nodes": [0, 1]}])
    corners = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]
    position = doc.accessor("VEC3", corners, target=34962, bounds=True)
    indices = doc.accessor("SCALAR", [[i] for i in (0, 1, 2, 0, 2, 3)], USHORT, target=34963)
    smile = doc.accessor("VEC3", [], count=4, sparse={1: (0.0, 0.5, 0.0), 3: (-0.25, 0.0, 0.0)}, bounds=True)
    frown = doc.accessor("VEC3", [(0.0, -0.1 * v, 0.0) for v in range(4)], sparse={2: (1.0, 2.0, 3.0)}, bounds=True)
    primitive = {"attributes": {"POSITION": position}, "indices": indices}
    doc.json["meshes"] = [
        {"name": "face", "weights": [0.25, 0.0], "extras": {"targetNames": ["smile", "frown"]},
         "primitives": [{**primitive, "targets": [{"POSITION": smile}, {"POSITION": frown}]}]},
        {"name": "teeth", "weights": [0.75], "extras": {"targetNames": ["smile"]},
         "primitives": [{**primitive, "targets": [{"POSITION": smile}]}]}]
    doc.json["nodes"] = [{"name": "head", "mesh": 0, "weights": [0.5, 0.125]},
                         {"name": "jaw", "mesh": 1, "translation": [0, -1, 0]}]
    times = doc.accessor("SCALAR", [[0.0], [1.0]], bounds=True)
    # in tangents, values, out tangents of each key, for two targets
    cubic = doc.accessor("SCALAR", [[value] for value in (0, 0, 0.1, 0.9, 1, -2, 3, 0.5, 0.8, 0.2, 0, 0)])
    linear = doc.accessor("SCALAR", [[0.0], [1.0]])
    doc.json["animations"] = [{"name": "talk", "samplers": [
        {"input": times, "output": cubic, "interpolation": "CUBICSPLINE"}, {"input": times, "output": linear}], "channels": [
            {"sampler": 0, "target": {"node": 0, "path": "weights"}}, {"sampler": 1, "target": {"node": 1, "path": "weights"}}]}]
    doc.write_text("morph")


def make_samplers():
    """All kinds of samplers at uneven times, and one at 60 frames a second; the data in a file beside."""
    doc = Document(scene=0, scenes=[{"nodes": [0, 1, 2]}])
    doc.json["nodes"] = [{"name": name, "translation": [index, 0, 0]} for index, name in enumerate("abc")]
    uneven = [0.0, 0.1, 0.25, 0.5]
    times = doc.accessor("SCALAR", [[t] for t in uneven], bounds=True)
    late = doc.accessor("SCALAR", [[0.25], [0.5]], bounds=True)
    frames = doc.accessor("SCALAR", [[f / 60] for f in range(61)], bounds=True)
    turns = [about_z(90 * k) for k in range(4)]
    turns[2] = [-value for value in turns[2]]  # the same rotation in the other hemisphere
    half = round(32767 * math.sqrt(0.5))
    cubic_turns = []
    for k in range(4):
        cubic_turns += [[0.0, 0.0, 0.1, 0.0], about_z(30 * k), [0.0, 0.2, 0.0, 0.0]]
    cubic_moves = []
    for k in range(4):
        cubic_moves += [[k, 0.0, -1.0], [k * k, 1.0 - k, 0.5 * k], [0.0, 2.0, k]]
    outputs = [
        (times, "LINEAR", "VEC3", [[k, -2.0 * k, k * k] for k in range(4)], FLOAT, 0, "translation"),
        (times, "LINEAR", "VEC4", turns, FLOAT, 0, "rotation"),
        (times, "STEP", "VEC3", [[1 + k, 1, 1 + 2 * k] for k in range(4)], FLOAT, 0, "scale"),
        (times, "CUBICSPLINE", "VEC3", cubic_moves, FLOAT, 1, "translation"),
        (times, "CUBICSPLINE", "VEC4", cubic_turns, FLOAT, 1, "rotation"),
        (late, "LINEAR", "VEC4", [(0, 0, 0, 32767), (half, 0, 0, half)], SHORT, 2, "rotation"),
        (frames, "LINEAR", "VEC3", [[math.sin(f), math.cos(f), f] for f in range(61)], FLOAT, 2, "translation")]
    samplers, channels = [], []
    for number, (keys, kind, width, rows, component, node, path) in enumerate(outputs):
        samplers.append({"input": keys, "output": doc.accessor(width, rows, component, component != FLOAT)})
        if kind != "LINEAR":
            samplers[-1]["interpolation"] = kind
        channels.append({"sampler": number, "target": {"node": node, "path": path}})
    doc.json["animations"] = [{"name": "mixed", "samplers": samplers[:6], "channels": channels[:6]},
                              {"name": "sampled", "samplers": samplers[6:],
                               "channels": [{**channels[6], "sampler": 0}]}]
    doc.write_text("samplers", beside=True)


def make_hierarchy():
    """Children before parents, names missing and twice, two scenes, a node outside, a mirror."""
    doc = Document(scene=1, scenes=[{"nodes": [4]}, {"nodes": [2, 5]}])
    doc.json["nodes"] = [
        {"name": "hand", "translation": [0, 0, 2]},
        {"name": "arm", "children": [0, 3], "rotation": about_z(90)},
        {"name": "root", "children": [1], "scale": [2, 2, 2]},
        {"translation": [3, 0, 0]},
        {"name": "elsewhere"},
        {"name": "arm", "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 7, 8, 9, 1]}]
    doc.write_text("hierarchy")


def make_placed():
    """Vertices in centimetres, z up, one metre aside: the inverse bind matrices lead out of that space."""
    doc = Document(scene=0, scenes=[{"nodes": [0, 2]}])
    # model from file: translate(1, 0, 0) * (x, z, -y) * 0.01; by columns
    binds = [[0.01, 0, 0, 0, 0, 0, -0.01, 0, 0, 0.01, 0, 0, 1, -height, 0, 1] for height in (1, 3)]
    vertices = range(4)
    attributes = {
        "POSITION": doc.accessor("VEC3", [(100 * v, 10 * v, 300 - v) for v in vertices], target=34962, bounds=True),
        "NORMAL": doc.accessor("VEC3", [(0, 0, 1)] * 4, target=34962),
        "JOINTS_0": doc.accessor("VEC4", [(v % 2, 0, 0, 0) for v in vertices], UBYTE, target=34962),
        "WEIGHTS_0": doc.accessor("VEC4", [(1, 0, 0, 0)] * 4, target=34962)}
    delta = doc.accessor("VEC3", [(v, 0, 2 * v) for v in vertices], target=34962, bounds=True)
    doc.json["meshes"] = [{"primitives": [{"attributes": attributes, "mode": 5, "targets": [{"POSITION": delta}]}]}]
    doc.json["skins"] = [{"joints": [0, 1], "inverseBindMatrices": doc.accessor("MAT4", binds)}]
    doc.json["nodes"] = [{"name": "low", "translation": [0, 1, 0], "children": [1]}, {"name": "high", "translation": [0, 2, 0]},
                         {"name": "coat", "mesh": 0, "skin": 0}]
    doc.write_binary("placed")


if __name__ == "__main__":
    make_placed()
    make_skin8()
    make_quantized()
    make_morph()
    make_samplers()
    make_hierarchy()
