"""grade: sheets of other kinds of runs, in the notations that students have."""
import csv
import io
from fractions import Fraction


from program import IRIS, PAIR, answer, refused, run
from test_grade import grade, rows_of
from test_trace import AND


def test_a_sheet_is_accepted_in_its_own_notation(tmp_path):
    for kind, args in (("convergence", []), ("kernel", ["--bias", "none", "--coef0", "1", "--degree", "2", "--gamma", "1", "--kernel", "polynomial", "--preset", "kernel"])):
        data = tmp_path / f"{kind}.csv"
        text = run("exercise", "--kind", kind, "--seed", "5", "--data", data, "--solution", "only", "--output-format", "text", "-o", "-").stdout
        if kind == "kernel":
            text = text[text.index("visit"):]
        lines = text[text.index("visit"):].split("\n\n")[0].splitlines()
        cells = [line.replace(", ", ",").split() for line in lines]
        for reading in (lambda c: c, lambda c: c.replace("-", "\u2212") if c not in ("-1",) else c):
            found = grade(tmp_path, data, [[reading(c) for c in line] for line in cells[1:]], cells[0], *args)
            assert found["accepted"] and found["variants"] == ["rows count from 1"], (kind, found)
        wrong = [list(line) for line in cells[1:]]
        wrong[3][-1] = str(int(wrong[3][-1]) + 1)
        assert grade(tmp_path, data, wrong, cells[0], *args)["first_wrong"]["column"] == cells[0][-1]


def test_vectors_margins_and_predictions(tmp_path):
    data = tmp_path / "and.csv"
    data.write_text(AND.replace("no", "-1").replace("yes", "1"))
    header, lines = rows_of(data)
    out = [[line[2], f"({line[3]}, {line[4]})", str(int(line[5]) * int(line[6])), "1" if int(line[6]) >= 0 else "-1", f"({line[-3]},{line[-2]})", line[-1]] for line in lines]
    names = ["row", "x", "y s", "yhat", "w", "b"]
    found = grade(tmp_path, data, out, names)
    assert found["accepted"] and found["variants"] == [], found
    steps = [[*line[:3], "1" if line[3] == "1" else "0", *line[4:]] for line in out]
    assert grade(tmp_path, data, steps, names)["accepted"]
    for column, value, slip in ((1, "(5, 5)", "wrong-data"), (2, "7", "arithmetic"), (4, "(9, 9)", None)):
        wrong = [list(line) for line in out]
        wrong[9][column] = value
        found = grade(tmp_path, data, wrong, names)
        assert found["first_wrong"]["line"] == 11 and slip in (None, found["first_wrong"]["slip"]), found


def test_a_line_for_each_mini_batch(tmp_path):
    data = tmp_path / "rows.csv"
    sheet = answer("exercise", "--kind", "batch", "--seed", "5", "--data", data, "-o", tmp_path / "sheet.md")["exercises"][0]
    steps = ["--preset", "subgradient", "--batch", "4", "--batch-order", "consecutive", "--order", "cyclic", "--rounds", "2", "--tau", "1"]
    assert sheet["given"]["settings"]["run"]["batch"] == "4"
    header, *lines = csv.reader(io.StringIO(run("trace", data, *steps, "--output-format", "csv").stdout))
    out = [[line[0], *line[-3:]] for line in lines if line[2] in ("0", "4")]
    found = grade(tmp_path, data, out, ["visit", "w_1", "w_2", "b"], *steps)
    assert found["accepted"] and found["variants"] == ["a line is a mini-batch"] and found["expected_lines"] == 2
    out[1][1] = str(float(out[1][1]) + 1)
    assert grade(tmp_path, data, out, ["visit", "w_1", "w_2", "b"], *steps)["first_wrong"]["line"] == 3


def test_labels_that_are_words_for_a_mistake(tmp_path):
    data = tmp_path / "and.csv"
    data.write_text(AND)  # labels no and yes
    header, lines = rows_of(data)
    out = [[line[2], line[6], "yes" if int(line[6]) >= 0 else "no"] for line in lines]
    found = grade(tmp_path, data, out, ["row", "score", "decision"])
    assert found["accepted"] and found["variants"] == ["decisions are the predicted labels"]
    words = [[line[2], line[6], "yes" if line[7] == "mistake" else "no"] for line in lines]
    assert grade(tmp_path, data, words, ["row", "score", "decision"])["variants"] == []
    words[5][2] = "no" if words[5][2] == "yes" else "yes"
    assert grade(tmp_path, data, words, ["row", "score", "decision"])["first_wrong"]["line"] == 7


