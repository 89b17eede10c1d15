"""What was not finished is null or said in words; never "none", 0 or an empty list. The runs below never end by themselves."""
import json
import random
import re
import xml.etree.ElementTree as xml

import pytest

from program import IRIS, OVERLAP, ROOT, SANITIZED, answer, run, write

CREDIT = [str(ROOT / "data/credit_approval.csv"), "--label", "A16", "--categorical", "auto", "--missing", "drop"]
ENDLESS = ["--columns", "sepal_length,sepal_width", "--preset", "averaged", "--passes", 10**12]
SHORTLY = ["--timeout", "2" if SANITIZED else "0.4", "--threads", 2]  # long enough to read the rows


def unfinished(*args, codes=(4,)):
    """JSON and text of a run that its time limit ended."""
    reported = run(*args, *SHORTLY, "--json")
    text = run(*args, *SHORTLY)
    assert reported.returncode in codes and text.returncode in codes, (reported.returncode, reported.stderr)
    return json.loads(reported.stdout), text.stdout


@pytest.fixture(scope="module")
def wide(tmp_path_factory):
    """Three classes that no plane separates, too large for a packing of witnesses within the time."""
    draw = random.Random(4)
    lines = [",".join(f"c{j}" for j in range(25)) + ",label"]
    lines += [",".join(str(draw.randrange(1000)) for _ in range(25)) + "," + "abc"[i % 3] for i in range(3000)]
    return write(tmp_path_factory.mktemp("wide") / "wide.csv", "\n".join(lines) + "\n")


def test_separate():
    got, text = unfinished("separate", *CREDIT, "--suspects", "--min-mistakes", codes=(1, 4))
    assert got["verdict"] != "separable" and "the data is separable" not in text
    assert got["suspects"]["ranked"] is None and got["suspects"]["complete"] is False
    assert re.search(r"suspects   not known: the (search ended before it found a witness|run was stopped before they were counted)", text)
    assert "before it found a witness" not in text or "witness " not in text.split("suspects")[0]
    assert got["fewest_mistakes"]["exact"] is False
    if got["witness"]:
        assert got["disjoint_witnesses"] >= 1 and got["fewest_mistakes"]["at_least"] >= 1
    else:
        assert got["verdict"] == "undecided" and got["witness"] is None and got["disjoint_witnesses"] is None


def test_separate_of_pairs(wide):
    got, text = unfinished("separate", wide, "--features", "poly2", codes=(1, 4))
    undecided = [p for p in got["pairs"] if p["verdict"] == "undecided"]
    assert all(p["witness_rows"] is None or p["witness_rows"] > 0 for p in undecided)
    assert got["questions"] == 6 and len(undecided) + 6 - len(got["pairs"]) > 0  # unfinished or not begun


def test_cross_validation():
    got, text = unfinished("cv", IRIS, *OVERLAP, *ENDLESS)
    not_begun = [fit for fit in got["fits"] if fit["status"] is None]
    assert len(not_begun) == 3 and not any(fit["scored"] for fit in got["fits"])
    assert all(fit[k] is None for fit in not_begun for k in ("train_rows", "test_rows", "mistakes", "error", "fitted"))
    assert got["complete"] is False and "no fold was scored" in text


@pytest.mark.parametrize("more", [[], ["--halving", 2]])
def test_search(more):
    got, text = unfinished("search", IRIS, *OVERLAP, *ENDLESS, "--over", "margin=0.5,1,2,3", *more)
    assert got["best"] is None and got["ties"] is None and got["stopped"] is True
    not_begun = [p for p in got["points"] if all(s is None for s in p["statuses"])]
    assert len(not_begun) == 3 or more  # few rows are separable, and their runs end
    assert all(p[k] is None for p in not_begun for k in ("rung", "rows", "not_converged"))
    assert got["rungs"][-1]["kept"] is None and "the search was stopped" in text


def test_path(wide):
    got, text = unfinished("path", wide, "--classes", "a,b", "--features", "poly2", "--penalty", "l1", "--folds", 3, "--choose", "best", codes=(0, 4))
    assert got["status"] == "timeout" and got["chosen"] is None and got["best"] is None
    assert got["classes"] == ["a", "b"] and got["bias_mode"] == "free"
    assert got["points"] or got["objective"] is None
    assert "there is no point best" not in text and "ended before every point had its mean" in text


def test_evaluation(wide, tmp_path):
    model = tmp_path / "m.hs"
    answer("train", wide, "--classes", "a,b", "--algorithm", "logistic", "--features", "poly2", "-o", model)
    reported = run("evaluate", model, wide, "--classes", "a,b", *SHORTLY, "--json")
    least = json.loads(reported.stdout)["unavoidable"]
    if least is not None:  # null: too large to be asked
        known = least["mistakes_at_least"] is not None
        assert (least["witnesses"] is not None) == known and (not known or least["mistakes_at_least"] > 0)
        assert least["rest_is_separable"] in (True, None)


def test_a_pocket_keeps_what_its_verdict_proves():
    got = answer("train", IRIS, *OVERLAP, "--preset", "pocket")["unavoidable"]
    assert got["mistakes_at_least"] > 0 and got["rest_is_separable"] in (True, None)


