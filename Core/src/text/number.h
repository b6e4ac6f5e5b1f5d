/* Numbers to text and back, the same in every locale. */
#ifndef KDI_TEXT_NUMBER_H
#define KDI_TEXT_NUMBER_H

#include <stddef.h>

enum { KDI_NUMBER_SIZE = 32 }; /* holds any number written here, terminator included */

/* Reads a decimal number (optional sign, digits, point, exponent; neither hexadecimal nor "nan" nor "inf") at the start
 * of [text, end). Returns the first character after it, or NULL if there is no number or it is too large to be finite.
 * Correctly rounded; too small a number gives a denormal or zero. Nothing is skipped before the number. */
const char *kdi_number_parse(const char *text, const char *end, double *value);

/* 10^0 to 10^22: the powers of ten that a double holds exactly. */
extern const double kdi_number_powers[23];

/* The shortest decimal text that reads back as the same double. A number that is not finite is written as 0: callers
 * never have one. Returns the length. */
int kdi_number_format(double value, char text[KDI_NUMBER_SIZE]);

/* The shortest decimal text that reads back as the same float. */
int kdi_number_format_float(float value, char text[KDI_NUMBER_SIZE]);

#endif
