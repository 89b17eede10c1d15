"""cv, search and calibration: equal to explicit loops, the same for any number of threads, labels and probabilities of one mind, refusals."""
import csv
import io
import itertools
import json
import math
import random
import signal
import subprocess
import time

import pytest

from program import HALFSPACE, IRIS, OVERLAP, PAIR, answer, refused, run, write

SVM = ["--algorithm", "svm"]
LOGISTIC = ["--algorithm", "logistic"]
METRICS = ["accuracy", "balanced_accuracy", "error", "f1", "roc_auc", "pr_auc", "log_loss", "brier"]


def made_rows(n, classes=2, seed=1, levels=False):
    """Overlapping classes in two columns, a third of texts, a weight and a group."""
    draw = random.Random(seed)
    lines = ["x,z,colour,w,who,label"]
    for i in range(n):
        k = i % classes
        x, y = draw.gauss(1.2 * k, 1), draw.gauss(-0.8 * k, 1)
        lines.append(f"{x:.3f},{y:.3f},{draw.choice(['red', 'blue', 'green'])},{draw.choice([1, 2, 0.5])},p{draw.randrange(n // 4)},{'abcdef'[k]}")
    return "\n".join(lines) + "\n"


@pytest.fixture
def pair(tmp_path):
    return write(tmp_path / "pair.csv", made_rows(60))


@pytest.fixture
def three(tmp_path):
    return write(tmp_path / "three.csv", made_rows(75, 3))


def predictions(path, *flags):
    out = path.parent / "out.csv"
    got = answer("cv", path, *flags, "--predictions", out)
    with open(out, encoding="utf-8", newline="") as file:
        return got, list(csv.DictReader(file))


# ---- cv is the loop it says it is

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
        said = answer("evaluate", model, test)
        assert fit["status"] == trained["status"] and fit["train_rows"] == trained["data"]["rows"]
        assert fit["test_rows"] == said["rows"] and fit["mistakes"] == said["mistakes"]
        for name in ("accuracy", "error", "roc_auc", "pr_auc", "log_loss", "brier"):
            assert fit[name] == said[name], name
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
        told = got["metrics"][name]
        assert told["folds"] == len(values)
        if name in ("roc_auc", "pr_auc"):
            assert told["mean"] is None and told["standard_error"] is None
            continue
        mean = sum(values) / len(values)
        assert told["mean"] == pytest.approx(mean, rel=1e-12)
        spread = math.sqrt(sum((v - mean) ** 2 for v in values) / (len(values) - 1))
        assert told["standard_error"] == pytest.approx(spread / math.sqrt(5), rel=1e-9)


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


def without_time(got):
    return {k: v for k, v in got.items() if k not in ("seconds", "peak_bytes")}


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
    assert "is for the folds of --calibrate" in refused(2, "train", plain, "--groups", "who")


def test_folds_without_an_optimum_are_said_and_not_scored(tmp_path):
    data = write(tmp_path / "line.csv", "x,label\n" + "".join(f"{i},{'a' if i < 10 else 'b'}\n" for i in range(20)))
    done = run("cv", data, *LOGISTIC, "--penalty", "none", "--folds", 2, "--json")
    got = json.loads(done.stdout)
    assert done.returncode == 4 and got["complete"] is False
    assert all(fit["fitted"] is False and fit["scored"] is False and fit["accuracy"] is None for fit in got["fits"])
    assert "no optimum: not scored" in run("cv", data, *LOGISTIC, "--penalty", "none", "--folds", 2).stdout


def test_runs_that_did_not_converge_are_said(pair):
    flags = ["--columns", "x,z", "--algorithm", "svm", "--max-rounds", 1, "--tol", 1e-12]
    got = answer("cv", pair, *flags)
    assert {fit["status"] for fit in got["fits"]} == {"rounds"} and got["complete"] is True
    assert "rounds 5" in run("cv", pair, *flags).stdout