def test_calibration():
    got = answer("train", IRIS, *OVERLAP, *ENDLESS, "--calibrate", "isotonic", *SHORTLY)
    assert got["status"] == "timeout"
    calibration = got["calibration"]
    assert calibration["done"] is False and calibration["reason"] and calibration["points"] is None
    assert all(r["held_out_rows"] is None for r in calibration["runs"] if r["status"] is None)


def test_inspect(tmp_path):
    data = write(tmp_path / "d.csv", "x,z,label\n,1,a\n,2,b\n")
    x, z = answer("inspect", data, "--missing", "mean")["columns"]
    assert x["min"] is None and x["max"] is None and x["missing"] == 2 and (z["min"], z["max"]) == (1, 2)
    assert "all cells missing" in run("inspect", data, "--missing", "mean").stdout
    model = write(tmp_path / "m", "solver_type L2R_LR\nnr_class 2\nlabel 1 -1\nnr_feature 2\nbias -1\nw\n1\n2\n")
    reported = answer("inspect", model)
    assert all(reported[name] is None for name in ("rows", "nnz", "labels", "xxh3_128"))


def test_a_pass_count_that_no_model_says(tmp_path):
    model, trace = tmp_path / "m.hs", tmp_path / "t.jsonl"
    run("train", IRIS, "--multiclass", "one-vs-rest", "--passes", 5, "-o", model, "--trace", trace)
    assert json.loads(run("plot", model, "--kind", "mistakes", "--trace", trace, "--json").stdout)["passes"] is None


@pytest.fixture(scope="module")
def fine(tmp_path_factory):
    """Rows of 25 digits, labels by lot: every exact question about them is long."""
    draw = random.Random(9)
    rows = "".join(f"{draw.randrange(10**24, 10**25)}e-24,{draw.randrange(10**24, 10**25)}e-24,{draw.choice('ab')}\n" for _ in range(4900))
    return write(tmp_path_factory.mktemp("fine") / "fine.csv", "x,z,label\n" + rows)


def test_a_picture_of_a_stopped_search(fine, tmp_path):
    for limit in ("0.02", "0.1", "0.3", "0.6"):
        got = run("separate", fine, "--picture", tmp_path / "s.svg", "--timeout", limit)
        assert got.returncode in (0, 1, 4) and "internal error" not in got.stderr, (limit, got.stderr)
        if (tmp_path / "s.svg").exists():
            xml.parse(tmp_path / "s.svg")
            (tmp_path / "s.svg").unlink()


def test_fewest_mistakes_that_were_not_bounded(fine):
    for limit in ("0.05", "0.3"):
        text = run("separate", fine, "--min-mistakes", "--timeout", limit)
        assert text.returncode in (1, 4), text.stderr
        assert "between 0 and 0" not in text.stdout and "inf" not in text.stdout.split(), text.stdout


def test_a_stopped_nu_svm_has_no_word_about_its_optimum(fine):
    text = run("train", fine, "--algorithm", "svm", "--kernel", "rbf", "--nu", "0.3", "--timeout", "0.15")
    assert text.returncode == 0 and "status     timeout" in text.stdout, text.stdout
    assert "the optimum is w = 0" not in text.stdout


def test_auto_keeps_the_perceptron_when_its_second_learner_is_stopped(fine):
    for limit in ("0.1", "0.2", "0.3", "0.4", "0.6", "1"):  # tests/train/stop_test.cpp stops it by counted work
        got = run("train", fine, "--features", "poly3", "--timeout", limit, "--json")
        assert got.returncode in (0, 4), got.stderr
        if got.returncode == 4:  # the rows were not read
            continue
        reported = json.loads(got.stdout)
        assert reported["weights"] is not None and all(w is not None for w in reported["weights"]), limit
        if reported["algorithm"] == "perceptron":
            assert reported["status"] == "timeout" and "stopped before" in reported["algorithm_reason"]


def test_whoever_uses_an_unfinished_model_is_warned(fine, tmp_path):
    model = tmp_path / "m.hs"
    run("train", fine, "--algorithm", "svm", "--kernel", "rbf", "--nu", "0.3", "--timeout", "0.15", "-o", model)
    for verb in (["evaluate"], ["predict"], ["explain", "--row", "0"]):
        done = run(verb[0], model, fine, *verb[1:])
        assert "the run that made this model was ended by its time limit" in done.stderr, verb
        assert run(verb[0], model, fine, *verb[1:], "--quiet").stderr == "", verb


def test_pairs_that_were_never_begun_are_reported(tmp_path):
    draw = random.Random(5)
    rows = "".join(f"{draw.random():.6f},{draw.random():.6f},c{i % 200}\n" for i in range(8000))
    data = write(tmp_path / "many.csv", "u,v,label\n" + rows)
    got, text = unfinished("train", data, "--algorithm", "svm", "--multiclass", "one-vs-one", "--features", "poly3", codes=(0, 4))
    idle = [r for r in got["runs"] if "not begun" in r["stop_reason"]]
    assert got["status"] == "timeout" and idle and all(r["primal"] is None and r["gap"] is None for r in idle)
    assert got["primal"] is None and "rounds of none" not in text and "primal 0" not in text
