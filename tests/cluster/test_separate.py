"""separate() of halfspace.dask and halfspace.spark: the verdict of one machine, one certificate for any partitions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import halfspace


def rows(kind: str) -> tuple[Any, Any]:
    """Rows labelled by the sides of a plane; "quasi": and a point of it with both labels; "overlapping": at random."""
    random = np.random.default_rng(3)
    X = np.round(random.normal(size=(2500, 4)), 3)
    y = np.where(X @ [2.0, -1.0, 0.5, 1.0] > 0.3, 1, 0)
    if kind == "quasi":
        return np.vstack([X, [[0.15, 0, 0, 0]] * 2]), np.append(y, [0, 1])
    return X, random.integers(0, 2, len(X)) if kind == "overlapping" else y


def chunks(X: Any, y: Any, partitions: int) -> tuple[Any, Any]:
    """Dask arrays in partitions of different sizes."""
    import dask.array as da

    ends = np.round(np.linspace(0, 1, partitions + 1) ** 1.5 * len(y)).astype(int)
    sizes = tuple(np.diff(ends).tolist())
    return da.from_array(X, chunks=(sizes, (X.shape[1],))), da.from_array(y, chunks=(sizes,))


VERDICTS = [("separable", "separable"), ("quasi", "quasi-separable"), ("overlapping", "overlapping")]


def check(verdicts: Any, X: Any, y: Any, expected: str) -> None:
    here = halfspace.separate(X, y)
    assert here.verdict == expected
    assert len({v.certificate for v in verdicts}) == 1
    for verdict in verdicts:
        assert verdict.verdict == expected
        assert verdict.report["radius_squared"] == here.report["radius_squared"]
        assert max(verdict.margin[0], here.margin[0]) <= min(verdict.margin[1], here.margin[1])
        assert verdict.report["cluster"]["rows"] == len(y)
        assert verdict.report["cluster"]["rounds"] >= 3
    assert halfspace.verify(verdicts[0], X, y).accepted
    assert not halfspace.verify(verdicts[0], X, 1 - y).accepted


class TestDask:
    @pytest.mark.parametrize(("kind", "expected"), VERDICTS)
    def test_the_verdict_and_the_certificate_of_any_partition(self, client: Any, kind: str, expected: str) -> None:
        from dask_help import shards_left

        import halfspace.dask as hd

        X, y = rows(kind)
        check([hd.separate(*chunks(X, y, k), certificate=True) for k in (1, 2, 3, 7)], X, y, expected)
        assert shards_left(client) == []

    def test_classes_are_chosen_and_what_cannot_be_is_refused(self, client: Any) -> None:
        import halfspace.dask as hd

        X, y = rows("separable")
        three = np.where(X[:, 0] > 1, 2, y)
        with pytest.raises(ValueError, match="there are 3 of them"):
            hd.separate(*chunks(X, three, 3))
        two = hd.separate(*chunks(X, three, 3), classes=[0, 1], positive=0)
        kept = three < 2
        assert two.verdict == halfspace.separate(X[kept], three[kept]).verdict
        assert two.report["rows"] == kept.sum()
        assert two.report["positive"] == "0"
        with pytest.raises(ValueError, match="no certificate was asked for"):
            _ = two.certificate
        with pytest.raises(KeyboardInterrupt, match="after 1 rounds"):
            hd.separate(*chunks(X, y, 2), callback=lambda _: False)

    def test_rows_of_weight_0_are_left_out(self, client: Any) -> None:
        import halfspace.dask as hd

        X, y = rows("quasi")
        weights = np.append(np.ones(len(y) - 2), [0, 1])
        verdict = hd.separate(*chunks(X, y, 3), sample_weight=chunks(X, weights, 3)[1])
        assert verdict.verdict == "separable"
        assert verdict.report["rows"] == len(y) - 1


class TestSpark:
    @pytest.mark.parametrize(("kind", "expected"), VERDICTS[:2])
    def test_the_verdict_and_the_certificate_of_any_partition(self, spark: Any, kind: str, expected: str) -> None:
        from pyspark.sql import Row

        from halfspace.spark import separate

        X, y = rows(kind)
        table = [Row(**{f"c{j}": float(v) for j, v in enumerate(x)}, label=int(k)) for x, k in zip(X, y, strict=True)]
        columns = [f"c{j}" for j in range(X.shape[1])]
        found = [
            separate(
                spark.createDataFrame(spark.sparkContext.parallelize(table, k)), featureCols=columns, certificate=True
            )
            for k in (1, 3)
        ]
        import pandas as pd

        check(found, pd.DataFrame(X, columns=columns), y, expected)
