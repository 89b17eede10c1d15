"""Kernel machines: C-SVC, nu-SVC and the kernel perceptron."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import _ovr_decision_function

from halfspace import _core
from halfspace._labels import Coded
from halfspace._rows import Prepared
from halfspace.estimators._base import Array, Learner, check_whole

KERNELS = {
    "linear": "linear",
    "poly": "polynomial",
    "polynomial": "polynomial",
    "rbf": "rbf",
    "laplacian": "laplacian",
    "sigmoid": "sigmoid",
    "precomputed": "precomputed",
}


def gamma_value(gamma: Any, values: Any, cols: int) -> float | None:
    """γ of scikit-learn's "scale", 1/(d var(X)), and "auto", 1/d, or a number."""
    if isinstance(gamma, str):
        if gamma == "auto":
            return 1 / cols
        if gamma != "scale":
            raise ValueError(f"gamma is {gamma!r}; expected 'scale', 'auto' or a number above 0")
        variance = _variance(values)
        return 1 / (cols * variance) if variance != 0 else 1.0
    if gamma is None:
        return None
    if not np.isscalar(gamma) or isinstance(gamma, bool) or not float(gamma) > 0:
        raise ValueError(f"gamma is {gamma!r}; expected 'scale', 'auto' or a number above 0")
    return float(gamma)


def _variance(values: Any) -> float:
    if not isinstance(values, tuple):
        return float(np.asarray(values, np.float64).var())
    start, _, entries, cols = values
    count = (len(start) - 1) * cols
    mean = float(entries.sum(dtype=np.float64)) / count
    return float((entries.astype(np.float64) ** 2).sum()) / count - mean**2


class KernelLearner(Learner):
    """What kernel machines share: the kernel's parameters, a kernel given as a function."""

    kernel: Any

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.kernel == "precomputed"
        tags.input_tags.sparse = self.kernel != "precomputed"
        return tags

    def _kernel_options(self, rows: Prepared) -> dict[str, Any]:
        name = "precomputed" if callable(self.kernel) else KERNELS.get(str(self.kernel))
        if name is None:
            raise ValueError(f"kernel is {self.kernel!r}; expected one of {sorted(KERNELS)} or a function")
        out: dict[str, Any] = {"kernel": name}
        if name in ("polynomial", "rbf", "laplacian", "sigmoid"):
            out["gamma"] = gamma_value(self.gamma, rows.values, rows.cols)
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
            "cache": max(1, int(self.cache_size)),
            "max_rounds": None if self.max_iter in (-1, None) else self.max_iter,
            "scale": self.scale,
        }

    def _run_options(self, coded: Coded) -> dict[str, Any]:
        if self.decision_function_shape not in ("ovr", "ovo"):
            raise ValueError(f"decision_function_shape is {self.decision_function_shape!r}; expected 'ovr' or 'ovo'")
        options = super()._run_options(coded)
        kernel = self._kernel_now
        if kernel["kernel"] == "linear" and not self._nu:  # the linear solvers find the same optimum sooner
            options.pop("cache")
        else:
            options.update(kernel)
        if len(coded.classes) > 2:
            options["multiclass"] = "one-vs-one"
        if self.probability is True:
            options["calibrate"] = "auto"
        return options

    def _rows(self, X: Any, *, reset: bool) -> Prepared:
        rows = super()._rows(X, reset=reset)
        if reset:
            self._kernel_now = self._kernel_options(rows)
            self._gamma = self._kernel_now.get("gamma", 0.0)
        return rows

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
        self._take(training, coded)
        self._take_support(coded, rows)
        self.n_iter_ = np.asarray([max(1, run.rounds) for run in self.runs_], np.int32)
        self.fit_status_ = int(self.status_ not in ("converged",))
        self.shape_fit_ = (rows.rows, rows.cols)
        return self

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
        bias = self.model_.bias
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
        """Weights of a linear kernel, of shape (n_pairs, n_features)."""
        if self.kernel != "linear":
            raise AttributeError("coef_ is only available when using a linear kernel")
        if self._nu:
            return _pair_weights(self.dual_coef_, self.support_vectors_, self.n_support_)
        weights = self.model_.weights
        if len(self.classes_) == 2:
            return weights
        signs = [(a, b, sign) for a, b, sign in self._pairs()]
        order = sorted(range(len(signs)), key=lambda k: signs[k][:2])
        return np.asarray([signs[k][2] * weights[k] for k in order])

    def _pair_scores(self, X: Any) -> Array:
        scores = self._predicted(X, pair_scores=True)[1]
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
        if self.break_ties and len(getattr(self, "classes_", ())) > 2:
            return self.classes_[np.argmax(self.decision_function(X), axis=1)]  # type: ignore[no-any-return]
        return super().predict(X)

    def _has_probabilities(self) -> bool:
        if self.probability is not True:
            raise AttributeError("predict_proba is not available when probability=False")
        return True

    @available_if(_has_probabilities)
    def predict_proba(self, X: Any) -> Array:
        """Probabilities of the classes, calibrated on rows held out (``probability=True``)."""
        return self._probabilities(X)

    @available_if(_has_probabilities)
    def predict_log_proba(self, X: Any) -> Array:
        """Logarithms of :meth:`predict_proba`."""
        return np.log(self.predict_proba(X))  # type: ignore[no-any-return]


