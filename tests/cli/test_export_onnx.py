"""Models of tables with texts, missing cells and products as ONNX: by a small evaluator of our own (onnx_graph.py), and by onnxruntime
where it is installed. The bounds are those of docs/exchange.md."""
import importlib.util
import random

import pytest

from onnx_graph import Graph
from program import IRIS, PAIR, answer, refused, run
from test_export_c import random_model, small_model
from test_export_sql_python import KERNELS, PERCEPTRONS, python_model, random_table, trained, write_table

RUNTIME = importlib.util.find_spec("onnxruntime") is not None
FLOAT = 2.0**-24
NAN = float("nan")


def number(cell):
    return NAN if cell.strip().lower() in ("", "na", "null") else float(cell)


def written(folder, model):
    done = run("convert", model, "-o", folder / "model.onnx")
    assert done.returncode == 0, done.stderr
    return folder / "model.onnx"


def given(types, rows):
    """The inputs as lists of rows; "x" alone is all columns."""
    if list(types) == ["x"] and types["x"] == "float":
        return {"x": [[number(cell) for cell in row] for row in rows]}
    assert len(types) == len(rows[0])
    return {name: [[row[j] if kind == "string" else number(row[j])] for row in rows] for j, (name, kind) in enumerate(types.items())}


def evaluated(path, rows):
    graph = Graph(path.read_bytes())
    return graph.run(given(graph.inputs, rows))


def by_runtime(path, rows):
    import numpy  # pylint: disable=import-outside-toplevel,import-error
    import onnxruntime  # pylint: disable=import-outside-toplevel,import-error
    if importlib.util.find_spec("onnx"):
        import onnx  # pylint: disable=import-outside-toplevel,import-error
        onnx.checker.check_model(onnx.load(path), full_check=True)
    session = onnxruntime.InferenceSession(str(path))
    types = {i.name: "string" if i.type == "tensor(string)" else "float" for i in session.get_inputs()}
    assert types == Graph(path.read_bytes()).inputs
    cells = {name: numpy.array(values, object if types[name] == "string" else numpy.float32) for name, values in given(types, rows).items()}
    return {o.name: v.tolist() for o, v in zip(session.get_outputs(), session.run(None, cells))}


def outcomes(path, rows, linear=True):
    return ([evaluated(path, rows)] if linear else []) + ([by_runtime(path, rows)] if RUNTIME else [])


def rounding(folder, model, names, rows):
    """(n + 8) 2^-24 (sum |w x| + |b|) of each row: the largest of its scores."""
    module = python_model(folder, model)
    out = []
    for row in rows:
        entries, _ = module["_encoded"](dict(zip(names, row)))
        sizes = [sum(abs(w[j] * x) for j, x in entries) + abs(b) for w, b in zip(module["WEIGHTS"], module["BIASES"])]
        out.append((len(entries) + 8) * FLOAT * max(sizes))
    return out


def compare(path, model, table, rows, bounds, linear=True):
    found = answer("predict", model, table)
    for got in outcomes(path, rows, linear):
        for k, bound in enumerate(bounds):
            score = found["scores"][k] if isinstance(found["scores"][k], list) else [-found["scores"][k], found["scores"][k]]
            if "scores" in got and len(got["scores"][k]) == len(score):
                assert got["scores"][k] == pytest.approx(score, abs=bound)
            best, second = sorted(score)[:-3:-1]
            assert str(got["label"][k]) == found["labels"][k] or best - second <= 2 * bound
            if "probabilities" in got:
                assert got["probabilities"][k] == pytest.approx(found["probabilities"][k], abs=bound + 1e-6)


@pytest.mark.parametrize("seed", range(30))
def test_random_tables(tmp_path, seed):
    model, table, names, rows = random_model(tmp_path, seed)
    cells = [row[:-1] for row in rows]
    compare(written(tmp_path, model), model, table, cells, rounding(tmp_path, model, names, rows))


@pytest.mark.parametrize("name", ["last", "averaged", "products"])
@pytest.mark.parametrize("multiclass", ["one-vs-rest", "argmax"])
def test_perceptrons(tmp_path, name, multiclass):
    names, rows = random_table(random.Random(100), 3, True, True, 2)
    model = trained(tmp_path, write_table(tmp_path / "t.csv", names, rows), "--algorithm", "perceptron", *PERCEPTRONS[name], "--categorical", "auto",
                    "--missing", "mean,category", "--multiclass", multiclass, "--stop", "passes", "--decide", "off")
    compare(written(tmp_path, model), model, tmp_path / "t.csv", [row[:-1] for row in rows], rounding(tmp_path, model, names, rows))


def is_clear(scores, group):
    """Does no vote hang on rounding? Of one score by its sign, of a group by its two largest: equal ones fall to the first."""
    if group == 1:
        return all(abs(score) > 1e-3 for score in scores)
    tops = [sorted(scores[k:k + group])[-2:] for k in range(0, len(scores), group)]
    return all(best - second > 1e-3 or best == second == 0 for second, best in tops)


