"""Codings of columns of texts, against their definitions in plain Python: the design matrix, what is pooled, the reference level, folds."""
import collections
import json
import random

import pytest

from program import answer, refused, run, write
from test_export_sql_python import agree, python_model, sql_rows, write_table

RARE, MISSING = "(rare)", "(missing)"
UNSEEN = "level that no row has"


class Design:
    """The features of rows of texts (column "c"), an ordered column ("size") and a number ("x"), by their definitions."""

    def __init__(self, rows, coding, least=0, reference=None, order=None):
        self.coding, self.order = coding, order
        counts = collections.Counter(row["c"] for row in rows)
        self.pooled = sorted(level for level, count in counts.items() if count < least)
        self.levels = sorted(level for level in counts if level not in self.pooled) + ([RARE] if self.pooled else [])
        texts = [level for level in self.levels if level not in ("", RARE)]
        first = texts[0] if texts else RARE if self.pooled else ""
        self.reference = first if reference is None else RARE if reference in self.pooled else reference
        self.gaps = order is not None and any(row["size"] == "" for row in rows)

    def names(self):
        coded = [f"c={level or MISSING}" for level in self.levels if self.coding == "one-hot" or level != self.reference]
        return coded + (["size"] + (["size=" + MISSING] if self.gaps else []) if self.order else []) + ["x"]

    def row(self, row):
        known = row["c"] in self.levels
        level = row["c"] if known else RARE  # pooled, or unseen
        out = []
        for other in self.levels:
            if self.coding == "one-hot" or other != self.reference:
                out.append((level == other) - (self.coding == "effect" and level == self.reference))
        if self.order:
            out.append(self.order.index(row["size"]) if row["size"] else 0)
            if self.gaps:
                out.append(row["size"] == "")
        return [float(v) for v in out] + [float(row["x"])]


def random_rows(rng, count, gaps, sizes):
    levels = rng.sample(["red", "blue", "7", "-0.5", "été", 'a "b"', "it's", "<5", "a=b", "zz"], rng.randrange(2, 8))
    weights = [rng.choice([1, 1, 6]) for _ in levels]
    rows = []
    for k in range(count):
        level = "" if gaps and rng.random() < 0.1 else rng.choices(levels, weights)[0]
        size = "" if gaps and rng.random() < 0.1 else rng.choice(sizes)
        lean = levels.index(level) - 2 if level else 0
        rows.append({"c": level, "size": size, "x": str(rng.randrange(-8, 9) / 4), "label": "yes" if lean + rng.gauss(0, 3) > 0 else "no"})
    rows[0]["label"], rows[1]["label"] = "yes", "no"
    return rows


def table(path, rows, names=("c", "size", "x", "label")):
    return write_table(path, names, [[row[name] for name in names] for row in rows])


def dot(w, x, b):
    return sum(p * q for p, q in zip(w, x, strict=True)) + b


def categorical(got, column):
    return next(one for one in got["categorical"] if one["column"] == column)


