/* kd_scene_skin_at: the nearest point of a skinned surface and the skin weights there. The nearest point of a triangle
 * is found by the regions of its plane (Ericson, Real-Time Collision Detection, 5.1.5), in double precision. */
#include "kinedriver/rig_attach.h"

#include "text/findings.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef struct skin_spot {
    int32_t mesh;
    uint32_t corners[3];
    double shares[3];
    double square; /* distance from the point asked for */
} skin_spot;

typedef struct skin_vector {
    double x, y, z;
} skin_vector;

kd_attach_desc kd_attach_desc_default(void)
{
    kd_attach_desc desc = {NULL, NULL, -1, {0.0f, 0.0f, 0.0f}, 0.01f};
    return desc;
}

static skin_vector spot_from(kd_vec3 a, kd_vec3 b)
{
    skin_vector v = {(double)b.x - a.x, (double)b.y - a.y, (double)b.z - a.z};
    return v;
}

static double spot_dot(skin_vector a, skin_vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static double spot_share(double part, double whole)
{
    return whole > 0.0 ? fmin(fmax(part / whole, 0.0), 1.0) : 0.0;
}

static void spot_set(double shares[3], double b, double c)
{
    shares[0] = 1.0 - b - c;
    shares[1] = b;
    shares[2] = c;
}

/* Shares of the corners at the point of triangle abc nearest to p. */
static void spot_nearest(kd_vec3 p, kd_vec3 a, kd_vec3 b, kd_vec3 c, double shares[3])
{
    skin_vector ab = spot_from(a, b), ac = spot_from(a, c), ap = spot_from(a, p), bp = spot_from(b, p);
    skin_vector cp = spot_from(c, p);
    double d1 = spot_dot(ab, ap), d2 = spot_dot(ac, ap), d3 = spot_dot(ab, bp), d4 = spot_dot(ac, bp);
    double d5 = spot_dot(ab, cp), d6 = spot_dot(ac, cp);
    double va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
    if (d1 <= 0.0 && d2 <= 0.0)
        spot_set(shares, 0.0, 0.0);
    else if (d3 >= 0.0 && d4 <= d3)
        spot_set(shares, 1.0, 0.0);
    else if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0)
        spot_set(shares, spot_share(d1, d1 - d3), 0.0);
    else if (d6 >= 0.0 && d5 <= d6)
        spot_set(shares, 0.0, 1.0);
    else if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0)
        spot_set(shares, 0.0, spot_share(d2, d2 - d6));
    else if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0) {
        double w = spot_share(d4 - d3, (d4 - d3) + (d5 - d6));
        spot_set(shares, 1.0 - w, w);
    } else {
        double sum = va + vb + vc;
        spot_set(shares, spot_share(vb, sum), spot_share(vc, sum));
    }
}

static kd_vec3 spot_position(const kd_mesh *mesh, const uint32_t corners[3], const double shares[3])
{
    double sum[3] = {0, 0, 0};
    for (int k = 0; k < 3; k++) {
        const kd_vec3 *p = &mesh->positions[corners[k]];
        sum[0] += shares[k] * p->x;
        sum[1] += shares[k] * p->y;
        sum[2] += shares[k] * p->z;
    }
    kd_vec3 position = {(float)sum[0], (float)sum[1], (float)sum[2]};
    return position;
}

static void spot_search(const kd_mesh *mesh, int32_t index, kd_vec3 point, skin_spot *best)
{
    for (int32_t i = 0; i + 2 < mesh->index_count; i += 3) {
        const uint32_t *corners = mesh->indices + i;
        double shares[3];
        spot_nearest(point, mesh->positions[corners[0]], mesh->positions[corners[1]], mesh->positions[corners[2]],
                     shares);
        skin_vector away = spot_from(point, spot_position(mesh, corners, shares));
        double square = spot_dot(away, away);
        if (!(square < best->square))
            continue;
        best->mesh = index;
        best->square = square;
        memcpy(best->corners, corners, sizeof best->corners);
        memcpy(best->shares, shares, sizeof best->shares);
    }
}

static void spot_add_weight(kd_attach_place *place, int32_t joint, double weight)
{
    int32_t i = 0;
    while (i < place->joint_count && place->joints[i] != joint)
        i++;
    if (i == place->joint_count) {
        place->joints[place->joint_count++] = joint;
        place->weights[i] = 0.0f;
    }
    place->weights[i] += (float)weight;
}

