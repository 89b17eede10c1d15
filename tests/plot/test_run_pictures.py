"""Pictures of a perceptron's run (boundaries, update, pocket, --animate) and of a model as courses draw it (neuron, activation, losses)."""
import json
import math
import pathlib
import re
import sys
import xml.etree.ElementTree as ET

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from program import IRIS, PAIR, answer, refused, run, write  # noqa: E402

ROWS = "x1,x2,label\n2,1,b\n-1,2,a\n3,-1,b\n-2,-1,a\n1,-2,b\n-1,3,a\n"
NOISE = "x1,x2,label\n2,1,b\n-1,2,a\n3,-1,b\n-2,-1,a\n1,-2,a\n-1,3,b\n1,1,a\n"


@pytest.fixture(name="made")
def fixture_made(tmp_path):
    """model, data, trace"""
    return trained(tmp_path, ROWS)


def trained(folder, text, *flags):
    data = write(folder / "rows.csv", text)
    model, trace = folder / "model.hs", folder / "trace.jsonl"
    assert run("train", data, "--algorithm", "perceptron", *flags, "-o", model, "--trace", trace).returncode in (0, 4)
    return model, data, trace


def rows_of(text):
    return [([float(v) for v in line.split(",")[:2]], 1 if line.endswith("b") else -1) for line in text.splitlines()[1:]]


def lines_of(trace):
    return [json.loads(line) for line in trace.read_text().splitlines()]


def score(weights, bias, x):
    return sum(w * v for w, v in zip(weights, x)) + bias


def checked_svg(text):
    root = ET.fromstring(text)
    assert root.tag.endswith("svg") and not re.search(r"<script|onload|href", text)
    return root


def test_boundaries_tell_every_update(made, tmp_path):
    model, data, trace = made
    told = answer("plot", model, data, "--kind", "boundaries", "--trace", trace)
    rows, before = rows_of(ROWS), [0.0, 0.0, 0.0]
    assert len(told["updates"]) == len(lines_of(trace)) > 1
    for update, line in zip(told["updates"], lines_of(trace)):
        x, y = rows[update["row"]]
        assert [*update["weights_before"], update["bias_before"]] == before
        assert y * score(update["weights_before"], update["bias_before"], x) <= 0
        before = [v + y * step for v, step in zip(before, [*x, 1])]
        assert [*update["weights_after"], update["bias_after"]] == before == [*line["weights"], line["bias"]]
    picture = tmp_path / "b.svg"
    assert run("plot", model, data, "--kind", "boundaries", "--trace", trace, "-o", picture).returncode == 0
    checked_svg(picture.read_text())
    assert "Boundaries of" in run("plot", model, data, "--kind", "boundaries", "--trace", trace).stdout


def test_an_update_is_drawn_as_vectors(made):
    model, data, trace = made
    many = len(lines_of(trace))
    told = answer("plot", model, data, "--kind", "update", "--update", many, "--trace", trace)
    (update,) = told["updates"]
    assert [*update["weights_after"], update["bias_after"]] == [*lines_of(trace)[-1]["weights"], lines_of(trace)[-1]["bias"]]
    assert told["title"].startswith(f"Update {many} of {many}: visit {update['visit']}, pass {update['pass']}, line {update['line']}")
    done = run("plot", model, data, "--kind", "update", "--trace", trace, "-o", "-")
    texts = "".join(checked_svg(done.stdout).itertext())
    assert "w = (0, 0) + (1) (2, 1) = (2, 1); b = 0 + (1) = 1" in texts
    assert "is not one of the" in refused(2, "plot", model, data, "--kind", "update", "--update", many + 1, "--trace", trace)
    assert "--update" in refused(2, "plot", model, data, "--kind", "update", "--update", "0", "--trace", trace)


def test_the_pocket_counts_mistakes_after_each_update(tmp_path):
    model, data, trace = trained(tmp_path, NOISE, "--preset", "pocket", "--rounds", "20")
    told = answer("plot", model, data, "--kind", "pocket", "--trace", trace)
    rows = rows_of(NOISE)
    weights = [([0, 0], 0)] + [(line["weights"], line["bias"]) for line in lines_of(trace)]
    mistakes = [sum(y * score(*w, x) <= 0 for x, y in rows) for w in weights]
    assert told["mistakes_after_update"] == mistakes and told["fewest"] == min(mistakes) > 0
    assert told["at_update"] == mistakes.index(min(mistakes))
    kept = answer("evaluate", model, data)
    assert kept["mistakes"] <= min(mistakes)  # a score of 0 is predicted +1
    checked_svg(run("plot", model, data, "--kind", "pocket", "--trace", trace, "-o", "-").stdout)


@pytest.mark.parametrize("start", [[], ["--start", "1,-1,2"], ["--preset", "delta", "--eta", "0.5", "--stop", "clean-pass"]])
def test_runs_from_another_start_and_with_other_steps(tmp_path, start):
    model, data, trace = trained(tmp_path, ROWS, *start)
    updates = answer("plot", model, data, "--kind", "boundaries", "--trace", trace)["updates"]
    first = [*updates[0]["weights_before"], updates[0]["bias_before"]]
    assert first == ([1, -1, 2] if "--start" in start else [0, 0, 0])
    for before, after in zip(updates, updates[1:]):
        assert before["weights_after"] == after["weights_before"] and before["bias_after"] == after["bias_before"]