def _pair_weights(dual: Array, vectors: Any, per_class: Array) -> Array:
    """Σ y α x of each pair of classes."""
    ends = np.cumsum(per_class)
    starts = ends - per_class
    if len(per_class) == 2:
        return np.asarray(dual @ vectors)
    out = []
    for a, b in combinations(range(len(per_class)), 2):
        of_a, of_b = slice(starts[a], ends[a]), slice(starts[b], ends[b])
        out.append(dual[b - 1, of_a] @ vectors[of_a] + dual[a, of_b] @ vectors[of_b])
    return np.asarray(out)


def _rows_at(rows: Prepared, places: Array, kernel: Any) -> Any:
    """The support vectors; none of a precomputed kernel, as in scikit-learn."""
    if kernel == "precomputed" or callable(kernel):
        return np.empty((0, 0))
    if isinstance(rows.values, tuple):
        from scipy.sparse import csr_matrix

        start, column, entries, cols = rows.values
        return csr_matrix((entries, column, start), shape=(rows.rows, cols))[places]
    return np.asarray(rows.values)[places].astype(np.float64)


class SVC(SupportVectors):
    """Kernel support vector machine (C-SVC) with a proven duality gap.

    Minimises 1/2 |w|² + C Σ c_i max(0, 1 - y_i (w.Φ(x_i) + b)) by sequential minimal optimisation (Fan, Chen, Lin 2005);
    three classes or more: one-vs-one.

    Parameters
    ----------
    C : float in (0, inf], default=1.0
    kernel : {"linear", "poly", "rbf", "laplacian", "sigmoid", "precomputed"} or callable, default="rbf"
        A function takes two arrays of rows and gives the matrix of kernel values.
    degree : int, default=3
    gamma : {"scale", "auto"} or float, default="scale"
        scale: 1/(n_features * X.var()); auto: 1/n_features.
    coef0 : float, default=0.0
    shrinking : bool, default=True
        No effect: rows that cannot move are always left out.
    probability : bool, default=False
        Probabilities fitted to scores of rows held out.
    tol : float, default=1e-4
        The fit ends when the duality gap is at most ``tol`` times the objective.
    cache_size : float, default=256
        Most memory for kernel values, in MiB.
    class_weight : dict or "balanced", optional
    verbose : int, default=0
    max_iter : int, default=-1
        Most rounds; -1: no cap.
    decision_function_shape : {"ovr", "ovo"}, default="ovr"
    break_ties : bool, default=False
    random_state : int, RandomState or None, default=None
    scale, n_jobs, time_limit, callback
        As in :class:`LogisticRegression`.

    Attributes
    ----------
    support_ : ndarray of int
        Rows with a multiplier, class after class.
    support_vectors_ : ndarray or sparse matrix of shape (n_support, n_features)
    n_support_ : ndarray of shape (n_classes,)
    dual_coef_ : ndarray of shape (n_classes - 1, n_support)
    intercept_ : ndarray of shape (n_pairs,)
    coef_ : ndarray of shape (n_pairs, n_features)
        Of the linear kernel.
    classes_, n_iter_, objective_, dual_gap_, separability_, status_, model_, report_, certificate_, runs_
        As in :class:`LogisticRegression`.

    Examples
    --------
    >>> from halfspace import SVC
    >>> xor = SVC(gamma=1.0, C=10).fit([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0])
    >>> xor.predict([[0, 0], [1, 0]]), xor.n_support_
    (array([0, 1]), array([2, 2], dtype=int32))
    """

    def __init__(
        self,
        *,
        C: float = 1.0,
        kernel: Any = "rbf",
        degree: int = 3,
        gamma: Any = "scale",
        coef0: float = 0.0,
        shrinking: bool = True,
        probability: bool = False,
        tol: float = 1e-4,
        cache_size: float = 256,
        class_weight: Any = None,
        verbose: int = 0,
        max_iter: int = -1,
        decision_function_shape: str = "ovr",
        break_ties: bool = False,
        random_state: Any = None,
        scale: str | None = None,
        n_jobs: int | None = None,
        time_limit: float | None = None,
        callback: Any = None,
    ) -> None:
        self.C = C
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0
        self.shrinking = shrinking
        self.probability = probability
        self.tol = tol
        self.cache_size = cache_size
        self.class_weight = class_weight
        self.verbose = verbose
        self.max_iter = max_iter
        self.decision_function_shape = decision_function_shape
        self.break_ties = break_ties
        self.random_state = random_state
        self.scale = scale
        self.n_jobs = n_jobs
        self.time_limit = time_limit
        self.callback = callback

    def _options(self) -> dict[str, Any]:
        return {**super()._options(), "C": self.C}


