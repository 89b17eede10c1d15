"""Kernel support vector machines."""

from __future__ import annotations

from typing import Any

from halfspace.estimators._base import check_number
from halfspace.estimators._support import SupportVectors


class SVC(SupportVectors):
    """Kernel support vector machine (C-SVC) with a proven duality gap.

    Minimises 1/2 w.w + C Σ c_i max(0, 1 - y_i (w.Φ(x_i) + b)) by sequential minimal optimisation (Fan, Chen, Lin
    2005); three classes or more: one-vs-one.

    Parameters
    ----------
    C : float in (0, inf], default=1.0
    kernel : {"linear", "poly", "rbf", "laplacian", "sigmoid", "precomputed"} or callable, default="rbf"
        A function takes two arrays of rows and gives the matrix of kernel values.
    degree : int, default=3
    gamma : {"scale", "auto"} or float, default="scale"
        scale: 1/(n_features * X.var()); auto: 1/n_features. X as the kernel sees it: texts coded, then scaled,
        each row as often as its weight.
    coef0 : float, default=0.0
    shrinking : bool, default=True
        No effect: rows that cannot move are always left out.
    probability : bool, default=False
        Probabilities fitted to scores of rows held out, in 5 folds or as many as the rarest class has rows.
    tol : float, default=1e-4
        The fit ends when the duality gap is at most ``tol`` times the objective.
    cache_size : float, default=256
        Most memory for kernel values, in MiB.
    exact_support : bool or "auto", default="auto"
        As in :class:`LinearSVC`.
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
        These rows as given.
    n_support_ : ndarray of shape (n_classes,)
    dual_coef_ : ndarray of shape (n_classes - 1, n_support)
        Their multipliers with signs; with ``scale`` they belong to the scaled rows.
    intercept_ : ndarray of shape (n_pairs,)
    coef_ : ndarray of shape (n_pairs, n_features)
        Of the linear kernel, in original units.
    class_weight_ : ndarray of shape (n_classes,)
        The factor of C of each class.
    classes_, n_iter_, objective_, dual_gap_, separability_, status_, model_, report_, certificate_, runs_
        As in :class:`LogisticRegression`.

    Raises
    ------
    ValueError
        With ``probability=True``: a class of one row, or features so weak that the scores of rows held out do not rise
        with the class; scikit-learn gives probabilities there.

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
        exact_support: Any = "auto",
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
        self.exact_support = exact_support
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
        check_number("C", self.C)
        return {**super()._options(), "C": self.C}


class NuSVC(SupportVectors):
    """Support vector machine with ν in place of C (Schölkopf et al. 2000).

    Parameters
    ----------
    nu : float in (0, 1], default=0.5
        At most this share of the rows lies inside the margin; at least this share are support vectors.
    kernel, degree, gamma, coef0, shrinking, probability, tol, cache_size, exact_support, class_weight, verbose, \
max_iter, decision_function_shape, break_ties, random_state, scale, n_jobs, time_limit, callback
        As in :class:`SVC`.

    Attributes
    ----------
    support_, support_vectors_, n_support_, dual_coef_, intercept_, coef_, classes_, n_iter_, dual_gap_, model_
        As in :class:`SVC`; multipliers are divided by ρ, so that the margin is at ±1.

    Raises
    ------
    ValueError
        A ν that the sizes of the classes do not allow; ``probability=True`` as in :class:`SVC`.

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
        exact_support: Any = "auto",
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
        self.exact_support = exact_support
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
