/* Distance matrices against the formulas they stand for, in double and pair by pair. */
#include "align_data.h"

#include "align/distance.h"

enum { MOST_JOINTS = 64 };

typedef struct pair_case {
    kdi_arena arena;
    kdi_source sources[2];
    kdi_cloud a, b;
    float *values;
} pair_case;

static void pair_make(pair_case *pair, const kd_motion_source *a, const kd_motion_source *b,
                      const kd_distance_desc *desc, bool portable)
{
    kd_motion_source motions[2] = {*a, *b};
    kd_allocator allocator = kt_allocator();
    kdi_distance_options options = {NULL, portable};
    kdi_arena_init(&pair->arena, &allocator, 0);
    assert_int_equal(kdi_sources_make(&pair->arena, motions, 2, pair->sources, NULL), KD_OK);
    assert_int_equal(
        kdi_clouds_make(&pair->arena, &pair->sources[0], &pair->sources[1], desc, &pair->a, &pair->b, NULL), KD_OK);
    pair->values = KDI_ARENA_PUSH(&pair->arena, float, (size_t)pair->a.frame_count *(size_t)pair->b.frame_count);
    assert_non_null(pair->values);
    if (desc->kind == KD_DISTANCE_ANGLES)
        assert_int_equal(
            kdi_distance_angles(&pair->arena, &pair->sources[0], &pair->sources[1], desc, pair->values, NULL), KD_OK);
    else
        assert_int_equal(kdi_distance_points(&pair->arena, &pair->a, &pair->b, &options, pair->values, NULL), KD_OK);
}

/* The points of a window of frames with their weights, every joint by itself. */
typedef struct plain_cloud {
    int count;
    double at[MOST_JOINTS * 64][3], weight[MOST_JOINTS * 64];
} plain_cloud;

static void plain_make(const kdi_source *source, int32_t frame, const kd_distance_desc *desc, plain_cloud *cloud)
{
    kd_transform models[MOST_JOINTS];
    double positions[MOST_JOINTS * 3];
    int w = desc->window;
    cloud->count = 0;
    for (int k = -w; k <= w; k++) {
        int32_t f = frame + k;
        f = f < 0 ? 0 : f >= source->frame_count ? source->frame_count - 1 : f;
        kdi_source_positions(source, f, models, positions);
        for (int j = 0; j < source->joint_count; j++) {
            double weight = desc->joint_weights                  ? (double)desc->joint_weights[j]
                            : source->skeleton->joints[j].is_tip ? 0.0
                                                                 : 1.0;
            cloud->weight[cloud->count] = weight * (w + 1 - abs(k)) / ((w + 1.0) * (w + 1.0));
            memcpy(cloud->at[cloud->count++], positions + j * 3, 3 * sizeof(double));
        }
    }
}

/* The distance with a given turn about y and shift, in the paper's form x' = x cos + z sin, z' = -x sin + z cos. */
static double plain_distance_at(const plain_cloud *p, const plain_cloud *q, double angle, const double shift[3])
{
    double sum = 0.0, weight = 0.0, c = cos(angle), s = sin(angle);
    for (int i = 0; i < p->count; i++) {
        double x = c * q->at[i][0] + s * q->at[i][2] + shift[0], z = c * q->at[i][2] - s * q->at[i][0] + shift[2];
        double y = q->at[i][1] + shift[1];
        double dx = p->at[i][0] - x, dy = p->at[i][1] - y, dz = p->at[i][2] - z;
        sum += p->weight[i] * (dx * dx + dy * dy + dz * dz);
        weight += p->weight[i];
    }
    return sqrt(sum / weight);
}