def voted(folder, classes, group, *flags):
    """A voted model and the rows none of whose votes is near a tie: rounding to floats could turn those."""
    names, rows = random_table(random.Random(100), classes, True, True, 2)
    model = trained(folder, write_table(folder / "t.csv", names, rows), *PERCEPTRONS["voted"], "--categorical", "auto", "--missing", "mean,category",
                    "--stop", "passes", "--decide", "off", *flags)
    module = python_model(folder, model)
    clear = [row for row in rows for entries, filled in [module["_encoded"](dict(zip(names, row)))]
             if is_clear([module["_score"](k, entries, filled) for k in range(len(module["BIASES"]))], group)]
    assert len(clear) > 10
    return model, names, clear


@pytest.mark.parametrize("classes", [2, 3])
def test_votes(tmp_path, classes):
    model, names, rows = voted(tmp_path, classes, 1, *(["--multiclass", "one-vs-rest"] if classes > 2 else []))
    table = write_table(tmp_path / "u.csv", names, rows)
    compare(written(tmp_path, model), model, table, [row[:-1] for row in rows], [1e-5] * len(rows))


@pytest.mark.skipif(not RUNTIME, reason="needs onnxruntime")
def test_votes_of_sets(tmp_path):
    model, names, rows = voted(tmp_path, 3, 3, "--multiclass", "argmax")
    table = write_table(tmp_path / "u.csv", names, rows)
    compare(written(tmp_path, model), model, table, [row[:-1] for row in rows], [1e-5] * len(rows), linear=False)


def test_pairs_vote(tmp_path):
    run("train", IRIS, "--algorithm", "svm", "--multiclass", "one-vs-one", "-o", tmp_path / "model.hs")
    with open(IRIS, encoding="utf-8") as file:
        rows = [line.strip().split(",")[:4] for line in file][1:]
    compare(written(tmp_path, tmp_path / "model.hs"), tmp_path / "model.hs", IRIS, rows, [1e-6] * len(rows))


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("classes", [2, 3])
def test_kernels(tmp_path, name, classes):
    if name == "pairs" and classes == 2:
        classes = 4
    names, rows = random_table(random.Random(7 + classes), classes, True, True, 3)
    table = write_table(tmp_path / "t.csv", names, rows)
    model = trained(tmp_path, table, *KERNELS[name], "--categorical", "auto", "--missing", "mean,category")
    found = answer("predict", model, table)
    size = max(abs(v) for row in found["scores"] for v in (row if isinstance(row, list) else [row]))
    cells = [row[:-1] for row in rows]
    compare(written(tmp_path, model), model, table, cells, [1e-5 * (1 + size)] * len(rows), linear=name != "laplacian")


SALARIES = {
    "polynomial": ["--kernel", "polynomial", "--degree", "2", "--gamma", "0.0001", "--coef0", "1"],
    "cubic": ["--kernel", "polynomial", "--degree", "3", "--gamma", "0.000001", "--coef0", "1"],
    "linear": ["--kernel", "linear"],
    "rbf": ["--kernel", "rbf", "--gamma", "0.0001", "--C", "1000"],
    "sigmoid": ["--kernel", "sigmoid", "--gamma", "1e-9"],
}


