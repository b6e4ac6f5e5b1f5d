/* The KDI reader's state, shared by its files: kdi_read.c (the call, checks of the whole), kdi_read_xml.c (libxml2),
 * kdi_read_item.c (elements and attributes by the format table) and kdi_read_places.c (where texts stand). */
#ifndef KDI_IO_KDI_READ_H
#define KDI_IO_KDI_READ_H

#include "io/xml_scan.h"
#include "kinedriver/kdi.h"
#include "model/rig.h"
#include "text/findings.h"

enum { KDI_READ_DEPTH = 8, KDI_READ_PATH_SIZE = 256 }; /* the format itself is four elements deep */

/* An element that is open. */
typedef struct kdi_read_frame {
    const kdi_element *element;
    void *object; /* what its children belong to */
    kd_item *item;
    kd_text *text; /* of an element that holds text, otherwise NULL */
    int child;     /* index of the latest child: they come in the order of the table */
    bool text_refused;
} kdi_read_frame;

typedef struct kdi_reader {
    kd_rig *rig;
    kd_read_desc desc;
    kd_findings *findings;
    kd_result first_error; /* KD_OK: none so far */
    size_t error_count;
    bool stopped;         /* nothing more is to be read */
    bool lost;            /* an element could not be read, so that what refers to it or counts it means nothing */
    kdi_xml_scan locator; /* goes through the file in step with the parser */
    kdi_xml_token tag;    /* the latest tag */
    kdi_read_frame frames[KDI_READ_DEPTH];
    int depth;           /* of open elements that are read */
    int skipped_depth;   /* of open elements inside one that is not */
    int skipped_count;   /* things that are not of this format */
    kd_comment *pending; /* comments whose element has not come yet */
    kd_comment **last_pending;
    kd_buffer text;            /* of the open text element */
    kdi_xml_scan text_begin;   /* where its text begins in the file */
    size_t elements, comments; /* delivered by the parser */
} kdi_reader;

/* An attribute as libxml2 delivers it: not terminated. */
typedef struct kdi_read_attribute {
    const char *name;
    const char *prefix; /* NULL: none */
    const char *value;
    size_t length;
} kdi_read_attribute;

/* Reports at the latest tag, or at an attribute of it. After too many errors reading stops. Both return the code. */
kd_result kdi_read_error(kdi_reader *reader, kd_result code, const char *attribute, const char *format, ...)
    KDI_PRINTF(4, 5);
kd_result kdi_read_error_at(kdi_reader *reader, kd_result code, int line, int column, const char *format, ...)
    KDI_PRINTF(5, 6);

/* A warning, or in a strict reading an error: something of the file is left out of the rig. */
void kdi_read_loss(kdi_reader *reader, const char *attribute, const char *format, ...) KDI_PRINTF(3, 4);

/* The rig's memory is used up: by its limit or by the machine's. Stops the reading. */
void kdi_read_memory_error(kdi_reader *reader);

/* Parses the file; findings tell what went wrong. */
void kdi_read_xml(kdi_reader *reader, const char *text, size_t size);

/* What the parser meets, in its order. */
void kdi_read_begin(kdi_reader *reader, const char *name, bool foreign, const kdi_read_attribute *attributes,
                    int attribute_count);
void kdi_read_end(kdi_reader *reader);
void kdi_read_characters(kdi_reader *reader, const char *text, size_t length);
void kdi_read_comment(kdi_reader *reader, const char *text);
void kdi_read_instruction(kdi_reader *reader, const char *name);

/* Notes where the parts of the text that has just ended stand in the file. */
void kdi_read_text_places(kdi_reader *reader, kd_text *text);

#endif
