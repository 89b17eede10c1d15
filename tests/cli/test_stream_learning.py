"""train --stream: rows are learned as they are read and let go (docs/solvers.md, docs/algorithms.md)."""
import itertools
import math
import random

import pytest

from program import IRIS, PAIR, answer, write

CYCLIC = ["--algorithm", "perceptron", "--order", "cyclic", "--stop", "passes", "--decide", "off"]


def libsvm(rows, labels):
    return "".join(f"{'+1' if y > 0 else '-1'} " + " ".join(f"{j + 1}:{v}" for j, v in enumerate(row) if float(v) != 0) + "\n"
                   for row, y in zip(rows, labels))


def made(seed, n, d, digits):
    """Overlapping rows as texts of so many decimals (none: whole doubles) and labels."""
    rng = random.Random(seed)
    rows = [[repr(rng.gauss(0, 1)) if digits is None else f"{rng.gauss(0, 3):.{digits}f}" if rng.random() < 0.7 else "0" for _ in range(d)]
            for _ in range(n)]
    labels = [1 if sum(float(v) for v in row) + rng.gauss(0, 1) > 0 else -1 for row in rows]
    labels[:2] = [1, -1]
    return rows, labels


# the perceptron: the bits of a run in memory ---------------------------------------------------------------------------

CHOICES = [[], ["--keep", "average"], ["--step", "delta", "--eta", "0.5"], ["--step", "rate", "--eta", "0.3"], ["--margin", "2", "--step", "rate"],
           ["--mistake", "boundary-is-positive"], ["--bias", "none"], ["--step", "pa1"], ["--step", "pa"], ["--step", "pa2", "--aggressiveness", "0.1"]]


@pytest.mark.parametrize("digits", [0, 1, 3, None])
@pytest.mark.parametrize("choices", CHOICES, ids=" ".join)
def test_a_cyclic_stream_has_the_bits_of_a_run_in_memory(tmp_path, digits, choices):
    data = write(tmp_path / "rows", libsvm(*made(7, 400, 12, digits)))
    for passes in (1, 3):
        calls = [*choices, "--passes", passes]
        stream = answer("train", data, "--stream", *CYCLIC[:4], "--stop", "passes", *calls)
        memory = answer("train", data, *CYCLIC, *calls)
        assert (stream["weights"], stream["bias"], stream["updates"]) == (memory["weights"], memory["bias"], memory["updates"])
        assert stream["arithmetic"] == memory["arithmetic"]
        assert stream["status"] == memory["status"] == "passes"


def test_the_bits_do_not_depend_on_where_long_decimals_begin(tmp_path):
    """Whole numbers first, then decimals, then doubles that no scale takes: a run in memory knows from the start."""
    rows, labels = made(3, 3000, 30, 0)
    finer, more = made(4, 3000, 30, 2)
    doubles, most = made(5, 300, 30, None)
    for parts in ([rows, finer], [rows, finer, doubles]):
        signs = [labels, more, most][:len(parts)]
        data = write(tmp_path / "rows", libsvm(sum(parts, []), sum(signs, [])))
        stream = answer("train", data, "--stream", *CYCLIC[:4], "--passes", "1")
        memory = answer("train", data, *CYCLIC, "--passes", "1")
        assert (stream["weights"], stream["bias"]) == (memory["weights"], memory["bias"])
        assert stream["arithmetic"] == memory["arithmetic"]


def test_a_clean_pass_ends_the_run_where_it_ends_in_memory():
    columns = ["--columns", "sepal_length,petal_length"]
    stream = answer("train", IRIS, *PAIR, *columns, "--stream", "--preset", "cyclic", "--passes", "100")
    memory = answer("train", IRIS, *PAIR, *columns, "--preset", "cyclic", "--passes", "100")
    for name in ("status", "updates", "visits", "weights", "bias"):
        assert stream[name] == memory[name], name
    assert stream["weights"] == [-3.4, 9.1] and stream["status"] == "converged"


# the others: the rules, written again ---------------------------------------------------------------------------------