@pytest.mark.parametrize("name", SALARIES)
def test_kernels_of_large_numbers_are_summed_in_double(tmp_path, name):
    rng = random.Random(3)
    rows = [[str(rng.randrange(20000, 90000)), str(rng.randrange(18, 66))] for _ in range(60)]
    rows = [[*row, "yes" if int(row[0]) / 1000 + 40 * rng.random() > 70 else "no"] for row in rows]
    table = write_table(tmp_path / "t.csv", ["salary", "age", "label"], rows)
    model = trained(tmp_path, table, "--algorithm", "svm", *SALARIES[name])
    size = max(map(abs, answer("predict", model, table)["scores"]))
    bound = {"polynomial": 1e-4, "cubic": 1e-3}.get(name, 1e-5)  # double's own rounding of terms up to 1e11, 5e11
    compare(written(tmp_path, model), model, table, [row[:-1] for row in rows], [bound * (1 + size)] * len(rows))
    assert answer("convert", model, "-o", tmp_path / "model.onnx")["left_out"] == []


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("flags", [["--algorithm", "perceptron"], ["--preset", "voted"]])
def test_scores_beyond_float_keep_their_labels(tmp_path, classes, flags):
    rng = random.Random(4)
    pay = [rng.randrange(20000, 90000) for _ in range(60)]
    rows = [[str(p), str(rng.randrange(18, 66)), "abc"[p * classes // 90000]] for p in pay]
    table = write_table(tmp_path / "t.csv", ["salary", "age", "label"], rows)
    model = trained(tmp_path, table, *flags, "--kernel", "polynomial", "--gamma", "1", "--coef0", "1", "--degree", "8", "--rounds", "5")
    found = answer("predict", model, table)
    if flags[0] == "--algorithm":
        assert max(abs(v) for row in found["scores"] for v in (row if isinstance(row, list) else [row])) > 3.4e38
    for got in outcomes(written(tmp_path, model), [*[row[:-1] for row in rows], ["50000", ""]], linear=flags[0] == "--algorithm"):
        assert got["label"][:-1] == found["labels"]
        assert max(abs(v) for row in got["scores"][:-1] for v in row) <= 1.01e38
        assert {repr(v) for v in got["scores"][-1]} == {"nan"}


def test_cells_that_predict_refuses_give_nan(tmp_path):
    path = written(tmp_path, small_model(tmp_path))
    for got in outcomes(path, [["1", "green"], ["1", ""], ["", "red"], ["1", "NA"], ["1", "red"], ["1", "1"], ["1", "1.0"]]):
        assert [repr(row[0]) == "nan" for row in got["scores"]] == [True, True, True, True, False, False, False]
        assert got["scores"][5] == got["scores"][6]
    done = run("convert", tmp_path / "model.hs", "-o", tmp_path / "model.onnx")
    assert "training did not see" in done.stderr
    assert answer("convert", tmp_path / "model.hs", "-o", tmp_path / "model.onnx")["left_out"] != []


def test_unseen_other_and_missing_levels(tmp_path):
    model = small_model(tmp_path, "--unseen", "other")
    rows = [["1", "green", "no"], ["2", "red", "no"], ["3", "2", "no"]]
    table = write_table(tmp_path / "u.csv", ["x", "kind", "label"], rows)
    path = written(tmp_path, model)
    compare(path, model, table, [row[:-1] for row in rows], [1e-5] * 3)
    for got in outcomes(path, [["1", "?"]]):
        assert repr(got["scores"][0][0]) == "nan"  # predict refuses it: training had no missing level
    assert answer("convert", model, "-o", tmp_path / "model.onnx")["left_out"] == []


def test_levels_that_are_numbers_as_tables_write_them(tmp_path):
    kinds = ["100000", "2500000.0", "0.0000001", "-3", "x"]
    rows = [[kinds[k % 5], "yes" if k % 5 in (0, 2) or k % 7 == 0 else "no"] for k in range(35)]
    table = write_table(tmp_path / "t.csv", ["kind", "label"], rows)
    model = trained(tmp_path, table, "--algorithm", "logistic", "--categorical", "kind")
    path = written(tmp_path, model)
    compare(path, model, table, [row[:1] for row in rows], [1e-5] * 35)
    for got in outcomes(path, [["100000"], ["100000.0"], ["1e+05"]]):
        assert got["scores"][0] == got["scores"][1] == got["scores"][2]


def test_names_of_inputs(tmp_path):
    names = ["label_", "scores", "_scores", "z", "/columns", "kind of \"thing\" \u00e9", "class"]
    rng = random.Random(2)
    rows = [[repr(rng.randrange(9)) for _ in names[:5]] + [rng.choice("abc"), "yes" if k % 3 else "no"] for k in range(40)]
    table = write_table(tmp_path / "t.csv", names, rows)
    done = run("train", table, "--algorithm", "logistic", "--categorical", names[5], "-o", tmp_path / "model.hs")
    assert done.returncode == 0, done.stderr
    path = written(tmp_path, tmp_path / "model.hs")
    assert list(Graph(path.read_bytes()).inputs) == ["label_", "__scores", "_scores", "_z", "_/columns", names[5]]
    compare(path, tmp_path / "model.hs", table, [row[:-1] for row in rows], [1e-5] * 40)


def test_models_of_numbers_keep_one_input(tmp_path):
    rows = [[repr(k), "" if k % 5 == 0 else repr(k % 7), "yes" if k % 3 else "no"] for k in range(30)]
    table = write_table(tmp_path / "t.csv", ["a", "b", "label"], rows)
    model = trained(tmp_path, table, "--algorithm", "logistic", "--missing", "mean", "--features", "interactions")
    path = written(tmp_path, model)
    assert Graph(path.read_bytes()).inputs == {"x": "float"}
    compare(path, model, table, [row[:-1] for row in rows], [1e-5] * 30)


def test_what_onnx_cannot_hold_is_named(tmp_path):
    run("train", IRIS, *PAIR, "--algorithm", "logistic", "--hash-bits", "5", "-o", tmp_path / "model.hs")
    message = refused(3, "convert", tmp_path / "model.hs", "-o", tmp_path / "m.onnx")
    assert "ONNX" in message and "--hash-bits" in message


def test_rounding_of_coupled_pairs_is_noted(tmp_path, iris):
    run("compat", "svm-train", "-q", "-t", "1", "-g", "9", iris / "three", tmp_path / "plain")
    (tmp_path / "model").write_text((tmp_path / "plain").read_text().replace("nr_sv", "probA -1.5 -2 -0.75\nprobB 0.25 0 -0.5\nnr_sv"))
    assert [note.startswith("ONNX couples pairs in float: their scores can be off by about ")
            for note in answer("convert", tmp_path / "model", "-o", tmp_path / "model.onnx")["left_out"]] == [True]
    assert answer("convert", tmp_path / "plain", "-o", tmp_path / "model.onnx")["left_out"] == []
