"""halfspace plot: what is drawn, as facts, files and text; golden files are renewed with HALFSPACE_WRITE_GOLDEN=1."""
import json
import os
import pathlib
import shutil
import struct
import sys
import xml.etree.ElementTree as xml

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from program import IRIS, OVERLAP, PAIR, answer, refused, run, write  # noqa: E402

GOLDEN = pathlib.Path(__file__).parent / "golden"
TWO = ["--columns", "sepal_length,petal_length"]
XOR = "a,b,label\n0,0,no\n1,1,no\n0,1,yes\n1,0,yes\n"
CATEGORICAL = "size,weight,colour,label\n" + "".join(  # in where size - 2 weight + that of the colour is above 0
    f"{a},{b},{colour},{'in' if a - 2 * b + bonus > 0 else 'out'}\n" for a in range(8) for b in range(4) for colour, bonus in [(("red", 0.5), ("red", 0.5), ("blue", 3.5), ("green", -2.5))[(3 * a + b) % 4]])
needs_rsvg = pytest.mark.skipif(not shutil.which("rsvg-convert"), reason="rsvg-convert is not installed")


@pytest.fixture(name="made", scope="module")
def fixture_made(tmp_path_factory):
    """Models by name, with the trace of the first."""
    folder = tmp_path_factory.mktemp("models")
    calls = {"two": [*PAIR, *TWO, "--trace", folder / "trace.jsonl"], "four": [*OVERLAP, "--preset", "pocket"], "one": [*PAIR, "--columns", "petal_length"],
             "voted": [*OVERLAP, "--columns", "petal_width,petal_length", "--preset", "voted"]}
    calls |= {"argmax": ["--columns", "petal_length,petal_width", "--preset", "pocket"], "ovr": ["--multiclass", "one-vs-rest", "--passes", "9", "--trace", folder / "ovr.jsonl"],
              "arg_votes": ["--preset", "voted", "--passes", "5"], "arg_kernel": ["--kernel", "rbf", "--passes", "20"], "arg_one": ["--columns", "petal_width", "--passes", "20"],
              "three": ["--scale", "standard", "--preset", "pocket"], "scaled": [*PAIR, *TWO, "--scale", "standard", "--trace", folder / "scaled.jsonl"]}
    calls |= {"logit": [*OVERLAP, "--columns", "sepal_length,sepal_width", "--algorithm", "logistic"], "descent": [*OVERLAP, *TWO, "--algorithm", "logistic", "--penalty", "none", "--solver", "gd", "--alpha", "0.001", "--rounds", "200"],
              "too_long": [*OVERLAP, *TWO, "--algorithm", "logistic", "--penalty", "none", "--solver", "gd", "--alpha", "1", "--rounds", "3000"], "logits": ["--columns", "sepal_length,sepal_width", "--algorithm", "logistic"]}
    for name, flags in calls.items():
        assert run("train", IRIS, *flags, "-o", folder / f"{name}.hs").returncode in (0, 1, 4), name
    write(folder / "xor.csv", XOR)
    write(folder / "cat.csv", CATEGORICAL)
    for name, flags in {"poly": ["xor.csv", "--features", "poly2"], "rbf": ["xor.csv", "--kernel", "rbf", "--gamma", "1"], "cat": ["cat.csv", "--categorical", "auto"],
                        "gaps": ["cat.csv", "--categorical", "auto", "--missing", "mean,category", "--features", "poly2"]}.items():
        done = run("train", folder / flags[0], *flags[1:], "--trace", folder / f"{name}.jsonl", "-o", folder / f"{name}.hs")
        assert done.returncode == 0, done.stderr
    return folder


def same_as_golden(name, text):
    if os.environ.get("HALFSPACE_WRITE_GOLDEN"):
        (GOLDEN / name).write_text(text)
    assert (GOLDEN / name).read_text() == text


# ---- facts

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


# ---- files and text

CALLS = {"data": ["two", IRIS, *PAIR], "slice": ["four", IRIS, *OVERLAP], "one": ["one", IRIS, *PAIR], "vote": ["voted", IRIS, *OVERLAP], "weights": ["four", "--kind", "weights"],
         "poly": ["poly", "xor.csv"], "rbf": ["rbf", "xor.csv"], "argmax": ["argmax", IRIS], "categorical": ["cat", "cat.csv"], "scaled": ["scaled", IRIS, *PAIR], "classes": ["three", "--kind", "weights"],
         "loss": ["descent", "--kind", "loss"], "roc": ["logit", IRIS, *OVERLAP, "--kind", "roc"], "pr": ["logit", IRIS, *OVERLAP, "--kind", "pr", "--threshold", "0.8"], "calibration": ["logit", IRIS, *OVERLAP, "--kind", "calibration"],
         "confusion": ["logit", IRIS, *OVERLAP, "--kind", "confusion", "--threshold", "0.3"], "confusions": ["logits", IRIS, "--kind", "confusion"]}


