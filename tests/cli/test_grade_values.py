"""grade: classes called 1 and -1, columns of class and x0, LIBSVM rows, and the slip of a short table at its own cell."""
import csv
import io
from fractions import Fraction

import pytest

from program import refused, run
from test_grade import grade
from test_trace import AND

CLASSES = ["x1,x2,y", "1,2,a", "2,1,b", "-1,1,c", "3,0,b"]


def table_of(data, *args):
    header, *lines = csv.reader(io.StringIO(run("trace", data, *args, "--output-format", "csv").stdout))
    return header, lines


def with_column(lines, at, cells):
    return [[*line[:at], cell, *line[at + 1:]] for line, cell in zip(lines, cells)]


@pytest.mark.parametrize("labels, args", [(("1", "2"), []), (("-2", "-1"), []), (("1", "0"), ["--positive", "0"])])
def test_a_class_called_1_may_have_the_other_sign(tmp_path, labels, args):
    data = tmp_path / "and.csv"
    data.write_text(AND.replace("no", labels[0]).replace("yes", labels[1]))
    header, lines = table_of(data, *args)
    rows = [line.split(",")[2] for line in data.read_text().split()[1:]]
    assert {rows[int(line[2])]: line[5] for line in lines} == {labels[0]: "-1", labels[1]: "1"}
    predicted = ["1" if Fraction(line[6]) >= 0 else "-1" for line in lines]
    columns = {"y": [line[5] for line in lines], "yhat": predicted}
    for name, signs in columns.items():
        names = [*header, "yhat"]
        table = [[*line, sign] for line, sign in zip(lines, predicted)]
        at = names.index(name)
        named = [labels[sign == "1"] for sign in signs]
        for right in (signs, named):
            assert grade(tmp_path, data, with_column(table, at, right), names, *args)["accepted"], right
            for k, cell in enumerate(right):
                if name == "yhat" and lines[k][6] == "0":
                    continue
                wrong = [*right[:k], next(c for c in right if c != cell), *right[k + 1:]]
                place = grade(tmp_path, data, with_column(table, at, wrong), names, *args)["first_wrong"]
                assert (place["line"], place["column"], place["expected"]) == (k + 2, name, cell)
        for cell in {"1", "-1", *labels}:
            assert not grade(tmp_path, data, with_column(table, at, [cell] * len(lines)), names, *args)["accepted"], cell


def test_the_class_that_argmax_predicts(tmp_path):
    for names in ("abc", "123"):
        data = tmp_path / "three.csv"
        data.write_text("\n".join([CLASSES[0], *(row[:-1] + names["abc".index(row[-1])] for row in CLASSES[1:])]))
        header, lines = table_of(data, "--passes", "3")
        column = {name: j for j, name in enumerate(header)}
        predicted = []
        for line in lines:  # the largest w.x + b, of equals the first
            x = [Fraction(line[column["x1"]]), Fraction(line[column["x2"]]), 1]
            scores = [sum(Fraction(line[column[f"{w}_c{k}_before"]]) * v for w, v in zip(("w1", "w2", "b"), x)) for k in (1, 2, 3)]
            predicted.append(names[scores.index(max(scores))])
        table = [[*line, cell] for line, cell in zip(lines, predicted)]
        assert grade(tmp_path, data, table, [*header, "yhat"], "--passes", "3")["accepted"]
        for k, line in enumerate(lines):
            if line[column["score"]] == "0":
                continue
            wrong = [*predicted[:k], next(c for c in names if c != predicted[k]), *predicted[k + 1:]]
            place = grade(tmp_path, data, with_column(table, len(header), wrong), [*header, "yhat"], "--passes", "3")["first_wrong"]
            assert (place["line"], place["column"], place["expected"]) == (k + 2, "yhat", predicted[k])


def test_the_class_of_a_run_of_one_vs_rest(tmp_path):
    data = tmp_path / "three.csv"
    data.write_text("\n".join(CLASSES))
    flags = ["--multiclass", "one-vs-rest", "--max-updates", "5"]
    header, lines = table_of(data, *flags)
    assert header[0] == "class" and {line[0] for line in lines} == set("abc")
    for k, line in enumerate(lines):
        wrong = [list(other) for other in lines]
        wrong[k][0] = "b" if line[0] == "a" else "a"
        place = grade(tmp_path, data, wrong, header, *flags)["first_wrong"]
        assert (place["line"], place["column"], place["expected"]) == (k + 2, "class", line[0])


def test_the_column_class_is_the_label_of_two_classes(tmp_path):
    data = tmp_path / "and.csv"
    data.write_text(AND.replace(",y\n", ",class\n"))
    header, lines = table_of(data)
    classes = ["yes" if line[5] == "1" else "no" for line in lines]
    table = [[*line, cell] for line, cell in zip(lines, classes)]
    assert grade(tmp_path, data, table, [*header, "class"])["accepted"]
    table[2][-1] = "no" if table[2][-1] == "yes" else "yes"
    place = grade(tmp_path, data, table, [*header, "class"])["first_wrong"]
    assert (place["line"], place["column"], place["expected"]) == (4, "class", classes[2])


