"""What linear estimators share."""

from __future__ import annotations

from typing import Any

import numpy as np

from halfspace import _core
from halfspace._labels import Coded
from halfspace.estimators._base import Array, Learner

SCIKIT_SOLVERS = ("lbfgs", "liblinear", "newton-cg", "newton-cholesky", "sag", "saga")


class LinearLearner(Learner):
    """What learners with one weight a feature share: ``coef_``, ``intercept_``, support rows, starts."""

    _multinomial = False

    def _table_options(self) -> dict[str, Any]:
        """How columns of tables become features."""
        return {
            name: getattr(self, name)
            for name in ("scale", "features", "missing", "categorical_coding", "min_level", "unseen")
        }

    def _bias(self, free: str) -> str:
        return free if self.fit_intercept else "none"

    def _take(self, training: _core.Training, coded: Coded) -> None:
        super()._take(training, coded)
        order = slice(None) if self._order is None else self._order
        self.coef_ = self.model_.weights[order] if len(coded.classes) > 2 else self.model_.weights
        self.intercept_ = self.model_.bias[order] if len(coded.classes) > 2 else self.model_.bias
        rounds = [max(1, run.rounds) for run in self.runs_]
        self.n_iter_: Any = np.asarray(rounds, np.int32)

    def _take_support(self, codes: Array) -> None:
        """Support rows of all runs together, and y times α of each of them."""
        rows = [run.support for run in self.runs_]
        self.support_ = np.unique(np.concatenate(rows)) if rows else np.empty(0, np.int64)
        binary = len(self.classes_) == 2
        self.dual_coef_ = np.zeros((len(self.runs_), len(self.support_)))
        order = range(len(self.runs_)) if self._order is None or binary else self._order
        for place, k in enumerate(order):
            run = self.runs_[k]
            sign = np.where(codes[run.support] == (1 if binary else place), 1.0, -1.0)
            self.dual_coef_[place, np.searchsorted(self.support_, run.support)] = sign * run.alpha

    def densify(self) -> LinearLearner:
        """Makes ``coef_`` an array again; see :meth:`sparsify`."""
        if hasattr(self.coef_, "toarray"):
            self.coef_ = self.coef_.toarray()
        return self

    def sparsify(self) -> LinearLearner:
        """Makes ``coef_`` a sparse matrix, for penalties that leave few weights; predictions do not change."""
        from scipy.sparse import csr_matrix

        self.coef_ = csr_matrix(self.coef_)
        return self

    def _start(self, coef_init: Any, intercept_init: Any) -> dict[str, Any]:
        """Options of a start: weights given, or with ``warm_start`` those of the fit before."""
        return {}
