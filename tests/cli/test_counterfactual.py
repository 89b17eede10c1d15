"""explain --counterfactual: the smallest change that changes a label."""
import datetime
import itertools
import json
import math
import random
import statistics

import pytest
from people import (
    COLOURS,
    EPOCH,
    MODELS,
    NAMES,
    PLANS,
    made_table,
    table_text,
    trained,
)
from program import IRIS, PAIR, answer, refused, run, write


def changed(rows, i, changes, names=NAMES):
    row = list(rows[i])
    for c in changes:
        row[names.index(c["column"])] = c["to"]
    return row


def label_of(model, folder, row, names=NAMES):
    return answer("predict", model, write(folder / "one.csv", table_text(names, [row])))["labels"][0]


@pytest.mark.parametrize("flags", MODELS[:3], ids=" ".join)
@pytest.mark.parametrize("seed", [11, 12])
def test_the_changed_row_has_the_other_label(tmp_path, flags, seed):
    rows = made_table(seed, gaps=True)
    data, model = trained(tmp_path, rows, *flags)
    labels = answer("predict", model, data)["labels"]
    for i in range(0, 60, 7):
        for change in ([], ["--change", "age"], ["--change", "height"], ["--change", "plan,colour"], ["--change", "since"], ["--change", "colour,height"]):
            found = answer("explain", model, data, "--row", i, "--counterfactual", *change)["counterfactual"]
            assert found["label"] != labels[i]
            if not found["flips"]:
                assert found["reason"] and found["changes"] == [] and found["cost"] is None
                continue
            assert found["label"] == label_of(model, tmp_path, changed(rows, i, found["changes"]))
            if change:
                assert {c["column"] for c in found["changes"]} <= set(change[1].split(","))
            for c in found["changes"]:
                if c["column"] == "age":
                    assert c["to"] == int(c["to"])
                before = rows[i][NAMES.index(c["column"])]
                assert before is None or c["from"] == (before.isoformat() if isinstance(before, datetime.date) else before)


def costs(rows):
    """Of each column of numbers the size of one unit."""
    numbers = {0: [r[0] for r in rows], 1: [r[1] for r in rows], 4: [(r[4] - EPOCH).days for r in rows]}
    return {NAMES[k]: statistics.pstdev(v) for k, v in numbers.items()}


def score_terms(model, data, i):
    """Score of a row and the weights by feature, from predict and inspect."""
    inspected = answer("inspect", model)
    weights = dict(zip(inspected["columns"], inspected["weights"]))
    score = answer("predict", model, data)["scores"][i]
    return score, weights


@pytest.mark.parametrize("seed", range(20, 26))
def test_no_cheaper_change_flips(tmp_path, seed):
    rows = made_table(seed, rows=40)
    data, model = trained(tmp_path, rows, "--algorithm", "logistic")
    unit = costs(rows)
    for i in range(0, 40, 6):
        score, weights = score_terms(model, data, i)
        found = answer("explain", model, data, "--row", i, "--counterfactual")["counterfactual"]
        assert found["flips"] and found["complete"]
        real = sum(1 if isinstance(c["to"], str) and c["column"] != "since" else
                   abs((datetime.date.fromisoformat(c["to"]) - rows[i][4]).days if c["column"] == "since" else c["to"] - c["from"]) / unit[c["column"]]
                   for c in found["changes"])
        assert found["cost"] == pytest.approx(real, rel=1e-9)
        least = {True: math.inf, False: math.inf}  # within the ranges of the columns, beyond them
        ends = {n: (min(v), max(v)) for n, v in [("age", [r[0] for r in rows]), ("height", [r[1] for r in rows]), ("since", [(r[4] - EPOCH).days for r in rows])]}
        now = {"age": rows[i][0], "height": rows[i][1], "since": (rows[i][4] - EPOCH).days}
        sign = -1 if score >= 0 else 1  # the way the score must go
        for colour, plan in itertools.product(COLOURS, PLANS):
            switches = (colour != rows[i][2]) + (plan != rows[i][3])
            s = score + sum(weights[f"{n}={new}"] - weights[f"{n}={old}"] for n, old, new in [("colour", rows[i][2], colour), ("plan", rows[i][3], plan)])
            need = -s * sign
            if need < 0:
                least[True] = min(least[True], switches)
                continue
            for name, step in [("age", 1), ("height", 0), ("since", 1)]:
                move = need / abs(weights[name])
                move = math.ceil(move) if step else move
                within = ends[name][0] <= now[name] + sign * math.copysign(move, weights[name]) <= ends[name][1]
                least[within] = min(least[within], switches + move / unit[name])
        assert found["within_ranges"] == (least[True] < math.inf)
        expected = least[found["within_ranges"]]
        assert expected * (1 - 1e-9) <= found["cost"] <= expected * 1.001 + 1e-9


