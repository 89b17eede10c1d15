"""halfspace.spark where rows are wrong, executors die, files vanish: the same bytes or a plain error."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspark")
pytest.importorskip("pyarrow")

from pyspark.ml.linalg import Vectors
from spark_help import (
    NUMBERS,
    PACKAGES,
    at_question,
    executors,
    frame,
    kill,
    of_parts,
    rows,
    shard_files,
    typed,
    wait_for_two,
)

import halfspace.spark as hs
from halfspace import _core
from halfspace.spark import _needs
from halfspace.spark._columns import Columns
from halfspace.spark._engine import SparkEngine

SCHEMA = "label double, features vector"
FINE = [(0.0, Vectors.dense([1.0, 2.0])), (1.0, Vectors.dense([3.0, 1.0])), (0.0, Vectors.dense([1.0, 1.0]))]


@pytest.fixture(scope="module")
def expected(spark: Any) -> tuple[bytes, int]:
    """Bytes of a model that nothing disturbed, and how many questions it took."""
    with at_question(0, lambda: None) as asked:
        model = hs.LogisticRegression().fit(frame(spark, *rows(), 3))
    return model.model.to_bytes(), asked[0]


@pytest.mark.parametrize(
    "number, delay, count",
    [(1, None, 1), (2, 0.05, 1), (-1, None, 1), (3, None, 2)],
    ids=["before the first question", "while the second is asked", "before the last", "all, before the third"],
)
def test_an_executor_is_killed(
    spark: Any, expected: tuple[bytes, int], number: int, delay: float | None, count: int
) -> None:
    """Spark starts others in the place of those that are lost."""
    wait_for_two(spark)
    before = executors(spark)
    with at_question(number if number > 0 else expected[1], lambda: kill(spark, count), delay):
        model = hs.LogisticRegression().fit(frame(spark, *rows(), 3))
    assert model.model.to_bytes() == expected[0]
    assert len(set(before) - set(executors(spark))) == count


def test_a_file_vanishes(spark: Any, spark_folder: Path, expected: tuple[bytes, int]) -> None:
    left = shard_files(spark_folder)  # of executors that were killed: Spark removes them with the application
    with at_question(2, lambda: next(file for file in shard_files(spark_folder) if file not in left).unlink()):
        model = hs.LogisticRegression().fit(frame(spark, *rows(), 3))
    assert model.model.to_bytes() == expected[0]
    assert shard_files(spark_folder) == left


def test_the_source_changes_while_it_is_read_anew(spark: Any, spark_folder: Path, tmp_path: Path) -> None:
    source = tmp_path / "rows.csv"
    source.write_text("".join(f"{k % 2},{k % 7}\n" for k in range(20)))
    data = spark.read.schema("label double, x double").csv(f"file://{source}")

    left = shard_files(spark_folder)

    def change() -> None:
        next(file for file in shard_files(spark_folder) if file not in left).unlink()
        with source.open("a") as out:
            out.write("1,3\n")

    with at_question(2, change), pytest.raises(ValueError, match=r"had 20 rows and have 21 .*has changed; write it to"):
        hs.LogisticRegression(featureCols=["x"]).fit(data)


def test_folds_of_rows_that_come_in_another_order(spark: Any, spark_folder: Path, tmp_path: Path) -> None:
    """They go by the numbers of rows: after a loss the same order gives the same report, another an error."""
    source = tmp_path / "rows.csv"
    lines = [f"{k % 2},{k % 7}\n" for k in range(60)]
    source.write_text("".join(lines))
    data = spark.read.schema("label double, x double").csv(f"file://{source}")
    model = hs.LogisticRegression(featureCols=["x"])
    expected = hs.cross_validate(model, data, folds=3)
    left = shard_files(spark_folder)

    def change() -> None:
        next(file for file in shard_files(spark_folder) if file not in left).unlink()
        source.write_text("".join(lines))

    with at_question(3, change):
        assert hs.cross_validate(model, data, folds=3)["metrics"] == expected["metrics"]
    lines.reverse()
    with at_question(3, change), pytest.raises(ValueError, match="have other rows, or these in another order"):
        hs.cross_validate(model, data, folds=3)


def test_the_callback_ends_the_run_and_its_checkpoint_goes_on(
    spark: Any, tmp_path: Path, expected: tuple[bytes, int]
) -> None:
    data, path = frame(spark, *rows(), 3), tmp_path / "run"
    learner = hs.LogisticRegression(checkpoint=str(path))
    with pytest.raises(KeyboardInterrupt, match=r"after 3 rounds; fit again with checkpoint"):
        learner.setCallback(lambda seen: seen["rounds"] < 3).fit(data)
    with at_question(0, lambda: None) as asked:
        model = learner.setCallback(None).fit(data)
    assert model.model.to_bytes() == expected[0]
    assert asked[0] < expected[1]
    assert not path.exists()


@pytest.mark.parametrize(
    "bad, message",
    [
        ((1.0, Vectors.dense([1.0, np.nan])), r"partition 1: .*row 1.*column 1.*"),
        ((1.0, Vectors.sparse(2, [0], [np.inf])), r"partition 1: .*row 1.*column 0.*"),
        ((np.nan, Vectors.dense([1.0, 1.0])), r"partition 1: y\[1\] is nan"),
        ((None, Vectors.dense([1.0, 1.0])), r"partition 1: row 1: the label is null"),
        ((1.0, None), r"partition 1: row 1: the features are null"),
        ((1.0, Vectors.dense([1.0, 2.0, 3.0])), r"partition 1: row 1 has 3 columns, expected 2"),
    ],
    ids=["nan", "infinity", "nan label", "no label", "no features", "more columns"],
)
def test_a_bad_row_is_named(spark: Any, spark_folder: Path, bad: Any, message: str) -> None:
    left = shard_files(spark_folder)
    data = of_parts(spark, [FINE, [FINE[0], bad], FINE], SCHEMA)
    with pytest.raises(ValueError, match=message):
        hs.LogisticRegression().fit(data)
    assert shard_files(spark_folder) == left


def test_a_null_among_number_columns_is_named(spark: Any) -> None:
    parts = [[(0.0, 1.0, 2.0), (1.0, 2.0, 1.0)], [(0.0, 1.0, 1.0), (1.0, 3.0, None)]]
    data = of_parts(spark, parts, f"label double, {typed(NUMBERS[:2])}")
    with pytest.raises(ValueError, match=r"partition 1: row 1, column 'x1': NaN"):
        hs.LogisticRegression(featureCols=NUMBERS[:2]).fit(data)


def test_partitions_of_other_widths(spark: Any) -> None:
    data = of_parts(spark, [FINE, [(1.0, Vectors.dense([1.0, 2.0, 3.0]))]], SCHEMA)
    with pytest.raises(ValueError, match=r"partition 1 has 3 columns, partition 0 has 2"):
        hs.LogisticRegression().fit(data)


@pytest.mark.parametrize("sparse", [False, True], ids=["dense", "sparse"])
@pytest.mark.parametrize(
    "learner", [hs.LogisticRegression(), hs.Perceptron(maxIter=50)], ids=["logistic", "perceptron"]
)
def test_empty_partitions_and_one_class_in_each(spark: Any, learner: Any, sparse: bool) -> None:
    """The label of the second class is met in the last partition only."""
    rows = [(label, Vectors.sparse(2, [0, 1], cells.toArray()) if sparse else cells) for label, cells in FINE]
    zeros, ones = [r for r in rows if r[0] == 0], [r for r in rows if r[0] == 1]
    apart = learner.fit(of_parts(spark, [[], zeros, [], ones, []], SCHEMA))
    together = learner.fit(of_parts(spark, [zeros + ones], SCHEMA))
    assert apart.model == together.model


def test_empty_partitions_of_number_columns(spark: Any) -> None:
    cells = [(label, *map(float, vector)) for label, vector in FINE]
    learner = hs.LogisticRegression(featureCols=NUMBERS[:2])
    schema = f"label double, {typed(NUMBERS[:2])}"
    models = [learner.fit(of_parts(spark, parts, schema)).model for parts in ([[], cells, []], [cells])]
    assert models[0] == models[1]


def test_one_class_in_all_partitions(spark: Any) -> None:
    zeros = [r for r in FINE if r[0] == 0]
    with pytest.raises(ValueError, match="class"):
        hs.LogisticRegression().fit(of_parts(spark, [zeros, zeros], SCHEMA))


@pytest.mark.parametrize(
    "given, message",
    [
        ({"featuresCol": "x0"}, r"column 'x0' is of type double; expected a vector or an array.*give featureCols"),
        ({"featuresCol": "none"}, r"the data frame has no column 'none'; it has label, kind, features, x0"),
        ({"featureCols": ["x0", "kind"]}, r"column 'kind' is of type string; a feature is a number"),
        ({"featureCols": ["x0", "x0"]}, r"featureCols names 'x0' twice"),
        ({"featureCols": []}, r"featureCols is an empty list; name columns"),
        ({"labelCol": "features"}, r"column 'features' is of type vector; a label is a number"),
        ({"weightCol": "kind"}, r"column 'kind' is of type string; a weight is a number"),
    ],
)
def test_a_column_that_does_not_fit(spark: Any, given: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        hs.LogisticRegression(**given).fit(frame(spark, *rows(), 1))


def test_answers_too_large_for_the_driver(spark: Any) -> None:
    wide = [(float(k), Vectors.sparse(100_000, [k], [1.0])) for k in range(2)]
    conf = spark.sparkContext._jsc.sc().conf()
    conf.set("spark.driver.maxResultSize", "1m")
    try:
        with pytest.raises(
            ValueError, match=r"about 100000 columns has 1600016 bytes, and .*maxResultSize allows 1048576"
        ):
            hs.LogisticRegression().fit(of_parts(spark, [wide], SCHEMA))
    finally:
        conf.set("spark.driver.maxResultSize", "1g")


def with_packages(spark: Any, folder: Path) -> Any:
    """Python workers of their own, which find packages in this folder first."""
    spark.sparkContext.environment["PYTHONPATH"] = str(folder)
    return frame(spark, *rows(), 2)


@pytest.fixture
def no_packages(spark: Any) -> Any:
    yield
    spark.sparkContext.environment.pop("PYTHONPATH", None)


def test_another_version_at_the_executors(spark: Any, tmp_path: Path, no_packages: Any) -> None:
    other = tmp_path / "halfspace"
    other.mkdir()
    source = f"""
