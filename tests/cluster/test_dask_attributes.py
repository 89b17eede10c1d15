"""Attributes of fitted learners of halfspace.dask: names, classes, what goes by them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from dask import delayed
from dask_help import arrays, rows

import halfspace
import halfspace.dask as hd

pd = pytest.importorskip("pandas")
dd = pytest.importorskip("dask.dataframe")


def three(texts: Any) -> tuple[Any, Any]:
    """Rows, and as labels three texts."""
    X, _ = rows()
    return X, np.asarray(texts)[np.digitize(X[:, 5] + X[:, 6], [-1.0, 1.0])]


class TestNames:
    def test_they_go_where_the_rows_have_none(self, client: Any) -> None:
        X, y = rows()
        learner = hd.LogisticRegression().fit([delayed(pd.DataFrame(X[:, :2], columns=["a", "b"]))], [delayed(y)])
        assert learner.feature_names_in_.tolist() == ["a", "b"]
        assert not hasattr(learner.fit(*arrays(X, y, 2)), "feature_names_in_")


class TestClasses:
    def test_of_two_texts_that_are_numbers_the_one_that_sorts_last_is_positive(self, client: Any) -> None:
        X, y = rows()
        labels = np.where(y == "yes", "10", "9")
        fitted = hd.LogisticRegression().fit(*arrays(X, labels, 3))
        here = halfspace.LogisticRegression().fit(X, labels)
        assert fitted.classes_.tolist() == here.classes_.tolist() == ["10", "9"]
        assert np.allclose(fitted.coef_, here.coef_, atol=1e-3)
        assert np.allclose(fitted.predict_proba(X), here.predict_proba(X), atol=1e-3)
        assert fitted.predict(arrays(X, labels, 3)[0]).compute().tolist() == fitted.model_.predict(X).tolist()
        assert fitted.score(*arrays(X, labels, 3)) == np.mean(fitted.predict(X) == labels)

    @pytest.mark.parametrize("multi_class", ["multinomial", "ovr"])
    def test_three_texts_are_sorted_as_texts_and_columns_with_them(self, client: Any, multi_class: str) -> None:
        X, labels = three(["1", "2", "10"])
        names = np.asarray(["a", "c", "b"])[np.unique(labels, return_inverse=True)[1] * 2 % 3]  # a, b, c for 1, 10, 2
        given = {"multi_class": multi_class}
        fitted = hd.LogisticRegression(**given).fit(*arrays(X, labels, 3))
        named = hd.LogisticRegression(**given).fit(*arrays(X, names, 3))
        assert fitted.classes_.tolist() == ["1", "10", "2"]
        assert named.classes_.tolist() == ["a", "b", "c"]
        lazy = arrays(X, labels, 3)[0]
        for one, other in ((fitted.coef_, named.coef_), (fitted.intercept_, named.intercept_)):
            assert np.allclose(one, other, atol=1e-4)
        for method in ("decision_function", "predict_proba"):
            answers = getattr(fitted, method)(lazy).compute()
            assert np.allclose(answers, getattr(named, method)(lazy).compute(), atol=1e-4)
            assert fitted.classes_[answers.argmax(1)].tolist() == fitted.predict(lazy).compute().tolist()
        assert fitted.score(lazy, arrays(X, labels, 3)[1]) == np.mean(fitted.predict(X) == labels)

    def test_columns_of_probabilities_are_the_classes(self, client: Any) -> None:
        X, y = rows()
        data = pd.DataFrame(X).rename(columns=str).assign(large=y == "yes", kind=three(["1", "2", "10"])[1])
        parts = dd.from_pandas(data, npartitions=3)
        table = parts.drop(columns=["large", "kind"])
        for name, classes in (("large", [False, True]), ("kind", ["1", "10", "2"])):
            fitted = hd.LogisticRegression().fit(table, parts[name])
            shares = fitted.predict_proba(table)
            assert shares.columns.tolist() == shares.compute().columns.tolist() == classes == fitted.classes_.tolist()

    def test_one_whose_rows_have_no_weight_is_named(self, client: Any) -> None:
        X, labels = three([1, 2, 3])
        weights = arrays(X, np.where(labels == 3, 0.0, 1.0), 3)[1]
        message = r"the classes \[3\] have no row of sample_weight above 0; leave their rows out"
        for learner in (hd.LogisticRegression(), hd.Perceptron()):
            with pytest.raises(ValueError, match=message):
                learner.fit(*arrays(X, labels, 3), sample_weight=weights)
        with pytest.raises(ValueError, match=message):
            halfspace.LogisticRegression().fit(X, labels, sample_weight=np.where(labels == 3, 0.0, 1.0))
        report = hd.separate(*arrays(X, labels, 3), sample_weight=weights).report  # asks of the classes that are left
        assert report["rows"] == int((labels != 3).sum())
