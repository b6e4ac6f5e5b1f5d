/* The checks that follow from the format table alone: first what the other checks rely on (pointers, counts, enums),
 * then numbers, ranges and texts. */
#include "model/kdi_value.h"
#include "model/rig.h"
#include "model/rig_check.h"
#include "text/number.h"
#include "text/utf8.h"

#include <math.h>
#include <string.h>

static const double CHECK_UNIT_TOLERANCE = 1e-4; /* what rounding in any tool leaves */
static const double CHECK_RANGE_TOLERANCE = 1e-9;

static int32_t check_enum_count(const kdi_attribute *attribute)
{
    int32_t count = 0;
    while (attribute->names[count])
        count++;
    return count;
}

static void check_attribute_structure(kdi_rig_check *check, const kdi_attribute *attribute, const kdi_visit *visit)
{
    const char *field = (const char *)visit->item + attribute->offset;
    const char *const *text = (const char *const *)kdi_value_text(attribute, visit->item);
    if (text && !*text)
        KDI_RIG_ERROR_AT(check, attribute->name, KD_VALUE, "'%s' is a null pointer; text that is not given is empty",
                         attribute->name);
    if (attribute->kind == KDI_KIND_PORT) {
        const kd_port_ref *ref = (const kd_port_ref *)(const void *)field;
        if (!ref->node || !ref->port)
            KDI_RIG_ERROR_AT(check, attribute->name, KD_VALUE, "'%s' is a null pointer", attribute->name);
    } else if (attribute->kind == KDI_KIND_ENUM) {
        int32_t value = *(const int32_t *)(const void *)field;
        if (value < 0 || value >= check_enum_count(attribute))
            KDI_RIG_ERROR_AT(check, attribute->name, KD_RANGE, "'%s' has the number %d, which is none of its values",
                             attribute->name, (int)value);
    } else if (attribute->kind == KDI_KIND_AXES) {
        int32_t value = *(const int32_t *)(const void *)field;
        if (value < 0 || value > KD_AXES_XYZ)
            KDI_RIG_ERROR_AT(check, attribute->name, KD_RANGE, "'%s' has the number %d, which is no set of axes",
                             attribute->name, (int)value);
    } else if (attribute->kind == KDI_KIND_NUMBERS) {
        const kd_number_list *list = (const kd_number_list *)(const void *)field;
        if (list->count < 0 || (list->count > 0 && !list->items))
            KDI_RIG_ERROR_AT(check, attribute->name, KD_COUNT_MISMATCH,
                             "'%s' has a count that does not fit its numbers", attribute->name);
    }
}

static void check_item_structure(void *user, const kdi_visit *visit)
{
    kdi_rig_check *check = (kdi_rig_check *)user;
    const kdi_attribute *attribute;
    kdi_rig_check_enter(check, visit);
    for (int i = 0; (attribute = kdi_element_attribute(visit->element, i)) != NULL; i++)
        check_attribute_structure(check, attribute, visit);
}

/* Lists that cannot be walked. */
static bool check_lists(kdi_rig_check *check, const kdi_element *element, const void *owner)
{
    bool usable = true;
    for (int i = 0; i < element->child_count; i++) {
        const kdi_child *child = &element->children[i];
        int32_t count;
        if (child->kind == KDI_CHILD_SECTION)
            usable = check_lists(check, child->element, owner) && usable;
        if (child->kind != KDI_CHILD_LIST && child->kind != KDI_CHILD_NODES)
            continue;
        const void *items = kdi_child_items(child, owner, &count);
        if (count < 0 || (count > 0 && !items)) {
            KDI_RIG_ERROR(check, KD_COUNT_MISMATCH, "the count of %s does not fit the list",
                          child->element ? child->element->name : "nodes");
            usable = false;
        }
    }
    return usable;
}

void kdi_rig_check_structure(kdi_rig_check *check)
{
    const kd_rig *rig = check->rig;
    if (!check_lists(check, &kdi_element_root, rig))
        return;
    bool usable = true;
    for (int32_t i = 0; i < rig->node_count; i++) {
        const kd_node *node = rig->nodes[i];
        if (!node || (unsigned)node->type >= KD_NODE_TYPE_COUNT) {
            KDI_RIG_ERROR(check, KD_VALUE, "node %d has no known type", (int)i + 1);
            usable = false;
            continue;
        }
        kdi_rig_check_enter_node(check, node);
        usable = check_lists(check, &kdi_node_formats[node->type].element, node) && usable;
    }
    if (usable)
        kdi_rig_walk(rig, check_item_structure, check);
}

