"""A Spark of two executors on this machine, rows for it, and what happens to executors."""

from __future__ import annotations

import glob
import itertools
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from overlap import overlapping
from pyspark.ml.linalg import Vectors
from pyspark.sql import SparkSession

import halfspace
from halfspace.spark._engine import SparkEngine

ROWS, COLS = 420, 6
NUMBERS = [f"x{k}" for k in range(COLS)]
PACKAGES = str(Path(halfspace.__file__).parents[1])


@contextmanager
def spark_of_two(folder: Path) -> Iterator[SparkSession]:
    """Two workers with an executor each, whose files lie under ``folder``."""
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local-cluster[2,1,600]")
    settings = {
        "spark.executor.memory": "600m",
        "spark.driver.memory": "600m",
        "spark.executorEnv.PYTHONPATH": PACKAGES,
        "spark.local.dir": str(folder),
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "3",
        "spark.deploy.maxExecutorRetries": "-1",
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    try:
        yield spark
    finally:
        spark.stop()


def rows(seed: int = 0) -> tuple[Any, Any]:
    return overlapping(ROWS, COLS, seed)


def vector(cells: Any, sparse: bool) -> Any:
    """A vector of Spark with these cells."""
    places = np.flatnonzero(cells)
    return Vectors.sparse(len(cells), places.tolist(), cells[places].tolist()) if sparse else Vectors.dense(cells)


def frame(spark: Any, X: Any, y: Any, partitions: int, sparse: bool = False) -> Any:
    """Rows in partitions of different sizes: number columns, ``features`` (vectors), ``label`` (0 and 1), ``kind`` (y).
    ``sparse``: the vectors of the first 50 rows and of every other one are sparse."""
    second = np.unique(y)[-1]
    table = [
        (float(kind == second), kind.item(), vector(cells, sparse and (k < 50 or k % 2 == 0)), *cells.tolist())
        for k, (cells, kind) in enumerate(zip(X, y, strict=True))
    ]
    kind = "double" if y.dtype.kind == "f" else "long" if y.dtype.kind == "i" else "string"
    ends = np.round(np.linspace(0, 1, partitions + 1) ** 1.5 * len(table)).astype(int)
    parts = [table[a:b] for a, b in itertools.pairwise(ends)]
    return of_parts(spark, parts, f"label double, kind {kind}, features vector, " + typed(NUMBERS))


def typed(names: list[str]) -> str:
    return ", ".join(f"{name} double" for name in names)


def of_parts(spark: Any, parts: list[Any], schema: str) -> Any:
    """A data frame whose partitions hold these rows. ``vector`` in the schema is that of pyspark.ml."""
    from pyspark.ml.linalg import VectorUDT
    from pyspark.sql.types import StructField, StructType

    fields = []
    for field in schema.split(", "):
        name, kind = field.split(" ")
        of = VectorUDT() if kind == "vector" else spark.createDataFrame([], f"a {kind}").schema["a"].dataType
        fields.append(StructField(name, of))
    rdd = spark.sparkContext.parallelize(parts, len(parts)).flatMap(lambda part: part)
    return spark.createDataFrame(rdd, StructType(fields))


def executors(spark: Any) -> list[int]:
    """The processes of the executors."""
    found, mine = [], spark.sparkContext.applicationId
    for path in glob.glob("/proc/[0-9]*/cmdline"):
        try:
            words = Path(path).read_bytes().split(b"\0")
        except OSError:
            continue
        if mine.encode() in words and any(b"CoarseGrainedExecutorBackend" in word for word in words):
            found.append(int(path.split("/")[2]))
    return sorted(found)


def wait_for_two(spark: Any) -> None:
    """Until two executors take tasks: Spark starts another one for one that was lost."""
    end = time.monotonic() + 90
    while spark.sparkContext._jsc.sc().getExecutorMemoryStatus().size() < 3:  # and the driver
        if time.monotonic() > end:
            raise TimeoutError("Spark has not started another executor within 90 s")
        time.sleep(0.1)


def shard_files(folder: Path) -> list[Path]:
    """The shard files on the local disks of all executors."""
    return sorted(folder.glob("**/halfspace-*/*.shard"))


@contextmanager
def at_question(number: int, act: Callable[[], None], delay: float | None = None) -> Iterator[list[int]]:
    """Acts before the question of this number, or ``delay`` seconds into it; counts questions."""
    ask, asked = SparkEngine.sum, [0]

    def counted(self: Any, question: bytes, shard: int | None) -> bytes:
        asked[0] += 1
        if asked[0] == number:
            act() if delay is None else threading.Timer(delay, act).start()
        return ask(self, question, shard)

    SparkEngine.sum = counted  # type: ignore[method-assign]
    try:
        yield asked
    finally:
        SparkEngine.sum = ask  # type: ignore[method-assign]


def kill(spark: Any, count: int) -> None:
    """kill -9 of executors."""
    for process in executors(spark)[:count]:
        os.kill(process, signal.SIGKILL)
