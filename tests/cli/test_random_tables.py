"""Generated tables go from inspect by the call it suggests to predictions and exports: no crash, and no two reports that disagree."""
import csv
import datetime
import io
import json
import random
import shlex

import pytest

from program import run

LEVELS = ["red", "green", "blue", "it's", 'a "b"', "x,y", "été", "  padded", "1.0", "+1", "line\nbreak", "N/A later", "0"]
FINE = {0, 1, 2, 3, 4}


def column(rng, rows):
    """A name's kind and its cells."""
    kind = rng.choice(["number", "number", "small", "category", "category", "date", "id", "text", "constant", "percent", "money", "mixed"])
    levels = rng.sample(LEVELS, rng.randrange(2, 6))
    day = datetime.date(2020, 1, 1)
    made = {
        "number": lambda i: repr(rng.gauss(0, 10 ** rng.randrange(-3, 5))),
        "small": lambda i: str(rng.randrange(4)),
        "category": lambda i: rng.choice(levels),
        "date": lambda i: (day + datetime.timedelta(days=rng.randrange(4000))).isoformat(),
        "id": lambda i: f"K{i:05}x",
        "text": lambda i: " ".join(rng.choice(["the", "old", "man", "sees", "a", "sea"]) for _ in range(7)) + f" {i}",
        "constant": lambda i: "CH",
        "percent": lambda i: f"{rng.randrange(1000) / 10} %",
        "money": lambda i: f"${rng.randrange(10**6):,}.{rng.randrange(100):02}",
        "mixed": lambda i: rng.choice(["1", "2", "three"]),
    }[kind]
    hole = rng.choice([0, 0, 0.1, 0.4])
    return kind, ["" if rng.random() < hole else made(i) for i in range(rows)]


def table(rng):
    """(bytes, flags that say how they are written, rows with a label)"""
    rows = rng.choice([3, 12, 30, 60])
    columns = [column(rng, rows) for _ in range(rng.randrange(1, 6))]
    labels = [rng.choice(["yes", "no", "maybe"][:rng.choice([2, 2, 3])]) for _ in range(rows)]
    if rng.random() < 0.2:
        labels[rng.randrange(rows)] = ""
    names = [f"{kind} {j}" for j, (kind, _) in enumerate(columns)] + ["label"]
    cells = list(zip(*[c for _, c in columns], labels))
    delimiter = rng.choice([",", ";", "\t"])
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter, lineterminator=rng.choice(["\n", "\r\n"])).writerows([names, *cells])
    encoding = rng.choice(["utf-8", "utf-8", "utf-8-sig", "utf-16", "cp1252"])
    flags = ["--delimiter", "tab" if delimiter == "\t" else delimiter] if delimiter != "," else []
    flags += {"utf-16": ["--encoding", "utf-16"], "cp1252": ["--encoding", "latin1"]}.get(encoding, [])
    return text.getvalue().encode(encoding), flags, names, cells


def told(done):
    """A run that ended as it may; a failure says what to do."""
    assert done.returncode in FINE, (done.args, done.returncode, done.stderr)
    if done.returncode in (2, 3):
        assert done.stderr.startswith("halfspace: ") and len(done.stderr) > 40, done.stderr
    return done


def through(folder, seed):
    """One table from inspect to its exports; True where a model came of it."""
    rng = random.Random(f"table {seed}")
    data, flags, names, cells = table(rng)
    path = folder / "t.csv"
    path.write_bytes(data)
    facts = told(run("inspect", path, *flags, "--json", timeout=10))
    if facts.returncode != 0:
        return False
    facts = json.loads(facts.stdout)
    labelled = sum(row[-1] != "" for row in cells)
    assert facts["rows"] == labelled and facts["missing_rows"] == len(cells) - labelled
    assert [c["name"] for c in facts["columns"]] == names[:-1]
    if facts["suggestion"] is None:
        return False
    words = shlex.split(facts["suggestion"])[1:]
    model = folder / "m.hs"
    done = told(run(*words, "--algorithm", "logistic", "-o", model, "--json", timeout=10))
    assert done.returncode == 0, (words, done.stderr)
    trained = json.loads(done.stdout)
    assert trained["data"]["rows"] == labelled
    done = told(run("predict", model, path, "--json", timeout=10))
    if done.returncode == 3:  # a level that only a row without a label has
        assert labelled < len(cells) and "--unseen row" in done.stderr, done.stderr
        done = told(run("predict", model, path, "--unseen", "row", "--json", timeout=10))
    predicted = json.loads(done.stdout)
    assert len(predicted["labels"]) == len(cells)
    evaluated = json.loads(told(run("evaluate", model, path, "--json", timeout=10)).stdout)
    assert (evaluated["rows"], evaluated["mistakes"]) == (labelled, trained["train"]["mistakes"])
    for to in ("c", "onnx", "sql", "python"):
        exported = told(run("convert", model, "--to", to, "-o", folder / f"m.{to}", timeout=10))
        assert exported.returncode == 0 or "cannot be written" in exported.stderr, exported.stderr
    module = {}
    exec(compile((folder / "m.python").read_text(encoding="ascii"), "m.py", "exec"), module)  # pylint: disable=exec-used
    for row, label in zip(cells, predicted["labels"]):
        if label is not None:
            assert module["predict"](dict(zip(names, row))) == label
    if predicted["labels"][0] is not None:
        explained = told(run("explain", model, path, "--row", "0", "--unseen", "other", "--json", timeout=10))
        assert json.loads(explained.stdout)["label"] == predicted["labels"][0], explained.stderr
        dropped = told(run("explain", model, path, "--row", "0", "--unseen", "other", "--missing", "drop", "--json", timeout=10))
        assert "row 0 has a missing cell" in dropped.stderr or json.loads(dropped.stdout)["scores"] == json.loads(explained.stdout)["scores"], dropped.stderr
    return True


def test_random_tables(tmp_path):
    assert sum(through(tmp_path, seed) for seed in range(40)) >= 15


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_ten_thousand_tables(tmp_path, part):
    assert sum(through(tmp_path, seed) for seed in range(1000 + 500 * part, 1500 + 500 * part)) >= 150
