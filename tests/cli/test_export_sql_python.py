"""Models as Python and as SQL, compared with our own predictions: of Python the same bits, of SQL to rounding."""
import csv
import random
import sqlite3

import pytest

from program import IRIS, OVERLAP, answer, refused, run

NASTY = ['a "quoted" name', "it's", "back\\slash", "\u00e9t\u00e9 \U0001F600", "tab\there", "line\nbreak", "%s {0} $1", "\u202eturned"]


def write_table(path, names, rows):
    with open(path, "w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([names, *rows])
    return path


def trained(folder, table, *flags):
    done = run("train", table, "--label", "label", *flags, "-o", folder / "model.hs")
    assert (folder / "model.hs").exists(), done.stderr
    return folder / "model.hs"


def ours(model, table):
    found = answer("predict", model, table)
    return found["labels"], [s if isinstance(s, list) else [s] for s in found["scores"]]


def python_model(folder, model):
    done = run("convert", model, "-o", folder / "model.py")
    assert done.returncode == 0, done.stderr
    names = {}
    exec(compile((folder / "model.py").read_text(encoding="ascii"), "model.py", "exec"), names)  # pylint: disable=exec-used
    return names


def sql_rows(folder, model, names, rows, types=None):
    """(scores, prediction) of each row, in SQLite."""
    done = run("convert", model, "-o", folder / "model.sql", "--name", 'my "data"')
    assert done.returncode == 0, done.stderr
    quoted = ['"' + name.replace('"', '""') + '"' for name in names]
    base = sqlite3.connect(":memory:")
    base.execute('CREATE TABLE "my ""data""" (' + ", ".join(f"{q} {t}" for q, t in zip(quoted, types or ["TEXT"] * len(names))) + ")")
    base.executemany(f'INSERT INTO "my ""data""" VALUES ({", ".join("?" * len(names))})', rows)
    found = base.execute((folder / "model.sql").read_text(encoding="utf-8")).fetchall()
    return [(list(row[len(names):-1]), row[-1]) for row in found]


def agree(folder, model, table, names, rows, types=None):
    labels, scores = ours(model, table)
    module = python_model(folder, model)
    dicts = [dict(zip(names, row)) for row in rows]
    assert [module["scores"](row) for row in dicts] == scores  # the same bits
    assert [module["predict"](row) for row in dicts] == labels
    found = sql_rows(folder, model, names, rows, types)
    size = max(1.0, max(abs(s) for row in scores for s in row))
    for (numbers, label), score, expected in zip(found, scores, labels, strict=True):
        assert numbers == pytest.approx(score, rel=1e-12, abs=1e-12 * size)
        far = sorted(score)[-1] - sorted(score)[-2] if len(score) > 1 else abs(score[0])
        assert label == expected or far < 1e-11 * size


def random_table(rng, classes, categories, missing, digits):
    """Numbers a and b, texts "c" of odd names; labels of odd names that lean on all of them."""
    levels = rng.sample(NASTY, 3) + ["7", "-0.5"]
    labels = sorted(rng.sample(NASTY, classes))
    names = ["a", rng.choice(NASTY), *(["col" + NASTY[0]] if categories else []), "label"]
    rows = []
    for k in range(60):
        a, b, c = rng.gauss(0, 1), rng.gauss(0, 2), rng.randrange(5)
        label = labels[min(classes - 1, max(0, round(a + b / 2 + c / 4 + classes / 2 - 1 + rng.gauss(0, 0.3))))]
        cells = [repr(round(a, digits)), repr(round(b, digits)), *([levels[c]] if categories else [])]
        if missing and k > 5:
            cells = [rng.choice(["", "NA", "null"]) if rng.random() < 0.1 else cell for cell in cells]
        rows.append([*cells, labels[k % classes] if k < classes else label])
    return names, rows


def sql_cells(rows):
    return [[None if cell.lower() in ("", "na", "null") else cell for cell in row] for row in rows]


@pytest.mark.parametrize("seed", range(30))
def test_random_tables(tmp_path, seed):
    rng = random.Random(seed)
    categories, missing, classes = rng.random() < 0.6, rng.random() < 0.5, rng.choice([2, 2, 3, 4])
    names, rows = random_table(rng, classes, categories, missing, rng.choice([1, 3, 17]))
    table = write_table(tmp_path / "t.csv", names, rows)
    flags = ["--algorithm", rng.choice(["logistic", "svm"]), "--features", rng.choice(["none", "poly2", "poly3", "interactions"]),
             "--scale", rng.choice(["none", "standard", "minmax"])]
    flags += ["--categorical", "auto"] if categories else []
    flags += ["--missing", "mean,category" if categories else "mean"] if missing else []
    model = trained(tmp_path, table, *flags)
    as_written = [[f" {cell} " for cell in row] for row in rows]  # blanks around cells, words for missing ones
    agree(tmp_path, model, table, names, as_written if seed % 2 else sql_cells(rows))


def rows_alone(folder, model, names, rows):
    """Each row in a file of its own: which decimals are exact depends on the others of a file."""
    module = python_model(folder, model)
    for row in rows:
        labels, scores = ours(model, write_table(folder / "one.csv", names, [row]))
        assert module["scores"](dict(zip(names, row))) == scores[0]
        assert module["predict"](dict(zip(names, row))) == labels[0]


PERCEPTRONS = {
    "last": ["--passes", "7"],
    "averaged": ["--preset", "averaged", "--passes", "7"],
    "voted": ["--preset", "voted", "--passes", "7"],
    "products": ["--preset", "averaged", "--features", "poly2", "--passes", "7"],
    "rate": ["--step", "rate", "--eta", "0.25", "--passes", "7", "--features", "poly3"],
}


@pytest.mark.parametrize("name", PERCEPTRONS)
@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("seed", range(3))
def test_perceptrons_are_exact_in_python_too(tmp_path, name, classes, seed):
    names, rows = random_table(random.Random(100 + seed), classes, True, seed == 2, 2)
    table = write_table(tmp_path / "t.csv", names, rows)
    missing = ["--missing", "mean,category"] if seed == 2 else []
    several = [[], ["--multiclass", "one-vs-rest"], ["--multiclass", "argmax"]][seed] if classes > 2 else []
    model = trained(tmp_path, table, "--algorithm", "perceptron", *PERCEPTRONS[name], "--categorical", "auto", *missing, *several,
                    "--stop", "passes", "--decide", "off")
    rows_alone(tmp_path, model, names, rows[:25])


def test_pairs_vote_in_python(tmp_path):
    with open(IRIS, encoding="utf-8") as file:
        names, *rows = list(csv.reader(file))
    run("train", IRIS, "--algorithm", "svm", "--multiclass", "one-vs-one", "-o", tmp_path / "model.hs")
    labels, scores = ours(tmp_path / "model.hs", IRIS)
    module = python_model(tmp_path, tmp_path / "model.hs")
    assert [module["scores"](dict(zip(names, row))) for row in rows] == scores
    assert [module["predict"](dict(zip(names, map(float, row[:4])))) for row in rows] == labels
    assert "one-vs-one: sql cannot" in refused(3, "convert", tmp_path / "model.hs", "-o", tmp_path / "m.sql")


KERNEL = ["--stop", "passes", "--passes", "20"]
KERNELS = {
    "linear": ["--kernel", "linear", *KERNEL],
    "rbf": ["--kernel", "rbf", "--scale", "standard", *KERNEL],
    "polynomial": ["--kernel", "polynomial", "--degree", "5", "--coef0", "1", "--gamma", "0.25", "--scale", "max-norm", *KERNEL],
    "sigmoid": ["--kernel", "sigmoid", "--gamma", "0.25", *KERNEL],
    "laplacian": ["--kernel", "laplacian", "--scale", "minmax", *KERNEL],
    "voted": ["--kernel", "rbf", "--keep", "vote", *KERNEL],
    "products": ["--kernel", "rbf", "--features", "poly2", "--scale", "standard", *KERNEL],
    "pairs": ["--algorithm", "svm", "--kernel", "rbf", "--multiclass", "one-vs-one"],
    "fourier": ["--algorithm", "svm", "--kernel", "rbf", "--gamma", "40", "--approximation", "fourier", "--components", "30"],
}


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("classes", [2, 3])
def test_kernels_in_python(tmp_path, name, classes):
    if name == "pairs" and classes == 2:
        classes = 4
    names, rows = random_table(random.Random(7 + classes), classes, True, True, 3)
    table = write_table(tmp_path / "t.csv", names, rows)
    model = trained(tmp_path, table, *KERNELS[name], "--categorical", "auto", "--missing", "mean,category")
    labels, scores = ours(model, table)
    module = python_model(tmp_path, model)
    assert [module["scores"](dict(zip(names, row))) for row in rows] == scores
    assert [module["predict"](dict(zip(names, row))) for row in rows] == labels


@pytest.mark.parametrize("kernel", ["0", "1", "2", "3"])
@pytest.mark.parametrize("data", ["two", "three"])
def test_models_of_libsvm_in_python(tmp_path, iris, kernel, data):
    done = run("compat", "svm-train", "-q", "-t", kernel, "-g", "0.1", iris / data, tmp_path / "model")
    assert done.returncode == 0, done.stderr
    labels, scores = ours(tmp_path / "model", iris / "wide")
    module = python_model(tmp_path, tmp_path / "model")
    rows = [dict(entry.split(":") for entry in line.split()[1:]) for line in (iris / "wide").read_text().splitlines()]
    assert [module["predict"](row) for row in rows] == labels
    assert [module["scores"](row) for row in rows] == scores


PROBABLE = {
    "logistic": ["--algorithm", "logistic"],
    "multinomial": ["--algorithm", "logistic", "--multiclass", "multinomial"],
    "platt": ["--algorithm", "svm", "--calibrate", "platt", *OVERLAP],
    "isotonic": ["--algorithm", "svm", "--calibrate", "isotonic", *OVERLAP],
    "temperature": ["--algorithm", "svm", "--calibrate", "temperature"],
    "sigmoid": ["--algorithm", "logistic", *OVERLAP],
}


@pytest.mark.parametrize("name", PROBABLE)
def test_probabilities_in_python(tmp_path, name):
    done = run("train", IRIS, *PROBABLE[name], "-o", tmp_path / "model.hs")
    assert (tmp_path / "model.hs").exists(), done.stderr
    chances = answer("predict", tmp_path / "model.hs", IRIS)["probabilities"]
    module = python_model(tmp_path, tmp_path / "model.hs")
    with open(IRIS, encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for row, expected in zip(rows, chances, strict=True):
        assert module["probabilities"](row) == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize("data, a, b", [("two", "-1.5", "0.25"), ("three", "-1.5 -2 -0.75", "0.25 0 -0.5")])
def test_probabilities_of_libsvm_in_python(tmp_path, iris, data, a, b):
    run("compat", "svm-train", "-q", "-g", "0.1", iris / data, tmp_path / "plain")
    text = (tmp_path / "plain").read_text().replace("nr_sv", f"probA {a}\nprobB {b}\nnr_sv")
    (tmp_path / "model").write_text(text)
    chances = answer("predict", tmp_path / "model", iris / data)["probabilities"]
    module = python_model(tmp_path, tmp_path / "model")
    for line, expected in zip((iris / data).read_text().splitlines(), chances, strict=True):
        row = dict(entry.split(":") for entry in line.split()[1:])
        assert module["probabilities"](row) == pytest.approx(expected, abs=1e-14)
