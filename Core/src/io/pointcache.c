/* What PC2 and MDD share: numbers in either byte order, the check of counts against the file's size, the block of
 * positions. Nothing is allocated before the counts are known to fit limits and file. */
#include "io/pointcache.h"

#include "model/scene.h"
#include "text/findings.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { POINTCACHE_POSITION_BYTES = 12 };

uint32_t kdi_bytes_read_u32(const unsigned char *bytes, bool big_endian)
{
    uint32_t b[4] = {bytes[0], bytes[1], bytes[2], bytes[3]};
    if (big_endian)
        return b[0] << 24 | b[1] << 16 | b[2] << 8 | b[3];
    return b[3] << 24 | b[2] << 16 | b[1] << 8 | b[0];
}

float kdi_bytes_read_float(const unsigned char *bytes, bool big_endian)
{
    uint32_t bits = kdi_bytes_read_u32(bytes, big_endian);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

void kdi_bytes_write_u32(unsigned char *bytes, uint32_t value, bool big_endian)
{
    for (int i = 0; i < 4; i++)
        bytes[big_endian ? 3 - i : i] = (unsigned char)(value >> (8 * i));
}

void kdi_bytes_write_float(unsigned char *bytes, float value, bool big_endian)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    kdi_bytes_write_u32(bytes, bits, big_endian);
}

static kd_result pointcache_check_count(int64_t count, int64_t limit, size_t at, const char *what,
                                        kd_findings *findings)
{
    if (count <= 0)
        return KDI_ERROR(findings, count < 0 ? KD_RANGE : KD_EMPTY, NULL,
                         "the number of %s at byte %zu is %lld; it must be above 0", what, at, (long long)count);
    if (count > limit)
        return KDI_ERROR(findings, KD_LIMIT, NULL, "the number of %s at byte %zu is %lld; the limit is %lld", what, at,
                         (long long)count, (long long)limit);
    return KD_OK;
}

kd_result kdi_pointcache_check(const kdi_pointcache *cache, size_t vertices_at, size_t frames_at,
                               const kd_read_desc *desc, kd_findings *findings)
{
    if (cache->size > desc->limits.file_bytes)
        return KDI_ERROR(findings, KD_LIMIT, NULL, "the file has %zu bytes; the limit is %zu", cache->size,
                         desc->limits.file_bytes);
    kd_result vertices =
        pointcache_check_count(cache->vertices, desc->limits.vertices, vertices_at, "vertices", findings);
    kd_result frames = pointcache_check_count(cache->frames, desc->limits.frames, frames_at, "frames", findings);
    if (vertices != KD_OK || frames != KD_OK)
        return vertices != KD_OK ? vertices : frames;
    /* both counts are below 2^31: the product fits */
    uint64_t needed = (uint64_t)cache->vertices * (uint64_t)cache->frames * POINTCACHE_POSITION_BYTES;
    uint64_t there = cache->size > cache->positions_at ? cache->size - cache->positions_at : 0;
    if (there < needed)
        return KDI_ERROR(
            findings, KD_TRUNCATED, NULL,
            "%lld frames of %lld vertices need %llu bytes from byte %zu on; the file has %llu, %llu whole frames",
            (long long)cache->frames, (long long)cache->vertices, (unsigned long long)needed, cache->positions_at,
            (unsigned long long)there,
            (unsigned long long)(there / POINTCACHE_POSITION_BYTES / (uint64_t)cache->vertices));
    if (there == needed)
        return KD_OK;
    if (desc->strict)
        return KDI_ERROR(findings, KD_COUNT_MISMATCH, NULL,
                         "%llu bytes follow the last frame; the counts do not fit the file",
                         (unsigned long long)(there - needed));
    KDI_WARNING(findings, KD_COUNT_MISMATCH, NULL,
                "%llu bytes after the last frame are passed over; the counts may be wrong",
                (unsigned long long)(there - needed));
    return KD_OK;
}

static kd_result pointcache_read_positions(const kdi_pointcache *cache, kd_vec3 *positions, kd_findings *findings)
{
    size_t vertices = (size_t)cache->vertices, count = vertices * (size_t)cache->frames;
    for (size_t i = 0; i < count; i++) {
        size_t at = cache->positions_at + i * POINTCACHE_POSITION_BYTES;
        float v[3];
        for (size_t k = 0; k < 3; k++) {
            v[k] = kdi_bytes_read_float(cache->data + at + k * 4, cache->big_endian);
            if (!isfinite(v[k]))
                return KDI_ERROR(findings, KD_NUMBER, NULL,
                                 "the position of vertex %zu in frame %zu, at byte %zu, is not finite", i % vertices,
                                 i / vertices, at + k * 4);
        }
        positions[i].x = v[0];
        positions[i].y = v[1];
        positions[i].z = v[2];
    }
    return KD_OK;
}

