"""What the attributes of estimators mean: identities of optima, starts, orders of classes, pickles."""

import pickle

import joblib
import numpy as np
import pandas as pd
import pytest
import sklearn
from scipy.sparse import csr_matrix
from sklearn.base import clone
from sklearn.datasets import load_iris, make_classification
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.model_selection import GridSearchCV, GroupKFold, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import halfspace


@pytest.fixture(scope="module")
def two():
    return make_classification(200, 5, n_informative=3, random_state=1)


@pytest.fixture(scope="module")
def three():
    return load_iris(return_X_y=True)


@pytest.mark.parametrize("loss", ["hinge", "squared_hinge"])
def test_linear_weights_are_the_sum_over_support_rows(two, three, loss):
    for X, y in (two, three):
        model = halfspace.LinearSVC(loss=loss, tol=1e-8).fit(X, y)
        scale = np.abs(model.coef_).max()
        assert np.allclose(model.dual_coef_ @ X[model.support_], model.coef_, atol=1e-7 * scale)
        assert np.allclose(model.dual_coef_.sum(axis=1), model.intercept_, atol=1e-7 * scale)


def test_kernel_scores_are_the_sum_over_support_rows(two, three):
    for X, y in (two, three):
        model = halfspace.SVC(gamma=0.3, C=2, decision_function_shape="ovo").fit(X, y)
        assert sum(model.n_support_) == len(model.support_)
        assert (model.support_vectors_ == X[model.support_]).all()
        K = rbf_kernel(X, model.support_vectors_, gamma=0.3)
        if len(model.classes_) == 2:
            scores = K @ model.dual_coef_[0] + model.intercept_[0]
            assert np.allclose(scores, model.decision_function(X))
            continue
        ends = np.cumsum(model.n_support_)
        of = [slice(e - n, e) for e, n in zip(ends, model.n_support_, strict=True)]
        for k, (a, b) in enumerate([(0, 1), (0, 2), (1, 2)]):
            scores = K[:, of[a]] @ model.dual_coef_[b - 1, of[a]] + K[:, of[b]] @ model.dual_coef_[a, of[b]]
            assert np.allclose(scores + model.intercept_[k], model.decision_function(X)[:, k])


def test_svc_agrees_with_scikit_learn(two, three):
    from sklearn.svm import SVC

    for X, y in (two, three):
        for kernel in ("rbf", "linear", "poly"):
            ours = halfspace.SVC(kernel=kernel, tol=1e-8).fit(X, y)
            theirs = SVC(kernel=kernel, tol=1e-8).fit(X, y)
            assert np.allclose(ours.decision_function(X), theirs.decision_function(X), atol=1e-4)
            assert (ours.predict(X) == theirs.predict(X)).all()


def test_logistic_objective_is_scikit_learns(two, three):
    from sklearn.linear_model import LogisticRegression

    for X, y in (two, three):
        theirs = LogisticRegression(C=3, tol=1e-10, max_iter=10**5).fit(X, y)
        ours = halfspace.LogisticRegression(C=3, tol=1e-10).fit(X, y)
        assert np.allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-5)


def test_the_gap_bounds_the_distance_from_the_optimum(two):
    X, y = two
    rough = halfspace.LogisticRegression(tol=0.1, solver="newton").fit(X, y)
    exact = halfspace.LogisticRegression(tol=1e-12).fit(X, y)
    assert rough.objective_ - exact.objective_ <= rough.dual_gap_


@pytest.mark.parametrize(
    "estimator",
    [halfspace.LogisticRegression(), halfspace.LinearSVC(), halfspace.LinearSVC(loss="hinge", bias="free")],
    ids=str,
)
def test_a_second_fit_at_the_same_data_is_one_proof(two, estimator):
    X, y = two
    warm = clone(estimator).set_params(warm_start=True).fit(X, y)
    coef = warm.coef_.copy()
    warm.fit(X, y)
    assert np.max(warm.n_iter_) == 1
    assert (warm.coef_ == coef).all()
    assert warm.dual_gap_ <= 1e-4 * warm.objective_


def test_a_start_does_not_change_the_optimum(two):
    X, y = two
    model = halfspace.LogisticRegression(tol=1e-10)
    plain = clone(model).fit(X, y)
    begun = clone(model).fit(X, y, coef_init=np.full((1, 5), 3.0), intercept_init=[-2.0])
    assert np.allclose(plain.coef_, begun.coef_, atol=1e-4)


