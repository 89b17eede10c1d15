"""γ = 1/(d var(Z)): Z are the rows of d features as a kernel sees them (docs/algorithms.md, section 7)."""

from __future__ import annotations

from typing import Any

import numpy as np

from halfspace._labels import number_of
from halfspace._rows import Prepared
from halfspace.estimators._base import Array


def gamma_value(gamma: Any, rows: Prepared, scale: Any = None, weights: Any = None) -> float | None:
    """γ of scikit-learn's "scale", 1/(d var(Z)), and "auto", 1/d, or a number. A row counts as often as its weight."""
    if isinstance(gamma, str):
        if gamma not in ("scale", "auto"):
            raise ValueError(f"gamma is {gamma!r}; expected 'scale', 'auto' or a number above 0")
        kept = slice(None) if weights is None else weights > 0
        seen = _coded(rows, kept)
        if gamma == "auto":
            return 1 / int(seen.shape[1])
        with np.errstate(all="ignore"):  # the core names NaN and infinity
            variance = _variance(_scaled(seen, scale, kept, weights), weights)
        return 1 / (seen.shape[1] * variance) if variance != 0 and np.isfinite(variance) else 1.0
    if gamma is None:
        return None
    number = float("nan") if isinstance(gamma, bool) or not np.isscalar(gamma) else float(str(gamma))
    if not number > 0:
        raise ValueError(f"gamma is {gamma!r}; expected 'scale', 'auto' or a number above 0")
    return number


def _coded(rows: Prepared, kept: Any) -> Any:
    """The rows with a 0/1 feature for each level of a column of texts."""
    if isinstance(rows.values, tuple):
        from scipy.sparse import csr_matrix

        start, column, entries, cols = rows.values
        return csr_matrix((entries.astype(np.float64), column, start), shape=(rows.rows, cols))
    values = np.asarray(rows.values, np.float64)
    if not rows.categories:
        return values
    levels = dict(rows.categories)
    parts = [_one_hot(values[:, j], levels[j], kept) if j in levels else values[:, j : j + 1] for j in range(rows.cols)]
    return np.hstack(parts)


def _one_hot(codes: Array, levels: list[str], kept: Any) -> Array:
    keys = [key_of(level) for level in levels]
    distinct = {key: k for k, key in enumerate(dict.fromkeys(keys))}
    number = np.asarray([distinct[key] for key in keys] or [0])
    known = ~np.isnan(codes)
    coded = np.full(len(codes), -1)
    coded[known] = number[codes[known].astype(np.int64)]
    present = np.unique(coded[kept])
    return np.asarray(coded[:, None] == present[present >= 0], np.float64)


def key_of(level: str) -> Any:
    """Texts that are numbers compare as numbers."""
    number = number_of(level)
    return level if number is None else number


def _scaled(Z: Any, scale: Any, kept: Any, weights: Any) -> Any:
    """(z - mean)/deviation, (z - min)/(max - min) or z/(largest length), of the rows kept."""
    if scale == "max-norm":
        squares = Z.multiply(Z) if hasattr(Z, "multiply") else Z**2
        longest = np.sqrt(np.asarray(squares.sum(axis=1)).ravel()[kept].max())
        return Z / longest if longest > 0 else Z
    if scale not in ("standard", "minmax"):
        return Z
    Z = Z.toarray() if hasattr(Z, "toarray") else Z
    rows = Z[kept]
    low, size = rows.min(axis=0), np.ptp(rows, axis=0)
    constant = size == 0
    if scale == "standard":
        by = None if weights is None else weights[kept]
        mean = np.average(rows, axis=0, weights=by)
        low = np.where(constant, low, mean)
        size = np.sqrt(np.average((rows - low) ** 2, axis=0, weights=by))
    return (Z - low) / np.where(constant, 1, size)


def _variance(Z: Any, weights: Any) -> float:
    """Of all cells."""
    if hasattr(Z, "multiply"):  # around the mean: squares less its square would cancel
        stored = Z.tocoo()
        each = np.ones(stored.nnz) if weights is None else weights[stored.row]
        cells = float(Z.shape[0] if weights is None else weights.sum()) * int(Z.shape[1])
        mean = float(each @ stored.data) / cells
        return float((each @ (stored.data - mean) ** 2 + (cells - each.sum()) * mean**2) / cells)
    if weights is None:
        return float(Z.var())
    cells = float(weights.sum()) * int(Z.shape[1])
    mean = float((weights @ Z).sum()) / cells
    return float((weights @ (Z - mean) ** 2).sum() / cells)
