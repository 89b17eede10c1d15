"""Scaled columns of rows in shards: the same model for any number of them, that of the text."""
import json

import pytest

from program import answer, refused, run, write
from test_shards import made, shards, text

LEARNERS = [
    ("--algorithm", "logistic"),
    ("--algorithm", "svm"),
    ("--algorithm", "logistic", "--penalty", "l1", "--C", "0.1"),
    ("--preset", "averaged", "--passes", "4"),
]


@pytest.mark.parametrize("scale", ["standard", "minmax", "max-norm"])
@pytest.mark.parametrize("kind", ["csv", "libsvm"])
@pytest.mark.parametrize("how", LEARNERS)
def test_one_model_for_any_number_of_shards(tmp_path, kind, how, scale):
    source = text(tmp_path / f"rows.{kind}", kind=kind)
    models = set()
    for count in (1, 3, 20):
        shards(source, tmp_path / f"in{count}", count)
        told = answer("train", tmp_path / f"in{count}", *how, "--scale", scale, "-o", tmp_path / "m.hs")
        models.add((tmp_path / "m.hs").read_bytes())
    assert len(models) == 1
    assert told["settings"]["scale"] == scale
    assert told["train"]["mistakes"] == answer("evaluate", tmp_path / "m.hs", source)["mistakes"]
    if how[0] == "--preset":
        return
    here = answer("train", source, *how, "--scale", scale)
    for one, other in ((told, here), (here, told)):
        assert one["primal"] - one["gap"] <= other["primal"] * (1 + 1e-9)


def test_a_column_of_one_value_and_one_far_from_0(tmp_path):
    rows = text(tmp_path / "rows.csv").read_text().splitlines()
    source = write(tmp_path / "far.csv", "\n".join([f"k,far,{rows[0]}"] + [f"3,{1e7 + n % 5},{row}" for n, row in enumerate(rows[1:])]) + "\n")
    shards(source, tmp_path / "folder", 4)
    flags = ("--algorithm", "logistic", "--scale", "standard", "--tol", "1e-8")
    over, here = (answer("train", data, *flags, "-o", tmp_path / f"{k}.hs") for k, data in enumerate((tmp_path / "folder", source)))
    assert over["primal"] == pytest.approx(here["primal"], rel=1e-7)
    labels = [made("predict", tmp_path / f"{k}.hs", source).stdout for k in (0, 1)]
    assert labels[0] == labels[1]


def test_a_checkpoint_goes_on_to_the_same_model(tmp_path):
    shards(text(tmp_path / "rows.csv"), tmp_path / "folder", 3)
    command = ("train", tmp_path / "folder", "--algorithm", "svm", "--scale", "standard", "--json")
    whole = json.loads(made(*command).stdout)
    kept = tmp_path / "run.checkpoint"
    for wait in (0.001, 0.003, 0.006, 0.01, 0.02):  # in whatever round that is
        run(*command, "--timeout", wait, "--checkpoint", kept)
        for _ in range(2):
            assert json.loads(made(*command, "--checkpoint", kept).stdout)["primal"] == whole["primal"]
    assert "other options" in refused(2, *command[:-2], "minmax", "--checkpoint", kept)


def test_scaled_rows_have_to_fit(tmp_path):
    rows = write(tmp_path / "wide.libsvm", "".join(f"{1 - 2 * (k % 2)} {1 + k % 7}:{k} 3000:{k % 3}\n" for k in range(400)))
    shards(rows, tmp_path / "folder", 2)
    told = refused(3, "train", tmp_path / "folder", "--algorithm", "logistic", "--scale", "standard", "--max-memory", "4")
    assert "makes partition 0 take 5 MiB, more than --max-memory 4; convert the rows into more shards, or choose max-norm" in told
    shards(rows, tmp_path / "many", 20)
    few, whole = (answer("train", tmp_path / "many", "--algorithm", "logistic", "--scale", "standard", "--max-memory", m) for m in ("4", "400"))
    assert few["primal"] == whole["primal"]  # shards are scaled anew in each round


