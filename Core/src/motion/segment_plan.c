/* Plans of segments: each handle's path x_i becomes placed x_i + base + delta_i change + epsilon_i pull, after (10) and
 * (18), or gamma in place of delta (19). Hands and head that nobody asked for take the root's share of the change with
 * the root, so that an arm is not stretched because its hand moves at other times than the body. */
#include "motion/segment_plan.h"

#include "kinedriver/math.h"
#include "kinedriver/rotation.h"
#include "kinedriver/scalar.h"
#include "math/geometry.h"

#include <string.h>

/* Floors of captures are not quite level. A repeated walk must not climb: within a clip only a rise of more than this
 * part of the height is a step. */
static const float PLAN_STEP = 0.06f;
/* Alignment looks at where handles are and where they will be a quarter of a second later. */
static const float PLAN_AHEAD_S = 0.25f;

static kd_vec3 plan_vec(const float v[3])
{
    return kdi_vec3_make(v[0], v[1], v[2]);
}

static const kdi_segment *plan_segment(const kd_segments *asset, const kdi_segment_plan *plan)
{
    return kdi_segment_at(asset, plan->request.segment);
}

static const kdi_segment_end *plan_end(const kd_segments *asset, int32_t segment, uint32_t handle)
{
    return KDI_SEGMENT_SECTION(asset, ends, kdi_segment_end) + kdi_segment_at(asset, segment)->ends + handle;
}

static kd_vec3 plan_position(const kd_segments *asset, int32_t segment, uint32_t handle, bool at_end)
{
    const kdi_segment *s = kdi_segment_at(asset, segment);
    kdi_segment_time time = {at_end ? s->length : 0, 0.0f};
    float track[KDI_SEGMENT_TRACK];
    kdi_segment_handle_sample(asset, s, handle, time, track);
    return plan_vec(track);
}

static kd_vec3 plan_put(const kdi_segment_placement *place, kd_vec3 point)
{
    return kdi_vec3_add(kdi_quat_rotate(place->turn, point), place->move);
}

static const kd_segment_target *plan_target(const kdi_segment_plan *plan, uint32_t handle)
{
    for (int32_t i = 0; i < plan->request.target_count; i++)
        if ((uint32_t)plan->request.targets[i].handle == handle)
            return &plan->request.targets[i];
    return NULL;
}

/* Where a handle ends if nothing is asked of it. */
static kd_vec3 plan_natural_end(const kd_segments *asset, const kdi_segment_plan *plan, uint32_t handle)
{
    kd_vec3 way = kdi_vec3_sub(plan_position(asset, plan->request.segment, handle, true),
                               plan_position(asset, plan->request.segment, handle, false));
    return kdi_vec3_add(plan->courses[handle].start, kdi_quat_rotate(plan->place.turn, way));
}

/* The foot that stands through the segment, which placement must not move; the root if there are no feet. */
static uint32_t plan_anchor(const kd_segments *asset, const kdi_segment_plan *plan)
{
    const kdi_segment_handle *handles = KDI_SEGMENT_SECTION(asset, handles, kdi_segment_handle);
    uint32_t anchor = 0;
    for (uint32_t i = 1; i < asset->handles.count; i++) {
        float travel = plan_end(asset, plan->request.segment, i)->travel;
        if (handles[i].is_foot && (anchor == 0 || travel < plan_end(asset, plan->request.segment, anchor)->travel))
            anchor = i;
    }
    return anchor;
}

/* Handles at an end, and where they go from there: 2 points a handle; relative to the root. */
static kd_vec3 plan_cloud(const kd_segments *asset, int32_t segment, uint32_t item, bool at_end)
{
    uint32_t handle = item / 2;
    const kdi_segment_end *end = plan_end(asset, segment, handle);
    kd_vec3 velocity = plan_vec(at_end ? end->end_velocity : end->start_velocity);
    kd_vec3 point =
        kdi_vec3_sub(plan_position(asset, segment, handle, at_end), plan_position(asset, segment, 0, at_end));
    float ahead = item % 2 != 0 ? PLAN_AHEAD_S / asset->seconds : 0.0f;
    return kdi_vec3_add(point, kdi_vec3_scale(velocity, ahead));
}

