"""Logistic regression and support vector machines: optima, gaps, hard margins."""
import json
import math

import pytest

from objectives import LOGISTIC, SVM, newton, rows_of
from program import IRIS, OVERLAP, answer, run, write


LINE = "x,label\n1,a\n2,a\n4,b\n6,b\n"  # the widest street is 2 to 4: w = 1, b = -3


def test_penalised_logistic_is_newtons_optimum():
    x, y = rows_of(IRIS, "versicolor", "virginica")
    got = answer("train", IRIS, *OVERLAP, *LOGISTIC, "--C", 10, "--tol", 1e-10)
    want, _ = newton(x, y, 1, 10.0)
    assert got["weights"] + [got["bias"]] == pytest.approx(want, rel=1e-4)
    assert got["status"] == "converged" and 0 <= got["gap"] <= 1e-10 * got["primal"]
    assert got["objective_form"] == "sum" and got["bias_mode"] == "free"
    value = 10 * sum(math.log1p(math.exp(-t * (sum(a * b for a, b in zip(r, want)) + want[-1]))) for r, t in zip(x, y))
    value += sum(v * v for v in want[:-1]) / 2
    assert got["dual"] - 1e-9 <= value <= got["primal"] + 1e-9


def test_a_narrow_hard_margin_is_found(tmp_path):
    """Its square is 1/279125246921 by exact arithmetic (separate)."""
    rows = ["-3,0,0.1,1,1,n", "1,-1e-1,3,2,0,p", "-1,0,0,-2,3,p", "0,0,0.1,9e-1,-2,n", "3,0,0.1,2,-1,p", "-3,0,0.1,1,9e-1,p", "1,0,0.1,1,9e-1,p",
            "-1,0,0.1,1,11e-1,n"]
    data = write(tmp_path / "narrow.csv", "\n".join(["a,b,c,d,e,label", *rows, ""]))
    found = answer("train", data, "--algorithm", "svm", "--C", "inf", "--bias", "augmented", "--strict")
    assert found["margin"] == pytest.approx(279125246921**-0.5, rel=1e-8)


def test_lambda_is_one_over_n_c():
    by_c = answer("train", IRIS, *OVERLAP, *LOGISTIC, "--C", 0.5, "--tol", 1e-10)
    by_lambda = answer("train", IRIS, *OVERLAP, *LOGISTIC, "--lambda", 1 / 50, "--tol", 1e-10)
    assert by_lambda["weights"] == pytest.approx(by_c["weights"], rel=1e-6)
    assert by_lambda["objective_form"] == "mean"
    assert by_lambda["primal"] == pytest.approx(by_c["primal"] / 50, rel=1e-9)


def test_weights_are_repeats(tmp_path):
    lines = ["1,1,a", "2,0,a", "0,3,a", "2,3,b", "4,4,b", "1,2,b"]
    once = write(tmp_path / "once.csv", "x,u,n,label\n" + "".join(
        f"{r.rsplit(',', 1)[0]},{1 + k % 3},{r[-1]}\n" for k, r in enumerate(lines)))
    twice = write(tmp_path / "twice.csv", "x,u,label\n" + "".join((r + "\n") * (1 + k % 3) for k, r in enumerate(lines)))
    for learner in (LOGISTIC, SVM, [*SVM, "--loss", "squared-hinge"]):
        a = answer("train", once, "--weight", "n", *learner, "--tol", 1e-8)
        b = answer("train", twice, *learner, "--tol", 1e-8)
        assert abs(a["primal"] - b["primal"]) <= a["gap"] + b["gap"] + 1e-9


def test_class_weights_multiply_the_loss(tmp_path):
    data = write(tmp_path / "d.csv", "x,label\n0,a\n1,a\n2,a\n1.5,b\n3,b\n0.5,a\n")
    doubled = write(tmp_path / "e.csv", "x,label\n0,a\n1,a\n2,a\n1.5,b\n3,b\n0.5,a\n1.5,b\n3,b\n")
    a = answer("train", data, *LOGISTIC, "--class-weight", "b=2", "--tol", 1e-9)
    b = answer("train", doubled, *LOGISTIC, "--tol", 1e-9)
    assert a["weights"] == pytest.approx(b["weights"], rel=1e-3)
    assert answer("train", data, *LOGISTIC, "--class-weight", "balanced")["settings"]["class_weight"] == "balanced"


def test_hard_margin_of_a_line(tmp_path):
    got = answer("train", write(tmp_path / "d.csv", LINE), *SVM, "--C", "inf", "--tol", 1e-10)
    assert got["status"] == "converged" and got["verdict"] == "separable"
    assert got["weights"] == pytest.approx([1], abs=1e-8) and got["bias"] == pytest.approx(-3, abs=1e-7)
    assert got["margin"] == pytest.approx(1, abs=1e-8) and got["support_vectors"] == 2
    assert all(v < 1e-6 for v in got["kkt"].values())


def test_hard_margin_that_does_not_exist(tmp_path):
    out = tmp_path / "m.hs"
    done = run("train", IRIS, *OVERLAP, *SVM, "--C", "inf", "--json", "-o", out)
    got = json.loads(done.stdout)
    assert done.returncode == 4 and not out.exists()
    assert got["status"] == "not-separable" and got["weights"] is None and got["train"] is None and got["separable"] is False
    assert got["witness"] and all(set(r) == {"row", "line", "label", "multiplier"} for r in got["witness"])
    assert "hard margin does not exist" in run("train", IRIS, *OVERLAP, *SVM, "--C", "inf").stdout


@pytest.mark.parametrize("cost", [10, 100, 1000])
def test_weights_of_columns_without_curvature_go_to_zero_at_once(tmp_path, cost):
    """Rows that are flat at the optimum meet column f3 alone; its weight goes to 0 in one step, not by l1 / largest a round."""
    rows = ["1,1,0,1,0,-1", "0,0,0,0,0,-1", "0,0,0,0,0,-1", "1,0,0,0,0,1", "0,1,0,0,0,-1", "0,0,0,0,1,1", "1,0,0,0,0,1", "0,0,0,0,1,1",
            "1,0,0,1,0,1", "0,0,0,0,1,-1", "0,0,0,0,0,-1", "0,0,0,0,1,-1", "1,0,0,0,0,1", "0,0,0,0,0,1", "0,1,1,0,0,-1"]
    path = write(tmp_path / "flat.csv", "\n".join(["f0,f1,f2,f3,f4,class", *rows]) + "\n")
    found = answer("train", path, *SVM, "--loss", "squared-hinge", "--penalty", "l1", "--bias", "none", "--C", cost, "--tol", 1e-8, "--max-rounds", 20)
    assert found["status"] == "converged"
