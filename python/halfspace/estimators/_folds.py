"""Folds as scikit-learn's users give them, for the core, which makes folds by class or by groups of rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.model_selection import check_cv

from halfspace._labels import Coded
from halfspace._rows import Prepared, groups_of

Ints = npt.NDArray[np.int64]


def folds_of(cv: Any, rows: Prepared, coded: Coded, groups: Any, weights: Any = None) -> tuple[int, Any]:
    """How many folds, and groups of rows that make them.

    None: 5, or as many as the rarest class has rows, of a weight above 0; a number: so many, by class, or by
    ``groups``; else a splitter or the list of its splits, whose test parts must hold each row once and whose training
    parts all other rows. Errors (ValueError): other splits, fewer than two.
    """
    if cv is None:
        counted = np.ones(rows.rows, bool) if weights is None else weights > 0
        rarest = int(np.bincount(coded.codes[counted], minlength=len(coded.classes)).min())
        if rarest < 2 and groups is None:
            raise ValueError(
                f"a class has one row, and every fold needs one (n_samples={rows.rows}, n_features={rows.cols}); "
                "give more rows, or leave the class out"
            )
        return (
            min(5, rarest) if groups is None else min(5, len(np.unique(groups_of(groups, rows.rows)[counted])))
        ), groups
    if isinstance(cv, int | np.integer) and not isinstance(cv, bool):
        if cv < 2:
            raise ValueError(f"cv is {cv}; expected two folds or more")
        return int(cv), groups
    splits = check_cv(cv, coded.codes, classifier=True).split(np.empty((rows.rows, 1)), coded.codes, groups)
    places = [tuple(_places(part, rows.rows, _split(k)) for part in split) for k, split in enumerate(splits)]
    return _as_groups(places, rows.rows)


def _split(k: int) -> str:
    return f"split {k} (from 0) of cv"


def _places(part: Any, rows: int, what: str) -> Ints:
    """Rows of a part of a split, which may be a mask. Error (ValueError): what is no list of rows."""
    part = np.asarray(part)
    if part.dtype == bool and part.shape == (rows,):
        return np.flatnonzero(part)
    whole = part.dtype.kind in "iu" or part.size == 0
    places: Ints = np.asarray(part if whole else [rows], np.int64)
    if places.ndim != 1 or not ((places >= -rows) & (places < rows)).all():
        raise ValueError(f"{what} holds other things than rows; expected whole numbers from 0 to {rows - 1}, or a mask")
    return places


def _as_groups(splits: list[tuple[Ints, ...]], rows: int) -> tuple[int, Ints]:
    if len(splits) < 2:
        raise ValueError(f"cv has {len(splits)} split; expected two or more")
    fold = np.full(rows, -1, np.int64)
    for k, (train, places) in enumerate(splits):
        check_others(train, places, rows, _split(k))
        if (fold[places] >= 0).any():
            raise ValueError("cv holds a row out twice; give a splitter of one round, or use GridSearchCV")
        fold[places] = k
    if (fold < 0).any():
        raise ValueError("cv never holds some rows out; give a splitter that does, or use GridSearchCV")
    return len(splits), fold


def check_others(train: Any, test: Any, rows: int, what: str) -> None:
    """Error (ValueError): a training part that is not all rows but those held out, which the core trains on."""
    others = np.setdiff1d(np.arange(rows), np.arange(rows)[test])
    if not np.array_equal(np.sort(np.arange(rows)[train]), others):
        raise ValueError(
            f"{what} trains on {len(train)} rows and holds {len(test)} of {rows} out; expected to train on all "
            f"{len(others)} others, each once; give such splits, or use GridSearchCV"
        )
