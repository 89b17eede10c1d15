"""Linear support vector machines."""

from __future__ import annotations

from typing import Any

import numpy as np

from halfspace import _core
from halfspace._labels import Coded
from halfspace._rows import Prepared
from halfspace.estimators._base import Array, check_number, check_whole, support_options
from halfspace.estimators._linear import LinearLearner


class LinearSVC(LinearLearner):
    """Linear support vector machine with a proven duality gap, support rows and multipliers.

    Minimises C Σ c_i loss(y_i (w.x_i + b)) + penalty; with its defaults the objective of scikit-learn's ``LinearSVC``.

    Parameters
    ----------
    penalty : {"l2", "l1"}, default="l2"
    loss : {"squared_hinge", "hinge", "modified_huber"}, default="squared_hinge"
    dual : bool or "auto", default="auto"
        No effect: primal and dual are both known at the end.
    tol : float in (0, inf), default=1e-6
        The fit ends when the duality gap is at most ``tol`` times the objective.
    C : float in (0, inf], default=1.0
        inf: hard margin (hinge).
    multi_class : {"ovr", "crammer_singer"}, default="ovr"
        One objective a class, or one of all classes (hinge), which has no support rows.
    fit_intercept : bool, default=True
    intercept_scaling : float, default=1
        Only 1: the intercept is penalised like a weight (``bias="augmented"``); for one that is not, ``bias="free"``.
    class_weight : dict or "balanced", optional
        Factors of C by class, of every row whatever its side in one-against-rest; scikit-learn's weighs the one class
        alone.
    verbose : int, default=0
    random_state : int, RandomState or None, default=None
    max_iter : int, optional
    bias : {"augmented", "free"}, default="augmented"
        Whether the intercept is penalised.
    solver : str, default="auto"
    exact_support : bool or "auto", default="auto"
        Whether small problems are taken to their optimum, where support vectors are counted exactly; else support rows
        are those of a solution within ``tol``. "auto": up to 60 rows with at most
        200 numbers in all (:class:`SVC`: 1,200).
    warm_start, n_jobs, scale, features, missing, categorical_coding, min_level, unseen, time_limit, callback
        As in :class:`LogisticRegression`.

    Attributes
    ----------
    coef_ : ndarray of shape (1, n_features) or (n_classes, n_features)
    intercept_ : ndarray of shape (1,) or (n_classes,)
    support_ : ndarray of int
        Rows with a multiplier, ascending.
    dual_coef_ : ndarray of shape (n_runs, n_support)
        y_i α_i of these rows: ``coef_ = dual_coef_ @ X[support_]`` within ``tol`` (penalty l2, X of numbers, without
        ``scale`` and ``features``; with them the multipliers are those of the scaled features). Both are absent where
        there are more than 100,000 multipliers of three classes or more.
    classes_, n_iter_, objective_, dual_gap_, separability_, status_, model_, report_, certificate_, runs_
        As in :class:`LogisticRegression`.

    Examples
    --------
    >>> from halfspace import LinearSVC
    >>> X, y = [[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1]
    >>> model = LinearSVC(loss="hinge", C=10, bias="free").fit(X, y)
    >>> model.coef_.round(2), model.intercept_.round(2), model.support_.tolist()
    (array([[2.]]), array([-3.]), [1, 2])
    """

    def __init__(
        self,
        penalty: str = "l2",
        loss: str = "squared_hinge",
        *,
        dual: Any = "auto",
        tol: float = 1e-6,
        C: float = 1.0,
        multi_class: str = "ovr",
        fit_intercept: bool = True,
        intercept_scaling: float = 1,
        class_weight: Any = None,
        verbose: int = 0,
        random_state: Any = None,
        max_iter: int | None = None,
        bias: str = "augmented",
        solver: str = "auto",
        exact_support: Any = "auto",
        warm_start: bool = False,
        n_jobs: int | None = None,
        scale: str | None = None,
        features: str | None = None,
        missing: str | None = None,
        categorical_coding: str | None = None,
        min_level: int | None = None,
        unseen: str | None = None,
        time_limit: float | None = None,
        callback: Any = None,
    ) -> None:
        self.penalty = penalty
        self.loss = loss
        self.dual = dual
        self.tol = tol
        self.C = C
        self.multi_class = multi_class
        self.fit_intercept = fit_intercept
        self.intercept_scaling = intercept_scaling
        self.class_weight = class_weight
        self.verbose = verbose
        self.random_state = random_state
        self.max_iter = max_iter
        self.bias = bias
        self.solver = solver
        self.exact_support = exact_support
        self.warm_start = warm_start
        self.n_jobs = n_jobs
        self.scale = scale
        self.features = features
        self.missing = missing
        self.categorical_coding = categorical_coding
        self.min_level = min_level
        self.unseen = unseen
        self.time_limit = time_limit
        self.callback = callback

    def _starts(self) -> bool:
        return np.isfinite(self.C) and self.multi_class != "crammer_singer"

    def _options(self) -> dict[str, Any]:
        check_whole("max_iter", self.max_iter, 1)
        check_number("C", self.C)
        if self.penalty not in ("l1", "l2"):
            raise ValueError(f"penalty is {self.penalty!r}; expected 'l2' or 'l1'")
        if self.loss not in ("hinge", "squared_hinge", "modified_huber"):
            raise ValueError(f"loss is {self.loss!r}; expected 'hinge', 'squared_hinge' or 'modified_huber'")
        if self.penalty == "l1" and self.loss == "hinge":
            raise ValueError(
                "Unsupported set of arguments: The combination of penalty='l1' and loss='hinge' is not supported; "
                "use loss='squared_hinge'"
            )
        if self.fit_intercept and self.intercept_scaling != 1:
            raise ValueError(
                f"intercept_scaling is {self.intercept_scaling!r}; expected 1. For an intercept that is not penalised "
                "use bias='free'"
            )
        return {
            "algorithm": "svm",
            "loss": self.loss.replace("_", "-"),
            "penalty": self.penalty,
            "C": self.C,
            "tol": self.tol,
            "bias": self._bias(self.bias),
            "solver": self.solver,
            "max_rounds": self.max_iter,
            **self._table_options(),
        }

    def _run_options(self, coded: Coded) -> dict[str, Any]:
        names = {"ovr": "one-vs-rest", "crammer_singer": "crammer-singer"}
        if self.multi_class not in names:
            raise ValueError(f"multi_class is {self.multi_class!r}; expected one of {list(names)}")
        columns = getattr(self, "n_features_in_", None)
        support = support_options(self.exact_support, len(coded.codes), columns, 200)
        options = {**super()._run_options(coded), **support}
        if len(coded.classes) > 2:
            options["multiclass"] = names[self.multi_class]
            if self.multi_class == "crammer_singer":  # a loss of its own, as in scikit-learn
                options.update(loss="hinge", penalty="l2")
        return options

    def fit(
        self, X: Any, y: Any, sample_weight: Any = None, *, coef_init: Any = None, intercept_init: Any = None
    ) -> LinearSVC:
        """Fits the model; parameters as in :meth:`LogisticRegression.fit`."""
        self._fit_from(X, y, sample_weight, coef_init, intercept_init)
        return self

    def _finish(self, training: _core.Training, coded: Coded, rows: Prepared, weights: Array | None = None) -> None:
        super()._finish(training, coded, rows, weights)
        self._codes = coded.codes
        self.__dict__.pop("_found", None)
        self.n_iter_ = int(self.n_iter_.max())

    def _support(self) -> tuple[Any, Any]:
        """support_ and dual_coef_, found when they are asked for."""
        if "_found" not in self.__dict__:
            if "_codes" not in self.__dict__:
                raise AttributeError(f"this {type(self).__name__} is not fitted yet; call fit before")
            self._found = self._support_of(self._codes)
        return self._found

    @property
    def support_(self) -> Any:
        """Rows with a multiplier, ascending."""
        return self._support()[0]

    @property
    def dual_coef_(self) -> Any:
        """y_i α_i of the support rows, of shape (n_runs, n_support)."""
        return self._support()[1]
