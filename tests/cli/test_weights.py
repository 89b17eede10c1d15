"""Row weights count in every share and mean, rows in every count; a row of weight k is k equal rows."""
import csv
import io
import json
import random

import pytest

from program import IRIS, OVERLAP, answer, refused, run, write

LEARNERS = [["--preset", "averaged"], ["--algorithm", "logistic"], ["--algorithm", "svm", "--C", 0.1]]
SHARES = ["error", "accuracy", "perceptron_loss", "roc_auc", "pr_auc", "log_loss", "brier"]


def rows_of(classes, n=40, seed=5):
    draw = random.Random(seed)
    out = []
    for i in range(n):
        k = i % classes
        out.append((f"{draw.gauss(k, 1):.2f}", f"{draw.gauss(-k, 1):.2f}", draw.choice([0, 1, 1, 2, 3]), "abc"[k]))
    return out


def table(rows, repeat):
    """Weights as a column, or each row as often as its weight says."""
    if not repeat:
        return "x,z,w,label\n" + "".join(f"{x},{z},{w},{y}\n" for x, z, w, y in rows)
    return "x,z,label\n" + "".join(f"{x},{z},{y}\n" * w for x, z, w, y in rows)


@pytest.fixture(params=[2, 3])
def data(request, tmp_path):
    rows = rows_of(request.param)
    return write(tmp_path / "w.csv", table(rows, False)), write(tmp_path / "r.csv", table(rows, True)), rows


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda f: f[1])
def test_weights_are_repeated_rows(data, tmp_path, learner):
    weighted, repeated, rows = data
    model = tmp_path / "m.hs"
    trained = answer("train", weighted, "--weight", "w", *learner, "-o", model)
    by_weight = answer("evaluate", model, weighted)
    by_count = answer("evaluate", model, repeated)  # without the column: every row weighs 1
    assert by_weight["rows"] == sum(w > 0 for *_, w, _ in rows) and by_count["rows"] == sum(w for *_, w, _ in rows)
    assert by_weight["weight"] == by_count["rows"] and "weight" not in by_count
    for name in SHARES:
        want = by_count[name]
        assert by_weight[name] == (None if want is None else pytest.approx(want, rel=1e-12)), name
    for one, other in zip(by_weight["calibration"] or [], by_count["calibration"] or []):
        assert one["positive_share"] == (None if other["positive_share"] is None else pytest.approx(other["positive_share"]))
    assert trained["train"]["perceptron_loss"] == pytest.approx(by_weight["perceptron_loss"])
    assert trained["train"]["weight"] == by_weight["weight"]
    tested = answer("train", weighted, "--weight", "w", *learner, "--test", weighted)["test"]
    assert tested == {k: by_weight[k] for k in tested}
    assert "of their weight" in run("evaluate", model, weighted).stdout
    assert "'w'" in run("evaluate", model, repeated).stderr


def test_the_counted_training_error_is_by_weight(tmp_path):
    """One mistake of weight 3 among rows of weight 5 together, under each learner's rule."""
    data = write(tmp_path / "d.csv", "x,w,label\n0,1,a\n1,1,b\n0,3,b\n")
    for flags in (["--preset", "pocket"], ["--algorithm", "logistic", "--C", 1e-6]):
        got = answer("train", data, "--weight", "w", *flags)["train"]
        wrong = got["mistakes"]
        assert got["weight"] == 5 and got["error"] in ({1: (0.2, 0.6), 0: (0,), 2: (0.4, 0.8)}[wrong])


def test_a_model_without_weights_evaluates_by_those_asked_for(tmp_path):
    rows = rows_of(2)
    data, model = write(tmp_path / "w.csv", table(rows, False)), tmp_path / "m.hs"
    answer("train", data, "--columns", "x,z", "--algorithm", "logistic", "-o", model)
    plain, weighed = answer("evaluate", model, data), answer("evaluate", model, data, "--weight", "w")
    assert "weight" not in plain and plain["rows"] == len(rows)
    assert weighed["rows"] == sum(w > 0 for *_, w, _ in rows)  # a row of weight 0 is not there
    assert "no column 'v'" in refused(2, "evaluate", model, data, "--weight", "v")


def test_cross_validation_measures_by_weight(data, tmp_path):
    weighted, _, rows = data
    out = tmp_path / "p.csv"
    got = answer("cv", weighted, "--weight", "w", "--algorithm", "logistic", "--folds", 3, "--predictions", out)
    kept = [r for r in rows if r[2] > 0]
    reported = list(csv.DictReader(io.StringIO(out.read_text())))
    for fit in got["fits"]:
        held = [(kept[int(r["row"])][2], r) for r in reported if int(r["fold"]) == fit["fold"]]
        wrong = sum(w for w, r in held if r["label"] != r["predicted"])
        assert fit["error"] == pytest.approx(wrong / sum(w for w, _ in held), rel=1e-12)
        assert fit["mistakes"] == sum(r["label"] != r["predicted"] for _, r in held)
        best = sum(w * (1 - float(r[f"probability:{r['label']}"])) ** 2 for w, r in held) / sum(w for w, _ in held)
        if got["classes"] == ["a", "b"]:
            assert fit["brier"] == pytest.approx(best, rel=1e-9)


