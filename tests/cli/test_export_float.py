"""C in float: what docs/exchange.md promises of its scores holds on columns of large numbers, or the user is told."""
import random

import pytest

from program import answer
from test_export_c import agree, compiled, of_cells
from test_export_sql_python import ours, python_model, trained, write_table

FLOAT = 2.0**-24


def pay_table(folder):
    rng = random.Random(5)
    rows = [[str(rng.randrange(1990, 2030)), str(rng.randrange(20000, 90000))] for _ in range(80)]
    rows = [[*row, "yes" if int(row[1]) / 1000 - int(row[0]) + 2000 + 20 * rng.random() > 55 else "no"] for row in rows]
    return write_table(folder / "t.csv", ["year", "pay", "label"], rows), rows


def notes(folder, model):
    return answer("convert", model, "-o", folder / "m.c", "--to", "c-float", "--name", "m")["left_out"]


def test_polynomial_kernels_of_large_numbers_are_noted(tmp_path):
    table, _ = pay_table(tmp_path)
    model = trained(tmp_path, table, "--algorithm", "svm", "--kernel", "polynomial", "--degree", "2", "--gamma", "0.0001", "--coef0", "1")
    [note] = notes(tmp_path, model)
    assert note.startswith("scores in float can be off by about ") and note.endswith("; write --to c (double)")


@pytest.mark.parametrize("flags", [["--algorithm", "perceptron"], ["--preset", "voted"]])
def test_overflow_of_float_is_noted(tmp_path, flags):
    table, rows = pay_table(tmp_path)
    polynomial = [*flags, "--kernel", "polynomial", "--gamma", "1", "--coef0", "1", "--rounds", "3", "--degree"]
    [note] = notes(tmp_path, trained(tmp_path, table, *polynomial, "6"))
    assert note.startswith("scores in float can be infinite or NaN (class -1)") and note.endswith("; write --to c (double)")
    for degree, unknown in (("6", True), ("3", False)):
        model = trained(tmp_path, table, *polynomial, degree)
        compiled(tmp_path, model, real="float")
        assert any(label == -1 for label, _ in of_cells(tmp_path, [row[:-1] for row in rows])) == (unknown and flags[0] == "--algorithm")  # votes count infinite sums
    assert not any("infinite" in note for note in notes(tmp_path, model))


@pytest.mark.parametrize("flags", [["--gamma", "1e-6"], ["--scale", "standard"]])
def test_distances_in_float_are_of_differences(tmp_path, flags):
    table, rows = pay_table(tmp_path)
    model = trained(tmp_path, table, "--algorithm", "svm", "--kernel", "rbf", *flags)
    assert notes(tmp_path, model) == []
    agree(tmp_path, model, table, rows, "float")


@pytest.mark.parametrize("flags", [["--algorithm", "svm"], ["--algorithm", "logistic", "--scale", "standard"], ["--preset", "averaged", "--decide", "off"]])
def test_linear_scores_in_float_hold_their_bound(tmp_path, flags):
    table, rows = pay_table(tmp_path)
    model = trained(tmp_path, table, *flags)
    compiled(tmp_path, model, real="float")
    module = python_model(tmp_path, model)
    sizes = [sum(abs(w * float(x)) for w, x in zip(module["WEIGHTS"][0], row)) + abs(module["BIASES"][0]) for row in rows]
    for (_, numbers), [score], size in zip(of_cells(tmp_path, [row[:-1] for row in rows]), ours(model, table)[1], sizes, strict=True):
        assert numbers[0] == pytest.approx(score, abs=(2 + 8) * FLOAT * size)


def test_random_cosines_in_float_hold_their_bound(tmp_path):
    table, rows = pay_table(tmp_path)
    model = trained(tmp_path, table, "--algorithm", "svm", "--kernel", "rbf", "--gamma", "1e-4", "--approximation", "fourier", "--components", "30")
    compiled(tmp_path, model, real="float")
    m = python_model(tmp_path, model)
    for row, (_, numbers), [score] in zip(rows, of_cells(tmp_path, [row[:-1] for row in rows]), ours(model, table)[1], strict=True):
        angles = [1 + sum(abs(v * float(row[c])) for c, v in own) + abs(phase) for own, phase in zip(m["SUPPORT"], m["PHASE"])]
        size = sum(abs(w) * angle for w, angle in zip(m["WEIGHTS"][0], angles)) + abs(m["BIASES"][0])
        assert numbers[0] == pytest.approx(score, abs=(2 + len(angles) + 8) * FLOAT * size)
