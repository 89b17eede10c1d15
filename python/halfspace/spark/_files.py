"""Parquet files that tasks read themselves, by pyarrow: row group by row group, the wanted columns only.

The driver looks at the footer of each file (``examined``) and cuts the row groups, in their order, into units of about
equal bytes (``units_of``). A task reads its unit (``batches``) where the footers are still those that the driver saw.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

ROWS_AT_A_TIME = 1 << 16
CELLS_AT_A_TIME = 1 << 22  # of number columns: 32 MB
TAIL = 1 << 16  # bytes of the end of a file that are read at once: few footers are longer
MAGIC = b"PAR1"
NUMBERS = {
    "tinyint": "int8",
    "smallint": "int16",
    "int": "int32",
    "bigint": "int64",
    "float": "float",
    "double": "double",
}  # of Spark, and of Arrow
SCHEMES = {"s3a": "s3", "s3n": "s3"}  # of Hadoop, and of Arrow


class Unreadable(Exception):
    """Rows that a task cannot read by itself, and why."""


class Field(NamedTuple):
    """A column: its name in the files, and its type as Spark writes it."""

    name: str
    kind: str


class Fields(NamedTuple):
    """The columns wanted. ``rows``: one vector or array, or, with ``numbers``, columns of one number each."""

    rows: tuple[Field, ...]
    numbers: bool
    label: Field
    weight: Field | None

    def all(self) -> list[Field]:
        return [*self.rows, self.label, *([self.weight] if self.weight else [])]

    def names(self) -> list[str]:
        return list(dict.fromkeys(field.name for field in self.all()))


class File(NamedTuple):
    """What the driver found: a digest of the footer, and rows and bytes of each row group."""

    uri: str
    footer: str
    groups: tuple[tuple[int, int], ...]


class Piece(NamedTuple):
    """Row groups of a file."""

    uri: str
    footer: str
    groups: tuple[int, ...]


@lru_cache(maxsize=16)
def _file_system(root: str) -> tuple[Any, str]:
    """A file system of Arrow and the path of its root. Error (Unreadable): nothing here knows the scheme."""
    import pyarrow as pa
    from pyarrow import fs

    scheme, rest = root.split(":", 1)
    try:
        return fs.FileSystem.from_uri(f"{SCHEMES.get(scheme, scheme)}:{rest}")  # type: ignore[no-any-return]
    except (pa.ArrowException, OSError) as error:
        refused = f"pyarrow does not open {root}: {error}"
    try:
        from fsspec.core import url_to_fs

        found, path = url_to_fs(root)
    except (ImportError, ValueError, OSError) as error:
        raise Unreadable(f"{refused}; nor does fsspec: {error}. Install the package of fsspec for {scheme}") from error
    return fs.PyFileSystem(fs.FSSpecHandler(found)), path


def _opened(uri: str) -> Any:
    import pyarrow as pa

    parts = urlsplit(uri)
    if parts.scheme == "file":
        return pa.OSFile(unquote(parts.path))
    system, base = _file_system(f"{parts.scheme}://{parts.netloc}")
    return system.open_input_file(base.rstrip("/") + unquote(parts.path))


def _footer(file: Any, uri: str) -> bytes:
    """The footer with what stands around it: a Parquet file without rows. Error (Unreadable): there is none."""
    size = file.size()
    tail = file.read_at(min(size, TAIL), max(0, size - TAIL))
    needed = int.from_bytes(tail[-8:-4], "little") + 8
    if len(tail) < 12 or tail[-4:] != MAGIC or needed > size:
        raise Unreadable(f"{uri} is no Parquet file, or its columns are encrypted")
    if needed > len(tail):
        tail = file.read_at(needed, size - needed)
    return MAGIC + bytes(tail[-needed:])


def _metadata(footer: bytes) -> Any:
    import pyarrow as pa
    import pyarrow.parquet as pq

    return pq.read_metadata(pa.BufferReader(footer))


def _digest(footer: bytes) -> str:
    return hashlib.sha256(footer).hexdigest()


def _fits(kind: str, found: Any) -> bool:
    """Is this type of Arrow the one that Spark's type is read as, with nothing to cast?"""
    from pyarrow import types as t

    if kind == "string":
        value = found.value_type if t.is_dictionary(found) else found
        return bool(t.is_string(value) or t.is_large_string(value))
    if kind.startswith("array<"):
        return bool(t.is_list(found) or t.is_large_list(found)) and _fits(kind[len("array<") : -1], found.value_type)
    if kind == "vector":
        parts = (("type", "tinyint"), ("size", "int"), ("indices", "array<int>"), ("values", "array<double>"))
        if not t.is_struct(found) or [field.name for field in found] != [name for name, _ in parts]:
            return False
        return all(_fits(each, found.field(name).type) for name, each in parts)
    return kind in NUMBERS and str(found) == NUMBERS[kind]


