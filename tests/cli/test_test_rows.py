"""Rows held out: --holdout and --test."""
import random
import subprocess

import pytest

from program import IRIS, OVERLAP, PAIR, answer, refused, run, write


def test_holdout_is_stratified_and_seeded(tmp_path):
    rows = ["1,a"] * 80 + ["-1,b"] * 20
    path = write(tmp_path / "h.csv", "x,label\n" + "\n".join(rows) + "\n")
    facts = answer("train", path, "--holdout", "0.25")
    assert facts["test"]["rows"] == 25 and facts["train"]["rows"] == 75
    one, same, other = (answer("train", IRIS, *OVERLAP, "--preset", "pocket", "--rounds", "200", "--holdout", "0.3", "--seed", seed) for seed in (1, 1, 2))
    assert one["test"]["rows"] == 30
    assert one["weights"] == same["weights"] and one["test"] == same["test"]
    assert one["weights"] != other["weights"]


@pytest.mark.parametrize("fraction, negatives, positives", [("0.2", 18, 2), ("0.25", 23, 3), ("0.1", 9, 1)])
def test_holdout_keeps_proportions(tmp_path, fraction, negatives, positives):
    """Weights that call every row positive count the negatives held out: the class's rows times the fraction, rounded."""
    labels = ["a"] * 90 + ["b"] * 10 + ["c"] * 35
    random.Random(4).shuffle(labels)
    path = write(tmp_path / "h.csv", "x,label\n" + "".join(f"0,{label}\n" for label in labels))
    for seed in range(3):
        facts = answer("train", path, "--classes", "a,b", "--holdout", fraction, "--seed", seed, "--start", "0,1000", "--passes", "1", "--mistake", "boundary-is-correct")
        assert facts["test"]["rows"] == negatives + positives
        assert facts["test"]["false_positives"] == negatives and facts["test"]["false_negatives"] == 0


def test_holdout_may_not_take_a_whole_class(tmp_path):
    path = write(tmp_path / "h.csv", "x,label\n1,a\n2,a\n3,a\n4,a\n5,b\n")
    assert run("train", path, "--holdout", "0.6").returncode in (2, 3)


def test_test_file(model):
    facts = answer("train", IRIS, *PAIR, "--test", IRIS)
    assert facts["test"] == {**facts["train"], **{name: facts["test"][name] for name in ("mistakes", "perceptron_loss")}}
    assert facts["test"]["mistakes"] == 0
    by_evaluate = answer("evaluate", model, IRIS, *PAIR)
    for name in ("rows", "mistakes", "error", "false_positives", "false_negatives", "on_boundary"):
        assert facts["test"][name] == by_evaluate[name]


def test_evaluate_with_the_number_of_the_label_column(model):
    assert answer("evaluate", model, IRIS, *PAIR, "--label", "5")["rows"] == 100


def test_evaluate_with_another_label_column(model, tmp_path):
    renamed = write(tmp_path / "r.csv", open(IRIS, encoding="utf-8").read().replace("species", "kind"))
    assert answer("evaluate", model, renamed, *PAIR, "--label", "kind")["mistakes"] == 0


def test_predict_scores_and_json_agree(model):
    facts = answer("predict", model, IRIS)
    lines = run("predict", model, IRIS, "--scores").stdout.split()
    assert lines[0] == "label,score" and len(lines) == 151
    assert [line.split(",")[0] for line in lines[1:]] == facts["labels"] == run("predict", model, IRIS).stdout.split()
    assert [float(line.split(",")[1]) for line in lines[1:]] == facts["scores"]


def test_inspect_a_model_names_what_it_was_learned_from(model):
    facts = answer("inspect", model)
    data = answer("inspect", IRIS, *PAIR)
    for name in ("rows", "cols", "nnz", "labels", "xxh3_128"):
        assert facts[name] == data[name]


def test_the_time_limit_ends_a_slow_reading(tmp_path):
    out = tmp_path / "m.hs"
    slow = subprocess.Popen(["sleep", "30"], stdout=subprocess.PIPE)
    try:
        message = refused(4, "train", "-", "--timeout", "0.2", "-o", out, stdin=slow.stdout)
    finally:
        slow.kill()
        slow.wait()
    assert "time limit" in message and not out.exists()
