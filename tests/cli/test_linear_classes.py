"""Many classes, predictions and refusals of objectives."""
import csv
import io
import math

import pytest

from objectives import LOGISTIC, SVM, rows_of
from program import IRIS, OVERLAP, PAIR, answer, refused, run, write


@pytest.mark.parametrize("flags", [[*LOGISTIC, "--multiclass", m] for m in ("one-vs-rest", "one-vs-one", "multinomial")]
                         + [[*SVM, "--multiclass", m] for m in ("one-vs-rest", "one-vs-one", "crammer-singer")])
def test_many_classes(tmp_path, flags):
    model = tmp_path / "m.hs"
    got = answer("train", IRIS, *flags, "-o", model)
    assert got["status"] == "converged" and got["gap"] <= 2e-4 * got["primal"]
    assert got["classes"] == ["setosa", "versicolor", "virginica"] and len(got["bias"]) == 3
    seen = answer("evaluate", model, IRIS)
    assert seen["mistakes"] == got["train"]["mistakes"] < 15
    assert run("inspect", model).returncode == 0
    result = answer("predict", model, IRIS)
    for label, score in zip(result["labels"], result["scores"]):
        assert label == got["classes"][score.index(max(score))]
    if result["probabilities"]:
        for label, p in zip(result["labels"], result["probabilities"]):
            assert sum(p) == pytest.approx(1) and label == got["classes"][p.index(max(p))]
    assert (result["probabilities"] is not None) == ("logistic" in flags and "one-vs-one" not in flags)


def test_probabilities_threshold_and_labels_agree(tmp_path):
    model = tmp_path / "m.hs"
    answer("train", IRIS, *OVERLAP, *LOGISTIC, "-o", model)
    for t in (0.1, 0.5, 0.9):
        text = run("predict", model, IRIS, "--scores", "--probabilities", "--threshold", t).stdout
        for row in csv.DictReader(io.StringIO(text)):
            p = float(row["probability:virginica"])
            assert (row["label"] == "virginica") == (p >= t)
            assert p == pytest.approx(1 / (1 + math.exp(-float(row["score"]))), rel=1e-12)
            assert (p >= 0.5) == (float(row["score"]) >= 0)
    assert run("predict", model, IRIS).stdout == run("predict", model, IRIS, "--threshold", 0.5).stdout


def test_evaluate_counts_what_predict_says(tmp_path):
    model = tmp_path / "m.hs"
    answer("train", IRIS, *OVERLAP, "--columns", "sepal_length,sepal_width", *LOGISTIC, "-o", model)
    truth = [line.split(",")[-1].strip() for line in open(IRIS, encoding="utf-8")][51:]
    for t in (0.05, 0.3, 0.5, 0.8):
        result = answer("predict", model, IRIS, "--threshold", t)["labels"][50:]
        got = answer("evaluate", model, IRIS, *OVERLAP, "--threshold", t)
        assert got["mistakes"] == got["wrong_labels"] == sum(a != b for a, b in zip(result, truth))
        assert got["accuracy"] == (100 - got["mistakes"]) / 100 and got["threshold"] == t
        assert got["confusion"]["true_positives"] == sum(a == b == "virginica" for a, b in zip(result, truth))
        assert f"P(virginica) >= {t} is predicted virginica" in run("evaluate", model, IRIS, *OVERLAP, "--threshold", t).stdout
    plain = answer("evaluate", model, IRIS, *OVERLAP)
    assert plain["threshold"] == 0.5 and plain["mistakes"] == answer("evaluate", model, IRIS, *OVERLAP, "--threshold", 0.5)["mistakes"]
    assert run("evaluate", model, IRIS, *OVERLAP, "--threshold", 0.999, "--fail-under", 0.6).returncode == 1
    svm = tmp_path / "s.hs"
    answer("train", IRIS, *OVERLAP, *SVM, "-o", svm)
    assert answer("evaluate", svm, IRIS, *OVERLAP)["threshold"] is None
    assert "is for models with probabilities" in refused(2, "evaluate", svm, IRIS, *OVERLAP, "--threshold", 0.3)


