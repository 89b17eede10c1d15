"""Sparse rows as Parquet of Spark's vectors, written without Spark."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np


def write_vectors(X: Any, y: Any, path: str | Path, parts: int) -> None:
    """CSR rows and their labels, numbers or texts, in so many files of a new folder."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    Path(path).mkdir()
    bounds = [X.shape[0] * k // parts for k in range(parts + 1)]
    for k, (a, b) in enumerate(pairwise(bounds)):
        part = X[a:b]
        starts = pa.array(part.indptr.astype(np.int32))
        vectors = pa.StructArray.from_arrays(
            [
                pa.array(np.zeros(b - a, np.int8)),  # 0: sparse
                pa.array(np.full(b - a, X.shape[1], np.int32)),
                pa.ListArray.from_arrays(starts, pa.array(part.indices.astype(np.int32))),
                pa.ListArray.from_arrays(starts, pa.array(part.data)),
            ],
            ["type", "size", "indices", "values"],
        )
        pq.write_table(pa.table({"features": vectors, "label": y[a:b]}), f"{path}/part-{k:05}.parquet")


def read_vectors(spark: Any, path: str | Path, label: str = "double") -> Any:
    """The folder as a data frame with the columns features and label. Tasks that read the files themselves take them in
    the order of their names, Spark takes the largest first."""
    from pyspark.ml.linalg import VectorUDT
    from pyspark.sql.types import StructType

    schema = StructType().add("features", VectorUDT()).add("label", label)
    return spark.read.schema(schema).parquet(f"file://{path}")
