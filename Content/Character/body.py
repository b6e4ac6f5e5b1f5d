"""The sample character's surface: round cones melted into one distance field, meshed by surface nets, symmetrical in X."""
import numpy as np

VOXEL = 2.0
BLEND = 4.5  # width of the melting

# (from, to, radius there, radius here, scale of the axes); the right side is the left one mirrored.
_CENTRE = [
    ((0, 95, -0.5), (0, 102, 0), 14.2, 12.6, (1, 1, 0.72)),
    ((0, 103, 0), (0, 115, 0), 12.2, 12.2, (1, 1, 0.72)),
    ((0, 118, -0.5), (0, 132, -1.2), 13.0, 14.0, (1, 1, 0.72)),
    ((0, 143, -2.5), (0, 156, -0.8), 5.6, 5.2, (1, 1, 1)),
    ((0, 161, 0.6), (0, 167, 0.0), 7.8, 9.0, (0.84, 1, 1)),
    ((0, 157.2, 4.4), (0, 159, 4.6), 3.4, 4.0, (1.0, 1, 1)),
    ((0, 162.2, 9.0), (0, 164.5, 8.4), 1.0, 0.6, (1, 1, 1)),
]
_LEFT = [
    ((2, 145, -2.5), (15, 142.5, -2), 5.0, 5.4, (1, 1, 1)),
    ((6, 133, 3.6), (10, 134.5, 3.2), 5.4, 5.0, (1, 1, 1)),
    ((8, 137, -5), (9.5, 129, -5), 4.6, 4.6, (1, 1, 1)),
    ((11, 128, -2), (13.5, 136, -2), 4.0, 4.4, (1, 1, 1)),
    ((17.5, 142, -2), (23, 142, -2), 6.2, 5.0, (1, 1, 1)),
    ((18, 142, -2), (46, 142, -2.5), 4.9, 3.6, (1, 1, 1)),
    ((28, 142.3, -0.6), (35, 142.3, -0.8), 3.9, 3.8, (1, 1, 1)),
    ((46, 142, -2.5), (71, 142, -1), 3.6, 2.5, (1, 1, 1)),
    ((50, 142, -2.2), (56, 142, -2.2), 3.9, 3.6, (1, 1, 1)),
    ((71, 142, -1), (80, 142, -1), 3.2, 4.2, (1, 0.62, 1)),
    ((80, 142, -1), (87, 142, -1), 4.2, 3.2, (1, 0.55, 1)),
    ((73, 141.4, 1.2), (78, 140.2, 5), 1.9, 1.8, (1, 1, 1)),
    ((78, 140.2, 5), (80, 139.7, 6.8), 1.8, 1.5, (1, 1, 1)),
    ((9, 92, 0), (9.5, 50, 1), 8.4, 5.0, (1, 1, 1)),
    ((7.8, 94, -4.5), (8.3, 90.5, -4.5), 7.0, 6.8, (1, 1, 1)),
    ((9.5, 50, 1), (9.5, 9, -3), 4.8, 3.2, (1, 1, 1)),
    ((9.5, 40, -2.2), (9.5, 31, -2.6), 4.2, 3.9, (1, 1, 1)),
    ((9.5, 50.5, 2.6), (9.5, 48.5, 2.6), 3.2, 3.0, (1, 1, 1)),
    ((9.5, 4.6, -4), (10, 3.2, 10), 4.0, 3.1, (1, 1, 1)),
    ((9.7, 3.2, 9), (10.5, 2.4, 15), 3.3, 2.2, (1.25, 1, 1)),
]
_CROTCH = _LEFT[13:15]  # near enough to the middle to melt with their mirror images


def cone_distance(points, cone):
    start, end, r0, r1, scale = cone
    s = np.array(scale, float)
    a, b = np.array(start, float) / s, np.array(end, float) / s
    q = points / s
    line = b - a
    t = np.clip(((q - a) @ line) / (line @ line), 0, 1)
    return (np.linalg.norm(q - a - t[..., None] * line, axis=-1) - (r0 + (r1 - r0) * t)) * s.min()


def melt(a, b):
    h = np.maximum(BLEND - np.abs(a - b), 0) / BLEND
    return np.minimum(a, b) - h * h * BLEND * 0.25


