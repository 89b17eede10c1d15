"""predict: columns by name, a row for each row, kept columns, the likeliest classes, CSV, TSV and JSON lines."""
import csv
import gzip
import io
import json
import random

import pytest

from program import IRIS, PAIR, answer, refused, run, write

HEADER, *RECORDS = [line.split(",") for line in open(IRIS).read().split("\n") if line]
MEASURES = HEADER[:4]


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    at = tmp_path_factory.mktemp("models")
    for name, flags in {"three": ["--algorithm", "logistic"], "two": [*PAIR], "two-logistic": [*PAIR, "--algorithm", "logistic"],
                        "pairs": ["--algorithm", "svm", "--multiclass", "one-vs-one"]}.items():
        assert run("train", IRIS, *flags, "-o", at / name).returncode == 0
    return at


def table(text, delimiter=","):
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))


def csv_text(rows, delimiter=","):
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return out.getvalue()


def lines(*args, **more):
    done = run("predict", *args, **more)
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


def test_order_and_other_columns_change_no_prediction(models, tmp_path):
    want, said = lines(models / "three", IRIS, "--scores")
    assert said == ""  # the label column is known
    order = list(range(5))
    random.Random(3).shuffle(order)
    rows = [["id", *(HEADER[k] for k in order), "colour"]] + [[str(i), *(r[k] for k in order), "red"] for i, r in enumerate(RECORDS)]
    other = write(tmp_path / "other.csv", csv_text(rows))
    got, said = lines(models / "three", other, "--scores")
    assert got == want
    assert said.count("\n") == 1 and "2 columns" in said and "id, colour" in said
    assert lines(models / "three", other, "--scores", "--quiet") == (want, "")
    kept, said = lines(models / "three", other, "--keep", "id")
    assert "id" not in said.split(":")[-1] and "colour" in said
    assert [r[1] for r in table(kept)[1:]] == [r[0] for r in table(want)[1:]]


def test_a_weight_column_of_training_is_no_stranger(tmp_path):
    data = write(tmp_path / "w.csv", "x,w,label\n1,2,a\n3,1,b\n")
    assert run("train", data, "--weight", "w", "-o", tmp_path / "m").returncode == 0
    assert lines(tmp_path / "m", data)[1] == ""


def with_gaps(rows, every):
    """The rows, some cells of which are missing: copies, and whether each is whole."""
    rng = random.Random(11)
    out, whole = [], []
    for i, row in enumerate(rows):
        row = list(row)
        if i % every == 2:
            row[rng.randrange(4)] = rng.choice(["", "NA", "?", " nan "])
        out.append(row)
        whole.append(i % every != 2)
    return out, whole


@pytest.mark.parametrize("model", ["three", "two", "two-logistic", "pairs"])
@pytest.mark.parametrize("copies", [1, 400])  # 400: more than a MiB
def test_a_line_for_each_row_and_an_empty_one_where_a_cell_is_missing(models, tmp_path, model, copies):
    rows, whole = with_gaps(RECORDS * copies, 50)
    data = write(tmp_path / "gaps.csv", csv_text([HEADER, *rows]))
    wholes = write(tmp_path / "whole.csv", csv_text([HEADER, *(r for r, w in zip(rows, whole) if w)]))
    got, said = lines(models / model, data)
    want = iter(lines(models / model, wholes)[0].split("\n"))
    assert got.split("\n")[:-1] == [next(want) if w else "" for w in whole]
    assert f"{whole.count(False):,} rows with missing cells have no prediction" in said
    scored = table(lines(models / model, data, "--scores")[0])
    assert [any(r) for r in scored[1:]] == whole and {len(r) for r in scored} == {len(scored[0])}
    dropped, said = lines(models / model, data, "--missing", "drop", "--scores")
    assert dropped == lines(models / model, wholes, "--scores")[0] and "left out" in said


