"""Perceptrons: every textbook variant by its preset."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils.validation import column_or_1d

from halfspace._labels import Coded, encode, encode_as
from halfspace.estimators._base import check_whole
from halfspace.estimators._checks import as_it_was
from halfspace.estimators._perceptron import BatchLearner

KEEP_MORE = ("averaged", "voted", "pocket", "passive-aggressive")
CHOICES = ("mistake", "step", "order", "stop", "keep", "start", "decide", "batch_order")
NUMBERS = ("tau", "margin", "aggressiveness", "batch", "rounds", "patience", "max_updates")


class Perceptron(BatchLearner):
    """Rosenblatt's perceptron and its variants, each choice by name.

    Rows are visited in order; where row i is a mistake under the named rule, the weights move by a named step along
    y_i x_i. On separable data the run ends with a separator after at most R²/γ² updates (Novikoff 1962); on data that
    is not separable it ends with a proof.

    Parameters
    ----------
    preset : str, default="cyclic"
        cyclic, pla, online, zero-one, delta, subgradient, pocket, averaged, voted, margin or passive-aggressive: a row
        of choices (docs/algorithms.md, section 2); the next parameters replace single ones.
    mistake : {"boundary-is-mistake", "boundary-is-correct", "boundary-is-positive"}, optional
    step : {"unit", "rate", "delta", "minibatch", "pa", "pa1", "pa2"}, optional
    order : {"cyclic", "first-mistake", "permuted", "shuffled", "random", "random-mistake"}, optional
    stop : {"clean-pass", "no-mistake", "passes", "rounds", "patience"}, optional
    keep : {"last", "pocket", "average", "vote"}, optional
    start : {"zero", "random"}, optional
    decide : {"auto", "off"}, optional
        off: the question whether the data is separable is not asked.
    eta0 : float in (0, inf), optional
        Learning rate of the steps rate and delta.
    tau, margin, aggressiveness : float, optional
        Step size of minibatch, required margin, C of pa1 and pa2.
    batch : int, optional
        Rows of a mini-batch.
    batch_order : {"random", "consecutive"}, optional
    max_iter : int, optional
        Most passes; None: those of the preset, or until an answer.
    rounds, patience, max_updates : int, optional
    multi_class : {"argmax", "ovr"}, optional
        Three classes or more: one run that compares them, or one a class.
    fit_intercept : bool, default=True
    random_state : int, RandomState or None, default=None
    warm_start : bool, default=False
        The next fit begins with the weights of the last one.
    verbose, n_jobs, scale, features, missing, categorical_coding, min_level, unseen, time_limit, callback
        As in :class:`LogisticRegression`.

    Attributes
    ----------
    coef_ : ndarray of shape (1, n_features) or (n_classes, n_features)
    intercept_ : ndarray of shape (1,) or (n_classes,)
    n_iter_ : int
        Passes.
    n_updates_, n_mistakes_ : int
    t_ : float
        Visits.
    separability_ : bool or None
    classes_, status_, stop_reason_, model_, report_, certificate_, runs_
        As in :class:`LogisticRegression`. ``report_["bound"]`` is the mistake bound held against the run.

    Notes
    -----
    The result depends on the order of the rows, so there is no ``sample_weight``.

    Examples
    --------
    >>> from halfspace import Perceptron
    >>> X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], [0, 0, 0, 1]
    >>> model = Perceptron().fit(X, y)
    >>> model.coef_, model.intercept_, model.separability_
    (array([[3., 2.]]), array([-4.]), True)
    """

    def __init__(
        self,
        preset: str = "cyclic",
        *,
        mistake: str | None = None,
        step: str | None = None,
        order: str | None = None,
        stop: str | None = None,
        keep: str | None = None,
        start: str | None = None,
        decide: str | None = None,
        eta0: float | None = None,
        tau: float | None = None,
        margin: float | None = None,
        aggressiveness: float | None = None,
        batch: int | None = None,
        batch_order: str | None = None,
        max_iter: int | None = None,
        rounds: int | None = None,
        patience: int | None = None,
        max_updates: int | None = None,
        multi_class: str | None = None,
        fit_intercept: bool = True,
        random_state: Any = None,
        warm_start: bool = False,
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
        self.preset = preset
        self.mistake = mistake
        self.step = step
        self.order = order
        self.stop = stop
        self.keep = keep
        self.start = start
        self.decide = decide
        self.eta0 = eta0
        self.tau = tau
        self.margin = margin
        self.aggressiveness = aggressiveness
        self.batch = batch
        self.batch_order = batch_order
        self.max_iter = max_iter
        self.rounds = rounds
        self.patience = patience
        self.max_updates = max_updates
        self.multi_class = multi_class
        self.fit_intercept = fit_intercept
        self.random_state = random_state
        self.warm_start = warm_start
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
        check_whole("max_iter", self.max_iter, 1)
        return {
            "algorithm": "perceptron",
            "preset": self.preset,
            **{name: getattr(self, name) for name in (*CHOICES, *NUMBERS)},
            "eta": self.eta0,
            "passes": self.max_iter,
            "bias": None if self.fit_intercept else "none",
            **self._table_options(),
        }

    def _run_options(self, coded: Coded) -> dict[str, Any]:
        options = super()._run_options(coded)
        names = {"argmax": "argmax", "ovr": "one-vs-rest", None: None}
        if self.multi_class not in names:
            raise ValueError(f"multi_class is {self.multi_class!r}; expected 'argmax', 'ovr' or None")
        if len(coded.classes) > 2:
            options["multiclass"] = names[self.multi_class]
        return options

    def fit(self, X: Any, y: Any, *, coef_init: Any = None, intercept_init: Any = None) -> Perceptron:
        """Runs the perceptron on the rows.

        Parameters
        ----------
        X : array-like, sparse matrix or table of shape (n, n_features)
        y : array-like of shape (n,)
        coef_init, intercept_init : array-like, optional
            Weights to start from, in the shapes of ``coef_`` and ``intercept_``.
        """
        self._fit_from(X, y, None, coef_init, intercept_init)
        return self

    def partial_fit(self, X: Any, y: Any, classes: Any = None) -> Perceptron:
        """One more pass over rows, from the present weights.

        Parameters
        ----------
        X : array-like, sparse matrix or table of shape (n, n_features)
        y : array-like of shape (n,)
        classes : array-like of shape (n_classes,)
            All labels that will come; needed by the first call.

        Raises
        ------
        ValueError
            A first call without ``classes``, a label that is none of them; a preset or ``keep`` that needs more than
            the last weights; a text in a column of texts that the rows of the first call did not have.
        """
        first = not hasattr(self, "coef_")
        if first and classes is None:
            raise ValueError("classes must be passed on the first call to partial_fit.")
        if self.keep not in (None, "last") or self.preset in KEEP_MORE:
            raise ValueError(f"partial_fit goes on with the last weights; preset {self.preset!r} keeps others")
        known = encode(np.unique(np.asarray(classes if first else self.classes_)))
        if classes is not None and not np.array_equal(known.classes, np.unique(np.asarray(classes))):
            raise ValueError(f"classes are {np.unique(classes)}; the first call had {self.classes_}")
        with as_it_was(self):
            rows = self._rows(X, reset=first)
            coded = encode_as(column_or_1d(y, warn=True), known.classes)
            if len(coded.codes) != rows.rows:
                raise ValueError(
                    f"Found input variables with inconsistent numbers of samples: [{rows.rows}, {len(coded.codes)}]"
                )
            self._pass(rows, coded, first)
        return self

    def _with_bias(self) -> bool:
        return bool(self.fit_intercept)
