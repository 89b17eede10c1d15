"""Scaled columns in halfspace.dask and halfspace.spark: one model for any partitions, that of one machine."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from test_folds import made
from test_separate import chunks

import halfspace


def uneven(classes: int = 2) -> tuple[Any, Any]:
    """Columns of different lengths, far from 0."""
    X, y = made(classes)
    return X * 10.0 ** np.arange(-1, X.shape[1] - 1) + np.arange(X.shape[1]) * 50, y


class TestDask:
    @pytest.mark.parametrize("scale", ["standard", "minmax", "max-norm"])
    def test_the_model_of_one_machine(self, client: Any, scale: str) -> None:
        import halfspace.dask

        X, y = uneven()
        models = [halfspace.dask.LogisticRegression(tol=1e-9, scale=scale).fit(*chunks(X, y, n)) for n in (1, 2, 7)]
        assert len({model.model_.to_bytes() for model in models}) == 1
        here = halfspace.train(X, y, algorithm="logistic", scale=scale, tol=1e-9)
        np.testing.assert_allclose(models[0].coef_, here.model.weights, rtol=1e-3, atol=1e-7)
        assert models[0].report_["settings"]["scale"] == scale

    def test_three_classes_and_perceptrons(self, client: Any) -> None:
        import halfspace.dask

        X, y = uneven(3)
        for learner in (
            halfspace.dask.LogisticRegression(scale="standard"),
            halfspace.dask.LinearSVC("hinge", scale="minmax", tol=1e-3),
            halfspace.dask.Perceptron("averaged", scale="standard", max_iter=5),
        ):
            models = [learner.fit(*chunks(X, y, n)).model_.to_bytes() for n in (1, 4)]
            assert models[0] == models[1]
            assert (learner.model_.predict(X) == y).mean() > 0.5

    def test_what_is_refused(self, client: Any) -> None:
        import halfspace.dask

        parts = chunks(*uneven(), 2)
        with pytest.raises(ValueError, match="each have their own"):
            halfspace.dask.LinearSVC(scale="standard", calibrate="auto").fit(*parts)
        with pytest.raises(ValueError, match="each have their own"):
            halfspace.dask.cross_validate(halfspace.dask.LinearSVC(scale="standard"), *parts)
        with pytest.raises(ValueError, match="'robust' is not one of"):
            halfspace.dask.LinearSVC(scale="robust").fit(*parts)

    def test_a_path(self, client: Any) -> None:
        import halfspace.dask

        X, y = uneven()
        over = halfspace.dask.path(*chunks(X, y, 3), penalty="l1", scale="standard", points=5, choose=4, tol=1e-9)
        here = halfspace.path(X, y, penalty="l1", scale="standard", points=5, choose=4, tol=1e-9)
        np.testing.assert_allclose(over.coefs, here.coefs, rtol=1e-3, atol=1e-6)


class TestSpark:
    def test_the_model_of_one_machine(self, spark: Any) -> None:
        from halfspace.spark import LogisticRegression

        X, y = uneven()
        rows = [(*map(float, x), int(label)) for x, label in zip(X, y, strict=True)]
        frame = spark.createDataFrame(rows, ["a", "b", "c", "d", "label"])
        learner = LogisticRegression(featureCols=["a", "b", "c", "d"], tol=1e-9, scale="standard")
        models = [learner.fit(frame.coalesce(n)).model for n in (1, 2)]
        assert models[0].to_bytes() == models[1].to_bytes()
        here = halfspace.train(X, y, algorithm="logistic", scale="standard", tol=1e-9)
        np.testing.assert_allclose(np.ravel(models[0].weights), np.ravel(here.model.weights), rtol=1e-3)
