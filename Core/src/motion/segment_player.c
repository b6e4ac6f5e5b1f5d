/* The player: a queue of requests, the plans of the segment that plays and of the next one, time. */
#include "kinedriver/segment_player.h"

#include "base/assert.h"
#include "kinedriver/math.h"
#include "motion/segment_pose.h"

#include <string.h>

struct kd_segment_player {
    const kd_segments *asset;
    kd_segment_request queue[KD_SEGMENT_QUEUE]; /* a ring */
    int32_t first, count;
    kdi_segment_plan plans[2];
    int32_t now;   /* the plan that plays; KDI_SEGMENT_NONE before the first */
    bool has_next; /* the other plan is latched */
    float frame;
    kdi_segment_figure figure;
    kdi_segment_solve solve;
    kd_segment_stats stats;
};

static size_t player_align(size_t size)
{
    return (size + 15) & ~(size_t)15;
}

/* Hands out the memory behind the player; without memory it only counts. */
typedef struct player_memory {
    char *base;
    size_t used;
} player_memory;

static void *player_take(player_memory *memory, size_t count, size_t size)
{
    void *block = memory->base != NULL ? memory->base + memory->used : NULL;
    memory->used += player_align(count * size);
    return block;
}

static void player_layout(const kd_segments *asset, player_memory *memory, kd_segment_player *player)
{
    size_t joints = asset->joints.count, points = asset->points.count, links = asset->links.count;
    size_t handles = asset->handles.count;
    kdi_segment_figure *figure = &player->figure;
    for (int i = 0; i < 2; i++) {
        player->plans[i].courses = (kdi_segment_course *)player_take(memory, handles, sizeof(kdi_segment_course));
        player->plans[i].turnings =
            (kdi_segment_turning *)player_take(memory, asset->rotation_count, sizeof(kdi_segment_turning));
        player->plans[i].shifts =
            (kdi_segment_turning *)player_take(memory, asset->translation_count, sizeof(kdi_segment_turning));
    }
    figure->locals = (kd_quat *)player_take(memory, joints, sizeof(kd_quat));
    figure->rotations = (kd_quat *)player_take(memory, joints, sizeof(kd_quat));
    figure->turned = (kd_quat *)player_take(memory, joints, sizeof(kd_quat));
    figure->offsets = (kd_vec3 *)player_take(memory, joints, sizeof(kd_vec3));
    figure->places = (kd_vec3 *)player_take(memory, joints, sizeof(kd_vec3));
    figure->before = (kd_vec3 *)player_take(memory, points, sizeof(kd_vec3));
    figure->points = (kd_vec3 *)player_take(memory, points, sizeof(kd_vec3));
    figure->inverse_masses = (float *)player_take(memory, points, sizeof(float));
    figure->lengths = (float *)player_take(memory, links, sizeof(float));
    figure->handles = (kd_vec3 *)player_take(memory, handles, sizeof(kd_vec3));
    figure->solve = (float *)player_take(memory, kdi_segment_solve_floats(asset), sizeof(float));
}

size_t kd_segment_player_size(const kd_segments *segments)
{
    kd_segment_player counted;
    player_memory memory = {NULL, player_align(sizeof counted)};
    player_layout(segments, &memory, &counted);
    return memory.used;
}

kd_segment_player *kd_segment_player_init(void *memory, const kd_segments *segments)
{
    kd_segment_player *player = (kd_segment_player *)memory;
    player_memory rest = {(char *)memory, player_align(sizeof *player)};
    KD_ASSERT(((uintptr_t)memory & 15) == 0);
    memset(memory, 0, kd_segment_player_size(segments));
    player_layout(segments, &rest, player);
    player->asset = segments;
    player->now = KDI_SEGMENT_NONE;
    player->solve.asset = segments;
    player->solve.inverse_masses = player->figure.inverse_masses;
    player->solve.lengths = player->figure.lengths;
    player->solve.scratch = player->figure.solve;
    kd_segment_player_set_solver(player, KD_SEGMENT_SOLVER_NEWTON, 12);
    return player;
}

