/* Any bytes as a BVH file: an error, or a scene that is written and read again as the same joints and the same motion.
 */
#include "kinedriver/bvh.h"
#include "kinedriver/math.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fuzz_require(int condition)
{
    if (!condition)
        abort();
}

static void fuzz_check(const kd_scene *scene)
{
    for (int32_t i = 0; i < scene->skeleton.joint_count; i++)
        fuzz_require(scene->skeleton.joints[i].name && scene->skeleton.joints[i].parent < i);
    for (int32_t c = 0; c < scene->clip_count; c++) {
        const kd_clip *clip = &scene->clips[c];
        size_t count = (size_t)clip->frame_count * (size_t)clip->joint_count;
        for (size_t i = 0; i < count; i++) {
            const kd_transform *t = &clip->locals[i];
            float square = t->rotate.x * t->rotate.x + t->rotate.y * t->rotate.y + t->rotate.z * t->rotate.z +
                           t->rotate.w * t->rotate.w;
            fuzz_require(fabsf(square - 1.0f) < 1e-5f);
            fuzz_require(isfinite(t->translate.x) && isfinite(t->translate.y) && isfinite(t->translate.z));
        }
    }
}

/* The n-th joint that is no tip is the same joint on both sides: leaves only got End Sites. */
static void fuzz_compare(const kd_scene *scene, const kd_scene *again)
{
    const kd_skeleton *a = &scene->skeleton, *b = &again->skeleton;
    const kd_transform *last_a = NULL;
    if (scene->clip_count > 0)
        last_a = scene->clips[0].locals + (size_t)(scene->clips[0].frame_count - 1) * (size_t)a->joint_count;
    const kd_transform *last_b =
        again->clips[0].locals + (size_t)(again->clips[0].frame_count - 1) * (size_t)b->joint_count;
    fuzz_require(again->clips[0].frame_count == (last_a ? scene->clips[0].frame_count : 1));
    fuzz_require(!last_a || again->clips[0].frame_time_s == scene->clips[0].frame_time_s);
    int32_t k = -1;
    for (int32_t i = 0; i < a->joint_count; i++) {
        if (a->joints[i].is_tip)
            continue;
        do
            fuzz_require(++k < b->joint_count);
        while (b->joints[k].is_tip);
        const kd_transform *rest_a = &a->joints[i].rest, *rest_b = &b->joints[k].rest;
        fuzz_require(rest_a->translate.x == rest_b->translate.x && rest_a->translate.y == rest_b->translate.y &&
                     rest_a->translate.z == rest_b->translate.z);
        const kd_transform *t = last_a ? &last_a[i] : rest_a;
        fuzz_require(t->translate.x == last_b[k].translate.x && t->translate.y == last_b[k].translate.y &&
                     t->translate.z == last_b[k].translate.z);
        fuzz_require(fabsf(kd_quat_dot(t->rotate, last_b[k].rotate)) > 1.0f - 1e-5f);
    }
}

/* Written in an order of rotations that the input chooses, and read again. */
static void fuzz_round_trip(const kd_scene *scene, const kd_read_desc *used, size_t size)
{
    kd_read_desc desc = *used;
    desc.strict = true; /* a written file needs no repair, except names that became equal */
    desc.limits.memory_bytes = (size_t)256 << 20;
    desc.limits.joints *= 2; /* leaves got End Sites */
    desc.limits.depth += 1;
    desc.limits.name_bytes *= 4; /* Latin-1 became UTF-8, names that occurred twice got a suffix */
    kd_buffer file = kd_buffer_make(NULL);
    kd_findings findings = kd_findings_make(NULL);
    kd_bvh_write_desc write = kd_bvh_write_desc_default();
    write.order = (kd_bvh_order)(size % 6);
    fuzz_require(kd_bvh_write(scene, &write, &file, &findings) == KD_OK);
    if (findings.count > 0)
        desc.strict = false;
    kd_scene *again = NULL;
    fuzz_require(kd_bvh_read(file.data, file.size, &desc, &again, NULL) == KD_OK);
    fuzz_check(again);
    fuzz_compare(scene, again);
    kd_scene_free(again);
    kd_findings_free(&findings);
    kd_buffer_free(&file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kd_read_desc desc = kd_read_desc_default();
    desc.limits.memory_bytes = (size_t)64 << 20;
    desc.strict = size % 8 == 7;
    kd_findings findings = kd_findings_make(NULL);
    kd_scene *scene = NULL;
    kd_result result = kd_bvh_read(data, size, &desc, &scene, &findings);
    fuzz_require((result == KD_OK) == (scene != NULL));
    fuzz_require((result == KD_OK) == (findings.counts[KD_SEVERITY_ERROR] == 0));
    if (scene) {
        fuzz_check(scene);
        fuzz_round_trip(scene, &desc, size);
    }
    kd_scene_free(scene);
    kd_findings_free(&findings);
    return 0;
}
