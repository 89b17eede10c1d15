"""Cross-validation of rows in shards: folds by the numbers of rows, the same answer for any number of shards."""
import json
import random

import pytest

from program import answer, refused, write
from test_shards import made, shards, text

MASK = (1 << 64) - 1
LEARNERS = [
    ("--algorithm", "logistic", "--tol", "1e-7"),
    ("--algorithm", "logistic", "--lambda", "0.01", "--class-weight", "balanced", "--tol", "1e-7"),
    ("--algorithm", "svm", "--C", "0.5"),
    ("--algorithm", "logistic", "--penalty", "l1", "--C", "0.05", "--tol", "1e-7"),
]


def mixed(z):
    """splitmix64, as docs/scale.md has it"""
    z = (z + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def fold(row, seed, folds):
    return (mixed((mixed(mixed(seed)) + row) & MASK) >> 32) * folds >> 32


def without_time(told):
    told.pop("seconds")
    told.pop("peak_bytes")
    told.pop("source")
    return told


@pytest.mark.parametrize("learner", LEARNERS)
def test_same_answer_from_any_number_of_shards(tmp_path, learner):
    source = text(tmp_path / "rows.csv")
    told = []
    for count in (1, 2, 3, 7):
        shards(source, tmp_path / f"in{count}", count)
        told.append(without_time(answer("cv", tmp_path / f"in{count}", *learner, "--repeats", "2", "--seed", "3")))
    assert all(one == told[0] for one in told)
    assert told[0]["complete"] and len(told[0]["fits"]) == 10


@pytest.mark.parametrize("learner", LEARNERS)
def test_the_text_with_the_same_folds_as_groups(tmp_path, learner):
    source = text(tmp_path / "rows.csv")
    lines = source.read_text().splitlines()
    folds = [fold(row, 7, 4) for row in range(len(lines) - 1)]
    grouped = tmp_path / "grouped.csv"
    grouped.write_text("\n".join([f"part,{lines[0]}"] + [f"{f},{line}" for f, line in zip(folds, lines[1:])]) + "\n")
    shards(source, tmp_path / "folder", 3)
    over = answer("cv", tmp_path / "folder", *learner, "--folds", "4", "--seed", "7")
    here = answer("cv", grouped, "--groups", "part", *learner, "--folds", "4")
    assert [fit["test_rows"] for fit in over["fits"]] == [folds.count(f) for f in range(4)]
    assert sorted(fit["test_rows"] for fit in here["fits"]) == sorted(folds.count(f) for f in range(4))
    for name in ("accuracy", "balanced_accuracy", "error", "f1", "log_loss", "brier"):
        one, other = over["metrics"][name]["mean"], here["metrics"][name]["mean"]
        assert (one is None) == (other is None)
        assert one is None or abs(one - other) < 0.006, name
    assert over["metrics"]["roc_auc"]["mean"] is None


def test_text_report_names_the_rule(tmp_path):
    shards(text(tmp_path / "rows.csv"), tmp_path / "folder", 2)
    told = made("cv", tmp_path / "folder", "--algorithm", "logistic").stdout
    assert "by the numbers of the rows, seed 0" in told
    assert "roc-auc" not in told


def test_a_checkpoint_goes_on_to_the_same_answer(tmp_path):
    shards(text(tmp_path / "rows.csv"), tmp_path / "folder", 3)
    command = ("cv", tmp_path / "folder", "--algorithm", "logistic", "--json")
    whole = json.loads(made(*command).stdout)
    kept = tmp_path / "run.checkpoint"
    assert json.loads(made(*command, "--checkpoint", kept).stdout)["metrics"] == whole["metrics"]
    assert json.loads(made(*command, "--checkpoint", kept).stdout)["metrics"] == whole["metrics"]
    assert "other options" in refused(2, *command, "--folds", "3", "--checkpoint", kept)
    assert "other options" in refused(2, "train", tmp_path / "folder", "--algorithm", "logistic", "--checkpoint", kept)


@pytest.mark.parametrize("flags, told", [
    (("--metric", "roc-auc"), "--metric: roc-auc needs the scores of all rows in one place"),
    (("--folds", "1"), "--folds: 1 is outside 2..1000"),
    (("--groups", "a"), "--groups: is not for a folder of shards"),
    (("--calibrate", "platt"), "--calibrate: is not for a folder of shards"),
    (("--predictions", "out.csv"), "--predictions: is not for a folder of shards"),
    (("--algorithm", "perceptron"), "perceptron has no cross-validation over rows in partitions"),
])
def test_what_folds_of_shards_refuse(tmp_path, flags, told):
    shards(text(tmp_path / "rows.csv"), tmp_path / "folder", 2)
    more = () if "--algorithm" in flags else ("--algorithm", "logistic")
    assert told in refused(2, "cv", tmp_path / "folder", *more, *flags)


def test_more_models_than_one_question_asks_for(tmp_path):
    """400 models of 110 columns have 2.4 million curvatures, more than an answer is asked for."""
    chance = random.Random(4)
    rows = [[round(chance.gauss(0, 1), 2) for _ in range(110)] for _ in range(440)]
    lines = [",".join(map(str, row)) + (",yes" if row[0] + row[1] + chance.gauss(0, 1) > 0 else ",no") for row in rows]
    source = write(tmp_path / "rows.csv", "\n".join([",".join(f"x{j}" for j in range(110)) + ",label", *lines]) + "\n")
    told = []
    for count in (1, 3):
        shards(source, tmp_path / f"in{count}", count)
        told.append(without_time(answer("cv", tmp_path / f"in{count}", "--algorithm", "logistic", "--C", "0.01", "--folds", "20", "--repeats", "20", "--tol", "1e-3")))
    assert told[0] == told[1] and told[0]["complete"] and len(told[0]["fits"]) == 400


@pytest.mark.parametrize("repeats", ["0", "251", str(1 << 62)])
def test_repeats_that_are_too_many(tmp_path, repeats):
    shards(text(tmp_path / "rows.csv"), tmp_path / "folder", 2)
    assert "is outside 1..250" in refused(2, "cv", tmp_path / "folder", "--algorithm", "logistic", "--folds", "4", "--repeats", repeats)


def test_a_fold_without_a_class(tmp_path):
    source = text(tmp_path / "rows.csv", rows=200)
    lines = source.read_text().splitlines()
    source.write_text("\n".join([lines[0]] + [line for line in lines[1:] if line.endswith("no")] + ["1,2,3,yes"]) + "\n")
    shards(source, tmp_path / "folder", 2)
    assert "holds no row of class 'yes', which has 1 row" in refused(3, "cv", tmp_path / "folder", "--algorithm", "logistic")
