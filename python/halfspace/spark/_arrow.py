"""Arrow batches as rows: vectors of Spark (dense and sparse), arrays, columns of numbers.

Inside a vector of Spark is a struct {type, size, indices, values}: type 1 is dense (values), 0 sparse (size, ascending
indices, values). So the values of a batch, one row after another, stand in one array already.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from halfspace._rows import Prepared, of_floats

Array = npt.NDArray[Any]
SPARSE, DENSE = 0, 1


class Part(NamedTuple):
    """The rows of one batch: an array of n x d, or counts, columns and values of the entries of rows."""

    rows: int
    cols: int
    dense: Array | None
    counts: Array
    column: Array
    values: Array


def _no_null(array: Any, first: int, what: str) -> None:
    if array.null_count:
        row = first + int(np.flatnonzero(np.asarray(array.is_null()))[0])
        raise ValueError(f"row {row}: {what} null; drop such rows or fill them")


def _numpy(array: Any) -> Array:
    """Numbers where they are; to_numpy would load pandas, which takes a new worker 0.3 s."""
    from pyarrow import types as t

    plain = array.null_count == 0 and (t.is_integer(array.type) or t.is_floating(array.type))
    return np.from_dlpack(array) if plain else np.asarray(array.to_numpy(zero_copy_only=False))


def _flat(lists: Any) -> Array:
    return _numpy(lists.flatten())


def _same_size(sizes: Array, first: int, cols: int | None) -> int:
    """The one size that all rows have."""
    wanted = int(sizes[0]) if cols is None else cols
    if (sizes != wanted).any():
        row = int(np.flatnonzero(sizes != wanted)[0])
        raise ValueError(f"row {first + row} has {sizes[row]} columns, expected {wanted}; give all rows the same")
    return wanted


def _numbers(struct: Any) -> Part:
    columns = [of_floats(_numpy(struct.field(k))) for k in range(struct.type.num_fields)]
    kind = np.float32 if all(c.dtype == np.float32 for c in columns) else np.float64
    dense = np.empty((len(struct), len(columns)), kind)
    for k, column in enumerate(columns):
        dense[:, k] = column
    nothing = np.empty(0, np.int64)
    return Part(len(struct), len(columns), dense, nothing, nothing, nothing)


def _arrays(lists: Any, first: int, cols: int | None) -> Part:
    cols = _same_size(np.diff(_numpy(lists.offsets)), first, cols)
    nothing = np.empty(0, np.int64)
    return Part(len(lists), cols, of_floats(_flat(lists)).reshape(len(lists), cols), nothing, nothing, nothing)


def _vectors(struct: Any, first: int, cols: int | None) -> Part:
    sparse = _numpy(struct.field("type")) == SPARSE
    counts = np.diff(_numpy(struct.field("values").offsets)).astype(np.int64)
    sizes = struct.field("size")
    size = _numpy(sizes.fill_null(0) if sizes.null_count else sizes)
    cols = _same_size(np.where(sparse, size, counts), first, cols)
    places = np.diff(_numpy(struct.field("indices").offsets))
    if (uneven := sparse & (places != counts)).any():
        bad = int(np.flatnonzero(uneven)[0])
        raise ValueError(f"row {first + bad} is a vector of {places[bad]} indices and {counts[bad]} values")
    values = _flat(struct.field("values"))
    if not sparse.any():
        nothing = np.empty(0, np.int64)
        return Part(len(struct), cols, values.reshape(len(struct), cols), nothing, nothing, nothing)
    if sparse.all() and values.all():
        return Part(len(struct), cols, None, counts, _flat(struct.field("indices")), values)
    column = np.empty(len(values), np.int32)
    of_sparse = np.repeat(sparse, counts)
    column[of_sparse] = _flat(struct.field("indices"))
    begin = np.cumsum(counts) - counts
    column[~of_sparse] = (np.arange(len(values)) - np.repeat(begin, counts))[~of_sparse]
    kept = values != 0
    row = np.repeat(np.arange(len(struct)), counts)
    return Part(len(struct), cols, None, np.bincount(row[kept], minlength=len(struct)), column[kept], values[kept])


def part_of(features: Any, first: int = 0, cols: int | None = None) -> Part:
    """The rows of one Arrow array. ``first``: number of its first row; ``cols``: columns of the rows before.

    Errors (ValueError): null, or rows of another size; the row is named.
    """
    import pyarrow as pa

    _no_null(features, first, "the features are")
    if pa.types.is_list(features.type) or pa.types.is_large_list(features.type):
        return _arrays(features, first, cols)
    if _holds_vectors(features):
        return _vectors(features, first, cols)
    return _numbers(features)


def kinds_of(features: Any) -> list[Array]:
    """Places of rows that are scored together: dense vectors and sparse ones apart. A row has other bits as CSR,
    and the score of one must not depend on the rows beside it."""
    if not _holds_vectors(features) or features.null_count:
        return [np.arange(len(features))]
    sparse = _numpy(features.field("type")) == SPARSE
    return [places for places in (np.flatnonzero(sparse), np.flatnonzero(~sparse)) if len(places)] or [np.arange(0)]


def _holds_vectors(features: Any) -> bool:
    import pyarrow as pa

    kind = features.type
    return pa.types.is_struct(kind) and [field.name for field in kind] == ["type", "size", "indices", "values"]


def _entries(part: Part) -> Part:
    """The same rows as entries that are not 0."""
    if part.dense is None:
        return part
    row, column = np.nonzero(part.dense)
    counts = np.bincount(row, minlength=part.rows)
    return part._replace(dense=None, counts=counts, column=column.astype(np.int32), values=part.dense[row, column])


def rows_of(parts: Sequence[Part], names: list[str] | None = None, sparse: bool = False) -> Prepared:
    """All parts one after another: an array where all are dense, else, or with ``sparse``, CSR."""
    rows, cols = sum(part.rows for part in parts), parts[0].cols if parts else 0
    if not parts or (not sparse and all(part.dense is not None for part in parts)):
        dense = [part.dense for part in parts if part.dense is not None]
        array = dense[0] if len(dense) == 1 else np.concatenate(dense) if dense else np.empty((0, cols))
        return Prepared(np.ascontiguousarray(array), rows, cols, names if parts else None)
    entries = [_entries(part) for part in parts]
    start = np.concatenate([[0], np.cumsum(np.concatenate([part.counts for part in entries]))])
    column = np.concatenate([part.column for part in entries])
    values = np.concatenate([part.values for part in entries])
    kind = np.int32 if start[-1] < 1 << 31 else np.int64
    return Prepared((start.astype(kind), column.astype(kind, copy=False), values, cols), rows, cols, names)


class Gathered(NamedTuple):
    """The rows, labels and weights of a partition."""

    rows: Prepared
    labels: Array
    weights: Array | None


def gather(batches: Iterable[Any], names: list[str] | None, sparse: bool) -> Gathered:
    """Reads the batches of ``Columns.of``. Errors (ValueError): name the row, from 0 in the partition."""
    parts: list[Part] = []
    labels: list[Array] = []
    weights: list[Array] = []
    first = 0
    for batch in batches:
        if batch.num_rows == 0:
            continue
        part = part_of(batch.column("features"), first, parts[0].cols if parts else None)
        _no_null(batch.column("label"), first, "the label is")
        parts.append(part)
        labels.append(_labels(batch.column("label")))
        if "weight" in batch.schema.names:
            _no_null(batch.column("weight"), first, "the weight is")
            weights.append(_numpy(batch.column("weight")))
        first += batch.num_rows
    label = np.concatenate(labels) if labels else np.empty(0, np.float64)
    return Gathered(rows_of(parts, names, sparse), label, np.concatenate(weights) if weights else None)


def _labels(array: Any) -> Array:
    """Numbers, truth values, or texts, each of which stands once in Arrow's dictionary."""
    from pyarrow import types as t

    if not (t.is_string(array.type) or t.is_large_string(array.type) or t.is_dictionary(array.type)):
        return _numpy(array)
    coded = array if t.is_dictionary(array.type) else array.dictionary_encode()
    return np.asarray(coded.dictionary.to_pylist(), dtype=str)[_numpy(coded.indices)]
