/* From clips to a segment asset: cuts, computes coefficients, stores handles and texture, writes one block. */
#include "kinedriver/segment.h"

#include "align/segment_coefficients.h"
#include "align/segment_curves.h"
#include "align/segment_motion.h"
#include "kinedriver/math.h"
#include "text/findings.h"

#include <math.h>
#include <string.h>

/* A foot that stands at the end of a segment takes the velocity of the next one within this time, in seconds. */
static const double BUILD_STAND_S = 0.05;

typedef struct build_output {
    kd_buffer names, segments, ends, curves, frames, data;
    uint32_t segment_count;
} build_output;

typedef struct build_scratch {
    float *handles, *rotations, *translations, *smooth;
    double *speeds, *position, *direct, *velocity, *work;
} build_scratch;

kd_segment_desc kd_segment_desc_default(void)
{
    kd_segment_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.still_speed = 0.15;
    desc.allocator = kd_allocator_default();
    return desc;
}

static bool build_scratch_make(kdi_segment_builder *builder, build_scratch *scratch, size_t frames)
{
    kdi_arena *arena = &builder->arena;
    scratch->handles = KDI_ARENA_PUSH(arena, float, frames * builder->handle_count * KDI_SEGMENT_TRACK);
    scratch->rotations = KDI_ARENA_PUSH(arena, float, frames * builder->rotation_count * 4);
    scratch->translations = KDI_ARENA_PUSH(arena, float, frames * builder->translation_count * 3);
    scratch->smooth = KDI_ARENA_PUSH(arena, float, frames * 2);
    scratch->speeds = KDI_ARENA_PUSH(arena, double, frames * 8);
    scratch->position = scratch->speeds + frames;
    scratch->direct = scratch->speeds + 2 * frames;
    scratch->velocity = scratch->speeds + 3 * frames;
    scratch->work = scratch->speeds + 4 * frames;
    return scratch->handles && scratch->rotations && scratch->translations && scratch->smooth && scratch->speeds;
}

/* Speed that counts: of a foot only what is above that of one that stands. */
static double build_speed(const kdi_segment_builder *builder, const kdi_segment_motion *motion, uint32_t handle,
                          int32_t frame)
{
    double still = builder->handles[handle].is_foot
                       ? builder->desc->still_speed * builder->height * motion->clip->frame_time_s
                       : 0;
    return fmax(0, kdi_segment_speed(builder, motion, handle, frame) - still);
}

static kd_vec3 build_place(const kdi_segment_builder *builder, const kdi_segment_motion *motion, uint32_t handle,
                           int32_t frame)
{
    return motion->places[(size_t)frame * builder->joint_count + builder->handles[handle].joint];
}

/* The velocity from a frame on; at the end of the clip the one before. */
static void build_velocity(const kdi_segment_builder *builder, const kdi_segment_motion *motion, uint32_t handle,
                           int32_t frame, float out[3])
{
    int32_t last = motion->first + motion->count - 1;
    int32_t from = frame < last ? frame : last - 1;
    kd_vec3 v = kd_vec3_sub(build_place(builder, motion, handle, from + 1), build_place(builder, motion, handle, from));
    out[0] = v.x, out[1] = v.y, out[2] = v.z;
}

/* Frames after a foot last stood, in which it takes the next segment's velocity; all if it never stands. */
static int32_t build_stand_window(const double *speeds, int32_t n, const kd_clip *clip)
{
    double least = fmax(2, BUILD_STAND_S / clip->frame_time_s);
    int32_t window = 0;
    while (window < n && speeds[n - 1 - window] > 0)
        window++;
    return window < n && window < least ? (int32_t)fmin(least, n) : window;
}

