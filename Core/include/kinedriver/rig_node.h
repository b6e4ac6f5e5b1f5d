/* The nodes of a rig document. A number that is an enum in the file is an int32_t here that holds a value of the enum
 * named beside it; distances and angles are in the units of the document. */
#ifndef KINEDRIVER_RIG_NODE_H
#define KINEDRIVER_RIG_NODE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum kd_distance_unit {
    KD_DISTANCE_MILLIMETER,
    KD_DISTANCE_CENTIMETER,
    KD_DISTANCE_METER,
    KD_DISTANCE_INCH,
    KD_DISTANCE_FOOT,
} kd_distance_unit;
typedef enum kd_angle_unit { KD_ANGLE_DEGREE, KD_ANGLE_RADIAN } kd_angle_unit;
typedef enum kd_handedness { KD_HANDEDNESS_RIGHT, KD_HANDEDNESS_LEFT } kd_handedness;
typedef enum kd_up_axis { KD_UP_X, KD_UP_Y, KD_UP_Z } kd_up_axis;

typedef enum kd_unit { KD_UNIT_NONE, KD_UNIT_ANGLE, KD_UNIT_DISTANCE } kd_unit;
typedef enum kd_value_type { KD_VALUE_FLOAT, KD_VALUE_VEC3, KD_VALUE_QUAT } kd_value_type;

/* Where an item stood in its file (0: it came from none) and the comments around it. First member of every item. */
typedef struct kd_comment {
    const char *text; /* between the comment marks, unchanged */
    struct kd_comment *next;
} kd_comment;

typedef struct kd_item {
    int32_t line;
    int32_t column;
    kd_comment *before; /* in front of the element */
    kd_comment *inside; /* before its end tag, after all children */
} kd_item;

/* Where the bytes of a text from `offset` on stand in its file, up to the next such place. */
typedef struct kd_text_place {
    int32_t offset;
    int32_t line, column; /* 1-based, columns in bytes */
} kd_text_place;

typedef struct kd_text {
    kd_item item;
    const char *text; /* NULL: the element is absent */
    /* Of a text as it was read: one place for its beginning, and one behind everything that a file writes otherwise
     * than it reads ("&lt;", CDATA, comments). */
    const kd_text_place *places;
    int32_t place_count;
} kd_text;

typedef enum kd_channel { KD_CHANNEL_TRANSLATE, KD_CHANNEL_ROTATE, KD_CHANNEL_SCALE } kd_channel;
typedef enum kd_mapping { KD_MAPPING_BEND_ROLL, KD_MAPPING_EXPMAP } kd_mapping;
typedef enum kd_bend_order { KD_BEND_THEN_ROLL, KD_ROLL_THEN_BEND } kd_bend_order;
typedef enum kd_signed_axis {
    KD_AXIS_POSITIVE_X,
    KD_AXIS_NEGATIVE_X,
    KD_AXIS_POSITIVE_Y,
    KD_AXIS_NEGATIVE_Y,
    KD_AXIS_POSITIVE_Z,
    KD_AXIS_NEGATIVE_Z,
    KD_AXIS_AUTO, /* `vertical` only: the axis that follows the bone axis (x, y, z, x), positive */
} kd_signed_axis;
typedef enum kd_space { KD_SPACE_PARENT, KD_SPACE_MODEL, KD_SPACE_JOINT } kd_space;
typedef enum kd_target_base { KD_BASE_REST, KD_BASE_CURRENT } kd_target_base;
enum { KD_AXES_X = 1, KD_AXES_Y = 2, KD_AXES_Z = 4, KD_AXES_XYZ = 7 }; /* sets of axes */

/* A joint that takes part in a blend: sources of operators and constraints, targets of a twist chain. */
typedef struct kd_joint_weight {
    kd_item item;
    const char *joint;
    double weight;
    double translate[3]; /* constraints: offset in the joint's space */
    double rotate[4];
} kd_joint_weight;

typedef struct kd_joint_list {
    kd_joint_weight *items;
    int32_t count;
} kd_joint_list;

/* How a joint's transform becomes numbers and back; shared by SourceOp, TargetOp and TwistChain. */
typedef struct kd_joint_channel {
    int32_t channel;  /* kd_channel */
    int32_t mapping;  /* kd_mapping; rotate only */
    int32_t order;    /* kd_bend_order; bend & roll only */
    int32_t axis;     /* kd_signed_axis: the bone axis in the joint's space; bend & roll only */
    int32_t vertical; /* kd_signed_axis: the axis bendV moves the bone towards */
    int32_t space;    /* kd_space */
    const char *space_joint;
    int32_t flip; /* axes whose components change sign between joint and ports */
} kd_joint_channel;

