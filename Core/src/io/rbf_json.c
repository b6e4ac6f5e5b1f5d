/* RBF models as JSON. The members are the attributes of RBFInterp in the KDI format and its children as lists, so that
 * there is one set of names, defaults and ranges: reader and writer are loops over the format's table. */
#include "io/json_emit.h"
#include "io/json_parse.h"
#include "io/rbf_validate.h"
#include "kinedriver/rbf.h"
#include "model/rig.h"
#include "text/findings.h"
#include "text/suggest.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char RBF_JSON_FORMAT[] = "kinedriver-rbf";

enum { RBF_JSON_VERSION = 1, RBF_JSON_PATH_SIZE = 64, RBF_JSON_NAME_SIZE = 32 };

typedef struct rbf_json {
    kd_rig *rig;
    kd_findings *findings;
    const kd_read_desc *desc;
    char path[RBF_JSON_PATH_SIZE]; /* of the object being read: "keys[3]" */
    kd_result result;
} rbf_json;

static void rbf_json_error(rbf_json *json, kd_result code, const char *member, const char *text)
{
    const kdi_place place = {0, 0, json->path[0] ? json->path : NULL};
    json->result = KDI_ERROR(json->findings, code, &place, "'%s' %s", member, text);
}

/* "Input" is the list "inputs". */
static const char *rbf_json_list_name(const kdi_child *child, char name[RBF_JSON_NAME_SIZE])
{
    snprintf(name, RBF_JSON_NAME_SIZE, "%ss", child->element->name);
    name[0] = (char)(name[0] - 'A' + 'a');
    return name;
}

static void rbf_json_numbers(rbf_json *json, const char *name, const json_t *value, kd_number_list *list)
{
    size_t count = json_array_size(value);
    if (!json_is_array(value) || count > KD_RBF_COMPONENT_MAX) {
        rbf_json_error(json, json_is_array(value) ? KD_LIMIT : KD_VALUE, name,
                       "must be a list of at most 1024 numbers");
        return;
    }
    list->items = KDI_ARENA_PUSH(json->rig->arena, double, count);
    if (!list->items) {
        rbf_json_error(json, KD_OUT_OF_MEMORY, name, "finds no memory");
        return;
    }
    for (size_t i = 0; i < count && json->result == KD_OK; i++) {
        if (!json_is_number(json_array_get(value, i)))
            rbf_json_error(json, KD_VALUE, name, "must hold numbers only");
        else
            list->items[i] = json_number_value(json_array_get(value, i));
    }
    list->count = (int32_t)count;
}

/* One member into the field of its attribute. */
static void rbf_json_value(rbf_json *json, const kdi_attribute *attribute, const json_t *value, void *item)
{
    char *field = (char *)item + attribute->offset;
    const char *name = attribute->name, *text = json_string_value(value);
    double number = json_number_value(value);
    switch (attribute->kind) {
    case KDI_KIND_NUMBERS:
        rbf_json_numbers(json, name, value, (kd_number_list *)(void *)field);
        break;
    case KDI_KIND_BOOL:
        if (!json_is_boolean(value))
            rbf_json_error(json, KD_VALUE, name, "must be true or false");
        else
            *(bool *)field = json_is_true(value);
        break;
    case KDI_KIND_NUMBER:
        if (!json_is_number(value))
            rbf_json_error(json, KD_VALUE, name, "must be a number");
        else
            *(double *)(void *)field = number;
        break;
    case KDI_KIND_INT:
        if (!json_is_number(value) || !(fabs(number) < 1e6) || number != floor(number))
            rbf_json_error(json, KD_VALUE, name, "must be a whole number");
        else
            *(int32_t *)(void *)field = (int32_t)number;
        break;
    default:
        if (!text || strlen(text) > json->desc->limits.name_bytes) {
            rbf_json_error(json, text ? KD_LIMIT : KD_VALUE, name, text ? "is too long" : "must be a text");
        } else {
            kd_result parsed = kdi_value_parse(json->rig, attribute, text, strlen(text), item, NULL);
            if (parsed != KD_OK)
                rbf_json_error(json, parsed, name, "has a value that is not known here");
        }
        break;
    }
}

static const kdi_attribute *rbf_json_attribute(const kdi_element *element, const char *name)
{
    const kdi_attribute *attribute;
    for (int i = 0; (attribute = kdi_element_attribute(element, i)) != NULL; i++)
        if (strcmp(attribute->name, name) == 0)
            return attribute;
    return NULL;
}

