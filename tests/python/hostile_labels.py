"""Labels, weights and options that nobody should pass, by name."""

import datetime
import math

import numpy as np
import scipy.sparse as sp


def two(rng, n):
    return np.arange(n) % 2


def _one_is(value, dtype=None):
    def make(rng, n):
        out = two(rng, n).astype(dtype or np.float64)
        if n:
            out[rng.integers(n)] = value
        return out

    return make


LABELS = {
    "two": two,
    "texts": lambda rng, n: np.where(two(rng, n) == 1, "yes", "no"),
    "three": lambda rng, n: np.arange(n) % 3,
    "many": lambda rng, n: np.arange(n),
    "one": lambda rng, n: np.zeros(n),
    "bool": lambda rng, n: two(rng, n) == 1,
    "uint64-end": lambda rng, n: np.uint64(2**64 - 1) - two(rng, n).astype(np.uint64),
    "int64-ends": lambda rng, n: np.where(two(rng, n) == 1, np.iinfo(np.int64).max, np.iinfo(np.int64).min),
    "int8-ends": lambda rng, n: np.where(two(rng, n) == 1, 127, -128).astype(np.int8),
    "float16": lambda rng, n: two(rng, n).astype(np.float16),
    "longdouble": lambda rng, n: two(rng, n).astype(np.longdouble),
    "big-endian": lambda rng, n: two(rng, n).astype(">i4"),
    "read-only": lambda rng, n: np.broadcast_to(np.int64(1), (n,)),
    "backwards": lambda rng, n: two(rng, n)[::-1],
    "fractions": lambda rng, n: two(rng, n) + 0.5,
    "huge": lambda rng, n: np.where(two(rng, n) == 1, 1e300, -1e300),
    "nan": _one_is(np.nan),
    "infinite": _one_is(np.inf),
    "none": lambda rng, n: None,
    "none-among": _one_is(None, object),
    "mixed": _one_is("text", object),
    "nan-object": _one_is(float("nan"), object),
    "whole-and-text": lambda rng, n: np.array([1, "1"] * n, object)[:n],
    "huge-whole": lambda rng, n: np.array([10**400, 1] * n, object)[:n],
    "list-objects": _one_is((1, 2), object),
    "complex": lambda rng, n: two(rng, n) + 1j,
    "bytes": lambda rng, n: np.where(two(rng, n) == 1, b"\xff", b"a"),
    "empty-text": lambda rng, n: np.where(two(rng, n) == 1, "", "a"),
    "nul": lambda rng, n: np.array(["a\0b", "c"] * n)[:n],
    "surrogate": lambda rng, n: np.array(["\ud800", "c"] * n)[:n],
    "line-end": lambda rng, n: np.array(["a\nb", 'c,"d'] * n)[:n],
    "long": lambda rng, n: np.array(["a" * 100000, "c"] * n)[:n],
    "dates": lambda rng, n: np.datetime64("2000-01-01") + two(rng, n),
    "date-objects": lambda rng, n: np.array([datetime.date(2000, 1, 1 + k % 2) for k in range(n)], object),
    "structured": lambda rng, n: np.zeros(n, dtype=[("a", "f8")]),
    "masked": lambda rng, n: np.ma.masked_array(two(rng, n), mask=two(rng, n)),
    "column": lambda rng, n: two(rng, n).reshape(-1, 1),
    "2-d": lambda rng, n: np.eye(max(n, 1)),
    "0-d": lambda rng, n: np.array(1),
    "short": lambda rng, n: two(rng, max(n - 1, 0)),
    "long-by-one": lambda rng, n: two(rng, n + 1),
    "empty": lambda rng, n: np.empty(0),
    "text": lambda rng, n: "labels",
    "number": lambda rng, n: 5,
    "sparse": lambda rng, n: sp.csr_matrix(two(rng, n).reshape(1, -1)),
    "generator": lambda rng, n: (k % 2 for k in range(n)),
}

WEIGHTS = {
    "none": lambda rng, n: None,
    "ones": lambda rng, n: np.ones(n),
    "scalar": lambda rng, n: 2.0,
    "zeros": lambda rng, n: np.zeros(n),
    "negative": lambda rng, n: -np.ones(n),
    "one-negative": lambda rng, n: np.where(np.arange(n) == 0, -1.0, 1.0),
    "nan": lambda rng, n: np.full(n, np.nan),
    "infinite": lambda rng, n: np.full(n, np.inf),
    "huge": lambda rng, n: np.full(n, np.finfo(float).max),
    "subnormal": lambda rng, n: np.full(n, 5e-324),
    "short": lambda rng, n: np.ones(max(n - 1, 0)),
    "long": lambda rng, n: np.ones(n + 1),
    "2-d": lambda rng, n: np.ones((n, 1)),
    "texts": lambda rng, n: np.full(n, "x"),
    "complex": lambda rng, n: np.ones(n) * 1j,
    "objects": lambda rng, n: np.array([None] * n, object),
    "huge-whole": lambda rng, n: np.array([10**400] * n, object),
    "backwards": lambda rng, n: np.arange(1.0, n + 1)[::-1],
    "big-endian": lambda rng, n: np.ones(n, ">f4"),
    "bool": lambda rng, n: np.ones(n, bool),
}

# Values of any one parameter.
VALUES = [
    None,
    True,
    False,
    0,
    1,
    -1,
    2**31,
    2**63,
    2**64,
    10**400,
    0.0,
    -0.0,
    0.5,
    1e308,
    5e-324,
    -1.5,
    math.nan,
    math.inf,
    -math.inf,
    "",
    "auto",
    "nothing of the kind",
    "a\0b",
    "\ud800",
    "a\nb",
    b"\xff",
    1j,
    [],
    [1.0, float("nan")],
    {},
    {"a": 1},
    {0: -1.0, 1: float("nan")},
    np.array([]),
    np.array(1.0),
    np.float32(0.25),
    np.int8(3),
    (1, 2),
    object(),
    len,
]
