"""explain: contributions by column of the table, averages over rows."""
import datetime
import json
import math
import random
import statistics

import pytest
from people import EPOCH, MODELS, NAMES, made_table, table_text, trained
from program import Measured, answer, refused, run, write


@pytest.mark.parametrize("flags", MODELS, ids=" ".join)
@pytest.mark.parametrize("gaps", [False, True])
def test_columns_add_up_to_the_score_that_predict_gives(tmp_path, flags, gaps):
    rows = made_table(1, gaps=gaps)
    data, model = trained(tmp_path, rows, *flags)
    scores = answer("predict", model, data)["scores"]
    for i in (0, 4, 8, 17, 33):
        score = answer("explain", model, data, "--row", i)["scores"][0]
        assert score["score"] == scores[i]
        size = sum(abs(c["contribution"]) for c in score["columns"]) + abs(score["bias"])
        assert abs(score["bias"] + sum(c["contribution"] for c in score["columns"]) - scores[i]) <= 1e-12 * size
        assert score["columns_rest"] == 0
        assert len({c["column"] for c in score["columns"]}) == len(score["columns"])
        sizes = [abs(c["contribution"]) for c in score["columns"]]
        assert sizes == sorted(sizes, reverse=True)


def test_a_column_is_the_sum_of_its_features(tmp_path):
    data, model = trained(tmp_path, made_table(2), "--algorithm", "logistic", "--features", "poly2")
    score = answer("explain", model, data, "--row", 7)["scores"][0]
    by_name = {}
    for c in score["contributions"]:
        factors = [f.split("=")[0] for f in c["feature"].replace("^2", "").split("*")]
        square = c["feature"].endswith("^2") or len(factors) == 2 and factors[0] == factors[1]
        name = factors[0] + "^2" if square else "*".join(factors)
        by_name.setdefault(name, []).append(c["contribution"])
    assert {c["column"] for c in score["columns"]} == set(by_name)
    for c in score["columns"]:
        assert c["contribution"] == pytest.approx(math.fsum(by_name[c["column"]]), rel=1e-12, abs=1e-15)


def test_values_are_those_of_the_table(tmp_path):
    rows = made_table(3, gaps=True)
    data, model = trained(tmp_path, rows, "--algorithm", "logistic", "--features", "interactions")
    means = {k: statistics.fmean(r[k] for r in rows if r[k] is not None) for k in (0, 1)}
    for i in range(12):
        for c in answer("explain", model, data, "--row", i)["scores"][0]["columns"]:
            names = c["column"].split("*")
            values = c["value"] if len(names) > 1 else [c["value"]]
            cells = [rows[i][NAMES.index(n)] for n in names]
            assert c["missing"] == any(v is None for v in cells)
            for name, value, cell in zip(names, values, cells, strict=True):
                if cell is None:
                    assert value == "" if name in ("colour", "plan") else value == pytest.approx(means[NAMES.index(name)])
                else:
                    assert value == (cell.isoformat() if isinstance(cell, datetime.date) else cell)


def test_the_report_names_levels_dates_and_missing_cells(tmp_path):
    rows = made_table(4)
    rows[5][0], rows[5][3] = None, None
    data, model = trained(tmp_path, rows, "--algorithm", "logistic")
    out = run("explain", model, data, "--row", 5).stdout
    assert f"colour = {rows[5][2]}" in out and f"since = {rows[5][4].isoformat()}" in out
    assert "(for a missing cell)" in out and "plan = (missing)" in out
    assert "colour=" in run("explain", model, data, "--row", 5, "--by", "feature").stdout
    plain = run("explain", *trained(tmp_path, [[r[1], r[-1]] for r in rows], names=["height", "label"], reading=[])[::-1], "--row", 5)
    assert "weight" in plain.stdout and "feature" in plain.stdout  # they are the same: as before
    short = answer("explain", model, data, "--row", 5, "--top", 2)["scores"][0]
    whole = answer("explain", model, data, "--row", 5)["scores"][0]
    assert short["columns"] == whole["columns"][:2]
    assert short["columns_rest"] == pytest.approx(sum(c["contribution"] for c in whole["columns"][2:]))


def test_a_level_that_the_model_does_not_know_has_no_value(tmp_path):
    data, model = trained(tmp_path, made_table(4), "--algorithm", "logistic", "--unseen", "other")
    other = write(tmp_path / "o.csv", table_text(NAMES[:-1], [[30, 1.7, "pink", "max", EPOCH]]))
    assert "colour" not in [c["column"] for c in answer("explain", model, other, "--row", 0)["scores"][0]["columns"]]
    found = answer("explain", model, other, "--row", 0, "--counterfactual", "--change", "colour,age")["counterfactual"]
    assert found["flips"]


# ---- averages

@pytest.mark.parametrize("flags, classes", [(m, ("no", "yes")) for m in MODELS] + [
    (["--algorithm", "logistic"], ("a", "b", "c")), (["--algorithm", "svm", "--multiclass", "one-vs-one"], ("a", "b", "c"))])
