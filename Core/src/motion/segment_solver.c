/* Links by Newton's method: each step solves J M^-1 J^T lambda = c for all links at once. The matrix couples only links
 * that meet in a point, and the links lie in an order that fills in little, so that a step costs a few hundred
 * multiplications; it squares the error, where a sweep of relaxation takes a few per cent of it. */
#include "motion/segment_solver.h"

#include "kinedriver/math.h"
#include "math/geometry.h"

static const float SOLVER_GOOD = 3e-6f;         /* relative error of a link that is as good as float can do */
static const float SOLVER_FLOOR = 1e-5f;        /* a pivot below this part of its entry has no free direction left */
static const float SOLVER_DAMPING = 1e-2f;      /* at most */
static const float SOLVER_DAMPING_RATE = 10.0f; /* per square of the error, so that convergence stays quadratic */
static const float SOLVER_SLACK = 2e-6f;        /* the part of a limb's length that is rounding */
static const float SOLVER_LONGEST = 0.5f; /* a step moves a point by no more than this part of the figure's height */

/* Scratch: values of the matrix, directions, right side, reciprocal pivots. */
size_t kdi_segment_solve_floats(const kd_segments *asset)
{
    return (size_t)asset->links.count * 6 + asset->rows.count;
}

typedef struct solver_parts {
    float *values;      /* diagonal, then slots */
    float *side;        /* right side, then the solution */
    float *reciprocals; /* of pivots; 0: the link cannot change */
    kd_vec3 *directions;
} solver_parts;

static solver_parts solver_split(const kdi_segment_solve *solve)
{
    size_t links = solve->asset->links.count;
    solver_parts parts;
    parts.directions = (kd_vec3 *)(void *)solve->scratch;
    parts.side = solve->scratch + links * 3;
    parts.reciprocals = solve->scratch + links * 4;
    parts.values = solve->scratch + links * 5;
    return parts;
}

/* Lengths and directions of all links; returns the largest relative error of those that could change. */
static float solver_measure(const kdi_segment_solve *solve, const solver_parts *parts)
{
    const kdi_segment_link *links = KDI_SEGMENT_SECTION(solve->asset, links, kdi_segment_link);
    float worst = 0.0f;
    for (uint32_t i = 0; i < solve->asset->links.count; i++) {
        kd_vec3 d = kdi_vec3_sub(solve->points[links[i].a], solve->points[links[i].b]);
        float length = KDI_SQRT(kdi_vec3_dot(d, d));
        bool is_free = solve->inverse_masses[links[i].a] + solve->inverse_masses[links[i].b] > 0.0f;
        float wanted = solve->lengths[i], gap = is_free ? length - wanted : 0.0f;
        parts->directions[i] = kdi_vec3_scale(d, length > 1e-12f ? 1.0f / length : 0.0f);
        parts->side[i] = gap;
        float error = kdi_float_abs(gap) / (wanted > 1e-6f ? wanted : 1e-6f);
        worst = error > worst ? error : worst;
    }
    return worst;
}

/* Damped by the error: braces of a flat body say the same twice and would fight. */
static void solver_assemble(const kdi_segment_solve *solve, const solver_parts *parts, float error)
{
    const kd_segments *asset = solve->asset;
    uint32_t count = asset->links.count;
    const kdi_segment_link *links = KDI_SEGMENT_SECTION(asset, links, kdi_segment_link);
    float damping = SOLVER_DAMPING_RATE * error * error;
    float damped = 1.0f + (damping < SOLVER_DAMPING ? damping : SOLVER_DAMPING);
    for (uint32_t i = 0; i < count; i++)
        parts->values[i] = damped * (solve->inverse_masses[links[i].a] + solve->inverse_masses[links[i].b]);
    float *slots = parts->values + count;
    memset(slots, 0, asset->rows.count * sizeof *slots);
    const kdi_segment_coupling *couplings = KDI_SEGMENT_SECTION(asset, couplings, kdi_segment_coupling);
    for (uint32_t i = 0; i < asset->couplings.count; i++) {
        const kdi_segment_coupling *c = &couplings[i];
        float cosine = kdi_vec3_dot(parts->directions[c->row], parts->directions[c->column]);
        slots[c->slot] += c->sign * solve->inverse_masses[c->point] * cosine;
    }
}

