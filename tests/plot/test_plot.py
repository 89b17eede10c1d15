"""halfspace plot: what is drawn, as facts."""
import json
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from program import IRIS, OVERLAP, PAIR, answer, refused, run, write  # noqa: E402

from plotted import TWO  # noqa: E402


def test_two_columns_give_the_exact_line(made):
    facts = answer("plot", made / "two.hs", IRIS, *PAIR)
    assert (facts["schema"], facts["kind"], facts["x"], facts["y"]) == ("halfspace.plot/1", "data", "sepal_length", "petal_length")
    assert (facts["rows"], facts["mistakes"], facts["on_boundary"], facts["columns_held_at_mean"]) == (100, 0, 0, 0)
    (line,) = facts["boundary"]
    for x, y in line:
        assert abs(-3.4 * x + 9.1 * y - 2) < 1e-9
    low, high = facts["margin_lines"]
    assert low["score"] < 0 < high["score"]
    assert abs(facts["margin"] - min(-low["score"], high["score"]) / (3.4**2 + 9.1**2) ** 0.5) < 1e-12


def test_columns_can_change_places(made):
    facts = answer("plot", made / "two.hs", IRIS, *PAIR, "--x", "2", "--y", "sepal_length")
    assert (facts["x"], facts["y"]) == ("petal_length", "sepal_length")
    for x, y in facts["boundary"][0]:
        assert abs(-3.4 * y + 9.1 * x - 2) < 1e-9


def test_of_many_columns_the_weightiest_are_drawn(made):
    done = run("plot", made / "four.hs", IRIS, *OVERLAP, "--json")
    facts = json.loads(done.stdout)
    assert facts["columns_chosen_by"] == "weight" and facts["columns_held_at_mean"] == 2
    assert "2 other columns held at the mean" in done.stderr and "A slice" in facts["notes"][1]
    weights = {b["column"]: b["weight"] for b in answer("plot", made / "four.hs", "--kind", "weights")["bars"]}
    rows = [r.split(",") for r in open(IRIS, encoding="utf-8").read().split()]
    spread = {}
    for j, name in enumerate(rows[0][:4]):
        values = [float(r[j]) for r in rows[1:] if r[4] != "setosa"]
        spread[name] = abs(weights[name]) * (max(values) - min(values))
    assert {facts["x"], facts["y"]} == set(sorted(spread, key=spread.get)[2:])


def test_one_column_has_an_upright_boundary(made):
    facts = answer("plot", made / "one.hs", IRIS, *PAIR)
    assert facts["y"] is None
    (((x0, _), (x1, _)),) = facts["boundary"]
    assert x0 == x1


def test_the_boundary_of_a_vote_is_where_its_predictions_change(made, tmp_path):
    facts = answer("plot", made / "voted.hs", IRIS, *OVERLAP)
    assert facts["boundary"] and facts["margin"] is None
    points = [p for line in facts["boundary"] for p in line]
    for side, label in ((-1e-3, "versicolor"), (1e-3, "virginica")):
        table = write(tmp_path / "t.csv", "petal_width,petal_length\n" + "".join(f"{x + side!r},{y + side!r}\n" for x, y in points))
        assert set(run("predict", made / "voted.hs", table).stdout.split()) == {label}


def test_mistakes_add_up(made):
    facts = answer("plot", made / "two.hs", IRIS, *PAIR, "--kind", "mistakes", "--trace", made / "trace.jsonl")
    assert facts["updates"] == sum(p["updates"] for p in facts["updates_per_pass"]) == 10
    assert facts["passes"] == 6 and int(facts["updates_at_most"]) == 389
    without = answer("plot", made / "two.hs", "--kind", "mistakes", "--trace", made / "trace.jsonl")
    assert without["updates_at_most"] is None and without["no_bound_because"]
    other = answer("plot", made / "two.hs", IRIS, "--classes", "setosa", "--kind", "mistakes", "--trace", made / "trace.jsonl")
    assert "not the rows" in other["no_bound_because"]


