"""Support vectors are those of the optimum, in text and JSON alike; the reported multipliers are the reported weights' own."""
import csv
import json
import math
import random
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest

from program import HALFSPACE

DATA = Path(__file__).parents[2] / "data"
IRIS = ["train", DATA / "iris.csv", "--classes", "setosa,versicolor", "--columns", "sepal_length,petal_length", "--algorithm", "svm"]


def run(*words, code=0):
    out = subprocess.run([HALFSPACE, *map(str, words)], capture_output=True, text=True, timeout=120)
    assert out.returncode == code, out.stderr + out.stdout
    return out.stdout


def shown(*words, code=0):
    return json.loads(run(*words, "--json", code=code))


def write(path, rows, labels):
    names = [f"x{j}" for j in range(len(rows[0]))]
    path.write_text(",".join([*names, "label"]) + "\n" + "".join(",".join(map(str, [*r, y])) + "\n" for r, y in zip(rows, labels)))
    return path


def iris_rows():
    with open(DATA / "iris.csv") as file:
        rows = [r for r in csv.DictReader(file)]
    label = next(k for k in rows[0] if k not in ("sepal_length", "sepal_width", "petal_length", "petal_width"))
    kept = [r for r in rows if r[label] in ("setosa", "versicolor")]
    return [(float(r["sepal_length"]), float(r["petal_length"])) for r in kept], [1 if r[label] == "versicolor" else -1 for r in kept]


@pytest.mark.parametrize("kernel", [[], ["--kernel", "linear"]])
def test_the_hard_margin_of_iris_has_two_support_vectors(kernel):
    out = shown(*IRIS, "--C", "inf", *kernel)
    assert out["support_vectors"] == out["positive_multipliers"] == len(out["alpha"]) == 2
    assert "; 2 support vectors" in run(*IRIS, "--C", "inf", *kernel)


@pytest.mark.parametrize("cost", ["inf", "1", "0.05"])
@pytest.mark.parametrize("bias", ["free", "augmented", "none"])
def test_reported_multipliers_give_the_reported_weights(cost, bias):
    if (cost, bias) == ("inf", "none"):
        pytest.skip("no such separator")
    out = shown(*IRIS, "--C", cost, "--bias", bias)
    x, y = iris_rows()
    alpha = {a["row"]: a["multiplier"] for a in out["alpha"]}
    assert len(alpha) == out["support_vectors"]
    assert all(0 < a <= float(cost) for a in alpha.values())
    size = sum(alpha.values())
    for j, w in enumerate(out["weights"]):
        assert w == pytest.approx(sum(a * y[i] * x[i][j] for i, a in alpha.items()), abs=1e-13 * size * 10)
    if bias == "free":
        assert abs(math.fsum(a * y[i] for i, a in alpha.items())) <= 1e-15 * size
    assert sum(a == float(cost) for a in alpha.values()) == (out["bounded_support_vectors"] or 0)


def test_a_weight_that_is_0_is_printed_as_0(tmp_path):
    """Mirror images in z: the widest band runs along it."""
    rows = [(s * (1 + 0.1 * k), 0.7 * z) for k in range(3) for s in (-1, 1) for z in (-3, 3)]
    out = shown("train", write(tmp_path / "d.csv", rows, ["b" if r[0] > 0 else "a" for r in rows]), "--algorithm", "svm", "--C", "inf")
    assert out["weights"] == [1, 0] and out["bias"] == 0


def test_counts_that_are_not_proven_are_not_given(tmp_path):
    """Too many rows for the exact active set, and one pass is no optimum."""
    rows = [(math.sin(k), math.cos(1.7 * k)) for k in range(40)]
    path = write(tmp_path / "d.csv", rows, ["b" if r[0] + 0.3 * math.sin(7 * k) > 0 else "a" for k, r in enumerate(rows)])
    words = ["train", path, "--algorithm", "svm", "--solver", "dual-cd", "--max-rounds", "1", "--tol", "1e-12"]
    out = shown(*words)
    assert out["status"] == "rounds" and out["support_vectors"] is None and out["positive_multipliers"] > 0
    assert "not counted exactly" in run(*words)