/* Largest first; small ones go, the rest sums to 1. */
static void spot_tidy(kd_attach_place *place, float least)
{
    for (int32_t i = 1; i < place->joint_count; i++)
        for (int32_t k = i; k > 0 && place->weights[k] > place->weights[k - 1]; k--) {
            float weight = place->weights[k];
            int32_t joint = place->joints[k];
            place->weights[k] = place->weights[k - 1];
            place->joints[k] = place->joints[k - 1];
            place->weights[k - 1] = weight;
            place->joints[k - 1] = joint;
        }
    while (place->joint_count > 1 && !(place->weights[place->joint_count - 1] >= least))
        place->joint_count--;
    while (place->joint_count > 1 && place->weights[place->joint_count - 1] <= 0.0f)
        place->joint_count--;
    double sum = 0.0;
    for (int32_t i = 0; i < place->joint_count; i++)
        sum += place->weights[i];
    for (int32_t i = 0; i < place->joint_count; i++)
        place->weights[i] = sum > 0.0 ? (float)(place->weights[i] / sum) : 1.0f / (float)place->joint_count;
}

static void spot_fill(const kd_scene *scene, const skin_spot *spot, float least, kd_attach_place *place)
{
    const kd_mesh *mesh = &scene->meshes[spot->mesh];
    memset(place, 0, sizeof *place);
    place->mesh = spot->mesh;
    place->position = spot_position(mesh, spot->corners, spot->shares);
    place->distance = (float)sqrt(spot->square);
    for (int k = 0; k < 3; k++)
        for (int32_t slot = 0; slot < mesh->influence_count && spot->shares[k] > 0.0; slot++) {
            size_t at = (size_t)spot->corners[k] * (size_t)mesh->influence_count + (size_t)slot;
            if (mesh->skin_weights[at] > 0.0f)
                spot_add_weight(place, mesh->skin_joints[at], spot->shares[k] * (double)mesh->skin_weights[at]);
        }
    spot_tidy(place, least);
}

static bool spot_is_wanted(const kd_mesh *mesh, const kd_attach_desc *desc)
{
    return mesh->influence_count > 0 && (!desc->mesh || strcmp(mesh->name, desc->mesh) == 0);
}

static kd_result spot_of_vertex(const kd_scene *scene, const kd_attach_desc *desc, skin_spot *spot,
                                kd_findings *findings)
{
    int32_t mesh = 0;
    while (!spot_is_wanted(&scene->meshes[mesh], desc))
        mesh++;
    if (desc->vertex >= scene->meshes[mesh].vertex_count)
        return KDI_ERROR(findings, KD_INDEX, NULL, "there is no vertex %d: the mesh has %d, counted from 0",
                         (int)desc->vertex, (int)scene->meshes[mesh].vertex_count);
    spot->mesh = mesh;
    spot->square = 0.0;
    spot->corners[0] = spot->corners[1] = spot->corners[2] = (uint32_t)desc->vertex;
    spot_set(spot->shares, 0.0, 0.0);
    return KD_OK;
}

kd_result kd_scene_skin_at(const kd_scene *scene, const kd_attach_desc *desc, kd_attach_place *place,
                           kd_findings *findings)
{
    skin_spot spot;
    int32_t skinned = 0, named = 0;
    memset(&spot, 0, sizeof spot);
    spot.mesh = -1;
    spot.square = DBL_MAX;
    for (int32_t i = 0; i < scene->mesh_count; i++) {
        skinned += scene->meshes[i].influence_count > 0;
        named += spot_is_wanted(&scene->meshes[i], desc);
    }
    if (skinned == 0)
        return KDI_ERROR(findings, KD_EMPTY, NULL, "the file has no skinned mesh to attach a joint to");
    if (named == 0)
        return KDI_ERROR(findings, KD_NAME_UNKNOWN, NULL, "there is no skinned mesh '%.100s'", desc->mesh);
    if (desc->vertex >= 0) {
        kd_result result = spot_of_vertex(scene, desc, &spot, findings);
        if (result != KD_OK)
            return result;
    } else {
        if (!isfinite(desc->point.x) || !isfinite(desc->point.y) || !isfinite(desc->point.z))
            return KDI_ERROR(findings, KD_RANGE, NULL, "the point is not finite");
        for (int32_t i = 0; i < scene->mesh_count; i++)
            if (spot_is_wanted(&scene->meshes[i], desc))
                spot_search(&scene->meshes[i], i, desc->point, &spot);
    }
    if (spot.mesh < 0)
        return KDI_ERROR(findings, KD_EMPTY, NULL, "the skinned mesh has no triangles");
    spot_fill(scene, &spot, desc->least, place);
    return KD_OK;
}
