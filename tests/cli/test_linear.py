"""Logistic regression and support vector machines from the command line: optima, proofs, statistics, probabilities, refusals."""
import csv
import io
import json
import math
from fractions import Fraction

import pytest

from program import IRIS, OVERLAP, PAIR, ROOT, answer, refused, run, write

LOGISTIC = ["--algorithm", "logistic"]
SVM = ["--algorithm", "svm"]
TRIAL = str(ROOT / "data/trial.csv")
LINE = "x,label\n1,a\n2,a\n4,b\n6,b\n"  # the widest street is 2 to 4: w = 1, b = -3


def rows_of(path, *classes):
    """Feature rows and +1/-1 (the class that sorts last is +1) of a CSV with a species column."""
    with open(path, encoding="utf-8") as file:
        table = [r for r in csv.DictReader(file) if not classes or r["species"] in classes]
    names = [n for n in table[0] if n != "species"]
    return [[float(r[n]) for n in names] for r in table], [1 if r["species"] == classes[-1] else -1 for r in table]


def solved(a, b):
    """a x = b by elimination with pivots."""
    n = len(b)
    m = [row[:] + [v] for row, v in zip(a, b)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(m[i][k]))
        m[k], m[pivot] = m[pivot], m[k]
        for i in range(k + 1, n):
            f = m[i][k] / m[k][k]
            m[i] = [u - f * v for u, v in zip(m[i], m[k])]
    x = [0.0] * n
    for k in reversed(range(n)):
        x[k] = (m[k][n] - sum(m[k][j] * x[j] for j in range(k + 1, n))) / m[k][k]
    return x


def newton(x, y, penalty, cost=1.0, rounds=60):
    """Weights (bias last, not penalised) and the information of min cost sum log(1 + e^-m) + penalty/2 |w|^2."""
    x = [row + [1.0] for row in x]
    p = len(x[0])
    w = [0.0] * p
    for _ in range(rounds):
        g = [penalty * v for v in w[:-1]] + [0.0]
        h = [[penalty if i == j and i < p - 1 else 0.0 for j in range(p)] for i in range(p)]
        for row, t in zip(x, y):
            q = 1 / (1 + math.exp(-sum(a * b for a, b in zip(row, w))))
            for i in range(p):
                g[i] += cost * (q - (t > 0)) * row[i]
                for j in range(p):
                    h[i][j] += cost * q * (1 - q) * row[i] * row[j]
        w = [v - s for v, s in zip(w, solved(h, g))]
    return w, h


# ---- optima

def test_penalised_logistic_is_newtons_optimum():
    x, y = rows_of(IRIS, "versicolor", "virginica")
    got = answer("train", IRIS, *OVERLAP, *LOGISTIC, "--C", 10, "--tol", 1e-10)
    want, _ = newton(x, y, 1, 10.0)
    assert got["weights"] + [got["bias"]] == pytest.approx(want, rel=1e-4)
    assert got["status"] == "converged" and 0 <= got["gap"] <= 1e-10 * got["primal"]
    assert got["objective_form"] == "sum" and got["bias_mode"] == "free"
    value = 10 * sum(math.log1p(math.exp(-t * (sum(a * b for a, b in zip(r, want)) + want[-1]))) for r, t in zip(x, y))
    value += sum(v * v for v in want[:-1]) / 2
    assert got["dual"] - 1e-9 <= value <= got["primal"] + 1e-9


def test_lambda_is_one_over_n_c():
    by_c = answer("train", IRIS, *OVERLAP, *LOGISTIC, "--C", 0.5, "--tol", 1e-10)
    by_lambda = answer("train", IRIS, *OVERLAP, *LOGISTIC, "--lambda", 1 / 50, "--tol", 1e-10)
    assert by_lambda["weights"] == pytest.approx(by_c["weights"], rel=1e-6)
    assert by_lambda["objective_form"] == "mean"
    assert by_lambda["primal"] == pytest.approx(by_c["primal"] / 50, rel=1e-9)