/* The turn about the vertical that takes the next segment's start to this one's end best, in the sense of least squares
 * over all handles. */
static kd_quat plan_turn(const kd_segments *asset, const kdi_segment_plan *plan, int32_t next)
{
    const kdi_segment *s = plan_segment(asset, plan);
    if (s->is_followed && next == plan->request.segment + 1)
        return plan->place.turn;
    float cosine = 0.0f, sine = 0.0f, size = 0.0f;
    for (uint32_t i = 0; i < 2 * asset->handles.count; i++) {
        kd_vec3 a = kdi_quat_rotate(plan->place.turn, plan_cloud(asset, plan->request.segment, i, true));
        kd_vec3 b = plan_cloud(asset, next, i, false);
        cosine += a.x * b.x + a.z * b.z;
        sine += a.x * b.z - a.z * b.x;
        size += a.x * a.x + a.z * a.z + b.x * b.x + b.z * b.z;
    }
    if (!(kd_abs(cosine) + kd_abs(sine) > 1e-6f * size))
        return plan->place.turn;
    return kd_quat_from_axis_angle(kdi_vec3_make(0.0f, 1.0f, 0.0f), kd_atan2(sine, cosine));
}

static kdi_segment_placement plan_next_place(const kd_segments *asset, const kdi_segment_plan *plan, int32_t next)
{
    kdi_segment_placement place;
    uint32_t anchor = plan_anchor(asset, plan);
    const kd_segment_target *target = plan_target(plan, anchor);
    kd_vec3 end = target != NULL ? target->position : plan_natural_end(asset, plan, anchor);
    place.turn = plan_turn(asset, plan, next);
    place.move = kdi_vec3_sub(end, kdi_quat_rotate(place.turn, plan_position(asset, next, anchor, false)));
    bool is_same = kdi_segment_at(asset, next)->clip == plan_segment(asset, plan)->clip;
    if (is_same && kd_abs(place.move.y - plan->place.move.y) < PLAN_STEP * asset->height)
        place.move.y = plan->place.move.y;
    return place;
}

static void plan_start(const kd_segments *asset, kdi_segment_plan *plan, const kdi_segment_plan *before)
{
    if (before == NULL) {
        plan->place.turn = kdi_quat_identity();
        plan->place.move = kdi_vec3_make(0.0f, 0.0f, 0.0f);
    } else {
        plan->place = before->has_next ? before->next_place : plan_next_place(asset, before, plan->request.segment);
    }
    for (uint32_t i = 0; i < asset->handles.count; i++) {
        kdi_segment_course *course = &plan->courses[i];
        kd_vec3 placed = plan_put(&plan->place, plan_position(asset, plan->request.segment, i, false));
        course->start = before == NULL ? placed : before->courses[i].end;
        course->base = kdi_vec3_add(plan->place.move, kdi_vec3_sub(course->start, placed));
        course->pin_start = before == NULL ? 0.0f : before->courses[i].pin_end;
        course->pull = course->carry = kdi_vec3_make(0.0f, 0.0f, 0.0f);
    }
}

/* Where a handle ends if the next segment begins elsewhere: the one of the two that moves it more takes more of the
 * gap, so that a foot that stands is not moved but lands elsewhere the next time. Within a clip only feet wait. */
static kd_vec3 plan_meeting(const kd_segments *asset, const kdi_segment_plan *plan, uint32_t handle, int32_t next)
{
    const kdi_segment_handle *handles = KDI_SEGMENT_SECTION(asset, handles, kdi_segment_handle);
    kd_vec3 begin = plan_put(&plan->next_place, plan_position(asset, next, handle, false));
    bool is_followed = plan_segment(asset, plan)->is_followed && next == plan->request.segment + 1;
    float now = plan_end(asset, plan->request.segment, handle)->travel, later = plan_end(asset, next, handle)->travel;
    if ((is_followed && !handles[handle].is_foot) || !(now + later > 0.0f))
        return begin;
    return kdi_vec3_lerp(begin, plan_natural_end(asset, plan, handle), later / (now + later));
}

