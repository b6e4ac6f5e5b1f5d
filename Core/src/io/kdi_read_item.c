/* Elements, attributes, texts and comments become items of the rig, by the rows of the format table. An element that is
 * not known is skipped with all that is in it; one whose attribute is wrong is kept with the default, so that the rest
 * of the file can be checked. */
#include "io/kdi_read.h"

#include "model/kdi_value.h"
#include "model/rig_names.h"
#include "text/suggest.h"

#include <string.h>

static bool read_is(const kdi_read_attribute *attribute, const char *name)
{
    return !attribute->prefix && strcmp(attribute->name, name) == 0;
}

/* Things of other formats are allowed, not without end: each costs memory in the parser's table of names. */
static void read_count_skipped(kdi_reader *reader, int count)
{
    reader->skipped_count += count;
    if (reader->skipped_count > reader->desc.limits.rig_list_items) {
        kdi_read_error(reader, KD_LIMIT, NULL, "more than %d elements, attributes and instructions of other formats",
                       reader->desc.limits.rig_list_items);
        reader->stopped = true;
    }
}

static void read_skip_element(kdi_reader *reader, int attribute_count)
{
    reader->skipped_depth++;
    read_count_skipped(reader, 1 + attribute_count);
}

static void read_unknown_attribute(kdi_reader *reader, const kdi_element *element, const char *name)
{
    kdi_suggest suggest = kdi_suggest_make(name, strlen(name));
    char hint[KDI_SUGGEST_TEXT_SIZE], shown[KDI_NAME_SHOW_SIZE];
    const kdi_attribute *row;
    for (int i = 0; (row = kdi_element_attribute(element, i)) != NULL; i++)
        kdi_suggest_offer(&suggest, row->name);
    kdi_read_error(reader, KD_ATTRIBUTE_UNKNOWN, name, "<%s> has no attribute '%s'%s", element->name,
                   kdi_name_show(name, shown, sizeof shown), kdi_suggest_text(&suggest, hint));
    read_count_skipped(reader, 1);
}

static void read_wrong_value(kdi_reader *reader, kd_result code, const kdi_attribute *row,
                             const kdi_read_attribute *attribute)
{
    char expected[160], hint[KDI_SUGGEST_TEXT_SIZE];
    int shown = attribute->length > 40 ? 40 : (int)attribute->length;
    while (shown > 0 && (size_t)shown < attribute->length && ((unsigned char)attribute->value[shown] & 0xC0u) == 0x80u)
        shown--;
    kdi_value_describe(row, expected, sizeof expected);
    kdi_suggest suggest = kdi_suggest_make(attribute->value, attribute->length);
    if (row->kind == KDI_KIND_ENUM)
        kdi_suggest_offer_list(&suggest, row->names);
    kdi_read_error(reader, code, row->name, "%s must be %s, not '%.*s%s'%s", row->name, expected, shown,
                   attribute->value, (size_t)shown < attribute->length ? "…" : "", kdi_suggest_text(&suggest, hint));
}

static void read_attribute(kdi_reader *reader, const kdi_element *element, void *object,
                           const kdi_read_attribute *attribute, uint32_t *seen)
{
    const kdi_attribute *row;
    int i = 0;
    if (attribute->prefix) {
        char shown[KDI_NAME_SHOW_SIZE];
        kdi_read_loss(reader, NULL, "the attribute '%s' of another format is not kept",
                      kdi_name_show(attribute->name, shown, sizeof shown));
        read_count_skipped(reader, 1);
        return;
    }
    while ((row = kdi_element_attribute(element, i)) != NULL && strcmp(row->name, attribute->name) != 0)
        i++;
    if (!row) {
        read_unknown_attribute(reader, element, attribute->name);
        return;
    }
    *seen |= 1u << i;
    kd_result result = kdi_value_parse(reader->rig, row, attribute->value, attribute->length, object, NULL);
    if (result == KD_OUT_OF_MEMORY)
        kdi_read_memory_error(reader);
    else if (result != KD_OK)
        read_wrong_value(reader, result, row, attribute);
    else if (!row->initial && attribute->length == 0)
        read_wrong_value(reader, KD_VALUE, row, attribute);
}

