/* Blends against what must come out of them: the motions themselves, weighted durations, symmetry, mirror images; the
 * player's promises; the asset's verifier. */
#include "blend_check.h"

#include "base/hash.h"
#include "kinedriver/blend.h"
#include "motion/blend_layout.h"

static void each_motion_comes_out_alone_and_their_order_does_not_matter(void **state)
{
    (void)state;
    kt_random random = kt_random_make(20);
    kt_figure a, b;
    kt_figure_make(&a, 140, 1.0 / 60.0, 1.9, 1.5, 0.02, &random);
    kt_figure_make(&b, 110, 1.0 / 60.0, 1.4, -0.6, 0.02, &random);
    kd_motion_source motions[2] = {kd_motion_source_make(&a.skeleton, &a.clip),
                                   kd_motion_source_make(&b.skeleton, &b.clip)};
    kd_motion_source swapped[2] = {motions[1], motions[0]};
    kd_registration *one = kt_register(motions, 2), *two = kt_register(swapped, 2);
    for (int m = 0; m < 2; m++) {
        const float weights[2] = {m == 0 ? 1.0f : 0.0f, m == 1 ? 3.0f : 0.0f};
        kd_scene *scene = kt_bake(one, weights, false, NULL);
        assert_int_equal(scene->clips[0].frame_count, motions[m].clip->frame_count);
        assert_true(kt_clip_distance(&scene->skeleton, motions[m].clip, 0, &scene->clips[0], 1.0) < 1e-5);
        kd_scene_free(scene);
    }
    const float weights[2] = {0.3f, 0.7f}, others[2] = {0.7f, 0.3f};
    kd_scene *x = kt_bake(one, weights, false, NULL), *y = kt_bake(two, others, false, NULL);
    assert_int_equal(x->clips[0].frame_count, y->clips[0].frame_count);
    assert_true(kt_clip_distance(&x->skeleton, &x->clips[0], 0, &y->clips[0], 1.0) < 1e-3);
    kd_scene_free(x);
    kd_scene_free(y);
    kd_registration_free(one);
    kd_registration_free(two);
    kt_figure_free(&a);
    kt_figure_free(&b);
}

static void a_motion_blended_with_itself_is_itself(void **state)
{
    (void)state;
    kt_figure figure;
    kt_random random = kt_random_make(21);
    kt_figure_make(&figure, 160, 0.02, 1.9, 2.0, 0.02, &random);
    kd_motion_source source = kd_motion_source_make(&figure.skeleton, &figure.clip);
    kd_motion_source motions[3] = {source, source, source};
    kd_registration *registration = kt_register(motions, 3);
    const float weights[3] = {0.2f, 0.5f, 0.3f};
    kd_scene *scene = kt_bake(registration, weights, false, NULL);
    assert_int_equal(scene->clips[0].frame_count, 160);
    assert_true(kt_clip_distance(&figure.skeleton, &figure.clip, 0, &scene->clips[0], 1.0) < 1e-5);
    kd_scene_free(scene);
    kd_registration_free(registration);
    kt_figure_free(&figure);
}

