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
    "squared hinge": (hs.LinearSVC(), SupportLearner()),
    "hinge": (hs.LinearSVC(loss="hinge", tol=1e-3), SupportLearner("hinge", tol=1e-3)),
    "perceptron": (hs.Perceptron(), PerceptronLearner()),
    "mixing": (hs.Perceptron(preset="averaged", mixingBlocks=4), PerceptronLearner("averaged", mixing_blocks=4)),
}


@pytest.mark.long
@pytest.mark.skipif(not SETS, reason="HALFSPACE_SETS is not set")
@pytest.mark.parametrize("name", ["a9a", "imdb_tfidf.zst", "kdd99.zst"])
def test_real_sets_give_the_bytes_of_one_machine(spark: Any, tmp_path: Path, name: str) -> None:
    table = halfspace.read_libsvm(Path(SETS) / name)
    labels = table.y.astype(float)
    for parts in (2, 5):
        write_vectors(table.X, labels, tmp_path / str(parts), parts)
    for learner, alone in LEARNERS.values():
        expected = model_here(alone, table.X, labels)
        for parts in (2, 5):
            rows = read_vectors(spark, tmp_path / str(parts))
            assert learner.fit(rows).model.to_bytes() == expected
