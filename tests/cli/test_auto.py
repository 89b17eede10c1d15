"""--algorithm auto: the perceptron where it reaches a clean pass, logistic regression everywhere else, with the verdict."""
import math
from fractions import Fraction as F

import pytest

from program import IRIS, OVERLAP, PAIR, answer, refused, run, write

NOT_COMPARED = ("seconds", "peak_bytes", "settings", "algorithm_reason")
TABLE = [line.split(",") for line in open(IRIS, encoding="utf-8").read().split()]


def settings_but(got, *names):
    return {k: v for k, v in got["settings"].items() if k not in names}


def same(a, b, *but):
    assert {k: v for k, v in a.items() if k not in NOT_COMPARED + but} == {k: v for k, v in b.items() if k not in NOT_COMPARED + but}
    assert settings_but(a, "algorithm") == settings_but(b, "algorithm")


@pytest.mark.parametrize("flags", [[], ["--bias", "none"], ["--seed", "3"], ["--scale", "standard"], ["--features", "poly2"], ["--positive", "setosa"]], ids=" ".join)
def test_a_clean_pass_of_the_perceptron_is_the_model(flags):
    got = answer("train", IRIS, *PAIR, *flags)
    same(got, answer("train", IRIS, *PAIR, *flags, "--algorithm", "perceptron"))
    assert (got["settings"]["algorithm"], got["algorithm"], got["status"]) == ("auto", "perceptron", "converged")
    assert "clean pass" in got["algorithm_reason"]
    same(got, answer("train", IRIS, *PAIR, *flags, "--algorithm", "auto"))


@pytest.mark.parametrize("flags", [[], ["--bias", "augmented"], ["--bias", "none"], ["--scale", "standard"]], ids=" ".join)
def test_without_a_separator_it_is_logistic_regression(flags):
    got = answer("train", IRIS, *OVERLAP, *flags)
    same(got, answer("train", IRIS, *OVERLAP, *flags, "--algorithm", "logistic"), "verdict", "witness", "separable")
    assert (got["settings"]["algorithm"], got["algorithm"], got["settings"]["penalty"], got["settings"]["C"]) == ("auto", "logistic", "l2", 1)
    assert (got["verdict"], got["separable"], got["status"]) == ("overlapping", False, "converged")
    assert got["settings"]["bias"] == (flags[1] if "--bias" in flags else "free")
    total = [F(0)] * 5
    for m in got["witness"]:
        cells = TABLE[m["line"] - 1]
        assert cells[4] == m["label"]
        y = 1 if cells[4] == "virginica" else -1
        total = [t + y * F(m["multiplier"]) * v for t, v in zip(total, [F(c) for c in cells[:4]] + [F(0 if "none" in flags else 1)])]
    assert got["witness"] and not any(total)
    assert got["algorithm_reason"].startswith(f"not separable: {len(got['witness'])} rows of the data cannot all be on their right side (Gordan): lines ")
    assert got["algorithm_reason"].endswith("; so logistic regression; --algorithm perceptron gives the perceptron's weights")
    text = " ".join(run("train", IRIS, *OVERLAP, *flags).stdout.split())
    assert got["algorithm_reason"] in text and "learner logistic, loss logistic, penalty l2, C 1; " in text


def test_three_classes_are_multinomial():
    got = answer("train", IRIS)
    same(got, answer("train", IRIS, "--algorithm", "logistic", "--multiclass", "multinomial"), "verdict", "witness", "separable")
    assert (got["algorithm"], got["multiclass"], got["train"]["wrong_labels"]) == ("logistic", "multinomial", 4)
    rest = answer("train", IRIS, "--multiclass", "one-vs-rest")
    assert (rest["algorithm"], rest["multiclass"], rest["settings"]["algorithm"]) == ("logistic", "one-vs-rest", "auto")
    assert [r["verdict"] for r in rest["runs"]] == ["separable", "overlapping", "overlapping"]
    assert rest["algorithm_reason"].startswith("class versicolor against the rest is not separable: ")


