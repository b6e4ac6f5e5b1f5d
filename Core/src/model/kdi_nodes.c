/* The rows of the format table for nodes: attributes, children, ports. Order of rows is the order in files and
 * documents. */
#include "model/kdi_rows.h"

static const char *const NAMES_CHANNEL[] = {"translate", "rotate", "scale", NULL};
static const char *const NAMES_MAPPING[] = {"bendRoll", "expmap", NULL};
static const char *const NAMES_ORDER[] = {"bendThenRoll", "rollThenBend", NULL};
static const char *const NAMES_AXIS[] = {"+x", "-x", "+y", "-y", "+z", "-z", NULL};
static const char *const NAMES_VERTICAL[] = {"+x", "-x", "+y", "-y", "+z", "-z", "auto", NULL};
static const char *const NAMES_SPACE[] = {"parent", "model", "joint", NULL};
static const char *const NAMES_BASE[] = {"rest", "current", NULL};
static const char *const NAMES_END[] = {"constant", "linear", NULL};
static const char *const NAMES_OUTSIDE[] = {"constant", "linear", "cycle", NULL};
static const char *const NAMES_SHAPE[] = {"stepped", "linear", "smooth", "bezier", NULL};
static const char *const NAMES_KERNEL[] = {"polyharmonic",        "gaussian", "multiquadric", "inverseQuadratic",
                                           "inverseMultiquadric", NULL};
static const char *const NAMES_NORMALIZE[] = {"none", "aboveOne", "always", NULL};
static const char *const NAMES_METRIC[] = {"full", "swing", "twist", NULL};
static const char *const NAMES_RBF_OUTPUT[] = {"plain", "logScale", NULL};
static const char *const NAMES_TYPE[] = {"float", "vec3", "quat", NULL};
static const char *const NAMES_COMBINE[] = {"product", "minimum", "maximum", "sum", "average", NULL};
static const char *const NAMES_OUTPUT_KIND[] = {"value", "morph", "material", NULL};
static const char *const NAMES_UP[] = {"none", "joint", "vector", NULL};

const kdi_attribute kdi_node_attributes[] = {
    ROW_NAME(kd_node, name, "name", "Unique among nodes and groups"),
    ROW_GROUP(kd_node, group, "group", "The group whose influence and level of detail also apply"),
    ROW_NUMBER(kd_node, influence, "influence", "1", 0, 1,
               "How much the node does: 0 nothing, 1 all; while the port is not connected"),
    ROW_INT(kd_node, lod, "lod", "255", 0, 255,
            "The coarsest level of detail at which the node still runs; 255 means every one"),
    ROW_INT(kd_node, algorithm, "algorithm", "1", 1, 65535,
            "Version of the node's algorithm; an old rig keeps the number it was made with"),
};
const int kdi_node_attribute_count = ROW_COUNT(kdi_node_attributes);

/* Children shared by several nodes */

static const kdi_attribute ROWS_SOURCE[] = {
    ROW_JOINT(kd_joint_weight, joint, "joint", NULL, "The joint that is read"),
    ROW_NUMBER(kd_joint_weight, weight, "weight", "1", 0, 1e6, "Share in the blend; weights are divided by their sum"),
};
static const kdi_attribute ROWS_POINT_SOURCE[] = {
    ROW_JOINT(kd_joint_weight, joint, "joint", NULL, "The joint that is followed"),
    ROW_NUMBER(kd_joint_weight, weight, "weight", "1", 0, 1e6, "Share in the blend; weights are divided by their sum"),
    ROW_VEC3(kd_joint_weight, translate, "translate", KD_UNIT_DISTANCE, "0 0 0", KDI_MIRROR_VECTOR_SOURCE,
             "The point that is followed, in the joint's space"),
};
static const kdi_attribute ROWS_ROTATION_SOURCE[] = {
    ROW_JOINT(kd_joint_weight, joint, "joint", NULL, "The joint that is followed"),
    ROW_NUMBER(kd_joint_weight, weight, "weight", "1", 0, 1e6, "Share in the blend; weights are divided by their sum"),
    ROW_QUAT(kd_joint_weight, rotate, "rotate", KDI_MIRROR_ROTATION_SOURCE,
             "Rotation from the constrained joint to the followed one"),
};
static const kdi_attribute ROWS_FRAME_SOURCE[] = {
    ROW_JOINT(kd_joint_weight, joint, "joint", NULL, "The joint that is followed"),
    ROW_NUMBER(kd_joint_weight, weight, "weight", "1", 0, 1e6, "Share in the blend; weights are divided by their sum"),
    ROW_VEC3(kd_joint_weight, translate, "translate", KD_UNIT_DISTANCE, "0 0 0", KDI_MIRROR_VECTOR_SOURCE,
             "The point that is followed, in the joint's space"),
    ROW_QUAT(kd_joint_weight, rotate, "rotate", KDI_MIRROR_ROTATION_SOURCE,
             "Rotation from the constrained joint to the followed one"),
};
static const kdi_attribute ROWS_TARGET[] = {
    ROW_JOINT(kd_joint_weight, joint, "joint", NULL, "The joint that is turned"),
    ROW_NUMBER(kd_joint_weight, weight, "weight", "1", -1e6, 1e6, "Part of the roll that this joint gets"),
};
static const kdi_element ITEM_SOURCE =
    ROW_ELEMENT("Source", kd_joint_weight, ROWS_SOURCE, "A joint that is read, with its share");
