"""partial_fit on tables with columns of texts: weights go to levels by name."""

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_matrix

import halfspace


def table(rows, seed=0):
    rng = np.random.default_rng(seed)
    kind = pd.Categorical(rng.choice(list("qp"), rows), categories=list("zqp"))
    return pd.DataFrame({"t": rng.choice(list("abcd"), rows), "x": rng.normal(size=rows), "kind": kind})


def coded(frame):
    levels = [frame["t"] == t for t in "abcd"] + [frame["x"]] + [frame["kind"] == t for t in "pq"]
    return np.column_stack(levels).astype(float)


@pytest.mark.parametrize("names", [[0, 1], [0, 1, 2], ["9", "10", "-3"]], ids=["two", "three", "by value"])
@pytest.mark.parametrize("multi_class", [None, "ovr"])
def test_batches_that_lack_levels_are_batches_of_coded_rows(names, multi_class):
    frame = table(200)
    y = np.array(names)[np.random.default_rng(1).integers(0, len(names), 200)]
    model, plain = (halfspace.Perceptron(multi_class=multi_class) for _ in range(2))
    for batch in (slice(100), slice(100, 102), slice(102, 103), slice(103, 200)):
        model.partial_fit(frame[batch], y[batch], classes=names)
        plain.partial_fit(coded(frame[batch]), y[batch], classes=names)
        assert (model.coef_ == plain.coef_).all()
        assert (model.predict(frame) == plain.predict(coded(frame))).all()
    assert model.t_ == plain.t_


def test_a_level_that_the_first_batch_lacks_is_refused_by_name():
    model = halfspace.Perceptron().partial_fit(pd.DataFrame({"t": ["u", "v"] * 10}), [0, 1] * 10, classes=[0, 1])
    coef = model.coef_.copy()
    with pytest.raises(ValueError, match="column 't' has the level 'w'"):
        model.partial_fit(pd.DataFrame({"t": ["v", "w"] * 10}), [0, 1] * 10)
    assert (model.coef_ == coef).all()


def test_other_features_are_refused():
    first, second = pd.DataFrame({"t": ["u", "u", "v", "w"]}), pd.DataFrame({"t": ["v", "w", "w"]})
    model = halfspace.Perceptron(categorical_coding="reference").partial_fit(first, [0, 1, 1, 0], classes=[0, 1])
    with pytest.raises(ValueError, match="other features"):
        model.partial_fit(second, [0, 1, 1])  # whose reference would be v


NUMBERS = np.random.default_rng(2).normal(size=(90, 3))
CONTAINERS = {
    "array": lambda x: x,
    "list": lambda x: x.tolist(),
    "frame": lambda x: pd.DataFrame(x, columns=list("abc")),
    "frame of two types": lambda x: pd.DataFrame(x, columns=list("abc")).assign(a=x[:, 0].astype(object)),
    "sparse": csr_matrix,
}


@pytest.mark.filterwarnings("ignore:X .* feature names:UserWarning")
@pytest.mark.parametrize("first", CONTAINERS)
@pytest.mark.parametrize("then", CONTAINERS)
@pytest.mark.parametrize("features", [None, "poly2"])
def test_batches_may_come_in_different_containers(first, then, features):
    y = (NUMBERS[:, 0] - NUMBERS[:, 1] > 0).astype(int)
    model, plain = (halfspace.Perceptron(features=features) for _ in range(2))
    for rows, container in ((slice(30), first), (slice(30, 60), then), (slice(60, 90), first)):
        model.partial_fit(CONTAINERS[container](NUMBERS[rows]), y[rows], classes=[0, 1])
        plain.partial_fit(NUMBERS[rows], y[rows], classes=[0, 1])
    np.testing.assert_array_equal(model.coef_, plain.coef_)
    if first.startswith("frame") and features is None:
        assert model.model_.feature_names == list("abc")


@pytest.mark.filterwarnings("ignore:X .* feature names:UserWarning")
def test_sparse_rows_are_no_columns_of_texts():
    model = halfspace.Perceptron().partial_fit(pd.DataFrame({"t": ["u", "u"], "x": [0.0, 1.0]}), [0, 1], classes=[0, 1])
    with pytest.raises(ValueError, match="other features"):
        model.partial_fit(csr_matrix([[1.0, 2.0]]), [1])


@pytest.mark.parametrize("how", [{"stop": "patience", "patience": 3}, {"stop": "rounds", "rounds": 50}])
def test_a_batch_is_one_pass_whatever_ends_a_fit(how):
    y = (NUMBERS[:, 0] > 0).astype(int)
    given, plain = (halfspace.Perceptron(**h).partial_fit(NUMBERS, y, classes=[0, 1]) for h in (how, {}))
    np.testing.assert_array_equal(given.coef_, plain.coef_)
