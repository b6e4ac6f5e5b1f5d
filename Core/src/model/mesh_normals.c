/* Normals of a mesh from its faces. Sums are kept in double and relative to the largest coordinate, so that neither
 * tiny nor huge meshes lose them. */
#include "model/mesh_normals.h"

#include "base/allocator.h"

#include <math.h>
#include <string.h>

kd_vec3 kdi_unit_vector(double x, double y, double z)
{
    kd_vec3 unit = {0.0f, 0.0f, 1.0f};
    double largest = fmax(fabs(x), fmax(fabs(y), fabs(z)));
    if (largest == 0.0)
        return unit;
    x /= largest;
    y /= largest;
    z /= largest;
    double length = sqrt(x * x + y * y + z * z);
    unit.x = (float)(x / length);
    unit.y = (float)(y / length);
    unit.z = (float)(z / length);
    return unit;
}

static double normals_largest_coordinate(const kd_mesh *mesh)
{
    double largest = 0.0;
    for (int32_t i = 0; i < mesh->vertex_count; i++) {
        const kd_vec3 *p = &mesh->positions[i];
        largest = fmax(largest, fmax(fabs((double)p->x), fmax(fabs((double)p->y), fabs((double)p->z))));
    }
    return largest > 0.0 ? largest : 1.0;
}

static void normals_add_face(const kd_mesh *mesh, const uint32_t *corners, double unit, double (*sums)[3])
{
    double e[2][3];
    const kd_vec3 *origin = &mesh->positions[corners[0]];
    for (int k = 0; k < 2; k++) {
        const kd_vec3 *corner = &mesh->positions[corners[1 + k]];
        e[k][0] = ((double)corner->x - origin->x) / unit;
        e[k][1] = ((double)corner->y - origin->y) / unit;
        e[k][2] = ((double)corner->z - origin->z) / unit;
    }
    for (int k = 0; k < 3; k++) {
        double *sum = sums[corners[k]];
        sum[0] += e[0][1] * e[1][2] - e[0][2] * e[1][1];
        sum[1] += e[0][2] * e[1][0] - e[0][0] * e[1][2];
        sum[2] += e[0][0] * e[1][1] - e[0][1] * e[1][0];
    }
}

bool kdi_mesh_compute_normals(kd_mesh *mesh, const kd_allocator *allocator)
{
    size_t count = (size_t)mesh->vertex_count;
    if (count == 0)
        return true;
    double(*sums)[3] = (double(*)[3])kdi_allocate(allocator, count, sizeof *sums);
    if (!sums)
        return false;
    memset(sums, 0, count * sizeof *sums);
    double unit = normals_largest_coordinate(mesh);
    for (int32_t i = 0; i < mesh->index_count; i += 3)
        normals_add_face(mesh, mesh->indices + i, unit, sums);
    for (size_t i = 0; i < count; i++)
        mesh->normals[i] = kdi_unit_vector(sums[i][0], sums[i][1], sums[i][2]);
    kdi_free(allocator, sums, count * sizeof *sums);
    return true;
}