def test_passes_add_up(three):
    X, y = three
    for rows, labels in ((X, y), (X[:100], y[:100])):
        whole = halfspace.Perceptron(stop="passes", max_iter=5, decide="off").fit(rows, labels)
        parts = halfspace.Perceptron(decide="off")
        for _ in range(5):
            parts.partial_fit(rows, labels, classes=np.unique(labels))
        assert np.allclose(whole.coef_, parts.coef_)
        assert parts.t_ == whole.t_


def test_partial_fit_takes_rows_of_one_class(three):
    X, y = three
    model = halfspace.Perceptron().partial_fit(X[:10], y[:10], classes=[0, 1, 2])
    model.partial_fit(X, y)
    assert model.predict(X).shape == y.shape
    with pytest.raises(ValueError, match="classes"):
        halfspace.Perceptron().partial_fit(X, y)


def test_labels_that_the_core_sorts_otherwise(three):
    X, y = three
    names = np.array(["9", "10", "-3"])[y]  # by value -3, 9, 10; numpy sorts them as texts
    model = halfspace.LogisticRegression().fit(X, names)
    plain = halfspace.LogisticRegression().fit(X, y)
    assert model.classes_.tolist() == ["-3", "10", "9"]
    assert (model.predict(X) == np.array(["9", "10", "-3"])[plain.predict(X)]).all()
    assert np.allclose(model.predict_proba(X), plain.predict_proba(X)[:, [2, 1, 0]], atol=1e-6)
    assert np.allclose(model.decision_function(X).argmax(1), model.predict_proba(X).argmax(1))
    svc = halfspace.SVC(gamma=0.3).fit(X, names)
    other = halfspace.SVC(gamma=0.3).fit(X, y)
    assert (svc.predict(X) == np.array(["9", "10", "-3"])[other.predict(X)]).all()
    two = names[50:]
    swapped = halfspace.LinearSVC().fit(X[50:], two)
    assert (swapped.classes_[(swapped.decision_function(X[50:]) >= 0).astype(int)] == swapped.predict(X[50:])).all()


@pytest.mark.parametrize("name", ["LogisticRegression", "LinearSVC", "SVC", "Perceptron", "KernelPerceptron"])
def test_pickles_and_joblib_keep_everything(two, tmp_path, name):
    X, y = two
    model = getattr(halfspace, name)().fit(X, y)
    joblib.dump(model, tmp_path / "model.joblib")
    for again in (pickle.loads(pickle.dumps(model)), joblib.load(tmp_path / "model.joblib")):
        assert (again.decision_function(X) == model.decision_function(X)).all()
        assert again.report_["status"] == model.status_
        assert again.model_ == model.model_


@pytest.mark.parametrize("kind", ["RandomFourierFeatures", "Nystroem"])
def test_features_are_near_the_kernel_and_pickle(two, kind):
    X, _ = two
    map_ = getattr(halfspace, kind)(gamma=0.1, n_components=150, random_state=3).fit(X)
    Z = map_.transform(X)
    assert np.abs(Z @ Z.T - rbf_kernel(X, gamma=0.1)).mean() < 0.1
    assert (pickle.loads(pickle.dumps(map_)).transform(X) == Z).all()
    assert next(iter(map_.get_feature_names_out())) == f"{kind.lower()}0"


def test_pipelines_grids_and_output_containers(two):
    X, y = two
    pipeline = make_pipeline(StandardScaler(), halfspace.Nystroem(n_components=20), halfspace.LinearSVC())
    found = GridSearchCV(pipeline, {"linearsvc__C": [0.1, 1]}, cv=3).fit(X, y)
    assert found.best_score_ > 0.7
    frame = halfspace.Nystroem(n_components=4).set_output(transform="pandas").fit_transform(pd.DataFrame(X))
    assert list(frame.columns) == [f"nystroem{k}" for k in range(4)]


def test_metadata_is_routed(two):
    X, y = two
    weights, groups = np.linspace(0.1, 2, len(y)), np.arange(len(y)) % 7
    with sklearn.config_context(enable_metadata_routing=True):
        model = halfspace.LogisticRegression().set_fit_request(sample_weight=True)
        model.set_score_request(sample_weight=True)
        scores = cross_validate(model, X, y, cv=GroupKFold(3), params={"sample_weight": weights, "groups": groups})
    assert len(scores["test_score"]) == 3
    chosen = halfspace.LogisticRegressionCV({"C": [0.1, 1]}, cv=3).fit(X, y, groups=groups)
    assert chosen.search_["grouped"]


