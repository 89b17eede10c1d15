"""trace: every visit as the textbook has it, in fractions; one table in all forms; what is no table is refused."""
import csv
import io
import json
import random
from fractions import Fraction

import pytest

import textbook
from program import IRIS, PAIR, answer, refused, run

AND = "x1,x2,y\n0,0,no\n0,1,no\n1,0,no\n1,1,yes\n"
RULES = ["boundary-is-mistake", "boundary-is-correct", "boundary-is-positive"]


def table(*args, **more):
    done = run("trace", *args, "--output-format", "csv", **more)
    assert done.returncode == 0, done.stderr
    return list(csv.reader(io.StringIO(done.stdout)))


def random_rows(chance, separable=True):
    d = chance.randint(1, 3)
    scale = chance.choice([1, 1, 10])
    while True:
        rows = [[Fraction(chance.randint(-4 * scale, 4 * scale), scale) for _ in range(d)] for _ in range(chance.randint(3, 7))]
        w = [chance.randint(-3, 3) for _ in range(d + 1)]
        labels = [1 if sum(a * b for a, b in zip(w, [*row, 1])) > 0 else -1 for row in rows]
        if len(set(labels)) == 2:
            return rows, labels


def write(path, rows, labels):
    lines = [",".join([f"f{j + 1}" for j in range(len(rows[0]))] + ["label"])]
    lines += [",".join([*map(textbook.number, row), str(y)]) for row, y in zip(rows, labels)]
    path.write_text("\n".join(lines) + "\n")
    return str(path)


def test_the_table_is_the_textbook_s_in_fractions(tmp_path):
    chance = random.Random(5)
    for k in range(150):
        rows, labels = random_rows(chance)
        rule, bias, order = chance.choice(RULES), chance.random() < 0.7, chance.choice(["cyclic", "first-mistake"])
        if rule == "boundary-is-correct":
            continue  # from zero nothing is a mistake
        expected = textbook.visits(rows, labels, rule, bias, order)
        if expected is None:
            continue
        data = write(tmp_path / f"{k}.csv", rows, labels)
        found = table(data, "--mistake", rule, "--order", order, *([] if bias else ["--bias", "none"]), "--stop", "clean-pass")
        assert found[0] == textbook.header(len(rows[0]), bias)
        shown = [[Fraction(c) if c not in ("mistake", "correct") else c for c in line] for line in found[1:]]
        whole = [[Fraction(c) if c not in ("mistake", "correct") else c for c in textbook.cells(line, bias)] for line in expected]
        assert shown == whole, data


def test_golden_values_of_two_features():
    lines = table(IRIS, *PAIR, "--columns", "sepal_length,petal_length")
    updates = [line for line in lines[1:] if line[7] == "mistake"]
    assert len(updates) == 10 and lines[-1][1] == "6"
    assert lines[-1][-3:] == ["-3.4", "9.1", "-2"]


def test_updates_are_the_lines_of_the_trace_file(tmp_path):
    trace = tmp_path / "t.jsonl"
    for preset in ["cyclic", "pla", "zero-one", "delta", "pocket", "averaged", "voted", "margin", "passive-aggressive", "online"]:
        assert run("train", IRIS, *PAIR, "--preset", preset, "--passes", "3", "--trace", trace).returncode in (0, 4)
        kept = [json.loads(line) for line in trace.read_text().splitlines()]
        shown = answer("trace", IRIS, *PAIR, "--preset", preset, "--passes", "3", "--updates")["visits"]
        assert len(shown) == len(kept), preset
        for a, b in zip(shown, kept):
            assert [a[k] for k in ("visit", "pass", "row", "line", "score", "multiplier", "norm_squared")] == \
                   [b[k] for k in ("visit", "pass", "row", "line", "score", "multiplier", "norm_squared")]
            assert a["weights_after"] == b["weights"] and a["bias_after"] == b["bias"]
            assert a.get("cosine") == b.get("cosine")


def test_showing_visits_changes_no_run():
    for more in (["--preset", "averaged"], ["--preset", "pocket", "--rounds", "40"], ["--preset", "subgradient", "--rounds", "30"], ["--preset", "kernel", "--kernel", "rbf"]):
        traced = answer("trace", IRIS, *PAIR, *more)["train"]
        trained = answer("train", IRIS, *PAIR, "--algorithm", "perceptron", *more)
        for key in set(trained) - {"schema", "version", "seconds", "peak_bytes", "settings", "calibration"}:
            if key not in ("bound", "verdict", "separable", "witness"):
                assert traced[key] == trained[key], (more, key)


