"""inspect of a table: types, missing cells, the likely label, and a suggested call that runs as printed."""
import random
import shlex

import pytest

from program import answer, refused, run, write

SHOP = """customer_id,joined,age,plan,city,notes,rate,empty,country,churned
C1001,2024-01-05,34,basic,Bern,called twice about the last bill,3 %,,CH,no
C1002,2024-02-17,51,plus,Basel,asked for a new router in May,4 %,,CH,no
C1003,2024-03-09,,basic,Bern,moved to another town in summer,5 %,,CH,yes
C1004,2023-11-30,45,?,Chur,wants to keep the old number,3 %,,CH,no
C1005,2023-12-24,29,plus,Bern,said that the app is too slow,7 %,,CH,yes
C1006,2024-05-02,62,basic,Basel,never answers letters or calls,2 %,,CH,yes
C1001,2024-01-05,34,basic,Bern,called twice about the last bill,3 %,,CH,no
"""


def by_name(facts):
    return {c["name"]: c for c in facts["columns"]}


def words(suggestion):
    assert suggestion.startswith("halfspace train ")
    return shlex.split(suggestion)[1:]


def test_types_of_columns(tmp_path):
    facts = answer("inspect", write(tmp_path / "shop.csv", SHOP))
    columns = by_name(facts)
    assert {n: c["type"] for n, c in columns.items()} == {
        "customer_id": "id", "joined": "date", "age": "number", "plan": "category", "city": "category", "notes": "text", "rate": "text",
        "empty": "constant", "country": "constant", "churned": "category"}
    assert (columns["age"]["missing"], columns["age"]["min"], columns["age"]["max"]) == (1, 29, 62)
    assert dict(zip(columns["plan"]["levels"], columns["plan"]["level_rows"])) == {"basic": 4, "plus": 2} and columns["plan"]["missing"] == 1
    assert columns["rate"]["looks_like"] == "a percentage" and columns["empty"]["missing"] == facts["rows"] == 7
    assert facts["likely_label"] == "churned" and facts["class_balance"] == [{"label": "no", "rows": 4}, {"label": "yes", "rows": 3}]
    assert facts["duplicate_rows"] == 1


def test_the_suggestion_runs_as_printed(tmp_path):
    path = write(tmp_path / "it's a shop.csv", SHOP)
    call = words(answer("inspect", path)["suggestion"])
    assert call[call.index("--columns") + 1] == "joined,age,plan,city,rate" and call[call.index("--missing") + 1] == "mean,category"
    assert call[call.index("--dates") + 1] == "days" and call[call.index("--signs") + 1] == "percent"
    trained = answer(*call)
    assert trained["classes"] == ["no", "yes"]
    assert ("suggested  " + answer("inspect", path)["suggestion"]) in run("inspect", path).stdout.splitlines()


def test_rows_without_a_label(tmp_path):
    path = write(tmp_path / "t.csv", "x,z,label\n1,,a\n2,5,\n3,6,b\n4,1,NA\n9,2,a\n8,1,b\n")
    facts = answer("inspect", path)
    assert facts["rows"] == 4 and facts["missing_rows"] == 2 and by_name(facts)["z"]["missing"] == 1 and facts["nnz"] == 7
    call = words(facts["suggestion"])
    assert call[-2:] == ["--missing", "mean,drop-label"]
    assert run(*call).returncode == 0


@pytest.mark.parametrize("text, place, what", [
    ("x,z,label\n1,2,a\n2,b,c\n", ":3:2", "text 'b' in numeric column 'z'"),
    ("x,z,label\n1,b,a\n2,3,c\n", ":2:2", "text 'b' in numeric column 'z'"),  # whichever comes first
    ("x,z,label\n1,,a\n2,b,a\n2,3,c\n", ":3:2", "text 'b'"),
    ("x,z,label\n1,2,a\n2,3\n", ":3", "fields"),
    ("x,label,class\n1,2,a\n", ":1:1", "several columns could be the label"),
    ("1,2,3\n4,5,6\n", ":1:1", "--no-header"),
    ("x,x,label\n1,2,a\n", ":1:2", "duplicate"),
    ("x,z\n1,\x002\n", ":2:2", "NUL"),
])
def test_what_stays_an_error(tmp_path, text, place, what):
    message = refused(3, "inspect", write(tmp_path / "t.csv", text))
    assert "t.csv" + place in message and what in message


