"""Estimators of halfspace as those of scikit-learn, and back."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from halfspace.estimators import (
    SVC,
    LinearSVC,
    LogisticRegression,
    NuSVC,
    Perceptron,
    PocketPerceptron,
)


def _sklearn_class(estimator: Any) -> type[BaseEstimator]:
    from sklearn import linear_model, svm

    pairs: list[tuple[type, type]] = [
        (LogisticRegression, linear_model.LogisticRegression),
        (LinearSVC, svm.LinearSVC),
        (SVC, svm.SVC),
        (NuSVC, svm.NuSVC),
        (Perceptron, linear_model.Perceptron),
        (PocketPerceptron, linear_model.Perceptron),
    ]
    for ours, theirs in pairs:
        if type(estimator) is ours:
            return theirs
        if type(estimator) is theirs and ours is not PocketPerceptron:
            return ours
    raise TypeError(f"{type(estimator).__name__} has no counterpart; expected a linear estimator, SVC or NuSVC")


def _shared(source: Any, target: type[BaseEstimator]) -> dict[str, Any]:
    """Parameters that both have and that mean the same."""
    names = {"C", "l1_ratio", "penalty", "loss", "fit_intercept", "class_weight", "tol", "random_state", "nu", "kernel"}
    names |= {"degree", "gamma", "coef0", "decision_function_shape", "break_ties", "n_jobs", "multi_class"}
    given = source.get_params(deep=False)
    known = target().get_params(deep=False)
    out = {k: v for k, v in given.items() if k in names and k in known and not _default(v)}
    if out.get("multi_class") == "multinomial" or "multi_class" not in known:
        out.pop("multi_class", None)
    if known.get("penalty") == "deprecated" and "penalty" in out:
        penalty = out.pop("penalty")
        out["l1_ratio"] = {"l1": 1.0, "l2": 0.0}.get(penalty, out.get("l1_ratio") or 0.0)
        if penalty is None:
            out["C"] = np.inf
    if out.get("l1_ratio", 0) is None:
        del out["l1_ratio"]
    return out


def _default(value: Any) -> bool:
    return isinstance(value, str) and value in ("deprecated", "warn")


def to_sklearn(estimator: Any) -> Any:
    """A fitted linear estimator as scikit-learn's of the same name, which predicts the same.

    But for scores of exactly 0: there halfspace predicts ``classes_[1]`` and scikit-learn ``classes_[0]``.

    Parameters
    ----------
    estimator : LogisticRegression, LinearSVC, Perceptron or PocketPerceptron, fitted on numbers

    Returns
    -------
    estimator of scikit-learn, fitted

    Raises
    ------
    TypeError
        An estimator without a counterpart; kernel machines, whose scikit-learn form cannot be made without a fit.
    ValueError
        A model whose weights are not those of its columns (``features``, ``missing``, columns of texts).

    Examples
    --------
    >>> import halfspace
    >>> model = halfspace.LogisticRegression().fit([[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1])
    >>> halfspace.to_sklearn(model).predict([[2.5]])
    array([1])
    """
    check_is_fitted(estimator)
    target = _sklearn_class(estimator)
    if not hasattr(estimator, "densify"):
        raise TypeError(f"{type(estimator).__name__} is a kernel machine: fit it in scikit-learn")
    if getattr(estimator, "preset", "") == "voted" or getattr(estimator, "keep", None) == "vote":
        raise TypeError("a vote of many vectors has no counterpart in scikit-learn")
    many = isinstance(estimator, LogisticRegression) and len(estimator.classes_) > 2
    if many and estimator.model_.settings["multiclass"] != "multinomial":
        raise TypeError("one-vs-rest probabilities have no counterpart: wrap scikit-learn's in OneVsRestClassifier")
    if estimator.coef_.shape[1] != estimator.n_features_in_:
        raise ValueError("the weights are not those of the columns: the estimator has features, or columns of texts")
    out: Any = target(**_shared(estimator, target))
    coef = estimator.coef_
    out.coef_ = np.array(coef.toarray() if hasattr(coef, "toarray") else coef, order="C")
    out.intercept_ = np.array(estimator.intercept_)
    out.classes_ = np.array(estimator.classes_)
    out.n_features_in_ = estimator.n_features_in_
    out.n_iter_ = np.atleast_1d(estimator.n_iter_)
    if hasattr(estimator, "feature_names_in_"):
        out.feature_names_in_ = estimator.feature_names_in_
    return out


def from_sklearn(estimator: Any) -> Any:
    """An estimator of scikit-learn as halfspace's of the same name, with its parameters, not fitted.

    Parameters
    ----------
    estimator : LogisticRegression, LinearSVC, SVC, NuSVC or Perceptron of scikit-learn

    Examples
    --------
    >>> import halfspace
    >>> from sklearn.linear_model import LogisticRegression
    >>> halfspace.from_sklearn(LogisticRegression(C=10)).C
    10
    """
    target = _sklearn_class(estimator)
    shared = _shared(estimator, target)
    if target is Perceptron:
        shared = {k: v for k, v in shared.items() if k in ("fit_intercept", "random_state", "n_jobs")}
    if shared.get("loss") not in (None, "hinge", "squared_hinge"):
        shared.pop("loss")
    return target(**shared)
