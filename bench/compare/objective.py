"""The evaluator: objectives computed from rows and a model by numpy in doubles, whatever program made the model. No bias.

    hinge      1/2 |w|^2 + C sum max(0, 1 - y w.x)
    logistic   1/2 |w|^2 + C sum log(1 + exp(-y w.x))
    l1         |w|_1     + C sum log(1 + exp(-y w.x))
    rbf        the dual  sum a - 1/2 a'Qa, negated, of a machine with a bias: sum a y = 0, 0 <= a <= C
"""
import math

import numpy as np


def primal(task, x, y, w, C=1.0):
    w = np.asarray(w, dtype=float)[:x.shape[1]]
    margin = y * (x[:, :w.size] @ w)
    loss = np.maximum(0, 1 - margin) if task == "hinge" else np.logaddexp(0, -margin)
    penalty = math.fsum(np.abs(w)) if task == "l1" else math.fsum(w * w) / 2
    return penalty + C * math.fsum(loss)


def rbf_dual(x, coefficients, support, gamma):
    """-(sum |c| - 1/2 c'Kc), c = a y, row by row of the kernel matrix."""
    c = np.asarray(coefficients, dtype=float)
    v = x[np.asarray(support)]
    size = np.asarray(v.multiply(v).sum(axis=1)).ravel()
    quadratic = 0.0
    for first in range(0, len(c), 1000):
        part = slice(first, first + 1000)
        squared = size[part, None] + size - 2 * (v[part] @ v.T).toarray()
        quadratic += c[part] @ np.exp(-gamma * np.maximum(0, squared)) @ c
    return quadratic / 2 - math.fsum(np.abs(c))