def test_json_has_null_for_a_row_without_a_prediction(models, tmp_path):
    rows, whole = with_gaps(RECORDS, 50)
    data = write(tmp_path / "gaps.csv", csv_text([HEADER, *rows]))
    wholes = write(tmp_path / "whole.csv", csv_text([HEADER, *(r for r, w in zip(rows, whole) if w)]))
    got, want = answer("predict", models / "three", data, "--keep", "2"), answer("predict", models / "three", wholes)
    assert got["rows"] == len(rows) and got["lacking_rows"] == whole.count(False) and got["missing_rows"] == 0
    assert want["lacking_rows"] == 0 and "kept" not in want
    for member in ["labels", "scores", "probabilities"]:
        assert [v is not None for v in got[member]] == whole
        assert [v for v in got[member] if v is not None] == want[member]
    assert got["kept"] == {HEADER[1]: [r[1] for r in rows]}


def test_levels_and_means_of_the_model_are_predictions(tmp_path):
    text = "colour,size,label\nred,1,a\nblue,2,b\n,3,a\nred,4,b\nblue,,a\n"
    data = write(tmp_path / "d.csv", text)
    assert run("train", data, "--categorical", "colour", "--missing", "mean,category", "-o", tmp_path / "m").returncode == 0
    assert "" not in lines(tmp_path / "m", data)[0].split("\n")[:-1]
    whole = write(tmp_path / "w.csv", "colour,size,label\nred,1,a\nblue,2,b\nred,4,b\n")
    for rule, empty in {"mean": [2], "category": [2, 4], "drop": [2, 4], None: [2, 4]}.items():  # none of the training rows lacks a colour
        assert run("train", whole, "--categorical", "colour", *(["--missing", rule] if rule else []), "-o", tmp_path / "n").returncode == 0
        got = lines(tmp_path / "n", data)[0].split("\n")[:-1]
        assert [i for i, label in enumerate(got) if label == ""] == empty, rule


def test_extreme_cells_of_a_row_without_a_prediction_are_no_error(models, tmp_path):
    data = write(tmp_path / "d.csv", ",".join(MEASURES) + "\n1e308,,1e308,-1e308\n5,3,1.5,.2\n")
    assert lines(models / "pairs", data)[0] == "\nsetosa\n"
    assert "text 'x'" in refused(3, "predict", models / "pairs", write(tmp_path / "e.csv", ",".join(MEASURES) + "\nx,,1,1\n"))


def test_evaluate_still_refuses_missing_cells(models, tmp_path):
    data = write(tmp_path / "gaps.csv", csv_text([HEADER, *with_gaps(RECORDS, 50)[0]]))
    assert "say --missing drop" in refused(3, "evaluate", models / "three", data)


ODD = ['a,b', 'say "so"', "two\nlines", " blanks ", "", "plain", "t\tab", "é"]


@pytest.mark.parametrize("copies", [1, 300])
@pytest.mark.parametrize("odd", [False, True])
@pytest.mark.parametrize("piped", [False, True])
def test_kept_columns_are_those_of_the_input(models, tmp_path, copies, odd, piped):
    rows = [["note", "id", *HEADER]] + [[ODD[i % len(ODD)] if odd else "n", f"{i:05}", *r] for i, r in enumerate(RECORDS * copies)]
    text = csv_text(rows)
    data = write(tmp_path / "d.csv", text)
    got = table(lines(models / "three", *(["-"] if piped else [data]), "--keep", "id,note,species,3", "--probabilities",
                      **({"input": text} if piped else {}))[0])
    plain = table(lines(models / "three", data, "--probabilities", "--quiet")[0])
    assert got[0] == ["id", "note", "species", HEADER[0], "prediction", *plain[0][1:]]
    assert got[1:] == [[r[1], r[0], r[6], r[2], *p] for r, p in zip(rows[1:], plain[1:], strict=True)]
    everything = table(lines(models / "three", data, "--keep", "all")[0])
    assert [r[:-1] for r in everything] == rows and [r[-1] for r in everything[1:]] == [p[0] for p in plain[1:]]