def test_largest_weights_first(made):
    bars = answer("plot", made / "four.hs", IRIS, *OVERLAP, "--kind", "weights")["bars"]
    sizes = [abs(b["weight"]) for b in bars[:-1]]
    assert sizes == sorted(sizes, reverse=True) and bars[-1]["column"] == "(bias)"


# ---- models of every kind

def labels_at(model, names, points, tmp_path, held=""):
    table = write(tmp_path / "t.csv", ",".join(names) + "\n" + "".join(f"{x!r},{y!r}{held}\n" for x, y in points))
    done = run("predict", model, table)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_the_boundary_is_where_predictions_change(made, tmp_path):
    for name, columns, held in (("poly", ["a", "b"], ""), ("rbf", ["a", "b"], ""), ("argmax", ["petal_length", "petal_width"], ""), ("cat", ["size", "weight", "colour"], ",red")):
        data = {"argmax": IRIS, "cat": made / "cat.csv"}.get(name, made / "xor.csv")
        facts = answer("plot", made / f"{name}.hs", data)
        assert (facts["x"], facts["y"], facts["margin"]) == (*columns[:2], None) and facts["margin_lines"] == []
        points = [p for line in facts["boundary"] for p in line]
        assert len(points) > (3 if name == "argmax" else 50)  # its boundary is exact: the ends of segments
        (low, high), (bottom, top) = facts["box"]["x"], facts["box"]["y"]
        turns = [labels_at(made / f"{name}.hs", columns, [(x + dx * (high - low), y + dy * (top - bottom)) for x, y in points], tmp_path, held)
                 for dx, dy in ((1e-6, 0), (-1e-6, 0), (0, 1e-6), (0, -1e-6))]
        assert all(len(set(around)) > 1 for around in zip(*turns)), name


def test_texts_are_held_and_have_no_axis(made):
    done = run("plot", made / "cat.hs", made / "cat.csv", "--json")
    facts = json.loads(done.stdout)
    assert facts["columns_held_at_level"] == {"colour": "red"} and facts["columns_held_at_mean"] == 0
    assert "colour = red" in done.stderr and "colour = red" in facts["notes"][1]
    for flag in ("--x", "--y"):
        assert "holds texts" in refused(2, "plot", made / "cat.hs", made / "cat.csv", flag, "colour")
        assert "holds texts" in refused(2, "plot", made / "cat.hs", made / "cat.csv", flag, "3")


def test_only_texts_have_nothing_to_draw(tmp_path):
    data = write(tmp_path / "d.csv", "a,label\nred,yes\nblue,no\n")
    assert run("train", data, "--categorical", "auto", "-o", tmp_path / "m.hs").returncode == 0
    assert "every column" in refused(3, "plot", tmp_path / "m.hs", data)
    assert run("plot", tmp_path / "m.hs", "--kind", "weights").returncode == 0


def test_one_column_of_numbers_beside_texts(tmp_path):
    data = write(tmp_path / "d.csv", "a,b,label\nred,0,yes\nblue,1,no\nblue,2,no\n")
    assert run("train", data, "--categorical", "auto", "-o", tmp_path / "m.hs").returncode == 0
    facts = answer("plot", tmp_path / "m.hs", data)
    assert (facts["x"], facts["y"], facts["columns_held_at_level"]) == ("b", None, {"a": "blue"})
    assert "one column of numbers" in refused(2, "plot", tmp_path / "m.hs", data, "--y", "b")


def test_missing_cells_are_drawn_as_the_model_takes_them(made, tmp_path):
    data = write(tmp_path / "d.csv", "size,weight,colour,label\n,1,red,in\n3,,red,out\n")
    facts = answer("plot", made / "gaps.hs", data)
    assert facts["rows"] == 2 and facts["columns_held_at_level"] == {"colour": "red"}
    (low, high), (bottom, top) = facts["box"]["x"], facts["box"]["y"]
    assert low < 3.5 < high and bottom < 1.5 < top  # the means of training


