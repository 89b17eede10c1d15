"""Estimators with scikit-learn's conventions."""

from halfspace.estimators.features import Nystroem, RandomFourierFeatures
from halfspace.estimators.kernel_perceptron import KernelPerceptron
from halfspace.estimators.linear_svc import LinearSVC
from halfspace.estimators.logistic import LogisticRegression
from halfspace.estimators.path import LogisticRegressionPath
from halfspace.estimators.perceptron import Perceptron
from halfspace.estimators.pocket import PocketPerceptron
from halfspace.estimators.selected import (
    SVCCV,
    KernelPerceptronCV,
    LinearSVCCV,
    LogisticRegressionCV,
    NuSVCCV,
    PerceptronCV,
)
from halfspace.estimators.svc import SVC, NuSVC

__all__ = [
    "KernelPerceptron",
    "KernelPerceptronCV",
    "LinearSVC",
    "LinearSVCCV",
    "LogisticRegression",
    "LogisticRegressionCV",
    "LogisticRegressionPath",
    "NuSVC",
    "NuSVCCV",
    "Nystroem",
    "Perceptron",
    "PerceptronCV",
    "PocketPerceptron",
    "RandomFourierFeatures",
    "SVC",
    "SVCCV",
]
