"""Rows that the tests of all fronts learn from."""

from __future__ import annotations

from typing import Any

import numpy as np


def overlapping(rows: int, cols: int, seed: int) -> tuple[Any, Any]:
    """Rows of two classes that overlap, in columns of different sizes, a third of the cells 0."""
    random = np.random.default_rng(seed)
    sizes = np.logspace(-1, 1, cols)
    X = random.normal(size=(rows, cols)) * sizes
    X[random.random(X.shape) < 0.3] = 0
    score = X @ (random.normal(size=cols) / sizes) + random.normal(size=rows)
    return X, np.where(score > 0.2, "yes", "no")
