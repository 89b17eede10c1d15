"""Regularisation paths of logistic regression."""

from __future__ import annotations

from typing import Any

import numpy as np

from halfspace import _core
from halfspace._options import options_of
from halfspace._running import Watch
from halfspace.estimators._base import Array
from halfspace.estimators._checks import as_it_was, finite_in_words
from halfspace.estimators._ending import UNFINISHED
from halfspace.estimators._folds import folds_of
from halfspace.estimators._grid import metric_text
from halfspace.estimators._linear import SCIKIT_SOLVERS
from halfspace.estimators.logistic import LogisticRegression, penalty_options
from halfspace.exceptions import nothing_to_keep
from halfspace.model import Model
from halfspace.report import Report
from halfspace.selection import Path


class LogisticRegressionPath(LogisticRegression):
    """Logistic regression of two classes along the penalty, each point with its proven gap, and the choice of one.

    Parameters
    ----------
    penalty : {"l2", "l1", "elasticnet"}, default="l1"
    n_points : int, default=50
    ratio : float in (0, 1), optional
        The smallest penalty by the largest.
    Cs : array-like, optional
        Values of C in place of a grid.
    cv : int, splitter or list of splits, optional
        Folds that choose a point; None: the last point, of the lightest penalty. Splits must hold each row out once and
        train on all others.
    choose : {"best", "one-se"}, default="best"
    scoring : str, optional
        deviance, accuracy, roc_auc, neg_log_loss, ...: what chooses, with ``cv``; None: deviance.
    l1_ratio, tol, fit_intercept, class_weight, random_state, solver, verbose, n_jobs, scale, features, missing, \
categorical_coding, min_level, unseen, time_limit, callback
        As in :class:`LogisticRegression`; tol is 1e-6.

    Attributes
    ----------
    Cs_, lambdas_, objectives_, gaps_ : ndarray of shape (n_points,)
        From the heaviest penalty to the lightest.
    coefs_ : ndarray of shape (n_points, n_features)
    intercepts_ : ndarray of shape (n_points,)
    chosen_ : int
        The point that predicts, whose C is ``C_``.
    coef_, intercept_, classes_, n_iter_, dual_gap_, objective_, model_, report_
        Of that point, as in :class:`LogisticRegression`.

    Examples
    --------
    >>> from halfspace import LogisticRegressionPath
    >>> X = [[0.0, 1.0], [1.0, 0.0], [2.0, 1.0], [3.0, 1.0], [1.0, 3.0]]
    >>> LogisticRegressionPath(n_points=10).fit(X, [0, 0, 1, 1, 0]).coefs_.shape
    (10, 2)
    """

    def __init__(
        self,
        penalty: str = "l1",
        *,
        n_points: int = 50,
        ratio: float | None = None,
        Cs: Any = None,
        cv: Any = None,
        choose: str = "best",
        scoring: str | None = None,
        l1_ratio: float = 0.0,
        tol: float = 1e-6,
        fit_intercept: bool = True,
        class_weight: Any = None,
        random_state: Any = None,
        solver: str = "auto",
        verbose: int = 0,
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
        self.n_points = n_points
        self.ratio = ratio
        self.Cs = Cs
        self.cv = cv
        self.choose = choose
        self.scoring = scoring
        self.l1_ratio = l1_ratio
        self.tol = tol
        self.fit_intercept = fit_intercept
        self.class_weight = class_weight
        self.random_state = random_state
        self.solver = solver
        self.verbose = verbose
        self.n_jobs = n_jobs
        self.scale = scale
        self.features = features
        self.missing = missing
        self.categorical_coding = categorical_coding
        self.min_level = min_level
        self.unseen = unseen
        self.time_limit = time_limit
        self.callback = callback

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags

    multi_class = None

    def _options(self) -> dict[str, Any]:
        penalty = penalty_options(self.penalty, 1.0, self.l1_ratio)
        penalty.pop("C", None)
        return {
            **penalty,
            "tol": self.tol,
            "bias": self._bias("free"),
            "solver": "auto" if self.solver in SCIKIT_SOLVERS else self.solver,
            "points": self.n_points if self.Cs is None else None,
            "ratio": self.ratio,
            "Cs": values_of_c(self.Cs),
            "choose": self.choose if self.cv is not None else str(self._last()),
            "metric": None if self.scoring is None else metric_text(self.scoring),
            **self._table_options(),
        }

    def _last(self) -> int:
        return self.n_points if self.Cs is None else len(self.Cs)

    def fit(  # type: ignore[override]
        self, X: Any, y: Any, sample_weight: Any = None, *, groups: Any = None
    ) -> LogisticRegressionPath:
        """Fits the path.

        Parameters
        ----------
        X : array-like, sparse matrix or table of shape (n, n_features)
        y : array-like of shape (n,)
            Labels of two classes.
        sample_weight : array-like of shape (n,), optional
        groups : array-like of shape (n,), optional
            Rows that folds keep together.
        """
        with as_it_was(self):
            self._fit_path(X, y, sample_weight, groups)
        return self

    def _fit_path(self, X: Any, y: Any, sample_weight: Any, groups: Any) -> None:
        rows = self._rows(X, reset=True)
        coded = self._labels(y, rows.rows)
        if len(coded.classes) > 2:
            raise ValueError(
                f"Only binary classification is supported. The type of the target is multiclass: {len(coded.classes)} "
                "classes"
            )
        check_folds(self.cv, scoring=self.scoring, groups=groups)
        weights = self._weights(sample_weight, rows, coded)
        options = self._run_options(coded)
        if self.cv is not None:
            options["folds"], groups = folds_of(self.cv, rows, coded, groups, weights)
        running = Watch(type(self).__name__, self.verbose, self.callback)
        with finite_in_words(rows, self), running as watch:
            given = rows.core(weights, groups), coded.core()
            answer = _core.path(*given, options_of(options), watch)
            if answer[9] is None and len(answer[3]):  # ended before the last point: the last one it came to
                only = {**options, "Cs": [float(answer[3][-1])], "points": None, "folds": None, "choose": "1"}
                chosen = _core.path(*given, options_of({**only, "metric": None, "ratio": None, "timeout": None}), None)
                answer = (*answer[:8], len(answer[3]) - 1, chosen[9], answer[10])
        self.path_ = Path(answer, coded)
        self.classes_ = coded.classes
        self._take_path(self.path_)

    def _take_path(self, path: Path) -> None:
        if path.model is None or path.chosen is None:
            raise nothing_to_keep(by_callback=path.status == "interrupted")
        self.Cs_, self.lambdas_ = path.Cs, path.lambdas
        self.objectives_, self.gaps_ = path.objectives, path.gaps
        self.coefs_, self.intercepts_ = path.coefs, path.intercepts
        self.chosen_ = path.chosen
        self.C_ = float(path.Cs[path.chosen])
        self.model_: Model = path.model
        self._order = None
        self._report: Report = path
        self.coef_ = path.coefs[path.chosen][None, :]
        self.intercept_ = path.intercepts[path.chosen][None]
        to_sum = 1.0 if self.Cs is not None else 1 / float(path.lambdas[path.chosen])  # a path is of means of losses
        self.objective_ = to_sum * float(path.objectives[path.chosen])
        self.dual_gap_ = to_sum * float(path.gaps[path.chosen])
        self.status_ = path.status
        self.stop_reason_ = f"the path ended {path.status}"
        self.n_iter_ = np.asarray([max(1, p["rounds"]) for p in path["points"]], np.int32)
        self.separability_ = None
        if path.status in UNFINISHED:
            self._warn_unfinished(path.status)

    def _warn_unfinished(self, status: str) -> None:
        from halfspace.exceptions import convergence_warning, warn_caller

        warn_caller(convergence_warning(f"the path ended {status}. {self._remedy}", self.dual_gap_))

    @property
    def runs_(self) -> Any:
        raise AttributeError("a path has points in place of runs_: Cs_, objectives_, gaps_")

    def predict_proba(self, X: Any) -> Array:
        """Probabilities of the classes by the chosen point, of shape (n, 2)."""
        return self._probabilities(X)


def values_of_c(Cs: Any) -> list[float] | None:
    """The values of C as the core takes them. Error (ValueError): what is no list of numbers."""
    if Cs is None:
        return None
    try:
        if isinstance(Cs, str | bytes):
            raise TypeError("a text is no list")
        return [float(c) for c in Cs]
    except (TypeError, ValueError):
        raise ValueError(
            f"Cs is {Cs!r}; expected None or a list of numbers above 0: the number of points is n_points"
        ) from None


def check_folds(cv: Any, **of_folds: Any) -> None:
    """Error (ValueError): what folds alone need, without folds."""
    for name, given in of_folds.items():
        if given is not None and cv is None:
            raise ValueError(f"{name} is given and cv is None; expected folds to score: give cv, as 5, or no {name}")
