"""What scripts rely on: verbs, flags and exit codes."""
import json
import time

import pytest

from calls import VERBS, good_calls
from program import IRIS, OVERLAP, PAIR, answer, refused, run, write


def test_no_arguments():
    done = run()
    assert done.returncode == 2
    assert done.stdout == ""
    assert all(verb in done.stderr for verb in VERBS)
    assert len(done.stderr.splitlines()) < 15 + len(VERBS)  # a line each, and a few


@pytest.mark.parametrize("word, meant", [("trian", "train"), ("predcit", "predict"), ("inspct", "inspect"), ("versoin", "version")])
def test_unknown_verb(word, meant):
    assert f"did you mean {meant}" in refused(2, word, IRIS)


def test_unknown_verb_like_no_other():
    assert ", ".join(VERBS) in refused(2, "qqqqqqqq")


@pytest.mark.parametrize("call, meant", [(["train", IRIS, "--lable", "x"], "--label"), (["train", IRIS, "--colums=x"], "--columns"), (["inspect", IRIS, "--jsn"], "--json"), (["train", IRIS, "--presett", "x"], "--preset")])
def test_unknown_flag(call, meant):
    assert f"did you mean {meant}" in refused(2, *call)


@pytest.mark.parametrize("call", [
    ["train"], ["predict"], ["predict", "m"], ["inspect"], ["inspect", IRIS, "more"], ["version", "more"], ["train", IRIS, "--label"], ["train", IRIS, "--json=x=y"],
    ["train", IRIS, *PAIR, "--preset", "nothing"], ["train", IRIS, *PAIR, "--passes", "-1"], ["train", IRIS, *PAIR, "--passes", "x"], ["train", IRIS, *PAIR, "--eta", "0"],
    ["train", IRIS, *PAIR, "--eta", "nan"], ["train", IRIS, *PAIR, "--holdout", "1"], ["train", IRIS, *PAIR, "--holdout", "0"], ["train", IRIS, *PAIR, "--holdout", "x"],
    ["train", IRIS, *PAIR, "--test", IRIS, "--holdout", "0.5"], ["train", IRIS, *PAIR, "--timeout", "0"], ["train", IRIS, *PAIR, "--timeout", "x"], ["train", IRIS, *PAIR, "--threads", "0"],
    ["train", IRIS, *PAIR, "--seed", "-1"], ["train", IRIS, *PAIR, "--max-memory", "0"], ["train", IRIS, *PAIR, "--delimiter", "ab"], ["train", IRIS, *PAIR, "--delimiter", '"'],
    ["train", IRIS, *PAIR, "--format", "xml"], ["train", IRIS, *PAIR, "--algorithm", "nothing"], ["train", IRIS, *PAIR, "--positive", "nothing"], ["train", IRIS, *PAIR, "--start", "1"],
    ["train", IRIS, *PAIR, "--start", "nothing"], ["train", IRIS, "--classes", ""], ["train", IRIS, *PAIR, "--missing", "guess"], ["train", IRIS, *PAIR, "--color", "red"],
    ["train", IRIS, *PAIR, "--json", "-o", "-"], ["train", IRIS, *PAIR, "--label", "species", "--label", "species"]], ids=lambda call: " ".join(call[1:]).replace(IRIS, "DATA"))
def test_usage_errors(call):
    refused(2, *call)


@pytest.mark.parametrize("flag", ["--threads", "--seed", "--timeout", "--max-memory"])
def test_common_flags_are_checked_by_every_verb(model, flag):
    for call in good_calls(model).values():
        refused(2, *call, flag, "x")


@pytest.mark.parametrize("verb", VERBS)
def test_help(verb):
    done = run(verb, "--help")
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout.index("Examples") < done.stdout.index("Usage")
    assert run("help", verb).stdout == done.stdout
    if verb != "compat":  # whose one-letter flags are the old tools'
        assert run(verb, "-h").stdout == done.stdout
    described = json.loads(run(verb, "--help", "--json").stdout)
    for flag in described["flags"]:
        assert flag["name"] in done.stdout
    assert {"--json", "--quiet", "--timeout", "--seed", "--threads", "--help", "--color"} <= {flag["name"] for flag in described["flags"]}


def test_exit_code_0_done(model):
    for call in good_calls(model).values():
        done = run(*call)
        assert done.returncode == 0 and done.stdout and not done.stderr


def test_exit_code_1_the_answer_is_no(model, tmp_path):
    wrong = write(tmp_path / "w.csv", open(IRIS, encoding="utf-8").read().replace("versicolor", "x").replace("setosa", "versicolor").replace("x", "setosa"))
    assert run("evaluate", model, IRIS, *PAIR, "--fail-under", "1").returncode == 0
    assert run("evaluate", model, wrong, *PAIR, "--fail-under", "0").returncode == 0
    done = run("evaluate", model, wrong, *PAIR, "--fail-under", "0.5", "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["accuracy"] == 0
    refused(2, "evaluate", model, IRIS, "--fail-under", "1.5")


def test_exit_code_2_comes_before_reading(tmp_path):
    refused(2, "train", tmp_path / "absent", "--timeout", "x")


def test_exit_code_4_no_firm_answer():
    done = run("train", IRIS, *PAIR, "--mistake", "boundary-is-correct", "--json")
    assert done.returncode == 4
    assert json.loads(done.stdout)["status"] == "vacuous"


@pytest.mark.parametrize("flags, status, strict", [
    ([*PAIR], "converged", 0), ([*OVERLAP, "--columns", "sepal_length,petal_length", "--algorithm", "perceptron"], "not-separable", 4),
    ([*OVERLAP, "--columns", "sepal_length,petal_length"], "converged", 0),
    ([*OVERLAP, "--passes", "3"], "not-converged", 4),
    ([*OVERLAP, "--max-updates", "3"], "not-converged", 4), ([*OVERLAP, "--preset", "pocket", "--rounds", "50"], "rounds", 4),
    ([*OVERLAP, "--stop", "patience", "--order", "random", "--patience", "5"], "patience", 4),
    ([*OVERLAP, "--preset", "averaged", "--passes", "3"], "passes", 0)])
def test_strict(flags, status, strict, tmp_path):
    for more, code in (([], 0), (["--strict"], strict)):
        done = run("train", IRIS, *flags, "--json", "-o", tmp_path / "m.hs", *more)
        assert json.loads(done.stdout)["status"] == status
        assert done.returncode == code
        assert answer("inspect", tmp_path / "m.hs")["report"]["status"] == status


def test_timeout(endless, tmp_path):
    for more, code in (([], 0), (["--strict"], 4)):
        begun = time.monotonic()
        done = run("train", endless, "--decide", "off", "--timeout", "0.3", "--json", "-o", tmp_path / "m.hs", *more)
        assert time.monotonic() - begun < 60
        assert done.returncode == code
        assert json.loads(done.stdout)["status"] == "timeout"
        assert answer("inspect", tmp_path / "m.hs")["report"]["status"] == "timeout"
