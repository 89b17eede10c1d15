"""Equal numbers in any container give the same model, to the last bit where the names of the columns are the same."""

import re

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scipy.sparse as sp

import halfspace as hs

RNG = np.random.default_rng(3)
WHOLE = RNG.integers(-9, 10, (60, 4))
Y = (WHOLE[:, 0] + 2 * WHOLE[:, 1] - WHOLE[:, 3] + RNG.integers(-3, 4, 60) > 0).astype(int)
NAMES = ["a", "b", "c", "d"]
LEARNERS = [
    {"algorithm": "perceptron", "stop": "passes", "passes": 5},
    {"algorithm": "logistic"},
    {"algorithm": "svm"},
    {"algorithm": "svm", "kernel": "rbf", "gamma": 0.1},
]
IDS = ["perceptron", "logistic", "svm", "svm-rbf"]


def model_bytes(X, learner, y=Y):
    """The bytes of the model, but for the fingerprint of the rows, which knows their type, and the checksum."""
    data = hs.train(X, y, **learner).model.to_bytes()
    return re.sub(rb'xxh3_128\\":\\"[0-9a-f]{32}', b"", data[:-16])


def misaligned(x):
    raw = np.zeros(x.nbytes + 1, np.uint8)
    out = raw[1:].view(x.dtype).reshape(x.shape)
    out[:] = x
    return out


def spread(x):
    out = np.full((3 * x.shape[0], 2 * x.shape[1]), np.nan)
    out[::3, ::2] = x
    return out[::3, ::2]


DENSE = {
    "fortran": np.asfortranarray,
    "strided": spread,
    "negative strides": lambda x: np.ascontiguousarray(x[::-1, ::-1])[::-1, ::-1],
    "list": lambda x: x.tolist(),
    "big-endian": lambda x: x.astype(">f8"),
    "misaligned": misaligned,
    "longdouble": lambda x: x.astype(np.longdouble),
    "objects": lambda x: x.astype(object),
    "matrix": np.matrix,
    "masked, nothing hidden": np.ma.masked_array,
    "int64": lambda x: x.astype(np.int64),
    "uint8 columns apart": lambda x: [list(map(int, row)) for row in x],
}
SMALL = {"float32": np.float32, "float16": np.float16, "int8": np.int8, "int16": np.int16}


@pytest.mark.parametrize("learner", LEARNERS, ids=IDS)
@pytest.mark.parametrize("container", DENSE)
def test_dense_containers_give_equal_bytes(container, learner):
    X = WHOLE.astype(np.float64)
    assert model_bytes(DENSE[container](X), learner) == model_bytes(X, learner)


@pytest.mark.parametrize("learner", LEARNERS, ids=IDS)
@pytest.mark.parametrize("container", SMALL)
def test_small_types_give_the_same_model(container, learner):
    X = WHOLE.astype(SMALL[container])
    assert model_bytes(X, learner) == model_bytes(X.astype(np.float64), learner)


def test_bool_columns_are_zeros_and_ones():
    X = WHOLE > 0
    assert model_bytes(X, LEARNERS[1]) == model_bytes(X.astype(float), LEARNERS[1])


def _indices(x, kind):
    out = sp.csr_matrix(x)
    out.indices, out.indptr = out.indices.astype(kind), out.indptr.astype(kind)
    return out


def _shuffled(x):
    """Each row's entries backwards, and one of them in two halves."""
    csr = sp.csr_matrix(x)
    parts = [csr.getrow(i) for i in range(x.shape[0])]
    columns = [np.r_[p.indices[::-1], p.indices[:1]] for p in parts]
    values = [np.r_[p.data[::-1], p.data[:1]] for p in parts]
    for v in values:
        v[-1] /= 2
        v[-2] /= 2
    start = np.cumsum([0] + [len(v) for v in values])
    return sp.csr_matrix((np.concatenate(values), np.concatenate(columns), start), shape=x.shape)


SPARSE = {
    "csr, 64-bit indices": lambda x: _indices(x, np.int64),
    "csr array": sp.csr_array,
    "csr of float32": lambda x: sp.csr_matrix(x.astype(np.float32)),
    "csr of int64": lambda x: sp.csr_matrix(x.astype(np.int64)),
    "csc": sp.csc_matrix,
    "csc array": sp.csc_array,
    "coo": sp.coo_matrix,
    "coo array": sp.coo_array,
    "lil": sp.lil_matrix,
    "dok": sp.dok_matrix,
    "bsr": lambda x: sp.bsr_matrix(x, blocksize=(1, 1)),
    "unsorted and double": _shuffled,
}


