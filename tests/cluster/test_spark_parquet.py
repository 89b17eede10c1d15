"""halfspace.spark where tasks read Parquet files themselves: the bytes of one machine, Spark for all other rows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspark")
pa = pytest.importorskip("pyarrow")
sparse = pytest.importorskip("scipy.sparse")

import parquet_help as files
import pyarrow.parquet as pq
from one_machine import model_here
from pyspark.sql import functions as F
from spark_help import NUMBERS, at_question, executors, kill, rows, shard_files, wait_for_two

import halfspace.spark as hs
from halfspace._cluster_learners import PerceptronLearner
from halfspace._rows import Prepared
from halfspace.spark import _engine
from halfspace.spark._columns import Columns
from halfspace.spark._engine import SparkEngine
from halfspace.spark._source import source_of

FORMS = ["columns", "float32 columns", "dense vectors", "sparse vectors", "both vectors", "arrays"]
TABLE = ", ".join(f"{name} double" for name in NUMBERS) + ", label double"


@pytest.fixture(autouse=True)
def small_units(spark: Any) -> Any:
    """Two row groups or three are a partition, so that there are several."""
    name = "spark.sql.files.maxPartitionBytes"
    before = spark.conf.get(name)
    spark.conf.set(name, "8192b")
    yield
    spark.conf.set(name, before)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Number columns, labels 0 and 1, and what else the tests choose from."""
    X, y = rows()
    label = (y == "yes").astype(float)
    more = {"label": label, "kind": y, "truth": label == 1, "twice": pa.array(1.0 + (X[:, 0] > 0), pa.float32())}
    return files.write(tmp_path_factory.mktemp("rows") / "table", {**files.columns(X), **more})


def written(folder: Path, form: str, X: Any, label: Any) -> tuple[Path, str | None, dict[str, Any]]:
    """The folder, its schema for Spark, and which columns an estimator takes."""
    if "columns" in form:
        cells = files.columns(X.astype(np.float32) if "float32" in form else X)
        return files.write(folder, {**cells, "label": label}), None, {"featureCols": NUMBERS}
    if form == "arrays":
        return files.write(folder, {"features": X.tolist(), "label": label}), None, {}
    kinds = {"dense": False, "sparse": True, "both": np.arange(len(X)) % 3 > 0}[form.split(maxsplit=1)[0]]
    schema = "features vector, label double"
    return files.write(folder, {"features": files.vectors(X, kinds), "label": label}), schema, {}


@pytest.mark.parametrize("form", FORMS)
def test_rows_in_the_order_of_files_give_the_bytes_of_one_machine(spark: Any, tmp_path: Path, form: str) -> None:
    """A perceptron's weights follow from every row and from their order."""
    X, y = rows()
    label = (y == "yes").astype(float)
    folder, schema, chosen = written(tmp_path / form, form, X, label)
    data = files.read(spark, folder, schema)
    here = sparse.csr_array(X) if form in ("sparse vectors", "both vectors") else X
    if "columns" in form:
        here = Prepared(X.astype(np.float32) if "float32" in form else X, *X.shape, NUMBERS)
    model = hs.Perceptron(reader="arrow", **chosen).fit(data)
    assert model.model.to_bytes() == model_here(PerceptronLearner(), here, label)
    assert model.report["cluster"]["reader"] == "arrow"
    assert model.report["cluster"]["partitions"] > 1


def test_weights_texts_and_whole_numbers_are_those_of_spark(spark: Any, tmp_path: Path) -> None:
    X, y = rows()
    kinds = [pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.float32(), pa.float64()]
    cells = {name: pa.array(X[:, k].round()).cast(kinds[k]) for k, name in enumerate(NUMBERS)}
    weights = pa.array(1.0 + (X[:, 0] > 0), pa.float32())
    written = {**cells, "kind": pa.array(y).dictionary_encode(), "weight": weights}
    data = files.read(spark, files.write(tmp_path / "rows", written))
    learner = hs.LogisticRegression(featureCols=NUMBERS, labelCol="kind", weightCol="weight", maxIter=2)
    direct, through = (learner.copy({learner.reader: name}).fit(data) for name in ("arrow", "spark"))
    assert direct.model.to_bytes() == through.model.to_bytes()
    assert [model.report["cluster"]["reader"] for model in (direct, through)] == ["arrow", "spark"]
    assert direct.classes == ["no", "yes"]


