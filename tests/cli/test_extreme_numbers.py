"""No NaN and no infinity comes out: every verb on values near the ends of the doubles gives finite numbers or a message."""
import json
import re

import pytest

from program import IRIS, refused, run, write

NO_NUMBER = re.compile(r"(?<![\w.\"'-])[-+]?(nan|inf|infinity)(?![\w.])", re.IGNORECASE)
TABLES = {
    "huge": [("1e308", "-1e308", "a"), ("1.7e308", "1e308", "b"), ("-1e308", "1e307", "a"), ("9e307", "1.1e308", "b"), ("1e300", "3", "a"), ("2", "1e306", "b")],
    "tiny": [("1e-308", "4.9e-324", "a"), ("2e-308", "1e-320", "b"), ("3e-310", "5e-324", "a"), ("4e-309", "2e-323", "b"), ("1e-322", "0", "a"), ("0", "1e-323", "b")],
    "mixed": [("1e308", "1e-308", "a"), ("-1e-308", "-1e308", "b"), ("1", "1e200", "a"), ("1e-200", "2", "b"), ("1e154", "1e-154", "a"), ("-1e155", "-3", "b")],
    "squares": [("1e154", "2e154", "a"), ("3e154", "-2e155", "b"), ("-1e160", "2e154", "a"), ("4e154", "1e170", "b"), ("5e155", "2e154", "a"), ("6e154", "2e159", "b")],
    "one cell": [("1", "2", "a"), ("2", "3", "b"), ("1.5", "1", "a"), ("1e308", "4", "b"), ("0", "0", "a"), ("3", "5", "b")],
    "one column": [("1e308", "1", "a"), ("1e308", "2", "b"), ("1e308", "1.5", "a"), ("-1e308", "3", "b"), ("1e308", "0", "a"), ("1e308", "4", "b")],
}
LEARNERS = {
    "perceptron": ["--algorithm", "perceptron", "--passes", "20"],
    "pocket": ["--preset", "pocket", "--rounds", "50"],
    "averaged": ["--preset", "averaged", "--passes", "5"],
    "voted": ["--preset", "voted", "--passes", "5"],
    "passive-aggressive": ["--preset", "passive-aggressive", "--passes", "5"],
    "kernel perceptron": ["--preset", "kernel", "--kernel", "polynomial", "--passes", "5"],
    "logistic": ["--algorithm", "logistic"],
    "logistic none": ["--algorithm", "logistic", "--penalty", "none"],
    "firth": ["--algorithm", "logistic", "--penalty", "firth"],
    "lasso": ["--algorithm", "logistic", "--penalty", "l1"],
    "sgd": ["--algorithm", "logistic", "--solver", "sgd", "--rounds", "3"],
    "svm": ["--algorithm", "svm"],
    "squared hinge": ["--algorithm", "svm", "--loss", "squared-hinge"],
    "hard margin": ["--algorithm", "svm", "--C", "inf"],
    "rbf": ["--algorithm", "svm", "--kernel", "rbf"],
    "polynomial": ["--algorithm", "svm", "--kernel", "polynomial", "--degree", "9"],
    "sigmoid": ["--algorithm", "svm", "--kernel", "sigmoid"],
    "fourier": ["--algorithm", "svm", "--kernel", "rbf", "--approximation", "fourier", "--components", "8"],
    "nystrom": ["--algorithm", "svm", "--kernel", "laplacian", "--approximation", "nystrom", "--components", "4"],
    "scaled": ["--algorithm", "logistic", "--scale", "standard"],
    "calibrated": ["--algorithm", "svm", "--calibrate", "platt", "--calibrate-folds", "2"],
}


def table(tmp_path, kind):
    return write(tmp_path / "rows.csv", "u,v,label\n" + "".join(",".join(row) + "\n" for row in TABLES[kind]))


def reported(*args):
    """What a call wrote, which ends in an answer, in "no" or in a message about its data."""
    done = run(*args, "--timeout", "5") if args[0] in ("train", "cv", "search", "path", "separate") else run(*args)
    assert done.returncode in (0, 1, 2, 3, 4), (args, done.returncode, done.stderr)
    asked = "inf" in args
    for text in (done.stdout, done.stderr):
        words = re.sub(r"C inf \(hard margin\)|\"C\": ?\"inf\"|--C inf", "", text) if asked else text
        assert not NO_NUMBER.search(words), (args, text)
    return done


