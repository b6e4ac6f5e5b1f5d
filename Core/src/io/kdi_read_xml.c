/* libxml2 under the KDI reader: its push parser with a SAX2 handler of our own. The handler has no entity and no subset
 * callbacks, options forbid the network, and the guard has refused every declaration before. Tokens go in whole. */
#include "io/kdi_read.h"

#include <libxml/parser.h>
#include <libxml/parserInternals.h>

#include <string.h>

enum { XML_PUSH_BYTES = 1 << 15, XML_ATTRIBUTES = 128 };

static void xml_locate_begin(kdi_reader *reader)
{
    kdi_xml_kind kind;
    do
        kind = kdi_xml_next(&reader->locator, &reader->tag);
    while (kind != KDI_XML_START && kind != KDI_XML_EMPTY && kind != KDI_XML_FINISH);
}

/* The end tag of an empty element is the element itself. */
static void xml_locate_end(kdi_reader *reader)
{
    if (reader->tag.kind == KDI_XML_EMPTY) {
        reader->tag.kind = KDI_XML_END;
        return;
    }
    kdi_xml_kind kind;
    do
        kind = kdi_xml_next(&reader->locator, &reader->tag);
    while (kind != KDI_XML_END && kind != KDI_XML_FINISH);
}

static void xml_on_start(void *user, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
                         int namespace_count, const xmlChar **namespaces, int attribute_count, int defaulted_count,
                         const xmlChar **attributes)
{
    kdi_reader *reader = (kdi_reader *)user;
    kdi_read_attribute list[XML_ATTRIBUTES];
    (void)prefix;
    (void)namespace_count;
    (void)namespaces;
    (void)defaulted_count;
    if (reader->stopped)
        return;
    reader->elements++;
    xml_locate_begin(reader);
    int count = attribute_count < XML_ATTRIBUTES ? attribute_count : XML_ATTRIBUTES;
    for (int i = 0; i < count; i++) {
        const xmlChar **five = attributes + (size_t)i * 5; /* name, prefix, URI, value, its end */
        list[i].name = (const char *)five[0];
        list[i].prefix = (const char *)five[1];
        list[i].value = (const char *)five[3];
        list[i].length = (size_t)(five[4] - five[3]);
    }
    kdi_read_begin(reader, (const char *)name, uri != NULL, list, count);
}

static void xml_on_end(void *user, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
    kdi_reader *reader = (kdi_reader *)user;
    (void)name;
    (void)prefix;
    (void)uri;
    if (reader->stopped)
        return;
    xml_locate_end(reader);
    kdi_read_end(reader);
}

static void xml_on_characters(void *user, const xmlChar *text, int length)
{
    kdi_reader *reader = (kdi_reader *)user;
    if (!reader->stopped)
        kdi_read_characters(reader, (const char *)text, (size_t)length);
}

static void xml_on_comment(void *user, const xmlChar *text)
{
    kdi_reader *reader = (kdi_reader *)user;
    if (!reader->stopped)
        kdi_read_comment(reader, (const char *)text);
}

static void xml_on_instruction(void *user, const xmlChar *name, const xmlChar *text)
{
    kdi_reader *reader = (kdi_reader *)user;
    (void)text;
    if (!reader->stopped)
        kdi_read_instruction(reader, (const char *)name);
}

static bool xml_is_end_of_file(int code)
{
    return code == XML_ERR_DOCUMENT_END || code == XML_ERR_DOCUMENT_EMPTY || code == XML_ERR_TAG_NOT_FINISHED ||
           code == XML_ERR_COMMENT_NOT_FINISHED || code == XML_ERR_CDATA_NOT_FINISHED;
}

/* The parser's first error ends the reading: what comes after it cannot be told apart. */
static void xml_on_error(void *user, xmlErrorPtr error)
{
    kdi_reader *reader = (kdi_reader *)user;
    if (error->level < XML_ERR_ERROR || reader->stopped)
        return;
    if (error->code == XML_ERR_NO_MEMORY) {
        kdi_read_memory_error(reader);
        return;
    }
    const char *message = error->message ? error->message : "not well-formed XML";
    int length = (int)strcspn(message, "\n");
    bool at_end = reader->locator.at == reader->file_end || reader->tag.kind == KDI_XML_FINISH;
    kd_result code = at_end && xml_is_end_of_file(error->code) ? KD_TRUNCATED : KD_SYNTAX;
    kdi_read_error_at(reader, code, error->line, error->int2, "the XML is broken: %.*s", length, message);
    reader->stopped = true;
}

static xmlParserCtxtPtr xml_make_parser(kdi_reader *reader)
{
    xmlSAXHandler handler;
    memset(&handler, 0, sizeof handler);
    handler.initialized = XML_SAX2_MAGIC;
    handler.startElementNs = xml_on_start;
    handler.endElementNs = xml_on_end;
    handler.characters = xml_on_characters;
    handler.ignorableWhitespace = xml_on_characters;
    handler.cdataBlock = xml_on_characters;
    handler.comment = xml_on_comment;
    handler.processingInstruction = xml_on_instruction;
    handler.serror = xml_on_error;
    xmlParserCtxtPtr parser = xmlCreatePushParserCtxt(&handler, reader, NULL, 0, NULL);
    if (parser)
        xmlCtxtUseOptions(parser, XML_PARSE_NONET);
    return parser;
}

static void xml_push(kdi_reader *reader, xmlParserCtxtPtr parser, const char *text, size_t size)
{
    kdi_xml_scan scan = kdi_xml_scan_make(text, size);
    kdi_xml_token token;
    const char *begin = text;
    kdi_xml_kind kind;
    do {
        kind = kdi_xml_next(&scan, &token);
        if (scan.at - begin >= XML_PUSH_BYTES || kind == KDI_XML_FINISH) {
            xmlParseChunk(parser, begin, (int)(scan.at - begin), 0);
            begin = scan.at;
        }
    } while (kind != KDI_XML_FINISH && !reader->stopped);
    if (!reader->stopped)
        xmlParseChunk(parser, text, 0, 1);
}

void kdi_read_xml(kdi_reader *reader, const char *text, size_t size)
{
    reader->locator = kdi_xml_scan_make(text, size);
    reader->file_end = text + size;
    xmlParserCtxtPtr parser = xml_make_parser(reader);
    if (!parser) {
        kdi_read_memory_error(reader);
        return;
    }
    xml_push(reader, parser, text, size);
    bool well_formed = parser->wellFormed != 0;
    xmlFreeParserCtxt(parser);
    if (!well_formed && reader->first_error == KD_OK)
        kdi_read_memory_error(reader); /* the one cause that libxml2 does not always report */
}