# ---- search

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
    told = [p["metrics"]["log_loss"] for p in got["points"]]
    best = min(range(8), key=lambda k: told[k]["mean"])
    bound = told[best]["mean"] + told[best]["standard_error"]
    assert got["best"] == best
    assert got["one_standard_error"] == min(k for k in range(8) if told[k]["mean"] <= bound)
    assert [p["settings"]["C"] for p in got["points"]] == pytest.approx([10 ** (k - 4) for k in range(8)], rel=1e-11)
    larger = answer("search", pair, "--columns", "x,z", *LOGISTIC, "--over", "lambda=1e-4:1:5", "--metric", "log-loss")
    told = [p["metrics"]["log_loss"] for p in larger["points"]]
    bound = min(t["mean"] for t in told) + told[larger["best"]]["standard_error"]
    assert larger["one_standard_error"] == max(k for k in range(5) if told[k]["mean"] <= bound)


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


# ---- calibration

PRESETS = ["cyclic", "pla", "online", "zero-one", "delta", "subgradient", "pocket", "averaged", "voted", "margin", "passive-aggressive"]
CAPPED = ["--max-updates", 2000]
TWO = [
    *[["--preset", p, *CAPPED] for p in PRESETS],
    *[["--preset", "kernel", "--kernel", k, "--passes", 5] for k in ("polynomial", "rbf", "laplacian", "sigmoid")],
    ["--preset", "cyclic", "--bias", "none", *CAPPED],
    *[[*SVM, "--loss", loss] for loss in ("hinge", "squared-hinge", "modified-huber")],
    [*SVM, "--penalty", "l1", "--loss", "squared-hinge"],
    *[[*SVM, "--kernel", k] for k in ("linear", "polynomial", "rbf", "laplacian")],
    [*SVM, "--kernel", "rbf", "--nu", 0.5],
    LOGISTIC,
    [*LOGISTIC, "--penalty", "elastic-net", "--C", 0.1],
]
MORE = [
    *[["--preset", p, "--multiclass", m, *CAPPED] for p in ("cyclic", "averaged", "voted", "pocket") for m in ("argmax", "one-vs-rest")],
    ["--preset", "kernel", "--kernel", "rbf", "--passes", 5],
    *[[*SVM, "--multiclass", m] for m in ("one-vs-rest", "one-vs-one", "crammer-singer")],
    *[[*SVM, "--kernel", "rbf", "--multiclass", m] for m in ("one-vs-rest", "one-vs-one")],
    *[[*LOGISTIC, "--multiclass", m] for m in ("one-vs-rest", "one-vs-one", "multinomial")],
]


def with_ties(tmp_path, data):
    """The rows of the data, their negatives, and a grid of round numbers."""
    rows = [r.split(",")[:2] for r in data.read_text().splitlines()[1:]]
    rows += [[str(-float(a)), str(-float(b))] for a, b in rows]
    rows += [[str(a / 2), str(b / 2)] for a in range(-4, 5) for b in range(-4, 5)]
    return write(tmp_path / "ask.csv", "x,z\n" + "".join(f"{a},{b}\n" for a, b in rows))


def of_one_mind(model, ask):
    """Labels, scores and probabilities of every row say the same."""
    got = answer("predict", model, ask)
    for label, score, p in zip(got["labels"], got["scores"], got["probabilities"]):
        assert all(0 <= v <= 1 for v in p) and sum(p) == pytest.approx(1, abs=1e-12)
        assert got["classes"][p.index(max(p))] == label
        if isinstance(score, list):
            assert got["classes"][score.index(max(score))] == label
        else:
            assert (p[1] >= 0.5) == (score >= 0) == (label == got["positive"])
    return got


