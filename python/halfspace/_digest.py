"""A digest of rows in their order, by which a checkpoint knows them again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from halfspace._labels import Coded
from halfspace._rows import Prepared, weights_of

Array = npt.NDArray[Any]
AT_A_TIME = 1 << 18  # numbers that are converted


def digest_of(rows: Prepared, coded: Coded, weights: Any = None) -> str:
    """Of values, labels, weights and names. The same numbers have the same digest: it does not see their types, nor how
    they lie in memory."""
    sparse = isinstance(rows.values, tuple)
    weighed = None if weights is None else weights_of(weights, rows.rows)
    head = [rows.rows, rows.cols, sparse, weighed is not None, rows.names, coded.texts]
    digest = hashlib.sha256(json.dumps(head).encode())
    for array in (*_arrays(rows), coded.codes, weighed):
        for piece in _pieces(array):
            digest.update(piece)
    return digest.hexdigest()[:32]


def _arrays(rows: Prepared) -> tuple[Array, ...]:
    return rows.values[:3] if isinstance(rows.values, tuple) else (rows.values,)


def _pieces(array: Array | None) -> Iterator[memoryview]:
    """All numbers, row by row, as float64 or int64."""
    if array is None or array.size == 0:
        return
    kind = np.float64 if array.dtype.kind == "f" else np.int64
    step = max(1, AT_A_TIME // (array.size // len(array)))
    for begin in range(0, len(array), step):
        yield np.ascontiguousarray(array[begin : begin + step], kind).reshape(-1).data
