"""Counts of predictions over labelled partitions."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import numpy.typing as npt
from dask.delayed import delayed
from distributed import Client

from halfspace._labels import encode_as
from halfspace.dask._partitions import parts_of
from halfspace.dask._workers import client_of
from halfspace.model import Model, model_of

Counts = npt.NDArray[np.int64]


def _counts(rows: Any, labels: Any, model: Model, classes: Any, number: int) -> Counts:
    """Rows of each true class (down) that each class was predicted for (across)."""
    k = len(classes)
    try:
        labels = np.asarray(labels)
        if not len(labels):
            return np.zeros((k, k), np.int64)
        true = encode_as(labels, classes).codes
        found = model._predicted(rows, 1, probabilities=False)[0]
    except (ValueError, TypeError) as error:
        raise ValueError(f"partition {number}: {error}") from error
    return np.bincount(true * k + found, minlength=k * k).reshape(k, k).astype(np.int64)


def _sum(counts: list[Counts]) -> Counts:
    return functools.reduce(np.add, counts)


def evaluate(model: Any, X: Any, y: Any, *, client: Client | None = None) -> dict[str, Any]:
    """How often a model is right on labelled partitions; rows stay where they are, counts come back.

    Parameters
    ----------
    model : Model or fitted estimator
    X, y
        As for ``fit``.
    client : distributed.Client, optional
        None: the current one.

    Returns
    -------
    dict
        ``rows``, ``mistakes``, ``error``, ``accuracy``, ``classes`` and ``confusion`` (true classes down, predicted
        ones across), by whole numbers: they do not depend on the partitions.

    Raises
    ------
    ValueError
        A label that the model does not know, rows that do not fit it; with the number of the partition.
    """
    inside = model_of(model)
    classes = getattr(model, "classes_", inside.classes)
    shared = delayed(inside)
    one, add = delayed(_counts, pure=False), delayed(_sum, pure=False)
    sums = [one(x, labels, shared, classes, k) for k, (x, labels, _) in enumerate(parts_of(X, y))]
    while len(sums) > 1:
        sums = [add(sums[k : k + 8]) for k in range(0, len(sums), 8)]
    counts = client_of(client).compute(sums[0]).result()
    rows, mistakes = int(counts.sum()), int(counts.sum() - np.trace(counts))
    if rows == 0:
        raise ValueError("X has no rows in any of its partitions")
    return {
        "rows": rows,
        "mistakes": mistakes,
        "error": mistakes / rows,
        "accuracy": 1 - mistakes / rows,
        "classes": classes.tolist(),
        "confusion": counts.tolist(),
    }
