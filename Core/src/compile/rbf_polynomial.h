/* The linear term of an RBF system: its columns at the places, how many of them the places determine, and the way from
 * the coefficients solved to plain ones. */
#ifndef KDI_COMPILE_RBF_POLYNOMIAL_H
#define KDI_COMPILE_RBF_POLYNOMIAL_H

#include "compile/rbf_system.h"

/* Columns: one, then every linear feature less its mean, in units of the largest distance. */
typedef struct kdi_rbf_polynomial {
    int count;          /* columns; 0: no linear term */
    int rank;           /* how many count */
    int *components;    /* [column]: of the inputs; -1 for the constant */
    double *means;      /* [column] */
    double *scales;     /* [column] */
    double *basis;      /* [rank][place]: what spans the columns; the columns themselves if all count */
    double *back;       /* [rank][column]: coefficients of the columns from those of the basis; NULL: the same */
    double *complement; /* [place - rank][place]: what is square to all columns; only if asked for */
} kdi_rbf_polynomial;

/* KD_OK or KD_OUT_OF_MEMORY. */
kd_result kdi_rbf_polynomial_build(kdi_rbf_system *system, bool wants_complement, kdi_rbf_polynomial *polynomial);

/* Coefficients of the basis for one sum to its plain row: constant, then components. */
void kdi_rbf_polynomial_row(const kdi_rbf_system *system, const kdi_rbf_polynomial *polynomial,
                            const double *coefficients, double *row);

#endif
