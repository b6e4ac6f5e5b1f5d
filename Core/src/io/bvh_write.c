/* Writing of BVH: the hierarchy depth first, then a frame a line. BVH has joints, offsets and motion, nothing else;
 * what is lost is said. Scale is folded into the positions below it, so that every joint stays where it was. */
#include "io/bvh_write_plan.h"

#include "base/allocator.h"
#include "io/bvh_rotation.h"
#include "text/number.h"

#include <math.h>
#include <string.h>

enum {
    WRITE_DEEPEST_INDENT = 32
}; /* deeper joints stay at this one: indents of a long chain would grow as its square */

kd_bvh_write_desc kd_bvh_write_desc_default(void)
{
    kd_bvh_write_desc desc = {0, KD_BVH_ORDER_ZXY, 1.0 / 30.0};
    return desc;
}

/* All text goes through here; the first failure is kept and the rest is skipped. */
static void write_bytes(kdi_bvh_plan *plan, const char *text, size_t length)
{
    if (plan->result == KD_OK)
        plan->result = kd_buffer_append(plan->out, text, length);
}

static void write_text(kdi_bvh_plan *plan, const char *text)
{
    write_bytes(plan, text, strlen(text));
}

static void write_line(kdi_bvh_plan *plan, int depth, const char *text)
{
    static const char tabs[WRITE_DEEPEST_INDENT + 1] =
        "\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t";
    write_bytes(plan, tabs, (size_t)(depth < WRITE_DEEPEST_INDENT ? depth : WRITE_DEEPEST_INDENT));
    write_text(plan, text);
}

static void write_length(kdi_bvh_plan *plan, double value)
{
    char text[KDI_NUMBER_SIZE];
    float rounded = value > 3.4028234e38 ? 3.4028234e38f : value < -3.4028234e38 ? -3.4028234e38f : (float)value;
    write_bytes(plan, text, (size_t)kdi_number_format_float(rounded, text));
}

/* Six decimals of a degree are 2e-8 radians, below what the quaternion holds. */
static void write_angle(kdi_bvh_plan *plan, double degrees)
{
    char text[KDI_NUMBER_SIZE];
    double rounded = floor(degrees * 1e6 + 0.5) / 1e6;
    write_bytes(plan, text, (size_t)kdi_number_format(rounded + 0.0, text));
}

static void write_offset(kdi_bvh_plan *plan, int depth, const double offset[3])
{
    write_line(plan, depth, "OFFSET");
    for (int axis = 0; axis < 3; axis++) {
        write_text(plan, " ");
        write_length(plan, offset[axis]);
    }
    write_text(plan, "\n");
}

/* Bytes that would end the name for a reader become underscores. */
static void write_name(kdi_bvh_plan *plan, const char *name)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < length; i++) {
        bool edge = i == 0 || i + 1 == length;
        bool bad = (unsigned char)name[i] < 0x20 || name[i] == 0x7F || name[i] == '{' || name[i] == '}' ||
                   (edge && name[i] == ' ');
        plan->renamed = plan->renamed || bad;
        write_bytes(plan, bad ? "_" : &name[i], 1);
    }
    if (length == 0)
        write_text(plan, "Joint");
}

static void write_channels(kdi_bvh_plan *plan, int depth, bool moves)
{
    write_line(plan, depth, moves ? "CHANNELS 6 Xposition Yposition Zposition" : "CHANNELS 3");
    for (int i = 0; i < 3; i++) {
        static const char *const names[] = {" Xrotation", " Yrotation", " Zrotation"};
        write_text(plan, names[plan->axes[i]]);
    }
    write_text(plan, "\n");
}

static void write_tip(kdi_bvh_plan *plan, int depth, const double offset[3])
{
    write_line(plan, depth, "End Site\n");
    write_line(plan, depth, "{\n");
    write_offset(plan, depth + 1, offset);
    write_line(plan, depth, "}\n");
}

