"""Arrays that nobody should pass: rows, labels and weights by name, made from a seed."""

import datetime
import decimal
import os
import tempfile

import numpy as np
import scipy.sparse as sp
from numpy.lib.stride_tricks import as_strided, sliding_window_view

HUGE = np.finfo(np.float64).max


def plain(rng, n, d):
    return rng.normal(size=(n, d))


def _filled(value):
    def make(rng, n, d):
        x = plain(rng, n, d)
        if x.size:
            x.flat[rng.integers(x.size)] = value
        return x

    return make


def _all(value):
    return lambda rng, n, d: np.full((n, d), value)


def _of_type(dtype):
    return lambda rng, n, d: (rng.normal(size=(n, d)) * 5).astype(dtype)


def misaligned(rng, n, d):
    raw = np.zeros(n * d * 8 + 1, np.uint8)
    out = raw[1:].view(np.float64).reshape(n, d)
    out[:] = plain(rng, n, d)
    return out


def structured(rng, n, d):
    return np.zeros((n, d), dtype=[("a", "f8"), ("b", "i1")])


def field_view(rng, n, d):
    """Strides of 9 bytes: no whole number of elements."""
    out = structured(rng, n, d)
    out["a"] = plain(rng, n, d)
    return out["a"]


def read_only(rng, n, d):
    out = plain(rng, n, d)
    out.flags.writeable = False
    return out


def mapped(rng, n, d):
    handle, path = tempfile.mkstemp()
    os.close(handle)
    plain(rng, max(n, 1), max(d, 1)).tofile(path)
    out = np.memmap(path, np.float64, "r", shape=(max(n, 1), max(d, 1)))
    os.unlink(path)
    return out


def masked(rng, n, d):
    return np.ma.masked_array(plain(rng, n, d), mask=rng.random((n, d)) < 0.2)


def one_row_huge_stride(rng, n, d):
    return as_strided(plain(rng, 1, max(d, 1)), shape=(1, max(d, 1)), strides=(1 << 60, 8))


def one_column_odd_stride(rng, n, d):
    return as_strided(plain(rng, max(n, 1), 1), shape=(max(n, 1), 1), strides=(8, -7))


def windows(rng, n, d):
    return sliding_window_view(rng.normal(size=n + d), d)[:n] if d else plain(rng, n, d)


def objects(rng, n, d):
    out = plain(rng, n, d).astype(object)
    if out.size:
        strange = [
            None,
            "text",
            b"bytes",
            10**400,
            object(),
            1j,
            [1, 2],
            decimal.Decimal("1.5"),
            datetime.date(2000, 1, 1),
        ]
        out.flat[rng.integers(out.size)] = strange[rng.integers(len(strange))]
    return out


class Lying:
    """Says that it has rows, and raises or lies when asked."""

    def __init__(self, how):
        self.how = how
        self.shape = (3, 2)

    def __len__(self):
        return 3

    def __array__(self, dtype=None, copy=None):
        if self.how == "raises":
            raise ValueError("no array today")
        return np.float64(1) if self.how == "scalar" else np.array("x")


DENSE = {
    "plain": plain,
    "float32": _of_type(np.float32),
    "float16": _of_type(np.float16),
    "longdouble": _of_type(np.longdouble),
    "int64": _of_type(np.int64),
    "uint64": lambda rng, n, d: rng.integers(0, 2**64 - 1, (n, d), np.uint64),
    "int8": _of_type(np.int8),
    "bool": lambda rng, n, d: rng.random((n, d)) < 0.5,
    "complex": lambda rng, n, d: plain(rng, n, d) + 1j,
    "big-endian": _of_type(">f8"),
    "big-endian-float32": _of_type(">f4"),
    "fortran": lambda rng, n, d: np.asfortranarray(plain(rng, n, d)),
    "negative-strides": lambda rng, n, d: plain(rng, n, d)[::-1, ::-1],
    "every-second": lambda rng, n, d: plain(rng, 2 * n, 3 * d)[::2, ::3],
    "broadcast-rows": lambda rng, n, d: np.broadcast_to(plain(rng, 1, d), (n, d)),
    "broadcast-columns": lambda rng, n, d: np.broadcast_to(plain(rng, n, 1), (n, d)),
    "zero-strides": lambda rng, n, d: as_strided(np.ones(1), shape=(n, d), strides=(0, 0)),
    "one-row-huge-stride": one_row_huge_stride,
    "one-column-odd-stride": one_column_odd_stride,
    "windows": windows,
    "misaligned": misaligned,
    "field": field_view,
    "structured": structured,
    "record": lambda rng, n, d: structured(rng, n, d).view(np.recarray),
    "matrix": lambda rng, n, d: np.matrix(plain(rng, n, d)) if n and d else plain(rng, n, d),
    "read-only": read_only,
    "memory-map": mapped,
    "masked": masked,
    "nan": _filled(np.nan),
    "infinite": _filled(np.inf),
    "minus-infinite": _filled(-np.inf),
    "subnormal": lambda rng, n, d: plain(rng, n, d) * 1e-310,
    "huge": lambda rng, n, d: np.clip(plain(rng, n, d), -1, 1) * HUGE,
    "one-huge": _filled(HUGE),
    "zeros": _all(0.0),
    "all-nan": _all(np.nan),
    "objects": objects,
    "numbers-in-objects": lambda rng, n, d: plain(rng, n, d).astype(object),
    "huge-whole-numbers": lambda rng, n, d: np.full((n, d), 10**400, object),
    "strings": lambda rng, n, d: np.full((n, d), "text"),
    "digits": lambda rng, n, d: np.full((n, d), "1.5"),
    "bytes": lambda rng, n, d: np.full((n, d), b"\xff\xfe"),
    "dates": lambda rng, n, d: np.full((n, d), np.datetime64("2000-01-01")),
    "durations": lambda rng, n, d: np.full((n, d), np.timedelta64(5, "s")),
    "0-d": lambda rng, n, d: np.array(1.0),
    "1-d": lambda rng, n, d: rng.normal(size=n),
    "3-d": lambda rng, n, d: rng.normal(size=(n, d, 2)),
    "no-rows": lambda rng, n, d: np.empty((0, d)),
    "no-columns": lambda rng, n, d: np.empty((n, 0)),
    "empty": lambda rng, n, d: np.empty((0, 0)),
    "none": lambda rng, n, d: None,
    "text": lambda rng, n, d: "rows",
    "number": lambda rng, n, d: 5,
    "dict": lambda rng, n, d: {"a": [1, 2]},
    "ragged": lambda rng, n, d: [[1.0], [1.0, 2.0]],
    "list": lambda rng, n, d: plain(rng, n, d).tolist(),
    "nested-none": lambda rng, n, d: [[None] * d] * n,
    "generator": lambda rng, n, d: (row for row in plain(rng, n, d)),
    "lying": lambda rng, n, d: Lying(["raises", "scalar", "text"][rng.integers(3)]),
}


