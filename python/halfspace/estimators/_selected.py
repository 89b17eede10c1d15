"""What the searches share: a grid, folds, the fit with the best setting."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from sklearn.utils import get_tags
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from halfspace import _core
from halfspace._labels import Coded
from halfspace._options import options_of
from halfspace._running import Watch
from halfspace.estimators._base import Array, Learner
from halfspace.estimators._checks import as_it_was, finite_in_words
from halfspace.estimators._folds import folds_of
from halfspace.estimators._grid import Grid, metric_text, options_at
from halfspace.exceptions import nothing_to_keep
from halfspace.selection import Search


class Selected(Learner):
    """Searches a grid of settings by cross-validation, then learns from all rows with the best."""

    _learner: type[Learner]
    _varied: ClassVar[tuple[str, ...]] = ("C",)  # by the learner's own grid
    _rounds: ClassVar[str] = "max_rounds"  # the core's name of max_iter

    def __init__(
        self,
        over: Any = None,
        *,
        cv: Any = None,
        repeats: int | None = None,
        scoring: str | None = None,
        choose: str = "best",
        halving: float | None = None,
        estimator: Any = None,
        random_state: Any = None,
        n_jobs: int | None = None,
        verbose: int = 0,
        time_limit: float | None = None,
        callback: Any = None,
    ) -> None:
        self.over = over
        self.cv = cv
        self.repeats = repeats
        self.scoring = scoring
        self.choose = choose
        self.halving = halving
        self.estimator = estimator
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.time_limit = time_limit
        self.callback = callback

    def _first(self) -> Any:
        """The learner where none is given."""
        return self._learner()

    def _base(self) -> Any:
        from sklearn.base import clone

        base = self._first() if self.estimator is None else clone(self.estimator)
        if type(base) is not self._learner:
            raise ValueError(f"estimator is {base!r}; expected one of type {self._learner.__name__}")
        if callable(getattr(base, "kernel", None)):
            raise ValueError("a search has no kernel that is a function; use GridSearchCV, or a kernel by name")
        return base

    def __sklearn_tags__(self) -> Any:
        """What rows it takes is what its estimator takes: a matrix of kernel values, sparse rows, missing cells."""
        tags = super().__sklearn_tags__()
        inside = self._first() if self.estimator is None else self.estimator
        if not isinstance(inside, self._learner):  # fit says so
            return tags
        of_rows = get_tags(inside).input_tags
        tags.input_tags.pairwise = of_rows.pairwise
        tags.input_tags.sparse = of_rows.sparse
        tags.input_tags.allow_nan = of_rows.allow_nan
        return tags

    def fit(self, X: Any, y: Any, *, groups: Any = None) -> Selected:
        """Searches and fits.

        Parameters
        ----------
        X : array-like, sparse matrix or table of shape (n, n_features)
        y : array-like of shape (n,)
        groups : array-like of shape (n,), optional
            Rows that folds keep together.
        """
        return self._search(X, y, None, groups)

    def _search(self, X: Any, y: Any, sample_weight: Any, groups: Any) -> Selected:
        with as_it_was(self):
            return self._searched(X, y, sample_weight, groups)

    def _searched(self, X: Any, y: Any, sample_weight: Any, groups: Any) -> Selected:
        base = self._base()
        rows = self._rows(X, reset=True)
        coded = self._labels(y, rows.rows)
        weights = self._weights(sample_weight, rows, coded)
        names = {"max_iter": self._rounds, "eta0": "eta"}
        grid = Grid(base, self.over, lambda learner: options_at(learner, rows, coded, weights), names)
        folds, fold_groups = folds_of(self.cv, rows, coded, groups, weights)
        options = options_of(self._search_options(grid, options_at(base, rows, coded, weights), coded, folds))
        running = Watch(type(self).__name__, self.verbose, self.callback)
        with finite_in_words(rows, base), running as watch:
            try:
                answer = _core.search(rows.core(weights, fold_groups), coded.core(), options, watch)
            except ValueError as error:
                raise grid.refused(error) from None
        search = Search(answer, coded)
        if answer[2] is None:
            raise nothing_to_keep(by_callback=running.ended)
        for name in ("n_features_in_", "feature_names_in_"):
            if hasattr(self, name):
                setattr(base, name, getattr(self, name))
        best = grid.best(search.best_settings or {})
        grid.settle(best)
        if self.random_state is not None:
            base.set_params(random_state=int(dict(options).get("seed", 0)))
        training = answer[2]
        if getattr(base, "probability", False) and "calibrate" not in dict(options):
            training = base._train_rows(rows, coded, sample_weight)
        base._finish(training, coded, rows, weights)
        self.search_ = search
        self.best_estimator_ = base
        self.best_params_ = best
        for name in ("C_", "n_iter_", "coef_", "intercept_", "dual_coef_", "support_"):
            self.__dict__.pop(name, None)
        if "C" in best:
            self.C_ = float(best["C"])
        self._take(training, coded)
        for name in ("n_iter_", "coef_", "intercept_", "dual_coef_", "support_"):
            if hasattr(base, name):
                setattr(self, name, getattr(base, name))
        return self

    def _warn_of(self, training: _core.Training) -> None:
        """The best estimator has warned, in the words of its parameters."""

    def _search_options(self, grid: Grid, options: dict[str, Any], coded: Coded, folds: int) -> dict[str, Any]:
        for name in (*(grid.over or self._varied), *grid.unsaid):
            options.pop(name, None)
        metric = None if self.scoring is None else metric_text(self.scoring)
        if metric not in ("log-loss", "brier"):
            for name in ("calibrate", "calibrate_folds"):  # the chosen setting alone is calibrated
                options.pop(name, None)
        return {
            **options,
            **{name: value for name, value in super()._run_options(coded).items() if value is not None},
            "over": grid.text(),
            "folds": folds,
            "repeats": self.repeats,
            "metric": metric,
            "choose": self.choose,
            "halving": self.halving,
        }

    def _options(self) -> dict[str, Any]:
        return {}

    def predict(self, X: Any) -> Array:
        """The class of each row, by ``best_estimator_``."""
        check_is_fitted(self)
        return self.best_estimator_.predict(X)  # type: ignore[no-any-return]

    def decision_function(self, X: Any) -> Array:
        """Scores of rows, by ``best_estimator_``."""
        check_is_fitted(self)
        return self.best_estimator_.decision_function(X)  # type: ignore[no-any-return]


class Weighted(Selected):
    """Learners whose result does not depend on the order of the rows."""

    def fit(self, X: Any, y: Any, sample_weight: Any = None, *, groups: Any = None) -> Selected:
        """Searches and fits.

        Parameters
        ----------
        X : array-like, sparse matrix or table of shape (n, n_features)
        y : array-like of shape (n,)
        sample_weight : array-like of shape (n,), optional
            In fits and in the metrics.
        groups : array-like of shape (n,), optional
            Rows that folds keep together.
        """
        return self._search(X, y, sample_weight, groups)


class WithProbabilities(Weighted):
    """Learners whose estimators may have probabilities."""

    def _has_probabilities(self) -> bool:
        return hasattr(getattr(self, "best_estimator_", None) or self._base(), "predict_proba")

    @available_if(_has_probabilities)  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Any) -> Array:
        """Probabilities of the classes, of shape (n, n_classes), by ``best_estimator_``."""
        check_is_fitted(self)
        return self.best_estimator_.predict_proba(X)  # type: ignore[no-any-return]

    @available_if(_has_probabilities)  # type: ignore[untyped-decorator]
    def predict_log_proba(self, X: Any) -> Array:
        """Logarithms of :meth:`predict_proba`."""
        return np.log(self.predict_proba(X))  # type: ignore[no-any-return]
