"""Time grows with the size of what is read, not with its square: columns, levels, classes, rows, certificates."""

import hashlib
import json
import random
import resource

import pytest

from program import SANITIZED, answer, refused, run, write

SIZES = (10000, 40000)
MOST_GROWTH = 9     # four times the size: 4 is linear, 16 the square
NOTHING = 0.3       # seconds that need no second look


def columns(n):
    rng = random.Random(1)
    rows = (",".join(str(rng.randint(0, 9)) for _ in range(n)) + f",{'ab'[i % 2]}\n" for i in range(4))
    return ",".join(f"name{j}" for j in range(n)) + ",y\n" + "".join(rows)


def texts(n):
    rows = (",".join("uv"[(i + j) % 2] for j in range(n)) + f",{'ab'[i % 2]}\n" for i in range(4))
    return ",".join(f"name{j}" for j in range(n)) + ",y\n" + "".join(rows)


def levels(n, name="level"):
    return "t,x,y\n" + "".join(f"{name}{i},{i * i % 10},{'ab'[i % 2]}\n" for i in range(n))


def classes(n):
    return "x,z,y\n" + "".join(f"{i},{i * i % 97},c{i}\n" for i in range(n))


def long_decimals(n):
    return "".join(f"{i % 2} " + " ".join(f"{j + 1}:{i * j % 7 + 1}.123456789012345678" for j in range(n)) + "\n" for i in range(4))


def test_a_model_of_very_many_named_columns_is_written_and_read(tmp_path):
    n = 20000 if SANITIZED else 200000
    data = write(tmp_path / "d.csv", columns(n))
    model = tmp_path / "m.hs"
    assert run("train", data, "-o", model).returncode == 0
    assert answer("inspect", model)["cols"] == n


def test_very_many_unknown_levels_are_counted(tmp_path):
    n = 5000 if SANITIZED else 40000
    model = tmp_path / "m.hs"
    assert run("train", write(tmp_path / "d.csv", levels(n)), "--categorical", "t", "-o", model, "--passes", 2).returncode == 0
    message = refused(3, "predict", model, write(tmp_path / "e.csv", levels(n, "other")))
    assert "level 'other0' of column 't' did not occur in training (level0, level1, level10, " in message
    assert f"and {n - 10:,} more)" in message
    assert f"{n:,} lines are bad" in message


def test_a_certificate_whose_fractions_have_nothing_in_common_is_refused(tmp_path):
    """A hundred fractions of 20,000 digits over one denominator are two million digits each."""
    rng = random.Random(5)
    rows = "x,y\n" + "".join(f"{i % 7 - 3},{'ab'[i % 2]}\n" for i in range(100))
    number = lambda: str(rng.randrange(10**999, 10**1000)) * 20
    terms = [{"row": i, "line": i + 2, "multiplier": f"{number()[:-3]}/{number()[:-2]}{i:02}1"} for i in range(100)]
    certificate = {"format": "halfspace-certificate", "version": 1, "statement": "not-separable", "bias": "augmented",
                   "data": {"sha256": hashlib.sha256(rows.encode()).hexdigest(), "format": "csv", "delimiter": ",", "header": True,
                            "label": "y", "weight": "", "missing": "error", "rows": 100},
                   "classes": {"numeric": False, "negative": ["a"], "positive": ["b"]}, "columns": [{"name": "x"}],
                   "features": "none", "witness": terms}
    done = run("verify", write(tmp_path / "c.json", json.dumps(certificate)), write(tmp_path / "d.csv", rows))
    assert done.returncode != 0
    assert "witness: the common denominator of the multipliers is too long" in done.stdout + done.stderr


def test_an_object_of_very_many_members_is_no_certificate(tmp_path):
    text = '{"format": "halfspace-certificate", ' + ", ".join(f'"m{k}": 0' for k in range(300000)) + "}"
    done = run("verify", write(tmp_path / "c.json", text), write(tmp_path / "d.csv", "x,y\n1,a\n"))
    assert done.returncode != 0
    assert "an object of more than 100 members" in done.stdout + done.stderr


