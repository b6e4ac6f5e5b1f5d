/* Numbers to text and back, the same in every locale.
 *
 * Reading: up to 19 digits are gathered in an integer. If it is below 2^53 and the power of ten is at most 22, both are
 * exact doubles and one multiplication or division rounds correctly (Clinger's fast path); everything else goes to
 * strtod, whose only dependence on the locale, the decimal point, is put in place first. */
#include "text/number.h"

#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const double kdi_number_powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

enum { NUMBER_EXACT_POWER = 22, NUMBER_SLOW_SIZE = 1024, NUMBER_LARGEST_EXPONENT = 100000 };

typedef struct number_scan {
    const char *digits_begin; /* after the sign */
    const char *end;
    uint64_t mantissa;
    int exponent; /* value = mantissa * 10^exponent */
    int negative;
    int inexact; /* digits were left out of the mantissa */
} number_scan;

static int number_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static void number_take_digit(number_scan *scan, char c, int after_point)
{
    if (scan->mantissa <= (UINT64_MAX - 9) / 10) {
        scan->mantissa = scan->mantissa * 10 + (uint64_t)(c - '0');
        scan->exponent -= after_point;
    } else {
        scan->inexact |= c != '0';
        scan->exponent += !after_point;
    }
}

static const char *number_scan_exponent(number_scan *scan, const char *at, const char *end)
{
    const char *p = at + 1;
    int negative = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+'))
        p++;
    if (p >= end || !number_is_digit(*p))
        return at; /* an "e" that begins something else */
    int exponent = 0;
    for (; p < end && number_is_digit(*p); p++)
        if (exponent < NUMBER_LARGEST_EXPONENT)
            exponent = exponent * 10 + (*p - '0');
    scan->exponent += negative ? -exponent : exponent;
    return p;
}

static int number_scan_text(number_scan *scan, const char *text, const char *end)
{
    const char *p = text;
    memset(scan, 0, sizeof *scan);
    if (p < end && (*p == '-' || *p == '+'))
        scan->negative = *p++ == '-';
    scan->digits_begin = p;
    int digits = 0;
    for (; p < end && number_is_digit(*p); p++, digits++)
        number_take_digit(scan, *p, 0);
    if (p < end && *p == '.') {
        const char *point = p++;
        for (; p < end && number_is_digit(*p); p++, digits++)
            number_take_digit(scan, *p, 1);
        if (p == point + 1 && digits == 0)
            return 0;
    }
    if (digits == 0)
        return 0;
    if (p < end && (*p == 'e' || *p == 'E'))
        p = number_scan_exponent(scan, p, end);
    scan->end = p;
    return 1;
}

/* strtod on "mantissa e exponent": without a decimal point there is nothing for the locale to change. */
static double number_slow(const number_scan *scan)
{
    char text[NUMBER_SLOW_SIZE];
    size_t length = 0;
    int exponent = 0;
    int after_point = 0;
    int significant = 0;
    for (const char *p = scan->digits_begin; p < scan->end && *p != 'e' && *p != 'E'; p++) {
        if (*p == '.') {
            after_point = 1;
            continue;
        }
        significant |= *p != '0';
        if (significant && length < NUMBER_SLOW_SIZE - 32) {
            text[length++] = *p;
            exponent -= after_point;
        } else if (significant) {
            if (*p != '0')
                text[length - 1] = '1'; /* a sticky digit: beyond any halfway case, only "more than" matters */
            exponent += !after_point;
        } else {
            exponent -= after_point;
        }
    }
    if (length == 0)
        return 0.0;
    number_scan only_exponent = {0};
    for (const char *p = scan->digits_begin; p < scan->end; p++)
        if (*p == 'e' || *p == 'E')
            number_scan_exponent(&only_exponent, p, scan->end);
    snprintf(text + length, 32, "e%d", exponent + only_exponent.exponent);
    return strtod(text, NULL);
}

