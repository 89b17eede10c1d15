"""Counts of predictions over labelled partitions."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from dask.delayed import delayed
from distributed import Client

from halfspace._labels import encode_as
from halfspace.dask._partitions import parts_of
from halfspace.dask._workers import client_of
from halfspace.model import Model, model_of

Counts = npt.NDArray[np.int64]
MOST_SCORES = 1 << 26  # that are added up at a time, 24 bytes each


class Tally(NamedTuple):
    """What is counted on some of the rows."""

    confusion: Counts  # rows of each true class (down) that each class was predicted for (across)
    scores: npt.NDArray[np.float64]  # of two classes, where they are to be ranked: those that occur, ascending
    rows_at: Counts  # (2, scores): rows of each class
    whole: bool = True  # False: there were too many scores


def _tally(rows: Any, labels: Any, model: Model, classes: Any, number: int, *, ranked: bool) -> Tally:
    k = len(classes)
    try:
        labels = np.asarray(labels)
        if not len(labels):
            return Tally(np.zeros((k, k), np.int64), np.empty(0), np.zeros((2, 0), np.int64))
        true = encode_as(labels, classes).codes
        found, scores, _, _ = model._predicted(rows, 1, probabilities=False)
    except (ValueError, TypeError) as error:
        raise ValueError(f"partition {number}: {error}") from error
    confusion = np.bincount(true * k + found, minlength=k * k).reshape(k, k).astype(np.int64)
    if not ranked:
        return Tally(confusion, np.empty(0), np.zeros((2, 0), np.int64))
    if len(scores) > MOST_SCORES:
        return _without_scores(confusion)
    return Tally(confusion, *_distinct(scores.ravel(), np.stack([true == 0, true == 1]).astype(np.int64)))


def _without_scores(confusion: Counts) -> Tally:
    return Tally(confusion, np.empty(0), np.zeros((2, 0), np.int64), whole=False)


def _distinct(scores: Any, rows_at: Any) -> tuple[npt.NDArray[np.float64], Counts]:
    """Each score once, ascending, with the rows that have it."""
    order = np.argsort(scores, kind="stable")
    scores = scores[order]
    first = np.flatnonzero(np.concatenate([[True], scores[1:] != scores[:-1]]))[: len(scores)]
    return scores[first], np.add.reduceat(rows_at[:, order], first, axis=1) if len(first) else rows_at


def _sum(tallies: list[Tally]) -> Tally:
    confusion = functools.reduce(np.add, [tally.confusion for tally in tallies])
    if not all(tally.whole for tally in tallies) or sum(len(tally.scores) for tally in tallies) > MOST_SCORES:
        return _without_scores(confusion)
    scores = np.concatenate([tally.scores for tally in tallies])
    scores, rows_at = _distinct(scores, np.concatenate([tally.rows_at for tally in tallies], axis=1))
    return Tally(confusion, scores, rows_at)


def _areas(tally: Tally) -> dict[str, float | None]:
    """Areas under the curves of ROC and of precision and recall (average precision), as ``halfspace.evaluate``."""
    if not tally.whole:
        return {"roc_auc": None, "pr_auc": None}
    negative, positive = tally.rows_at[:, ::-1].astype(np.float64)
    negatives, positives = (int(rows.sum()) for rows in tally.rows_at)
    above = np.cumsum(positive) - positive
    precision = (above + positive) / np.cumsum(positive + negative)
    doubled = float(np.sum(negative * (2 * above + positive)))
    return {
        "roc_auc": doubled / (2.0 * positives * negatives) if positives and negatives else None,
        "pr_auc": float(np.sum(positive * precision)) / positives if positives else None,
    }


def evaluate(model: Any, X: Any, y: Any, *, ranks: bool | None = None, client: Client | None = None) -> dict[str, Any]:
    """How often a model is right on labelled partitions; rows stay where they are, counts come back.

    Parameters
    ----------
    model : Model or fitted estimator
    X, y
        As for ``fit``.
    ranks : bool, optional
        Rank the rows of two classes by score; None: where there are two, and scores that fit: each takes 24 bytes at
        one worker and here, and at most 2^26 are added up.
    client : distributed.Client, optional
        None: the current one.

    Returns
    -------
    dict
        ``rows``, ``mistakes``, ``error``, ``accuracy``, ``classes`` and ``confusion`` (true classes down, predicted
        ones across), of two classes with ranks ``roc_auc`` and ``pr_auc`` (average precision; None where a class has no
        rows, or scores do not fit). All are of whole numbers: they do not depend on the partitions.

    Raises
    ------
    ValueError
        A label that the model does not know, rows that do not fit it; with the number of the partition. Ranks of more
        classes than two, or of more scores than fit.
    """
    inside = model_of(model)
    classes = inside.classes
    if ranks and len(classes) != 2:
        raise ValueError(
            f"the model has {len(classes)} classes; expected ranks=None, as scores of two classes are ranked"
        )
    ranked = len(classes) == 2 and ranks is not False
    shared = delayed(inside)
    one, add = delayed(_tally, pure=False), delayed(_sum, pure=False)
    sums = [one(x, labels, shared, classes, k, ranked=ranked) for k, (x, labels, _) in enumerate(parts_of(X, y))]
    while len(sums) > 1:
        sums = [add(sums[k : k + 8]) for k in range(0, len(sums), 8)]
    tally = client_of(client).compute(sums[0]).result()
    if ranks and not tally.whole:
        raise ValueError(f"the rows have more than {MOST_SCORES:,} scores, too many to rank; rank a sample of the rows")
    rows, right = int(tally.confusion.sum()), int(np.trace(tally.confusion))
    if rows == 0:
        raise ValueError("X has no rows in any of its partitions")
    return {
        "rows": rows,
        "mistakes": rows - right,
        "error": (rows - right) / rows,
        "accuracy": right / rows,
        **(_areas(tally) if ranked else {}),
        "classes": classes.tolist(),
        "confusion": tally.confusion.tolist(),
    }
