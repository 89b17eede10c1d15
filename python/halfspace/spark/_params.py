"""Parameters that estimators and models share, by pyspark.ml's names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pyspark.ml.param import Param, Params, TypeConverters
from pyspark.ml.param.shared import (
    HasFeaturesCol,
    HasFitIntercept,
    HasLabelCol,
    HasMaxIter,
    HasPredictionCol,
    HasRawPredictionCol,
    HasWeightCol,
)

from halfspace.spark import _needs
from halfspace.spark._columns import Columns, check_new, numbers_of


def _param(name: str, doc: str, kind: Any) -> Any:
    return Param(Params._dummy(), name, doc, typeConverter=kind)


class HasColumns(HasLabelCol, HasFeaturesCol, HasPredictionCol, HasRawPredictionCol, HasWeightCol):
    """Names of columns in and out."""

    featureCols = _param(
        "featureCols", "columns of one number each, in place of featuresCol", TypeConverters.toListString
    )

    def getFeatureCols(self) -> list[str]:
        """Columns of one number each; empty where featuresCol counts."""
        return list(self.getOrDefault(self.featureCols)) if self.isDefined(self.featureCols) else []

    def _new_columns(self, frame: Any, params: Sequence[str], taken: Sequence[str]) -> dict[str, str]:
        """Names of columns to add, "" left out, by the parameters that give them. Error (ValueError): a name that is
        ``taken``, or given twice."""
        _needs.check_classic(frame)
        given = {param: str(self.getOrDefault(param)) for param in params}
        names = {param: name for param, name in given.items() if name}
        check_new(frame, taken, names)
        return names

    def _columns(self, train: bool) -> Columns:
        numbers = numbers_of(self.getFeatureCols() if self.isDefined(self.featureCols) else None)
        if not train:
            return Columns(self.getFeaturesCol(), numbers)
        weight = self.getWeightCol() if self.isDefined(self.weightCol) else None
        return Columns(self.getFeaturesCol(), numbers, self.getLabelCol(), weight or None, self.getOrDefault("reader"))


class HasRun(HasFitIntercept, HasMaxIter):
    """How long to learn, and what to show and keep of it."""

    verbose = _param("verbose", "1: show progress", TypeConverters.toInt)
    checkpoint = _param("checkpoint", "file at the driver that keeps the run after each round", TypeConverters.toString)
    reader = _param("reader", "auto, arrow (tasks read Parquet files) or spark", TypeConverters.toString)


class HasScale(Params):
    """How columns are scaled before rows are learned from."""

    scale = _param("scale", "standard, minmax or max-norm; weights stay in original units", TypeConverters.toString)


class HasC(Params):
    """C, penalty and tol, in halfspace's meaning."""

    C = _param("C", "weight of the losses against the penalty: C * sum of losses + penalty", TypeConverters.toFloat)
    penalty = _param("penalty", "l2 (|w|^2 / 2), l1 (|w|_1) or elasticnet", TypeConverters.toString)
    l1Ratio = _param("l1Ratio", "share of L1 in the elastic net, from 0 to 1", TypeConverters.toFloat)
    tol = _param("tol", "largest proven gap to the optimum, relative to the objective", TypeConverters.toFloat)


class HasCalibration(Params):
    """Probabilities fitted to the scores of rows held out."""

    calibrate = _param("calibrate", "auto, platt (two classes) or temperature (more)", TypeConverters.toString)
    calibrateFolds = _param("calibrateFolds", "folds that hold rows out", TypeConverters.toInt)


class HasMultiClass(Params):
    """What becomes of three classes and more."""

    multiClass = _param("multiClass", "multinomial (one objective) or ovr (one a class)", TypeConverters.toString)


class HasLoss(Params):
    """Choices of the support vector machine."""

    loss = _param("loss", "squared_hinge, modified_huber or hinge", TypeConverters.toString)
    bias = _param("bias", "augmented (penalised with the weights) or free", TypeConverters.toString)


class HasPreset(Params):
    """Which perceptron."""

    preset = _param("preset", "kind of perceptron, e.g. cyclic", TypeConverters.toString)
    mixingBlocks = _param("mixingBlocks", "blocks of rows whose weights are mixed", TypeConverters.toInt)