/* The paper's formulas (its program's signs) for the best turn and shift, with weights. */
static double plain_distance(const plain_cloud *p, const plain_cloud *q, bool align_height)
{
    double w = 0, sx = 0, sz = 0, tx = 0, tz = 0, h = 0, top = 0, bottom = 0;
    for (int i = 0; i < p->count; i++) {
        double g = p->weight[i];
        w += g;
        sx += g * p->at[i][0];
        sz += g * p->at[i][2];
        tx += g * q->at[i][0];
        tz += g * q->at[i][2];
        h += g * (p->at[i][1] - q->at[i][1]);
        top += g * (p->at[i][0] * q->at[i][2] - q->at[i][0] * p->at[i][2]);
        bottom += g * (p->at[i][0] * q->at[i][0] + p->at[i][2] * q->at[i][2]);
    }
    double angle = atan2(top - (sx * tz - tx * sz) / w, bottom - (sx * tx + sz * tz) / w);
    double shift[3] = {(sx - tx * cos(angle) - tz * sin(angle)) / w, align_height ? h / w : 0.0,
                       (sz + tx * sin(angle) - tz * cos(angle)) / w};
    return plain_distance_at(p, q, angle, shift);
}

static void expect_points_match(const kd_motion_source *a, const kd_motion_source *b, const kd_distance_desc *desc,
                                bool portable, uint64_t seed)
{
    static plain_cloud p, q;
    pair_case pair;
    kt_random random = kt_random_make(seed);
    pair_make(&pair, a, b, desc, portable);
    for (int round = 0; round < 1500; round++) {
        int32_t row = (int32_t)kt_random_below(&random, (uint32_t)pair.a.frame_count);
        int32_t column = round % 3 == 0 && row < pair.b.frame_count
                             ? row
                             : (int32_t)kt_random_below(&random, (uint32_t)pair.b.frame_count);
        plain_make(&pair.sources[0], row, desc, &p);
        plain_make(&pair.sources[1], column, desc, &q);
        double expected = plain_distance(&p, &q, desc->align_height);
        double got = (double)pair.values[(size_t)row * (size_t)pair.b.frame_count + (size_t)column];
        if (!(fabs(got - expected) <= 1e-4 * expected + 1e-6))
            fail_msg("%d %d: %.9g instead of %.9g", (int)row, (int)column, got, expected);
    }
    kdi_arena_free(&pair.arena);
}

static void matrix_equals_the_direct_formula_in_double(void **state)
{
    (void)state;
    kt_figure a, b;
    kt_random random = kt_random_make(1);
    kt_figure_make(&a, 131, 0.02, 1.9, 1.0, 0.1, &random);
    kt_figure_make(&b, 203, 0.02, 1.4, -2.0, 0.1, &random);
    kd_motion_source left = kd_motion_source_make(&a.skeleton, &a.clip);
    kd_motion_source right = kd_motion_source_make(&b.skeleton, &b.clip);
    const float weights[KT_FIGURE_JOINTS] = {2, 1, 0, 3, 1, 0.5f, 3, 0.25f};
    for (int i = 0; i < 16; i++) {
        kd_distance_desc desc = kd_distance_desc_default();
        desc.window = (i & 1) ? (i & 4 ? 5 : 1) : 0;
        desc.align_height = (i & 2) != 0;
        desc.joint_weights = i & 4 ? weights : NULL;
        expect_points_match(&left, &right, &desc, (i & 8) != 0, (uint64_t)i);
        expect_points_match(&left, &left, &desc, (i & 8) != 0, (uint64_t)i);
    }
    kt_figure_free(&a);
    kt_figure_free(&b);
}

static void matrix_of_captured_motions_equals_the_direct_formula(void **state)
{
    (void)state;
    static const char *const names[][2] = {{"cmu_07_01_walk", "cmu_07_04_slow_walk"},
                                           {"cmu_16_17_walk_turn_left90", "cmu_16_17_walk_turn_left90"},
                                           {"cmu_35_01_walk", "cmu_35_17_run"},
                                           {"cmu_07_01_walk", "cmu_120_08_sneak"}};
    for (int i = 0; i < 4; i++) {
        kd_scene *a = kt_capture(names[i][0]), *b = kt_capture(names[i][1]);
        if (!a)
            skip();
        kd_motion_source left = kt_capture_source(a, "a"), right = kt_capture_source(b, "b");
        kd_distance_desc desc = kd_distance_desc_default();
        for (int k = 0; k < 3; k++) {
            desc.window = k * 4;
            desc.align_height = k == 1;
            expect_points_match(&left, &right, &desc, false, 7);
        }
        kd_scene_free(a);
        kd_scene_free(b);
    }
}