static const kdi_element ITEM_POINT_SOURCE =
    ROW_ELEMENT("Source", kd_joint_weight, ROWS_POINT_SOURCE, "A point that is followed, with its share");
static const kdi_element ITEM_ROTATION_SOURCE =
    ROW_ELEMENT("Source", kd_joint_weight, ROWS_ROTATION_SOURCE, "An orientation that is followed, with its share");
static const kdi_element ITEM_FRAME_SOURCE =
    ROW_ELEMENT("Source", kd_joint_weight, ROWS_FRAME_SOURCE, "A joint that is followed, with its share");
static const kdi_element ITEM_TARGET =
    ROW_ELEMENT("Target", kd_joint_weight, ROWS_TARGET, "A joint that gets a part of the roll");

/* External values */

static const kdi_attribute ROWS_EXTERNAL_INPUT[] = {
    ROW_NUMBER(kd_node, as.external.initial, "default", "0", 0, 0, "The value while the host sets none"),
    ROW_NUMBER(kd_node, as.external.min, "min", "0", 0, 0, "Values below are raised to this"),
    ROW_NUMBER(kd_node, as.external.max, "max", "1", 0, 0, "Values above are lowered to this"),
};
static const kdi_attribute ROWS_EXTERNAL_OUTPUT[] = {
    ROW_NUMBER(kd_node, as.external.initial, "default", "0", 0, 0, "The value without influence"),
    ROW_NUMBER(kd_node, as.external.min, "min", "0", 0, 0, "Values below are raised to this"),
    ROW_NUMBER(kd_node, as.external.max, "max", "1", 0, 0, "Values above are lowered to this"),
    ROW_ENUM(kd_node, as.external.kind, "kind", "value", NAMES_OUTPUT_KIND,
             "What the host does with it: morph weight, material parameter, any other use"),
};
static const kdi_port PORTS_EXTERNAL_INPUT[] = {PORT_OUT("out", FLOAT, NONE, 0, "The value of the host")};
static const kdi_port PORTS_EXTERNAL_OUTPUT[] = {PORT_IN("in", FLOAT, NONE, 0, "The value for the host")};

/* Operators */

#define ROWS_CHANNEL(member)                                                                            \
    ROW_ENUM(kd_node, member.channel, "channel", "rotate", NAMES_CHANNEL, "The part of the transform"), \
        ROW_ENUM(kd_node, member.mapping, "mapping", "bendRoll", NAMES_MAPPING, "How a rotation becomes numbers")
#define ROWS_SPACE(member)                                                                  \
    ROW_ENUM(kd_node, member.space, "space", "parent", NAMES_SPACE, "The reference space"), \
        ROW_JOINT(kd_node, member.space_joint, "spaceJoint", "",                            \
                  "The joint that is the reference space, if space is joint")
#define ROWS_BEND(member)                                                                                        \
    ROW_ENUM(kd_node, member.order, "order", "bendThenRoll", NAMES_ORDER, "Which of bend and roll comes first"), \
        ROW_ENUM(kd_node, member.axis, "axis", "+x", NAMES_AXIS, "The bone axis in the joint's space")
