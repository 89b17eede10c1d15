"""Files that are not there or not readable; names no one expects; values, models and words that do not fit."""
import os
import subprocess

import pytest

from program import HALFSPACE, IRIS, PAIR, answer, refused, run, write

TINY = "x,label\n1,a\n2,b\n"


# ---- files that cannot be read

def reading_calls(path, model):
    return [("inspect", path), ("train", path), ("predict", model, path), ("evaluate", model, path),
            ("predict", path, IRIS), ("evaluate", path, IRIS), ("train", IRIS, *PAIR, "--test", path)]


def test_no_such_file(tmp_path, model):
    for call in reading_calls(tmp_path / "absent.csv", model):
        assert "absent.csv: cannot open" in refused(5, *call)


def test_a_directory(tmp_path, model):
    for call in reading_calls(tmp_path, model):
        assert "is a directory" in refused(5, *call)


def test_unreadable_file(tmp_path, model):
    path = write(tmp_path / "locked.csv", TINY)
    path.chmod(0)
    if os.access(path, os.R_OK):  # root reads everything: a path through a file is as unreadable to it
        path = path / "inside.csv"
    for call in reading_calls(path, model):
        assert "cannot open" in refused(5, *call)


def test_a_text_where_a_model_is_expected(tmp_path):
    text = write(tmp_path / "text.csv", TINY)
    for verb in ("predict", "evaluate"):
        assert "not those of a model file" in refused(3, verb, text, IRIS)


def test_a_model_where_a_text_is_expected(model):
    refused(3, "train", model)
    refused(3, "predict", model, model)


# ---- names