@pytest.mark.parametrize("name", ["argmax", "ovr", "arg_votes", "arg_kernel", "arg_one", "three"])
def test_many_classes(made, name):
    facts = answer("plot", made / f"{name}.hs", IRIS)
    reported = answer("evaluate", made / f"{name}.hs", IRIS)
    assert (facts["mistakes"], facts["rows"]) == (reported["mistakes"], 150) and facts["positive"] is None
    assert facts["classes"] == ["setosa", "versicolor", "virginica"] and facts["boundary"]
    assert facts["columns_chosen_by"] == {"ovr": "weight", "three": "weight", "arg_votes": "weight", "arg_kernel": "effect"}.get(name)
    text = run("plot", made / f"{name}.hs", IRIS, "-o", "-").stdout
    assert all(f">{c}</text>" in text for c in facts["classes"])


def test_libsvm_columns_are_numbers(tmp_path):
    data = write(tmp_path / "d.svm", "1 1:1 3:2\n2 2:1 3:1\n3 1:-1 2:-1\n")
    for flags in ([], ["--kernel", "polynomial"], ["--features", "interactions"]):
        assert run("train", data, *flags, "-o", tmp_path / "m.hs").returncode in (0, 4)
        facts = answer("plot", tmp_path / "m.hs", data, "--x", "3", "--y", "1")
        assert (facts["x"], facts["y"], facts["columns_held_at_mean"]) == ("3", "1", 1)


def test_weights_of_every_kind(made):
    bars = answer("plot", made / "three.hs", "--kind", "weights")["bars"]
    assert [b["class"] for b in bars] == [c for c in ("setosa", "versicolor", "virginica") for _ in range(5)]
    shown = answer("inspect", made / "three.hs")["weights"]
    assert sorted(b["weight"] for b in bars if b["column"] != "(bias)") == sorted(w for one in shown for w in one)
    assert {b["column"] for b in answer("plot", made / "poly.hs", "--kind", "weights")["bars"]} == {"a", "b", "a^2", "a*b", "b^2", "(bias)"}
    assert "colour=red" in {b["column"] for b in answer("plot", made / "cat.hs", "--kind", "weights")["bars"]}
    assert answer("plot", made / "arg_votes.hs", "--kind", "weights")["bars"]
    assert "rbf kernel has no weights" in refused(3, "plot", made / "rbf.hs", "--kind", "weights")


def test_bounds_are_those_of_training(made):
    for name, data, classes in (("poly", made / "xor.csv", []), ("rbf", made / "xor.csv", []), ("cat", made / "cat.csv", []), ("scaled", IRIS, PAIR)):
        facts = answer("plot", made / f"{name}.hs", data, *classes, "--kind", "mistakes", "--trace", made / f"{name}.jsonl")
        assert facts["no_bound_because"] is None and facts["updates"] <= facts["updates_at_most"]
        flags = {"poly": ["--features", "poly2"], "rbf": ["--kernel", "rbf", "--gamma", "1"], "cat": ["--categorical", "auto"], "scaled": [*PAIR, *TWO, "--scale", "standard"]}[name]
        reported = answer("train", data, *flags)["bound"]
        assert abs(facts["updates_at_most"] / reported["updates_at_most"] - 1) < 1e-9


def test_the_bound_of_argmax(tmp_path):
    data = write(tmp_path / "d.csv", "a,b,label\n1,0,x\n0,1,y\n-1,-1,z\n2,0,x\n")
    assert run("train", data, "--trace", tmp_path / "t", "-o", tmp_path / "m.hs").returncode == 0
    facts = answer("plot", tmp_path / "m.hs", data, "--kind", "mistakes", "--trace", tmp_path / "t")
    assert abs(facts["updates_at_most"] / answer("train", data)["bound"]["updates_at_most"] - 1) < 1e-9


def test_one_vs_rest_has_runs_and_no_bound(made):
    facts = answer("plot", made / "ovr.hs", IRIS, "--kind", "mistakes", "--trace", made / "ovr.jsonl")
    assert "one-vs-rest" in facts["no_bound_because"] and facts["updates_at_most"] is None
    lines = [json.loads(line)["pass"] for line in open(made / "ovr.jsonl", encoding="utf-8")]
    assert facts["updates"] == len(lines) and [p["updates"] for p in facts["updates_per_pass"]] == [lines.count(p) for p in sorted(set(lines))]