static void no_other_turn_or_shift_is_closer(void **state)
{
    (void)state;
    static plain_cloud p, q;
    kt_figure a, b;
    kt_random random = kt_random_make(3);
    kt_figure_make(&a, 60, 0.02, 1.9, 2.5, 0.3, &random);
    kt_figure_make(&b, 60, 0.02, 1.4, -2.0, 0.3, &random);
    kd_motion_source left = kd_motion_source_make(&a.skeleton, &a.clip);
    kd_motion_source right = kd_motion_source_make(&b.skeleton, &b.clip);
    for (int i = 0; i < 400; i++) {
        pair_case pair;
        kd_distance_desc desc = kd_distance_desc_default();
        desc.window = i % 3;
        desc.align_height = i % 2 == 0;
        pair_make(&pair, &left, &right, &desc, true);
        int32_t row = (int32_t)kt_random_below(&random, 60), column = (int32_t)kt_random_below(&random, 60);
        plain_make(&pair.sources[0], row, &desc, &p);
        plain_make(&pair.sources[1], column, &desc, &q);
        kdi_alignment found;
        double least = kdi_cloud_distance(&pair.a, row, &pair.b, column, &found);
        /* (a, b, h) is (z, x, y) where y is up. */
        double best[3] = {found.shift[1], found.shift[2], found.shift[0]};
        assert_true(fabs(plain_distance_at(&p, &q, found.angle_rad, best) - least) < 1e-9);
        for (int k = 0; k < 60; k++) {
            double size = pow(10.0, kt_random_in(&random, -4.0, 0.5));
            double shift[3] = {best[0] + size * kt_random_in(&random, -1, 1),
                               best[1] + (desc.align_height ? size * kt_random_in(&random, -1, 1) : 0.0),
                               best[2] + size * kt_random_in(&random, -1, 1)};
            double angle = found.angle_rad + size * kt_random_in(&random, -1, 1);
            assert_true(plain_distance_at(&p, &q, angle, shift) >= least - 1e-12);
        }
        kdi_arena_free(&pair.arena);
    }
    kt_figure_free(&a);
    kt_figure_free(&b);
}

static void angle_matrix_equals_the_logarithms_of_the_differences(void **state)
{
    (void)state;
    kt_figure a, b;
    kt_random random = kt_random_make(4);
    kt_figure_make(&a, 50, 0.02, 1.9, 0.0, 3.0, &random);
    kt_figure_make(&b, 70, 0.02, 1.4, 0.0, 3.0, &random);
    kd_motion_source left = kd_motion_source_make(&a.skeleton, &a.clip);
    kd_motion_source right = kd_motion_source_make(&b.skeleton, &b.clip);
    kd_distance_desc desc = kd_distance_desc_default();
    desc.kind = KD_DISTANCE_ANGLES;
    pair_case pair;
    pair_make(&pair, &left, &right, &desc, false);
    for (int32_t r = 0; r < 50; r++)
        for (int32_t c = 0; c < 70; c++) {
            double sum = 0.0;
            for (int j = 1; j < KT_FIGURE_JOINTS; j++) {
                kd_quat p = a.clip.locals[r * KT_FIGURE_JOINTS + j].rotate;
                kd_quat q = b.clip.locals[c * KT_FIGURE_JOINTS + j].rotate;
                double dot = (double)p.x * q.x + (double)p.y * q.y + (double)p.z * q.z + (double)p.w * q.w;
                kd_quat d = kd_quat_mul(kd_quat_conjugate(p), q);
                double sine = sqrt((double)d.x * d.x + (double)d.y * d.y + (double)d.z * d.z);
                double angle = 2.0 * atan2(sine, fabs(dot));
                sum += angle * angle;
            }
            double expected = sqrt(sum / KT_FIGURE_JOINTS); /* the root turns about y only: nothing is left of it */
            assert_true(fabs((double)pair.values[r * 70 + c] - expected) <= 1e-4 * expected + 1e-6);
        }
    kdi_arena_free(&pair.arena);
    kt_figure_free(&a);
    kt_figure_free(&b);
}

