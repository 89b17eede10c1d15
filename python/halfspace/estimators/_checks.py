"""What rows and labels of estimators must be, in scikit-learn's words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from sklearn.utils.validation import validate_data

from halfspace._rows import Prepared, is_sparse
from halfspace._sparse import check_sparse
from halfspace.exceptions import warn_caller

FLOATS = (np.dtype(np.float64), np.dtype(np.float32))


def is_plain(X: Any) -> bool:
    """An array that needs none of scikit-learn's conversions: two dimensions, float32 or float64, not empty."""
    return type(X) is np.ndarray and X.ndim == 2 and X.dtype in FLOATS and X.size > 0


def is_plain_sparse(X: Any) -> bool:
    """CSR that needs none of scikit-learn's conversions, as :func:`is_plain`."""
    return is_sparse(X) and X.format == "csr" and len(X.shape) == 2 and X.dtype in FLOATS and min(X.shape) > 0


def is_plain_frame(X: Any) -> bool:
    """A pandas data frame of named columns of numbers of one such type."""
    if type(X).__module__.split(".")[0] != "pandas" or getattr(X, "ndim", 0) != 2 or min(X.shape) == 0:
        return False
    kinds = set(X.dtypes)
    return len(kinds) == 1 and kinds.pop() in FLOATS and all(isinstance(name, str) for name in X.columns)


def is_plain_labels(y: Any) -> bool:
    """Whole numbers, booleans or texts in one dimension, which are classes whatever they are."""
    return type(y) is np.ndarray and y.ndim == 1 and y.dtype.kind in "iubU" and y.size > 0


def check_width(estimator: Any, X: Any, *, reset: bool) -> None:
    """What validate_data does for a plain array: notes its columns, or compares them."""
    if reset:
        estimator.n_features_in_ = X.shape[1]
        if hasattr(estimator, "feature_names_in_"):
            del estimator.feature_names_in_
    elif X.shape[1] != estimator.n_features_in_ or hasattr(estimator, "feature_names_in_"):
        validate_data(estimator, X, reset=False, skip_check_array=True)


def check_names(estimator: Any, X: Any, *, reset: bool) -> None:
    """What validate_data does for a plain frame."""
    if reset:
        estimator.n_features_in_ = X.shape[1]
        estimator.feature_names_in_ = np.asarray(X.columns, dtype=object)
        return
    fitted = getattr(estimator, "feature_names_in_", None)
    if fitted is None or len(fitted) != X.shape[1] or list(X.columns) != list(fitted):
        validate_data(estimator, X, reset=False, skip_check_array=True)


def check_place(estimator: Any, table: Prepared) -> None:
    """What validate_data does for a table that it cannot read, after a fit without names: columns go by place.

    Warns (UserWarning): they have names. Error (ValueError): another number of columns.
    """
    check_width(estimator, table.values, reset=False)
    name = type(estimator).__name__
    warn_caller(UserWarning(f"X has feature names, but {name} was fitted without feature names"))


def validated(estimator: Any, X: Any, **how: Any) -> Any:
    """Rows that scikit-learn's checks let through, as an array or as CSR."""
    if is_sparse(X):
        check_sparse(X)
    if isinstance(X, np.ma.MaskedArray):  # scikit-learn would read what the mask hides
        X = np.ma.filled(X.astype(np.float64), np.nan)
    if getattr(getattr(X, "dtype", None), "kind", None) in ("m", "M"):
        raise ValueError("dates are no numbers; give days since some date, or their parts, as columns")
    try:
        return validate_data(
            estimator,
            X,
            accept_sparse="csr",
            accept_large_sparse=True,
            dtype=[np.float64, np.float32],
            ensure_all_finite=False,
            **how,
        )
    except OverflowError as error:
        raise ValueError(f"X: {error}; rows are of numbers that a float holds") from error


def check_not_empty(rows: Prepared, name: str) -> None:
    """scikit-learn's errors for tables without rows or columns."""
    for count, what in ((rows.rows, "sample"), (rows.cols, "feature")):
        if count == 0:
            shape = f"(shape={rows.rows, rows.cols})"
            raise ValueError(f"Found array with 0 {what}(s) {shape} while a minimum of 1 is required by {name}.")


@contextmanager
def as_it_was(estimator: Any) -> Iterator[None]:
    """A fit that raises, or is interrupted, leaves the estimator as it was."""
    before = dict(estimator.__dict__)
    try:
        yield
    except BaseException:
        estimator.__dict__.clear()
        estimator.__dict__.update(before)
        raise


CELL = re.compile(r"row (\d+), column (\d+) \(from 0\): (NaN|an infinity)")
OF_OPTION = re.compile(r"option \S+: '")
TRAINED = re.compile(r"(train|leave the row out, or train) with the option missing( \([^)]*\))?")


@contextmanager
def finite_in_words(rows: Prepared, estimator: Any) -> Iterator[None]:
    """Where the core found NaN or infinity the error says so as scikit-learn does, with row and column."""
    try:
        yield
    except ValueError as error:
        text = str(error)
        cell = CELL.match(text)
        if cell:
            row, column = int(cell[1]), int(cell[2])
            found = _cell("NaN" if cell[3] == "NaN" else "infinity", row, column, rows)
            text = TRAINED.sub(lambda said: _way_out(said[0], column, rows, estimator), text)
        else:
            of_cells = not OF_OPTION.match(text) and any(w in text for w in ("NaN", "infinit", "missing"))
            found = not_finite(rows) if of_cells else ""
        if not found:
            raise
        raise ValueError(f"Input X contains {found}\n{type(estimator).__name__}: {text}") from None


def _way_out(said: str, column: int, rows: Prepared, estimator: Any) -> str:
    """The core's advice about a missing cell in parameters of the estimator."""
    if not hasattr(estimator, "missing"):
        return "leave the row out, or fill the cell before (sklearn.impute.SimpleImputer)"
    given = str(estimator.missing).split(",") if estimator.missing is not None else []
    needed = "category" if any(j == column for j, _ in rows.categories) else "mean"
    if "drop" in given or needed in given or (needed == "mean" and not given):
        return said
    wanted = ",".join(sorted({*given, needed}, reverse=True))
    return f"leave the row out, or fit with missing={wanted!r} (mean fills numbers, category keeps texts as a level)"


def _cell(what: str, row: int, column: int, rows: Prepared) -> str:
    name = rows.names[column] if rows.names else column
    return f"{what}: row {row}, column {name!r}."


def not_finite(rows: Prepared) -> str:
    """The first number that is NaN, or where there is none infinite; "" where all are finite."""
    cells = np.asarray(rows.values[2] if isinstance(rows.values, tuple) else rows.values)
    for bad, what in ((np.isnan(cells), "NaN"), (np.isinf(cells), "infinity")):
        if not bad.any():
            continue
        place = np.argwhere(bad)[0]
        if isinstance(rows.values, tuple):
            start, column, _, _ = rows.values
            row = int(np.searchsorted(start, place[0], side="right")) - 1
            return _cell(what, row, int(column[place[0]]), rows)
        return _cell(what, int(place[0]), int(place[1]), rows)
    return ""