def test_what_is_no_plain_scan_goes_through_spark(spark: Any, table: Path, tmp_path: Path) -> None:
    data = files.read(spark, table)
    named = f"file://{tmp_path}/by_kind"
    data.limit(9).write.partitionBy("kind").parquet(named)
    others = [
        (data.where("x0 > 0"), r"has a step Filter"),
        (data.union(data), r"has a step Union"),
        (data.repartition(3), r"has a step Repartition"),
        (spark.read.parquet(named), r"has partition columns"),
        (data.withColumn("x0", F.col("x0") + 0.0), r"the column 'x0' is computed or renamed"),
        (data.withColumnRenamed("x0", "x").withColumnRenamed("x", "x0"), r"the column 'x0' is computed or renamed"),
        (spark.read.schema(TABLE).csv(f"file://{table}"), r"reads CSVFileFormat, not plain Parquet"),
        (spark.read.schema(TABLE.replace("x0 double", "x0 float")).parquet(f"file://{table}"), r"'x0' as double"),
        (spark.read.schema(TABLE.replace("double", "int")).parquet(f"file://{table}"), r"which Spark casts to int"),
        (spark.read.schema(TABLE.replace("label", "none")).parquet(f"file://{table}"), r"has no column 'none'"),
    ]
    for frame, reason in others:
        label = "none" if "none" in frame.columns else "label"
        check_not_direct(frame, Columns("", tuple(NUMBERS), label), reason)
    kept = data.persist()
    check_not_direct(data.select("*"), Columns("", tuple(NUMBERS), "label"), r"has a step InMemoryRelation")
    kept.unpersist()
    check_not_direct(data, Columns("", tuple(NUMBERS), "truth"), r"'truth' as bool, which Spark casts to boolean")
    model = hs.LogisticRegression(featureCols=NUMBERS, labelCol="truth", maxIter=3).fit(data)
    assert model.report["cluster"]["reader"] == "spark"
    assert "'truth' as bool" in model.report["cluster"]["reader_reason"]


def check_not_direct(frame: Any, columns: Columns, reason: str) -> None:
    source = source_of(frame, columns, lambda: 2, 1)
    assert source.name == "spark"
    with pytest.raises(ValueError, match=reason + r".*\. reader='arrow' takes plain Parquet files"):
        source_of(frame, columns._replace(reader="arrow"), lambda: 2, 1)


def test_columns_that_are_chosen_stay_a_plain_scan(spark: Any, table: Path) -> None:
    data = files.read(spark, table)
    columns = Columns("", tuple(NUMBERS), "label", None, "arrow")
    others = [
        data.select("label", *NUMBERS[::-1]).alias("rows"),
        data.withColumn("sum", F.col("x0") + F.col("x1")),
        data.drop("kind").select("*"),
        spark.sql(f"select * from parquet.`file://{table}`"),
    ]
    for frame in others:
        assert source_of(frame, columns, lambda: 2, 1).name == "arrow"
    assert source_of(data, columns._replace(reader="spark"), lambda: 2, 1).name == "spark"
    with pytest.raises(ValueError, match=r"reader is 'fast'; expected one of auto, arrow, spark"):
        source_of(data, columns._replace(reader="fast"), lambda: 2, 1)


@pytest.mark.parametrize(
    "column, value, message",
    [
        ("x3", np.nan, r"partition 1: row 71, column 'x3': NaN"),
        ("x3", None, r"partition 1: row 71, column 'x3': NaN"),
        ("label", np.nan, r"partition 1: y\[71\] is nan"),
        ("label", None, r"partition 1: row 71: the label is null"),
        ("weight", None, r"partition 1: row 71: the weight is null"),
    ],
    ids=["NaN", "null", "NaN label", "no label", "no weight"],
)
def test_a_bad_row_is_named(spark: Any, tmp_path: Path, column: str, value: Any, message: str) -> None:
    """Row 199 ends the first file, whose row groups of 64, 64, 64 and 8 rows are two partitions."""
    X, y = rows()
    cells = {**files.columns(X), "label": (y == "yes").astype(float), "weight": np.ones(len(y))}
    bad = np.asarray(cells[column]).tolist()
    bad[199] = value
    data = files.read(spark, files.write(tmp_path / "rows", {**cells, column: bad}))
    with pytest.raises(ValueError, match=message):
        hs.LogisticRegression(featureCols=NUMBERS, weightCol="weight", reader="arrow").fit(data)