void kd_segment_player_set_solver(kd_segment_player *player, kd_segment_solver solver, int32_t iterations)
{
    player->solve.solver = solver;
    player->solve.iterations = iterations;
}

kd_segment_request kd_segment_request_default(int32_t segment)
{
    kd_segment_request request;
    memset(&request, 0, sizeof request);
    request.segment = segment;
    return request;
}

bool kd_segment_player_push(kd_segment_player *player, const kd_segment_request *request)
{
    const kd_segments *asset = player->asset;
    if (player->count == KD_SEGMENT_QUEUE || request->segment < 0 || request->segment >= kd_segments_count(asset) ||
        request->target_count < 0 || request->target_count > KD_SEGMENT_MOST_TARGETS)
        return false;
    kd_segment_request *kept = &player->queue[(player->first + player->count) % KD_SEGMENT_QUEUE];
    for (int32_t i = 0; i < request->target_count; i++)
        if (request->targets[i].handle < 0 || request->targets[i].handle >= kd_segments_handle_count(asset))
            return false;
    *kept = *request;
    for (int32_t i = 0; i < kept->target_count; i++) {
        kept->targets[i].position = kd_vec3_finite(kept->targets[i].position);
        kept->targets[i].velocity = kd_vec3_finite(kept->targets[i].velocity);
    }
    player->count++;
    return true;
}

int32_t kd_segment_player_queued(const kd_segment_player *player)
{
    return player->count + (player->has_next ? 1 : 0);
}

static const kd_segment_request *player_peek(const kd_segment_player *player, int32_t ahead)
{
    return ahead < player->count ? &player->queue[(player->first + ahead) % KD_SEGMENT_QUEUE] : NULL;
}

static void player_pop(kd_segment_player *player)
{
    player->first = (player->first + 1) % KD_SEGMENT_QUEUE;
    player->count--;
}

/* Takes the front of the queue into a plan: its places need the request behind it. */
static void player_latch(kd_segment_player *player, int32_t which, const kdi_segment_plan *before)
{
    kdi_segment_plan *plan = &player->plans[which];
    plan->request = *player_peek(player, 0);
    player_pop(player);
    kdi_segment_plan_places(player->asset, plan, before, player_peek(player, 0));
}

/* Begins the next segment and latches the one after it. False: there is none. */
static bool player_begin(kd_segment_player *player)
{
    int32_t old = player->now;
    int32_t now = old == KDI_SEGMENT_NONE ? 0 : 1 - old;
    if (!player->has_next) {
        if (player->count == 0)
            return false;
        player_latch(player, now, old == KDI_SEGMENT_NONE ? NULL : &player->plans[old]);
        if (old != KDI_SEGMENT_NONE) {
            kdi_segment_plan_carry(player->asset, &player->plans[now], &player->plans[old]);
            kdi_segment_plan_lag(player->asset, &player->plans[now], &player->plans[old]);
        }
    }
    player->now = now;
    player->frame = 0.0f;
    player->has_next = player->count > 0;
    if (player->has_next)
        player_latch(player, 1 - now, &player->plans[now]);
    kdi_segment_plan_velocities(player->asset, &player->plans[now], player->has_next ? &player->plans[1 - now] : NULL);
    if (player->has_next)
        kdi_segment_plan_carry(player->asset, &player->plans[1 - now], &player->plans[now]);
    return true;
}

static float player_length(const kd_segment_player *player)
{
    return (float)kdi_segment_at(player->asset, player->plans[player->now].request.segment)->length;
}

static void player_move(kd_segment_player *player, float frames)
{
    if (player->now == KDI_SEGMENT_NONE && !player_begin(player))
        return;
    player->frame += frames > 0.0f ? frames : 0.0f;
    while (player->frame >= player_length(player)) {
        float rest = player->frame - player_length(player);
        if (!player_begin(player)) {
            player->frame = player_length(player);
            return;
        }
        player->frame = rest;
    }
}

