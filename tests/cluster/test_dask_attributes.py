"""Attributes of fitted learners of halfspace.dask: names, classes, what goes by them."""

from __future__ import annotations

from typing import Any

import pytest
from dask import delayed
from dask_help import arrays, rows

import halfspace.dask as hd

pd = pytest.importorskip("pandas")


class TestNames:
    def test_they_go_where_the_rows_have_none(self, client: Any) -> None:
        X, y = rows()
        learner = hd.LogisticRegression().fit([delayed(pd.DataFrame(X[:, :2], columns=["a", "b"]))], [delayed(y)])
        assert learner.feature_names_in_.tolist() == ["a", "b"]
        assert not hasattr(learner.fit(*arrays(X, y, 2)), "feature_names_in_")
