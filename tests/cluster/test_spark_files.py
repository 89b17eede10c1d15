"""Parquet files cut into units and read as tasks of Spark read them, without a Spark."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pa = pytest.importorskip("pyarrow")
pytest.importorskip("pyspark")

import pyarrow.parquet as pq
from parquet_help import vectors, write
from spark_help import NUMBERS, PACKAGES, rows

from halfspace.spark import _files, _tasks
from halfspace.spark._arrow import gather
from halfspace.spark._files import Field, Fields, File, Piece, Unreadable, batches, examined, units_of

LABEL = Field("label", "double")
OF_COLUMNS = Fields(tuple(Field(name, "double") for name in NUMBERS), True, LABEL, None)
OF_VECTORS = Fields((Field("features", "vector"),), False, LABEL, None)


def found(folder: Path, fields: Fields) -> list[File]:
    return [examined(path.as_uri(), fields) for path in sorted(folder.glob("*.parquet"))]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    X, y = rows()
    cells = {name: X[:, k] for k, name in enumerate(NUMBERS)}
    X[::2, 1:] = 0
    return write(tmp_path / "rows with %20", {**cells, "features": vectors(X, True), "label": (y == "yes") * 1.0})


@pytest.mark.parametrize("cores", [1, 2, 5])
@pytest.mark.parametrize("most", [1, 5000, 12000, 10**9])
def test_units_are_all_row_groups_in_their_order(folder: Path, most: int, cores: int) -> None:
    files = found(folder, OF_COLUMNS)
    units = units_of(files, most, cores)
    apart = [(piece.uri, g) for unit in units for piece in unit for g in piece.groups]
    assert apart == [(file.uri, g) for file in files for g, (count, _) in enumerate(file.groups) if count]
    sizes = {(file.uri, g): size for file in files for g, (_, size) in enumerate(file.groups)}
    longest = max(sizes.values())
    assert max(sum(sizes[piece.uri, g] for piece in unit for g in piece.groups) for unit in units) <= most + longest
    assert len(units) >= min(cores, len(apart))


def test_without_rows_there_is_one_empty_unit() -> None:
    assert units_of([File("file:///none", "", ())], 10, 2) == [[]]
    assert units_of([File("file:///none", "", ((0, 4),))], 10, 2) == [[]]
    assert list(batches([], OF_COLUMNS)) == []


@pytest.mark.parametrize("size", [7, 1 << 16])
def test_batches_are_the_rows_of_the_files(folder: Path, monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    """Batches that end within a row group have lists that do not begin at 0."""
    monkeypatch.setattr(_files, "ROWS_AT_A_TIME", size)
    whole = pa.concat_tables(pq.read_table(path) for path in sorted(folder.glob("*.parquet")))
    for fields in (OF_COLUMNS, OF_VECTORS):
        (unit,) = units_of(found(folder, fields), 10**9, 1)
        got = gather(batches(unit, fields), None, False)
        assert np.array_equal(got.labels, whole["label"])
        if fields is OF_COLUMNS:
            assert np.array_equal(got.rows.values, np.column_stack([whole[name] for name in NUMBERS]))
            continue
        start, column, values, _ = got.rows.values
        cells = whole["features"].combine_chunks()
        assert np.array_equal(values, cells.field("values").flatten())
        assert np.array_equal(column, cells.field("indices").flatten())
        assert [b - a for a, b in pairwise(start)] == cells.field("values").value_lengths().to_pylist()


@pytest.mark.parametrize("kind, arrow", [("bigint", pa.int64()), ("float", pa.float32()), ("tinyint", pa.int8())])
def test_weights_are_the_nearest_doubles(tmp_path: Path, kind: str, arrow: Any) -> None:
    given = pa.array([1, 2**53 + 1 if kind == "bigint" else 3]).cast(arrow)
    pq.write_table(pa.table({"x": [0.5, 1.5], "label": [0.0, 1.0], "w": given}), tmp_path / "rows.parquet")
    fields = Fields((Field("x", "double"),), True, LABEL, Field("w", kind))
    (unit,) = units_of(found(tmp_path, fields), 10**9, 1)
    weights = gather(batches(unit, fields), ["x"], False).weights
    assert weights is not None and weights.dtype == np.float64
    assert weights.tolist() == [1.0, 2.0**53 if kind == "bigint" else 3.0]


def test_a_long_footer_is_read_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "rows.parquet"
    pq.write_table(pa.table({name: [1.0, 2.0] for name in [*NUMBERS, "label"]}), path)
    expected = examined(f"file://{path}", OF_COLUMNS)
    monkeypatch.setattr(_files, "TAIL", 16)
    assert examined(f"file://{path}", OF_COLUMNS) == expected


@pytest.mark.parametrize(
    "name, column, message",
    [
        ("x1", pa.array([1, 2]), r"column 'x1' as int64, which Spark casts to double"),
        ("x1", pa.array([1.0, 2.0]).cast(pa.float32()), r"column 'x1' as float, which"),
        ("label", pa.array([True, False]), r"column 'label' as bool, which"),
        ("label", pa.array([1.5, 2.5]).cast(pa.decimal128(4, 1)), r"column 'label' as decimal128\(4, 1\), which"),
        ("label", None, r"rows.parquet has no column 'label'"),
    ],
    ids=["int64", "float", "bool", "decimal", "missing"],
)
def test_what_spark_would_cast_is_refused(tmp_path: Path, name: str, column: Any, message: str) -> None:
    cells = {**{known: pa.array([1.0, 2.0]) for known in [*NUMBERS, "label"]}, name: column}
    path = tmp_path / "rows.parquet"
    pq.write_table(pa.table({known: cell for known, cell in cells.items() if cell is not None}), path)
    with pytest.raises(Unreadable, match=message):
        examined(f"file://{path}", OF_COLUMNS)


@pytest.mark.parametrize("data", [b"", b"PAR1", b"PAR1" + bytes(8) + b"PARE", b"PAR1" + b"\xff" * 8 + b"PAR1"])
def test_what_is_no_parquet_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "rows.parquet"
    path.write_bytes(data)
    with pytest.raises(Unreadable, match=r"rows.parquet is no Parquet file"):
        examined(f"file://{path}", OF_COLUMNS)


def test_a_damaged_file_is_not_an_error_of_its_rows(folder: Path) -> None:
    """Its footer is whole, so the driver cannot know."""
    path = folder / "part-0.parquet"
    data = bytearray(path.read_bytes())
    data[4:3000] = bytes(2996)
    path.write_bytes(data)
    ((piece, *_), *_) = units_of(found(folder, OF_COLUMNS), 10**9, 1)
    with pytest.raises(Unreadable, match=r"part-0.parquet: "):
        list(batches([piece], OF_COLUMNS))


def test_file_systems_of_fsspec(folder: Path) -> None:
    fsspec = pytest.importorskip("fsspec")
    system = fsspec.filesystem("memory")
    system.put(str(folder / "part-0.parquet"), "/rows/of here/part-0.parquet")
    file = examined("memory://rows/of%20here/part-0.parquet", OF_COLUMNS)
    here = examined((folder / "part-0.parquet").as_uri(), OF_COLUMNS)
    assert file._replace(uri=here.uri) == here
    (unit,) = units_of([file], 10**9, 1)
    assert sum(batch.num_rows for batch in batches(unit, OF_COLUMNS)) == 200
    with pytest.raises(Unreadable, match=r"pyarrow does not open nowhere://a: .*; nor does fsspec: .*nowhere"):
        examined("nowhere://a/part-0.parquet", OF_COLUMNS)


def test_a_unit_that_cannot_be_read_is_described(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_tasks, "_task", lambda: 0)
    gone = [Piece("file:///nowhere/part-0.parquet", "", (0,))]
    (text,) = _tasks.read_shard([gone], fields=OF_COLUMNS, threads=1, plan=_tasks.Plan(None, False, "run"))
    described = _tasks.Described.of(text)
    assert (described.path, described.error) == ("", "")
    assert "file:///nowhere/part-0.parquet: [Errno 2]" in described.unread
    (answer,) = _tasks.answer([text], _tasks.Asked(b"", 1, 6, False))
    assert "partition 0: file:///nowhere" in answer.error and "it could be read before" in answer.error


def test_a_worker_loads_neither_pandas_nor_estimators(folder: Path) -> None:
    """They take longer than a partition of ten million numbers."""
    code = f"""
import sys
from halfspace.spark import _files, _tasks
from halfspace.spark._files import Field, Fields
fields = Fields((Field("features", "vector"),), False, Field("label", "double"), None)
file = _files.examined("{(folder / "part-0.parquet").as_uri()}", fields)
plan = _tasks.Plan(None, False, "here")
described = _tasks.describe(_files.batches(_files.units_of([file], 1 << 30, 1)[0], fields), plan, 0)
assert described.facts.rows == 200, described
_tasks.remove([described.text()], "here").__next__()
print(sorted({{"pandas", "pyspark.ml", "scipy"}} & set(sys.modules)))
"""
    command = [sys.executable, "-c", code]
    ran = subprocess.run(command, env={"PYTHONPATH": PACKAGES}, capture_output=True, text=True, check=False)
    assert ran.stdout.strip() == "[]", ran.stderr
