"""Classifiers for Spark: estimators and models of pyspark.ml, over data that stays on the executors.

    from halfspace.spark import LogisticRegression

    model = LogisticRegression(featureCols=["x1", "x2"], labelCol="kind", C=1.0).fit(frame)
    model.transform(frame).select("kind", "prediction").show()
    model.report["gap"]

The same rows give the same bytes of the model for any number of partitions and executors. docs/cluster.md says what an
executor needs.
"""

from __future__ import annotations

try:
    import pyspark.ml  # noqa: F401
except ImportError as error:
    raise ImportError("halfspace.spark needs pyspark: pip install 'halfspace-ml[spark]'", name=error.name) from error

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