static void duration_is_the_weighted_mean_and_time_never_runs_back(void **state)
{
    (void)state;
    kt_random random = kt_random_make(22);
    for (int round = 0; round < 7; round++) { /* 2 to 8 motions */
        kt_figure figures[8];
        kd_motion_source motions[8];
        int32_t count = 2 + round;
        float weights[8];
        double mean = 0.0, sum = 0.0;
        for (int32_t i = 0; i < count; i++) {
            int32_t frames = 80 + (int32_t)kt_random_below(&random, 120);
            kt_figure_make(&figures[i], frames, i % 2 ? 1.0 / 60.0 : 1.0 / 50.0, 1.0 + 0.2 * i, 0.5 * i - 1.0, 0.02,
                           &random);
            motions[i] = kd_motion_source_make(&figures[i].skeleton, &figures[i].clip);
            weights[i] = (float)kt_random_in(&random, 0.05, 1.0);
            sum += (double)weights[i];
            mean += (double)weights[i] * (frames - 1) * figures[i].clip.frame_time_s;
        }
        kd_registration *registration = kt_register(motions, count);
        kd_bake_report report;
        kd_scene *scene = kt_bake(registration, weights, false, &report);
        assert_true(fabs(report.duration_s - mean / sum) < 1e-6);
        assert_true(fabs((scene->clips[0].frame_count - 1) * scene->clips[0].frame_time_s - mean / sum) < 1e-6);
        for (int32_t i = 0; i < count; i++) {
            assert_true(kd_registration_time_s(registration, i, 0.0) == 0.0);
            assert_true(kd_registration_time_s(registration, i, 1.0) == kd_registration_duration_s(registration, i));
            for (int k = 1; k <= 2000; k++)
                assert_true(kd_registration_time_s(registration, i, k / 2000.0) >
                            kd_registration_time_s(registration, i, (k - 1) / 2000.0));
        }
        kd_scene_free(scene);
        kd_registration_free(registration);
        for (int32_t i = 0; i < count; i++)
            kt_figure_free(&figures[i]);
    }
}

static void mirrored_input_gives_mirrored_output(void **state)
{
    (void)state;
    kt_random random = kt_random_make(23);
    kt_figure a, b;
    kt_figure_make(&a, 140, 0.02, 1.9, 1.5, 0.02, &random);
    kt_figure_make(&b, 190, 0.02, 1.4, -0.6, 0.02, &random);
    kd_motion_source motions[2] = {kd_motion_source_make(&a.skeleton, &a.clip),
                                   kd_motion_source_make(&b.skeleton, &b.clip)};
    const float weights[2] = {0.4f, 0.6f};
    kd_registration *registration = kt_register(motions, 2);
    kd_scene *plain = kt_bake(registration, weights, false, NULL);
    kd_registration_free(registration);
    kt_mirror(&a.skeleton, &a.clip);
    kt_mirror(&b.skeleton, &b.clip);
    registration = kt_register(motions, 2);
    kd_scene *mirrored = kt_bake(registration, weights, false, NULL);
    kd_registration_free(registration);
    assert_int_equal(plain->clips[0].frame_count, mirrored->clips[0].frame_count);
    kd_transform p[KT_FIGURE_JOINTS], q[KT_FIGURE_JOINTS];
    for (int32_t f = 0; f < plain->clips[0].frame_count; f++) {
        kd_skeleton_model_from_local(&plain->skeleton, plain->clips[0].locals + f * KT_FIGURE_JOINTS, p);
        kd_skeleton_model_from_local(&mirrored->skeleton, mirrored->clips[0].locals + f * KT_FIGURE_JOINTS, q);
        for (int j = 0; j < KT_FIGURE_JOINTS; j++) {
            kd_vec3 expected = p[j].translate;
            expected.x = -expected.x;
            assert_true(kd_vec3_length(kd_vec3_sub(expected, q[j].translate)) < 1e-3f);
        }
    }
    kd_scene_free(plain);
    kd_scene_free(mirrored);
    kt_figure_free(&a);
    kt_figure_free(&b);
}

/* A figure under a root that never moves. */
typedef struct held_figure {
    kd_joint joints[KT_FIGURE_JOINTS + 1];
    kd_skeleton skeleton;
    kd_clip clip;
} held_figure;

