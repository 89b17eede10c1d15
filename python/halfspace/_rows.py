"""Rows of any container as views that the core reads: NumPy, SciPy, pandas, polars, Arrow, arrays of other libraries.

======================================  =========================================================
container                               copied
======================================  =========================================================
float32, float64, any positive strides  no (columns that stand one after another: one, in the core)
CSR of 32-bit indices, sorted           no
CSR of 64-bit indices                   the indices, in the core
other integers, bool, float16           yes: to float32 up to 16 bits, else to float64
big-endian, misaligned, negative steps  yes
CSC, COO, unsorted or double entries    yes
pandas, polars, Arrow                   no where one block of float32 or float64 holds all columns
======================================  =========================================================
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

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
        raise ValueError("Input sample_weight contains NaN.")
    return np.ascontiguousarray(out)


def groups_of(groups: Any, rows: int) -> npt.NDArray[np.int64]:
    """Groups of rows, of any kind, as numbers."""
    given = np.asarray(groups)
    if given.shape != (rows,):
        raise ValueError(f"groups has shape {given.shape}, expected {(rows,)}")
    return np.unique(given, return_inverse=True)[1].reshape(-1).astype(np.int64)


def _of_floats(x: Array) -> Array:
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
            x = x.astype(wanted)
    return x


def _of_objects(x: Array) -> Array:
    if x.dtype.kind in "mM":
        raise ValueError("dates are no numbers; give days since some date, or their parts, as columns")
    try:
        return x.astype(np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        kind = TypeError if isinstance(error, TypeError) else ValueError
        raise kind(
            f"{error}; rows are of numbers. Texts are columns of a data frame, or encode them as numbers first"
        ) from error


def _readable(x: Array) -> Array:
    """Strides that are positive whole numbers of elements, no element twice."""
    fine = all(size < 2 or (step > 0 and step % x.itemsize == 0) for size, step in zip(x.shape, x.strides, strict=True))
    return x if fine else np.ascontiguousarray(x)


def _of_array(x: Any) -> Prepared:
    array = np.asarray(x) if not hasattr(x, "__dlpack__") or hasattr(x, "__array__") else np.from_dlpack(x)
    if isinstance(array, np.ma.MaskedArray) or isinstance(x, np.ma.MaskedArray):
        array = np.ma.filled(np.ma.asarray(x).astype(np.float64), np.nan)
    array = np.asarray(array)
    if array.ndim != 2:
        shape = f"got a {array.ndim}-D array of shape {array.shape}"
        raise ValueError(f"Expected 2D array, {shape} instead. Reshape your data: one row with X.reshape(1, -1)")
    array = _readable(_of_floats(array))
    return Prepared(array, array.shape[0], array.shape[1])


def _of_sparse(x: Any) -> Prepared:
    if len(x.shape) != 2:
        raise ValueError(f"Expected 2D array, got a sparse array of shape {x.shape} instead")
    check_sparse(x)
    csr = x.tocsr()
    if not csr.has_canonical_format:
        csr = csr.copy()
        csr.sum_duplicates()
    values = _readable(_of_floats(np.asarray(csr.data)))
    column, start = np.ascontiguousarray(csr.indices), np.ascontiguousarray(csr.indptr)
    if column.dtype not in (np.int32, np.int64):
        column = column.astype(np.int64)
    if start.dtype != column.dtype:
        start = start.astype(column.dtype)
    return Prepared((start, column, np.ascontiguousarray(values), csr.shape[1]), csr.shape[0], csr.shape[1])


def _coded(texts: Sequence[Any]) -> tuple[npt.NDArray[np.float64], list[str]]:
    """Indices into the sorted texts; None is NaN."""
    levels = sorted({str(t) for t in texts if t is not None})
    place = {t: float(k) for k, t in enumerate(levels)}
    return np.asarray([np.nan if t is None else place[str(t)] for t in texts], np.float64), levels


class _Columns:
    """Columns of a table one by one, into one array where they are not one already."""

    def __init__(self, rows: int, names: list[str]) -> None:
        self.out = np.empty((rows, len(names)), np.float64, order="C")
        self.names = names
        self.categories: Categories = []

    def numbers(self, j: int, values: Any) -> None:
        self.out[:, j] = _of_floats(np.asarray(values))

    def texts(self, j: int, values: Sequence[Any]) -> None:
        codes, levels = _coded(values)
        if any(t == "" for t in levels):
            raise ValueError(f"column {self.names[j]!r} holds an empty text; make it a missing value or give it a name")
        self.codes(j, codes, levels)

    def codes(self, j: int, codes: Any, levels: list[str]) -> None:
        self.out[:, j] = codes
        self.categories.append((j, levels))

    def prepared(self) -> Prepared:
        return Prepared(self.out, self.out.shape[0], self.out.shape[1], self.names, self.categories)


def _no_date(name: str) -> ValueError:
    return ValueError(f"column {name!r} holds dates; give days since some date, or their parts, as numbers")


def _names_of(names: Any) -> list[str] | None:
    """Names where all are texts; else the columns go by number."""
    out = list(names)
    return out if all(isinstance(name, str) for name in out) else None


def _of_pandas(x: Any) -> Prepared:
    if getattr(x, "ndim", 2) != 2:
        raise ValueError(f"Expected 2D array, got 1D array instead: a Series of length {len(x)}. Give a data frame")
    names = _names_of(x.columns)
    kinds = [dtype for dtype in x.dtypes]
    if all(isinstance(d, np.dtype) and d.kind in "fiub" for d in kinds):
        array = _of_array(x.to_numpy())
        return array._replace(names=names)
    columns = _Columns(len(x), [str(c) for c in x.columns])
    for j, dtype in enumerate(kinds):
        series = x.iloc[:, j]
        kind = getattr(dtype, "kind", "O")
        if kind in "mM":
            raise _no_date(columns.names[j])
        if hasattr(series, "cat"):
            _pandas_category(columns, j, series)
        elif kind in "fiub" or str(dtype).lower() == "boolean":
            columns.numbers(j, series.to_numpy(np.float64, na_value=np.nan))
        else:
            _pandas_objects(columns, j, series)
    return columns.prepared()


def _pandas_category(columns: _Columns, j: int, series: Any) -> None:
    codes = series.cat.codes.to_numpy().astype(np.float64)
    codes[codes < 0] = np.nan
    columns.codes(j, codes, [str(c) for c in series.cat.categories])


def _pandas_objects(columns: _Columns, j: int, series: Any) -> None:
    present = series.notna().to_numpy()
    values = series.to_numpy(dtype=object)
    if not any(isinstance(v, str) for v in values[present]):
        try:
            return columns.numbers(j, series.to_numpy(np.float64, na_value=np.nan))
        except (TypeError, ValueError) as error:
            raise ValueError(f"column {columns.names[j]!r}: {error}; cells are numbers or texts") from error
    return columns.texts(j, [v if ok else None for v, ok in zip(values, present, strict=True)])


def _of_polars(x: Any) -> Prepared:
    names = list(x.columns)
    schema = list(x.schema.values())
    if len({str(d) for d in schema}) == 1 and all(d.is_float() for d in schema) and not any(x.null_count().row(0)):
        return _of_array(x.to_numpy())._replace(names=names)
    columns = _Columns(x.height, names)
    for j, dtype in enumerate(schema):
        series = x.get_column(names[j])
        if dtype.is_temporal():
            raise _no_date(names[j])
        if dtype.is_numeric() or str(dtype) == "Boolean":
            columns.numbers(j, series.to_numpy() if not series.null_count() else np.asarray(series.cast(float)))
        else:
            columns.texts(j, series.cast(type(x.schema)({"t": str})["t"]).to_list())
    return columns.prepared()


def _of_arrow(x: Any) -> Prepared:
    try:
        import pyarrow as pa
    except ImportError as error:
        raise ImportError("to read Arrow tables, install pyarrow: pip install 'halfspace-ml[dataframe]'") from error
    table = pa.table(x)
    columns = _Columns(table.num_rows, list(table.column_names))
    for j, field in enumerate(table.schema):
        column = table.column(j)
        if pa.types.is_temporal(field.type):
            raise _no_date(field.name)
        if pa.types.is_integer(field.type) or pa.types.is_floating(field.type) or pa.types.is_boolean(field.type):
            cells = column.to_pylist() if column.null_count or pa.types.is_boolean(field.type) else column.to_numpy()
            columns.numbers(j, np.asarray([np.nan if v is None else v for v in cells], np.float64))
        elif any(f(field.type) for f in (pa.types.is_dictionary, pa.types.is_string, pa.types.is_large_string)):
            columns.texts(j, column.to_pylist())
        else:
            raise ValueError(f"column {field.name!r} is of type {field.type}; cells are numbers or texts")
    return columns.prepared()


def is_sparse(x: Any) -> bool:
    """Is this a sparse matrix or array of SciPy?"""
    return hasattr(x, "tocsr") and hasattr(x, "format")


def is_table(x: Any) -> bool:
    """Is this a table with named columns: pandas, polars or Arrow?"""
    return hasattr(x, "iloc") or hasattr(x, "__arrow_c_stream__") or type(x).__module__.startswith("polars")


def prepare(x: Any) -> Prepared:
    """Rows of any container that the module lists. Errors (ValueError, TypeError): what holds other things than numbers
    and texts, or is not of two dimensions."""
    if is_sparse(x):
        return _of_sparse(x)
    if hasattr(x, "iloc"):
        return _of_pandas(x)
    if type(x).__module__.startswith("polars"):
        if hasattr(x, "collect"):
            x = x.collect()
        if not hasattr(x, "columns"):
            raise ValueError("Expected 2D array, got a Series instead. Give a data frame")
        return _of_polars(x)
    if hasattr(x, "__arrow_c_stream__"):
        return _of_arrow(x)
    return _of_array(x)
