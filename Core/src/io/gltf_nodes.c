/* Nodes to skeleton: the tree is checked and put in an order with parents first (the file's own if it has that
 * property, else depth first), every node of the scene becomes a joint.
 *
 * A node marked {"kd_aux": true} by our writer carries a mesh or holds several roots together; it is no joint, and its
 * children belong to the nearest joint above. */
#include "io/gltf_read.h"

#include "kinedriver/math.h"

#include <string.h>

/* Links the children lists; each node has at most one parent. */
static bool nodes_link_children(kdi_gltf *gltf, const kdi_json *list, int32_t node)
{
    kdi_json json = kdi_json_item(list, (size_t)node);
    kdi_json children = kdi_json_member(&json, "children");
    int32_t count = 0;
    int32_t *link = &gltf->nodes[node].first_child;
    if (!kdi_json_get_count(gltf, &children, &count))
        return false;
    for (int32_t i = 0; i < count; i++) {
        kdi_json at = kdi_json_item(&children, (size_t)i);
        int32_t child = -1;
        if (!kdi_json_get_index(gltf, &at, gltf->node_count, &child))
            return false;
        if (gltf->nodes[child].parent >= 0 || child == node)
            return kdi_gltf_error(gltf, KD_HIERARCHY, &at, "node %d is a child of two nodes, or of itself", (int)child);
        gltf->nodes[child].parent = node;
        *link = child;
        link = &gltf->nodes[child].next_sibling;
    }
    return true;
}

/* Appends a tree to the order, parents first, without recursion. */
static void nodes_walk_tree(kdi_gltf *gltf, int32_t root)
{
    int32_t node = root;
    for (;;) {
        gltf->order[gltf->order_count++] = node;
        gltf->nodes[node].in_scene = true;
        if (gltf->nodes[node].first_child >= 0) {
            node = gltf->nodes[node].first_child;
            continue;
        }
        while (node != root && gltf->nodes[node].next_sibling < 0)
            node = gltf->nodes[node].parent;
        if (node == root)
            return;
        node = gltf->nodes[node].next_sibling;
    }
}

/* Nodes on a circle have parents all the way round, so no walk from a root reaches them. */
static bool nodes_check_circles(kdi_gltf *gltf, const kdi_json *list)
{
    for (int32_t i = 0; i < gltf->node_count; i++)
        if (gltf->nodes[i].parent < 0)
            nodes_walk_tree(gltf, i);
    for (int32_t i = 0; i < gltf->node_count; i++) {
        kdi_json json = kdi_json_item(list, (size_t)i);
        if (!gltf->nodes[i].in_scene)
            return kdi_gltf_error(gltf, KD_HIERARCHY, &json, "node %d is its own ancestor", (int)i);
        gltf->nodes[i].in_scene = false;
    }
    gltf->order_count = 0;
    return true;
}

/* Walks the trees of the default scene; a file without scenes shows all it has. */
static bool nodes_walk_scene(kdi_gltf *gltf)
{
    kdi_json scenes = kdi_json_member(&gltf->top, "scenes");
    kdi_json scene_at = kdi_json_member(&gltf->top, "scene");
    int32_t scene_count = 0;
    int32_t chosen = 0;
    if (!kdi_json_get_count(gltf, &scenes, &scene_count) || !kdi_json_get_index(gltf, &scene_at, scene_count, &chosen))
        return false;
    for (int32_t i = 0; scene_count == 0 && i < gltf->node_count; i++)
        if (gltf->nodes[i].parent < 0)
            nodes_walk_tree(gltf, i);
    kdi_json scene = kdi_json_item(&scenes, (size_t)chosen);
    kdi_json roots = kdi_json_member(&scene, "nodes");
    int32_t root_count = 0;
    if (!kdi_json_get_count(gltf, &roots, &root_count))
        return false;
    for (int32_t i = 0; i < root_count; i++) {
        kdi_json at = kdi_json_item(&roots, (size_t)i);
        int32_t root = -1;
        if (!kdi_json_get_index(gltf, &at, gltf->node_count, &root))
            return false;
        if (gltf->nodes[root].in_scene || gltf->nodes[root].parent >= 0)
            return kdi_gltf_error(gltf, KD_HIERARCHY, &at, "node %d is not a root, or is listed twice", (int)root);
        nodes_walk_tree(gltf, root);
    }
    if (scene_count > 1)
        kdi_gltf_note(gltf, KD_UNUSED, &scenes, "only scene %d of %d is read", (int)chosen, (int)scene_count);
    if (gltf->order_count < gltf->node_count)
        kdi_gltf_note(gltf, KD_UNUSED, &scenes, "%d nodes are not part of the scene and are left out",
                      (int)(gltf->node_count - gltf->order_count));
    return true;
}

