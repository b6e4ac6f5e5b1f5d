/* PNG files. The pixels are one block of fixed codes: literal bytes, and matches with the byte before or the row above,
 * which in a picture with few shades is most of it. */
#include "align/png.h"

#include <stdbool.h>
#include <string.h>

enum { PNG_LONGEST_MATCH = 258, PNG_SHORTEST_MATCH = 3, PNG_MOST_WIDTH = 32768 };

static uint32_t png_crc(uint32_t crc, const uint8_t *data, size_t size)
{
    crc = ~crc;
    for (size_t i = 0; i < size; i++) {
        crc ^= data[i];
        for (int k = 0; k < 8; k++)
            crc = crc >> 1 ^ ((crc & 1) ? UINT32_C(0xEDB88320) : 0);
    }
    return ~crc;
}

static void png_big_endian(uint8_t *to, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        to[i] = (uint8_t)(value >> (24 - 8 * i));
}

static bool png_chunk(kd_buffer *png, const char *name, const uint8_t *data, size_t size)
{
    uint8_t number[4];
    png_big_endian(number, (uint32_t)size);
    bool good = kd_buffer_append(png, number, 4) == KD_OK && kd_buffer_append(png, name, 4) == KD_OK &&
                kd_buffer_append(png, data, size) == KD_OK;
    png_big_endian(number, png_crc(png_crc(0, (const uint8_t *)name, 4), data, size));
    return good && kd_buffer_append(png, number, 4) == KD_OK;
}

/* Bits on their way out, the lowest first. */
typedef struct png_bits {
    kd_buffer *to;
    uint32_t kept;
    int count;
    bool failed;
} png_bits;

static void png_put(png_bits *bits, uint32_t value, int count)
{
    bits->kept |= value << bits->count;
    for (bits->count += count; bits->count >= 8; bits->count -= 8, bits->kept >>= 8) {
        uint8_t byte = (uint8_t)bits->kept;
        bits->failed = bits->failed || kd_buffer_append(bits->to, &byte, 1) != KD_OK;
    }
}

/* Codes go out with the highest bit first. */
static void png_put_code(png_bits *bits, uint32_t code, int count)
{
    for (int i = count - 1; i >= 0; i--)
        png_put(bits, code >> i & 1, 1);
}

/* A literal byte, the end (256) or a length. */
static void png_put_symbol(png_bits *bits, uint32_t symbol)
{
    if (symbol < 144)
        png_put_code(bits, 0x30 + symbol, 8);
    else if (symbol < 256)
        png_put_code(bits, 0x190 + symbol - 144, 9);
    else if (symbol < 280)
        png_put_code(bits, symbol - 256, 7);
    else
        png_put_code(bits, 0xC0 + symbol - 280, 8);
}

/* Numbers come in groups: every `per_size` codes one more bit follows. first is the number of code 0. */
static uint32_t png_group(uint32_t number, uint32_t first, uint32_t per_size, uint32_t *extra, int *extra_count)
{
    uint32_t code = 0, from = first;
    int size = 0;
    while (number >= from + (1u << size)) {
        from += 1u << size;
        code++;
        size = code < 2 * per_size ? 0 : (int)(code / per_size) - 1;
    }
    *extra = number - from;
    *extra_count = size;
    return code;
}

static void png_put_match(png_bits *bits, size_t length, size_t distance)
{
    uint32_t extra = 0;
    int count = 0;
    uint32_t code = length == PNG_LONGEST_MATCH ? 28 : png_group((uint32_t)length, 3, 4, &extra, &count);
    png_put_symbol(bits, 257 + code);
    png_put(bits, extra, count);
    code = png_group((uint32_t)distance, 1, 2, &extra, &count);
    png_put_code(bits, code, 5);
    png_put(bits, extra, count);
}

static size_t png_match(const uint8_t *data, size_t at, size_t size, size_t distance)
{
    size_t length = 0;
    while (distance <= at && at + length < size && length < PNG_LONGEST_MATCH &&
           data[at + length] == data[at + length - distance])
        length++;
    return length;
}

/* zlib's format. */
static bool png_deflate(kd_buffer *to, const uint8_t *data, size_t size, size_t row)
{
    const uint8_t head[2] = {0x78, 0x01};
    png_bits bits = {to, 0, 0, kd_buffer_append(to, head, 2) != KD_OK};
    uint32_t a = 1, b = 0;
    png_put(&bits, 3, 3); /* the last block, with fixed codes */
    for (size_t at = 0; at < size;) {
        size_t beside = png_match(data, at, size, 1), above = png_match(data, at, size, row);
        size_t length = beside > above ? beside : above;
        if (length >= PNG_SHORTEST_MATCH)
            png_put_match(&bits, length, beside > above ? 1 : row);
        else
            png_put_symbol(&bits, data[at]);
        at += length >= PNG_SHORTEST_MATCH ? length : 1;
    }
    png_put_symbol(&bits, 256);
    png_put(&bits, 0, 7);
    for (size_t i = 0; i < size; i++) {
        a = (a + data[i]) % 65521;
        b = (b + a) % 65521;
    }
    uint8_t sum[4];
    png_big_endian(sum, b << 16 | a);
    return !bits.failed && kd_buffer_append(to, sum, 4) == KD_OK;
}

/* Two pixels a byte, each row behind a filter byte of 0. */
static bool png_pack(kd_buffer *to, const uint8_t *pixels, int width, int height)
{
    bool good = true;
    for (int y = 0; y < height; y++) {
        const uint8_t *row = pixels + (size_t)y * (size_t)width;
        uint8_t byte = 0;
        good = good && kd_buffer_append(to, &byte, 1) == KD_OK;
        for (int x = 0; x < width; x += 2) {
            byte = (uint8_t)(row[x] << 4 | (x + 1 < width ? row[x + 1] : 0));
            good = good && kd_buffer_append(to, &byte, 1) == KD_OK;
        }
    }
    return good;
}

kd_result kdi_png_append(kd_buffer *out, const uint8_t *pixels, int width, int height)
{
    static const uint8_t magic[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    uint8_t head[13] = {0};
    if (width < 1 || width > PNG_MOST_WIDTH || height < 1)
        return KD_RANGE;
    kd_buffer packed = kd_buffer_make(&out->allocator), data = kd_buffer_make(&out->allocator);
    png_big_endian(head, (uint32_t)width);
    png_big_endian(head + 4, (uint32_t)height);
    head[8] = 4; /* bits a pixel, grey */
    size_t row = ((size_t)width + 1) / 2 + 1;
    bool good = png_pack(&packed, pixels, width, height) && png_deflate(&data, packed.data, packed.size, row) &&
                kd_buffer_append(out, magic, sizeof magic) == KD_OK && png_chunk(out, "IHDR", head, sizeof head) &&
                png_chunk(out, "IDAT", data.data, data.size) && png_chunk(out, "IEND", head, 0);
    kd_buffer_free(&packed);
    kd_buffer_free(&data);
    return good ? KD_OK : KD_OUT_OF_MEMORY;
}
