"""search: grids, halving, choices and the model."""
import itertools

import pytest

from program import answer, run, write
from selecting import LOGISTIC, SVM, made_rows, without_time


def test_search_is_cv_of_every_point_and_the_model_is_trains(pair, tmp_path):
    fixed = ["--columns", "x,z", *SVM, "--folds", 4, "--seed", 2]
    got = answer("search", pair, *fixed, "--over", "C=0.01,1", "--over", "loss=hinge,squared-hinge", "-o", tmp_path / "best.hs")
    means = []
    for point, (c, loss) in zip(got["points"], itertools.product(["0.01", "1"], ["hinge", "squared-hinge"])):
        assert point["settings"] == {"C": float(c), "loss": loss}
        same = answer("cv", pair, *fixed, "--C", c, "--loss", loss)
        assert point["metrics"] == same["metrics"]
        means.append(same["metrics"]["accuracy"]["mean"])
    assert got["best"] == means.index(max(means))
    assert got["ties"] == means.count(max(means)) - 1
    best = got["points"][got["best"]]["settings"]
    answer("train", pair, "--columns", "x,z", *SVM, "--seed", 2, "--C", best["C"], "--loss", best["loss"], "-o", tmp_path / "same.hs")
    assert (tmp_path / "best.hs").read_bytes() == (tmp_path / "same.hs").read_bytes()


def test_one_standard_error_takes_the_simplest_near_the_best(pair):
    got = answer("search", pair, "--columns", "x,z", *LOGISTIC, "--over", "C=1e-4:1e3:8", "--metric", "log-loss")
    reported = [p["metrics"]["log_loss"] for p in got["points"]]
    best = min(range(8), key=lambda k: reported[k]["mean"])
    bound = reported[best]["mean"] + reported[best]["standard_error"]
    assert got["best"] == best
    assert got["one_standard_error"] == min(k for k in range(8) if reported[k]["mean"] <= bound)
    assert [p["settings"]["C"] for p in got["points"]] == pytest.approx([10 ** (k - 4) for k in range(8)], rel=1e-11)
    larger = answer("search", pair, "--columns", "x,z", *LOGISTIC, "--over", "lambda=1e-4:1:5", "--metric", "log-loss")
    reported = [p["metrics"]["log_loss"] for p in larger["points"]]
    bound = min(t["mean"] for t in reported) + reported[larger["best"]]["standard_error"]
    assert larger["one_standard_error"] == max(k for k in range(5) if reported[k]["mean"] <= bound)


def test_old_words_stay_accepted(pair):
    flags = [pair, "--columns", "x,z", *SVM, "--over", "C=0.01,1"]
    assert without_time(answer("search", *flags, "--metric", "auc", "--choose", "1se")) == \
        without_time(answer("search", *flags, "--metric", "roc-auc", "--choose", "one-se"))


def test_halving_that_drops_nothing_is_exhaustive(pair):
    grid = ["--columns", "x,z", *SVM, "--over", "C=0.01,0.1,1,10"]
    whole = without_time(answer("search", pair, *grid))
    for factor in (1, 5):
        same = without_time(answer("search", pair, *grid, "--halving", factor))
        assert {k: v for k, v in same.items() if k != "halving"} == {k: v for k, v in whole.items() if k != "halving"}


def test_halving_climbs_from_few_rows_to_all(pair):
    got = answer("search", pair, "--columns", "x,z", *SVM, "--over", "C=0.001:1000:9", "--halving", 3)
    assert [r["points"] for r in got["rungs"]] == [9, 3, 1] and [r["kept"] for r in got["rungs"]] == [3, 1, 1]
    rows = [r["rows"] for r in got["rungs"]]
    assert rows[-1] == 60 and rows == sorted(rows) and rows[0] < 20
    first = [p["rung"] for p in got["points"]]
    assert sorted(first) == [1] * 6 + [2] * 2 + [3]
    assert got["points"][got["best"]]["rung"] == 3


def test_rungs_are_parts_of_the_rows(tmp_path):
    rows = write(tmp_path / "r.csv", made_rows(180))
    got = answer("search", rows, "--columns", "x,z", *SVM, "--over", "C=0.01:100:9", "--halving", 3, "--folds", 10)
    assert [r["rows"] for r in got["rungs"]] == [20, 60, 180]


@pytest.mark.parametrize("flags", [[], SVM, LOGISTIC, [*SVM, "--kernel", "rbf"], ["--preset", "kernel", "--kernel", "rbf", "--passes", 5]], ids=str)
def test_there_is_a_default_grid(pair, flags):
    got = answer("search", pair, "--columns", "x,z", *flags, "--folds", 2)
    assert len(got["points"]) > 2 and got["best"] is not None


def test_pictures_of_a_search(pair, tmp_path):
    one = tmp_path / "line.svg"
    assert run("search", pair, "--columns", "x,z", *SVM, "--over", "C=0.01,1,10", "--plot", one).returncode == 0
    assert "one standard error" in one.read_text()
    two = tmp_path / "map.svg"
    kernel = ["--preset", "kernel", "--kernel", "polynomial", "--passes", 5]
    assert run("search", pair, "--columns", "x,z", *kernel, "--over", "gamma=0.1,1", "--over", "degree=1,2,3", "--plot", two, "--theme", "dark").returncode == 0
    assert "best (*)" in two.read_text()
    text = run("search", pair, "--columns", "x,z", *SVM, "--over", "C=0.01,1,10", "--plot", "-").stdout
    assert "chosen" in text and "Search: mean accuracy" in text
