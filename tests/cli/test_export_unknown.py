"""Exports of models that count votes: what has no score (a level that training did not see, a missing cell, NaN) has none there either."""
import math
import subprocess
from pathlib import Path

import pytest

from program import IRIS, run
from test_export_c import NUMBERS, compiled, of_numbers
from test_export_onnx import NAN, RUNTIME, outcomes, written
from test_export_sql_python import trained, write_table

LINEAR = {
    "voted": ["--preset", "voted", "--decide", "off"],
    "pairs": ["--algorithm", "logistic", "--multiclass", "one-vs-one"],
    "rest": ["--preset", "voted", "--multiclass", "one-vs-rest", "--decide", "off"],
    "sets": ["--preset", "voted", "--multiclass", "argmax", "--decide", "off"],
}


@pytest.mark.parametrize("name", LINEAR)
def test_votes_of_an_unseen_level_are_nan(tmp_path, name):
    classes = ["a", "b"] if name == "voted" else ["a", "b", "c"]
    rows = [[kind, str(k * (1 - 2 * (k % 2))), classes[k % len(classes)]] for k in range(1, 13) for kind in ("red", "blue")]
    model = trained(tmp_path, write_table(tmp_path / "t.csv", ["kind", "x", "label"], rows), "--categorical", "kind", *LINEAR[name])
    found = outcomes(written(tmp_path, model), [["violet", "1"], ["red", ""], ["red", "1"], ["", "2"]], name != "sets")
    assert len(found) == (name != "sets") + RUNTIME
    for got in found:
        assert [all(map(math.isnan, row)) for row in got["scores"]] == [True, True, False, True]
        assert not any(map(math.isnan, got["scores"][2]))


@pytest.mark.parametrize("name", LINEAR)
def test_votes_of_nan_among_numbers_are_nan(tmp_path, name):
    data = tmp_path / "t.csv"
    text = Path(IRIS).read_text(encoding="utf-8").splitlines()
    data.write_text("\n".join(text[:101] if name == "voted" else text) + "\n", encoding="utf-8")
    done = run("train", data, *LINEAR[name], "-o", tmp_path / "model.hs")
    assert (tmp_path / "model.hs").exists(), done.stderr
    for got in outcomes(written(tmp_path, tmp_path / "model.hs"), [["", "1", "1", "1"], ["5", "1", "1", "1"]], name != "sets"):
        assert [math.isnan(row[-1]) for row in got["scores"]] == [True, False]
    compiled(tmp_path, tmp_path / "model.hs", NUMBERS.replace("m_levels_of(j)", "NULL"))
    none, some = of_numbers(tmp_path, [[NAN, 1, 1, 1], [5, 1, 1, 1]])[1]
    assert none[0] == -1 and all(map(math.isnan, none[1]))
    assert some[0] >= 0 and not any(map(math.isnan, some[1]))


@pytest.mark.parametrize("flags", [["--algorithm", "svm"], ["--algorithm", "svm", "--kernel", "rbf"], ["--kernel", "rbf", "--keep", "vote"],
                                   ["--algorithm", "logistic", "--multiclass", "multinomial"]])
def test_nan_has_no_class_in_c(tmp_path, flags):
    done = run("train", IRIS, *flags, "-o", tmp_path / "model.hs")
    assert (tmp_path / "model.hs").exists(), done.stderr
    compiled(tmp_path, tmp_path / "model.hs", NUMBERS.replace("m_levels_of(j)", "NULL"))
    for label, scores in of_numbers(tmp_path, [[5, NAN, 1, 1], [1, 1, 1, NAN]])[1]:
        assert label == -1 and all(map(math.isnan, scores))


BOUNDS = r"""
#include "m.c"
int main(void) {
  const double x[M_COLUMNS] = {1, -1};
  (void)m_score_row;
  return m_class(m_predict(x)) == NULL && m_class(M_CLASSES) == NULL && m_class(0) != NULL && m_class(M_CLASSES - 1) != NULL &&
         m_levels_of(0) == NULL && m_levels_of(1) != NULL && m_levels_of(M_COLUMNS) == NULL && m_levels_of((size_t)-1) == NULL ? 0 : 1;
}
"""


def test_classes_and_columns_out_of_range_are_null_in_c(tmp_path):
    rows = [[str(k), "red" if k % 3 else "1", "yes" if k % 4 > 1 else "no"] for k in range(24)]
    model = trained(tmp_path, write_table(tmp_path / "t.csv", ["x", "kind", "label"], rows), "--algorithm", "logistic", "--categorical", "kind")
    compiled(tmp_path, model, BOUNDS)
    assert subprocess.run([tmp_path / "main"], check=False).returncode == 0


@pytest.mark.skipif(not RUNTIME, reason="needs onnxruntime")
def test_coupled_probabilities_of_nan_are_nan(tmp_path, iris):
    run("compat", "svm-train", "-q", "-g", "0.1", iris / "three", tmp_path / "plain")
    (tmp_path / "model").write_text((tmp_path / "plain").read_text().replace("nr_sv", "probA -1.5 -2 -0.75\nprobB 0.25 0 -0.5\nnr_sv"))
    [got] = outcomes(written(tmp_path, tmp_path / "model"), [["", "1", "1", "1"], ["5", "1", "1", "1"]], linear=False)
    assert all(map(math.isnan, got["probabilities"][0]))
    assert sum(got["probabilities"][1]) == pytest.approx(1, abs=1e-5)
