"""Fitted estimators inside pipelines as ONNX, by skl2onnx. Alone they export as ``model_.export("onnx")``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from halfspace.convert import to_sklearn
from halfspace.estimators import (
    SVC,
    LinearSVC,
    LogisticRegression,
    LogisticRegressionPath,
    NuSVC,
    Perceptron,
    PocketPerceptron,
)

LINEAR = (LogisticRegression, LogisticRegressionPath, LinearSVC, Perceptron, PocketPerceptron)


def _linear_as_sklearn(model: Any) -> Any:
    from sklearn.svm import LinearSVC as Scores

    logistic = isinstance(model, LogisticRegression)
    if logistic and len(model.classes_) > 2 and model.model_.settings["multiclass"] != "multinomial":
        raise RuntimeError("one-vs-rest probabilities of three classes export by model_.export('onnx') alone")
    if logistic:
        return to_sklearn(model)
    out = Scores()
    out.coef_, out.intercept_, out.classes_ = np.array(model.coef_), np.array(model.intercept_), model.classes_
    out.n_features_in_ = model.n_features_in_
    return out


def _machine_as_sklearn(model: Any) -> Any:
    """scikit-learn keeps what libsvm had: of two classes with the other sign. Error (ValueError): scaled rows."""
    from sklearn import svm

    if model.scale is not None:
        raise ValueError(f'scale is {model.scale!r}: the kernel sees scaled rows; write model_.export("onnx") instead')

    out: Any = svm.NuSVC() if isinstance(model, NuSVC) else svm.SVC()
    shared = ("C", "nu", "kernel", "degree", "coef0", "gamma", "decision_function_shape", "break_ties")
    given = model.get_params(deep=False)
    out.set_params(**{name: given[name] for name in shared if name in out.get_params() and name in given})
    sign = -1 if len(model.classes_) == 2 else 1
    out.support_, out.support_vectors_, out._n_support = model.support_, model.support_vectors_, model.n_support_
    out.dual_coef_, out._dual_coef_ = model.dual_coef_, sign * model.dual_coef_
    out.intercept_, out._intercept_ = model.intercept_, sign * model.intercept_
    out.classes_, out.n_features_in_, out._gamma = model.classes_, model.n_features_in_, model._gamma
    out._sparse, out._probA, out._probB = False, np.empty(0), np.empty(0)
    return out


@contextmanager
def _as(operator: Any, as_sklearn: Callable[[Any], Any]) -> Iterator[None]:
    """skl2onnx's functions see scikit-learn's estimator of the same model."""
    ours = operator.raw_operator
    operator.raw_operator = as_sklearn(ours)
    try:
        yield
    finally:
        operator.raw_operator = ours


def _shapes(shapes: Callable[..., Any], as_sklearn: Callable[[Any], Any]) -> Callable[[Any], None]:
    def call(operator: Any) -> None:
        with _as(operator, as_sklearn):
            shapes(operator)

    return call


def _converter(convert: Callable[..., Any], as_sklearn: Callable[[Any], Any]) -> Callable[[Any, Any, Any], None]:
    def call(scope: Any, operator: Any, container: Any) -> None:
        with _as(operator, as_sklearn):
            convert(scope, operator, container)

    return call


def register() -> None:
    """Teaches skl2onnx the linear estimators and support vector machines. Needs skl2onnx.

    Examples
    --------
    >>> from halfspace.onnx import register  # doctest: +SKIP
    >>> register(); skl2onnx.to_onnx(pipeline, X[:1])  # doctest: +SKIP
    """
    from skl2onnx import update_registered_converter
    from skl2onnx.operator_converters.linear_classifier import convert_sklearn_linear_classifier
    from skl2onnx.operator_converters.support_vector_machines import convert_sklearn_svm_classifier
    from skl2onnx.shape_calculators.linear_classifier import calculate_linear_classifier_output_shapes
    from skl2onnx.shape_calculators.support_vector_machines import calculate_sklearn_svm_output_shapes

    options = {"zipmap": [True, False, "columns"], "nocl": [True, False], "raw_scores": [True, False]}
    kinds: list[tuple[type, Any, Any, Any]] = [
        *(
            (k, calculate_linear_classifier_output_shapes, convert_sklearn_linear_classifier, _linear_as_sklearn)
            for k in LINEAR
        ),
        *(
            (k, calculate_sklearn_svm_output_shapes, convert_sklearn_svm_classifier, _machine_as_sklearn)
            for k in (SVC, NuSVC)
        ),
    ]
    for kind, shapes, convert, as_sklearn in kinds:
        update_registered_converter(
            kind,
            f"Halfspace{kind.__name__}",
            _shapes(shapes, as_sklearn),
            _converter(convert, as_sklearn),
            options=options,
        )