def test_each_line_goes_on_where_the_line_before_ended(tmp_path):
    data = tmp_path / "and.csv"
    data.write_text(AND)
    for preset in ["cyclic", "pla", "subgradient", "averaged", "delta"]:
        batch = ["--batch", "2", "--rounds", "9"] if preset == "subgradient" else []
        visits = answer("trace", data, "--preset", preset, *batch, "--counts")["visits"]
        for a, b in zip(visits, visits[1:]):
            if a["visit"] != b["visit"]:
                assert (a["weights_after"], a["bias_after"]) == (b["weights_before"], b["bias_before"])
        last = visits[-1]
        scores = [sum(w * x for w, x in zip(last["weights_after"], row)) + last["bias_after"] for row in ([0, 0], [0, 1], [1, 0], [1, 1])]
        assert last["false_positives"] == sum(s >= 0 for s in scores[:3]) and last["false_negatives"] == (scores[3] < 0)


def test_forms_hold_the_same_cells(tmp_path):
    data = tmp_path / "and.csv"
    data.write_text(AND)
    cells = table(data)
    markdown = [[c.strip() for c in line.strip("| ").split(" | ")] for line in run("trace", data, "--output-format", "markdown").stdout.splitlines()]
    assert markdown[0] == cells[0] and markdown[2:] == cells[1:]
    latex = run("trace", data, "--output-format", "latex").stdout.splitlines()
    body = [[c.strip().strip("$") for c in line.removesuffix(r" \\").split("&")] for line in latex[3:-1]]
    assert body == cells[1:] and latex[0].startswith(r"\begin{tabular}") and latex[-1] == r"\end{tabular}"
    text = run("trace", data).stdout
    body = [line.replace("|", " ").split() for line in text.splitlines() if line.strip()[:1].isdigit()]
    assert body == cells[1:]
    saved = tmp_path / "t.csv"
    assert run("trace", data, "--output-format", "csv", "-o", saved).stdout == ""
    assert list(csv.reader(saved.open())) == cells


def test_three_classes_and_kernels():
    lines = table(IRIS, "--columns", "1,2", "--rounds", "60")
    assert lines[0][-1] == "b_c3_after" and lines[1][5] == "setosa"
    lines = table(IRIS, "--multiclass", "one-vs-rest", "--passes", "1")
    assert lines[0][0] == "class" and {line[0] for line in lines[1:]} == {"setosa", "versicolor", "virginica"}
    visits = answer("trace", IRIS, *PAIR, "--preset", "kernel", "--kernel", "rbf", "--updates")["visits"]
    assert "weights_after" not in visits[0]  # 100 multipliers are too wide a table
    alpha = {}
    for v in visits:
        alpha[v["row"]] = alpha.get(v["row"], 0) + v["multiplier"]
        assert v["alpha"] == alpha[v["row"]]


@pytest.mark.parametrize("args, says", [
    (["--algorithm", "logistic"], "only a perceptron visits rows one by one"),
    (["--output-format", "html"], "text, csv, latex, markdown"),
    (["--updates", "--update"], "--updates"),
])
def test_what_is_refused(args, says):
    assert says in refused(2, "trace", IRIS, *PAIR, *args)


def test_a_table_that_is_full_ends_the_run():
    says = refused(3, "trace", IRIS, *PAIR, "--order", "random", "--stop", "rounds", "--rounds", "900000000", "--max-memory", "8", timeout=20)
    assert "takes more than 4 MiB (--max-memory) after " in says and "--rounds" in says


def test_a_table_without_lines_has_the_same_header(tmp_path):
    data = tmp_path / "and.csv"
    data.write_text(AND)
    assert table(data, "--updates", "--start", "3,2,-4") == table(data)[:1]
    three = ["--multiclass", "one-vs-rest", "--passes", "1", "--stop", "passes", "--start", "zero"]
    assert table(IRIS, *three, "--updates")[0] == table(IRIS, *three)[0]


