"""Fixtures of several tests."""
import random

import pytest

from program import IRIS, PAIR, run, write
from selecting import made_rows


@pytest.fixture(name="model", scope="module")
def fixture_model(tmp_path_factory):
    path = tmp_path_factory.mktemp("model") / "iris.hs"
    assert run("train", IRIS, *PAIR, "-o", path).returncode == 0
    return path


@pytest.fixture(name="endless", scope="module")
def fixture_endless(tmp_path_factory):
    """Rows on which a run that waits for a clean pass and is left alone never ends: labels drawn by lot, too fine for exact arithmetic."""
    rng = random.Random(1)
    rows = "".join(f"{rng.random()!r},{rng.random()!r},{rng.choice('pq')}\n" for _ in range(3000))
    return write(tmp_path_factory.mktemp("endless") / "endless.csv", "x,z,label\n" + rows)


@pytest.fixture
def pair(tmp_path):
    return write(tmp_path / "pair.csv", made_rows(60))


@pytest.fixture
def three(tmp_path):
    return write(tmp_path / "three.csv", made_rows(75, 3))