def test_evaluate_measures(tmp_path):
    model = tmp_path / "m.hs"
    answer("train", IRIS, *OVERLAP, *LOGISTIC, "-o", model)
    got = answer("evaluate", model, IRIS, *OVERLAP)
    result = answer("predict", model, IRIS)
    _, y = rows_of(IRIS, "setosa", "versicolor", "virginica")
    pairs = [(p[1], t > 0) for p, t in zip(result["probabilities"][50:], y[50:])]
    assert got["log_loss"] == pytest.approx(-sum(math.log(p if t else 1 - p) for p, t in pairs) / 100)
    assert got["brier"] == pytest.approx(sum((p - t) ** 2 for p, t in pairs) / 100)
    won = sum((p > q) + (p == q) / 2 for p, t in pairs if t for q, u in pairs if not u)
    assert got["roc_auc"] == pytest.approx(won / 2500) and 0.9 < got["pr_auc"] <= 1
    assert sum(b["rows"] for b in got["calibration"]) == 100
    assert "ROC AUC" in run("evaluate", model, IRIS, *OVERLAP).stdout
    svm = tmp_path / "s.hs"
    answer("train", IRIS, *OVERLAP, *SVM, "-o", svm)
    got = answer("evaluate", svm, IRIS, *OVERLAP)
    assert got["roc_auc"] > 0.9 and got["log_loss"] is None and got["calibration"] is None


def test_inspect_and_plot(tmp_path):
    model = tmp_path / "m.hs"
    answer("train", IRIS, *OVERLAP, *SVM, "-o", model)
    text = run("inspect", model).stdout
    assert "gap" in text and "support vectors" in text and "1/|w|" in text and "petal_width" in text
    assert run("plot", model, IRIS, "-o", tmp_path / "p.svg", *OVERLAP).returncode == 0
    assert run("plot", model, "--kind", "weights", "-o", tmp_path / "w.svg").returncode == 0


@pytest.mark.parametrize("flags, words", [
    ([*SVM, "--C", 0], "--C: '0' is outside (0, inf]"),
    ([*SVM, "--C", -1], "--C: '-1' is outside (0, inf]"),
    ([*SVM, "--C", "nan"], "--C: 'nan' is not a number"),
    ([*LOGISTIC, "--C", "inf"], "--C: inf, the hard margin, requires --loss hinge"),
    ([*LOGISTIC, "--lambda", 0], "--lambda: '0' is outside (0, inf)"),
    ([*LOGISTIC, "--lambda", 1, "--C", 1], "--lambda: cannot be combined with --C"),
    ([*LOGISTIC, "--loss", "hinge"], "--loss: hinge cannot be combined with --algorithm logistic"),
    ([*SVM, "--loss", "logistic"], "--loss: logistic is --algorithm logistic"),
    ([*SVM, "--loss", "perceptron"], "--loss: perceptron is not an objective: w = 0 is the minimum under every penalty; choose --algorithm perceptron, or hinge, "),
    ([*SVM, "--preset", "pla"], "--preset: is for --algorithm perceptron; this run is svm"),
    ([*SVM, "--trace", "t.jsonl"], "--trace: is for --algorithm perceptron; this run is svm"),
    (["--algorithm", "perceptron", "--C", 1], "--C: is for --algorithm logistic and svm; this run is perceptron"),
    ([*LOGISTIC, "--penalty", "none", "--C", 1], "--C: has no effect under --penalty none"),
    ([*LOGISTIC, "--l1-ratio", 0.5], "--l1-ratio: is for --penalty elastic-net"),
    ([*LOGISTIC, "--statistics"], "--statistics: is for the maximum of a likelihood"),
    ([*SVM, "--penalty", "firth"], "--penalty: firth requires --loss logistic"),
    ([*SVM, "--solver", "trust-newton"], "--solver: trust-newton needs a loss with a curvature"),
    ([*SVM, "--solver", "nwton"], "--solver: 'nwton' is not one of"),
    ([*LOGISTIC, "--class-weight", "versicolor=0"], "--class-weight: weight '0' of label 'versicolor' is outside (0, inf)"),
    ([*LOGISTIC, "--class-weight", "rose=2"], "--class-weight: 'rose' is not a label of the data"),
    ([*LOGISTIC, "--multiclass", "one-vs-rest"], "--multiclass: is for three classes or more"),
    (["--algorithm", "logstic"], "--algorithm: 'logstic' is not one of auto, perceptron, logistic, svm; did you mean 'logistic'?"),
    ([*LOGISTIC, "--bias", "none", "--scale", "standard"], "--scale: standard moves the origin"),
])
def test_refused(flags, words):
    assert words in refused(2, "train", IRIS, *OVERLAP, *flags)