def test_labels_in_latex(tmp_path):
    data = tmp_path / "q.csv"
    data.write_text('a,y\n1,-50% _a_\n-1,-b&c\n2,-3\n')
    text = run("trace", data, "--passes", "1", "--stop", "passes", "--output-format", "latex").stdout
    data.write_text("a,y\n-1.5e-7,p|q\n2e20,<r>\n3,-1e-99999999999\n")
    odd = run("trace", data, "--passes", "1", "--stop", "passes", "--output-format", "latex").stdout
    assert r" & $-1.5\cdot 10^{-7}$ & " in odd and r" & $2\cdot 10^{20}$ & " in odd
    assert r" & p\textbar{}q & " in odd and r" & \textless{}r\textgreater{} & " in odd
    assert r" & -50\% \_a\_ & " in text and r" & -b\&c & " in text and " & $-3$ & " in text


def test_long_labels_and_lines_in_labels_stay_whole(tmp_path):
    data = tmp_path / "long.csv"
    names = ["a" * 60 + ", b", "two\nlines", "~^\\" * 12]
    with data.open("w", newline="") as out:
        csv.writer(out).writerows([["a", "y"], [1, names[0]], [-1, names[1]], [2, names[2]]])
    words = ["--passes", "1", "--stop", "passes"]
    assert [line[4] for line in table(data, *words)[1:]] == names
    assert run("grade", data, "-", *words, input=run("trace", data, *words, "--output-format", "csv").stdout).returncode == 0
    latex = run("trace", data, *words, "--output-format", "latex").stdout
    assert r"\textasciitilde{}\textasciicircum{}\textbackslash{}" * 12 in latex and "two lines" in latex
    assert "| two lines |" in run("trace", data, *words, "--output-format", "markdown").stdout
    data.write_text("x,y\n1,<b>hi</b>\n2,*it*\n-1,c\n")
    marked = run("trace", data, *words, "--output-format", "markdown").stdout
    assert r"| \<b>hi\</b> |" in marked and r"| \*it\* |" in marked


def test_letters_beyond_ascii_keep_the_columns(tmp_path):
    data = tmp_path / "plants.csv"
    data.write_text("a,y\n1,\u00c4hre\n-1,\u00c4hren\u00e4\u00f6\u00fc\n2,Gras\n")
    lines = [line for line in run("trace", data, "--passes", "1", "--stop", "passes").stdout.splitlines() if line.count("|") == 2]
    assert len(lines) == 5 and len({line.index("|") for line in lines}) == 1


def test_argmax_visits_have_a_class_and_a_rival_before_the_first_update(tmp_path):
    data = tmp_path / "three.csv"
    data.write_text("x1,x2,class\n1,1,a\n1,0,b\n0,1,c\n0,0,a\n2,2,c\n")
    words = ["--preset", "zero-one", "--passes", "1"]
    assert [line[5] for line in table(data, *words)[1:]] == ["a", "b", "c", "a", "c"]
    visits = json.loads(run("trace", data, *words, "--json").stdout)["visits"]
    assert [v["class"] for v in visits] == ["a", "b", "c", "a", "c"]
    # by the weights before: of equal scores the class that sorts first
    assert [v["rival"] for v in visits] == ["b", "a", "b", "c", "b"]


@pytest.mark.parametrize("seed", range(12))
def test_weighted_rows_have_the_exact_scores_of_weights_with_a_linear_kernel(tmp_path, seed):
    """Decimals and row weights in whole numbers: the same rows are mistakes where a score is exactly 0."""
    rng = random.Random(seed)
    data = tmp_path / "weighted.csv"
    rows = [f"{rng.randrange(-20, 21) / 20},{rng.randrange(-8, 9) / 10},{rng.choice('pq')},{rng.choice([0.1, 0.5, 1, 2])}" for _ in range(9)]
    data.write_text("a,b,y,c\n0,0,p,1\n0,0,q,1\n" + "\n".join(rows) + "\n")
    words = ["--preset", rng.choice(["cyclic", "zero-one", "pla"]), "--decide", "off", "--passes", "6", "--weight", "c", "--label", "y",
             "--bias", rng.choice(["none", "augmented"]), "--seed", str(seed)]

    def told(*more):
        return [(v["row"], v["score"], v["decision"]) for v in answer("trace", data, *words, *more)["visits"]]

    assert told("--kernel", "linear") == told()


@pytest.mark.parametrize("flag", [["--C", "1"], ["--solver", "smo"], ["--statistics"]])
def test_a_flag_of_another_learner_is_named(flag):
    assert refused(2, "trace", IRIS, *PAIR, *flag).startswith(f"halfspace: {flag[0]}: ")