def test_weights_are_repeats(tmp_path):
    lines = ["1,1,a", "2,0,a", "0,3,a", "2,3,b", "4,4,b", "1,2,b"]
    once = write(tmp_path / "once.csv", "x,u,n,label\n" + "".join(
        f"{r.rsplit(',', 1)[0]},{1 + k % 3},{r[-1]}\n" for k, r in enumerate(lines)))
    twice = write(tmp_path / "twice.csv", "x,u,label\n" + "".join((r + "\n") * (1 + k % 3) for k, r in enumerate(lines)))
    for learner in (LOGISTIC, SVM, [*SVM, "--loss", "squared-hinge"]):
        a = answer("train", once, "--weight", "n", *learner, "--tol", 1e-8)
        b = answer("train", twice, *learner, "--tol", 1e-8)
        assert abs(a["primal"] - b["primal"]) <= a["gap"] + b["gap"] + 1e-9


def test_class_weights_multiply_the_loss(tmp_path):
    data = write(tmp_path / "d.csv", "x,label\n0,a\n1,a\n2,a\n1.5,b\n3,b\n0.5,a\n")
    doubled = write(tmp_path / "e.csv", "x,label\n0,a\n1,a\n2,a\n1.5,b\n3,b\n0.5,a\n1.5,b\n3,b\n")
    a = answer("train", data, *LOGISTIC, "--class-weight", "b=2", "--tol", 1e-9)
    b = answer("train", doubled, *LOGISTIC, "--tol", 1e-9)
    assert a["weights"] == pytest.approx(b["weights"], rel=1e-3)
    assert answer("train", data, *LOGISTIC, "--class-weight", "balanced")["settings"]["class_weight"] == "balanced"


# ---- hard margin

def test_hard_margin_of_a_line(tmp_path):
    got = answer("train", write(tmp_path / "d.csv", LINE), *SVM, "--C", "inf", "--tol", 1e-10)
    assert got["status"] == "converged" and got["verdict"] == "separable"
    assert got["weights"] == pytest.approx([1], abs=1e-8) and got["bias"] == pytest.approx(-3, abs=1e-7)
    assert got["margin"] == pytest.approx(1, abs=1e-8) and got["support_vectors"] == 2
    assert all(v < 1e-6 for v in got["kkt"].values())


def test_hard_margin_that_does_not_exist(tmp_path):
    out = tmp_path / "m.hs"
    done = run("train", IRIS, *OVERLAP, *SVM, "--C", "inf", "--json", "-o", out)
    got = json.loads(done.stdout)
    assert done.returncode == 4 and not out.exists()
    assert got["status"] == "not-separable" and got["weights"] is None and got["train"] is None and got["separable"] is False
    assert got["witness"] and all(set(r) == {"row", "line", "label", "multiplier"} for r in got["witness"])
    assert "hard margin does not exist" in run("train", IRIS, *OVERLAP, *SVM, "--C", "inf").stdout


# ---- likelihoods without a penalty

def test_statistics_are_those_of_the_information():
    x, y = rows_of(IRIS, "versicolor", "virginica")
    got = answer("train", IRIS, *OVERLAP, *LOGISTIC, "--penalty", "none", "--statistics", "--tol", 1e-11)
    want, h = newton(x, y, 0)
    stats = got["statistics"]
    assert got["verdict"] == "overlapping" and got["status"] == "converged" and got["dual"] is None
    loss = sum(math.log1p(math.exp(-t * (sum(a * b for a, b in zip(r, want)) + want[-1]))) for r, t in zip(x, y))
    assert -1e-9 <= got["primal"] - loss <= got["gap"] + 1e-9 and got["gap"] <= 1e-11 * got["primal"]
    assert [c["name"] for c in stats["coefficients"]] == [*got["columns"], "bias"]
    for j, c in enumerate(stats["coefficients"]):
        error = math.sqrt(solved(h, [float(i == j) for i in range(5)])[j])
        assert c["estimate"] == pytest.approx(want[j], rel=1e-6)
        assert c["standard_error"] == pytest.approx(error, rel=1e-6)
        assert c["z"] == pytest.approx(want[j] / error, rel=1e-6)
        assert c["p"] == pytest.approx(math.erfc(abs(want[j] / error) / math.sqrt(2)), rel=1e-5)
        assert c["high"] - c["low"] == pytest.approx(2 * 1.959963984540054 * error, rel=1e-6)
    # R, glm(family = binomial) of the same rows: deviance 11.899, null deviance 138.629, AIC 21.899
    assert stats["deviance"] == pytest.approx(11.898547, abs=1e-5)
    assert stats["null_deviance"] == pytest.approx(200 * math.log(2), abs=1e-9)
    assert stats["aic"] == pytest.approx(stats["deviance"] + 10, abs=1e-9)


