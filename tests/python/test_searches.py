"""Searches in the parameters of their estimator: what may vary, what is chosen, calibration of the chosen setting."""

import ast

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import load_iris, make_classification
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.utils import get_tags

import halfspace


@pytest.fixture(scope="module")
def two():
    return make_classification(200, 4, n_informative=3, n_redundant=0, random_state=2, flip_y=0.15)


GRIDS = [
    ("SVCCV", {"gamma": ["scale", "auto"], "C": [0.1, 1.0]}),
    ("SVCCV", {"kernel": ["rbf", "poly"]}),
    ("SVCCV", {"kernel": ["poly"], "degree": [2, 3], "coef0": [0.0, 1.0]}),
    ("SVCCV", {"kernel": ["linear"], "C": [0.01, 1]}),
    ("SVCCV", None),
    ("NuSVCCV", {"nu": [0.4, 0.5]}),
    ("KernelPerceptronCV", {"kernel": ["rbf", "laplacian"]}),
    ("LinearSVCCV", {"loss": ["hinge", "squared_hinge"]}),
    ("LinearSVCCV", {"fit_intercept": [True, False], "bias": ["free"]}),
    ("LogisticRegressionCV", {"C": [0.001, 0.01]}),
    ("LogisticRegressionCV", {"penalty": ["elasticnet"], "l1_ratio": [0.2, 0.5]}),
    ("LogisticRegressionCV", {"l1_ratio": [0.2, 0.5]}),
    ("LogisticRegressionCV", {"fit_intercept": [True, False], "class_weight": ["balanced"]}),
    ("LogisticRegressionCV", {"scale": [None, "standard"]}),
    ("PerceptronCV", {"preset": ["cyclic", "averaged"], "max_iter": [3, 5]}),
    ("PerceptronCV", {"fit_intercept": [True, False], "max_iter": np.array([3, 5])}),
    ("PerceptronCV", {"eta0": [0.1, 1.0], "preset": ["delta"]}),
]


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize(("name", "over"), GRIDS, ids=str)
def test_the_best_estimator_has_the_parameters_chosen(two, name, over):
    X, y = two
    found = getattr(halfspace, name)(over, cv=3, random_state=1).fit(X, y)
    best = found.best_estimator_
    for parameter, value in found.best_params_.items():
        assert getattr(best, parameter) == value
        assert over is None or parameter not in over or value in over[parameter]
    again = clone(best).fit(X, y)
    assert np.array_equal(again.decision_function(X), found.decision_function(X))


@pytest.mark.parametrize(
    ("name", "over", "parameter"),
    [
        ("SVCCV", {"kernel": ["rbf", "linear"]}, "kernel"),
        ("SVCCV", {"degree": [2, 3]}, "degree"),
        ("LogisticRegressionCV", {"class_weight": [None, "balanced"]}, "class_weight"),
        ("LogisticRegressionCV", {"C": [1.0, np.inf]}, "C"),
        ("PerceptronCV", {"random_state": [1, 2]}, "random_state"),
    ],
)
def test_what_cannot_vary_is_refused_by_name(two, name, over, parameter):
    with pytest.raises(ValueError, match=f"'{parameter}' does not vary.*GridSearchCV"):
        getattr(halfspace, name)(over, cv=3).fit(*two)


def test_the_chosen_setting_alone_is_calibrated():
    X, y = load_iris(return_X_y=True)
    found = halfspace.SVCCV(estimator=halfspace.SVC(probability=True)).fit(X, y)  # some points have no probabilities
    assert np.array_equal(clone(found.best_estimator_).fit(X, y).predict_proba(X), found.predict_proba(X))
    assert np.allclose(np.exp(found.predict_log_proba(X)), found.predict_proba(X))


def test_log_probabilities_of_a_search(two):
    X, y = two
    found = halfspace.LogisticRegressionCV({"C": [1]}, cv=3).fit(X, y)
    assert np.array_equal(found.predict_log_proba(X), np.log(found.predict_proba(X)))
    assert not hasattr(halfspace.SVCCV(), "predict_log_proba")


SEARCHES = [
    lambda cv: halfspace.LogisticRegressionCV({"C": [1]}, cv=cv),
    lambda cv: halfspace.SVCCV({"C": [1]}, cv=cv),
    lambda cv: halfspace.LogisticRegressionPath(Cs=[0.1, 1], cv=cv),
]


@pytest.mark.parametrize("search", SEARCHES, ids=["LogisticRegressionCV", "SVCCV", "LogisticRegressionPath"])
def test_splits_that_train_on_other_rows_than_those_held_out_leave_are_refused(two, search):
    whole = list(StratifiedKFold(4, shuffle=True, random_state=0).split(*two))
    fewer = [(train[::12], test) for train, test in whole]
    twice = [(np.repeat(train, 2), test) for train, test in whole]
    for splits in (fewer, twice):
        with pytest.raises(ValueError, match=r"split 0 .* of cv trains on .*GridSearchCV"):
            search(splits).fit(*two)
    masks = [(np.isin(np.arange(200), train), np.isin(np.arange(200), test)) for train, test in whole]
    of_places, of_masks = search([(train[::-1], test) for train, test in whole]).fit(*two), search(masks).fit(*two)
    assert np.array_equal(of_places.decision_function(two[0]), of_masks.decision_function(two[0]))


ODD_PARTS = {"beyond": [200, 201], "below": [-201], "halves": [0.5], "texts": ["a"], "nested": [[1, 2]], "one": 5}