static void held_make(held_figure *held, const kt_figure *figure)
{
    size_t count = KT_FIGURE_JOINTS + 1;
    held->joints[0] = figure->joints[0];
    held->joints[0].name = "ground";
    held->joints[0].rest = kd_transform_identity();
    for (int32_t j = 0; j < KT_FIGURE_JOINTS; j++) {
        held->joints[j + 1] = figure->joints[j];
        held->joints[j + 1].parent = figure->joints[j].parent + 1;
    }
    held->skeleton = figure->skeleton;
    held->skeleton.joints = held->joints;
    held->skeleton.joint_count = (int32_t)count;
    held->clip = figure->clip;
    held->clip.joint_count = (int32_t)count;
    held->clip.locals = (kd_transform *)malloc((size_t)figure->clip.frame_count * count * sizeof(kd_transform));
    for (size_t f = 0; f < (size_t)figure->clip.frame_count; f++) {
        held->clip.locals[f * count] = kd_transform_identity();
        memcpy(held->clip.locals + f * count + 1, figure->clip.locals + f * KT_FIGURE_JOINTS,
               KT_FIGURE_JOINTS * sizeof(kd_transform));
    }
}

static void a_root_that_stays_while_the_figure_walks_is_warned_about(void **state)
{
    (void)state;
    kt_random random = kt_random_make(28);
    kt_figure figures[2];
    held_figure held[2];
    for (int i = 0; i < 2; i++) {
        kt_figure_make(&figures[i], 40 + 10 * i, 0.02, 1.9, 0.0, 0.02, &random);
        held_make(&held[i], &figures[i]);
    }
    for (int kind = 0; kind < 2; kind++) {
        kd_motion_source motions[2];
        for (int i = 0; i < 2; i++)
            motions[i] = kind ? kd_motion_source_make(&held[i].skeleton, &held[i].clip)
                              : kd_motion_source_make(&figures[i].skeleton, &figures[i].clip);
        kd_registration_desc desc = kd_registration_desc_default();
        kd_registration *registration;
        kd_findings findings = kd_findings_make(NULL);
        assert_int_equal(kd_registration_make(motions, 2, &desc, &registration, &findings), KD_OK);
        assert_int_equal(findings.counts[KD_SEVERITY_WARNING], kind);
        if (kind)
            kt_expect_finding(&findings, KD_SEVERITY_WARNING, KD_HIERARCHY, "'ground'");
        kd_findings_free(&findings);
        kd_registration_free(registration);
    }
    for (int i = 0; i < 2; i++) {
        free(held[i].clip.locals);
        kt_figure_free(&figures[i]);
    }
}

static void a_left_and_a_right_turn_give_a_straight_walk(void **state)
{
    (void)state;
    kt_random random = kt_random_make(29);
    kt_figure a, b;
    kt_figure_make(&a, 150, 0.02, 1.9, 1.5, 0.02, &random);
    kt_figure_make(&b, 180, 0.02, 1.9, -1.5, 0.02, &random);
    kd_motion_source motions[2] = {kd_motion_source_make(&a.skeleton, &a.clip),
                                   kd_motion_source_make(&b.skeleton, &b.clip)};
    kd_registration *registration = kt_register(motions, 2);
    const float weights[2] = {0.5f, 0.5f};
    kd_scene *scene = kt_bake(registration, weights, false, NULL);
    const kd_clip *clip = &scene->clips[0];
    const kd_transform *first = clip->locals, *last = first + (clip->frame_count - 1) * KT_FIGURE_JOINTS;
    kd_quat turn = kd_quat_mul(last->rotate, kd_quat_conjugate(first->rotate));
    kd_vec3 way = kd_vec3_sub(last->translate, first->translate);
    assert_true(fabs(2.0 * atan2((double)turn.y, (double)turn.w)) < 0.01);
    assert_true(way.z > 3.7f && fabsf(way.x) < 0.05f * way.z);
    kd_scene_free(scene);
    kd_registration_free(registration);
    kt_figure_free(&a);
    kt_figure_free(&b);
}

