"""Estimators of pyspark.ml: shards of a data frame, asked until the optimiser is done."""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from pyspark.ml.base import Predictor
from pyspark.ml.param.shared import HasProbabilityCol
from pyspark.ml.util import DefaultParamsReadable, DefaultParamsWritable

from halfspace._cluster import learn, models_at_once
from halfspace._cluster_learners import LogisticLearner, PerceptronLearner, SupportLearner
from halfspace.spark import _models
from halfspace.spark._engine import SparkEngine
from halfspace.spark._params import (
    HasC,
    HasCalibration,
    HasColumns,
    HasLoss,
    HasMultiClass,
    HasPreset,
    HasRun,
    HasScale,
)

Engine = Callable[[], SparkEngine]
# here, and as halfspace's learners have them
NAMES = {
    "calibrateFolds": "calibrate_folds",
    "fitIntercept": "fit_intercept",
    "l1Ratio": "l1_ratio",
    "maxIter": "max_iter",
    "mixingBlocks": "mixing_blocks",
    "multiClass": "multi_class",
}


class Classifier(Predictor, HasColumns, HasRun, HasScale, DefaultParamsReadable, DefaultParamsWritable):
    """What the classifiers share. ``learner`` names the options and their defaults."""

    learner: ClassVar[Any]
    fitted: ClassVar[Any]

    def __init__(self, **given: Any) -> None:
        super().__init__()
        self._callback: Any = None
        defaults = inspect.signature(self.learner.__init__).parameters
        for name, theirs in self._learned().items():
            if defaults[theirs].default is not None:
                self._setDefault(**{name: defaults[theirs].default})
        self._setDefault(reader="auto")
        self.setParams(**given)

    def _learned(self) -> dict[str, str]:
        """Parameters that the learner takes, and its names for them."""
        known = inspect.signature(self.learner.__init__).parameters
        names = {param.name: NAMES.get(param.name, param.name) for param in self.params}
        return {name: theirs for name, theirs in names.items() if theirs in known}

    def setParams(self, **given: Any) -> Any:
        """Sets parameters by name. Error (TypeError): a name that is none, or a value of another type."""
        for name in given:
            if not self.hasParam(name):
                known = ", ".join(param.name for param in self.params)
                raise TypeError(f"{type(self).__name__} has no parameter {name!r}; it has {known}")
        return self._set(**given)

    def setCallback(self, callback: Any) -> Any:
        """A function that is given the progress after each round; where it returns False the run ends
        (KeyboardInterrupt). It is not saved."""
        self._callback = callback
        return self

    def _learner(self) -> Any:
        """halfspace's learner with the parameters set."""
        given = {theirs: self.getOrDefault(name) for name, theirs in self._learned().items() if self.isDefined(name)}
        return self.learner(**given, callback=self._callback)

    def _fit(self, dataset: Any) -> Any:
        columns = self._columns(train=True)
        self._new_columns(dataset, self._adds(), columns.read())
        with SparkEngine(dataset, columns, self._models()) as engine:
            return self._fit_on(engine)

    def _adds(self) -> list[str]:
        """Parameters that name the columns of the model."""
        chances = ["probabilityCol"] if self.hasParam("probabilityCol") else []
        return ["rawPredictionCol", "predictionCol", *chances]

    def _models(self) -> int:
        """Learned at a time."""
        return models_at_once(self._learner()._options())

    def _fit_on(self, engine: SparkEngine) -> Any:
        learner = self._learner()
        running = learner._running()._replace(name=type(self).__name__)
        learner._take(learn(engine, learner._options(), engine.facts, running, learner._of_many()), engine.facts)
        learner.report_["cluster"].update(engine.reading())
        labels = next(fact.labels for fact in engine.facts if fact.rows)
        model = self.fitted(learner.model_, labels, learner.report_)
        model._resetUid(self.uid)
        return self._copyValues(model)

    def fitMultiple(self, dataset: Any, paramMaps: Sequence[Any]) -> Any:
        """Models of several parameter maps; where all read the same columns, over the same shards."""
        fits = [self.copy(extra) for extra in paramMaps]
        for fit in fits:
            fit._new_columns(dataset, fit._adds(), fit._columns(train=True).read())
        columns = {fit._columns(train=True) for fit in fits}
        if len(columns) != 1:
            return super().fitMultiple(dataset, paramMaps)
        chosen = columns.pop()
        models = max(fit._models() for fit in fits)
        return _Together(lambda: SparkEngine(dataset, chosen, models), fits)


class _Together:
    """Fits over the same shards, as CrossValidator asks for them, from several threads."""

    def __init__(self, make: Engine, fits: Sequence[Classifier]) -> None:
        self._make = make
        self._fits = fits
        self._lock = threading.Lock()
        self._engine: SparkEngine | None = None
        self._begun = self._ended = 0

    def __iter__(self) -> _Together:
        return self

    def __next__(self) -> tuple[int, Any]:
        with self._lock:
            index = self._begun
            if index >= len(self._fits):
                raise StopIteration
            if self._engine is None:
                self._engine = self._make()
            engine = self._engine
            self._begun += 1
        try:
            return index, self._fits[index]._fit_on(engine)
        except BaseException:
            engine.close()
            raise
        finally:
            with self._lock:
                self._ended += 1
                if self._ended == len(self._fits):
                    engine.close()


class LogisticRegression(Classifier, HasC, HasCalibration, HasMultiClass, HasProbabilityCol):
    """Logistic regression over a data frame, with a proven gap to the optimum.

    Parameters, by name: featuresCol ("features": a vector or an array) or featureCols (columns of one number each),
    labelCol ("label"), weightCol, predictionCol, rawPredictionCol, probabilityCol; penalty ("l2", "l1", "elasticnet"),
    C, l1Ratio, tol, fitIntercept, maxIter; scale ("standard", "minmax", "max-norm": of columns, by numbers found over
    all rows first; coefficients are in original units); multiClass (three classes or more: "multinomial", the default
    with l2 and for it alone, or "ovr", an objective a class); calibrate ("auto", "platt", "temperature": probabilities
    fitted to scores of rows held out), calibrateFolds (5); verbose, checkpoint; reader ("auto": tasks read plain
    Parquet files themselves, and Spark all other rows; "arrow", "spark": only so).
    """

    learner = LogisticLearner
    fitted = _models.LogisticRegressionModel


class LinearSVC(Classifier, HasC, HasCalibration, HasLoss, HasProbabilityCol):
    """Linear support vector machine; parameters of LogisticRegression, and loss ("squared_hinge", "modified_huber" or
    "hinge") and bias ("augmented" or "free"). With calibrate the model adds probabilityCol."""

    learner = SupportLearner
    fitted = _models.LinearSVCModel

    def _adds(self) -> list[str]:
        return super()._adds() if self.isDefined(self.calibrate) else super()._adds()[:2]


class Perceptron(Classifier, HasPreset):
    """Perceptron: the updates of one machine, in the order of partitions and of their rows. The weights travel from one
    partition to the next, so more executors give room and not speed, unless mixingBlocks is set: then so many blocks
    of consecutive rows are visited apart, and their weights averaged after each pass (iterative parameter mixing,
    McDonald, Hall, Mann 2010). Parameters of columns as LogisticRegression has them, and preset ("cyclic", "averaged",
    ...), mixingBlocks, fitIntercept, scale, maxIter (most passes; unset: one), verbose, checkpoint, reader.
    """

    learner = PerceptronLearner
    fitted = _models.PerceptronModel
