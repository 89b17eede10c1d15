"""grade: finds the planted slip in wrong traces of every kind, accepts right ones however they are written."""
import csv
import io
import json
import random
from fractions import Fraction

import pytest

import textbook
from program import IRIS, PAIR, SANITIZED, answer, refused, run
from test_trace import AND, random_rows, write

COUNT = 180 if SANITIZED else 1000


def grade(path, data, lines, header, *args):
    student = path / "student.csv"
    with student.open("w", newline="") as out:
        csv.writer(out).writerows([header, *lines])
    done = run("grade", data, student, *args, "--json")
    assert done.returncode in (0, 1), done.stderr
    found = json.loads(done.stdout)
    assert found["accepted"] == (done.returncode == 0)
    return found


def trial(chance, path, k):
    """A data set and its trace by the textbook, at least two updates, at most 60 visits."""
    while True:
        rows, labels = random_rows(chance)
        lines = textbook.visits(rows, labels)
        if lines and 4 <= len(lines) <= 60 and sum(line[6] for line in lines) >= 2:
            return write(path / f"{k}.csv", rows, labels), rows, labels, lines


# Each plants one slip in a copy of the lines and says where it is (index of the line) and what may be called it; None: there is no place for it.

def changed(lines, at, column, value):
    out = [list(line) for line in lines]
    out[at][column] = value
    return out


def places(lines, wanted):
    return [k for k, line in enumerate(lines) if wanted(line)]


def in_score(chance, lines, rows, labels):
    at = chance.randrange(len(lines))
    delta = chance.choice([-1, 1, Fraction(1, 2)])
    return changed(lines, at, 5, lines[at][5] + delta), at, {"arithmetic", "forgotten-bias", "wrong-sign", "margin-for-score"}


def in_weight(chance, lines, rows, labels):
    at = chance.choice(places(lines, lambda line: line[6]))
    j = chance.randrange(len(rows[0]))
    after = list(lines[at][8])
    after[j] += chance.choice([-2, 3])
    return changed(lines, at, 8, after), at, {"arithmetic", "wrong-step", "wrong-sign", "missing-update", "wrong-row", "not-added"}


def carried(chance, lines, rows, labels):
    if len(lines) < 2:
        return None
    at = chance.randrange(1, len(lines))
    before = list(lines[at][7])
    before[chance.randrange(len(before))] += 1
    return changed(lines, at, 7, before), at, {"carried-over"}


def decision(chance, lines, rows, labels):
    at = chance.choice(places(lines, lambda line: line[5] != 0) or [None])
    return at if at is None else (changed(lines, at, 6, not lines[at][6]), at, {"wrong-decision"})


def tie(chance, lines, rows, labels):
    at = places(lines, lambda line: line[5] == 0)[0]
    out = changed(lines, at, 6, False)
    out[at][8] = list(out[at][7])
    return out, at, {"wrong-tie-rule"}


def whole_tie(chance, lines, rows, labels):
    other = textbook.visits(rows, labels, "boundary-is-positive")
    if other is None or [line[6:] for line in other] == [line[6:] for line in lines]:
        return None
    at = next(k for k, (a, b) in enumerate(zip(other, lines)) if a[2:] != b[2:])
    return other, at, {"wrong-tie-rule"}


def whole_order(chance, lines, rows, labels):
    other = textbook.visits(rows, labels, order="first-mistake")
    if other is None or [line[2] for line in other] == [line[2] for line in lines]:
        return None
    at = next((k for k, (a, b) in enumerate(zip(other, lines)) if a[1:] != b[1:]), None)
    return at if at is None else (other, at, {"wrong-order"})


def order(chance, lines, rows, labels):
    at = chance.randrange(len(lines))
    other = (lines[at][2] + 1) % len(rows)
    if len({str(row) for row in rows}) < len(rows):
        return None
    return changed(lines, at, 2, other), at, {"wrong-order"}


def no_bias(chance, lines, rows, labels):
    other = textbook.visits(rows, labels, bias=False)
    if other is None:
        return None
    at = next((k for k, (a, b) in enumerate(zip(other, lines)) if a[5:] != b[5:]), None)
    return at if at is None else (other, at, {"forgotten-bias"})


def bias_once(chance, lines, rows, labels):
    at = chance.choice(places(lines, lambda line: line[6]))
    after = [*lines[at][8][:-1], lines[at][7][-1]]
    if all(v == 0 for v in rows[lines[at][2]]):
        return None
    return changed(lines, at, 8, after), at, {"forgotten-bias"}


