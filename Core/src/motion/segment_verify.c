/* Verifies a segment asset from an untrusted place: sections inside the block, names terminated, indices inside their
 * lists, numbers finite. After this the player needs no check. */
#include "motion/segment_layout.h"

static bool segment_section_fits(const kd_segments *asset, const kdi_segment_section *section, size_t item_size)
{
    if (section->offset % 4 != 0 || section->offset < sizeof *asset || section->offset > asset->size)
        return false;
    return section->count <= (asset->size - section->offset) / item_size;
}

static const char *segment_verify_sections(const kd_segments *asset)
{
    const struct {
        const kdi_segment_section *section;
        size_t item_size;
    } rows[] = {
        {&asset->names, 1},
        {&asset->joints, sizeof(kdi_segment_joint)},
        {&asset->points, sizeof(kdi_segment_point)},
        {&asset->handles, sizeof(kdi_segment_handle)},
        {&asset->links, sizeof(kdi_segment_link)},
        {&asset->couplings, sizeof(kdi_segment_coupling)},
        {&asset->columns, sizeof(kdi_segment_column)},
        {&asset->rows, sizeof(uint32_t)},
        {&asset->updates, sizeof(kdi_segment_update)},
        {&asset->hinges, sizeof(kdi_segment_hinge)},
        {&asset->masts, sizeof(kdi_segment_mast)},
        {&asset->weights, sizeof(float)},
        {&asset->segments, sizeof(kdi_segment)},
        {&asset->ends, sizeof(kdi_segment_end)},
        {&asset->curves, sizeof(kdi_segment_curve)},
        {&asset->frames, sizeof(uint32_t)},
        {&asset->data, sizeof(float)},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (!segment_section_fits(asset, rows[i].section, rows[i].item_size))
            return "a section lies outside the asset";
    const char *names = KDI_SEGMENT_SECTION(asset, names, char);
    if (asset->names.count == 0 || names[asset->names.count - 1] != '\0')
        return "the names do not end";
    if (asset->joints.count == 0 || asset->joints.count > KDI_SEGMENT_MOST_JOINTS || asset->handles.count == 0 ||
        asset->handles.count > KDI_SEGMENT_MOST_HANDLES || asset->points.count > 2 * asset->joints.count ||
        asset->root >= asset->joints.count)
        return "the figure has no joints or handles, or too many";
    if (asset->weights.count != asset->points.count * asset->handles.count ||
        asset->columns.count != asset->links.count || asset->links.count > 4 * KDI_SEGMENT_MOST_JOINTS)
        return "two lists that belong together have different lengths";
    return NULL;
}

static bool segment_numbers_are_good(const float *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!(numbers[i] >= -KDI_SEGMENT_BOUND && numbers[i] <= KDI_SEGMENT_BOUND))
            return false;
    return true;
}

static bool segment_index_fits(int32_t index, uint32_t count)
{
    return index == KDI_SEGMENT_NONE || (index >= 0 && (uint32_t)index < count);
}

static bool segment_range_fits(uint64_t first, uint64_t count, uint64_t total)
{
    return first <= total && count <= total - first;
}

static const char *segment_verify_joints(const kd_segments *asset)
{
    const kdi_segment_joint *joints = KDI_SEGMENT_SECTION(asset, joints, kdi_segment_joint);
    for (uint32_t i = 0; i < asset->joints.count; i++) {
        const kdi_segment_joint *joint = &joints[i];
        if (joint->name >= asset->names.count || joint->point >= asset->points.count)
            return "a joint's name or point is not there";
        if (joint->parent < KDI_SEGMENT_NONE || joint->parent >= (int32_t)i)
            return "a joint comes before its parent";
        bool is_below = (joint->flags & KDI_SEGMENT_JOINT_BELOW) != 0;
        if (is_below &&
            (i <= asset->root || joint->parent < 0 ||
             (joint->parent != (int32_t)asset->root && (joints[joint->parent].flags & KDI_SEGMENT_JOINT_BELOW) == 0)))
            return "a joint is not below the root";
        const float *q = joint->rotate;
        float square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
        if (!segment_numbers_are_good(joint->translate, 3) || !(square > 0.99999f && square < 1.00001f))
            return "a joint's rest is not a number, or does not only turn";
        if (!segment_index_fits(joint->rotation, asset->rotation_count) ||
            !segment_index_fits(joint->translation, asset->translation_count) ||
            !segment_index_fits(joint->aim[0], asset->points.count) ||
            !segment_index_fits(joint->aim[1], asset->points.count))
            return "a joint's column or aim is not there";
    }
    if (asset->rotation_count > asset->joints.count || asset->translation_count > asset->joints.count)
        return "the texture has more columns than joints";
    return NULL;
}