typedef struct kd_source_op {
    kd_joint_channel channel;
    kd_joint_list sources;
} kd_source_op;

typedef struct kd_target_op {
    kd_joint_channel channel;
    const char *joint;
    int32_t base; /* kd_target_base */
    int32_t axes; /* set of axes (port components) that are written */
    bool segment_scale;
} kd_target_op;

typedef struct kd_external {
    double initial; /* value while nobody sets it */
    double min, max;
    int32_t kind; /* outputs: kd_output_kind */
} kd_external;
typedef enum kd_output_kind { KD_OUTPUT_VALUE, KD_OUTPUT_MORPH, KD_OUTPUT_MATERIAL } kd_output_kind;

typedef enum kd_outside { KD_OUTSIDE_CONSTANT, KD_OUTSIDE_LINEAR, KD_OUTSIDE_CYCLE } kd_outside;

typedef struct kd_link { /* EZParamLinkLinear, EZParamLink, Remap */
    double in_min, in_max, out_min, out_max;
    int32_t before, after; /* kd_outside, without cycle */
    double ease_in, ease_out;
    double soft_min, soft_max;
} kd_link;

typedef enum kd_key_shape { KD_KEY_STEPPED, KD_KEY_LINEAR, KD_KEY_SMOOTH, KD_KEY_BEZIER } kd_key_shape;

typedef struct kd_curve_key {
    kd_item item;
    double in, out;
    int32_t shape; /* kd_key_shape, of the piece from this key to the next */
    double in_slope, out_slope, in_weight, out_weight;
} kd_curve_key;

typedef struct kd_link_with {
    int32_t before, after; /* kd_outside */
    kd_curve_key *keys;
    int32_t key_count;
} kd_link_with;

typedef enum kd_rbf_kernel {
    KD_RBF_KERNEL_POLYHARMONIC,
    KD_RBF_KERNEL_GAUSSIAN,
    KD_RBF_KERNEL_MULTIQUADRIC,
    KD_RBF_KERNEL_INVERSE_QUADRATIC,
    KD_RBF_KERNEL_INVERSE_MULTIQUADRIC,
} kd_rbf_kernel;
typedef enum kd_rbf_normalize {
    KD_RBF_NORMALIZE_NONE,
    KD_RBF_NORMALIZE_ABOVE_ONE,
    KD_RBF_NORMALIZE_ALWAYS
} kd_rbf_normalize;
typedef enum kd_rbf_metric { KD_RBF_METRIC_FULL, KD_RBF_METRIC_SWING, KD_RBF_METRIC_TWIST } kd_rbf_metric;
typedef enum kd_rbf_output_kind { KD_RBF_OUTPUT_PLAIN, KD_RBF_OUTPUT_LOG_SCALE } kd_rbf_output_kind;

typedef struct kd_number_list {
    double *items;
    int32_t count;
} kd_number_list;

typedef struct kd_rbf_input {
    kd_item item;
    const char *name;
    int32_t type;   /* kd_value_type */
    int32_t metric; /* kd_rbf_metric; quaternions only */
    int32_t axis;   /* kd_signed_axis of swing and twist */
    double scale;
} kd_rbf_input;

typedef struct kd_rbf_output {
    kd_item item;
    const char *name;
    int32_t type;        /* kd_value_type */
    int32_t kind;        /* kd_rbf_output_kind */
    kd_number_list base; /* empty: zero, or no rotation */
} kd_rbf_output;

typedef struct kd_rbf_key {
    kd_item item;
    const char *name;
    kd_number_list in, out, weights; /* weights: solved; empty: not stored */
    double radius, influence;
    bool mute;
} kd_rbf_key;

typedef struct kd_rbf_linear {
    kd_item item;
    kd_number_list weights; /* one for each component of the outputs */
} kd_rbf_linear;

typedef struct kd_rbf_interp {
    int32_t kernel; /* kd_rbf_kernel */
    int32_t power;  /* of the polyharmonic kernel */
    bool auto_width;
    double width; /* if not auto_width */
    bool linear;
    double decay;
    int32_t normalize; /* kd_rbf_normalize */
    bool non_negative;
    bool clamp_inputs;
    double clamp_margin; /* part of the range of the keys */
    kd_rbf_input *inputs;
    kd_rbf_output *outputs;
    kd_rbf_key *keys;
    kd_rbf_linear *linears; /* solved linear term: the constant, then one for each component of the inputs */
    int32_t input_count, output_count, key_count, linear_count;
} kd_rbf_interp;

