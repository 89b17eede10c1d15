"""halfspace.spark on two executors: the same model bytes whatever the partitions, as a stage of pyspark.ml."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspark")
pytest.importorskip("pyarrow")
sparse = pytest.importorskip("scipy.sparse")

from one_machine import model_here
from pyspark.ml import Pipeline, PipelineModel
from pyspark.ml.evaluation import BinaryClassificationEvaluator, MulticlassClassificationEvaluator
from pyspark.ml.feature import VectorAssembler
from pyspark.ml.linalg import Vectors
from pyspark.ml.tuning import CrossValidator, CrossValidatorModel, ParamGridBuilder
from spark_help import NUMBERS, ROWS, frame, of_parts, rows, shard_files

import halfspace
import halfspace.spark as hs
from halfspace._cluster_learners import LogisticLearner, PerceptronLearner, SupportLearner
from halfspace.spark import _engine, _estimators
from halfspace.spark._columns import Columns
from halfspace.spark._engine import SparkEngine

LEARNERS = [
    (hs.LogisticRegression(C=3.0), LogisticLearner(C=3.0)),
    (hs.LinearSVC(C=0.5), SupportLearner(C=0.5)),
    (hs.LogisticRegression(penalty="elasticnet", l1Ratio=0.25), LogisticLearner(penalty="elasticnet", l1_ratio=0.25)),
    (hs.LinearSVC(penalty="l1", loss="modified_huber"), SupportLearner("modified_huber", penalty="l1")),
    (hs.LinearSVC(loss="hinge", tol=1e-3), SupportLearner("hinge", tol=1e-3)),
    (hs.Perceptron(maxIter=2), PerceptronLearner(max_iter=2)),
    (hs.Perceptron(maxIter=2, mixingBlocks=3), PerceptronLearner(max_iter=2, mixing_blocks=3)),
]


@pytest.mark.parametrize(
    "learner, alone",
    LEARNERS,
    ids=["logistic", "squared hinge", "elastic net", "modified huber l1", "hinge", "perceptron", "mixing"],
)
def test_any_partition_gives_the_bytes_of_one_machine(spark: Any, learner: Any, alone: Any) -> None:
    X, y = rows()
    expected = model_here(alone, X, (y == "yes").astype(float))
    for partitions in (1, 2, 3, 7):
        assert learner.fit(frame(spark, X, y, partitions)).model.to_bytes() == expected


def test_sparse_vectors_beside_dense_ones(spark: Any) -> None:
    """Some partitions have sparse vectors alone, dense ones alone, or both: all become sparse rows."""
    X, y = rows()
    expected = model_here(LogisticLearner(), sparse.csr_array(X), (y == "yes").astype(float))
    for partitions in (1, 3, 7):
        data = frame(spark, X, y, partitions, sparse=True)
        assert hs.LogisticRegression().fit(data).model.to_bytes() == expected
    given = frame(spark, X[:60], y[:60], 1, sparse=True).select("label", "features").collect()
    apart = of_parts(spark, [given[:50], [given[51], given[53]]], "label double, features vector")
    kept = [*range(50), 51, 53]
    expected = model_here(LogisticLearner(), sparse.csr_array(X[kept]), (y[kept] == "yes").astype(float))
    assert hs.LogisticRegression().fit(apart).model.to_bytes() == expected


def test_vectors_arrays_and_columns_are_the_same_rows(spark: Any) -> None:
    X, y = rows()
    data = frame(spark, X, y, 3)
    of_vectors = hs.LogisticRegression().fit(data)
    arrays = data.selectExpr("label", f"array({','.join(NUMBERS)}) as features")
    of_columns = hs.LogisticRegression(featureCols=NUMBERS).fit(data)
    assert hs.LogisticRegression().fit(arrays).model == of_vectors.model
    assert of_columns.coefficients == of_vectors.coefficients
    assert of_columns.model.feature_names == NUMBERS
    chosen = ("prediction", "rawPrediction")
    assert of_columns.transform(data).select(*chosen).collect() == of_vectors.transform(data).select(*chosen).collect()


def test_many_answers_are_added_by_tasks_before_they_come_back(spark: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    X, y = rows()
    expected = hs.LogisticRegression().fit(frame(spark, X, y, 1)).model
    monkeypatch.setattr(_engine, "FAN", 2)
    monkeypatch.setattr(_engine, "BYTES_AT_DRIVER", 1)
    monkeypatch.setattr(_engine, "BYTES_IN_TASKS", 10)
    with SparkEngine(frame(spark, X, y, 7), Columns("features", label="label")) as engine:
        asked = engine._described.map(lambda text: text)
        assert engine._most(b"") == 1
        assert _engine._tree(asked, 2).getNumPartitions() == 2
        assert hs.LogisticRegression()._fit_on(engine).model == expected


def test_each_shard_is_held_once(spark: Any, spark_folder: Path) -> None:
    """One file a partition on the disks of both executors, mapped by the process that answers; none is left."""
    X, y = rows()
    left = shard_files(spark_folder)  # of executors that were killed: Spark removes them with the application
    with SparkEngine(frame(spark, X, y, 7), Columns("features", label="label")) as engine:
        first = [file for file in shard_files(spark_folder) if file not in left]
        hs.LogisticRegression()._fit_on(engine)
        hs.LinearSVC()._fit_on(engine)
        assert shard_files(spark_folder) == sorted([*left, *first])
        assert sorted(int(file.name.split("-")[0]) for file in first) == list(range(7))
        assert len({file.parent for file in first}) == 2
        assert sum(file.stat().st_size for file in first) < 2 * sum(fact.nbytes for fact in engine.facts)
        mapped = engine._described.mapPartitions(lambda _: [Path("/proc/self/maps").read_text()]).collect()
        assert all(any(str(file) in maps for maps in mapped) for file in first)
    assert shard_files(spark_folder) == left


@pytest.mark.parametrize(
    "labels, kind, classes",
    [(["no", "yes"], "string", ["no", "yes"]), ([-1, 1], "bigint", [-1.0, 1.0]), ([2.5, 7.0], "double", [2.5, 7.0])],
    ids=["texts", "whole numbers", "numbers"],
)
def test_predictions_are_labels(spark: Any, labels: Any, kind: str, classes: Any) -> None:
    X, y = rows()
    data = frame(spark, X, np.asarray(labels)[(y == "yes").astype(int)], 2)
    assert dict(data.dtypes)["kind"] == kind
    model = hs.LogisticRegression(labelCol="kind").fit(data)
    assert model.classes == classes
    out = model.transform(data)
    assert dict(out.dtypes)["prediction"] == ("string" if kind == "string" else "double")
    assert out.columns == [*data.columns, "rawPrediction", "prediction", "probability"]
    here = model.model.predict(X)
    got = out.collect()
    assert [row.prediction for row in got] == here.tolist()
    assert np.array_equal([row.rawPrediction[1] for row in got], model.model.decision_function(X))
    assert np.array_equal([row.probability.toArray() for row in got], model.model.predict_proba(X))
    assert np.array_equal(model.transform(data.limit(1)).first().rawPrediction, got[0].rawPrediction)
    assert model.predict(Vectors.dense(X[0])) == here[0]


def test_truth_values_and_three_classes(spark: Any) -> None:
    X, _ = rows()
    size = X[:, 4] + X[:, 5]
    data = frame(spark, X, np.digitize(size, [-3.0, 3.0]).astype(float), 2)
    three = hs.LinearSVC(labelCol="kind").fit(data)
    assert three.classes == [0.0, 1.0, 2.0]
    assert (three.coefficientMatrix.numRows, three.coefficientMatrix.numCols) == (3, X.shape[1])
    with pytest.raises(ValueError, match=r"coefficients is of two classes, this model has 3; see coefficientMatrix"):
        three.coefficients  # noqa: B018
    score = MulticlassClassificationEvaluator(labelCol="kind", metricName="accuracy").evaluate(three.transform(data))
    assert score > 0.8
    large = hs.LogisticRegression(labelCol="large").fit(data.selectExpr("features", "kind > 1 as large"))
    assert large.classes == [False, True]
    assert dict(large.transform(data).dtypes)["prediction"] == "boolean"


@pytest.mark.parametrize("ways", [None, "multinomial", "ovr"])
def test_three_classes_are_one_softmax_unless_asked_otherwise(spark: Any, ways: str | None) -> None:
    X, _ = rows()
    kinds = np.digitize(X[:, 4] + X[:, 5], [-3.0, 3.0]).astype(float)
    given = {} if ways is None else {"multiClass": ways}
    learner = hs.LogisticRegression(labelCol="kind", **given)
    expected = model_here(LogisticLearner(multi_class=ways), X, kinds)
    models = [learner.fit(frame(spark, X, kinds, partitions)) for partitions in (1, 3)]
    assert [model.model.to_bytes() for model in models] == [expected] * 2
    assert models[0].report["multiclass"] == ("one-vs-rest" if ways == "ovr" else "multinomial")
    got = models[1].transform(frame(spark, X, kinds, 2)).collect()
    assert np.array_equal([row.probability.toArray() for row in got], models[0].model.predict_proba(X))


def test_a_weight_stands_for_that_many_rows(spark: Any) -> None:
    X, y = rows()
    data = frame(spark, X, y, 3).selectExpr("*", "if(x0 > 0, 2, 1) as weight")
    weighted = hs.LogisticRegression(weightCol="weight", tol=1e-9).fit(data)
    doubled = hs.LogisticRegression(tol=1e-9).fit(data.union(data.where("x0 > 0")))
    assert np.allclose(weighted.coefficients.toArray(), doubled.coefficients.toArray(), rtol=1e-3)


def test_a_stage_of_a_pipeline_saved_and_loaded(spark: Any, tmp_path: Path) -> None:
    X, y = rows()
    data = frame(spark, X, y, 2)
    learner = hs.LogisticRegression(featuresCol="all", C=2.0)
    pipeline = Pipeline(stages=[VectorAssembler(inputCols=NUMBERS, outputCol="all"), learner])
    pipeline.write().save(f"file://{tmp_path}/pipeline")
    fitted = Pipeline.load(f"file://{tmp_path}/pipeline").fit(data)
    fitted.write().save(f"file://{tmp_path}/fitted")
    loaded = PipelineModel.load(f"file://{tmp_path}/fitted")
    before, after = fitted.stages[1], loaded.stages[1]
    assert (after.model, after.uid, after.report) == (before.model, before.uid, before.report)
    assert after.extractParamMap() == before.extractParamMap()
    assert loaded.transform(data).collect() == fitted.transform(data).collect()
    evaluator = BinaryClassificationEvaluator()
    assert evaluator.evaluate(loaded.transform(data)) > 0.7
    file = next((tmp_path / "fitted" / "stages").glob(f"1_*/{'model.halfspace'}"))
    assert halfspace.load(file) == after.model
    with pytest.raises(ValueError, match=r"holds a halfspace.spark._models.LogisticRegressionModel, not a"):
        hs.LinearSVCModel.load(f"file://{file.parent}")


def test_cross_validation_makes_the_shards_of_a_fold_once(
    spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Any] = []

    class Counted(SparkEngine):
        def __init__(self, *given: Any) -> None:
            made.append(given)
            super().__init__(*given)

    monkeypatch.setattr(_estimators, "SparkEngine", Counted)
    X, y = rows()
    learner = hs.LinearSVC()
    grid = ParamGridBuilder().addGrid(learner.C, [1e-4, 1.0]).build()
    tuning = CrossValidator(
        estimator=learner, estimatorParamMaps=grid, evaluator=BinaryClassificationEvaluator(), numFolds=2, seed=1
    )
    fitted = tuning.fit(frame(spark, X, y, 2).cache())
    assert len(made) == 3  # two folds, and all rows for the best
    assert len(fitted.avgMetrics) == 2 and min(fitted.avgMetrics) > 0.6
    fitted.write().save(f"file://{tmp_path}/tuned")
    assert CrossValidatorModel.load(f"file://{tmp_path}/tuned").bestModel.model == fitted.bestModel.model


def test_the_report_counts_rows_rounds_and_bytes(spark: Any) -> None:
    X, y = rows()
    seen: list[Any] = []
    model = hs.LogisticRegression().setCallback(lambda progress: seen.append(dict(progress))).fit(frame(spark, X, y, 3))
    cluster = model.report["cluster"]
    assert (cluster["partitions"], cluster["rows"]) == (3, ROWS)
    assert cluster["rounds"] == seen[-1]["rounds"] > 2
    assert cluster["question_bytes"] > 8 * X.shape[1]


def test_parameters_by_name(spark: Any) -> None:
    learner = hs.LogisticRegression(C=2.0, maxIter=5)
    assert (learner.getOrDefault("C"), learner.getOrDefault("tol"), learner.getMaxIter()) == (2.0, 1e-6, 5)
    assert learner.copy({learner.C: 3.0}).getOrDefault("C") == 3.0
    assert hs.LinearSVC().getOrDefault("loss") == "squared_hinge"
    assert "weight of the loss" in learner.explainParam("C")
    with pytest.raises(TypeError, match=r"LogisticRegression has no parameter 'regParam'; it has C, .*weightCol"):
        hs.LogisticRegression(regParam=1.0)
    with pytest.raises(TypeError, match="C"):
        hs.LogisticRegression(C="much")


def test_no_rows_give_no_predictions(spark: Any) -> None:
    X, y = rows()
    data = frame(spark, X, y, 2)
    model = hs.LogisticRegression().fit(data)
    assert model.transform(data.where("x0 > 1e9")).collect() == []
    empty = of_parts(spark, [[], []], "label double, features vector")
    with pytest.raises(ValueError, match=r"no rows in any of its 2 partitions"):
        hs.LogisticRegression().fit(empty)