@pytest.mark.parametrize("learner", LEARNERS, ids=IDS)
@pytest.mark.parametrize("container", SPARSE)
def test_sparse_containers_give_equal_bytes(container, learner):
    X = WHOLE.astype(np.float64)
    assert model_bytes(SPARSE[container](X), learner) == model_bytes(_indices(X, np.int32), learner)


@pytest.mark.parametrize("learner", LEARNERS, ids=IDS)
def test_sparse_and_dense_agree(learner):
    X = WHOLE.astype(np.float64)
    a, b = hs.train(X, Y, **learner).model, hs.train(sp.csr_matrix(X), Y, **learner).model
    np.testing.assert_allclose(a.decision_function(X), b.decision_function(X), rtol=0, atol=2e-3)
    np.testing.assert_allclose(a.decision_function(X), a.decision_function(sp.csr_matrix(X)), rtol=1e-12, atol=1e-12)


def test_a_matrix_of_sparse_rows_is_not_changed():
    X = _shuffled(WHOLE.astype(float))
    before = X.data.copy(), X.indices.copy(), X.indptr.copy()
    hs.train(X, Y, algorithm="logistic")
    hs.LogisticRegression().fit(X, Y)
    for array, kept in zip((X.data, X.indices, X.indptr), before, strict=True):
        np.testing.assert_array_equal(array, kept)


TABLES = {
    "pandas, a block": lambda x: pd.DataFrame(x, columns=NAMES),
    "pandas, of columns": lambda x: pd.DataFrame({n: x[:, j].copy() for j, n in enumerate(NAMES)}),
    "pandas, nullable": lambda x: pd.DataFrame(x, columns=NAMES).convert_dtypes(),
    "pandas, whole numbers": lambda x: pd.DataFrame(x.astype(np.int64), columns=NAMES),
    "pandas, of arrow": lambda x: pd.DataFrame(x, columns=NAMES).convert_dtypes(dtype_backend="pyarrow"),
    "pandas, sparse": lambda x: pd.DataFrame(x, columns=NAMES).astype(pd.SparseDtype("float64", 0.0)),
    "pandas, float32 and float64": lambda x: pd.DataFrame(x, columns=NAMES).astype({"a": np.float32}),
    "polars": lambda x: pl.DataFrame(x, schema=NAMES),
    "polars, lazy": lambda x: pl.DataFrame(x, schema=NAMES).lazy(),
    "polars, whole numbers": lambda x: pl.DataFrame(x.astype(np.int64), schema=NAMES),
    "polars, decimals": lambda x: pl.DataFrame(x, schema=NAMES).cast(pl.Decimal(10, 2)),
    "arrow": lambda x: pa.table({n: x[:, j] for j, n in enumerate(NAMES)}),
    "arrow, in pieces": lambda x: pa.concat_tables(
        [pa.table({n: part[:, j].copy() for j, n in enumerate(NAMES)}) for part in np.split(x, 3)]
    ),
    "arrow, whole numbers": lambda x: pa.table({n: x[:, j].astype(np.int32) for j, n in enumerate(NAMES)}),
    "arrow, a batch": lambda x: pa.record_batch({n: pa.array(x[:, j]) for j, n in enumerate(NAMES)}),
}


@pytest.mark.parametrize("container", TABLES)
def test_tables_give_equal_bytes(container):
    X = WHOLE.astype(np.float64)
    expected = model_bytes(pd.DataFrame(X, columns=NAMES), LEARNERS[1])
    assert model_bytes(TABLES[container](X), LEARNERS[1]) == expected


@pytest.mark.parametrize("container", TABLES)
def test_estimators_take_tables(container):
    X = WHOLE.astype(np.float64)
    table = TABLES[container](X)
    model = hs.LogisticRegression().fit(table, Y)
    np.testing.assert_allclose(model.coef_, hs.LogisticRegression().fit(X, Y).coef_, rtol=1e-12)
    assert list(model.feature_names_in_) == NAMES
    np.testing.assert_array_equal(model.predict(table), model.predict(pd.DataFrame(X, columns=NAMES)))


LABELS = {
    "list": list,
    "bool": lambda y: y == 1,
    "int8": lambda y: y.astype(np.int8),
    "uint64": lambda y: y.astype(np.uint64),
    "big-endian": lambda y: y.astype(">i4"),
    "float64": lambda y: y.astype(np.float64),
    "strided": lambda y: np.repeat(y, 2)[::2],
    "objects": lambda y: y.astype(object),
    "series": pd.Series,
    "nullable series": lambda y: pd.Series(y).astype("Int64"),
    "categories": lambda y: pd.Series(y).astype("category"),
    "polars": lambda y: pl.Series(y),
    "arrow": lambda y: pa.array(y),
}