def test_columns_that_are_numbered_from_0(tmp_path):
    data = tmp_path / "and.csv"
    data.write_text(AND.replace("x1,x2", "x0,x1"))
    header, lines = rows_of(data)
    keep = [2, 3, 4, 6, -3, -2, -1]
    out = [[line[j] for j in keep] for line in lines]
    assert grade(tmp_path, data, out, ["row", "x0", "x1", "score", "w0", "w1", "b"])["accepted"]
    assert grade(tmp_path, data, out, ["row", "x1", "x2", "score", "w1", "w2", "b"])["accepted"]  # as trace names them
    assert grade(tmp_path, data, out[-1:], ["row", "x0", "x1", "score", "w0", "w1", "b"])["first_wrong"]["line"] == 2
    assert grade(tmp_path, data, [out[-1][-3:]], ["w0", "w1", "b"])["accepted"]
    three = tmp_path / "three.csv"
    three.write_text("x1,x2,x3,y\n9,0,0,no\n8,0,1,no\n7,1,0,no\n6,1,1,yes\n")
    assert grade(tmp_path, three, out, ["row", "x2", "x3", "score", "w2", "w3", "b"], "--columns", "x2,x3")["accepted"]


def test_a_feature_that_is_called_b(tmp_path):
    data = tmp_path / "ab.csv"
    data.write_text(AND.replace("x1,x2", "a,b"))
    header, lines = rows_of(data)
    out = [[line[2], line[6], *line[-3:]] for line in lines]
    assert grade(tmp_path, data, out, ["row", "score", "w1", "w2", "b"])["accepted"]
    assert grade(tmp_path, data, [out[-1][2:]], ["w1", "w2", "b"])["accepted"]
    assert not grade(tmp_path, data, [[*out[-1][2:4], "77"]], ["w1", "w2", "b"])["accepted"]
    both = [[*line[2:5], line[6], *line[-3:]] for line in lines]
    for bias in ("b", "bias", "b_after"):
        assert grade(tmp_path, data, both, ["row", "a", "b", "score", "w1", "w2", bias])["accepted"], bias
    assert grade(tmp_path, data, [line[:4] for line in both], ["row", "a", "b", "score"])["accepted"]


def test_other_separators_and_spreadsheets(tmp_path):
    data = tmp_path / "half.csv"
    data.write_text("a,b,y\n0.5,1,1\n-0.5,2,-1\n1.5,-1,1\n")
    header, lines = rows_of(data)
    student = tmp_path / "student.csv"
    for separator in (";", "\t"):
        text = "\r\n".join(separator.join(c.replace(".", ",") for c in line) for line in [header, *lines, [""] * len(header)])
        student.write_text("\ufeff" + text + "\r\n", newline="")
        found = answer("grade", data, student)
        assert found["accepted"] and found["variants"] == []
    student.write_text("\n".join(",".join(line) for line in [header, *lines]) + "\n" + "," * (len(header) - 1) + "\n\n")
    found = answer("grade", data, student)
    assert found["accepted"] and found["lines"] == len(lines) and found["variants"] == []


def test_a_first_line_with_the_start(tmp_path):
    data = tmp_path / "and.csv"
    data.write_text(AND)
    header, lines = rows_of(data)
    names = ["visit", "row", "score", "w1", "w2", "b"]
    out = [[line[0], line[2], line[6], *line[-3:]] for line in lines]
    for first in (["0", "", "", "0", "0", "0"], ["start", "", "", "0", "0", "0"], ["", "", "", "0", "0", "0"]):
        found = grade(tmp_path, data, [first, *out], names)
        assert found["accepted"] and found["variants"] == ["the first line is the start"], found
        assert not grade(tmp_path, data, [[*first[:3], "0", "0", "1"], *out], names)["accepted"]
    short = [["0", "0", "0", "0"], *([line[0], *line[-3:]] for line in lines)]
    assert grade(tmp_path, data, short, ["visit", "w1", "w2", "b"])["accepted"]


