"""What a new user meets after a search or a path: commands that make the model again, advice, thresholds, calibration."""
import csv
import json
import math
import random
import shlex

import pytest

from program import IRIS, OVERLAP, answer, refused, run, write
from selecting import LOGISTIC, SVM, predictions
from test_new_user import coloured, table


@pytest.mark.parametrize("flags", [
    ["--holdout", "0.25"], ["--holdout", "0.25", "--seed", "5"], ["--holdout", "0.3", "--groups", "who", *LOGISTIC], ["--holdout", "0.2", "--order-by", "day", *SVM],
    ["--calibrate", "platt", "--groups", "who", *SVM, "--seed", "3"], ["--calibrate", "isotonic", "--order-by", "day", "--holdout", "0.2", *LOGISTIC],
    ["--drop", "auto", "--holdout", "0.2", *LOGISTIC], ["--drop", "z,who", "--holdout", "0.2", "--groups", "day", *LOGISTIC],
    ["--preset", "averaged", "--order", "shuffled", "--holdout", "0.25", "--seed", "7", "--groups", "who"]], ids=" ".join)
def test_the_train_command_of_a_report_makes_the_model_again(tmp_path, flags):
    data, model = table(tmp_path / "t.csv", [[*r[:3], f"{r[3]} {i}" if "auto" in flags else r[3], *r[4:]] for i, r in enumerate(coloured())]), tmp_path / "m.hs"
    drop = [] if "who" in flags or "--drop" in flags else ["--drop", "who"]
    assert run("train", data, "--categorical", "colour", *drop, *flags, "-o", model).returncode == 0
    made = answer("report", model, data, "-o", tmp_path / "p.html")
    words = shlex.split(made["train_command"])
    for k, word in enumerate(flags):
        if word in ("--holdout", "--groups", "--order-by", "--seed"):
            assert words[words.index(word) + 1] == flags[k + 1]
    before = model.read_bytes()
    model.unlink()
    assert run(*words[1:]).returncode == 0
    assert model.read_bytes() == before
    if "--holdout" in flags:
        assert "does not say" not in (tmp_path / "p.html").read_text()


def test_a_searched_model_keeps_the_groups_of_its_calibration(tmp_path):
    data, flags = table(tmp_path / "t.csv", coloured()), ["--categorical", "colour", *SVM, "--calibrate", "platt", "--groups", "who"]
    got = answer("search", data, *flags, "--over", "C=0.1,1", "-o", tmp_path / "a.hs")
    C = got["points"][got["best"]]["settings"]["C"]
    assert run("train", data, *flags, "--C", C, "-o", tmp_path / "b.hs").returncode == 0
    assert (tmp_path / "a.hs").read_bytes() == (tmp_path / "b.hs").read_bytes()
    assert answer("inspect", tmp_path / "a.hs")["settings"]["groups"] == "who"


def test_settings_of_other_models_stay(tmp_path):
    data = table(tmp_path / "t.csv", coloured())
    got = answer("train", data, "--categorical", "colour", "--drop", "who")
    assert not {"holdout", "groups", "order_by"} & set(got["settings"])


# ---- labels that measure something

@pytest.mark.parametrize("call", [["train"], ["train", "--holdout", "0.2"], ["train", "--calibrate", "platt"], ["search"], ["search", *SVM, "--over", "C=1,10"], ["path"],
                                  ["path", "--folds", "5"], ["separate"], ["cv"], ["cv", "--groups", "z"]], ids=" ".join)
def test_a_quantity_gets_the_same_advice_everywhere(tmp_path, call):
    draw = random.Random(1)
    data = write(tmp_path / "q.csv", "x,z,y\n" + "".join(f"{draw.gauss(0, 1):.3f},{draw.randrange(9)},{draw.gauss(5, 2):.4f}\n" for _ in range(60)))
    with open(data, encoding="utf-8") as file:
        median = sorted(float(r["y"]) for r in csv.DictReader(file))[29]
    message = refused(3, call[0], data, *call[1:])
    assert message == (f"halfspace: {data}: column 'y' has 60 different numbers in 60 rows: a quantity, not classes; make classes of it "
                       f"(above {median:.6g}, the median, or not), or name another column with --label\n")


# ---- thresholds, changes, calibration

def test_a_threshold_and_a_ranking_are_not_mixed(tmp_path):
    assert run("train", IRIS, *OVERLAP, *LOGISTIC, "-o", tmp_path / "m").returncode == 0
    message = refused(2, "predict", tmp_path / "m", IRIS, "--threshold", "0.9", "--top", "2")
    assert message.startswith("halfspace: --top: ") and "--threshold" in message and "--probabilities" in message
    got = answer("predict", tmp_path / "m", IRIS, "--top", "1")
    assert [t[0]["label"] for t in got["top"]] == got["labels"]


