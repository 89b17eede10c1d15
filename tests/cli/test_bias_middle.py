"""Of the free biases of a hinge that are all the best, the middle: every multiplier is at its bound there."""
import math
import random

import pytest

from program import answer, run


@pytest.mark.parametrize("how", [["--kernel", "linear"], ["--kernel", "linear", "--solver", "smo"], ["--solver", "augmented-lagrangian"],
                                 ["--solver", "dual-cd"], ["--solver", "interior-point"], []])
def test_of_biases_that_are_as_good_the_middle_is_taken(tmp_path, how):
    """Every multiplier is C, w = C (2 + 3 - 0 - 1) = 4 C, and all margins are at most 1 for b in [-1, 1 - 12 C]."""
    data = tmp_path / "four.csv"
    data.write_text("x,y\n0,a\n1,a\n2,b\n3,b\n")
    r = answer("train", data, "--algorithm", "svm", "--C", "0.0078125", "--tol", "1e-9", *how)
    assert r["bias"] == pytest.approx(-6 * 0.0078125, abs=1e-9)
    assert r["train"]["mistakes"] == 0
    assert r["gap"] <= 1e-9 * r["primal"]


def test_the_middle_with_a_radial_kernel_and_weights(tmp_path):
    """Two rows of a weigh as much as one of b: all multipliers are at their bounds, w = C (k_b - k_a - k_a'), by symmetry the
    best b run from the least score of a, less 1, to 1 less that of b."""
    data = tmp_path / "three.csv"
    data.write_text("x,y,c\n-1,a,1\n1,a,1\n0,b,2\n")
    r = answer("train", data, "--algorithm", "svm", "--kernel", "rbf", "--gamma", "1", "--weight", "c", "--C", "0.01", "--tol", "1e-9")
    near, far = math.exp(-1), math.exp(-4)
    of_a, of_b = 0.01 * (2 * near - 1 - far), 0.01 * (2 - 2 * near)
    assert r["bias"] == pytest.approx((-1 - of_a + 1 - of_b) / 2, abs=1e-9)


def test_a_path_takes_the_middle_too(tmp_path):
    data = tmp_path / "w.csv"
    data.write_text("x,y,c\n0,n,.1\n1,n,.1\n2,n,.1\n3,p,.3\n")
    points = answer("path", data, "--weight", "c", "--algorithm", "svm", "--loss", "hinge", "--Cs", "0.0078125,0.015")["points"]
    for point, C in zip(points, [0.0078125, 0.015]):
        alone = answer("train", data, "--weight", "c", "--algorithm", "svm", "--C", C)
        assert point["bias"] == pytest.approx(alone["bias"], abs=1e-5)
        assert alone["bias"] == pytest.approx(-0.9 * C, abs=1e-6)  # w = 0.6 C, b from -1 to 1 - 3 w


@pytest.fixture(scope="module")
def balanced(tmp_path_factory):
    """Twelve thousand rows, three in ten of them +1, whose costs are no short decimals once they are balanced."""
    rng = random.Random(5)
    rows = [(rng.gauss(0.5 if k % 10 < 3 else -0.5, 1), "p" if k % 10 < 3 else "n") for k in range(12000)]
    data = tmp_path_factory.mktemp("balanced") / "b.csv"
    data.write_text("x,y\n" + "".join(f"{x:.3f},{y}\n" for x, y in rows))
    return data, [(float(f"{x:.3f}"), y) for x, y in rows]


@pytest.mark.parametrize("how", [[], ["--kernel", "linear"]])
def test_many_rows_of_balanced_classes(balanced, how):
    data, rows = balanced
    r = answer("train", data, "--algorithm", "svm", "--C", "1e-7", "--class-weight", "balanced", *how)
    if how:  # a kernel machine has multipliers, and here they are all C c_i: w is their sum
        w = 1e-7 * sum((x / 0.6 if y == "p" else -x / 1.4) for x, y in rows)
    else:
        w = r["weights"][0]
    low = max(-1 - w * x for x, y in rows if y == "n")
    high = min(1 - w * x for x, y in rows if y == "p")
    assert r["bias"] == pytest.approx((low + high) / 2, abs=1e-4)
    assert r["train"]["error"] < 0.4


def test_the_null_model_of_a_path_is_that_over_shards(balanced, tmp_path):
    data, _ = balanced
    assert run("convert", data, "--shards", "3", "-o", tmp_path / "shards").returncode == 0
    how = ["--algorithm", "svm", "--loss", "hinge", "--class-weight", "balanced", "--Cs", "1e-7"]
    here, there = (answer("path", d, *how)["null_model"] for d in (data, tmp_path / "shards"))
    assert here["bias"] == pytest.approx(0, abs=1e-6)
    assert there["bias"] == pytest.approx(0, abs=1e-6)
    assert here["largest_lambda"] == pytest.approx(there["largest_lambda"], rel=1e-6)
