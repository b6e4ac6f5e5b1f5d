/* kinedriver segment loop, stride, join, reach: motions made of edited segments. */
#include "files.h"
#include "report.h"
#include "segment_edit.h"
#include "segment_work.h"

#include <kinedriver/math.h>

#include <math.h>
#include <string.h>

static const cli_param clip_argument[] = {
    {.kind = CLI_PATH, .placeholder = "CLIP", .values = "bvh|glb|gltf", .help = "the motion"},
};

static const cli_param clip_arguments[] = {
    {.kind = CLI_PATH,
     .repeats = true,
     .placeholder = "CLIP",
     .values = "bvh|glb|gltf",
     .help = "two or more motions in the order of playing, with the same joints"},
};

static cli_exit edit_no_memory(cli_call *call)
{
    return cli_report_one(call, KD_SEVERITY_ERROR, KD_OUT_OF_MEMORY, NULL, "no memory for the segments");
}

/* How far the handle goes that goes furthest, in heights of the figure. */
static float edit_travel(const kd_segments *segments, int32_t first, int32_t last)
{
    float most = 0.0f;
    for (int32_t h = 0; h < kd_segments_handle_count(segments); h++) {
        float travel = 0.0f;
        for (int32_t i = first; i <= last; i++)
            travel += kd_segments_handle_travel(segments, i, h);
        most = travel > most ? travel : most;
    }
    return most / kd_segments_height(segments);
}

/* The run of segments, of at least half a second, whose end fits its start best for how much moves in it: standing
 * about before a walk fits itself better than any step. */
static void edit_find_cycle(const kd_segments *segments, int32_t *first, int32_t *last)
{
    float best = 1e30f;
    int32_t least = (int32_t)(0.5f / kd_segments_frame_seconds(segments)), count = kd_segments_count(segments);
    *first = 0;
    *last = count - 1;
    for (int32_t a = 0; a < count; a++)
        for (int32_t b = a, frames = 0; b < count; b++) {
            kd_segment_info info = kd_segments_info(segments, b);
            frames += info.length;
            float distance =
                kd_segments_distance(segments, b, a) * (1.0f + 0.5f / (edit_travel(segments, a, b) + 1e-3f));
            if (frames >= least && distance < best) {
                best = distance;
                *first = a;
                *last = b;
            }
            if (!info.is_followed)
                break;
        }
}

static cli_exit segment_loop_run(cli_call *call)
{
    segment_work work;
    double cycles = cli_number(call, SEGMENT_OPTION_OWN);
    if (!(cycles >= 1 && cycles <= 10000 && cycles == floor(cycles)))
        return cli_wrong_use(call->command, "--cycles needs a whole number from 1 to 10000");
    cli_exit problem = cli_segment_open(call, &work, NULL, -1);
    if (!problem) {
        int32_t first, last;
        edit_find_cycle(work.segments, &first, &last);
        work.placed_before = true;
        for (int32_t cycle = 0; cycle < (int32_t)cycles && !problem; cycle++)
            for (int32_t i = first; i <= last && !problem; i++)
                if (!cli_segment_request(call, &work, i))
                    problem = edit_no_memory(call);
        if (!problem)
            problem = cli_segment_finish(call, &work);
    }
    cli_segment_close(&work);
    return problem;
}

/* "S" or "S:T": the first and the last step's scale. */
static cli_exit edit_parse_scale(const cli_call *call, double scale[2])
{
    const char *text = cli_text(call, SEGMENT_OPTION_OWN);
    char part[64] = {0};
    size_t length = text ? strcspn(text, ":") : 0;
    if (text && length < sizeof part) {
        memcpy(part, text, length);
        if (cli_parse_number(part, &scale[0])) {
            scale[1] = scale[0];
            bool good = text[length] == 0 || cli_parse_number(text + length + 1, &scale[1]);
            if (good && scale[0] > 0 && scale[0] <= 4 && scale[1] > 0 && scale[1] <= 4)
                return CLI_GOOD;
        }
    }
    return cli_wrong_use(call->command, "--scale needs S or S:T above 0 and up to 4, as 0.7 or 0.7:0.3");
}