def test_a_change_stays_within_what_the_column_holds(tmp_path):
    """x decides more for its spread but is near its end; z can go far enough within its range."""
    draw = random.Random(2)
    rows = [[round(draw.uniform(0, 1), 3), round(draw.uniform(0, 10), 3)] for _ in range(200)]
    data = write(tmp_path / "d.csv", "x,z,label\n" + "".join(f"{x},{z},{'b' if 12 * x + 0.8 * z + draw.gauss(0, 1) > 10 else 'a'}\n" for x, z in rows))
    assert run("train", data, *LOGISTIC, "-o", tmp_path / "m").returncode == 0
    ends = [(min(r[k] for r in rows), max(r[k] for r in rows)) for k in (0, 1)]
    beyond = 0
    for k in range(0, 200, 5):
        for change in (["x", "z"], ["x"], ["z"]):
            got = answer("explain", tmp_path / "m", data, "--row", k, "--counterfactual", "--change", ",".join(change))["counterfactual"]
            moved, = got["changes"]
            low, high = ends["xz".index(moved["column"])]
            assert got["within_ranges"] == (low <= moved["to"] <= high)
            if got["within_ranges"]:
                continue
            beyond += 1
            for j in ("xz".index(c) for c in change):  # not even the ends of the ranges suffice
                probe = [[*rows[k][:j], end, *rows[k][j + 1:]] for end in ends[j]]
                text = "x,z\n" + "".join(f"{x!r},{z!r}\n" for x, z in probe)
                assert got["label"] not in answer("predict", tmp_path / "m", "-", input=text)["labels"]
            told = run("explain", tmp_path / "m", data, "--row", k, "--counterfactual", "--change", ",".join(change)).stdout
            one = answer("explain", tmp_path / "m", "-", "--row", 0, "--counterfactual", "--change", ",".join(change), input=f"x,z\n{rows[k][0]!r},{rows[k][1]!r}\n")
            assert one["counterfactual"]["flips"] and one["counterfactual"]["within_ranges"] is None  # one row has no ranges
            assert f"(outside {low:.6g} to {high:.6g}, the values of that column" in told
    assert beyond > 0


def platt(rows):
    """Newton's method on Platt's targets: a and b of P(+1) = 1/(1 + e^-(a s + b))."""
    plus, minus = sum(y for _, y in rows), sum(not y for _, y in rows)
    targets = [(s, (plus + 1) / (plus + 2) if y else 1 / (minus + 2)) for s, y in rows]
    a, b = 1.0, 0.0
    for _ in range(100):
        ga = gb = haa = hab = hbb = 0.0
        for s, t in targets:
            p = 1 / (1 + math.exp(-(a * s + b)))
            w = p * (1 - p)
            ga, gb = ga + (p - t) * s, gb + p - t
            haa, hab, hbb = haa + w * s * s, hab + w * s, hbb + w
        det = haa * hbb - hab * hab
        a, b = a - (hbb * ga - hab * gb) / det, b - (haa * gb - hab * ga) / det
    return a, b


def test_calibration_in_time_order_is_by_the_rows_held_out(tmp_path):
    """The first part is never held out: the map is Platt's of the scores that cv has, and of no others."""
    data = table(tmp_path / "t.csv", coloured(97))
    flags = ["--columns", "x,z", *SVM, "--tol", "1e-9", "--order-by", "day"]
    _, held = predictions(data, *flags, "--folds", 5)
    assert len(held) == 5 * (97 // 6)
    a, b = platt([(float(r["score"]), r["label"] == "yes") for r in held])
    got = answer("train", data, *flags, "--calibrate", "platt")["calibration"]
    assert sum(r["held_out_rows"] for r in got["runs"]) == len(held)
    assert got["slope"] == pytest.approx(a, rel=1e-6) and got["bias_moved"] == pytest.approx(b / a, rel=1e-6)


def test_settings_that_keep_rows_apart_are_in_the_help():
    for verb, flags in {"train": ["holdout", "groups", "order-by"], "cv": ["groups", "order-by"], "search": ["groups", "order-by"], "path": ["groups", "order-by"]}.items():
        named = {f["name"].lstrip("-"): f["help"] for f in json.loads(run("help", verb, "--json").stdout)["flags"]}
        for flag in flags:
            assert len(named[flag]) > 40
        assert "not a feature" in named["groups"] and "not a feature" in named["order-by"]
