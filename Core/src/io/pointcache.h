/* What PC2 and MDD share: a block of positions, frame after frame. */
#ifndef KDI_IO_POINTCACHE_H
#define KDI_IO_POINTCACHE_H

#include "kinedriver/buffer.h"
#include "kinedriver/file.h"
#include "kinedriver/scene.h"

#include <stdint.h>

typedef struct kdi_pointcache {
    const unsigned char *data; /* the whole file */
    size_t size;
    size_t positions_at; /* where the positions begin */
    int64_t vertices;
    int64_t frames;
    bool big_endian;
} kdi_pointcache;

uint32_t kdi_bytes_read_u32(const unsigned char *bytes, bool big_endian);
float kdi_bytes_read_float(const unsigned char *bytes, bool big_endian);

void kdi_bytes_write_u32(unsigned char *bytes, uint32_t value, bool big_endian);
void kdi_bytes_write_float(unsigned char *bytes, float value, bool big_endian);

/* Checks counts and size against the limits and each other, before anything is allocated. vertices_at and frames_at are
 * where the counts stand. */
kd_result kdi_pointcache_check(const kdi_pointcache *cache, size_t vertices_at, size_t frames_at,
                               const kd_read_desc *desc, kd_findings *findings);

/* A scene with one kd_shapes, its positions read and its times still 0. NULL (with a finding, its code in *result)
 * where that fails. */
kd_scene *kdi_pointcache_make_scene(const kdi_pointcache *cache, const kd_read_desc *desc, kd_result *result,
                                    kd_findings *findings);

/* Evenly spaced times from 0 on. Fails where the last is beyond what a float holds. */
kd_result kdi_shapes_space_times(float *times_s, int64_t frames, double frame_time_s, kd_findings *findings);

/* Warns where the times do not increase; an error when strict. */
kd_result kdi_pointcache_check_times(const kd_shapes *shapes, const kd_read_desc *desc, kd_findings *findings);

/* Whether the scene has shapes to write; warns of what the format, called by this name, leaves out. */
kd_result kdi_pointcache_check_scene(const kd_scene *scene, const char *format, kd_findings *findings);

/* Appends a header, which is still unset, and the positions behind it. Returns where the header begins; NULL without
 * memory. */
unsigned char *kdi_pointcache_extend(const kd_shapes *shapes, size_t header_bytes, bool big_endian, kd_buffer *out);

#endif
