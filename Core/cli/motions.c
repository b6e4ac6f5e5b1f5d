/* Motions from the command line. */
#include "motions.h"

#include "cut.h"
#include "json_text.h"
#include "report.h"
#include "terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOTIONS_CONTACT_BYTES = 1 << 24, MOTIONS_CONTACT_MOST = 1 << 16 };

static cli_exit motions_no_memory(cli_call *call)
{
    return cli_report_one(call, KD_SEVERITY_ERROR, KD_OUT_OF_MEMORY, NULL, "out of memory");
}

/* "A=1:" or "1:" for all. */
static cli_exit motions_cut(cli_call *call, cli_motions *motions)
{
    const char *text;
    for (int i = 0; (text = cli_text_at(call, MOTIONS_RANGE, i)) != NULL; i++) {
        bool has_letter = ((text[0] >= 'A' && text[0] <= 'Z') || (text[0] >= 'a' && text[0] <= 'z')) && text[1] == '=';
        int letter = has_letter ? (text[0] & 31) - 1 : -1;
        cli_frame_range range;
        if (!cli_frame_range_parse(text + (has_letter ? 2 : 0), &range) || letter >= motions->count)
            return cli_wrong_use(call->command,
                                 "--range needs a motion's letter and frames as A=N:M, A=N: or A=:M, not '%s'", text);
        for (int m = 0; m < motions->count; m++) {
            if (letter >= 0 && letter != m)
                continue;
            motions->sources[m].first_frame = range.first;
            motions->sources[m].frame_count = range.last == INT32_MAX ? 0 : range.last - range.first + 1;
        }
    }
    return CLI_GOOD;
}

/* Splits every OWN=OTHER; the texts live in one copy. */
static cli_exit motions_map(cli_call *call, cli_motions *motions)
{
    int count = 0;
    size_t bytes = 1;
    const char *text;
    for (; (text = cli_text_at(call, MOTIONS_MAP, count)) != NULL; count++) {
        const char *equal = strchr(text, '=');
        if (!equal || equal == text || equal[1] == 0)
            return cli_wrong_use(call->command, "--map needs two joints as OWN=OTHER, not '%s'", text);
        bytes += strlen(text) + 1;
    }
    motions->map = (kd_joint_pair *)calloc((size_t)count + 1, sizeof *motions->map);
    motions->map_text = (char *)malloc(bytes);
    if (!motions->map || !motions->map_text)
        return motions_no_memory(call);
    char *to = motions->map_text;
    for (int i = 0; i < count; i++) {
        text = cli_text_at(call, MOTIONS_MAP, i);
        memcpy(to, text, strlen(text) + 1);
        char *equal = strchr(to, '=');
        *equal = 0;
        motions->map[i].own = to;
        motions->map[i].other = equal + 1;
        to += strlen(text) + 1;
    }
    for (int m = 1; m < motions->count; m++) {
        motions->sources[m].joint_map = motions->map;
        motions->sources[m].joint_map_count = count;
    }
    return CLI_GOOD;
}

static const char *motions_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static cli_exit motions_load(cli_call *call, cli_motions *motions)
{
    kd_read_desc desc = kd_read_desc_default();
    const char *path;
    for (; (path = cli_argument(call, motions->count)) != NULL; motions->count++) {
        if (motions->count == KD_REGISTRATION_MAX_MOTIONS)
            return cli_wrong_use(call->command, "at most %d motions can be blended", KD_REGISTRATION_MAX_MOTIONS);
        kd_scene **scene = &motions->scenes[motions->count];
        cli_exit problem = cli_scene_load(call, path, &desc, scene);
        if (problem)
            return problem;
        if ((*scene)->clip_count == 0) {
            kd_scene_free(*scene);
            *scene = NULL;
            return cli_report_one(call, KD_SEVERITY_ERROR, KD_EMPTY, cli_input_name(path), "there is no motion in it");
        }
        motions->sources[motions->count] = kd_motion_source_make(&(*scene)->skeleton, &(*scene)->clips[0]);
        motions->sources[motions->count].name = motions_base_name(path);
    }
    if (motions->count < 2)
        return cli_wrong_use(call->command, "two motions at least are needed");
    return CLI_GOOD;
}

/* One line "motion,joint,first,last"; false where it is not of that form. */
static bool motions_contact_line(const cli_motions *motions, char *line, kd_contact *contact)
{
    char *words[4];
    for (int i = 0; i < 4; i++) {
        words[i] = line;
        line = i < 3 ? strchr(line, ',') : line;
        if (!line)
            return false;
        if (i < 3)
            *line++ = 0;
    }
    double first, last;
    contact->motion = (int32_t)(words[0][0] & 31) - 1;
    contact->joint = kd_skeleton_find(motions->sources[0].skeleton, words[1]);
    if (words[0][0] < 'A' || words[0][1] != 0 || contact->joint == KD_NO_JOINT || !cli_parse_number(words[2], &first) ||
        !cli_parse_number(words[3], &last) || !(first >= 0.0 && last < 1e9))
        return false;
    contact->first_frame = (int32_t)first;
    contact->last_frame = (int32_t)last;
    return true;
}

