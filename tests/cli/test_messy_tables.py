"""The scripts of examples/messy on tables that are made here: C, ONNX, SQL and Python predict what `halfspace predict` does."""
import csv
import os
import sqlite3
import subprocess

import pytest

from messy_tables import TABLES, messy
from onnx_graph import Graph
from program import HALFSPACE, ROOT
from test_export_c import CELLS, COMPILERS, FLAGS
from test_export_onnx import given


def table_file(folder, name, table):
    path = folder / ("sheet.tsv" if table.delimiter == "\t" else f"{name}.csv")
    path.write_bytes(table.bytes())
    return path


def c_answers(folder, columns, rows):
    main = CELLS.replace('"m.c"', '"model.c"').replace("m_", "model_").replace("M_", "MODEL_")
    text = (folder / "model.c").read_text(encoding="utf-8")
    probable = "model_probabilities_row" in text
    (folder / "main.c").write_text(f"#define REAL double\n#define PROBABILITIES {'model_probabilities_row(cells, p, NULL)' if probable else '(void)0'}\n" + main)
    for compiler in COMPILERS:
        done = subprocess.run([compiler, *FLAGS, folder / "main.c", "-o", folder / "main", "-lm"], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr[:3000]
    given_rows = "".join("".join(row[name] + "\1" for name in columns) for row in rows)
    out = subprocess.run([folder / "main"], input=given_rows.encode(), capture_output=True, check=True).stdout.decode()
    return [line.split() for line in out.splitlines()]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", TABLES)
def test_a_page_of_commands(tmp_path, name, seed):
    table = messy(name, seed)
    path = table_file(tmp_path, name, table)
    done = subprocess.run(["sh", ROOT / f"examples/messy/{name}.sh", path, tmp_path], capture_output=True, text=True, check=False,
                          env={**os.environ, "HALFSPACE": HALFSPACE}, timeout=120)
    assert done.returncode == 0, done.stderr
    with open(tmp_path / "predictions.csv", encoding="utf-8", newline="") as file:
        predicted = list(csv.reader(file))[1:]
    assert len(predicted) == len(table.cells)
    rows = [dict(zip(table.names, cells)) for cells in table.cells]
    ours = [(label, list(map(float, scores))) for label, *scores in predicted]

    names = {}
    exec(compile((tmp_path / "model.py").read_text(encoding="ascii"), "model.py", "exec"), names)  # pylint: disable=exec-used
    columns = [column[0] for column in names["COLUMNS"]]
    for row, (label, scores) in zip(rows, ours):
        assert names["predict"](row) == label
        assert names["scores"](row) == pytest.approx(scores, rel=1e-12, abs=1e-12)

    for line, (label, scores) in zip(c_answers(tmp_path, columns, rows), ours, strict=True):
        assert line[0] == "0" and names["CLASSES"][int(line[1])] == label
        assert list(map(float, line[2:2 + len(scores)])) == pytest.approx(scores, rel=1e-12, abs=1e-12)

    plain = [dict(zip(table.names, cells)) for cells in table.plain]
    base = sqlite3.connect(":memory:")
    base.execute("CREATE TABLE data (" + ", ".join(f'"{column}" TEXT' for column in columns) + ")")
    base.executemany(f"INSERT INTO data VALUES ({', '.join('?' * len(columns))})", [[row[c] for c in columns] for row in plain])
    found = base.execute((tmp_path / "model.sql").read_text(encoding="utf-8")).fetchall()
    for answer, (label, scores) in zip(found, ours, strict=True):
        assert answer[-1] == label
        assert list(answer[len(columns):-1]) == pytest.approx(scores, rel=1e-9, abs=1e-9)

    graph = Graph((tmp_path / "model.onnx").read_bytes())
    got = graph.run(given(graph.inputs, [[row[c] for c in columns] for row in plain]))
    for k, (label, scores) in enumerate(ours):
        both = [-scores[0], scores[0]] if len(scores) == 1 else scores
        assert got["scores"][k] == pytest.approx(both, rel=1e-4, abs=1e-3)
        best, second = sorted(both)[:-3:-1]
        assert str(got["label"][k]) == label or best - second < 1e-3