def test_the_least_of_many_numbers_is_one_of_them(tmp_path):
    """Against random changes of several continuous columns at once: none that is cheaper flips the label, where no range is in the way."""
    rng = random.Random(31)
    names = ["a", "b", "c", "label"]
    rows = [[round(rng.gauss(0, s), 3) for s in (1, 10, 0.1)] for _ in range(60)]
    rows = [[*r, "yes" if r[0] + r[1] / 8 + r[2] * 12 + rng.gauss(0, 0.3) > 0 else "no"] for r in rows]
    data, model = trained(tmp_path, rows, "--algorithm", "logistic", reading=[], names=names)
    unit = [statistics.pstdev(r[k] for r in rows) for k in range(3)]
    compared = 0
    for i in range(0, 60, 3):
        found = answer("explain", model, data, "--row", i, "--counterfactual")["counterfactual"]
        assert len(found["changes"]) == 1
        score, weights = score_terms(model, data, i)
        if compared == 3 or found["cost"] > 1.001 * min(abs(score / weights[n]) / u for n, u in zip(names, unit)):
            continue
        compared += 1
        tried = []
        for _ in range(3000):
            d = [rng.uniform(-1, 1) * rng.choice([0, 1]) for _ in range(3)]
            size = sum(map(abs, d)) or 1
            tried.append([round(v + e / size * found["cost"] * 0.998 * u, 9) for v, e, u in zip(rows[i], d, unit)])
        labels = set(answer("predict", model, write(tmp_path / "tried.csv", table_text(names[:3], tried)))["labels"])
        assert labels == {"no" if found["label"] == "yes" else "yes"}
    assert compared == 3


def test_more_classes_go_to_the_runner_up_or_where_they_are_told(tmp_path):
    rows = made_table(41, rows=80, classes=("a", "b", "c"))
    data, model = trained(tmp_path, rows, "--algorithm", "logistic")
    predicted = answer("predict", model, data)
    for i in range(0, 80, 13):
        now, scores = predicted["labels"][i], dict(zip(predicted["classes"], predicted["scores"][i]))
        found = answer("explain", model, data, "--row", i, "--counterfactual")["counterfactual"]
        assert found["label"] == max((c for c in scores if c != now), key=scores.get)
        for to in sorted(set(scores) - {now}):
            found = answer("explain", model, data, "--row", i, "--counterfactual", "--to", to)["counterfactual"]
            assert found["label"] == to
            if found["flips"]:
                assert label_of(model, tmp_path, changed(rows, i, found["changes"])) == to
        assert "already" in refused(2, "explain", model, data, "--row", i, "--counterfactual", "--to", now)