typedef struct kd_named_input { /* Expr, Combine */
    kd_item item;
    const char *name;
    int32_t type;  /* kd_value_type; Expr */
    double weight; /* Combine */
} kd_named_input;

typedef struct kd_expr {
    int32_t type; /* kd_value_type of the result */
    kd_named_input *inputs;
    int32_t input_count;
    kd_text source; /* as the author wrote it */
    kd_text code;   /* text form of the byte code */
} kd_expr;

typedef struct kd_twist_chain {
    const char *source;       /* "": the roll comes from the port */
    kd_joint_channel channel; /* order, axis and flip; the others have no meaning here */
    int32_t base;             /* kd_target_base */
    kd_joint_list targets;
} kd_twist_chain;

typedef enum kd_combine_operation {
    KD_COMBINE_PRODUCT,
    KD_COMBINE_MINIMUM,
    KD_COMBINE_MAXIMUM,
    KD_COMBINE_SUM,
    KD_COMBINE_AVERAGE,
} kd_combine_operation;

typedef struct kd_combine {
    int32_t operation; /* kd_combine_operation */
    kd_named_input *inputs;
    int32_t input_count;
} kd_combine;

typedef struct kd_damped_follow {
    int32_t type; /* kd_value_type */
    double half_life_s;
    double damping; /* 1: critical; below: swings over */
} kd_damped_follow;

typedef enum kd_up_kind { KD_UP_KIND_NONE, KD_UP_KIND_JOINT, KD_UP_KIND_VECTOR } kd_up_kind;

typedef struct kd_constraint {
    const char *joint;
    int32_t space; /* kd_space: in which axes are frozen */
    const char *space_joint;
    int32_t translate_axes, rotate_axes; /* sets of axes that are driven */
    bool keep_offset;
    kd_joint_list sources;
    const char *attach_mesh; /* where the weights came from; "": nowhere */
    double attach_point[3];
    int32_t aim_axis, up_axis; /* direction: kd_signed_axis of the joint */
    int32_t up;                /* kd_up_kind */
    const char *up_joint;
    double up_vector[3];
    double max_angle;
} kd_constraint;

/* X(ENUM, union member, element name) in the order of the enum. */
#define KD_NODE_TYPE_LIST(X)                                       \
    X(EXTERNAL_INPUT, external, "ExternalInput")                   \
    X(EXTERNAL_OUTPUT, external, "ExternalOutput")                 \
    X(SOURCE_OP, source, "SourceOp")                               \
    X(TARGET_OP, target, "TargetOp")                               \
    X(EZ_PARAM_LINK_LINEAR, link, "EZParamLinkLinear")             \
    X(EZ_PARAM_LINK, link, "EZParamLink")                          \
    X(LINK_WITH, link_with, "LinkWith")                            \
    X(RBF_INTERP, rbf, "RBFInterp")                                \
    X(EXPR, expr, "Expr")                                          \
    X(TWIST_CHAIN, twist, "TwistChain")                            \
    X(COMBINE, combine, "Combine")                                 \
    X(REMAP, link, "Remap")                                        \
    X(DAMPED_FOLLOW, follow, "DampedFollow")                       \
    X(POSITION_CONSTRAINT, constraint, "PositionConstraint")       \
    X(ORIENTATION_CONSTRAINT, constraint, "OrientationConstraint") \
    X(DIRECTION_CONSTRAINT, constraint, "DirectionConstraint")     \
    X(PARENT_CONSTRAINT, constraint, "ParentConstraint")

typedef enum kd_node_type {
#define KD_NODE_TYPE_ENUM(name, member, text) KD_NODE_##name,
    KD_NODE_TYPE_LIST(KD_NODE_TYPE_ENUM)
#undef KD_NODE_TYPE_ENUM
        KD_NODE_TYPE_COUNT
} kd_node_type;

enum { KD_LOD_ALWAYS = 255 };

typedef struct kd_node {
    kd_item item;
    kd_node_type type;
    const char *name;
    const char *group; /* "": none */
    double influence;
    int32_t lod;       /* the coarsest level of detail at which it still runs; KD_LOD_ALWAYS: every one */
    int32_t algorithm; /* version of the algorithm, from 1 */
    union {
        kd_external external;
        kd_source_op source;
        kd_target_op target;
        kd_link link;
        kd_link_with link_with;
        kd_rbf_interp rbf;
        kd_expr expr;
        kd_twist_chain twist;
        kd_combine combine;
        kd_damped_follow follow;
        kd_constraint constraint;
    } as;
} kd_node;

#endif
