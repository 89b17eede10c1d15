"""The regularisation path of rows in shards: the same answer for any number of shards, the points of the text."""
import json

import pytest

from program import answer, refused, run
from test_cv_shards import fold
from test_shards import made, shards, text

PATHS = [
    ("--points", "6"),
    ("--penalty", "l1", "--points", "6"),
    ("--penalty", "elastic-net", "--lambdas", "0.1,0.01", "--class-weight", "balanced"),
    ("--algorithm", "svm", "--loss", "squared-hinge", "--Cs", "0.01,1"),
]


def without_time(told):
    told["data"].pop("source")
    return {name: value for name, value in told.items() if name not in ("seconds", "peak_bytes", "source")}


@pytest.mark.parametrize("flags", PATHS)
def test_same_answer_and_model_from_any_number_of_shards(tmp_path, flags):
    source = text(tmp_path / "rows.csv")
    told, models = [], []
    for count in (1, 2, 3, 7):
        shards(source, tmp_path / f"in{count}", count)
        told.append(without_time(answer("path", tmp_path / f"in{count}", *flags, "--folds", "3", "--seed", "5", "-o", tmp_path / "m.hs")))
        models.append((tmp_path / "m.hs").read_bytes())
    assert all(one == told[0] for one in told) and all(one == models[0] for one in models)
    assert told[0]["status"] == "converged" and told[0]["chosen"] == told[0]["best"]
    assert all(point["mean"] is not None for point in told[0]["points"])


@pytest.mark.parametrize("flags", PATHS)
def test_the_text_with_the_same_folds_as_groups(tmp_path, flags):
    source = text(tmp_path / "rows.csv")
    lines = source.read_text().splitlines()
    parts = [fold(row, 5, 3) for row in range(len(lines) - 1)]
    grouped = tmp_path / "grouped.csv"
    grouped.write_text("\n".join([f"part,{lines[0]}"] + [f"{f},{line}" for f, line in zip(parts, lines[1:])]) + "\n")
    shards(source, tmp_path / "folder", 3)
    over = answer("path", tmp_path / "folder", *flags, "--folds", "3", "--seed", "5")
    here = answer("path", grouped, *flags, "--folds", "3", "--groups", "part")
    assert len(over["points"]) == len(here["points"])
    assert over["null_model"]["loss"] == pytest.approx(here["null_model"]["loss"], rel=1e-9)
    for one, other in zip(over["points"], here["points"]):
        assert one["lambda"] == pytest.approx(other["lambda"], rel=1e-8)
        assert one["primal"] - one["gap"] <= other["primal"] * (1 + 1e-12) and other["primal"] - other["gap"] <= one["primal"] * (1 + 1e-12)
        assert one["explained"] == pytest.approx(other["explained"], abs=1e-3)
        assert one["mean"] == pytest.approx(other["mean"], rel=2e-3)
        assert one["standard_error"] == pytest.approx(other["standard_error"], rel=0.05, abs=1e-4)


def test_the_chosen_point_is_what_train_finds(tmp_path):
    source = text(tmp_path / "rows.csv")
    shards(source, tmp_path / "folder", 2)
    told = answer("path", tmp_path / "folder", "--penalty", "l1", "--points", "5", "--choose", "4", "-o", tmp_path / "m.hs")
    point = told["points"][3]
    alone = answer("train", tmp_path / "folder", "--algorithm", "logistic", "--penalty", "l1", "--lambda", repr(point["lambda"]), "--tol", "1e-6", "-o", tmp_path / "a.hs")
    assert alone["primal"] == pytest.approx(point["primal"], rel=2e-6)
    labels = [made("predict", tmp_path / f"{name}.hs", source).stdout.splitlines() for name in "ma"]
    assert sum(one == other for one, other in zip(*labels)) >= 0.99 * len(labels[1])


