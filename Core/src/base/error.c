/* Filling of kd_error values. No formatting here: the runtime half does without stdio. */
#include "kinedriver/error.h"

#include "base/text_copy.h"

kd_result kd_error_set(kd_error *error, kd_result code, const char *text)
{
    if (error) {
        error->code = code;
        error->line = 0;
        error->column = 0;
        error->path[0] = '\0';
        kdi_text_copy(error->text, sizeof error->text, text ? text : kd_result_text(code));
    }
    return code;
}
