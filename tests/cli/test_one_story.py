"""One model, one file, one set of numbers: what train, --test, evaluate, predict and cv say of the same run agrees."""
import json
import random
import re

import pytest

from program import IRIS, run

LEARNERS = {
    "svm": ["--algorithm", "svm"], "logistic": ["--algorithm", "logistic"], "auto": [], "multinomial": ["--algorithm", "logistic", "--multiclass", "multinomial"],
    "argmax": ["--algorithm", "perceptron", "--passes", "3"], "one-vs-rest": ["--algorithm", "perceptron", "--multiclass", "one-vs-rest", "--passes", "3"],
    "one-vs-one": ["--algorithm", "svm", "--multiclass", "one-vs-one"], "rbf": ["--algorithm", "svm", "--kernel", "rbf"],
}


def table(path, seed, rows=150):
    """Few levels, one extreme cell, missing cells, rows that are there twice: scores of different classes are equal at times."""
    r = random.Random(seed)
    with open(path, "w") as out:
        out.write("age,income,region,pays,plan\n")
        for i in range(rows):
            region = r.choice(["north", "south", "east", "North"])
            income = 9_900_000 if i == 20 else "" if r.random() < 0.06 else r.randrange(20, 90) * 1000
            age = "NA" if r.random() < 0.06 else r.randrange(18, 80)
            plan = r.choice(["basic", "standard", "premium"] if region != "east" else ["basic", "premium"])
            out.write(f"{age},{income},{region},{r.choice(['yes', 'no'])},{plan}\n")
    return path


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("scale", [[], ["--scale", "standard"]], ids=["", "standard"])
@pytest.mark.parametrize("name", LEARNERS)
def test_training_counts_are_those_of_a_prediction(name, scale, seed, tmp_path):
    data = table(tmp_path / "t.csv", seed)
    model = tmp_path / "m.hs"
    out = json.loads(run("train", data, "--label", "plan", "--categorical", "region,pays", "--missing", "mean", *LEARNERS[name], *scale, "--test", data,
                         "-o", model, "--json").stdout)
    evaluated = json.loads(run("evaluate", model, data, "--json").stdout)
    predicted = run("predict", model, data).stdout.split()
    truth = [line.rsplit(",", 1)[1].strip() for line in data.read_text().splitlines()[1:]]
    wrong = sum(p != t for p, t in zip(predicted, truth, strict=True))
    for counts in (out["train"], out["test"], evaluated):
        assert (counts["wrong_labels"], counts["on_boundary"]) == (wrong, out["train"]["on_boundary"])


def test_rows_left_out_are_named(tmp_path):
    data = table(tmp_path / "t.csv", 1)
    model = tmp_path / "m.hs"
    run("train", data, "--label", "plan", "--categorical", "region,pays", "--missing", "drop", "-o", model)
    evaluated = run("evaluate", model, data, "--missing", "drop")
    missing = json.loads(run("evaluate", model, data, "--missing", "drop", "--json").stdout)["missing_rows"]
    assert missing > 0 and f"left out {missing} rows with missing cells" in " ".join(evaluated.stdout.split())


def test_the_model_is_as_good_as_its_worst_run():
    out = json.loads(run("train", IRIS, "--algorithm", "logistic", "--json").stdout)
    worst = max(out["runs"], key=lambda r: r["gap"] / r["primal"])
    assert f"class {worst['label']}: " in out["stop_reason"]
    assert float(re.search(r"gap (\S+) of", out["stop_reason"])[1]) == pytest.approx(worst["gap"] / worst["primal"], rel=0.01)


def test_search_names_what_was_given():
    report = run("search", IRIS, "--algorithm", "logistic", "--folds", "2").stdout
    assert re.search(r"^learner +logistic, one-vs-rest$", report, re.M)


def test_separate_advises_what_it_takes(tmp_path):
    data = table(tmp_path / "t.csv", 1)
    done = run("separate", data, "--label", "plan", "--categorical", "region,pays", "--classes", "basic,premium")
    assert done.returncode == 3 and "--missing drop" in done.stderr and "mean" not in done.stderr


def test_a_level_of_held_out_rows_is_found_in_the_file(tmp_path):
    path = tmp_path / "t.csv"
    lines = table(path, 1).read_text().splitlines()
    path.write_text("\n".join(line.replace("south", f"south{k}") for k, line in enumerate(lines)) + "\n")
    done = run("train", path, "--label", "plan", "--categorical", "region,pays", "--missing", "mean", "--holdout", "0.3")
    assert done.returncode == 0 and "taken as the pooled level, else as none of the levels" in " ".join(done.stdout.split())
    done = run("train", path, "--label", "plan", "--categorical", "region,pays", "--missing", "mean", "--holdout", "0.3", "--unseen", "error")
    assert done.returncode == 3 and re.search(r"t\.csv:\d+: level 'south\d+' of column 'region'", done.stderr)


def test_multinomial_runs_are_proved_by_their_gap_alone():
    assert json.loads(run("train", IRIS, "--algorithm", "logistic", "--multiclass", "multinomial", "--json").stdout)["gradient"] is None


@pytest.mark.parametrize("calibration", [["--classes", "basic,premium"], []], ids=["platt", "temperature"])
def test_a_row_far_out_is_named_where_no_calibration_fits(tmp_path, calibration):
    r = random.Random(5)
    path = tmp_path / "t.csv"
    with open(path, "w") as out:
        out.write("x,plan\n")
        for k in range(90):
            plan = ["basic", "standard", "premium"][k % 3]
            out.write(f"{100000 if k == 0 else r.gauss(k % 3, 1):.3f},{plan}\n")
    done = run("train", path, "--label", "plan", *calibration, "--algorithm", "svm", "--scale", "standard", "--calibrate", "auto")
    assert done.returncode == 3 and "half of them stay within" in done.stderr, done.stderr


@pytest.mark.parametrize("bias,why", [("free", "a column of texts add up to the bias"), ("none", "each column of texts add up to 1")])
def test_the_advice_about_dependent_levels_helps(tmp_path, bias, why):
    r = random.Random(2)
    path = tmp_path / "t.csv"
    path.write_text("u,v,label\n" + "".join(f"{r.choice('pqr')},{r.choice('xyz')},{r.choice('ab')}\n" for _ in range(200)))
    flags = ["--categorical", "auto", "--algorithm", "logistic", "--penalty", "none", "--statistics", "--bias", bias]
    report = " ".join(run("train", path, *flags).stdout.split())
    assert f"the coefficients are not unique; the levels of {why}: --categorical-coding reference leaves one of each out" in report, report
    report = run("train", path, *flags, "--categorical-coding", "reference").stdout
    assert "std. error" in report and "none: column" not in report