/* L D L^T in the values, by the steps that were written down when the asset was built. */
static void solver_factor(const kdi_segment_solve *solve, const solver_parts *parts)
{
    const kd_segments *asset = solve->asset;
    const kdi_segment_column *columns = KDI_SEGMENT_SECTION(asset, columns, kdi_segment_column);
    const kdi_segment_update *updates = KDI_SEGMENT_SECTION(asset, updates, kdi_segment_update);
    const kdi_segment_link *links = KDI_SEGMENT_SECTION(asset, links, kdi_segment_link);
    float *values = parts->values;
    for (uint32_t i = 0; i < asset->links.count; i++) {
        float pivot = values[i];
        float entry = solve->inverse_masses[links[i].a] + solve->inverse_masses[links[i].b];
        float reciprocal = pivot > SOLVER_FLOOR * entry ? 1.0f / pivot : 0.0f;
        parts->reciprocals[i] = reciprocal;
        const kdi_segment_update *u = updates + columns[i].first_update;
        for (uint32_t k = 0; k < columns[i].update_count; k++)
            values[u[k].target] -= values[u[k].left] * values[u[k].right] * reciprocal;
    }
}

static void solver_substitute(const kdi_segment_solve *solve, const solver_parts *parts)
{
    const kd_segments *asset = solve->asset;
    uint32_t count = asset->links.count;
    const kdi_segment_column *columns = KDI_SEGMENT_SECTION(asset, columns, kdi_segment_column);
    const uint32_t *rows = KDI_SEGMENT_SECTION(asset, rows, uint32_t);
    const float *slots = parts->values + count;
    float *side = parts->side;
    for (uint32_t i = 0; i < count; i++) {
        side[i] *= parts->reciprocals[i];
        for (uint32_t s = columns[i].first_slot, k = 0; k < columns[i].slot_count; k++)
            side[rows[s + k]] -= slots[s + k] * side[i];
    }
    for (uint32_t i = count; i-- > 0;)
        for (uint32_t s = columns[i].first_slot, k = 0; k < columns[i].slot_count; k++)
            side[i] -= slots[s + k] * parts->reciprocals[i] * side[rows[s + k]];
}

static void solver_apply(const kdi_segment_solve *solve, const solver_parts *parts)
{
    const kdi_segment_link *links = KDI_SEGMENT_SECTION(solve->asset, links, kdi_segment_link);
    float longest = SOLVER_LONGEST * solve->asset->height, factor = 1.0f;
    for (uint32_t i = 0; i < solve->asset->links.count; i++) {
        float wa = solve->inverse_masses[links[i].a], wb = solve->inverse_masses[links[i].b];
        float step = kdi_float_abs(parts->side[i]) * (wa > wb ? wa : wb);
        if (step * factor > longest)
            factor = longest / step;
    }
    factor = factor == factor ? factor : 0.0f;
    for (uint32_t i = 0; i < solve->asset->links.count; i++) {
        kd_vec3 push = kdi_vec3_scale(parts->directions[i], parts->side[i] * factor);
        kd_vec3 *a = &solve->points[links[i].a], *b = &solve->points[links[i].b];
        *a = kdi_vec3_sub(*a, kdi_vec3_scale(push, solve->inverse_masses[links[i].a]));
        *b = kdi_vec3_add(*b, kdi_vec3_scale(push, solve->inverse_masses[links[i].b]));
    }
}

/* One sweep over all links, each put right by itself. */
static void solver_sweep(const kdi_segment_solve *solve)
{
    const kdi_segment_link *links = KDI_SEGMENT_SECTION(solve->asset, links, kdi_segment_link);
    for (uint32_t i = 0; i < solve->asset->links.count; i++) {
        kd_vec3 *a = &solve->points[links[i].a], *b = &solve->points[links[i].b];
        float wa = solve->inverse_masses[links[i].a], wb = solve->inverse_masses[links[i].b];
        kd_vec3 d = kdi_vec3_sub(*a, *b);
        float length = KDI_SQRT(kdi_vec3_dot(d, d));
        if (!(wa + wb > 0.0f) || !(length > 1e-12f))
            continue;
        kd_vec3 push = kdi_vec3_scale(d, (length - solve->lengths[i]) / (length * (wa + wb)));
        *a = kdi_vec3_sub(*a, kdi_vec3_scale(push, wa));
        *b = kdi_vec3_add(*b, kdi_vec3_scale(push, wb));
    }
}

