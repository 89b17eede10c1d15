"""cv: each fold's fit, score and proof are those of separate calls."""
import csv
import io
import json
import math
import random

import pytest

from program import answer, refused, run, write
from selecting import LOGISTIC, SVM, predictions, without_time


METRICS = ["accuracy", "balanced_accuracy", "error", "f1", "roc_auc", "pr_auc", "log_loss", "brier"]


@pytest.mark.parametrize("flags", [
    [],
    ["--preset", "averaged"],
    [*LOGISTIC, "--C", 3, "--scale", "standard"],
    [*SVM, "--weight", "w", "--columns", "x,z"],
    ["--preset", "kernel", "--kernel", "rbf", "--gamma", 0.5, "--passes", 20],
    [*SVM, "--calibrate", "platt", "--calibrate-folds", 3],
    [*SVM, "--kernel", "rbf", "--gamma", 0.5, "--C", 2],
], ids=["perceptron", "averaged", "logistic", "weights", "kernel", "calibrated", "svm-rbf"])
def test_cv_equals_an_explicit_loop(pair, tmp_path, flags):
    data = ["--categorical", "colour"] if "--columns" not in flags else []
    drop = [] if "--columns" in flags else ["--columns", "x,z,colour"]
    got, rows = predictions(pair, *data, *drop, *flags, "--folds", 4, "--seed", 3)
    text = pair.read_text().splitlines()
    assert sorted(int(r["row"]) for r in rows) == list(range(60))
    assert len(got["fits"]) == 4 and got["complete"] is True
    for fit in got["fits"]:
        held = [r for r in rows if int(r["fold"]) == fit["fold"]]
        lines = {int(r["line"]) for r in held}
        train = write(tmp_path / "train.csv", "\n".join([text[0]] + [t for k, t in enumerate(text[1:], 2) if k not in lines]) + "\n")
        test = write(tmp_path / "test.csv", "\n".join([text[0]] + [t for k, t in enumerate(text[1:], 2) if k in lines]) + "\n")
        model = tmp_path / "model.hs"
        trained = answer("train", train, *data, *drop, *flags, "--seed", 3, "-o", model)
        result = answer("evaluate", model, test)
        assert fit["status"] == trained["status"] and fit["train_rows"] == trained["data"]["rows"]
        assert fit["test_rows"] == result["rows"] and fit["mistakes"] == result["mistakes"]
        for name in ("accuracy", "error", "roc_auc", "pr_auc", "log_loss", "brier"):
            assert fit[name] == result[name], name
        scored = answer("predict", model, test)
        assert [float(r["score"]) for r in held] == scored["scores"]
        assert [r["predicted"] for r in held] == scored["labels"]
        if scored["probabilities"]:
            assert [[float(r["probability:a"]), float(r["probability:b"])] for r in held] == scored["probabilities"]


def test_a_precomputed_kernel_loses_rows_and_columns(tmp_path):
    """cv on the matrix of x.z is cv of the linear kernel on the rows."""
    draw = random.Random(3)
    rows = [(draw.randrange(-20, 21) + 6 * (i % 2), draw.randrange(-20, 21), "ab"[i % 2]) for i in range(30)]
    plain = write(tmp_path / "rows.csv", "x,z,label\n" + "".join(f"{a},{b},{c}\n" for a, b, c in rows))
    matrix = write(tmp_path / "matrix.csv", ",".join(f"k{i}" for i in range(30)) + ",label\n" + "".join(
        ",".join(str(a * e + b * f) for e, f, _ in rows) + f",{c}\n" for a, b, c in rows))
    flags = [*SVM, "--C", 0.01, "--tol", 1e-10, "--folds", 3]
    for more in ([], ["--calibrate", "platt", "--calibrate-folds", 2]):
        got = answer("cv", matrix, *flags, "--kernel", "precomputed", *more)
        want = answer("cv", plain, *flags, "--kernel", "linear", *more)
        for name in ("accuracy", "roc_auc", "log_loss"):
            assert got["metrics"][name]["mean"] == (pytest.approx(want["metrics"][name]["mean"], rel=1e-3) if want["metrics"][name]["mean"] is not None else None)


def test_mean_and_standard_error_are_their_formulas(three):
    got = answer("cv", three, "--columns", "x,z", *LOGISTIC, "--folds", 5, "--repeats", 3)
    assert len(got["fits"]) == 15
    for name in METRICS:
        values = [fit[name] for fit in got["fits"] if fit[name] is not None]
        reported = got["metrics"][name]
        assert reported["folds"] == len(values)
        if name in ("roc_auc", "pr_auc"):
            assert reported["mean"] is None and reported["standard_error"] is None
            continue
        mean = sum(values) / len(values)
        assert reported["mean"] == pytest.approx(mean, rel=1e-12)
        spread = math.sqrt(sum((v - mean) ** 2 for v in values) / (len(values) - 1))
        assert reported["standard_error"] == pytest.approx(spread / math.sqrt(5), rel=1e-9)