/* The foot that moves least in a segment; the root if there are no feet. */
static int32_t edit_stance(const kd_segments *segments, int32_t segment)
{
    int32_t root = kd_segments_root_handle(segments), stance = root;
    for (int32_t h = 0; h < kd_segments_handle_count(segments); h++)
        if (kd_segments_handle_is_foot(segments, h) &&
            (stance == root ||
             kd_segments_handle_travel(segments, segment, h) < kd_segments_handle_travel(segments, segment, stance)))
            stance = h;
    return stance;
}

/* The horizontal direction in which the root goes. */
static kd_vec3 edit_way(const kd_segments *segments, int32_t segment, float last)
{
    int32_t root = kd_segments_root_handle(segments);
    kd_vec3 way = kd_vec3_sub(kd_segments_handle_position(segments, segment, root, last, NULL),
                              kd_segments_handle_position(segments, segment, root, 0.0f, NULL));
    way.y = 0.0f;
    return kd_vec3_normalize(way, kd_vec3_make(0.0f, 0.0f, 0.0f));
}

/* Which part of a change a foot takes: one that stands in this segment cannot be put elsewhere in it without a slide.
 */
static float edit_part(const kd_segments *segments, int32_t segment, int32_t foot, kd_vec3 change)
{
    float most = 4.0f * kd_segments_handle_travel(segments, segment, foot), size = kd_vec3_length(change);
    return size > most ? most / size : 1.0f;
}

/* Where handles are after a step, told from the foot that stands: along the way the distances are scaled. The body
 * takes as much of it as the feet can. */
static void edit_add_step(const segment_work *work, kd_segment_request *request, double scale, kd_vec3 *now)
{
    const kd_segments *segments = work->segments;
    int32_t handles = kd_segments_handle_count(segments), root = kd_segments_root_handle(segments);
    int32_t segment = request->segment, stance = edit_stance(segments, segment);
    float last = (float)kd_segments_info(segments, segment).length, body_part = 1.0f;
    kd_vec3 way = edit_way(segments, segment, last), changes[KD_SEGMENT_MOST_TARGETS], stands = now[stance];
    kd_vec3 origin = kd_segments_handle_position(segments, segment, stance, last, NULL);
    kd_vec3 body = kd_vec3_sub(kd_segments_handle_position(segments, segment, root, last, NULL), origin);
    for (int32_t i = 0; i < handles; i++) { /* the standing foot first: its own slide stays */
        int32_t h = i == 0 ? stance : i <= stance ? i - 1 : i;
        bool is_foot = kd_segments_handle_is_foot(segments, h);
        kd_vec3 end = kd_segments_handle_position(segments, segment, h, last, NULL), from = kd_vec3_sub(end, origin);
        kd_vec3 step = kd_vec3_sub(end, kd_segments_handle_position(segments, segment, h, 0.0f, NULL));
        if (i == 0)
            stands = kd_vec3_add(now[h], h == root ? kd_vec3_scale(step, (float)scale) : step);
        float along = kd_vec3_dot(is_foot ? from : body, way) * (float)(scale - 1);
        kd_vec3 wanted = kd_vec3_add(kd_vec3_add(stands, from), kd_vec3_scale(way, along));
        now[h] = kd_vec3_add(now[h], step);
        changes[h] = kd_vec3_sub(wanted, now[h]);
        if (is_foot && h != stance) {
            float part = edit_part(segments, segment, h, changes[h]);
            changes[h] = kd_vec3_scale(changes[h], part);
            body_part = part < body_part ? part : body_part;
        }
    }
    for (int32_t h = 0; h < handles; h++) {
        bool is_foot = kd_segments_handle_is_foot(segments, h);
        now[h] = kd_vec3_add(now[h], kd_vec3_scale(changes[h], is_foot ? 1.0f : body_part));
        kd_segment_target target = {h, false, !is_foot, now[h], {0.0f, 0.0f, 0.0f}};
        request->targets[request->target_count++] = target;
    }
}

