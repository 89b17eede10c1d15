"""Cross-validation of halfspace.dask and halfspace.spark: one report for any partitions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from test_separate import chunks


def made(classes: int = 2) -> tuple[Any, Any]:
    random = np.random.default_rng(5)
    y = random.integers(0, classes, 900)
    return np.round(random.normal(size=(900, 4)) + 0.8 * np.eye(4)[y], 3), y


def same(reports: Any, folds: int, rows: int) -> None:
    kept = [{name: r[name] for name in ("metrics", "fits", "rows", "folds", "classes")} for r in reports]
    assert all(one == kept[0] for one in kept)
    for report in reports:
        assert report["rows"] == rows
        assert len(report.scores["accuracy"]) == folds
        assert report["metrics"]["accuracy"]["mean"] > 1.2 / len(report["classes"])
        assert report["metrics"]["log_loss"]["mean"] < 1
        assert sum(fit["test_rows"] for fit in report["fits"]) == rows


class TestDask:
    @pytest.mark.parametrize("classes", [2, 3])
    def test_one_report_for_any_partitions(self, client: Any, classes: int) -> None:
        import halfspace.dask

        X, y = made(classes)
        model = halfspace.dask.LogisticRegression(C=0.5)
        reports = [halfspace.dask.cross_validate(model, *chunks(X, y, n), folds=4, seed=2) for n in (1, 2, 3, 7)]
        same(reports, 4, len(y))
        rounds = model.fit(*chunks(X, y, 3)).rounds_
        assert reports[0]["cluster"]["rounds"] <= rounds + 4

    def test_what_folds_refuse(self, client: Any) -> None:
        import halfspace.dask

        parts = chunks(*made(), 2)
        with pytest.raises(ValueError, match="roc-auc needs the scores of all rows"):
            halfspace.dask.cross_validate(halfspace.dask.LinearSVC(), *parts, metric="roc-auc")
        with pytest.raises(ValueError, match="perceptron has no cross-validation"):
            halfspace.dask.cross_validate(halfspace.dask.Perceptron(), *parts)


class TestSpark:
    def test_one_report_for_any_partitions(self, spark: Any) -> None:
        from halfspace.spark import LogisticRegression, cross_validate

        X, y = made()
        rows = [(*map(float, x), int(label)) for x, label in zip(X, y, strict=True)]
        frame = spark.createDataFrame(rows, ["a", "b", "c", "d", "label"])
        model = LogisticRegression(featureCols=["a", "b", "c", "d"], C=0.5)
        same([cross_validate(model, frame.coalesce(n), folds=4, seed=2) for n in (1, 2)], 4, len(y))
        weighted = frame.selectExpr("*", "case when a > 1 then 0 else 1 end as weight").coalesce(2)
        counted = cross_validate(model.copy().setParams(weightCol="weight"), weighted, folds=4)
        assert counted["rows"] == int((X[:, 0] <= 1).sum())
        for wrong in ({"folds": 1}, {"repeats": 0}, {"metric": "roc-auc"}):
            with pytest.raises(ValueError, match=r"folds|repeats|roc-auc"):
                cross_validate(model, frame, **wrong)