/* A member that is no attribute; lists and the head of the file are known to the caller. */
static void rbf_json_unknown(rbf_json *json, const kdi_element *element, const char *name)
{
    char text[KDI_SUGGEST_TEXT_SIZE];
    const kdi_attribute *attribute;
    const kdi_place place = {0, 0, json->path[0] ? json->path : NULL};
    kdi_suggest suggest = kdi_suggest_make(name, strlen(name));
    for (int i = 0; (attribute = kdi_element_attribute(element, i)) != NULL; i++)
        kdi_suggest_offer(&suggest, attribute->name);
    json->result = KDI_ERROR(json->findings, KD_ATTRIBUTE_UNKNOWN, &place, "there is no member '%.40s'%s", name,
                             kdi_suggest_text(&suggest, text));
}

static void rbf_json_item(rbf_json *json, const kdi_element *element, json_t *object, void *item)
{
    const char *name;
    json_t *value;
    if (!json_is_object(object)) {
        rbf_json_error(json, KD_VALUE, element->name, "must be an object");
        return;
    }
    json_object_foreach(object, name, value)
    {
        const kdi_attribute *attribute = rbf_json_attribute(element, name);
        if (!attribute)
            rbf_json_unknown(json, element, name);
        else
            rbf_json_value(json, attribute, value, item);
        if (json->result != KD_OK)
            return;
    }
}

static void rbf_json_list(rbf_json *json, const kdi_child *child, const json_t *list, kd_node *node)
{
    char name[RBF_JSON_NAME_SIZE];
    size_t count = json_array_size(list);
    rbf_json_list_name(child, name);
    if (!json_is_array(list) || count > KD_RBF_KEY_MAX) {
        rbf_json_error(json, json_is_array(list) ? KD_LIMIT : KD_VALUE, name, "must be a list of at most 2048 objects");
        return;
    }
    for (size_t i = 0; i < count && json->result == KD_OK; i++) {
        void *item = kdi_child_add(json->rig, child, node);
        snprintf(json->path, sizeof json->path, "%s[%d]", name, (int)i);
        if (!item)
            rbf_json_error(json, KD_OUT_OF_MEMORY, name, "finds no memory");
        else
            rbf_json_item(json, child->element, json_array_get(list, i), item);
    }
    json->path[0] = 0;
}

/* The members of the file: head, attributes, lists. */
static void rbf_json_member(rbf_json *json, const kdi_element *element, const char *name, json_t *value, kd_node *node)
{
    char list[RBF_JSON_NAME_SIZE];
    if (strcmp(name, "format") == 0 || strcmp(name, "version") == 0)
        return;
    for (int i = 0; i < element->child_count; i++) {
        if (strcmp(rbf_json_list_name(&element->children[i], list), name) == 0) {
            rbf_json_list(json, &element->children[i], value, node);
            return;
        }
    }
    const kdi_attribute *attribute = rbf_json_attribute(element, name);
    if (attribute)
        rbf_json_value(json, attribute, value, node);
    else
        rbf_json_unknown(json, element, name);
}

static void rbf_json_root(rbf_json *json, json_t *root)
{
    const char *format = json_string_value(json_object_get(root, "format")), *name;
    json_t *value;
    if (!format || strcmp(format, RBF_JSON_FORMAT) != 0) {
        rbf_json_error(json, KD_FORMAT_UNKNOWN, "format", "must be \"kinedriver-rbf\": this is no RBF model");
        return;
    }
    if (json_number_value(json_object_get(root, "version")) != RBF_JSON_VERSION) {
        rbf_json_error(json, KD_VERSION, "version", "must be 1");
        return;
    }
    kd_node *node = kd_rig_add_node(json->rig, KD_NODE_RBF_INTERP, "rbf");
    if (!node) {
        rbf_json_error(json, KD_OUT_OF_MEMORY, "rbf", "finds no memory");
        return;
    }
    json_object_foreach(root, name, value)
    {
        rbf_json_member(json, &kdi_node_formats[KD_NODE_RBF_INTERP].element, name, value, node);
        if (json->result != KD_OK)
            return;
    }
    json->result = kdi_rbf_validate(json->rig, json->findings);
}

