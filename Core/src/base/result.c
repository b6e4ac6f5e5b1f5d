/* Texts of the result codes, made from the one list in result.h. */
#include "kinedriver/result.h"

const char *kd_result_text(kd_result result)
{
    switch (result) {
#define KD_RESULT_CASE(name, number, text) \
    case KD_##name:                        \
        return text;
        KD_RESULT_LIST(KD_RESULT_CASE)
#undef KD_RESULT_CASE
    }
    return "unknown result code";
}

const char *kd_result_name(kd_result result)
{
    switch (result) {
#define KD_RESULT_CASE(name, number, text) \
    case KD_##name:                        \
        return #name;
        KD_RESULT_LIST(KD_RESULT_CASE)
#undef KD_RESULT_CASE
    }
    return "UNKNOWN";
}