@pytest.mark.parametrize("kind", ["platt", "isotonic"])
@pytest.mark.parametrize("flags", TWO, ids=lambda f: "-".join(map(str, f[1::2])))
def test_labels_scores_and_probabilities_agree_for_two_classes(pair, tmp_path, flags, kind):
    model = tmp_path / "m.hs"
    fixed = "voted" in flags or "none" in flags
    if fixed and kind == "isotonic":
        said = refused(2, "train", pair, "--columns", "x,z", *flags, "--calibrate", kind)
        assert ("cannot be moved" if "voted" in flags else "goes through the origin") in said
        return
    got = answer("train", pair, "--columns", "x,z", *flags, "--calibrate", kind, "-o", model)
    told = got["calibration"]
    assert told["kind"] == kind and told["done"] is True
    assert got["train"]["wrong_labels"] == told["train_mistakes_after"]
    if fixed:
        assert told["bias_moved"] == 0
    of_one_mind(model, with_ties(tmp_path, pair))
    said = answer("evaluate", model, pair)
    assert said["mistakes"] == told["train_mistakes_after"] and said["log_loss"] > 0
    svg = tmp_path / "p.svg"
    assert run("plot", model, pair, "--kind", "calibration", "-o", svg).returncode == 0
    assert "share = probability" in svg.read_text()


@pytest.mark.parametrize("flags", MORE, ids=lambda f: "-".join(map(str, f[1::2])))
def test_labels_scores_and_probabilities_agree_for_more_classes(three, tmp_path, flags):
    model = tmp_path / "m.hs"
    got = answer("train", three, "--columns", "x,z", *flags, "--calibrate", "temperature", "-o", model)
    assert got["calibration"]["done"] is True and got["calibration"]["slope"] > 0
    of_one_mind(model, with_ties(tmp_path, three))


def test_the_bias_moves_to_one_half_and_the_move_is_told(pair, tmp_path):
    flags = ["--columns", "x,z", *SVM, "--C", 0.5, "--class-weight", "a=2"]
    before = answer("train", pair, *flags)
    after = answer("train", pair, *flags, "--calibrate", "platt", "-o", tmp_path / "m.hs")
    told = after["calibration"]
    assert told["bias_moved"] != 0
    assert after["weights"] == before["weights"]
    assert after["bias"] == pytest.approx(before["bias"] + told["bias_moved"], rel=1e-12)
    assert told["train_mistakes_before"] == before["train"]["wrong_labels"]
    got = of_one_mind(tmp_path / "m.hs", pair)
    for score, p in zip(got["scores"], got["probabilities"]):
        assert p[1] == pytest.approx(1 / (1 + math.exp(-told["slope"] * score)), rel=1e-12)
    assert after["settings"]["calibrate"] == "platt" and after["settings"]["calibrate_folds"] == 5
    assert "the bias moved by" in run("train", pair, *flags, "--calibrate", "platt").stdout


def test_platt_is_the_fit_to_the_scores_of_cv(pair):
    """The inner folds are those of cv with the same seed: the slope is stationary for the scores that cv tells."""
    flags = ["--columns", "x,z", *SVM, "--seed", 11]
    _, rows = predictions(pair, *flags, "--folds", 4)
    told = answer("train", pair, *flags, "--calibrate", "platt", "--calibrate-folds", 4)["calibration"]
    a, b = told["slope"], told["slope"] * told["bias_moved"]
    plus = sum(r["label"] == "b" for r in rows)
    minus = len(rows) - plus
    slopes = [0.0, 0.0]
    for r in rows:
        s = float(r["score"])
        t = (plus + 1) / (plus + 2) if r["label"] == "b" else 1 / (minus + 2)
        p = 1 / (1 + math.exp(-(a * s + b)))
        slopes = [slopes[0] + (p - t) * s, slopes[1] + p - t]
    assert slopes == pytest.approx([0, 0], abs=1e-9)


def test_a_calibrated_model_keeps_its_probabilities_in_its_file(pair, tmp_path):
    model = tmp_path / "m.hs"
    answer("train", pair, "--columns", "x,z", "--preset", "averaged", "--calibrate", "auto", "-o", model)
    done = run("predict", model, pair, "--probabilities", "--threshold", 0.7)
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert {(r["label"] == "b") == (float(r["probability:b"]) >= 0.7) for r in rows} == {True}


# ---- refusals and stops

