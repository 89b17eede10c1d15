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


def test_lambdas_stay_as_given(tmp_path):
    model = tmp_path / "m.hs"
    path = path_of(IRIS, *OVERLAP, "--lambdas", "0.3,0.1,0.03", "--choose", "2", "-o", model)
    assert [p["lambda"] for p in path["points"]] == [0.3, 0.1, 0.03]
    assert answer("inspect", model)["settings"]["lambda"] == 0.1


def test_the_first_point_has_no_weights_and_explains_nothing():
    first, second = path_of(*CREDIT, "--penalty", "l1", "--points", "2", "--ratio", "0.99")["points"]
    assert (first["nonzero"], first["explained"], any(first["weights"])) == (0, 0, False)
    assert second["nonzero"] > 0 < second["explained"]


def test_many_columns_are_listed_by_number(tmp_path):
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


@pytest.mark.parametrize("choose", ["best", "one-se", "3"])
def test_the_model_written_is_that_of_the_point(tmp_path, choose):
    model = tmp_path / "m.hs"
    path = path_of(IRIS, *OVERLAP, "--penalty", "l1", "--scale", "standard", "--folds", "4", "--points", "6", "--choose", choose, "-o", model)
    point = path["points"][path["chosen"] - 1]
    facts = answer("inspect", model)
    assert facts["weights"] == point["weights"] and facts["bias"] == point["bias"]
    assert answer("evaluate", model, IRIS, *OVERLAP)["rows"] == 100


def test_threads_and_repeats(tmp_path):
    flags = [IRIS, *OVERLAP, "--penalty", "elastic-net", "--folds", "5", "--points", "7", "--repeats", "2"]
    reported = [run("path", *flags, "--threads", n).stdout for n in (1, 4)]
    assert reported[0] == reported[1] and "best" in reported[0]
    assert path_of(*flags)["points"][3]["mean"] != path_of(*flags, "--seed", "1")["points"][3]["mean"]


@pytest.mark.parametrize("metric", ["loss", "accuracy", "roc-auc", "f1", "brier"])
def test_other_metrics(metric):
    path = path_of(IRIS, *OVERLAP, "--penalty", "l1", "--folds", "5", "--metric", metric, "--points", "10")
    means = [p["mean"] for p in path["points"]]
    pick = min if metric in ("loss", "brier") else max
    assert means[path["best"] - 1] == pick(means)


@pytest.mark.parametrize("metric", ["accuracy", "auc", "deviance", "log-loss", "loss"])
@pytest.mark.parametrize("flags", [[], ["--seed", "3", "--repeats", "2"]], ids=["once", "repeated"])
def test_means_and_errors_are_those_of_cv(metric, flags):
    flags = [IRIS, *OVERLAP, "--algorithm", "logistic", "--penalty", "l1", "--folds", "5", "--tol", "1e-10", "--metric", metric, *flags]
    path = path_of(*flags, "--lambdas", "0.1,0.01")
    assert path["metric"] == metric.replace("auc", "roc-auc")
    for point in path["points"]:
        (alone,) = answer("cv", *flags, "--lambda", repr(point["lambda"]))["metrics"].values()
        assert alone["mean"] == pytest.approx(point["mean"], abs=1e-6)
        assert alone["standard_error"] == pytest.approx(point["standard_error"], abs=1e-6)


def test_groups_are_those_of_cv(tmp_path):
    lines = ["x,z,who,label"] + [f"{i * 37 % 60},{i * 17 % 23},p{i % 11},{'no' if i * 37 % 60 + i * 7 % 30 < 45 else 'yes'}" for i in range(60)]
    flags = [write(tmp_path / "groups.csv", "\n".join(lines)), "--groups", "who", "--algorithm", "logistic", "--penalty", "l1",
             "--folds", "4", "--tol", "1e-10", "--metric", "log-loss"]
    path = path_of(*flags, "--lambdas", "0.05")
    alone = answer("cv", *flags, "--lambda", "0.05")
    assert path["grouped"] is alone["grouped"] is True and path["warnings"] == alone["warnings"]
    assert path["columns"] == ["x", "z"]
    point, alone = path["points"][0], alone["metrics"]["log_loss"]
    assert [point["mean"], point["standard_error"]] == pytest.approx([alone["mean"], alone["standard_error"]], abs=1e-6)
    assert "groups kept together" in run("path", *flags, "--lambdas", "0.05").stdout