@pytest.mark.parametrize("flags, words", [
    ([*LOGISTIC, "--multiclass", "crammer-singer"], "'crammer-singer' is not one of one-vs-rest, one-vs-one, multinomial"),
    ([*SVM, "--multiclass", "argmax"], "'argmax' is not one of one-vs-rest, one-vs-one, crammer-singer"),
    ([*SVM, "--multiclass", "crammer-singer", "--bias", "free"], "free cannot be combined with --multiclass crammer-singer"),
    ([*LOGISTIC, "--multiclass", "multinomial", "--penalty", "l1"], "multinomial requires --penalty l2"),
])
def test_refused_of_many_classes(flags, words):
    assert words in refused(2, "train", IRIS, *flags)


@pytest.mark.parametrize("flags", [[*LOGISTIC, "--multiclass", "multinomial"], [*SVM, "--multiclass", "crammer-singer"]])
def test_numbers_too_large_for_a_joint_objective(tmp_path, flags):
    data = write(tmp_path / "d.csv", "x,z,label\n1,1e300,a\n2,1,b\n3,-1e300,c\n")
    words = refused(3, "train", data, *flags)
    assert "column 'z': values up to 1e+300, whose squares overflow" in words


@pytest.mark.parametrize("flags", [[*LOGISTIC, "--multiclass", "multinomial"], [*SVM, "--multiclass", "crammer-singer"]])
def test_a_joint_run_says_that_its_rounds_are_done(flags):
    got = answer("train", IRIS, *flags, "--max-rounds", 1)
    assert got["status"] == "rounds" and got["gap"] > 0


def test_one_class():
    assert "all rows have the label 'setosa'" in refused(3, "train", IRIS, "--classes", "setosa", *SVM)


def test_threshold_needs_probabilities(tmp_path):
    model, many = tmp_path / "m.hs", tmp_path / "k.hs"
    answer("train", IRIS, *PAIR, *SVM, "-o", model)
    assert "is for models with probabilities" in refused(2, "predict", model, IRIS, "--threshold", 0.3)
    assert "is for models with probabilities" in refused(2, "predict", model, IRIS, "--probabilities")
    answer("train", IRIS, *LOGISTIC, "-o", many)
    assert "is for two classes" in refused(2, "predict", many, IRIS, "--threshold", 0.3)
    answer("train", IRIS, *PAIR, *LOGISTIC, "-o", model)
    assert "'1' is outside (0, 1)" in refused(2, "predict", model, IRIS, "--threshold", 1)


def descent(*more):
    return answer("train", IRIS, "--classes", "versicolor,virginica", *LOGISTIC, *more)


def test_descent_is_near_the_optimum_after_ten_passes_whatever_the_seed():
    best = descent()["primal"]
    for seed in ("0", "1", "2"):
        reported = descent("--solver", "sgd", "--rounds", "10", "--seed", seed)
        assert reported["rounds"] == 10 and reported["status"] == "rounds"
        assert reported["primal"] <= 1.01 * best
        assert "random order" in reported["solver_reason"]


def test_max_rounds_alone_sets_the_passes():
    capped = descent("--solver", "sgd", "--max-rounds", "10")
    assert capped["rounds"] == 10
    assert capped["weights"] == descent("--solver", "sgd", "--rounds", "10")["weights"]
    steps = descent("--penalty", "none", "--solver", "gd", "--max-rounds", "1500")
    assert steps["rounds"] == 1500
