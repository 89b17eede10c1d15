"""What messages advise is what the table needs: signs, spaces, clocks, encodings, lines above the header, labels that are one."""
import codecs

import pytest

from program import answer, refused, run, write

LABELS = ["a", "b", "a", "b", "a", "b"]


def column(folder, cells, delimiter=",", encoding="utf-8", above=""):
    path = folder / "t.csv"
    lines = [f"x{delimiter}label"] + [f"{cell}{delimiter}{label}" for cell, label in zip(cells, LABELS)]
    path.write_bytes((above + "\n".join(lines) + "\n").encode(encoding))
    return path


@pytest.mark.parametrize("cells, says", [
    (["\u22121.5", "2", "\u22123", "4", "5", "6"], "is a number with a typeset minus sign; write - in its place"),
    (["1\u00a0200", "2", "3", "4", "5", "6"], "say --thousands with the separator (space for any blank"),
    (["1\u202f200,5", "2,5", "3", "4", "5", "6"], "is a number with thousands separators"),
    (["2026-01-05 01:15 PM"] * 6, "is a time of twelve hours; write times with 24 hours (13:15)"),
    (["1:15 pm"] * 6, "is a time of twelve hours"),
])
def test_a_cell_that_people_read_as_a_number(tmp_path, cells, says):
    path = column(tmp_path, cells, delimiter=";")
    assert says in refused(3, "train", path, "--delimiter", ";")


def test_what_is_advised_is_said_once(tmp_path):
    lines = refused(3, "train", column(tmp_path, ["one", "two", "three", "4", "5", "6"])).splitlines()
    assert "; say --categorical x" in lines[0]
    assert lines[1].endswith("t.csv:3:1: text 'two' in numeric column 'x'") and lines[2].endswith("t.csv:4:1: text 'three' in numeric column 'x'")


def test_lines_above_the_header(tmp_path):
    path = column(tmp_path, range(6), above="Sales of the year\n\n")
    assert "(a line above the header? --skip-lines N)" in refused(2, "train", path, "--label", "label")
    assert "(lines above the header are passed over by --skip-lines N)" in refused(3, "inspect", path)
    assert answer("train", path, "--skip-lines", "2")["data"]["rows"] == 6


def test_line_ends_of_carriage_returns(tmp_path):
    path = tmp_path / "t.csv"
    path.write_bytes(b"x,label\r1,a\r2,b\r")
    assert "write them with LF" in refused(3, "train", path)


@pytest.mark.parametrize("encoding, mark", [("utf-16-le", b""), ("utf-16-be", b""), ("utf-16-le", codecs.BOM_UTF16_LE), ("utf-16-be", codecs.BOM_UTF16_BE)])
def test_utf_16_with_and_without_a_mark(tmp_path, encoding, mark):
    path = column(tmp_path, range(6), encoding=encoding)
    path.write_bytes(mark + path.read_bytes())
    assert "--encoding utf-16" in refused(3, "train", path)
    assert answer("train", path, "--encoding", "utf-16")["classes"] == ["a", "b"]


def test_labels_that_differ_by_case(tmp_path):
    path = write(tmp_path / "t.csv", "x,label\n1,Yes\n2,no\n3,yes\n")
    assert "labels 'Yes' and 'yes' are classes of their own and differ by blanks or by upper and lower case alone" in run("train", path).stderr
    known = write(tmp_path / "k.csv", "x,label\n1,yes\n2,no\n")
    answer("train", known, "-o", tmp_path / "m.hs")
    only = write(tmp_path / "o.csv", "x,label\n1,YES\n2,no\n")
    assert "did you mean 'yes'?" in refused(3, "evaluate", tmp_path / "m.hs", only)


def test_a_weight_that_is_a_feature(tmp_path):
    path = write(tmp_path / "t.csv", "x,w,label\n1,2,a\n2,3,b\n3,2,a\n")
    answer("train", path, "-o", tmp_path / "m.hs")
    assert "column 'w' is a feature of the model" in refused(2, "evaluate", tmp_path / "m.hs", path, "--weight", "w")


