"""halfspace exercise: every number of a solution is found again by hand (by_hand.py), and the sheets hold what they promise."""
import csv
import io
import json
import re
import shlex
import subprocess
from fractions import Fraction

import pytest

import by_hand
from program import SANITIZED, answer, refused, run

SEEDS = 4 if SANITIZED else 30

KINDS = ["convergence", "tie-rule", "order", "bound", "separability", "pocket", "batch", "learning-rate", "logistic", "margin", "kernel"]


def exercise(kind, seed):
    said = answer("exercise", "--kind", kind, "--seed", seed)
    assert said["schema"] == "halfspace.exercise/1"
    (sheet,) = said["exercises"]
    return sheet


def same(told, found, where=""):
    """Are these equal, number by number? A whole number, a dyadic double and the text 3/2 are all exact."""
    if isinstance(found, dict):
        assert isinstance(told, dict) and set(told) == set(found), (where, set(told) ^ set(found))
        for name, value in found.items():
            same(told[name], value, f"{where}.{name}")
    elif isinstance(found, (list, tuple)):
        assert len(told) == len(found), where
        for k, (a, b) in enumerate(zip(told, found)):
            same(a, b, f"{where}[{k}]")
    elif isinstance(found, bool) or isinstance(told, bool):
        assert told is found, where
    elif isinstance(told, float) and "logistic" in where:
        assert abs(told - found) < 1e-9, (where, told, found)  # tenths, which doubles round
    else:
        assert Fraction(told) == Fraction(found), (where, told, found)


