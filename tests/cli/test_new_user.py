"""What a new user met: rows counted as the table has them, choices between equal scores, edges of grids, the command that trains again,
labels that measure something, thresholds and ranks, changes within what was seen, calibration in time order."""
import csv
import json
import math
import random
import shlex
from fractions import Fraction

import pytest

from program import IRIS, OVERLAP, PAIR, answer, refused, run, write
from selecting import LOGISTIC, SVM, made_rows, predictions


def coloured(rows=80, seed=1):
    """x, z, a colour, a person, a day and a label that leans on x and red."""
    draw = random.Random(seed)
    out = []
    for i in range(rows):
        x, colour = draw.gauss(0, 1), draw.choice(["red", "blue", "green"])
        label = "yes" if x + (colour == "red") + draw.gauss(0, 0.8) > 0.3 else "no"
        out.append([f"{x:.2f}", f"{draw.gauss(0, 1):.2f}", colour, f"p{i // 4}", str(i), label])
    return out


def table(path, rows, header="x,z,colour,who,day,label"):
    return write(path, "\n".join([header, *(",".join(r) for r in rows)]) + "\n")


# ---- explain counts the records of DATA

@pytest.fixture(scope="module", name="gaps")
def fixture_gaps(tmp_path_factory):
    """A model that gives rows with unknown levels no prediction; a table in which rows 2 and 7 lack a cell and row 5 has such a level."""
    folder = tmp_path_factory.mktemp("gaps")
    rows = coloured()
    data = table(folder / "t.csv", rows)
    model = folder / "m.hs"
    done = run("train", data, "--columns", "x,z,colour", "--categorical", "colour", *LOGISTIC, "--unseen", "row", "-o", model)
    assert done.returncode == 0, done.stderr
    rows[2][0], rows[5][2], rows[7][1] = "", "pink", "NA"
    return model, table(folder / "gaps.csv", rows), rows


def test_row_k_is_record_k_of_the_table(gaps):
    model, data, rows = gaps
    predicted = answer("predict", model, data)
    for flags in ([], ["--missing", "drop"]):
        for k in (0, 1, 3, 4, 6, 8, 40, 79):
            got = answer("explain", model, data, "--row", k, *flags)
            assert (got["row"], got["line"]) == (k, k + 2)
            assert got["label"] == predicted["labels"][k] and got["scores"][0]["score"] == predicted["scores"][k]
            values = {c["column"]: c["value"] for c in got["scores"][0]["columns"]}
            assert values == {"x": float(rows[k][0]), "z": float(rows[k][1]), "colour": rows[k][2]}
    assert "row        6 (line 8) of" in run("explain", model, data, "--row", 6).stdout
    assert "--row: 80 is beyond the 80 rows" in refused(2, "explain", model, data, "--row", 80)


@pytest.mark.parametrize("row, place, words", [(2, "4:1", "missing cell in column 'x'"), (5, "7:3", "level in column 'colour'"), (7, "9:2", "missing cell in column 'z'")])
def test_a_row_without_a_prediction_is_an_error_that_says_why(gaps, row, place, words):
    model, data, _ = gaps
    assert answer("predict", model, data)["labels"][row] is None
    for flags in ([], ["--missing", "drop"]):
        message = refused(3, "explain", model, data, "--row", row, *flags)
        assert f"gaps.csv:{place}: row {row} has a " in message and words in message
        assert ("--missing drop leaves such rows out" in message) == (flags != [] and row != 5)
    if row == 5:
        assert answer("explain", model, data, "--row", row, "--unseen", "other")["row"] == row


def test_records_are_not_lines(gaps, tmp_path):
    model, _, rows = gaps
    text = "x,z,colour,note\n\n" + "".join(f'{r[0]},{r[1]},{r[2]},"two\nlines"\n\n' for r in rows[8:12])
    data = write(tmp_path / "d.csv", text)
    for k in range(4):
        got = answer("explain", model, "-", "--row", k, input=text)
        assert (got["row"], got["line"]) == (k, 3 + 3 * k)
        assert got["scores"] == answer("explain", model, data, "--row", k)["scores"]
        assert got["scores"][0]["score"] == answer("predict", model, data)["scores"][k]


def test_rows_left_out_of_averages_are_noted(gaps):
    model, data, _ = gaps
    done = run("explain", model, data, "--missing", "drop")
    assert done.returncode == 0 and "rows       77 of" in done.stdout
    assert "2 rows with missing cells left out" in done.stderr and "1 row with levels that the model does not know left out" in done.stderr
    assert "1 row with levels that the model does not know left out" in run("evaluate", model, data, "--missing", "drop").stderr


def test_rows_that_lack_a_value_are_not_part_of_the_unit(gaps, tmp_path):
    model, data, rows = gaps
    whole = table(tmp_path / "whole.csv", [r for k, r in enumerate(rows) if k not in (2, 5, 7)])
    for k, same in [(0, 0), (6, 4), (30, 27)]:
        a, b = (answer("explain", model, d, "--row", n, "--counterfactual", "--change", "x,z") for d, n in ((data, k), (whole, same)))
        assert a["counterfactual"] == b["counterfactual"]


# ---- equal scores

def exact_means(path, flags, points):
    """Of each point the mean share of right rows, as a fraction."""
    out = []
    for c in points:
        _, rows = predictions(path, *flags, "--C", c)
        folds = {}
        for r in rows:
            folds.setdefault((r["repeat"], r["fold"]) if "repeat" in r else r["fold"], []).append(r["label"] == r["predicted"])
        out.append(sum(Fraction(sum(f), len(f)) for f in folds.values()) / len(folds))
    return out