@pytest.mark.parametrize("flags, code, said", [
    (["--folds", 1], 2, "less than 2"),
    (["--folds", 61], 2, "more than the 60 rows"),
    (["--folds", 40], 3, "fewer than the 40 folds"),
    (["--folds", "x"], 2, "--folds"),
    (["--repeats", 0], 2, "outside 1..1000"),
    (["--groups", "nobody"], 2, "no column 'nobody'"),
    (["--groups", "label"], 2, "is the label column"),
    (["--groups", "who", "--columns", "x,who"], 2, "says the group"),
    (["--groups", ""], 2, "is empty"),
    (["--metric", "acuracy"], 2, "did you mean 'accuracy'"),
    (["--metric", ""], 2, "is empty"),
    (["--metric", "f1,f1"], 2, "stands there twice"),
    (["--algorithm", "perceptron", "--metric", "log-loss"], 2, "--calibrate auto"),
    (["--calibrate", "temperature"], 2, "three classes or more"),
    (["--calibrate", "plat"], 2, "did you mean 'platt'"),
    (["--calibrate-folds", 3], 2, "is for --calibrate"),
    (["--algorithm", "perceptron", "--C", 3], 2, "is for --algorithm logistic and svm"),
], ids=str)
def test_cv_refuses(pair, flags, code, said):
    columns = [] if "--columns" in flags else ["--columns", "x,z"]
    assert said in refused(code, "cv", pair, *columns, *flags)


def test_cv_refuses_folds_without_a_class(tmp_path):
    data = write(tmp_path / "rare.csv", "x,label\n" + "".join(f"{i},a\n" for i in range(20)) + "5,b\n6,b\n7,b\n")
    said = refused(3, "cv", data)
    assert "class 'b' has 3 rows, fewer than the 5 folds" in said and "--folds 3" in said
    assert "fewer than the 5 folds" in refused(3, "train", data, "--calibrate", "platt")
    assert answer("cv", data, "--folds", 3)["complete"] is True
    libsvm = write(tmp_path / "a.libsvm", "+1 1:1\n-1 1:2\n")
    assert "no column of groups" in refused(2, "cv", libsvm, "--groups", "g")
    assert "needs two classes" in refused(3, "cv", write(tmp_path / "one.csv", "x,label\n1,a\n2,a\n3,a\n4,a\n5,a\n"))


def test_a_level_that_only_held_out_rows_have_is_an_error_that_says_so(tmp_path):
    data = write(tmp_path / "levels.csv", "colour,label\nred,a\nblue,b\nred,a\nblue,b\nred,a\nblue,b\nred,a\ngreen,b\n")
    flags = ["--categorical", "colour", "--folds", 2]
    said = refused(3, "cv", data, *flags)
    assert "'green'" in said and "--unseen other" in said and "fold" in said
    assert answer("cv", data, *flags, "--unseen", "other")["complete"] is True


@pytest.mark.parametrize("flags, said", [
    (["--over", "C"], "is not NAME=VALUE"),
    (["--over", "C="], "empty value"),
    (["--over", "C=1,,2"], "empty value"),
    (["--over", "C=1,1"], "stands there twice"),
    (["--over", "Z=1"], "no flag of a learner"),
    (["--over", "penalti=l1"], "did you mean penalty"),
    (["--over", "C=1:2"], "LOW:HIGH:COUNT"),
    (["--over", "C=0:2:3"], "LOW:HIGH:COUNT"),
    (["--over", "C=2:1:3"], "LOW:HIGH:COUNT"),
    (["--over", "C=1:2:100000"], "LOW:HIGH:COUNT"),
    (["--over", "C=1,2", "--C", 3], "given as --C too"),
    (["--over", "C=1,2", "--over", "C=3"], "named by two lists"),
    (["--over", "C=1e-3:1e3:500", "--over", "tol=1e-9:1e-3:500"], "more than 10,000 points"),
    (["--over", "C=1,-2"], "at C=-2: "),
    (["--over", "C=1,2", "--halving", 0.5], "neither 1 nor in [1.5, inf)"),
    (["--over", "C=1,2", "--choose", "worst"], "best, one-se"),
    (["--over", "loss=hinge,squared-hinge", "--plot", "a.svg"], "settings that are numbers"),
    (["--over", "C=1,2", "--plot", "a.gif"], ".svg nor .png"),
    (["--over", "C=1,2", "--theme", "dark"], "is for --plot"),
    (["--over", "C=1,2", "--metric", "brier"], "--calibrate auto"),
], ids=str)
def test_search_refuses(pair, flags, said):
    assert said in refused(2, "search", pair, "--columns", "x,z", *SVM, *flags)


