"""The pocket algorithm."""

from __future__ import annotations

from typing import Any

from halfspace._labels import Coded
from halfspace.estimators._perceptron import PerceptronLearner

MOST_LOOKED_AT = 30_000_000  # rows, of a pocket without rounds


class PocketPerceptron(PerceptronLearner):
    """Pocket algorithm (Gallant 1990): random mistakes, and the weights with the fewest mistakes are kept.

    Parameters
    ----------
    rounds : int, optional
        Visits, each of which looks at all rows; None: 100 times the rows, or 3 * 10^7 / rows where that is less (but
        1,000).
    fit_intercept : bool, default=True
    random_state : int, RandomState or None, default=None
    multi_class : {"argmax", "ovr"}, optional
    verbose, n_jobs, scale, features, missing, categorical_coding, min_level, unseen, time_limit, callback
        As in :class:`LogisticRegression`.

    Attributes
    ----------
    n_mistakes_ : int
        On the training rows, of the weights in the pocket.
    report_ : Report
        ``report_["unavoidable"]``: mistakes that no weights avoid, with their proof.
    coef_, intercept_, classes_, n_iter_, n_updates_, separability_, status_, model_, certificate_
        As in :class:`Perceptron`.

    Examples
    --------
    >>> from halfspace import PocketPerceptron
    >>> xor = PocketPerceptron(rounds=100).fit([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0])
    >>> xor.n_mistakes_, xor.separability_
    (1, False)
    """

    def __init__(
        self,
        *,
        rounds: int | None = None,
        fit_intercept: bool = True,
        random_state: Any = None,
        multi_class: str | None = None,
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
        self.rounds = rounds
        self.fit_intercept = fit_intercept
        self.random_state = random_state
        self.multi_class = multi_class
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

    def _options(self) -> dict[str, Any]:
        return {
            "algorithm": "perceptron",
            "preset": "pocket",
            "bias": None if self.fit_intercept else "none",
            **self._table_options(),
        }

    _remedy = "Raise rounds or time_limit."

    def _run_options(self, coded: Coded) -> dict[str, Any]:
        rows = len(coded.codes)
        rounds = min(100 * rows, max(1000, MOST_LOOKED_AT // rows)) if self.rounds is None else self.rounds
        options = {**super()._run_options(coded), "rounds": rounds}
        names = {"argmax": "argmax", "ovr": "one-vs-rest", None: None}
        if self.multi_class not in names:
            raise ValueError(f"multi_class is {self.multi_class!r}; expected 'argmax', 'ovr' or None")
        if len(coded.classes) > 2:
            options["multiclass"] = names[self.multi_class]
        return options

    def fit(self, X: Any, y: Any) -> PocketPerceptron:
        """Runs the pocket algorithm on the rows; X and y as in :meth:`Perceptron.fit`."""
        self._finish(*self._train(X, y))
        return self