/* What a handle shares with the root; nothing where it has to be exact. */
static kd_vec3 plan_ride(const kd_segments *asset, const kdi_segment_plan *plan, uint32_t handle)
{
    const kdi_segment_course *course = &plan->courses[handle];
    bool is_foot = KDI_SEGMENT_SECTION(asset, handles, kdi_segment_handle)[handle].is_foot != 0;
    bool is_free = handle != 0 && !is_foot && !(course->pin_start > 0.0f) && !(course->pin_end > 0.0f);
    return is_free ? plan->courses[0].change : kdi_vec3_make(0.0f, 0.0f, 0.0f);
}

void kdi_segment_plan_places(const kd_segments *asset, kdi_segment_plan *plan, const kdi_segment_plan *before,
                             const kd_segment_request *next)
{
    plan_start(asset, plan, before);
    plan->has_next = next != NULL;
    plan->is_turning = false;
    memset(plan->turnings, 0, asset->rotation_count * sizeof *plan->turnings);
    memset(plan->shifts, 0, asset->translation_count * sizeof *plan->shifts);
    if (next != NULL)
        plan->next_place = plan_next_place(asset, plan, next->segment);
    for (uint32_t i = 0; i < asset->handles.count; i++) {
        kdi_segment_course *course = &plan->courses[i];
        const kd_segment_target *target = plan_target(plan, i);
        if (target != NULL)
            course->end = target->position;
        else if (next != NULL)
            course->end = plan_meeting(asset, plan, i, next->segment);
        else
            course->end = plan_put(&plan->place, plan_position(asset, plan->request.segment, i, true));
        course->pin_end = target != NULL && !target->is_loose ? 1.0f : 0.0f;
        course->change = kdi_vec3_sub(course->end, plan_natural_end(asset, plan, i));
        course->ride = plan_ride(asset, plan, i);
        course->change = kdi_vec3_sub(course->change, course->ride);
    }
}

kd_vec3 kdi_segment_plan_beginning(const kd_segments *asset, const kdi_segment_plan *plan, uint32_t handle)
{
    const kdi_segment_end *end = plan_end(asset, plan->request.segment, handle);
    const kdi_segment_end *root = plan_end(asset, plan->request.segment, 0);
    const kdi_segment_course *course = &plan->courses[handle];
    kd_vec3 velocity = kdi_quat_rotate(plan->place.turn, plan_vec(end->start_velocity));
    if (plan->request.rule != KD_SEGMENT_RULE_DIRECT) {
        velocity = kdi_vec3_add(velocity, kdi_vec3_scale(course->change, end->start_gain));
        velocity = kdi_vec3_add(velocity, kdi_vec3_scale(course->ride, root->start_gain));
    }
    return kdi_vec3_add(velocity, course->carry);
}

kd_vec3 kdi_segment_plan_leaving(const kd_segments *asset, const kdi_segment_plan *plan, uint32_t handle)
{
    const kdi_segment_end *end = plan_end(asset, plan->request.segment, handle);
    const kdi_segment_end *root = plan_end(asset, plan->request.segment, 0);
    const kdi_segment_course *course = &plan->courses[handle];
    kd_vec3 velocity = kdi_quat_rotate(plan->place.turn, plan_vec(end->end_velocity));
    if (plan->request.rule != KD_SEGMENT_RULE_DIRECT) {
        velocity = kdi_vec3_add(velocity, kdi_vec3_scale(course->change, end->end_gain));
        velocity = kdi_vec3_add(velocity, kdi_vec3_scale(course->ride, root->end_gain));
    }
    return kdi_vec3_add(velocity, course->pull);
}

/* The turn that is missing from one rotation to another, near zero. */
static kd_vec3 plan_missing(kd_quat from, kd_quat to)
{
    return kd_quat_log(kdi_quat_mul(kdi_quat_conjugate(from), to));
}

