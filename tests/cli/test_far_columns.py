"""What is said of the optimum holds of the weights as they are told, where a column is so far from 0 that their bias loses digits."""
import csv
import json
import random
from fractions import Fraction

import pytest

from program import run, write


@pytest.fixture(scope="module")
def far(tmp_path_factory):
    chance = random.Random(11)
    lines = [(10**15 + (k := chance.randrange(8)), int(chance.random() < 1 / (1 + 2.718 ** (-(k - 3.5) * 0.9)))) for _ in range(60)]
    return write(tmp_path_factory.mktemp("far") / "off.csv", "t,label\n" + "".join(f"{t},{y}\n" for t, y in lines))


def told(far, *args):
    done = run("train", far, *args, "--json")
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("width, off", [("minmax", 1e-9), ("standard", 1e-5)])
def test_hinge_of_scaled_columns_in_exact_arithmetic(far, width, off):
    """P of the scaled columns at w and b as told, in fractions; the mean that columns are scaled around is rounded itself."""
    answer = told(far, "--algorithm", "svm", "--scale", width, "--tol", "1e-9")
    with open(far, newline="") as source:
        rows = [(Fraction(r["t"]), 1 if r["label"] == "1" else -1) for r in csv.DictReader(source)]
    t = [x for x, _ in rows]
    mean = sum(t) / len(t)
    square = (max(t) - min(t)) ** 2 if width == "minmax" else sum((x - mean) ** 2 for x in t) / len(t)
    w, b = Fraction(answer["weights"][0]), Fraction(answer["bias"])
    primal = w * w * square / 2 + sum(max(Fraction(0), 1 - y * (w * x + b)) for x, y in rows)
    assert answer["primal"] == pytest.approx(float(primal), rel=off)
    assert answer["status"] == "not-converged" and "bias is rounded" in answer["stop_reason"]
    assert answer["gap"] >= float(primal) - answer["dual"] - off * float(primal)


@pytest.mark.parametrize("args", [["--penalty", "firth"], ["--penalty", "none"], ["--penalty", "none", "--scale", "standard"]])
def test_no_statistics_of_weights_that_lost_the_optimum(far, args):
    answer = told(far, "--algorithm", "logistic", "--statistics", *args)
    assert answer["status"] == "not-converged" and answer.get("statistics") is None
    assert (answer["gap"] or answer["gap_estimate"]) > 1e-6
    text = " ".join(run("train", far, "--algorithm", "logistic", "--statistics", *args).stdout.split())
    assert "statistics not computed: the weights are not proven to be near the optimum" in text


def test_nothing_is_lost_where_columns_are_near(far):
    shifted = write(far.parent / "near.csv", far.read_text().replace("100000000000000", ""))
    for args in (["--scale", "minmax"], ["--scale", "standard"], []):
        assert told(shifted, "--algorithm", "logistic", *args)["status"] == "converged"