def test_three_classes_that_are_separable_get_the_perceptron(tmp_path):
    data = write(tmp_path / "three.csv", "x,z,y\n0,0,a\n1,0,a\n9,0,b\n9,1,b\n0,9,c\n1,9,c\n")
    got = answer("train", data)
    assert (got["algorithm"], got["multiclass"], got["status"], got["train"]["mistakes"]) == ("perceptron", "argmax", "converged", 0)


def test_a_separator_that_takes_too_many_updates_is_reported(tmp_path):
    thin = write(tmp_path / "thin.csv", "x,y\n1,a\n1.000000000001,b\n")
    got = answer("train", thin)
    assert (got["algorithm"], got["verdict"], got["separable"]) == ("logistic", "separable", True)
    assert got["algorithm_reason"].startswith("separable, but the perceptron made no clean pass in ")


def test_flags_of_a_learner_choose_it(tmp_path):
    cases = {("--preset", "pocket"): "perceptron", ("--rounds", "500"): "perceptron", ("--keep", "average", "--passes", "5"): "perceptron",
             ("--C", "10"): "logistic", ("--penalty", "l1"): "logistic", ("--tol", "1e-6"): "logistic", ("--statistics", "--penalty", "none"): "logistic",
             ("--loss", "hinge"): "svm", ("--C", "inf"): "svm", ("--kernel", "rbf", "--C", "10"): "svm", ("--nu", "0.3", "--kernel", "rbf"): "svm"}
    for flags, learner in cases.items():
        plain = run("train", IRIS, *OVERLAP, *flags, "-o", tmp_path / "a.hs")
        named = run("train", IRIS, *OVERLAP, *flags, "--algorithm", learner, "-o", tmp_path / "a.hs")
        assert plain.returncode in (0, 4) and plain.stdout == named.stdout, flags
        if plain.returncode == 0:
            run("train", IRIS, *OVERLAP, *flags, "-o", tmp_path / "b.hs")
            assert (tmp_path / "a.hs").read_bytes() == (tmp_path / "b.hs").read_bytes()


def test_a_trace_is_the_perceptrons(tmp_path):
    got = answer("train", IRIS, *OVERLAP, "--trace", tmp_path / "t.jsonl")
    assert (got["algorithm"], got["settings"]["algorithm"], got["status"]) == ("perceptron", "perceptron", "not-separable")


def test_flags_of_two_learners_are_refused():
    for flags in (["--preset", "pocket", "--C", "10"], ["--mistake", "boundary-is-correct", "--loss", "hinge"], ["--statistics", "--loss", "hinge"]):
        for verb in ("train", "cv"):
            if verb == "cv" and "--statistics" in flags:
                continue
            message = refused(2, verb, IRIS, *flags)
            assert all(f in message for f in flags if f.startswith("--")), message
    assert "--algorithm perceptron" in refused(2, "train", IRIS, "--loss", "perceptron")


def test_bytes_do_not_depend_on_threads(tmp_path):
    for name, rows in (("pair", PAIR), ("overlap", OVERLAP), ("three", [])):
        made = []
        for threads in ("1", "3"):
            run("train", IRIS, *rows, "--threads", threads, "-o", tmp_path / name)
            made.append((tmp_path / name).read_bytes())
        assert made[0] == made[1]


@pytest.mark.parametrize("rows", [PAIR, OVERLAP, []], ids=["separable", "overlapping", "three"])
def test_every_verb_takes_the_model(tmp_path, rows):
    model = tmp_path / "m.hs"
    two = ["--columns", "sepal_length,petal_length"]
    trained = answer("train", IRIS, *rows, *two, "-o", model)
    inspected = answer("inspect", model)
    assert inspected["settings"]["algorithm"] == "auto" and inspected["algorithm"] == trained["algorithm"]
    assert inspected["report"]["verdict"] == trained["verdict"] and inspected["report"]["witness"] == trained["witness"]
    assert inspected["report"]["algorithm_reason"] == trained["algorithm_reason"]
    kept = answer("evaluate", model, IRIS, *rows)
    assert kept["wrong_labels"] == trained["train"]["wrong_labels"]
    assert len(answer("predict", model, IRIS)["labels"]) == 150
    assert run("explain", model, IRIS, "--row", "1").returncode == 0
    assert run("plot", model, IRIS, *rows, "-o", tmp_path / "p.svg").returncode == 0
    assert run("convert", model, "--to", "c", "-o", tmp_path / "m.c").returncode == 0