static bool build_handle(const kdi_segment_builder *builder, const kdi_segment_motion *motion, int32_t first, int32_t n,
                         uint32_t handle, const build_scratch *scratch, build_output *out)
{
    kdi_segment_end end;
    kdi_segment_coefficients made = {scratch->position, scratch->direct, scratch->velocity, 0};
    double travel = 0;
    for (int32_t i = 0; i < n; i++) {
        scratch->speeds[i] = build_speed(builder, motion, handle, first + i);
        travel += scratch->speeds[i];
    }
    kdi_segment_coefficients_make(scratch->speeds, n, build_speed(builder, motion, handle, first + n), scratch->work,
                                  &made);
    int32_t window = builder->handles[handle].is_foot ? build_stand_window(scratch->speeds, n, motion->clip) : n;
    if (window < n)
        kdi_segment_coefficients_stand(scratch->speeds, n, window, scratch->work, scratch->velocity);
    for (int32_t i = 0; i <= n; i++) {
        float *row = scratch->handles + ((size_t)i * builder->handle_count + handle) * KDI_SEGMENT_TRACK;
        kd_vec3 place = build_place(builder, motion, handle, first + i);
        row[0] = place.x, row[1] = place.y, row[2] = place.z;
        row[3] = (float)made.position[i], row[4] = (float)made.direct[i], row[5] = (float)made.velocity[i];
    }
    build_velocity(builder, motion, handle, first, end.start_velocity);
    build_velocity(builder, motion, handle, first + n, end.end_velocity);
    end.start_gain = (float)made.position[1];
    end.end_gain = (float)made.end_gain;
    end.travel = (float)travel;
    return kd_buffer_append(&out->ends, &end, sizeof end) == KD_OK;
}

/* The texture of all frames and of the one behind the last, which at the end of a clip goes on as before. */
static void build_texture(const kdi_segment_builder *builder, const kdi_segment_motion *motion, int32_t first,
                          int32_t n, const build_scratch *scratch)
{
    int32_t last = motion->first + motion->count - 1;
    for (int32_t i = 0; i <= n + 1; i++) {
        const kd_transform *at = motion->locals + (size_t)(first + i < last ? first + i : last) * builder->joint_count;
        for (uint32_t j = 0; j < builder->joint_count; j++) {
            kd_quat q = at[j].rotate;
            kd_vec3 v = at[j].translate;
            if (first + i > last) {
                const kd_transform *before = &at[(ptrdiff_t)j - (ptrdiff_t)builder->joint_count];
                q = kd_quat_normalize(kd_quat_mul(q, kd_quat_mul(kd_quat_conjugate(before->rotate), q)));
                q = kd_quat_dot(q, at[j].rotate) < 0 ? kd_quat_negate(q) : q;
                v = kd_vec3_sub(kd_vec3_scale(v, 2), before->translate);
            }
            if (builder->joints[j].rotation != KDI_SEGMENT_NONE) {
                float *row = scratch->rotations +
                             ((size_t)i * builder->rotation_count + (size_t)builder->joints[j].rotation) * 4;
                row[0] = q.x, row[1] = q.y, row[2] = q.z, row[3] = q.w;
            }
            if (builder->joints[j].translation != KDI_SEGMENT_NONE) {
                float *row = scratch->translations +
                             ((size_t)i * builder->translation_count + (size_t)builder->joints[j].translation) * 3;
                row[0] = v.x, row[1] = v.y, row[2] = v.z;
            }
        }
    }
}

/* The coefficients of the texture: those of constant speed. */
static void build_smooth(int32_t n, const build_scratch *scratch)
{
    kdi_segment_coefficients made = {scratch->position, scratch->direct, scratch->velocity, 0};
    for (int32_t i = 0; i < n; i++)
        scratch->speeds[i] = 1;
    kdi_segment_coefficients_make(scratch->speeds, n, 1, scratch->work, &made);
    for (int32_t i = 0; i <= n; i++) {
        scratch->smooth[2 * i] = (float)made.direct[i];
        scratch->smooth[2 * i + 1] = (float)made.velocity[i];
    }
}

static bool build_append_data(build_output *out, const float *numbers, size_t count, uint32_t *place)
{
    *place = (uint32_t)(out->data.size / sizeof(float));
    return kd_buffer_append(&out->data, numbers, count * sizeof(float)) == KD_OK;
}

static bool build_curve(build_output *out, const float *samples, int32_t count, int32_t stride, int32_t width,
                        const double *tolerances)
{
    kdi_segment_curve curve = {(uint32_t)(out->frames.size / 4), 0, (uint32_t)(out->data.size / 4)};
    if (kdi_segment_curve_fit(samples, count, stride, width, tolerances, &out->frames, &out->data) != KD_OK)
        return false;
    curve.key_count = (uint32_t)(out->frames.size / 4) - curve.first_key;
    return kd_buffer_append(&out->curves, &curve, sizeof curve) == KD_OK;
}

