"""Memory: of very many columns, and within --max-memory on every verb."""
import json

import pytest

from program import Measured, run, write

MILLION = 1_000_000


def test_very_many_columns_that_hold_little_need_little_to_be_separated(tmp_path):
    """Only the columns with entries are looked at; the answer is about all."""
    path = write(tmp_path / "i.libsvm", "1 3:1 10000000:1\n-1 3:1\n")
    done = Measured("separate", path)
    assert done.code == 0, done.stderr
    text = " ".join(done.stdout.decode().split())
    assert "10,000,000 features" in text and "separable" in text
    assert done.mib < 600
    answer = Measured("separate", write(tmp_path / "j.libsvm", "1 3:1 2000000:1\n-1 3:1\n"), "--json", "-o", tmp_path / "p.json")
    facts = json.loads(answer.stdout)
    weights = {j: w for j, w in enumerate(facts["weights"]) if w != "0"}
    assert facts["cols"] == len(facts["weights"]) == 2000000 and 1999999 in weights and set(weights) <= {2, 1999999}
    assert run("verify", tmp_path / "p.json", tmp_path / "j.libsvm").returncode == 0


# ---- --max-memory on every verb

LIMIT = 16    # MiB
BESIDE = 56   # the program, libraries, one block of everything


@pytest.fixture(scope="module")
def rows_of_megabytes(tmp_path_factory):
    folder = tmp_path_factory.mktemp("limit")
    value = lambda i, j: (i * (2 * j + 3) * 7919 + j) % 1009 / 1009
    lines = (",".join(f"{value(i, j):.6f}" for j in range(8)) + f",{'ab'[value(i, 1) + value(i, 2) > 1]}\n" for i in range(60000))
    data = write(folder / "d.csv", ",".join(f"x{j}" for j in range(8)) + ",y\n" + "".join(lines))
    assert run("train", data, "--algorithm", "logistic", "-o", folder / "m.hs").returncode == 0
    few = write(folder / "few.csv", "x,y\n1,a\n2,a\n3,b\n")
    assert run("separate", few, "-o", folder / "few.json").returncode == 0
    return {"data": data, "model": folder / "m.hs", "few": few, "proof": folder / "few.json", "out": folder / "out"}


LIMITED = {
    "train": [["data", "--passes", "3"], ["data", "--algorithm", "logistic"], ["data", "--algorithm", "svm", "--features", "poly3"],
              ["data", "--algorithm", "svm", "--kernel", "rbf", "--timeout", "4"], ["data", "--algorithm", "svm", "--scale", "standard"],
              ["data", "--preset", "kernel", "--kernel", "rbf", "--timeout", "4"]],
    "predict": [["model", "data"]],
    "evaluate": [["model", "data"]],
    "explain": [["model", "data", "--row", "5"]],
    "inspect": [["data"], ["data", "--json"], ["model"]],
    "separate": [["data", "--timeout", "5"], ["data", "--features", "poly2", "--timeout", "5"]],
    "verify": [["proof", "few"]],
    "path": [["data", "--timeout", "5"]],
    "cv": [["data", "--algorithm", "logistic", "--folds", "3", "--timeout", "5"]],
    "search": [["data", "--algorithm", "logistic", "--over", "C=0.1,1", "--folds", "3", "--timeout", "5"]],
    "plot": [["model", "data", "-o", "out"], ["model", "data", "--kind", "roc", "-o", "out"]],
    "convert": [["model", "--to", "onnx", "-o", "out"]],
}


def test_every_verb_that_reads_is_limited():
    verbs = {line.split()[0] for line in run("help").stdout.split("Verbs\n")[1].split("\n\n")[0].splitlines()}
    assert verbs - set(LIMITED) == {"help", "completion", "version", "compat"}


@pytest.mark.parametrize("verb", LIMITED)
def test_max_memory_holds_or_refuses(verb, rows_of_megabytes):
    at = {**rows_of_megabytes, "out": rows_of_megabytes["out"].with_suffix(".svg" if verb == "plot" else "")}
    for call in LIMITED[verb]:
        done = Measured(verb, *[at.get(word, word) for word in call], "--max-memory", LIMIT)
        if done.code == 3:
            assert b"--max-memory" in done.stderr, (call, done.stderr)
        else:
            assert done.code in (0, 1, 4), (call, done.stderr)
        assert done.mib <= LIMIT + BESIDE, (call, done.mib)