static cli_exit segment_stride_run(cli_call *call)
{
    segment_work work;
    double scale[2];
    kd_vec3 now[KD_SEGMENT_MOST_TARGETS];
    cli_exit problem = edit_parse_scale(call, scale);
    if (problem)
        return problem;
    problem = cli_segment_open(call, &work, NULL, -1);
    int32_t count = problem ? 0 : kd_segments_count(work.segments);
    for (int32_t h = 0; !problem && h < kd_segments_handle_count(work.segments); h++)
        now[h] = kd_segments_handle_position(work.segments, 0, h, 0.0f, NULL);
    for (int32_t i = 0; i < count && !problem; i++) {
        kd_segment_request *request = cli_segment_request(call, &work, i);
        double part = count > 1 ? (double)i / (count - 1) : 0;
        if (request)
            edit_add_step(&work, request, scale[0] + part * (scale[1] - scale[0]), now);
        else
            problem = edit_no_memory(call);
    }
    if (!problem)
        problem = cli_segment_finish(call, &work);
    cli_segment_close(&work);
    return problem;
}

/* Segments of a clip: from, up to. */
static void edit_clip_range(const kd_segments *segments, int32_t clip, int32_t *first, int32_t *last)
{
    *first = *last = -1;
    for (int32_t i = 0; i < kd_segments_count(segments); i++)
        if (kd_segments_info(segments, i).clip == clip) {
            *first = *first < 0 ? i : *first;
            *last = i;
        }
}

/* Where to leave one clip and enter the next: the best fit between the later half of the one and all but the last of
 * the other. */
static void edit_find_join(const kd_segments *segments, int32_t entered, int32_t clip, int32_t *leave, int32_t *enter)
{
    int32_t first, last, next_first, next_last;
    float best = 1e30f;
    edit_clip_range(segments, clip, &first, &last);
    edit_clip_range(segments, clip + 1, &next_first, &next_last);
    first = entered > (first + last) / 2 ? entered : (first + last) / 2;
    *leave = last;
    *enter = next_first;
    for (int32_t a = first; a <= last; a++)
        for (int32_t b = next_first; b < next_last || b == next_first; b++) {
            float distance = kd_segments_distance(segments, a, b);
            if (distance < best) {
                best = distance;
                *leave = a;
                *enter = b;
            }
        }
}

static cli_exit segment_join_run(cli_call *call)
{
    segment_work work;
    if (!cli_argument(call, 1))
        return cli_wrong_use(call->command, "CLIP: there must be two or more to join");
    if (strcmp(cli_text(call, SEGMENT_OPTION_EVENTS), "auto") != 0)
        return cli_wrong_use(call->command, "--events is for commands of one clip");
    cli_exit problem = cli_segment_open(call, &work, NULL, -1);
    int32_t enter = 0;
    work.placed_before = true;
    for (int32_t clip = 0; clip < work.clip_count && !problem; clip++) {
        int32_t first, leave, next = 0;
        edit_clip_range(work.segments, clip, &first, &leave);
        if (clip + 1 < work.clip_count)
            edit_find_join(work.segments, enter, clip, &leave, &next);
        for (int32_t i = enter; i <= leave && !problem; i++)
            if (!cli_segment_request(call, &work, i))
                problem = edit_no_memory(call);
        enter = next;
    }
    if (!problem)
        problem = cli_segment_finish(call, &work);
    cli_segment_close(&work);
    return problem;
}

enum {
    REACH_OPTION_JOINT = SEGMENT_OPTION_OWN,
    REACH_OPTION_AT,
    REACH_OPTION_TO,
    REACH_OPTION_VELOCITY,
};

/* "x,y,z". */
static cli_exit edit_parse_vector(const cli_call *call, int option, const char *name, kd_vec3 *out)
{
    double parts[3];
    const char *text = cli_text(call, option), *at = text;
    for (int i = 0; i < 3; i++) {
        char part[64] = {0};
        size_t length = at ? strcspn(at, ",") : 0;
        if (length == 0 || length >= sizeof part || at[length] != (i < 2 ? ',' : 0))
            return cli_wrong_use(call->command, "--%s needs three numbers as x,y,z", name);
        memcpy(part, at, length);
        if (!cli_parse_number(part, &parts[i]) || fabs(parts[i]) > 1e8)
            return cli_wrong_use(call->command, "--%s needs three numbers as x,y,z, not '%s'", name, text);
        at += length + 1;
    }
    *out = kd_vec3_make((float)parts[0], (float)parts[1], (float)parts[2]);
    return CLI_GOOD;
}