def sign(chance, lines, rows, labels):
    at = chance.choice(places(lines, lambda line: line[6]))
    before, after = lines[at][7:9]
    return changed(lines, at, 8, [2 * a - b for a, b in zip(before, after)]), at, {"wrong-sign"}


def missing(chance, lines, rows, labels):
    at = chance.choice(places(lines, lambda line: line[6]))
    return changed(lines, at, 8, lines[at][7]), at, {"missing-update"}


def needless(chance, lines, rows, labels):
    found = places(lines, lambda line: not line[6])
    at = chance.choice(found)
    x = [*lines[at][3], 1]
    return changed(lines, at, 8, [a + lines[at][4] * b for a, b in zip(lines[at][7], x)]), at, {"needless-update"}


def step(chance, lines, rows, labels):
    at = chance.choice(places(lines, lambda line: line[6]))
    before, after = lines[at][7:9]
    return changed(lines, at, 8, [3 * b - 2 * a for a, b in zip(before, after)]), at, {"wrong-step"}


def data_copied(chance, lines, rows, labels):
    at = chance.randrange(len(lines))
    x = list(lines[at][3])
    x[chance.randrange(len(x))] += 1
    return changed(lines, at, 3, x), at, {"wrong-data"}


def label_copied(chance, lines, rows, labels):
    at = chance.randrange(len(lines))
    return changed(lines, at, 4, -lines[at][4]), at, {"wrong-label"}


def too_short(chance, lines, rows, labels):
    keep = chance.randrange(1, len(lines))
    if all(line[6] for line in lines[:keep]) and not any(line[6] for line in lines[keep:]):
        return None  # a list of all updates
    return lines[:keep], keep, {"too-short"}


def too_long(chance, lines, rows, labels):
    last = lines[-1]
    extra = [last[0] + 1, last[1] + 1, 0, rows[0], labels[0], sum(a * b for a, b in zip(last[8], [*rows[0], 1])), False, last[8], last[8]]
    if last[2] != len(rows) - 1:
        return None
    return [*lines, extra], len(lines), {"too-long"}


SLIPS = [in_score, in_weight, carried, decision, tie, whole_tie, whole_order, order, no_bias, bias_once, sign, missing, needless, step,
         data_copied, label_copied, too_short, too_long]


def test_every_planted_slip_is_found_and_named(tmp_path):
    chance = random.Random(11)
    planted = dict.fromkeys(SLIPS, 0)
    for k in range(COUNT):
        slip = SLIPS[k % len(SLIPS)]
        made = None
        while made is None:
            data, rows, labels, lines = trial(chance, tmp_path, k)
            made = slip(chance, lines, rows, labels)
        wrong, at, names = made
        found = grade(tmp_path, data, [textbook.cells(line) for line in wrong], textbook.header(len(rows[0])))
        assert not found["accepted"], (slip.__name__, data)
        assert found["first_wrong"]["line"] == at + 2, (slip.__name__, data, found)
        assert found["first_wrong"]["slip"] in names, (slip.__name__, data, found)
        assert found["right_lines"] == at
        planted[slip] += 1
    assert min(planted.values()) >= COUNT // len(SLIPS)


def written_otherwise(chance, header, lines, textbook_lines, n):
    """A way of writing the same run, and words that name it ("" where nothing needs a name)."""
    column = {name: j for j, name in enumerate(header)}
    out = [list(line) for line in lines]
    kind = chance.randrange(12)
    if kind == 0:
        return header, out, ""
    if kind == 1:
        return header, [[*line[:2], str(int(line[2]) + 1), *line[3:]] for line in out], "rows count from 1"
    if kind == 2:
        return header, [[*line[:2], str(int(line[2]) + 2), *line[3:]] for line in out], "rows are named by their line"
    if kind == 3:
        kept = [line for line, t in zip(out, textbook_lines) if t[6]]
        return header, kept, "only updates are listed" if len(kept) < len(out) else ""
    if kind == 4:
        keep = [j for j, name in enumerate(header) if name == "row" or name.endswith("_after") or name in ("score",)]
        return [header[j].replace("_after", "") for j in keep], [[line[j] for j in keep] for line in out], ""
    if kind == 5:
        words = {"mistake": "yes", "correct": "no"}
        return ["mistake?" if h == "decision" else h for h in header], [[words.get(c, c) for c in line] for line in out], ""
    if kind == 6:
        return header, [[("0" if line[column["y"]] == "-1" else line[column["y"]]) if j == column["y"] else c for j, c in enumerate(line)] for line in out], \
            "the labels are 0 and 1" if any(line[column["y"]] == "-1" for line in out) else ""
    if kind == 7:  # the whole last pass
        missing = n - 1 - textbook_lines[-1][2]
        return header, out, ("", missing)
    if kind == 8:
        signs = ["1" if t[5] > 0 else "-1" if t[5] < 0 else "0" for t in textbook_lines]
        return header, [[s if j == column["decision"] else c for j, c in enumerate(line)] for line, s in zip(out, signs)], ""
    if kind == 9:
        return [h.upper().replace("B_", "BIAS_") for h in header], [[c.replace("-", "\u2212") if j not in (column["decision"], column["y"]) else c for j, c in enumerate(line)] for line in out], ""
    if kind == 10:
        empty = f"{len(out)} empty cell" + "s" * (len(out) > 1)
        return header, [[c if j != column["score"] else "" for j, c in enumerate(line)] for line in out], f"{empty} not checked"
    return header, [[str(int(line[0]) - 1), str(int(line[1]) - 1), *line[2:]] for line in out], "visits count from 0"


