"""Kernel machines from the command line: choices and data that do not fit are refused with the reason; what must agree agrees."""
import json
import math
import random
import subprocess

import pytest

from program import HALFSPACE

RINGS = "x,z,label\n" + "".join(
    f"{r * math.cos(k):.4f},{r * math.sin(k):.4f},{'in' if r == 1 else 'out'}\n" for k in range(24) for r in (1, 2))


def run(*words, code=0):
    out = subprocess.run([HALFSPACE, *map(str, words)], capture_output=True, text=True, timeout=60)
    assert out.returncode == code, out.stderr + out.stdout
    return out


def trained(path, *words):
    return json.loads(run("train", path, "--algorithm", "svm", "--json", *words).stdout)


@pytest.fixture(name="rings")
def fixture_rings(tmp_path):
    path = tmp_path / "rings.csv"
    path.write_text(RINGS)
    return path


def write_gram(path, values, labels=None):
    """The matrix x.z + 1 of numbers, as CSV."""
    labels = labels or ["a" if v < 0 else "b" for v in values]
    head = ",".join(f"k{j}" for j in range(len(values))) + ",label\n"
    path.write_text(head + "".join(",".join(str(u * v + 1) for v in values) + f",{y}\n" for u, y in zip(values, labels)))
    return path


# ---- what must agree

def test_a_run_that_rounding_ends_names_one_gap(tmp_path):
    rng = random.Random(3)
    path = tmp_path / "far.csv"
    path.write_text("a,b,y\n" + "".join(f"{rng.gauss(0, 1) * 1e9},{rng.gauss(0, 1) * 1e-9},{rng.choice('pn')}\n" for _ in range(200)))
    report = trained(path, "--kernel", "rbf")
    assert report["status"] == "not-converged"
    named = float(report["stop_reason"].split(", gap ")[1].split(" ")[0])
    assert named == pytest.approx(report["gap"] / max(abs(report["primal"]), abs(report["dual"])), rel=0.01)


def test_rings_are_parted_by_rbf_and_not_by_a_line(rings):
    assert trained(rings, "--kernel", "rbf", "--gamma", "1")["train"]["mistakes"] == 0
    assert trained(rings)["train"]["mistakes"] > 10


def test_a_linear_kernel_is_the_linear_machine(rings):
    for bias in ("free", "augmented", "none"):
        for cost in ("0.1", "10"):
            kernel = trained(rings, "--kernel", "linear", "--C", cost, "--bias", bias, "--tol", "1e-9")
            linear = trained(rings, "--C", cost, "--bias", bias, "--tol", "1e-9")
            assert kernel["primal"] == pytest.approx(linear["primal"], rel=1e-8)


@pytest.mark.parametrize("words", [("--algorithm", "svm", "--kernel", "rbf"), ("--preset", "kernel")])
def test_time_stamps_are_scored_as_they_were_trained(tmp_path, words):
    path, model = tmp_path / "t.csv", tmp_path / "m.hs"
    near = tmp_path / "near.csv"
    times = [0, 1, 10, 11, 20, 21, 30, 31]
    for where, base in ((path, 1600000000), (near, 0)):
        where.write_text("t,k,label\n" + "".join(f"{base + t},{base},{'ab'[t // 10 % 2]}\n" for t in times))
    report = json.loads(run("train", path, *words, "--gamma", "0.1", "--json", "-o", model).stdout)
    assert report["status"] == "converged" and report["train"]["mistakes"] == 0
    assert json.loads(run("evaluate", model, path, "--json").stdout)["mistakes"] == 0
    scores = run("predict", model, path, "--scores").stdout
    run("train", near, *words, "--gamma", "0.1", "-o", model)
    assert [line.split(",")[0] for line in run("predict", model, near, "--scores").stdout.split()] == [
        line.split(",")[0] for line in scores.split()]


def test_predictions_and_counts_of_the_model_file_are_those_of_training(rings, tmp_path):
    model = tmp_path / "m.hs"
    reported = trained(rings, "--kernel", "polynomial", "--degree", "2", "--coef0", "1", "-o", model)
    assert json.loads(run("evaluate", model, rings, "--json").stdout)["mistakes"] == reported["train"]["mistakes"] == 0
    assert reported["support_vectors"] == json.loads(run("inspect", model, "--json").stdout)["support_vectors"]


@pytest.fixture(name="many", scope="module")
def fixture_many(tmp_path_factory):
    """4,000 rows: kernel values in single precision, and a matrix of 61 MiB of them."""
    path = tmp_path_factory.mktemp("many") / "many.csv"
    rows = [(math.sin(12.9 * k) * 2, math.cos(78.2 * k) * 2) for k in range(4000)]
    path.write_text("x,z,label\n" + "".join(
        f"{x:.4f},{z:.4f},{'in' if x * x + z * z + math.sin(k) < 2.5 else 'out'}\n" for k, (x, z) in enumerate(rows)))
    return path


