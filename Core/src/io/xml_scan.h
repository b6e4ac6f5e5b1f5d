/* The lexical skeleton of an XML file: where tags, comments and texts begin and end, with line and column. It decides
 * nothing about well-formedness; libxml2 does that. What it is for: limits that libxml2 does not know are checked
 * before it sees a byte, no tag is ever handed to it in two pieces, and findings get the place of an element, where
 * libxml2 knows only the place where it has arrived. */
#ifndef KDI_IO_XML_SCAN_H
#define KDI_IO_XML_SCAN_H

#include <stddef.h>

typedef enum kdi_xml_kind {
    KDI_XML_FINISH, /* the end of the file */
    KDI_XML_TEXT,
    KDI_XML_START,       /* <a …> */
    KDI_XML_EMPTY,       /* <a …/> */
    KDI_XML_END,         /* </a> */
    KDI_XML_COMMENT,     /* <!-- … --> */
    KDI_XML_CDATA,       /* <![CDATA[ … ]]> */
    KDI_XML_INSTRUCTION, /* <? … ?>, the XML declaration too */
    KDI_XML_DECLARATION, /* <! …: DOCTYPE and its kin; the rest of the file is not scanned any further */
    KDI_XML_CUT,         /* begins like one of the above and does not end */
} kdi_xml_kind;

typedef struct kdi_xml_token {
    kdi_xml_kind kind;
    const char *begin;
    size_t size;
    int line, column; /* of begin, from 1; columns in bytes */
    /* of tags */
    int attribute_count; /* declarations of namespaces included */
    int namespace_count; /* of these */
    size_t longest_name; /* of the element and its attributes, in bytes */
} kdi_xml_token;

typedef struct kdi_xml_scan {
    const char *at, *end;
    int line, column;
} kdi_xml_scan;

/* A byte order mark at the beginning is skipped. */
kdi_xml_scan kdi_xml_scan_make(const char *text, size_t size);

/* Fills in the next token and returns its kind. */
kdi_xml_kind kdi_xml_next(kdi_xml_scan *scan, kdi_xml_token *token);

/* The element of a start, empty or end tag; not terminated. */
const char *kdi_xml_name(const kdi_xml_token *token, size_t *length);

/* Line and column of the attribute in the tag, or of the tag if it has none of this name. */
void kdi_xml_attribute_place(const kdi_xml_token *token, const char *name, int *line, int *column);

/* True for blanks only. */
int kdi_xml_is_blank(const char *text, size_t size);

#endif
