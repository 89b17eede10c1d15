"""convert and compat against LIBSVM's and LIBLINEAR's own programs."""
import json
import math
import re
import subprocess

import pytest

from program import HALFSPACE, IRIS, PAIR, answer, refused, run, tool, write


def same_predictions(family, data, model, folder, *flags):
    """Our output file equals the tool's, byte for byte."""
    theirs, ours = folder / "theirs", folder / "ours"
    result = tool(f"{family}-predict", *flags, data, model, theirs)
    mine = run("compat", f"{family}-predict", *flags, data, model, ours)
    assert mine.returncode == 0, mine.stderr
    assert ours.read_text() == theirs.read_text()
    assert mine.stdout == result.splitlines(keepends=True)[-1]
    return theirs.read_text().splitlines()


@pytest.mark.parametrize("data", ["two", "three"])
@pytest.mark.parametrize("solver", range(8))
def test_liblinear_models_predict_as_liblinear_does(iris, tmp_path, data, solver):
    model = tmp_path / "model"
    tool("liblinear-train", "-q", "-s", solver, "-B", solver % 2 * 2 - 1, iris / data, model)
    labels = same_predictions("liblinear", iris / data, model, tmp_path)
    if solver in (0, 6, 7):
        same_predictions("liblinear", iris / data, model, tmp_path, "-b", "1")
    for to in ("liblinear", "libsvm", "halfspace"):
        run("convert", model, "-o", tmp_path / "again", "--to", to)
        family = "svm" if to == "libsvm" else "liblinear"
        if to != "halfspace":
            tool(f"{family}-predict", iris / data, tmp_path / "again", tmp_path / "out")
            assert (tmp_path / "out").read_text().splitlines() == labels
        assert answer("predict", tmp_path / "again", iris / data)["labels"] == labels


@pytest.mark.parametrize("data", ["two", "three", "wide"])
@pytest.mark.parametrize("kernel", range(4))
@pytest.mark.parametrize("probable", [0, 1])
def test_libsvm_models_predict_as_libsvm_does(iris, tmp_path, data, kernel, probable):
    model = tmp_path / "model"
    train_on = iris / ("three" if data == "wide" else data)  # wide: columns no support vector has
    tool("svm-train", "-q", "-s", kernel % 2, "-n", "0.2", "-t", kernel, "-g", "0.1", "-b", probable, train_on, model)
    labels = same_predictions("svm", iris / data, model, tmp_path)
    if probable:
        same_predictions("svm", iris / data, model, tmp_path, "-b", "1")
        likeliest = [line.split()[0] for line in (tmp_path / "theirs").read_text().splitlines()[1:]]
        reported = run("predict", model, iris / data, "--probabilities").stdout.splitlines()[1:]
        assert [line.split(",")[0] for line in reported] == likeliest
    assert run("predict", model, iris / data, "--quiet").stdout.splitlines() == labels
    assert run("convert", model, "-o", tmp_path / "again", "--to", "libsvm").returncode == 0
    same_predictions("svm", iris / data, tmp_path / "again", tmp_path, "-b", probable)


def test_precomputed_kernels(iris, tmp_path):
    tool("svm-train", "-q", "-t", "4", iris / "matrix", tmp_path / "model")
    same_predictions("svm", iris / "matrix", tmp_path / "model", tmp_path)
    run("convert", tmp_path / "model", "-o", tmp_path / "again", "--to", "libsvm")
    same_predictions("svm", iris / "matrix", tmp_path / "again", tmp_path)
    assert "index 0" in refused(3, "inspect", iris / "matrix")


@pytest.mark.parametrize("kind", [2, 3, 4])
def test_one_class_and_regression_models_predict_through_compat_alone(iris, tmp_path, kind):
    model = tmp_path / "model"
    tool("svm-train", "-q", "-s", kind, "-g", "0.1", iris / "three", model)
    result = tool("svm-predict", iris / "three", model, tmp_path / "theirs")
    mine = run("compat", "svm-predict", iris / "three", model, tmp_path / "ours")
    assert mine.stdout == result
    values = [[float(line) for line in (tmp_path / name).read_text().splitlines()] for name in ("theirs", "ours")]
    assert values[1] == pytest.approx(values[0], rel=1e-5, abs=1e-10)  # theirs has six digits
    assert "compat svm-predict" in refused(3, "predict", model, iris / "three")


def read_liblinear(path):
    head, body = path.read_text().split("\nw\n")
    labels = next(line for line in head.splitlines() if line.startswith("label")).split()[1:]
    return head, labels, list(zip(*[map(float, line.split()) for line in body.splitlines()]))


