"""Classifiers for Spark: estimators and models of pyspark.ml, over data that stays on the executors.

    from halfspace.spark import LogisticRegression

    model = LogisticRegression(featureCols=["x1", "x2"], labelCol="kind", C=1.0).fit(frame)
    model.transform(frame).select("kind", "prediction").show()
    model.report["gap"]

The same rows give the same bytes of the model for any number of partitions and executors. docs/cluster.md says what an
executor needs.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

try:
    import pyspark  # noqa: F401
except ImportError as error:
    raise ImportError("halfspace.spark needs pyspark: pip install 'halfspace-ml[spark]'", name=error.name) from error

if TYPE_CHECKING:
    from halfspace.spark._estimators import LinearSVC, LogisticRegression, Perceptron
    from halfspace.spark._models import LinearSVCModel, LogisticRegressionModel, PerceptronModel
    from halfspace.spark._needs import check_java
    from halfspace.spark._selection import cross_validate, path
    from halfspace.spark._separation import separate

__all__ = [
    "LinearSVC",
    "LinearSVCModel",
    "LogisticRegression",
    "LogisticRegressionModel",
    "Perceptron",
    "PerceptronModel",
    "check_java",
    "cross_validate",
    "path",
    "separate",
]

# Loaded when they are asked for: the Python workers of executors need none of them, and pyspark.ml takes 0.4 s.
_WHERE = {
    **dict.fromkeys(("LinearSVC", "LogisticRegression", "Perceptron"), "_estimators"),
    **dict.fromkeys(("LinearSVCModel", "LogisticRegressionModel", "PerceptronModel"), "_models"),
    "check_java": "_needs",
    "cross_validate": "_selection",
    "path": "_selection",
    "separate": "_separation",
}


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
