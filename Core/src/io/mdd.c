/* MDD, big endian throughout: frame count, vertex count, a time in seconds for each frame, then the positions frame by
 * frame. */
#include "io/pointcache.h"
#include "kinedriver/pointcache.h"
#include "text/findings.h"

#include <math.h>

enum { MDD_HEADER_BYTES = 8, MDD_FRAMES_AT = 0, MDD_VERTICES_AT = 4 };

static kdi_pointcache mdd_open(const unsigned char *data, size_t size)
{
    kdi_pointcache cache = {data, size, 0, 0, 0, true};
    cache.frames = (int32_t)kdi_bytes_read_u32(data + MDD_FRAMES_AT, true);
    cache.vertices = (int32_t)kdi_bytes_read_u32(data + MDD_VERTICES_AT, true);
    if (cache.frames > 0)
        cache.positions_at = MDD_HEADER_BYTES + (size_t)cache.frames * 4;
    return cache;
}

bool kd_mdd_fits(const void *data, size_t size)
{
    if (size < MDD_HEADER_BYTES)
        return false;
    kdi_pointcache cache = mdd_open((const unsigned char *)data, size);
    if (cache.frames <= 0 || cache.vertices <= 0)
        return false;
    return size == cache.positions_at + (uint64_t)cache.frames * (uint64_t)cache.vertices * 12;
}

static kd_result mdd_read_times(const kdi_pointcache *cache, const kd_read_desc *desc, float *times_s,
                                kd_findings *findings)
{
    if (desc->frame_time_s > 0.0)
        return kdi_shapes_space_times(times_s, cache->frames, desc->frame_time_s, findings);
    for (size_t i = 0; i < (size_t)cache->frames; i++) {
        size_t at = MDD_HEADER_BYTES + i * 4;
        times_s[i] = kdi_bytes_read_float(cache->data + at, true);
        if (!isfinite(times_s[i]))
            return KDI_ERROR(findings, KD_NUMBER, NULL,
                             "the time of frame %zu, at byte %zu, is not finite; a frame time given replaces all times",
                             i, at);
    }
    return KD_OK;
}

kd_result kd_mdd_read(const void *data, size_t size, const kd_read_desc *desc, kd_scene **out, kd_findings *findings)
{
    *out = NULL;
    if (size < MDD_HEADER_BYTES)
        return KDI_ERROR(findings, KD_TRUNCATED, NULL,
                         "an MDD file begins with %d bytes of counts; this one has %zu bytes", MDD_HEADER_BYTES, size);
    kdi_pointcache cache = mdd_open((const unsigned char *)data, size);
    kd_result result = kdi_pointcache_check(&cache, MDD_VERTICES_AT, MDD_FRAMES_AT, desc, findings);
    if (result != KD_OK)
        return result;
    kd_scene *scene = kdi_pointcache_make_scene(&cache, desc, &result, findings);
    if (!scene)
        return result;
    result = mdd_read_times(&cache, desc, scene->shapes->times_s, findings);
    if (result == KD_OK)
        result = kdi_pointcache_check_times(scene->shapes, desc, findings);
    if (result == KD_OK)
        *out = scene;
    else
        kd_scene_free(scene);
    return result;
}

kd_result kd_mdd_write(const kd_scene *scene, kd_buffer *out, kd_findings *findings)
{
    kd_result result = kdi_pointcache_check_scene(scene, "MDD", findings);
    if (result != KD_OK)
        return result;
    const kd_shapes *shapes = &scene->shapes[0];
    size_t frames = (size_t)shapes->frame_count;
    unsigned char *to = kdi_pointcache_extend(shapes, MDD_HEADER_BYTES + frames * 4, true, out);
    if (!to)
        return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for the MDD file");
    kdi_bytes_write_u32(to + MDD_FRAMES_AT, (uint32_t)frames, true);
    kdi_bytes_write_u32(to + MDD_VERTICES_AT, (uint32_t)shapes->vertex_count, true);
    for (size_t i = 0; i < frames; i++)
        kdi_bytes_write_float(to + MDD_HEADER_BYTES + i * 4, shapes->times_s[i], true);
    return KD_OK;
}