class NuSVC(SupportVectors):
    """Support vector machine with ν in place of C (Schölkopf et al. 2000).

    Parameters
    ----------
    nu : float in (0, 1], default=0.5
        At most this share of the rows lies inside the margin; at least this share are support vectors.
    kernel, degree, gamma, coef0, shrinking, probability, tol, cache_size, class_weight, verbose, max_iter, \
decision_function_shape, break_ties, random_state, scale, n_jobs, time_limit, callback
        As in :class:`SVC`.

    Attributes
    ----------
    support_, support_vectors_, n_support_, dual_coef_, intercept_, coef_, classes_, n_iter_, dual_gap_, model_
        As in :class:`SVC`; multipliers are divided by ρ, so that the margin is at ±1.

    Raises
    ------
    ValueError
        A ν that the sizes of the classes do not allow.

    Examples
    --------
    >>> from halfspace import NuSVC
    >>> NuSVC(nu=0.5, gamma=1.0).fit([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0]).predict([[0, 0], [1, 0]])
    array([0, 1])
    """

    _nu = True

    def __init__(
        self,
        *,
        nu: float = 0.5,
        kernel: Any = "rbf",
        degree: int = 3,
        gamma: Any = "scale",
        coef0: float = 0.0,
        shrinking: bool = True,
        probability: bool = False,
        tol: float = 1e-4,
        cache_size: float = 256,
        class_weight: Any = None,
        verbose: int = 0,
        max_iter: int = -1,
        decision_function_shape: str = "ovr",
        break_ties: bool = False,
        random_state: Any = None,
        scale: str | None = None,
        n_jobs: int | None = None,
        time_limit: float | None = None,
        callback: Any = None,
    ) -> None:
        self.nu = nu
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0
        self.shrinking = shrinking
        self.probability = probability
        self.tol = tol
        self.cache_size = cache_size
        self.class_weight = class_weight
        self.verbose = verbose
        self.max_iter = max_iter
        self.decision_function_shape = decision_function_shape
        self.break_ties = break_ties
        self.random_state = random_state
        self.scale = scale
        self.n_jobs = n_jobs
        self.time_limit = time_limit
        self.callback = callback

    def _options(self) -> dict[str, Any]:
        return {**super()._options(), "nu": self.nu}


