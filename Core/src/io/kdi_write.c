/* The KDI writer: the format table read from the other side. The same rig gives the same bytes; what has its default is
 * left out, except in the header, which says everything. */
#include "io/xml_out.h"
#include "kinedriver/kdi.h"
#include "model/kdi_value.h"
#include "model/rig.h"
#include "model/rig_order.h"

#include <string.h>

typedef struct kdi_writer {
    kdi_xml_out xml;
    const kd_rig *rig;
    kd_buffer value; /* of the attribute being written */
    kd_buffer order; /* int32_t for each node: indices in evaluation order */
} kdi_writer;

static void write_element(kdi_writer *writer, const kdi_element *element, const void *object, bool in_full);

static kdi_place write_place(const kd_item *item)
{
    kdi_place place = {item->line, item->column, NULL};
    return place;
}

static void write_comments(kdi_writer *writer, const kd_comment *comment, const kd_item *item)
{
    kdi_place place = write_place(item);
    for (; comment; comment = comment->next) {
        kdi_xml_line(&writer->xml);
        kdi_xml_put_comment(&writer->xml, comment->text, &place);
    }
}

static void write_attribute(kdi_writer *writer, const kdi_attribute *row, const void *object)
{
    kdi_place place = write_place((const kd_item *)object);
    writer->value.size = 0;
    kd_result result = kdi_value_append(row, object, &writer->value);
    if (result == KD_OK)
        result = kd_buffer_append(&writer->value, "", 1);
    if (result != KD_OK && writer->xml.result == KD_OK) {
        writer->xml.result = result;
        if (result != KD_OUT_OF_MEMORY)
            KDI_ERROR(writer->xml.findings, result, &place, "%s has a value that no KDI file can state", row->name);
    }
    if (writer->xml.result != KD_OK)
        return;
    kdi_xml_put(&writer->xml, " ");
    kdi_xml_put(&writer->xml, row->name);
    kdi_xml_put(&writer->xml, "=\"");
    kdi_xml_put_escaped(&writer->xml, (const char *)writer->value.data, KDI_XML_ESCAPE_ATTRIBUTE, &place);
    kdi_xml_put(&writer->xml, "\"");
}

static void write_text_element(kdi_writer *writer, const char *name, const kd_text *text)
{
    if (!text->text)
        return;
    kdi_place place = write_place(&text->item);
    write_comments(writer, text->item.before, &text->item);
    kdi_xml_line(&writer->xml);
    kdi_xml_put(&writer->xml, "<");
    kdi_xml_put(&writer->xml, name);
    kdi_xml_put(&writer->xml, ">");
    kdi_xml_put_escaped(&writer->xml, text->text, KDI_XML_ESCAPE_TEXT, &place);
    for (const kd_comment *comment = text->item.inside; comment; comment = comment->next)
        kdi_xml_put_comment(&writer->xml, comment->text, &place);
    kdi_xml_put(&writer->xml, "</");
    kdi_xml_put(&writer->xml, name);
    kdi_xml_put(&writer->xml, ">");
}

static bool write_list_is_empty(const kdi_element *element, const void *object)
{
    for (int i = 0; i < element->child_count; i++) {
        int32_t count;
        memcpy(&count, (const char *)object + element->children[i].count_offset, sizeof count);
        if (count > 0)
            return false;
    }
    return true;
}

static void write_child(kdi_writer *writer, const kdi_child *child, const void *object)
{
    const char *place = (const char *)object + child->offset;
    switch (child->kind) {
    case KDI_CHILD_LIST: {
        int32_t count;
        const char *items = (const char *)kdi_child_items(child, object, &count);
        for (int32_t i = 0; i < count; i++)
            write_element(writer, child->element, items + (size_t)i * child->element->size, false);
        break;
    }
    case KDI_CHILD_NODES:
        for (int32_t i = 0; i < writer->rig->node_count; i++) {
            const kd_node *node = writer->rig->nodes[((const int32_t *)(const void *)writer->order.data)[i]];
            write_element(writer, &kdi_node_formats[node->type].element, node, false);
        }
        break;
    case KDI_CHILD_SINGLE:
        write_element(writer, child->element, place, true);
        break;
    case KDI_CHILD_SECTION:
        break; /* written by write_section: its object is not its item */
    case KDI_CHILD_TEXT:
        write_text_element(writer, child->element->name, (const kd_text *)(const void *)place);
        break;
    }
}