static bool nodes_read_matrix(kdi_gltf *gltf, const kdi_json *at, kd_transform *rest)
{
    float m[16]; /* by columns */
    if (!kdi_json_get_floats(gltf, at, m, 16))
        return false;
    if (m[3] != 0.0f || m[7] != 0.0f || m[11] != 0.0f || m[15] != 1.0f)
        return kdi_gltf_error(gltf, KD_VALUE, at, "the last row of the matrix must be 0 0 0 1");
    kd_mat34 affine;
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 4; column++)
            affine.m[row][column] = m[column * 4 + row];
    bool sheared = false;
    *rest = kdi_affine_decompose(&affine, &sheared);
    return !sheared ||
           kdi_gltf_repair(gltf, KD_LOSSY, at, "the matrix has shear, which joints do not have; it is left out");
}

static bool nodes_read_transform(kdi_gltf *gltf, const kdi_json *json, kd_transform *rest)
{
    kdi_json matrix = kdi_json_member(json, "matrix");
    kdi_json translate = kdi_json_member(json, "translation");
    kdi_json rotate = kdi_json_member(json, "rotation");
    kdi_json scale = kdi_json_member(json, "scale");
    *rest = kd_transform_identity();
    if (matrix.value)
        return nodes_read_matrix(gltf, &matrix, rest);
    if (!kdi_json_get_floats(gltf, &translate, &rest->translate.x, 3) ||
        !kdi_json_get_floats(gltf, &rotate, &rest->rotate.x, 4) ||
        !kdi_json_get_floats(gltf, &scale, &rest->scale.x, 3))
        return false;
    double off = 0.0;
    if (!kdi_affine_unit(&rest->rotate, &off))
        return kdi_gltf_repair(gltf, KD_RANGE, &rotate, "the rotation has length zero; none is taken");
    return off < 1e-3 ||
           kdi_gltf_repair(gltf, KD_RANGE, &rotate, "the rotation is not of unit length; it is normalised");
}

static bool nodes_read_name(kdi_gltf *gltf, const kdi_json *json, int32_t node, kdi_name_table *names, kd_joint *joint)
{
    kdi_json at = kdi_json_member(json, "name");
    kdi_gltf_naming naming = {names, &at, "", "node", node, node};
    const char *instead_of;
    if (!kdi_json_get_text(gltf, &at, &naming.given) || !kdi_gltf_take_name(gltf, &naming, &joint->name, &instead_of))
        return false;
    return !instead_of ||
           kdi_gltf_repair(gltf, KD_JOINT_DUPLICATE, &at, "the name '%.60s' is taken; this node is called '%.80s'",
                           instead_of, joint->name);
}

/* Whether our writer marked the node as no joint; the mark is void where there is a transform to lose. */
static bool nodes_is_aux(const kdi_json *json, const kd_transform *rest)
{
    kdi_json extras = kdi_json_member(json, "extras");
    kdi_json mark = kdi_json_member(&extras, "kd_aux");
    kd_transform identity = kd_transform_identity();
    return kdi_json_is_true(&mark) && memcmp(rest, &identity, sizeof identity) == 0;
}

