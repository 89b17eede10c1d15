"""Support vectors with the attributes of scikit-learn."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import numpy as np
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import _ovr_decision_function

from halfspace import _core
from halfspace._labels import Coded
from halfspace._model_file import parts_of
from halfspace._rows import Prepared
from halfspace.estimators._base import Array, Start, check_whole, support_options
from halfspace.estimators._kernel import KernelLearner
from halfspace.model import Model


def cache_mib(size: Any) -> int:
    """Whole MiB of ``cache_size``, at least one."""
    if not isinstance(size, int | float | np.integer | np.floating) or not 0 < size < np.inf:
        raise ValueError(f"cache_size is {size!r}; expected a number of MiB above 0")
    return max(1, int(size))


class SupportVectors(KernelLearner):
    """Attributes of scikit-learn's support vector classifiers."""

    _nu = False

    def _options(self) -> dict[str, Any]:
        if self.max_iter != -1:
            check_whole("max_iter", self.max_iter, 1)
        return {
            "algorithm": "svm",
            "tol": self.tol,
            "bias": "free",
            "cache": cache_mib(self.cache_size),
            "max_rounds": None if self.max_iter in (-1, None) else self.max_iter,
            "scale": self.scale,
        }

    def _run_options(self, coded: Coded) -> dict[str, Any]:
        if self.decision_function_shape not in ("ovr", "ovo"):
            raise ValueError(f"decision_function_shape is {self.decision_function_shape!r}; expected 'ovr' or 'ovo'")
        columns = getattr(self, "n_features_in_", None)
        support = support_options(self.exact_support, len(coded.codes), columns, 1200)
        options = {**super()._run_options(coded), **support}
        kernel = self._kernel_now
        if kernel["kernel"] == "linear" and not self._nu:  # the linear solvers find the same optimum sooner
            options.pop("cache")
        else:
            options.update(kernel)
        if len(coded.classes) > 2:
            options["multiclass"] = "one-vs-one"
        return {**options, **self._calibration(coded, None)}

    def _calibration(self, coded: Coded, weights: Array | None) -> dict[str, Any]:
        """Folds that probabilities come from: 5, or as many as the rarest class has rows of a weight above 0."""
        if not self.probability:
            return {}
        codes = coded.codes if weights is None else coded.codes[weights > 0]
        rarest = int(np.bincount(codes, minlength=len(coded.classes)).min())
        return {"calibrate": "auto", "calibrate_folds": min(5, max(2, rarest))}

    def _train_rows(
        self, rows: Prepared, coded: Coded, sample_weight: Any = None, begin: Start | None = None, **more: Any
    ) -> _core.Training:
        more = {**self._calibration(coded, self._weights(sample_weight, rows, coded)), **more}
        try:
            return super()._train_rows(rows, coded, sample_weight, begin, **more)
        except ValueError as error:
            found = str(error)
            if not self.probability or not any(w in found for w in ("option calibrate", "folds")):
                raise
            reason = re.sub("; (say|give|choose|use) [^()]*$", "", found.removeprefix("option calibrate: "))
            raise ValueError(
                f"probability=True finds no probabilities: {reason}; give more rows of every class, other features, or "
                "probability=False, which has decision_function"
            ) from None

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> SupportVectors:
        """Fits the machine.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n, n_features); the n x n matrix of a precomputed kernel
        y : array-like of shape (n,)
        sample_weight : array-like of shape (n,), optional
            Factors of C, from 0.
        """
        training, coded, rows = self._train(X, y, sample_weight)
        self._finish(training, coded, rows, self._weights(sample_weight, rows, coded))
        return self

    def _finish(self, training: _core.Training, coded: Coded, rows: Prepared, weights: Array | None = None) -> None:
        super()._finish(training, coded, rows, weights)
        self._take_support(coded, rows)
        self.class_weight_ = _class_weights(self.class_weight, coded, weights)
        self.n_iter_ = np.maximum(1, np.asarray(training.run_rounds, np.int32))
        self.fit_status_ = int(self.status_ not in ("converged",))
        self.shape_fit_ = (rows.rows, rows.cols)

    def _pairs(self) -> list[tuple[int, int, float]]:
        """Of each run its two classes in the order of classes_, and -1 where the run has them the other way round."""
        count = len(self.classes_)
        if count == 2:
            return [(0, 1, -1.0)]
        of_core = range(count) if self._order is None else np.argsort(self._order)
        pairs = []
        for a, b in combinations(range(count), 2):
            first, second = of_core[a], of_core[b]
            pairs.append((min(first, second), max(first, second), 1.0 if first < second else -1.0))
        return pairs

    def _take_support(self, coded: Coded, rows: Prepared) -> None:
        found = np.unique(np.concatenate([run.support for run in self.runs_]))
        by_class = coded.codes[found]
        self.support_ = found[np.argsort(by_class, kind="stable")].astype(np.int32)
        self.n_support_ = np.bincount(by_class, minlength=len(coded.classes)).astype(np.int32)
        self.support_vectors_ = _rows_at(rows, self.support_, self.kernel)
        place = np.full(rows.rows, -1, np.int64)
        place[self.support_] = np.arange(len(self.support_))
        count = len(coded.classes)
        self.dual_coef_ = np.zeros((count - 1, len(self.support_)))
        bias = _folded(self.model_)[1] if self._nu and self.kernel == "linear" else self.model_.bias
        self.intercept_ = np.zeros(count * (count - 1) // 2)
        number = {pair: k for k, pair in enumerate(combinations(range(count), 2))}
        for run, (a, b, sign), offset in zip(self.runs_, self._pairs(), bias, strict=True):
            of_first = coded.codes[run.support] == a
            line = np.where(of_first, b - 1, a) if count > 2 else np.zeros(len(run.support), np.int64)
            y = np.where(of_first, 1.0, -1.0) if count > 2 else np.where(of_first, -1.0, 1.0)
            self.dual_coef_[line, place[run.support]] = y * run.alpha
            self.intercept_[number[a, b]] = offset if count == 2 else sign * offset

    @property
    def coef_(self) -> Array:
        """Weights of a linear kernel, of shape (n_pairs, n_features), not to be written to."""
        weights = self._linear_weights()
        if isinstance(weights, np.ndarray):
            weights.setflags(write=False)
        return weights

    def _linear_weights(self) -> Array:
        if self.kernel != "linear":
            raise AttributeError("coef_ is only available when using a linear kernel")
        weights = _folded(self.model_)[0] if self._nu else self.model_.weights
        if len(self.classes_) == 2:
            return weights
        signs = [(a, b, sign) for a, b, sign in self._pairs()]
        order = sorted(range(len(signs)), key=lambda k: signs[k][:2])
        return np.asarray([signs[k][2] * weights[k] for k in order])

    def _pair_scores(self, X: Any) -> Array:
        scores = self._predicted(X, pair_scores=True, probabilities=False)[1]
        signs = self._pairs()
        order = sorted(range(len(signs)), key=lambda k: signs[k][:2])
        return scores[:, order] * np.asarray([signs[k][2] for k in order])  # type: ignore[no-any-return]

    def decision_function(self, X: Any) -> Array:
        """Scores: (n,) of two classes, else (n, n_classes), or (n, n_pairs) with ``decision_function_shape="ovo"``."""
        if len(getattr(self, "classes_", ())) <= 2:
            return super().decision_function(X)
        pairs = self._pair_scores(X)
        if self.decision_function_shape == "ovo":
            return pairs
        return _ovr_decision_function(pairs < 0, -pairs, len(self.classes_))  # type: ignore[no-any-return]

    def predict(self, X: Any) -> Array:
        """The class of each row; of three classes or more that of most pairs won."""
        if self.break_ties and self.decision_function_shape == "ovo":
            raise ValueError("break_ties must be False when decision_function_shape is 'ovo'")
        if getattr(self, "_order", None) is not None and len(self.classes_) > 2:  # ties go by classes_
            wins = _wins(self._pair_scores(X), len(self.classes_))
            return self.classes_[np.argmax(wins, axis=1)]  # type: ignore[no-any-return]
        if self.break_ties and len(getattr(self, "classes_", ())) > 2:
            return self.classes_[np.argmax(self.decision_function(X), axis=1)]  # type: ignore[no-any-return]
        return super().predict(X)

    def _has_probabilities(self) -> bool:
        if not self.probability:
            raise AttributeError("predict_proba is not available when probability=False")
        return True

    @available_if(_has_probabilities)  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Any) -> Array:
        """Probabilities of the classes, calibrated on rows held out (``probability=True``)."""
        return self._probabilities(X)

    @available_if(_has_probabilities)  # type: ignore[untyped-decorator]
    def predict_log_proba(self, X: Any) -> Array:
        """Logarithms of :meth:`predict_proba`."""
        return np.log(self.predict_proba(X))  # type: ignore[no-any-return]


