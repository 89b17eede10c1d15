"""Predictions of dask collections, computed when asked for."""

from __future__ import annotations

from typing import Any

import dask.array as da
import numpy as np
import numpy.typing as npt
from dask.base import is_dask_collection
from dask.delayed import delayed

from halfspace.dask._partitions import is_frame, is_parts, other_rows, whole_rows
from halfspace.model import Model

Array = npt.NDArray[Any]


def _of_block(
    rows: Any, model: Model, method: str, classes: Array | None, order: Array | None, *, n_jobs: int | None = 1
) -> Array:
    """What a method of the model gives for rows in memory, columns in this order; class numbers become ``classes``."""
    if classes is None:
        values = np.asarray(getattr(model, method)(rows, n_jobs=n_jobs))
        return values if values.ndim == 1 or order is None else values[:, order]
    codes = model._predicted(rows, n_jobs, probabilities=False)[0]
    return np.asarray(classes[codes])


def _of_values(values: Array, index: Any, model: Model, classes: Array | None, order: Array | None) -> Any:
    """A series of scores or of classes by number, or a data frame of scores."""
    import pandas as pd

    if values.ndim == 2:
        return pd.DataFrame(
            values, index=index, columns=model.classes[slice(None) if order is None else order].tolist()
        )
    if classes is None:
        return pd.Series(values, index=index, name="score")
    kept = pd.Series(classes.tolist(), name="prediction")  # in pandas' own type for texts
    return kept.take(values.astype(np.int64)).set_axis(index)


def _of_frame(rows: Any, model: Model, method: str, classes: Array | None, order: Array | None) -> Any:
    """A series or data frame with the index of the rows."""
    values = _of_block(rows, model, method, None if classes is None else np.arange(len(classes)), order)
    return _of_values(values, rows.index, model, classes, order)


def lazily(
    model: Model, method: str, X: Any, classes: Array | None, outputs: int | None, *, order: Array | None = None
) -> Any:
    """Of a dask array a dask array, of a data frame a series (``outputs`` columns: a data frame), of a list of delayed
    partitions a list, of rows in memory an array. ``order``: of the columns, places of the model's classes."""
    dtype = np.dtype(np.float64) if classes is None else classes.dtype
    if isinstance(X, da.Array):
        rows = whole_rows(X)
        shape: dict[str, Any] = {"drop_axis": 1} if outputs is None else {"chunks": (rows.chunks[0], (outputs,))}
        meta = np.empty((0,) if outputs is None else (0, 0), dtype)
        return rows.map_blocks(_of_block, delayed(model), method, classes, order, dtype=dtype, meta=meta, **shape)
    if is_frame(X):
        empty = _of_values(np.zeros(1 if outputs is None else (1, outputs)), [0], model, classes, order).iloc[:0]
        return X.map_partitions(_of_frame, model, method, classes, order, meta=empty)
    if is_parts(X):
        one = delayed(_of_block)
        return [one(part, model, method, classes, order) for part in X]
    if is_dask_collection(X):
        raise other_rows(X)
    return _of_block(X, model, method, classes, order, n_jobs=None)