static uint32_t build_curve_count(const build_output *out)
{
    return (uint32_t)(out->curves.size / sizeof(kdi_segment_curve));
}

/* Paths and coefficients of handles. Coefficients may be off by as much as moves a handle by the tolerance when it is
 * moved by a fifth of the height. */
static bool build_handle_curves(const kdi_segment_builder *builder, int32_t n, const build_scratch *scratch,
                                build_output *out, kdi_segment *segment)
{
    double part = builder->desc->tolerance, length = part * builder->height, positions[3] = {length, length, length};
    int32_t stride = (int32_t)builder->handle_count * KDI_SEGMENT_TRACK;
    bool good = true;
    segment->handles = build_curve_count(out);
    for (uint32_t h = 0; h < builder->handle_count && good; h++) {
        const float *samples = scratch->handles + (size_t)h * KDI_SEGMENT_TRACK;
        double largest = 1;
        for (int32_t i = 0; i <= n; i++)
            largest = fmax(largest, fabs((double)samples[(size_t)i * (size_t)stride + 5]));
        double coefficients[3] = {5 * part, 5 * part, 5 * part * largest};
        good = build_curve(out, samples, n + 1, stride, 3, positions) &&
               build_curve(out, samples + 3, n + 1, stride, 3, coefficients);
    }
    return good;
}

/* Rotations, as angles: parts of quaternions are half of them; translations. */
static bool build_texture_curves(const kdi_segment_builder *builder, int32_t n, const build_scratch *scratch,
                                 build_output *out, kdi_segment *segment)
{
    double part = builder->desc->tolerance, length = part * builder->height, angle = 0.5 * part;
    double positions[3] = {length, length, length}, rotations[4] = {angle, angle, angle, angle};
    int32_t stride = (int32_t)builder->rotation_count * 4, shift_stride = (int32_t)builder->translation_count * 3;
    bool good = true;
    segment->rotations = build_curve_count(out);
    for (uint32_t c = 0; c < builder->rotation_count && good; c++)
        good = build_curve(out, scratch->rotations + (size_t)c * 4, n + 2, stride, 4, rotations);
    segment->translations = build_curve_count(out);
    for (uint32_t c = 0; c < builder->translation_count && good; c++)
        good = build_curve(out, scratch->translations + (size_t)c * 3, n + 2, shift_stride, 3, positions);
    return good;
}

typedef bool (*build_curves)(const kdi_segment_builder *builder, int32_t n, const build_scratch *scratch,
                             build_output *out, kdi_segment *segment);

/* Curves where they are smaller than samples: short or restless segments are not. */
static bool build_curves_or_none(const kdi_segment_builder *builder, int32_t n, const build_scratch *scratch,
                                 build_output *out, kdi_segment *segment, build_curves make, uint32_t bit, size_t bytes)
{
    size_t curves = out->curves.size, frames = out->frames.size, data = out->data.size;
    if (!make(builder, n, scratch, out, segment))
        return false;
    if (out->curves.size - curves + out->frames.size - frames + out->data.size - data < bytes) {
        segment->curved |= bit;
        return true;
    }
    out->curves.size = curves;
    out->frames.size = frames;
    out->data.size = data;
    return true;
}

static bool build_store(const kdi_segment_builder *builder, int32_t n, const build_scratch *scratch, build_output *out,
                        kdi_segment *segment)
{
    size_t frames = (size_t)n + 1, handles = frames * builder->handle_count * KDI_SEGMENT_TRACK;
    size_t rotations = (frames + 1) * builder->rotation_count * 4;
    size_t translations = (frames + 1) * builder->translation_count * 3;
    bool good = true;
    if (builder->desc->tolerance > 0)
        good = build_curves_or_none(builder, n, scratch, out, segment, build_handle_curves, KDI_SEGMENT_CURVED_HANDLES,
                                    handles * sizeof(float)) &&
               build_curves_or_none(builder, n, scratch, out, segment, build_texture_curves, KDI_SEGMENT_CURVED_TEXTURE,
                                    (rotations + translations) * sizeof(float));
    if ((segment->curved & KDI_SEGMENT_CURVED_HANDLES) == 0)
        good = good && build_append_data(out, scratch->handles, handles, &segment->handles);
    if ((segment->curved & KDI_SEGMENT_CURVED_TEXTURE) == 0)
        good = good && build_append_data(out, scratch->rotations, rotations, &segment->rotations) &&
               build_append_data(out, scratch->translations, translations, &segment->translations);
    return good;
}