const char *kdi_number_parse(const char *text, const char *end, double *value)
{
    number_scan scan;
    if (!number_scan_text(&scan, text, end))
        return NULL;
    double magnitude;
    int exact = !scan.inexact && scan.mantissa <= (UINT64_C(1) << 53);
    if (scan.mantissa == 0)
        magnitude = 0.0;
    else if (exact && scan.exponent >= 0 && scan.exponent <= NUMBER_EXACT_POWER)
        magnitude = (double)scan.mantissa * kdi_number_powers[scan.exponent];
    else if (exact && scan.exponent < 0 && scan.exponent >= -NUMBER_EXACT_POWER)
        magnitude = (double)scan.mantissa / kdi_number_powers[-scan.exponent];
    else
        magnitude = number_slow(&scan);
    if (!isfinite(magnitude))
        return NULL;
    *value = scan.negative ? -magnitude : magnitude;
    return scan.end;
}

/* Replaces the locale's decimal point and shortens the exponent ("1e+06" to "1e6"). */
static int number_tidy(char text[KDI_NUMBER_SIZE])
{
    const char *point = localeconv()->decimal_point;
    char *at = strcmp(point, ".") != 0 ? strstr(text, point) : NULL;
    if (at) {
        *at = '.';
        memmove(at + 1, at + strlen(point), strlen(at + strlen(point)) + 1);
    }
    char *e = strchr(text, 'e');
    if (e) {
        const char *from = e + 1;
        char *to = e + 1;
        if (*from == '-')
            *to++ = *from++;
        else if (*from == '+')
            from++;
        while (*from == '0' && from[1] != '\0')
            from++;
        memmove(to, from, strlen(from) + 1);
    }
    return (int)strlen(text);
}

int kdi_number_format(double value, char text[KDI_NUMBER_SIZE])
{
    if (!isfinite(value))
        value = 0.0;
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, KDI_NUMBER_SIZE, "%.*g", digits, value);
        if (strtod(text, NULL) == value) /* the same locale reads what it has written */
            break;
    }
    return number_tidy(text);
}

/* Whole number / 10^places without zeros at the end. */
static int number_write_decimal(uint64_t whole, int places, int negative, char text[KDI_NUMBER_SIZE])
{
    char digits[24];
    int count = 0, length = 0;
    for (; places > 0 && whole % 10 == 0; places--)
        whole /= 10;
    do {
        digits[count++] = (char)('0' + whole % 10);
        whole /= 10;
    } while (whole > 0 || count <= places);
    if (negative)
        text[length++] = '-';
    while (count > 0) {
        if (count == places)
            text[length++] = '.';
        text[length++] = digits[--count];
    }
    text[length] = '\0';
    return length;
}

/* A float of ordinary size with as few digits, from 6 on, as read back the same; 0 where that is not certain. The float
 * has 24 bits and 10^12 without its factors of two 28, so that their product is exact in a double, and the decimal
 * rounded from it is the one that printf finds. */
static int number_format_ordinary(float value, char text[KDI_NUMBER_SIZE])
{
    static const double starts[] = {1e-4, 1e-3, 1e-2, 1e-1, 1e0, 1e1, 1e2, 1e3, 1e4, 1e5};
    double size = fabs((double)value);
    if (size == 0.0)
        return number_write_decimal(0, 0, signbit(value) != 0, text);
    if (size < starts[0] || size >= starts[9])
        return 0;
    int exponent = -4;
    while (size >= starts[exponent + 5])
        exponent++;
    for (int places = 5 - exponent; places <= 8 - exponent; places++) {
        double scaled = size * kdi_number_powers[places];
        uint64_t whole = (uint64_t)scaled, bits;
        double rest = scaled - (double)whole;
        whole += rest > 0.5 || (rest == 0.5 && whole % 2 == 1);
        double back = (double)whole / kdi_number_powers[places];
        memcpy(&bits, &back, sizeof bits);
        if ((bits & UINT64_C(0x1FFFFFFF)) == UINT64_C(0x10000000))
            return 0; /* halfway between two floats as a double, and perhaps not by itself */
        if ((float)back == (float)size)
            return number_write_decimal(whole, places, value < 0.0f, text);
    }
    return 0;
}

int kdi_number_format_float(float value, char text[KDI_NUMBER_SIZE])
{
    if (!isfinite(value))
        value = 0.0f;
    int length = number_format_ordinary(value, text);
    if (length > 0)
        return length;
    for (int digits = 6; digits <= 9; digits++) {
        snprintf(text, KDI_NUMBER_SIZE, "%.*g", digits, (double)value);
        if (strtof(text, NULL) == value)
            break;
    }
    return number_tidy(text);
}
