"""What kernel machines share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from halfspace import _core
from halfspace._labels import Coded
from halfspace._rows import Prepared
from halfspace.estimators._base import Array, Learner, Start
from halfspace.estimators._gamma import gamma_value

KERNELS = {
    "linear": "linear",
    "poly": "polynomial",
    "polynomial": "polynomial",
    "rbf": "rbf",
    "laplacian": "laplacian",
    "sigmoid": "sigmoid",
    "precomputed": "precomputed",
}


class KernelLearner(Learner):
    """What kernel machines share: the kernel's parameters, a kernel given as a function."""

    kernel: Any
    scale: Any

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.kernel == "precomputed"
        tags.input_tags.sparse = self.kernel != "precomputed"
        return tags

    def _choose_kernel(self, rows: Prepared, weights: Any) -> None:
        """Settles γ and its like by the rows."""
        self._kernel_now = self._kernel_options(rows, weights)
        self._gamma = self._kernel_now.get("gamma", 0.0)

    def _train_rows(
        self, rows: Prepared, coded: Coded, sample_weight: Any = None, begin: Start | None = None, **more: Any
    ) -> _core.Training:
        self._choose_kernel(rows, self._weights(sample_weight, rows, coded))
        return super()._train_rows(rows, coded, sample_weight, begin, **more)

    def _kernel_options(self, rows: Prepared, weights: Any) -> dict[str, Any]:
        name = "precomputed" if callable(self.kernel) else KERNELS.get(str(self.kernel))
        if name is None:
            raise ValueError(f"kernel is {self.kernel!r}; expected one of {sorted(KERNELS)} or a function")
        out: dict[str, Any] = {"kernel": name}
        if name in ("polynomial", "rbf", "laplacian", "sigmoid"):
            out["gamma"] = gamma_value(self.gamma, rows, self.scale, weights)
        if name == "polynomial":
            out["degree"] = self.degree
        if name in ("polynomial", "sigmoid"):
            out["coef0"] = self.coef0
        return out

    def _rows(self, X: Any, *, reset: bool) -> Prepared:
        rows = super()._rows(X, reset=reset)
        if not callable(self.kernel):
            if self.kernel == "precomputed" and reset and rows.rows != rows.cols:
                raise ValueError(
                    f"Precomputed matrix must be a square matrix. Input is a {rows.rows}x{rows.cols} matrix."
                )
            return rows
        dense = _array_of(rows)
        if reset:
            self._fitted_rows = dense
        return _gram(self.kernel, dense, self._fitted_rows)


def _array_of(rows: Prepared) -> Array:
    if isinstance(rows.values, tuple):
        raise ValueError("a kernel given as a function takes dense rows, not sparse ones")
    return rows.values


def _gram(kernel: Callable[[Array, Array], Any], a: Array, b: Array) -> Prepared:
    values = np.ascontiguousarray(kernel(a, b), dtype=np.float64)
    if values.shape != (len(a), len(b)):
        raise ValueError(f"the kernel gave a matrix of shape {values.shape}; expected {(len(a), len(b))}")
    return Prepared(values, len(a), len(b))
