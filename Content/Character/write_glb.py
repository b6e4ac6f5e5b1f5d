"""Writes the sample's mesh, skeleton, skin and morph targets as binary glTF: metres, joint axes along the world's."""
import json
import struct

import numpy as np

_METRE = 0.01
_FLOAT, _UBYTE, _USHORT = 5126, 5121, 5123
_ARRAY, _ELEMENTS = 34962, 34963


class Pack:
    """Collects arrays in one buffer."""

    def __init__(self):
        self.data, self.views, self.accessors = bytearray(), [], []

    def add(self, array, component, kind, target=None, bounds=False):
        accessor = {"bufferView": self.view(array, target), "componentType": component, "count": len(array), "type": kind}
        if bounds:
            accessor["min"], accessor["max"] = array.min(axis=0).tolist(), array.max(axis=0).tolist()
        self.accessors.append(accessor)
        return len(self.accessors) - 1

    def add_sparse(self, array):
        """Vectors that are zero nearly everywhere: only the others are stored."""
        rows = np.flatnonzero(np.any(array != 0, axis=1))
        indices = {"bufferView": self.view(np.ascontiguousarray(rows, dtype="<u2")), "componentType": _USHORT}
        values = {"bufferView": self.view(floats(array[rows]))}
        self.accessors.append({
            "componentType": _FLOAT, "count": len(array), "type": "VEC3",
            "min": array.min(axis=0).tolist(), "max": array.max(axis=0).tolist(),
            "sparse": {"count": len(rows), "indices": indices, "values": values}})
        return len(self.accessors) - 1

    def view(self, array, target=None):
        self.data += b"\0" * (-len(self.data) % 4)
        view = {"buffer": 0, "byteOffset": len(self.data), "byteLength": array.nbytes}
        self.views.append(view if target is None else {**view, "target": target})
        self.data += array.tobytes()
        return len(self.views) - 1


def floats(array):
    return np.ascontiguousarray(array, dtype="<f4")


def nodes_of(joints, helpers):
    rows = list(joints) + [(name, carrier, position) for name, carrier, position, _, _ in helpers]
    nodes = []
    for name, parent, position in rows:
        above = rows[parent][2] if parent >= 0 else (0, 0, 0)
        node = {"name": name}
        offset = [round((a - b) * _METRE, 6) for a, b in zip(position, above)]
        if any(offset):
            node["translation"] = offset
        nodes.append(node)
    for index, (_, parent, _) in enumerate(rows):
        if parent >= 0:
            nodes[parent].setdefault("children", []).append(index)
    return rows, nodes


def write(path, joints, helpers, points, normals, triangles, skin, morphs):
    pack = Pack()
    rows, nodes = nodes_of(joints, helpers)
    attributes = {
        "POSITION": pack.add(floats(points * _METRE), _FLOAT, "VEC3", _ARRAY, bounds=True),
        "NORMAL": pack.add(floats(normals / np.linalg.norm(normals, axis=1, keepdims=True)), _FLOAT, "VEC3", _ARRAY),
        "JOINTS_0": pack.add(np.ascontiguousarray(skin[0], dtype="u1"), _UBYTE, "VEC4", _ARRAY),
        "WEIGHTS_0": pack.add(floats(skin[1]), _FLOAT, "VEC4", _ARRAY),
    }
    targets = [{"POSITION": pack.add_sparse(floats(offsets * _METRE))} for offsets in morphs.values()]
    indices = pack.add(np.ascontiguousarray(triangles.reshape(-1), dtype="<u2"), _USHORT, "SCALAR", _ELEMENTS)
    binds = np.zeros((len(rows), 4, 4), dtype="<f4")  # column-major: the last row of numpy's array holds the translation
    binds[:] = np.eye(4)
    binds[:, 3, :3] = -np.array([position for _, _, position in rows]) * _METRE
    skins = [{"inverseBindMatrices": pack.add(binds, _FLOAT, "MAT4"), "joints": list(range(len(rows))), "skeleton": 0}]
    nodes.append({"name": "body", "mesh": 0, "skin": 0})
    clay = {"baseColorFactor": [0.72, 0.6, 0.5, 1], "metallicFactor": 0, "roughnessFactor": 0.8}
    primitive = {"attributes": attributes, "indices": indices, "material": 0, "targets": targets}
    document = {
        "asset": {"version": "2.0", "generator": "KineDriver sample character"},
        "scene": 0, "scenes": [{"nodes": [0, len(nodes) - 1]}], "nodes": nodes, "skins": skins,
        "meshes": [{"name": "body", "primitives": [primitive], "weights": [0] * len(morphs),
                    "extras": {"targetNames": list(morphs)}}],
        "materials": [{"name": "clay", "pbrMetallicRoughness": clay}],
        "accessors": pack.accessors, "bufferViews": pack.views, "buffers": [{"byteLength": len(pack.data)}],
    }
    path.write_bytes(container(document, pack.data))


def container(document, data):
    text = json.dumps(document, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    data = bytes(data) + b"\0" * (-len(data) % 4)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(data), b"BIN\0") + data
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks
