"""C source compiled and compared row by row."""
import csv
import subprocess

import pytest

from program import IRIS, PAIR, answer, run, tool

MAIN = r"""
#include <stdio.h>
int main(void) {
  REAL x[M_COLUMNS], s[M_SCORES], p[M_CLASSES] = {0};
  double v;
  int j = 0, k;
  while (scanf("%lf", &v) == 1) {
    x[j++] = (REAL)v;
    if (j < M_COLUMNS) continue;
    j = 0;
    m_score(x, s);
    PROBABILITIES;
    printf("%s", m_class(m_predict(x)));
    for (k = 0; k < M_SCORES; ++k) printf(" %.17g", (double)s[k]);
    for (k = 0; k < M_CLASSES; ++k) printf(" %.17g", (double)p[k]);
    printf("\n");
  }
  return 0;
}
"""
KERNEL = ["--stop", "passes", "--passes", "20", "--gamma", "0.25"]
C_MODELS = {
    "logistic": [*PAIR, "--algorithm", "logistic"],
    "one-vs-rest": ["--algorithm", "logistic", "--scale", "standard"],
    "multinomial": ["--algorithm", "logistic", "--multiclass", "multinomial"],
    "one-vs-one": ["--algorithm", "svm", "--multiclass", "one-vs-one"],
    "linear": ["--kernel", "linear", *KERNEL[:4]],
    "rbf": ["--kernel", "rbf", *KERNEL],
    "rbf scaled": [*PAIR, "--kernel", "rbf", "--scale", "standard", *KERNEL],
    "polynomial": [*PAIR, "--kernel", "polynomial", "--degree", "3", "--coef0", "1", *KERNEL],
    "sigmoid": [*PAIR, "--kernel", "sigmoid", *KERNEL],
    "laplacian": ["--kernel", "laplacian", "--scale", "minmax", *KERNEL],
    "fourier": [*PAIR, "--algorithm", "svm", "--kernel", "rbf", "--approximation", "fourier", "--components", "30", "--scale", "standard"],
    "fourier laplacian": ["--algorithm", "logistic", "--kernel", "laplacian", "--approximation", "fourier", "--components", "20"],
}


def compiled(folder, model, real, probable):
    to = {"double": "c", "float": "c-float"}[real]
    done = run("convert", model, "-o", folder / "m.c", "--to", to, "--name", "m")
    assert done.returncode == 0, done.stderr
    (folder / "main.c").write_text(f'#define REAL {real}\n#define PROBABILITIES {"m_probabilities(x, p)" if probable else "(void)0"}\n'
                                   '#include "m.c"\n' + MAIN)
    tool("cc", "-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-pedantic", "-ffp-contract=off", folder / "main.c", "-o", folder / "main", "-lm")


def c_rows(folder, text):
    done = subprocess.run([folder / "main"], input=text, capture_output=True, text=True, check=True)
    return [line.split() for line in done.stdout.splitlines()]


def compare_c(folder, model, data, text, real):
    ours = answer("predict", model, data)
    probable = ours["probabilities"] is not None
    compiled(folder, model, real, probable)
    rows = c_rows(folder, text)
    assert len(rows) == len(ours["labels"])
    for row, label, score, chances in zip(rows, ours["labels"], ours["scores"], ours["probabilities"] or [[]] * len(rows)):
        score = score if isinstance(score, list) else [score]
        numbers = list(map(float, row[1:]))
        if real == "double":
            assert row[0] == label
            assert numbers[:len(score)] == score  # the same bits
            assert numbers[len(score):len(score) + len(chances)] == pytest.approx(chances, abs=1e-15)
        else:
            assert numbers[:len(score)] == pytest.approx(score, rel=1e-4, abs=1e-4 * max(1, *map(abs, score)))
            assert numbers[len(score):len(score) + len(chances)] == pytest.approx(chances, abs=1e-5)


@pytest.mark.parametrize("name", C_MODELS)
def test_c_source_scores_as_we_do(tmp_path, name):
    run("train", IRIS, *C_MODELS[name], "-o", tmp_path / "model.hs")
    with open(IRIS, encoding="utf-8") as file:
        text = "\n".join(" ".join(row[:4]) for row in list(csv.reader(file))[1:])
    for real in ("double", "float"):
        compare_c(tmp_path, tmp_path / "model.hs", IRIS, text, real)


@pytest.mark.parametrize("data", ["two", "three"])
def test_c_source_of_libsvm_models_has_their_probabilities(iris, tmp_path, data):
    tool("svm-train", "-q", "-b", "1", "-g", "0.1", iris / data, tmp_path / "model")
    text = "\n".join(" ".join(e.split(":")[1] for e in line.split()[1:]) for line in (iris / data).read_text().splitlines())
    compare_c(tmp_path, tmp_path / "model", iris / data, text, "double")