static void different_rates_meet_at_the_rate_of_the_first(void **state)
{
    (void)state;
    kt_figure a, b;
    kt_random random = kt_random_make(5);
    kt_figure_make(&a, 121, 1.0 / 120.0, 1.9, 0.7, 0.0, &random);
    kt_figure_make(&b, 31, 1.0 / 30.0, 1.9, 0.7, 0.0, &random);
    kd_motion_source left = kd_motion_source_make(&a.skeleton, &a.clip);
    kd_motion_source right = kd_motion_source_make(&b.skeleton, &b.clip);
    kd_distance_desc desc = kd_distance_desc_default();
    kd_distance_matrix matrix;
    assert_int_equal(kd_distance_matrix_make(&left, &right, &desc, NULL, &matrix, NULL), KD_OK);
    assert_int_equal(matrix.rows, 121);
    assert_int_equal(matrix.columns, 121);
    for (int i = 0; i < 121; i++)
        assert_true(matrix.values[i * 121 + i] < 1e-2f); /* what lies between frames 1/30 s apart */
    kd_distance_matrix_free(&matrix);
    kt_figure_free(&a);
    kt_figure_free(&b);
}

static void other_skeletons_are_refused_with_every_difference_or_matched_by_a_map(void **state)
{
    (void)state;
    kt_figure a, b;
    kt_random random = kt_random_make(6);
    kt_figure_make(&a, 20, 0.02, 1.9, 0.7, 0.0, &random);
    kt_figure_make(&b, 20, 0.02, 1.9, 0.7, 0.0, &random);
    b.joints[3].name = "ball_l";
    b.joints[4].name = "hip_r";
    b.joints[6].parent = 4;
    kd_motion_source left = kd_motion_source_make(&a.skeleton, &a.clip);
    kd_motion_source right = kd_motion_source_make(&b.skeleton, &b.clip);
    kd_distance_desc desc = kd_distance_desc_default();
    kd_distance_matrix matrix;
    kd_findings findings = kd_findings_make(NULL);
    assert_int_not_equal(kd_distance_matrix_make(&left, &right, &desc, NULL, &matrix, &findings), KD_OK);
    kt_expect_finding(&findings, KD_SEVERITY_ERROR, KD_JOINT_UNKNOWN, "'foot_l'");
    kt_expect_finding(&findings, KD_SEVERITY_ERROR, KD_JOINT_UNKNOWN, "'thigh_r'");
    kt_expect_finding(&findings, KD_SEVERITY_ERROR, KD_JOINT_UNKNOWN, "'ball_l'");
    kt_expect_finding(&findings, KD_SEVERITY_ERROR, KD_HIERARCHY, "'foot_r' hangs on 'hip_r'");
    kd_findings_free(&findings);
    b.joints[6].parent = 5;
    const kd_joint_pair map[] = {{"foot_l", "ball_l"}, {"thigh_r", "hip_r"}};
    right.joint_map = map;
    right.joint_map_count = 2;
    assert_int_equal(kd_distance_matrix_make(&left, &right, &desc, NULL, &matrix, NULL), KD_OK);
    assert_true(matrix.values[0] < 1e-5f);
    kd_distance_matrix_free(&matrix);
    kt_figure_free(&a);
    kt_figure_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matrix_equals_the_direct_formula_in_double),
        cmocka_unit_test(matrix_of_captured_motions_equals_the_direct_formula),
        cmocka_unit_test(no_other_turn_or_shift_is_closer),
        cmocka_unit_test(angle_matrix_equals_the_logarithms_of_the_differences),
        cmocka_unit_test(different_rates_meet_at_the_rate_of_the_first),
        cmocka_unit_test(other_skeletons_are_refused_with_every_difference_or_matched_by_a_map),
    };
    return kt_run(tests);
}
