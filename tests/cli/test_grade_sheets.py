"""Every table of visits that a sheet asks for is accepted when it is filled in rightly, and a slip in any column is found there."""
import re
import shlex

import pytest

from program import SANITIZED, answer, run
from test_grade import grade

KINDS = {"convergence": 1, "tie-rule": 2, "order": 2, "bound": 1, "pocket": 1, "batch": 1, "learning-rate": 1, "kernel": 1}  # runs with tables
SLIPS = {
    "visit": {"visit-number"}, "pass": {"pass-number"}, "row": {"wrong-order"}, "x": {"wrong-data"}, "y": {"wrong-label"},
    "mistake": {"wrong-decision", "wrong-tie-rule"}, "yhat": {"wrong-decision", "wrong-tie-rule"}, "mistakes": {"wrong-count"}, "pocket": {"wrong-pocket"},
    "yhat - y": {"arithmetic", "wrong-sign"}, "y x": {"arithmetic", "wrong-sign"},
}


def tables_of(text):
    """(header, lines) of the tables of visits in Markdown; the steps of mini-batches are one table."""
    tables, open_table = [], None
    for line in [*text.splitlines(), ""]:
        if not line.startswith("|"):
            open_table = None
            continue
        cells = [cell.strip().replace("\\", "") for cell in line.strip().strip("|").split("|")]
        if open_table is None:
            open_table = (cells, [])
            tables.append(open_table)
        elif not re.fullmatch(r"[-:]+", cells[0]):
            open_table[1].append(cells)
    visits = [t for t in tables if "row" in t[0] and "mistake" in t[0] or "yhat - y" in t[0]]
    if visits and "y x" in visits[0][0]:
        return [(visits[0][0], [line for _, lines in visits for line in lines])]
    return visits


def off(cell, column):
    """Another word or number in the place of this one."""
    if column == "mistake":
        return "no" if cell == "yes" else "yes"
    if column == "pocket":
        return "99"
    if cell.startswith("("):
        first, rest = cell[1:].split(",", 1)
        return f"({float(first) + 5:g},{rest}"
    if column == "yhat":
        return "-1" if cell != "-1" else "1"
    return f"{-float(cell):g}" if column == "y" else f"{float(cell) + 7:g}"


@pytest.mark.parametrize("kind", KINDS)
def test_the_tables_of_a_sheet(tmp_path, kind):
    for seed in range(1 if SANITIZED else 4):
        data = tmp_path / "rows.csv"
        text = run("exercise", "--kind", kind, "--seed", seed, "--data", data, "-o", "-").stdout
        (sheet,) = answer("exercise", "--kind", kind, "--seed", seed)["exercises"]
        traces = [shlex.split(command)[2:] for command in sheet["commands"] if command.startswith("trace")]
        tables = tables_of(text)
        assert len(tables) == KINDS[kind]
        for (header, lines), flags in zip(tables, traces):
            found = grade(tmp_path, data, lines, header, *flags)
            assert found["accepted"] and found["variants"] == ["rows count from 1"], (seed, header, found)
            for j, column in enumerate(header):
                for at in range(len(lines)):
                    if not lines[at][j]:
                        continue
                    wrong = [list(line) for line in lines]
                    wrong[at][j] = off(wrong[at][j], column)
                    found = grade(tmp_path, data, wrong, header, *flags)
                    place = found["first_wrong"]
                    assert place and place["line"] == at + 2 and place["column"].startswith(column), (seed, column, at, found)
                    assert place["slip"] in SLIPS.get(column, {place["slip"]}) and place["reason"], (seed, column, found)


def test_trace_writes_counts_and_the_pocket(tmp_path):
    data = tmp_path / "rows.csv"
    text = run("exercise", "--kind", "pocket", "--seed", "3", "--data", data, "-o", "-").stdout
    (header, lines), = tables_of(text)
    flags = ["--preset", "pocket", "--order", "cyclic", "--stop", "passes", "--passes", "2"]
    first, *told = (line.split(",") for line in run("trace", data, *flags, "--counts", "--output-format", "csv").stdout.split())
    assert first[-2:] == ["mistakes", "pocket"] and [line[-1] for line in told] == [line[-1] for line in lines]
    assert all(line[-2] in ("", cells[-2]) for line, cells in zip(lines, told))
    for form in ("text", "latex", "markdown"):
        assert "pocket" in run("trace", data, *flags, "--counts", "--output-format", form).stdout
    said = answer("trace", data, *flags, "--counts")["visits"]
    assert ["new" if v["into_pocket"] else str(v["pocket"]) for v in said] == [line[-1] for line in lines]
    student = "row,mistakes,pocket\n1,2,blah\n"
    assert "neither new nor the number" in run("grade", data, "-", *flags, input=student).stderr
    assert "this run has no pocket" in run("grade", data, "-", input=student).stderr