static void write_open(kdi_bvh_plan *plan, const kdi_bvh_plan_joint *joint)
{
    write_line(plan, joint->depth, joint->depth == 0 ? "ROOT " : "JOINT ");
    write_name(plan, plan->scene->skeleton.joints[joint->joint].name);
    write_text(plan, "\n");
    write_line(plan, joint->depth, "{\n");
    write_offset(plan, joint->depth + 1, joint->offset);
    write_channels(plan, joint->depth + 1, joint->moves);
    if (!joint->has_children) { /* every branch ends in an End Site: some readers insist */
        static const double nowhere[3] = {0.0, 0.0, 0.0};
        write_tip(plan, joint->depth + 1, nowhere);
    }
}

static void write_hierarchy(kdi_bvh_plan *plan)
{
    write_text(plan, "HIERARCHY\n");
    int depth = 0;
    if (plan->added_root) {
        write_text(plan, "ROOT ");
        write_text(plan, plan->added_root);
        write_text(plan, "\n{\n\tOFFSET 0 0 0\n");
        write_channels(plan, 1, true);
        depth = 1;
    }
    for (int32_t i = 0; i < plan->joint_count && plan->result == KD_OK; i++) {
        const kdi_bvh_plan_joint *joint = &plan->joints[i];
        while (depth > joint->depth)
            write_line(plan, --depth, "}\n");
        if (joint->is_end_site) {
            write_tip(plan, joint->depth, joint->offset);
        } else {
            write_open(plan, joint);
            depth = joint->depth + 1;
        }
    }
    while (depth > 0 && plan->result == KD_OK)
        write_line(plan, --depth, "}\n");
}

static void write_frame(kdi_bvh_plan *plan, int32_t frame)
{
    kdi_bvh_plan_take_frame(plan, frame);
    write_text(plan, plan->added_root ? "0 0 0 0 0 0" : "");
    bool first = !plan->added_root;
    for (int32_t i = 0; i < plan->joint_count && plan->result == KD_OK; i++) {
        kdi_bvh_plan_joint *joint = &plan->joints[i];
        if (joint->is_end_site)
            continue;
        for (int axis = 0; axis < 3 && joint->moves; axis++) {
            write_text(plan, first ? "" : " ");
            write_length(plan, joint->position[axis]);
            first = false;
        }
        for (int n = 0; n < 3; n++) {
            write_text(plan, first ? "" : " ");
            write_angle(plan, joint->angles[n]);
            first = false;
        }
    }
    write_text(plan, "\n");
}

static void write_motion(kdi_bvh_plan *plan)
{
    char number[KDI_NUMBER_SIZE];
    int32_t frames = plan->clip ? plan->clip->frame_count : 1;
    write_text(plan, "MOTION\nFrames: ");
    write_bytes(plan, number, (size_t)kdi_number_format(frames, number));
    write_text(plan, "\nFrame Time: ");
    write_bytes(plan, number, (size_t)kdi_number_format(plan->frame_time_s, number));
    write_text(plan, "\n");
    for (int32_t frame = 0; frame < frames && plan->result == KD_OK; frame++)
        write_frame(plan, frame);
}

kd_result kd_bvh_write(const kd_scene *scene, const kd_bvh_write_desc *desc, kd_buffer *out, kd_findings *findings)
{
    kdi_bvh_plan plan;
    size_t size_before = out->size;
    kd_result result = kdi_bvh_plan_make(&plan, scene, desc, out, findings);
    if (result != KD_OK)
        return result;
    write_hierarchy(&plan);
    write_motion(&plan);
    result = plan.result;
    if (result != KD_OK) {
        KDI_ERROR(findings, result, NULL, "no memory for the file");
        out->size = size_before;
        if (out->data)
            out->data[size_before] = 0;
    } else if (plan.renamed) {
        KDI_WARNING(findings, KD_LOSSY, NULL, "braces and control characters in names became underscores");
    }
    kdi_bvh_plan_free(&plan);
    return result;
}
