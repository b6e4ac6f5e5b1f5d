/* What the checks of a scene's parts share. */
#include "model/validate.h"

#include "text/findings.h"
#include "text/utf8.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double VALIDATE_UNIT_TOLERANCE = 1e-4;

void kdi_tally_add(kdi_tally *tally, size_t element)
{
    if (tally->count++ == 0)
        tally->first = element;
}

static void check_keep_result(kdi_check *check, kd_result code)
{
    if (check->result == KD_OK)
        check->result = code;
}

void kdi_check_tally(kdi_check *check, const kdi_tally *tally, kd_result code, const char *element, const char *what)
{
    if (tally->count == 0)
        return;
    kdi_place place = {0, 0, check->path};
    check_keep_result(check, code);
    if (tally->count == 1)
        KDI_ERROR(check->findings, code, &place, "%s at %s %zu", what, element, tally->first);
    else
        KDI_ERROR(check->findings, code, &place, "%s at %s %zu, and %zu more like it", what, element, tally->first,
                  tally->count - 1);
}

void kdi_check_fail(kdi_check *check, kd_result code, const char *text)
{
    kdi_place place = {0, 0, check->path};
    check_keep_result(check, code);
    KDI_ERROR(check->findings, code, &place, "%s", text);
}

static bool check_can_show(const char *name)
{
    return name && name[0] != '\0' && kdi_utf8_valid_length(name, strlen(name)) == strlen(name);
}

void kdi_check_enter(kdi_check *check, const char *parent, const char *kind, const char *name, int32_t index)
{
    const char *slash = parent[0] ? "/" : "";
    if (check_can_show(name))
        snprintf(check->path, sizeof check->path, "%s%s%s %s", parent, slash, kind, name);
    else
        snprintf(check->path, sizeof check->path, "%s%s%s #%d", parent, slash, kind, (int)index);
}

bool kdi_check_name(kdi_check *check, const char *name)
{
    if (!name) {
        kdi_check_fail(check, KD_NAME_INVALID, "the name is missing; what has no name has an empty one");
        return false;
    }
    if (kdi_utf8_valid_length(name, strlen(name)) != strlen(name)) {
        kdi_check_fail(check, KD_ENCODING, "the name is not valid UTF-8");
        return false;
    }
    return true;
}

bool kdi_is_finite(float value)
{
    return isfinite(value) != 0;
}

bool kdi_is_unit(kd_quat q)
{
    double square = (double)q.x * q.x + (double)q.y * q.y + (double)q.z * q.z + (double)q.w * q.w;
    return fabs(sqrt(square) - 1.0) <= VALIDATE_UNIT_TOLERANCE;
}

void kdi_check_finite(kdi_check *check, const float *values, size_t count, size_t stride, const char *element,
                      const char *what)
{
    kdi_tally bad = {0, 0};
    for (size_t i = 0; i < count; i++)
        if (!kdi_is_finite(values[i]))
            kdi_tally_add(&bad, i / stride);
    kdi_check_tally(check, &bad, KD_NUMBER, element, what);
}