static void read_attributes(kdi_reader *reader, const kdi_element *element, void *object,
                            const kdi_read_attribute *attributes, int count)
{
    uint32_t seen = 0;
    const kdi_attribute *row;
    for (int i = 0; i < count && !reader->stopped; i++)
        read_attribute(reader, element, object, &attributes[i], &seen);
    for (int i = 0; (row = kdi_element_attribute(element, i)) != NULL && !reader->stopped; i++)
        if (!row->initial && !(seen & (1u << i)))
            kdi_read_error(reader, KD_ATTRIBUTE_MISSING, NULL, "<%s> needs the attribute '%s'", element->name,
                           row->name);
}

static void read_open_frame(kdi_reader *reader, const kdi_element *element, void *object, kd_item *item, kd_text *text)
{
    kdi_read_frame *frame = &reader->frames[reader->depth++];
    memset(frame, 0, sizeof *frame);
    frame->element = element;
    frame->object = object;
    frame->item = item;
    frame->text = text;
    item->line = reader->tag.line;
    item->column = reader->tag.column;
    item->before = reader->pending;
    reader->pending = NULL;
    reader->last_pending = &reader->pending;
    reader->text.size = 0;
    reader->text_begin = reader->locator;
}

static void read_unknown_element(kdi_reader *reader, const kdi_element *parent, const char *name)
{
    kdi_suggest suggest = kdi_suggest_make(name, strlen(name));
    char hint[KDI_SUGGEST_TEXT_SIZE], shown[KDI_NAME_SHOW_SIZE];
    for (int i = 0; i < parent->child_count; i++) {
        if (parent->children[i].kind != KDI_CHILD_NODES)
            kdi_suggest_offer(&suggest, parent->children[i].element->name);
        for (int k = 0; parent->children[i].kind == KDI_CHILD_NODES && k < KD_NODE_TYPE_COUNT; k++)
            kdi_suggest_offer(&suggest, kdi_node_formats[k].element.name);
    }
    kdi_read_error(reader, KD_ELEMENT_UNKNOWN, NULL, "<%s> is not known in <%s>%s",
                   kdi_name_show(name, shown, sizeof shown), parent->name, kdi_suggest_text(&suggest, hint));
    reader->lost = true;
}

static const kdi_child *read_find_child(const kdi_element *parent, const char *name)
{
    for (int i = 0; i < parent->child_count; i++) {
        const kdi_child *child = &parent->children[i];
        if (child->kind == KDI_CHILD_NODES ? kdi_format_find_node(name) != NULL
                                           : strcmp(child->element->name, name) == 0)
            return child;
    }
    return NULL;
}

/* Children come in the order of the table, and those that are no list once. */
static bool read_check_order(kdi_reader *reader, kdi_read_frame *parent, const kdi_child *child)
{
    int index = (int)(child - parent->element->children) + 1;
    bool many = child->kind == KDI_CHILD_LIST || child->kind == KDI_CHILD_NODES;
    if (index > parent->child || (index == parent->child && many)) {
        parent->child = index;
        return true;
    }
    if (index == parent->child)
        kdi_read_error(reader, KD_NAME_DUPLICATE, NULL, "<%s> may have only one <%s>", parent->element->name,
                       child->element->name);
    else
        kdi_read_error(reader, KD_ELEMENT_UNKNOWN, NULL, "<%s> must come before <%s>", child->element->name,
                       parent->element->children[parent->child - 1].element->name);
    reader->lost = true;
    return false;
}

static int read_list_limit(const kdi_reader *reader, const kdi_read_frame *parent, const kdi_child *child)
{
    const kd_limits *limits = &reader->desc.limits;
    if (parent->object != reader->rig)
        return limits->rig_list_items;
    if (child->kind == KDI_CHILD_NODES)
        return limits->rig_nodes;
    if (child->offset == offsetof(kd_rig, connections))
        return limits->rig_connections;
    return child->offset == offsetof(kd_rig, joints) ? limits->joints : limits->rig_list_items;
}