@pytest.mark.parametrize("name", CALLS)
def test_golden(made, tmp_path, name):
    model, *rest = CALLS[name]
    rest = [made / r if r.endswith(".csv") and r != IRIS else r for r in rest]
    call = ["plot", made / f"{model}.hs", *rest]
    done = run(*call, "-o", "-")
    assert done.returncode == 0
    assert run(*call, "-o", tmp_path / "p.SVG", "--threads", "1").stdout == ""
    assert (tmp_path / "p.SVG").read_text() == done.stdout
    same_as_golden(f"{name}.svg", done.stdout)
    same_as_golden(f"{name}.txt", run(*call, "--width", "70", "--color", "never").stdout)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_svg_is_plain_xml(made, theme):
    text = run("plot", made / "two.hs", IRIS, *PAIR, "-o", "-", "--theme", theme, "--width", "300", "--height", "200").stdout
    root = xml.fromstring(text)
    assert (root.get("role"), root.get("width"), root.get("height")) == ("img", "300", "200")
    assert [child.tag.split("}")[1] for child in root][:2] == ["title", "desc"]
    assert "<script" not in text and "href" not in text


def test_names_are_escaped(tmp_path):
    data = write(tmp_path / "d.csv", '<b>&,"say ""hi""",label\n0,1,<i>\n1,0,]]>\n'.encode() )
    assert run("train", data, "-o", tmp_path / "m.hs").returncode == 0
    xml.fromstring(run("plot", tmp_path / "m.hs", data, "-o", "-").stdout)
    xml.fromstring(run("plot", tmp_path / "m.hs", "--kind", "weights", "-o", "-").stdout)


@needs_rsvg
def test_png(made, tmp_path):
    done = run("plot", made / "two.hs", IRIS, *PAIR, "-o", tmp_path / "p.png", "--width", "400", "--height", "300")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    png = (tmp_path / "p.png").read_bytes()
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", png[16:24]) == (400, 300)


def test_png_without_its_program(made, tmp_path):
    result = refused(5, "plot", made / "two.hs", IRIS, *PAIR, "-o", tmp_path / "p.png", env={"PATH": str(tmp_path)})
    assert "librsvg2-bin" in result and not (tmp_path / "p.png").exists()


def test_png_whose_program_fails(made, tmp_path):
    program = write(tmp_path / "rsvg-convert", "#!/bin/sh\necho no such thing >&2\nexit 3\n")
    program.chmod(0o755)
    result = refused(5, "plot", made / "two.hs", IRIS, *PAIR, "-o", tmp_path / "p.png", env={"PATH": str(tmp_path)})
    assert "no such thing" in result and not (tmp_path / "p.png").exists()


def test_text_is_as_wide_as_asked_and_coloured_when_asked(made):
    call = ["plot", made / "two.hs", IRIS, *PAIR]
    assert max(map(len, run(*call).stdout.splitlines())) <= 80
    assert max(map(len, run(*call, "--width", "50").stdout.splitlines())) <= 50
    assert "\x1b[" not in run(*call).stdout
    assert "\x1b[38;5;" in run(*call, "--color", "always").stdout


# ---- refusals

@pytest.mark.parametrize("flags, part", [
    (["--x", "sepal_lenght"], "did you mean 'sepal_length'"), (["--x", "3"], "from 1 to 2"), (["--y", "species"], "sepal_length, petal_length"), (["--x", "1", "--y", "sepal_length"], "two different"),
    (["--x", ""], "empty"), (["-o", "p.gif"], "neither .svg nor .png"), (["-o", ""], "neither"), (["--kind", "rok"], "data, mistakes, boundaries, update, pocket, weights, neuron, activation, losses, loss, roc, pr, calibration, confusion"), (["--theme", "blue"], "light, dark"),
    (["--trace", "t"], "--kind mistakes"), (["--kind", "mistakes"], "--trace"), (["--kind", "weights", "--x", "1"], "--kind data"), (["--width", "39"], "40 to 1000"), (["--width", "wide"], "characters from 40 to 1000"), (["--height", "50000", "-o", "-"], "pixels from 120 to 10000"), (["--theme", "dark"], "-o FILE.svg"),
    (["--x", "1", "--x", "2"], "--x: is given 2 times"),
    (["--json", "-o", "-"], "two answers")], ids=lambda v: " ".join(v) if isinstance(v, list) else "")
def test_usage_errors(made, flags, part):
    assert part in refused(2, "plot", made / "two.hs", IRIS, *PAIR, *flags)


def test_data_is_needed_for_data(made):
    assert "DATA is missing" in refused(2, "plot", made / "two.hs")
    assert "leave --y out" in refused(2, "plot", made / "one.hs", IRIS, *PAIR, "--y", "1")


