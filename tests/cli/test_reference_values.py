"""Coefficients, errors and deviances that other programs print for the same data.

The numbers are those of R 4.2.2: `glm(family = binomial, epsilon = 1e-14)` without a penalty, and package brglm2 0.9, `method = "brglmFit",
type = "AS_mean"` (the mean bias reducing score, which for logistic regression is Firth's penalty), `epsilon = 1e-12` or finer.
"""
import csv
import json

import pytest

from program import IRIS, OVERLAP, PAIR, ROOT, answer, run, write

LOGISTIC = ["--algorithm", "logistic", "--tol", "1e-12"]
PLAIN = [*LOGISTIC, "--penalty", "none", "--statistics"]
FIRTH = [*LOGISTIC, "--penalty", "firth", "--statistics"]


def table(got):
    """The rows of the report's coefficients by name."""
    return {c["name"]: c for c in got["statistics"]["coefficients"]}


def estimates(got):
    return [*got["weights"], got["bias"]]


# ---- R's glm

def test_iris_without_a_penalty():
    got = answer("train", IRIS, *OVERLAP, *PLAIN)
    assert got["verdict"] == "overlapping"
    rows = table(got)
    want = {"sepal_length": (-2.46522019518666, 2.39430101849776), "sepal_width": (-6.68088701407854, 4.47956456646634),
            "petal_length": (9.42938515392663, 4.73720770000604), "petal_width": (18.28613688785099, 9.74261213944431),
            "bias": (-42.63780381302202, 25.70766083165920)}
    assert list(rows) == list(want)
    for name, (estimate, error) in want.items():
        assert rows[name]["estimate"] == pytest.approx(estimate, rel=1e-6)
        assert rows[name]["standard_error"] == pytest.approx(error, rel=1e-6)
    assert rows["sepal_length"]["z"] == pytest.approx(-1.02961999186443, rel=1e-6)
    assert rows["sepal_length"]["p"] == pytest.approx(0.3031884267675141, rel=1e-6)
    assert got["statistics"]["deviance"] == pytest.approx(11.8985467913588, rel=1e-6)
    assert got["statistics"]["null_deviance"] == pytest.approx(138.6294361119891, rel=1e-12)
    assert got["statistics"]["aic"] == pytest.approx(21.8985467913588, rel=1e-6)


# ---- brglm2

def test_iris_by_firth():
    got = answer("train", IRIS, *OVERLAP, *FIRTH)
    want = [-1.54626383922651, -3.55795329040155, 4.75380442587119, 9.94304025178151, -20.19222373843984]
    assert estimates(got) == pytest.approx(want, rel=1e-6)


def test_separated_iris_by_firth():
    got = answer("train", IRIS, *PAIR, "--columns", "petal_length,petal_width", *FIRTH)
    assert estimates(got) == pytest.approx([1.55403319215709, 5.15555855714959, -7.99270421694452], rel=1e-6)


