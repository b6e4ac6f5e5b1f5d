/* Plays a blend. With weights w and the curves S of the motions over the phase u, time passes as
 *     t = sum of w S(u),
 * so that a step of the clock is a step of u along a rising quadratic spline: the incremental inverse time warp. At
 * constant weights the whole takes the weighted mean of the durations, and with one weight of 1 that motion's own
 * time. Joints are averaged relative to the bases of the motions; the steps of the bases are averaged and added up. */
#include "kinedriver/math.h"
#include "kinedriver/rotation.h"
#include "kinedriver/scalar.h"
#include "math/geometry.h"
#include "motion/blend_layout.h"

enum { PLAYER_NEWTON = 6, PLAYER_MOST_LOOPS = 1024 };

/* Above this cosine of half the angle between rotations their plain mean is as good as the true one. */
#define PLAYER_CLOSE 0.99995f

typedef struct player_mix {
    int32_t count; /* motions with a weight above 0 */
    int32_t motion[KD_BLEND_MAX_MOTIONS];
    float weight[KD_BLEND_MAX_MOTIONS]; /* sum 1 */
} player_mix;

/* Two neighbouring frames of a motion and how far it is between them. */
typedef struct player_place {
    const kdi_blend_motion *motion;
    uint32_t frame;
    float part;
} player_place;

typedef struct player_base {
    double heading, a, b, h;
} player_base;

static const kdi_blend_motion *player_motion(const kd_blend *blend, int32_t motion)
{
    return KDI_BLEND_SECTION(blend, motions, kdi_blend_motion) + motion;
}

static player_mix player_mix_make(const kd_blend *blend, const float *weights)
{
    player_mix mix;
    float largest = 0.0f, sum = 0.0f;
    mix.count = 0;
    for (uint32_t i = 0; i < blend->motions.count; i++)
        largest = weights[i] > largest ? kd_finite(weights[i]) : largest;
    for (uint32_t i = 0; i < blend->motions.count; i++) {
        float weight = weights[i] > 0.0f ? kd_finite(weights[i]) / largest : 0.0f;
        if (!(weight > 0.0f))
            continue;
        mix.motion[mix.count] = (int32_t)i;
        mix.weight[mix.count++] = weight;
        sum += weight;
    }
    for (int32_t i = 0; i < mix.count; i++)
        mix.weight[i] /= sum;
    if (mix.count == 0) {
        mix.count = 1;
        mix.motion[0] = 0;
        mix.weight[0] = 1.0f;
    }
    return mix;
}

/* The number at this place of the curves' tables, mixed. */
static double player_time_number(const kd_blend *blend, const player_mix *mix, uint32_t index)
{
    double sum = 0.0;
    for (int32_t i = 0; i < mix->count; i++)
        sum +=
            (double)mix->weight[i] * (double)kdi_blend_data(blend, player_motion(blend, mix->motion[i])->times)[index];
    return sum;
}

static uint32_t player_segment(const kd_blend *blend, double phase, double *part)
{
    double at = phase * (double)blend->segment_count;
    uint32_t segment = at > 0.0 ? (uint32_t)at : 0;
    segment = segment < blend->segment_count ? segment : blend->segment_count - 1;
    *part = at - (double)segment;
    *part = *part > 1.0 ? 1.0 : *part;
    return segment;
}

static double player_quadratic(double b0, double b1, double b2, double s)
{
    double r = 1.0 - s;
    return r * r * b0 + 2.0 * r * s * b1 + s * s * b2;
}

static double player_clean_phase(double phase)
{
    return phase > 0.0 ? (phase < 1.0 ? phase : 1.0) : 0.0; /* not a number counts as 0 */
}

static double player_mixed_time(const kd_blend *blend, const player_mix *mix, double phase)
{
    double s;
    uint32_t k = 2 * player_segment(blend, phase, &s);
    return player_quadratic(player_time_number(blend, mix, k), player_time_number(blend, mix, k + 1),
                            player_time_number(blend, mix, k + 2), s);
}

/* Where in its segment the rising quadratic has this value. */
static double player_solve(double b0, double b1, double b2, double value)
{
    double s = (value - b0) / (b2 - b0);
    for (int round = 0; round < PLAYER_NEWTON; round++) {
        double slope = 2.0 * ((1.0 - s) * (b1 - b0) + s * (b2 - b1));
        s -= (player_quadratic(b0, b1, b2, s) - value) / slope;
        s = s > 0.0 ? (s < 1.0 ? s : 1.0) : 0.0;
    }
    return s;
}