@pytest.mark.parametrize("container", LABELS)
def test_labels_of_any_container(container):
    X = WHOLE.astype(np.float64)
    y = LABELS[container](Y)
    model = hs.train(X, y, **LEARNERS[1]).model
    expected = hs.train(X, Y, **LEARNERS[1]).model
    np.testing.assert_array_equal(model.weights, expected.weights)
    assert model.classes.tolist() == [0, 1]
    in_file = hs.Model.from_bytes(model.to_bytes()).classes
    assert [str(c) for c in in_file] == (["False", "True"] if container == "bool" else ["0", "1"])


def mixed(n=60):
    return {"size": WHOLE[:, 0].astype(float), "colour": [["red", "green", "blue"][i % 3] for i in range(n)]}


FRAMES = {
    "pandas, texts": lambda c: pd.DataFrame(c),
    "pandas, objects": lambda c: pd.DataFrame(c).astype({"colour": object}),
    "pandas, categories": lambda c: pd.DataFrame(c).astype({"colour": "category"}),
    "pandas, strings of arrow": lambda c: pd.DataFrame(c).convert_dtypes(dtype_backend="pyarrow"),
    "polars, texts": lambda c: pl.DataFrame(c),
    "polars, categories": lambda c: pl.DataFrame(c).with_columns(pl.col("colour").cast(pl.Categorical)),
    "polars, enumeration": lambda c: pl.DataFrame(c).with_columns(
        pl.col("colour").cast(pl.Enum(["red", "green", "blue"]))
    ),
    "arrow, texts": lambda c: pa.table(c),
    "arrow, dictionary": lambda c: pa.table({"size": c["size"], "colour": pa.array(c["colour"]).dictionary_encode()}),
    "arrow, large texts": lambda c: pa.table({"size": c["size"], "colour": pa.array(c["colour"], pa.large_string())}),
}


@pytest.mark.parametrize("container", FRAMES)
def test_categories_give_equal_bytes(container):
    expected = model_bytes(pd.DataFrame(mixed()), LEARNERS[1])
    assert model_bytes(FRAMES[container](mixed()), LEARNERS[1]) == expected


MISSING = {
    "pandas": lambda c: pd.DataFrame(c),
    "pandas, nullable": lambda c: pd.DataFrame(c).convert_dtypes(),
    "pandas, categories": lambda c: pd.DataFrame(c).astype({"colour": "category"}),
    "polars": lambda c: pl.DataFrame(c, strict=False),
    "arrow": lambda c: pa.table(c),
}


def with_gaps():
    cells = mixed()
    size = [None if i % 7 == 0 else float(v) for i, v in enumerate(cells["size"])]
    return {"size": size, "colour": [None if i % 11 == 0 else t for i, t in enumerate(cells["colour"])]}


@pytest.mark.parametrize("missing", ["drop", "mean,category"])
@pytest.mark.parametrize("container", MISSING)
def test_missing_cells_are_the_same_in_all_tables(container, missing):
    learner = {**LEARNERS[1], "missing": missing}
    assert model_bytes(MISSING[container](with_gaps()), learner) == model_bytes(pd.DataFrame(with_gaps()), learner)


@pytest.mark.parametrize("container", MISSING)
def test_missing_cells_are_an_error_by_default(container):
    with pytest.raises(ValueError, match=r"missing|NaN"):
        hs.train(MISSING[container](with_gaps()), Y, **LEARNERS[1])


@pytest.mark.parametrize("container", FRAMES)
def test_predictions_find_columns_by_name(container):
    fitted = hs.LogisticRegression().fit(FRAMES[container](mixed()), Y)
    other = pd.DataFrame(mixed())[["colour", "size"]]
    np.testing.assert_array_equal(fitted.predict(other), fitted.predict(FRAMES[container](mixed())))


@pytest.mark.parametrize("number", [2**53 + 1, -(2**53) - 1, 2**62 + 1])
def test_whole_numbers_that_float64_rounds_are_refused(number):
    hs.train([[2**53], [-(2**53)]], [0, 1])
    with pytest.raises(ValueError, match="is no float64, the nearest is"):
        hs.train(np.asarray([[number], [0]]), [0, 1])
