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
from halfspace.exceptions import warn_caller

# Parameters that mean the same in both, and those that say how a fit is computed.
SAME = {"C", "l1_ratio", "penalty", "loss", "fit_intercept", "class_weight", "random_state", "n_jobs", "multi_class"}
SAME |= {"nu", "kernel", "degree", "gamma", "coef0", "probability", "decision_function_shape", "break_ties"}
SAME |= {"eta0", "shuffle"}
HOW = {"tol", "solver", "dual", "max_iter", "verbose", "cache_size", "shrinking", "exact_support", "time_limit"}
HOW |= {"callback", "statistics", "decide", "warm_start", "random_state", "n_jobs"}


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


def _given(estimator: Any) -> dict[str, Any]:
    """The parameters that are not at their defaults."""
    default = type(estimator)().get_params(deep=False)
    return {k: v for k, v in estimator.get_params(deep=False).items() if not (v is default[k] or v == default[k])}


def _carried(given: dict[str, Any], target: type[BaseEstimator]) -> dict[str, Any]:
    """What the target has of the given parameters. Warns about those that it has not and that change what is fitted."""
    same = SAME | {"max_iter"} if target.__name__ == "Perceptron" else SAME
    known = same & set(target().get_params(deep=False))
    out = {k: v for k, v in given.items() if k in known and v not in ("modified_huber", "firth")}
    lost = [f"{k}={v!r}" for k, v in given.items() if k not in out and (k not in HOW or v == "liblinear")]
    if lost:
        whose = target.__module__.partition(".")[0]
        text = f"{whose}'s {target.__name__} has no counterpart of {', '.join(lost)}: fits of the two differ"
        warn_caller(UserWarning(text))
    return out


def _shuffle_of(order: Any) -> dict[str, Any]:
    """scikit-learn's ``shuffle`` of an order, which is kept where there is none."""
    return {"shuffle": order == "shuffled"} if order in (None, "cyclic", "shuffled") else {"order": order}


def _given_for_sklearn(estimator: Any, target: type[BaseEstimator]) -> dict[str, Any]:
    """The parameters under scikit-learn's names: of a penalty its share of L1, C = inf where there is none."""
    given = _given(estimator)
    if given.get("step") == "rate":
        del given["step"]
    if type(estimator) is Perceptron and estimator.preset == "cyclic":
        given.update(_shuffle_of(given.pop("order", None)))
    if not isinstance(estimator, LogisticRegression) or estimator.penalty == "firth":
        return given
    given = {k: v for k, v in given.items() if k not in ("penalty", "l1_ratio", "multi_class")}
    free = estimator.penalty in (None, "none")
    ratio = 1.0 if estimator.penalty == "l1" else 0.0 if free else estimator.l1_ratio or 0.0
    if free:
        given["C"] = np.inf
    if ratio:
        given["l1_ratio"] = ratio
    if ratio and target().get_params()["penalty"] != "deprecated":  # scikit-learn before 1.8
        given["penalty"] = "l1" if ratio == 1 else "elasticnet"
    return given


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
        A model whose weights are not those of its columns (``features``, columns of texts).

    Warns
    -----
    UserWarning
        Parameters that scikit-learn's has no counterpart of: it predicts the same, but a new fit differs; of a model
        with ``missing`` it predicts the same for rows without missing cells, and refuses others.

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
    out: Any = target(**_carried(_given_for_sklearn(estimator, target), target))
    if isinstance(estimator, LogisticRegression) and out.l1_ratio:
        out.set_params(solver="saga")  # the only one for every share of L1
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

    Warns
    -----
    UserWarning
        Parameters without a counterpart. ``tol`` and ``max_iter`` stay at their defaults here, where they are other
        quantities; ``max_iter`` of Perceptron is carried over, ``shuffle`` is the order "shuffled" or "cyclic" here.

    Examples
    --------
    >>> import halfspace
    >>> from sklearn.linear_model import LogisticRegression
    >>> halfspace.from_sklearn(LogisticRegression(C=10)).C
    10
    """
    target = _sklearn_class(estimator)
    given = _given(estimator)
    if given.get("penalty", "elasticnet") != "elasticnet":
        given.pop("l1_ratio", None)
    if given.get("multi_class") in ("multinomial", "auto"):  # what None is here
        del given["multi_class"]
    if target is Perceptron:
        order = "shuffled" if given.pop("shuffle", True) else None
        step = "rate" if "eta0" in given else None
        return target(order=order, step=step, **_carried(given, target))
    return target(**_carried(given, target))