def test_a_checkpoint_goes_on_to_the_same_answer(tmp_path):
    shards(text(tmp_path / "rows.csv"), tmp_path / "folder", 3)
    command = ("path", tmp_path / "folder", "--points", "6", "--folds", "2", "--json")
    whole = json.loads(made(*command).stdout)
    kept = tmp_path / "run.checkpoint"
    for wait in (0.002, 0.005, 0.01, 0.02, 0.04):  # in whatever round that is
        run(*command, "--timeout", wait, "--checkpoint", kept)
        for _ in range(2):
            assert json.loads(made(*command, "--checkpoint", kept).stdout)["points"] == whole["points"]
        kept.unlink()
    made(*command, "--checkpoint", kept)
    assert "other options" in refused(2, *command, "--penalty", "l1", "--checkpoint", kept)
    assert "other options" in refused(2, "cv", tmp_path / "folder", "--algorithm", "logistic", "--folds", "2", "--checkpoint", kept)
    assert json.loads(made(*command, "--plot", tmp_path / "p.svg", "--checkpoint", kept).stdout)["points"] == whole["points"]
    assert (tmp_path / "p.svg").read_text().startswith("<svg")


@pytest.mark.parametrize("flags, told", [
    (("--metric", "roc-auc", "--folds", "2"), "--metric: roc-auc needs the scores of all rows in one place"),
    (("--folds", "1"), "--folds: "),
    (("--groups", "a", "--folds", "2"), "--groups: is not for a folder of shards"),
    (("--solver", "cd"), "--solver: is newton for rows in partitions"),
    (("--scale", "standard", "--folds", "3"), "--scale: is not for rows in partitions with --folds"),
    (("--algorithm", "perceptron"), "has no path"),
    (("--hash-bits", "8"), "--hash-bits: is not for a folder of shards"),
    (("--unseen", "other"), "--unseen: is not for a folder of shards"),
    (("--precision", "float"), "--precision: is not for a folder of shards"),
    (("-o", "m.hs"), "--choose: is needed to write a model"),
])
def test_what_paths_of_shards_refuse(tmp_path, flags, told):
    shards(text(tmp_path / "rows.csv"), tmp_path / "folder", 2)
    assert told in refused(2, "path", tmp_path / "folder", *flags)


@pytest.mark.parametrize("way", [("path", "--points", "4", "--folds", "2"), ("train", "--algorithm", "svm", "--calibrate", "platt")])
def test_a_checkpoint_that_was_changed_is_refused(tmp_path, way):
    verb, *flags = way
    shards(text(tmp_path / "rows.csv"), tmp_path / "folder", 2)
    kept = tmp_path / "run.checkpoint"
    made(verb, tmp_path / "folder", *flags, "--checkpoint", kept)
    whole = kept.read_bytes()
    for at in range(19, len(whole), max(1, len(whole) // 12)):
        kept.write_bytes(whole[:at] + bytes([whole[at] ^ 16]) + whole[at + 1 :])
        assert "is damaged; begin anew without it" in refused(3, verb, tmp_path / "folder", *flags, "--checkpoint", kept)
    kept.write_bytes(whole[: len(whole) // 2])
    assert "is damaged" in refused(3, verb, tmp_path / "folder", *flags, "--checkpoint", kept)


def test_a_checkpoint_is_for_shards(tmp_path):
    assert "--checkpoint: is for a folder of shards" in refused(2, "path", text(tmp_path / "rows.csv"), "--checkpoint", tmp_path / "c")


def test_points_that_do_not_fit_in_memory(tmp_path):
    rows = tmp_path / "wide.libsvm"
    rows.write_text("\n".join(f"{1 - 2 * (k % 2)} 1:{k} 1000000:{k % 3}" for k in range(40)) + "\n")
    shards(rows, tmp_path / "folder", 2)
    told = refused(3, "path", tmp_path / "folder", "--penalty", "l1", "--max-memory", "100")
    assert "the weights of 1,000,000 columns need" in told and "--max-memory" in told
