/* The linear system of an RBF node, in double: places, targets, kernel. Distances are counted in a unit of the node's
 * own (the largest distance between keys, or the kernel's width), so that neither the numbers nor the weight decay
 * depend on whether inputs are degrees or radians. */
#ifndef KDI_COMPILE_RBF_SYSTEM_H
#define KDI_COMPILE_RBF_SYSTEM_H

#include "base/arena.h"
#include "compile/rbf_map.h"

/* The kernel of s = (factor * distance / radius)^2; of a power it is that of the plain distance over unit^power. */
typedef struct kdi_rbf_shape {
    int32_t kernel; /* kd_rbf_kernel */
    int32_t power;
    double factor;
    double bend; /* even powers: the logarithm of the unit */
} kdi_rbf_shape;

/* width 0: the kernel has none. unit: the largest distance. */
kdi_rbf_shape kdi_rbf_shape_make(const kd_rbf_interp *rbf, double width, double unit);
double kdi_rbf_phi(const kdi_rbf_shape *shape, double s);

/* What weights for kdi_rbf_phi are multiplied by to be weights for the kernel of the plain distance. */
double kdi_rbf_shape_gain(const kdi_rbf_shape *shape);

bool kdi_rbf_has_width(const kd_rbf_interp *rbf);

/* Keys nearer to each other than this part of the largest distance are at one place: floats cannot tell them apart. */
#define KDI_RBF_SAME_PLACE 1e-6

typedef struct kdi_rbf_system {
    const kd_rbf_interp *rbf;
    kdi_arena arena;
    kdi_rbf_sizes sizes;
    kdi_rbf_shape shape;
    double width;
    double unit;         /* the largest distance between keys; 1 without any */
    int32_t key_count;   /* active keys */
    int32_t place_count; /* of different places */
    int32_t *keys;       /* [key]: index in the node */
    int32_t *places;     /* [key] */
    int32_t *firsts;     /* [place]: the first key there, index into keys */
    double *features;    /* [place][feature] */
    double *linear;      /* [place][component] */
    double *targets;     /* [sum][place]: the mean of the keys there */
    double *factors;     /* [place]: 1 / radius^2 */
    double *squares;     /* [place][place]: of distances */
    bool has_radii;
} kdi_rbf_system;

/* left_out: keys of the node to leave out, one byte each; NULL: only those that are muted. width: to use instead of
 * what the node says; 0: none. Free in any case. */
kd_result kdi_rbf_system_build(kdi_rbf_system *system, const kd_rbf_interp *rbf, const uint8_t *left_out, double width,
                               const kd_allocator *allocator);
void kdi_rbf_system_free(kdi_rbf_system *system);

/* What was solved. Memory of the system. */
typedef struct kdi_rbf_solution {
    kd_rbf_method wanted, used;
    double condition;
    int32_t linear_count, linear_rank;
    double *weights;  /* [sum][place], for kdi_rbf_phi */
    double *linear;   /* [sum][1 + component]: constant, then the plain linear features; NULL: none */
    double *left_out; /* [sum][place]: errors of the functions solved without the place; NULL: not known */
} kdi_rbf_solution;

/* KD_OK or KD_OUT_OF_MEMORY. wants_left_out: only direct methods know it. */
kd_result kdi_rbf_system_solve(kdi_rbf_system *system, bool wants_left_out, kdi_rbf_solution *solution);

/* The sums at a place given by its features and linear features, without the base. */
void kdi_rbf_solution_sums(const kdi_rbf_system *system, const kdi_rbf_solution *solution, const double *features,
                           const double *linear, double *sums);

#endif