/* The phase at which the mixed time has this value, at or behind the one given; not behind the end. */
static double player_phase_at(const kd_blend *blend, const player_mix *mix, double phase, double value)
{
    double s;
    for (uint32_t segment = player_segment(blend, phase, &s); segment < blend->segment_count; segment++) {
        double b2 = player_time_number(blend, mix, 2 * segment + 2);
        if (!(value <= b2))
            continue;
        double b0 = player_time_number(blend, mix, 2 * segment), b1 = player_time_number(blend, mix, 2 * segment + 1);
        double found = ((double)segment + player_solve(b0, b1, b2, value)) / (double)blend->segment_count;
        return found > phase ? found : phase;
    }
    return 1.0;
}

double kd_blend_time_s(const kd_blend *blend, int32_t motion, double phase)
{
    player_mix mix;
    mix.count = 1;
    mix.motion[0] = motion;
    mix.weight[0] = 1.0f;
    return player_mixed_time(blend, &mix, player_clean_phase(phase));
}

float kd_blend_duration_s(const kd_blend *blend, const float *weights)
{
    player_mix mix = player_mix_make(blend, weights);
    return (float)player_time_number(blend, &mix, 2 * blend->segment_count);
}

static player_place player_find(const kd_blend *blend, int32_t motion, double phase)
{
    player_place place;
    place.motion = player_motion(blend, motion);
    double at = kd_blend_time_s(blend, motion, phase) / place.motion->frame_time_s;
    double last = (double)(place.motion->frame_count - 1);
    at = at < last ? at : last;
    place.frame = (uint32_t)at;
    place.frame = place.frame < place.motion->frame_count - 1 ? place.frame : place.motion->frame_count - 2;
    place.part = (float)(at - (double)place.frame);
    return place;
}

static player_base player_base_at(const kd_blend *blend, const player_place *place)
{
    const float *f = kdi_blend_data(blend, place->motion->bases) + (size_t)place->frame * KDI_BLEND_BASE_FLOATS;
    const float *g = f + KDI_BLEND_BASE_FLOATS;
    double t = (double)place->part, r = 1.0 - t;
    player_base base = {r * (double)f[0] + t * (double)g[0], r * (double)f[1] + t * (double)g[1],
                        r * (double)f[2] + t * (double)g[2], r * (double)f[3] + t * (double)g[3]};
    return base;
}

static void player_turn(double angle, double *a, double *b)
{
    float sine, cosine;
    kd_sincos((float)angle, &sine, &cosine);
    double x = *a;
    *a = (double)cosine * x - (double)sine * *b;
    *b = (double)sine * x + (double)cosine * *b;
}

/* (a, b, h) of an up axis from and to x y z. */
static int32_t player_axis(const kd_blend *blend, int32_t which)
{
    return (int32_t)((blend->up_axis + 1 + (uint32_t)which) % 3);
}

static kd_transform player_transform(const kd_blend *blend, double heading, const double place[3])
{
    float sine, cosine;
    kd_sincos((float)(0.5 * heading), &sine, &cosine);
    kd_transform t = kd_transform_identity();
    float part[3] = {0.0f, 0.0f, 0.0f};
    part[blend->up_axis] = sine;
    t.rotate = kd_quat_normalize(kd_quat_make(part[0], part[1], part[2], cosine));
    t.translate = kd_vec3_make((float)place[0], (float)place[1], (float)place[2]);
    return t;
}

/* Adds the mean step of the bases between two phases. Each step is taken seen from half-way through its own turn, so
 * that circles of different radius mix to a circle. */
static void player_move_base(const kd_blend *blend, const player_mix *mix, double from, double to,
                             kd_blend_player *player)
{
    player_base mean = {0.0, 0.0, 0.0, 0.0};
    for (int32_t i = 0; i < mix->count; i++) {
        player_place places[2] = {player_find(blend, mix->motion[i], from), player_find(blend, mix->motion[i], to)};
        player_base old = player_base_at(blend, &places[0]), now = player_base_at(blend, &places[1]);
        double a = now.a - old.a, b = now.b - old.b, weight = (double)mix->weight[i];
        player_turn(-0.5 * (old.heading + now.heading), &a, &b);
        mean.heading += weight * (now.heading - old.heading);
        mean.a += weight * a;
        mean.b += weight * b;
        mean.h += weight * (now.h - old.h);
    }
    player_turn(player->heading_rad + 0.5 * mean.heading, &mean.a, &mean.b);
    player->heading_rad += mean.heading;
    player->place[player_axis(blend, 0)] += mean.a;
    player->place[player_axis(blend, 1)] += mean.b;
    player->place[player_axis(blend, 2)] += mean.h;
}