def test_scores_that_rank_the_wrong_way_are_refused(tmp_path):
    """A column that says nothing: the fold that holds more rows of b leaves fewer to learn from, so its rows score lower."""
    data = write(tmp_path / "flat.csv", "x,label\n" + "1,a\n" * 6 + "1,b\n" * 7)
    said = refused(3, "train", data, *LOGISTIC, "--calibrate", "platt", "--calibrate-folds", 6, "-o", tmp_path / "m.hs")
    assert "wrong way round" in said and not (tmp_path / "m.hs").exists()
    assert "below 1/2" in refused(3, "train", data, *LOGISTIC, "--calibrate", "isotonic", "--calibrate-folds", 6)
    even = write(tmp_path / "even.csv", "x,label\n" + "1,a\n1,b\n" * 6)
    assert "are equal" in refused(3, "train", even, *LOGISTIC, "--calibrate", "platt", "--calibrate-folds", 6)


def test_a_calibration_without_scores_says_why(tmp_path):
    apart = write(tmp_path / "apart.csv", "x,label\n" + "".join(f"{i},{'ab'[i > 9]}\n" for i in range(20)) + "12,a\n8,b\n")
    flags = [*LOGISTIC, "--penalty", "none", "--calibrate", "platt", "--calibrate-folds", 2]
    seen = {run("train", apart, *flags, "--seed", s).returncode for s in range(12)}
    assert 3 in seen
    said = next(done.stderr for done in (run("train", apart, *flags, "--seed", s) for s in range(12)) if done.returncode == 3)
    assert "has no optimum" in said and "--penalty l2" in said
    none = answer_of(4, "train", write(tmp_path / "clean.csv", "x,label\n1,a\n2,a\n3,b\n4,b\n"), *flags)
    assert none["calibration"]["done"] is False and none["calibration"]["reason"] == "the run has no optimum"


def answer_of(code, *args):
    done = run(*args, "--json")
    assert done.returncode == code, done.stderr
    return json.loads(done.stdout)


def big(tmp_path):
    draw = random.Random(5)
    lines = [f"{','.join(f'{draw.gauss(0, 1):.4f}' for _ in range(30))},{draw.choice('ab')}" for _ in range(4000)]
    return write(tmp_path / "big.csv", ",".join(f"c{j}" for j in range(30)) + ",label\n" + "\n".join(lines) + "\n")


def test_a_time_limit_ends_cv_with_what_was_done(tmp_path):
    done = run("cv", big(tmp_path), "--preset", "averaged", "--passes", 10000000, "--timeout", 1.5, "--json")
    assert done.returncode == 4, done.stderr
    got = json.loads(done.stdout)
    assert got["complete"] is False and len(got["fits"]) == 5
    assert all(fit["status"] in (None, "timeout") and fit["scored"] is False for fit in got["fits"])


def test_an_interrupt_ends_a_search_with_130_and_no_model(tmp_path):
    data = big(tmp_path)
    call = [HALFSPACE, "search", str(data), "--preset", "averaged", "--passes", "10000000", "--over", "margin=0.1,1", "-o", str(tmp_path / "m.hs"), "--json"]
    process = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 130, err
    got = json.loads(out)
    assert got["best"] is None and got["stopped"] is True and got["model"] is None
    assert not (tmp_path / "m.hs").exists()