def test_equal_means_are_equal_though_doubles_differ(tmp_path):
    noisy = 0
    for seed, n, folds, points in [(1, 61, 9, ["0.01", "0.0133352", "0.0237137", "0.1"]), (2, 53, 7, ["0.01", "0.1", "1", "10"]), (3, 40, 6, ["0.01", "0.1", "1", "10"])]:
        data = write(tmp_path / f"{seed}.csv", made_rows(n, seed=seed))
        flags = ["--columns", "x,z", *SVM, "--folds", folds, "--tol", "1e-9"]
        means = exact_means(data, flags, points)
        best = [k for k, m in enumerate(means) if m == max(means)]
        for order in (points, points[::-1]):
            got = answer("search", data, *flags, "--over", "C=" + ",".join(order))
            assert order[got["best"]] == points[best[0]] and got["ties"] == len(best) - 1
            shown = [got["points"][order.index(points[k])]["metrics"]["accuracy"]["mean"] for k in best]
            noisy += len(set(shown)) > 1
            within = got["points"][got["best"]]["metrics"]["accuracy"]
            assert order[got["one_standard_error"]] == next(
                p for p, m in zip(points, means) if float(max(means) - m) <= within["standard_error"] + 1e-12)
    assert noisy > 0


def test_of_equal_points_the_simplest_is_taken_then_the_first(tmp_path):
    """Far apart classes: every point is right on every row."""
    data = write(tmp_path / "d.csv", "x,label\n" + "".join(f"{k + (20 if k % 2 else 0)},{'ab'[k % 2]}\n" for k in range(20)))
    done = run("search", data, *SVM, "--over", "C=10,0.1,1", "--over", "loss=squared-hinge,hinge")
    assert "chosen     C=0.1, loss=squared-hinge (best mean)" in done.stdout
    assert "5 other points have the same mean, but for rounding; the simplest is taken" in done.stdout
    assert "note" not in done.stdout  # the best is at an edge by the rule alone
    got = answer("search", data, *SVM, "--over", "C=10,0.1,1,100", "--halving", 2)
    assert got["points"][got["best"]]["settings"] == {"C": 0.1}
    assert answer("search", data, *SVM, "--over", "lambda=0.001,0.1,0.01")["best"] == 1


def test_a_path_takes_the_largest_lambda_of_equal_means(tmp_path):
    for seed in range(1, 5):
        data = write(tmp_path / f"{seed}.csv", made_rows(53, seed=seed))
        got = answer("path", data, "--columns", "x,z", "--folds", 7, "--metric", "accuracy", "--points", 20)
        means = [p["mean"] for p in got["points"]]
        assert got["best"] - 1 == next(k for k, m in enumerate(means) if max(means) - m <= 1e-12 * max(means))


# ---- the edge of a grid

def test_a_search_says_when_the_best_is_at_the_edge(tmp_path):
    data = write(tmp_path / "d.csv", made_rows(80))
    flags = [data, "--columns", "x,z", *LOGISTIC, "--metric", "log-loss"]
    small = answer("search", *flags, "--over", "C=0.0001,0.001,0.01")
    assert small["best"] == 2 and small["notes"] == ["best at the largest C tried, 0.01: extend the grid by C=0.1,1"]
    assert "note       best at the largest C tried, 0.01" in run("search", *flags, "--over", "C=0.0001,0.001,0.01").stdout
    wide = answer("search", *flags, "--over", "C=0.0001:100000:10")
    assert 0 < wide["best"] < 9 and wide["notes"] == []
    at = wide["points"][wide["best"]]["settings"]["C"]
    heavy = answer("search", *flags, "--over", f"lambda={1 / at},{100 / at}")
    assert heavy["notes"] == [f"best at the smallest lambda tried, {heavy['points'][0]['settings']['lambda']:.6g}: extend the grid by "
                              f"lambda={heavy['points'][0]['settings']['lambda'] / 100:.6g},{heavy['points'][0]['settings']['lambda'] / 1e4:.6g}"]


def test_a_path_says_when_the_best_is_at_an_end(tmp_path):
    data = write(tmp_path / "d.csv", made_rows(80))
    flags = [data, "--columns", "x,z", "--folds", 4]
    short = answer("path", *flags, "--points", 5, "--ratio", 0.5)
    assert short["best"] == 5 and len(short["notes"]) == 1
    ratio = short["notes"][0].rsplit("--ratio ", 1)[1]
    assert short["notes"][0].startswith("best at the smallest lambda tried, ") and float(ratio) == 0.005
    longer = answer("path", *flags, "--points", 20, "--ratio", float(ratio) / 100)
    assert longer["best"] < 20 and longer["notes"] == []
    assert "note       best at the smallest lambda tried" in run("path", *flags, "--points", 5, "--ratio", 0.5).stdout
    costs = answer("path", *flags, "--Cs", "0.001,0.01")
    assert costs["notes"] == ["best at the largest C tried, 0.01: extend --Cs by 0.1,1"]
    draw = random.Random(3)
    noise = write(tmp_path / "n.csv", "x,label\n" + "".join(f"{draw.random()},{'ab'[k % 2]}\n" for k in range(60)))
    null = answer("path", noise, "--folds", 5, "--penalty", "l1")
    assert null["best"] == 1 and null["points"][0]["nonzero"] == 0 and "weights are all 0" in null["notes"][0]
    assert answer("path", data, "--columns", "x,z", "--points", 3)["notes"] == []


# ---- the command that trains again

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