def test_several_classes_against_brute_force(tmp_path):
    """All levels, and each number in small steps."""
    rng = random.Random(43)
    names = ["x", "colour", "plan", "label"]
    rows = [[round(rng.gauss(0, 1), 2), rng.choice(COLOURS), rng.choice(PLANS)] for _ in range(90)]
    rows = [[*r, "abc"[max(0, min(2, round(1 + r[0] + COLOURS.index(r[1]) - PLANS.index(r[2]) * 0.7 + rng.gauss(0, 0.3))))]] for r in rows]
    data, model = trained(tmp_path, rows, "--algorithm", "logistic", reading=["--categorical", "auto"], names=names)
    unit = statistics.pstdev(r[0] for r in rows)
    labels = answer("predict", model, data)["labels"]
    for i in (1, 8, 30):
        tried = [(x / 50, colour, plan) for x in range(-250, 251) for colour in COLOURS for plan in PLANS]
        got = answer("predict", model, write(tmp_path / "t.csv", table_text(names[:3], tried)))["labels"]
        for to in sorted(set("abc") - {labels[i]}):
            found = answer("explain", model, data, "--row", i, "--counterfactual", "--to", to)["counterfactual"]
            ways = [(x, abs(x - rows[i][0]) / unit + (c != rows[i][1]) + (p != rows[i][2])) for (x, c, p), label in zip(tried, got) if label == to]
            ways += [(rows[i][0], (c != rows[i][1]) + (p != rows[i][2])) for c in COLOURS for p in PLANS
                     if label_of(model, tmp_path, [rows[i][0], c, p], names[:3]) == to]
            assert found["flips"] == bool(ways)
            if ways:
                within = [c for x, c in ways if min(r[0] for r in rows) <= x <= max(r[0] for r in rows)]
                assert found["within_ranges"] == bool(within)
                cost = within or [c for _, c in ways]
                assert found["cost"] <= min(cost) + 1e-9
                assert found["cost"] >= min(cost) - 0.03 / unit  # a step of the grid


def test_trained_scale_is_the_unit(tmp_path):
    rows = made_table(51)
    data, model = trained(tmp_path, rows, "--algorithm", "logistic", "--scale", "minmax")
    found = answer("explain", model, data, "--row", 3, "--counterfactual", "--change", "age")["counterfactual"]
    ages = [r[0] for r in rows]
    assert found["unit"] == "scale"
    assert found["cost"] == pytest.approx(abs(found["changes"][0]["to"] - ages[3]) / (max(ages) - min(ages)))


def test_times_move_by_whole_days(tmp_path):
    rng = random.Random(71)
    start = datetime.datetime(2024, 1, 1)
    rows = []
    for _ in range(60):
        when = start + datetime.timedelta(seconds=rng.randrange(86400 * 60))
        rows.append([when.isoformat(), "b" if (when - start).days + rng.gauss(0, 5) > 30 else "a"])
    names = ["when", "label"]
    data, model = trained(tmp_path, rows, "--algorithm", "logistic", reading=["--dates", "days"], names=names)
    for i in range(8):
        got = answer("explain", model, data, "--row", i, "--counterfactual")
        change, = got["counterfactual"]["changes"]
        assert change["from"] == rows[i][0] == got["scores"][0]["columns"][0]["value"]
        days = (datetime.datetime.fromisoformat(change["to"]) - datetime.datetime.fromisoformat(rows[i][0])) / datetime.timedelta(days=1)
        assert days == int(days) != 0
        back = datetime.datetime.fromisoformat(change["to"]) - datetime.timedelta(days=math.copysign(1, days))
        assert label_of(model, tmp_path, [change["to"]], names[:1]) == got["counterfactual"]["label"] != got["label"]
        assert label_of(model, tmp_path, [back.isoformat()], names[:1]) == got["label"]  # one day less is not enough


def test_columns_of_sparse_text_go_by_number(tmp_path):
    rng = random.Random(72)
    rows = [{j: round(rng.gauss(0, 1), 2) for j in rng.sample(range(1, 12), 4)} for _ in range(80)]
    line = lambda r: ("+1 " if sum(r.values()) > 0 else "-1 ") + " ".join(f"{j}:{v!r}" for j, v in sorted(r.items())) + "\n"
    data = write(tmp_path / "d.libsvm", "".join(map(line, rows)))
    assert run("train", data, "--algorithm", "logistic", "-o", tmp_path / "m").returncode == 0
    for i in range(0, 80, 9):
        for change in ([], ["--change", "3,7"]):
            got = answer("explain", tmp_path / "m", data, "--row", i, "--counterfactual", *change)
            found, = got["counterfactual"]["changes"]
            column = int(found["column"])
            assert found["from"] == rows[i].get(column, 0) and (not change or column in (3, 7))
            one = write(tmp_path / "one.libsvm", line({**rows[i], column: found["to"]}))
            assert answer("predict", tmp_path / "m", one)["labels"] == [got["counterfactual"]["label"]] != [got["label"]]