static void write_begin(kdi_writer *writer, const kdi_element *element, const kd_item *item)
{
    write_comments(writer, item->before, item);
    kdi_xml_line(&writer->xml);
    kdi_xml_put(&writer->xml, "<");
    kdi_xml_put(&writer->xml, element->name);
}

/* Children of `object`, or an empty tag if nothing came of them. */
static void write_end(kdi_writer *writer, const kdi_element *element, const kd_item *item, const void *object)
{
    kd_buffer *out = writer->xml.out;
    kdi_xml_put(&writer->xml, ">");
    size_t empty = out->size;
    writer->xml.depth++;
    for (int i = 0; i < element->child_count && writer->xml.result == KD_OK; i++)
        write_child(writer, &element->children[i], object);
    write_comments(writer, item->inside, item);
    writer->xml.depth--;
    if (writer->xml.result == KD_OK && out->size == empty) {
        out->size--;
        kdi_xml_put(&writer->xml, "/>");
        return;
    }
    kdi_xml_line(&writer->xml);
    kdi_xml_put(&writer->xml, "</");
    kdi_xml_put(&writer->xml, element->name);
    kdi_xml_put(&writer->xml, ">");
}

static void write_element(kdi_writer *writer, const kdi_element *element, const void *object, bool in_full)
{
    const kd_item *item = (const kd_item *)object;
    const kdi_attribute *row;
    write_begin(writer, element, item);
    for (int i = 0; (row = kdi_element_attribute(element, i)) != NULL && writer->xml.result == KD_OK; i++)
        if (in_full || !kdi_value_is_initial(row, writer->rig, object))
            write_attribute(writer, row, object);
    write_end(writer, element, item, object);
}

static void write_section(kdi_writer *writer, const kdi_child *section)
{
    const kd_item *item = (const kd_item *)(const void *)((const char *)writer->rig + section->offset);
    if (write_list_is_empty(section->element, writer->rig) && !item->before && !item->inside)
        return;
    write_begin(writer, section->element, item);
    write_end(writer, section->element, item, writer->rig);
}

static void write_rig_document(kdi_writer *writer)
{
    const kd_rig *rig = writer->rig;
    const kdi_element *root = &kdi_element_root;
    kdi_xml_put(&writer->xml, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
    write_begin(writer, root, &rig->item);
    for (int i = 0; i < root->attribute_count; i++)
        if (!kdi_value_is_initial(&root->attributes[i], rig, rig))
            write_attribute(writer, &root->attributes[i], rig);
    kdi_xml_put(&writer->xml, ">");
    writer->xml.depth++;
    for (int i = 0; i < root->child_count && writer->xml.result == KD_OK; i++) {
        if (root->children[i].kind == KDI_CHILD_SECTION)
            write_section(writer, &root->children[i]);
        else
            write_child(writer, &root->children[i], rig);
    }
    write_comments(writer, rig->item.inside, &rig->item);
    writer->xml.depth--;
    kdi_xml_line(&writer->xml);
    kdi_xml_put(&writer->xml, "</KineDriver>");
    write_comments(writer, rig->epilogue, &rig->item);
    kdi_xml_put(&writer->xml, "\n");
}

/* The nodes as they are if that is an evaluation order or if there is none. */
static kd_result write_find_order(kdi_writer *writer)
{
    const kd_rig *rig = writer->rig;
    int32_t *order = (int32_t *)kd_buffer_extend(&writer->order, (size_t)rig->node_count * sizeof *order);
    kd_result result = order ? kdi_rig_find_order(rig, order, NULL) : KD_OUT_OF_MEMORY;
    for (int32_t i = 0; result == KD_CYCLE && i < rig->node_count; i++)
        order[i] = i;
    return result == KD_CYCLE ? KD_OK : result;
}

kd_result kd_kdi_write(const kd_rig *rig, kd_buffer *out, kd_findings *findings)
{
    size_t before = out->size;
    kdi_writer writer = {
        {out, findings, KD_OK, 0}, rig, kd_buffer_make(&out->allocator), kd_buffer_make(&out->allocator)};
    writer.xml.result = write_find_order(&writer);
    if (writer.xml.result == KD_OK)
        write_rig_document(&writer);
    kd_buffer_free(&writer.value);
    kd_buffer_free(&writer.order);
    if (writer.xml.result == KD_OUT_OF_MEMORY)
        KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory to write the rig");
    if (writer.xml.result != KD_OK && out->data) {
        out->size = before;
        out->data[before] = 0;
    }
    return writer.xml.result;
}