def test_kept_columns_of_packed_tabbed_and_headless_text(models, tmp_path):
    rows = [HEADER, *RECORDS]
    want = lines(models / "three", IRIS)[0].split()
    packed = tmp_path / "iris.csv.gz"
    packed.write_bytes(gzip.compress(csv_text(rows).encode()))
    assert [r[0] for r in table(lines(models / "three", packed, "--keep", "species")[0])[1:]] == [r[4] for r in RECORDS]
    tabs = write(tmp_path / "iris.tsv", csv_text(rows, "\t"))
    got = table(lines(models / "three", tabs, "--keep", "5,1")[0])
    assert got == [["species", HEADER[0], "prediction"], *([r[4], r[0], p] for r, p in zip(RECORDS, want))]
    bare = write(tmp_path / "bare.csv", csv_text(RECORDS))
    assert run("train", bare, "--no-header", "--label", 5, "-o", tmp_path / "m").returncode == 0
    out, said = lines(tmp_path / "m", bare, "--keep", "5")
    assert said == "" and [r[0] for r in table(out)] == ["5", *(r[4] for r in RECORDS)]


def test_rows_left_out_keep_nothing(models, tmp_path):
    rows, whole = with_gaps(RECORDS, 50)
    data = write(tmp_path / "gaps.csv", csv_text([["id", *HEADER], *([str(i), *r] for i, r in enumerate(rows))]))
    ids = lambda *more: [r[0] for r in table(lines(models / "three", data, "--keep", "id", *more)[0])[1:]]
    assert ids() == [str(i) for i in range(len(rows))]
    assert ids("--missing", "drop") == [str(i) for i, w in enumerate(whole) if w]


def test_what_cannot_be_kept(models, tmp_path):
    message = refused(2, "predict", models / "three", IRIS, "--keep", "speces")
    assert "--keep" in message and "did you mean 'species'" in message and HEADER[0] in message
    assert "twice" in refused(2, "predict", models / "three", IRIS, "--keep", "species,5")
    assert "no column '6'" in refused(2, "predict", models / "three", IRIS, "--keep", "6")
    assert "is empty" in refused(2, "predict", models / "three", IRIS, "--keep", "")
    taken = write(tmp_path / "t.csv", csv_text([[*HEADER, "prediction"], *([*r, "x"] for r in RECORDS)]))
    assert "'prediction'" in refused(2, "predict", models / "three", taken, "--keep", "all")
    sparse = write(tmp_path / "d.libsvm", "1 1:1 2:3\n-1 1:2 2:1\n")
    assert run("train", sparse, "-o", tmp_path / "m").returncode == 0
    assert "give CSV" in refused(2, "predict", tmp_path / "m", sparse, "--keep", "1")


@pytest.mark.parametrize("model", ["three", "two", "two-logistic", "pairs"])
def test_the_likeliest_classes_in_order(models, model):
    whole = answer("predict", models / model, IRIS)
    classes, scores = whole["classes"], whole["scores"]
    for top in range(1, len(classes) + 1):
        out = table(lines(models / model, IRIS, "--top", top)[0])
        kind = "score" if whole["probabilities"] is None else "probability"
        assert out[0] == ["prediction", *(f"{name}_{k + 1}" for k in range(top) for name in ["top", kind])]
        for i, row in enumerate(out[1:]):
            values = whole["probabilities"][i] if kind == "probability" else scores[i] if len(classes) > 2 else [-scores[i], scores[i]]
            named = dict(zip(classes, values))
            assert row[0] == row[1] == whole["labels"][i]
            assert [float(v) for v in row[2::2]] == sorted(values, reverse=True)[:top]
            assert [named[label] for label in row[1::2]] == [float(v) for v in row[2::2]] and len(set(row[1::2])) == top
    for top in [0, len(classes) + 1, "x", "-1", "1.5", ""]:
        assert f"from 1 to {len(classes)}" in refused(2, "predict", models / model, IRIS, "--top", top)
    listed = answer("predict", models / model, IRIS, "--top", 2)["top"]
    assert [[label for e in row for label in (e["label"], repr(float(e[kind])))] for row in listed] == [
        [c if k % 2 == 0 else repr(float(c)) for k, c in enumerate(r[1:])] for r in table(lines(models / model, IRIS, "--top", 2)[0])[1:]]