#define ROWS_VERTICAL(member)                                              \
    ROW_ENUM(kd_node, member.vertical, "vertical", "auto", NAMES_VERTICAL, \
             "The axis towards which bendV moves the bone; auto is the one after the bone axis")
#define ROWS_FLIP(member)                                           \
    ROW_AXES(kd_node, member.flip, "flip", "none", KDI_MIRROR_FLIP, \
             "Axes whose components change sign between joint and ports")

static const kdi_attribute ROWS_SOURCE_OP[] = {
    ROWS_CHANNEL(as.source.channel), ROWS_BEND(as.source.channel), ROWS_VERTICAL(as.source.channel),
    ROWS_SPACE(as.source.channel),   ROWS_FLIP(as.source.channel),
};
static const kdi_attribute ROWS_TARGET_OP[] = {
    ROW_JOINT(kd_node, as.target.joint, "joint", NULL, "The joint that is written"),
    ROWS_CHANNEL(as.target.channel),
    ROWS_BEND(as.target.channel),
    ROWS_VERTICAL(as.target.channel),
    ROWS_SPACE(as.target.channel),
    ROWS_FLIP(as.target.channel),
    ROW_ENUM(kd_node, as.target.base, "base", "rest", NAMES_BASE,
             "What the values are added to: the rest pose, or what the joint has now"),
    ROW_AXES(kd_node, as.target.axes, "axes", "xyz", KDI_MIRROR_KEEP,
             "Components that are written, in the order of the ports"),
    ROW_BOOL(kd_node, as.target.segment_scale, "segmentScale", "true",
             "A scale written is not handed to the joint's children"),
};
static const kdi_child CHILDREN_SOURCE_OP[] = {
    CHILD_LIST(ITEM_SOURCE, kd_node, as.source.sources.items, as.source.sources.count, 1)};

#define PORTS_CHANNEL(PORT)                                                                          \
    PORT("translateX", FLOAT, DISTANCE, KDI_VARIANT_TRANSLATE, "Translation from rest along x"),     \
        PORT("translateY", FLOAT, DISTANCE, KDI_VARIANT_TRANSLATE, "Translation from rest along y"), \
        PORT("translateZ", FLOAT, DISTANCE, KDI_VARIANT_TRANSLATE, "Translation from rest along z"), \
        PORT("translate", VEC3, DISTANCE, KDI_VARIANT_TRANSLATE, "Translation from rest"),           \
        PORT("bendH", FLOAT, ANGLE, KDI_VARIANT_BEND, "Horizontal bend"),                            \
        PORT("bendV", FLOAT, ANGLE, KDI_VARIANT_BEND, "Vertical bend"),                              \
        PORT("roll", FLOAT, ANGLE, KDI_VARIANT_BEND, "Roll about the bone axis"),                    \
        PORT("expmapX", FLOAT, ANGLE, KDI_VARIANT_EXPMAP, "Rotation vector, x"),                     \
        PORT("expmapY", FLOAT, ANGLE, KDI_VARIANT_EXPMAP, "Rotation vector, y"),                     \
        PORT("expmapZ", FLOAT, ANGLE, KDI_VARIANT_EXPMAP, "Rotation vector, z"),                     \
        PORT("expmap", VEC3, ANGLE, KDI_VARIANT_EXPMAP, "Rotation vector"),                          \
        PORT("rotation", QUAT, NONE, KDI_VARIANT_BEND | KDI_VARIANT_EXPMAP, "Rotation from rest"),   \
        PORT("scaleX", FLOAT, NONE, KDI_VARIANT_SCALE, "Logarithm of the scale from rest, x"),       \
        PORT("scaleY", FLOAT, NONE, KDI_VARIANT_SCALE, "Logarithm of the scale from rest, y"),       \
        PORT("scaleZ", FLOAT, NONE, KDI_VARIANT_SCALE, "Logarithm of the scale from rest, z"),       \
        PORT("scale", VEC3, NONE, KDI_VARIANT_SCALE, "Logarithm of the scale from rest")

static const kdi_port PORTS_SOURCE_OP[] = {PORT_WEIGHTS(as.source.sources), PORTS_CHANNEL(PORT_OUT)};
static const kdi_port PORTS_TARGET_OP[] = {PORTS_CHANNEL(PORT_IN)};

/* Links */

