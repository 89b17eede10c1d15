"""grade tells a slip from another way of counting, also at the first lines, and says which class the labels call +1."""
import csv
import itertools

import pytest

from program import answer, run
from test_grade import grade
from test_trace import AND


@pytest.fixture
def data(tmp_path):
    path = tmp_path / "and.csv"
    path.write_text(AND)
    return path


def lines_of(data, first, *args):
    """row, s, mistake, w_1, w_2, b of every visit; rows count from `first`."""
    words = {"mistake": "yes", "correct": "no"}
    visits = csv.DictReader(run("trace", data, *args, "--output-format", "csv").stdout.splitlines())
    return [[str(int(v["row"]) + first), v["score"], words[v["decision"]], v["w1_after"], v["w2_after"], v["b_after"]] for v in visits]


HEADER = ["row", "s", "mistake", "w_1", "w_2", "b"]


def test_the_rows_of_the_finding(tmp_path, data):
    data.write_text("x1,x2,y\n1,1,1\n1,0,-1\n0,1,-1\n0,0,-1\n")
    found = grade(tmp_path, data, [["1", "0", "yes", "1", "1", "1"], ["3", "2", "yes", "1", "0", "0"], ["2", "1", "yes", "0", "0", "-1"]], HEADER)
    wrong = found["first_wrong"]
    assert found["right_lines"] == 1 and found["variants"] == ["rows count from 1"]
    assert (wrong["line"], wrong["column"], wrong["found"], wrong["expected"], wrong["slip"]) == (3, "row", "3", "2", "wrong-order")


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_slip_at_the_first_lines_does_not_hide_how_rows_are_counted(tmp_path, data, first, at):
    right = lines_of(data, first)
    for length, j in itertools.product((3, 4, 9, len(right)), range(len(HEADER))):
        wrong = [list(line) for line in right[:length]]
        slips = {0: [str(r + first) for r in range(4) if str(r + first) != wrong[at][0]], 2: ["no" if wrong[at][2] == "yes" else "yes"]}
        for cell in slips[j] if j in slips else [str(int(wrong[at][j]) + 7)]:
            wrong[at][j] = cell
            found = grade(tmp_path, data, wrong, HEADER)
            place = found["first_wrong"]
            assert (found["right_lines"], place["line"], place["column"]) == (at, at + 2, HEADER[j]), (length, cell, found)
            assert place["found"] == cell and place["expected"] in (right[at][j], "mistake" if right[at][j] == "yes" else "correct"), found
            assert found["variants"] == ["rows count from 1"] * first, found


@pytest.mark.parametrize("first", [0, 1])
def test_rows_exchanged_at_the_first_lines(tmp_path, data, first):
    right = lines_of(data, first)
    for length, at in itertools.product((3, 4, 9, len(right)), (0, 1)):
        wrong = [list(line) for line in right[:length]]
        wrong[at][0], wrong[at + 1][0] = wrong[at + 1][0], wrong[at][0]
        found = grade(tmp_path, data, wrong, HEADER)
        place = (found["right_lines"], found["first_wrong"]["line"])
        counted_otherwise = at == 0 and place == (1, 3) and found["variants"] != ["rows count from 1"] * first  # "2" may be a line of the file
        assert place == (at, at + 2) or counted_otherwise, (length, found)
        assert found["first_wrong"]["column"] == "row", found


def test_labels_with_a_sign_say_which_class_is_1(tmp_path, data):
    data.write_text(AND.replace("no", "-1").replace("yes", "1"))
    header, *lines = csv.reader(run("trace", data, "--positive", "-1", "--output-format", "csv").stdout.splitlines())
    found = grade(tmp_path, data, lines, header)
    assert not found["accepted"] and found["first_wrong"]["slip"] == "wrong-label", found
    assert "the labels are numbers, of which 1 is +1" in found["first_wrong"]["reason"] and found["right_for"] == "--positive -1"
    assert grade(tmp_path, data, lines, header, "--positive", "-1")["accepted"]
    assert answer("trace", data)["positive"] == "1"