def test_a_loose_tolerance_asks_for_no_optimum():
    """The default tolerance does, and its gap is that of the rounded optimum."""
    words = ["train", DATA / "iris.csv", "--classes", "versicolor,virginica", "--algorithm", "svm"]
    exact, loose = shown(*words), shown(*words, "--tol", "1e-3")
    assert exact["support_vectors"] > 0 and exact["gap"] <= 1e-12 * exact["primal"]
    assert loose["support_vectors"] is None and loose["gap"] <= 1e-3 * loose["primal"] and "not counted exactly" in run(*words, "--tol", "1e-3")


def test_pairs_of_classes_name_rows_of_the_data():
    out = shown("train", DATA / "iris.csv", "--algorithm", "svm", "--kernel", "rbf", "--multiclass", "one-vs-one")
    for pair in out["runs"]:
        assert len(pair["alpha"]) == pair["positive_multipliers"] > 0
        assert pair["support_vectors"] in (None, pair["positive_multipliers"])  # virginica has one row twice: no unique alpha
    last = out["runs"][-1]
    assert {a["row"] for a in last["alpha"]} <= set(range(50, 150))


# ---- no hard margin in a feature space

XOR = [(0, 0), (1, 1), (0, 1), (1, 0)]


@pytest.mark.parametrize("bias", ["free", "augmented", "none"])
def test_a_kernel_without_a_hard_margin_gives_a_witness(tmp_path, bias):
    path = write(tmp_path / "xor.csv", XOR, "aabb")
    out = shown("train", path, "--algorithm", "svm", "--kernel", "linear", "--C", "inf", "--bias", bias, code=4)
    assert out["status"] == "not-separable" and out["fitted"] is False
    weight = {w["row"]: Fraction(w["multiplier"]) for w in out["witness"]}
    assert weight and all(v > 0 for v in weight.values())
    y = [-1, -1, 1, 1]
    for j in range(2):
        assert sum(v * y[i] * XOR[i][j] for i, v in weight.items()) == 0
    if bias != "none":
        assert sum(v * y[i] for i, v in weight.items()) == 0


def test_a_witness_of_a_polynomial_kernel(tmp_path):
    """On a line x^2 does not part -2 0 2 from -1 1 ... with both in turn: five changes of sign need degree five."""
    rows = [(k,) for k in range(6)]
    path = write(tmp_path / "line.csv", rows, "ababab")
    words = ["train", path, "--algorithm", "svm", "--kernel", "polynomial", "--gamma", "1", "--coef0", "1", "--C", "inf"]
    out = shown(*words, "--degree", "3", code=4)
    y = [-1, 1] * 3
    weight = {w["row"]: Fraction(w["multiplier"]) for w in out["witness"]}
    for power in range(4):
        assert sum(v * y[i] * rows[i][0] ** power for i, v in weight.items()) == 0
    assert shown(*words, "--degree", "5")["train"]["mistakes"] == 0


# ---- kernel matrices

def test_missing_values_of_a_kernel_matrix(tmp_path):
    path = tmp_path / "m.csv"
    path.write_text("a,b,label\n1,,p\n0,1,q\n")
    words = [HALFSPACE, "train", str(path), "--algorithm", "svm", "--kernel", "precomputed"]
    plain = subprocess.run(words, capture_output=True, text=True)
    assert plain.returncode == 3 and "m.csv:2:2: missing value ''" in plain.stderr
    assert "row and its column" in plain.stderr and "--missing" not in plain.stderr
    filled = subprocess.run([*words, "--missing", "mean"], capture_output=True, text=True)
    assert filled.returncode == 2 and "--missing: cannot be combined with --kernel precomputed" in filled.stderr


@pytest.mark.long
def test_a_kernel_matrix_of_more_than_3000_rows_is_proved(tmp_path):
    n = 3200
    x = [math.sin(12.9 * k) for k in range(n)]
    path = tmp_path / "m.csv"
    with open(path, "w") as file:
        file.write(",".join(f"k{j}" for j in range(n)) + ",label\n")
        for u in x:
            file.write(",".join(f"{1 if u == v else math.exp(-abs(u - v)):.15g}" for v in x) + f",{'a' if u < 0.3 else 'b'}\n")
    assert shown("train", path, "--algorithm", "svm", "--kernel", "precomputed")["gap"] is not None


# ---- dual coordinate descent

@pytest.mark.parametrize("loss", ["hinge", "squared-hinge", "logistic"])
def test_dual_cd_that_gets_nowhere_hands_over_and_says_so(loss):
    learner = ["--algorithm", "logistic"] if loss == "logistic" else ["--algorithm", "svm", "--loss", loss]
    out = shown("train", DATA / "iris.csv", "--classes", "versicolor,virginica", *learner, "--solver", "dual-cd", "--C", "1e6",
               "--bias", "augmented")
    assert out["status"] == "converged" and out["rounds"] < 5000
    assert out["solver"] != "dual-cd" and "dual coordinate descent" in out["solver_reason"]


