/* Fuzzes the loader of segment assets: any bytes are refused with an error, or open as an asset that plays. The
 * checksum is made to fit, so that the fuzzer gets behind it. */
#include "motion/segment_layout.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fuzz_play(const kd_segments *segments)
{
    size_t size = (kd_segment_player_size(segments) + 15) & ~(size_t)15;
    void *memory = aligned_alloc(16, size);
    kd_transform *pose = (kd_transform *)calloc((size_t)kd_segments_joint_count(segments), sizeof *pose);
    if (!memory || !pose)
        abort();
    kd_segment_player *player = kd_segment_player_init(memory, segments);
    int32_t count = kd_segments_count(segments);
    for (int32_t i = 0; i < 3 && i < count; i++) {
        kd_segment_request request = kd_segment_request_default(i == 1 ? count - 1 : i);
        if (!kd_segment_player_push(player, &request))
            abort();
        kd_segments_info(segments, i);
    }
    for (int i = 0; i < 8; i++) {
        kd_segment_player_pose(player, pose);
        kd_segment_player_advance(player, i < 4 ? 0.01f : 1.0f);
    }
    free(pose);
    free(memory);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned char *copy = (unsigned char *)aligned_alloc(16, (size + 16) & ~(size_t)15);
    kd_error error;
    if (!copy)
        abort();
    if (size > 0)
        memcpy(copy, data, size);
    kd_segments *head = (kd_segments *)(void *)copy;
    if (size >= sizeof *head) {
        head->magic = KDI_SEGMENTS_MAGIC;
        head->version = KDI_SEGMENTS_VERSION;
        head->size = (uint32_t)size;
        head->hash = kdi_segments_hash(head);
    }
    const kd_segments *segments = kd_segments_open(copy, size, &error);
    if (!segments && error.text[0] == 0)
        abort();
    if (segments)
        fuzz_play(segments);
    free(copy);
    return 0;
}