static void check_range(kdi_rig_check *check, const kdi_attribute *attribute, double value)
{
    if (attribute->min == 0.0 && attribute->max == 0.0)
        return;
    double factor = kdi_attribute_factor(attribute, check->rig);
    double low = attribute->min * factor, high = attribute->max * factor;
    double slack = factor == 1.0 ? 0.0 : CHECK_RANGE_TOLERANCE * (high - low); /* the bounds themselves are rounded */
    if (value >= low - slack && value <= high + slack)
        return;
    char number[KDI_NUMBER_SIZE], expected[128];
    kdi_number_format(value, number);
    kdi_value_describe(attribute, expected, sizeof expected);
    KDI_RIG_ERROR_AT(check, attribute->name, KD_RANGE, "'%s' is %s; it must be %s", attribute->name, number, expected);
}

static void check_numbers(kdi_rig_check *check, const kdi_attribute *attribute, const void *item)
{
    int32_t count;
    const double *numbers = kdi_value_numbers(attribute, item, &count);
    for (int32_t i = 0; i < count; i++) {
        if (!isfinite(numbers[i])) {
            KDI_RIG_ERROR_AT(check, attribute->name, KD_NUMBER, "'%s' holds a number that is not finite",
                             attribute->name);
            return;
        }
        check_range(check, attribute, numbers[i]);
    }
    if (attribute->kind != KDI_KIND_QUAT)
        return;
    double square = 0.0;
    for (int32_t i = 0; i < count; i++)
        square += numbers[i] * numbers[i];
    if (!(fabs(sqrt(square) - 1.0) <= CHECK_UNIT_TOLERANCE)) {
        char length[KDI_NUMBER_SIZE];
        kdi_number_format(isfinite(square) ? sqrt(square) : HUGE_VAL, length);
        KDI_RIG_ERROR_AT(check, attribute->name, KD_RANGE,
                         "'%s' has the length %s; a rotation x y z w has the length 1", attribute->name,
                         isfinite(square) ? length : "infinity");
    }
}

static bool check_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* A name that is given here; names of joints come from other programs and may be anything. */
static void check_given_name(kdi_rig_check *check, const kdi_attribute *attribute, const char *name)
{
    size_t length = strlen(name);
    if (length == 0) {
        KDI_RIG_ERROR_AT(check, attribute->name, KD_ATTRIBUTE_MISSING, "'%s' is missing or empty", attribute->name);
        return;
    }
    if (check_is_blank(name[0]) || check_is_blank(name[length - 1]))
        KDI_RIG_ERROR_AT(check, attribute->name, KD_NAME_INVALID, "'%s' begins or ends with a blank; remove it",
                         attribute->name);
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)name[i] < 0x20 || name[i] == 0x7F) {
            KDI_RIG_ERROR_AT(check, attribute->name, KD_NAME_INVALID, "'%s' contains a control character; remove it",
                             attribute->name);
            break;
        }
    if (attribute->kind == KDI_KIND_PORT_NAME && strchr(name, '.'))
        KDI_RIG_ERROR_AT(check, attribute->name, KD_NAME_INVALID,
                         "'%s' contains a dot, which divides node and port in connections; use '_'", attribute->name);
}

static void check_text(kdi_rig_check *check, const kdi_attribute *attribute, const char *text)
{
    if (kdi_utf8_valid_length(text, strlen(text)) != strlen(text)) {
        KDI_RIG_ERROR_AT(check, attribute->name, KD_ENCODING, "'%s' is not valid UTF-8", attribute->name);
        return;
    }
    if (attribute->kind == KDI_KIND_NAME || attribute->kind == KDI_KIND_PORT_NAME)
        check_given_name(check, attribute, text);
    else if (attribute->kind == KDI_KIND_JOINT && !attribute->initial && text[0] == '\0')
        KDI_RIG_ERROR_AT(check, attribute->name, KD_ATTRIBUTE_MISSING, "'%s' is missing: it must name a joint",
                         attribute->name);
}

static void check_item_values(void *user, const kdi_visit *visit)
{
    kdi_rig_check *check = (kdi_rig_check *)user;
    const kdi_attribute *attribute;
    kdi_rig_check_enter(check, visit);
    for (int i = 0; (attribute = kdi_element_attribute(visit->element, i)) != NULL; i++) {
        const char *field = (const char *)visit->item + attribute->offset;
        const char *const *text = (const char *const *)kdi_value_text(attribute, visit->item);
        if (text)
            check_text(check, attribute, *text);
        else if (attribute->kind == KDI_KIND_INT)
            check_range(check, attribute, (double)*(const int32_t *)(const void *)field);
        else
            check_numbers(check, attribute, visit->item);
    }
}

void kdi_rig_check_values(kdi_rig_check *check)
{
    kdi_rig_walk(check->rig, check_item_values, check);
}
