"""Calibration in halfspace.dask and halfspace.spark: one model for any partitions, probabilities that fit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from test_folds import made
from test_separate import chunks


def log_loss(chances: Any, y: Any) -> float:
    return float(-np.log(chances[np.arange(len(y)), y]).mean())


class TestDask:
    @pytest.mark.parametrize("classes", [2, 3])
    def test_one_model_for_any_partitions(self, client: Any, classes: int) -> None:
        import halfspace.dask

        X, y = made(classes)
        models = [halfspace.dask.LinearSVC(C=0.1, calibrate="auto").fit(*chunks(X, y, n)) for n in (1, 2, 7)]
        assert len({model.model_.to_bytes() for model in models}) == 1
        report = models[0].report_["calibration"]
        assert report["done"] and report["kind"] == ("platt" if classes == 2 else "temperature")
        chances = np.asarray(models[0].model_.predict_proba(X))
        np.testing.assert_allclose(chances.sum(axis=1), 1, rtol=1e-12)
        assert log_loss(chances, y) == pytest.approx(report["held_out_log_loss"], abs=0.03)
        lazily = models[0].predict_proba(chunks(X, y, 3)[0])
        np.testing.assert_array_equal(np.asarray(lazily.compute()), chances)

    def test_what_is_refused(self, client: Any) -> None:
        import halfspace.dask

        parts = chunks(*made(), 2)
        with pytest.raises(ValueError, match="calibrate is 'isotonic'"):
            halfspace.dask.LinearSVC(calibrate="isotonic").fit(*parts)
        with pytest.raises(ValueError, match="temperature is for three classes or more"):
            halfspace.dask.LinearSVC(calibrate="temperature").fit(*parts)
        with pytest.raises(ValueError, match="has no probabilities"):
            halfspace.dask.LinearSVC().fit(*parts).predict_proba(parts[0])


class TestSpark:
    def test_one_model_for_any_partitions(self, spark: Any) -> None:
        from halfspace.spark import LinearSVC

        X, y = made()
        rows = [(*map(float, x), int(label)) for x, label in zip(X, y, strict=True)]
        frame = spark.createDataFrame(rows, ["a", "b", "c", "d", "label"])
        svc = LinearSVC(featureCols=["a", "b", "c", "d"], C=0.1, tol=1e-3, calibrate="auto", calibrateFolds=3)
        models = [svc.fit(frame.coalesce(n)) for n in (1, 2)]
        assert models[0].model.to_bytes() == models[1].model.to_bytes()
        assert models[0].report["calibration"]["done"]
        told = models[0].transform(frame).select("probability", "prediction").toPandas()
        chances = np.array([list(p) for p in told["probability"]])
        np.testing.assert_array_equal(chances, models[0].model.predict_proba(X))
        np.testing.assert_array_equal(told["prediction"], chances.argmax(axis=1))