def test_every_right_trace_is_accepted_however_it_is_written(tmp_path):
    chance = random.Random(12)
    for k in range(COUNT):
        data, rows, labels, lines = trial(chance, tmp_path, k)
        header = textbook.header(len(rows[0]))
        header, cells, name = written_otherwise(chance, header, [textbook.cells(line) for line in lines], lines, len(rows))
        if isinstance(name, tuple):
            w = lines[-1][8]
            for extra in range(name[1]):
                i = lines[-1][2] + 1 + extra
                score = sum(a * b for a, b in zip(w, [*rows[i], 1]))
                cells.append(textbook.cells([lines[-1][0] + 1 + extra, lines[-1][1], i, rows[i], labels[i], score, False, w, w]))
            name = "the last pass is finished" if name[1] else ""
        found = grade(tmp_path, data, cells, header)
        assert found["accepted"], (data, name, found)
        assert name in "; ".join(found["variants"]), (data, name, found)
        if not name:
            assert found["variants"] == [], (data, found)


def test_assignments_with_other_rules(tmp_path):
    chance = random.Random(13)
    for k in range(40):
        data, rows, labels, lines = trial(chance, tmp_path, k)
        for args in (["--preset", "delta", "--eta", "0.5"], ["--order", "first-mistake"], ["--preset", "pocket", "--rounds", "9", "--seed", str(k)],
                     ["--preset", "subgradient", "--batch", "2", "--rounds", "5"], ["--preset", "margin", "--order", "cyclic", "--margin", "2", "--passes", "9"],
                     ["--mistake", "boundary-is-positive"], ["--bias", "none", "--passes", "3"], ["--preset", "passive-aggressive", "--passes", "2"]):
            done = run("trace", data, *args, "--output-format", "csv")
            table = list(csv.reader(io.StringIO(done.stdout)))
            found = grade(tmp_path, data, table[1:], table[0], *args)
            assert found["accepted"] and found["variants"] == [], (data, args, found)
            if len(table) > 3:
                found = grade(tmp_path, data, table[1:-1], table[0], *args)
                assert not found["accepted"], (data, args, found)


def test_rounded_numbers(tmp_path):
    done = run("trace", IRIS, *PAIR, "--preset", "passive-aggressive", "--passes", "1", "--output-format", "csv")
    table = list(csv.reader(io.StringIO(done.stdout)))
    rounded = [[f"{float(c):.4f}" if "." in c else c for c in line] for line in table[1:]]
    found = grade(tmp_path, IRIS, rounded, table[0], *PAIR, "--preset", "passive-aggressive", "--passes", "1")
    assert found["accepted"] and found["variants"] == ["numbers are rounded to the digits written"]
    rounded[30][-1] = str(float(rounded[30][-1]) + 0.5)
    found = grade(tmp_path, IRIS, rounded, table[0], *PAIR, "--preset", "passive-aggressive", "--passes", "1")
    assert found["first_wrong"]["line"] == 32