int32_t kdi_segment_solve_run(const kdi_segment_solve *solve, float *error)
{
    solver_parts parts = solver_split(solve);
    int32_t step = 0;
    for (;; step++) {
        *error = solver_measure(solve, &parts);
        if (!(*error > SOLVER_GOOD) || step == solve->iterations)
            return step;
        if (solve->solver == KD_SEGMENT_SOLVER_RELAX) {
            solver_sweep(solve);
            continue;
        }
        solver_assemble(solve, &parts, *error);
        solver_factor(solve, &parts);
        solver_substitute(solve, &parts);
        solver_apply(solve, &parts);
    }
}

/* The part of v that is square to a direction. */
static kd_vec3 solver_across(kd_vec3 v, kd_vec3 unit)
{
    return kdi_vec3_sub(v, kdi_vec3_scale(unit, kdi_vec3_dot(v, unit)));
}

static float solver_length(kd_vec3 v)
{
    return KDI_SQRT(kdi_vec3_dot(v, v));
}

/* Where the middle of two bones is when their chord changes: how far along the chord and how far off it. Told from the
 * bend that is there, since a straight limb's bend is the root of a small difference; differences that are no more than
 * rounding count as none. A limb that cannot reach is straight. */
static void solver_bend(kd_vec3 middle, float lower, float chord_before, float chord, float *along, float *off)
{
    float upper_square = kdi_vec3_dot(middle, middle), reach = KDI_SQRT(upper_square) + lower;
    float change = chord - chord_before, slack = SOLVER_SLACK * reach;
    change = change > slack ? change - slack : change < -slack ? change + slack : 0.0f;
    chord = chord_before + change;
    float along_before = (upper_square - lower * lower + chord_before * chord_before) / (2.0f * chord_before);
    float shift = change * (chord * chord_before - (upper_square - lower * lower)) / (2.0f * chord * chord_before);
    float square = *off * *off - shift * (2.0f * along_before + shift);
    *along = square > 0.0f ? along_before + shift : chord * (reach - lower) / reach;
    *off = square > 0.0f ? KDI_SQRT(square) : 0.0f;
}

/* One hinge. Returns 1 if it changed sides. */
static int32_t solver_place_hinge(const kdi_segment_solve *solve, const kdi_segment_hinge *hinge, const kd_vec3 *before,
                                  const kd_quat *frames)
{
    kd_vec3 top = solve->points[hinge->top], chord = kdi_vec3_sub(solve->points[hinge->bottom], top);
    kd_vec3 middle = kdi_vec3_sub(before[hinge->middle], before[hinge->top]);
    kd_vec3 chord_before = kdi_vec3_sub(before[hinge->bottom], before[hinge->top]);
    float length = solver_length(chord), length_before = solver_length(chord_before), along;
    float least = 1e-4f * solver_length(middle);
    float lower = solver_length(kdi_vec3_sub(before[hinge->bottom], before[hinge->middle]));
    if (!(length > least) || !(length_before > least) || !(lower > 0.0f))
        return 0;
    kd_vec3 unit = kdi_vec3_scale(chord, 1.0f / length);
    kd_quat turn = kd_quat_from_directions(chord_before, chord);
    kd_vec3 bend = solver_across(kdi_quat_rotate(turn, middle), unit);
    kd_vec3 side = kd_vec3_make(hinge->side[0], hinge->side[1], hinge->side[2]);
    side = solver_across(kdi_quat_rotate(turn, kdi_quat_rotate(frames[hinge->joint], side)), unit);
    float off_before = solver_length(bend), off = off_before, lean = kdi_vec3_dot(bend, side);
    solver_bend(middle, lower, length_before, length, &along, &off);
    float more = off > off_before ? off - off_before : 0.0f;
    more -= solve->mends && lean < 0.0f ? 2.0f * lean : 0.0f;
    kd_vec3 way = kdi_vec3_add(bend, kdi_vec3_scale(side, more));
    float size = solver_length(way), factor = size > 1e-9f * length ? off / size : 0.0f;
    kd_vec3 place = kdi_vec3_add(kdi_vec3_scale(unit, along), kdi_vec3_scale(way, factor));
    solve->points[hinge->middle] = kdi_vec3_add(top, place);
    return lean < 0.0f && kdi_vec3_dot(way, side) > 0.0f;
}