__path__ = [{str(Path(PACKAGES) / "halfspace")!r}]
from halfspace import _core
_core.version = "0.0.9"
__version__ = _core.version
"""
    (other / "__init__.py").write_text(source)
    data = with_packages(spark, tmp_path)
    with pytest.raises(ValueError, match=rf"partition 0 is on a worker with halfspace 0.0.9, here is {_core.version}"):
        hs.LogisticRegression().fit(data)


def test_no_halfspace_at_the_executors(spark: Any, tmp_path: Path, no_packages: Any) -> None:
    (tmp_path / "halfspace").mkdir()
    (tmp_path / "halfspace" / "__init__.py").write_text("")
    data = with_packages(spark, tmp_path)
    with pytest.raises(RuntimeError, match=r"the Python of the executors has no halfspace .*install halfspace-ml"):
        hs.LogisticRegression().fit(data)


def test_what_is_missing_here_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r"install pyarrow: pip install 'halfspace-ml\[spark\]'"):
        _needs.pyarrow()
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("JAVA_HOME", raising=False)
    with pytest.raises(RuntimeError, match=r"Spark needs Java, and there is no java on PATH nor JAVA_HOME"):
        _needs.check_java()
    monkeypatch.setenv("JAVA_HOME", "/nowhere")
    with pytest.raises(RuntimeError, match=r"JAVA_HOME is /nowhere, which has no bin/java"):
        _needs.check_java()


@pytest.mark.parametrize("missing", [["pyspark"], ["pandas", "pyarrow", "sklearn", "dask", "distributed", "scipy"]])
def test_imports_with_pyspark_alone(missing: list[str]) -> None:
    code = f"import sys; sys.modules.update(dict.fromkeys({missing!r}))\nimport halfspace.spark as hs\nhs.Perceptron()"
    environment = {**os.environ, "PYTHONPATH": PACKAGES}
    ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    if missing == ["pyspark"]:
        assert "ImportError: halfspace.spark needs pyspark: pip install 'halfspace-ml[spark]'" in ran.stderr
    else:
        assert ran.returncode == 0, ran.stderr


def test_what_is_no_data_frame() -> None:
    with pytest.raises(TypeError, match=r"expected a DataFrame of Spark, got list"):
        SparkEngine([[1.0]], Columns("features", label="label"))
    remote = type("DataFrame", (), {"mapInArrow": None, "__module__": "pyspark.sql.connect.dataframe"})()
    with pytest.raises(TypeError, match=r"of Spark Connect, which has no RDDs"):
        SparkEngine(remote, Columns("features", label="label"))