static cli_exit motions_read_contacts(cli_call *call, cli_motions *motions, kd_registration_desc *desc)
{
    const char *path = cli_text(call, MOTIONS_CONTACTS);
    kd_buffer content = kd_buffer_make(NULL);
    kd_findings findings = kd_findings_make(NULL);
    if (!path)
        return CLI_GOOD;
    kd_result result = kd_file_read(path, MOTIONS_CONTACT_BYTES, &content, &findings);
    cli_exit problem = cli_report(call, path, &findings);
    motions->contacts = (kd_contact *)calloc(MOTIONS_CONTACT_MOST, sizeof *motions->contacts);
    if (result == KD_OK && !motions->contacts)
        problem = motions_no_memory(call);
    int line_number = 1;
    for (char *line = (char *)content.data; line && *line && !problem; line_number++) {
        char *end = line + strcspn(line, "\r\n");
        char *next = end + strspn(end, "\r\n");
        *end = 0;
        if (line_number == 1 && strncmp(line, "motion,", 7) == 0) {
            line = next;
            continue;
        }
        if (desc->contact_count == MOTIONS_CONTACT_MOST ||
            !motions_contact_line(motions, line, &motions->contacts[desc->contact_count++]))
            problem = cli_report_one(call, KD_SEVERITY_ERROR, KD_SYNTAX, path,
                                     "line %d is not 'A,joint,first,last' with a motion's letter, a joint and frames",
                                     line_number);
        line = next;
    }
    kd_buffer_free(&content);
    desc->contacts = motions->contacts;
    return problem;
}

static cli_exit motions_settings(cli_call *call, cli_motions *motions, kd_registration_desc *desc)
{
    double window = cli_number(call, MOTIONS_WINDOW), slope = cli_number(call, MOTIONS_SLOPE);
    desc->distance.up_axis = cli_choice(call, MOTIONS_UP);
    desc->distance.kind = (kd_distance_kind)cli_choice(call, MOTIONS_DISTANCE);
    desc->distance.align_height = !cli_is_given(call, MOTIONS_KEEP_HEIGHT);
    desc->curve = (kd_curve_kind)cli_choice(call, MOTIONS_CURVE_KIND);
    desc->smoothing_s = cli_number(call, MOTIONS_SMOOTH);
    desc->metres_per_unit = cli_number(call, MOTIONS_UNIT);
    desc->contact_cost = cli_number(call, MOTIONS_CONTACT_COST) / 100.0;
    if (!(window >= 0.0 && window <= 30.0 && window == (double)(int)window))
        return cli_wrong_use(call->command, "--window needs a whole number from 0 to 30, not '%s'",
                             cli_text(call, MOTIONS_WINDOW));
    if (!(slope >= 0.0 && slope <= 64.0 && slope == (double)(int)slope))
        return cli_wrong_use(call->command, "--slope needs a whole number from 0 to 64, not '%s'",
                             cli_text(call, MOTIONS_SLOPE));
    if (!(desc->smoothing_s >= 0.001) || desc->metres_per_unit < 0.0 || desc->contact_cost < 0.0)
        return cli_wrong_use(call->command, "--smooth-time needs seconds from 0.001 on, --unit-metres and "
                                            "--contact-cost none below 0");
    desc->distance.window = (int32_t)window;
    if (cli_is_given(call, MOTIONS_SLOPE))
        desc->path.slope_limit = (int32_t)slope;
    while (cli_text_at(call, MOTIONS_FEET, desc->contact_joint_count))
        desc->contact_joint_count++;
    motions->feet = (const char **)calloc((size_t)desc->contact_joint_count + 1, sizeof *motions->feet);
    if (!motions->feet)
        return motions_no_memory(call);
    for (int i = 0; i < desc->contact_joint_count; i++)
        motions->feet[i] = cli_text_at(call, MOTIONS_FEET, i);
    desc->contact_joints = desc->contact_joint_count > 0 ? motions->feet : NULL;
    return motions_read_contacts(call, motions, desc);
}

/* A sign of life on a terminal. */
static void motions_progress(void *user, double part)
{
    (void)user;
    if (part < 1.0)
        fprintf(stderr, "\rregistering %d %%", (int)(100.0 * part));
    else
        fputs("\r\033[K", stderr);
    fflush(stderr);
}