def _class_weights(given: Any, coded: Coded, weights: Array | None) -> Array:
    """The factor of C of each class."""
    if given is None:
        return np.ones(len(coded.classes))
    if isinstance(given, str):  # balanced
        sizes = np.bincount(coded.codes, weights, minlength=len(coded.classes))
        return sizes.sum() / (len(sizes) * sizes)  # type: ignore[no-any-return]
    return np.asarray([float(given.get(label, 1)) for label in coded.classes.tolist()])


def _wins(pairs: Array, classes: int) -> Array:
    """Pairs that each class wins; score 0 is won by the first."""
    out = np.zeros((len(pairs), classes), np.int64)
    for k, (a, b) in enumerate(combinations(range(classes), 2)):
        out[:, a] += pairs[:, k] >= 0
        out[:, b] += pairs[:, k] < 0
    return out


def _folded(model: Model) -> tuple[Array, Array]:
    """Weights and bias in original units of a linear kernel's Σ α z_i.z + b, z = (x - shift) factor."""
    from scipy.sparse import csr_matrix

    parts = parts_of(model.to_bytes())[1]
    cols = len(model.feature_names) or model.n_columns
    vectors = csr_matrix(
        (parts["support_value"], parts["support_column"].astype(np.int64), parts["support_start"].astype(np.int64)),
        shape=(model.weights.shape[1], cols),
    )
    w = np.asarray(model.weights @ vectors) * parts.get("factor", 1.0)
    return w, model.bias - w @ parts.get("shift", np.zeros(cols))


def _rows_at(rows: Prepared, places: Array, kernel: Any) -> Any:
    """The support vectors; none of a precomputed kernel, as in scikit-learn."""
    if kernel == "precomputed" or callable(kernel):
        return np.empty((0, 0))
    if isinstance(rows.values, tuple):
        from scipy.sparse import csr_matrix

        start, column, entries, cols = rows.values
        return csr_matrix((entries, column, start), shape=(rows.rows, cols))[places]
    return np.asarray(rows.values)[places].astype(np.float64)