int32_t kdi_segment_solve_hinges(const kdi_segment_solve *solve, const kd_vec3 *before, const kd_quat *frames)
{
    const kdi_segment_hinge *hinges = KDI_SEGMENT_SECTION(solve->asset, hinges, kdi_segment_hinge);
    int32_t count = 0;
    for (uint32_t i = 0; i < solve->asset->hinges.count; i++)
        if (solve->inverse_masses[hinges[i].middle] > 0.0f)
            count += solver_place_hinge(solve, &hinges[i], before, frames);
    return count;
}

/* A middle that came out on the wrong side is mirrored at the plane through its chord, which leaves both bones as long
 * as they are. One that was there before the edit stays. Returns 1 if it was mirrored. */
static int32_t solver_mirror_hinge(const kdi_segment_solve *solve, const kdi_segment_hinge *hinge,
                                   const kd_vec3 *before, const kd_quat *frames)
{
    kd_vec3 side = kdi_quat_rotate(frames[hinge->joint], kd_vec3_make(hinge->side[0], hinge->side[1], hinge->side[2]));
    kd_vec3 chord_before = kdi_vec3_sub(before[hinge->bottom], before[hinge->top]);
    kd_vec3 chord = kdi_vec3_sub(solve->points[hinge->bottom], solve->points[hinge->top]);
    float length_before = solver_length(chord_before), length = solver_length(chord);
    if (!(length_before > 0.0f) || !(length > 0.0f))
        return 0;
    kd_vec3 across_before = solver_across(side, kdi_vec3_scale(chord_before, 1.0f / length_before));
    side = kdi_quat_rotate(kd_quat_from_directions(chord_before, chord), side);
    side = solver_across(side, kdi_vec3_scale(chord, 1.0f / length));
    float square = kdi_vec3_dot(side, side);
    float lean = kdi_vec3_dot(kdi_vec3_sub(solve->points[hinge->middle], solve->points[hinge->top]), side);
    if (!(lean < 0.0f) || !(square > 1e-6f) ||
        kdi_vec3_dot(kdi_vec3_sub(before[hinge->middle], before[hinge->top]), across_before) < 0.0f)
        return 0;
    kd_vec3 *middle = &solve->points[hinge->middle];
    *middle = kdi_vec3_sub(*middle, kdi_vec3_scale(side, 2.0f * lean / square));
    return 1;
}

int32_t kdi_segment_solve_sides(const kdi_segment_solve *solve, const kd_vec3 *before, const kd_quat *frames)
{
    const kdi_segment_hinge *hinges = KDI_SEGMENT_SECTION(solve->asset, hinges, kdi_segment_hinge);
    int32_t count = 0;
    for (uint32_t i = 0; i < solve->asset->hinges.count; i++)
        if (solve->inverse_masses[hinges[i].middle] > 0.0f)
            count += solver_mirror_hinge(solve, &hinges[i], before, frames);
    return count;
}

void kdi_segment_solve_masts(const kd_segments *asset, kd_vec3 *points)
{
    const kdi_segment_mast *masts = KDI_SEGMENT_SECTION(asset, masts, kdi_segment_mast);
    for (uint32_t i = 0; i < asset->masts.count; i++) {
        kd_vec3 foot = points[masts[i].foot];
        kd_vec3 u = kdi_vec3_sub(points[masts[i].side[0]], foot), v = kdi_vec3_sub(points[masts[i].side[1]], foot);
        kd_vec3 normal = kd_vec3_normalize(kd_vec3_cross(u, v), kd_vec3_make(0.0f, 0.0f, 1.0f));
        points[masts[i].point] = kdi_vec3_add(foot, kdi_vec3_scale(normal, masts[i].height));
    }
}