def test_iris_with_decimals(tmp_path):
    model, trace = tmp_path / "m.hs", tmp_path / "t.jsonl"
    run("train", IRIS, *PAIR, "--columns", "sepal_length,petal_length", "--algorithm", "perceptron", "-o", model, "--trace", trace)
    told = answer("plot", model, IRIS, *PAIR, "--kind", "boundaries", "--trace", trace)
    assert len(told["updates"]) == 10 and told["updates"][-1]["weights_after"] == pytest.approx([-3.4, 9.1])


def test_animation(made, tmp_path):
    model, data, trace = made
    updates = len(lines_of(trace))
    steps = tmp_path / "film"
    done = run("plot", model, data, "--trace", trace, "--animate", steps)
    assert done.returncode == 0 and done.stdout.startswith(f"{updates} steps of {updates} updates: ")
    names = sorted(path.name for path in steps.iterdir())
    assert names == ["animation.svg", *(f"step-{k:03}.svg" for k in range(1, updates + 1))]
    for name in names[1:]:
        root = checked_svg((steps / name).read_text())
        assert "the row of the update" in "".join(root.itertext())
    film = (steps / "animation.svg").read_text()
    root = checked_svg(film)
    frames = [g for g in root if g.get("class") == "step"]
    assert len(frames) == updates and "prefers-reduced-motion:reduce" in film and film.count("<title") == 1
    assert [g.get("visibility") for g in frames] == ["hidden"] * (updates - 1) + [None]  # without CSS the last is seen
    for k, frame in enumerate(frames):
        assert f"Update {k + 1} of {updates}:" in "".join(frame.itertext())
    # frame k comes k seconds after the first, the last stays three: the delay is what of the round has passed at 0
    delays = [float(re.search(r"animation-delay:-([\d.]+)s", g.get("style"))[1]) for g in frames]
    assert delays == [0.0, *(updates + 2 - k for k in range(1, updates))]
    assert f"step {updates + 2}s step-end infinite" in film


def test_animation_is_capped_and_may_be_one_file(made, tmp_path):
    model, data, trace = made
    updates = len(lines_of(trace))
    film = tmp_path / "film.svg"
    told = answer("plot", model, data, "--trace", trace, "--animate", film, "--steps", "2")
    assert told["steps"] == 2 and len(told["updates"]) == updates and told["files"] == [str(film)]
    assert len([g for g in checked_svg(film.read_text()) if g.get("class") == "step"]) == 2
    done = run("plot", model, data, "--trace", trace, "--animate", film, "--steps", "1")
    assert f"The first ones are drawn; --steps {updates} draws more." in done.stdout
    first = film.read_text()
    run("plot", model, data, "--trace", trace, "--animate", film, "--steps", "1")
    assert film.read_text() == first


def test_neuron_has_the_models_numbers(made):
    model, data, _ = made
    told, weights = answer("plot", model, "--kind", "neuron"), answer("plot", model, "--kind", "weights")
    assert [(i["column"], i["weight"]) for i in told["inputs"]] == [("x1", told["inputs"][0]["weight"]), ("x2", told["inputs"][1]["weight"])]
    assert {b["weight"] for b in weights["bars"]} <= {i["weight"] for i in told["inputs"]} | {told["bias"]}
    texts = "".join(checked_svg(run("plot", model, "--kind", "neuron", "-o", "-").stdout).itertext())
    assert "s >= 0: b" in texts and "s < 0: a" in texts and "x1" in texts
    assert "s >= 0: b" in run("plot", model, "--kind", "neuron").stdout
    assert run("plot", model, data, "--kind", "neuron").returncode == 0


def test_a_wide_neuron_draws_its_largest_weights(tmp_path):
    data = write(tmp_path / "wide.csv", ",".join([*(f"c{j}" for j in range(20)), "label"]) + "\n" +
                 ",".join([*map(str, range(20)), "b"]) + "\n" + ",".join([*(str(-j * j) for j in range(20)), "a"]) + "\n")
    model = tmp_path / "m.hs"
    run("train", data, "--algorithm", "perceptron", "-o", model)
    texts = "".join(checked_svg(run("plot", model, "--kind", "neuron", "-o", "-").stdout).itertext())
    assert "The 9 largest weights of 20 are drawn." in texts and len(answer("plot", model, "--kind", "neuron")["inputs"]) == 20


def test_activation_and_losses_are_those_of_the_scores(made):
    model, data, _ = made
    scores = [float(line.rsplit(",", 1)[1]) for line in run("predict", model, data, "--scores").stdout.splitlines()[1:]]
    told = answer("plot", model, data, "--kind", "activation")
    assert told["scores"] == pytest.approx(scores)
    assert told["sign"] == [math.copysign(1, s) for s in scores] and told["step"] == [float(s >= 0) for s in scores]
    assert told["sigmoid"] == pytest.approx([1 / (1 + math.exp(-s)) for s in scores])
    told = answer("plot", model, data, "--kind", "losses")
    margins = [y * s for s, (_, y) in zip(scores, rows_of(ROWS))]
    assert told["margins"] == pytest.approx(margins) and told["perceptron"] == pytest.approx([max(0, -m) for m in margins])
    for kind in ("activation", "losses"):
        checked_svg(run("plot", model, data, "--kind", kind, "-o", "-").stdout)
        assert run("plot", model, data, "--kind", kind).stdout


