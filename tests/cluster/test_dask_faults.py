"""What halfspace.dask says where rows, settings or checkpoints are not as they should be."""

from __future__ import annotations

import itertools
from typing import Any

import dask.array as da
import dask.bag as db
import numpy as np
import pytest
from dask import delayed
from dask_help import arrays, bounds, cluster, rows, shards_left
from one_machine import model_here

import halfspace.dask as hd
from halfspace._cluster_shards import check_driver_memory


@pytest.fixture(scope="module")
def client() -> Any:
    with cluster(2) as made:
        yield made


def pieces(change: Any = None) -> tuple[list[Any], list[Any]]:
    """Rows and labels in four delayed partitions; ``change(k, X, y)`` gives others."""
    X, y = rows()
    ends = bounds(4)
    parts = [(X[a:b].copy(), y[a:b].copy()) for a, b in itertools.pairwise(ends)]
    if change is not None:
        parts = [change(k, *part) for k, part in enumerate(parts)]
    return [delayed(p) for p, _ in parts], [delayed(q) for _, q in parts]


# Rows


@pytest.mark.parametrize("value", [np.nan, -np.inf])
def test_a_number_that_is_none_is_found_by_partition_row_and_column(client: Any, value: float) -> None:
    def change(k: int, X: Any, y: Any) -> Any:
        if k == 2:
            X[7, 3] = value
        return X, y

    with pytest.raises(ValueError, match=r"partition 2: row 7, column 3 \(from 0\)"):
        hd.LogisticRegression().fit(*pieces(change))


def test_a_frame_names_the_column(client: Any) -> None:
    pd = pytest.importorskip("pandas")
    X, y = rows()
    good = pd.DataFrame(X[:, :2], columns=["height", "width"])
    bad = good.copy()
    bad.loc[7, "width"] = np.nan
    with pytest.raises(ValueError, match=r"partition 1: row 7, column 'width': NaN"):
        hd.LogisticRegression().fit([delayed(good), delayed(bad)], [delayed(y), delayed(y)])


def test_a_weight_that_is_none_is_found_by_partition_and_row(client: Any) -> None:
    X, y = rows()
    for value, message in ((np.nan, r"partition 1: .*NaN: row 7 \(from 0\)"), (-1.0, r"partition 1: weights\[7\]: -1")):
        weights = np.ones(len(y))
        weights[407] = value
        parts = [[delayed(whole[:400]), delayed(whole[400:])] for whole in (X, y, weights)]
        with pytest.raises(ValueError, match=message):
            hd.LogisticRegression().fit(*parts)


def test_partitions_may_be_empty(client: Any) -> None:
    X, y = rows()
    learner = hd.LogisticRegression()
    empty = X[:0], y[:0]
    parts = [empty, (X[:100], y[:100]), empty, (X[100:], y[100:]), empty]
    learner.fit([delayed(p) for p, _ in parts], [delayed(q) for _, q in parts])
    assert learner.model_.to_bytes() == model_here(learner, X, y)


def test_no_rows_at_all_are_refused(client: Any) -> None:
    X, y = rows()
    with pytest.raises(ValueError, match="X has no rows in any of its 2 partitions"):
        hd.LogisticRegression().fit([delayed(X[:0])] * 2, [delayed(y[:0])] * 2)


def test_a_partition_may_have_one_class_and_the_first_need_not_see_all(client: Any) -> None:
    X, y = rows()
    order = np.argsort(y, kind="stable")
    learner = hd.LogisticRegression().fit(*arrays(X[order], y[order], 7))
    assert learner.model_.to_bytes() == model_here(learner, X[order], y[order])


def test_one_class_in_all_partitions_is_refused(client: Any) -> None:
    X, y = rows()
    with pytest.raises(ValueError, match="all rows have the label 'no'; training needs two classes"):
        hd.LogisticRegression().fit(*arrays(X, np.full_like(y, "no"), 3))