/* A new item of a list, or NULL with a finding. */
static void *read_add_item(kdi_reader *reader, const kdi_read_frame *parent, const kdi_child *child, const char *name)
{
    int32_t count;
    memcpy(&count, (const char *)parent->object + child->count_offset, sizeof count);
    int limit = read_list_limit(reader, parent, child);
    if (count >= limit) {
        kdi_read_error(reader, KD_LIMIT, NULL, "<%s> has more than %d items", parent->element->name, limit);
        reader->stopped = true;
        return NULL;
    }
    void *item;
    if (child->kind == KDI_CHILD_NODES)
        item = kd_rig_add_node(reader->rig, (kd_node_type)(kdi_format_find_node(name) - kdi_node_formats), "");
    else
        item = kdi_child_add(reader->rig, child, parent->object);
    if (!item)
        kdi_read_memory_error(reader);
    return item;
}

static void read_begin_child(kdi_reader *reader, const kdi_child *child, const char *name,
                             const kdi_read_attribute *attributes, int count)
{
    const kdi_read_frame *parent = &reader->frames[reader->depth - 1];
    const kdi_element *element = child->element;
    char *place = (char *)parent->object + child->offset; /* where the kd_item is, and the values after it */
    void *object = place;
    kd_text *text = NULL;
    switch (child->kind) {
    case KDI_CHILD_NODES:
        element = &kdi_format_find_node(name)->element;
        object = place = (char *)read_add_item(reader, parent, child, name);
        break;
    case KDI_CHILD_LIST:
        object = place = (char *)read_add_item(reader, parent, child, name);
        break;
    case KDI_CHILD_SECTION:
        object = parent->object;
        break;
    case KDI_CHILD_TEXT:
        text = (kd_text *)object;
        break;
    case KDI_CHILD_SINGLE:
        break;
    }
    if (!place)
        return;
    read_open_frame(reader, element, object, (kd_item *)(void *)place, text);
    read_attributes(reader, element, object, attributes, count);
}

/* The version decides whether the rest can be understood: nothing else is reported for a file of another one. */
static void read_begin_root(kdi_reader *reader, const char *name, bool foreign, const kdi_read_attribute *attributes,
                            int count)
{
    kd_rig *rig = reader->rig;
    char shown[KDI_NAME_SHOW_SIZE];
    if (foreign || strcmp(name, kdi_element_root.name) != 0) {
        kdi_read_error(reader, KD_FORMAT_UNKNOWN, NULL, "the file begins with <%s>%s; a KDI file begins with <%s>",
                       kdi_name_show(name, shown, sizeof shown), foreign ? " of a namespace" : "",
                       kdi_element_root.name);
        reader->stopped = true;
        return;
    }
    for (int i = 0; i < count; i++) {
        kd_rig probe = *rig;
        const kdi_attribute *row = &kdi_element_root.attributes[0];
        if (!read_is(&attributes[i], row->name) ||
            kdi_value_parse(rig, row, attributes[i].value, attributes[i].length, &probe, NULL) != KD_OK)
            continue;
        if (probe.version >= 1 && probe.version <= KDI_FORMAT_VERSION)
            continue;
        kdi_read_error(reader, KD_VERSION, row->name,
                       "the file is of version %d; this program knows versions 1 to %d%s", (int)probe.version,
                       KDI_FORMAT_VERSION, probe.version > 0 ? ": use a newer program" : "");
        reader->stopped = true;
        return;
    }
    read_open_frame(reader, &kdi_element_root, rig, &rig->item, NULL);
    read_attributes(reader, &kdi_element_root, rig, attributes, count);
}

