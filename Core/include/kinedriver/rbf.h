/* Radial basis functions, the authoring half: solving, report, reduction, evaluation in double, code for the runtime
 * (kinedriver/rbf_eval.h), pictures, and models as files of their own. A model is an RBFInterp node of a rig; read from
 * a file of its own it is the only node of a rig. Formulas and the choice of methods: Core/docs/rbf.md. */
#ifndef KINEDRIVER_RBF_H
#define KINEDRIVER_RBF_H

#include "kinedriver/buffer.h"
#include "kinedriver/file.h"
#include "kinedriver/rbf_eval.h"
#include "kinedriver/rig.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum kd_rbf_method {
    KD_RBF_METHOD_NONE,      /* no key is active: the outputs keep their base */
    KD_RBF_METHOD_CHOLESKY,  /* definite kernel without linear term */
    KD_RBF_METHOD_SYMMETRIC, /* indefinite: Bunch and Kaufman's factors */
    KD_RBF_METHOD_LU,        /* not symmetric: keys with radii of their own */
    KD_RBF_METHOD_QR,        /* weight decay: least squares of the stacked system */
    KD_RBF_METHOD_SVD,       /* singular: the shortest least-squares solution */
    KD_RBF_METHOD_COUNT
} kd_rbf_method;

const char *kd_rbf_method_text(kd_rbf_method method);

typedef struct kd_rbf_key_report {
    int32_t key;     /* index in the node */
    int32_t same_as; /* an earlier key at the same place; -1: none */
    double residual; /* how far the function misses the key; as below */
    double left_out; /* how far a function solved without the key misses it; -1: not known */
} kd_rbf_key_report;

/* Errors are the largest over the outputs, in what is interpolated: the outputs' own units, radians for rotations,
 * natural logarithms for scales. */
typedef struct kd_rbf_report {
    kd_rbf_method wanted; /* the method for this kind of function */
    kd_rbf_method used;   /* another one: the fallback that was needed */
    double condition;     /* of the system solved, an estimate */
    double width;         /* that the kernel used; 1 for those that have none */
    int32_t linear_count; /* columns of the linear term: the constant and the components; 0: none */
    int32_t linear_rank;  /* how many of them the keys determine; the rest is zero */
    double range;         /* of the outputs at the keys, the largest */
    double residual, left_out;
    double float_error; /* to be expected from float evaluation, as a part of the range */
    kd_rbf_key_report *keys;
    int32_t key_count; /* active keys */
    kd_allocator allocator;
} kd_rbf_report;

/* allocator NULL: the default one. */
kd_rbf_report kd_rbf_report_make(const kd_allocator *allocator);
void kd_rbf_report_free(kd_rbf_report *report);

/* Solves the node and stores the weights in it. report may be NULL, which is faster; otherwise it is filled anew.
 * Degenerate sets of keys are no errors: a warning says what was done. */
kd_result kd_rbf_solve(kd_rig *rig, kd_node *node, kd_rbf_report *report, kd_findings *findings);

/* Whether all active keys have weights. */
bool kd_rbf_is_solved(const kd_rbf_interp *rbf);

/* Removes keys as long as the function solved from the others misses no key by more than the tolerance, a part of the
 * range of its output; muted keys stay. Then solves. Keys are taken in by the largest error and tried again one by one
 * at the end. */
kd_result kd_rbf_reduce(kd_rig *rig, kd_node *node, double tolerance, kd_findings *findings);

/* Evaluates a solved node in double at `count` places. in and out: all components of one place after the other. */
kd_result kd_rbf_evaluate(const kd_rbf_interp *rbf, const double *in, int32_t count, double *out,
                          const kd_allocator *allocator, kd_findings *findings);

/* A model from plain arrays: float inputs and outputs, one row for each key. Names may be NULL, as a whole or one by
 * one. The node, with the format's defaults, can be changed before it is solved. NULL without memory. */
typedef struct kd_rbf_arrays {
    int32_t key_count, input_count, output_count;
    const double *in;  /* key_count rows of input_count */
    const double *out; /* key_count rows of output_count */
    const char *const *key_names;
    const char *const *input_names;
    const char *const *output_names;
} kd_rbf_arrays;
kd_node *kd_rbf_add_node(kd_rig *rig, const char *name, const kd_rbf_arrays *arrays);

/* Code for given places in a register file. Several solved nodes that share (below) become one code: distances and
 * kernel are computed once for all of them. */
typedef struct kd_rbf_lower_desc {
    const uint32_t *inputs;  /* the register of each input component, of the first node */
    const uint32_t *outputs; /* the register of each output component, node after node */
    uint32_t temporary;      /* the first of kd_rbf_temporaries registers that runs may overwrite */
    uint32_t register_count; /* of the file; 0: as many as the code needs */
} kd_rbf_lower_desc;

/* Appends to `code`, whose data is aligned to 4 if it was empty. */
kd_result kd_rbf_lower(const kd_rbf_interp *const *nodes, int32_t count, const kd_rbf_lower_desc *desc, kd_buffer *code,
                       kd_findings *findings);
uint32_t kd_rbf_temporaries(const kd_rbf_interp *const *nodes, int32_t count);

/* Whether two nodes that read the same inputs can become one code: same inputs, active keys' places and radii, kernel,
 * width and clamping. */
bool kd_rbf_can_share(const kd_rbf_interp *a, const kd_rbf_interp *b);

/* Input and output components: 1, 3 or 4 for each port. */
int32_t kd_rbf_input_components(const kd_rbf_interp *rbf);
int32_t kd_rbf_output_components(const kd_rbf_interp *rbf);

/* A picture of a solved node with float inputs as SVG: with one input the curve, otherwise a slice as heat map with
 * contours; beside it the kernels of the single keys. */
typedef struct kd_rbf_plot_desc {
    int32_t output;      /* component of the outputs */
    int32_t x, y;        /* components of the inputs that are drawn */
    const double *fixed; /* the other components; NULL: the middle of the keys */
} kd_rbf_plot_desc;
kd_rbf_plot_desc kd_rbf_plot_desc_default(void);
kd_result kd_rbf_plot(const kd_rbf_interp *rbf, const kd_rbf_plot_desc *desc, kd_buffer *svg, kd_findings *findings);

/* A model as a JSON file, and keys as a table of numbers: a first line with `in:NAME` and `out:NAME` columns and
 * perhaps `name`, parted by commas, semicolons or tabs. On success *out is a rig whose first node is the model. */
kd_result kd_rbf_read_json(const void *data, size_t size, const kd_read_desc *desc, kd_rig **out,
                           kd_findings *findings);
kd_result kd_rbf_read_csv(const void *data, size_t size, const kd_read_desc *desc, kd_rig **out, kd_findings *findings);
kd_result kd_rbf_write_json(const kd_rig *rig, const kd_node *node, kd_buffer *json, kd_findings *findings);

#ifdef __cplusplus
}
#endif
#endif