def test_columns_that_alone_decide_the_label(tmp_path):
    draw = random.Random(5)
    lines = ["noise,paid,closed,grade"]
    for _ in range(60):
        good = draw.random() < 0.5
        lines.append(f"{draw.gauss(0, 1):.2f},{draw.uniform(5, 9) if good else draw.uniform(0, 4):.2f},{draw.choice('uv') if good else 'w'},{'good' if good else 'bad'}")
    facts = answer("inspect", write(tmp_path / "t.csv", "\n".join(lines) + "\n"))
    assert facts["likely_label"] == "grade" and facts["leakage_suspects"] == ["paid", "closed"]


def test_quantities_are_no_labels(tmp_path):
    lines = ["x,price,label"] + [f"{i % 7},{i * 3 % 11},{i + 0.25}" for i in range(40)]
    path = write(tmp_path / "t.csv", "\n".join(lines) + "\n")
    assert answer("inspect", path)["suggestion"] is None
    assert "a quantity" in run("inspect", path).stdout


def test_row_numbers_are_identifiers(tmp_path):
    lines = ["nr,order_id,x,class"] + [f"{i},{(i * 37) % 101},{i % 5},{'ab'[i % 2]}" for i in range(50)]
    facts = answer("inspect", write(tmp_path / "t.csv", "\n".join(lines) + "\n"))
    assert [c["type"] for c in facts["columns"]] == ["id", "id", "number"]
    assert words(facts["suggestion"])[-2:] == ["--columns", "x"]


def test_random_tables(tmp_path):
    """Whatever a table holds: it is listed, what is listed is what stands there, and the suggested call runs."""
    draw = random.Random(17)
    for number in range(25):
        rows = draw.randint(8, 60)
        makers = {"number": lambda i: f"{draw.gauss(0, 3):.2f}", "whole": lambda i: str(draw.randint(0, 3)), "level": lambda i: draw.choice(["red", "dark green", "b,lue", 'q"']),
                  "id": lambda i: f"k{i}x", "date": lambda i: f"2024-0{1 + i % 9}-1{i % 10}", "one": lambda i: "7"}
        names = [draw.choice(list(makers)) for _ in range(draw.randint(1, 5))]
        table = [[("" if draw.random() < 0.1 else makers[n](i)) for n in names] + [draw.choice("ab")] for i in range(rows)]
        table[0][-1], table[1][-1] = "a", "b"
        quoted = lambda cell: '"' + cell.replace('"', '""') + '"' if any(c in cell for c in ',"') else cell
        head = ",".join(f"{n} {k}" for k, n in enumerate(names)) + ",answer"
        path = write(tmp_path / f"{number}.csv", head + "\n" + "".join(",".join(map(quoted, row)) + "\n" for row in table))
        facts = answer("inspect", path)
        assert facts["rows"] == rows
        for k, column in enumerate(facts["columns"][:-1]):
            cells = [row[k] for row in table]
            assert column["missing"] == cells.count("")
            if column["levels"] is not None:
                assert dict(zip(column["levels"], column["level_rows"])) == {c: cells.count(c) for c in set(cells) - {""}}
        if facts["suggestion"] is not None:
            done = run(*words(facts["suggestion"]))
            assert done.returncode == 0, (facts["suggestion"], done.stderr)


def test_very_many_columns_of_texts_are_not_named_one_by_one(tmp_path):
    """A word of a command is at most 128 KiB."""
    lines = [",".join(f"column {k}" for k in range(9000)) + ",label"] + [",".join("uvw"[(i + k) % 3] for k in range(9000)) + "," + "ab"[i % 2] for i in range(8)]
    call = words(answer("inspect", write(tmp_path / "t.csv", "\n".join(lines) + "\n"))["suggestion"])
    assert call[-2:] == ["--categorical", "auto"] and run(*call).returncode == 0
    lines[0] = "id," + lines[0]
    lines[1:] = [f"k{i},{line}" for i, line in enumerate(lines[1:])]
    path = write(tmp_path / "i.csv", "\n".join(lines) + "\n")
    call = words(answer("inspect", path)["suggestion"])
    assert call[-4:] == ["--drop", "id", "--categorical", "auto"] and run(*call).returncode == 0
    lines[0] = ",".join(f"id {k}" for k in range(9000)) + "," + lines[0]
    lines[1:] = [",".join(f"k{i}-{k}" for k in range(9000)) + f",{line}" for i, line in enumerate(lines[1:])]
    path = write(tmp_path / "w.csv", "\n".join(lines) + "\n")
    assert answer("inspect", path)["suggestion"] is None and "too long for a command" in run("inspect", path).stdout
