/* SVG text, and pictures in it. */
#include "align/svg.h"

#include "io/gltf_base64.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { SVG_LONGEST = 512, SVG_STORED = 65535 };

void kdi_svg_put(kdi_svg *svg, const char *format, ...)
{
    char text[SVG_LONGEST];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    size_t size = length < 0 ? 0 : length < SVG_LONGEST ? (size_t)length : SVG_LONGEST - 1;
    svg->failed = svg->failed || kd_buffer_append(svg->out, text, size) != KD_OK;
}

kdi_svg kdi_svg_begin(kd_buffer *out, int width, int height)
{
    kdi_svg svg = {out, out->size, false};
    kdi_svg_put(&svg,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
                "font-family=\"sans-serif\" font-size=\"14\">\n<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n",
                width, height, width, height, width, height);
    return svg;
}

void kdi_svg_label(kdi_svg *svg, int x, int y, const char *attributes, const char *text)
{
    kdi_svg_put(svg, "<text x=\"%d\" y=\"%d\" %s>", x, y, attributes);
    for (; *text; text++) {
        if (*text == '<' || *text == '>' || *text == '&')
            kdi_svg_put(svg, "&#%d;", *text);
        else if ((unsigned char)*text >= 32)
            kdi_svg_put(svg, "%c", *text);
    }
    kdi_svg_put(svg, "</text>\n");
}

static uint32_t svg_crc(uint32_t crc, const uint8_t *data, size_t size)
{
    crc = ~crc;
    for (size_t i = 0; i < size; i++) {
        crc ^= data[i];
        for (int k = 0; k < 8; k++)
            crc = crc >> 1 ^ ((crc & 1) ? UINT32_C(0xEDB88320) : 0);
    }
    return ~crc;
}

static void svg_big_endian(uint8_t *to, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        to[i] = (uint8_t)(value >> (24 - 8 * i));
}

static bool svg_chunk(kd_buffer *png, const char *name, const uint8_t *data, size_t size)
{
    uint8_t number[4];
    svg_big_endian(number, (uint32_t)size);
    bool good = kd_buffer_append(png, number, 4) == KD_OK && kd_buffer_append(png, name, 4) == KD_OK &&
                kd_buffer_append(png, data, size) == KD_OK;
    svg_big_endian(number, svg_crc(svg_crc(0, (const uint8_t *)name, 4), data, size));
    return good && kd_buffer_append(png, number, 4) == KD_OK;
}

/* zlib's format with blocks that are stored as they are: rows with a filter byte of 0 each. */
static bool svg_deflate(kd_buffer *to, const uint8_t *pixels, int width, int height)
{
    const uint8_t head[2] = {0x78, 0x01};
    uint32_t a = 1, b = 0;
    bool good = kd_buffer_append(to, head, 2) == KD_OK;
    for (int row = 0; row < height; row++) {
        uint8_t block[6] = {(uint8_t)(row == height - 1), (uint8_t)(width + 1), (uint8_t)((width + 1) >> 8), 0, 0, 0};
        block[3] = (uint8_t)~block[1];
        block[4] = (uint8_t)~block[2];
        good = good && kd_buffer_append(to, block, 6) == KD_OK &&
               kd_buffer_append(to, pixels + (size_t)row * (size_t)width, (size_t)width) == KD_OK;
        b = (b + a) % 65521; /* the filter byte */
        for (int i = 0; i < width; i++) {
            a = (a + pixels[(size_t)row * (size_t)width + (size_t)i]) % 65521;
            b = (b + a) % 65521;
        }
    }
    uint8_t sum[4];
    svg_big_endian(sum, b << 16 | a);
    return good && kd_buffer_append(to, sum, 4) == KD_OK;
}

static bool svg_png(kd_buffer *png, const uint8_t *pixels, int width, int height)
{
    static const uint8_t magic[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    uint8_t head[13] = {0};
    kd_buffer data = kd_buffer_make(&png->allocator);
    svg_big_endian(head, (uint32_t)width);
    svg_big_endian(head + 4, (uint32_t)height);
    head[8] = 8; /* bits a pixel, grey */
    bool good = width < SVG_STORED && kd_buffer_append(png, magic, sizeof magic) == KD_OK &&
                svg_chunk(png, "IHDR", head, sizeof head) && svg_deflate(&data, pixels, width, height) &&
                svg_chunk(png, "IDAT", data.data, data.size) && svg_chunk(png, "IEND", head, 0);
    kd_buffer_free(&data);
    return good;
}

void kdi_svg_image(kdi_svg *svg, const int frame[4], const uint8_t *pixels, int width, int height)
{
    kd_buffer png = kd_buffer_make(&svg->out->allocator);
    bool good = svg_png(&png, pixels, width, height);
    kdi_svg_put(svg,
                "<image x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" preserveAspectRatio=\"none\" "
                "href=\"data:image/png;base64,",
                frame[0], frame[1], frame[2], frame[3]);
    good = good && kdi_base64_encode(png.data, png.size, svg->out) == KD_OK;
    kdi_svg_put(svg, "\"/>\n");
    kd_buffer_free(&png);
    svg->failed = svg->failed || !good;
}

kd_result kdi_svg_end(kdi_svg *svg, kd_findings *findings)
{
    kdi_svg_put(svg, "</svg>\n");
    if (!svg->failed)
        return KD_OK;
    svg->out->size = svg->size_before;
    return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for the picture");
}