@pytest.mark.parametrize("rows, verdict, parts", [
    ("1,5,a\n1,6,a\n3,5,b\n3,6,b\n", "separable", [{"name": "x", "sign": 1}]),
    ("1,0,a\n2,0,a\n2,0,b\n3,0,b\n", "quasi-separable", [{"name": "x", "sign": 1}]),
])
def test_separated_data_has_no_fit(tmp_path, rows, verdict, parts):
    data = write(tmp_path / "d.csv", "x,u,label\n" + rows)
    done = run("train", data, *LOGISTIC, "--penalty", "none", "--json")
    got = json.loads(done.stdout)
    assert done.returncode == 4 and got["fitted"] is False and got["verdict"] == verdict
    assert got["limiting_direction"] == parts
    text = run("train", data, *LOGISTIC, "--penalty", "none").stdout
    assert verdict in text and "x (+)" in text and "--penalty firth" in text and "--penalty l2" in text


def test_one_more_row_makes_it_overlap(tmp_path):
    data = write(tmp_path / "d.csv", "x,label\n1,a\n2,a\n3,b\n4,b\n2.5,b\n2.75,a\n")
    got = answer("train", data, *LOGISTIC, "--penalty", "none")
    assert got["verdict"] == "overlapping" and got["fitted"]


def test_the_limiting_direction_of_levels_is_that_of_the_widest_margin():
    """Agresti 2013, table 6.9: centers 1 and 3 without a success, the others tied, so the drug has no part in it."""
    got = json.loads(run("train", TRIAL, "--label", "outcome", "--weight", "patients", "--categorical", "center", *LOGISTIC,
                         "--penalty", "none", "--json").stdout)
    assert got["verdict"] == "quasi-separable"
    # min |w| with b + w_k = 0 for k = 2, 4, 5 and b + w_k = -1 for k = 1, 3: b = -2/5
    assert got["limiting_direction"] == [{"name": f"center={k}", "sign": -1 if k in (1, 3) else 1} for k in (1, 2, 3, 4, 5)]


def loss_as_told(got, rows):
    """Sum of losses at the weights as printed; margins are exact, so columns far from 0 lose nothing here."""
    w, b = Fraction(got["weights"][0]), Fraction(got["bias"])
    margins = [float((1 if label == "b" else -1) * (w * t + b)) for t, label in rows]
    logistic = [max(-m, 0.0) + math.log1p(math.exp(-abs(m))) for m in margins]
    return math.fsum(logistic if got["algorithm"] == "logistic" else [max(0.0, 1 - m) for m in margins])