@pytest.mark.parametrize("name", ["with space.csv", "quote'.csv", 'double".csv', "new\nline.csv", "-dash.csv", "--help", "{}", "%s.csv", "ünï.csv", "a=b.csv", "*", "@x"])
def test_odd_file_names(tmp_path, name):
    write(tmp_path / name, TINY)
    facts = answer("inspect", "--format", "csv", "./" + name, cwd=tmp_path)
    assert facts["rows"] == 2
    done = run("inspect", "--format", "csv", "--", name, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert run("train", "-o", "./out" + name, "--", name, cwd=tmp_path).returncode == 0
    assert (tmp_path / ("out" + name)).stat().st_size > 0


def test_a_newline_in_a_name_does_not_break_a_message(tmp_path):
    path = write(tmp_path / "new\nline.csv", "x,label\nred,a\n1,b\n")
    message = refused(3, "inspect", path)
    assert "new\\nline.csv:2:1: " in message
    assert message.count("\n") == 1


def test_a_name_that_is_not_utf8(tmp_path):
    path = os.fsencode(tmp_path) + b"/\xff.csv"
    with open(path, "wb") as f:
        f.write(TINY.encode())
    done = subprocess.run([HALFSPACE, "inspect", path, "--json"], capture_output=True, check=False)
    assert done.returncode == 0
    assert '"rows": 2' in done.stdout.decode()


# ---- values in messages

def test_values_are_cut_and_escaped_whatever_their_bytes(tmp_path):
    for value in (b"\x80" * 5000, b"\xff" * 5000, "\u009b31m".encode(), b"\x9b31m", b"\xc3", b"\xe9t\xe9"):
        path = write(tmp_path / "v.csv", b"x,label\n1,b\n" + value + b",a\n")
        done = subprocess.run([HALFSPACE, "inspect", path], capture_output=True, check=False)
        assert done.returncode == 3
        message = done.stderr.decode()  # must be UTF-8
        assert len(message) < 600
        assert not any(0x80 <= ord(c) < 0xA0 for c in message)


# ---- a model and data that do not fit

def test_other_columns_are_named(tmp_path, model):
    other = write(tmp_path / "o.csv", "sepal_length,petal_length,petal_wide,colour,species\n1,2,3,4,setosa\n")
    for verb in ("predict", "evaluate"):
        message = refused(3, verb, model, other)
        assert "missing sepal_width, petal_width;" in message
        assert "extra petal_wide, colour;" in message


def test_columns_may_stand_in_any_order_and_more_may_stand_between(tmp_path, model):
    lines = [line.split(",") for line in open(IRIS, encoding="utf-8").read().split()]
    reversed_columns = write(tmp_path / "r.csv", "".join(",".join(["name", *reversed(row)] if k == 0 else ["n", *reversed(row)]) + "\n" for k, row in enumerate(lines)))
    straight = run("predict", model, IRIS, "--scores")
    assert straight.returncode == 0 and len(straight.stdout.split()) == 151
    assert run("predict", model, reversed_columns, "--scores").stdout == straight.stdout


def test_labels_are_not_needed_to_predict_but_to_evaluate(tmp_path, model):
    bare = write(tmp_path / "b.csv", "petal_width,petal_length,sepal_width,sepal_length\n0.2,1.4,3.5,5.1\n")
    assert run("predict", model, bare).stdout == "setosa\n"
    assert "species" in refused(3, "evaluate", model, bare)


def test_a_label_the_model_does_not_know(model):
    message = refused(3, "evaluate", model, IRIS)
    assert "'virginica'" in message and "--classes setosa,versicolor" in message


# ---- words that do not fit

@pytest.mark.parametrize("verb", ["evaluate", "plot"])
def test_a_feature_of_the_model_is_no_label(tmp_path, verb):
    data = write(tmp_path / "d.csv", "x,z,label\n1,2,a\n2,1,b\n")
    assert run("train", data, "-o", tmp_path / "m.hs").returncode == 0
    for label in ("x", "1"):
        assert "'x' is a feature of the model" in refused(2, verb, tmp_path / "m.hs", data, "--label", label)


@pytest.mark.parametrize("text, flags", [("x,label\n1e300,b\n0,a\n", []), ("x,label\n1e155,b\n1,a\n", ["--preset", "averaged"]), ("u,label\n1e80,a\n1,b\n", ["--features", "poly2", "--passes", "3"])])
def test_squares_beyond_doubles_are_no_crash(tmp_path, text, flags):
    data = write(tmp_path / "d.csv", text)
    assert run("train", data, *flags).returncode in (0, 3)
    assert run("separate", data).returncode == 0


def test_products_beyond_doubles_are_refused(tmp_path):
    for text, features in (("x,label\n1e160,a\n1,b\n", "poly2"), ("u,v,label\n1e200,1e200,a\n1,1,b\n", "interactions"), ("u,label\n1e110,a\n1,b\n", "poly3")):
        data = write(tmp_path / "d.csv", text)
        for verb in ("train", "separate"):
            assert "d.csv:2: a product of features is too large" in refused(3, verb, data, "--features", features)


@pytest.mark.parametrize("header", [";label", "\tlabel", "x\tlabel"])
def test_a_header_of_another_delimiter_names_it(tmp_path, header):
    data = tmp_path / "d.csv"
    data.write_text(header + "\n1\tp\n2\tn\n")
    assert "--delimiter" in refused(3, "train", data)


def test_a_delimiter_is_ascii(tmp_path):
    data = write(tmp_path / "d.csv", "x,label\n1,a\n0,b\n")
    assert "not one ASCII character" in refused(2, "separate", data, "--delimiter", "é")


def test_a_class_named_twice(tmp_path):
    data = write(tmp_path / "d.csv", "x,label\n1,a\n0,b\n")
    assert "'a' is a duplicate" in refused(2, "train", data, "--classes", "a,a")


def test_a_rule_for_missing_cells_that_the_model_has_not(tmp_path):
    data = write(tmp_path / "d.csv", "u,v,label\n1,,a\n2,3,b\n0,1,a\n4,2,b\n")
    assert run("train", data, "--missing", "drop", "-o", tmp_path / "m.hs").returncode == 0
    for verb in (["predict"], ["evaluate"], ["explain", "--row", "0"], ["plot"]):
        message = refused(2, verb[0], tmp_path / "m.hs", data, *verb[1:], "--missing", "mean")
        assert "--missing" in message and "needs a model that was trained with it" in message and "--missing drop" in message
    assert "; say --missing drop" in refused(3, "evaluate", tmp_path / "m.hs", data)
