"""Exports on rows whose sums and distances are beyond doubles: as `predict`."""
import math
import random

import pytest

from program import answer, run
from test_export_c import CELLS, compiled, of_cells
from test_export_sql_python import ours, python_model, trained, write_table

FAR = ["1e308", "-1e308", "1.5e154", "-1.5e154", "1e155", "-3e200", "1.7e308", "1", "-0.5", "0"]

KERNELS = {
    "rbf": ["--algorithm", "svm", "--kernel", "rbf"],
    "scaled": ["--algorithm", "svm", "--kernel", "rbf", "--scale", "standard"],
    "perceptron": ["--kernel", "rbf", "--passes", "9", "--stop", "passes"],
    "voted": ["--kernel", "rbf", "--keep", "vote", "--passes", "9", "--stop", "passes"],
    "nystrom": ["--algorithm", "svm", "--kernel", "rbf", "--approximation", "nystrom", "--components", "6"],
    "calibrated": ["--algorithm", "svm", "--kernel", "rbf", "--calibrate", "platt"],
    "laplacian": ["--algorithm", "svm", "--kernel", "laplacian"],
}


def far_rows(rng, count):
    return [[rng.choice(FAR), rng.choice(FAR), "a"] for _ in range(count)]


def agree(folder, model, names, rows):
    table = write_table(folder / "far.csv", names, rows)
    labels, scores = ours(model, table)
    module = python_model(folder, model)
    dicts = [dict(zip(names, row)) for row in rows]
    assert [module["scores"](row) for row in dicts] == scores
    assert [module["predict"](row) for row in dicts] == labels
    compiled(folder, model, CELLS)
    classes = answer("predict", model, table)["classes"]
    for (label, numbers), score, expected in zip(of_cells(folder, [row[:-1] for row in rows]), scores, labels, strict=True):
        assert numbers[:len(score)] == score
        assert classes[label] == expected


@pytest.mark.parametrize("classes", ["ab", "abc"])
@pytest.mark.parametrize("name", KERNELS)
def test_distances_beyond_doubles(tmp_path, name, classes):
    if name == "calibrated":
        classes = "ab"
    rng = random.Random(11)
    names = ["x", "y", "label"]
    rows = [[repr(round(rng.gauss(0, 1), 3)), repr(round(rng.gauss(0, 1), 3)), classes[k % len(classes)]] for k in range(40)]
    model = trained(tmp_path, write_table(tmp_path / "t.csv", names, rows), *KERNELS[name])
    agree(tmp_path, model, names, far_rows(rng, 30))


def test_support_rows_beyond_doubles(tmp_path):
    names = ["x", "y", "label"]
    rows = [[cell, other, "ab"[k % 2]] for k, (cell, other) in enumerate(zip(FAR, reversed(FAR)))]
    model = trained(tmp_path, write_table(tmp_path / "t.csv", names, rows), "--kernel", "rbf", "--passes", "9", "--stop", "passes")
    agree(tmp_path, model, names, rows)


@pytest.mark.parametrize("flags", [["--preset", "voted", "--decide", "off"], ["--preset", "averaged", "--decide", "off"], ["--algorithm", "svm"]])
def test_sums_beyond_doubles(tmp_path, flags):
    rng = random.Random(12)
    names = ["a", "b", "c", "d", "label"]
    rows = [[*[repr(round(rng.gauss(k % 2, 2), 2)) for _ in range(4)], "ab"[k % 2]] for k in range(30)]
    model = trained(tmp_path, write_table(tmp_path / "t.csv", names, rows), *flags)
    compiled(tmp_path, model)
    classes = answer("predict", model, tmp_path / "t.csv")["classes"]
    checked = 0
    for row in [["1e308", "-1e308", "1e308", "1e308"], *[[rng.choice(["1e308", "-1e308", "1.5e308", "2", "-4e307"]) for _ in range(4)] for _ in range(25)]]:
        table = write_table(tmp_path / "one.csv", names, [[*row, "a"]])
        [(label, numbers)] = of_cells(tmp_path, [row])
        if run("predict", model, table).returncode != 0:  # it refuses a score beyond doubles
            assert math.isinf(numbers[0])
            continue
        labels, scores = ours(model, table)
        assert numbers[:1] == scores[0]
        assert classes[label] == labels[0]
        checked += 1
    assert checked > 3
