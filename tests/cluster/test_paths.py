"""Paths of halfspace.dask and halfspace.spark: one report and model for any partitions, the points of one machine."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from test_folds import made
from test_separate import chunks

import halfspace

OPTIONS: dict[str, Any] = {"penalty": "l1", "points": 5, "folds": 3, "seed": 2}


def same(paths: Any) -> None:
    for path in paths:
        assert path.status == "converged"
        assert path["points"] == paths[0]["points"]
        assert path.model.to_bytes() == paths[0].model.to_bytes()
        assert path.chosen is not None
        assert path["cluster"]["rounds"] < 10 * len(path["points"])


def as_here(path: Any, X: Any, y: Any) -> None:
    here = halfspace.path(X, y, penalty="l1", points=5)
    np.testing.assert_allclose(path.lambdas, here.lambdas, rtol=1e-9)
    np.testing.assert_allclose(path.objectives, here.objectives, rtol=2e-6)
    np.testing.assert_allclose(path.coefs, here.coefs, atol=0.01)


class TestDask:
    def test_one_path_for_any_partitions(self, client: Any) -> None:
        import halfspace.dask

        X, y = made()
        paths = [halfspace.dask.path(*chunks(X, y, n), **OPTIONS) for n in (1, 2, 7)]
        same(paths)
        as_here(paths[0], X, y)

    def test_what_paths_refuse(self, client: Any, tmp_path: Any) -> None:
        import halfspace.dask

        with pytest.raises(ValueError, match="roc-auc needs the scores of all rows"):
            halfspace.dask.path(*chunks(*made(), 2), folds=2, metric="roc-auc")
        with pytest.raises(ValueError, match="two classes; these rows have 3"):
            halfspace.dask.path(*chunks(*made(3), 2), points=3)

    def test_a_callback_ends_a_path_that_a_checkpoint_goes_on_with(self, client: Any, tmp_path: Any) -> None:
        import halfspace.dask

        parts = chunks(*made(), 2)
        kept = tmp_path / "path.checkpoint"
        with pytest.raises(KeyboardInterrupt):
            halfspace.dask.path(*parts, checkpoint=kept, callback=lambda seen: seen["rounds"] < 9, **OPTIONS)
        assert kept.exists()
        same([halfspace.dask.path(*parts, checkpoint=kept, **OPTIONS), halfspace.dask.path(*parts, **OPTIONS)])
        assert not kept.exists()


class TestSpark:
    def test_one_path_for_any_partitions(self, spark: Any) -> None:
        import halfspace.spark

        X, y = made()
        rows = [(*map(float, x), int(label)) for x, label in zip(X, y, strict=True)]
        frame = spark.createDataFrame(rows, ["a", "b", "c", "d", "label"])
        options = {"penalty": "l1", "lambdas": [0.1, 0.02], "folds": 2}
        paths = [halfspace.spark.path(frame.coalesce(n), featureCols=["a", "b", "c", "d"], **options) for n in (1, 2)]
        same(paths)
        here = halfspace.path(X, y, penalty="l1", lambdas=[0.1, 0.02])
        np.testing.assert_allclose(paths[0].objectives, here.objectives, rtol=2e-6)