def objective(solver, labels, vectors, data, C, weight):
    """LIBLINEAR's, of -B 1: the sum over its runs, where class k weighs weight[k] in its own; joint for -s 4."""
    loss = {0: lambda m: math.log1p(math.exp(-m)), 1: lambda m: max(0, 1 - m) ** 2, 3: lambda m: max(0, 1 - m)}
    loss_of = loss[{2: 1, 5: 1, 6: 0, 7: 0}.get(solver, solver)] if solver != 4 else loss[3]
    norm = (lambda w: sum(map(abs, w))) if solver in (5, 6) else (lambda w: sum(v * v for v in w) / 2)
    total = sum(map(norm, vectors))
    for line in data.read_text().splitlines():
        words = line.split()
        label = words[0].removeprefix("+")
        x = [float(word.split(":")[1]) for word in words[1:]] + [1.0]
        score = [sum(a * b for a, b in zip(w, x)) for w in vectors]
        if solver == 4:
            y = labels.index(label)
            total += C * weight.get(label, 1) * loss_of(score[y] - max(s for k, s in enumerate(score) if k != y))
        elif len(vectors) == 1:
            total += C * weight.get(label, 1) * loss_of(score[0] if label == labels[0] else -score[0])
        else:
            total += sum(C * (weight.get(k, 1) * loss_of(s) if label == k else loss_of(-s)) for k, s in zip(labels, score))
    return total


@pytest.mark.parametrize("data", ["two", "three"])
@pytest.mark.parametrize("solver", range(8))
def test_liblinear_train_reaches_liblinears_objective(iris, tmp_path, data, solver):
    label = {"two": "-1", "three": "4"}[data]
    words = ["-s", solver, "-B", "1", "-c", "2", "-w" + label, "0.5"]
    tool("liblinear-train", "-q", "-e", "1e-5", *words, iris / data, tmp_path / "theirs")
    assert run("compat", "liblinear-train", "-e", "1e-9", *words, iris / data, tmp_path / "ours").returncode == 0
    (head, labels, theirs), (same_head, _, ours) = read_liblinear(tmp_path / "theirs"), read_liblinear(tmp_path / "ours")
    assert head == same_head
    values = [objective(solver, labels, w, iris / data, 2, {label: 0.5}) for w in (theirs, ours)]
    assert values[1] <= values[0] * (1 + 1e-7)
    assert values[1] >= values[0] * 0.98  # and it is the same problem
    tool("liblinear-predict", iris / data, tmp_path / "ours", tmp_path / "by_theirs")


def test_cross_validation_says_the_tools_line(iris):
    line = run("compat", "liblinear-train", "-s", "0", "-c", "100", "-B", "1", "-v", "5", iris / "three").stdout
    share = float(line.removeprefix("Cross Validation Accuracy = ").removesuffix("%\n"))
    assert 90 <= share <= 100


def test_what_a_format_cannot_hold_is_reported_with_a_way_out(tmp_path):
    model = tmp_path / "model.hs"
    out = tmp_path / "out"
    for flags, to, word in [
            (["--kernel", "laplacian", *PAIR], "libsvm", "laplacian"),
            (["--kernel", "rbf", *PAIR], "liblinear", "--to libsvm"),
            (["--algorithm", "svm", "--kernel", "rbf", "--approximation", "fourier", *PAIR], "libsvm", "--to onnx or --to c"),
            (["--kernel", "rbf", "--scale", "standard", *PAIR], "libsvm", "--scale"),
            (["--keep", "vote", *PAIR], "libsvm", "--keep"),
            (["--features", "poly2", *PAIR], "libsvm", "products"),
            (["--algorithm", "svm", "--multiclass", "one-vs-one"], "liblinear", "one-vs-rest"),
            (PAIR, "liblinear", "--labels setosa=-1,versicolor=1")]:
        trained = run("train", IRIS, *flags, "-o", model, "--stop", "passes", "--passes", "3") if "--algorithm" not in flags else run(
            "train", IRIS, *flags, "-o", model)
        assert trained.returncode == 0, trained.stderr
        assert word in refused(3, "convert", model, "-o", out, "--to", to)
        assert not out.exists()


def test_labels_are_given_numbers(tmp_path):
    run("train", IRIS, *PAIR, "-o", tmp_path / "m.hs")
    convert = ["convert", tmp_path / "m.hs", "-o", tmp_path / "out", "--to", "liblinear", "--labels"]
    assert run(*convert, "setosa=-1,versicolor=1").returncode == 0
    assert "\nlabel -1 1\n" in (tmp_path / "out").read_text()
    for wrong in ["setosa=1,versicolor=1", "setosa=x,versicolor=1", "setosa=0.5,versicolor=1", "setosa,versicolor=1", "rose=1",
                  "setosa=1,setosa=2", "setosa=99999999999,versicolor=1"]:
        refused(2, *convert, wrong)
    refused(2, "convert", tmp_path / "m.hs", "-o", tmp_path / "m.c", "--labels", "setosa=1")