def test_dense_rows_take_as_much_as_before(tmp_path):
    rows = write(tmp_path / "rows.csv", "".join(",".join(f"c{j}" for j in range(200)) + ",label\n" if k == 0 else ",".join(f"{(k * j) % 7}.125" for j in range(200)) + f",{k % 2}\n" for k in range(4001)))
    shards(rows, tmp_path / "folder", 2)
    for scale in ("standard", "max-norm"):
        answer("train", tmp_path / "folder", "--algorithm", "logistic", "--scale", scale, "--max-memory", "4")
    told = refused(3, "train", tmp_path / "folder", "--algorithm", "logistic", "--scale", "standard", "--max-memory", "3")
    assert "take 4 MiB, more than --max-memory 3; convert the rows into more shards" in told and "max-norm" not in told


@pytest.mark.parametrize("scale", ["standard", "minmax", "max-norm"])
def test_rows_without_columns(tmp_path, scale):
    shards(write(tmp_path / "rows.libsvm", "1\n-1\n1\n1\n"), tmp_path / "folder", 2)
    told = answer("train", tmp_path / "folder", "--algorithm", "logistic", "--scale", scale)
    assert told["status"] == "converged" and told["train"]["mistakes"] == 1


@pytest.mark.parametrize("unit", [1e-155, 1e150])
def test_very_small_and_very_large_numbers(tmp_path, unit):
    rows = text(tmp_path / "rows.csv").read_text().splitlines()
    lines = [line.split(",") for line in rows[1:]]
    source = write(tmp_path / "far.csv", "\n".join([rows[0]] + [",".join([repr(float(x) * unit) for x in line[:-1]] + line[-1:]) for line in lines]) + "\n")
    shards(source, tmp_path / "folder", 3)
    for scale in ("standard", "minmax"):
        over, here = (answer("train", data, "--algorithm", "logistic", "--scale", scale, "--tol", "1e-9") for data in (tmp_path / "folder", source))
        assert over["primal"] == pytest.approx(here["primal"], rel=1e-7)
    if unit > 1:
        assert "squares are too large; scale the columns (--scale)" in refused(3, "train", tmp_path / "folder", "--algorithm", "logistic")


@pytest.mark.parametrize("words", [("train", "--algorithm", "logistic"), ("train", "--algorithm", "perceptron"), ("path",)])
def test_a_boundary_through_the_origin_stays_there(tmp_path, words):
    shards(text(tmp_path / "rows.csv"), tmp_path / "folder", 2)
    assert "moves the origin" in refused(2, words[0], tmp_path / "folder", *words[1:], "--bias", "none", "--scale", "standard")


def test_a_run_that_ends_early_names_its_checkpoint(tmp_path):
    shards(text(tmp_path / "rows.csv", rows=20000), tmp_path / "folder", 2)
    kept = tmp_path / "run.checkpoint"
    for wait in (0.001, 0.002, 0.004, 0.008, 0.016, 0.032):
        done = run("train", tmp_path / "folder", "--algorithm", "svm", "--scale", "standard", "--timeout", wait, "--checkpoint", kept)
        if done.returncode == 4 and "nothing to keep" in done.stderr:
            assert ("from which the same command goes on" in done.stderr) == kept.exists()
        kept.unlink(missing_ok=True)


@pytest.mark.parametrize("words, told", [
    (("cv", "--algorithm", "logistic", "--folds", "3"), "with cross-validation"),
    (("path", "--folds", "3"), "with --folds"),
    (("train", "--algorithm", "svm", "--calibrate", "platt"), "with --calibrate"),
])
def test_models_of_folds_have_no_common_scale(tmp_path, words, told):
    shards(text(tmp_path / "rows.csv"), tmp_path / "folder", 2)
    assert told in refused(2, words[0], tmp_path / "folder", *words[1:], "--scale", "standard")


def test_path_of_scaled_columns(tmp_path):
    source = text(tmp_path / "rows.csv")
    shards(source, tmp_path / "folder", 3)
    flags = ("--penalty", "l1", "--points", "5", "--scale", "standard", "--choose", "4")
    over, here = (answer("path", data, *flags, "-o", tmp_path / "m.hs") for data in (tmp_path / "folder", source))
    for one, other in zip(over["points"], here["points"], strict=True):
        assert one["lambda"] == pytest.approx(other["lambda"], rel=1e-8)
        assert one["primal"] == pytest.approx(other["primal"], rel=1e-5)