def test_x0_is_the_constant_of_the_bias(tmp_path):
    data = tmp_path / "and.csv"
    data.write_text(AND)
    header, lines = table_of(data)
    table = [[*line, "1"] for line in lines]
    assert grade(tmp_path, data, table, [*header, "x0"])["accepted"]
    table[3][-1] = "0"
    place = grade(tmp_path, data, table, [*header, "x0"])["first_wrong"]
    assert (place["line"], place["column"], place["expected"], place["slip"]) == (5, "x0", "1", "wrong-data")


@pytest.mark.parametrize("flags", [[], ["--bias", "none", "--passes", "2"], ["--preset", "kernel", "--kernel", "polynomial", "--passes", "2"]])
def test_rows_of_libsvm_have_numbers_and_no_names(tmp_path, flags):
    data = tmp_path / "rows.svm"
    data.write_text("1 1:2 2:1\n-1 1:-1 2:3\n1 1:1\n-1 2:1\n")
    header, lines = table_of(data, *flags)
    found = grade(tmp_path, data, lines, header, *flags)
    assert "x2" in header and found["accepted"] and found["variants"] == []
    vectors = [[line[2], line[6], f"({line[3]}, {line[4]})", f"({int(line[5]) * int(line[3])}, {int(line[5]) * int(line[4])})"] for line in lines]
    assert grade(tmp_path, data, vectors, ["row", "score", "x", "y x"], *flags)["accepted"]
    lines[1][4] = "4"
    place = grade(tmp_path, data, lines, header, *flags)["first_wrong"]
    assert (place["line"], place["column"], place["expected"]) == (3, "x2", "3")
    assert "unknown column 'x3'" in run("grade", data, "-", *flags, input="row,x3,score\n0,1,0\n1,1,0\n").stderr


def test_values_of_many_columns_are_not_passed_over(tmp_path):
    data = tmp_path / "wide.csv"
    names = [f"x{j + 1}" for j in range(65)]
    data.write_text("\n".join([",".join([*names, "y"]), ",".join(["1"] * 65 + ["yes"]), ",".join(["-1"] * 65 + ["no"])]))
    student = tmp_path / "student.csv"
    student.write_text("row,x1,score\n0,7,0\n1,7,-66\n")
    assert "rows of more than 64 columns are not shown, and not checked" in refused(3, "grade", data, student)


SHORT = [["--rounds", "2"], ["--rounds", "3"], ["--order", "random", "--rounds", "2"], ["--order", "random-mistake", "--rounds", "2", "--seed", "5"]]


@pytest.mark.parametrize("flags", SHORT, ids=" ".join)
def test_one_wrong_number_in_a_short_table_is_named_where_it_is(tmp_path, flags):
    data = tmp_path / "and.csv"
    data.write_text(AND)
    header, lines = table_of(data, *flags)
    for k, j in ((k, j) for k in range(len(lines)) for j in range(2)):
        for change in (-1, 1, 2):
            wrong = [list(line) for line in lines]
            wrong[k][j] = str(int(wrong[k][j]) + change)
            found = grade(tmp_path, data, wrong, header, *flags)
            place = found["first_wrong"]
            assert (place["line"], place["column"], place["expected"]) == (k + 2, header[j], lines[k][j]), (wrong[k], found)
            assert found["right_for"] is None, found


def test_a_row_number_0_does_not_count_from_1(tmp_path):
    data = tmp_path / "and.csv"
    data.write_text(AND)
    for seed in range(20):
        flags = ["--order", "random", "--rounds", "2", "--seed", str(seed)]
        header, lines = table_of(data, *flags)
        if lines[1][2] == "0" != lines[0][2]:
            break
    student = [[str(int(lines[0][2]) + 1), lines[0][6]], ["0", lines[1][6]]]
    place = grade(tmp_path, data, student, ["row", "score"], *flags)["first_wrong"]
    assert (place["line"], place["column"], place["expected"]) == (2, "row", lines[0][2])


def test_a_wrong_row_of_a_mini_batch(tmp_path):
    data = tmp_path / "and.csv"
    data.write_text(AND)
    flags = ["--preset", "subgradient", "--batch", "2", "--batch-order", "consecutive", "--order", "cyclic", "--rounds", "4"]
    header, lines = table_of(data, *flags)
    exchanged = [lines[k + 1 - 2 * (k % 2)] for k in range(len(lines))]
    assert grade(tmp_path, data, exchanged, header, *flags)["accepted"]
    for k, line in enumerate(lines):
        wrong = [list(other) for other in lines]
        wrong[k][2] = lines[k + 1 - 2 * (k % 2)][2]  # the other row of the batch
        place = grade(tmp_path, data, wrong, header, *flags)["first_wrong"]
        assert (place["line"], place["column"], place["expected"]) == (k + 2, "row", line[2])