@pytest.mark.parametrize("kind", TABLES)
@pytest.mark.parametrize("learner", LEARNERS)
def test_learners(tmp_path, kind, learner):
    rows = table(tmp_path, kind)
    model = tmp_path / "model.hs"
    for more in ([], ["--json"]):
        reported("train", rows, *LEARNERS[learner], "-o", model, *more)
    if not model.exists():
        return
    for verb in (["predict", model, rows, "--scores"], ["evaluate", model, rows], ["explain", model, rows, "--row", "1"]):
        reported(*verb)
        reported(*verb, "--json")
    reported("predict", model, rows, "--probabilities")


@pytest.mark.parametrize("kind", TABLES)
@pytest.mark.parametrize("verb", [["cv", "--folds", "2"], ["path"], ["path", "--algorithm", "svm", "--Cs", "1,10"], ["separate"], ["inspect"],
                                  ["search", "--algorithm", "logistic", "--over", "C=0.1,1", "--folds", "2"]], ids=" ".join)
def test_verbs(tmp_path, kind, verb):
    rows = table(tmp_path, kind)
    reported(verb[0], rows, *verb[1:])
    reported(verb[0], rows, *verb[1:], "--json")


@pytest.mark.parametrize("learner", [k for k in LEARNERS if k not in ("scaled", "calibrated")] + ["multinomial", "one-vs-one"])
@pytest.mark.parametrize("cell", ["1e308", "-1.7e308", "4.9e-324"])
def test_a_model_of_iris_meets_extreme_cells(tmp_path, learner, cell):
    model = tmp_path / "iris.hs"
    two = ["--classes", "versicolor,virginica"]
    flags = {"multinomial": ["--algorithm", "logistic"], "one-vs-one": ["--algorithm", "svm", "--multiclass", "one-vs-one"]}.get(learner)
    done = run("train", IRIS, *(flags or [*two, *LEARNERS[learner]]), "-o", model)
    assert done.returncode in (0, 4), done.stderr
    if not model.exists():
        return
    names = "sepal_length,sepal_width,petal_length,petal_width"
    rows = write(tmp_path / "new.csv", f"{names},species\n5,3,4,1,versicolor\n{cell},{cell},{cell},{cell},virginica\n1,{cell},-{cell.lstrip('-')},0,versicolor\n")
    for verb in (["predict", "--scores"], ["predict", "--probabilities"], ["evaluate"], ["explain", "--row", "2"], ["explain", "--row", "3"]):
        reported(verb[0], model, rows, *verb[1:])
        reported(verb[0], model, rows, *verb[1:], "--json")


def test_a_score_that_overflows_names_its_row_and_columns(tmp_path):
    model = tmp_path / "m.hs"
    assert run("train", IRIS, "--classes", "versicolor,virginica", "--algorithm", "logistic", "--C", "1000", "-o", model).returncode == 0
    rows = write(tmp_path / "new.csv", "sepal_length,sepal_width,petal_length,petal_width\n5,3,4,1\n1,2,1e308,1e308\n")
    message = refused(3, "predict", model, rows, "--scores")
    assert ":3:" in message and "row 1" in message and "petal_length = 1e+308" in message


def test_training_that_overflows_names_the_column(tmp_path):
    rows = write(tmp_path / "d.csv", "u,far,label\n1,1e200,a\n2,-1e200,b\n3,2e200,a\n-1,1e200,b\n")
    assert "column 'far': its values reach 2e+200" in refused(3, "train", rows, "--preset", "cyclic")


@pytest.mark.parametrize("more", [[], ["--updates"], ["--json"], ["--output-format", "csv"]], ids=" ".join)
def test_a_trace_of_a_score_that_overflows_names_the_row(tmp_path, more):
    """The second row is right by its sign, with a score of -1e400."""
    rows = write(tmp_path / "d.csv", "u,v,label\n1e200,1e200,1\n-1e200,-1e200,-1\n")
    says = [refused(3, "trace", rows, *more), refused(3, "grade", rows, write(tmp_path / "s.csv", "row,s\n0,0\n1,0\n"))]
    for message in says:
        assert "d.csv:3: row 1, counted from 0, has no finite score" in message and "u = -1e+200" in message, message
    mistaken = write(tmp_path / "m.csv", "u,v,label\n1,1e200,1\n2,-1e200,-1\n3,2e200,-1\n")
    assert "m.csv:3: row 1, counted from 0, has no finite score" in refused(3, "trace", mistaken, *more)
    weights = write(tmp_path / "w.csv", "u,v,label\n1.7e308,0,1\n1.7e308,1,-1\n")
    assert "w.csv:2: row 0, counted from 0, moves the weights beyond the largest double" in refused(3, "trace", weights, "--step", "rate", "--eta", "2", "--preset", "margin", "--order", "cyclic", *more)