def distance(points):
    """Below zero inside. The field is that of x and -x, so the body is symmetrical; it stands on y = 0."""
    folded = points.copy()
    folded[..., 0] = np.abs(folded[..., 0])
    field = None
    for cone in _CENTRE + _LEFT:
        d = cone_distance(folded, cone)
        field = d if field is None else melt(field, d)
    other = folded * np.array([-1, 1, 1])
    for cone in _CROTCH:
        field = melt(field, cone_distance(other, cone))
    return np.maximum(field, -points[..., 1])


def gradient(points, step=0.4):
    g = np.stack([distance(points + step * e) - distance(points - step * e) for e in np.eye(3)], axis=-1)
    return g / np.maximum(np.linalg.norm(g, axis=-1, keepdims=True), 1e-9)


def build():
    """(positions n x 3, normals n x 3, triangles m x 3)."""
    half = int(np.ceil(96 / VOXEL))
    xs = (np.arange(2 * half) - half + 0.5) * VOXEL
    ys = np.arange(int(np.ceil(184 / VOXEL))) * VOXEL - 2.3
    zs = np.arange(int(np.ceil(48 / VOXEL))) * VOXEL - 20.0
    grid = np.stack(np.meshgrid(xs, ys, zs, indexing="ij"), axis=-1)
    field = distance(grid)
    index, places = cell_vertices(field, (xs[0], ys[0], zs[0]))
    triangles = quads_of(field, index)
    for _ in range(4):  # even out the grid's steps, staying on the surface
        places = relax(places, triangles)
        places -= gradient(places) * distance(places)[:, None]
    return places, gradient(places), triangles


def neighbour_mean(values, triangles):
    """For every vertex the mean of the values at its neighbours; every edge belongs to two triangles."""
    total = np.zeros_like(values)
    count = np.zeros(len(values))
    for a, b in ((0, 1), (1, 2), (2, 0)):
        for p, q in ((a, b), (b, a)):
            np.add.at(total, triangles[:, p], values[triangles[:, q]])
            np.add.at(count, triangles[:, p], 1)
    return total / count[:, None]


def relax(places, triangles):
    return places + 0.5 * (neighbour_mean(places, triangles) - places)


def cell_vertices(field, origin):
    """One vertex in every cell the surface passes: the mean of its edges' crossings."""
    corners = [(i, j, k) for i in (0, 1) for j in (0, 1) for k in (0, 1)]
    nx, ny, nz = (n - 1 for n in field.shape)
    value = {c: field[c[0]:c[0] + nx, c[1]:c[1] + ny, c[2]:c[2] + nz] for c in corners}
    total = np.zeros((nx, ny, nz, 3))
    count = np.zeros((nx, ny, nz))
    for c in corners:
        for axis in range(3):
            if c[axis]:
                continue
            d = tuple(v + (1 if i == axis else 0) for i, v in enumerate(c))
            a, b = value[c], value[d]
            crossed = (a < 0) != (b < 0)
            t = np.where(crossed, a / np.where(crossed, a - b, 1), 0)
            point = np.broadcast_to(np.array(c, float), total.shape).copy()
            point[..., axis] += t
            total += point * crossed[..., None]
            count += crossed
    used = count > 0
    index = np.full(count.shape, -1)
    index[used] = np.arange(used.sum())
    cells = np.argwhere(used)
    places = (cells + total[used] / count[used][:, None]) * VOXEL + np.array(origin)
    return index, places


def quads_of(field, index):
    """Two triangles for every grid edge that the surface crosses, seen counter-clockwise from outside."""
    triangles = []
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        a = np.moveaxis(field, (axis, u, v), (0, 1, 2))
        cells = np.moveaxis(index, (axis, u, v), (0, 1, 2))
        low, high = a[:-1, 1:-1, 1:-1], a[1:, 1:-1, 1:-1]
        for i, j, k in np.argwhere((low < 0) != (high < 0)):
            quad = [cells[i, j, k], cells[i, j + 1, k], cells[i, j + 1, k + 1], cells[i, j, k + 1]]
            if low[i, j, k] >= 0:
                quad.reverse()
            triangles += [(quad[0], quad[1], quad[2]), (quad[0], quad[2], quad[3])]
    return np.array(triangles)
