#!/usr/bin/env python3
"""Writes what scipy's RBFInterpolator gives for random keys: one line for each case.

    scipy_table.py FIRST_SEED > scipy_table.txt

A line holds kernel (as in Tests/support/rbf.h), linear term (0, 1), keys, inputs, outputs, width, seed, then the outputs at
three places. Keys and places come from the generator of Tests/support/test.c, so that they need not be stored.
"""
import sys
import warnings

import numpy
from scipy.interpolate import RBFInterpolator

MASK = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15
KERNELS = {0: "linear", 1: "thin_plate_spline", 2: "cubic", 4: "quintic", 5: "gaussian", 6: "multiquadric",
           7: "inverse_quadratic", 8: "inverse_multiquadric"}
SIZES = [(2, 1), (3, 2), (5, 3), (8, 3), (13, 12), (16, 6), (33, 4), (64, 6), (100, 9), (256, 3), (256, 12)]
OUTPUTS, PLACES = 2, 3


class Random:
    def __init__(self, seed):
        self.state = (seed * STEP + 1) & MASK

    def between(self, low, high):
        self.state = (self.state + STEP) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return low + (high - low) * (((z ^ (z >> 31)) >> 32) + 0.5) / 4294967296.0


def main():
    warnings.simplefilter("ignore")
    seed = int(sys.argv[1])
    for kernel, name in KERNELS.items():
        for linear in (0, 1):
            for keys, inputs in SIZES:
                seed += 1
                random = Random(seed)
                places = numpy.array([[random.between(0, 1) for _ in range(inputs)] for _ in range(keys)])
                values = numpy.array([[random.between(-1, 1) for _ in range(OUTPUTS)] for _ in range(keys)])
                width = round(1.5 * keys ** (1 / inputs), 3) if kernel >= 5 else 1.0
                random = Random(seed + 1000000)
                asked = numpy.array([[random.between(0, 1) for _ in range(inputs)] for _ in range(PLACES)])
                function = RBFInterpolator(places, values, kernel=name, epsilon=width, degree=1 if linear else -1)
                out = " ".join(repr(float(value)) for value in function(asked).ravel())
                print(kernel, linear, keys, inputs, OUTPUTS, width, seed, out)


if __name__ == "__main__":
    main()
