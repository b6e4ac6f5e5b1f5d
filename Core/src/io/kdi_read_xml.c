/* libxml2 under the KDI reader: its push parser with a SAX2 handler of our own. The guard has refused every declaration
 * before; even if one slipped through, the handler stops at it and has no callback that could keep or fetch an entity.
 * Tokens go in whole. */
#include "io/kdi_read.h"

#include <libxml/parser.h>
#include <libxml/parserInternals.h>

#include <string.h>

#if LIBXML_VERSION >= 21200
typedef const xmlError *xml_error;
#else
typedef xmlErrorPtr xml_error;
#endif

enum { XML_PUSH_BYTES = 1 << 15, XML_ATTRIBUTES = 128 };

/* Moves to the next token of the kind, or of the other kind, which is what the parser has just met. */
static void xml_locate(kdi_reader *reader, kdi_xml_kind kind, kdi_xml_kind other)
{
    do
        kdi_xml_next(&reader->locator, &reader->tag);
    while (reader->tag.kind != kind && reader->tag.kind != other && reader->tag.kind != KDI_XML_FINISH);
}

/* The end tag of an empty element is the element itself. */
static void xml_locate_end(kdi_reader *reader)
{
    if (reader->tag.kind == KDI_XML_EMPTY)
        reader->tag.kind = KDI_XML_END;
    else
        xml_locate(reader, KDI_XML_END, KDI_XML_END);
}

static bool xml_is_xml_declaration(const kdi_xml_token *token)
{
    return token->size > 6 && memcmp(token->begin, "<?xml", 5) == 0 && kdi_xml_is_blank(token->begin + 5, 1);
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
    xml_locate(reader, KDI_XML_START, KDI_XML_EMPTY);
    int count = attribute_count < XML_ATTRIBUTES ? attribute_count : XML_ATTRIBUTES;
    if (count < attribute_count)
        kdi_read_error(reader, KD_LIMIT, NULL, "this element has more than %d attributes", XML_ATTRIBUTES);
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
    if (reader->stopped)
        return;
    do /* the declaration is no instruction for the parser */
        xml_locate(reader, KDI_XML_INSTRUCTION, KDI_XML_INSTRUCTION);
    while (xml_is_xml_declaration(&reader->tag));
    kdi_read_instruction(reader, (const char *)name);
}

static void xml_on_subset(void *user, const xmlChar *name, const xmlChar *external, const xmlChar *system)
{
    kdi_reader *reader = (kdi_reader *)user;
    (void)name;
    (void)external;
    (void)system;
    if (!reader->stopped)
        kdi_read_error(reader, KD_UNSUPPORTED, NULL, "a DOCTYPE is not allowed in a KDI file; remove it");
    reader->stopped = true;
}

/* The file is over while elements are open. */
static void xml_report_end(kdi_reader *reader)
{
    xml_locate(reader, KDI_XML_FINISH, KDI_XML_FINISH);
    const char *open = reader->frames[reader->depth - 1].element->name;
    kdi_read_error_at(reader, KD_TRUNCATED, reader->tag.line, reader->tag.column,
                      "the file ends inside <%s>; its end tag is missing", open);
}

/* The parser's first error ends the reading: what comes after it cannot be told apart. */
static void xml_on_error(void *user, xml_error error)
{
    kdi_reader *reader = (kdi_reader *)user;
    if (error->level < XML_ERR_ERROR || reader->stopped)
        return;
    if (error->code == XML_ERR_NO_MEMORY) {
        kdi_read_memory_error(reader);
        return;
    }
    const char *message = error->message ? error->message : "not well-formed";
    int length = (int)strcspn(message, "\n");
    if (error->code == XML_ERR_DOCUMENT_END && reader->depth > 0)
        xml_report_end(reader);
    else
        kdi_read_error_at(reader, KD_SYNTAX, error->line, error->int2, "the XML is broken: %.*s", length, message);
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
    handler.internalSubset = xml_on_subset;
    handler.serror = xml_on_error;
    xmlParserCtxtPtr parser = xmlCreatePushParserCtxt(&handler, reader, NULL, 0, NULL);
    /* There are no entities but the five of XML itself; without NOENT, "&amp;" in an attribute would come as "&#38;".
     */
    if (parser)
        xmlCtxtUseOptions(parser, XML_PARSE_NONET | XML_PARSE_NOENT);
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

/* Errors that belong to no parser would be printed by libxml2 if nobody took them. */
static void xml_on_stray_error(void *user, xml_error error)
{
    (void)user;
    (void)error;
}

void kdi_read_xml(kdi_reader *reader, const char *text, size_t size)
{
    bool well_formed = false;
    xmlStructuredErrorFunc host_handler = xmlStructuredError; /* of this thread: given back below */
    void *host_user = xmlStructuredErrorContext;
    xmlSetStructuredErrorFunc(NULL, xml_on_stray_error);
    reader->locator = kdi_xml_scan_make(text, size);
    xmlParserCtxtPtr parser = xml_make_parser(reader);
    if (parser) {
        xml_push(reader, parser, text, size);
        well_formed = parser->wellFormed != 0;
        xmlFreeParserCtxt(parser);
    }
    if (!well_formed && reader->first_error == KD_OK)
        kdi_read_memory_error(reader); /* the one cause that libxml2 does not always report */
    xmlResetLastError();
    xmlSetStructuredErrorFunc(host_user, host_handler);
}
