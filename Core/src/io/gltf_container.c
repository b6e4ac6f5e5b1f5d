/* From bytes to a parsed document and its buffers: the chunks of a .glb, the JSON text, base64 data, files beside. A
 * file beside is opened only by a plain relative path below the folder that the caller named. */
#include "io/gltf_base64.h"
#include "io/gltf_read.h"
#include "io/json_parse.h"

#include <stdio.h>
#include <string.h>

enum { GLB_HEADER = 12, GLB_CHUNK_HEADER = 8, GLB_LARGEST_PATH = 4096 };

#define GLB_MAGIC      UINT32_C(0x46546C67)
#define GLB_CHUNK_JSON UINT32_C(0x4E4F534A)
#define GLB_CHUNK_BIN  UINT32_C(0x004E4942)

static uint32_t glb_u32(const unsigned char *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static bool container_parse(kdi_gltf *gltf, const char *text, size_t size)
{
    if (size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
        text += 3; /* a byte order mark, left by some editors */
        size -= 3;
    }
    kdi_json_fault fault = {KD_OK, 0, 0, NULL};
    gltf->root = kdi_json_parse(text, size, gltf->desc->limits.depth, &gltf->desc->allocator, &fault);
    if (!gltf->root) {
        kdi_place place = {fault.line, fault.column, NULL};
        gltf->result = fault.code;
        KDI_ERROR(gltf->findings, fault.code, &place, "%s", fault.text);
        return false;
    }
    if (!json_is_object(gltf->root))
        return kdi_gltf_error(gltf, KD_SYNTAX, NULL, "expected a JSON object as the whole of the file");
    gltf->top.value = gltf->root;
    return true;
}

/* Each chunk: size, kind, bytes. The first is the JSON text, the second may be the data; others are skipped, as the
 * format wants. */
static bool glb_open(kdi_gltf *gltf, const unsigned char *data, size_t size)
{
    if (size < GLB_HEADER + GLB_CHUNK_HEADER)
        return kdi_gltf_error(gltf, KD_TRUNCATED, NULL, "the file ends inside the header of a .glb");
    uint32_t version = glb_u32(data + 4);
    if (version != 2)
        return kdi_gltf_error(gltf, KD_VERSION, NULL, "the .glb has version %u, only 2 is known", (unsigned)version);
    size_t length = glb_u32(data + 8);
    if (length > size)
        return kdi_gltf_error(gltf, KD_TRUNCATED, NULL, "the .glb should have %zu bytes but ends after %zu", length,
                              size);
    const unsigned char *text = NULL;
    size_t text_size = 0;
    size_t at = GLB_HEADER;
    for (int chunk = 0; length >= at && length - at >= GLB_CHUNK_HEADER; chunk++) {
        size_t chunk_size = glb_u32(data + at);
        uint32_t kind = glb_u32(data + at + 4);
        at += GLB_CHUNK_HEADER;
        if (chunk_size > length - at)
            return kdi_gltf_error(gltf, KD_TRUNCATED, NULL, "chunk %d of the .glb goes beyond its end", chunk);
        if (chunk == 0 && kind == GLB_CHUNK_JSON) {
            text = data + at;
            text_size = chunk_size;
        } else if (chunk == 1 && kind == GLB_CHUNK_BIN) {
            gltf->chunk = data + at;
            gltf->chunk_size = chunk_size;
        }
        at += chunk_size;
    }
    if (!text)
        return kdi_gltf_error(gltf, KD_SYNTAX, NULL, "the first chunk of the .glb is not JSON");
    return container_parse(gltf, (const char *)text, text_size);
}

bool kdi_gltf_open(kdi_gltf *gltf, const unsigned char *data, size_t size)
{
    if (size > gltf->desc->limits.file_bytes)
        return kdi_gltf_error(gltf, KD_LIMIT, NULL, "the file has %zu bytes, the limit is %zu", size,
                              gltf->desc->limits.file_bytes);
    if (size >= 4 && glb_u32(data) == GLB_MAGIC)
        return glb_open(gltf, data, size);
    return container_parse(gltf, (const char *)data, size);
}

static int uri_hex(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Undoes percent encoding. False if it does not fit or is malformed. */
static bool uri_decode(const char *uri, char *path, size_t capacity)
{
    size_t length = 0;
    for (const char *p = uri; *p; p++) {
        char c = *p;
        if (c == '%') {
            int high = uri_hex(p[1]);
            int low = high < 0 ? -1 : uri_hex(p[2]);
            if (low < 0 || high * 16 + low == 0)
                return false;
            c = (char)(high * 16 + low);
            p += 2;
        }
        if (length + 1 >= capacity)
            return false;
        path[length++] = c;
    }
    path[length] = '\0';
    return length > 0;
}

/* Relative, below the folder, no scheme or drive: each step of the path is a name. */
static bool uri_is_inside(const char *path)
{
    if (strpbrk(path, ":\\"))
        return false;
    for (const char *step = path;; step++) {
        size_t length = strcspn(step, "/");
        if (length == 0 || (length == 2 && step[0] == '.' && step[1] == '.'))
            return false;
        step += length;
        if (!*step)
            return true;
    }
}

static bool buffer_load_file(kdi_gltf *gltf, const kdi_json *at, const char *uri, kdi_gltf_buffer *buffer)
{
    char name[GLB_LARGEST_PATH];
    char path[GLB_LARGEST_PATH * 2];
    if (!uri_decode(uri, name, sizeof name) || !uri_is_inside(name))
        return kdi_gltf_error(gltf, KD_UNSUPPORTED, at,
                              "'%.100s' is not opened: a buffer must be a relative path inside the file's folder", uri);
    if (!gltf->desc->folder)
        return kdi_gltf_error(gltf, KD_UNSUPPORTED, at,
                              "'%.100s' is not opened: files beside this one are not allowed here", uri);
    int length = snprintf(path, sizeof path, "%s/%s", gltf->desc->folder, name);
    if (length < 0 || (size_t)length >= sizeof path)
        return kdi_gltf_error(gltf, KD_LIMIT, at, "the path of the buffer is too long");
    kd_result result = kd_file_read(path, gltf->desc->limits.file_bytes, &buffer->own, gltf->findings);
    return result == KD_OK ? true : kdi_gltf_error(gltf, result, at, "the buffer '%.100s' cannot be read", uri);
}

static bool buffer_load_uri(kdi_gltf *gltf, const kdi_json *at, const char *uri, kdi_gltf_buffer *buffer)
{
    if (strncmp(uri, "data:", 5) != 0)
        return buffer_load_file(gltf, at, uri, buffer);
    const char *comma = strchr(uri, ',');
    if (!comma || comma - uri < 7 || strncmp(comma - 7, ";base64", 7) != 0)
        return kdi_gltf_error(gltf, KD_UNSUPPORTED, at, "expected base64 data in the data URI");
    kd_result result = kdi_base64_decode(comma + 1, strlen(comma + 1), &buffer->own);
    if (result == KD_OUT_OF_MEMORY)
        return kdi_gltf_no_memory(gltf);
    return result == KD_OK ? true : kdi_gltf_error(gltf, result, at, "the base64 data is malformed");
}

static bool buffer_load(kdi_gltf *gltf, const kdi_json *json, kdi_gltf_buffer *buffer, bool is_first)
{
    kdi_json uri_at = kdi_json_member(json, "uri");
    kdi_json length_at = kdi_json_member(json, "byteLength");
    const char *uri = NULL;
    int64_t length = -1;
    if (!kdi_json_get_text(gltf, &uri_at, &uri) || !kdi_json_get_int(gltf, &length_at, 0, INT64_C(1) << 48, &length))
        return false;
    if (length < 0)
        return kdi_gltf_error(gltf, KD_ELEMENT_MISSING, &length_at, "a buffer must state its byteLength");
    if (uri) {
        if (!buffer_load_uri(gltf, &uri_at, uri, buffer))
            return false;
        buffer->data = buffer->own.data;
        buffer->size = buffer->own.size;
    } else if (is_first && gltf->chunk) {
        buffer->data = gltf->chunk;
        buffer->size = gltf->chunk_size;
    } else {
        return kdi_gltf_error(gltf, KD_ELEMENT_MISSING, &uri_at, "the buffer has neither a uri nor a chunk of a .glb");
    }
    if ((uint64_t)length > buffer->size)
        return kdi_gltf_error(gltf, KD_TRUNCATED, json, "the buffer should have %lld bytes but has %zu",
                              (long long)length, buffer->size);
    buffer->size = (size_t)length;
    if (!buffer->data)
        buffer->data = (const unsigned char *)""; /* an empty one still has a place to count from */
    return true;
}

bool kdi_gltf_load_buffers(kdi_gltf *gltf)
{
    kdi_json list = kdi_json_member(&gltf->top, "buffers");
    int32_t count = 0;
    if (!kdi_json_get_count(gltf, &list, &count))
        return false;
    gltf->buffers = KDI_ARENA_PUSH(&gltf->scratch, kdi_gltf_buffer, (size_t)count);
    if (!gltf->buffers)
        return kdi_gltf_no_memory(gltf);
    size_t total = 0;
    for (int32_t i = 0; i < count; i++) {
        kdi_json json = kdi_json_item(&list, (size_t)i);
        gltf->buffers[i].own = kd_buffer_make(&gltf->desc->allocator);
        gltf->buffer_count = i + 1;
        if (!buffer_load(gltf, &json, &gltf->buffers[i], i == 0))
            return false;
        total += gltf->buffers[i].own.size;
        if (total > gltf->desc->limits.file_bytes)
            return kdi_gltf_error(gltf, KD_LIMIT, &json, "the buffers are larger than the limit of %zu bytes",
                                  gltf->desc->limits.file_bytes);
    }
    return true;
}

void kdi_gltf_close(kdi_gltf *gltf)
{
    for (int32_t i = 0; i < gltf->buffer_count; i++)
        kd_buffer_free(&gltf->buffers[i].own);
    kdi_arena_free(&gltf->scratch);
    json_decref(gltf->root);
}