/* The rotation of a column in the world above it, which counts for the root alone. */
static kd_quat plan_rotation(const kd_segments *asset, const kdi_segment_plan *plan, uint32_t column, uint32_t frame)
{
    const kdi_segment_joint *root = KDI_SEGMENT_SECTION(asset, joints, kdi_segment_joint) + asset->root;
    kdi_segment_time time = {frame, 0.0f};
    kd_quat q = kdi_segment_rotation_sample(asset, plan_segment(asset, plan), column, time);
    return (int32_t)column == root->rotation ? kdi_quat_mul(kdi_segment_plan_above(asset, plan->place.turn, NULL), q)
                                             : q;
}

static kd_vec3 plan_translation(const kd_segments *asset, const kdi_segment_plan *plan, uint32_t column, uint32_t frame)
{
    kdi_segment_time time = {frame, 0.0f};
    return kdi_segment_translation_sample(asset, plan_segment(asset, plan), column, time);
}

/* Turns of the texture: at the end each joint is as the next segment's first frame has it, one frame on as its second.
 */
static void plan_turnings(const kd_segments *asset, kdi_segment_plan *plan, const kdi_segment_plan *next)
{
    const kdi_segment *s = plan_segment(asset, plan);
    uint32_t last = s->length;
    if (s->is_followed && next->request.segment == plan->request.segment + 1)
        return;
    plan->is_turning = true;
    for (uint32_t i = 0; i < asset->rotation_count; i++) {
        kdi_segment_turning *turning = &plan->turnings[i];
        turning->change = plan_missing(plan_rotation(asset, plan, i, last), plan_rotation(asset, next, i, 0));
        kd_vec3 beyond = plan_missing(plan_rotation(asset, plan, i, last + 1), plan_rotation(asset, next, i, 1));
        turning->pull = kdi_vec3_sub(beyond, turning->change);
    }
    for (uint32_t i = 0; i < asset->translation_count; i++) {
        kdi_segment_turning *shift = &plan->shifts[i];
        shift->change = kdi_vec3_sub(plan_translation(asset, next, i, 0), plan_translation(asset, plan, i, last));
        kd_vec3 beyond = kdi_vec3_sub(plan_translation(asset, next, i, 1), plan_translation(asset, plan, i, last + 1));
        shift->pull = kdi_vec3_sub(beyond, shift->change);
    }
}

void kdi_segment_plan_lag(const kd_segments *asset, kdi_segment_plan *plan, const kdi_segment_plan *before)
{
    const kdi_segment *s = plan_segment(asset, before);
    if (s->is_followed && plan->request.segment == before->request.segment + 1)
        return;
    plan->is_turning = true;
    for (uint32_t i = 0; i < asset->rotation_count; i++)
        plan->turnings[i].lag =
            plan_missing(plan_rotation(asset, plan, i, 0), plan_rotation(asset, before, i, s->length));
    for (uint32_t i = 0; i < asset->translation_count; i++)
        plan->shifts[i].lag =
            kdi_vec3_sub(plan_translation(asset, before, i, s->length), plan_translation(asset, plan, i, 0));
}

kd_vec3 kdi_segment_turning_at(const kdi_segment_turning *turning, const float smooth[2])
{
    kd_vec3 sum = kdi_vec3_add(kdi_vec3_scale(turning->change, smooth[0]), kdi_vec3_scale(turning->pull, smooth[1]));
    return kdi_vec3_add(sum, kdi_vec3_scale(turning->lag, 1.0f - smooth[0]));
}

/* The velocity with which one segment goes over into the next: the one that the next begins with. A hand that is to be
 * somewhere and comes back afterwards would have to go further first; half way to what it arrives with it does not. Not
 * a foot: what is carried into a segment would move it while it stands. */
static kd_vec3 plan_passing(const kd_segments *asset, const kdi_segment_plan *plan, const kdi_segment_plan *next,
                            uint32_t handle)
{
    bool is_foot = KDI_SEGMENT_SECTION(asset, handles, kdi_segment_handle)[handle].is_foot != 0;
    bool has_place = plan->courses[handle].pin_end > 0.0f && plan_segment(asset, next)->length > 1;
    kd_vec3 beginning = kdi_segment_plan_beginning(asset, next, handle);
    return has_place && !is_foot ? kdi_vec3_lerp(beginning, kdi_segment_plan_leaving(asset, plan, handle), 0.5f)
                                 : beginning;
}