@pytest.mark.parametrize("seed", range(24))
def test_the_features_are_the_design_matrix(tmp_path, seed):
    rng = random.Random(seed)
    coding, gaps, least = ["one-hot", "reference", "effect"][seed % 3], seed % 2 == 0, rng.choice([0, 2, 5, 9, 1000])
    order = rng.sample(["S", "M", "L", "10"], rng.randrange(2, 5)) if rng.random() < 0.6 else None
    rows = random_rows(rng, 50, gaps, order or ["S", "M"])
    present = sorted({row["c"] for row in rows})
    reference = rng.choice(present) if coding != "one-hot" and rng.random() < 0.5 else None
    design = Design(rows, coding, least, reference, order)
    names = ["c", "size", "x", "label"] if order else ["c", "x", "label"]
    flags = ["--categorical", "c", "--categorical-coding", coding, "--unseen", "other", *(["--missing", "category"] if gaps else [])]
    flags += ["--min-level", least] if least else []
    flags += ["--ordered", "size=" + "<".join(order)] if order else []
    flags += ["--reference", "c=" + ('"' + reference.replace('"', '""') + '"' if reference.startswith('"') else reference or MISSING)] if reference is not None else []
    data, model = table(tmp_path / "t.csv", rows, names), tmp_path / "m.hs"
    got = answer("train", data, "--label", "label", "--algorithm", "logistic", *flags, "-o", model)
    assert got["columns"] == design.names()
    said = categorical(got, "c")
    assert said["coding"] == coding and said["pooled"] == [level or MISSING for level in design.pooled]
    assert said["reference"] == (None if coding == "one-hot" else design.reference or MISSING)
    assert answer("inspect", model)["categorical"] == got["categorical"]
    more = rows + [{**rows[0], "c": UNSEEN}]
    found = answer("predict", model, table(tmp_path / "p.csv", more, names))["scores"]
    for row, score in zip(more, found, strict=True):
        assert score == pytest.approx(dot(got["weights"], design.row(row), got["bias"]), abs=1e-12)
    agree(tmp_path, model, table(tmp_path / "q.csv", more, names), names, [[row[name] or None for name in names] for row in more])
    parts = answer("explain", model, data, "--row", 3)["scores"][0]
    assert {part["feature"] for part in parts["contributions"]} <= set(design.names())


@pytest.mark.parametrize("seed", range(6))
def test_without_a_penalty_all_codings_predict_the_same(tmp_path, seed):
    """They span the same space with the constant, so the optimum has one vector of scores."""
    rng = random.Random(100 + seed)
    rows = random_rows(rng, 150, seed % 2 == 0, ["S", "M"])
    data = table(tmp_path / "t.csv", rows, ["c", "x", "label"])
    flags = ["--categorical", "c", "--algorithm", "logistic", "--penalty", "none", "--tol", "1e-12", *(["--missing", "category"] if seed % 2 == 0 else [])]
    flags += ["--min-level", 8]
    scores = []
    for coding in ("one-hot", "reference", "effect"):
        got = run("train", data, *flags, "--categorical-coding", coding, "-o", tmp_path / "m.hs", "--json")
        assert got.returncode in (0, 4), got.stderr
        if not json.loads(got.stdout)["train"]:
            pytest.fail("these rows are separable and have no optimum: choose others")
        scores.append(answer("predict", tmp_path / "m.hs", data)["scores"])
    size = max(map(abs, scores[0]))
    assert scores[1] == pytest.approx(scores[0], abs=1e-5 * size) and scores[2] == pytest.approx(scores[0], abs=1e-5 * size)


def colours(count=40):
    return [{"c": ["red", "blue", "green"][k % 3], "x": str((k * 7) % 5), "label": "yes" if (k * 5) % 7 > 3 else "no"} for k in range(count)]


def test_statistics_need_a_reference_level(tmp_path):
    data = table(tmp_path / "t.csv", colours(), ["c", "x", "label"])
    flags = ["--categorical", "c", "--algorithm", "logistic", "--penalty", "none", "--statistics"]
    assert run("train", data, *flags).returncode != 0 or "null" in run("train", data, *flags, "--json").stdout
    for coding in ("reference", "effect"):
        got = answer("train", data, *flags, "--categorical-coding", coding)
        assert all(one["standard_error"] > 0 for one in got["statistics"]["coefficients"])