def test_tables_with_texts_and_missing_cells():
    frame = pd.DataFrame({"colour": ["red", "blue", None, "red"] * 10, "size": [1.0, 2.0, np.nan, 4.0] * 10})
    y = [1, 0, 0, 1] * 10
    model = halfspace.LogisticRegression(missing="mean,category").fit(frame, y)
    assert model.score(frame, y) == 1
    assert (model.predict(frame[["size", "colour"]]) == model.predict(frame)).all()
    with pytest.raises(ValueError, match="colour"):
        model.predict(frame[["size"]])


def test_sparse_dense_and_frames_agree(two):
    X, y = two
    X = np.where(np.abs(X) < 0.5, 0, X)
    for estimator in (halfspace.LogisticRegression(), halfspace.LinearSVC(), halfspace.SVC(), halfspace.Perceptron()):
        dense, sparse, frame = (clone(estimator).fit(a, y) for a in (X, csr_matrix(X), pd.DataFrame(X)))
        assert (dense.predict(X) == sparse.predict(csr_matrix(X))).all()
        assert np.allclose(dense.decision_function(X), sparse.decision_function(csr_matrix(X)), atol=1e-6)
        assert (dense.decision_function(X) == frame.decision_function(pd.DataFrame(X))).all()


def test_conversions(three):
    X, y = three
    for name in ("LogisticRegression", "LinearSVC", "Perceptron"):
        model = getattr(halfspace, name)().fit(X, y)
        theirs = halfspace.to_sklearn(model)
        assert type(theirs).__module__.startswith("sklearn")
        assert (theirs.predict(X) == model.predict(X)).all()
        assert isinstance(halfspace.from_sklearn(theirs), getattr(halfspace, name))


def test_onnx_in_a_pipeline(two, three):
    onnxruntime = pytest.importorskip("onnxruntime")
    skl2onnx = pytest.importorskip("skl2onnx")
    from halfspace.onnx import register

    register()
    for X, y in (two, three):
        rows = X.astype(np.float32)
        for estimator in (
            halfspace.LogisticRegression(),
            halfspace.LinearSVC(),
            halfspace.SVC(),
            halfspace.Perceptron(),
        ):
            pipeline = make_pipeline(StandardScaler(), estimator).fit(rows, y)
            graph = skl2onnx.to_onnx(pipeline, rows[:1], options={"zipmap": False})
            session = onnxruntime.InferenceSession(graph.SerializeToString(), providers=["CPUExecutionProvider"])
            labels = session.run(None, {"X": rows})[0]
            assert (labels == pipeline.predict(rows)).mean() > 0.99


@pytest.mark.parametrize("machine", [halfspace.SVC(scale="standard"), halfspace.NuSVC(nu=0.2, scale="minmax")])
def test_onnx_of_scaled_kernel_rows_is_refused(two, machine):
    skl2onnx = pytest.importorskip("skl2onnx")
    from halfspace.onnx import register

    register()
    X, y = two
    with pytest.raises(ValueError, match=r"scale is .*export"):
        skl2onnx.to_onnx(machine.fit(X, y), X[:1])
    assert machine.model_.export("onnx")


def test_a_separable_fit_without_a_penalty_is_refused_with_the_reason():
    frame = pd.DataFrame({"age": [0.0, 1.0, 2.0, 3.0]})
    with pytest.raises(ValueError, match=r"separable.*age \(\+\)"):
        halfspace.LogisticRegression(C=np.inf).fit(frame, [0, 0, 1, 1])
    firth = halfspace.LogisticRegression("firth").fit([[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1])
    assert np.isfinite(firth.coef_).all()


@pytest.mark.parametrize("penalty", ["l1", "l2"])
def test_the_objective_of_a_path_is_that_of_a_fit(penalty):
    X, y = make_classification(120, 6, random_state=3)
    for path in (halfspace.LogisticRegressionPath(penalty=penalty, n_points=8), halfspace.LogisticRegressionPath(penalty=penalty, Cs=[0.1, 1.0])):
        path.fit(X, y)
        one = halfspace.LogisticRegression(penalty=penalty, C=path.C_).fit(X, y)
        assert path.objective_ == pytest.approx(one.objective_, rel=1e-3)
        assert 0 <= path.dual_gap_ <= 1e-3 * path.objective_
