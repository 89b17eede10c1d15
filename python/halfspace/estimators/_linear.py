"""What linear estimators share."""

from __future__ import annotations

from typing import Any

import numpy as np

from halfspace import _core
from halfspace._labels import Coded, core_order
from halfspace._rows import Prepared
from halfspace.estimators._base import Array, Learner, Start
from halfspace.estimators._checks import as_it_was
from halfspace.model import Model

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
        self.n_iter_: Any = np.maximum(1, np.asarray(training.run_rounds, np.int32))

    def _support_of(self, codes: Array) -> tuple[Array, Array]:
        """Support rows of all runs together, and y times α of each of them; of one-vs-rest in the order of classes_.
        Error (AttributeError): the runs have none."""
        binary = len(self.classes_) == 2
        rows = [run.support for run in self.runs_]
        if not any(len(r) for r in rows) or len(rows) != (1 if binary else len(self.classes_)):
            raise AttributeError("these runs have no support rows: see support_ in the documentation")
        support = np.unique(np.concatenate(rows))
        dual = np.zeros((len(rows), len(support)))
        order = range(len(rows)) if self._order is None or binary else self._order
        for place, k in enumerate(order):
            run = self.runs_[k]
            sign = np.where(codes[run.support] == (1 if binary else place), 1.0, -1.0)
            dual[place, np.searchsorted(support, run.support)] = sign * run.alpha
        return support, dual

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

    def _starts(self) -> bool:
        """Can a run of these options begin at given weights?"""
        return True

    def _start(self, coef_init: Any, intercept_init: Any, coded: Coded) -> Start | None:
        """Weights given, or with ``warm_start`` those of the fit before, with its multipliers at as many rows."""
        if coef_init is not None or intercept_init is not None:
            return Start(self._start_weights(coef_init, intercept_init, coded))
        again = hasattr(self, "coef_") and np.array_equal(self.classes_, coded.classes)
        if not getattr(self, "warm_start", False) or not again or not self._starts():
            return None
        rows = len(coded.codes)
        coef = self.coef_.toarray() if hasattr(self.coef_, "toarray") else self.coef_
        same = getattr(self, "_n_rows", None) == rows and any(len(run.support) for run in self.runs_)
        return Start(
            self._start_weights(coef, self.intercept_, coded),
            [(r.support, r.alpha) for r in self.runs_] if same else [],
        )

    def _start_weights(self, coef: Any, intercept: Any, coded: Coded) -> Array:
        """Weights in the order of the classes as the core has them."""
        if coef is None:
            raise ValueError("intercept_init is given without coef_init; give both")
        w = np.atleast_2d(np.asarray(coef, np.float64))
        b = np.zeros(len(w)) if intercept is None else np.atleast_1d(np.asarray(intercept, np.float64))
        if w.ndim != 2 or b.shape != (len(w),):
            raise ValueError(
                f"coef_init and intercept_init have shapes {w.shape} and {b.shape}; expected (k, d) and (k,)"
            )
        if len(w) > 1 and len(w) == len(coded.texts):
            order = core_order(coded.texts)
            w, b = w[order], b[order]
        if not self.fit_intercept:
            b = np.zeros(len(w))
        return np.ascontiguousarray(np.column_stack([w, b]) if self._with_bias() else w).ravel()

    def _with_bias(self) -> bool:
        """Has a start a place for the bias?"""
        return True

    def _fit_from(self, X: Any, y: Any, sample_weight: Any, coef_init: Any, intercept_init: Any) -> None:
        with as_it_was(self):
            rows = self._rows(X, reset=True)
            coded = self._labels(y, rows.rows)
            start = self._start(coef_init, intercept_init, coded)
            more = {} if start is None else self._start_options()
            training = self._train_rows(rows, coded, sample_weight, start, **more)
            if start is not None:
                self._check_start(start, Model(training.classifier).weights.shape)
        self._finish(training, coded, rows)

    def _check_start(self, start: Start, shape: tuple[int, ...]) -> None:
        """Error (ValueError): another number of weights, which may be that of weights without a bias."""
        outputs, features = shape
        given, expected = 0 if start.weights is None else start.weights.size, outputs * (features + self._with_bias())
        if given != expected:
            raise ValueError(
                f"the start has {given} numbers for coef_ of shape {shape}"
                + (f" and intercept_ of shape {(outputs,)}" if self._with_bias() else "")
                + f"; expected {expected}: give coef_init and intercept_init in these shapes, or fit a new estimator"
            )

    def _finish(self, training: _core.Training, coded: Coded, rows: Prepared, weights: Array | None = None) -> None:
        super()._finish(training, coded, rows, weights)
        self._n_rows = rows.rows

    def _start_options(self) -> dict[str, Any]:
        """Options of a run that begins at given weights."""
        return {}
