"""halfspace path: glmnet's numbers, single runs at the same lambda, the choice of a point, pictures, refusals."""
import csv
import xml.etree.ElementTree as xml

import pytest

from program import IRIS, OVERLAP, ROOT, answer, refused, run, write

CREDIT = [str(ROOT / "data/credit_approval.csv"), "--label", "A16", "--categorical", "auto", "--missing", "mean,category"]
GLMNET = ROOT / "tests/reference/glmnet/iris.tsv"  # made by glmnet_path.R beside it


def path_of(*args):
    return answer("path", *args)


# ---- glmnet
def glmnet_paths():
    with open(GLMNET, encoding="utf-8") as file:
        rows = list(csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t"))
    keys = sorted({(row["alpha"], row["standardize"]) for row in rows})
    return [(alpha, scaled, [r for r in rows if (r["alpha"], r["standardize"]) == (alpha, scaled)]) for alpha, scaled in keys]


def penalty_of(alpha):
    return {"1": ["--penalty", "l1"], "0": ["--penalty", "l2"]}.get(alpha, ["--penalty", "elastic-net", "--l1-ratio", alpha])


@pytest.mark.parametrize("alpha, scaled, rows", glmnet_paths(), ids=lambda v: v if isinstance(v, str) else "")
def test_deviances_are_those_of_glmnet(alpha, scaled, rows):
    flags = [IRIS, *OVERLAP, *penalty_of(alpha), "--tol", "1e-13", *(["--scale", "standard"] if scaled == "TRUE" else [])]
    ours = path_of(*flags, "--lambdas", ",".join(row["lambda"] for row in rows))
    assert len(ours["points"]) == len(rows) == 50
    first = 1 if alpha == "0" else 0  # without L1 glmnet's first model is that of an infinite lambda
    for point, row in list(zip(ours["points"], rows))[first:]:
        assert 2 * point["loss"] == pytest.approx(float(row["deviance"]), rel=1e-6)


@pytest.mark.parametrize("alpha, scaled, rows", glmnet_paths(), ids=lambda v: v if isinstance(v, str) else "")
def test_lambdas_are_those_of_glmnet(alpha, scaled, rows):
    flags = [IRIS, *OVERLAP, *penalty_of(alpha), *(["--scale", "standard"] if scaled == "TRUE" else [])]
    ours = path_of(*flags)["points"]
    assert [p["lambda"] for p in ours] == pytest.approx([float(row["lambda"]) for row in rows], rel=1e-9)


# ---- points
CASES = [[IRIS, *OVERLAP, "--penalty", "l1"], [IRIS, *OVERLAP, "--penalty", "l2", "--bias", "augmented"],
         [IRIS, *OVERLAP, "--penalty", "elastic-net", "--l1-ratio", "0.2", "--scale", "standard"],
         [*CREDIT, "--penalty", "l1", "--scale", "standard"], [*CREDIT, "--penalty", "l2", "--scale", "minmax", "--class-weight", "balanced"],
         [*CREDIT, "--penalty", "elastic-net", "--bias", "none", "--scale", "max-norm", "--algorithm", "svm", "--loss", "squared-hinge"],
         [str(ROOT / "data/trial.csv"), "--label", "outcome", "--weight", "patients", "--penalty", "l1"],
         [IRIS, *OVERLAP, "--algorithm", "svm", "--penalty", "l2"]]


@pytest.mark.parametrize("flags", CASES, ids=lambda f: " ".join(f[1:])[-40:])
def test_each_point_is_a_single_run(flags):
    path = path_of(*flags, "--points", "5", "--ratio", "0.001", "--strict")
    assert [p["point"] for p in path["points"]] == [1, 2, 3, 4, 5]
    for p in path["points"]:
        algorithm = [] if "--algorithm" in flags else ["--algorithm", "logistic"]
        alone = answer("train", *flags, *algorithm, "--lambda", repr(p["lambda"]), "--tol", "1e-6")
        assert p["gap"] <= 1.0001e-6 * p["primal"]
        assert p["primal"] - p["gap"] <= alone["primal"] * (1 + 1e-12)
        assert alone["primal"] - alone["gap"] <= p["primal"] * (1 + 1e-12)


def test_values_of_C_are_the_sum_form():
    path = path_of(IRIS, *OVERLAP, "--penalty", "l1", "--Cs", "10,0.1,1")
    assert (path["objective_form"], [p["C"] for p in path["points"]]) == ("sum", [0.1, 1, 10])
    for p in path["points"]:
        assert p["lambda"] == pytest.approx(1 / (100 * p["C"]))
        alone = answer("train", IRIS, *OVERLAP, "--algorithm", "logistic", "--penalty", "l1", "--C", p["C"], "--tol", "1e-6")
        assert p["primal"] == pytest.approx(alone["primal"], rel=2e-6)


def test_the_first_point_has_no_weights_and_explains_nothing():
    first, second = path_of(*CREDIT, "--penalty", "l1", "--points", "2", "--ratio", "0.99")["points"]
    assert (first["nonzero"], first["explained"], any(first["weights"])) == (0, 0, False)
    assert second["nonzero"] > 0 < second["explained"]


def test_many_columns_are_told_by_number(tmp_path):
    text = "".join(f"{'+1' if k % 2 else '-1'} {k % 7 + 1}:1 {1500 + k % 2}:{1 + k % 3}\n" for k in range(40))
    path = path_of(write(tmp_path / "wide.libsvm", text), "--penalty", "l1", "--points", "3")
    assert path["points"][0]["weights"] == {}
    assert set(path["points"][-1]["weights"]) <= {str(k) for k in range(1, 1502)} and path["points"][-1]["nonzero"] == len(path["points"][-1]["weights"])


# ---- cross-validation and the choice
def test_best_and_one_standard_error_follow_the_means():
    path = path_of(*CREDIT, "--penalty", "l1", "--scale", "standard", "--folds", "5", "--points", "20")
    means = [p["mean"] for p in path["points"]]
    best = min(range(20), key=lambda k: means[k])
    enough = means[best] + path["points"][best]["standard_error"]
    assert path["best"] == best + 1 == path["chosen"]
    assert path["one_standard_error"] == 1 + next(k for k in range(20) if means[k] <= enough)


@pytest.mark.parametrize("choose", ["best", "1se", "3"])
def test_the_model_written_is_that_of_the_point(tmp_path, choose):
    model = tmp_path / "m.hs"
    path = path_of(IRIS, *OVERLAP, "--penalty", "l1", "--scale", "standard", "--folds", "4", "--points", "6", "--choose", choose, "-o", model)
    point = path["points"][path["chosen"] - 1]
    facts = answer("inspect", model)
    assert facts["weights"] == point["weights"] and facts["bias"] == point["bias"]
    assert answer("evaluate", model, IRIS, *OVERLAP)["rows"] == 100


def test_threads_and_repeats(tmp_path):
    flags = [IRIS, *OVERLAP, "--penalty", "elastic-net", "--folds", "5", "--points", "7", "--repeats", "2"]
    told = [run("path", *flags, "--threads", n).stdout for n in (1, 4)]
    assert told[0] == told[1] and "best" in told[0]
    assert path_of(*flags)["points"][3]["mean"] != path_of(*flags, "--seed", "1")["points"][3]["mean"]


@pytest.mark.parametrize("metric", ["loss", "accuracy", "auc"])
def test_other_metrics(metric):
    path = path_of(IRIS, *OVERLAP, "--penalty", "l1", "--folds", "5", "--metric", metric, "--points", "10")
    means = [p["mean"] for p in path["points"]]
    pick = min if metric == "loss" else max
    assert means[path["best"] - 1] == pick(means)


# ---- pictures
@pytest.mark.parametrize("folds", [[], ["--folds", "3"]])
def test_a_picture_shows_weights_and_means(tmp_path, folds):
    done = run("path", IRIS, *OVERLAP, "--penalty", "l1", "--points", "8", *folds, "--plot", tmp_path / "p.svg")
    assert done.returncode == 0, done.stderr
    texts = [t.text for t in xml.parse(tmp_path / "p.svg").iter("{http://www.w3.org/2000/svg}text")]
    assert {"petal_width", "nonzero", "lambda (the penalty falls to the right)"} <= set(texts)
    assert ("deviance on rows held out" in texts) == bool(folds)
    assert any(t.startswith("best: lambda") for t in texts) == bool(folds)
    terminal = run("path", IRIS, *OVERLAP, "--penalty", "l1", "--points", "8", *folds, "--plot", "-").stdout
    assert "petal_width" in terminal and "nonzero" in terminal


# ---- refusals
@pytest.mark.parametrize("flags, says", [
    (["--penalty", "none"], "--penalty: none has no lambda to vary; choose l2, l1 or elastic-net"),
    (["--penalty", "firth"], "--penalty: firth has no lambda to vary"),
    (["--algorithm", "perceptron"], "--algorithm: 'perceptron' has no path; choose logistic or svm"),
    (["--algorithm", "svm", "--penalty", "l1"], "l1 goes with a smooth loss"),
    (["--solver", "sgd"], "--solver: sgd has no path"),
    (["--points", "1"], "--points: '1' is outside 2..10,000"),
    (["--ratio", "1"], "--ratio: '1' is outside (0, 1)"),
    (["--lambdas", "0.1,x"], "--lambdas"),
    (["--lambdas", "0.1,-1"], "--lambdas: '-1' is outside (0, inf)"),
    (["--lambdas", "0.1,0.1"], "--lambdas: holds 0.1 twice"),
    (["--lambdas", ""], "--lambdas: is empty"),
    (["--lambdas", "0.1", "--Cs", "1"], "--Cs: cannot be combined with --lambdas"),
    (["--lambdas", "0.1", "--points", "5"], "--points: cannot be combined with --lambdas"),
    (["--Cs", "1,inf"], "--Cs"),
    (["--folds", "1"], "--folds: '1' is outside 2..1,000"),
    (["--folds", "51"], "class 'versicolor' of"),
    (["--metric", "auc"], "--metric: is for cross-validation; give --folds K too"),
    (["--repeats", "2"], "--repeats: is for cross-validation"),
    (["--folds", "3", "--algorithm", "svm", "--metric", "deviance"], "--metric: deviance is of --algorithm logistic"),
    (["--choose", "best"], "--choose: best is chosen by cross-validation"),
    (["--choose", "51"], "--choose: '51' is neither best, 1se, nor the number of a point, 1..50"),
    (["-o", "m.hs"], "--choose: is needed to write a model"),
    (["--theme", "dark"], "--theme: is of a picture; give --plot FILE too"),
    (["--plot", "p.gif"], "ends in neither .svg nor .png"),
    (["--lambda", "0.1"], "--lambda"),
    (["--bias", "none", "--scale", "standard"], "moves the origin"),
    (["--lambdas", "0.1", "--plot", "-"], "--plot: needs a path of two points or more"),
])
def test_refusals(flags, says):
    message = refused(2, "path", IRIS, *OVERLAP, *flags)
    assert says in message


def test_three_classes_are_refused():
    assert "a path is of two classes" in refused(2, "path", IRIS)


def test_columns_that_tell_nothing(tmp_path):
    data = write(tmp_path / "flat.csv", "x,label\n1,a\n1,b\n1,a\n1,b\n")
    assert "no column tells the classes apart" in refused(3, "path", data, "--penalty", "l1")
    points = path_of(data, "--penalty", "l1", "--lambdas", "0.5,0.1")["points"]
    assert [p["nonzero"] for p in points] == [0, 0]


def test_huge_values_are_refused(tmp_path):
    data = write(tmp_path / "huge.csv", "x,label\n1e300,a\n-1e300,b\n1e300,b\n3,a\n")
    assert "overflow" in refused(3, "path", data, "--penalty", "l1")
