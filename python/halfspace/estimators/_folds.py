"""Folds as scikit-learn's users give them, for the core, which makes folds by class or by groups of rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.model_selection import check_cv

from halfspace._labels import Coded
from halfspace._rows import Prepared

Ints = npt.NDArray[np.int64]


def folds_of(cv: Any, rows: Prepared, coded: Coded, groups: Any) -> tuple[int, Any]:
    """How many folds, and groups of rows that make them.

    None: 5, or as many as the rarest class has rows; a number: so many, by class, or by ``groups``; else a splitter or
    the list of its splits, whose test parts must hold each row once. Errors (ValueError): other splits, fewer than two.
    """
    if cv is None:
        rarest = int(np.bincount(coded.codes).min())
        if rarest < 2 and groups is None:
            raise ValueError(
                f"a class has one row, and every fold needs one (n_samples={rows.rows}, n_features={rows.cols}); "
                "give more rows, or leave the class out"
            )
        return (min(5, rarest) if groups is None else min(5, len(np.unique(groups)))), groups
    if isinstance(cv, int | np.integer) and not isinstance(cv, bool):
        if cv < 2:
            raise ValueError(f"cv is {cv}; expected two folds or more")
        return int(cv), groups
    splits = check_cv(cv, coded.codes, classifier=True).split(np.empty((rows.rows, 1)), coded.codes, groups)
    return _as_groups([np.asarray(test) for _, test in splits], rows.rows)


def _as_groups(tests: list[Any], rows: int) -> tuple[int, Ints]:
    fold = np.full(rows, -1, np.int64)
    for k, test in enumerate(tests):
        places = np.flatnonzero(test) if test.dtype == bool else test
        if (fold[places] >= 0).any():
            raise ValueError("cv holds a row out twice; give a splitter of one round, or use GridSearchCV")
        fold[places] = k
    if (fold < 0).any():
        raise ValueError("cv never holds some rows out; give a splitter that does, or use GridSearchCV")
    return len(tests), fold