def test_partitions_with_other_columns_are_named(client: Any) -> None:
    pd = pytest.importorskip("pandas")

    def fewer(k: int, X: Any, y: Any) -> Any:
        return X[:, : -1 if k == 3 else None], y

    with pytest.raises(ValueError, match="partition 3 has 11 columns, partition 0 has 12"):
        hd.LogisticRegression().fit(*pieces(fewer))

    def renamed(k: int, X: Any, y: Any) -> Any:
        return pd.DataFrame(X[:, :2], columns=["a", "b" if k != 1 else "B"]), y

    with pytest.raises(ValueError, match="partition 1 has as column 1 'B', partition 0 has 'b'"):
        hd.LogisticRegression().fit(*pieces(renamed))


def test_partitions_with_other_types_are_named(client: Any) -> None:
    pd = pytest.importorskip("pandas")
    sparse = pytest.importorskip("scipy.sparse")

    def texts(k: int, X: Any, y: Any) -> Any:
        table = pd.DataFrame(X[:, :2], columns=["a", "b"])
        return (table.assign(b="red") if k == 2 else table), y

    with pytest.raises(ValueError, match="partition 2: column 'b' holds texts"):
        hd.LogisticRegression().fit(*pieces(texts))

    def thin(k: int, X: Any, y: Any) -> Any:
        return sparse.csr_matrix(X) if k == 3 else X, y

    with pytest.raises(ValueError, match="partition 3 has sparse rows, partition 0 has dense"):
        hd.LogisticRegression().fit(*pieces(thin))

    def numbers(k: int, X: Any, y: Any) -> Any:
        return X, (y == "yes").astype(int) if k == 1 else y

    with pytest.raises(ValueError, match="partition 1 has labels that are whole numbers, partition 0 has texts"):
        hd.LogisticRegression().fit(*pieces(numbers))


def test_float32_in_one_partition_is_the_same_numbers(client: Any) -> None:
    X, y = rows()
    X = X.astype(np.float32).astype(np.float64)
    learner = hd.LogisticRegression()
    learner.fit([delayed(X[:300].astype(np.float32)), delayed(X[300:])], [delayed(y[:300]), delayed(y[300:])])
    assert learner.model_.to_bytes() == model_here(learner, X, y)


def test_rows_and_labels_that_do_not_match_are_refused(client: Any) -> None:
    X, y = rows()
    parts, labels = arrays(X, y, 3)
    learner = hd.LogisticRegression()
    with pytest.raises(ValueError, match="X has 840 rows and y 839"):
        learner.fit(parts, labels[1:])
    with pytest.raises(ValueError, match="X has 2 partitions and y has 1"):
        learner.fit([delayed(X), delayed(X)], [delayed(y)])
    with pytest.raises(ValueError, match="partition 1: X has 840 rows and y 5 labels"):
        learner.fit([delayed(X), delayed(X)], [delayed(y), delayed(y[:5])])
    with pytest.raises(TypeError, match=r"X is of type numpy\.ndarray; expected a dask array"):
        learner.fit(X, y)
    for other in (delayed(X), db.from_sequence([1, 2])):  # a delayed value has every attribute, a bag partitions
        wanted = "expected a dask array, a dask data frame or a list of delayed partitions"
        with pytest.raises(TypeError, match=wanted):
            learner.fit(other, labels)
        with pytest.raises(TypeError, match="expected a dask array, a dask series or a list of delayed partitions"):
            learner.fit(parts, other)
    with pytest.raises(ValueError, match="y has 2 dimensions"):
        learner.fit(parts, labels.reshape(-1, 1))
    with pytest.raises(ValueError, match="this LogisticRegression is not fitted"):
        learner.predict(parts)
    for other in (delayed(X), db.from_sequence([1, 2])):
        with pytest.raises(TypeError, match="expected a dask array, a dask data frame or a list of delayed partitions"):
            hd.LogisticRegression(max_iter=5, tol=1.0).fit(parts, labels).predict(other)


