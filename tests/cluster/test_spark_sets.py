"""The same bytes on real sets: HALFSPACE_SETS names the folder that has a9a, imdb_tfidf.zst and kdd99.zst."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from one_machine import model_here
from vectors_parquet import read_vectors, write_vectors

import halfspace
import halfspace.spark as hs
from halfspace._cluster_learners import LogisticLearner, PerceptronLearner, SupportLearner

SETS = os.environ.get("HALFSPACE_SETS", "")
LEARNERS = {
    "logistic": (hs.LogisticRegression(), LogisticLearner()),
    "l1": (hs.LogisticRegression(penalty="l1"), LogisticLearner(penalty="l1")),
    "squared hinge": (hs.LinearSVC(), SupportLearner()),
    "hinge": (hs.LinearSVC(loss="hinge", tol=1e-3), SupportLearner("hinge", tol=1e-3)),
    "perceptron": (hs.Perceptron(), PerceptronLearner()),
    "mixing": (hs.Perceptron(preset="averaged", mixingBlocks=4), PerceptronLearner("averaged", mixing_blocks=4)),
}


@pytest.fixture(scope="module", params=["a9a", "imdb_tfidf.zst", "kdd99.zst"])
def real(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Any, Path]:
    """The rows of a set, and the folder where they lie in 2 and in 5 files."""
    table = halfspace.read_libsvm(Path(SETS) / request.param)
    labels = table.y.astype(float)
    folder = tmp_path_factory.mktemp("sets")
    for parts in (2, 5):
        write_vectors(table.X, labels, folder / str(parts), parts)
    return table.X, labels, folder


@pytest.mark.long
@pytest.mark.skipif(not SETS, reason="HALFSPACE_SETS is not set")
@pytest.mark.parametrize("learner", LEARNERS)
def test_real_sets_give_the_bytes_of_one_machine(spark: Any, real: tuple[Any, Any, Path], learner: str) -> None:
    X, labels, folder = real
    estimator, alone = LEARNERS[learner]
    estimator = estimator.copy({estimator.reader: "arrow"})  # in the order of the files
    expected = model_here(alone, X, labels)
    for parts in (2, 5):
        assert estimator.fit(read_vectors(spark, folder / str(parts))).model.to_bytes() == expected
