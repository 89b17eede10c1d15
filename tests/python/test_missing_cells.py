"""What is said of a cell that is missing: the cell that is meant, a way out in parameters that the estimator has."""

import numpy as np
import pandas as pd
import pytest

import halfspace

X = np.arange(24.0).reshape(12, 2) % 7
Y = np.arange(12) % 2
HOLED = np.where(np.arange(24).reshape(12, 2) == 5, np.nan, X)
TABLE = pd.DataFrame({"n": [np.nan, *X[1:, 0]], "t": pd.Categorical(["a", "b", None, "a"] * 3)})


def said(call):
    with pytest.raises(ValueError, match="Input X contains") as refused:
        call()
    return str(refused.value)


@pytest.mark.parametrize("name", ["SVC", "NuSVC", "KernelPerceptron", "Nystroem", "RandomFourierFeatures"])
def test_who_has_no_rule_for_missing_cells_advises_none(name):
    kind = getattr(halfspace, name)
    fitted = kind().fit(X, Y)
    use = fitted.transform if hasattr(fitted, "transform") else fitted.predict
    for text in (said(lambda: kind().fit(HOLED, Y)), said(lambda: use(HOLED))):
        assert text.startswith("Input X contains NaN: row 2, column 1.")
        assert "SimpleImputer" in text
        assert "option missing" not in text


@pytest.mark.parametrize(
    ("missing", "cell", "advice"),
    [
        ("mean", "row 2, column 't'", "missing='mean,category'"),
        ("category", "row 0, column 'n'", "missing='mean,category'"),
        (None, "row 0, column 'n'", "option missing (mean"),
    ],
)
def test_the_cell_that_no_rule_covers_is_named_with_a_way_out(missing, cell, advice):
    text = said(lambda: halfspace.LogisticRegression(missing=missing).fit(TABLE, Y))
    assert text.startswith(f"Input X contains NaN: {cell}.")
    assert advice in text


def test_texts_alone_that_are_missing_may_be_a_level():
    text = said(lambda: halfspace.LogisticRegression().fit(TABLE.iloc[1:], Y[1:]))
    assert text.startswith("Input X contains NaN: row 1, column 't'.")
    assert "missing='category'" in text


def test_an_infinity_behind_a_cell_that_is_filled_is_named():
    rows = HOLED.copy()
    rows[4, 0] = -np.inf
    text = said(lambda: halfspace.LogisticRegression(missing="mean").fit(rows, Y))
    assert text.startswith("Input X contains infinity: row 4, column 0.")


@pytest.mark.parametrize("name", ["SVCCV", "LogisticRegressionCV", "LogisticRegressionPath"])
def test_searches_and_paths_name_the_cell_too(name):
    text = said(lambda: getattr(halfspace, name)(cv=2).fit(HOLED, Y))
    assert text.startswith("Input X contains NaN: row 2, column 1.")
    assert ("SimpleImputer" in text) == (name == "SVCCV")


@pytest.mark.parametrize("missing", ["median", "mean,drop"])
def test_an_option_that_does_not_exist_is_no_matter_of_cells(missing):
    with pytest.raises(ValueError, match=f"^option missing: '{missing}' is not one of"):
        halfspace.LogisticRegression(missing=missing).fit(TABLE, Y)
