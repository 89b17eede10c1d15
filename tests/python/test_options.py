"""Options of functions by name: what does not exist is an error, whatever its value."""

import numpy as np
import pytest

import halfspace
from halfspace import _core
from halfspace._options import NAMES, SWITCHES

X, Y = [[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1]


def model():
    return halfspace.train(X, Y, algorithm="logistic").model


CALLS = {
    "train": lambda **o: halfspace.train(X, Y, **o),
    "calibrate": lambda **o: halfspace.calibrate(X, Y, folds=2, **o),
    "cross_validate": lambda **o: halfspace.cross_validate(X, Y, folds=2, **o),
    "search": lambda **o: halfspace.search(X, Y, folds=2, **o),
    "path": lambda **o: halfspace.path(X, Y, **o),
    "separate": lambda **o: halfspace.separate(X, Y, **o),
    "min_mistakes": lambda **o: halfspace.min_mistakes(X, Y, **o),
    "trace": lambda **o: next(halfspace.trace(X, Y, **o)),
    "evaluate": lambda **o: model().evaluate(X, Y, **o),
    "explain": lambda **o: model().explain(X, 0, **o),
}


@pytest.mark.parametrize("value", [None, False, 1])
@pytest.mark.parametrize("call", CALLS)
def test_a_name_that_does_not_exist_is_an_error(call, value):
    with pytest.raises(ValueError, match="there is no such option"):
        CALLS[call](nonsense=value)


def test_false_is_no_value_of_an_option_that_is_no_switch():
    with pytest.raises(ValueError, match="option bias: 'False' is not one of augmented, free, none"):
        halfspace.train(X, Y, algorithm="logistic", bias=False)
    assert halfspace.train(X, Y, algorithm="logistic", bias=None, statistics=False).status == "converged"


def test_switches_are_those_of_the_core():
    rows, labels = halfspace._rows.prepare(X).core(), halfspace._labels.encode(Y).core()
    tasks = [
        (_core.option_names, lambda o: _core.train(rows, labels, o, None)),
        (_core.cv_option_names, lambda o: _core.cross_validate(rows, labels, o, None)),
        (_core.search_option_names, lambda o: _core.search(rows, labels, o, None)),
        (_core.path_option_names, lambda o: _core.path(rows, labels, o, None)),
        (_core.separate_option_names, lambda o: _core.separate(rows, labels, o, False, None)),
    ]
    found = {"counterfactual"}  # of explain(), whose names the core does not give
    for names, call in tasks:
        for name in names():
            try:
                call([(name, "no value")])
            except ValueError as error:
                found |= {name} if "given to a switch" in str(error) else set()
    assert found == SWITCHES
    assert found <= NAMES


def test_a_time_limit_by_its_name_of_the_command_line_counts():
    with pytest.raises(ValueError, match="time_limit is -1"):
        halfspace.train(X, Y, timeout=-1)


def test_no_rows_have_predictions_and_no_metrics():
    none = np.empty((0, 1))
    assert len(model().predict(none)) == 0
    with pytest.raises(ValueError, match="X has no rows of data; expected at least one"):
        halfspace.evaluate(model(), none, [])
    with pytest.raises(ValueError, match="X has no rows of data; expected at least one"):
        halfspace.evaluate(halfspace.LogisticRegression().fit(X, Y), none, np.empty(0, int))


WEIGHTS = {0: 1, 1: 2.5}


@pytest.mark.parametrize(
    "call",
    [
        lambda **o: halfspace.train(X, Y, algorithm="logistic", **o).model.weights,
        lambda **o: halfspace.cross_validate(X, Y, algorithm="logistic", folds=2, **o).scores["log_loss"],
        lambda **o: halfspace.path(X, Y, points=3, **o).coefs,
        lambda **o: halfspace.search(X, Y, {"C": [1, 2]}, algorithm="logistic", folds=2, **o).chosen.objective,
    ],
    ids=["train", "cross_validate", "path", "search"],
)
def test_weights_of_classes_may_be_a_dict(call):
    np.testing.assert_array_equal(call(class_weight=WEIGHTS), call(class_weight="0=1,1=2.5"))
    np.testing.assert_array_equal(call(class_weight={**WEIGHTS, 7: 3}), call(class_weight=WEIGHTS))
    with pytest.raises(ValueError, match="class_weight names 7, which is none of the classes"):
        call(class_weight={0: 1, 7: 3})


def test_weights_of_classes_that_do_not_occur_are_passed_over_as_in_scikit_learn():
    given, expected = (halfspace.LogisticRegression(class_weight=w).fit(X, Y) for w in ({**WEIGHTS, 7: 3}, WEIGHTS))
    np.testing.assert_array_equal(given.coef_, expected.coef_)
    with pytest.raises(ValueError, match="class_weight names 7, which is none of the classes"):
        halfspace.LogisticRegression(class_weight={0: 1, 7: 3}).fit(X, Y)


def test_costs_may_be_a_dict():
    given, expected = (
        model().evaluate(X, [1, 1, 1, 0], costs=c)["cost"] for c in ({"FN": 5, "FP": 0.5}, "FN=5,FP=0.5")
    )
    assert given == expected
    assert given["total"] == 10.5


@pytest.mark.parametrize("seconds", [0, -1.5, float("nan"), float("inf"), "5", [1]])
def test_a_time_limit_is_a_number_of_seconds(seconds):
    X, y = [[0.0], [1.0]], [0, 1]
    for call in (
        lambda: halfspace.LogisticRegression(time_limit=seconds).fit(X, y),
        lambda: halfspace.train(X, y, time_limit=seconds),
        lambda: halfspace.separate(X, y, time_limit=seconds),
    ):
        with pytest.raises(ValueError, match=r"time_limit is .*; expected None or seconds above 0"):
            call()