static bool build_segment(const kdi_segment_builder *builder, int32_t index, int32_t first, int32_t n, bool is_followed,
                          const build_scratch *scratch, build_output *out)
{
    const kdi_segment_motion *motion = &builder->motions[index];
    size_t frames = (size_t)n + 1;
    kdi_segment segment;
    memset(&segment, 0, sizeof segment);
    segment.clip = (uint32_t)index;
    segment.first_frame = (uint32_t)first;
    segment.length = (uint32_t)n;
    segment.is_followed = is_followed;
    segment.ends = (uint32_t)(out->ends.size / sizeof(kdi_segment_end));
    for (uint32_t h = 0; h < builder->handle_count; h++)
        if (!build_handle(builder, motion, first, n, h, scratch, out))
            return false;
    build_texture(builder, motion, first, n, scratch);
    build_smooth(n, scratch);
    bool good = build_append_data(out, scratch->smooth, frames * 2, &segment.smooth);
    good = good && build_store(builder, n, scratch, out, &segment);
    out->segment_count++;
    return good && kd_buffer_append(&out->segments, &segment, sizeof segment) == KD_OK;
}

static kd_result build_segments(kdi_segment_builder *builder, build_output *out)
{
    for (int32_t m = 0; m < builder->motion_count; m++) {
        int32_t count = 0;
        size_t errors = builder->findings ? builder->findings->counts[KD_SEVERITY_ERROR] : 0;
        int32_t *events = kdi_segment_events(builder, &builder->motions[m], &count);
        if (!events)
            return builder->findings && builder->findings->counts[KD_SEVERITY_ERROR] > errors ? KD_RANGE
                                                                                              : KD_OUT_OF_MEMORY;
        build_scratch scratch;
        if (!build_scratch_make(builder, &scratch, (size_t)builder->motions[m].count + 2))
            return KD_OUT_OF_MEMORY;
        for (int32_t i = 0; i + 1 < count; i++)
            if (!build_segment(builder, m, events[i], events[i + 1] - events[i], i + 2 < count, &scratch, out))
                return KD_OUT_OF_MEMORY;
    }
    return KD_OK;
}

static bool build_names(kdi_segment_builder *builder, build_output *out)
{
    for (uint32_t i = 0; i < builder->joint_count; i++) {
        const char *name = builder->skeleton->joints[i].name;
        builder->joints[i].name = (uint32_t)out->names.size;
        if (kd_buffer_append(&out->names, name, strlen(name) + 1) != KD_OK)
            return false;
    }
    for (uint32_t i = 0; i < builder->handle_count; i++)
        builder->handles[i].name = builder->joints[builder->handles[i].joint].name;
    return true;
}

static bool build_section(kd_buffer *asset, size_t begin, kdi_segment_section *section, const void *items, size_t count,
                          size_t item_size)
{
    static const char padding[4] = {0};
    size_t size = count * item_size;
    section->offset = (uint32_t)(asset->size - begin);
    section->count = (uint32_t)count;
    if (asset->size - begin + size > UINT32_MAX / 2)
        return false;
    bool good = size == 0 || kd_buffer_append(asset, items, size) == KD_OK;
    return good && (size % 4 == 0 || kd_buffer_append(asset, padding, 4 - size % 4) == KD_OK);
}