def test_rounding_does_not_cover_a_slip(tmp_path):
    args = [*PAIR, "--preset", "passive-aggressive", "--passes", "2"]
    done = run("trace", IRIS, *args, "--output-format", "csv")
    header, *lines = csv.reader(io.StringIO(done.stdout))
    for digits in (2, 3):
        rounded = [[f"{float(c):.{digits}f}" if "." in c else c for c in line] for line in lines]
        assert grade(tmp_path, IRIS, rounded, header, *args)["accepted"]
        rounded[-1][-1] = str(round(float(rounded[-1][-1]) + 0.1, digits))
        assert not grade(tmp_path, IRIS, rounded, header, *args)["accepted"]


def test_rounding_is_carried_by_those_who_round_at_every_step(tmp_path):
    rows = [[Fraction(1, 3), Fraction(2, 7)], [Fraction(-5, 7), Fraction(1, 6)], [Fraction(4, 3), Fraction(-1, 9)], [Fraction(-1, 7), Fraction(-2, 3)]]
    labels = [1, -1, 1, -1]
    data = tmp_path / "thirds.csv"
    data.write_text("a,b,y\n" + "".join(f"{float(r[0])!r},{float(r[1])!r},{y}\n" for r, y in zip(rows, labels)))
    w, out = [0.0, 0.0, 0.0], []
    for k in range(12):
        x, y = [*(round(float(v), 2) for v in rows[k % 4]), 1], labels[k % 4]
        score = round(sum(a * b for a, b in zip(w, x)), 2)
        w = [round(a + y * b, 2) for a, b in zip(w, x)] if y * score <= 0 else w
        out.append([str(k % 4), f"{score:.2f}", *(f"{v:.2f}" for v in w)])
    found = grade(tmp_path, data, out, ["row", "score", "w1", "w2", "b"], "--stop", "passes", "--passes", "3")
    assert found["accepted"], found


def test_what_students_write_is_escaped_for_the_terminal(tmp_path):
    data = tmp_path / "and.csv"
    data.write_text(AND)
    done = run("grade", data, "-", input="row,y,score\n0,\x1b[31mred,0\n1,no,0\n")
    assert done.returncode == 1 and "\x1b" not in done.stdout and "\\x1b[31mred" in done.stdout


def test_variants_are_named_in_full(tmp_path):
    data = tmp_path / "and.csv"
    data.write_text(AND)
    done = run("trace", data, "--stop", "passes", "--passes", "10", "--output-format", "csv")
    assert "the last pass is finished, though a clean pass came earlier" in run("grade", data, "-", input=done.stdout).stdout


def test_the_other_class_is_1_where_labels_have_no_sign(tmp_path):
    data = tmp_path / "rows.csv"
    for labels, accepted in ((("setosa", "virginica"), True), (("1", "2"), True), (("-1", "1"), False), (("0", "1"), False)):
        data.write_text(AND.replace("no", labels[0]).replace("yes", labels[1]))
        header, lines = rows_of(data)
        turned = [[line[2], str(-int(line[6])), *(str(-int(c)) for c in line[-3:])] for line in lines]
        for table, names in ((turned, ["row", "score", "w1", "w2", "b"]), ([turned[-1][2:]], ["w1", "w2", "b"])):
            found = grade(tmp_path, data, table, names)
            assert found["accepted"] == accepted, (labels, found)
            assert not accepted or found["variants"] == [f"the other class, '{labels[0]}', is +1"]


def test_a_run_that_was_cut_short_grades_nothing(tmp_path):
    data, student = tmp_path / "xor.csv", tmp_path / "student.csv"
    data.write_text("x1,x2,y\n0,0,-1\n0,1.5,1\n1,0,1\n1,1,-1\n")
    long = ["--stop", "rounds", "--rounds", "900000000", "--order", "random", "--timeout", "0.3"]
    student.write_text("w1,w2,b\n1,1,1\n")
    assert "nothing is graded (--timeout)" in refused(4, "grade", data, student, *long, timeout=60)
    student.write_text("row,score\n0,0\n")
    done = run("grade", data, student, *long, timeout=60)
    assert done.returncode in (3, 4) and done.stdout == ""  # 3: the table was full before


def test_a_bias_where_there_is_none(tmp_path):
    data = tmp_path / "and.csv"
    data.write_text(AND)
    header, lines = rows_of(data)
    found = grade(tmp_path, data, [line[-3:] for line in lines], header[-3:], "--bias", "none")
    assert found["first_wrong"]["reason"].endswith("(this run has no bias)") and found["right_for"] == "--bias augmented"