static const char *segment_verify_points(const kd_segments *asset)
{
    const kdi_segment_point *points = KDI_SEGMENT_SECTION(asset, points, kdi_segment_point);
    for (uint32_t i = 0; i < asset->points.count; i++)
        if (points[i].joint >= asset->joints.count || !segment_index_fits(points[i].handle, asset->handles.count) ||
            !(points[i].inverse_mass > 0.0f && points[i].inverse_mass <= 1e3f))
            return "a point's joint, handle or mass is wrong";
    const kdi_segment_handle *handles = KDI_SEGMENT_SECTION(asset, handles, kdi_segment_handle);
    const kdi_segment_joint *joints = KDI_SEGMENT_SECTION(asset, joints, kdi_segment_joint);
    for (uint32_t i = 0; i < asset->handles.count; i++)
        if (handles[i].name >= asset->names.count || handles[i].joint >= asset->joints.count ||
            handles[i].point >= asset->points.count || handles[i].is_foot > 1)
            return "a handle's name, joint or point is not there";
    if (handles[0].joint != asset->root || handles[0].point != joints[asset->root].point)
        return "the first handle is not the root";
    const kdi_segment_hinge *hinges = KDI_SEGMENT_SECTION(asset, hinges, kdi_segment_hinge);
    for (uint32_t i = 0; i < asset->hinges.count; i++)
        if (hinges[i].top >= asset->points.count || hinges[i].middle >= asset->points.count ||
            hinges[i].bottom >= asset->points.count || hinges[i].joint >= asset->joints.count ||
            !segment_numbers_are_good(hinges[i].side, 3))
            return "a hinge's point or joint is not there";
    const kdi_segment_mast *masts = KDI_SEGMENT_SECTION(asset, masts, kdi_segment_mast);
    for (uint32_t i = 0; i < asset->masts.count; i++)
        if (masts[i].point >= asset->points.count || masts[i].foot >= asset->points.count ||
            masts[i].side[0] >= asset->points.count || masts[i].side[1] >= asset->points.count ||
            !segment_numbers_are_good(&masts[i].height, 1))
            return "a mast's point is not there";
    return segment_numbers_are_good(KDI_SEGMENT_SECTION(asset, weights, float), asset->weights.count)
               ? NULL
               : "a weight is not a number";
}

static const char *segment_verify_updates(const kd_segments *asset)
{
    uint32_t links = asset->links.count, values = links + asset->rows.count;
    const kdi_segment_update *updates = KDI_SEGMENT_SECTION(asset, updates, kdi_segment_update);
    for (uint32_t i = 0; i < asset->updates.count; i++)
        if (updates[i].target >= values || updates[i].left >= values || updates[i].right >= values)
            return "a step of the elimination is out of range";
    const kdi_segment_column *columns = KDI_SEGMENT_SECTION(asset, columns, kdi_segment_column);
    const uint32_t *rows = KDI_SEGMENT_SECTION(asset, rows, uint32_t);
    for (uint32_t i = 0; i < links; i++)
        if (!segment_range_fits(columns[i].first_slot, columns[i].slot_count, asset->rows.count) ||
            !segment_range_fits(columns[i].first_update, columns[i].update_count, asset->updates.count))
            return "a column of the elimination is out of range";
    for (uint32_t i = 0; i < asset->rows.count; i++)
        if (rows[i] >= links)
            return "a row of the elimination is out of range";
    return NULL;
}

static const char *segment_verify_links(const kd_segments *asset)
{
    uint32_t points = asset->points.count, links = asset->links.count;
    const kdi_segment_link *link = KDI_SEGMENT_SECTION(asset, links, kdi_segment_link);
    for (uint32_t i = 0; i < links; i++)
        if (link[i].a >= points || link[i].b >= points || link[i].a == link[i].b)
            return "a link's point is not there";
    const kdi_segment_coupling *couplings = KDI_SEGMENT_SECTION(asset, couplings, kdi_segment_coupling);
    for (uint32_t i = 0; i < asset->couplings.count; i++)
        if (couplings[i].slot >= asset->rows.count || couplings[i].row >= links || couplings[i].column >= links ||
            couplings[i].point >= points || !segment_numbers_are_good(&couplings[i].sign, 1))
            return "a coupling's link or point is not there";
    return segment_verify_updates(asset);
}