static cli_exit edit_reach(cli_call *call, segment_work *work, const kd_segment_target *wanted, int32_t frame)
{
    bool found = false;
    int32_t last = 0;
    for (int32_t i = 0; i < kd_segments_count(work->segments); i++) {
        kd_segment_info info = kd_segments_info(work->segments, i);
        last = info.first_frame + info.length;
        kd_segment_request *request = cli_segment_request(call, work, i);
        if (!request)
            return edit_no_memory(call);
        if (last != frame)
            continue;
        request->targets[request->target_count++] = *wanted;
        found = true;
    }
    if (!found)
        return cli_report_one(call, KD_SEVERITY_ERROR, KD_RANGE, cli_input_name(cli_argument(call, 0)),
                              "--at %d is not a frame that the motion can lead to: those are %d to %d", (int)frame,
                              (int)kd_segments_info(work->segments, 0).first_frame + 1, (int)last);
    return cli_segment_finish(call, work);
}

static cli_exit segment_reach_run(cli_call *call)
{
    segment_work work;
    kd_segment_target wanted = {0, cli_is_given(call, REACH_OPTION_VELOCITY), false, {0, 0, 0}, {0, 0, 0}};
    const char *joint = cli_text(call, REACH_OPTION_JOINT);
    double frame = cli_number(call, REACH_OPTION_AT);
    if (!joint || !cli_is_given(call, REACH_OPTION_AT))
        return cli_wrong_use(call->command, "--joint, --at and --to are needed");
    if (!(frame >= 1 && frame <= 1e6 && frame == floor(frame)))
        return cli_wrong_use(call->command, "--at needs the number of a frame, from 1 on");
    if (strcmp(cli_text(call, SEGMENT_OPTION_EVENTS), "auto") != 0)
        return cli_wrong_use(call->command, "--events is not for reach, which cuts at its frame");
    cli_exit problem = edit_parse_vector(call, REACH_OPTION_TO, "to", &wanted.position);
    if (!problem && wanted.has_velocity)
        problem = edit_parse_vector(call, REACH_OPTION_VELOCITY, "velocity", &wanted.velocity);
    if (problem)
        return problem;
    problem = cli_segment_open(call, &work, joint, (int32_t)frame);
    if (!problem) {
        wanted.handle = kd_segments_find_handle(work.segments, joint);
        problem = wanted.handle < 0 ? cli_report_one(call, KD_SEVERITY_ERROR, KD_JOINT_UNKNOWN, NULL,
                                                     "joint '%s' cannot be a handle: it lies in another one", joint)
                                    : edit_reach(call, &work, &wanted, (int32_t)frame);
    }
    cli_segment_close(&work);
    return problem;
}

static const cli_param loop_options[] = {
    SEGMENT_COMMON_OPTIONS,
    [SEGMENT_OPTION_OWN] = {.name = "cycles",
                            .letter = 'n',
                            .kind = CLI_NUMBER,
                            .placeholder = "N",
                            .fallback = "4",
                            .help = "how often the cycle is played"},
};
static const cli_example loop_examples[] = {
    {"kinedriver segment loop walk.bvh -o loop.bvh --cycles 10", "Plays the best cycle ten times."},
    {"kinedriver segment loop walk.bvh -o loop.glb --events 1,3 --report loop.json --plot loop.svg",
     "Cuts at two frames, and tells and shows what was done."},
};
const cli_command cli_segment_loop = {
    .name = "segment loop",
    .summary = "repeat the cycle of a motion without a seam",
    .description = "Finds the run of segments whose end fits its start best and plays it again and again, each time "
                   "from where it ended, with position and velocity of all handles met at the seams.",
    CLI_ARGUMENTS(clip_argument),
    CLI_OPTIONS(loop_options),
    CLI_EXAMPLES(loop_examples),
    .has_json = true,
    .run = segment_loop_run,
};