def _check_types(uri: str, schema: Any, fields: Fields) -> None:
    named = Counter(schema.names)
    for field in fields.all():
        times = named[field.name]
        if times != 1:
            raise Unreadable(f"{uri} has {times or 'no'} column{'s' * (times > 1)} {field.name!r}")
        found = schema.field(field.name).type
        if not _fits(field.kind, found):
            raise Unreadable(f"{uri} has column {field.name!r} as {found}, which Spark casts to {field.kind}")


def examined(uri: str, fields: Fields) -> File:
    """Errors (Unreadable): a file that is not there, or other columns."""
    import pyarrow as pa

    try:
        with _opened(uri) as file:
            footer = _footer(file, uri)
        metadata = _metadata(footer)
        _check_types(uri, metadata.schema.to_arrow_schema(), fields)
    except (OSError, pa.ArrowException) as error:
        raise Unreadable(f"{uri}: {error}") from error
    wanted = set(fields.names())
    paths = (metadata.schema.column(k).path for k in range(metadata.num_columns))
    columns = [k for k, path in enumerate(paths) if path in wanted or path.split(".", 1)[0] in wanted]
    groups = []
    for g in range(metadata.num_row_groups):
        group = metadata.row_group(g)
        groups.append((group.num_rows, sum(group.column(k).total_uncompressed_size for k in columns)))
    return File(uri, _digest(footer), tuple(groups))


def units_of(files: Sequence[File], most_bytes: int, cores: int) -> list[list[Piece]]:
    """Row groups one after another in units of about equal bytes: at most ``most_bytes``, where no row group is longer,
    and so many that all cores have about the same to do. There is one at least, if an empty one."""
    groups = [(file, g, size) for file in files for g, (rows, size) in enumerate(file.groups) if rows]
    total = max(1, sum(size for _, _, size in groups))
    count = -(-total // max(1, most_bytes))
    count = -(-count // cores) * cores
    units: list[list[Piece]] = []
    before, last = 0, -1
    for file, g, size in groups:
        place = (2 * before + size) * count // (2 * total)  # of the middle of the row group
        if place != last:
            units.append([])
        unit, last, before = units[-1], place, before + size
        if unit and unit[-1].uri == file.uri:
            unit[-1] = unit[-1]._replace(groups=(*unit[-1].groups, g))
        else:
            unit.append(Piece(file.uri, file.footer, (g,)))
    return units or [[]]


def batches(unit: Sequence[Piece], fields: Fields, threads: int = 1) -> Iterator[Any]:
    """Batches of features, label and weight as ``Columns.of`` has them. Errors (Unreadable): a file that is not here,
    has changed, or is damaged."""
    import pyarrow as pa

    for piece in unit:
        try:
            yield from _batches(piece, fields, threads > 1)
        except (OSError, pa.ArrowException) as error:
            raise Unreadable(f"{piece.uri}: {error}") from error


def _batches(piece: Piece, fields: Fields, threads: bool) -> Iterator[Any]:
    import pyarrow.parquet as pq

    rows = max(1, min(ROWS_AT_A_TIME, CELLS_AT_A_TIME // len(fields.rows)))
    with _opened(piece.uri) as opened:
        footer = _footer(opened, piece.uri)
        if _digest(footer) != piece.footer:
            raise Unreadable(f"{piece.uri} has changed since its footer was read")
        local = piece.uri.startswith("file:")
        file = pq.ParquetFile(opened, metadata=_metadata(footer), pre_buffer=not local)
        for g in piece.groups:
            for batch in file.iter_batches(rows, [g], fields.names(), use_threads=threads):
                yield _chosen(batch, fields)


def _chosen(batch: Any, fields: Fields) -> Any:
    import pyarrow as pa

    columns = [batch.column(field.name) for field in fields.rows]
    rows = pa.StructArray.from_arrays(columns, [f"c{k}" for k in range(len(columns))]) if fields.numbers else columns[0]
    chosen = {"features": rows, "label": batch.column(fields.label.name)}
    if fields.weight is not None:
        chosen["weight"] = batch.column(fields.weight.name).cast(pa.float64(), safe=False)
    return pa.RecordBatch.from_arrays(list(chosen.values()), list(chosen))