def test_cross_validation_chooses_once_on_all_rows():
    got = answer("cv", IRIS)
    assert (got["algorithm"], got["settings"]["algorithm"]) == ("logistic", "auto") and got["algorithm_reason"]
    assert got["metrics"] == answer("cv", IRIS, "--algorithm", "logistic", "--multiclass", "multinomial")["metrics"]
    assert not math.isnan(answer("cv", IRIS, "--metric", "log-loss")["metrics"]["log_loss"]["mean"])
    got = answer("cv", IRIS, *PAIR)
    assert got["algorithm"] == "perceptron" and all(f["status"] == "converged" for f in got["fits"])
    assert answer("cv", IRIS, *PAIR, "--preset", "pocket")["settings"]["algorithm"] == "perceptron"


def test_search_varies_logistic_regression():
    got = answer("search", IRIS, *OVERLAP)
    assert got["algorithm"] == "logistic" and [v["name"] for v in got["over"]] == ["C"]
    got = answer("search", IRIS, *OVERLAP, "--over", "scale=none,standard")
    assert got["algorithm"] == "logistic" and "not separable" in got["algorithm_reason"]
    assert answer("search", IRIS, *OVERLAP, "--over", "preset=cyclic,pocket")["algorithm"] == "perceptron"


def test_calibration_trains_the_learner_that_was_chosen():
    for rows in (PAIR, OVERLAP, []):
        got = answer("train", IRIS, *rows, "--calibrate", "auto")
        same(got, answer("train", IRIS, *rows, "--calibrate", "auto", "--algorithm", got["algorithm"], *(["--multiclass", got["multiclass"]] if got["multiclass"] else [])),
             "verdict", "witness", "separable")


FILLED = "age,colour,size,label\n1,red,2,a\n,blue,3,b\n3,,4,a\n5,red,,b\n,red,1,a\n2,,6,b\n"


def test_filled_cells_are_reported(tmp_path):
    table = write(tmp_path / "t.csv", FILLED)
    call = ("train", table, "--label", "label", "--categorical", "auto", "--missing", "mean,category")
    assert answer(*call)["data"]["filled"] == [
        {"column": "age", "cells": 2, "value": 2.75}, {"column": "colour", "cells": 2, "value": None}, {"column": "size", "cells": 1, "value": 3.2}]
    for flags in ([], ["--algorithm", "perceptron"], ["--algorithm", "logistic"]):
        text = " ".join(run(*call, *flags).stdout.split())
        assert "filled 5 missing cells: 2 of 'age' by its mean 2.75, 2 of 'colour' by a level of its own, 1 of 'size' by its mean 3.2; what is proved is proved of the rows with these values" in text


@pytest.mark.parametrize("empty", [0, 3])
def test_filled_levels_are_counted_in_sparse_rows_too(tmp_path, empty):
    rows = [["" if i % 4 == empty else f"c{i % 4}", str(i % 2)] + [str(int(i == j)) for j in range(40)] for i in range(40)]
    header = ["colour", "label"] + [f"x{j}" for j in range(40)]
    table = write(tmp_path / "t.csv", "".join(",".join(row) + "\n" for row in [header, *rows]))
    got = answer("train", table, "--label", "label", "--categorical", "auto", "--missing", "category")
    assert got["data"]["filled"] == [{"column": "colour", "cells": 10, "value": None}]


def test_nothing_filled_is_no_line():
    assert answer("train", IRIS, "--missing", "mean")["data"]["filled"] == []
    assert "filled" not in run("train", IRIS, "--missing", "mean").stdout