static bool nodes_make_joint(kdi_gltf *gltf, const kdi_json *list, int32_t node, kdi_name_table *names,
                             kd_joint *joints)
{
    kdi_gltf_node *info = &gltf->nodes[node];
    kdi_json json = kdi_json_item(list, (size_t)node);
    int32_t above = info->parent >= 0 ? gltf->nodes[info->parent].joint : KD_NO_JOINT;
    int32_t index = gltf->scene->skeleton.joint_count;
    kd_joint *joint = &joints[index];
    if (!nodes_read_transform(gltf, &json, &joint->rest))
        return false;
    info->joint = above;
    info->is_joint = !nodes_is_aux(&json, &joint->rest);
    if (!info->is_joint)
        return true;
    if (!nodes_read_name(gltf, &json, node, names, joint))
        return false;
    kdi_json extras = kdi_json_member(&json, "extras");
    kdi_json tip = kdi_json_member(&extras, "kd_tip");
    joint->is_tip = kdi_json_is_true(&tip);
    joint->parent = above;
    info->joint = index;
    kd_mat34 local = kd_mat34_from_transform(joint->rest);
    gltf->rest_models[index] = above >= 0 ? kd_mat34_mul(gltf->rest_models[above], local) : local;
    if (!kdi_affine_is_finite(&gltf->rest_models[index]))
        return kdi_gltf_error(gltf, KD_NUMBER, &json, "the node lies too far away for a finite position");
    gltf->scene->skeleton.joint_count++;
    return true;
}

/* The node behind all others that our writer holds several roots together with. */
static bool nodes_is_group(const kdi_gltf *gltf, const kdi_json *list, int32_t node)
{
    kd_transform identity = kd_transform_identity();
    kdi_json json = kdi_json_item(list, (size_t)node);
    bool is_plain = gltf->nodes[node].parent < 0;
    static const char *const keys[] = {"matrix", "translation", "rotation", "scale", "mesh"};
    for (int i = 0; i < 5; i++)
        is_plain = is_plain && !json_object_get(json.value, keys[i]);
    return is_plain && nodes_is_aux(&json, &identity);
}

/* Where the file has parents before their children already, its own order is kept; the group is no joint and may stand
 * anywhere. */
static void nodes_keep_order(kdi_gltf *gltf, const kdi_json *list)
{
    int32_t count = gltf->order_count;
    for (int32_t i = 0; i < count; i++) {
        int32_t parent = gltf->nodes[gltf->order[i]].parent;
        if (parent > gltf->order[i] && !nodes_is_group(gltf, list, parent))
            return;
    }
    gltf->order_count = 0;
    for (int groups = 1; groups >= 0; groups--)
        for (int32_t i = 0; i < gltf->node_count; i++)
            if (gltf->nodes[i].in_scene && nodes_is_group(gltf, list, i) == (groups == 1))
                gltf->order[gltf->order_count++] = i;
}

bool kdi_gltf_read_nodes(kdi_gltf *gltf)
{
    kdi_json list = kdi_json_member(&gltf->top, "nodes");
    if (!kdi_json_get_count(gltf, &list, &gltf->node_count))
        return false;
    if (gltf->node_count > gltf->desc->limits.joints)
        return kdi_gltf_error(gltf, KD_LIMIT, &list, "%d nodes are more than the limit of %d", (int)gltf->node_count,
                              gltf->desc->limits.joints);
    size_t count = (size_t)gltf->node_count;
    kdi_name_table names;
    kd_allocator scratch = kdi_arena_allocator(&gltf->scratch);
    gltf->nodes = KDI_ARENA_PUSH(&gltf->scratch, kdi_gltf_node, count);
    gltf->order = KDI_ARENA_PUSH(&gltf->scratch, int32_t, count);
    gltf->rest_models = KDI_ARENA_PUSH(&gltf->scratch, kd_mat34, count);
    kd_joint *joints = KDI_ARENA_PUSH(gltf->scene->arena, kd_joint, count);
    if (!gltf->nodes || !gltf->order || !gltf->rest_models || !joints)
        return kdi_gltf_no_memory(gltf);
    kdi_name_table_init(&names, &scratch);
    gltf->scene->skeleton.joints = joints;
    for (size_t i = 0; i < count; i++) {
        kdi_gltf_node none = {-1, -1, -1, KD_NO_JOINT, -1, false, false};
        gltf->nodes[i] = none;
    }
    for (int32_t i = 0; i < gltf->node_count; i++)
        if (!nodes_link_children(gltf, &list, i))
            return false;
    if (!nodes_check_circles(gltf, &list) || !nodes_walk_scene(gltf))
        return false;
    nodes_keep_order(gltf, &list);
    for (int32_t i = 0; i < gltf->order_count; i++)
        if (!nodes_make_joint(gltf, &list, gltf->order[i], &names, joints))
            return false;
    return true;
}