static const kdi_port PORTS_LINK[] = {PORT_IN("in", FLOAT, NONE, 0, "The value to convert"),
                                      PORT_OUT("out", FLOAT, NONE, 0, "The value converted")};

#define ROWS_RANGES                                                                        \
    ROW_NUMBER(kd_node, as.link.in_min, "inMin", "0", 0, 0, "Start of the input range"),   \
        ROW_NUMBER(kd_node, as.link.in_max, "inMax", "1", 0, 0, "End of the input range"), \
        ROW_NUMBER(kd_node, as.link.out_min, "outMin", "0", 0, 0, "Output at inMin"),      \
        ROW_NUMBER(kd_node, as.link.out_max, "outMax", "1", 0, 0, "Output at inMax")
#define ROWS_ENDS                                                        \
    ROW_ENUM(kd_node, as.link.before, "before", "constant", NAMES_END,   \
             "Outside, on the side of inMin: hold, or go on straight"),  \
        ROW_ENUM(kd_node, as.link.after, "after", "constant", NAMES_END, \
                 "Outside, on the side of inMax: hold, or go on straight")

static const kdi_attribute ROWS_LINK_LINEAR[] = {ROWS_RANGES, ROWS_ENDS};
static const kdi_attribute ROWS_LINK_EASE[] = {
    ROWS_RANGES,
    ROWS_ENDS,
    ROW_NUMBER(kd_node, as.link.ease_in, "easeIn", "0.5", 0, 1, "Slowness at inMin: 0 straight, 1 as flat as can be"),
    ROW_NUMBER(kd_node, as.link.ease_out, "easeOut", "0.5", 0, 1, "Slowness at inMax: 0 straight, 1 as flat as can be"),
};
static const kdi_attribute ROWS_REMAP[] = {
    ROWS_RANGES,
    ROW_NUMBER(kd_node, as.link.soft_min, "softMin", "0", 0, 0.5,
               "Part of the range over which the end at inMin is rounded"),
    ROW_NUMBER(kd_node, as.link.soft_max, "softMax", "0", 0, 0.5,
               "Part of the range over which the end at inMax is rounded"),
};
static const kdi_attribute ROWS_LINK_WITH[] = {
    ROW_ENUM(kd_node, as.link_with.before, "before", "constant", NAMES_OUTSIDE, "Before the first key"),
    ROW_ENUM(kd_node, as.link_with.after, "after", "constant", NAMES_OUTSIDE, "After the last key"),
};
static const kdi_attribute ROWS_CURVE_KEY[] = {
    ROW_NUMBER(kd_curve_key, in, "in", NULL, 0, 0, "Input; greater than that of the key before"),
    ROW_NUMBER(kd_curve_key, out, "out", NULL, 0, 0, "Output"),
    ROW_ENUM(kd_curve_key, shape, "shape", "smooth", NAMES_SHAPE, "The curve from this key to the next"),
    ROW_NUMBER(kd_curve_key, in_slope, "inSlope", "0", 0, 0, "Slope on arrival, output over input; bezier only"),
    ROW_NUMBER(kd_curve_key, out_slope, "outSlope", "0", 0, 0, "Slope on departure; bezier only"),
    ROW_NUMBER(kd_curve_key, in_weight, "inWeight", "0.33333333333333331", 0, 1,
               "Length of the arriving tangent as part of the interval; bezier only"),
    ROW_NUMBER(kd_curve_key, out_weight, "outWeight", "0.33333333333333331", 0, 1,
               "Length of the departing tangent; bezier only"),
};
static const kdi_element ITEM_CURVE_KEY = ROW_ELEMENT("Key", kd_curve_key, ROWS_CURVE_KEY, "A key of the curve");
static const kdi_child CHILDREN_LINK_WITH[] = {
    CHILD_LIST(ITEM_CURVE_KEY, kd_node, as.link_with.keys, as.link_with.key_count, 1)};

/* Radial basis functions */