def _csr(rng, n, d, index=np.int32):
    out = sp.random(n, d, 0.5, "csr", random_state=np.random.RandomState(int(rng.integers(2**31))))
    out.indices, out.indptr = out.indices.astype(index), out.indptr.astype(index)
    return out


def _damaged(part, value):
    """A CSR matrix with one number of its arrays overwritten."""

    def make(rng, n, d):
        out = _csr(rng, max(n, 2), max(d, 2), (np.int32, np.int64)[rng.integers(2)])
        array = getattr(out, part)
        if array.size:
            array[rng.integers(array.size)] = value
        return out

    return make


def duplicates(rng, n, d):
    column = np.zeros(2 * n, np.int32) + (d > 1)
    return sp.csr_matrix((rng.normal(size=2 * n), column, np.arange(0, 2 * n + 1, 2)), shape=(n, max(d, 2)))


def unsorted(rng, n, d):
    column = np.tile(np.array([1, 0], np.int32), n)
    return sp.csr_matrix((rng.normal(size=2 * n), column, np.arange(0, 2 * n + 1, 2)), shape=(n, max(d, 2)))


def short_start(rng, n, d):
    out = _csr(rng, max(n, 3), max(d, 2))
    out.indptr = out.indptr[:-1]
    return out


def short_data(rng, n, d):
    out = _csr(rng, max(n, 2), max(d, 2))
    out.data = out.data[:-1]
    return out


def damaged_coo(rng, n, d):
    out = _csr(rng, max(n, 2), max(d, 2)).tocoo()
    if out.row.size:
        out.row[0] = 1 << 29
    return out


def damaged_csc(rng, n, d):
    out = _csr(rng, max(n, 2), max(d, 2)).tocsc()
    if out.indices.size:
        out.indices[0] = 1 << 29
    return out


SPARSE = {
    "csr": _csr,
    "csr-int64": lambda rng, n, d: _csr(rng, n, d, np.int64),
    "csr-array": lambda rng, n, d: sp.csr_array(_csr(rng, n, d)),
    "csc": lambda rng, n, d: _csr(rng, n, d).tocsc(),
    "coo": lambda rng, n, d: _csr(rng, n, d).tocoo(),
    "lil": lambda rng, n, d: _csr(rng, n, d).tolil(),
    "dok": lambda rng, n, d: _csr(rng, n, d).todok(),
    "dia": lambda rng, n, d: _csr(rng, n, d).todia() if n and d else _csr(rng, n, d),
    "bsr": lambda rng, n, d: _csr(rng, n, d).tobsr((1, 1)),
    "coo-1-d": lambda rng, n, d: sp.coo_array(rng.normal(size=max(n, 1))),
    "csr-complex": lambda rng, n, d: _csr(rng, n, d) * 1j,
    "csr-bool": lambda rng, n, d: _csr(rng, n, d) > 0,
    "csr-float32": lambda rng, n, d: _csr(rng, n, d).astype(np.float32),
    "csr-longdouble": lambda rng, n, d: _csr(rng, n, d).astype(np.longdouble),
    "csr-wide": lambda rng, n, d: sp.csr_matrix((n, 2**31 - 1)),
    "csr-wider": lambda rng, n, d: sp.csr_matrix((n, 2**40)),
    "csr-nan": lambda rng, n, d: _csr(rng, n, d) * np.nan,
    "csr-duplicates": duplicates,
    "csr-unsorted": unsorted,
    "csr-negative-column": _damaged("indices", -1),
    "csr-far-column": _damaged("indices", 1 << 29),
    "csr-negative-start": _damaged("indptr", -5),
    "csr-far-start": _damaged("indptr", 1 << 29),
    "csr-short-start": short_start,
    "csr-short-data": short_data,
    "coo-far-row": damaged_coo,
    "csc-far-row": damaged_csc,
}
