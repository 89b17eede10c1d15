"""Probabilities of a model that was learned from shards: the same for any number of them, and near those of the text."""
import csv
import io

import pytest

from program import answer, refused
from test_shards import killed_and_resumed, made, shards, text

WAYS = [
    ("--algorithm", "svm", "--calibrate", "platt"),
    ("--algorithm", "svm", "--loss", "squared-hinge", "--calibrate", "auto", "--calibrate-folds", "3", "--seed", "4"),
    ("--algorithm", "logistic", "--penalty", "l1", "--C", "0.05", "--calibrate", "platt", "--class-weight", "balanced"),
]


def chances(model, rows):
    told = csv.DictReader(io.StringIO(made("predict", model, rows, "--probabilities").stdout))
    return [float(row["p_yes"]) if "p_yes" in row else float(list(row.values())[-1]) for row in told]


@pytest.mark.parametrize("way", WAYS)
def test_one_model_for_any_number_of_shards(tmp_path, way):
    source = text(tmp_path / "rows.csv", rows=1200)
    models, reports = set(), []
    for count in (1, 2, 7):
        shards(source, tmp_path / f"in{count}", count)
        reports.append(answer("train", tmp_path / f"in{count}", *way, "-o", tmp_path / f"{count}.hs"))
        models.add((tmp_path / f"{count}.hs").read_bytes())
    assert len(models) == 1
    found = reports[0]["calibration"]
    assert found["done"] and all(report["calibration"] == found for report in reports)
    assert sum(run["held_out_rows"] for run in found["runs"]) == 1200
    here = answer("train", source, *way, "-o", tmp_path / "here.hs")["calibration"]
    assert found["held_out_log_loss"] == pytest.approx(here["held_out_log_loss"], abs=0.01)  # other folds
    assert found["slope"] == pytest.approx(here["slope"], rel=0.1)
    for one, other in zip(chances(tmp_path / "1.hs", source), chances(tmp_path / "here.hs", source)):
        assert one == pytest.approx(other, abs=0.02)


def test_a_checkpoint_goes_on_to_the_same_model(tmp_path):
    shards(text(tmp_path / "rows.csv"), tmp_path / "folder", 3)
    command = ("train", tmp_path / "folder", "--algorithm", "svm", "--calibrate", "platt")
    kept = tmp_path / "run.checkpoint"
    made(*command, "-o", tmp_path / "a.hs")
    for _ in range(2):
        made(*command, "--checkpoint", kept, "-o", tmp_path / "b.hs")
        assert (tmp_path / "a.hs").read_bytes() == (tmp_path / "b.hs").read_bytes()
    assert "other options" in refused(2, *command, "--seed", "1", "--checkpoint", kept)
    killed_and_resumed(tmp_path, tmp_path / "folder", command[2:], [0.003 * k for k in range(1, 8)])


@pytest.mark.parametrize("flags, told", [
    (("--calibrate", "isotonic"), "--calibrate: isotonic needs the scores of all rows in one place"),
    (("--calibrate", "temperature"), "--calibrate: temperature is for three classes or more"),
    (("--calibrate", "platt", "--calibrate-folds", "1"), "--calibrate-folds: 1 is outside 2..1000"),
    (("--calibrate-folds", "3"), "--calibrate-folds: is for --calibrate"),
    (("--calibrate", "platt", "--holdout", "0.2"), "--holdout: is not for a folder of shards"),
])
def test_what_is_refused(tmp_path, flags, told):
    shards(text(tmp_path / "rows.csv"), tmp_path / "folder", 2)
    assert told in refused(2, "train", tmp_path / "folder", "--algorithm", "svm", *flags)


def test_perceptrons_have_none(tmp_path):
    shards(text(tmp_path / "rows.csv"), tmp_path / "folder", 2)
    assert "--calibrate: is for logistic and svm over rows in partitions" in refused(2, "train", tmp_path / "folder", "--calibrate", "platt", "--algorithm", "perceptron")


def test_one_class_is_said_to_be_one(tmp_path):
    source = tmp_path / "one.csv"
    source.write_text("a,label\n1,p\n2,p\n3,p\n")
    shards(source, tmp_path / "folder", 2)
    for kind in ("platt", "auto"):
        told = refused(3, "train", tmp_path / "folder", "--algorithm", "svm", "--calibrate", kind)
        assert "two classes or more" in told and "temperature" not in told