static const kdi_attribute ROWS_RBF[] = {
    ROW_ENUM(kd_node, as.rbf.kernel, "kernel", "polyharmonic", NAMES_KERNEL, "The radial function"),
    ROW_INT(kd_node, as.rbf.power, "power", "2", 1, 9, "Power of the polyharmonic kernel; 2 is the thin plate spline"),
    ROW_BOOL(kd_node, as.rbf.auto_width, "autoWidth", "true", "The width comes from the distances of the keys"),
    ROW_NUMBER(kd_node, as.rbf.width, "width", "1", 1e-9, 1e9,
               "Factor of the distance in the kernels that have one, if autoWidth is false"),
    ROW_BOOL(kd_node, as.rbf.linear, "linear", "true", "Adds a linear term"),
    ROW_NUMBER(kd_node, as.rbf.decay, "decay", "0", 0, 1e9,
               "Weight decay: 0 passes through the keys, more is smoother"),
    ROW_ENUM(kd_node, as.rbf.normalize, "normalize", "none", NAMES_NORMALIZE, "Divides the outputs by their sum"),
    ROW_BOOL(kd_node, as.rbf.non_negative, "nonNegative", "false", "Raises negative outputs to 0"),
    ROW_BOOL(kd_node, as.rbf.clamp_inputs, "clampInputs", "false",
             "Keeps the inputs softly inside the range of the keys"),
    ROW_NUMBER(kd_node, as.rbf.clamp_margin, "clampMargin", "0.1", 0, 10, "How far beyond, as part of the range"),
};
static const kdi_attribute ROWS_RBF_INPUT[] = {
    ROW_PORT_NAME(kd_rbf_input, name, "name", "Name of the port"),
    ROW_ENUM(kd_rbf_input, type, "type", "float", NAMES_TYPE, "Type of the port"),
    ROW_ENUM(kd_rbf_input, metric, "metric", "full", NAMES_METRIC, "What is compared of a rotation (quat only)"),
    ROW_ENUM(kd_rbf_input, axis, "axis", "+x", NAMES_AXIS, "The axis of swing and twist"),
    ROW_NUMBER(kd_rbf_input, scale, "scale", "1", 1e-9, 1e9, "Distances of this input count times this"),
};
static const kdi_attribute ROWS_RBF_OUTPUT[] = {
    ROW_PORT_NAME(kd_rbf_output, name, "name", "Name of the port"),
    ROW_ENUM(kd_rbf_output, type, "type", "float", NAMES_TYPE, "Type of the port"),
    ROW_ENUM(kd_rbf_output, kind, "kind", "plain", NAMES_RBF_OUTPUT,
             "Interpolated as they are, or as logarithms of scales"),
    ROW_NUMBERS(kd_rbf_output, base, "base", "", "The value that is kept without any key; empty: zero, or no rotation"),
};
static const kdi_attribute ROWS_RBF_KEY[] = {
    ROW_TEXT(kd_rbf_key, name, "name", "", "For people and reports"),
    ROW_NUMBERS(kd_rbf_key, in, "in", NULL, "The components of all inputs, in their order"),
    ROW_NUMBERS(kd_rbf_key, out, "out", NULL, "The components of all outputs, in their order"),
    ROW_NUMBER(kd_rbf_key, radius, "radius", "1", 1e-9, 1e9, "Divides the distance from this key"),
    ROW_NUMBER(kd_rbf_key, influence, "influence", "1", 0, 1, "Mixes the key's outputs with the base"),
    ROW_BOOL(kd_rbf_key, mute, "mute", "false", "Leaves the key out"),
    ROW_NUMBERS(kd_rbf_key, weights, "weights", "",
                "Solved weights, one for each component of the outputs; empty: to be solved"),
};
static const kdi_attribute ROWS_RBF_LINEAR[] = {
    ROW_NUMBERS(kd_rbf_linear, weights, "weights", NULL, "Solved weights, one for each component of the outputs"),
};
static const kdi_element ITEM_RBF_INPUT =
    ROW_ELEMENT("Input", kd_rbf_input, ROWS_RBF_INPUT, "An input and how distances in it are measured");
static const kdi_element ITEM_RBF_OUTPUT = ROW_ELEMENT("Output", kd_rbf_output, ROWS_RBF_OUTPUT, "An output");
static const kdi_element ITEM_RBF_KEY =
    ROW_ELEMENT("Key", kd_rbf_key, ROWS_RBF_KEY, "Inputs and the outputs wanted there");
static const kdi_element ITEM_RBF_LINEAR =
    ROW_ELEMENT("Linear", kd_rbf_linear, ROWS_RBF_LINEAR,
                "A row of the solved linear term: first the constant, then the input components");