def test_one_rare_level_is_pooled_too_and_stays_known(tmp_path):
    rows = colours() + [{"c": "teal", "x": "1", "label": "yes"}]
    data, model = table(tmp_path / "t.csv", rows, ["c", "x", "label"]), tmp_path / "m.hs"
    got = answer("train", data, "--categorical", "c", "--min-level", 2, "--algorithm", "svm", "-o", model)
    assert got["columns"] == ["c=blue", "c=green", "c=red", "c=(rare)", "x"]
    assert "pooled as (rare): c 1 (teal)" in run("train", data, "--categorical", "c", "--min-level", 2, "--algorithm", "svm").stdout
    assert "pooled as (rare): c 1 (teal)" in run("inspect", model).stdout
    rows = table(tmp_path / "p.csv", [{"c": "teal", "x": "0", "label": "no"}], ["c", "x", "label"])
    assert answer("predict", model, rows)["scores"] == [pytest.approx(got["weights"][3] + got["bias"])]
    message = refused(3, "predict", model, table(tmp_path / "u.csv", [{"c": UNSEEN, "x": "0", "label": "no"}], ["c", "x", "label"]))
    assert "u.csv:2:1" in message and "did not occur in training" in message
    assert run("train", data, "--categorical", "c", "--min-level", 2, "--unseen", "other", "--algorithm", "svm", "-o", model).returncode == 0
    assert "(rare, not seen in training)" in run("explain", model, tmp_path / "u.csv", "--row", 0).stdout


def test_all_levels_rare_are_one(tmp_path):
    data = table(tmp_path / "t.csv", colours(), ["c", "x", "label"])
    got = answer("train", data, "--categorical", "c", "--min-level", 100, "--algorithm", "svm")
    assert got["columns"] == ["c=(rare)", "x"]
    got = answer("train", data, "--categorical", "c", "--min-level", 100, "--algorithm", "svm", "--categorical-coding", "reference")
    assert got["columns"] == ["x"] and categorical(got, "c")["reference"] == RARE


def test_levels_that_are_numbers_are_named_by_value(tmp_path):
    data = table(tmp_path / "t.csv", [{"c": ["1", "2.0", "x"][k % 3], "x": str(k % 4), "label": "yes" if k % 5 > 2 else "no"} for k in range(30)], ["c", "x", "label"])
    flags = ["--categorical", "c", "--algorithm", "svm"]
    got = answer("train", data, *flags, "--categorical-coding", "reference", "--reference", "c=+2")
    assert categorical(got, "c")["reference"] == "2" and got["columns"] == ["c=1", "c=x", "x"]
    got = answer("train", data, "--algorithm", "svm", "--ordered", "c=x<2.00<1")
    assert categorical(got, "c")["order"] == ["x", "2", "1"]


@pytest.mark.parametrize("flags, code, says", [
    (["--categorical-coding", "dummy"], 2, "one-hot, reference, effect"),
    (["--reference", "c=red"], 2, "--categorical-coding reference or effect"),
    (["--categorical-coding", "effect", "--reference", "d=red"], 2, "'d' is not a feature column"),
    (["--categorical-coding", "effect", "--reference", "c=rad"], 2, "did you mean 'red'?"),
    (["--categorical-coding", "effect", "--reference", "c"], 2, "expected COLUMN=LEVEL"),
    (["--categorical-coding", "effect", "--reference", "x=1"], 2, "is one of numbers"),
    (["--categorical-coding", "effect", "--reference", "c=red", "--ordered", "c=red<blue<green"], 2, "which --ordered makes one number"),
    (["--min-level", "0"], 2, "--min-level"),
    (["--ordered", "c=red"], 2, "fewer than two levels"),
    (["--ordered", "c=red<blue<red"], 2, "'red' of column 'c' twice"),
    (["--ordered", "c=red<blue<"], 2, "empty level"),
    (["--ordered", "c=red<blue"], 3, "'green' of column 'c' has no place among its ordered levels (red < blue); list it in --ordered"),
    (["--min-level", "3", "--hash-bits", "4"], 2, "--hash-bits"),
])
def test_bad_choices_are_named(tmp_path, flags, code, says):
    data = table(tmp_path / "t.csv", colours(), ["c", "x", "label"])
    message = refused(code, "train", data, "--categorical", "c", "--algorithm", "logistic", *flags)
    assert says in message, message
    if code == 3:
        assert "t.csv:4: " in message
    assert "is for columns of texts" in refused(2, "train", data, "--columns", "x", "--algorithm", "svm", "--min-level", 3)