@pytest.mark.parametrize("flags, loss, value", [
    (["--algorithm", "logistic"], "logistic", lambda m: math.log1p(math.exp(-m))),
    (["--algorithm", "svm"], "hinge", lambda m: max(0, 1 - m)),
    (["--loss", "squared-hinge"], "squared-hinge", lambda m: max(0, 1 - m) ** 2)])
def test_rows_lie_on_the_models_own_loss(tmp_path, flags, loss, value):
    data, model = write(tmp_path / "rows.csv", NOISE), tmp_path / "m.hs"
    assert run("train", data, *flags, "-o", model).returncode == 0
    told = answer("plot", model, data, "--kind", "losses")
    assert told[loss] == pytest.approx([value(m) for m in told["margins"]])


def test_what_cannot_be_drawn_is_refused(made, tmp_path):
    model, data, trace = made
    assert "--trace" in refused(2, "plot", model, data, "--kind", "boundaries")
    assert "requires --kind mistakes, boundaries, update or pocket" in refused(2, "plot", model, data, "--trace", trace)
    assert "--update" in refused(2, "plot", model, data, "--update", "1")
    assert "--steps" in refused(2, "plot", model, data, "--steps", "1")
    for flag in (["--kind", "update"], ["-o", "x.svg"], ["--x", "x1"], ["--also", model]):
        assert "--animate: does not go with" in refused(2, "plot", model, data, "--trace", trace, "--animate", tmp_path / "f", *flag)
    for name in ("f.gif", "f.png", "-"):
        assert "--animate: " in refused(2, "plot", model, data, "--trace", trace, "--animate", name if name == "-" else tmp_path / name)
        assert not (tmp_path / name).exists()
    assert "DATA is missing" in refused(2, "plot", model, "--trace", trace, "--animate", tmp_path / "f")
    assert "--trace" in refused(2, "plot", model, data, "--animate", tmp_path / "f")
    assert "--steps" in refused(2, "plot", model, data, "--trace", trace, "--animate", tmp_path / "f", "--steps", "1000")
    other = write(tmp_path / "other.csv", ROWS.replace("2,1,b", "2,2,b"))
    assert "give the data that the run was trained on" in refused(3, "plot", model, other, "--kind", "boundaries", "--trace", trace)
    short = write(tmp_path / "short.csv", ROWS.replace("-1,2,a\n", ""))
    assert "give the data that the run was trained on" in refused(3, "plot", model, short, "--kind", "pocket", "--trace", trace)
    broken = write(tmp_path / "broken.jsonl", '{"visit": 1}\n')
    assert "broken.jsonl:1: the update lacks" in refused(3, "plot", model, data, "--kind", "boundaries", "--trace", broken)
    lines = ["c" + ",c".join(map(str, range(65))) + ",y", *(",".join([v] * 65) + "," + v for v in ("1", "-1"))]
    wide, many = write(tmp_path / "wide.csv", "\n".join(lines) + "\n"), tmp_path / "wide.jsonl"
    run("train", wide, "--algorithm", "perceptron", "-o", tmp_path / "wide.hs", "--trace", many)
    assert "up to 64 columns" in refused(3, "plot", tmp_path / "wide.hs", wide, "--kind", "pocket", "--trace", many)
    empty = write(tmp_path / "empty.jsonl", "")
    assert "has no updates" in refused(3, "plot", model, data, "--kind", "boundaries", "--trace", empty)


def test_models_of_other_kinds_are_refused(tmp_path):
    data, model = write(tmp_path / "rows.csv", ROWS), tmp_path / "m.hs"
    trace = write(tmp_path / "t.jsonl", "")
    run("train", data, "--algorithm", "logistic", "-o", model)
    assert "perceptron of two classes" in refused(2, "plot", model, data, "--kind", "boundaries", "--trace", trace)
    run("train", data, "--algorithm", "perceptron", "--scale", "standard", "-o", model)
    assert "without --scale" in refused(2, "plot", model, data, "--kind", "pocket", "--trace", trace)
    run("train", IRIS, *PAIR, "--algorithm", "perceptron", "-o", model)
    assert "is for two columns; the model has 4" in refused(2, "plot", model, IRIS, *PAIR, "--kind", "boundaries", "--trace", trace)
    run("train", IRIS, "--algorithm", "perceptron", "-o", model)
    for kind in ("neuron", "activation", "losses"):
        assert "is for two classes; the model has 3" in refused(2, "plot", model, IRIS, "--kind", kind)
    run("train", data, "--algorithm", "svm", "--kernel", "rbf", "-o", model)
    assert "a kernel has none" in refused(2, "plot", model, "--kind", "neuron")
