#!/usr/bin/env python3
"""Writes what scipy's RBFInterpolator gives for random keys: one line for each case.

    scipy_table.py FIRST_SEED > scipy_table.txt

A line holds kernel (as in Tests/support/rbf.h), linear term (0, 1), keys, inputs, outputs, whether the keys' outputs are a smooth
function of the inputs (1) or noise (0), width, seed, then the outputs at three places. Keys and places come from the generator of
Tests/support/test.c, so that they need not be stored.
"""
import sys
import warnings

import numpy
from scipy.interpolate import RBFInterpolator

MASK = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15
KERNELS = {0: "linear", 1: "thin_plate_spline", 2: "cubic", 4: "quintic", 5: "gaussian", 6: "multiquadric",
           7: "inverse_quadratic", 8: "inverse_multiquadric"}
NOISE_SIZES = [(2, 1), (3, 2), (5, 3), (8, 3), (13, 12), (16, 6), (33, 4), (64, 6), (100, 9), (256, 3), (256, 12)]
SMOOTH_SIZES = [(keys, inputs) for keys in (2, 5, 16, 64, 256) for inputs in (1, 2, 3, 6, 12) if (keys, inputs) != (256, 1)]
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


def smooth(place, output):
    """As a rig's outputs are: about one bend over the range of the keys. The same operations as in rbf_scipy_test.c."""
    total = 0.0
    for index, x in enumerate(place):
        total += ((index + output) % 3 + 1) * x / (2 * len(place))
    return total * (1.5 - 0.5 * total * total)


def row(kernel, linear, keys, inputs, is_smooth, seed):
    random = Random(seed)
    places = numpy.array([[random.between(0, 1) for _ in range(inputs)] for _ in range(keys)])
    values = numpy.array([[random.between(-1, 1) for _ in range(OUTPUTS)] for _ in range(keys)])
    if is_smooth:
        values = numpy.array([[smooth(place, output) for output in range(OUTPUTS)] for place in places.tolist()])
    width = round(1.5 * keys ** (1 / inputs), 3) if kernel >= 5 else 1.0
    random = Random(seed + 1000000)
    asked = numpy.array([[random.between(0, 1) for _ in range(inputs)] for _ in range(PLACES)])
    function = RBFInterpolator(places, values, kernel=KERNELS[kernel], epsilon=width, degree=1 if linear else -1)
    out = " ".join(repr(float(value)) for value in function(asked).ravel())
    print(kernel, linear, keys, inputs, OUTPUTS, is_smooth, width, seed, out)


def main():
    warnings.simplefilter("ignore")
    seed = int(sys.argv[1])
    for is_smooth, sizes in enumerate((NOISE_SIZES, SMOOTH_SIZES)):
        for kernel in KERNELS:
            for linear in (0, 1):
                for keys, inputs in sizes:
                    seed += 1
                    if not linear or keys > inputs:  # scipy knows no linear term that the keys do not determine
                        row(kernel, linear, keys, inputs, is_smooth, seed)


if __name__ == "__main__":
    main()