/* A foot whose contacts are given at moments that the poses alone would not bring together. */
static void given_contacts_steer_the_curve_and_are_matched(void **state)
{
    (void)state;
    kt_random random = kt_random_make(27);
    kt_figure a, b;
    kt_figure_make(&a, 120, 0.02, 1.9, 0.0, 0.02, &random);
    kt_figure_make(&b, 150, 0.02, 1.6, 0.0, 0.02, &random);
    kd_motion_source motions[2] = {kd_motion_source_make(&a.skeleton, &a.clip),
                                   kd_motion_source_make(&b.skeleton, &b.clip)};
    const int32_t foot = KT_FIGURE_JOINTS - 1;
    const char *const feet[1] = {a.skeleton.joints[foot].name};
    const kd_contact contacts[3] = {{0, foot, 30, 50}, {1, foot, 60, 90}, {0, foot, 100, 110}};
    double overlap[2];
    for (int with = 0; with < 2; with++) {
        kd_registration_desc desc = kd_registration_desc_default();
        desc.contact_joints = feet;
        desc.contact_joint_count = 1;
        desc.contacts = contacts;
        desc.contact_count = 3;
        desc.contact_cost = with ? 10.0 : 0.0;
        kd_registration *r;
        assert_int_equal(kd_registration_make(motions, 2, &desc, &r, NULL), KD_OK);
        double from[2], to[2];
        for (int m = 0; m < 2; m++) {
            from[m] = kd_registration_phase(r, m, contacts[m].first_frame * 0.02);
            to[m] = kd_registration_phase(r, m, contacts[m].last_frame * 0.02);
        }
        overlap[with] = (fmin(to[0], to[1]) - fmax(from[0], from[1])) / (fmax(to[0], to[1]) - fmin(from[0], from[1]));
        if (with) {
            kd_registration_quality quality;
            kd_registration_measure(r, 1, &quality);
            assert_int_equal(kd_registration_contact_match(r, 0, 1), 1);
            assert_int_equal(kd_registration_contact_match(r, 1, 0), 0);
            assert_int_equal(kd_registration_contact_match(r, 2, 1), -1);
            assert_int_equal(quality.contacts_matched, 1);
            assert_int_equal(quality.contacts_alone, 1);
        }
        kd_registration_free(r);
    }
    assert_true(overlap[0] < 0.1 && overlap[1] > 0.5);
    kt_figure_free(&a);
    kt_figure_free(&b);
}

/* Two figures and their asset, on a suitable address. */
typedef struct asset_case {
    kt_figure figures[2];
    kd_buffer bytes;
    uint64_t *block;
    const kd_blend *blend;
} asset_case;

static void asset_make(asset_case *asset)
{
    kt_random random = kt_random_make(24);
    kt_figure_make(&asset->figures[0], 40, 0.02, 1.9, 1.5, 0.02, &random);
    kt_figure_make(&asset->figures[1], 60, 0.02, 1.4, -0.6, 0.02, &random);
    kd_motion_source motions[2] = {kd_motion_source_make(&asset->figures[0].skeleton, &asset->figures[0].clip),
                                   kd_motion_source_make(&asset->figures[1].skeleton, &asset->figures[1].clip)};
    kd_registration *registration = kt_register(motions, 2);
    asset->bytes = kd_buffer_make(NULL);
    assert_int_equal(kd_blend_build(registration, &asset->bytes, NULL), KD_OK);
    kd_registration_free(registration);
    asset->block = (uint64_t *)malloc(asset->bytes.size);
    memcpy(asset->block, asset->bytes.data, asset->bytes.size);
    asset->blend = kd_blend_open(asset->block, asset->bytes.size, NULL);
    assert_non_null(asset->blend);
}

static void asset_free(asset_case *asset)
{
    kd_buffer_free(&asset->bytes);
    free(asset->block);
    kt_figure_free(&asset->figures[0]);
    kt_figure_free(&asset->figures[1]);
}

static void expect_sound_pose(const kd_transform *pose, int32_t count)
{
    for (int32_t j = 0; j < count; j++) {
        assert_true(kt_all_finite((const float *)&pose[j], 10));
        assert_true(kt_is_unit(pose[j].rotate));
    }
}

