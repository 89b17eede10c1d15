"""Refusals and stops of cv, search and calibration."""
import json
import random
import signal
import subprocess
import time

import pytest

from program import HALFSPACE, answer, refused, run, write
from selecting import LOGISTIC, SVM


@pytest.mark.parametrize("flags, code, message", [
    (["--folds", 1], 2, "less than 2"),
    (["--folds", 61], 2, "more than the 60 rows"),
    (["--folds", 40], 3, "fewer than the 40 folds"),
    (["--folds", "x"], 2, "--folds"),
    (["--repeats", 0], 2, "outside 1..1000"),
    (["--groups", "nobody"], 2, "no column 'nobody'"),
    (["--groups", "label"], 2, "is the label column"),
    (["--groups", "who", "--columns", "x,who"], 2, "is the group column"),
    (["--groups", ""], 2, "is empty"),
    (["--metric", "acuracy"], 2, "did you mean 'accuracy'"),
    (["--metric", ""], 2, "is empty"),
    (["--metric", "f1,f1"], 2, "is a duplicate metric"),
    (["--metric", "auc,roc-auc"], 2, "is a duplicate metric"),
    (["--algorithm", "perceptron", "--metric", "log-loss"], 2, "--calibrate auto"),
    (["--algorithm", "perceptron", "--metric", "loss"], 2, "is that of the learner"),
    (["--calibrate", "temperature"], 2, "three classes or more"),
    (["--calibrate", "plat"], 2, "did you mean 'platt'"),
    (["--calibrate-folds", 3], 2, "is for --calibrate"),
    (["--algorithm", "perceptron", "--C", 3], 2, "is for --algorithm logistic and svm"),
], ids=str)
def test_cv_refuses(pair, flags, code, message):
    columns = [] if "--columns" in flags else ["--columns", "x,z"]
    assert message in refused(code, "cv", pair, *columns, *flags)


def test_cv_refuses_folds_without_a_class(tmp_path):
    data = write(tmp_path / "rare.csv", "x,label\n" + "".join(f"{i},a\n" for i in range(20)) + "5,b\n6,b\n7,b\n")
    message = refused(3, "cv", data)
    assert "class 'b' has 3 rows, fewer than the 5 folds" in message and "--folds 3" in message
    assert "fewer than the 5 folds" in refused(3, "train", data, "--calibrate", "platt")
    assert answer("cv", data, "--folds", 3)["complete"] is True
    libsvm = write(tmp_path / "a.libsvm", "+1 1:1\n-1 1:2\n")
    assert "no column of groups" in refused(2, "cv", libsvm, "--groups", "g")
    assert "needs two classes" in refused(3, "cv", write(tmp_path / "one.csv", "x,label\n1,a\n2,a\n3,a\n4,a\n5,a\n"))


def test_a_level_that_only_held_out_rows_have_is_counted_or_an_error_that_says_so(tmp_path):
    data = write(tmp_path / "levels.csv", "colour,label\nred,a\nblue,b\nred,a\nblue,b\nred,a\nblue,b\nred,a\ngreen,b\n")
    flags = ["--categorical", "colour", "--folds", 2]
    assert answer("cv", data, *flags)["unseen_level_rows"] == 1
    message = refused(3, "cv", data, *flags, "--unseen", "error")
    assert "'green'" in message and "--unseen other" in message and "fold" in message
    assert answer("cv", data, *flags, "--unseen", "other")["complete"] is True


@pytest.mark.parametrize("flags, message", [
    (["--over", "C"], "is not NAME=VALUE"),
    (["--over", "C="], "empty value"),
    (["--over", "C=1,,2"], "empty value"),
    (["--over", "C=1,1"], "is a duplicate value"),
    (["--over", "Z=1"], "not a learner flag"),
    (["--over", "penalti=l1"], "did you mean penalty"),
    (["--over", "C=1:2"], "LOW:HIGH:COUNT"),
    (["--over", "C=0:2:3"], "LOW:HIGH:COUNT"),
    (["--over", "C=2:1:3"], "LOW:HIGH:COUNT"),
    (["--over", "C=1:2:100000"], "LOW:HIGH:COUNT"),
    (["--over", "C=1,2", "--C", 3], "given as --C too"),
    (["--over", "C=1,2", "--over", "C=3"], "named by two lists"),
    (["--over", "C=1e-3:1e3:500", "--over", "tol=1e-9:1e-3:500"], "more than 10,000 points"),
    (["--over", "C=1,-2"], "at C=-2: "),
    (["--over", "C=1,2", "--halving", 0.5], "neither 1 nor in [1.5, inf)"),
    (["--over", "C=1,2", "--choose", "worst"], "best, one-se"),
    (["--over", "loss=hinge,squared-hinge", "--plot", "a.svg"], "settings that are numbers"),
    (["--over", "C=1,2", "--plot", "a.gif"], ".svg nor .png"),
    (["--over", "C=1,2", "--theme", "dark"], "is for --plot"),
    (["--over", "C=1,2", "--metric", "brier"], "--calibrate auto"),
], ids=str)
def test_search_refuses(pair, flags, message):
    assert message in refused(2, "search", pair, "--columns", "x,z", *SVM, *flags)


