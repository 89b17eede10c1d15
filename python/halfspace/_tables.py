"""Tables as rows: pandas, polars and Arrow, columns of numbers and of texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from halfspace._rows import Categories, Prepared, check_held, check_rounded, of_array, of_floats


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
        self.out[:, j] = of_floats(np.asarray(values))

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


def of_pandas(x: Any) -> Prepared:
    if getattr(x, "ndim", 2) != 2:
        raise ValueError(f"Expected 2D array, got 1D array instead: a Series of length {len(x)}. Give a data frame")
    names = _names_of(x.columns)
    kinds = [dtype for dtype in x.dtypes]
    if all(isinstance(d, np.dtype) and d.kind in "fiub" for d in kinds):
        if len(set(kinds)) > 1:  # of one type, they are checked as an array
            for j in (j for j, d in enumerate(kinds) if d.kind in "iu" and d.itemsize == 8):
                whole = x.iloc[:, j].to_numpy()
                check_rounded(whole, whole.astype(np.float64))
        array = of_array(x.to_numpy())
        return array._replace(names=names)
    columns = _Columns(len(x), [str(c) for c in x.columns])
    for j, dtype in enumerate(kinds):
        series = x.iloc[:, j]
        kind = getattr(dtype, "kind", "O")
        if kind in "mM":
            raise _no_date(columns.names[j])
        if kind == "c":
            raise ValueError(f"column {columns.names[j]!r} holds complex numbers; cells are real numbers or texts")
        if hasattr(series, "cat"):
            _pandas_category(columns, j, series)
        elif kind in "fiub" or str(dtype).lower() == "boolean":
            columns.numbers(j, series.to_numpy(np.float64, na_value=np.nan))
            if kind in "iu":
                whole = series.dropna().to_numpy(np.int64 if kind == "i" else np.uint64)
                check_rounded(whole, whole.astype(np.float64))
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
            columns.numbers(j, series.to_numpy(np.float64, na_value=np.nan))
            return check_held(values[present], columns.out[present, j])
        except (TypeError, ValueError, OverflowError) as error:
            raise ValueError(f"column {columns.names[j]!r}: {error}; cells are numbers or texts") from error
    return columns.texts(j, [v if ok else None for v, ok in zip(values, present, strict=True)])


def of_polars(x: Any) -> Prepared:
    names = list(x.columns)
    schema = list(x.schema.values())
    if len({str(d) for d in schema}) == 1 and all(d.is_float() for d in schema) and not any(x.null_count().row(0)):
        return of_array(x.to_numpy())._replace(names=names)
    columns = _Columns(x.height, names)
    for j, dtype in enumerate(schema):
        series = x.get_column(names[j])
        if dtype.is_temporal():
            raise _no_date(names[j])
        if dtype.is_numeric() or str(dtype) == "Boolean":
            columns.numbers(j, series.to_numpy() if not series.null_count() else np.asarray(series.cast(float)))
            if series.null_count() and not dtype.is_float():
                kept = series.is_not_null().to_numpy()
                check_held(np.asarray(series.drop_nulls().to_list(), dtype=object), columns.out[kept, j])
        elif str(dtype) == "Null":
            columns.numbers(j, np.full(x.height, np.nan))
        elif str(dtype).split("(")[0] in ("String", "Categorical", "Enum"):
            columns.texts(j, series.to_list())
        else:
            raise ValueError(f"column {names[j]!r} is of type {dtype}; cells are numbers or texts")
    return columns.prepared()


def of_arrow(x: Any) -> Prepared:
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
            whole = pa.types.is_integer(field.type)
            if whole and not column.null_count:
                columns.numbers(j, cells)
                continue
            columns.numbers(j, np.asarray([np.nan if v is None else v for v in cells], np.float64))
            if whole:
                kept = np.asarray([v is not None for v in cells])
                check_held(np.asarray([v for v in cells if v is not None], dtype=object), columns.out[kept, j])
        elif pa.types.is_null(field.type):
            columns.numbers(j, np.full(table.num_rows, np.nan))
        elif pa.types.is_dictionary(field.type) or str(field.type) in ("string", "large_string", "string_view"):
            columns.texts(j, column.to_pylist())
        else:
            raise ValueError(f"column {field.name!r} is of type {field.type}; cells are numbers or texts")
    return columns.prepared()
