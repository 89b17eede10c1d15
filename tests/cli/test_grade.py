"""grade: finds the planted slip in wrong traces of every kind, accepts right ones however they are written."""
import csv
import io
import json
import random

import pytest

import textbook
from planted_slips import SLIPS, trial
from program import IRIS, PAIR, SANITIZED, answer, refused, run
from test_trace import AND

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
    for right in (["0.03", "0.02", "-0.04"], ["1", "0.67", "-1.33"], ["1.00", "0.67", "-1.33"]):
        assert final(names, right)["accepted"], right
    for coarse in (["0.01", "0.01", "-0.01"], ["0.02", "0.01", "-0.02"], ["0.01", "0.00", "-0.01"]):  # rounded, much else would do
        assert not final(names, coarse)["accepted"], coarse
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


def test_empty_cells_are_left_out_and_follow_no_other_run(tmp_path):
    data = tmp_path / "and.csv"
    data.write_text("x1,x2,y\n1,1,1\n1,0,-1\n0,1,-1\n0,0,-1\n")
    lines = tmp_path / "empty.csv"
    lines.write_text("visit,row,score\n1,0,\n2,1,\n")
    done = run("grade", data, lines, "--json")
    wrong = json.loads(done.stdout)
    assert (done.returncode, wrong["first_wrong"]["slip"], wrong["right_for"]) == (1, "left-out", None)