def test_scores_that_rank_the_wrong_way_are_refused(tmp_path):
    """A column that says nothing: the fold that holds more rows of b leaves fewer to learn from, so its rows score lower."""
    data = write(tmp_path / "flat.csv", "x,label\n" + "1,a\n" * 6 + "1,b\n" * 7)
    message = refused(3, "train", data, *LOGISTIC, "--calibrate", "platt", "--calibrate-folds", 6, "-o", tmp_path / "m.hs")
    assert "does not rise with them" in message and not (tmp_path / "m.hs").exists()
    assert "below 1/2" in refused(3, "train", data, *LOGISTIC, "--calibrate", "isotonic", "--calibrate-folds", 6)
    even = write(tmp_path / "even.csv", "x,label\n" + "1,a\n1,b\n" * 6)
    assert "are equal" in refused(3, "train", even, *LOGISTIC, "--calibrate", "platt", "--calibrate-folds", 6)


def test_a_calibration_without_scores_says_why(tmp_path):
    apart = write(tmp_path / "apart.csv", "x,label\n" + "".join(f"{i},{'ab'[i > 9]}\n" for i in range(20)) + "12,a\n8,b\n")
    flags = [*LOGISTIC, "--penalty", "none", "--calibrate", "platt", "--calibrate-folds", 2]
    seen = {run("train", apart, *flags, "--seed", s).returncode for s in range(12)}
    assert 3 in seen
    message = next(done.stderr for done in (run("train", apart, *flags, "--seed", s) for s in range(12)) if done.returncode == 3)
    assert "has no optimum" in message and "--penalty l2" in message
    none = answer_of(4, "train", write(tmp_path / "clean.csv", "x,label\n1,a\n2,a\n3,b\n4,b\n"), *flags)
    assert none["calibration"]["done"] is False and none["calibration"]["reason"] == "the run has no optimum"


def answer_of(code, *args):
    done = run(*args, "--json")
    assert done.returncode == code, done.stderr
    return json.loads(done.stdout)


def big(tmp_path):
    draw = random.Random(5)
    lines = [f"{','.join(f'{draw.gauss(0, 1):.4f}' for _ in range(30))},{draw.choice('ab')}" for _ in range(4000)]
    return write(tmp_path / "big.csv", ",".join(f"c{j}" for j in range(30)) + ",label\n" + "\n".join(lines) + "\n")


def test_a_time_limit_ends_cv_with_what_was_done(tmp_path):
    done = run("cv", big(tmp_path), "--preset", "averaged", "--passes", 10000000, "--timeout", 1.5, "--json")
    assert done.returncode == 4, done.stderr
    got = json.loads(done.stdout)
    assert got["complete"] is False and len(got["fits"]) == 5
    assert all(fit["status"] in (None, "timeout") and fit["scored"] is False for fit in got["fits"])


def test_an_interrupt_ends_a_search_with_130_and_no_model(tmp_path):
    data = big(tmp_path)
    call = [HALFSPACE, "search", str(data), "--preset", "averaged", "--passes", "10000000", "--over", "margin=0.1,1", "-o", str(tmp_path / "m.hs"), "--json"]
    process = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 130, err
    got = json.loads(out)
    assert got["best"] is None and got["stopped"] is True and got["model"] is None
    assert not (tmp_path / "m.hs").exists()


def test_a_search_names_its_learner(pair):
    assert "learner    logistic" in run("search", pair, "--columns", "x,z", "--folds", 2, "--over", "C=0.1,1").stdout
