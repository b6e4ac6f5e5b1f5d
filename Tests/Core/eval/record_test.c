/* Writes compiled random rigs for same_run_test.py: out/recorded_N.run in the build folder. */
#include "support/rig_compare.h"

enum { RECORDS = 12 };

static void append(kd_buffer *buffer, const void *data, size_t size)
{
    assert_int_equal(kd_buffer_append(buffer, data, size), KD_OK);
}

static void compiled_rigs_can_be_recorded(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= RECORDS; seed++) {
        kt_skeleton skeleton;
        kt_random_skeleton(&skeleton, seed);
        kd_rig *rig = kt_random_runnable_rig(seed + 300, 60);
        kt_run_state run = kt_run_make(rig, &skeleton.skeleton, 1, false);
        kd_buffer record = kd_buffer_make(NULL);
        append(&record, &skeleton.skeleton.joint_count, 4);
        for (int32_t i = 0; i < skeleton.skeleton.joint_count; i++) {
            const kd_joint *joint = &skeleton.joints[i];
            int32_t length = (int32_t)strlen(joint->name);
            append(&record, &joint->parent, 4);
            append(&record, &length, 4);
            append(&record, joint->name, (size_t)length);
            append(&record, &joint->rest, sizeof joint->rest);
        }
        uint32_t size = (uint32_t)run.blob.size;
        append(&record, &size, 4);
        append(&record, run.blob.data, size);
        char name[32];
        snprintf(name, sizeof name, "recorded_%d.run", (int)seed);
        FILE *file = fopen(kt_out_path(name), "wb");
        assert_non_null(file);
        assert_true(fwrite(record.data, 1, record.size, file) == record.size);
        assert_int_equal(fclose(file), 0);
        kd_buffer_free(&record);
        kt_run_free(&run);
        kd_rig_free(rig);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compiled_rigs_can_be_recorded),
    };
    return kt_run(tests);
}