def prepared(folder, n):
    """What the calls below read."""
    at = {name: write(folder / f"{name}{n}.csv", text)
          for name, text in {"columns": columns(n), "texts": texts(n), "levels": levels(n), "other": levels(n, "other"), "classes": classes(n)}.items()}
    at["sparse"] = write(folder / f"sparse{n}.libsvm", long_decimals(n))
    for name, flags in {"columns": [], "texts": ["--categorical", "auto"], "levels": ["--categorical", "t"]}.items():
        at["model of " + name] = folder / f"{name}{n}.hs"
        at["proof of " + name] = folder / f"{name}{n}.json"
        assert run("train", at[name], *flags, "-o", at["model of " + name], "--passes", 5).returncode == 0
        run("separate", at[name], *flags, "-o", at["proof of " + name])
    at["names"] = ",".join(f"name{j}" for j in range(n))[:120000].rsplit(",", 1)[0]
    at["labels"] = ",".join(f"c{j}" for j in range(n))[:120000].rsplit(",", 1)[0]
    at["numbers"] = ",".join(str(j + 1) for j in range(n))[:120000].rsplit(",", 1)[0]
    at["out"] = folder / "out"
    return at


CALLS = {
    "inspect columns": lambda d: ["inspect", d["columns"], "--json"],
    "inspect chosen columns": lambda d: ["inspect", d["columns"], "--columns", d["names"], "--categorical", d["names"]],
    "inspect chosen classes": lambda d: ["inspect", d["classes"], "--classes", d["labels"]],
    "inspect a model": lambda d: ["inspect", d["model of columns"], "--json"],
    "train columns": lambda d: ["train", d["columns"], "-o", d["out"]],
    "train texts": lambda d: ["train", d["texts"], "--categorical", "auto", "-o", d["out"]],
    "train svm": lambda d: ["train", d["columns"], "--algorithm", "svm", "-o", d["out"]],
    "train logistic": lambda d: ["train", d["columns"], "--algorithm", "logistic", "--json"],
    "predict columns": lambda d: ["predict", d["model of columns"], d["columns"]],
    "predict texts": lambda d: ["predict", d["model of texts"], d["texts"]],
    "predict levels": lambda d: ["predict", d["model of levels"], d["levels"]],
    "predict unknown levels": lambda d: ["predict", d["model of levels"], d["other"]],
    "evaluate levels": lambda d: ["evaluate", d["model of levels"], d["levels"]],
    "explain columns": lambda d: ["explain", d["model of columns"], d["columns"], "--row", "1"],
    "convert to C": lambda d: ["convert", d["model of columns"], "--to", "c", "-o", d["out"]],
    "convert to ONNX": lambda d: ["convert", d["model of columns"], "--to", "onnx", "-o", d["out"]],
    "plot weights": lambda d: ["plot", "--kind", "weights", d["model of columns"], "-o", d["out"].with_suffix(".svg")],
    "cv": lambda d: ["cv", d["columns"], "--folds", "2", "--algorithm", "logistic"],
    "separate columns": lambda d: ["separate", d["columns"], "-o", d["out"]],
    "separate levels": lambda d: ["separate", d["levels"], "--categorical", "t", "-o", d["out"]],
    "separate long decimals": lambda d: ["separate", d["sparse"], "--columns", d["numbers"]],
    "verify columns": lambda d: ["verify", d["proof of columns"], d["columns"]],
    "verify texts": lambda d: ["verify", d["proof of texts"], d["texts"]],
    "verify levels": lambda d: ["verify", d["proof of levels"], d["levels"]],
}


@pytest.fixture(scope="module")
def inputs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("growth")
    return {n: prepared(folder, n) for n in SIZES}


def seconds(*args):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = run(*args)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode in (0, 1, 3), done.stderr
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


@pytest.mark.long
@pytest.mark.parametrize("name", CALLS)
def test_time_is_linear(name, inputs):
    large = seconds(*CALLS[name](inputs[SIZES[1]]))
    if large > NOTHING:
        assert large < MOST_GROWTH * seconds(*CALLS[name](inputs[SIZES[0]]))


@pytest.mark.long
def test_forty_thousand_named_columns_are_learned_and_saved_in_two_seconds(inputs):
    assert seconds("train", inputs[40000]["columns"], "-o", inputs[40000]["out"]) < 2