@pytest.mark.parametrize("cost", [1, 1000])
@pytest.mark.parametrize("far", [10**9, 1_700_000_000_000])
def test_a_time_stamp_has_the_optimum_of_its_differences(tmp_path, far, cost):
    """... and its gap holds for the weights as they are told, with their rounded bias."""
    pairs = [(0, "a"), (1, "a"), (2, "b"), (3, "a"), (4, "b"), (7, "b"), (9, "a"), (12, "b")]
    near, late = (write(tmp_path / f"{t}.csv", "t,label\n" + "".join(f"{t + v},{label}\n" for v, label in pairs)) for t in (0, far))
    for flags in ([*LOGISTIC, "--penalty", "none"], [*LOGISTIC, "--C", cost], [*SVM, "--C", cost]):
        a, b = (answer("train", data, *flags, "--tol", 1e-10) for data in (near, late))
        best = a["primal"]
        assert b["primal"] == pytest.approx(best, rel=1e-4) and b["weights"] == pytest.approx(a["weights"], rel=1e-3)
        penalised = "none" not in flags
        told = (cost if penalised else 1) * loss_as_told(b, [(far + v, label) for v, label in pairs]) + penalised * b["weights"][0] ** 2 / 2
        assert told <= b["primal"] * (1 + 1e-12)  # rounded to the safe side
        assert b["gap"] >= told - best - 1e-13 * best
        assert (b["status"] == "converged") == (b["gap"] <= 1e-10 * b["primal"])


def test_a_margin_too_thin_for_doubles_is_not_denied(tmp_path):
    """Classes one unit apart behind a column of 1e15 units: separable, which no sum of doubles shows."""
    data = write(tmp_path / "d.csv", "x,y,label\n1e15,999999999999999,a\n1e15,1000000000000001,b\n"
                 "-1e15,-1000000000000001,a\n-1e15,-999999999999999,b\n")
    done = run("train", data, "--label", "label", *SVM, "--C", "inf", "--bias", "none", "--json")
    got = json.loads(done.stdout)
    assert got["verdict"] == "separable"
    assert (got["status"], got["fitted"]) in (("converged", True), ("not-converged", False))


@pytest.mark.parametrize("z, proved", [("{}", True), ("{}.00000000000001", False), ("{}.0001", True)])
def test_a_gap_is_proved_only_where_dependence_is_exact(tmp_path, z, proved):
    """z = x leaves one column; with 1e-14 in half of the rows both count, which doubles do not see."""
    rows = "".join(f"{x},{z.format(x) if x % 4 < 2 else x},{'ab'[x % 3 == 0]}\n" for x in range(16))
    got = answer("train", write(tmp_path / "d.csv", "x,z,label\n" + rows), "--label", "label", *LOGISTIC, "--penalty", "none")
    assert got["verdict"] == "overlapping" and got["status"] == ("converged" if proved else "not-converged")
    assert (got["gap"] is not None) == proved and got["gap_estimate"] is None


@pytest.mark.parametrize("solver", ["newton", "trust-newton"])
@pytest.mark.parametrize("loss", ["logistic", "squared-hinge", "modified-huber"])
@pytest.mark.parametrize("penalty", ["none", "l2"])
def test_a_constant_column_leaves_its_work_to_a_free_bias(tmp_path, solver, loss, penalty):
    pairs = [(0, "a"), (1, "a"), (2, "b"), (3, "a"), (4, "b"), (7, "b"), (9, "a"), (12, "b")]
    plain = write(tmp_path / "plain.csv", "t,label\n" + "".join(f"{t},{label}\n" for t, label in pairs))
    dense = write(tmp_path / "dense.csv", "t,five,zero,label\n" + "".join(f"{t},5,0,{label}\n" for t, label in pairs))
    sparse = write(tmp_path / "sparse", "".join(f"{int(label == 'b')} 1:{t} 2:5\n" for t, label in pairs))
    flags = [*(LOGISTIC if loss == "logistic" else SVM), "--loss", loss, "--solver", solver, "--penalty", penalty, "--tol", 1e-10]
    want = answer("train", plain, *flags)
    for data in (dense, sparse):
        got = answer("train", data, *flags)
        assert got["weights"][1:] == [0.0] * (len(got["weights"]) - 1)
        assert [got["weights"][0], got["bias"]] == pytest.approx([want["weights"][0], want["bias"]], rel=1e-4)


