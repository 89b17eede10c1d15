"""The program, its C files and its Python files read cells of a style alike."""
import pytest
from program import run, write
from test_export_c import compiled, of_cells

TIMES = ["2026-04-03 24:00", "2026-04-03 99:99", "2026-04-03T10:00:61", "2026-04-03 10:5", "2026-04-03 10:00:1", "2026-04-03 10:00+15:00", "2026-04-03 10:00-99",
         "2026-04-03 10:00+05:99", "2026-04-03 10:00+AB", "2026-04-03", "0000-01-01 10:00", "Apr 03 0000 10:00", "3Apr2026 10:00", "3 Apr2026 10:00", "Apr3,2026 10:00",
         "3 Apr 2026, 10:00", "-3 Apr 2026 10:00", "2026-04-03 10::00", "2026-04-03 :10:00", "2026-04-03 10:00+:05", "2026-04-03 10:00+05:", "2026-04-03 10:00+05:30",
         "2026-04-03 10:00-0930", "2026-04-03 9:07:05.25Z", "3 April 2026 23:59:59", "April 3, 2026 0:00", "3.4.2026 10:00", "2026/4/3T10:00", "2026-4/3 10:00", "2024-02-29 1:01",
         "2023-02-29 1:01", "2026-13-01 1:01", "1.1.26 1:01", "2026-04-03 10:00+5", "2026-04-03 10:00 Z", "2026-04-03  10:00", "x 10:00"]
AMOUNTS = ["5", "-5", "+5", "- 5", "+ 5", "(5)", "($5)", "($-5)", "($+5)", "-$5", "$-5", "$ -5", "5-", "5 $", "5$%", "5 %", "5%", "-5 %", "1,234", "1,23", "12,34", "1,234.5", ",123",
           "1,,234", "1,2345", "1e3", "1,234e2", "5e2 %", "EUR5", "5 EUR", "CHF 1,234.50", "\u20ac5", "5\u00a0\u20ac", "kr 7", "$", "%", "()", "(-5)", "--5", "$$5", "1.2.3", "0x5", "inf", "00012", "-0"]


@pytest.mark.parametrize("flags, good, cells", [
    (["--dates", "days", "--date-order", "dmy"], ["2026-01-02 10:00", "2026-02-03 11:30"], TIMES),
    (["--signs", "percent,currency", "--thousands", ","], ["1,000", "2.5"], AMOUNTS),
    (["--na", "zzz"], ["1", "2"], ["- 5", "+ 5", "-5", "zzz", "1e3", "5 %"]),
], ids=["times", "amounts", "words"])
def test_the_program_and_its_exports_read_alike(tmp_path, flags, good, cells):
    table = write(tmp_path / "t.tsv", "v\tlabel\n" + "".join(f"{g}\t{label}\n" for g, label in zip(good, "ab")))
    model = tmp_path / "m.hs"
    assert run("train", table, *flags, "--algorithm", "logistic", "-o", model).returncode == 0
    assert run("convert", model, "-o", tmp_path / "m.py").returncode == 0
    names = {}
    exec(compile((tmp_path / "m.py").read_text(encoding="ascii"), "m.py", "exec"), names)  # pylint: disable=exec-used
    compiled(tmp_path, model)
    for cell, c in zip(cells, of_cells(tmp_path, [[cell] for cell in cells]), strict=True):
        done = run("predict", model, write(tmp_path / "one.tsv", f"v\n{cell}\n"), "--scores")
        row = done.stdout.splitlines()[1].split(",") if done.returncode == 0 else None
        ours = float(row[-1]) if row and row[-1] else None
        try:
            python = names["scores"]({"v": cell})[0]
        except ValueError:
            python = None
        in_c = c[1][0] if isinstance(c[1], list) else None
        assert (ours is None, ours is None) == (python is None, in_c is None), (cell, ours, python, in_c, done.stderr)
        if ours is not None:
            assert python == pytest.approx(ours, rel=1e-12, abs=1e-12) and in_c == pytest.approx(ours, rel=1e-12, abs=1e-12), cell