@pytest.mark.parametrize("search", SEARCHES, ids=["LogisticRegressionCV", "SVCCV", "LogisticRegressionPath"])
@pytest.mark.parametrize("part", [*ODD_PARTS.values(), np.ones(199, bool)], ids=[*ODD_PARTS, "short mask"])
def test_splits_that_hold_other_things_than_rows_are_refused(two, search, part):
    half, other = np.arange(100), np.arange(100, 200)
    for odd in ((half, part), (part, half)):
        with pytest.raises(ValueError, match=r"split 1 \(from 0\) of cv holds other things than rows; .* 0 to 199"):
            search([(half, other), odd]).fit(*two)


@pytest.mark.parametrize("search", SEARCHES, ids=["LogisticRegressionCV", "SVCCV", "LogisticRegressionPath"])
def test_a_split_that_trains_on_nothing_is_refused(two, search):
    with pytest.raises(ValueError, match="cv has 1 split; expected two or more"):
        search([([], np.arange(200))]).fit(*two)
    with pytest.raises(ValueError, match=r"split 1 .* of cv trains on 0 rows"):
        search([(np.arange(100), np.arange(100, 200)), ([], np.arange(100))]).fit(*two)


@pytest.mark.parametrize(
    ("search", "over", "learner"),
    [
        ("SVCCV", {"C": [1, 2]}, "SVC"),
        ("NuSVCCV", {"nu": [0.3, 0.4]}, "NuSVC"),
        ("KernelPerceptronCV", {"max_iter": [5, 10]}, "KernelPerceptron"),
    ],
)
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_a_search_over_a_precomputed_kernel_goes_inside_folds(two, search, over, learner):
    X, y = two
    found = {}
    for kernel, rows in (("linear", X), ("precomputed", X @ X.T)):
        inside = getattr(halfspace, learner)(kernel=kernel)
        outer = getattr(halfspace, search)(over, cv=3, estimator=inside)
        assert get_tags(outer).input_tags == get_tags(inside).input_tags
        found[kernel] = cross_val_score(outer, rows, y, cv=3, error_score="raise")
    assert np.allclose(found["linear"], found["precomputed"], atol=0.05)


def test_a_search_takes_missing_cells_where_its_estimator_does():
    outer = halfspace.LogisticRegressionCV(estimator=halfspace.LogisticRegression(missing="mean"))
    assert get_tags(outer).input_tags.allow_nan
    assert not get_tags(halfspace.LogisticRegressionCV()).input_tags.allow_nan


@pytest.mark.parametrize(("search", "learner"), [("SVCCV", "SVC"), ("NuSVCCV", "NuSVC")])
@pytest.mark.parametrize("probability", [False, True])
@pytest.mark.parametrize("weights", [None, np.arange(200) % 3 + 1.0, 2.0], ids=["none", "by row", "one number"])
def test_the_best_machine_has_the_weights_of_its_classes(two, search, learner, probability, weights):
    machine = getattr(halfspace, learner)(probability=probability, class_weight="balanced")
    best = getattr(halfspace, search)({"gamma": [0.1, 0.2]}, estimator=machine).fit(*two, weights).best_estimator_
    assert np.array_equal(best.class_weight_, clone(best).fit(*two, weights).class_weight_)


@pytest.mark.parametrize(
    ("search", "learner", "parameter"),
    [("NuSVCCV", "NuSVC", "nu"), ("KernelPerceptronCV", "KernelPerceptron", "max_iter")],
)
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_a_search_with_nothing_to_vary_names_a_parameter_of_its_estimator(two, search, learner, parameter):
    linear = getattr(halfspace, learner)(kernel="linear")
    with pytest.raises(ValueError, match=r"over is None.*nothing that varies") as refused:
        getattr(halfspace, search)(estimator=linear).fit(*two)
    advice = ast.literal_eval(str(refused.value).split("over=")[1])
    assert set(getattr(halfspace, search)(advice, estimator=linear).fit(*two).best_params_) == {parameter}


def test_an_unfinished_search_warns_once_in_the_words_of_its_estimator(two):
    with pytest.warns(ConvergenceWarning, match="not-converged") as warned:
        halfspace.PerceptronCV({"max_iter": [1, 2]}, cv=3).fit(*two)
    assert len(warned) == 1
    assert "PocketPerceptron" in str(warned[0].message)


@pytest.mark.parametrize("inside", ["x", halfspace.SVC, halfspace.Perceptron()], ids=["text", "class", "another"])
def test_a_search_of_what_is_no_estimator_of_it_fails_in_fit(two, inside):
    outer = halfspace.SVCCV(estimator=inside)
    assert get_tags(outer).input_tags.sparse
    with pytest.raises((TypeError, ValueError), match=r"Cannot clone object|expected one of type SVC"):
        outer.fit(*two)


@pytest.mark.parametrize("given", [5, "many", "12", [1.0, None]], ids=str)
def test_values_of_a_path_are_a_list(two, given):
    with pytest.raises(ValueError, match=r"Cs is .*; expected None or a list of numbers .* n_points"):
        halfspace.LogisticRegressionPath(Cs=given).fit(*two)


def test_what_folds_alone_need_asks_for_cv(two):
    with pytest.raises(ValueError, match=r"scoring is given and cv is None; .* give cv"):
        halfspace.LogisticRegressionPath(scoring="accuracy").fit(*two)
    with pytest.raises(ValueError, match=r"groups is given and cv is None; .* give cv"):
        halfspace.LogisticRegressionPath().fit(*two, groups=np.arange(200) % 5)
    for ours, theirs in (("log-loss", "neg_log_loss"), ("roc-auc", "roc_auc")):
        paths = [halfspace.LogisticRegressionPath(Cs=[0.01, 1], cv=3, scoring=s).fit(*two) for s in (ours, theirs)]
        assert paths[0].path_["points"] == paths[1].path_["points"]