def test_lambda_of_a_pair_is_that_of_its_rows_alone():
    got = answer("train", IRIS, *LOGISTIC, "--multiclass", "one-vs-one", "--lambda", 0.01, "--tol", 1e-8)
    for run_of_pair in got["runs"]:
        alone = answer("train", IRIS, "--classes", run_of_pair["label"].replace(" against ", ","), *LOGISTIC, "--lambda", 0.01, "--tol", 1e-8)
        assert run_of_pair["primal"] == pytest.approx(alone["primal"], rel=1e-8)


def test_gradient_descent_sees_the_rows_as_they_are(tmp_path):
    """Three steps of w <- w - alpha sum (p_i - t_i) x_i from 0, a constant column among them."""
    rows = [(1.0, 5.0, 0), (2.0, 5.0, 1), (4.0, 5.0, 0), (6.0, 5.0, 1)]
    data = write(tmp_path / "d.csv", "x,five,label\n" + "".join(f"{x},{c},{'ab'[t]}\n" for x, c, t in rows))
    w = [0.0, 0.0, 0.0]
    for _ in range(3):
        p = [1 / (1 + math.exp(-(w[0] * x + w[1] * c + w[2]))) for x, c, _ in rows]
        w = [v - 0.01 * sum((q - t) * r for q, r, (*_, t) in zip(p, column, rows)) for v, column in
             zip(w, ([r[0] for r in rows], [r[1] for r in rows], [1.0] * len(rows)))]
    got = answer("train", data, *LOGISTIC, "--penalty", "none", "--solver", "gd", "--alpha", 0.01, "--rounds", 3)
    assert [*got["weights"], got["bias"]] == pytest.approx(w, rel=1e-12)


def test_statistics_refuse_what_no_matrix_holds(tmp_path):
    head = ",".join(f"c{j}" for j in range(2001))
    data = write(tmp_path / "d.csv", f"{head},label\n{'1,' * 2001}a\n{'2,' * 2001}b\n{'1,' * 2001}b\n")
    assert "2,000 columns" in refused(2, "train", data, *LOGISTIC, "--penalty", "none", "--statistics")


def test_overflow_names_the_column_and_what_multiplies_it(tmp_path):
    data = write(tmp_path / "d.csv", "near,far,label\n1,1e300,a\n2,3,b\n")
    assert "column 'far': values up to 1e+300, whose squares overflow; scale the column (--scale)\n" in refused(3, "train", data, *LOGISTIC)
    weighed = write(tmp_path / "w.csv", "near,n,label\n1e80,1e80,a\n2,3,b\n")
    assert "times C and the weights of rows (up to 1e+80)" in refused(3, "train", weighed, *LOGISTIC, "--weight", "n")


def test_firth_of_a_table_adds_half_to_every_cell(tmp_path):
    """Closed form of a saturated 2 x 2 table with an empty cell (Haldane 1956, Anscombe 1956)."""
    cells = "0,a\n" * 7 + "0,b\n" * 2 + "1,b\n" * 5
    got = answer("train", write(tmp_path / "d.csv", "x,label\n" + cells), *LOGISTIC, "--penalty", "firth", "--tol", 1e-8)
    assert got["bias"] == pytest.approx(math.log(2.5 / 7.5), abs=1e-8)
    assert got["weights"][0] == pytest.approx(math.log(5.5 / 0.5) - math.log(2.5 / 7.5), abs=1e-8)


def test_firth_of_separated_flowers_converges():
    got = answer("train", IRIS, *PAIR, *LOGISTIC, "--penalty", "firth")
    assert got["status"] == "converged" and got["gap"] is None and got["gap_estimate"] < 1e-10
    # the same by scaled columns and steps of at most 5, to 1e-6 standard errors
    assert got["weights"] == pytest.approx([-0.39906, -2.10843, 0.97175, 4.06916], abs=2e-4)


# ---- many classes, predictions