def test_the_optimum_is_proved_whatever_the_cache_holds(many):
    """1 MiB holds few rows at once: they come and go, and are left and brought back."""
    small = trained(many, "--kernel", "rbf", "--gamma", "1", "--C", "10", "--cache", "1")
    large = trained(many, "--kernel", "rbf", "--gamma", "1", "--C", "10", "--tol", "1e-8")
    for reported in (small, large):
        assert reported["status"] == "converged" and reported["kkt"]["dual_feasibility"] == 0
    assert large["primal"] - large["gap"] <= small["primal"] * (1 + 1e-12)
    assert small["dual"] <= large["primal"] * (1 + 1e-12)
    assert large["dual"] - small["dual"] <= small["gap"]


def test_results_do_not_depend_on_threads(many, tmp_path):
    models = [tmp_path / f"{k}.hs" for k in range(3)]
    for model, threads in zip(models, (1, 2, 4)):
        run("train", many, "--algorithm", "svm", "--kernel", "rbf", "--C", "10", "-o", model, "--threads", threads)
    assert len({model.read_bytes() for model in models}) == 1


def test_a_nearly_indefinite_matrix_proves_no_more_than_it_is(tmp_path):
    """w = 0 costs 2 C; a bound above that would be false."""
    path = tmp_path / "near.csv"
    path.write_text("a,b,label\n1,1.0000000000009,p\n1.0000000000009,1,n\n")
    reported = trained(path, "--kernel", "precomputed", "--C", "1e12")
    assert reported["dual"] is None or reported["dual"] <= 2e12


def test_data_that_no_line_parts_has_no_hard_margin_and_ends(tmp_path):
    path = tmp_path / "xor.csv"
    path.write_text("x,z,label\n0,0,a\n1,1,a\n0,1,b\n1,0,b\n")
    out = run("train", path, "--algorithm", "svm", "--kernel", "linear", "--C", "inf", "--json", code=4)
    assert "no hard margin" in json.loads(out.stdout)["stop_reason"]
    assert trained(path, "--kernel", "polynomial", "--degree", "2", "--coef0", "1", "--C", "inf")["train"]["mistakes"] == 0


def test_a_precomputed_matrix_is_its_kernel(tmp_path):
    values = [-3, -2, -0.5, 0.25, 1, 4]
    matrix = write_gram(tmp_path / "gram.csv", values, list("aababb"))
    plain = tmp_path / "plain.csv"
    plain.write_text("x,label\n" + "".join(f"{v},{y}\n" for v, y in zip(values, "aababb")))
    by_matrix = trained(matrix, "--kernel", "precomputed", "--C", "2", "--tol", "1e-9", "-o", tmp_path / "m.hs")
    by_formula = trained(plain, "--kernel", "polynomial", "--degree", "1", "--gamma", "1", "--coef0", "1", "--C", "2", "--tol", "1e-9")
    assert by_matrix["primal"] == pytest.approx(by_formula["primal"], rel=1e-8)
    assert by_matrix["gap"] is not None
    assert run("predict", tmp_path / "m.hs", matrix).stdout.split()[0] == "a"


def test_nystrom_with_all_rows_is_the_exact_kernel(rings):
    exact = trained(rings, "--kernel", "rbf", "--gamma", "0.5", "--tol", "1e-8")
    near = trained(rings, "--kernel", "rbf", "--gamma", "0.5", "--approximation", "nystrom", "--components", "48", "--tol", "1e-8")
    assert near["approximation"]["kernel_error_largest"] < 1e-6
    assert near["primal"] == pytest.approx(exact["primal"], rel=1e-5)


def test_more_fourier_features_come_nearer(rings):
    errors = [trained(rings, "--kernel", "rbf", "--approximation", "fourier", "--components", m)["approximation"]["kernel_error_mean"]
              for m in (16, 256, 4096)]
    assert errors[0] > 2 * errors[1] > 4 * errors[2]


def test_kernel_logistic_regression_by_features(rings, tmp_path):
    run("train", rings, "--algorithm", "logistic", "--kernel", "rbf", "--gamma", "1", "--approximation", "nystrom", "--C", "10",
        "-o", tmp_path / "m.hs")
    out = run("predict", tmp_path / "m.hs", rings, "--probabilities").stdout.splitlines()[1:]
    for line, row in zip(out, RINGS.splitlines()[1:]):
        label, *p = line.split(",")
        assert label == row.split(",")[2] == ("in", "out")[float(p[1]) >= 0.5]


def test_a_hard_margin_in_feature_space_is_feasible(rings):
    reported = trained(rings, "--kernel", "rbf", "--gamma", "1", "--C", "inf", "--tol", "1e-9")
    assert reported["status"] == "converged"
    assert reported["kkt"]["primal_feasibility"] < 1e-9
    assert reported["train"]["mistakes"] == 0


def test_sigmoid_is_reported_to_prove_nothing_and_ends(rings):
    reported = trained(rings, "--kernel", "sigmoid", "--gamma", "2", "--coef0", "-1", "--C", "1000")
    assert reported["gap"] is None and "inner product" in reported["stop_reason"]


def test_an_indefinite_matrix_is_reported_to_prove_nothing_and_ends(tmp_path):
    path = tmp_path / "m.csv"
    path.write_text("a,b,c,label\n1,5,0,p\n5,1,0,q\n0,0,1,p\n")
    reported = trained(path, "--kernel", "precomputed", "--C", "10")
    assert reported["gap"] is None and "inner product" in reported["stop_reason"]