def test_averages_are_means_over_rows(tmp_path, flags, classes):
    rows = made_table(5, rows=40, classes=classes, gaps=True)
    data, model = trained(tmp_path, rows, *flags)
    bare = write(tmp_path / "bare.csv", table_text(NAMES[:-1], [r[:-1] for r in rows]))  # no labels
    got = answer("explain", model, bare)
    assert got["schema"] == "halfspace.explain/1" and got["rows"] == len(rows)
    each = [answer("explain", model, data, "--row", i)["scores"] for i in range(len(rows))]
    vectors = len(each[0])
    assert len(got["of"]) == vectors
    listed = lambda v: v if vectors > 1 else [v]
    names = {c["column"] for c in got["columns"]}
    for k in range(vectors):
        of_row = [{c["column"]: c["contribution"] for c in row[k]["columns"]} for row in each]
        assert set().union(*of_row) <= names
        for c in got["columns"]:
            values = [r.get(c["column"], 0.0) for r in of_row]
            size = max(map(abs, values))
            assert listed(c["mean"])[k] == pytest.approx(statistics.fmean(values), abs=1e-12 * size)
            assert listed(c["mean_absolute"])[k] == pytest.approx(statistics.fmean(map(abs, values)), abs=1e-12 * size)
            assert listed(c["deviation"])[k] == pytest.approx(statistics.pstdev(values), abs=1e-7 * size)
        mean_score = statistics.fmean(row[k]["score"] for row in each)
        assert listed(got["score"])[k] == pytest.approx(mean_score, rel=1e-9, abs=1e-9)
    sizes = [sum(listed(c["mean_absolute"])) for c in got["columns"]]
    assert sizes == sorted(sizes, reverse=True)
    top = answer("explain", model, bare, "--top", 2)
    assert top["columns"] == got["columns"][:2] and top["columns_left_out"] == len(got["columns"]) - 2


def test_averages_of_sparse_rows_count_the_zeros(tmp_path):
    rng = random.Random(6)
    rows = [{j: round(rng.gauss(0, 1), 2) for j in rng.sample(range(1, 30), 4)} for _ in range(80)]
    text = "".join(f"{'+1' if sum(r.values()) > 0 else '-1'} " + " ".join(f"{j}:{v}" for j, v in sorted(r.items())) + "\n" for r in rows)
    data = write(tmp_path / "d.libsvm", text)
    assert run("train", data, "--algorithm", "logistic", "-o", tmp_path / "m").returncode == 0
    weights = dict(enumerate(answer("inspect", tmp_path / "m")["weights"], 1))
    for c in answer("explain", tmp_path / "m", data)["columns"]:
        values = [r.get(int(c["column"]), 0) * weights[int(c["column"])] for r in rows]
        assert c["mean"] == pytest.approx(statistics.fmean(values), abs=1e-14)
        assert c["mean_absolute"] == pytest.approx(statistics.fmean(map(abs, values)), abs=1e-14)
        assert c["deviation"] == pytest.approx(statistics.pstdev(values), rel=1e-9)


def test_averages_read_streams_and_refuse_kernels(tmp_path):
    data, model = trained(tmp_path, made_table(7), "--algorithm", "logistic")
    piped = answer("explain", model, "-", input=data.read_text())
    assert piped["columns"] == answer("explain", model, data)["columns"]
    _, kernel = trained(tmp_path, made_table(7), "--algorithm", "svm", "--kernel", "rbf", name="k.hs")
    assert "--row" in refused(2, "explain", kernel, data)
    assert "kernel" in refused(2, "explain", kernel, data, "--row", 0, "--by", "column")
    assert answer("explain", kernel, data, "--row", 0)["scores"][0]["columns"] is None
    assert "no rows" in refused(3, "explain", model, write(tmp_path / "e.csv", ",".join(NAMES) + "\n"))


def test_averages_take_memory_of_a_block(tmp_path):
    line = lambda i: ",".join(f"{(i * (j + 3) * 7919) % 1009 / 1009:.4f}" for j in range(10)) + f",{'ab'[i % 7 > 2]}\n"
    head = ",".join(f"x{j}" for j in range(10)) + ",label\n"
    block = "".join(map(line, range(5000)))
    few, many = write(tmp_path / "few.csv", head + block), write(tmp_path / "many.csv", head + block * 80)  # 32 MB of doubles
    assert run("train", few, "--algorithm", "logistic", "-o", tmp_path / "m").returncode == 0
    a, b = (Measured("explain", tmp_path / "m", path, "--json") for path in (few, many))
    assert b.mib < a.mib + 24
    first, second = (json.loads(done.stdout) for done in (a, b))
    assert second["rows"] == 80 * first["rows"]
    for c, d in zip(first["columns"], second["columns"], strict=True):
        assert c["column"] == d["column"]
        for value in ("mean", "mean_absolute", "deviation"):
            assert c[value] == pytest.approx(d[value], rel=1e-9)