# ---- large C

@pytest.mark.parametrize("kernel", [["rbf"], ["polynomial", "--coef0", "1"]])
@pytest.mark.parametrize("cost", ["1", "100", "1e4", "1e6"])
def test_kernel_optima_are_proven_to_1e_8_for_every_c(kernel, cost):
    out = shown("train", DATA / "credit_approval.csv", "--label", "A16", "--columns", "A2,A3,A8,A11,A14", "--missing", "drop",
               "--scale", "standard", "--algorithm", "svm", "--kernel", *kernel, "--C", cost, "--tol", "1e-8") \
        if cost in ("1", "100") else \
        shown("train", DATA / "iris.csv", "--classes", "versicolor,virginica", "--algorithm", "svm", "--kernel", *kernel, "--C", cost,
             "--tol", "1e-8")
    assert out["status"] == "converged" and out["gap"] <= 1e-8 * out["primal"]


def random_problem(seed):
    """Rows of two classes that overlap, integers or reals, with a kernel and C between 1 and 1e6."""
    r = random.Random(seed)
    n, d = r.choice([50, 80, 120]), r.choice([2, 3, 5])
    rows = [[r.gauss(0, 1) for _ in range(d)] for _ in range(n)]
    labels = [("b" if math.sin(x[0]) + 0.3 * x[1] > 0.1 else "a") if r.random() > 0.1 else r.choice("ab") for x in rows]
    if seed % 2:
        rows = [[round(3 * v) for v in x] for x in rows]
    kernel = ["polynomial", "--degree", str(2 + seed % 4), "--coef0", "1"] if seed % 3 else ["rbf"]
    return rows, labels, kernel, f"{10 ** r.uniform(0, 6):.4g}"


@pytest.mark.parametrize("seed", [*range(16), 23, 47, 175, 211, 247, 283, 319])  # the last: scores beyond long double
def test_random_kernel_optima_are_proven_to_1e_8(tmp_path, seed):
    rows, labels, kernel, cost = random_problem(seed)
    path = write(tmp_path / "d.csv", rows, labels)
    out = shown("train", path, "--algorithm", "svm", "--kernel", *kernel, "--C", cost, "--tol", "1e-8")
    assert out["status"] == "converged" and out["gap"] <= 1e-8 * out["primal"]
    assert out["rounds"] < 100_000
    d = len(rows[0])

    def k(u, v):
        if kernel[0] == "rbf":
            return Fraction(math.exp(-math.fsum((a - b) ** 2 for a, b in zip(u, v)) / d))
        return (sum(Fraction(a) * Fraction(b) for a, b in zip(u, v)) * Fraction(1 / d) + 1) ** int(kernel[2])

    sign = [1 if label == "b" else -1 for label in labels]
    pull = [(Fraction(a["multiplier"]) * sign[a["row"]], a["row"]) for a in out["alpha"]]
    score = [sum(c * k(rows[s], x) for c, s in pull) for x in rows]
    square = sum(c * score[s] for c, s in pull)
    loss = sum(max(0, 1 - y * (s + Fraction(out["bias"]))) for s, y in zip(score, sign))
    primal, dual = square / 2 + Fraction(cost) * loss, sum(abs(c) for c, _ in pull) - square / 2
    assert primal - dual <= (1e-8 if kernel[0] == "polynomial" else 1e-6) * primal  # math.exp is of doubles
    if kernel[0] == "polynomial":
        assert primal - dual <= Fraction(out["gap"]) and Fraction(out["dual"]) <= dual * (1 + Fraction(2) ** -51)
        assert abs(dual - Fraction(out["dual"])) <= Fraction(out["gap"])
    assert float(dual) == pytest.approx(out["dual"], rel=1e-9 if kernel[0] == "polynomial" else 1e-6)


ROUGH = ["x0,x1,label", "4096,0,a", "3072,-5e-6,b", "3072,1,a", "0,3072,b", "1,3072,b", "-1e-6,-5,b"]