void kdi_segment_plan_velocities(const kd_segments *asset, kdi_segment_plan *plan, const kdi_segment_plan *next)
{
    for (uint32_t i = 0; i < asset->handles.count; i++) {
        const kd_segment_target *target = plan_target(plan, i);
        kd_vec3 wanted;
        if (target != NULL && target->has_velocity)
            wanted = kdi_vec3_scale(target->velocity, asset->seconds);
        else if (next != NULL)
            wanted = plan_passing(asset, plan, next, i);
        else
            continue;
        if (plan->request.rule != KD_SEGMENT_RULE_POSITION)
            plan->courses[i].pull = kdi_vec3_sub(wanted, kdi_segment_plan_leaving(asset, plan, i));
    }
    if (next != NULL)
        plan_turnings(asset, plan, next);
}

void kdi_segment_plan_carry(const kd_segments *asset, kdi_segment_plan *plan, const kdi_segment_plan *before)
{
    for (uint32_t i = 0; i < asset->handles.count; i++)
        if (before->request.rule != KD_SEGMENT_RULE_POSITION && plan_segment(asset, plan)->length > 1)
            plan->courses[i].carry =
                kdi_vec3_sub(kdi_segment_plan_leaving(asset, before, i), kdi_segment_plan_beginning(asset, plan, i));
}

/* A push of one frame's length at the start that has died down, with its velocity, at the end. */
static float plan_carry_part(float frame, uint32_t length)
{
    float n = (float)length, rest = (n - frame) / (n - 1.0f);
    return frame * rest * rest;
}

float kdi_segment_plan_part(const kd_segments *asset, const kdi_segment_plan *plan, uint32_t handle,
                            kdi_segment_time time)
{
    float track[KDI_SEGMENT_TRACK];
    kdi_segment_handle_sample(asset, plan_segment(asset, plan), handle, time, track);
    return plan->request.rule == KD_SEGMENT_RULE_DIRECT ? track[4] : track[3];
}

kd_vec3 kdi_segment_plan_handle(const kd_segments *asset, const kdi_segment_plan *plan, uint32_t handle,
                                kdi_segment_time time, float root_part, float *delta)
{
    const kdi_segment *s = plan_segment(asset, plan);
    const kdi_segment_course *course = &plan->courses[handle];
    float track[KDI_SEGMENT_TRACK];
    kdi_segment_handle_sample(asset, s, handle, time, track);
    kd_vec3 point = kdi_vec3_add(kdi_quat_rotate(plan->place.turn, plan_vec(track)), course->base);
    float part = plan->request.rule == KD_SEGMENT_RULE_DIRECT ? track[4] : track[3];
    point = kdi_vec3_add(point, kdi_vec3_scale(course->change, part));
    point = kdi_vec3_add(point, kdi_vec3_scale(course->ride, root_part));
    point = kdi_vec3_add(point, kdi_vec3_scale(course->pull, track[5]));
    if (s->length > 1)
        point = kdi_vec3_add(point,
                             kdi_vec3_scale(course->carry, plan_carry_part((float)time.frame + time.part, s->length)));
    *delta = part;
    return point;
}

kd_quat kdi_segment_plan_above(const kd_segments *asset, kd_quat turn, kd_vec3 *above_translate)
{
    const kdi_segment_joint *joints = KDI_SEGMENT_SECTION(asset, joints, kdi_segment_joint);
    kd_quat rotate = kdi_quat_identity();
    kd_vec3 translate = kdi_vec3_make(0.0f, 0.0f, 0.0f);
    for (int32_t i = joints[asset->root].parent; i >= 0; i = joints[i].parent) {
        kd_quat q = kdi_quat_make(joints[i].rotate[0], joints[i].rotate[1], joints[i].rotate[2], joints[i].rotate[3]);
        translate = kdi_vec3_add(kdi_quat_rotate(q, translate), plan_vec(joints[i].translate));
        rotate = kdi_quat_mul(q, rotate);
    }
    if (above_translate != NULL)
        *above_translate = translate;
    return kdi_quat_mul(turn, rotate);
}
