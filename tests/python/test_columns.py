"""Columns of tables go by their names, whatever these are, and columns without any cell by the model's type."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import halfspace

Y = [0, 0, 1, 1]
NUMBERED = pd.DataFrame({"1": [0.0, 1, 2, 3], "2": [5.0, 1, 4, 0], "3": ["a", "b", "a", "b"]})
WITH_GAP = pd.DataFrame({"n": [0.0, 1, 2, 3], "t": ["a", None, "b", "a"]})


@pytest.mark.parametrize("of", [lambda m: m, lambda m: m.model_], ids=["estimator", "model"])
@pytest.mark.parametrize("order", [["2", "1", "3"], ["3", "2", "1"], ["2", "id", "3", "1"]])
def test_columns_named_by_numbers_are_found_by_name(order, of):
    model = of(halfspace.LogisticRegression().fit(NUMBERED, Y))
    other = NUMBERED.assign(id=7.0)[order]
    np.testing.assert_array_equal(model.predict_proba(other), model.predict_proba(NUMBERED))


def test_a_model_of_an_array_takes_tables_of_other_names_by_place():
    X = NUMBERED[["1", "2"]].to_numpy()
    model = halfspace.train(X, Y, algorithm="logistic").model
    scores = model.decision_function(X)
    np.testing.assert_array_equal(model.decision_function(pd.DataFrame(X, columns=["b", "a"])), scores)
    np.testing.assert_array_equal(model.decision_function(pd.DataFrame(X[:, ::-1], columns=["2", "1"])), scores)


REVERSED = pd.DataFrame(NUMBERED[["2", "1"]].to_numpy(), columns=["2", "1"])
CONTAINERS = {
    "floats": REVERSED,
    "objects": REVERSED.astype(object),
    "polars": pl.DataFrame({name: REVERSED[name].to_numpy() for name in REVERSED}),
    "arrow": pa.table({name: REVERSED[name].to_numpy() for name in REVERSED}),
    "batch": pa.record_batch({name: REVERSED[name].to_numpy() for name in REVERSED}),
}


@pytest.mark.parametrize("missing", [None, "drop", "mean", "category", "mean,category"])
@pytest.mark.parametrize("container", CONTAINERS)
def test_an_estimator_of_an_array_takes_tables_by_place(container, missing):
    fitted = halfspace.LogisticRegression(missing=missing).fit(NUMBERED[["1", "2"]].to_numpy(), Y)
    with pytest.warns(UserWarning, match="X has feature names, but LogisticRegression was fitted without") as warned:
        scores = fitted.decision_function(CONTAINERS[container])
    assert len(warned) == 1
    np.testing.assert_array_equal(scores, fitted.decision_function(REVERSED.to_numpy()))


@pytest.mark.filterwarnings("ignore:X has feature names")
@pytest.mark.parametrize("more", [{"0": 7.0}, {"3": "a"}], ids=["numbers", "texts"])
def test_an_estimator_of_an_array_takes_no_wider_table(more):
    fitted = halfspace.LogisticRegression().fit(NUMBERED[["1", "2"]].to_numpy(), Y)
    with pytest.raises(ValueError, match="X has 3 features, but LogisticRegression is expecting 2"):
        fitted.predict(REVERSED.assign(**more))


def test_columns_counted_from_0_are_not_those_counted_from_1():
    X = NUMBERED[["1", "2"]].to_numpy()
    model = halfspace.LogisticRegression().fit(X, Y).model_
    with pytest.raises(ValueError, match="cols: 3, but the model was learned from 2"):
        model.predict(pd.DataFrame(np.column_stack([X, X[:, 0]]), columns=["0", "1", "2"]))
    two = pd.DataFrame(X, columns=["0", "1"])
    np.testing.assert_array_equal(model.decision_function(two), model.decision_function(X))


NO_CELL = {
    "objects": pd.DataFrame([{"n": 1.0, "t": None}]),
    "strings": WITH_GAP.iloc[[1]].astype({"t": "string"}),
    "numbers": pd.DataFrame({"n": [1.0], "t": [np.nan]}),
    "polars": pl.DataFrame({"n": [1.0], "t": [None]}),
    "arrow": pa.table({"n": [1.0], "t": pa.array([None])}),
}


@pytest.mark.parametrize("missing", ["category", "mean,category"])
@pytest.mark.parametrize("container", NO_CELL)
def test_a_batch_whose_texts_are_all_missing_is_predicted(container, missing):
    fitted = halfspace.LogisticRegression(missing=missing).fit(WITH_GAP, Y)
    expected = fitted.predict_proba(WITH_GAP)[1:2]
    np.testing.assert_array_equal(fitted.predict_proba(NO_CELL[container]), expected)
    np.testing.assert_array_equal(fitted.model_.predict_proba(NO_CELL[container]), expected)
    assert halfspace.evaluate(fitted, NO_CELL[container], [0])["rows"] == 1


@pytest.mark.parametrize("container", NO_CELL)
def test_a_batch_whose_texts_are_all_missing_is_learned(container):
    model, whole = (halfspace.Perceptron(missing="category").partial_fit(WITH_GAP, Y, classes=[0, 1]) for _ in range(2))
    model.partial_fit(NO_CELL[container], [1])
    assert model.model_.feature_names == ["n", "t=(missing)", "t=a", "t=b"]
    categories = pd.DataFrame({"n": [1.0], "t": pd.Categorical([None], categories=["a"])})
    np.testing.assert_array_equal(model.coef_, whole.partial_fit(categories, [1]).coef_)


def test_arrow_views_of_texts_are_texts():
    table = pa.table({"n": WITH_GAP["n"], "t": pa.array(["a", "b", "b", "a"], pa.string_view())})
    assert halfspace.train(table, Y, algorithm="logistic").model.feature_names == ["n", "t=a", "t=b"]