def test_bad_data(made, tmp_path):
    refused(3, "plot", made / "two.hs", IRIS)  # a third class
    refused(3, "plot", made / "two.hs", write(tmp_path / "e.csv", ""))
    refused(3, "plot", made / "two.hs", write(tmp_path / "o.csv", "a,b,species\n1,2,setosa\n"))
    refused(3, "plot", made / "two.hs", write(tmp_path / "n.csv", "sepal_length,petal_length,species\n"))
    refused(5, "plot", tmp_path / "absent", IRIS)
    wide = write(tmp_path / "w.csv", "sepal_length,petal_length,species\n-9e307,0,setosa\n9e307,0,versicolor\n")
    assert "no finite score" in refused(3, "plot", made / "two.hs", wide)


@pytest.mark.parametrize("line", ["nonsense", "[]", "{}", '{"pass":0}', '{"pass":-1}', '{"pass":1.5}', '{"pass":"1"}', '{"pass":18446744073709551615}', '{"pass":2}\n{"pass":1}', "[" * 1000])
def test_bad_traces(made, tmp_path, line):
    trace = write(tmp_path / "t.jsonl", line + "\n")
    assert "t.jsonl:" in refused(3, "plot", made / "two.hs", "--kind", "mistakes", "--trace", trace)


def test_an_empty_trace_is_a_run_without_updates(made, tmp_path):
    assert answer("plot", made / "two.hs", "--kind", "mistakes", "--trace", write(tmp_path / "t", ""))["updates"] == 0
    assert run("plot", made / "two.hs", "--kind", "mistakes", "--trace", tmp_path / "t", "-o", "-").returncode == 0


def test_an_old_picture_survives_a_failure(made, tmp_path):
    old = write(tmp_path / "p.svg", "old")
    refused(3, "plot", made / "two.hs", IRIS, "-o", old)
    assert old.read_text() == "old"
    assert "overwrite" in refused(2, "plot", made / "two.hs", old, "-o", old)


# ---- support vectors, crowds, outliers

@pytest.mark.parametrize("flags", [["--C", "inf"], ["--C", "1"], ["--kernel", "rbf"], ["--kernel", "linear", "--scale", "standard"]], ids=" ".join)
def test_support_vectors_are_marked(tmp_path, flags):
    """Of rows that differ: as many marks as the run counts support vectors."""
    rows = write(tmp_path / "r.csv", "u,v,label\n" + "".join(f"{i},{(i * i) % 17 + i % 3},{'ab'[(i * i) % 17 + i / 5 > 11]}\n" for i in range(40)) if flags != ["--C", "inf"] else
                 "u,v,label\n0,0,a\n1,0.5,a\n0,3,a\n4,1,b\n5,5,b\n4,3.5,b\n")
    model = tmp_path / "m.hs"
    trained = answer("train", rows, "--algorithm", "svm", *flags, "--tol", "1e-10", "-o", model)
    facts = answer("plot", model, rows)
    assert facts["support_marks"] == trained["support_vectors"] > 0
    if "--kernel" not in flags:
        assert sorted(m["score"] for m in facts["margin_lines"]) == [-1, 1]
        assert "support vector" in run("plot", model, rows).stdout


def test_rows_within_the_margin_of_an_svm_need_not_be_its_support_vectors(tmp_path):
    model = tmp_path / "m.hs"
    rows = write(tmp_path / "r.csv", "u,v,label\n0,0,a\n1,0.5,a\n4,1,b\n5,5,b\n")
    answer("train", rows, "--algorithm", "svm", "--C", "inf", "-o", model)
    other = write(tmp_path / "other.csv", "u,v,label\n2.5,1,a\n0,0,a\n6,6,b\n")
    assert answer("plot", model, other)["support_marks"] == 1
    assert "on or within the margin" in run("plot", model, other).stdout


def test_learners_without_support_vectors_mark_none(made):
    assert answer("plot", made / "two.hs", IRIS, *PAIR)["support_marks"] is None


def test_an_outlier_does_not_squeeze_the_picture(made, tmp_path):
    text = pathlib.Path(IRIS).read_text()
    far = write(tmp_path / "far.csv", text + "5,3,1e6,1,setosa\n")
    facts = answer("plot", made / "two.hs", far, *PAIR)
    assert facts["rows"] == 101 and facts["rows_at_the_edge"] == 1 and facts["box"]["x"][1] < 10 > facts["box"]["y"][1]
    assert "1 row far outside lies at the edge" in run("plot", made / "two.hs", far, *PAIR).stdout
    several = write(tmp_path / "several.csv", text + "5,3,1e6,1,setosa\n" * 30)
    assert answer("plot", made / "two.hs", several, *PAIR)["rows_at_the_edge"] == 0  # they are part of the data


def test_marks_of_several_rows_are_darker(made, tmp_path):
    rows = write(tmp_path / "r.csv", "sepal_length,petal_length,species\n5,1,setosa\n5,1,setosa\n6,4,versicolor\n")
    assert run("plot", made / "two.hs", rows, "-o", tmp_path / "p.svg").returncode == 0
    marks = [e for e in xml.parse(tmp_path / "p.svg").iter() if e.get("opacity")]
    assert sorted(float(e.get("opacity")) for e in marks) == [0.55, 0.8]
    assert "up to 2 rows lie on one place" in run("plot", made / "two.hs", rows).stdout
