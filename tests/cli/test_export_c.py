"""Models of tables with texts, missing cells and products as C: compiled and compared with our own predictions, the same bits."""
import random
import shutil
import subprocess

import pytest

from program import IRIS, PAIR, answer, refused, run
from test_export_sql_python import KERNELS, NASTY, PERCEPTRONS, ours, random_table, trained, write_table

FLAGS = ["-std=c99", "-O1", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Wmissing-prototypes", "-Werror", "-pedantic", "-ffp-contract=off"]
COMPILERS = [name for name in ("cc", "clang-19", "clang") if shutil.which(name)][:2]

# Reads cells, each ended by a byte 1, rows of M_COLUMNS cells; writes code, column, class, scores, probabilities.
CELLS = r"""
#include "m.c"
static char text[1 << 16];
int main(void) {
  const char *cells[M_COLUMNS];
  REAL s[M_SCORES], p[M_CLASSES] = {0};
  size_t used = 0, count = 0, column = 99, k;
  int c, label = -9, code;
  cells[0] = text;
  while ((c = getchar()) != EOF) {
    text[used++] = (char)c;
    if (c != 1) continue;
    text[used - 1] = '\0';
    if (strcmp(cells[count], "NULL POINTER") == 0) cells[count] = NULL;
    if (++count < M_COLUMNS) {
      cells[count] = text + used;
      continue;
    }
    code = m_score_row(cells, s, &column);
    if (code != m_predict_row(cells, &label, NULL)) return 1;
    if (code != 0) {
      printf("%d %d\n", code, (int)column);
    } else {
      printf("0 %d", label);
      PROBABILITIES;
      for (k = 0; k < M_SCORES; ++k) printf(" %.17g", (double)s[k]);
      for (k = 0; k < M_CLASSES; ++k) printf(" %.17g", (double)p[k]);
      printf("\n");
    }
    used = count = 0;
  }
  return 0;
}
"""


def compiled(folder, model, main=CELLS, real="double"):
    done = run("convert", model, "-o", folder / "m.c", "--to", {"double": "c", "float": "c-float"}[real], "--name", "m")
    assert done.returncode == 0, done.stderr
    probable = "m_probabilities" in (folder / "m.c").read_text(encoding="utf-8")
    (folder / "main.c").write_text(f"#define REAL {real}\n#define PROBABILITIES {'m_probabilities_row(cells, p, NULL)' if probable else '(void)0'}\n" + main)
    for compiler in COMPILERS:
        done = subprocess.run([compiler, *FLAGS, folder / "main.c", "-o", folder / "main", "-lm"], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr[:3000]


def of_cells(folder, rows):
    """What C says of each row: (class, scores and probabilities), or (code, column)."""
    text = "".join("".join(cell + "\1" for cell in row) for row in rows)
    out = subprocess.run([folder / "main"], input=text.encode(), capture_output=True, check=True).stdout.decode()
    lines = [line.split() for line in out.splitlines()]
    return [(int(line[1]), list(map(float, line[2:]))) if line[0] == "0" else tuple(map(int, line)) for line in lines]


def agree(folder, model, table, rows, real="double"):
    compiled(folder, model, real=real)
    found = answer("predict", model, table)
    scores = [s if isinstance(s, list) else [s] for s in found["scores"]]
    size = max(1.0, max(abs(s) for row in scores for s in row))
    got = of_cells(folder, [row[:-1] for row in rows])
    for k, ((label, numbers), score) in enumerate(zip(got, scores, strict=True)):
        if real == "double":
            assert numbers[:len(score)] == score  # the same bits
            assert found["classes"][label] == found["labels"][k]
        else:
            assert numbers[:len(score)] == pytest.approx(score, abs=1e-4 * size)
        if found["probabilities"]:
            assert numbers[len(score):] == pytest.approx(found["probabilities"][k], abs=1e-14 if real == "double" else 1e-3)


def random_model(folder, seed):
    rng = random.Random(seed)
    categories, missing, classes = rng.random() < 0.7, rng.random() < 0.5, rng.choice([2, 2, 3, 4])
    names, rows = random_table(rng, classes, categories, missing, rng.choice([1, 3, 17]))
    table = write_table(folder / "t.csv", names, rows)
    flags = ["--algorithm", rng.choice(["logistic", "svm"]), "--features", rng.choice(["none", "poly2", "poly3", "interactions"]),
             "--scale", rng.choice(["none", "standard", "minmax"])]
    flags += ["--categorical", "auto"] if categories else []
    flags += ["--missing", "mean,category" if categories else "mean"] if missing else []
    return trained(folder, table, *flags), table, names, rows


@pytest.mark.parametrize("seed", range(30))
def test_random_tables(tmp_path, seed):
    model, table, _, rows = random_model(tmp_path, seed)
    agree(tmp_path, model, table, [[f" {cell}\t" for cell in row] for row in rows] if seed % 2 else rows)


@pytest.mark.parametrize("seed", range(0, 30, 5))
def test_random_tables_in_float(tmp_path, seed):
    model, table, _, rows = random_model(tmp_path, seed)
    agree(tmp_path, model, table, rows, "float")


@pytest.mark.parametrize("name", PERCEPTRONS)
@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("seed", range(3))
def test_perceptrons_are_exact_in_c_too(tmp_path, name, classes, seed):
    names, rows = random_table(random.Random(100 + seed), classes, seed != 1, seed == 2, 2)
    table = write_table(tmp_path / "t.csv", names, rows)
    flags = (["--categorical", "auto"] if seed != 1 else []) + (["--missing", "mean,category"] if seed == 2 else [])
    flags += [[], ["--multiclass", "one-vs-rest"], ["--multiclass", "argmax"]][seed] if classes > 2 else []
    model = trained(tmp_path, table, "--algorithm", "perceptron", *PERCEPTRONS[name], *flags, "--stop", "passes", "--decide", "off")
    compiled(tmp_path, model)
    got = of_cells(tmp_path, [row[:-1] for row in rows[:25]])
    for row, (label, numbers) in zip(rows, got):  # each in a file of its own: which decimals are exact depends on the others of a file
        labels, scores = ours(model, write_table(tmp_path / "one.csv", names, [row]))
        assert numbers[:len(scores[0])] == scores[0]
        assert sorted({row[-1] for row in rows})[label] == labels[0]


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("classes", [2, 3])
def test_kernels(tmp_path, name, classes):
    if name == "pairs" and classes == 2:
        classes = 4
    names, rows = random_table(random.Random(7 + classes), classes, True, True, 3)
    table = write_table(tmp_path / "t.csv", names, rows)
    model = trained(tmp_path, table, *KERNELS[name], "--categorical", "auto", "--missing", "mean,category")
    agree(tmp_path, model, table, rows)


def test_kernels_of_time_stamps(tmp_path):
    rows = [[str(1600000000 + 7 * k), f"{k % 5 / 4}", "ab"[k // 4 % 2]] for k in range(40)]
    table = write_table(tmp_path / "t.csv", ["t", "x", "label"], rows)
    model = trained(tmp_path, table, "--algorithm", "svm", "--kernel", "rbf", "--gamma", "0.01", "--C", "100")
    agree(tmp_path, model, table, rows)


def test_plain_columns_have_functions_of_cells(tmp_path):
    run("train", IRIS, "--algorithm", "logistic", "-o", tmp_path / "model.hs")
    with open(IRIS, encoding="utf-8") as file:
        names, *rows = [line.strip().split(",") for line in file]
    agree(tmp_path, tmp_path / "model.hs", IRIS, rows)
    run("train", IRIS, *PAIR, "--keep", "vote", "--passes", "3", "--stop", "passes", "-o", tmp_path / "model.hs")
    compiled(tmp_path, tmp_path / "model.hs")
    got = of_cells(tmp_path, [row[:-1] for row in rows[:100]])
    assert [s for _, [s, *_] in got] == answer("predict", tmp_path / "model.hs", write_table(
        tmp_path / "t.csv", names, rows[:100]))["scores"]


def small_model(folder, *flags):
    rows = [[str(k), "red" if k % 3 else "1", "yes" if k % 4 > 1 else "no"] for k in range(24)]
    return trained(folder, write_table(folder / "t.csv", ["x", "kind", "label"], rows), "--algorithm", "logistic", "--categorical", "kind", *flags)


MISSING, NOT_A_NUMBER, UNSEEN_LEVEL = 1, 2, 3


def test_bad_cells_have_codes(tmp_path):
    compiled(tmp_path, small_model(tmp_path))
    for word in ["", "  ", "na", "NA", "N/A", "n/A", "NaN", "null", "NULL", "?", " ? ", "\tnan ", "NULL POINTER"]:
        assert of_cells(tmp_path, [[word, "red"]]) == [(MISSING, 0)], word
        assert of_cells(tmp_path, [["1", word]]) == [(MISSING, 1)], word
    for word in ["x", "1,5", "0x10", "inf", "-Infinity", "1e", "1e+", "e5", ".", "+", "--1", "1 2", "1_000", "1e400", "nan(1)", "1.2.3", "1d5", "na1"]:
        assert of_cells(tmp_path, [[word, "red"]]) == [(NOT_A_NUMBER, 0)], word
    for word in ["green", "Red", "re", "redd", "2", "1.1", "1e400", "11"]:
        assert of_cells(tmp_path, [["1", word]]) == [(UNSEEN_LEVEL, 1)], word
    same = of_cells(tmp_path, [["1e1", kind] for kind in ("1", "+1", "1.0", " 10e-1 ", "0.1E1", "01")])
    assert len({tuple(numbers) for _, numbers in same}) == 1


def test_unseen_other_is_no_level(tmp_path):
    model = small_model(tmp_path, "--unseen", "other")
    rows = [["1", "green", "no"], ["2", "red", "no"], ["3", "2", "no"], ["4", "1.0", "no"]]
    agree(tmp_path, model, write_table(tmp_path / "u.csv", ["x", "kind", "label"], rows), rows)
    assert of_cells(tmp_path, [["1", ""]]) == [(MISSING, 1)]


# Digits that decide the rounding: halfway between doubles and a little beside, beyond 768 digits too.
HALFWAY = "9007199254740993"
TINY = "4.9406564584124654417656879286822137236505980e-324"


def test_numbers_are_read_as_we_read_them_in_any_locale(tmp_path):
    rng = random.Random(3)
    cells = [HALFWAY, HALFWAY + "." + "0" * 900 + "1", HALFWAY + "." + "0" * 900, "0." + "0" * 300 + HALFWAY, TINY, "2.4703282292062328e-324", "1e-400",
             "-0", "-.5e1", "5.", "+7E+0", "1" + "0" * 300, "0" * 50 + "1" + "0" * 50 + "e-50", "123456789012345678901234567890", "1.7976931348623157e308"]
    cells += [f"{rng.randrange(10**rng.randrange(1, 40))}e{rng.randrange(-60, 60)}" for _ in range(200)]
    cells += [f"{'-' * rng.randrange(2)}{rng.randrange(10**6)}.{rng.randrange(10**rng.randrange(1, 25))}" for _ in range(200)]
    rows = [[str(k), "yes" if k > 3 else "no"] for k in range(8)]
    model = trained(tmp_path, write_table(tmp_path / "t.csv", ["x", "label"], rows), "--algorithm", "svm")
    rows = [[cell, "no"] for cell in cells]
    agree(tmp_path, model, write_table(tmp_path / "u.csv", ["x", "label"], rows), rows)
    have = subprocess.run(["locale", "-a"], capture_output=True, text=True, check=False).stdout.split() if shutil.which("locale") else []
    comma = next((name for name in have if name.lower().startswith(("de_", "fr_"))), None)
    if comma is None:
        return
    compiled(tmp_path, model, CELLS.replace('#include "m.c"', '#include <locale.h>\n#include "m.c"').replace(
        "cells[0] = text;", f'cells[0] = text;\n  if (setlocale(LC_ALL, "{comma}") == NULL) return 7;'))
    got = of_cells(tmp_path, [row[:-1] for row in rows])
    assert [numbers[0] for _, numbers in got] == ours(model, tmp_path / "u.csv")[1]


NUMBERS = r"""
#include "m.c"
int main(void) {
  REAL x[M_COLUMNS], s[M_SCORES];
  const char *const *level;
  double v;
  size_t j, k;
  for (j = 0; j < M_COLUMNS; ++j) {
    printf("%s", m_column_names[j]);
    for (level = m_levels_of(j); level != NULL && *level != NULL; ++level) printf("|%s", *level);
    printf("\n");
  }
  for (j = 0; scanf("%lf", &v) == 1;) {
    x[j++] = (REAL)v;
    if (j < M_COLUMNS) continue;
    j = 0;
    m_score(x, s);
    printf("%d", m_predict(x));
    for (k = 0; k < M_SCORES; ++k) printf(" %.17g", (double)s[k]);
    printf("\n");
  }
  (void)m_score_row;
  return 0;
}
"""


def of_numbers(folder, rows):
    text = "\n".join(" ".join(map(str, row)) for row in rows)
    lines = subprocess.run([folder / "main"], input=text, capture_output=True, text=True, check=True).stdout.splitlines()
    return lines[:-len(rows)], [(int(label), [float(s) for s in scores]) for label, *scores in map(str.split, lines[-len(rows):])]


def test_numbers_and_places_of_levels(tmp_path):
    model = small_model(tmp_path)
    compiled(tmp_path, model, NUMBERS)
    heads, got = of_numbers(tmp_path, [[k, 1 if k % 3 else 0] for k in range(24)])
    assert heads == ["x", "kind|1|red"]
    assert [scores for _, scores in got] == ours(model, tmp_path / "t.csv")[1]
    for row in [[1, 2], [1, -1], [1, 0.5], [1, "nan"], ["nan", 0]]:
        assert of_numbers(tmp_path, [row])[1][0][0] == -1
        assert repr(of_numbers(tmp_path, [row])[1][0][1]) == "[nan]"
    model = small_model(tmp_path, "--unseen", "other", "--missing", "mean", "--features", "poly2")
    compiled(tmp_path, model, NUMBERS)
    [(label, [other]), (mean, [filled])] = of_numbers(tmp_path, [[1, -1], ["nan", 1]])[1]
    rows = [["1", "none of them", "no"], ["", "red", "no"]]
    [[expected], [expected_mean]] = ours(model, write_table(tmp_path / "u.csv", ["x", "kind", "label"], rows))[1]
    assert other == pytest.approx(expected, rel=1e-14) and filled == pytest.approx(expected_mean, rel=1e-14)
    assert label == (expected >= 0) and mean == (expected_mean >= 0)


def test_products_of_numbered_columns(tmp_path, iris):
    run("train", iris / "three", "--algorithm", "logistic", "--features", "poly3", "-o", tmp_path / "model.hs")
    compiled(tmp_path, tmp_path / "model.hs", NUMBERS.replace("m_levels_of(j)", "NULL").replace("m_column_names[j]", '"x"').replace(
        "(void)m_score_row;", "").replace('#include "m.c"', '#include "m.c"\n#include <stdio.h>'))
    rows = [[entry.split(":")[1] for entry in line.split()[1:]] for line in (iris / "three").read_text().splitlines()]
    for (_, got), expected in zip(of_numbers(tmp_path, rows)[1], ours(tmp_path / "model.hs", iris / "three")[1], strict=True):
        assert got == pytest.approx(expected, rel=1e-12, abs=1e-12)


def test_odd_names_and_levels(tmp_path):
    levels = [*NASTY, "a", "aa", "ab", "\u00ff", "-5e-1", "1e3", "*/ ??=", "x" * 300]
    names = ["a*/\"??/", "/* b ??/", "label"]
    rows = [[levels[k % len(levels)], str(k % 7), "yes" if k % 5 > 2 else "no"] for k in range(60)]
    table = write_table(tmp_path / "t.csv", names, rows)
    agree(tmp_path, trained(tmp_path, table, "--algorithm", "svm", "--categorical", names[0]), table, rows)


def test_what_c_cannot_hold_is_named(tmp_path):
    names = [f"c{k}" for k in range(90)] + ["label"]
    rows = [[str((k * j) % 7) for j in range(90)] + [["no", "yes"][k % 2]] for k in range(1, 9)]
    model = trained(tmp_path, write_table(tmp_path / "t.csv", names, rows), "--passes", "1", "--stop", "passes", "--decide", "off",
                    "--features", "poly3")
    message = refused(3, "convert", model, "-o", tmp_path / "m.c")
    assert "C source" in message and "--features poly3" in message and "--to python" in message
    model = trained(tmp_path, tmp_path / "t.csv", "--algorithm", "svm", "--hash-bits", "5")
    assert "--hash-bits" in refused(3, "convert", model, "-o", tmp_path / "m.c")