def test_an_ordered_column_has_no_other_level(tmp_path):
    rows = [{"size": "SML"[k % 3], "c": "ab"[k % 2], "label": "yes" if k % 4 > 1 else "no"} for k in range(24)]
    names = ["size", "c", "label"]
    data, model = table(tmp_path / "t.csv", rows, names), tmp_path / "m.hs"
    got = answer("train", data, "--ordered", "size=S<M<L", "--categorical", "c", "--unseen", "other", "--algorithm", "svm", "-o", model)
    assert got["columns"] == ["size", "c=a", "c=b"]
    other = table(tmp_path / "o.csv", [rows[0], {"size": "XL", "c": "a", "label": "no"}], names)
    for verb in ("predict", "evaluate"):
        message = refused(3, verb, model, other)
        assert "o.csv:3" in message and "'size'" in message and "S < M < L" in message
    with pytest.raises(ValueError, match="'size'.*'XL'"):
        python_model(tmp_path, model)["scores"]({"size": "XL", "c": "a"})
    assert sql_rows(tmp_path, model, names, [["XL", "a", ""]]) == [([None], None)]
    assert sql_rows(tmp_path, model, names, [["S", "z", ""]])[0][0] == [pytest.approx(got["bias"])]


def lone_level(tmp_path):
    """One row in the file has the level "teal": whatever fold holds it out, the others lack it."""
    rows = [{**row, "label": "yes" if int(row["x"]) + k % 3 > 2 else "no"} for k, row in enumerate(colours(60))]
    rows[17]["c"] = "teal"
    return table(tmp_path / "lone.csv", rows, ["c", "x", "label"]), ["--categorical", "c", "--algorithm", "logistic"]


@pytest.mark.parametrize("more", [[], ["--categorical-coding", "reference"], ["--categorical-coding", "effect", "--reference", "c=teal"], ["--min-level", 3]])
def test_a_level_of_one_row_ends_no_folds(tmp_path, more):
    data, flags = lone_level(tmp_path)
    cv = answer("cv", data, *flags, *more, "--folds", 4, "--repeats", 2)
    assert cv["complete"] and cv["unseen_level_rows"] == 2
    assert sum(fit.get("unseen_level_rows", 0) for fit in cv["fits"]) == 2
    assert "2 held-out rows have a level" in run("cv", data, *flags, *more, "--folds", 4, "--repeats", 2).stdout
    search = answer("search", data, *flags, *more, "--over", "C=0.1,1", "--folds", 4)
    assert [point["unseen_level_rows"] for point in search["points"]] == [1, 1]
    path = answer("path", data, *flags, *more, "--folds", 4, "--points", 3)
    assert path["unseen_level_rows"] == 1 and path["points"][0]["mean"] is not None
    calibrated = answer("train", data, "--categorical", "c", "--algorithm", "svm", *more, "--calibrate", "platt", "--calibrate-folds", 4)
    assert calibrated["calibration"]["done"] and calibrated["calibration"]["unseen_level_rows"] == 1
    for verb in (["cv"], ["path", "--points", 3], ["search", "--over", "C=1,2"]):
        message = refused(3, verb[0], data, *verb[1:], *flags, *more, "--folds", 4, "--unseen", "error")
        assert "'teal'" in message and "lone.csv" in message