@pytest.mark.parametrize("flags", [[*LOGISTIC, "--multiclass", m] for m in ("one-vs-rest", "one-vs-one", "multinomial")]
                         + [[*SVM, "--multiclass", m] for m in ("one-vs-rest", "one-vs-one", "crammer-singer")])
def test_many_classes(tmp_path, flags):
    model = tmp_path / "m.hs"
    got = answer("train", IRIS, *flags, "-o", model)
    assert got["status"] == "converged" and got["gap"] <= 2e-4 * got["primal"]
    assert got["classes"] == ["setosa", "versicolor", "virginica"] and len(got["bias"]) == 3
    seen = answer("evaluate", model, IRIS)
    assert seen["mistakes"] == got["train"]["mistakes"] < 15
    assert run("inspect", model).returncode == 0
    said = answer("predict", model, IRIS)
    for label, score in zip(said["labels"], said["scores"]):
        assert label == got["classes"][score.index(max(score))]
    if said["probabilities"]:
        for label, p in zip(said["labels"], said["probabilities"]):
            assert sum(p) == pytest.approx(1) and label == got["classes"][p.index(max(p))]
    assert (said["probabilities"] is not None) == ("logistic" in flags and "one-vs-one" not in flags)


def test_probabilities_threshold_and_labels_agree(tmp_path):
    model = tmp_path / "m.hs"
    answer("train", IRIS, *OVERLAP, *LOGISTIC, "-o", model)
    for t in (0.1, 0.5, 0.9):
        text = run("predict", model, IRIS, "--scores", "--probabilities", "--threshold", t).stdout
        for row in csv.DictReader(io.StringIO(text)):
            p = float(row["probability:virginica"])
            assert (row["label"] == "virginica") == (p >= t)
            assert p == pytest.approx(1 / (1 + math.exp(-float(row["score"]))), rel=1e-12)
            assert (p >= 0.5) == (float(row["score"]) >= 0)
    assert run("predict", model, IRIS).stdout == run("predict", model, IRIS, "--threshold", 0.5).stdout


def test_evaluate_counts_what_predict_says(tmp_path):
    model = tmp_path / "m.hs"
    answer("train", IRIS, *OVERLAP, "--columns", "sepal_length,sepal_width", *LOGISTIC, "-o", model)
    truth = [line.split(",")[-1].strip() for line in open(IRIS, encoding="utf-8")][51:]
    for t in (0.05, 0.3, 0.5, 0.8):
        said = answer("predict", model, IRIS, "--threshold", t)["labels"][50:]
        got = answer("evaluate", model, IRIS, *OVERLAP, "--threshold", t)
        assert got["mistakes"] == got["wrong_labels"] == sum(a != b for a, b in zip(said, truth))
        assert got["accuracy"] == 1 - got["mistakes"] / 100 and got["threshold"] == t
        assert got["confusion"]["true_positives"] == sum(a == b == "virginica" for a, b in zip(said, truth))
        assert f"P(virginica) >= {t} is predicted virginica" in run("evaluate", model, IRIS, *OVERLAP, "--threshold", t).stdout
    plain = answer("evaluate", model, IRIS, *OVERLAP)
    assert plain["threshold"] == 0.5 and plain["mistakes"] == answer("evaluate", model, IRIS, *OVERLAP, "--threshold", 0.5)["mistakes"]
    assert run("evaluate", model, IRIS, *OVERLAP, "--threshold", 0.999, "--fail-under", 0.6).returncode == 1
    svm = tmp_path / "s.hs"
    answer("train", IRIS, *OVERLAP, *SVM, "-o", svm)
    assert answer("evaluate", svm, IRIS, *OVERLAP)["threshold"] is None
    assert "is for models with probabilities" in refused(2, "evaluate", svm, IRIS, *OVERLAP, "--threshold", 0.3)