def step_length(loss, m, q, c=1.0):
    """argmin over h of c l*(-h/c) + h m + q h^2/2, by bisection on its slope (it increases)."""
    def slope(h):
        if loss == "logistic":
            return m + q * h - math.log((1 - h) / h)
        if loss == "hinge":
            return m + q * h - 1
        return m + q * h - 1 + h / 2
    low, high = 0.0, {"squared-hinge": 1e3, "modified-huber": 4.0}.get(loss, 1.0)
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (low, middle) if slope(middle) > 0 else (middle, high)
    return low


def slope_of(loss, m):
    if loss == "logistic":
        return -1 / (1 + math.exp(m))
    if loss == "modified-huber" and m < -1:
        return -4.0
    return -(m < 1) * (1.0 if loss == "hinge" else 2 * (1 - m))


def loss_of(loss, m):
    if loss == "logistic":
        return math.log1p(math.exp(-m))
    if loss == "modified-huber" and m < -1:
        return -4 * m
    return max(0.0, 1 - m) ** (1 if loss == "hinge" else 2)


def reference(rows, labels, loss, solver, eta, l1=0.0, l2=0.0):
    """Weights (bias first) and progressive loss of one pass, straight from the formulas."""
    x = [[1.0, *map(float, row)] for row in rows]
    d = len(x[0])
    w, G, z, sigmas, squares, told = [0.0] * d, [0.0] * d, [0.0] * d, [0.0] * d, 0.0, 0.0
    bend = {"logistic": 0.25, "hinge": math.sqrt(2), "squared-hinge": 2, "modified-huber": 2}[loss]
    for t, (row, y) in enumerate(zip(x, labels), 1):
        m = y * sum(a * b for a, b in zip(w, row))
        told += loss_of(loss, m)
        squares += sum(v * v for v in row)
        scale = squares / t
        slope = slope_of(loss, m)
        if solver == "sgd":
            rate = 1 / (bend * scale * math.sqrt(t) / eta + l2 * t)
            h = step_length(loss, m, rate * sum(v * v for v in row))
            w = [(1 - rate * l2 * (j > 0)) * w[j] + rate * h * y * row[j] for j in range(d)]
        elif solver == "adagrad" and slope != 0:
            G = [g + (slope * v) ** 2 for g, v in zip(G, row)]
            r = [v / math.sqrt(g) if g > 0 else 0 for g, v in zip(G, row)]
            rate = eta / math.sqrt(scale)
            h = step_length(loss, m, rate * sum(a * b for a, b in zip(r, row)))
            w = [a + rate * h * y * b for a, b in zip(w, r)]
        elif solver == "ftrl":
            for j in range(d):
                g = slope * y * row[j]
                sigma = (math.sqrt(G[j] + g * g) - math.sqrt(G[j])) * math.sqrt(scale) / eta
                z[j] += g - sigma * w[j]
                sigmas[j] += sigma
                G[j] += g * g
            for j in range(d):
                kink, below = (t * l1, sigmas[j] + t * l2) if j > 0 else (0, sigmas[j])
                w[j] = 0.0 if abs(z[j]) <= kink or below == 0 else -(z[j] - math.copysign(kink, z[j])) / below
    return w, told / len(x)


@pytest.mark.parametrize("loss,solver", [*itertools.product(["logistic", "hinge", "squared-hinge", "modified-huber"], ["sgd", "adagrad", "ftrl"])])
def test_one_pass_is_the_formulas(tmp_path, loss, solver):
    rows, labels = made(11, 300, 6, 2)
    data = write(tmp_path / "rows", libsvm(rows, labels))
    facts = answer("train", data, "--stream", "--loss", loss, "--solver", solver, "--eta", "0.4")
    w, told = reference(rows, labels, loss, solver, 0.4)
    assert facts["weights"] == pytest.approx(w[1:], rel=1e-9, abs=1e-12) and facts["bias"] == pytest.approx(w[0], rel=1e-9)
    assert facts["progressive"]["loss"] == pytest.approx(told, rel=1e-9)
    assert facts["status"] == "passes" and facts["gap"] is None and facts["primal"] is None and facts["train"] is None