def test_a_score_of_zero_goes_either_way(tmp_path):
    """x < 2.5 and x > 2.5: on the boundary the label is +1, and the least change away from it is tiny."""
    data = write(tmp_path / "d.csv", "x,label\n1,a\n2,a\n3,b\n4,b\n1.5,a\n3.5,b\n")
    assert run("train", data, "--algorithm", "svm", "--penalty", "l2", "--C", 1000, "-o", tmp_path / "m").returncode == 0
    for x in ("2.5", "2.499999", "2.6", "1e9", "-3"):
        one = write(tmp_path / "one.csv", f"x\n{x}\n")
        found = answer("explain", tmp_path / "m", one, "--row", 0, "--counterfactual")
        change = found["counterfactual"]
        assert change["flips"] and change["label"] != found["label"]
        after = write(tmp_path / "after.csv", f"x\n{change['changes'][0]['to']!r}\n")
        assert answer("predict", tmp_path / "m", after)["labels"] == [change["label"]]


def test_no_change_is_an_answer(tmp_path):
    names = ["x", "colour", "label"]
    rows = [[i, "red", "yes" if i > 30 else "no"] for i in range(60)]
    rows[3][1] = rows[40][1] = "blue"
    data, model = trained(tmp_path, rows, "--algorithm", "logistic", reading=["--categorical", "auto"], names=names)
    done = run("explain", model, data, "--row", 59, "--counterfactual", "--change", "colour")
    assert done.returncode == 0 and "none makes it 'no'" in done.stdout
    found = answer("explain", model, data, "--row", 59, "--counterfactual", "--change", "2")["counterfactual"]
    assert found["flips"] is False and found["reason"] and found["score"] is None
    out = run("explain", model, data, "--row", 59, "--counterfactual").stdout
    assert "would be predicted 'no' with: x 59 -> " in out and "standard deviations" in out


def test_what_cannot_be_asked(tmp_path):
    rows = made_table(61)
    data, model = trained(tmp_path, rows, "--algorithm", "logistic")
    ask = ["--row", 0, "--counterfactual"]
    assert "did you mean 'colour'" in refused(2, "explain", model, data, *ask, "--change", "colours")
    assert "--change" in refused(2, "explain", model, data, *ask, "--change", "9")
    assert "--change" in refused(2, "explain", model, data, *ask, "--change", "")
    assert "no, yes" in refused(2, "explain", model, data, *ask, "--to", "maybe")
    assert "--row" in refused(2, "explain", model, data, "--counterfactual")
    assert "--counterfactual" in refused(2, "explain", model, data, "--row", 0, "--to", "yes")
    assert "feature, column" in refused(2, "explain", model, data, "--row", 0, "--by", "level")
    for flags, word in [(["--features", "poly2"], "products"), (["--kernel", "rbf"], "kernel")]:
        _, other = trained(tmp_path, rows, "--algorithm", "svm", *flags, name="o.hs")
        assert word in refused(2, "explain", other, data, *ask)
    assert run("train", IRIS, "--algorithm", "svm", "--multiclass", "one-vs-one", "-o", tmp_path / "p").returncode == 0
    assert "votes" in refused(2, "explain", tmp_path / "p", IRIS, *ask)


def test_iris_by_hand(tmp_path):
    assert run("train", IRIS, *PAIR, "--columns", "petal_length", "--algorithm", "logistic", "-o", tmp_path / "m").returncode == 0
    got = answer("explain", tmp_path / "m", IRIS, "--row", 0, "--counterfactual")
    inspected = answer("inspect", tmp_path / "m")
    boundary = -inspected["bias"] / inspected["weights"][0]
    change = got["counterfactual"]["changes"]
    assert [c["column"] for c in change] == ["petal_length"] and change[0]["from"] == 1.4
    assert boundary <= change[0]["to"] <= boundary + 0.001 * (boundary - 1.4) * 1.01
    assert len(json.dumps(change[0]["to"])) <= 7
