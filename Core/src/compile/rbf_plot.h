/* The parts of a picture of an RBF. */
#ifndef KDI_COMPILE_RBF_PLOT_H
#define KDI_COMPILE_RBF_PLOT_H

#include "compile/rbf_node.h"
#include "compile/svg.h"

/* A rectangle of the picture and what it shows: x and y grow to the right and upwards. */
typedef struct kdi_plot_frame {
    double left, top, width, height;
    double x_low, x_high, y_low, y_high;
} kdi_plot_frame;

double kdi_plot_x(const kdi_plot_frame *frame, double x);
double kdi_plot_y(const kdi_plot_frame *frame, double y);

/* Axes with round numbers, and their names. */
void kdi_plot_axes(kdi_svg *svg, const kdi_plot_frame *frame, const char *x_name, const char *y_name);

/* Values at the corners of a grid, row after row from the lowest y on, as bands of colour with contours. */
typedef struct kdi_plot_field {
    int columns, rows;
    const double *values;
    double low, high;
} kdi_plot_field;
void kdi_plot_heat(kdi_svg *svg, const kdi_plot_frame *frame, const kdi_plot_field *field);

/* A bar with the colours and numbers of a field, to the right of the frame. */
void kdi_plot_legend(kdi_svg *svg, const kdi_plot_frame *frame, const kdi_plot_field *field);

/* "#rrggbb" for a part from 0 to 1. */
void kdi_plot_colour(double part, char text[8]);

/* The step of round numbers that divides a range into about `count`. */
double kdi_plot_step(double range, int count);

#endif