def test_old_words_stay_accepted():
    flags = [IRIS, *OVERLAP, "--penalty", "l1", "--folds", "5", "--points", "10"]
    said = {words: run("path", *flags, "--metric", words[0], "--choose", words[1]).stdout
            for words in [("auc", "1se"), ("roc-auc", "one-se")]}
    assert said["auc", "1se"] == said["roc-auc", "one-se"] and "(one-se)" in said["auc", "1se"]


def test_a_metric_that_some_fold_lacks_chooses_nothing(tmp_path):
    lines = ["x,who,label"] + [f"{i * 37 % 60},p{i % 5},{'yes' if i % 5 < 2 and i * 37 % 60 > 20 else 'no'}" for i in range(60)]
    flags = [write(tmp_path / "rare.csv", "\n".join(lines)), "--groups", "who", "--penalty", "l1", "--folds", "5", "--points", "3"]
    model = tmp_path / "m.hs"
    done = run("path", *flags, "--metric", "roc-auc", "-o", model)
    assert done.returncode == 4 and "roc-auc does not exist in every fold" in done.stdout and "no point was chosen" in done.stderr
    assert "holds no row of class 'yes'" in done.stdout and not model.exists()


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
    (["--kernel", "rbf"], "unknown flag '--kernel'; it is for train, cv, search"),
    (["--threads", "-1"], "--threads: '-1' is outside 1..4096"),
    (["--algorithm", "perceptron"], "--algorithm: 'perceptron' has no path; choose logistic or svm"),
    (["--algorithm", "svm", "--penalty", "l1"], "l1 requires a smooth loss"),
    (["--solver", "sgd"], "--solver: sgd has no path"),
    (["--points", "1"], "--points: '1' is outside 2..10,000"),
    (["--ratio", "1"], "--ratio: '1' is outside (0, 1)"),
    (["--lambdas", "0.1,x"], "--lambdas"),
    (["--lambdas", "0.1,-1"], "--lambdas: '-1' is outside (0, inf)"),
    (["--lambdas", "0.1,0.1"], "--lambdas: holds 0.1 twice"),
    (["--lambdas", "1e308,1"], "--lambdas: a C = 1/(n lambda) is 0 in doubles"),
    (["--lambdas", "1,1e-320"], "or beyond the largest, 1.8e308"),
    (["--lambdas", ""], "--lambdas: is empty"),
    (["--lambdas", "0.1", "--Cs", "1"], "--Cs: cannot be combined with --lambdas"),
    (["--lambdas", "0.1", "--points", "5"], "--points: cannot be combined with --lambdas"),
    (["--Cs", "1,inf"], "--Cs"),
    (["--folds", "1"], "--folds: 1 is less than 2"),
    (["--folds", "101"], "--folds: 101 is more than the 100 rows"),
    (["--folds", "3", "--repeats", "0"], "--repeats: 0 is outside 1..1000"),
    (["--metric", "auc"], "--metric: is for cross-validation; give --folds K too"),
    (["--repeats", "2"], "--repeats: is for cross-validation"),
    (["--groups", "petal_width"], "--groups: is for cross-validation"),
    (["--folds", "3", "--algorithm", "svm", "--metric", "deviance"], "--metric: deviance is of --algorithm logistic"),
    (["--choose", "best"], "--choose: best is chosen by cross-validation"),
    (["--choose", "51"], "--choose: '51' is neither best, one-se, nor the number of a point, 1..50"),
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


def test_classes_of_few_rows_are_refused():
    assert "class 'versicolor' has 50 rows, fewer than the 51 folds" in refused(3, "path", IRIS, *OVERLAP, "--folds", "51")


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


@pytest.mark.parametrize("verb", ["train", "path", "cv"])
def test_the_choice_of_instructions_is_named(verb):
    call = [verb, IRIS, *OVERLAP, "--algorithm", "logistic"] + (["--folds", "2"] if verb == "cv" else [])
    assert answer(*call, "--simd", "portable")["settings"]["simd"] == "portable"
    assert "simd" not in answer(*call)["settings"]