void kd_blend_start(const kd_blend *blend, const float *weights, kd_blend_player *player)
{
    player_mix mix = player_mix_make(blend, weights);
    player_base mean = {0.0, 0.0, 0.0, 0.0};
    for (int32_t i = 0; i < mix.count; i++) {
        player_place place = player_find(blend, mix.motion[i], 0.0);
        player_base base = player_base_at(blend, &place);
        double weight = (double)mix.weight[i];
        mean.heading += weight * base.heading;
        mean.a += weight * base.a;
        mean.b += weight * base.b;
        mean.h += weight * base.h;
    }
    player->phase = 0.0;
    player->heading_rad = mean.heading;
    player->place[player_axis(blend, 0)] = mean.a;
    player->place[player_axis(blend, 1)] = mean.b;
    player->place[player_axis(blend, 2)] = mean.h;
    player->base = player_transform(blend, player->heading_rad, player->place);
    player->delta = kd_transform_identity();
    player->loops = 0;
    player->ended = false;
}

static void player_step(const kd_blend *blend, const player_mix *mix, double seconds, bool loop,
                        kd_blend_player *player)
{
    double end = player_time_number(blend, mix, 2 * blend->segment_count);
    for (int round = 0; round < PLAYER_MOST_LOOPS; round++) {
        double now = player_mixed_time(blend, mix, player->phase);
        bool reaches_end = now + seconds >= end;
        double phase = reaches_end ? 1.0 : player_phase_at(blend, mix, player->phase, now + seconds);
        player_move_base(blend, mix, player->phase, phase, player);
        player->phase = phase;
        player->ended = reaches_end && !loop;
        if (!reaches_end || !loop)
            return;
        seconds -= end - now;
        player->phase = 0.0;
        player->loops++;
    }
}

static kd_quat player_rotation_at(const kd_blend *blend, const player_place *place, uint32_t joint)
{
    size_t frame = (size_t)blend->joints.count * 4;
    const float *p = kdi_blend_data(blend, place->motion->rotations) + place->frame * frame + (size_t)joint * 4;
    const float *q = p + frame;
    float t = place->part, r = 1.0f - t;
    float dot = p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3];
    t = dot < 0.0f ? -t : t;
    kd_quat mixed = {r * p[0] + t * q[0], r * p[1] + t * q[1], r * p[2] + t * q[2], r * p[3] + t * q[3]};
    return kdi_quat_renormalize(mixed);
}

/* The mean on the sphere: the plain one, then moved until the logarithms of what is left cancel. */
static kd_quat player_mean_rotation(const kd_quat *rotations, const player_mix *mix, int32_t heaviest)
{
    kd_quat sum = {0.0f, 0.0f, 0.0f, 0.0f}, reference = rotations[heaviest];
    float closest = 1.0f;
    for (int32_t i = 0; i < mix->count; i++) {
        float dot = kdi_quat_dot(rotations[i], reference), w = dot < 0.0f ? -mix->weight[i] : mix->weight[i];
        sum.x += w * rotations[i].x;
        sum.y += w * rotations[i].y;
        sum.z += w * rotations[i].z;
        sum.w += w * rotations[i].w;
        closest = kd_min(closest, dot < 0.0f ? -dot : dot);
    }
    kd_quat mean = kd_quat_normalize(sum);
    for (int round = 0; round < 2 && closest < PLAYER_CLOSE; round++) {
        kd_vec3 rest = {0.0f, 0.0f, 0.0f};
        for (int32_t i = 0; i < mix->count; i++) {
            kd_vec3 away = kd_quat_log(kdi_quat_mul(kdi_quat_conjugate(mean), rotations[i]));
            rest = kdi_vec3_add(rest, kdi_vec3_scale(away, mix->weight[i]));
        }
        mean = kdi_quat_renormalize(kdi_quat_mul(mean, kd_quat_exp(rest)));
        if (kdi_vec3_dot(rest, rest) < 1e-6f)
            break;
    }
    return mean;
}

