/* What went wrong, where, in words. A kd_error is a plain value: no memory to free, copied freely between threads. */
#ifndef KINEDRIVER_ERROR_H
#define KINEDRIVER_ERROR_H

#include "kinedriver/result.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { KD_ERROR_PATH_SIZE = 128, KD_ERROR_TEXT_SIZE = 256 };

typedef struct kd_error {
    kd_result code;
    int line;                      /* 1-based; 0 where a place in a text makes no sense */
    int column;                    /* 1-based, in bytes; 0 if unknown */
    char path[KD_ERROR_PATH_SIZE]; /* the element, node or joint concerned, outermost first; may be empty */
    char text[KD_ERROR_TEXT_SIZE]; /* one sentence without a final stop, UTF-8, cut at a character boundary */
} kd_error;

/* Fills an error without a place. A NULL text stands for the code's general text. error may be NULL. Returns code. */
kd_result kd_error_set(kd_error *error, kd_result code, const char *text);

#ifdef __cplusplus
}
#endif
#endif
