"""--precision float: values are the nearest floats, and everything else is as it would be of a text that says these."""
import json
import random
import struct

import pytest

from program import IRIS, PAIR, answer, refused, run, write
from test_stream_learning import libsvm, made

LEARNERS = [["--algorithm", "logistic"], ["--algorithm", "svm"], ["--algorithm", "perceptron", "--passes", "5", "--decide", "off"], ["--stream"],
            ["--algorithm", "svm", "--kernel", "rbf"], ["--algorithm", "logistic", "--hash-bits", "20"]]


def nearest(text):
    """The nearest float as the decimal of its double."""
    return repr(struct.unpack("f", struct.pack("f", float(text)))[0])


def csv(rows, labels):
    return "".join(",".join(row) + f",{y}\n" for row, y in [([f"x{j}" for j in range(len(rows[0]))], "label"), *zip(rows, labels)])


@pytest.mark.parametrize("text", [libsvm, csv])
@pytest.mark.parametrize("learner", LEARNERS, ids=" ".join)
def test_it_is_the_run_on_a_text_of_floats(tmp_path, learner, text):
    rows, labels = made(8, 300, 9, None)
    exact = write(tmp_path / "exact", text(rows, labels))
    floats = write(tmp_path / "floats", text([[nearest(v) for v in row] for row in rows], labels))
    model = tmp_path / "model.hs"
    rounded = answer("train", exact, *learner, "--precision", "float", "-o", model)
    plain = answer("train", floats, *learner)
    for name in ("weights", "bias", "status"):
        assert rounded[name] == plain[name]
    assert rounded["settings"].pop("precision") == "float"
    assert rounded["settings"] == plain["settings"]
    assert answer("inspect", model)["settings"]["precision"] == "float"
    if learner != ["--stream"] and "--hash-bits" not in learner and "perceptron" not in learner:
        assert rounded["weights"] != answer("train", exact, *learner)["weights"] or "rbf" in learner
    assert "precision" not in answer("train", exact, *learner, "--precision", "exact")["settings"]
    assert run("predict", model, floats).stdout.count("\n") == 300


@pytest.mark.parametrize("learner", LEARNERS, ids=" ".join)
def test_same_bytes_for_threads_and_from_a_cache_of_exact_values(tmp_path, learner):
    data = write(tmp_path / "rows.libsvm", libsvm(*made(9, 500, 9, None)))
    cache = tmp_path / "rows.hsd"
    assert run("convert", data, "--to", "cache", "-o", cache).returncode == 0
    models = []
    for path, more in ((data, ["--threads", 1]), (data, ["--threads", 3]), (cache, []), *[(data, ["--data-cache"])] * (0 if "--stream" in learner else 2)):
        models.append(tmp_path / f"{len(models)}.hs")
        done = run("train", path, "--precision", "float", *learner, *more, "-o", models[-1])
        assert done.returncode == 0, done.stderr
    assert len({m.read_bytes() for m in models}) == 1


@pytest.mark.parametrize("text, where", [("1 1:1\n\n-1 1:2 7:-1e39\n", ":3: value -1e+39 of column '7'"), ("a,b,label\n1,2,x\n4e38,1,y\n", ":3: value 4e+38 of column 'a'")])
@pytest.mark.parametrize("more", [[], ["--stream"]])
def test_values_beyond_the_largest_float(tmp_path, text, where, more):
    data = write(tmp_path / "rows", text)
    assert where in refused(3, "train", data, "--precision", "float", *more)


def test_values_below_the_least_float_are_zeros(tmp_path):
    data = write(tmp_path / "rows", "1 1:1 2:1e-60\n-1 1:0.1\n")
    assert answer("train", data, "--algorithm", "logistic", "--precision", "float")["data"]["nnz"] == 2


def proof(*args):
    """What a run that may end without an optimum proves."""
    done = run("train", *args, "--json")
    assert done.returncode in (0, 4), done.stderr
    facts = json.loads(done.stdout)
    return {name: facts.get(name) for name in ("verdict", "witness", "certified_margin", "unavoidable", "status", "stop_reason", "direction")}


@pytest.mark.parametrize("learner", [["--algorithm", "logistic", "--penalty", "none"], ["--algorithm", "perceptron"], ["--preset", "pocket", "--passes", "20"]], ids=" ".join)
@pytest.mark.parametrize("seed", range(12))
def test_proofs_are_of_the_floats(tmp_path, learner, seed):
    draw = random.Random(seed)
    rows = [[str(draw.randint(-30, 30) / 10) for _ in range(2)] for _ in range(6)]
    labels = ["x" if float(a) + draw.uniform(-0.3, 0.3) > float(b) else "y" for a, b in rows[:4]] + ["x", "y"]
    exact = write(tmp_path / "exact.csv", csv(rows, labels))
    floats = write(tmp_path / "floats.csv", csv([[nearest(v) for v in row] for row in rows], labels))
    rounded, plain = (proof(path, *learner, *more) for path, more in ((exact, ["--precision", "float"]), (floats, [])))
    assert rounded["verdict"] in ("separable", "not-separable", "overlapping", "quasi-separable") or "pocket" in learner
    assert rounded == plain


def test_one_point_on_a_line_that_floats_bend(tmp_path):
    data = write(tmp_path / "rows.csv", "a,b,label\n0.1,0.2,x\n0.3,0.6,y\n0.2,0.4,x\n")
    for learner in (["--algorithm", "logistic", "--penalty", "none"], ["--algorithm", "svm", "--C", "inf"]):
        assert proof(data, "--precision", "float", *learner)["verdict"] == "separable"


def test_the_report_says_so():
    for verb in ("cv", "search"):
        more = ["--algorithm", "logistic", *(["--over", "C=1,2"] if verb == "search" else [])]
        assert "rounded to floats" in run(verb, IRIS, *PAIR, *more, "--precision", "float").stdout
        assert answer(verb, IRIS, *PAIR, *more, "--precision", "float")["precision"] == "float"

    assert "rounded to floats" in run("train", IRIS, *PAIR, "--precision", "float").stdout
    assert "rounded" not in run("train", IRIS, *PAIR).stdout


def test_precisions_that_cannot_be():
    assert "not one of exact, float" in refused(2, "train", IRIS, *PAIR, "--precision", "double")
    assert "unknown flag '--precision'" in refused(2, "separate", IRIS, *PAIR, "--precision", "float")
