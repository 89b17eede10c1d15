"""Fits without a penalty and with Firth's."""
import json
import math
from fractions import Fraction

import pytest

from objectives import LOGISTIC, SVM, newton, rows_of, solved
from program import IRIS, OVERLAP, PAIR, ROOT, answer, refused, run, write


TRIAL = str(ROOT / "data/trial.csv")


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


def loss_in_original_units(got, rows):
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
        reported = (cost if penalised else 1) * loss_in_original_units(b, [(far + v, label) for v, label in pairs]) + penalised * b["weights"][0] ** 2 / 2
        assert reported <= b["primal"] * (1 + 1e-12)  # rounded to the safe side
        assert b["gap"] >= reported - best - 1e-13 * best
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


def test_firth_of_too_many_columns_is_refused_by_its_own_name(tmp_path):
    data = write(tmp_path / "wide.svm", "1 1:1 20001:1\n-1 1:2\n")
    assert refused(2, "train", data, *LOGISTIC, "--penalty", "firth").startswith("halfspace: --penalty: firth needs a matrix of 20002 x 20002 numbers; choose fewer --columns")
    assert "--solver: newton needs a matrix" in refused(2, "train", data, *LOGISTIC, "--solver", "newton")


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


def statistics(data, *flags):
    """The rows of the table by name, and the whole answer."""
    got = answer("train", data, *LOGISTIC, "--statistics", *flags)
    return {c["name"]: c for c in got["statistics"]["coefficients"]}, got


def flowers(path, columns, head):
    """Versicolor and virginica with these columns made of their measurements."""
    x, y = rows_of(IRIS, "versicolor", "virginica")
    return write(path, f"{head},label\n" + "".join(",".join(columns(r)) + f",{t}\n" for r, t in zip(x, y)))


@pytest.mark.parametrize("far", [300_000, 1_000_000, 1_000_000_000])
@pytest.mark.parametrize("penalty", ["none", "firth"])
def test_where_a_column_lies_does_not_change_standard_errors(tmp_path, far, penalty):
    near, _ = statistics(flowers(tmp_path / "near.csv", lambda r: [f"{r[0]}", f"{r[1]}"], "x,z"), "--penalty", penalty)
    there, _ = statistics(flowers(tmp_path / "far.csv", lambda r: [f"{r[0]}", f"{r[1] + far:.1f}"], "x,z"), "--penalty", penalty)
    digits = 1e-9 + 1e-14 * far  # the numbers are rounded in the file of far ones
    for name in ("x", "z"):
        assert there[name]["estimate"] == pytest.approx(near[name]["estimate"], rel=digits)
        assert there[name]["standard_error"] == pytest.approx(near[name]["standard_error"], rel=digits)


@pytest.mark.parametrize("scale", [[], ["--scale", "standard"]])
@pytest.mark.parametrize("penalty, power", [("none", 2), ("firth", 2), ("firth", 3)])
def test_powers_of_a_year_are_tested_as_those_of_its_differences(tmp_path, penalty, power, scale):
    """Powers of t + c are those of t times a matrix of determinant 1 that leaves the highest power alone."""
    flags = ["--penalty", penalty, "--features", f"poly{power}", *scale]
    near, at_near = statistics(flowers(tmp_path / "near.csv", lambda r: [f"{r[0] - 6:.1f}"], "t"), *flags)
    years, at_years = statistics(flowers(tmp_path / "years.csv", lambda r: [f"{r[0] + 2000:.1f}"], "t"), *flags)
    name = f"t^{power}"
    assert years[name]["estimate"] == pytest.approx(near[name]["estimate"], rel=1e-4)
    assert years[name]["standard_error"] == pytest.approx(near[name]["standard_error"], rel=1e-5)
    if not scale:  # else the determinant is that of scaled columns
        assert at_years["primal"] == pytest.approx(at_near["primal"], abs=1e-4)


