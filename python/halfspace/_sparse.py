"""Checks of sparse matrices that somebody built or changed by hand: SciPy follows their indices without looking."""

from __future__ import annotations

from typing import Any

import numpy as np


def _check_start(x: Any, lines: int) -> None:
    """Starts from 0 to at most the entries, ascending, one more than there are lines."""
    start, entries = np.asarray(x.indptr), min(len(x.indices), len(x.data))
    if start.shape != (lines + 1,) or start.dtype.kind != "i":
        raise ValueError(
            f"indptr of X has shape {start.shape} and type {start.dtype}; expected {lines + 1} whole numbers"
        )
    if start[0] != 0 or start[-1] > entries or (np.diff(start) < 0).any():
        raise ValueError(f"indptr of X does not ascend from 0 to at most {entries}, the number of entries")


def _check_places(places: Any, count: int, what: str) -> None:
    places = np.asarray(places)
    if places.dtype.kind not in "iu":
        raise ValueError(f"the {what} indices of X are of type {places.dtype}; expected whole numbers")
    if places.size and (places.min() < 0 or places.max() >= count):
        raise ValueError(f"a {what} index of X is outside 0 to {count - 1}")


def check_sparse(x: Any) -> None:
    """Refuses indices that would lead a conversion out of its arrays. The columns of CSR are checked by the core.

    Errors (ValueError): starts that do not ascend, indices out of range, arrays of different lengths.
    """
    kind, shape = x.format, x.shape
    if kind in ("csr", "csc", "bsr") and len(shape) == 2:
        block = x.blocksize if kind == "bsr" else (1, 1)
        _check_start(x, shape[1] if kind == "csc" else shape[0] // block[0])
        if kind != "csr":
            count, what = (shape[0], "row") if kind == "csc" else (shape[1] // block[1], "column")
            _check_places(x.indices, count, what)
    if kind == "coo":
        axes = [f"axis {k}" for k in range(len(shape))] if len(shape) != 2 else ["row", "column"]
        for places, count, what in zip(x.coords, shape, axes, strict=True):
            if len(places) != len(x.data):
                raise ValueError(f"X has {len(x.data)} entries and {len(places)} {what} indices")
            _check_places(places, count, what)
    if kind == "dok" and len(shape) == 2:
        for row, column in x.keys():  # noqa: SIM118 - a matrix iterates over its rows
            if not (0 <= row < shape[0] and 0 <= column < shape[1]):
                raise ValueError(f"the entry {(row, column)} of X is outside its shape {shape}")