/* Translation and scale of a joint in one motion. */
static void player_track_at(const kd_blend *blend, const player_place *place, uint32_t joint, float *out)
{
    int32_t track = KDI_BLEND_SECTION(blend, joints, kdi_blend_joint)[joint].track;
    size_t frame = (size_t)blend->track_count * KDI_BLEND_TRACK_FLOATS;
    const float *from = track < 0 ? kdi_blend_data(blend, place->motion->rests) + (size_t)joint * KDI_BLEND_REST_FLOATS
                                  : kdi_blend_data(blend, place->motion->tracks) + place->frame * frame +
                                        (size_t)track * KDI_BLEND_TRACK_FLOATS;
    const float *to = track < 0 ? from : from + frame;
    for (int i = 0; i < KDI_BLEND_TRACK_FLOATS; i++)
        out[i] = from[i] + place->part * (to[i] - from[i]);
}

/* The same mixed, as differences to the first motion: what is equal in all stays so to the bit. */
static void player_mean_track(const kd_blend *blend, const player_mix *mix, const player_place *places, uint32_t joint,
                              kd_transform *out)
{
    float first[KDI_BLEND_TRACK_FLOATS], other[KDI_BLEND_TRACK_FLOATS], sum[KDI_BLEND_TRACK_FLOATS] = {0};
    player_track_at(blend, &places[0], joint, first);
    for (int32_t i = 1; i < mix->count; i++) {
        player_track_at(blend, &places[i], joint, other);
        for (int k = 0; k < KDI_BLEND_TRACK_FLOATS; k++)
            sum[k] += mix->weight[i] * (other[k] - first[k]);
    }
    out->translate = kd_vec3_make(first[0] + sum[0], first[1] + sum[1], first[2] + sum[2]);
    out->scale = kd_vec3_make(first[3] + sum[3], first[4] + sum[4], first[5] + sum[5]);
}

static void player_pose(const kd_blend *blend, const player_mix *mix, double phase, kd_transform *pose)
{
    player_place places[KD_BLEND_MAX_MOTIONS];
    kd_quat rotations[KD_BLEND_MAX_MOTIONS];
    int32_t heaviest = 0;
    for (int32_t i = 0; i < mix->count; i++) {
        places[i] = player_find(blend, mix->motion[i], phase);
        heaviest = mix->weight[i] > mix->weight[heaviest] ? i : heaviest;
    }
    for (uint32_t j = 0; j < blend->joints.count; j++) {
        for (int32_t i = 0; i < mix->count; i++)
            rotations[i] = player_rotation_at(blend, &places[i], j);
        pose[j].rotate = mix->count == 1 ? rotations[0] : player_mean_rotation(rotations, mix, heaviest);
        player_mean_track(blend, mix, places, j, &pose[j]);
    }
}

void kd_blend_advance(const kd_blend_job *job)
{
    const kd_blend *blend = job->blend;
    kd_blend_player *player = job->player;
    player_mix mix = player_mix_make(blend, job->weights);
    kd_transform before = player->base;
    player->phase = player_clean_phase(player->phase);
    player->ended = false;
    if (job->seconds > 0.0f)
        player_step(blend, &mix, (double)kd_finite(job->seconds), job->loop, player);
    player->base = player_transform(blend, player->heading_rad, player->place);
    player->delta = kd_transform_relative(before, player->base);
    if (!job->pose)
        return;
    player_pose(blend, &mix, player->phase, job->pose);
    const kdi_blend_joint *joints = KDI_BLEND_SECTION(blend, joints, kdi_blend_joint);
    for (uint32_t j = 0; j < blend->joints.count && job->place_root; j++)
        if (joints[j].parent < 0)
            job->pose[j] = kd_transform_mul(player->base, job->pose[j]);
}

float kd_blend_foot_contact(const kd_blend *blend, const float *weights, double phase, int32_t foot)
{
    player_mix mix = player_mix_make(blend, weights);
    const kdi_blend_contact *contacts = KDI_BLEND_SECTION(blend, contacts, kdi_blend_contact);
    float sum = 0.0f;
    for (int32_t i = 0; i < mix.count; i++)
        for (uint32_t k = 0; k < blend->contacts.count; k++)
            if (contacts[k].foot == (uint32_t)foot && contacts[k].motion == (uint32_t)mix.motion[i] &&
                phase >= (double)contacts[k].first && phase <= (double)contacts[k].last) {
                sum += mix.weight[i];
                break;
            }
    return sum;
}
