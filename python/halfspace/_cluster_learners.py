"""Parameters and attributes of the estimators for clusters, without scikit-learn: it is not needed there.

A front derives from LogisticLearner, SupportLearner and PerceptronLearner, makes shards, and calls
``self._take(learn(engine, self._options(), facts, self._running(), self._of_many()), facts)``.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from halfspace import _core
from halfspace._cluster import Asked, Running
from halfspace._cluster_classes import classes_of, order_of
from halfspace._cluster_shards import Facts
from halfspace._labels import Coded
from halfspace._options import Options, options_of, penalty_of
from halfspace.exceptions import convergence_warning, warn_caller
from halfspace.model import Model

Array = npt.NDArray[Any]
UNFINISHED = ("not-converged", "rounds", "timeout", "interrupted")


def calibration_of(kind: str | None, folds: int) -> dict[str, Any]:
    """The core's options. Error (ValueError): a kind that partitions do not have."""
    if kind is None:
        return {}
    if kind not in ("auto", "platt", "temperature"):
        raise ValueError(f"calibrate is {kind!r}; expected None, 'auto', 'platt' or 'temperature'")
    return {"calibrate": kind, "calibrate_folds": folds}


class ClusterLearner:
    """Parameters by name as scikit-learn's estimators have them, and the attributes of a finished run."""

    _order: Array | None = None  # places of the model's classes, as they are sorted

    def _given(self) -> dict[str, Any]:
        """Options of the core with the values of parameters."""
        raise NotImplementedError

    def _options(self) -> Options:
        return options_of(self._given())

    def _of_many(self) -> Options:
        """Options more of three classes and more."""
        return []

    def _fold_options(self, folds: int, repeats: int, seed: int, metric: Any) -> Options:
        """Options of cross-validation."""
        names = None if metric is None else metric if isinstance(metric, str) else ",".join(metric)
        return options_of({**self._given(), "folds": folds, "repeats": repeats, "seed": seed, "metric": names})

    def _running(self) -> Running:
        names = ("verbose", "callback", "checkpoint")
        return Running(type(self).__name__, *(getattr(self, name) for name in names))

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Parameters by name; ``deep`` changes nothing."""
        names = list(inspect.signature(type(self).__init__).parameters)[1:]
        return {name: getattr(self, name) for name in names}

    def set_params(self, **given: Any) -> Any:
        """Sets parameters by name and gives the estimator back. Error (ValueError): a name that is none."""
        known = self.get_params()
        for name, value in given.items():
            if name not in known:
                raise ValueError(f"{type(self).__name__} has no parameter {name!r}; it has {', '.join(known)}")
            setattr(self, name, value)
        return self

    def __repr__(self) -> str:
        signature = inspect.signature(type(self).__init__).parameters
        given = {n: v for n, v in self.get_params().items() if v is not signature[n].default}
        return f"{type(self).__name__}({', '.join(f'{n}={v!r}' for n, v in given.items())})"

    def _take(self, asked: Asked, facts: Sequence[Facts]) -> None:
        """The attributes of a fitted estimator."""
        first = next(fact for fact in facts if fact.rows)
        training = asked.driver.training()
        self._take_classes(training.classifier, first.labels)
        self.n_features_in_ = first.cols
        self.__dict__.pop("feature_names_in_", None)
        if first.names is not None:
            self.feature_names_in_ = np.asarray(first.names, dtype=object)
        self.status_ = training.status
        self.stop_reason_ = training.stop_reason
        self.objective_ = training.objective
        self.dual_gap_ = training.gap
        self.n_iter_ = np.maximum(1, np.asarray(training.run_rounds, np.int32))
        self.rounds_ = asked.rounds
        self.report_ = {**json.loads(training.json()), "cluster": asked.report(facts)}
        if training.status in UNFINISHED:
            gap = "" if training.gap is None else f" The objective is at most {training.gap:.3g} above its optimum."
            text = f"{training.status}: {training.stop_reason}.{gap} Raise max_iter{self._advice()}."
            warn_caller(convergence_warning(text, training.gap))

    def _take_classes(self, classifier: _core.Classifier, kind: str) -> None:
        """The model, its classes sorted, and weights in their order."""
        texts = classifier.classes
        classes = classes_of(texts, kind)
        self.model_ = Model(classifier, Coded(classes, np.empty(0, np.int32), texts))
        self._order = order_of(texts, kind)
        self.classes_ = classes[self._order]
        rows = self._order if len(texts) > 2 else slice(None)
        self.coef_ = self.model_.weights[rows]
        self.intercept_ = self.model_.bias[rows]

    def _classes_of_model(self) -> Array:
        """The classes in the order that the model has them in."""
        return self.classes_ if self._order is None else self.classes_[np.argsort(self._order)]

    def _advice(self) -> str:
        return "" if getattr(self, "scale", None) else ", or scale the columns (scale)"

    def _fitted(self) -> Any:
        """The model. Error (ValueError): there is none yet."""
        if not hasattr(self, "model_"):
            raise ValueError(f"this {type(self).__name__} is not fitted; call fit(X, y) first")
        return self.model_


class LogisticLearner(ClusterLearner):
    """Logistic regression: minimises C Σ log(1 + exp(-y_i (w.x_i + b))) + penalty(w).

    Three classes and more are learned by softmax where the penalty is L2, else one against the rest.
    """

    def __init__(
        self,
        *,
        penalty: str = "l2",
        C: float = 1.0,
        l1_ratio: float = 0.0,
        tol: float = 1e-6,
        fit_intercept: bool = True,
        scale: str | None = None,
        max_iter: int | None = None,
        calibrate: str | None = None,
        calibrate_folds: int = 5,
        multi_class: str | None = None,
        verbose: int = 0,
        callback: Any = None,
        checkpoint: Any = None,
    ) -> None:
        self.penalty = penalty
        self.C = C
        self.l1_ratio = l1_ratio
        self.tol = tol
        self.fit_intercept = fit_intercept
        self.scale = scale
        self.max_iter = max_iter
        self.calibrate = calibrate
        self.calibrate_folds = calibrate_folds
        self.multi_class = multi_class
        self.verbose = verbose
        self.callback = callback
        self.checkpoint = checkpoint

    def _given(self) -> dict[str, Any]:
        return {
            "algorithm": "logistic",
            **penalty_of(self.penalty, self.l1_ratio),
            "C": self.C,
            "tol": self.tol,
            "bias": "free" if self.fit_intercept else "none",
            "scale": self.scale,
            "max_rounds": self.max_iter,
            **calibration_of(self.calibrate, self.calibrate_folds),
        }

    def _of_many(self) -> Options:
        if self.multi_class not in ("multinomial", "ovr", None):
            raise ValueError(f"multi_class is {self.multi_class!r}; expected 'multinomial', 'ovr' or None")
        penalty = self._given()["penalty"]
        if self.multi_class == "multinomial" and penalty != "l2":
            raise ValueError(f"softmax has penalty 'l2', not {penalty!r}; use multi_class='ovr'")
        softmax = self.multi_class != "ovr" and penalty == "l2"
        return options_of({"multiclass": "multinomial"}) if softmax else []


class SupportLearner(ClusterLearner):
    """Linear support vector machine: minimises C Σ loss(y_i (w.x_i + b)) + penalty(w)"""

    def __init__(
        self,
        loss: str = "squared_hinge",
        *,
        penalty: str = "l2",
        C: float = 1.0,
        l1_ratio: float = 0.0,
        tol: float = 1e-6,
        fit_intercept: bool = True,
        bias: str = "augmented",
        scale: str | None = None,
        max_iter: int | None = None,
        calibrate: str | None = None,
        calibrate_folds: int = 5,
        verbose: int = 0,
        callback: Any = None,
        checkpoint: Any = None,
    ) -> None:
        self.loss = loss
        self.penalty = penalty
        self.C = C
        self.l1_ratio = l1_ratio
        self.tol = tol
        self.fit_intercept = fit_intercept
        self.bias = bias
        self.scale = scale
        self.max_iter = max_iter
        self.calibrate = calibrate
        self.calibrate_folds = calibrate_folds
        self.verbose = verbose
        self.callback = callback
        self.checkpoint = checkpoint

    def _given(self) -> dict[str, Any]:
        if self.loss not in ("hinge", "squared_hinge", "modified_huber"):
            raise ValueError(f"loss is {self.loss!r}; expected 'hinge', 'squared_hinge' or 'modified_huber'")
        bias = self.bias if self.fit_intercept else "none"
        loss = self.loss.replace("_", "-")
        return {
            "algorithm": "svm",
            "loss": loss,
            **penalty_of(self.penalty, self.l1_ratio),
            "C": self.C,
            "tol": self.tol,
            "bias": bias,
            "scale": self.scale,
            "max_rounds": self.max_iter,
            **calibration_of(self.calibrate, self.calibrate_folds),
        }


class PerceptronLearner(ClusterLearner):
    """Perceptron: the updates of one machine, in the order of the partitions and of their rows.

    With ``mixing_blocks`` (a whole number, from 1) each pass visits that many blocks of consecutive rows apart, from
    the same weights, and goes on with the mean of theirs: iterative parameter mixing (McDonald, Hall, Mann 2010).
    """

    def __init__(
        self,
        preset: str = "cyclic",
        *,
        mixing_blocks: int | None = None,
        fit_intercept: bool = True,
        scale: str | None = None,
        max_iter: int | None = None,
        verbose: int = 0,
        callback: Any = None,
        checkpoint: Any = None,
    ) -> None:
        self.preset = preset
        self.mixing_blocks = mixing_blocks
        self.fit_intercept = fit_intercept
        self.scale = scale
        self.max_iter = max_iter
        self.verbose = verbose
        self.callback = callback
        self.checkpoint = checkpoint

    def _given(self) -> dict[str, Any]:
        bias = None if self.fit_intercept else "none"
        return {
            "algorithm": "perceptron",
            "preset": self.preset,
            "mixing_blocks": self.mixing_blocks,
            "passes": self.max_iter,
            "bias": bias,
            "scale": self.scale,
        }