static const cli_param stride_options[] = {
    SEGMENT_COMMON_OPTIONS,
    [SEGMENT_OPTION_OWN] = {.name = "scale",
                            .letter = 's',
                            .kind = CLI_TEXT,
                            .placeholder = "S[:T]",
                            .help = "length of the steps, as part of what it is; S:T: from S at the first step to T at "
                                    "the last"},
};
static const cli_example stride_examples[] = {
    {"kinedriver segment stride walk.bvh -o short.bvh --scale 0.7", "Makes every step shorter."},
    {"kinedriver segment stride walk.bvh -o slower.bvh --scale 0.9:0.3 --report slower.json --plot slower.svg",
     "Shortens step by step, and tells and shows what was done."},
};
const cli_command cli_segment_stride = {
    .name = "segment stride",
    .summary = "make steps longer or shorter",
    .description = "Moves the places where feet land, along the way; the foot that stands stays where it is, and the "
                   "body goes with the feet. The steps keep their time.",
    CLI_ARGUMENTS(clip_argument),
    CLI_OPTIONS(stride_options),
    CLI_EXAMPLES(stride_examples),
    .has_json = true,
    .run = segment_stride_run,
};

static const cli_param join_options[] = {SEGMENT_COMMON_OPTIONS};
static const cli_example join_examples[] = {
    {"kinedriver segment join walk.bvh walk.bvh -o long.bvh", "Goes from one motion over into the other."},
    {"kinedriver segment join walk.bvh walk.bvh walk.bvh -o long.glb --rule direct --plot long.svg",
     "Spreads position and velocity at once, and draws the paths."},
};
const cli_command cli_segment_join = {
    .name = "segment join",
    .summary = "play motions one after another",
    .description = "Leaves each motion and enters the next where they fit best, turns and moves the next one to the "
                   "place, and bends the last segment of the one so that it meets the first of the other in position "
                   "and velocity. Motions of figures with other proportions are moved to the first one's.",
    CLI_ARGUMENTS(clip_arguments),
    CLI_OPTIONS(join_options),
    CLI_EXAMPLES(join_examples),
    .has_json = true,
    .run = segment_join_run,
};

static const cli_param reach_options[] = {
    SEGMENT_COMMON_OPTIONS,
    [REACH_OPTION_JOINT] = {.name = "joint",
                            .kind = CLI_TEXT,
                            .placeholder = "JOINT",
                            .help = "the joint that reaches"},
    [REACH_OPTION_AT] = {.name = "at",
                         .kind = CLI_NUMBER,
                         .placeholder = "FRAME",
                         .help = "the frame in which it is there"},
    [REACH_OPTION_TO] = {.name = "to",
                         .kind = CLI_TEXT,
                         .placeholder = "X,Y,Z",
                         .help = "the place, in the motion's world"},
    [REACH_OPTION_VELOCITY] = {.name = "velocity",
                               .kind = CLI_TEXT,
                               .placeholder = "X,Y,Z",
                               .help = "how fast it goes there, in units a second; without it as the motion goes on"},
};
static const cli_example reach_examples[] = {
    {"kinedriver segment reach walk.bvh -o reach.bvh --joint RightLeg --at 2 --to -1,5.1,2.2",
     "Takes a joint to a place in one frame, and back after it."},
    {"kinedriver segment reach walk.bvh -o reach.glb --joint RightLeg --at 2 --to -1,5.1,2.2 --velocity 0,0,20",
     "Lets it be there with a velocity."},
};
const cli_command cli_segment_reach = {
    .name = "segment reach",
    .summary = "take a joint to a place at a moment",
    .description = "Cuts the motion at the frame and bends the segment before it so that the joint ends at the place, "
                   "with the velocity if one is given, and the segment after it so that it comes back. Feet stay.",
    CLI_ARGUMENTS(clip_argument),
    CLI_OPTIONS(reach_options),
    CLI_EXAMPLES(reach_examples),
    .has_json = true,
    .run = segment_reach_run,
};
