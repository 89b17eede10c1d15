"""Linear and kernel classifiers with proofs.

Functions work on arrays, sparse matrices and tables; estimators follow scikit-learn's conventions and load scikit-learn
when first used. ``help(halfspace.separate)``, ``help(halfspace.LogisticRegression)``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from halfspace._core import version as __version__
from halfspace.bounds import min_mistakes, mistake_bound
from halfspace.model import Model, load, save
from halfspace.reading import Table, read_csv, read_libsvm, read_npy
from halfspace.report import Report
from halfspace.selection import calibrate, cross_validate, evaluate, explain, path, search
from halfspace.separation import Verdict, separate, verify
from halfspace.training import TrainingResult, trace, train

if TYPE_CHECKING:
    from halfspace.convert import from_sklearn, to_sklearn
    from halfspace.display import (
        BoundaryDisplay,
        CalibrationDisplay,
        GapDisplay,
        MarginDisplay,
        MistakeBoundDisplay,
        PathDisplay,
        SeparabilityDisplay,
    )
    from halfspace.estimators import (
        SVC,
        SVCCV,
        KernelPerceptron,
        KernelPerceptronCV,
        LinearSVC,
        LinearSVCCV,
        LogisticRegression,
        LogisticRegressionCV,
        LogisticRegressionPath,
        NuSVC,
        NuSVCCV,
        Nystroem,
        Perceptron,
        PerceptronCV,
        PocketPerceptron,
        RandomFourierFeatures,
    )

_LAZY = {
    **dict.fromkeys(
        [
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
        ],
        "halfspace.estimators",
    ),
    **dict.fromkeys(
        [
            "BoundaryDisplay",
            "CalibrationDisplay",
            "GapDisplay",
            "MarginDisplay",
            "MistakeBoundDisplay",
            "PathDisplay",
            "SeparabilityDisplay",
        ],
        "halfspace.display",
    ),
    "from_sklearn": "halfspace.convert",
    "to_sklearn": "halfspace.convert",
}

__all__ = [
    "BoundaryDisplay",
    "CalibrationDisplay",
    "GapDisplay",
    "KernelPerceptron",
    "KernelPerceptronCV",
    "LinearSVC",
    "LinearSVCCV",
    "LogisticRegression",
    "LogisticRegressionCV",
    "LogisticRegressionPath",
    "MarginDisplay",
    "MistakeBoundDisplay",
    "Model",
    "NuSVC",
    "NuSVCCV",
    "Nystroem",
    "PathDisplay",
    "Perceptron",
    "PerceptronCV",
    "PocketPerceptron",
    "RandomFourierFeatures",
    "Report",
    "SVC",
    "SVCCV",
    "SeparabilityDisplay",
    "Table",
    "TrainingResult",
    "Verdict",
    "__version__",
    "calibrate",
    "cross_validate",
    "evaluate",
    "explain",
    "from_sklearn",
    "load",
    "min_mistakes",
    "mistake_bound",
    "path",
    "read_csv",
    "read_libsvm",
    "read_npy",
    "save",
    "search",
    "separate",
    "to_sklearn",
    "trace",
    "train",
    "verify",
]


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module 'halfspace' has no attribute {name!r}")
    try:
        value = getattr(import_module(_LAZY[name]), name)
    except ModuleNotFoundError as error:
        top = (error.name or "").partition(".")[0]
        if top not in ("sklearn", "matplotlib", "scipy", "joblib"):
            raise
        package, extra = ("scikit-learn", "sklearn") if top != "matplotlib" else ("matplotlib", "plot")
        raise ImportError(
            f"halfspace.{name} needs {package}: pip install 'halfspace-ml[{extra}]'", name=error.name
        ) from error
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