kd_result kd_rbf_read_json(const void *data, size_t size, const kd_read_desc *desc, kd_rig **out, kd_findings *findings)
{
    kdi_json_fault fault = {KD_OK, 0, 0, NULL};
    *out = NULL;
    if (size > desc->limits.file_bytes)
        return KDI_ERROR(findings, KD_LIMIT, NULL, "the file is larger than %zu bytes", desc->limits.file_bytes);
    json_t *root = kdi_json_parse((const char *)data, size, desc->limits.depth, &desc->allocator, &fault);
    if (!root) {
        const kdi_place place = {fault.line, fault.column, NULL};
        return KDI_ERROR(findings, fault.code, &place, "%s", fault.text);
    }
    rbf_json json = {kd_rig_make(&desc->allocator, &desc->limits), findings, desc, "", KD_OK};
    if (!json.rig)
        json.result = KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for an RBF model");
    else
        rbf_json_root(&json, root);
    json_decref(root);
    if (json.result == KD_OK)
        *out = json.rig;
    else if (json.rig)
        kd_rig_free(json.rig);
    return json.result;
}

static void rbf_json_emit(kdi_emit *emit, const kdi_attribute *attribute, const void *item)
{
    const char *field = (const char *)item + attribute->offset;
    switch (attribute->kind) {
    case KDI_KIND_NUMBERS: {
        const kd_number_list *list = (const kd_number_list *)(const void *)field;
        if (list->count > 0)
            kdi_emit_doubles(emit, attribute->name, list->items, list->count);
        break;
    }
    case KDI_KIND_BOOL:
        kdi_emit_bool(emit, attribute->name, *(const bool *)field);
        break;
    case KDI_KIND_NUMBER:
        kdi_emit_double(emit, attribute->name, *(const double *)(const void *)field);
        break;
    case KDI_KIND_INT:
        kdi_emit_int(emit, attribute->name, *(const int32_t *)(const void *)field);
        break;
    case KDI_KIND_ENUM:
        kdi_emit_text(emit, attribute->name, attribute->names[*(const int32_t *)(const void *)field]);
        break;
    default:
        kdi_emit_text(emit, attribute->name, *(const char *const *)(const void *)field);
        break;
    }
}

static void rbf_json_emit_list(kdi_emit *emit, const kdi_child *child, const kd_node *node)
{
    char name[RBF_JSON_NAME_SIZE];
    int32_t count;
    const char *items = (const char *)kdi_child_items(child, node, &count);
    const kdi_attribute *attribute;
    if (count == 0)
        return;
    kdi_emit_open(emit, rbf_json_list_name(child, name), '[');
    for (int32_t i = 0; i < count; i++) {
        kdi_emit_open(emit, NULL, '{');
        for (int a = 0; (attribute = kdi_element_attribute(child->element, a)) != NULL; a++)
            rbf_json_emit(emit, attribute, items + (size_t)i * child->element->size);
        kdi_emit_close(emit, '}');
    }
    kdi_emit_close(emit, ']');
}

kd_result kd_rbf_write_json(const kd_rig *rig, const kd_node *node, kd_buffer *json, kd_findings *findings)
{
    const kdi_element *element = &kdi_node_formats[KD_NODE_RBF_INTERP].element;
    (void)rig;
    if (node->type != KD_NODE_RBF_INTERP)
        return KDI_ERROR(findings, KD_VALUE, NULL, "only RBFInterp nodes can be written as RBF models");
    kdi_emit emit = kdi_emit_make(&json->allocator);
    const kdi_attribute *attribute;
    kdi_emit_open(&emit, NULL, '{');
    kdi_emit_text(&emit, "format", RBF_JSON_FORMAT);
    kdi_emit_int(&emit, "version", RBF_JSON_VERSION);
    for (int i = 0; (attribute = kdi_element_attribute(element, i)) != NULL; i++)
        if (i == 0 || i >= kdi_node_attribute_count) /* of the common ones only the name */
            rbf_json_emit(&emit, attribute, node);
    for (int i = 0; i < element->child_count; i++)
        rbf_json_emit_list(&emit, &element->children[i], node);
    kdi_emit_close(&emit, '}');
    bool failed = emit.failed || kd_buffer_append(json, emit.text.data, emit.text.size) != KD_OK ||
                  kd_buffer_append(json, "\n", 1) != KD_OK;
    kdi_emit_free(&emit);
    return failed ? KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory to write an RBF model") : KD_OK;
}