kd_scene *kdi_pointcache_make_scene(const kdi_pointcache *cache, const kd_read_desc *desc, kd_result *result,
                                    kd_findings *findings)
{
    kd_scene *scene = kd_scene_make(&desc->allocator, &desc->limits);
    kd_shapes *shapes = scene ? KDI_ARENA_PUSH(scene->arena, kd_shapes, 1) : NULL;
    if (shapes) {
        shapes->name = "";
        shapes->vertex_count = (int32_t)cache->vertices;
        shapes->frame_count = (int32_t)cache->frames;
        shapes->times_s = KDI_ARENA_PUSH(scene->arena, float, (size_t)cache->frames);
        shapes->positions = KDI_ARENA_PUSH(scene->arena, kd_vec3, (size_t)cache->frames * (size_t)cache->vertices);
        scene->shapes = shapes;
        scene->shapes_count = 1;
    }
    if (!shapes || !shapes->times_s || !shapes->positions)
        *result = KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for the shapes within the limit of %zu bytes",
                            desc->limits.memory_bytes);
    else
        *result = pointcache_read_positions(cache, shapes->positions, findings);
    if (*result == KD_OK)
        return scene;
    kd_scene_free(scene);
    return NULL;
}

kd_result kdi_shapes_space_times(float *times_s, int64_t frames, double frame_time_s, kd_findings *findings)
{
    if (!((double)(frames - 1) * frame_time_s <= FLT_MAX))
        return KDI_ERROR(findings, KD_RANGE, NULL, "%lld frames of %g s each do not give finite times",
                         (long long)frames, frame_time_s);
    for (int64_t i = 0; i < frames; i++)
        times_s[i] = (float)((double)i * frame_time_s);
    return KD_OK;
}

kd_result kdi_pointcache_check_times(const kd_shapes *shapes, const kd_read_desc *desc, kd_findings *findings)
{
    int32_t i = 1;
    while (i < shapes->frame_count && shapes->times_s[i] > shapes->times_s[i - 1])
        i++;
    if (i >= shapes->frame_count)
        return KD_OK;
    if (desc->strict)
        return KDI_ERROR(findings, KD_RANGE, NULL, "frame %d comes no later than the one before it", (int)i);
    KDI_WARNING(findings, KD_RANGE, NULL, "frame %d comes no later than the one before it; the times are kept", (int)i);
    return KD_OK;
}

kd_result kdi_pointcache_check_scene(const kd_scene *scene, const char *format, kd_findings *findings)
{
    if (scene->shapes_count == 0)
        return KDI_ERROR(findings, KD_EMPTY, NULL, "%s holds shapes only, and there are none", format);
    if (scene->shapes[0].frame_count == 0 || scene->shapes[0].vertex_count == 0)
        return KDI_ERROR(findings, KD_EMPTY, NULL, "the shapes have no frame or no vertex");
    if (scene->shapes_count > 1 || scene->mesh_count > 0 || scene->clip_count > 0 || scene->skeleton.joint_count > 0)
        KDI_WARNING(findings, KD_LOSSY, NULL, "%s holds one sequence of shapes; all else in the scene is left out",
                    format);
    return KD_OK;
}

unsigned char *kdi_pointcache_extend(const kd_shapes *shapes, size_t header_bytes, bool big_endian, kd_buffer *out)
{
    size_t count = (size_t)shapes->frame_count * (size_t)shapes->vertex_count;
    unsigned char *header = (unsigned char *)kd_buffer_extend(out, header_bytes + count * POINTCACHE_POSITION_BYTES);
    if (!header)
        return NULL;
    unsigned char *to = header + header_bytes;
    for (size_t i = 0; i < count; i++, to += POINTCACHE_POSITION_BYTES) {
        kdi_bytes_write_float(to, shapes->positions[i].x, big_endian);
        kdi_bytes_write_float(to + 4, shapes->positions[i].y, big_endian);
        kdi_bytes_write_float(to + 8, shapes->positions[i].z, big_endian);
    }
    return header;
}
