"""Labels of any kind: which are one class, in which order, and of which type they come back."""

import pickle

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import make_blobs

import halfspace
from halfspace._labels import core_order, encode


@pytest.fixture(scope="module")
def blobs():
    return make_blobs(60, centers=3, random_state=0, cluster_std=0.3)


EQUAL_NUMBERS = [["1", "01", "2"], ["1", "1.0", "2"], ["10", "1e1", "2"], ["+", "1", "2"], ["-0", "0", "2"]]


@pytest.mark.parametrize("names", EQUAL_NUMBERS)
def test_texts_of_equal_numbers_are_classes_of_their_own(blobs, names):
    X, z = blobs
    y = np.array(names)[z]
    assert (halfspace.LogisticRegression().fit(X, y).predict(X) == y).all()
    assert (halfspace.Perceptron().partial_fit(X, y, np.unique(y)).partial_fit(X, y).predict(X) == y).all()
    model = halfspace.train(X, y, algorithm="logistic").model
    assert (model.predict(X) == y).all()
    assert model.evaluate(X, y)["mistakes"] == 0
    assert halfspace.Model.from_bytes(model.to_bytes()).classes.tolist() == [f"'{name}'" for name in sorted(names)]
    pair = z < 2
    assert halfspace.LinearSVC().fit(X[pair], y[pair]).score(X[pair], y[pair]) == 1


def test_on_a_cluster_texts_of_equal_numbers_are_an_error():
    from halfspace._cluster_shards import Shard

    with pytest.raises(ValueError, match="two labels in y are one number"):
        Shard.of([[0.0], [1.0]], ["1", "01"], 0)


def test_whole_numbers_that_share_a_double_are_classes_of_their_own(blobs):
    X, z = blobs
    assert halfspace.LogisticRegression().fit(X, z + 2**53).score(X, z + 2**53) == 1


ODD = [
    "1_0",
    "१",
    "१०",
    "+",
    "-",
    "+1",
    "01",
    "-0",
    "0",
    " 3",
    "4\t",
    "\u00a05",
    "5",
    "1e1",
    "1E+1",
    "10",
    "2.5",
    "1e999",
]
ODD += [
    ".5",
    "5.",
    ".",
    "e1",
    "1e",
    "1e-400",
    "inf",
    "nan",
    "0x1",
    "1,5",
    "--1",
    "+-1",
    "1 0",
    "a",
    "é",
    "\U0001f600",
    "'1'",
]


@pytest.mark.parametrize("seed", range(200))
def test_classes_have_the_order_of_the_core(seed):
    rng = np.random.default_rng(seed)
    y = rng.choice(ODD[: rng.integers(5, len(ODD))], rng.integers(2, 5), replace=False)
    texts = encode(y).texts
    classes = halfspace.train(np.arange(len(y))[:, None], y, algorithm="perceptron", passes=1).model._classifier.classes
    assert [texts[k] for k in core_order(texts)] == classes


@pytest.mark.parametrize("names", [["1_0", "2", "11"], ["१", "2", "11"]])
def test_starts_keep_classes_whose_names_look_like_numbers(blobs, names):
    X, z = blobs
    y = np.array(names)[z]
    model = halfspace.Perceptron().fit(X, y)
    assert model.score(X, y) == 1
    assert model.partial_fit(X, y).n_updates_ == 0


@pytest.mark.parametrize("of", [bool, str, float, int], ids=lambda kind: kind.__name__)
def test_labels_keep_their_type(blobs, of):
    X, z = blobs
    X, y = X[z < 2], z[z < 2].astype(of)
    run = halfspace.train(X, y, algorithm="logistic")
    found = halfspace.cross_validate(X, y, algorithm="logistic", predictions=True, folds=2)
    models = [
        run.model,
        pickle.loads(pickle.dumps(run.model)),
        halfspace.search(X, y, {"C": [1, 2]}, algorithm="svm", folds=2).chosen.model,
        halfspace.path(X, y, folds=2, points=3).model,
        halfspace.LogisticRegression().fit(X, y).model_,
    ]
    for classes in [model.classes for model in models] + [found.held_out[0]["predicted"]]:
        assert classes.dtype == y.dtype
        assert set(classes.tolist()) == set(y.tolist())


@pytest.mark.parametrize("missing", [None, float("nan"), pd.NA, pd.NaT], ids=repr)
@pytest.mark.parametrize("others", [["no", "yes"], [0, 1]], ids=["texts", "numbers"])
def test_a_missing_label_among_objects_is_a_value_error(missing, others):
    y = np.array(others * 3, object)
    y[3] = missing
    X = np.arange(6.0)[:, None]
    for labels in (y, pd.Series(y, dtype=object)):
        with pytest.raises(ValueError, match=r"y\[3\] is .*: Input y contains NaN"):
            halfspace.LogisticRegression().fit(X, labels)
        with pytest.raises(ValueError, match="Input y contains NaN"):
            halfspace.train(X, labels)
    with pytest.raises(ValueError, match="Input y contains NaN"):
        halfspace.Perceptron().partial_fit(X, y, classes=others)


@pytest.mark.parametrize("first", [bool, int, float])
@pytest.mark.parametrize("then", [bool, int, float])
def test_true_and_false_are_one_and_zero(first, then):
    X, y = np.arange(8.0)[:, None], np.arange(8) > 3
    classes = np.unique(y).astype(first)
    model = halfspace.Perceptron().partial_fit(X, y.astype(then), classes=classes)
    assert model.classes_.dtype == classes.dtype
    fitted = halfspace.LogisticRegression().fit(X, y.astype(first))
    assert halfspace.evaluate(fitted, X, y.astype(then))["mistakes"] == 0


def test_texts_are_no_truth_values():
    fitted = halfspace.LogisticRegression().fit([[0.0], [1.0]], ["0", "1"])
    with pytest.raises(ValueError, match="y has the label False, which is not one of the classes"):
        halfspace.evaluate(fitted, [[0.0], [1.0]], [False, True])
    fitted = halfspace.LogisticRegression().fit([[0.0], [1.0]], [0, 2])
    with pytest.raises(ValueError, match="y has the label True, which is not one of the classes"):
        halfspace.evaluate(fitted, [[0.0], [1.0]], [False, True])


@pytest.mark.parametrize("kind", ["Int64", "UInt64", "int64[pyarrow]"])
def test_nullable_whole_numbers_keep_their_type_and_stay_apart(blobs, kind):
    X, z = blobs
    ids = np.array([5, 2**53, 2**53 + 1])[z]
    y = pd.Series(ids).astype(kind)
    model = halfspace.LogisticRegression().fit(X, y)
    assert model.classes_.tolist() == [5, 2**53, 2**53 + 1] and model.classes_.dtype.kind in "iu"


@pytest.mark.parametrize("kind", ["boolean", "bool[pyarrow]", "category"])
def test_nullable_booleans_stay_booleans(blobs, kind):
    X, z = blobs
    model = halfspace.LogisticRegression().fit(X, pd.Series(z > 0).astype(kind))
    assert model.classes_.tolist() == [False, True] and model.predict(X).dtype == bool
