/* Links of a figure: bones, and braces between points that hang on the same one, so that pelvis and shoulders keep
 * their shape. Two points and the one they hang on make a triangle. From three on they get a mast, a point off the
 * plane: bodies are nearly flat, and braces in the plane would say where their points are to half the digits only, and
 * not on which side. There are as many links as make the body rigid, no more, so that their equations can be solved. */
#include "align/segment_figure.h"

#include "kinedriver/math.h"

static void links_add(kdi_segment_builder *builder, uint32_t a, uint32_t b)
{
    kdi_segment_link link = {a, b};
    builder->links[builder->link_count++] = link;
}

static kd_vec3 links_way(const kdi_segment_builder *builder, uint32_t from, uint32_t to)
{
    const kdi_segment_motion *motion = &builder->motions[0];
    const kd_vec3 *places = motion->places + (size_t)motion->first * builder->joint_count;
    return kd_vec3_sub(places[builder->points[to].joint], places[builder->points[from].joint]);
}

static double links_area(const kdi_segment_builder *builder, uint32_t p, uint32_t a, uint32_t b)
{
    return (double)kd_vec3_length(kd_vec3_cross(links_way(builder, p, a), links_way(builder, p, b)));
}

/* Puts the two that span the largest triangle with p first. */
static void links_sort(const kdi_segment_builder *builder, uint32_t p, uint32_t *children, uint32_t count)
{
    uint32_t best[2] = {0, 1};
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = i + 1; k < count; k++)
            if (links_area(builder, p, children[i], children[k]) >
                links_area(builder, p, children[best[0]], children[best[1]])) {
                best[0] = i;
                best[1] = k;
            }
    for (uint32_t i = 0; i < 2; i++) { /* best[1] > best[0] >= 0: the second swap cannot undo the first */
        uint32_t child = children[i];
        children[i] = children[best[i]];
        children[best[i]] = child;
    }
}

/* The point of a mast on p and its two children, linked to all three; as high as they are far. */
static kd_result links_add_mast(kdi_segment_builder *builder, uint32_t p, const uint32_t *children, uint32_t *point)
{
    kdi_segment_point made = {builder->points[p].joint, 1.0f, KDI_SEGMENT_NONE};
    float length = 0.5f * (kd_vec3_length(links_way(builder, p, children[0])) +
                           kd_vec3_length(links_way(builder, p, children[1])));
    kdi_segment_mast mast = {builder->point_count, p, {children[0], children[1]}, length};
    *point = builder->point_count;
    builder->point_parents[builder->point_count] = KDI_SEGMENT_NONE;
    builder->points[builder->point_count++] = made;
    links_add(builder, *point, p);
    links_add(builder, *point, children[0]);
    links_add(builder, *point, children[1]);
    return kd_buffer_append(&builder->masts, &mast, sizeof mast);
}

static kd_result links_brace(kdi_segment_builder *builder, uint32_t p, uint32_t *children, uint32_t count)
{
    uint32_t mast = 0;
    if (count < 2)
        return KD_OK;
    links_sort(builder, p, children, count);
    links_add(builder, children[0], children[1]);
    if (count > 2 && links_add_mast(builder, p, children, &mast) != KD_OK)
        return KD_OUT_OF_MEMORY;
    for (uint32_t i = 2; i < count; i++) {
        uint32_t other =
            links_area(builder, p, children[i], children[0]) > links_area(builder, p, children[i], children[1])
                ? children[0]
                : children[1];
        links_add(builder, children[i], other);
        links_add(builder, children[i], mast);
    }
    return KD_OK;
}

kd_result kdi_segment_links_make(kdi_segment_builder *builder)
{
    uint32_t point_count = builder->point_count; /* masts come behind */
    for (uint32_t p = 0; p < point_count; p++) {
        uint32_t children[KDI_FIGURE_MOST_JOINTS], count = 0;
        if (builder->point_parents[p] != KDI_SEGMENT_NONE)
            links_add(builder, p, (uint32_t)builder->point_parents[p]);
        for (uint32_t q = p + 1; q < point_count; q++)
            if (builder->point_parents[q] == (int32_t)p)
                children[count++] = q;
        if (links_brace(builder, p, children, count) != KD_OK)
            return KD_OUT_OF_MEMORY;
    }
    return KD_OK;
}
