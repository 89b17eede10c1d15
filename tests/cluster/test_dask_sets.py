"""The same bytes on real sets: HALFSPACE_SETS names the folder that has a9a, imdb_tfidf.zst and kdd99.zst."""

from __future__ import annotations

import itertools
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from dask import delayed
from dask_help import cluster
from one_machine import model_here

import halfspace
import halfspace.dask as hd

SETS = os.environ.get("HALFSPACE_SETS", "")
LEARNERS = {
    "logistic": hd.LogisticRegression(),
    "l1": hd.LogisticRegression(penalty="l1"),
    "squared hinge": hd.LinearSVC(),
    "hinge": hd.LinearSVC("hinge", tol=1e-3),
    "perceptron": hd.Perceptron(),
    "mixing": hd.Perceptron("averaged", mixing_blocks=4),
}


@pytest.fixture(scope="module")
def client() -> Any:
    with cluster(2) as made:
        yield made


@pytest.fixture(scope="module")
def whole() -> Any:
    """Rows of the sets, read once."""
    kept: dict[str, Any] = {}

    def of(name: str) -> Any:
        if name not in kept:
            kept.clear()
            kept[name] = halfspace.read_libsvm(Path(SETS) / name)
        return kept[name]

    return of


@pytest.mark.long
@pytest.mark.skipif(not SETS, reason="HALFSPACE_SETS is not set")
@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("name", ["a9a", "imdb_tfidf.zst", "kdd99.zst"])
def test_real_sets_give_the_bytes_of_one_machine(client: Any, whole: Any, name: str, learner: str) -> None:
    table = whole(name)
    model = LEARNERS[learner]
    expected = model_here(model, table.X, table.y)
    for partitions in (2, 3, 7):
        ends = np.linspace(0, len(table.y), partitions + 1).astype(int)
        spans = [slice(a, b) for a, b in itertools.pairwise(ends)]
        model.fit([delayed(table.X[part]) for part in spans], [delayed(table.y[part]) for part in spans])
        assert model.model_.to_bytes() == expected
    if not isinstance(model, hd.Perceptron):
        assert model.dual_gap_ <= model.tol * model.objective_