void kd_segment_player_advance(kd_segment_player *player, float seconds)
{
    float frames = seconds / player->asset->seconds;
    player_move(player, frames > 1e9f ? 1e9f : frames);
}

void kd_segment_player_next_frame(kd_segment_player *player)
{
    player_move(player, 1.0f);
}

bool kd_segment_player_is_at_end(const kd_segment_player *player)
{
    if (player->has_next || player->count > 0)
        return false;
    return player->now == KDI_SEGMENT_NONE || player->frame >= player_length(player);
}

int32_t kd_segment_player_segment(const kd_segment_player *player)
{
    return player->now == KDI_SEGMENT_NONE ? KDI_SEGMENT_NONE : player->plans[player->now].request.segment;
}

float kd_segment_player_frame(const kd_segment_player *player)
{
    return player->frame;
}

static void player_rest(const kd_segments *asset, kd_transform *pose)
{
    const kdi_segment_joint *joints = KDI_SEGMENT_SECTION(asset, joints, kdi_segment_joint);
    for (uint32_t i = 0; i < asset->joints.count; i++) {
        const float *q = joints[i].rotate, *v = joints[i].translate;
        pose[i] = kd_transform_make_rigid(kd_quat_make(q[0], q[1], q[2], q[3]), kd_vec3_make(v[0], v[1], v[2]));
    }
}

void kd_segment_player_pose(kd_segment_player *player, kd_transform *pose)
{
    if (player->now == KDI_SEGMENT_NONE && !player_begin(player)) {
        player_rest(player->asset, pose);
        return;
    }
    const kdi_segment_plan *plan = &player->plans[player->now];
    uint32_t last = kdi_segment_at(player->asset, plan->request.segment)->length;
    kdi_segment_pose_make(player->asset, plan, kdi_segment_time_make(player->frame, last), &player->figure,
                          &player->solve, &player->stats, pose);
}

kd_transform kd_segment_player_placement(const kd_segment_player *player)
{
    if (player->now == KDI_SEGMENT_NONE)
        return kd_transform_identity();
    const kdi_segment_placement *place = &player->plans[player->now].place;
    return kd_transform_make_rigid(place->turn, place->move);
}

kd_vec3 kd_segment_player_handle(const kd_segment_player *player, int32_t handle)
{
    float delta;
    if (player->now == KDI_SEGMENT_NONE)
        return kd_vec3_make(0.0f, 0.0f, 0.0f);
    const kdi_segment_plan *plan = &player->plans[player->now];
    uint32_t last = kdi_segment_at(player->asset, plan->request.segment)->length;
    kdi_segment_time time = kdi_segment_time_make(player->frame, last);
    float root_part = kdi_segment_plan_part(player->asset, plan, 0, time);
    return kdi_segment_plan_handle(player->asset, plan, (uint32_t)handle, time, root_part, &delta);
}

kd_vec3 kd_segment_player_handle_end(const kd_segment_player *player, int32_t handle)
{
    return player->now == KDI_SEGMENT_NONE ? kd_vec3_make(0.0f, 0.0f, 0.0f)
                                           : player->plans[player->now].courses[handle].end;
}

bool kd_segment_player_seam(const kd_segment_player *player, int32_t handle, kd_vec3 *leaving, kd_vec3 *beginning)
{
    if (player->now == KDI_SEGMENT_NONE || !player->has_next)
        return false;
    *leaving = kdi_segment_plan_leaving(player->asset, &player->plans[player->now], (uint32_t)handle);
    *beginning = kdi_segment_plan_beginning(player->asset, &player->plans[1 - player->now], (uint32_t)handle);
    return true;
}

kd_segment_stats kd_segment_player_stats(const kd_segment_player *player)
{
    return player->stats;
}