@pytest.mark.parametrize("model", ["three", "two-logistic"])
def test_csv_tsv_and_json_lines_say_the_same(models, tmp_path, model):
    rows, whole = with_gaps(RECORDS, 50)
    data = write(tmp_path / "d.csv", csv_text([["note", *HEADER], *([ODD[i % len(ODD)], *r] for i, r in enumerate(rows))]))
    flags = ["--keep", "note,species", "--scores", "--probabilities", "--top", 2]
    out = {form: lines(models / model, data, *flags, "--output-format", form)[0] for form in ["csv", "tsv", "jsonl"]}
    assert out["csv"] == lines(models / model, data, *flags)[0]
    cells = table(out["csv"])
    assert table(out["tsv"], "\t") == cells
    objects = [json.loads(line) for line in out["jsonl"].splitlines()]
    assert len(objects) == len(rows) == len(cells) - 1
    scores = sum(name.startswith("score") for name in cells[0])
    for o, r, w in zip(objects, cells[1:], whole):
        assert list(o) == ["note", "species", "prediction", "scores", "probabilities", "top"]
        assert [o["note"], o["species"], o["prediction"] or ""] == r[:3]
        if not w:
            assert o["prediction"] is o["scores"] is o["probabilities"] is o["top"] is None and not any(r[2:])
            continue
        assert list(o["scores"].values()) == [float(v) for v in r[3:3 + scores]]
        assert [f"probability:{label}" for label in o["probabilities"]] == [name for name in cells[0] if name.startswith("probability:")]
        assert [*o["scores"].values(), *o["probabilities"].values()] == [float(v) for v in r[3:-4]]
        assert [[e["label"], e["probability"]] for e in o["top"]] == [[r[-4], float(r[-3])], [r[-2], float(r[-1])]]


def test_plain_output_formats(models):
    labels = lines(models / "three", IRIS)[0]
    assert lines(models / "three", IRIS, "--output-format", "csv")[0] == "prediction\n" + labels
    assert lines(models / "three", IRIS, "--output-format", "tsv")[0] == "prediction\n" + labels
    assert [json.loads(line) for line in lines(models / "three", IRIS, "--output-format", "jsonl")[0].splitlines()] == [
        {"prediction": label} for label in labels.split()]
    gap = ",".join(MEASURES) + "\n5,,1,1\n5,3,1.5,.2\n"  # a record of one empty field is no blank line, which readers skip
    assert lines(models / "three", "-", "--output-format", "csv", input=gap)[0] == 'prediction\n""\nsetosa\n'
    assert lines(models / "three", "-", input=gap)[0] == "\nsetosa\n"
    assert lines(models / "three", IRIS, "--scores")[0].startswith("label,score:")
    assert "csv, tsv, jsonl" in refused(2, "predict", models / "three", IRIS, "--output-format", "xml")


def test_a_hashing_model_has_no_prediction_for_a_missing_cell(tmp_path):
    data = write(tmp_path / "d.csv", "colour,size,label\nred,1,a\nblue,2,b\nred,3,a\nblue,4,b\n")
    assert run("train", data, "--categorical", "colour", "--hash-bits", 8, "-o", tmp_path / "m").returncode == 0
    want = lines(tmp_path / "m", data)[0].split("\n")
    rows = write(tmp_path / "g.csv", "id,colour,size\n7,,1\n8,blue,2\n9,red,NA\n10,blue,4\n")
    out, said = lines(tmp_path / "m", rows, "--keep", "1")
    assert table(out) == [["id", "prediction"], ["7", ""], ["8", want[1]], ["9", ""], ["10", want[3]]]
    assert "2 rows with missing cells have no prediction" in said and "ignored" not in said


def test_kept_columns_of_a_cache_are_those_of_its_text(models, tmp_path):
    assert run("convert", IRIS, "--to", "cache", "-o", tmp_path / "iris.hsd").returncode == 0
    flags = ["--keep", "species,1", "--scores"]
    assert lines(models / "three", tmp_path / "iris.hsd", *flags)[0] == lines(models / "three", IRIS, *flags)[0]
    assert lines(models / "three", IRIS, "--data-cache", *flags)[0] == lines(models / "three", IRIS, *flags)[0]
