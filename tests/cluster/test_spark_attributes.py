"""Attributes of fitted models of halfspace.spark, and the columns that they add."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspark")

from pyspark.ml.linalg import Vectors
from spark_help import frame, rows, shard_files

import halfspace.spark as hs


def three(texts: Any) -> tuple[Any, Any]:
    """Rows, and as labels three texts."""
    X, _ = rows()
    return X, np.asarray(texts)[np.digitize(X[:, 4] + X[:, 5], [-3.0, 3.0])]


def test_of_two_texts_that_are_numbers_the_one_that_sorts_last_is_positive(spark: Any) -> None:
    X, y = rows()
    data = frame(spark, X, np.where(y == "yes", "10", "9"), 2)
    named = frame(spark, X, np.where(y == "yes", "a", "b"), 2)
    fitted, other = (hs.LogisticRegression(labelCol="kind").fit(each) for each in (data, named))
    assert (fitted.classes, other.classes) == (["10", "9"], ["a", "b"])
    assert np.allclose(fitted.coefficients.toArray(), other.coefficients.toArray(), atol=1e-6)


def test_three_texts_are_sorted_as_texts_and_columns_with_them(spark: Any, tmp_path: Path) -> None:
    X, labels = three(["1", "2", "10"])
    fitted = hs.LogisticRegression(labelCol="kind").fit(frame(spark, X, labels, 2))
    other = hs.LogisticRegression(labelCol="kind").fit(frame(spark, X, three(["a", "c", "b"])[1], 2))
    assert (fitted.classes, other.classes) == (["1", "10", "2"], ["a", "b", "c"])
    assert np.allclose(fitted.coefficientMatrix.toArray(), other.coefficientMatrix.toArray(), atol=1e-4)
    assert np.allclose(fitted.interceptVector.toArray(), other.interceptVector.toArray(), atol=1e-4)
    fitted.write().save(f"file://{tmp_path}/model")
    for model in (fitted, hs.LogisticRegressionModel.load(f"file://{tmp_path}/model")):
        got = model.transform(frame(spark, X[:50], labels[:50], 2)).collect()
        for column in ("rawPrediction", "probability"):
            best = [model.classes[int(np.argmax(row[column].toArray()))] for row in got]
            assert best == [row.prediction for row in got]
        assert model.predict(Vectors.dense(X[0])) == got[0].prediction
        assert model.predictProbability(Vectors.dense(X[0])) == got[0].probability


def test_a_class_whose_rows_have_no_weight_is_named(spark: Any) -> None:
    X, labels = three([1, 2, 3])
    data = frame(spark, X, labels, 3).selectExpr("*", "if(kind = 3, 0, 1) as weight")
    with pytest.raises(ValueError, match=r"the classes \[3\] have no row of sample_weight above 0"):
        hs.LogisticRegression(labelCol="kind", weightCol="weight").fit(data)


@pytest.mark.parametrize(
    "given, message",
    [
        ({"predictionCol": "label"}, "predictionCol is 'label', and the data frame has a column 'label' already"),
        ({"predictionCol": "Label"}, "predictionCol is 'Label', and the data frame has a column 'label' already"),
        ({"rawPredictionCol": "features"}, "rawPredictionCol is 'features', and .* give rawPredictionCol a new name"),
        ({"featureCols": ["x0", "x1"], "probabilityCol": "x1"}, "probabilityCol is 'x1', and .* column 'x1' already"),
        ({"predictionCol": "p", "rawPredictionCol": "p"}, "predictionCol is 'p', and rawPredictionCol is 'p' too"),
    ],
    ids=["label", "case", "features", "feature", "twice"],
)
def test_columns_to_add_are_new_ones(spark: Any, spark_folder: Path, given: Any, message: str) -> None:
    data = frame(spark, *rows(), 2)
    before = shard_files(spark_folder)
    learner = hs.LogisticRegression(**given)
    with pytest.raises(ValueError, match=message):
        learner.fit(data)
    with pytest.raises(ValueError, match=message):
        learner.fitMultiple(data, [{learner.C: 1.0}, {learner.C: 2.0}])
    assert shard_files(spark_folder) == before


def test_what_a_frame_has_is_not_overwritten(spark: Any) -> None:
    data = frame(spark, *rows(), 2)
    model = hs.LogisticRegression().fit(data)
    once = model.transform(data)
    with pytest.raises(ValueError, match=r"rawPredictionCol is 'rawPrediction', and .*nothing is overwritten"):
        model.transform(once)
    others = {model.rawPredictionCol: "", model.predictionCol: "again", model.probabilityCol: ""}
    assert model.transform(once, others).columns == [*once.columns, "again"]
    plain = hs.LinearSVC(rawPredictionCol="probability").fit(data)  # it has no column of probabilities
    assert "probability" in plain.transform(data).columns