def test_convert_needs_to_know_what_to_write(tmp_path):
    run("train", IRIS, *PAIR, "-o", tmp_path / "m.hs")
    assert "--to" in refused(2, "convert", tmp_path / "m.hs", "-o", tmp_path / "m.model")
    assert "onnx" in refused(2, "convert", tmp_path / "m.hs", "-o", tmp_path / "m", "--to", "onx")
    assert "-o" in refused(2, "convert", tmp_path / "m.hs", "--to", "c")
    assert "--name" in refused(2, "convert", tmp_path / "m.hs", "-o", tmp_path / "m.c", "--name", "1x")
    assert "overwrite" in refused(2, "convert", tmp_path / "m.hs", "-o", tmp_path / "m.hs")
    refused(3, "convert", IRIS, "-o", tmp_path / "x.c")
    written = answer("convert", tmp_path / "m.hs", "-o", tmp_path / "m.onnx")
    assert written["to"] == "onnx" and written["bytes"] == (tmp_path / "m.onnx").stat().st_size


def test_every_verb_takes_a_text_model(iris, tmp_path):
    model = tmp_path / "model"
    tool("svm-train", "-q", "-b", "1", iris / "two", model)
    assert answer("inspect", model)["kernel"]["kernel"] == "rbf"
    assert answer("evaluate", model, iris / "two")["log_loss"] > 0
    assert run("inspect", model).stdout.count("LIBSVM") == 1
    assert run("plot", model, iris / "two", "--kind", "calibration").returncode == 0
    assert answer("explain", model, iris / "two", "--row", "1")["parts"] == "support vectors"


def test_contributions_add_up(iris, tmp_path):
    run("train", IRIS, "--algorithm", "logistic", "-o", tmp_path / "m.hs")
    reported = answer("explain", tmp_path / "m.hs", IRIS, "--row", "59")
    scores = answer("predict", tmp_path / "m.hs", IRIS)["scores"][59]
    assert reported["row"] == 59 and reported["line"] == 61 and reported["label"] == answer("predict", tmp_path / "m.hs", IRIS)["labels"][59]
    for part, score in zip(reported["scores"], scores):
        assert part["score"] == score
        assert part["bias"] + sum(c["contribution"] for c in part["contributions"]) == pytest.approx(score, rel=1e-13)
        assert {c["feature"] for c in part["contributions"]} == {"sepal_length", "sepal_width", "petal_length", "petal_width"}
    short = answer("explain", tmp_path / "m.hs", IRIS, "--row", "59", "--top", "1")["scores"][0]
    assert len(short["contributions"]) == 1
    assert short["bias"] + short["rest"] + short["contributions"][0]["contribution"] == pytest.approx(scores[0], rel=1e-13)
    for row in ("-1", "150", "x"):
        assert "--row" in refused(2, "explain", tmp_path / "m.hs", IRIS, "--row", row)
    run("train", IRIS, "--algorithm", "svm", "--kernel", "rbf", "-o", tmp_path / "k.hs")
    assert "--row" in refused(2, "explain", tmp_path / "k.hs", IRIS)  # linear models have averages


@pytest.mark.parametrize("words, message", [
    (["liblinear-train", "-s", "11", "x"], "regression"),
    (["liblinear-train", "-B", "2", "{two}"], "-B 1"),
    (["liblinear-train", "-C", "{two}"], "halfspace search"),
    (["liblinear-train", "-c", "0", "{two}"], "-c"),
    (["liblinear-train", "-v", "1", "{two}"], "-v"),
    (["liblinear-train", "-x", "1", "{two}"], "-x"),
    (["liblinear-train", "-s"], "no value"),
    (["liblinear-train"], "missing"),
    (["liblinear-trian", "{two}"], "liblinear-train"),
    (["svm-predict", "{two}", "{two}"], "missing"),
    (["svm-train", "-b", "1", "{two}"], "-b 1"),
    (["svm-train", "-t", "5", "{two}"], "-t"),
])
def test_wrong_words_for_the_old_tools(iris, words, message):
    assert message in refused(2, "compat", *[w.format(two=iris / "two") for w in words])


def test_labels_that_the_old_tools_would_cut_are_refused(tmp_path):
    (tmp_path / "data").write_text("0.5 1:1\n1 1:2\n")
    assert "whole number" in refused(3, "compat", "liblinear-train", tmp_path / "data", tmp_path / "model")
    assert not (tmp_path / "model").exists()


def test_the_program_is_the_one_under_test():
    assert json.loads(subprocess.run([HALFSPACE, "compat", "--help", "--json"], capture_output=True, text=True, check=True).stdout)["verb"] == "compat"


def test_labels_with_commas_have_numbers_too(tmp_path):
    data = write(tmp_path / "d.csv", 'u,v,label\n1,2,"Silver, annual"\n2,3,Gold plan\n0,1,"Silver, annual"\n4,2,Gold plan\n')
    model = tmp_path / "m.hs"
    assert run("train", data, "--algorithm", "logistic", "-o", model).returncode == 0
    message = refused(3, "convert", model, "--to", "liblinear", "-o", tmp_path / "out")
    flag = re.search(r"--labels '(.*)'", message).group(1)
    assert run("convert", model, "--to", "liblinear", "-o", tmp_path / "out", "--labels", flag).returncode == 0
