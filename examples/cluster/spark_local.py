"""A classifier on Spark, from Parquet to a model: two workers on this machine, started by this program.

    pip install 'halfspace-ml[spark]'            # and Java 17 or 21
    python spark_local.py                        # on rows made here
    python spark_local.py ROWS.parquet LABEL     # on your own: LABEL is a column, all other columns are numbers

On a cluster that runs already, leave out session() and use its own: docs/cluster.md.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

import halfspace
from halfspace.spark import LogisticRegression, LogisticRegressionModel, check_java


def session(folder: str) -> SparkSession:
    """Two workers of one core and 1 GB each."""
    check_java()
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # of the executors
    return (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .config("spark.executor.memory", "1g")
        .config("spark.executorEnv.PYTHONPATH", str(Path(halfspace.__file__).parents[1]))
        .config("spark.local.dir", folder)  # where executors keep shards
        .config("spark.ui.showConsoleProgress", "false")
        .getOrCreate()
    )


def made(spark: SparkSession, path: str) -> tuple[str, str]:
    """Parquet of 100,000 rows: whether a loan is paid back; three files."""
    rows = spark.range(100_000).select(
        F.randn(1).alias("income"), F.randn(2).alias("debt"), F.randn(3).alias("age"), F.randn(4).alias("noise")
    )
    score = F.col("income") - 2 * F.col("debt") + F.col("age") / 2 + F.col("noise")
    rows = rows.withColumn("paid", F.when(score > 0, "yes").otherwise("no")).drop("noise")
    rows.repartition(3).write.parquet(path)
    return path, "paid"


def learn(frame: Any, label: str, folder: str) -> None:
    """Fits, tells of it, saves, loads, predicts."""
    columns = [name for name in frame.columns if name != label]
    model = LogisticRegression(featureCols=columns, labelCol=label, verbose=1).fit(frame)
    cluster = model.report["cluster"]
    print(f"{cluster['rows']} rows in {cluster['partitions']} partitions, {cluster['rounds']} rounds")
    print(f"objective {model.report['primal']:.6g}, proven to be at most {model.report['gap']:.2g} above its optimum")
    for name, weight in zip([*columns, "bias"], [*model.coefficients, model.intercept], strict=True):
        print(f"{name:>12} {weight:.6g}")

    model.save(f"file://{folder}/model")
    loaded = LogisticRegressionModel.load(f"file://{folder}/model")
    right = loaded.transform(frame).where(F.col("prediction") == F.col(label)).count()
    print(f"{right / cluster['rows']:.4f} of the rows are predicted right; the model without Spark: {loaded.model}")

    again = LogisticRegression(featureCols=columns, labelCol=label).fit(frame.repartition(7))
    print(f"in 7 partitions: {'the same bytes' if again.model == model.model else 'another model'}")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        spark = session(folder)
        spark.sparkContext.setLogLevel("ERROR")
        try:
            path, label = sys.argv[1:] if len(sys.argv) == 3 else made(spark, f"file://{folder}/rows.parquet")
            learn(spark.read.parquet(path), label, folder)
        finally:
            spark.stop()


if __name__ == "__main__":
    main()
