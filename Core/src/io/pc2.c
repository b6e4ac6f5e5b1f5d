/* PC2, little endian throughout: "POINTCACHE2" with its zero byte, version 1, vertex count, first frame and step as
 * floats, sample count, then the positions sample by sample. */
#include "io/pointcache.h"
#include "kinedriver/pointcache.h"
#include "text/findings.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum {
    PC2_SIGNATURE_BYTES = 12,
    PC2_VERSION_AT = 12,
    PC2_VERTICES_AT = 16,
    PC2_START_AT = 20,
    PC2_STEP_AT = 24,
    PC2_FRAMES_AT = 28,
    PC2_HEADER_BYTES = 32
};

static const char PC2_SIGNATURE[PC2_SIGNATURE_BYTES] = "POINTCACHE2";

static kd_result pc2_check_head(const unsigned char *data, size_t size, kd_findings *findings)
{
    size_t compared = size < PC2_SIGNATURE_BYTES ? size : PC2_SIGNATURE_BYTES;
    if (compared == 0 || memcmp(data, PC2_SIGNATURE, compared) != 0)
        return KDI_ERROR(findings, KD_FORMAT_UNKNOWN, NULL,
                         "a PC2 file begins with 'POINTCACHE2' and a zero byte; this one does not");
    if (size < PC2_HEADER_BYTES)
        return KDI_ERROR(findings, KD_TRUNCATED, NULL, "the header of a PC2 file has %d bytes; this file has %zu",
                         PC2_HEADER_BYTES, size);
    uint32_t version = kdi_bytes_read_u32(data + PC2_VERSION_AT, false);
    if (version != 1)
        return KDI_ERROR(findings, KD_VERSION, NULL, "the version at byte %d is %u; only version 1 is known",
                         PC2_VERSION_AT, (unsigned)version);
    return KD_OK;
}

static kd_result pc2_make_times(const kdi_pointcache *cache, const kd_read_desc *desc, float *times_s,
                                kd_findings *findings)
{
    double start = (double)kdi_bytes_read_float(cache->data + PC2_START_AT, false);
    double step = (double)kdi_bytes_read_float(cache->data + PC2_STEP_AT, false);
    double frame_time = desc->frame_time_s > 0.0 ? desc->frame_time_s : KD_SHAPES_FRAME_TIME_S;
    double last = (start + step * (double)(cache->frames - 1)) * frame_time;
    if (!(fabs(start * frame_time) <= FLT_MAX && fabs(last) <= FLT_MAX)) /* false for NaN, too */
        return KDI_ERROR(findings, KD_NUMBER, NULL,
                         "the first frame and the step at bytes %d and %d do not give finite times", PC2_START_AT,
                         PC2_STEP_AT);
    for (int64_t i = 0; i < cache->frames; i++)
        times_s[i] = (float)((start + step * (double)i) * frame_time);
    return KD_OK;
}

kd_result kd_pc2_read(const void *data, size_t size, const kd_read_desc *desc, kd_scene **out, kd_findings *findings)
{
    *out = NULL;
    const unsigned char *bytes = (const unsigned char *)data;
    kd_result result = pc2_check_head(bytes, size, findings);
    if (result != KD_OK)
        return result;
    kdi_pointcache cache = {bytes, size, PC2_HEADER_BYTES, 0, 0, false};
    cache.vertices = (int32_t)kdi_bytes_read_u32(bytes + PC2_VERTICES_AT, false);
    cache.frames = (int32_t)kdi_bytes_read_u32(bytes + PC2_FRAMES_AT, false);
    result = kdi_pointcache_check(&cache, PC2_VERTICES_AT, PC2_FRAMES_AT, desc, findings);
    if (result != KD_OK)
        return result;
    kd_scene *scene = kdi_pointcache_make_scene(&cache, desc, &result, findings);
    if (!scene)
        return result;
    result = pc2_make_times(&cache, desc, scene->shapes->times_s, findings);
    if (result == KD_OK)
        *out = scene;
    else
        kd_scene_free(scene);
    return result;
}

static void pc2_put_u32(unsigned char *to, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        to[i] = (unsigned char)(value >> (8 * i));
}

static void pc2_put_float(unsigned char *to, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    pc2_put_u32(to, bits);
}

/* The step between frames; warns where the times have no common one. */
static double pc2_step_of(const kd_shapes *shapes, kd_findings *findings)
{
    int32_t count = shapes->frame_count;
    if (count < 2)
        return 1.0;
    double start = (double)shapes->times_s[0];
    double step = ((double)shapes->times_s[count - 1] - start) / (count - 1);
    for (int32_t i = 0; i < count; i++) {
        double off = fabs((double)shapes->times_s[i] - (start + step * i));
        if (off > 1e-3 * fabs(step) + 1e-6 * fabs((double)shapes->times_s[i])) {
            KDI_WARNING(findings, KD_LOSSY, NULL,
                        "PC2 holds evenly spaced frames only; the times of the shapes become so");
            break;
        }
    }
    return step / KD_SHAPES_FRAME_TIME_S;
}

kd_result kd_pc2_write(const kd_scene *scene, kd_buffer *out, kd_findings *findings)
{
    if (scene->shapes_count == 0)
        return KDI_ERROR(findings, KD_EMPTY, NULL, "PC2 holds shapes only, and there are none");
    if (scene->shapes_count > 1 || scene->mesh_count > 0 || scene->clip_count > 0 || scene->skeleton.joint_count > 0)
        KDI_WARNING(findings, KD_LOSSY, NULL, "PC2 holds one sequence of shapes; all else in the scene is left out");
    const kd_shapes *shapes = &scene->shapes[0];
    size_t positions = (size_t)shapes->frame_count * (size_t)shapes->vertex_count;
    if (positions == 0)
        return KDI_ERROR(findings, KD_EMPTY, NULL, "the shapes have no frame or no vertex");
    unsigned char *to = (unsigned char *)kd_buffer_extend(out, PC2_HEADER_BYTES + positions * 12);
    if (!to)
        return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for the PC2 file");
    memcpy(to, PC2_SIGNATURE, PC2_SIGNATURE_BYTES);
    pc2_put_u32(to + PC2_VERSION_AT, 1);
    pc2_put_u32(to + PC2_VERTICES_AT, (uint32_t)shapes->vertex_count);
    pc2_put_float(to + PC2_START_AT, (float)((double)shapes->times_s[0] / KD_SHAPES_FRAME_TIME_S));
    pc2_put_float(to + PC2_STEP_AT, (float)pc2_step_of(shapes, findings));
    pc2_put_u32(to + PC2_FRAMES_AT, (uint32_t)shapes->frame_count);
    to += PC2_HEADER_BYTES;
    for (size_t i = 0; i < positions; i++, to += 12) {
        pc2_put_float(to, shapes->positions[i].x);
        pc2_put_float(to + 4, shapes->positions[i].y);
        pc2_put_float(to + 8, shapes->positions[i].z);
    }
    return KD_OK;
}