static bool segment_curves_fit(const kd_segments *asset, uint32_t first, uint32_t count, uint32_t width, uint32_t end)
{
    if (!segment_range_fits(first, count, asset->curves.count))
        return false;
    const kdi_segment_curve *curves = KDI_SEGMENT_SECTION(asset, curves, kdi_segment_curve) + first;
    const uint32_t *frames = KDI_SEGMENT_SECTION(asset, frames, uint32_t);
    for (uint32_t i = 0; i < count; i++) {
        const kdi_segment_curve *curve = &curves[i];
        uint64_t words = (uint64_t)curve->key_count * 2 * width;
        if (curve->key_count < 1 || !segment_range_fits(curve->first_key, curve->key_count, asset->frames.count) ||
            !segment_range_fits(curve->data, words, asset->data.count) || frames[curve->first_key] != 0)
            return false;
        for (uint32_t k = 1; k < curve->key_count; k++)
            if (frames[curve->first_key + k] <= frames[curve->first_key + k - 1] || frames[curve->first_key + k] > end)
                return false;
    }
    return true;
}

static bool segment_data_fits(const kd_segments *asset, const kdi_segment *segment)
{
    uint64_t frames = (uint64_t)segment->length + 1, lead = frames + KDI_SEGMENT_LEAD - 1;
    uint32_t end = segment->length + KDI_SEGMENT_LEAD - 1;
    if (!segment_range_fits(segment->smooth, 2 * frames, asset->data.count) ||
        !segment_range_fits(segment->ends, asset->handles.count, asset->ends.count))
        return false;
    bool handles_fit = (segment->curved & KDI_SEGMENT_CURVED_HANDLES) != 0
                           ? segment_curves_fit(asset, segment->handles, 2 * asset->handles.count, 3, end)
                           : segment_range_fits(segment->handles, frames * asset->handles.count * KDI_SEGMENT_TRACK,
                                                asset->data.count);
    if ((segment->curved & KDI_SEGMENT_CURVED_TEXTURE) != 0)
        return handles_fit && segment_curves_fit(asset, segment->rotations, asset->rotation_count, 4, end) &&
               segment_curves_fit(asset, segment->translations, asset->translation_count, 3, end);
    return handles_fit && segment_range_fits(segment->rotations, lead * asset->rotation_count * 4, asset->data.count) &&
           segment_range_fits(segment->translations, lead * asset->translation_count * 3, asset->data.count);
}

static const char *segment_verify_segments(const kd_segments *asset)
{
    for (uint32_t i = 0; i < asset->segments.count; i++) {
        const kdi_segment *segment = kdi_segment_at(asset, (int32_t)i);
        if (segment->length < 1 || segment->length > KDI_SEGMENT_MOST_FRAMES ||
            segment->first_frame > KDI_SEGMENT_MOST_FRAMES || segment->clip > KDI_SEGMENT_MOST_FRAMES ||
            (segment->is_followed && i + 1 == asset->segments.count))
            return "a segment's frames are out of range";
        if (!segment_data_fits(asset, segment))
            return "a segment's data lie outside the asset";
    }
    if (!segment_numbers_are_good(KDI_SEGMENT_SECTION(asset, data, float), asset->data.count) ||
        !segment_numbers_are_good(KDI_SEGMENT_SECTION(asset, ends, float),
                                  asset->ends.count * (sizeof(kdi_segment_end) / sizeof(float))))
        return "a number of a segment is not finite";
    if (!(asset->seconds > 0.0f && asset->seconds <= 1e6f) ||
        !(asset->height > 0.0f && asset->height <= KDI_SEGMENT_BOUND))
        return "the frame time or the figure's height is not above 0";
    return NULL;
}

const char *kdi_segments_verify(const kd_segments *asset)
{
    const char *problem = segment_verify_sections(asset);
    if (problem == NULL)
        problem = segment_verify_joints(asset);
    if (problem == NULL)
        problem = segment_verify_points(asset);
    if (problem == NULL)
        problem = segment_verify_links(asset);
    return problem == NULL ? segment_verify_segments(asset) : problem;
}