@pytest.mark.parametrize("rows", [["4", "7"], ["4", "-3"], ["0.5", "3"], ["1", "30"]], ids="-".join)
def test_the_step_of_a_row_far_on_the_wrong_side_is_the_formula(tmp_path, rows):
    """There q is large and c sigma(-(m + q h)) falls steeply: Newton's method alone goes round in circles."""
    data = write(tmp_path / "rows.csv", "x,label\n" + f"{rows[0]},p\n{rows[1]},n\n")
    facts = answer("train", data, "--stream", "--solver", "sgd", "--bias", "none", "--positive", "p")
    w, squares = 0.0, 0.0
    for t, (x, y) in enumerate(zip(map(float, rows), (1, -1)), 1):
        squares += x * x
        rate = 1 / (0.25 * squares / t * math.sqrt(t) / 4)
        w += rate * step_length("logistic", y * w * x, rate * x * x) * y * x
    assert facts["weights"] == pytest.approx([w], rel=1e-9)


@pytest.mark.parametrize("solver,penalty,l1,l2", [("sgd", "l2", 0, 0.01), ("ftrl", "l2", 0, 0.01), ("ftrl", "l1", 0.01, 0), ("ftrl", "elastic-net", 0.0025, 0.0075)])
def test_penalties_are_those_of_the_mean_objective(tmp_path, solver, penalty, l1, l2):
    rows, labels = made(12, 400, 6, 2)
    data = write(tmp_path / "rows", libsvm(rows, labels))
    ratio = ["--l1-ratio", "0.25"] if penalty == "elastic-net" else []
    facts = answer("train", data, "--stream", "--solver", solver, "--penalty", penalty, "--lambda", "0.01", *ratio, "--final-pass")
    w, _ = reference(rows, labels, "logistic", solver, 4 if solver == "sgd" else 0.5, l1, l2)
    assert facts["weights"] == pytest.approx(w[1:], rel=1e-8, abs=1e-12)
    scores = [w[0] + sum(a * float(b) for a, b in zip(w[1:], row)) for row in rows]
    primal = sum(loss_of("logistic", y * s) for y, s in zip(labels, scores)) / len(rows) + sum(l1 * abs(v) + l2 * v * v / 2 for v in w[1:])
    assert facts["primal"] == pytest.approx(primal, rel=1e-8)
    assert facts["train"]["mistakes"] == sum((s >= 0) != (y > 0) for s, y in zip(scores, labels))


@pytest.mark.parametrize("solver", ["sgd", "adagrad", "ftrl"])
def test_many_passes_come_near_the_optimum(tmp_path, solver):
    data = write(tmp_path / "rows", libsvm(*made(13, 500, 5, 2)))
    best = answer("train", data, "--algorithm", "logistic", "--lambda", "0.01", "--tol", "1e-10")["primal"]
    near = answer("train", data, "--stream", "--solver", solver, *([] if solver == "adagrad" else ["--lambda", "0.01"]), "--passes", "60", "--order", "shuffled", "--final-pass")
    if solver == "adagrad":
        best = answer("train", data, "--algorithm", "logistic", "--penalty", "none")["primal"] / 500
    assert best * (1 - 1e-9) <= near["primal"] <= best * 1.03


@pytest.mark.parametrize("solver", ["sgd", "adagrad", "ftrl"])
def test_predictions_do_not_depend_on_the_unit_of_the_columns(tmp_path, solver):
    rows, labels = made(14, 300, 4, 2)
    plain = write(tmp_path / "plain", libsvm(rows, labels))
    larger = write(tmp_path / "larger", libsvm([[repr(float(v) * 1024) for v in row] for row in rows], labels))
    call = ["--stream", "--solver", solver, "--bias", "none"]
    first, second = answer("train", plain, *call), answer("train", larger, *call)
    assert second["progressive"] == first["progressive"]
    assert [v * 1024 for v in second["weights"]] == pytest.approx(first["weights"], rel=1e-12)


# where rows come from -------------------------------------------------------------------------------------------------