def objectives(lines, out, cost, kernel):
    """P and D of the multipliers in fractions, with no bias."""
    rows = [[Fraction(v) for v in line.split(",")[:2]] for line in lines[1:]]
    sign = [1 if line.endswith(out["positive"]) else -1 for line in lines[1:]]
    pull = [(Fraction(a["multiplier"]) * sign[a["row"]], a["row"]) for a in out["alpha"]]
    score = [sum(c * kernel(rows[s], x) for c, s in pull) for x in rows]
    square = sum(c * score[s] for c, s in pull)
    return square / 2 + cost * sum(max(0, 1 - y * f) for f, y in zip(score, sign)), sum(abs(c) for c, _ in pull) - square / 2


def test_a_printed_dual_is_below_every_primal_objective(tmp_path):
    """Weak duality, with C so large that the scores' rounding is 1e-9 of the objective."""
    path = tmp_path / "d.csv"
    path.write_text("\n".join(ROUGH) + "\n")
    words = ["train", path, "--algorithm", "svm", "--bias", "augmented", "--C", "16384"]
    with_kernel, with_weights = shown(*words, "--kernel", "linear"), shown(*words, "--tol", "1e-10")
    primal, dual = objectives(ROUGH, with_kernel, 16384, lambda u, v: sum(a * b for a, b in zip(u, v)) + 1)
    of_a_double = 1 + Fraction(2) ** -51
    assert with_kernel["dual"] <= dual * of_a_double and primal <= Fraction(with_kernel["primal"]) * of_a_double
    assert primal - dual <= Fraction(with_kernel["gap"])
    assert with_kernel["dual"] <= with_weights["primal"] and with_weights["dual"] <= with_kernel["primal"]


def test_primal_without_a_proof_is_the_value_at_the_multipliers(tmp_path):
    """tanh(2 u.v) is 1 in doubles for all of these rows, but what rounding may hide of 2 u.v is far more."""
    weights, labels = [2, 0.5, 1, 4, 4, 1, 4, 4], "ababaaaa"
    tails = [(8, 8), (7, 8), (2, 4), (5, 4), (5, 2), (5, 3), (7, 1), (8, 6)]
    path = tmp_path / "d.csv"
    path.write_text("x0,x1,w,label\n" + "".join(f"170000000{u},170000000{v},{w},{y}\n" for (u, v), w, y in zip(tails, weights, labels)))
    words = ["train", path, "--algorithm", "svm", "--kernel", "sigmoid", "--gamma", "2", "--coef0", "0", "--bias", "augmented", "--weight", "w", "--C", "1", "--loss", "hinge"]
    out = shown(*words)
    assert out["dual"] is None
    sign = [1 if y == out["positive"] else -1 for y in labels]
    total = 2 * sum(Fraction(a["multiplier"]) * sign[a["row"]] for a in out["alpha"])  # the score of every row: k is 1, and 1 for the bias
    value = total**2 / 4 + sum(Fraction(w) * max(0, 1 - y * total) for w, y in zip(weights, sign))
    assert float(value) == pytest.approx(out["primal"], rel=1e-12)


def test_explain_calls_fourier_features_cosines(tmp_path):
    model = tmp_path / "m.hs"
    run("train", DATA / "iris.csv", "--classes", "versicolor,virginica", "--algorithm", "svm", "--kernel", "rbf", "--approximation",
        "fourier", "--components", "20", "-o", model)
    out = shown("explain", model, DATA / "iris.csv", "--row", "60")
    assert out["parts"] == "random cosines"
    assert all("cosine" in part and "support_vector" not in part for part in out["scores"][0]["contributions"])
    assert "support vector" not in run("explain", model, DATA / "iris.csv", "--row", "60")


def test_weights_of_many_digits_do_not_make_counting_endless(tmp_path):
    """Their exact squared hinge has numbers of 30,000 bits a row: it is not tried."""
    draw = random.Random(3)
    lines = ["w,a,b,c,y"]
    for _ in range(600):
        side = draw.random() < 0.5
        values = [0.5 + draw.random(), draw.gauss(side, 1), draw.gauss(side, 1), draw.gauss(0, 1)]
        lines.append(",".join(map(repr, values)) + "," + "pq"[side])
    source = tmp_path / "w.csv"
    source.write_text("\n".join(lines) + "\n")
    told = shown("train", source, "--weight", "w", "--algorithm", "svm", "--loss", "squared-hinge", "--timeout", "20")
    assert told["status"] == "converged" and told["gap"] <= 1e-6 * told["primal"]
    assert told["support_vectors"] == told["positive_multipliers"] or told["support_vectors"] is None