# ---- what evaluate says, as pictures

@pytest.mark.parametrize("flags", [[], ["--threshold", "0.8"]])
def test_curves_are_those_of_evaluate(made, flags):
    call = [made / "logit.hs", IRIS, *OVERLAP, *flags]
    reported = answer("evaluate", *call)
    counts = reported["confusion"]
    recall = counts["true_positives"] / 50
    roc = answer("plot", *call, "--kind", "roc")
    assert roc["at"] == pytest.approx([counts["false_positives"] / 50, recall]) and roc["mistakes"] == reported["mistakes"]
    assert roc["roc_auc"] == reported["roc_auc"] and roc["boundary"] == reported["boundary"]
    points = [[0, 0], *roc["curve"]]
    assert sum((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in zip(points, points[1:])) == pytest.approx(reported["roc_auc"])
    pr = answer("plot", *call, "--kind", "pr")
    assert pr["at"] == pytest.approx([recall, counts["true_positives"] / (counts["true_positives"] + counts["false_positives"])])
    points = [[0, 1], *pr["curve"]]
    assert sum((b[0] - a[0]) * b[1] for a, b in zip(points, points[1:])) == pytest.approx(reported["pr_auc"]) and pr["pr_auc"] == reported["pr_auc"]
    shown = answer("plot", *call, "--kind", "confusion")["confusion"]
    assert shown == [[counts["true_negatives"], counts["false_positives"]], [counts["false_negatives"], counts["true_positives"]]]


def test_calibration_is_that_of_evaluate(made):
    call = [made / "logit.hs", IRIS, *OVERLAP]
    reported, facts = answer("evaluate", *call), answer("plot", *call, "--kind", "calibration")
    assert facts["calibration"] == reported["calibration"] and (facts["brier"], facts["log_loss"]) == (reported["brier"], reported["log_loss"])


def test_the_confusion_of_any_model(made):
    for name, flags in (("three", []), ("voted", OVERLAP), ("arg_kernel", [])):
        assert answer("plot", made / f"{name}.hs", IRIS, *flags, "--kind", "confusion")["mistakes"] == answer("evaluate", made / f"{name}.hs", IRIS, *flags)["mistakes"]


def test_a_perceptron_ranks_too(made):
    facts = answer("plot", made / "two.hs", IRIS, *PAIR, "--kind", "roc")
    assert facts["roc_auc"] == 1 and facts["at"] == [0, 1]


def test_loss_curve(made):
    facts = answer("plot", made / "descent.hs", "--kind", "loss")
    assert facts["rounds"] == 200 and facts["curve"] == sorted(facts["curve"], reverse=True)
    long = answer("plot", made / "too_long.hs", "--kind", "loss")
    assert "diverged" in long["stop_reason"] and long["curve"][-1] > long["curve"][0] and len(long["curve"]) == 3001
    assert run("plot", made / "too_long.hs", "--kind", "loss", "-o", "-").stdout.count("L") < 2500  # buckets, not all rounds
    assert "solver gd" in refused(2, "plot", made / "logit.hs", "--kind", "loss")


def test_kinds_that_do_not_fit(made, tmp_path):
    for kind in ("roc", "pr", "calibration"):
        assert "is for two classes" in refused(2, "plot", made / "logits.hs", IRIS, "--kind", kind)
    assert "DATA is missing" in refused(2, "plot", made / "logit.hs", "--kind", "roc")
    assert "probabilities" in refused(2, "plot", made / "two.hs", IRIS, *PAIR, "--kind", "calibration")
    assert "probabilities" in refused(2, "plot", made / "two.hs", IRIS, *PAIR, "--kind", "roc", "--threshold", "0.3")
    assert "--threshold" in refused(2, "plot", made / "logit.hs", IRIS, *OVERLAP, "--kind", "calibration", "--threshold", "0.3")
    assert "one class only" in refused(3, "plot", made / "logit.hs", IRIS, "--classes", "virginica", "--kind", "roc")
    none = write(tmp_path / "n.csv", "sepal_length,sepal_width,species\n")
    refused(3, "plot", made / "logit.hs", none, "--kind", "confusion")