static void player_follows_weights_loops_and_adds_up_its_root_motion(void **state)
{
    (void)state;
    asset_case asset;
    asset_make(&asset);
    kd_blend_player player;
    float weights[2] = {1.0f, 0.0f};
    kd_transform pose[KT_FIGURE_JOINTS];
    kd_blend_start(asset.blend, weights, &player);
    kd_transform sum = player.base;
    double last = 0.0;
    for (int frame = 0; frame < 1000; frame++) {
        weights[1] = 0.5f + 0.5f * sinf((float)frame * 0.05f);
        weights[0] = 1.0f - weights[1];
        int32_t loops = player.loops;
        kd_blend_job job = {asset.blend, &player, weights, 0.011f, true, false, pose};
        kd_blend_advance(&job);
        sum = kd_transform_mul(sum, player.delta);
        expect_sound_pose(pose, KT_FIGURE_JOINTS);
        assert_true(player.loops > loops || player.phase > last);
        last = player.phase;
        assert_true(kd_vec3_length(player.delta.translate) < 0.05f);
    }
    assert_true(player.loops >= 9 && player.loops <= 14);
    assert_true(kd_vec3_length(kd_vec3_sub(sum.translate, player.base.translate)) < 1e-3f);
    asset_free(&asset);
}

static void player_survives_any_weights_and_steps(void **state)
{
    (void)state;
    asset_case asset;
    asset_make(&asset);
    const float odd[] = {NAN, INFINITY, -INFINITY, -1.0f, 0.0f, 1e-40f, 3e38f, 1.0f};
    kd_transform pose[KT_FIGURE_JOINTS];
    for (int i = 0; i < 64 * 8; i++) {
        float weights[2] = {odd[i % 8], odd[i / 8 % 8]};
        kd_blend_player player;
        kd_blend_start(asset.blend, weights, &player);
        if (i % 3 == 0)
            player.phase = (double)odd[i / 64];
        kd_blend_job job = {asset.blend, &player, weights, odd[i / 64], i % 2 == 0, true, pose};
        kd_blend_advance(&job);
        expect_sound_pose(pose, KT_FIGURE_JOINTS);
        assert_true(player.phase >= 0.0 && player.phase <= 1.0);
        assert_true(isfinite(kd_blend_duration_s(asset.blend, weights)));
    }
    asset_free(&asset);
}

static void player_allocates_nothing_and_many_steps_lead_where_one_does(void **state)
{
    (void)state;
    asset_case asset;
    asset_make(&asset);
    const float weights[2] = {0.3f, 0.7f};
    kd_transform one[KT_FIGURE_JOINTS], many[KT_FIGURE_JOINTS];
    kd_blend_player player;
    kd_blend_start(asset.blend, weights, &player);
    kt_memory_reset(0);
    for (int i = 0; i < 32; i++) {
        kd_blend_job job = {asset.blend, &player, weights, 0.015625f, false, false, many};
        kd_blend_advance(&job);
    }
    kd_blend_start(asset.blend, weights, &player);
    kd_blend_job job = {asset.blend, &player, weights, 0.5f, false, false, one};
    kd_blend_advance(&job);
    assert_int_equal(kt_memory_state.calls, 0);
    for (int j = 0; j < KT_FIGURE_JOINTS; j++)
        assert_true(kt_same_transform(&one[j], &many[j], 1e-5));
    asset_free(&asset);
}