def test_final_weights(tmp_path):
    data = tmp_path / "and.csv"
    data.write_text(AND)

    def final(header, line, *args):
        return grade(tmp_path, data, [line], header, *args)

    names = ["w1", "w2", "b"]
    assert final(names, ["3", "2", "-4"])["accepted"]
    assert final(["b", "w_x1", "w_x2"], ["-4", "3", "2"])["accepted"]
    scaled = final(names, ["1.5", "1", "-2"])
    assert scaled["accepted"] and "0.5 times" in scaled["variants"][0]
    wrong = final(names, ["2", "2", "-3"])
    assert wrong["first_wrong"]["slip"] == "wrong-weights" and "separate the classes too" in wrong["first_wrong"]["reason"]
    rules = answer("train", data, "--mistake", "boundary-is-positive", "--algorithm", "perceptron")
    other = final(names, [*rules["weights"], rules["bias"]])
    assert other["first_wrong"]["slip"] == "wrong-tie-rule" and other["right_for"] == "--mistake boundary-is-positive"
    assert final(names, ["2", "2", "-3"], "--algorithm", "svm", "--C", "inf")["accepted"]
    assert not final(names, ["2", "2", "-2.5"], "--algorithm", "svm", "--C", "inf")["accepted"]
    assert final(["w1", "w2"], ["0", "0"], "--bias", "none", "--passes", "1")["right_lines"] in (0, 1)
    for header, line in ((["b"], ["-4"]), (["w1", "w2"], ["3", "2"]), (["class"], ["yes"]), (names, ["3", "", "-4"])):
        left = final(header, line)["first_wrong"]
        assert left["slip"] == "left-out" if len(header) < 3 else left["found"] == "", (header, left)
    assert final(names, ["0", "0", "0"])["first_wrong"]["slip"] == "wrong-weights"


@pytest.mark.parametrize("text, says", [
    ("", "no lines"), ("visit,row\n", "no lines"), ("visit,colour\n1,2\n", "1:2: unknown column 'colour'"),
    ("visit,row\n1\n", "2: 1 field, expected 2"), ("w1,w1_after,row\n1,1,1\n", "mean the same"), ("row,score\n0,red\n", "2:2: 'red' is not a number"),
    ("w1,w2,b\n,,\n", "no lines below"), ("visit,pass\n1,1\n2,1\n", "1:1: no column to check"), ("row,decision\n0,blah\n", "2:2: 'blah' is no decision"),
    ("row,w\n0,\"(1, 2, 3)\"\n", "is not a vector of 2 numbers"), ("row;score\n0;1,5,5\n", "is not a number"),
    ('row,"score\n', "open"), (",".join(["row"] * 4097) + "\n", "1:4097: more than 4,096 fields in a line"), ("row,score\n0,1/0\n", "is not a number"),
])
def test_bad_files_of_students(tmp_path, text, says):
    student = tmp_path / "s.csv"
    student.write_text(text)
    data = tmp_path / "and.csv"
    data.write_text(AND)
    assert says in refused(3, "grade", data, student)


def test_from_standard_input_and_for_people(tmp_path):
    data = tmp_path / "and.csv"
    data.write_text(AND)
    trace = run("trace", data, "--output-format", "csv").stdout
    done = run("grade", data, "-", input=trace)
    assert done.returncode == 0 and "accepted" in done.stdout
    done = run("grade", data, "-", input=trace.replace("4,1,3,1,1,1,-1", "4,1,3,1,1,1,-2"))
    assert done.returncode == 1 and "found -2, expected -1" in done.stdout


def rows_of(path):
    done = run("trace", path, "--output-format", "csv")
    table = list(csv.reader(io.StringIO(done.stdout)))
    return table[0], table[1:]


def test_what_is_left_out_is_not_accepted(tmp_path):
    data = tmp_path / "and.csv"
    data.write_text(AND)
    header, lines = rows_of(data)
    copied = [[c if j < 6 else "" for j, c in enumerate(line)] for line in lines]  # visit, pass, row, x1, x2, y
    found = grade(tmp_path, data, copied, header)
    assert not found["accepted"] and found["first_wrong"]["slip"] == "left-out" and found["first_wrong"]["line"] == 2
    at = next(k for k, line in enumerate(lines) if k > 9 and line[7] == "mistake")
    found = grade(tmp_path, data, [copied[k] if k == at else line for k, line in enumerate(lines)], header)
    assert found["first_wrong"]["slip"] == "left-out" and found["first_wrong"]["line"] == at + 2
    some = [line if line[7] == "mistake" else [*line[:8], *[""] * (len(line) - 8)] for line in lines]
    found = grade(tmp_path, data, some, header)  # nothing changes at the others
    assert found["accepted"] and any(v.endswith("empty cells not checked") for v in found["variants"])
    found = grade(tmp_path, data, [[line[2]] for line in lines], ["row"])
    assert not found["accepted"]
    updates = grade(tmp_path, data, [[line[2]] for line in lines if line[7] == "mistake"], ["row"])
    assert updates["accepted"] and "only updates are listed" in updates["variants"]


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
