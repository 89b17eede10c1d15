"""Calibrated probabilities."""
import csv
import io
import math

import pytest

from program import answer, refused, run, write
from selecting import LOGISTIC, SVM, predictions


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
        result = refused(2, "train", pair, "--columns", "x,z", *flags, "--calibrate", kind)
        assert ("cannot be moved" if "voted" in flags else "goes through the origin") in result
        return
    got = answer("train", pair, "--columns", "x,z", *flags, "--calibrate", kind, "-o", model)
    reported = got["calibration"]
    assert reported["kind"] == kind and reported["done"] is True
    assert got["train"]["wrong_labels"] == reported["train_mistakes_after"]
    if fixed:
        assert reported["bias_moved"] == 0
    of_one_mind(model, with_ties(tmp_path, pair))
    result = answer("evaluate", model, pair)
    assert result["mistakes"] == reported["train_mistakes_after"] and result["log_loss"] > 0
    svg = tmp_path / "p.svg"
    assert run("plot", model, pair, "--kind", "calibration", "-o", svg).returncode == 0
    assert "share = probability" in svg.read_text()


@pytest.mark.parametrize("flags", MORE, ids=lambda f: "-".join(map(str, f[1::2])))
def test_labels_scores_and_probabilities_agree_for_more_classes(three, tmp_path, flags):
    model = tmp_path / "m.hs"
    got = answer("train", three, "--columns", "x,z", *flags, "--calibrate", "temperature", "-o", model)
    assert got["calibration"]["done"] is True and got["calibration"]["slope"] > 0
    of_one_mind(model, with_ties(tmp_path, three))


def test_the_bias_moves_to_one_half_and_the_move_is_reported(pair, tmp_path):
    flags = ["--columns", "x,z", *SVM, "--C", 0.5, "--class-weight", "a=2"]
    before = answer("train", pair, *flags)
    after = answer("train", pair, *flags, "--calibrate", "platt", "-o", tmp_path / "m.hs")
    reported = after["calibration"]
    assert reported["bias_moved"] != 0
    assert after["weights"] == before["weights"]
    assert after["bias"] == pytest.approx(before["bias"] + reported["bias_moved"], rel=1e-12)
    assert reported["train_mistakes_before"] == before["train"]["wrong_labels"]
    got = of_one_mind(tmp_path / "m.hs", pair)
    for score, p in zip(got["scores"], got["probabilities"]):
        assert p[1] == pytest.approx(1 / (1 + math.exp(-reported["slope"] * score)), rel=1e-12)
    assert after["settings"]["calibrate"] == "platt" and after["settings"]["calibrate_folds"] == 5
    assert "the bias moved by" in run("train", pair, *flags, "--calibrate", "platt").stdout
    inspected = " ".join(run("inspect", tmp_path / "m.hs").stdout.split())
    assert f"calibrated platt on the scores of 5 held-out folds: P(+1) = 1/(1 + e^(-{reported['slope']:.6g} s))" in inspected
    assert f"the bias is the run's moved by {reported['bias_moved']:.6g}, so that P = 1/2 at score 0" in inspected


def test_platt_is_the_fit_to_the_scores_of_cv(pair):
    """The inner folds are those of cv with the same seed: the slope is stationary for the scores that cv tells."""
    flags = ["--columns", "x,z", *SVM, "--seed", 11]
    _, rows = predictions(pair, *flags, "--folds", 4)
    reported = answer("train", pair, *flags, "--calibrate", "platt", "--calibrate-folds", 4)["calibration"]
    a, b = reported["slope"], reported["slope"] * reported["bias_moved"]
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