static void motions_make_report(cli_motions *motions)
{
    json_t *list = json_array(), *pairs = json_array();
    const kd_registration *registration = motions->registration;
    motions->report = json_object();
    for (int m = 0; m < motions->count; m++) {
        json_t *row = json_object();
        json_object_set_new(row, "motion", cli_json_text(motions->sources[m].name));
        json_object_set_new(row, "seconds", cli_json_double(kd_registration_duration_s(registration, m)));
        json_array_append_new(list, row);
    }
    for (int m = 1; m < motions->count; m++) {
        kd_registration_quality quality;
        json_t *row = json_object();
        kd_registration_measure(registration, m, &quality);
        json_object_set_new(row, "motion", cli_json_text(motions->sources[m].name));
        json_object_set_new(row, "with", cli_json_text(motions->sources[0].name));
        json_object_set_new(row, "pose_distance_cm", cli_json_double(quality.distance_cm));
        json_object_set_new(row, "contact_mismatch_frames", json_integer(quality.contact_mismatch));
        json_object_set_new(row, "contacts_matched", json_integer(quality.contacts_matched));
        json_object_set_new(row, "contacts_alone", json_integer(quality.contacts_alone));
        json_object_set_new(row, "longest_freeze_frames", json_integer(quality.longest_freeze));
        json_object_set_new(row, "largest_step_frames", cli_json_double(quality.largest_step));
        json_object_set_new(row, "steepest", cli_json_double(quality.steepest));
        json_object_set_new(row, "path_cost", cli_json_double(quality.path_cost));
        json_array_append_new(pairs, row);
    }
    json_object_set_new(motions->report, "metres_per_unit",
                        cli_json_double(kd_registration_metres_per_unit(registration)));
    json_object_set_new(motions->report, "motions", list);
    json_object_set_new(motions->report, "registrations", pairs);
}

cli_exit cli_motions_make(cli_call *call, cli_motions *motions)
{
    kd_registration_desc desc = kd_registration_desc_default();
    kd_findings findings = kd_findings_make(NULL);
    memset(motions, 0, sizeof *motions);
    if (!cli_text(call, MOTIONS_OUTPUT))
        return cli_wrong_use(call->command, "--output is needed: the file to write");
    cli_exit problem = motions_load(call, motions);
    problem = problem ? problem : motions_cut(call, motions);
    problem = problem ? problem : motions_map(call, motions);
    problem = problem ? problem : motions_settings(call, motions, &desc);
    if (problem)
        return problem;
    if (!call->quiet && cli_terminal_can_erase(stderr))
        desc.progress = motions_progress;
    kd_result result = kd_registration_make(motions->sources, motions->count, &desc, &motions->registration, &findings);
    problem = cli_report(call, NULL, &findings);
    if (!problem && result != KD_OK)
        problem = cli_report_one(call, KD_SEVERITY_ERROR, result, NULL, "%s", kd_result_text(result));
    if (!problem)
        motions_make_report(motions);
    return problem;
}

void cli_motions_free(cli_motions *motions)
{
    kd_registration_free(motions->registration);
    for (int m = 0; m < KD_REGISTRATION_MAX_MOTIONS; m++)
        kd_scene_free(motions->scenes[m]);
    free(motions->map);
    free(motions->map_text);
    free(motions->feet);
    free(motions->contacts);
    json_decref(motions->report);
}

cli_exit cli_motions_write(cli_call *call, const char *path, kd_result result, kd_buffer *content,
                           kd_findings *findings)
{
    if (result == KD_OK)
        result = kd_file_write(path, content->data, content->size, findings);
    kd_buffer_free(content);
    bool has_reason = findings->counts[KD_SEVERITY_ERROR] > 0;
    cli_exit problem = cli_report(call, cli_output_name(path), findings);
    if (result != KD_OK && !has_reason)
        problem = cli_report_one(call, KD_SEVERITY_ERROR, result, path, "%s", kd_result_text(result));
    return problem;
}

static cli_exit motions_write_contacts(cli_call *call, const cli_motions *motions, const char *path)
{
    kd_buffer content = kd_buffer_make(NULL);
    kd_findings findings = kd_findings_make(NULL);
    const kd_contact *contacts;
    int32_t count = kd_registration_contacts(motions->registration, &contacts);
    kd_result result = kd_buffer_append(&content, "motion,joint,first,last\n", 24);
    for (int32_t i = 0; i < count && result == KD_OK; i++) {
        char line[512];
        int length = snprintf(line, sizeof line, "%c,%.400s,%d,%d\n", 'A' + (int)contacts[i].motion,
                              motions->sources[0].skeleton->joints[contacts[i].joint].name,
                              (int)contacts[i].first_frame, (int)contacts[i].last_frame);
        result = kd_buffer_append(&content, line, (size_t)length);
    }
    return cli_motions_write(call, path, result, &content, &findings);
}

cli_exit cli_motions_finish(cli_call *call, cli_motions *motions)
{
    const char *contacts = cli_text(call, MOTIONS_WRITE_CONTACTS), *report = cli_text(call, MOTIONS_REPORT);
    cli_exit problem = contacts ? motions_write_contacts(call, motions, contacts) : CLI_GOOD;
    if (!problem && report) {
        kd_buffer content = kd_buffer_make(NULL);
        kd_findings findings = kd_findings_make(NULL);
        char *text = json_dumps(motions->report, JSON_INDENT(2));
        kd_result result = text ? kd_buffer_append(&content, text, strlen(text)) : KD_OUT_OF_MEMORY;
        if (result == KD_OK)
            result = kd_buffer_append(&content, "\n", 1);
        problem = cli_motions_write(call, report, result, &content, &findings);
        free(text);
    }
    if (!problem && call->json)
        json_object_update(call->result, motions->report);
    return problem;
}