def test_evaluate_measures(tmp_path):
    model = tmp_path / "m.hs"
    answer("train", IRIS, *OVERLAP, *LOGISTIC, "-o", model)
    got = answer("evaluate", model, IRIS, *OVERLAP)
    said = answer("predict", model, IRIS)
    _, y = rows_of(IRIS, "setosa", "versicolor", "virginica")
    pairs = [(p[1], t > 0) for p, t in zip(said["probabilities"][50:], y[50:])]
    assert got["log_loss"] == pytest.approx(-sum(math.log(p if t else 1 - p) for p, t in pairs) / 100)
    assert got["brier"] == pytest.approx(sum((p - t) ** 2 for p, t in pairs) / 100)
    won = sum((p > q) + (p == q) / 2 for p, t in pairs if t for q, u in pairs if not u)
    assert got["roc_auc"] == pytest.approx(won / 2500) and 0.9 < got["pr_auc"] <= 1
    assert sum(b["rows"] for b in got["calibration"]) == 100
    assert "ROC AUC" in run("evaluate", model, IRIS, *OVERLAP).stdout
    svm = tmp_path / "s.hs"
    answer("train", IRIS, *OVERLAP, *SVM, "-o", svm)
    got = answer("evaluate", svm, IRIS, *OVERLAP)
    assert got["roc_auc"] > 0.9 and got["log_loss"] is None and got["calibration"] is None


def test_inspect_and_plot(tmp_path):
    model = tmp_path / "m.hs"
    answer("train", IRIS, *OVERLAP, *SVM, "-o", model)
    text = run("inspect", model).stdout
    assert "gap" in text and "support vectors" in text and "1/|w|" in text and "petal_width" in text
    assert run("plot", model, IRIS, "-o", tmp_path / "p.svg", *OVERLAP).returncode == 0
    assert run("plot", model, "--kind", "weights", "-o", tmp_path / "w.svg").returncode == 0


# ---- refusals

@pytest.mark.parametrize("flags, words", [
    ([*SVM, "--C", 0], "--C: '0' is outside (0, inf]"),
    ([*SVM, "--C", -1], "--C: '-1' is outside (0, inf]"),
    ([*SVM, "--C", "nan"], "--C: 'nan' is not a number"),
    ([*LOGISTIC, "--C", "inf"], "--C: inf, the hard margin, goes with --loss hinge"),
    ([*LOGISTIC, "--lambda", 0], "--lambda: '0' is outside (0, inf)"),
    ([*LOGISTIC, "--lambda", 1, "--C", 1], "--lambda: cannot be combined with --C"),
    ([*LOGISTIC, "--loss", "hinge"], "--loss: hinge does not go with --algorithm logistic"),
    ([*SVM, "--loss", "logistic"], "--loss: logistic is --algorithm logistic"),
    ([*SVM, "--loss", "perceptron"], "--loss: perceptron is no objective: w = 0 is least under every penalty; choose --algorithm perceptron, or hinge, "),
    ([*SVM, "--preset", "pla"], "--preset: is for --algorithm perceptron; this run is svm"),
    ([*SVM, "--trace", "t.jsonl"], "--trace: is for --algorithm perceptron; this run is svm"),
    (["--algorithm", "perceptron", "--C", 1], "--C: is for --algorithm logistic and svm; this run is perceptron"),
    ([*LOGISTIC, "--penalty", "none", "--C", 1], "--C: has nothing to weigh under --penalty none"),
    ([*LOGISTIC, "--l1-ratio", 0.5], "--l1-ratio: is for --penalty elastic-net"),
    ([*LOGISTIC, "--statistics"], "--statistics: is for the maximum of a likelihood"),
    ([*SVM, "--penalty", "firth"], "--penalty: firth goes with --loss logistic"),
    ([*SVM, "--solver", "trust-newton"], "--solver: trust-newton needs a loss with a curvature"),
    ([*SVM, "--solver", "nwton"], "--solver: 'nwton' is not one of"),
    ([*LOGISTIC, "--class-weight", "versicolor=0"], "--class-weight: weight '0' of label 'versicolor' is outside (0, inf)"),
    ([*LOGISTIC, "--class-weight", "rose=2"], "--class-weight: 'rose' is not a label of the data"),
    ([*LOGISTIC, "--multiclass", "one-vs-rest"], "--multiclass: is for three classes or more"),
    (["--algorithm", "logstic"], "--algorithm: 'logstic' is not one of auto, perceptron, logistic, svm; did you mean 'logistic'?"),
    ([*LOGISTIC, "--bias", "none", "--scale", "standard"], "--scale: standard moves the origin"),
])
def test_refused(flags, words):
    assert words in refused(2, "train", IRIS, *OVERLAP, *flags)