@pytest.mark.parametrize("repeats", [1, 3])
def test_the_standard_error_is_of_the_folds_that_have_a_value(tmp_path, repeats):
    """Ten groups in ten folds, seven of one class each: three folds have an AUC, and repeats hold the same three out again."""
    rows = "".join(f"{(7 * k) % 11 + 3 * t},{k // 6},{t}\n" for k in range(60) for t in [k // 6 % 2 if k < 42 else k * k % 3 % 2])
    got = answer("cv", write(tmp_path / "d.csv", "x,g,y\n" + rows), "--groups", "g", "--folds", 10, "--repeats", repeats, *LOGISTIC)
    values = [fit["roc_auc"] for fit in got["fits"] if fit["roc_auc"] is not None]
    assert len(values) == 3 * repeats
    mean = sum(values) / len(values)
    spread = math.sqrt(sum((v - mean) ** 2 for v in values) / (len(values) - 1))
    assert spread > 0 and got["metrics"]["roc_auc"]["standard_error"] == pytest.approx(spread / math.sqrt(3), rel=1e-9)


def test_metrics_of_classes_are_their_definitions(three):
    got, rows = predictions(three, "--columns", "x,z", "--preset", "averaged", "--folds", 3)
    for fit in got["fits"]:
        held = [(r["label"], r["predicted"]) for r in rows if int(r["fold"]) == fit["fold"]]
        recalls, f1s = [], []
        for k in "abc":
            tp = sum(t == p == k for t, p in held)
            fn = sum(t == k != p for t, p in held)
            fp = sum(p == k != t for t, p in held)
            recalls.append(tp / (tp + fn))
            f1s.append(2 * tp / (2 * tp + fp + fn))
        assert fit["balanced_accuracy"] == pytest.approx(sum(recalls) / 3, rel=1e-12)
        assert fit["f1"] == pytest.approx(sum(f1s) / 3, rel=1e-12)


def test_rows_are_those_kept_and_lines_those_of_the_file(tmp_path):
    """Every third record has weight 0 and every fifth no x; the rest are numbered from 0, in order."""
    texts = [f"{'' if k % 5 == 4 else (3 * k) % 8 + k % 2},{k % 3},{'ab'[k % 2]}" for k in range(40)]
    data = write(tmp_path / "d.csv", "x,w,label\n" + "\n".join(texts) + "\n")
    _, rows = predictions(data, "--label", "label", "--weight", "w", "--missing", "drop", *LOGISTIC, "--folds", 3)
    kept = [k + 2 for k in range(40) if k % 3 and k % 5 != 4]
    assert sorted((int(r["row"]), int(r["line"])) for r in rows) == list(enumerate(kept))
    assert all(r["label"] == texts[int(r["line"]) - 2][-1] for r in rows)


def test_answers_do_not_depend_on_threads(three, tmp_path):
    flags = ["--columns", "x,z", *SVM, "--calibrate", "auto", "--repeats", 2]
    one = without_time(answer("cv", three, *flags, "--threads", 1))
    assert one == without_time(answer("cv", three, *flags, "--threads", 5))
    grid = ["--columns", "x,z", *SVM, "--over", "C=0.1,1,10", "--halving", 2]
    a, b = (without_time(answer("search", three, *grid, "--threads", t, "-o", tmp_path / f"{t}.hs")) for t in (1, 4))
    assert a == b
    assert (tmp_path / "1.hs").read_bytes() == (tmp_path / "4.hs").read_bytes()


def test_groups_stay_together_and_are_no_feature(pair):
    got, rows = predictions(pair, "--columns", "x,z", "--groups", "who", "--folds", 3)
    text = list(csv.DictReader(io.StringIO(pair.read_text())))
    place = {}
    for r in rows:
        assert place.setdefault(text[int(r["row"])]["who"], r["fold"]) == r["fold"]
    assert got["grouped"] is True
    plain = write(pair.parent / "plain.csv", "x,who,label\n" + "".join(f"{i % 7 + 3 * (i % 2)},{i},{'ab'[i % 2]}\n" for i in range(20)))
    model = plain.parent / "m.hs"
    assert answer("train", plain, "--groups", "who", *SVM, "--calibrate", "platt", "-o", model)["columns"] == ["x"]
    assert "is for --holdout and the folds of --calibrate" in refused(2, "train", plain, "--groups", "who")


def test_folds_without_an_optimum_are_reported_and_not_scored(tmp_path):
    data = write(tmp_path / "line.csv", "x,label\n" + "".join(f"{i},{'a' if i < 10 else 'b'}\n" for i in range(20)))
    done = run("cv", data, *LOGISTIC, "--penalty", "none", "--folds", 2, "--json")
    got = json.loads(done.stdout)
    assert done.returncode == 4 and got["complete"] is False
    assert all(fit["fitted"] is False and fit["scored"] is False and fit["accuracy"] is None for fit in got["fits"])
    assert "no optimum: not scored" in run("cv", data, *LOGISTIC, "--penalty", "none", "--folds", 2).stdout


def test_runs_that_did_not_converge_are_reported(pair):
    flags = ["--columns", "x,z", "--algorithm", "svm", "--max-rounds", 1, "--tol", 1e-12]
    got = answer("cv", pair, *flags)
    assert {fit["status"] for fit in got["fits"]} == {"rounds"} and got["complete"] is True
    assert "rounds 5" in run("cv", pair, *flags).stdout
