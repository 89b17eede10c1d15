"""Predictions and evaluation of rows in shards: those of the text."""
import pytest

from program import answer, refused, run, write
from test_shards import made, shards, text

MODELS = [
    ("--algorithm", "logistic"),
    ("--algorithm", "svm", "--kernel", "rbf", "--C", "2"),
    ("--algorithm", "logistic", "--features", "poly2", "--scale", "standard"),
    ("--preset", "voted", "--passes", "3"),
]


def scored(model, rows):
    """Labels and scores; rows kept otherwise add up in another order."""
    lines = made("predict", model, rows, "--scores").stdout.splitlines()
    assert lines[0] == "label,score"
    return [(label, float(score)) for label, score in (line.split(",") for line in lines[1:])]


@pytest.mark.parametrize("kind", ["csv", "libsvm"])
@pytest.mark.parametrize("how", MODELS)
def test_predictions_are_those_of_the_text(tmp_path, kind, how):
    source = text(tmp_path / f"rows.{kind}", kind=kind)
    run("train", source, *how, "-o", tmp_path / "m.hs")
    for count in (1, 3, 100):
        shards(source, tmp_path / f"in{count}", count)
        over, here = (scored(tmp_path / "m.hs", data) for data in (tmp_path / f"in{count}", source))
        assert [label for label, _ in over] == [label for label, _ in here]
        assert [score for _, score in over] == pytest.approx([score for _, score in here], rel=1e-11, abs=1e-12)
    made("predict", tmp_path / "m.hs", tmp_path / "in3", "-o", tmp_path / "p.txt")
    assert (tmp_path / "p.txt").read_text() == made("predict", tmp_path / "m.hs", source).stdout


@pytest.mark.parametrize("how", MODELS[:3])
def test_evaluation_is_that_of_the_text(tmp_path, how):
    source = text(tmp_path / "rows.csv")
    other = text(tmp_path / "more.csv", seed=2)
    run("train", source, *how, "-o", tmp_path / "m.hs")
    shards(other, tmp_path / "folder", 4)
    over = answer("evaluate", tmp_path / "m.hs", tmp_path / "folder")
    here = answer("evaluate", tmp_path / "m.hs", other)
    for name in ("rows", "confusion", "mistakes", "error"):
        assert over.get(name) == here.get(name), name
    for name, value in here["metrics"].items():
        assert over["metrics"][name] == (pytest.approx(value, rel=1e-9) if isinstance(value, float) else value), name
    assert run("evaluate", tmp_path / "m.hs", tmp_path / "folder", "--fail-under", "1").returncode == 1


def test_rows_on_the_boundary_are_those_of_the_text(tmp_path):
    """Row 2 is on the boundary of the model of one pass: 0.9 * -0.8 + -0.4 * -0.2 + 0.8 * 0.8 = 0."""
    source = write(tmp_path / "t.csv", "a,b,c,y\n-0.1,0.4,-0.8,n\n-0.8,-0.2,0.8,p\n-0.7,-0.8,-0.1,n\n")
    for count in (1, 3):
        folder = tmp_path / f"rows{count}"
        model = tmp_path / f"{count}.hs"
        answer("convert", source, "--shards", str(count), "-o", folder)
        trained = answer("train", folder, "--preset", "cyclic", "--bias", "none", "-o", model)
        told = [trained["train"], answer("evaluate", model, folder), answer("evaluate", model, source)]
        assert [(t["mistakes"], t["on_boundary"]) for t in told] == [(0, 1)] * 3
        assert run("predict", model, folder, "--scores").stdout.splitlines()[2] == "p,0"


def test_weights_of_rows_count(tmp_path):
    rows = text(tmp_path / "rows.csv").read_text().splitlines()
    source = tmp_path / "weighted.csv"
    source.write_text("\n".join([f"w,{rows[0]}"] + [f"{1 + k % 3},{row}" for k, row in enumerate(rows[1:])]) + "\n")
    made("train", source, "--weight", "w", "--algorithm", "logistic", "-o", tmp_path / "m.hs")
    shards(source, tmp_path / "folder", 3, "--weight", "w")
    over, here = (answer("evaluate", tmp_path / "m.hs", data) for data in (tmp_path / "folder", source))
    assert over["error"] == here["error"] and over["metrics"]["log_loss"] == pytest.approx(here["metrics"]["log_loss"], rel=1e-12)


