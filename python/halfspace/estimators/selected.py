"""Estimators that choose their settings on rows held out."""

from __future__ import annotations

from typing import Any

from halfspace.estimators._selected import Selected, Weighted, WithProbabilities
from halfspace.estimators.kernel_perceptron import KernelPerceptron
from halfspace.estimators.linear_svc import LinearSVC
from halfspace.estimators.logistic import LogisticRegression
from halfspace.estimators.perceptron import Perceptron
from halfspace.estimators.svc import SVC, NuSVC


def _documented(kind: type[Selected]) -> type[Selected]:
    """The same parameters for each learner."""
    name = kind._learner.__name__
    kind.__doc__ = f"""{name} with settings chosen by cross-validation, then learned from all rows.

    Parameters
    ----------
    over : dict of parameter to list of values, optional
        The grid, in parameters of the estimator; None: one that suits the learner. Several values of a parameter vary
        where each changes one option of the core: C, gamma, nu, degree, tol, penalty, loss, l1_ratio (of the elastic
        net), preset, fit_intercept, scale, features, kernel (not the linear one beside others) and the like. What
        does not vary so, as class_weight, is a ValueError; ``GridSearchCV`` varies everything.
    cv : int, splitter or list of splits, optional
        Folds, by class; None: 5, or as many as the rarest class has rows of a weight above 0. Splits must hold each row
        out once and train on all others.
    repeats : int, optional
    scoring : str, optional
        accuracy (default), balanced_accuracy, f1, roc_auc, average_precision, neg_log_loss, neg_brier_score.
    choose : {{"best", "one-se"}}, default="best"
        one-se: the simplest settings within one standard error of the best.
    halving : float, optional
        Successive halving by this factor.
    estimator : {name}, optional
        The settings that do not vary.
    random_state, n_jobs, verbose, time_limit, callback
        As in :class:`LogisticRegression`.

    Attributes
    ----------
    best_params_ : dict
        Parameters of ``best_estimator_`` that ``over`` names, or that were varied.
    C_ : float
        The best C, where it varies.
    best_estimator_ : {name}
    search_ : Search
        Every point with its metrics, in the core's names of options.
    classes_, model_, report_, status_, objective_, dual_gap_
        Of the model learned from all rows.

    Examples
    --------
    >>> from halfspace import {kind.__name__}
    >>> X, y = [[float(i), float(i % 2)] for i in range(20)], [0] * 10 + [1] * 10
    >>> {kind.__name__}(cv=2).fit(X, y).score(X, y) >= 0.5
    True
    """
    return kind


@_documented
class PerceptronCV(Selected):
    _learner = Perceptron
    _varied = ("preset",)
    _rounds = "passes"

    def _first(self) -> Any:
        return Perceptron(max_iter=100)  # rows that are not separable would take each fold to the bound on work


@_documented
class LogisticRegressionCV(WithProbabilities):
    _learner = LogisticRegression

    def _first(self) -> Any:
        return LogisticRegression(tol=1e-8)


@_documented
class LinearSVCCV(Weighted):
    _learner = LinearSVC


@_documented
class SVCCV(WithProbabilities):
    _learner = SVC
    _varied = ("C", "gamma")


@_documented
class NuSVCCV(WithProbabilities):
    _learner = NuSVC
    _varied = ("gamma",)


@_documented
class KernelPerceptronCV(Selected):
    _learner = KernelPerceptron
    _varied = ("gamma",)
    _rounds = "passes"