static const kdi_child CHILDREN_RBF[] = {
    CHILD_LIST(ITEM_RBF_INPUT, kd_node, as.rbf.inputs, as.rbf.input_count, 1),
    CHILD_LIST(ITEM_RBF_OUTPUT, kd_node, as.rbf.outputs, as.rbf.output_count, 1),
    CHILD_LIST(ITEM_RBF_KEY, kd_node, as.rbf.keys, as.rbf.key_count, 1),
    CHILD_LIST(ITEM_RBF_LINEAR, kd_node, as.rbf.linears, as.rbf.linear_count, 0),
};
static const kdi_port PORTS_RBF[] = {
    PORT_NAMED(true, as.rbf.inputs, as.rbf.input_count, kd_rbf_input, "One for each Input, of its type"),
    PORT_NAMED(false, as.rbf.outputs, as.rbf.output_count, kd_rbf_output, "One for each Output, of its type"),
};

/* Expression, combination, follow, twist chain */

static const kdi_attribute ROWS_EXPR[] = {
    ROW_ENUM(kd_node, as.expr.type, "type", "float", NAMES_TYPE, "Type of the result")};
static const kdi_attribute ROWS_EXPR_INPUT[] = {
    ROW_PORT_NAME(kd_named_input, name, "name", "Name of the port and in the expression"),
    ROW_ENUM(kd_named_input, type, "type", "float", NAMES_TYPE, "Type of the port"),
};
static const kdi_element ITEM_EXPR_INPUT =
    ROW_ELEMENT("Input", kd_named_input, ROWS_EXPR_INPUT, "An input; x0 is the first, x1 the second");
static const kdi_element ITEM_EXPR_SOURCE = {
    .name = "Source", .size = sizeof(kd_text), .text = "The expression as the author wrote it"};
static const kdi_element ITEM_EXPR_CODE = {
    .name = "Code", .size = sizeof(kd_text), .text = "The text form of its byte code"};
static const kdi_child CHILDREN_EXPR[] = {
    CHILD_LIST(ITEM_EXPR_INPUT, kd_node, as.expr.inputs, as.expr.input_count, 0),
    {.kind = KDI_CHILD_TEXT, .element = &ITEM_EXPR_SOURCE, .offset = offsetof(kd_node, as.expr.source)},
    {.kind = KDI_CHILD_TEXT, .element = &ITEM_EXPR_CODE, .offset = offsetof(kd_node, as.expr.code)},
};
#define PORTS_BY_TYPE(PORT, name, text)                                                               \
    PORT(name, FLOAT, NONE, KDI_VARIANT_FLOAT, text), PORT(name, VEC3, NONE, KDI_VARIANT_VEC3, text), \
        PORT(name, QUAT, NONE, KDI_VARIANT_QUAT, text)
static const kdi_port PORTS_EXPR[] = {
    PORT_NAMED(true, as.expr.inputs, as.expr.input_count, kd_named_input, "One for each Input, of its type"),
    PORTS_BY_TYPE(PORT_OUT, "out", "The result"),
};

static const kdi_attribute ROWS_COMBINE[] = {
    ROW_ENUM(kd_node, as.combine.operation, "operation", "product", NAMES_COMBINE, "How the inputs become one"),
};
static const kdi_attribute ROWS_COMBINE_INPUT[] = {
    ROW_PORT_NAME(kd_named_input, name, "name", "Name of the port"),
    ROW_NUMBER(kd_named_input, weight, "weight", "1", 0, 0, "Factor of this input"),
};
static const kdi_element ITEM_COMBINE_INPUT = ROW_ELEMENT("Input", kd_named_input, ROWS_COMBINE_INPUT, "An input");
static const kdi_child CHILDREN_COMBINE[] = {
    CHILD_LIST(ITEM_COMBINE_INPUT, kd_node, as.combine.inputs, as.combine.input_count, 1)};
static const kdi_port PORTS_COMBINE[] = {
    PORT_NAMED_FLOAT(true, as.combine.inputs, as.combine.input_count, kd_named_input, "One for each Input"),
    PORT_OUT("out", FLOAT, NONE, 0, "The combination"),
};