@pytest.mark.parametrize("unit", ["e-300", "e-200", "e200"])
@pytest.mark.parametrize("algorithm", ["perceptron", "logistic"])
def test_scales_are_those_of_ordinary_units(tmp_path, unit, algorithm):
    def scaling(unit, scale):
        path = write(tmp_path / "t.csv", "x,label\n" + "".join(f"{v}{unit},{y}\n" for v, y in ((1, "a"), (-1, "b"), (2, "a"))))
        return json.loads(run("train", path, "--algorithm", algorithm, "--scale", scale, "--json").stdout)["scaling"]
    for scale in ("standard", "minmax", "max-norm"):
        plain, far = scaling("", scale), scaling(unit, scale)
        assert far["factor"][0] == pytest.approx(plain["factor"][0] / float("1" + unit), rel=1e-12)
        assert scale == "max-norm" or far["shift"][0] == pytest.approx(plain["shift"][0] * float("1" + unit), rel=1e-12)


@pytest.mark.parametrize("more", [[], ["--step", "pa"], ["--stream"]], ids=" ".join)
def test_passive_aggressive_steps_on_rows_of_no_length_are_errors(tmp_path, more):
    path = write(tmp_path / "t.csv", "x,label\n1e160,a\n-1e160,b\n")
    message = refused(3, "train", path, "--preset", "passive-aggressive", *more)
    assert "t.csv:" in message and "overflow" in message and "'x'" in message


def test_sums_that_overflow_only_on_the_way_have_their_score(tmp_path):
    rows = write(tmp_path / "d.csv", "u,v,label\n1,0,a\n0,1,b\n2,0,a\n0,2,b\n")
    model = tmp_path / "m.hs"
    assert run("train", rows, "--algorithm", "perceptron", "-o", model).returncode == 0
    new = write(tmp_path / "n.csv", "u,v\n1.5e308,1.5e308\n1.7e308,1.6e308\n")
    done = run("predict", model, new, "--scores")
    assert done.returncode == 0, done.stderr
    assert not NO_NUMBER.search(done.stdout)


@pytest.mark.parametrize("verb", [["path", "--algorithm", "svm", "--lambdas", "1e-320"], ["path", "--lambdas", "4.9e-324,1"],
                                  ["train", "--algorithm", "svm", "--lambda", "1e-320"], ["train", "--algorithm", "logistic", "--lambda", "1e-320"]], ids=" ".join)
def test_a_lambda_whose_C_overflows_is_refused(verb):
    assert "lambda" in refused(2, verb[0], IRIS, "--classes", "versicolor,virginica", *verb[1:])


@pytest.mark.parametrize("degree", ["1000000000", "400"])
def test_an_imported_model_of_absurd_degree_predicts_nothing(tmp_path, degree):
    model = write(tmp_path / "m.libsvm", f"svm_type c_svc\nkernel_type polynomial\ndegree {degree}\ngamma 1\ncoef0 0\nnr_class 2\ntotal_sv 2\nrho 0\nlabel 1 -1\nnr_sv 1 1\nSV\n1 1:30 2:3\n-1 1:3 2:30\n")
    rows = write(tmp_path / "rows", "1 1:30 2:2\n-1 1:2 2:30\n")
    assert "score" in refused(3, "compat", "svm-predict", rows, model, tmp_path / "out")
    assert not (tmp_path / "out").exists()
    assert "score" in refused(3, "predict", model, rows)


def test_votes_of_pairs_whose_scores_overflow_are_refused(tmp_path):
    names = "sepal_length,sepal_width,petal_length,petal_width,species"
    rows = write(tmp_path / "t.csv", f"{names}\n5,3,4,1,setosa\n1.7e308,-1.7e308,1.7e308,1.7e308,virginica\n")
    message = refused(3, "train", IRIS, "--algorithm", "svm", "--C", "1000", "--multiclass", "one-vs-one", "--test", rows)
    assert ":3:" in message
