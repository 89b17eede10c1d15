"""Fixtures of several tests."""
import csv
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


@pytest.fixture(scope="module")
def iris(tmp_path_factory):
    """iris as LIBSVM text, and the same as a linear kernel's matrix; a file of two classes; rows with columns unseen."""
    folder = tmp_path_factory.mktemp("iris")
    with open(IRIS, encoding="utf-8") as file:
        rows = list(csv.reader(file))[1:]
    names = sorted({row[4] for row in rows})
    lines = [" ".join(f"{j + 1}:{v}" for j, v in enumerate(row[:4])) for row in rows]
    labels = [names.index(row[4]) + 3 for row in rows]
    (folder / "three").write_text("".join(f"{k} {line}\n" for k, line in zip(labels, lines)))
    (folder / "two").write_text("".join(f"{'-1' if k == 4 else '+1'} {line}\n" for k, line in zip(labels, lines) if k != 3))
    values = [list(map(float, row[:4])) for row in rows]
    products = [[sum(a * b for a, b in zip(u, v)) for v in values] for u in values]
    (folder / "matrix").write_text("".join(
        f"{k} 0:{i + 1} " + " ".join(f"{j + 1}:{v!r}" for j, v in enumerate(row)) + "\n" for i, (k, row) in enumerate(zip(labels, products))))
    (folder / "wide").write_text("".join(f"{k} {line} {7 + k}:1.5\n" for k, line in zip(labels, lines)))
    return folder
