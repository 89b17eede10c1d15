"""Every verb on every bundled data set by the shortest command a user would type: each ends within 20 seconds and answers in full."""
import pathlib

import pytest

from program import ROOT, answer, run

DATA = sorted(path for path in (ROOT / "data").iterdir() if path.suffix == ".csv")
LABELS = {"credit_approval.csv": ["--label", "A16", "--categorical", "auto", "--missing", "mean,category"],
          "trial.csv": ["--label", "outcome", "--weight", "patients"]}
SECONDS = 20


def reading(path):
    return LABELS.get(path.name, [])


def calls(path, folder):
    """verb: words; a model and a certificate are written first."""
    rows, model, proof = [path, *reading(path)], folder / "model.hs", folder / "proof.json"
    exact = [word if word != "mean,category" else "drop" for word in rows]
    several = ["--classes", "setosa,versicolor"] if path.name == "iris.csv" else []
    return {
        "train": [*rows, "-o", model], "predict": [model, path], "evaluate": [model, path], "explain": [model, path, "--row", "1"],
        "separate": [*exact, *several, "-o", proof], "verify": [proof, path], "inspect": rows, "cv": rows, "search": rows,
        "path": [*rows, *several], "plot": [model, path], "report": [model, path, "-o", folder / "page.html"], "convert": [model, "--to", "c", "-o", folder / "model.c"],
        "trace": [*rows, *several, "--passes", "2", "--output-format", "csv", "-o", folder / "trace.csv"],
        "grade": [*rows, folder / "trace.csv", *several, "--passes", "2"],
    }


@pytest.mark.long
@pytest.mark.parametrize("path", DATA, ids=lambda path: path.name)
def test_every_verb_on_every_bundled_set(path, tmp_path):
    for verb, words in calls(path, tmp_path).items():
        done = run(verb, *words, timeout=SECONDS)
        assert done.returncode in ((0, 1) if verb == "separate" else (0,)), (verb, done.returncode, done.stderr)
        assert "nan" not in done.stdout.split() and "internal error" not in done.stderr


def test_the_list_names_every_verb_that_reads_tables(tmp_path):
    others = {"compat", "completion", "exercise", "help", "play", "version"}  # LIBSVM text for old tools; no data
    assert set(calls(pathlib.Path("iris.csv"), tmp_path)) == {verb["name"] for verb in answer("help")["verbs"]} - others
