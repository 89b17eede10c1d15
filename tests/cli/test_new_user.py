"""What a new user met: rows counted as the table has them, choices between equal scores, edges of grids."""
import random
from fractions import Fraction

import pytest

from program import answer, refused, run, write
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
    for seed, n, folds, points in [(1, 61, 9, ["0.01", "0.0133352", "0.0237137", "0.1"]), (2, 53, 7, ["0.01", "0.1", "1", "10"]), (96, 53, 6, ["0.003", "0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1"])]:
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
