"""Logistic regression."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from halfspace._labels import Coded
from halfspace._options import penalty_of
from halfspace.estimators._base import Array, check_number, check_whole
from halfspace.estimators._linear import SCIKIT_SOLVERS, LinearLearner


class LogisticRegression(LinearLearner):
    """Logistic regression with a proven duality gap: two classes, or softmax of more.

    Minimises C Σ c_i log(1 + exp(-y_i (w.x_i + b))) + penalty(w); scikit-learn's ``LogisticRegression`` has the same
    objective.

    Parameters
    ----------
    penalty : {"l2", "l1", "elasticnet", "firth", None}, default="l2"
        With "l2" and ``l1_ratio`` above 0 it is the elastic net, with 1 L1, as in scikit-learn 1.8. None (or C=inf): no
        penalty. "firth": Firth's (1993), which is finite on separable data.
    C : float in (0, inf], default=1.0
        Weight of the losses against the penalty; inf: no penalty.
    l1_ratio : float in [0, 1], default=0.0
        Share of L1 in the elastic net.
    dual : bool, default=False
        No effect: primal and dual are both known at the end.
    tol : float in (0, inf), default=1e-6
        The fit ends when the duality gap is at most ``tol`` times the objective.
    fit_intercept : bool, default=True
    intercept_scaling : float, default=1
        No effect but for 1: the intercept is not penalised.
    class_weight : dict or "balanced", optional
    random_state : int, RandomState or None, default=None
        Seed of random orders; None is 0.
    solver : str, default="auto"
        A solver of the core ("newton", "trust-newton", "cd", "dual-cd", "gd", "sgd"); scikit-learn's names mean "auto".
    max_iter : int, optional
        Most rounds of the solver; None: no cap.
    verbose : int, default=0
        1: a progress bar with the gap, plain lines in logs.
    warm_start : bool, default=False
        The next fit on the same classes begins where the last one ended: at the same data it costs one proof (two
        classes, softmax). Without a penalty, and with Firth's, every fit begins anew.
    n_jobs : int, optional
        Threads; None: OMP_NUM_THREADS, else all cores. Results do not depend on it.
    multi_class : {"multinomial", "ovr"}, optional
        Three classes or more: softmax (penalty l2), or an objective a class; None: softmax where the penalty is l2.
    scale : {"standard", "minmax", "max-norm"}, optional
        Features are scaled inside; ``coef_`` is in original units.
    features : {"poly2", "poly3", "interactions"}, optional
        Products of columns as more features; ``coef_`` has one each, so ``SelectFromModel`` and ``RFE`` do not apply.
    missing : {"drop", "mean", "category", "mean,category"}, optional
        What becomes of missing cells (NaN); None: an error.
    categorical_coding : {"one-hot", "reference", "effect"}, default=None
        Features of columns of texts in tables.
    min_level : int, optional
        Texts in fewer rows are pooled.
    unseen : {"error", "other"}, optional
        What becomes of texts that training did not see.
    statistics : bool, default=False
        Standard errors and tests in ``report_["statistics"]``; no penalty or "firth".
    time_limit : float, optional
        Seconds until the fit ends and keeps what it has (TimeoutError where there is nothing yet).
    callback : callable, optional
        Called with a dict of rounds, objective and gap at least twice a second; False ends the fit as time_limit does.

    Attributes
    ----------
    coef_ : ndarray of shape (1, n_features) or (n_classes, n_features)
    intercept_ : ndarray of shape (1,) or (n_classes,)
    classes_ : ndarray of shape (n_classes,)
    n_iter_ : ndarray of shape (n_runs,)
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (n_features,)
    objective_ : float
    dual_gap_ : float or None
        The objective is at most so far above its optimum.
    separability_ : bool or None
        What was proved of the rows.
    status_, stop_reason_ : str
    model_ : Model
    report_ : Report
    certificate_ : dict
    runs_ : list of Run

    Raises
    ------
    ValueError
        Without a penalty, separable data: there is no finite optimum, and the message names the features that grow.

    Examples
    --------
    >>> from halfspace import LogisticRegression
    >>> X, y = [[0.0], [1.0], [2.0], [3.0]], ["no", "no", "yes", "yes"]
    >>> model = LogisticRegression(C=10).fit(X, y)
    >>> model.predict([[0.5], [2.5]])
    array(['no', 'yes'], dtype='<U3')
    >>> bool(model.dual_gap_ <= 1e-4 * model.objective_)
    True
    """

    def __init__(
        self,
        penalty: str | None = "l2",
        *,
        C: float = 1.0,
        l1_ratio: float = 0.0,
        dual: bool = False,
        tol: float = 1e-6,
        fit_intercept: bool = True,
        intercept_scaling: float = 1,
        class_weight: Any = None,
        random_state: Any = None,
        solver: str = "auto",
        max_iter: int | None = None,
        verbose: int = 0,
        warm_start: bool = False,
        n_jobs: int | None = None,
        multi_class: str | None = None,
        scale: str | None = None,
        features: str | None = None,
        missing: str | None = None,
        categorical_coding: str | None = None,
        min_level: int | None = None,
        unseen: str | None = None,
        statistics: bool = False,
        time_limit: float | None = None,
        callback: Any = None,
    ) -> None:
        self.penalty = penalty
        self.C = C
        self.l1_ratio = l1_ratio
        self.dual = dual
        self.tol = tol
        self.fit_intercept = fit_intercept
        self.intercept_scaling = intercept_scaling
        self.class_weight = class_weight
        self.random_state = random_state
        self.solver = solver
        self.max_iter = max_iter
        self.verbose = verbose
        self.warm_start = warm_start
        self.n_jobs = n_jobs
        self.multi_class = multi_class
        self.scale = scale
        self.features = features
        self.missing = missing
        self.categorical_coding = categorical_coding
        self.min_level = min_level
        self.unseen = unseen
        self.statistics = statistics
        self.time_limit = time_limit
        self.callback = callback

    def _starts(self) -> bool:
        return self._penalty()["penalty"] not in ("none", "firth")

    def _penalty(self) -> dict[str, Any]:
        return penalty_options(self.penalty, self.C, self.l1_ratio)

    def _options(self) -> dict[str, Any]:
        check_whole("max_iter", self.max_iter, 1)
        return {
            "algorithm": "logistic",
            **self._penalty(),
            "tol": self.tol,
            "bias": self._bias("free"),
            "solver": "auto" if self.solver in SCIKIT_SOLVERS else self.solver,
            "max_rounds": self.max_iter,
            "statistics": self.statistics,
            **self._table_options(),
        }

    def _run_options(self, coded: Coded) -> dict[str, Any]:
        options = super()._run_options(coded)
        if self.multi_class not in ("multinomial", "ovr", None):
            raise ValueError(f"multi_class is {self.multi_class!r}; expected 'multinomial', 'ovr' or None")
        if len(coded.classes) == 2:
            return options
        if self.multi_class == "multinomial" and options["penalty"] != "l2":
            raise ValueError(f"softmax has penalty 'l2', not {options['penalty']!r}; use multi_class='ovr'")
        softmax = self.multi_class != "ovr" and options["penalty"] == "l2"
        options["multiclass"] = "multinomial" if softmax else "one-vs-rest"
        return options

    def fit(
        self, X: Any, y: Any, sample_weight: Any = None, *, coef_init: Any = None, intercept_init: Any = None
    ) -> LogisticRegression:
        """Fits the model.

        Parameters
        ----------
        X : array-like, sparse matrix or table of shape (n, n_features)
        y : array-like of shape (n,)
        sample_weight : array-like of shape (n,), optional
            From 0.
        coef_init, intercept_init : array-like, optional
            Where the solver begins, in the shapes of ``coef_`` and ``intercept_``.
        """
        self._fit_from(X, y, sample_weight, coef_init, intercept_init)
        return self

    def predict_proba(self, X: Any) -> Array:
        """Probabilities of the classes, of shape (n, n_classes), in the order of ``classes_``."""
        return self._probabilities(X)

    def predict_log_proba(self, X: Any) -> Array:
        """Logarithms of :meth:`predict_proba`."""
        return np.log(self.predict_proba(X))


def penalty_options(penalty: Any, C: Any, l1_ratio: Any) -> dict[str, Any]:
    """The core's options for scikit-learn's three parameters."""
    check_number("C", C)
    if penalty not in ("l2", "l1", "elasticnet", "elastic-net", "firth", "none", None):
        raise ValueError(f"penalty is {penalty!r}; expected 'l2', 'l1', 'elasticnet', 'firth' or None")
    if penalty in (None, "none") or (isinstance(C, float) and math.isinf(C) and C > 0):
        return {"penalty": "none"}
    if penalty == "firth":
        return {"penalty": "firth"}
    return {**penalty_of(penalty, l1_ratio), "C": C}