static const kdi_attribute ROWS_FOLLOW[] = {
    ROW_ENUM(kd_node, as.follow.type, "type", "float", NAMES_TYPE, "Type of the value"),
    ROW_NUMBER(kd_node, as.follow.half_life_s, "halfLife", "0.1", 0, 1000, "Seconds in which half of the way is made"),
    ROW_NUMBER(kd_node, as.follow.damping, "damping", "1", 0.01, 100, "1 is critical; less swings over, more creeps"),
};
static const kdi_port PORTS_FOLLOW[] = {
    PORTS_BY_TYPE(PORT_IN, "in", "The value to follow"),
    PORT_IN("reset", FLOAT, NONE, 0, "Above 0.5: jump to the value"),
    PORTS_BY_TYPE(PORT_OUT, "out", "The following value"),
};

static const kdi_attribute ROWS_TWIST[] = {
    ROW_JOINT(kd_node, as.twist.source, "source", "",
              "The joint whose roll is read and added to the port's; may be empty"),
    ROWS_BEND(as.twist.channel),
    ROWS_FLIP(as.twist.channel),
    ROW_ENUM(kd_node, as.twist.base, "base", "rest", NAMES_BASE,
             "What the roll is added to: the rest pose, or what the joint has now"),
};
static const kdi_child CHILDREN_TWIST[] = {
    CHILD_LIST(ITEM_TARGET, kd_node, as.twist.targets.items, as.twist.targets.count, 1)};
static const kdi_port PORTS_TWIST[] = {
    PORT_WEIGHTS(as.twist.targets),
    PORT_IN("roll", FLOAT, ANGLE, 0, "The roll to share out"),
    PORT_OUT("total", FLOAT, ANGLE, 0, "The roll that is shared out"),
};

/* Constraints */

#define ROWS_CONSTRAINT_BEGIN \
    ROW_JOINT(kd_node, as.constraint.joint, "joint", NULL, "The joint that is constrained"), ROWS_SPACE(as.constraint)
#define ROWS_CONSTRAINT_KEEP \
    ROW_BOOL(kd_node, as.constraint.keep_offset, "keepOffset", "false", "The relation of the rest pose is kept")
#define ROWS_ATTACH                                                                             \
    ROW_TEXT(kd_node, as.constraint.attach_mesh, "attachMesh", "",                              \
             "The mesh whose skin gave the weights; empty: none"),                              \
        ROW_VEC3(kd_node, as.constraint.attach_point, "attachPoint", KD_UNIT_DISTANCE, "0 0 0", \
                 KDI_MIRROR_VECTOR_MODEL, "The place on that mesh, model space at rest")
#define ROWS_TRANSLATE_AXES                                                                  \
    ROW_AXES(kd_node, as.constraint.translate_axes, "translateAxes", "xyz", KDI_MIRROR_KEEP, \
             "Axes of the reference space along which the joint is moved; the others are frozen")
#define ROWS_ROTATE_AXES                                                               \
    ROW_AXES(kd_node, as.constraint.rotate_axes, "rotateAxes", "xyz", KDI_MIRROR_KEEP, \
             "Axes of the reference space about which the joint is turned; the others are frozen")

static const kdi_attribute ROWS_POSITION[] = {ROWS_CONSTRAINT_BEGIN, ROWS_TRANSLATE_AXES, ROWS_CONSTRAINT_KEEP,
                                              ROWS_ATTACH};
static const kdi_attribute ROWS_ORIENTATION[] = {ROWS_CONSTRAINT_BEGIN, ROWS_ROTATE_AXES, ROWS_CONSTRAINT_KEEP,
                                                 ROWS_ATTACH};
static const kdi_attribute ROWS_DIRECTION[] = {
    ROWS_CONSTRAINT_BEGIN,
    ROWS_ROTATE_AXES,
    ROWS_CONSTRAINT_KEEP,
    ROW_AXIS(kd_node, as.constraint.aim_axis, "aimAxis", "+x", NAMES_AXIS,
             "The joint's axis that is to point at the sources"),
    ROW_ENUM(kd_node, as.constraint.up, "up", "none", NAMES_UP,
             "none: shortest rotation; otherwise upAxis turns towards a joint or a vector"),
    ROW_AXIS(kd_node, as.constraint.up_axis, "upAxis", "+y", NAMES_AXIS, "The joint's axis that is to point up"),
    ROW_JOINT(kd_node, as.constraint.up_joint, "upJoint", "", "The joint that is up, if up is joint"),
    ROW_VEC3(kd_node, as.constraint.up_vector, "upVector", KD_UNIT_NONE, "0 1 0", KDI_MIRROR_VECTOR_SPACE,
             "The direction that is up in the reference space, if up is vector"),
    ROW_ANGLE(kd_node, as.constraint.max_angle, "maxAngle", "180", 0, 360,
              "The joint turns no further than this from rest"),
};
static const kdi_attribute ROWS_PARENT[] = {ROWS_CONSTRAINT_BEGIN, ROWS_TRANSLATE_AXES, ROWS_ROTATE_AXES,
                                            ROWS_CONSTRAINT_KEEP, ROWS_ATTACH};