def test_a_start_of_swapped_classes_is_refused(tmp_path):
    model = tmp_path / "m.hs"
    answer("train", IRIS, *OVERLAP, "--preset", "averaged", "--positive", "versicolor", "-o", model)
    flags = ["train", IRIS, *OVERLAP, "--preset", "averaged", "--start", model]
    message = refused(2, *flags)
    assert "--positive versicolor" in message and "'versicolor' is +1" in message
    assert answer(*flags, "--positive", "versicolor")["settings"]["start"] == "model"
    other = ["train", IRIS, "--classes", "setosa,versicolor", "--start", model]
    assert answer(*other)["settings"]["start"] == "model"  # versicolor is +1 in both
    assert "setosa" in refused(2, *other, "--positive", "setosa")


def test_a_start_of_other_classes_or_with_a_bias_to_drop_is_refused(tmp_path):
    data = write(tmp_path / "d.csv", "a,y\n1,p\n-2,q\n3,p\n-1,p\n")
    other = write(tmp_path / "o.csv", "a,y\n1,r\n-2,s\n")
    model, flat = tmp_path / "m.hs", tmp_path / "flat.hs"
    assert answer("train", data, "--preset", "delta", "--passes", 3, "-o", model)["bias"] != 0
    message = refused(2, "train", data, "--start", model, "--bias", "none")
    assert message.startswith("halfspace: --start: the start model has a bias, ") and "--bias none" in message
    assert answer("train", data, "--preset", "delta", "--start", model)["settings"]["start"] == "model"
    answer("train", data, "--preset", "delta", "--bias", "none", "-o", flat)
    assert answer("train", data, "--preset", "delta", "--start", flat, "--bias", "none")["settings"]["start"] == "model"
    message = refused(2, "train", other, "--start", model)
    assert "'p' from 'q'" in message and "'r' and 's'" in message


def test_a_run_that_can_make_no_clean_pass_says_why(tmp_path):
    """A passive-aggressive step ends at m = beta, which is a mistake under boundary-is-mistake."""
    data = write(tmp_path / "d.csv", "a,y\n1,p\n-2,q\n3,p\n")
    flags = ["train", data, "--preset", "margin", "--step", "pa"]
    done = run(*flags)
    text = " ".join(done.stdout.split())
    assert done.returncode == 0 and "no clean pass can come: a step of pa ends at margin <= 1" in text
    assert "step pa (loss max(0, 1 - m); scores within 1e-12 of 0 or 1 are equal to it)" in text
    assert answer(*flags, "--mistake", "boundary-is-correct")["status"] == "converged"


def test_labels_with_commas_have_names(tmp_path):
    data = write(tmp_path / "d.csv", 'x,"y,z",label\n0,1,"a,b"\n1,2,c\n3,4,"say ""d"""\n2,2,"a,b"\n')
    assert answer("train", data, "--classes", '"a,b",c')["classes"] == ["a,b", "c"]
    assert answer("train", data, "--classes", 'c,"say ""d"""')["classes"] == ["c", 'say "d"']
    assert answer("train", data, "--classes", 'c,"a,b"', "--columns", '"y,z"')["columns"] == ["y,z"]
    weights = ["--algorithm", "svm", "--class-weight", '"a,b=2",c=1']
    assert answer("train", data, "--classes", '"a,b",c', *weights)["settings"]["class_weight"] == weights[-1]
    assert "does not end" in refused(2, "train", data, "--classes", '"a,b')
    assert "after a closing quote" in refused(2, "train", data, "--classes", '"a,b"c,d')


def test_lambda_has_no_single_C_among_pairs():
    flags = ["--algorithm", "svm", "--lambda", 0.01]
    assert answer("train", IRIS, *flags, "--multiclass", "one-vs-one")["settings"]["C"] is None
    assert answer("train", IRIS, *flags, "--multiclass", "one-vs-rest")["settings"]["C"] == pytest.approx(1 / 1.5)


def test_explain_counts_rows_as_the_trace_does(tmp_path):
    trace, model = tmp_path / "t.jsonl", tmp_path / "m.hs"
    answer("train", IRIS, "--classes", "setosa,versicolor", "--trace", trace, "-o", model)
    for line in map(json.loads, trace.read_text().splitlines()):
        reported = answer("explain", model, IRIS, "--row", line["row"])
        assert (reported["row"], reported["line"]) == (line["row"], line["line"])


@pytest.mark.parametrize("learner", [["--preset", "cyclic"], ["--preset", "averaged"], ["--preset", "averaged", "--mixing-blocks", 2],
                                     ["--algorithm", "logistic"]], ids=lambda f: "-".join(map(str, f[1:])))
def test_shards_tell_the_error_by_weight(data, tmp_path, learner):
    weighted, _, _ = data
    folder, model = tmp_path / "folder", tmp_path / "m.hs"
    run("convert", weighted, "--weight", "w", "--shards", 3, "-o", folder)
    trained = answer("train", folder, *learner, "-o", model)["train"]
    by_weight = answer("evaluate", model, weighted)
    assert trained["weight"] == by_weight["weight"]
    assert trained["error"] == pytest.approx(by_weight["error"])


@pytest.mark.parametrize("kind", ["roc", "pr"])
def test_the_point_of_the_rule_is_by_weight_as_its_curve(tmp_path, kind):
    rows = rows_of(2)
    model, weighted = tmp_path / "m.hs", write(tmp_path / "w.csv", table(rows, False))
    run("train", weighted, "--weight", "w", "--algorithm", "logistic", "-o", model)
    by_weight = answer("plot", model, weighted, "--kind", kind)
    by_count = answer("plot", model, write(tmp_path / "r.csv", table(rows, True)), "--kind", kind)
    assert by_weight["at"] == pytest.approx(by_count["at"])
