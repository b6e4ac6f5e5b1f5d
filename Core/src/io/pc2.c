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

/* Whether the first and the last time, and with them all between, are finite floats. */
static bool pc2_times_fit(double start, double step, int64_t frames, double frame_time_s)
{
    double last = (start + step * (double)(frames - 1)) * frame_time_s;
    return fabs(start * frame_time_s) <= FLT_MAX && fabs(last) <= FLT_MAX; /* false for NaN, too */
}

static kd_result pc2_make_times(const kdi_pointcache *cache, const kd_read_desc *desc, float *times_s,
                                kd_findings *findings)
{
    double start = (double)kdi_bytes_read_float(cache->data + PC2_START_AT, false);
    double step = (double)kdi_bytes_read_float(cache->data + PC2_STEP_AT, false);
    double frame_time = desc->frame_time_s > 0.0 ? desc->frame_time_s : KD_SHAPES_FRAME_TIME_S;
    if (!pc2_times_fit(start, step, cache->frames, frame_time))
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
        result = kdi_pointcache_check_times(scene->shapes, desc, findings);
    if (result == KD_OK)
        *out = scene;
    else
        kd_scene_free(scene);
    return result;
}

/* The step between frames in seconds; warns where the times have no common one. */
static double pc2_step_of(const kd_shapes *shapes, kd_findings *findings)
{
    int32_t count = shapes->frame_count;
    if (count < 2)
        return KD_SHAPES_FRAME_TIME_S;
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
    return step;
}

kd_result kd_pc2_write(const kd_scene *scene, kd_buffer *out, kd_findings *findings)
{
    kd_result result = kdi_pointcache_check_scene(scene, "PC2", findings);
    if (result != KD_OK)
        return result;
    const kd_shapes *shapes = &scene->shapes[0];
    double start = (double)shapes->times_s[0] / KD_SHAPES_FRAME_TIME_S;
    double step = pc2_step_of(shapes, findings) / KD_SHAPES_FRAME_TIME_S;
    if (fabs(start) > FLT_MAX || fabs(step) > FLT_MAX ||
        !pc2_times_fit((double)(float)start, (double)(float)step, shapes->frame_count, KD_SHAPES_FRAME_TIME_S))
        return KDI_ERROR(findings, KD_RANGE, NULL,
                         "the times of the shapes are too large to count in frames as PC2 does");
    unsigned char *to = kdi_pointcache_extend(shapes, PC2_HEADER_BYTES, false, out);
    if (!to)
        return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for the PC2 file");
    memcpy(to, PC2_SIGNATURE, PC2_SIGNATURE_BYTES);
    kdi_bytes_write_u32(to + PC2_VERSION_AT, 1, false);
    kdi_bytes_write_u32(to + PC2_VERTICES_AT, (uint32_t)shapes->vertex_count, false);
    kdi_bytes_write_float(to + PC2_START_AT, (float)start, false);
    kdi_bytes_write_float(to + PC2_STEP_AT, (float)step, false);
    kdi_bytes_write_u32(to + PC2_FRAMES_AT, (uint32_t)shapes->frame_count, false);
    return KD_OK;
}
