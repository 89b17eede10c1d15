"""Exports to SQL and Python: cells of databases, unseen levels, names of columns and tables."""
import random

import pytest

from program import IRIS, refused, run
from test_export_sql_python import agree, ours, python_model, sql_rows, trained, write_table


def test_numbers_of_a_database_are_numbers(tmp_path):
    names = ["whole", "real", "kind", "label"]
    rng = random.Random(5)
    rows = [[rng.randrange(9), rng.gauss(0, 1), rng.choice([1, 2, 3]), "no"] for _ in range(40)]
    for row in rows:
        row[3] = "yes" if row[0] + row[1] + row[2] > 6 else "no"
    table = write_table(tmp_path / "t.csv", names, rows)
    model = trained(tmp_path, table, "--algorithm", "logistic", "--categorical", "kind", "--scale", "standard", "--features", "poly2")
    agree(tmp_path, model, table, names, rows, ["INTEGER", "REAL", "INTEGER", "TEXT"])


@pytest.mark.parametrize("kind", ["TEXT", "REAL", "INTEGER"])
def test_levels_that_are_large_or_small_numbers(tmp_path, kind):
    kinds = ["100000", "2500000", "-3", *([] if kind == "INTEGER" else ["0.0000001"])]
    rows = [[kinds[k % len(kinds)], "yes" if k % len(kinds) in (0, 2) or k % 7 == 0 else "no"] for k in range(35)]
    table = write_table(tmp_path / "t.csv", ["kind", "label"], rows)
    model = trained(tmp_path, table, "--algorithm", "logistic", "--categorical", "kind")
    agree(tmp_path, model, table, ["kind", "label"], rows, [kind, "TEXT"])


@pytest.mark.parametrize("word", ["1e15", "-3.4028234663852886e+38", "1e-7", "999999999999999999"])
def test_numbers_that_na_names_go_by_value(tmp_path, word):
    names = ["x", "label"]
    rows = [[word if k % 5 == 0 else str(k / 4), "yes" if k % 4 > 1 else "no"] for k in range(24)]
    table = write_table(tmp_path / "t.csv", names, rows)
    model = trained(tmp_path, table, "--algorithm", "logistic", f"--na={word}", "--missing", "mean")
    agree(tmp_path, model, table, names, rows, ["REAL", "TEXT"])


@pytest.mark.parametrize("kind", ["REAL", "INTEGER", "TEXT"])
def test_numbers_that_na_names_are_missing_as_a_database_writes_them(tmp_path, kind):
    names = ["x", "label"]
    rows = [["-999" if k % 5 == 0 else str(k), "yes" if k % 4 > 1 else "no"] for k in range(24)]
    table = write_table(tmp_path / "t.csv", names, rows)
    model = trained(tmp_path, table, "--algorithm", "logistic", "--na=-999,unk", "--missing", "mean")
    agree(tmp_path, model, table, names, rows, [kind, "TEXT"])
    assert "null, ?, -999, unk." in run("convert", model, "-o", "-", "--to", "sql").stdout
    c = run("convert", model, "-o", "-", "--to", "c").stdout
    assert "null, ?, -999, unk. */" in c and "A missing number is NAN: -999 (--na) is missing as a cell of text alone." in c
    assert "--na names (-999) are numbers here" in run("convert", model, "-o", tmp_path / "m.onnx").stderr


def test_what_the_query_takes_plain_stands_in_it(tmp_path):
    table = tmp_path / "t.csv"
    table.write_text("a;p;label\n1,5;12%;p\n-3,5;50%;n\n2;80%;p\n0,25;1%;n\n")
    model = trained(tmp_path, table, "--algorithm", "logistic", "--decimal", ",", "--delimiter", ";", "--signs", "percent")
    assert "\n-- numbers are taken plain (12.5), not as the table writes them; 5 % is 0.05\n" in run("convert", model, "-o", "-", "--to", "sql").stdout


