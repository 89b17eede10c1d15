"""The kernel perceptron."""

from __future__ import annotations

from typing import Any

import numpy as np

from halfspace import _core
from halfspace._labels import Coded
from halfspace.estimators._base import check_whole
from halfspace.estimators._kernel import KernelLearner


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
        Rows with a multiplier; two classes.
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

    def _take(self, training: _core.Training, coded: Coded) -> None:
        super()._take(training, coded)
        order = slice(None) if self._order is None or len(coded.classes) == 2 else self._order
        self.dual_coef_ = self.model_.weights[order]
        self.intercept_ = self.model_.bias[order]
        self.__dict__.pop("support_", None)
        rows = np.unique(np.concatenate([run.support for run in self.runs_]))
        if len(rows) == self.dual_coef_.shape[1]:
            self.support_ = rows
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
        self._finish(*self._train(X, y))
        return self
