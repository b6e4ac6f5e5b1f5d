/* Between the ports of an RBF node and the numbers that are interpolated, in double: inputs become features and linear
 * features, outputs become sums and sums become outputs. The runtime does the same in float (eval/rbf_lanes.h). */
#ifndef KDI_COMPILE_RBF_MAP_H
#define KDI_COMPILE_RBF_MAP_H

#include "kinedriver/rbf.h"

/* How much there is of everything. */
typedef struct kdi_rbf_sizes {
    int32_t in;       /* components of the inputs; as many linear features */
    int32_t out;      /* components of the outputs; as many weights in a key */
    int32_t features; /* whose plain distance counts */
    int32_t sums;     /* interpolated: a rotation has three */
} kdi_rbf_sizes;

kdi_rbf_sizes kdi_rbf_measure(const kd_rbf_interp *rbf);

/* KD_OK if counts, values and sizes are such that all below is safe: lists of the right length, no scale that has no
 * logarithm. */
kd_result kdi_rbf_check(const kd_rbf_interp *rbf, kd_findings *findings);

/* Features of an input; linear: one for each component (NULL: not wanted). */
void kdi_rbf_features(const kd_rbf_interp *rbf, const double *in, double *features, double *linear);

/* Scale that a component's linear feature has in the measure of distance; 0: a component without linear feature. */
void kdi_rbf_linear_scales(const kd_rbf_interp *rbf, double *scales);

/* What a key wants, relative to the base and by its influence. */
void kdi_rbf_targets(const kd_rbf_interp *rbf, const kd_rbf_key *key, double *sums);

/* The sums without any key. */
void kdi_rbf_bases(const kd_rbf_interp *rbf, double *sums);

/* Sums to outputs: rotations, scales, no negative numbers, normalised. */
void kdi_rbf_outputs(const kd_rbf_interp *rbf, const double *sums, double *out);

/* The place of a sum among the components of the outputs. */
void kdi_rbf_sum_components(const kd_rbf_interp *rbf, int32_t *components);

/* For each sum the output it belongs to. */
void kdi_rbf_sum_outputs(const kd_rbf_interp *rbf, int32_t *outputs);

/* Lowest and highest value of each input component at the active keys; 0 0 without any. */
void kdi_rbf_ranges(const kd_rbf_interp *rbf, double *low, double *high);

/* The inputs as the function sees them: softly clamped where the node wants that. */
void kdi_rbf_clamp(const kd_rbf_interp *rbf, const double *low, const double *high, double *in);

/* Index 0 to 2 of a signed axis. */
int32_t kdi_rbf_axis(int32_t signed_axis);

/* A base component of an output with the default that an empty list means. */
double kdi_rbf_base(const kd_rbf_output *output, int32_t component);

/* Whether a component of the inputs is a plain number, not part of a rotation. */
void kdi_rbf_plain_components(const kd_rbf_interp *rbf, bool *plain);

#endif
