"""Models of pyspark.ml around a model of halfspace."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pyspark.ml.base import PredictionModel
from pyspark.ml.functions import array_to_vector
from pyspark.ml.linalg import DenseMatrix, DenseVector, Vectors
from pyspark.ml.param.shared import HasProbabilityCol
from pyspark.ml.util import MLReadable, MLWritable
from pyspark.sql import functions as F

from halfspace.model import Model
from halfspace.spark import _needs, _scoring
from halfspace.spark._params import HasColumns
from halfspace.spark._saving import ModelReader, ModelWriter


class ClassifierModel(PredictionModel, HasColumns, MLReadable, MLWritable):
    """A fitted classifier.

    Attributes
    ----------
    model : halfspace.Model
        Predicts, saves, exports and explains without Spark.
    report : dict
        Rounds, objective and proven gap, bytes a round, partitions.
    """

    def __init__(self, model: Model | None = None, labels: str = "", report: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        self._model = model
        self._labels = labels
        self.report = dict(report or {})

    @property
    def model(self) -> Model:
        if self._model is None:
            raise ValueError(f"this {type(self).__name__} is empty; get one by fit() or load()")
        return self._model

    @property
    def classes(self) -> list[Any]:
        """Labels as the prediction column holds them; of two the second is +1."""
        return _scoring.classes_in(self.model, self._labels)[self._order()].tolist()  # type: ignore[no-any-return]

    def _order(self) -> Any:
        """Places of the model's classes, as they are sorted."""
        return _scoring.order_in(self.model, self._labels)

    def _rows_in_order(self, values: Any) -> Any:
        """Rows of the outputs: of more classes than two one a class."""
        return values[self._order()] if len(values) == self.numClasses > 2 else values

    @property
    def numClasses(self) -> int:
        return len(self.model._classifier.classes)

    @property
    def numFeatures(self) -> int:
        return self.model.n_columns

    @property
    def coefficients(self) -> Any:
        """Weights of two classes. Error (ValueError): more classes have a matrix."""
        self._check_two("coefficients", "coefficientMatrix")
        return DenseVector(self.model.weights[0])

    @property
    def intercept(self) -> float:
        """Bias of two classes. Error (ValueError): more classes have a vector."""
        self._check_two("intercept", "interceptVector")
        return float(self.model.bias[0]) if self.model.bias.size else 0.0

    @property
    def coefficientMatrix(self) -> Any:
        """Weights, a row an output."""
        weights = self._rows_in_order(self.model.weights)
        return DenseMatrix(*weights.shape, weights.ravel(order="F").tolist())

    @property
    def interceptVector(self) -> Any:
        return Vectors.dense(self._rows_in_order(self.model.bias).tolist())

    def _check_two(self, name: str, other: str) -> None:
        if self.model.weights.shape[0] > 1:
            raise ValueError(f"{name} is of two classes, this model has {self.numClasses}; see {other}")

    def predict(self, value: Any) -> Any:
        """The class of one vector."""
        codes = self.model._classifier.predict(self._one(value), {"threads": 1, "probabilities": False})[0]
        return _scoring.classes_in(self.model, self._labels)[codes].tolist()[0]

    def _one(self, value: Any) -> Any:
        from halfspace._rows import prepare

        return prepare(value.toArray().reshape(1, -1)).core()

    def _fields(self) -> dict[str, str]:
        """Parameters that name columns to add, and the fields that these hold."""
        return {"rawPredictionCol": "raw", "predictionCol": "prediction"}

    def _transform(self, dataset: Any) -> Any:
        _needs.check_classic(dataset)
        _needs.pyarrow()
        fields = self._fields()
        names = self._new_columns(dataset, list(fields), dataset.columns)
        rows = self._columns(train=False).rows_of(dataset)
        scored = _scorer(self.model.to_bytes(), self._labels, "probabilityCol" in names)(rows)
        held = f"{self.uid}_scored"
        out = dataset.withColumn(held, scored)
        for param, name in names.items():
            value = F.col(f"`{held}`.{fields[param]}")
            out = out.withColumn(name, value if param == "predictionCol" else array_to_vector(value))
        return out.drop(held)

    def write(self) -> ModelWriter:
        return ModelWriter(self)

    @classmethod
    def read(cls) -> ModelReader:
        return ModelReader(cls)


def _scorer(data: bytes, labels: str, probabilities: bool) -> Any:
    """A function of Spark from the column of rows to a struct of what is predicted."""

    def score(features: Any) -> Any:
        return _scoring.score(data, labels, probabilities, features)

    score.__annotations__ = {}  # Spark would take them for kinds of functions
    kind = f"prediction:{_scoring.type_of_prediction(labels)},raw:array<double>"
    return F.arrow_udf(score, f"struct<{kind}{',probability:array<double>' if probabilities else ''}>")


class ProbableModel(ClassifierModel, HasProbabilityCol):
    """A fitted classifier that may have probabilities; it adds a column of them where it has."""

    def _fields(self) -> dict[str, str]:
        chances = {"probabilityCol": "probability"} if self.model._classifier.has_probabilities else {}
        return {**super()._fields(), **chances}

    def predictProbability(self, value: Any) -> Any:
        """Probabilities of the classes of one vector. Error (ValueError): a LinearSVC fitted without calibrate."""
        if not self.model._classifier.has_probabilities:
            raise ValueError("this model has no probabilities; fit with calibrate='auto'")
        chances = self.model._classifier.predict(self._one(value), {"threads": 1, "probabilities": True})[2]
        return Vectors.dense(chances[0][self._order()].tolist())


class LogisticRegressionModel(ProbableModel):
    """A fitted LogisticRegression; adds a column of probabilities."""


class LinearSVCModel(ProbableModel):
    """A fitted LinearSVC; adds a column of probabilities where it was calibrated."""


class PerceptronModel(ClassifierModel):
    """A fitted Perceptron."""
