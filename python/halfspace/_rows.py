"""Rows of any container as views that the core reads: NumPy, SciPy, pandas, polars, Arrow, arrays of other libraries.

======================================  =========================================================
container                               copied
======================================  =========================================================
float32, float64, any positive strides  no (columns one after another: one, in the core; linear predictions none)
CSR of 32-bit indices, sorted           no
CSR of 64-bit indices                   the indices, in the core
other integers, bool, float16           yes: to float32 up to 16 bits, else to float64
big-endian, misaligned, negative steps  yes
CSC, COO, unsorted or double entries    yes
pandas, polars                          no where one block of float32 or float64 holds all columns
Arrow                                   yes
======================================  =========================================================
"""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numpy.lib.stride_tricks import as_strided

from halfspace import _core
from halfspace._sparse import check_sparse

Array = npt.NDArray[Any]
Categories = list[tuple[int, list[str]]]


class Prepared(NamedTuple):
    """What stands for the rows: an array of n x d or CSR arrays; names and categories where the container has them."""

    values: Array | tuple[Array, Array, Array, int]
    rows: int
    cols: int
    names: list[str] | None = None
    categories: Categories = []  # noqa: RUF012

    def core(self, weights: Any = None, groups: Any = None) -> _core.Rows:
        """The rows as an argument of the core."""
        if isinstance(self.values, tuple):
            start, column, entries, cols = self.values
            out = _core.Rows.csr(start, column, entries, cols)
        else:
            out = _core.Rows.dense(self.values, self.names, self.categories)
        if weights is not None:
            out.set_weights(weights_of(weights, self.rows))
        if groups is not None:
            out.set_groups(groups_of(groups, self.rows))
        return out


def weights_of(weights: Any, rows: int) -> npt.NDArray[np.float64]:
    """Weights of rows: one number from 0 a row, or one for all."""
    if np.asarray(weights).dtype.kind in "cmM":
        raise ValueError("sample_weight holds complex numbers or dates; weights are numbers from 0")
    try:
        out = np.asarray(weights, dtype=np.float64)
    except OverflowError as error:
        raise ValueError(f"sample_weight: {error}; weights are numbers from 0") from error
    if out.ndim == 0:
        out = np.full(rows, float(out))
    if out.ndim != 1:
        raise ValueError("Sample weights must be 1D array or scalar")
    if out.shape[0] != rows:
        raise ValueError(f"sample_weight.shape == {out.shape}, expected {(rows,)}!")
    if np.isnan(out).any():
        row = int(np.flatnonzero(np.isnan(out))[0])
        raise ValueError(f"Input sample_weight contains NaN: row {row} (from 0); expected a finite number from 0")
    return np.ascontiguousarray(out)


def groups_of(groups: Any, rows: int) -> npt.NDArray[np.int64]:
    """Groups of rows, of any kind, as numbers."""
    given = np.asarray(groups)
    if given.shape != (rows,):
        raise ValueError(f"groups has shape {given.shape}, expected {(rows,)}")
    return np.unique(given, return_inverse=True)[1].reshape(-1).astype(np.int64)


def of_floats(x: Array) -> Array:
    """The same numbers as float32 or float64 that the core can read where they are."""
    kind, size = x.dtype.kind, x.dtype.itemsize
    if kind == "c":
        raise ValueError("Complex data not supported\nrows are of real numbers")
    if kind in "OUSVmM":
        return _of_objects(x)
    small = kind == "b" or (kind in "iu" and size <= 2) or (kind == "f" and size == 2)
    wanted = np.float32 if small or (kind == "f" and size == 4) else np.float64
    if x.dtype != wanted or not x.flags.aligned or not x.dtype.isnative:
        with np.errstate(over="ignore"):
            out = x.astype(wanted)
        if (kind in "iu" and size == 8) or (kind == "f" and size > 8):
            check_rounded(x, out)
        return out
    return x


def check_rounded(x: Array, rounded: Array) -> None:
    """Error (ValueError): whole numbers beyond 2^53, or long doubles, that float64 does not hold. Answers are exact, so
    nothing is rounded silently."""
    if x.size == 0:
        return
    if x.dtype.kind == "f":
        if np.array_equal(rounded, x, equal_nan=True):
            return
        wrong = np.isfinite(x) & (rounded.astype(x.dtype) != x)
    else:
        if int(x.max()) <= 2**53 and int(x.min()) >= -(2**53):
            return
        wrong = np.abs(rounded) >= 2.0**53
        fits = wrong & (np.abs(rounded) < 2.0**63)
        wrong[fits] = rounded[fits].astype(x.dtype) != x[fits]
    if wrong.any():
        value = x[wrong].ravel()[0]
        raise ValueError(
            f"{value!r} is no float64, the nearest is {float(value):.17g}; subtract a constant, or round it"
        )


def _is_held(value: Any, rounded: float) -> bool:
    """Is a cell that is no float the number that the core sees: the shortest decimal of its float64?"""
    if isinstance(value, float | np.floating) or not math.isfinite(rounded):
        return True
    if isinstance(value, bool | np.bool_):
        return True
    if isinstance(value, int | np.integer):
        return int(rounded) == int(value)
    if isinstance(value, Fraction):
        return Fraction(repr(rounded)) == value
    if isinstance(value, bytes):
        value = value.decode()
    try:
        return Decimal(repr(rounded)) == Decimal(value.strip() if isinstance(value, str) else value)
    except (ArithmeticError, TypeError, ValueError):
        return True


