/* RBF code from outside: refused, or run without harm and with finite results. */
#include "kinedriver/rbf_eval.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    void *copy = malloc(size ? size : 1);
    memcpy(copy, data, size);
    const kd_rbf_code *code = kd_rbf_code_open(copy, size, NULL);
    if (code && kd_rbf_register_count(code) < 1 << 16) {
        size_t count = (size_t)kd_rbf_register_count(code);
        float *registers = (float *)calloc(count * 8 + 1, sizeof(float));
        for (size_t i = 0; i < count * 8; i++)
            registers[i] = i % 5 ? (float)i * 0.1f : (float)NAN;
        kd_rbf_run(code, registers);
        kd_rbf_run_batch(code, registers, 8);
        free(registers);
    }
    free(copy);
    return 0;
}