def test_units_of_a_column_do_not_change_its_test(tmp_path):
    flags = ["--penalty", "none", "--scale", "standard"]
    near, _ = statistics(flowers(tmp_path / "near.csv", lambda r: [f"{r[0]}", f"{r[1]}"], "x,z"), *flags)
    units, _ = statistics(flowers(tmp_path / "units.csv", lambda r: [f"{r[0]}e-300", f"{r[1]}e300"], "x,z"), *flags)
    for name, unit in (("x", 1e-300), ("z", 1e300)):
        assert units[name]["standard_error"] * unit == pytest.approx(near[name]["standard_error"], rel=1e-9)
        for number in ("z", "p"):
            assert units[name][number] == pytest.approx(near[name][number], rel=1e-7)


@pytest.mark.parametrize("bias, value, why", [
    ("free", 5, "column 'k' has one value in all rows, so that the bias does as much: --drop auto leaves it out"),
    ("none", 0, "column 'k' is 0 in all rows: --drop auto leaves it out")])
def test_a_constant_column_is_called_one(tmp_path, bias, value, why):
    rows = [(1, 0), (2, 1), (3, 0), (4, 1), (5, 1), (2, 0)]
    data = write(tmp_path / "d.csv", "x,k,label\n" + "".join(f"{x},{value},{t}\n" for x, t in rows))
    flags = [*LOGISTIC, "--penalty", "none", "--statistics", "--bias", bias]
    assert why in " ".join(run("train", data, *flags).stdout.split())
    assert answer("train", data, *flags)["statistics"]["dependent_column"] == "k"
    assert answer("train", data, *flags, "--drop", "auto")["statistics"]["dependent_column"] is None


@pytest.mark.parametrize("features, why", [("interactions", "product 'g=b*g=c' has one value in all rows"), ("poly2", "product 'g=b^2' is a combination")])
def test_products_of_the_levels_of_one_column_are_named_as_such(tmp_path, features, why):
    data = write(tmp_path / "d.csv", "x,g,label\n" + "".join(f"{k * k % 7},{'abc'[k % 3]},{k * k % 11 > 4}\n" for k in range(40)))
    flags = [*LOGISTIC, "--penalty", "none", "--statistics", "--categorical", "g", "--categorical-coding", "reference", "--features", features]
    text = " ".join(run("train", data, *flags).stdout.split())
    assert why in text and "--features makes every product" in text and "--drop auto" not in text


def test_statistics_refuse_weights_of_classes():
    """Twice the weight of both classes would be half the variance of the same rows."""
    said = refused(2, "train", IRIS, *OVERLAP, *LOGISTIC, "--penalty", "none", "--statistics", "--class-weight", "balanced")
    assert "--statistics" in said and "--class-weight" in said and "--weight" in said


def test_firth_ends_by_its_tolerance(tmp_path):
    """Nearly saturated: the penalty has as much curvature as the likelihood."""
    data = write(tmp_path / "d.csv", "x0,x1,x2,y\n3,2,0,1\n4,2,5,0\n2,3,1,1\n3,0,4,0\n0,4,4,1\n")
    flags = [data, *LOGISTIC, "--penalty", "firth"]
    got = answer("train", *flags)
    assert got["status"] == "converged" and got["gap_estimate"] < 1e-15
    assert [*got["weights"], got["bias"]] == pytest.approx([-0.2648484701207707, 0.3734129113527205, -0.4584346861958146, 1.5093296530698444], abs=1e-9)
    done = run("train", *flags, "--tol", 1e-300, "--json")
    got = json.loads(done.stdout)
    assert got["status"] == "not-converged" and got["stop_reason"].endswith("raise --tol") and got["fitted"]


def test_firth_of_separated_flowers_converges():
    got = answer("train", IRIS, *PAIR, *LOGISTIC, "--penalty", "firth")
    assert got["status"] == "converged" and got["gap"] is None and got["gap_estimate"] < 1e-10
    # the same by scaled columns and steps of at most 5, to 1e-6 standard errors
    assert got["weights"] == pytest.approx([-0.39906, -2.10843, 0.97175, 4.06916], abs=2e-4)
