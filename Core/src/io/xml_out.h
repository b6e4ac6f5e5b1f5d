/* XML text on its way out, shared by the KDI writer and the schema writer. The first failure sticks; what is written
 * after it is dropped. */
#ifndef KDI_IO_XML_OUT_H
#define KDI_IO_XML_OUT_H

#include "kinedriver/buffer.h"
#include "text/findings.h"

typedef struct kdi_xml_out {
    kd_buffer *out;
    kd_findings *findings;
    kd_result result; /* KD_OK until something fails */
    int depth;        /* of indentation */
} kdi_xml_out;

enum kdi_xml_escape { KDI_XML_ESCAPE_ATTRIBUTE, KDI_XML_ESCAPE_TEXT };

void kdi_xml_put(kdi_xml_out *xml, const char *text);

/* A new line, indented. */
void kdi_xml_line(kdi_xml_out *xml);

/* Text with escapes. KD_VALUE, with a finding at place, for what XML cannot hold. */
void kdi_xml_put_escaped(kdi_xml_out *xml, const char *text, enum kdi_xml_escape escape, const kdi_place *place);

/* <!--text-->, unchanged; KD_VALUE likewise. */
void kdi_xml_put_comment(kdi_xml_out *xml, const char *text, const kdi_place *place);

#endif