def unseen_model(folder, *flags):
    names = ["x", "kind", "label"]
    rows = [[str(k), "red" if k % 3 else "1", "yes" if k % 4 > 1 else "no"] for k in range(24)]
    table = write_table(folder / "t.csv", names, rows)
    return trained(folder, table, "--algorithm", "logistic", "--categorical", "kind", *flags), names


def test_unseen_levels_and_missing_cells_are_refused_or_null(tmp_path):
    model, names = unseen_model(tmp_path)
    module = python_model(tmp_path, model)
    with pytest.raises(ValueError, match="'kind'.*'green'.*known levels.*'red'"):
        module["predict"]({"x": 1, "kind": "green"})
    for row, column in [({"x": None, "kind": "red"}, "x"), ({"x": "n/a", "kind": "red"}, "x"), ({"x": "2", "kind": "?"}, "kind"),
                        ({"x": "1,5", "kind": "red"}, "x"), ({"x": float("inf"), "kind": "red"}, "x"),
                        ({"x": 10**400, "kind": "red"}, "x"), ({"x": -10**5000, "kind": "red"}, "x"), ({"x": 1, "kind": 10**400}, "kind"), ({"kind": "red"}, "x")]:
        with pytest.raises(ValueError, match=f"column '{column}'"):
            module["scores"](row)
    same = [module["scores"]({"x": "1e1", "kind": kind}) for kind in ("1", "+1", "1.0", 1, 1.0, " 10e-1 ")]
    assert len({tuple(score) for score in same}) == 1
    found = sql_rows(tmp_path, model, names, [["1", "green", ""], [None, "red", ""], ["", "red", ""], ["1", None, ""], ["1", "red", ""]])
    assert [row == ([None], None) for row in found] == [True, True, True, True, False]


def test_whole_numbers_beyond_doubles_name_their_column(tmp_path, iris):
    run("train", iris / "three", "--algorithm", "logistic", "-o", tmp_path / "model.hs")
    with pytest.raises(ValueError, match="column 2: 'a whole number beyond doubles' is not a finite decimal number"):
        python_model(tmp_path, tmp_path / "model.hs")["scores"]({1: 5, 2: 10**400})


def test_unseen_other_is_no_level(tmp_path):
    model, names = unseen_model(tmp_path, "--unseen", "other")
    rows = [["1", "green", "no"], ["2", "red", "no"], ["3", "blue", "no"]]
    agree(tmp_path, model, write_table(tmp_path / "u.csv", names, rows), names, rows)
    module = python_model(tmp_path, model)
    with pytest.raises(ValueError, match="column 'kind': missing value"):
        module["scores"]({"x": 1, "kind": ""})
    assert sql_rows(tmp_path, model, names, [["1", None, ""]]) == [([None], None)]


def test_blanks_around_texts_are_spaces_and_tabs(tmp_path):
    names = ["kind", "label"]
    rows = [["AB"[k % 2], "no" if k % 2 == 0 or k % 7 == 1 else "yes"] for k in range(24)]
    model = trained(tmp_path, write_table(tmp_path / "t.csv", names, rows), "--algorithm", "logistic", "--categorical", "kind", "--unseen", "other")
    rows = [[cell, "no"] for cell in ("\tB", "B\t ", " \t B", "\u00a0B", "B\u00a0", "\u2003B", "A\t", "C")]
    agree(tmp_path, model, write_table(tmp_path / "u.csv", names, rows), names, rows)
    found = sql_rows(tmp_path, model, names, [*rows, ["\t", ""], ["\tNA ", ""], ["\u00a0", ""]])
    assert len({row[0][0] for row in found[:3]}) == 1 and len({row[0][0] for row in [*found[3:6], found[7], found[10]]}) == 1
    assert found[8] == found[9] == ([None], None)  # missing, and no level for that