static kd_result build_write(const kdi_segment_builder *builder, const build_output *out, kd_buffer *asset)
{
    kd_segments head;
    size_t begin = asset->size;
    memset(&head, 0, sizeof head);
    bool good = kd_buffer_append(asset, &head, sizeof head) == KD_OK;
#define BUILD_BUFFER(name, buffer, type) \
    good = good && build_section(asset, begin, &head.name, (buffer).data, (buffer).size / sizeof(type), sizeof(type))
#define BUILD_LIST(name, list, count, type) \
    good = good && build_section(asset, begin, &head.name, list, count, sizeof(type))
    BUILD_LIST(joints, builder->joints, builder->joint_count, kdi_segment_joint);
    BUILD_LIST(points, builder->points, builder->point_count, kdi_segment_point);
    BUILD_LIST(handles, builder->handles, builder->handle_count, kdi_segment_handle);
    BUILD_LIST(links, builder->links, builder->link_count, kdi_segment_link);
    BUILD_LIST(weights, builder->weights, (size_t)builder->point_count * builder->handle_count, float);
    BUILD_BUFFER(couplings, builder->couplings, kdi_segment_coupling);
    BUILD_BUFFER(columns, builder->columns, kdi_segment_column);
    BUILD_BUFFER(rows, builder->rows, uint32_t);
    BUILD_BUFFER(updates, builder->updates, kdi_segment_update);
    BUILD_BUFFER(hinges, builder->hinges, kdi_segment_hinge);
    BUILD_BUFFER(masts, builder->masts, kdi_segment_mast);
    BUILD_BUFFER(segments, out->segments, kdi_segment);
    BUILD_BUFFER(ends, out->ends, kdi_segment_end);
    BUILD_BUFFER(curves, out->curves, kdi_segment_curve);
    BUILD_BUFFER(frames, out->frames, uint32_t);
    BUILD_BUFFER(data, out->data, float);
    BUILD_BUFFER(names, out->names, char);
#undef BUILD_BUFFER
#undef BUILD_LIST
    if (!good)
        return KD_OUT_OF_MEMORY;
    head.magic = KDI_SEGMENTS_MAGIC;
    head.version = KDI_SEGMENTS_VERSION;
    head.size = (uint32_t)(asset->size - begin);
    head.root = builder->root;
    head.seconds = (float)builder->motions[0].clip->frame_time_s;
    head.height = (float)builder->height;
    head.rotation_count = builder->rotation_count;
    head.translation_count = builder->translation_count;
    memcpy(asset->data + begin, &head, sizeof head);
    head.hash = kdi_segments_hash((const kd_segments *)(const void *)(asset->data + begin));
    memcpy(asset->data + begin, &head, sizeof head);
    return KD_OK;
}

static kd_result build_all(kdi_segment_builder *builder, const kd_segment_source *sources, int32_t count,
                           build_output *out, kd_buffer *asset)
{
    kd_result result = kdi_segment_motions_make(builder, sources, count);
    if (result == KD_OK)
        result = kdi_segment_figure_make(builder);
    if (result == KD_OK)
        result = kdi_segment_handles_make(builder);
    if (result == KD_OK)
        result = kdi_segment_eliminate(builder);
    if (result == KD_OK)
        result = build_segments(builder, out);
    if (result == KD_OK && !build_names(builder, out))
        result = KD_OUT_OF_MEMORY;
    return result == KD_OK ? build_write(builder, out, asset) : result;
}

kd_result kd_segments_build(const kd_segment_source *sources, int32_t source_count, const kd_segment_desc *desc,
                            kd_buffer *asset, kd_findings *findings)
{
    kd_segment_desc defaults = kd_segment_desc_default();
    kdi_segment_builder builder;
    build_output out;
    memset(&builder, 0, sizeof builder);
    builder.desc = desc ? desc : &defaults;
    builder.findings = findings;
    if (source_count < 1)
        return KDI_ERROR(findings, KD_EMPTY, NULL, "there is no clip to cut");
    const kd_allocator *allocator = &builder.desc->allocator;
    kdi_arena_init(&builder.arena, allocator, 0);
    kd_buffer *buffers[] = {&builder.couplings, &builder.columns, &builder.rows, &builder.updates,
                            &builder.hinges,    &builder.masts,   &out.names,    &out.segments,
                            &out.ends,          &out.curves,      &out.frames,   &out.data};
    out.segment_count = 0;
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++)
        *buffers[i] = kd_buffer_make(allocator);
    size_t size_before = asset->size;
    kd_result result = build_all(&builder, sources, source_count, &out, asset);
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++)
        kd_buffer_free(buffers[i]);
    kdi_arena_free(&builder.arena);
    if (result != KD_OK)
        asset->size = size_before;
    if (result == KD_OUT_OF_MEMORY)
        KDI_ERROR(findings, result, NULL, "no memory for the segments");
    return result;
}
