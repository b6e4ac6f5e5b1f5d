#!/usr/bin/env python3
"""Times of scipy's RBFInterpolator for the rows of rbf_bench: microseconds to fit, nanoseconds for one place and in a batch."""
import sys
import time

import numpy
from scipy.interpolate import RBFInterpolator

BATCH = 1000


def best(work, repeats):
    times = []
    for _ in range(repeats):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return min(times)


def main():
    print(f"\nscipy {sys.modules['scipy'].__version__}: RBFInterpolator, thin plate spline of degree 1")
    print(f"{'keys':>4} {'in':>3} {'out':>3} {'fit, us':>10} {'one, ns':>10} {'batch, ns':>10}")
    random = numpy.random.default_rng(1)
    for keys, inputs, outputs in ((16, 6, 9), (64, 6, 24), (128, 12, 24), (256, 12, 24)):
        places, values = random.random((keys, inputs)), random.random((keys, outputs))
        function = RBFInterpolator(places, values, kernel="thin_plate_spline", degree=1)
        one, many = random.random((1, inputs)), random.random((BATCH, inputs))
        fit = best(lambda: RBFInterpolator(places, values, kernel="thin_plate_spline", degree=1), 20)
        print(f"{keys:4} {inputs:3} {outputs:3} {fit * 1e6:10.1f} {best(lambda: function(one), 50) * 1e9:10.0f} "
              f"{best(lambda: function(many), 10) / BATCH * 1e9:10.0f}")


if __name__ == "__main__":
    main()