def test_columns_by_number(tmp_path, iris):
    run("train", iris / "three", "--algorithm", "logistic", "-o", tmp_path / "model.hs")
    labels, scores = ours(tmp_path / "model.hs", iris / "three")
    module = python_model(tmp_path, tmp_path / "model.hs")
    lines = [line.split()[1:] for line in (iris / "three").read_text().splitlines()]
    dicts = [dict(entry.split(":") for entry in line) for line in lines]
    assert [module["scores"](row) for row in dicts] == scores
    assert [module["predict"]({int(k): float(v) for k, v in row.items()}) for row in dicts] == labels
    table = [[float(row[str(j)]) for j in range(1, 5)] for row in dicts]
    found = sql_rows(tmp_path, tmp_path / "model.hs", ["x1", "x2", "x3", "x4"], table, ["REAL"] * 4)
    assert [row[1] for row in found] == labels
    assert module["scores"]({}) == module["scores"]({1: 0, "3": "0.0", 99: 5})


def test_columns_of_the_names_that_a_query_adds(tmp_path):
    names = ["score", "Prediction", "label"]
    rows = [[str(k % 7), str(k % 5), "yes" if k % 7 > 3 else "no"] for k in range(35)]
    table = write_table(tmp_path / "t.csv", names, rows)
    model = trained(tmp_path, table, "--algorithm", "logistic")
    agree(tmp_path, model, table, names, rows, ["INTEGER", "INTEGER", "TEXT"])


def test_a_thousand_columns_stay_within_the_depth_of_sqlite(tmp_path):
    rng = random.Random(1)
    names = [f"c{k}" for k in range(1500)] + ["label"]
    rows = [[repr(rng.random()) for _ in names[:-1]] + [rng.choice(["no", "yes"])] for _ in range(8)]
    table = write_table(tmp_path / "t.csv", names, rows)
    model = trained(tmp_path, table, "--algorithm", "logistic")
    agree(tmp_path, model, table, names, rows)


def test_names_of_tables(tmp_path):
    model, _ = unseen_model(tmp_path)
    assert 'FROM "data"' in run("convert", model, "-o", "-", "--to", "sql").stdout
    assert 'FROM "model"' in run("convert", model, "-o", "-", "--to", "sql", "--name", "model").stdout
    assert "--name" in refused(2, "convert", model, "-o", tmp_path / "m.sql", "--name", "")
    assert "--name" in refused(2, "convert", model, "-o", tmp_path / "m.py", "--name", "x")
    run("train", IRIS, "--algorithm", "logistic", "-o", tmp_path / "iris.hs")
    assert "--name" in refused(2, "convert", tmp_path / "iris.hs", "-o", tmp_path / "m.c", "--name", "a b")


def test_equal_models_give_equal_files(tmp_path):
    model, _ = unseen_model(tmp_path)
    for to in ("python", "sql"):
        first = run("convert", model, "-o", "-", "--to", to).stdout
        assert first == run("convert", model, "-o", "-", "--to", to).stdout
        assert str(tmp_path) not in first


def test_what_sql_cannot_say_is_named(tmp_path):
    table = write_table(tmp_path / "t.csv", ["x", "X", "label"], [[k, -k, "no" if k < 3 else "yes"] for k in range(8)])
    assert "'X': sql cannot" in refused(3, "convert", trained(tmp_path, table, "--algorithm", "svm"), "-o", tmp_path / "m.sql")
    assert "votes (--keep vote): sql cannot" in refused(
        3, "convert", trained(tmp_path, table, "--preset", "voted", "--passes", "3"), "-o", tmp_path / "m.sql")
    assert "kernel: sql cannot" in refused(
        3, "convert", trained(tmp_path, table, "--algorithm", "svm", "--kernel", "rbf"), "-o", tmp_path / "m.sql")


def test_parts_of_dates_are_refused_by_every_format_but_ours(tmp_path):
    rows = [[f"2024-{1 + k % 12:02}-{1 + k % 28:02}", "yes" if k % 12 > 5 else "no"] for k in range(48)]
    model = trained(tmp_path, write_table(tmp_path / "t.csv", ["day", "label"], rows), "--algorithm", "logistic", "--dates", "parts")
    for to in ("libsvm", "liblinear", "onnx", "c", "c-float", "python", "sql"):
        assert "--dates parts" in refused(3, "convert", model, "-o", tmp_path / "m", "--to", to)
    assert run("convert", model, "-o", tmp_path / "m", "--to", "halfspace").returncode == 0