def trial_with_dummies(path):
    """The trial with 0/1 columns for centers 2 to 5, so that center 1 is in the intercept, as R codes a factor."""
    with open(ROOT / "data/trial.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    lines = [",".join([r["drug"], *(str(int(r["center"] == str(k))) for k in range(2, 6)), r["patients"], r["outcome"]]) for r in rows]
    return write(path, "drug,center2,center3,center4,center5,patients,outcome\n" + "\n".join(lines) + "\n")


TRIAL = {"drug": (1.392414404402455, 0.647288155292781), "center2": (0.404042424101157, 1.728756753553459),
         "center3": (-0.147399878182230, 2.125280681998019), "center4": (3.211221487864130, 1.582123612201883),
         "center5": (2.223169805661443, 1.560084213548958), "bias": (-4.073734090795584, 1.555724270341635)}


def test_the_trial_by_firth(tmp_path):
    got = answer("train", trial_with_dummies(tmp_path / "t.csv"), "--label", "outcome", "--weight", "patients", *FIRTH)
    rows = table(got)
    assert list(rows) == list(TRIAL)
    for name, (estimate, error) in TRIAL.items():
        assert rows[name]["estimate"] == pytest.approx(estimate, rel=1e-6)
        assert rows[name]["standard_error"] == pytest.approx(error, rel=1e-6)


def test_the_trial_by_one_hot_centers_without_a_bias():
    """Five centers and no bias are the same model: the weight of center k is R's intercept plus its center k."""
    got = answer("train", ROOT / "data/trial.csv", "--label", "outcome", "--weight", "patients", "--categorical", "center", "--bias", "none", *FIRTH)
    rows = table(got)
    assert rows["drug"]["estimate"] == pytest.approx(TRIAL["drug"][0], rel=1e-6)
    assert rows["drug"]["standard_error"] == pytest.approx(TRIAL["drug"][1], rel=1e-6)
    first = TRIAL["bias"][0]
    assert rows["center=1"]["estimate"] == pytest.approx(first, rel=1e-6)
    assert rows["center=1"]["standard_error"] == pytest.approx(TRIAL["bias"][1], rel=1e-6)
    for k in range(2, 6):
        assert rows[f"center={k}"]["estimate"] == pytest.approx(first + TRIAL[f"center{k}"][0], rel=1e-6)


def test_the_trial_has_no_fit_without_a_penalty():
    """glm says converged here, with -20.6 (standard error 3180) for the intercept."""
    flags = ["--label", "outcome", "--weight", "patients", "--categorical", "center", "--bias", "none"]
    done = run("train", ROOT / "data/trial.csv", *flags, *PLAIN, "--json")
    got = json.loads(done.stdout)
    assert done.returncode == 4 and got["verdict"] == "quasi-separable" and got["weights"] is None
    assert got["limiting_direction"] == [{"name": "center=1", "sign": -1}, {"name": "center=3", "sign": -1}]


# ---- the four kinds of data that separation makes

COMPLETE = "1,2,a\n2,0,a\n3,1,a\n5,1,b\n6,3,b\n7,0,b\n"
QUASI = "1,2,a\n2,0,a\n4,1,a\n4,1,b\n6,3,b\n7,0,b\n"
OVERLAPPING = "1,2,a\n2,0,a\n3,1,b\n4,3,a\n5,1,b\n6,0,b\n2,3,b\n5,2,a\n"
ONE_MORE = COMPLETE + "6.5,1,a\n"


@pytest.mark.parametrize("rows, verdict, signs", [(COMPLETE, "separable", {"x": 1, "u": -1}), (QUASI, "quasi-separable", {"x": 1, "u": 1})])
def test_separated_rows_have_no_fit(tmp_path, rows, verdict, signs):
    """glm says converged for both, x = 30.8 (standard error 1.3e7) and x = 12.9 (1.3e7); the signs are those of its coefficients."""
    done = run("train", write(tmp_path / "d.csv", "x,u,label\n" + rows), *PLAIN, "--json")
    got = json.loads(done.stdout)
    assert done.returncode == 4 and got["verdict"] == verdict and got["weights"] is None and got["fitted"] is False
    for part in got["limiting_direction"]:
        assert part["sign"] == signs[part["name"]]
    assert "x" in [part["name"] for part in got["limiting_direction"]]


@pytest.mark.parametrize("rows, want, errors, deviance", [
    (OVERLAPPING, [0.3421012536026775, -0.3026159625931896, -0.7379361269778070],
     [0.4800904847793577, 0.6882071837712442, 2.2322324863000733], 10.14801727713451),
    (ONE_MORE, [0.9020751546984688, 0.5747515971860092, -5.2828283153129938],
     [0.6493732291234353, 1.1922953727272474, 4.0414436539109522], 5.744501260584233)])
def test_overlapping_rows_have_glms_fit(tmp_path, rows, want, errors, deviance):
    got = answer("train", write(tmp_path / "d.csv", "x,u,label\n" + rows), *PLAIN)
    assert got["verdict"] == "overlapping" and got["status"] == "converged"
    assert estimates(got) == pytest.approx(want, rel=1e-6)
    assert [c["standard_error"] for c in got["statistics"]["coefficients"]] == pytest.approx(errors, rel=1e-6)
    assert got["statistics"]["deviance"] == pytest.approx(deviance, rel=1e-6)


@pytest.mark.parametrize("rows, want", [
    (COMPLETE, [0.6755266921034658, 0.1505021529157114, -2.9930075140865569]),
    (QUASI, [0.5495897151816389, 0.1843772081716852, -2.4956296792371790]),
    (OVERLAPPING, [0.2330745467825431, -0.2004339932443591, -0.5119272572683882]),
    (ONE_MORE, [0.4663761374310630, 0.2508608092335033, -2.6452285238568702])])
def test_firth_of_all_four(tmp_path, rows, want):
    got = answer("train", write(tmp_path / "d.csv", "x,u,label\n" + rows), *FIRTH)
    assert got["status"] == "converged"
    assert estimates(got) == pytest.approx(want, rel=1e-6)
