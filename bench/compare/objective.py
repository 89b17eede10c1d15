"""The evaluator: objectives computed from rows and a model by numpy in doubles, whatever program made the model. No bias.

    hinge      1/2 |w|^2 + C sum max(0, 1 - y w.x)
    logistic   1/2 |w|^2 + C sum log(1 + exp(-y w.x))
    l1         |w|_1     + C sum log(1 + exp(-y w.x))
    rbf        the dual  sum a - 1/2 a'Qa, negated, of a machine with a bias: sum a y = 0, 0 <= a <= C
"""
import json
import math

import numpy as np
import scipy.sparse


class WrongModel(Exception):
    """A model that is not what its maker says, or that no program could have made."""


def primal(task, x, y, w, C=1.0):
    w = _sized(w, x.shape[1])
    margin = y * (x @ w)
    loss = np.maximum(0, 1 - margin) if task == "hinge" else np.logaddexp(0, -margin)
    penalty = math.fsum(np.abs(w)) if task == "l1" else math.fsum(w * w) / 2
    return penalty + C * math.fsum(loss)


def rbf_dual(support, coefficients, gamma, C=1.0):
    """-(sum |c| - 1/2 c'Kc) of coefficients c = a y of the support rows, panel by panel of the kernel matrix."""
    c = np.asarray(coefficients, dtype=float)
    if abs(math.fsum(c)) > 1e-4 * math.fsum(np.abs(c)) or np.abs(c).max(initial=0) > C * (1 + 1e-6):
        raise WrongModel(f"sum a y is {math.fsum(c):g} and the largest multiplier {np.abs(c).max(initial=0):g}; expected 0 and at most {C:g}")
    size = np.asarray(support.multiply(support).sum(axis=1)).ravel()
    quadratic = 0.0
    for first in range(0, len(c), 1000):
        part = slice(first, first + 1000)
        squared = size[part, None] + size - 2 * (support[part] @ support.T).toarray()
        quadratic += c[part] @ np.exp(-gamma * np.maximum(0, squared)) @ c
    return quadratic / 2 - math.fsum(np.abs(c))


def errors(x, y, w):
    """Share of the rows on the wrong side; score 0 is +1."""
    return float(np.mean(np.where(x @ _sized(w, x.shape[1]) >= 0, 1.0, -1.0) != y))


def mean_logistic(x, y, w):
    return math.fsum(np.logaddexp(0, -y * (x @ _sized(w, x.shape[1])))) / len(y)


def _sized(w, columns):
    out = np.zeros(columns)
    w = np.asarray(w, dtype=float)[:columns]
    out[:w.size] = w
    return out


def halfspace_model(path):
    """(what the program says of the run, arrays by name) of a model file: docs/formats/model.md."""
    types = {"F64": np.float64, "U64": np.uint64, "U32": np.uint32, "I64": np.int64, "U8": np.uint8}
    data = path.read_bytes()
    size = int.from_bytes(data[:8], "little")
    head = json.loads(data[8:8 + size])
    said = json.loads(head.pop("__metadata__")["halfspace"])
    body = memoryview(data)[8 + size:]
    return said["report"], {name: np.frombuffer(body[a["data_offsets"][0]:a["data_offsets"][1]], types[a["dtype"]]).reshape(a["shape"]) for name, a in head.items()}


def support_rows(arrays, columns):
    return scipy.sparse.csr_matrix((arrays["support_value"], arrays["support_column"].astype(np.int64), arrays["support_start"].astype(np.int64)),
                                   shape=(len(arrays["support_start"]) - 1, columns))
