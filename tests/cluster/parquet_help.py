"""Rows as Parquet files of unequal size and several row groups, in a folder that Spark reads."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from spark_help import NUMBERS

VECTOR = pa.struct(
    [("type", pa.int8()), ("size", pa.int32()), ("indices", pa.list_(pa.int32())), ("values", pa.list_(pa.float64()))]
)
ENDS = (0, 200, 200, 230, 420)  # of the files, in the order of their names: the longest is not the first, one is empty
GROUP = 64  # rows of a row group


def vectors(X: Any, sparse: Any) -> Any:
    """Spark's vectors as Parquet has them, sparse where ``sparse`` is true."""
    cells = []
    for row, as_entries in zip(X, np.broadcast_to(sparse, len(X)), strict=True):
        places = np.flatnonzero(row)
        kept = {"type": 0, "size": len(row), "indices": places.tolist(), "values": row[places].tolist()}
        cells.append(kept if as_entries else {"type": 1, "size": None, "indices": None, "values": row.tolist()})
    return pa.array(cells, VECTOR)


def columns(X: Any) -> dict[str, Any]:
    """A column of Arrow for each column of an array."""
    return {name: pa.array(X[:, k]) for k, name in enumerate(NUMBERS)}


def write(folder: Path, table: Any) -> Path:
    """The rows of an Arrow table in files between ENDS."""
    folder.mkdir(parents=True)
    for k, (a, b) in enumerate(pairwise(ENDS)):
        pq.write_table(pa.table(table).slice(a, b - a), folder / f"part-{k}.parquet", row_group_size=GROUP)
    return folder


def read(spark: Any, folder: Path, schema: str | None = None) -> Any:
    """The folder as a data frame. ``vector`` in the schema is that of pyspark.ml."""
    from pyspark.ml.linalg import VectorUDT
    from pyspark.sql.types import StructType

    reader = spark.read
    if schema is not None:
        fields = StructType()
        for name, kind in (field.split(" ") for field in schema.split(", ")):
            fields = fields.add(name, VectorUDT() if kind == "vector" else kind)
        reader = reader.schema(fields)
    return reader.parquet(f"file://{folder}")
