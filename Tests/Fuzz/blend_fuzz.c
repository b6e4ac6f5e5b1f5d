/* Arbitrary bytes as a blend asset: as they come, and with a header that fits, so that the verifier is reached behind
 * the checksum. What opens is played. */
#include "kinedriver/blend.h"
#include "motion/blend_layout.h"
#include "support/scene_check.h"

#include <stdlib.h>

#define CHECK(condition)      \
    do {                      \
        if (!(condition))     \
            __builtin_trap(); \
    } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void play(const kd_blend *blend)
{
    size_t joints = (size_t)kd_blend_joint_count(blend);
    kd_transform *pose = (kd_transform *)malloc(joints * sizeof *pose);
    float weights[KD_BLEND_MAX_MOTIONS];
    kd_blend_player player;
    for (int i = 0; i < KD_BLEND_MAX_MOTIONS; i++)
        weights[i] = (float)(i % 3);
    kd_blend_start(blend, weights, &player);
    for (int i = 0; i < 8; i++) {
        weights[i] = 1.0f;
        kd_blend_job job = {blend, &player, weights, i == 3 ? 1e9f : 0.05f, i % 2 == 0, i < 4, pose};
        kd_blend_advance(&job);
        CHECK(player.phase >= 0.0 && player.phase <= 1.0);
        for (size_t j = 0; j < joints; j++)
            CHECK(kt_is_unit(pose[j].rotate) && kt_all_finite((const float *)&pose[j], 10));
        for (int32_t foot = 0; foot < kd_blend_foot_count(blend); foot++)
            CHECK(kd_blend_foot_contact(blend, weights, player.phase, foot) <= 1.001f);
    }
    for (int32_t i = 0; i < kd_blend_motion_count(blend); i++)
        CHECK(strlen(kd_blend_motion_name(blend, i)) < kd_blend_size(blend));
    for (int32_t i = 0; i < (int32_t)joints; i++)
        CHECK(strlen(kd_blend_joint_name(blend, i)) < kd_blend_size(blend));
    free(pose);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint64_t *block = (uint64_t *)calloc(1, size + 8);
    memcpy(block, data, size);
    const kd_blend *blend = kd_blend_open(block, size, NULL);
    if (blend)
        play(blend);
    if (size >= sizeof(kd_blend)) {
        kd_blend *head = (kd_blend *)(void *)block;
        head->magic = KDI_BLEND_MAGIC;
        head->version = KDI_BLEND_VERSION;
        head->size = (uint32_t)size;
        head->hash = kdi_blend_hash(head);
        blend = kd_blend_open(block, size, NULL);
        if (blend)
            play(blend);
    }
    free(block);
    return 0;
}