def test_roles_of_columns_in_messages(tmp_path):
    path = write(tmp_path / "t.csv", "s,g,label\na,1,p\nb,1,q\nc,2,p\nb,2,q\n")
    assert "column 'g' has the groups" in refused(2, "cv", path, "--categorical", "g", "--groups", "g", "--folds", "2")
    assert "(named there or by --ordered) is not a column" in refused(2, "train", path, "--ordered", "S=a<b")


def test_levels_with_line_breaks_in_flags(tmp_path):
    path = write(tmp_path / "t.csv", 'c,label\n"two\nlines",p\nb,q\n"two\nlines",p\nb,q\n"a<b",p\n')
    done = answer("train", path, "--ordered", 'c=b<"two\nlines"<"a<b"')
    assert done["categorical"][0]["order"] == ["b", "two\nlines", "a<b"]
    done = answer("train", path, "--categorical", "c", "--categorical-coding", "reference", "--reference", 'c="two\nlines"', "-o", tmp_path / "m.hs")
    assert done["categorical"][0]["reference"] == "two\nlines"


def test_inspect_says_why_a_column_is_left_out(tmp_path):
    rows = [f"K{i}x,CH,{-99 if i == 4 else i % 7},0{1 + i % 8}/0{1 + i % 5}/2026,{i % 5},{'ab'[i % 2]}" for i in range(30)]
    path = write(tmp_path / "t.csv", "id,land,n,day,m,label\n" + "\n".join(rows) + "\n")
    facts = answer("inspect", path)
    assert {one["column"]: one["reason"] for one in facts["left_out"]} == {
        "id": "tells rows apart", "land": "one value", "day": "day or month first? say --date-order dmy or mdy here"}
    assert [c.get("missing_mark") for c in facts["columns"]] == [None, None, -99, None, None]


def test_inspect_tells_the_order_of_dates_that_only_one_fits(tmp_path):
    path = write(tmp_path / "t.csv", "day,label\n" + "".join(f"{i + 1:02}/02/2026,{'ab'[i % 2]}\n" for i in range(20)))
    assert "--date-order dmy --dates days" in answer("inspect", path)["suggestion"]


@pytest.mark.parametrize("cells, fine", [(["$5", "7 USD", "$1"], True), (["$5", "7 EUR", "$1"], False), (["5", "7 CHF", "CHF 1"], True)])
def test_amounts_of_one_column_are_in_one_currency(tmp_path, cells, fine):
    path = column(tmp_path, cells + ["2", "3", "4"])
    done = run("train", path, "--signs", "currency")
    assert done.returncode == (0 if fine else 3)
    assert fine or "'7 EUR' in column 'x' is an amount in EUR where others are in USD" in done.stderr


def test_a_cache_that_is_not_kept_says_why(tmp_path):
    path = column(tmp_path, range(6))
    assert "no cache was written" in run("train", path, "--encoding", "latin1", "--data-cache").stderr
    assert not (tmp_path / "t.csv.hsd").exists()


def test_labels_that_differ_by_blanks_are_all_named(tmp_path):
    path = write(tmp_path / "t.csv", "x,label\n1,x\n2,Y\n4,y\n3, y\n7,X\n")
    text = run("train", path).stderr
    assert "' y' and 'Y' and 'y'" in text and "'X' and 'x'" in text


def test_a_cell_of_minus_one_is_not_a_missing_one(tmp_path):
    path = write(tmp_path / "t.csv", "a,b,label\n1,-1,x\n2,-1,y\n3,-1.0,x\n4,,y\n5,2,y\n6,0,x\n")
    assert answer("train", path, "--missing", "mean")["data"]["filled"] == [{"column": "b", "cells": 1, "value": -0.2}]


def test_advice_is_not_cut_inside_a_cell(tmp_path):
    path = write(tmp_path / "t.csv", "x,label\nfoo; bar,a\nfoo; bar,b\n")
    lines = refused(3, "train", path).splitlines()
    assert lines[1].endswith(":3:1: text 'foo; bar' in numeric column 'x'") or "'foo; bar' in numeric column 'x'" in lines[1]
    named = write(tmp_path / "n.csv", "x; y,label\nq,a\nq,b\n")
    assert "in numeric column 'x; y'" in refused(3, "train", named, "--delimiter", ",").splitlines()[1]


