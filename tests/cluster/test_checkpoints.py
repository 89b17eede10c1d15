"""Which rows a checkpoint is of: those of each partition in their order, with their labels."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from dask import delayed
from dask_help import arrays, rows
from scipy import sparse

import halfspace.dask as hd
from halfspace._cluster_shards import Shard


def digest(X: Any, y: Any, weights: Any = None) -> str:
    return Shard.of(X, y, 0, weights, digested=True).facts.digest


def interrupted(learner: Any, *given: Any) -> Any:
    """A learner whose fit was ended after round 3, with the settings that it had."""
    learner.set_params(callback=lambda seen: seen["rounds"] < 3)
    with pytest.raises(KeyboardInterrupt):
        learner.fit(*given)
    return learner.set_params(callback=None)


class TestDigests:
    def test_types_and_memory_layout_do_not_matter(self) -> None:
        X, y = rows()
        X = X.astype(np.float32).astype(np.float64)
        expected = digest(X, y)
        wide = np.zeros((len(X), 2 * X.shape[1]))
        wide[:, ::2] = X
        for same in (X.astype(np.float32), np.asfortranarray(X), wide[:, ::2], X.astype(">f8")):
            assert digest(same, y) == expected
        assert digest(X, y.astype(object)) == expected
        csr = sparse.csr_array(X)
        long = sparse.csr_array((csr.data, csr.indices.astype(np.int64), csr.indptr.astype(np.int64)), csr.shape)
        assert digest(csr, y) == digest(long, y) == digest(csr.tocsc(), y) != expected

    def test_order_labels_weights_and_names_do(self) -> None:
        pd = pytest.importorskip("pandas")
        X, y = rows()
        ones, twos = np.ones(len(y)), np.full(len(y), 2.0)
        table = pd.DataFrame(X, columns=[f"x{k}" for k in range(X.shape[1])])
        found = [
            *(digest(X, y), digest(X[::-1], y), digest(X, np.roll(y, 1)), digest(X[:-1], y[:-1])),
            *(digest(X, np.where(y == "yes", "no", "yes")), digest(X, y, ones), digest(X, y, twos)),
            *(digest(table, y), digest(table.rename(columns={"x3": "z"}), y), digest(table[table.columns[::-1]], y)),
        ]
        assert len(set(found)) == len(found)


class TestOnDask:
    @pytest.mark.filterwarnings("ignore:not-converged")
    @pytest.mark.parametrize("preset", ["cyclic", "averaged"])
    def test_a_perceptron_does_not_go_on_with_rows_in_another_order(
        self, client: Any, tmp_path: Any, preset: str
    ) -> None:
        X, y = rows()
        learner = hd.Perceptron(preset, max_iter=6, checkpoint=tmp_path / "run")
        interrupted(learner, *arrays(X, y, 4))
        with pytest.raises(ValueError, match=r"another run: partition 0 has other rows.* or the same in another order"):
            learner.fit(*arrays(X[::-1].copy(), y[::-1].copy(), 4))
        again = learner.fit(*arrays(np.asfortranarray(X), y.astype(object), 4))
        fresh = hd.Perceptron(preset, max_iter=6).fit(*arrays(X, y, 4))
        assert again.model_.to_bytes() == fresh.model_.to_bytes()

    def test_labels_that_belong_to_other_rows_are_refused(self, client: Any, tmp_path: Any) -> None:
        X, y = rows()
        ends = [delayed(X[:400]), delayed(X[400:])]
        learner = hd.LogisticRegression(penalty="l1", checkpoint=tmp_path / "run")
        interrupted(learner, ends, [delayed(y[:400]), delayed(y[400:])])
        with pytest.raises(ValueError, match=r"partition 1 has other rows, labels.*fit the same rows.*or remove"):
            learner.fit(ends, [delayed(y[:400]), delayed(np.roll(y[400:], 1))])
        with pytest.raises(ValueError, match="partition 0 has other rows, labels, weights"):
            learner.fit(ends, [delayed(y[:400]), delayed(y[400:])], [delayed(np.ones(400)), delayed(np.ones(440))])

    def test_one_of_an_earlier_halfspace_is_refused(self, client: Any, tmp_path: Any) -> None:
        X, y = rows()
        learner = hd.LogisticRegression(checkpoint=tmp_path / "run")
        interrupted(learner, *arrays(X, y, 2))
        line, _, state = (tmp_path / "run").read_bytes().partition(b"\n")
        before = {**json.loads(line), "format": "halfspace-checkpoint/1", "data": "e3b0c442"}
        (tmp_path / "run").write_bytes(json.dumps(before).encode() + b"\n" + state)
        with pytest.raises(ValueError, match=r"run: a checkpoint of an earlier halfspace.*remove the file"):
            learner.fit(*arrays(X, y, 2))

    def test_cross_validation_knows_its_rows(self, client: Any, tmp_path: Any) -> None:
        X, y = rows()
        learner = hd.LogisticRegression(checkpoint=tmp_path / "run", callback=lambda seen: seen["rounds"] < 3)
        with pytest.raises(KeyboardInterrupt):
            hd.cross_validate(learner, *arrays(X, y, 3), folds=3)
        learner.set_params(callback=None)
        with pytest.raises(ValueError, match="partition 0 has other rows"):
            hd.cross_validate(learner, *arrays(X[::-1].copy(), y[::-1].copy(), 3), folds=3)


@pytest.mark.filterwarnings("ignore:not-converged")
def test_on_spark_rows_in_another_order_are_refused(spark: Any, tmp_path: Any) -> None:
    pytest.importorskip("pyspark")
    import spark_help

    import halfspace.spark as hs

    X, y = spark_help.rows()
    path = str(tmp_path / "run")
    learner = hs.Perceptron(preset="averaged", maxIter=6, checkpoint=path)
    learner.setCallback(lambda seen: seen["rounds"] < 3)
    with pytest.raises(KeyboardInterrupt):
        learner.fit(spark_help.frame(spark, X, y, 2))
    learner.setCallback(None)
    with pytest.raises(ValueError, match=r"another run: partition 0 has other rows.* or the same in another order"):
        learner.fit(spark_help.frame(spark, X[::-1], y[::-1], 2))
    again = learner.fit(spark_help.frame(spark, X, y, 2))
    fresh = hs.Perceptron(preset="averaged", maxIter=6).fit(spark_help.frame(spark, X, y, 2))
    assert again.model == fresh.model