def test_what_is_refused(tmp_path):
    source = text(tmp_path / "rows.csv")
    made("train", source, "--algorithm", "logistic", "-o", tmp_path / "m.hs")
    lines = source.read_text().replace("a,b,c,label", "a,c,b,label", 1)
    turned = tmp_path / "turned.csv"
    turned.write_text(lines)
    shards(turned, tmp_path / "turned", 2)
    shards(source, tmp_path / "folder", 2)
    for verb in ("predict", "evaluate"):
        assert "has as column 2 'c', the model 'b'" in refused(3, verb, tmp_path / "m.hs", tmp_path / "turned")
        assert "--data-cache: is not for a folder of shards" in refused(2, verb, tmp_path / "m.hs", tmp_path / "folder", "--data-cache")
    assert "--keep: is not for a folder of shards" in refused(2, "predict", tmp_path / "m.hs", tmp_path / "folder", "--keep", "a")
    (tmp_path / "folder" / "part-00001.shard").write_bytes(b"halfspace shard 1\n")
    assert "part-00001.shard" in refused(3, "predict", tmp_path / "m.hs", tmp_path / "folder")


def test_labels_that_the_model_does_not_have(tmp_path):
    source = text(tmp_path / "rows.csv")
    made("train", source, "--algorithm", "logistic", "-o", tmp_path / "m.hs")
    other = tmp_path / "other.csv"
    other.write_text(source.read_text().replace(",yes", ",maybe"))
    shards(other, tmp_path / "folder", 2)
    assert "maybe" in refused(3, "evaluate", tmp_path / "m.hs", tmp_path / "folder")
    assert made("predict", tmp_path / "m.hs", tmp_path / "folder").stdout == made("predict", tmp_path / "m.hs", source).stdout


def test_columns_with_numbers_are_no_columns_with_names(tmp_path):
    named, numbered = text(tmp_path / "rows.csv"), text(tmp_path / "rows.libsvm", kind="libsvm")
    for source, other in ((named, numbered), (numbered, named)):
        made("train", source, "--algorithm", "logistic", "-o", tmp_path / "m.hs")
        shards(other, tmp_path / f"of{other.suffix}", 2)
        assert "columns with n" in refused(3, "evaluate", tmp_path / "m.hs", tmp_path / f"of{other.suffix}")


def test_memory_is_that_of_a_shard(tmp_path):
    rows = tmp_path / "wide.libsvm"
    rows.write_text("".join(f"{1 - 2 * (k % 2)} " + " ".join(f"{j}:{k % 7 + j % 5 + 0.123456789}" for j in range(1, 2001)) + "\n" for k in range(120)))
    made("train", rows, "--algorithm", "logistic", "--max-rounds", "3", "-o", tmp_path / "m.hs")
    shards(rows, tmp_path / "folder", 1)
    for verb in ("predict", "evaluate"):
        assert "more than --max-memory 1" in refused(3, verb, tmp_path / "m.hs", tmp_path / "folder", "--max-memory", "1")


@pytest.mark.parametrize("verb", [("inspect",), ("cv",), ("search", "--algorithm", "svm"), ("trace",)])
def test_verbs_that_read_no_shards_say_so(tmp_path, verb):
    shards(text(tmp_path / "rows.csv"), tmp_path / "folder", 2)
    if verb != ("cv",):
        assert "is a folder of shards" in refused(5, *verb, tmp_path / "folder")
    assert "is one shard of a folder" in refused(2, *verb, tmp_path / "folder/part-00000.shard")
    (tmp_path / "folder/manifest.txt").unlink()
    assert "its conversion did not finish" in refused(5, *verb, tmp_path / "folder")