def test_more_columns_than_the_driver_can_hold_are_refused_before_a_pass() -> None:
    wide = da.zeros((10, 2**40), chunks=(5, 2**40))
    with cluster(1), pytest.raises(ValueError, match=r"X has 1099511627776 columns, whose optimiser needs \d+\.\d GB"):
        hd.LogisticRegression().fit(wide, da.arange(10, chunks=5) % 2)
    with pytest.raises(ValueError, match=r"needs 0\.2 GB here at the driver; 0\.1 GB are free"):
        check_driver_memory(1_000_000, limit=100_000_000)
    check_driver_memory(1_000_000, limit=250_000_000)
    with pytest.raises(ValueError, match=r"1000000 columns and 3 classes, .* needs 0\.7 GB"):
        check_driver_memory(1_000_000, limit=250_000_000, classes=3)
    with pytest.raises(ValueError, match=r"columns for 9 models, .* take fewer points, or run"):  # of a path
        check_driver_memory(1_000_000, limit=250_000_000, models=9, fewer="points")


# Settings


def test_settings_that_are_none_are_refused_before_a_task(client: Any) -> None:
    X, y = rows()
    with pytest.raises(ValueError, match="loss is 'log'; expected 'hinge', 'squared_hinge' or 'modified_huber'"):
        hd.LinearSVC("log").fit(*arrays(X, y, 2))
    with pytest.raises(ValueError, match=r"C.*-1"):
        hd.LogisticRegression(C=-1).fit(*arrays(X, y, 2))
    assert shards_left(client) == []


def test_too_few_rounds_warn_with_the_gap(client: Any) -> None:
    X, y = rows()
    with pytest.warns(UserWarning, match=r"above its optimum. Raise max_iter"):
        learner = hd.LogisticRegression(max_iter=1).fit(*arrays(X, y, 2))
    assert learner.dual_gap_ > learner.tol * learner.objective_


# Checkpoints


def interrupted(path: Any, parts: Any, labels: Any, **settings: Any) -> Any:
    """A learner whose fit was ended by its callback after round 4."""
    learner = hd.LogisticRegression(checkpoint=path, callback=lambda seen: seen["rounds"] < 4, **settings)
    with pytest.raises(KeyboardInterrupt, match="ended the run after 4 rounds; fit again with checkpoint="):
        learner.fit(parts, labels)
    return learner.set_params(callback=None)


def test_a_checkpoint_goes_on_to_the_same_bytes(client: Any, tmp_path: Any) -> None:
    X, y = rows()
    path = tmp_path / "run.checkpoint"
    learner = interrupted(path, *arrays(X, y, 3))
    assert path.exists()
    first: list[int] = []
    learner.set_params(callback=lambda seen: first.append(seen["rounds"])).fit(*arrays(X, y, 3))
    assert first[0] == 4
    assert learner.model_.to_bytes() == model_here(learner, X, y)
    assert list(tmp_path.iterdir()) == []


def test_a_checkpoint_of_another_run_is_refused_and_stays(client: Any, tmp_path: Any) -> None:
    X, y = rows()
    path = tmp_path / "run.checkpoint"
    learner = interrupted(path, *arrays(X, y, 3))
    before = path.read_bytes()
    with pytest.raises(
        ValueError,
        match=r"run.checkpoint: a checkpoint of another run, with options .*'C', '1'.*this one has .*'C', '2'",
    ):
        learner.set_params(C=2).fit(*arrays(X, y, 3))
    learner.set_params(C=1.0)
    with pytest.raises(ValueError, match="another run, with partitions 3; this one has 4"):
        learner.fit(*arrays(X, y, 4))
    with pytest.raises(ValueError, match="another run, with rows 840; this one has 839"):
        learner.fit(*(whole[1:] for whole in arrays(X, y, 3)))
    X[5, 5] += 100
    with pytest.raises(ValueError, match="another run: partition 0 has other rows, labels"):
        learner.fit(*arrays(X, y, 3))
    assert path.read_bytes() == before
    path.write_bytes(before[:-1])
    with pytest.raises(ValueError, match=r"run.checkpoint: a damaged checkpoint"):
        learner.fit(*arrays(X, y, 3))
    path.write_bytes(b"something else")
    with pytest.raises(ValueError, match=r"run.checkpoint: no checkpoint of halfspace"):
        learner.fit(*arrays(X, y, 3))