#define CHILDREN_CONSTRAINT(item)                                                              \
    {                                                                                          \
        CHILD_LIST(item, kd_node, as.constraint.sources.items, as.constraint.sources.count, 1) \
    }
static const kdi_child CHILDREN_POSITION[] = CHILDREN_CONSTRAINT(ITEM_POINT_SOURCE);
static const kdi_child CHILDREN_ORIENTATION[] = CHILDREN_CONSTRAINT(ITEM_ROTATION_SOURCE);
static const kdi_child CHILDREN_FRAME[] = CHILDREN_CONSTRAINT(ITEM_FRAME_SOURCE);
static const kdi_port PORTS_CONSTRAINT[] = {PORT_WEIGHTS(as.constraint.sources)};

const kdi_node_format kdi_node_formats[KD_NODE_TYPE_COUNT] = {
    NODE_LEAF("ExternalInput", ROWS_EXTERNAL_INPUT, PORTS_EXTERNAL_INPUT, "A number that the host sets"),
    NODE_LEAF("ExternalOutput", ROWS_EXTERNAL_OUTPUT, PORTS_EXTERNAL_OUTPUT, "A number that the host reads"),
    NODE("SourceOp", ROWS_SOURCE_OP, CHILDREN_SOURCE_OP, PORTS_SOURCE_OP,
         "Reads joints: blended, in a reference space, from rest, as numbers"),
    NODE_LEAF("TargetOp", ROWS_TARGET_OP, PORTS_TARGET_OP, "Writes a joint: the inverse of SourceOp"),
    NODE_LEAF("EZParamLinkLinear", ROWS_LINK_LINEAR, PORTS_LINK, "Range to range, straight"),
    NODE_LEAF("EZParamLink", ROWS_LINK_EASE, PORTS_LINK, "Range to range, with ease at both ends"),
    NODE("LinkWith", ROWS_LINK_WITH, CHILDREN_LINK_WITH, PORTS_LINK, "Driven key: a curve through keys"),
    NODE("RBFInterp", ROWS_RBF, CHILDREN_RBF, PORTS_RBF, "Driven key in several dimensions: radial basis functions"),
    NODE("Expr", ROWS_EXPR, CHILDREN_EXPR, PORTS_EXPR, "An expression"),
    NODE("TwistChain", ROWS_TWIST, CHILDREN_TWIST, PORTS_TWIST, "Shares a roll over a chain of joints"),
    NODE("Combine", ROWS_COMBINE, CHILDREN_COMBINE, PORTS_COMBINE,
         "Product, minimum, maximum, sum or average of values"),
    NODE_LEAF("Remap", ROWS_REMAP, PORTS_LINK, "Range to range, clamped with rounded ends"),
    NODE_LEAF("DampedFollow", ROWS_FOLLOW, PORTS_FOLLOW, "Follows a value in time"),
    NODE("PositionConstraint", ROWS_POSITION, CHILDREN_POSITION, PORTS_CONSTRAINT,
         "Moves a joint to a blend of points"),
    NODE("OrientationConstraint", ROWS_ORIENTATION, CHILDREN_ORIENTATION, PORTS_CONSTRAINT,
         "Turns a joint to a blend of orientations"),
    NODE("DirectionConstraint", ROWS_DIRECTION, CHILDREN_POSITION, PORTS_CONSTRAINT,
         "Turns a joint so that an axis points at a blend of points"),
    NODE("ParentConstraint", ROWS_PARENT, CHILDREN_FRAME, PORTS_CONSTRAINT,
         "Moves and turns a joint as if it hung from others"),
};