@pytest.mark.parametrize("reader", ["auto", "arrow"])
def test_a_file_changes_between_planning_and_reading(
    spark: Any, table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reader: str
) -> None:
    """Spark reads the file that is there now."""
    folder = files.write(tmp_path / "rows", pq.read_table(table))
    data = files.read(spark, folder)

    def planned(*given: Any) -> Any:
        source = source_of(*given)
        pq.write_table(pq.read_table(table / "part-2.parquet"), folder / "part-2.parquet", row_group_size=7)
        return source

    learner = hs.LogisticRegression(featureCols=NUMBERS, reader=reader, maxIter=2)
    expected = learner.fit(data).model.to_bytes()
    monkeypatch.setattr(_engine, "source_of", planned)
    if reader == "arrow":
        with pytest.raises(ValueError, match=r"part-2.parquet has changed since .*reader='arrow' takes plain"):
            learner.fit(data)
        return
    model = learner.fit(data)
    assert model.model.to_bytes() == expected
    assert model.report["cluster"]["reader"] == "spark"
    assert "part-2.parquet has changed since" in model.report["cluster"]["reader_reason"]


def test_a_file_vanishes_between_planning_and_reading(
    spark: Any, table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = files.write(tmp_path / "rows", pq.read_table(table))

    def planned(*given: Any) -> Any:
        source = source_of(*given)
        (folder / "part-2.parquet").unlink()
        return source

    monkeypatch.setattr(_engine, "source_of", planned)
    learner = hs.LogisticRegression(featureCols=NUMBERS, reader="arrow")
    with pytest.raises(ValueError, match=r"partition 2: file:.*part-2.parquet: .*No such file"):
        learner.fit(files.read(spark, folder))


def test_a_file_vanishes_while_the_fit_runs(spark: Any, spark_folder: Path, table: Path, tmp_path: Path) -> None:
    """No other reader takes over in the midst of a run."""
    folder = files.write(tmp_path / "rows", pq.read_table(table))
    left = shard_files(spark_folder)

    def lose() -> None:
        for file in shard_files(spark_folder):
            if file not in left:
                file.unlink()
        (folder / "part-2.parquet").unlink()

    learner = hs.LogisticRegression(featureCols=NUMBERS)
    with at_question(3, lose), pytest.raises(ValueError, match=r"part-2.parquet: .*; it could be read before"):
        learner.fit(files.read(spark, folder))


def test_an_executor_is_killed(spark: Any, table: Path) -> None:
    data = files.read(spark, table)
    learner = hs.LogisticRegression(featureCols=NUMBERS, weightCol="twice", reader="arrow")
    expected = learner.fit(data).model.to_bytes()
    wait_for_two(spark)
    before = executors(spark)
    with at_question(3, lambda: kill(spark, 1)):
        assert learner.fit(data).model.to_bytes() == expected
    assert len(set(before) - set(executors(spark))) == 1


def test_each_shard_is_held_once(spark: Any, spark_folder: Path, table: Path) -> None:
    wait_for_two(spark)
    left = shard_files(spark_folder)
    with SparkEngine(files.read(spark, table), Columns("", tuple(NUMBERS), "label", None, "arrow")) as engine:
        made = [file for file in shard_files(spark_folder) if file not in left]
        assert len(made) == len(engine.facts) > 2
        hs.LogisticRegression()._fit_on(engine)
        assert shard_files(spark_folder) == sorted([*left, *made])
    assert shard_files(spark_folder) == left


def test_separate_and_cross_validate_say_who_read(spark: Any, table: Path) -> None:
    data = files.read(spark, table)
    verdict = hs.separate(data, featureCols=NUMBERS, reader="arrow")
    assert verdict.report["cluster"]["reader"] == "arrow"
    found = hs.cross_validate(hs.LogisticRegression(featureCols=NUMBERS, maxIter=5), data, folds=2)
    assert found["cluster"]["reader"] == "arrow"
    empty = files.write(table.parent / "empty", pq.read_table(table).slice(0, 0))
    with pytest.raises(ValueError, match=r"X has no rows in any of its 1 partitions"):
        hs.LogisticRegression(featureCols=NUMBERS, reader="arrow").fit(files.read(spark, empty))