# ---- what is refused

@pytest.mark.parametrize("words, message", [
    (["--kernel", "rbf", "--gamma", "0"], "'0' is outside (0, inf)"),
    (["--kernel", "rbf", "--gamma", "-1"], "outside (0, inf)"),
    (["--kernel", "rbf", "--gamma", "nan"], "--gamma"),
    (["--kernel", "polynomial", "--degree", "0"], "'0' is less than 1"),
    (["--kernel", "rbf", "--degree", "2"], "--degree: has no meaning with --kernel rbf"),
    (["--kernel", "rfb"], "did you mean 'rbf'"),
    (["--gamma", "1"], "choose --kernel"),
    (["--nu", "0.5"], "choose --kernel"),
    (["--kernel", "rbf", "--nu", "0"], "outside (0, 1]"),
    (["--kernel", "rbf", "--nu", "0.5", "--C", "1"], "replaces --C"),
    (["--kernel", "rbf", "--nu", "1", "--bias", "none"], "--bias free"),
    (["--kernel", "rbf", "--penalty", "l1"], "whose penalty is l2"),
    (["--kernel", "rbf", "--loss", "modified-huber"], "choose hinge or squared-hinge"),
    (["--kernel", "rbf", "--solver", "newton"], "choose smo"),
    (["--solver", "smo"], "choose --kernel"),
    (["--kernel", "rbf", "--components", "9"], "--approximation"),
    (["--kernel", "linear", "--approximation", "fourier"], "choose nystrom"),
    (["--kernel", "precomputed", "--scale", "standard"], "leave out --scale"),
    (["--kernel", "rbf", "--approximation", "nystrom", "--C", "inf"], "finite --C"),
    (["--kernel", "rbf", "--multiclass", "crammer-singer"], "two classes"),
])
def test_choices_that_do_not_fit(rings, words, message):
    out = run("train", rings, "--algorithm", "svm", *words, code=2)
    assert message in out.stderr


def test_logistic_regression_needs_an_approximation(rings):
    assert "--approximation" in run("train", rings, "--algorithm", "logistic", "--kernel", "rbf", code=2).stderr


def test_nu_beyond_the_smaller_class(tmp_path):
    path = tmp_path / "few.csv"
    path.write_text("x,label\n" + "".join(f"{k},{'a' if k else 'b'}\n" for k in range(10)))
    out = run("train", path, "--algorithm", "svm", "--kernel", "rbf", "--nu", "0.5", code=2)
    assert "at most 0.2" in out.stderr


@pytest.mark.parametrize("text, message", [
    ("a,b,label\n1,2,p\n2,1,q\n0,0,p\n", "square matrix: 3 rows of 2 values"),
    ("a,b,label\n1,2,p\n3,1,q\n", "line 3: the kernel matrix is not symmetric: value 1 is 3, but value 2 of line 2 is 2"),
    ("a,b,label\n-1,0,p\n0,1,q\n", "k(x, x) is -1"),
    ("a,b,label\n1,nan,p\n0,1,q\n", "missing"),
    ("a,b,label\n1,inf,p\n0,1,q\n", "inf"),
])
def test_matrices_that_are_no_kernel(tmp_path, text, message):
    path = tmp_path / "m.csv"
    path.write_text(text)
    assert message in run("train", path, "--algorithm", "svm", "--kernel", "precomputed", code=3).stderr


def test_equal_rows_of_both_classes_have_no_hard_margin_and_a_soft_one(tmp_path):
    path = tmp_path / "same.csv"
    path.write_text("x,label\n1,a\n1,b\n2,b\n")
    assert "line 3: equals line 2 and has another label" in run(
        "train", path, "--algorithm", "svm", "--kernel", "rbf", "--C", "inf", code=3).stderr
    assert trained(path, "--kernel", "rbf", "--C", "1e6")["status"] == "converged"


@pytest.mark.parametrize("rows", [200, 3200])
def test_a_cap_on_rounds_holds_for_all_solvers_of_a_run_together(tmp_path, rows):
    """Many rows: working sets first, which hand over to steps on all rows."""
    draw = random.Random(2)
    path = tmp_path / "noise"
    path.write_text("".join(f"{draw.choice([-1, 1])} 1:{draw.random():.4f} 2:{draw.random():.4f}\n" for _ in range(rows)))
    for cap in (7, 1900, 2500):
        report = trained(path, "--kernel", "rbf", "--gamma", "0.5", "--C", "100", "--tol", "1e-9", "--max-rounds", cap)
        assert report["rounds"] <= cap


def test_values_whose_kernel_overflows(tmp_path):
    path = tmp_path / "far.csv"
    path.write_text("x,label\n1e300,a\n2,b\n3,b\n")
    assert "scale the columns" in run("train", path, "--algorithm", "svm", "--kernel", "rbf", code=3).stderr
    assert "--scale" in run("train", path, "--algorithm", "svm", "--kernel", "polynomial", "--degree", "9", code=3).stderr