void kdi_read_begin(kdi_reader *reader, const char *name, bool foreign, const kdi_read_attribute *attributes, int count)
{
    if (reader->depth == 0 && reader->skipped_depth == 0) {
        read_begin_root(reader, name, foreign, attributes, count);
        return;
    }
    if (reader->skipped_depth > 0) {
        read_skip_element(reader, count);
        return;
    }
    kdi_read_frame *parent = &reader->frames[reader->depth - 1];
    const kdi_child *child = foreign ? NULL : read_find_child(parent->element, name);
    bool read = child && reader->depth < KDI_READ_DEPTH && read_check_order(reader, parent, child);
    if (!read) {
        char shown[KDI_NAME_SHOW_SIZE];
        if (foreign)
            kdi_read_loss(reader, NULL, "<%s> of another format is not kept", kdi_name_show(name, shown, sizeof shown));
        else if (!child)
            read_unknown_element(reader, parent->element, name);
        read_skip_element(reader, count);
        return;
    }
    read_begin_child(reader, child, name, attributes, count);
}

static void read_finish_text(kdi_reader *reader, const kdi_read_frame *frame)
{
    const char *text = (const char *)reader->text.data;
    frame->text->text = kdi_arena_text(reader->rig->arena, text ? text : "", reader->text.size);
    if (!frame->text->text)
        kdi_read_memory_error(reader);
    else
        kdi_read_text_places(reader, frame->text);
}

void kdi_read_end(kdi_reader *reader)
{
    if (reader->skipped_depth > 0) {
        reader->skipped_depth--;
        return;
    }
    const kdi_read_frame *frame = &reader->frames[reader->depth - 1];
    frame->item->inside = reader->pending;
    reader->pending = NULL;
    reader->last_pending = &reader->pending;
    if (frame->text)
        read_finish_text(reader, frame);
    reader->depth--;
}

/* The first text that is no blank, from the latest tag on. */
static void read_refuse_text(kdi_reader *reader, kdi_read_frame *frame)
{
    kdi_xml_scan scan = reader->locator;
    kdi_xml_token token;
    while (kdi_xml_next(&scan, &token) != KDI_XML_FINISH)
        if (token.kind == KDI_XML_CDATA || (token.kind == KDI_XML_TEXT && !kdi_xml_is_blank(token.begin, token.size)))
            break;
    kdi_read_error_at(reader, KD_SYNTAX, token.line, token.column, "<%s> holds no text; expected a tag or a comment",
                      frame->element->name);
    frame->text_refused = true;
}

void kdi_read_characters(kdi_reader *reader, const char *text, size_t length)
{
    if (reader->skipped_depth > 0 || reader->depth == 0)
        return;
    kdi_read_frame *frame = &reader->frames[reader->depth - 1];
    if (frame->text) {
        if (kd_buffer_append(&reader->text, text, length) != KD_OK)
            kdi_read_memory_error(reader);
        else if (reader->text.size > (size_t)reader->desc.limits.xml_text_bytes) {
            kdi_read_error(reader, KD_LIMIT, NULL, "the text of <%s> has more than %d bytes", frame->element->name,
                           reader->desc.limits.xml_text_bytes);
            reader->stopped = true;
        }
    } else if (!frame->text_refused && !kdi_xml_is_blank(text, length)) {
        read_refuse_text(reader, frame);
    }
}

void kdi_read_comment(kdi_reader *reader, const char *text)
{
    reader->comments++;
    if (reader->skipped_depth > 0)
        return;
    kd_comment *comment = KDI_ARENA_PUSH(reader->rig->arena, kd_comment, 1);
    if (comment)
        comment->text = kd_rig_text(reader->rig, text);
    if (!comment || !comment->text) {
        kdi_read_memory_error(reader);
        return;
    }
    *reader->last_pending = comment;
    reader->last_pending = &comment->next;
}

void kdi_read_instruction(kdi_reader *reader, const char *name)
{
    char shown[KDI_NAME_SHOW_SIZE];
    if (reader->skipped_depth == 0)
        kdi_read_loss(reader, NULL, "the processing instruction '%s' is not kept",
                      kdi_name_show(name, shown, sizeof shown));
    read_count_skipped(reader, 1);
}