def check_held(x: Array, rounded: Array) -> None:
    """Error (ValueError): an object that is another number than its float64, as :func:`check_rounded`."""
    for value, near in zip(x.ravel().tolist(), rounded.ravel().tolist(), strict=True):
        if not _is_held(value, near):
            raise ValueError(f"{value!r} is no float64, the nearest is {near:.17g}; subtract a constant, or round it")


def _of_objects(x: Array) -> Array:
    if x.dtype.kind in "mM":
        raise ValueError("dates are no numbers; give days since some date, or their parts, as columns")
    try:
        out = x.astype(np.float64)
        check_held(x, out)
        return out
    except (TypeError, ValueError, OverflowError) as error:
        kind = TypeError if isinstance(error, TypeError) else ValueError
        raise kind(
            f"{error}; rows are of numbers. Texts are columns of a data frame, or encode them as numbers first"
        ) from error


def _readable(x: Array) -> Array:
    """Strides that are positive whole numbers of elements, no element twice."""
    if x.size == 0:  # NumPy's strides of nothing are 0
        return as_strided(x, strides=(max(1, x.shape[1]) * x.itemsize, x.itemsize)) if x.ndim == 2 else x
    fine = all(size < 2 or (step > 0 and step % x.itemsize == 0) for size, step in zip(x.shape, x.strides, strict=True))
    return x if fine else np.ascontiguousarray(x)


def _of_dlpack(x: Any) -> Array:
    try:
        return np.from_dlpack(x)
    except (BufferError, RuntimeError) as error:
        raise ValueError(
            f"NumPy cannot read the {type(x).__name__}: {error}; give an array of the processor"
        ) from error


def of_array(x: Any) -> Prepared:
    """Rows of an array, or of what NumPy makes one of; a masked cell is missing."""
    array = np.asarray(x) if not hasattr(x, "__dlpack__") or hasattr(x, "__array__") else _of_dlpack(x)
    if isinstance(x, list | tuple) and array.dtype == np.float64 and (np.abs(array) >= 2.0**53).any():
        check_held(np.asarray(x, dtype=object), array)  # whole numbers beside floats were rounded already
    if isinstance(array, np.ma.MaskedArray) or isinstance(x, np.ma.MaskedArray):
        array = np.ma.filled(np.ma.asarray(x).astype(np.float64), np.nan)
    array = np.asarray(array)
    if array.ndim != 2:
        shape = f"got a {array.ndim}-D array of shape {array.shape}"
        raise ValueError(f"Expected 2D array, {shape} instead. Reshape your data: one row with X.reshape(1, -1)")
    array = _readable(of_floats(array))
    return Prepared(array, array.shape[0], array.shape[1])


def _of_sparse(x: Any) -> Prepared:
    if len(x.shape) != 2:
        raise ValueError(f"Expected 2D array, got a sparse array of shape {x.shape} instead")
    check_sparse(x)
    csr = x.tocsr()
    if not csr.has_canonical_format:
        csr = csr.copy()
        csr.sum_duplicates()
    values = _readable(of_floats(np.asarray(csr.data)))
    column, start = np.ascontiguousarray(csr.indices), np.ascontiguousarray(csr.indptr)
    if column.dtype not in (np.int32, np.int64):
        column = column.astype(np.int64)
    if start.dtype != column.dtype:
        start = start.astype(column.dtype)
    return Prepared((start, column, np.ascontiguousarray(values), csr.shape[1]), csr.shape[0], csr.shape[1])


def dense_of(rows: Prepared) -> Array:
    """Sparse rows as an array."""
    from scipy.sparse import csr_matrix

    start, column, entries, cols = rows.values
    return csr_matrix((entries, column, start), shape=(rows.rows, cols)).toarray()  # type: ignore[no-any-return]


def is_sparse(x: Any) -> bool:
    """Is this a sparse matrix or array of SciPy?"""
    return hasattr(x, "tocsr") and isinstance(getattr(x, "format", None), str)


def is_table(x: Any) -> bool:
    """Is this a table with named columns: pandas, polars or Arrow?"""
    return hasattr(x, "iloc") or hasattr(x, "__arrow_c_stream__") or type(x).__module__.startswith("polars")


def prepare(x: Any) -> Prepared:
    """Rows of any container that the module lists. Errors (ValueError, TypeError): what holds other things than numbers
    and texts, or is not of two dimensions."""
    from halfspace._tables import of_arrow, of_pandas, of_polars

    if isinstance(x, Prepared):
        return x
    if is_sparse(x):
        return _of_sparse(x)
    if hasattr(x, "iloc"):
        return of_pandas(x)
    if type(x).__module__.startswith("polars"):
        if hasattr(x, "collect"):
            x = x.collect()
        if not hasattr(x, "columns"):
            raise ValueError("Expected 2D array, got a Series instead. Give a data frame")
        return of_polars(x)
    if hasattr(x, "__arrow_c_stream__"):
        return of_arrow(x)
    return of_array(x)