@pytest.mark.parametrize("cells", [["$1,200.50", "$3.00", "$2,000.00", "($5.00)"], ["1,200.50", "(3.00)", "2,000", "1,000.25"]])
def test_amounts_with_a_negative_are_no_categories(tmp_path, cells):
    path = tmp_path / "t.csv"
    path.write_text("x,label\n" + "".join(f'"{c}",{l}\n' for c, l in zip(cells * 6, "ab" * 12)))
    assert "--signs currency" in refused(3, "train", path, "--categorical", "auto") + answer("inspect", path)["suggestion"]


def test_a_flag_that_is_given_is_not_advised(tmp_path):
    path = write(tmp_path / "p.csv", "x,label\n3%,a\n1e5%,b\n4%,a\n")
    said = refused(3, "train", path, "--signs", "percent")
    assert "'1e5%'" in said and "say --signs percent" not in said and "write a plain number (1200.5): --signs percent does not take this form, leave" in said


def test_percent_signs_in_every_cell_or_in_none(tmp_path):
    path = column(tmp_path, ["5 %", "7 %", "0", "2 %", "3", "1 %"])
    assert "'3' in column 'x' has no percent sign where others have one" in refused(3, "train", path, "--signs", "percent")
    answer("train", column(tmp_path, ["5 %", "7 %", "0", "2 %", "3 %", "1 %"]), "--signs", "percent")


def test_a_cell_that_stands_for_nothing(tmp_path):
    path = column(tmp_path, ["1", "-", "3", "4", "5", "6"])
    assert "say --na - (and --missing mean or drop)" in refused(3, "train", path)
    answer("train", path, "--na", "-", "--missing", "mean")


def test_the_smallest_class_is_named_where_folds_are_too_many(tmp_path):
    path = write(tmp_path / "t.csv", "x,label\n" + "".join(f"{i},{l}\n" for i, l in enumerate("aaaaaaabbbc")))
    assert "class 'c' has 1 row" in refused(3, "cv", path)


def test_a_table_in_another_style_than_the_model(tmp_path):
    path = column(tmp_path, ["1.000,5", "2", "3", "4", "5", "6"], delimiter=";")
    answer("train", path, "--delimiter", ";", "--decimal", ",", "--thousands", ".", "-o", tmp_path / "m.hs")
    other = column(tmp_path, ["1000.5", "2", "3", "4", "5", "6"], delimiter=";")
    assert len(answer("predict", tmp_path / "m.hs", other, "--decimal", ".")["labels"]) == 6
    days = column(tmp_path, ["01/13/2026", "02/03/2026", "02/04/2026", "02/05/2026", "02/06/2026", "02/07/2026"])
    answer("train", days, "--dates", "days", "--date-order", "mdy", "-o", tmp_path / "d.hs")
    turned = column(tmp_path, ["28/05/2022"] * 6)
    assert "is no date by --date-order mdy, but by dmy it is one" in refused(3, "predict", tmp_path / "d.hs", turned)


def test_rows_without_a_label_are_left_out_of_an_evaluation(tmp_path):
    path = write(tmp_path / "t.csv", "x,c,label\n1,r,a\n2,,b\n,g,a\n4,r,b\n")
    answer("train", path, "--missing", "mean,category", "--categorical", "c", "-o", tmp_path / "m.hs")
    fresh = write(tmp_path / "f.csv", "x,c,label\n1,r,\n,,b\n3,g,a\n")
    assert "say --missing drop-label" in refused(3, "evaluate", tmp_path / "m.hs", fresh)
    assert answer("evaluate", tmp_path / "m.hs", fresh, "--missing", "drop-label")["rows"] == 2


def test_inspect_of_a_quantity_leaves_no_column_out(tmp_path):
    path = write(tmp_path / "t.csv", "x,c,y\n" + "".join(f"{i % 7},{'rg'[i % 2]},{i * 1.37:.2f}\n" for i in range(40)))
    facts = answer("inspect", path)
    assert facts["suggestion"] is None and facts["left_out"] == []
