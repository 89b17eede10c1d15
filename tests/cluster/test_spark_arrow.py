"""Arrow arrays as rows: what Spark sends of vectors, arrays and columns, also in slices of larger batches."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest

pa = pytest.importorskip("pyarrow")
pytest.importorskip("pyspark")
sparse = pytest.importorskip("scipy.sparse")

import halfspace
from halfspace import _core
from halfspace._cluster_learners import LogisticLearner
from halfspace._cluster_shards import Shard
from halfspace.spark import _tasks
from halfspace.spark._arrow import gather, part_of, rows_of
from halfspace.spark._scoring import score

VECTOR = pa.struct(
    [
        pa.field("type", pa.int8(), nullable=False),
        pa.field("size", pa.int32()),
        pa.field("indices", pa.list_(pa.int32())),
        pa.field("values", pa.list_(pa.float64())),
    ]
)


def vectors(X: Any, kinds: Any) -> Any:
    """The rows as Spark sends vectors: kind 1 dense, 0 sparse."""
    cells = []
    for row, kind in zip(X, kinds, strict=True):
        places = np.flatnonzero(row)
        cells.append(
            {"type": 1, "size": None, "indices": None, "values": row.tolist()}
            if kind
            else {"type": 0, "size": len(row), "indices": places.tolist(), "values": row[places].tolist()}
        )
    return pa.array(cells, VECTOR)


def dense(prepared: Any) -> Any:
    if not isinstance(prepared.values, tuple):
        return prepared.values
    start, column, values, cols = prepared.values
    return sparse.csr_array((values, column, start), shape=(prepared.rows, cols)).toarray()


@pytest.fixture
def X() -> Any:
    random = np.random.default_rng(0)
    return np.where(random.random((40, 7)) < 0.5, 0, random.normal(size=(40, 7)))


@pytest.mark.parametrize("kinds", ["dense", "sparse", "both"])
@pytest.mark.parametrize("cut", [(0, 40), (13, 21)], ids=["whole", "slice"])
def test_vectors_are_their_rows(X: Any, kinds: str, cut: tuple[int, int]) -> None:
    of = {"dense": np.ones(40, int), "sparse": np.zeros(40, int), "both": np.arange(40) % 3 % 2}[kinds]
    array = vectors(X, of).slice(cut[0], cut[1])
    got = rows_of([part_of(array)])
    assert isinstance(got.values, tuple) == (kinds != "dense")
    assert np.array_equal(dense(got), X[cut[0] : cut[0] + cut[1]])
    assert isinstance(rows_of([part_of(array)], sparse=True).values, tuple)


def test_a_vector_has_an_index_for_each_value() -> None:
    cells = [{"type": 0, "size": 3, "indices": [0, 2][:k], "values": [1.0, 2.0][: 3 - k]} for k in (1, 2)]
    with pytest.raises(ValueError, match=r"row 9 is a vector of 2 indices and 1 values"):
        part_of(pa.array(cells[1:], VECTOR), 9)
    with pytest.raises(ValueError, match=r"row 9 is a vector of 1 indices and 2 values"):
        part_of(pa.array(cells, VECTOR), 9)


def test_a_row_has_the_same_entries_beside_any_others(X: Any) -> None:
    kinds = np.arange(40) % 3 % 2
    both = rows_of([part_of(vectors(X, kinds))]).values
    apart = rows_of([part_of(vectors(X, kinds).slice(k, 1)) for k in range(40)], sparse=True).values
    assert all(np.array_equal(a, b) for a, b in zip(both, apart, strict=True))


def test_arrays_and_columns(X: Any) -> None:
    lists = pa.array(X.tolist(), pa.list_(pa.float64())).slice(5, 30)
    assert np.array_equal(rows_of([part_of(lists)]).values, X[5:35])
    floats = pa.StructArray.from_arrays([pa.array(X[:, k].astype(np.float32)) for k in range(7)], [*"abcdefg"])
    got = rows_of([part_of(floats.slice(5, 30))], [*"abcdefg"])
    assert got.values.dtype == np.float32 and np.array_equal(got.values, X[5:35].astype(np.float32))
    mixed = pa.StructArray.from_arrays([pa.array([1, 2]), pa.array([0.5, None])], ["whole", "real"])
    assert np.array_equal(rows_of([part_of(mixed)]).values, [[1, 0.5], [2, np.nan]], equal_nan=True)
    large = pa.StructArray.from_arrays([pa.array([1, 2**53 + 1])], ["whole"])
    with pytest.raises(ValueError, match=r"9007199254740993.* is no float64"):
        part_of(large)


def test_batches_one_after_another(X: Any) -> None:
    y, weights = np.arange(40) % 2, np.arange(40) / 8
    whole = pa.table({"features": vectors(X, np.ones(40, int)), "label": y, "weight": weights})
    got = gather(whole.to_batches(max_chunksize=11), None, sparse=False)
    assert np.array_equal(got.rows.values, X)
    assert np.array_equal(got.labels, y) and np.array_equal(got.weights, weights)
    nothing = gather([], None, sparse=False)
    assert (nothing.rows.rows, len(nothing.labels), nothing.weights) == (0, 0, None)


def test_rows_are_numbered_through_all_batches(X: Any) -> None:
    lists = pa.array([*X.tolist()[:20], None, *X.tolist()[20:]], pa.list_(pa.float64()))
    table = pa.table({"features": lists, "label": ["a", "b"] * 20 + ["a"]})
    with pytest.raises(ValueError, match=r"row 20: the features are null"):
        gather(table.to_batches(max_chunksize=6), None, sparse=False)
    ragged = pa.array([[1.0, 2.0]] * 9 + [[1.0]], pa.list_(pa.float64()))
    with pytest.raises(ValueError, match=r"row 9 has 1 columns, expected 2"):
        gather(pa.table({"features": ragged, "label": [0, 1] * 5}).to_batches(max_chunksize=4), None, sparse=False)


def test_a_score_does_not_depend_on_the_rows_beside_it(X: Any) -> None:
    y = np.where(X @ np.arange(7) > 0, "yes", "no")
    data = halfspace.train(X, y, algorithm="logistic").model.to_bytes()
    array = vectors(X, np.arange(40) % 3 % 2)
    whole = score(data, "texts", True, array)
    apart = [score(data, "texts", True, array.slice(k, 1)) for k in range(40)]
    assert whole.to_pylist() == [one[0].as_py() for one in apart]
    assert whole.field("prediction").to_pylist() == halfspace.Model.from_bytes(data).predict(X).tolist()
    assert len(score(data, "texts", True, array.slice(0, 0))) == 0
    with pytest.raises(ValueError, match="row 3: the features are null"):
        score(data, "texts", False, pa.array([*array.slice(0, 3).to_pylist(), None], VECTOR))


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array], ids=["dense", "sparse"])
def test_a_shard_that_views_its_rows_has_the_bytes_of_a_copy(X: Any, form: Any) -> None:
    y, weights = np.arange(40) % 2, np.arange(40) % 3
    for each in (None, weights):
        viewing = Shard.of(form(X), y, 0, each, copied=False)  # nobody else keeps the rows
        assert viewing.core.tobytes() == Shard.of(form(X), y, 0, each).core.tobytes()


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array], ids=["dense", "sparse"])
def test_a_partition_without_rows_adds_nothing(X: Any, form: Any) -> None:
    shard = Shard.of(form(X), np.arange(40) % 2, 0)
    nothing = _tasks.Described(_tasks.Facts(1, 0, 0, 0, 0, None, "", "", False), "").text()

    def answers(question: bytes) -> list[bytes]:
        asked = _tasks.Asked(type("Broadcast", (), {"value": question}), 1, 7, shard.facts.sparse)
        (empty,) = _tasks.answer([nothing], asked)
        assert (empty.rows, empty.missing, empty.error) == (0, (), "")
        return [shard.answer(question), empty.answer]

    models = []
    for kept in (1, 2):
        driver = _core.Driver.begin(LogisticLearner()._options())
        while question := driver.ask():
            driver.tell(functools.reduce(_core.add_answers, answers(question)[:kept]))
        models.append(driver.training().classifier.bytes())
    assert models[0] == models[1]