class KernelPerceptron(KernelLearner):
    """Kernel perceptron (Aizerman, Braverman, Rozonoer 1964): a multiplier a row, plus one at each mistake.

    Parameters
    ----------
    kernel : {"linear", "poly", "rbf", "laplacian", "sigmoid", "precomputed"} or callable, default="rbf"
    gamma : {"scale", "auto"} or float, default="scale"
    degree : int, default=3
    coef0 : float, default=0.0
    max_iter : int, optional
        Most passes; None: 100.
    keep : {"last", "pocket", "average", "vote"}, optional
    order : str, optional
    margin : float, optional
    fit_intercept : bool, default=True
    random_state, verbose, n_jobs, scale, time_limit, callback
        As in :class:`LogisticRegression`.

    Attributes
    ----------
    support_ : ndarray of int
        Rows with a multiplier.
    dual_coef_ : ndarray of shape (n_outputs, n_support)
        Their multipliers in the scores.
    intercept_ : ndarray of shape (n_outputs,)
    n_iter_, n_updates_, n_mistakes_, classes_, status_, model_, report_
        As in :class:`Perceptron`.

    Examples
    --------
    >>> from halfspace import KernelPerceptron
    >>> xor = KernelPerceptron(gamma=1.0).fit([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0])
    >>> xor.predict([[0, 0], [1, 0]]), xor.n_mistakes_
    (array([0, 1]), 0)
    """

    _remedy = "Raise max_iter, or choose another kernel or gamma."

    def __init__(
        self,
        *,
        kernel: Any = "rbf",
        gamma: Any = "scale",
        degree: int = 3,
        coef0: float = 0.0,
        max_iter: int | None = None,
        keep: str | None = None,
        order: str | None = None,
        margin: float | None = None,
        fit_intercept: bool = True,
        random_state: Any = None,
        verbose: int = 0,
        n_jobs: int | None = None,
        scale: str | None = None,
        time_limit: float | None = None,
        callback: Any = None,
    ) -> None:
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.max_iter = max_iter
        self.keep = keep
        self.order = order
        self.margin = margin
        self.fit_intercept = fit_intercept
        self.random_state = random_state
        self.verbose = verbose
        self.n_jobs = n_jobs
        self.scale = scale
        self.time_limit = time_limit
        self.callback = callback

    def _options(self) -> dict[str, Any]:
        check_whole("max_iter", self.max_iter, 1)
        return {
            "algorithm": "perceptron",
            "preset": "kernel",
            "passes": self.max_iter,
            "keep": self.keep,
            "order": self.order,
            "margin": self.margin,
            "bias": None if self.fit_intercept else "none",
            "scale": self.scale,
            **self._kernel_now,
        }

    def _rows(self, X: Any, *, reset: bool) -> Prepared:
        rows = super()._rows(X, reset=reset)
        if reset:
            self._kernel_now = self._kernel_options(rows)
        return rows

    def _take(self, training: _core.Training, coded: Coded) -> None:
        super()._take(training, coded)
        order = slice(None) if self._order is None or len(coded.classes) == 2 else self._order
        self.dual_coef_ = self.model_.weights[order]
        self.intercept_ = self.model_.bias[order]
        self.support_ = np.unique(np.concatenate([run.support for run in self.runs_]))
        self.n_iter_ = max(1, training.passes)
        self.n_updates_ = training.updates
        self.n_mistakes_ = training.mistakes

    def fit(self, X: Any, y: Any) -> KernelPerceptron:
        """Runs the kernel perceptron on the rows.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n, n_features)
        y : array-like of shape (n,)
        """
        training, coded, _ = self._train(X, y)
        self._take(training, coded)
        return self