def test_folds_are_their_own_runs(tmp_path):
    """What cv predicts of a fold is what a model trained on the other rows predicts: levels, pooling and places are theirs."""
    rng = random.Random(3)
    rows = random_rows(rng, 60, False, ["S", "M", "L"])
    names = ["c", "size", "x", "label"]
    data = table(tmp_path / "t.csv", rows, names)
    flags = ["--categorical", "c", "--ordered", "size=S<M<L", "--min-level", 6, "--categorical-coding", "effect", "--algorithm", "logistic"]
    run("cv", data, *flags, "--folds", 3, "--predictions", tmp_path / "cv.csv")
    lines = [line.split(",") for line in (tmp_path / "cv.csv").read_text().splitlines()[1:]]
    for fold in "123":
        held = {int(line[2]): float(line[6]) for line in lines if line[1] == fold}
        kept = table(tmp_path / "kept.csv", [row for k, row in enumerate(rows) if k not in held], names)
        answer("train", kept, *flags, "--unseen", "other", "-o", tmp_path / "m.hs")
        found = answer("predict", tmp_path / "m.hs", table(tmp_path / "held.csv", [rows[k] for k in sorted(held)], names))["scores"]
        assert found == pytest.approx([held[k] for k in sorted(held)], abs=1e-9)


def test_holdout_counts_its_unseen_levels(tmp_path):
    rows = colours(60)
    for k, row in enumerate(rows):
        row["c"] += str(k) if k % 4 == 0 else ""
    data, flags = table(tmp_path / "t.csv", rows, ["c", "x", "label"]), ["--categorical", "c", "--algorithm", "logistic", "--holdout", "0.3"]
    got = answer("train", data, *flags)
    assert 0 < got["test"]["unseen_level_rows"] < got["test"]["rows"]
    assert f"{got['test']['unseen_level_rows']} held-out rows have a level" in run("train", data, *flags).stdout
    assert "does not occur in the training rows" in refused(3, "train", data, *flags, "--unseen", "error", "-o", tmp_path / "m.hs")


def test_products_of_codings(tmp_path):
    rows = colours(60)
    data, model = table(tmp_path / "t.csv", rows, ["c", "x", "label"]), tmp_path / "m.hs"
    got = answer("train", data, "--categorical", "c", "--categorical-coding", "effect", "--features", "interactions", "--algorithm", "logistic",
                 "--scale", "standard", "--unseen", "other", "--min-level", 2, "-o", model)
    assert got["columns"] == ["c=green", "c=red", "x", "c=green*c=red", "c=green*x", "c=red*x"]
    names = ["c", "x", "label"]
    agree(tmp_path, model, data, names, [[row[name] for name in names] for row in rows])


def test_other_formats_name_the_step(tmp_path):
    data = table(tmp_path / "t.csv", colours(), ["c", "x", "label"])
    run("train", data, "--categorical", "c", "--categorical-coding", "reference", "--algorithm", "svm", "-o", tmp_path / "m.hs")
    for to in ("libsvm", "liblinear"):
        assert "--categorical" in refused(3, "convert", tmp_path / "m.hs", "-o", tmp_path / "out", "--to", to)


def test_equal_runs_give_equal_bytes_and_one_hot_is_as_before(tmp_path):
    data = table(tmp_path / "t.csv", colours(), ["c", "x", "label"])
    models = []
    for k, flags in enumerate([[], ["--categorical-coding", "one-hot"], ["--min-level", 3], ["--min-level", 3]]):
        models.append(tmp_path / f"{k}.hs")
        answer("train", data, "--categorical", "c", "--algorithm", "svm", *flags, "-o", models[-1])
    assert models[0].read_bytes() == models[1].read_bytes() and b"codings" not in models[0].read_bytes()
    assert models[2].read_bytes() == models[3].read_bytes()


def test_decide_and_exact_runs_see_the_coded_rows(tmp_path):
    """XOR of two columns of texts is separable in no coding without products, and in each with them."""
    text = "".join(f"{a},{b},{'same' if a == b else 'other'}\n" for a in "pq" for b in "pq")
    data = write(tmp_path / "xor.csv", "a,b,label\n" + text)
    for coding in ("one-hot", "reference", "effect"):
        flags = ["--categorical", "a,b", "--categorical-coding", coding, "--algorithm", "perceptron"]
        assert answer("train", data, *flags)["status"] == "not-separable"
        with_products = answer("train", data, *flags, "--features", "interactions")
        assert with_products["status"] == "converged" and with_products["separates"] and with_products["arithmetic"] == "exact"
