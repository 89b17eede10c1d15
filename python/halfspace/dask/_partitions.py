"""Dask collections as delayed partitions: rows, their labels, their weights."""

from __future__ import annotations

import math
from typing import Any

import dask.array as da
from dask.delayed import Delayed

Part = tuple[Delayed, Delayed, Delayed | None]


def is_frame(x: Any) -> bool:
    """Is this a data frame or series of Dask? Without importing dask.dataframe, which needs pandas."""
    if isinstance(x, Delayed):  # has every attribute
        return False
    of_dask = type(x).__module__.partition(".")[0] in ("dask", "dask_expr")
    return of_dask and hasattr(x, "map_partitions") and hasattr(x, "ndim")  # bags have no dimensions


def is_parts(x: Any) -> bool:
    """Is this a list of delayed partitions?"""
    return isinstance(x, list | tuple) and len(x) > 0 and all(isinstance(part, Delayed) for part in x)


def is_lazy(x: Any) -> bool:
    """Is this what the module takes?"""
    return isinstance(x, da.Array) or is_frame(x) or is_parts(x)


def whole_rows(x: da.Array) -> da.Array:
    """Chunks that hold all columns of their rows."""
    if x.ndim != 2:
        raise ValueError(f"X has {x.ndim} dimensions; expected 2: rows and columns")
    return x if x.numblocks[1] == 1 else x.rechunk({1: -1})


def _kind(x: Any) -> str:
    return f"{type(x).__module__}.{type(x).__qualname__}"


def rows_of(X: Any) -> list[Delayed]:
    """The partitions of rows. A graph is not optimised alone: X and y of one source would load it twice."""
    if isinstance(X, da.Array):
        return list(whole_rows(X).to_delayed(optimize_graph=False).ravel())
    if is_frame(X):
        if X.ndim != 2:
            raise ValueError("X is a series; expected a data frame")
        return list(X.to_delayed(optimize_graph=False))
    if is_parts(X):
        return list(X)
    raise other_rows(X)


def other_rows(X: Any) -> TypeError:
    """What is said of rows in a container that is none."""
    return TypeError(
        f"X is of type {_kind(X)}; expected a dask array, a dask data frame or a list of delayed partitions "
        "(rows in memory: halfspace's own estimators, or dask.array.from_array)"
    )


def _column_of(X: Any, y: Any, name: str, what: str) -> list[Delayed]:
    """The partitions of labels or weights."""
    if isinstance(y, da.Array):
        if y.ndim != 1:
            raise ValueError(f"{name} has {y.ndim} dimensions; expected 1: a {what} a row")
        if isinstance(X, da.Array) and is_known(X) and is_known(y) and X.shape[0] != y.shape[0]:
            raise ValueError(f"X has {X.shape[0]} rows and {name} {y.shape[0]}; expected a {what} a row")
        if isinstance(X, da.Array) and X.chunks[0] != y.chunks[0] and is_known(X) and is_known(y):
            y = y.rechunk((X.chunks[0],))
        return list(y.to_delayed(optimize_graph=False).ravel())
    if is_frame(y):
        if y.ndim != 1:
            raise ValueError(f"{name} is a data frame; expected a series, as X['{what}']")
        return list(y.to_delayed(optimize_graph=False))
    if is_parts(y):
        return list(y)
    raise TypeError(
        f"{name} is of type {_kind(y)}; expected a dask array, a dask series or a list of delayed partitions"
    )


def is_known(x: da.Array) -> bool:
    """Does the array know how many rows it has?"""
    return not math.isnan(x.shape[0])


def parts_of(X: Any, y: Any, weights: Any = None) -> list[Part]:
    """What belongs together, partition by partition. Errors: TypeError (other containers), ValueError (no match)."""
    rows = rows_of(X)
    labels = _column_of(X, y, "y", "label")
    weighed = [None] * len(rows) if weights is None else _column_of(X, weights, "sample_weight", "weight")
    for name, other in (("y", labels), ("sample_weight", weighed)):
        if len(rows) != len(other):
            raise ValueError(
                f"X has {len(rows)} partitions and {name} has {len(other)}; expected the same rows in both"
            )
    return list(zip(rows, labels, weighed, strict=True))
