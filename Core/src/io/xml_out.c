/* XML text on its way out: escapes, comments, and the refusal of what would not come back. */
#include "io/xml_out.h"
#include "text/utf8.h"

#include <stdbool.h>
#include <string.h>

void kdi_xml_put(kdi_xml_out *xml, const char *text)
{
    if (xml->result == KD_OK)
        xml->result = kd_buffer_append(xml->out, text, strlen(text));
}

void kdi_xml_line(kdi_xml_out *xml)
{
    kdi_xml_put(xml, "\n");
    for (int i = 0; i < xml->depth; i++)
        kdi_xml_put(xml, "  ");
}

static void out_refuse(kdi_xml_out *xml, const kdi_place *place, const char *text)
{
    if (xml->result == KD_OK)
        xml->result = KDI_ERROR(xml->findings, KD_VALUE, place, "%s", text);
}

/* Characters that no XML file may hold, escaped or not: controls, U+FFFE and U+FFFF, what is no UTF-8. */
static bool out_is_legal(const char *text)
{
    size_t length = strlen(text);
    if (kdi_utf8_valid_length(text, length) != length)
        return false;
    for (const unsigned char *p = (const unsigned char *)text; *p; p++) {
        if (*p < 0x20 && *p != '\t' && *p != '\n' && *p != '\r')
            return false;
        if (*p == 0xEF && p[1] == 0xBF && p[2] >= 0xBE)
            return false;
    }
    return true;
}

static const char *out_escape(char c, enum kdi_xml_escape escape)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '\r':
        return "&#13;"; /* literally, a reader would take it for a line end */
    default:
        break;
    }
    if (escape == KDI_XML_ESCAPE_TEXT)
        return NULL;
    return c == '"' ? "&quot;" : c == '\n' ? "&#10;" : c == '\t' ? "&#9;" : NULL;
}

void kdi_xml_put_escaped(kdi_xml_out *xml, const char *text, enum kdi_xml_escape escape, const kdi_place *place)
{
    if (!out_is_legal(text)) {
        out_refuse(xml, place, "the text has a character that XML cannot hold");
        return;
    }
    const char *begin = text;
    for (; *text && xml->result == KD_OK; text++) {
        const char *replacement = out_escape(*text, escape);
        if (!replacement)
            continue;
        xml->result = kd_buffer_append(xml->out, begin, (size_t)(text - begin));
        kdi_xml_put(xml, replacement);
        begin = text + 1;
    }
    kdi_xml_put(xml, begin);
}

void kdi_xml_put_comment(kdi_xml_out *xml, const char *text, const kdi_place *place)
{
    size_t length = strlen(text);
    if (!out_is_legal(text) || strchr(text, '\r') || strstr(text, "--") || (length > 0 && text[length - 1] == '-')) {
        out_refuse(xml, place, "a comment may not have '--' in it, end with '-' or have characters XML cannot hold");
        return;
    }
    kdi_xml_put(xml, "<!--");
    kdi_xml_put(xml, text);
    kdi_xml_put(xml, "-->");
}