def numbers(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [v for part in value for v in numbers(part)]
    return [] if isinstance(value, bool) or value is None else [Fraction(value)]


def check(kind, seed):
    sheet = exercise(kind, seed)
    solved = by_hand.solve(sheet)
    same(sheet["solution"], solved, kind)
    assert sheet["steps"] == by_hand.steps(sheet, solved) and sheet["steps"] <= 40
    assert 4 <= len(sheet["rows"]) <= 8 and all(abs(v) <= 9 for row in sheet["rows"] for v in row["x"])
    assert all(abs(v) <= 150 and v.denominator <= 1000 or kind == "logistic" for v in numbers(sheet["solution"]))
    assert sheet["points"] == sum(part["points"] for part in sheet["parts"]) >= 5
    for part in sheet["parts"]:
        assert part["points"] == sum(mark["points"] for mark in part["marks"]) > 0 and part["question"] and part["solution"]
    rows = list(csv.DictReader(io.StringIO(sheet["data"])))
    assert [([int(row["x1"]), int(row["x2"])], int(row["y"])) for row in rows] == [(row["x"], row["y"]) for row in sheet["rows"]]
    return sheet


@pytest.mark.parametrize("kind", KINDS)
def test_every_number_is_found_by_hand(kind):
    sheets = [check(kind, seed) for seed in range(SEEDS)]
    assert len({json.dumps(sheet["rows"]) for sheet in sheets}) == SEEDS  # seeds differ


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_every_number_of_many_sheets(kind):
    for seed in [*range(30, 500), 2**31, 2**63 - 1]:
        check(kind, seed)


def test_both_answers_of_separability_come():
    assert {exercise("separability", seed)["solution"]["separable"] for seed in range(4)} == {True, False}


def test_the_list_of_kinds_is_that_of_the_help():
    (flag,) = [f for f in answer("help", "exercise")["flags"] if f["name"].lstrip("-") == "kind"]
    assert flag["value"].split("|") == [*KINDS, "all"]
    assert [sheet["kind"] for sheet in answer("exercise", "--kind", "all")["exercises"]] == KINDS


@pytest.mark.parametrize("form", ["markdown", "latex", "text"])
def test_same_seed_same_bytes(form):
    words = ["exercise", "--kind", "all", "--seed", "5", "--output-format", form]
    first, second, other = run(*words), run(*words), run(*words[:4], "6", *words[5:])
    assert first.returncode == 0 and first.stdout == second.stdout != other.stdout and first.stdout.isascii()


@pytest.mark.parametrize("kind", KINDS)
def test_the_commands_of_a_sheet_reproduce_it(kind, tmp_path):
    for seed in (1, 2):
        text = run("exercise", "--kind", kind, "--seed", seed, "--output-format", "text").stdout
        lines = [line for line in text.replace("\\\n", "").splitlines() if line.startswith("halfspace ")]
        assert len(lines) >= 2
        outputs = [run(*shlex.split(line)[1:], cwd=tmp_path) for line in lines]
        assert all(done.returncode in (0, 1, 4) and not done.stderr.startswith("halfspace: --") for done in outputs), [d.stderr for d in outputs]
        sheet = exercise(kind, seed)
        assert (tmp_path / f"{kind}-{seed}.csv").read_text() == sheet["data"]
        for line, name in zip(lines[1:], sheet["given"].get("settings", {})):
            words = shlex.split(line)[1:]
            if words[0] == "trace":
                told, part = answer(*words, cwd=tmp_path)["visits"], sheet["solution"][name]
                assert [(v["row"] + 1, v["score"], v["decision"] == "mistake") for v in told] == \
                       [(v["row"], v["score"], v["mistake"]) for v in part["visits"]]
                if kind != "kernel":
                    assert [*told[-1]["weights_after"], told[-1]["bias_after"]] == part["weights"]
            else:
                done = run(*words, "--json", cwd=tmp_path)
                told, w = json.loads(done.stdout), [float(Fraction(v)) for v in sheet["solution"]["weights"]]
                assert [*told["weights"], told["bias"]] == pytest.approx(w, abs=1e-9)


def test_the_question_of_separability_does_not_tell_the_answer():
    for seed in range(6):
        text = run("exercise", "--kind", "separability", "--seed", seed, "--solution", "no", "--output-format", "text").stdout
        rows = exercise("separability", seed)["rows"]
        assert text.splitlines()[-1] == f"By hand: {len(rows)} rows. In all 7 points."


def test_equations_have_no_double_signs():
    for seed in range(20):
        text = run("exercise", "--kind", "margin", "--seed", seed, "--output-format", "text").stdout
        assert not re.search(r"\+ -|- -|\b[01] w_", text), seed


def test_the_weights_of_a_sheet_are_accepted_with_the_flags_of_its_train(tmp_path):
    for kind in ("margin", "logistic", "pocket", "convergence"):
        text = run("exercise", "--kind", kind, "--seed", "5", "--output-format", "text").stdout
        assert ("with the flags of `trace`" if kind in ("pocket", "convergence") else "with the flags of `train`").replace("`", "") in " ".join(text.split())
        words = next(shlex.split(line) for line in text.replace("\\\n", "").splitlines() if line.startswith("halfspace train"))
        flags = words[3:words.index("-o")] if "-o" in words else words[3:]
        sheet = exercise(kind, 5)
        (tmp_path / "rows.csv").write_text(sheet["data"])
        solution = sheet["solution"]
        weights = solution["run"]["weights"] if kind == "convergence" else solution["pocket"]["weights"] if kind == "pocket" else solution["weights"]
        (tmp_path / "w.csv").write_text("w_1,w_2,b\n" + ",".join(map(str, weights)) + "\n")
        assert answer("grade", tmp_path / "rows.csv", tmp_path / "w.csv", *flags)["accepted"], kind


def test_separate_agrees(tmp_path):
    for seed in range(10):
        data = tmp_path / "rows.csv"
        assert run("exercise", "--kind", "separability", "--seed", seed, "--data", data, "-o", tmp_path / "sheet.md").returncode == 0
        done = run("separate", data)
        assert (done.returncode == 0) is exercise("separability", seed)["solution"]["separable"]


def test_students_get_no_solution():
    words = ["exercise", "--kind", "convergence", "--seed", "7", "--output-format", "text"]
    whole, question, only = (run(*words, "--solution", s).stdout for s in ("yes", "no", "only"))
    assert "Solution" in whole and "Marks" in whole
    assert "Solution" not in question and "Marks" not in question and "halfspace" not in question and "(a)" in question
    assert question.strip() in whole and "Solution" in only and "By hand" not in only
    assert f"By hand: {exercise('convergence', 7)['steps']} visits." in question


def test_sheet_and_data_go_to_files(tmp_path):
    sheet, data = tmp_path / "sheet.md", tmp_path / "rows.csv"
    done = run("exercise", "--kind", "bound", "--seed", "3", "-o", sheet, "--data", data)
    assert done.returncode == 0 and done.stdout == ""
    assert sheet.read_text() == run("exercise", "--kind", "bound", "--seed", "3").stdout and data.read_text().startswith("x1,x2,y\n")


def test_wrong_words():
    assert "did you mean kernel?" in refused(2, "exercise", "--kind", "kernal")
    assert f"is not one of {', '.join([*KINDS, 'all'])}\n" in refused(2, "exercise", "--kind", "zzzz")
    assert "did you mean all?" in refused(2, "exercise", "--kind", "al")
    assert "--output-format" in refused(2, "exercise", "--output-format", "pdf")
    assert "--solution" in refused(2, "exercise", "--solution", "maybe")
    assert "--data" in refused(2, "exercise", "--kind", "all", "--data", "x.csv")
    refused(2, "exercise", "--seed", "-1")
    for words in (["--data", "-"], ["--data", "-", "-o", "-"], ["--json", "-o", "-"], ["--json", "--data", "-"]):
        assert "standard output" in refused(2, "exercise", *words)
    assert run("exercise", "--data", "-", "-o", "/dev/null").stdout.startswith("x1,x2,y\n")


def test_markdown_tables_have_as_many_cells_as_their_heads():
    text = run("exercise", "--kind", "all", "--seed", "4").stdout
    table = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            table.append(len(re.findall(r"(?<!\\)\|", line)))
        elif table:
            assert len(set(table)) == 1 and len(table) > 2, table
            table = []


def test_latex_is_balanced():
    text = run("exercise", "--kind", "all", "--seed", "4", "--output-format", "latex").stdout
    body = re.sub(r"\\begin\{verbatim\}.*?\\end\{verbatim\}", "", text, flags=re.DOTALL)
    plain = re.sub(r"\\[\\{}$%&#_]", "", body)
    assert plain.count("{") == plain.count("}") and plain.count("$") % 2 == 0
    assert re.findall(r"\\begin\{(\w+)\}", text).count("tabular") == re.findall(r"\\end\{(\w+)\}", text).count("tabular") > 20
    assert text.startswith("\\documentclass") and text.endswith("\\end{document}\n")
    for formula in plain.split("$")[1::2]:
        assert not re.search(r"(?<!\\)\b(alpha|gamma|lambda|sum|sqrt)\b|<=|>=", formula), formula


@pytest.mark.long
def test_latex_compiles(tmp_path):
    for seed in (0, 17, 123456789):
        run("exercise", "--kind", "all", "--seed", seed, "--output-format", "latex", "-o", tmp_path / "all.tex")
        done = subprocess.run(["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "all.tex"], cwd=tmp_path, capture_output=True, check=False)
        assert done.returncode == 0 and b"Overfull" not in done.stdout, done.stdout[-2000:]


def test_commands_fit_a_page():
    """A letter of LaTeX's typewriter font is 5.25 pt wide, the text 17 cm, which is 483.7 pt."""
    for seed in (0, 17, 123456789, 2**63 - 1):
        text = run("exercise", "--kind", "all", "--seed", seed, "--output-format", "latex").stdout
        for block in re.findall(r"\\begin\{verbatim\}\n(.*?)\\end\{verbatim\}", text, flags=re.DOTALL):
            assert all(len(line) * 5.25 <= 483.7 for line in block.splitlines()), block