static void damaged_assets_are_refused_or_play_soundly(void **state)
{
    (void)state;
    asset_case asset;
    asset_make(&asset);
    size_t size = asset.bytes.size;
    kd_error error;
    for (size_t cut = 0; cut < size; cut += cut < 400 ? 1 : 997)
        assert_null(kd_blend_open(asset.block, cut, &error));
    kt_random random = kt_random_make(25);
    int opened = 0;
    for (int round = 0; round < 6000; round++) {
        memcpy(asset.block, asset.bytes.data, size);
        unsigned char *bytes = (unsigned char *)asset.block;
        uint32_t place = kt_random_below(&random, round % 2 ? 400 : (uint32_t)size);
        bytes[place] ^= (unsigned char)(1u << kt_random_below(&random, 8));
        assert_null(kd_blend_open(asset.block, size, &error)); /* the checksum */
        kd_blend *blend = (kd_blend *)(void *)asset.block;
        if (blend->size == size)
            blend->hash = kdi_blend_hash(blend);
        const kd_blend *again = kd_blend_open(asset.block, size, &error);
        if (!again)
            continue;
        opened++;
        const float weights[KD_BLEND_MAX_MOTIONS] = {0.5f, 0.5f};
        kd_transform pose[KT_FIGURE_JOINTS];
        kd_blend_player player;
        kd_blend_start(again, weights, &player);
        kd_blend_job job = {again, &player, weights, 0.3f, true, true, pose};
        if (kd_blend_joint_count(again) <= KT_FIGURE_JOINTS)
            kd_blend_advance(&job);
    }
    assert_true(opened > 100);
    asset_free(&asset);
}

static void every_failed_allocation_is_reported_and_leaks_nothing(void **state)
{
    (void)state;
    kt_random random = kt_random_make(26);
    kt_figure a, b;
    kt_figure_make(&a, 20, 0.05, 1.9, 1.5, 0.02, &random);
    kt_figure_make(&b, 30, 0.05, 1.4, -0.6, 0.02, &random);
    kd_motion_source motions[2] = {kd_motion_source_make(&a.skeleton, &a.clip),
                                   kd_motion_source_make(&b.skeleton, &b.clip)};
    kd_registration_desc desc = kd_registration_desc_default();
    const float weights[2] = {0.5f, 0.5f};
    kd_bake_desc bake_desc = {{NULL, weights, 1}, 0.0, true};
    bool done = false;
    for (size_t fail_at = 1; !done; fail_at++) {
        kt_memory_reset(fail_at);
        desc.allocator = kt_allocator();
        kd_registration *registration;
        kd_scene *scene = NULL;
        kd_findings findings = kd_findings_make(NULL);
        kd_result result = kd_registration_make(motions, 2, &desc, &registration, &findings);
        if (result == KD_OK)
            result = kd_blend_bake(registration, &bake_desc, &scene, NULL, &findings);
        done = result == KD_OK;
        assert_true(done || (result == KD_OUT_OF_MEMORY && findings.counts[KD_SEVERITY_ERROR] > 0));
        kd_scene_free(scene);
        kd_registration_free(registration);
        kd_findings_free(&findings);
        assert_int_equal(kt_memory_state.live_blocks, 0);
    }
    kt_memory_reset(0);
    kt_figure_free(&a);
    kt_figure_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_motion_comes_out_alone_and_their_order_does_not_matter),
        cmocka_unit_test(a_motion_blended_with_itself_is_itself),
        cmocka_unit_test(duration_is_the_weighted_mean_and_time_never_runs_back),
        cmocka_unit_test(mirrored_input_gives_mirrored_output),
        cmocka_unit_test(a_left_and_a_right_turn_give_a_straight_walk),
        cmocka_unit_test(a_root_that_stays_while_the_figure_walks_is_warned_about),
        cmocka_unit_test(given_contacts_steer_the_curve_and_are_matched),
        cmocka_unit_test(player_follows_weights_loops_and_adds_up_its_root_motion),
        cmocka_unit_test(player_survives_any_weights_and_steps),
        cmocka_unit_test(player_allocates_nothing_and_many_steps_lead_where_one_does),
        cmocka_unit_test(damaged_assets_are_refused_or_play_soundly),
        cmocka_unit_test(every_failed_allocation_is_reported_and_leaks_nothing),
    };
    return kt_run(tests);
}