@pytest.mark.parametrize("flags, words", [
    ([*LOGISTIC, "--multiclass", "crammer-singer"], "'crammer-singer' is not one of one-vs-rest, one-vs-one, multinomial"),
    ([*SVM, "--multiclass", "argmax"], "'argmax' is not one of one-vs-rest, one-vs-one, crammer-singer"),
    ([*SVM, "--multiclass", "crammer-singer", "--bias", "free"], "free does not go with --multiclass crammer-singer"),
    ([*LOGISTIC, "--multiclass", "multinomial", "--penalty", "l1"], "multinomial goes with --penalty l2"),
])
def test_refused_of_many_classes(flags, words):
    assert words in refused(2, "train", IRIS, *flags)


@pytest.mark.parametrize("flags", [[*LOGISTIC, "--multiclass", "multinomial"], [*SVM, "--multiclass", "crammer-singer"]])
def test_numbers_too_large_for_a_joint_objective(tmp_path, flags):
    data = write(tmp_path / "d.csv", "x,z,label\n1,1e300,a\n2,1,b\n3,-1e300,c\n")
    words = refused(3, "train", data, *flags)
    assert "column 'z': values up to 1e+300, whose squares overflow" in words


@pytest.mark.parametrize("flags", [[*LOGISTIC, "--multiclass", "multinomial"], [*SVM, "--multiclass", "crammer-singer"]])
def test_a_joint_run_says_that_its_rounds_are_done(flags):
    got = answer("train", IRIS, *flags, "--max-rounds", 1)
    assert got["status"] == "rounds" and got["gap"] > 0


def test_one_class():
    assert "all rows have the label 'setosa'" in refused(3, "train", IRIS, "--classes", "setosa", *SVM)


def test_threshold_needs_probabilities(tmp_path):
    model, many = tmp_path / "m.hs", tmp_path / "k.hs"
    answer("train", IRIS, *PAIR, *SVM, "-o", model)
    assert "is for models with probabilities" in refused(2, "predict", model, IRIS, "--threshold", 0.3)
    assert "is for models with probabilities" in refused(2, "predict", model, IRIS, "--probabilities")
    answer("train", IRIS, *LOGISTIC, "-o", many)
    assert "is for two classes" in refused(2, "predict", many, IRIS, "--threshold", 0.3)
    answer("train", IRIS, *PAIR, *LOGISTIC, "-o", model)
    assert "'1' is outside (0, 1)" in refused(2, "predict", model, IRIS, "--threshold", 1)


def descent(*more):
    return answer("train", IRIS, "--classes", "versicolor,virginica", *LOGISTIC, *more)


def test_descent_is_near_the_optimum_after_ten_passes_whatever_the_seed():
    best = descent()["primal"]
    for seed in ("0", "1", "2"):
        told = descent("--solver", "sgd", "--rounds", "10", "--seed", seed)
        assert told["rounds"] == 10 and told["status"] == "rounds"
        assert told["primal"] <= 1.01 * best
        assert "random order" in told["solver_reason"]


def test_max_rounds_alone_sets_the_passes():
    capped = descent("--solver", "sgd", "--max-rounds", "10")
    assert capped["rounds"] == 10
    assert capped["weights"] == descent("--solver", "sgd", "--rounds", "10")["weights"]
    steps = descent("--penalty", "none", "--solver", "gd", "--max-rounds", "1500")
    assert steps["rounds"] == 1500
