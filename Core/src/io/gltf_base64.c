/* Base64 as data URIs use it (RFC 4648, section 4). */
#include "io/gltf_base64.h"

#include <stdint.h>

static const char BASE64_DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static int base64_value(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

kd_result kdi_base64_decode(const char *text, size_t length, kd_buffer *out)
{
    for (int padding = 0; padding < 2 && length > 0 && text[length - 1] == '='; padding++)
        length--;
    if (length % 4 == 1)
        return KD_SYNTAX;
    unsigned char *to = (unsigned char *)kd_buffer_extend(out, length / 4 * 3 + (length % 4 ? length % 4 - 1 : 0));
    if (!to)
        return KD_OUT_OF_MEMORY;
    uint32_t bits = 0;
    int bit_count = 0;
    for (size_t i = 0; i < length; i++) {
        int value = base64_value(text[i]);
        if (value < 0)
            return KD_SYNTAX;
        bits = (bits << 6) | (uint32_t)value;
        bit_count += 6;
        if (bit_count >= 8) {
            bit_count -= 8;
            *to++ = (unsigned char)(bits >> bit_count);
        }
    }
    return KD_OK;
}

kd_result kdi_base64_encode(const void *data, size_t size, kd_buffer *out)
{
    const unsigned char *from = (const unsigned char *)data;
    if (size > SIZE_MAX / 2)
        return KD_OUT_OF_MEMORY;
    char *to = (char *)kd_buffer_extend(out, (size + 2) / 3 * 4);
    if (!to)
        return KD_OUT_OF_MEMORY;
    for (size_t i = 0; i < size; i += 3) {
        size_t left = size - i;
        uint32_t bits = (uint32_t)from[i] << 16;
        bits |= left > 1 ? (uint32_t)from[i + 1] << 8 : 0;
        bits |= left > 2 ? (uint32_t)from[i + 2] : 0;
        *to++ = BASE64_DIGITS[bits >> 18];
        *to++ = BASE64_DIGITS[(bits >> 12) & 63];
        *to++ = left > 1 ? BASE64_DIGITS[(bits >> 6) & 63] : '=';
        *to++ = left > 2 ? BASE64_DIGITS[bits & 63] : '=';
    }
    return KD_OK;
}
