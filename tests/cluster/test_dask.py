"""halfspace.dask on clusters of processes: the same model bytes whatever the partitions, workers and containers."""

from __future__ import annotations

import itertools
from typing import Any

import dask
import dask.array as da
import numpy as np
import pytest
from dask import delayed
from dask_help import arrays, bounds, cluster, rows, shards_held, shards_left
from one_machine import model_here

import halfspace
import halfspace.dask as hd

pd = pytest.importorskip("pandas")
dd = pytest.importorskip("dask.dataframe")
sparse = pytest.importorskip("scipy.sparse")

LEARNERS = [
    hd.LogisticRegression(C=3),
    hd.LogisticRegression(C=0.1, fit_intercept=False),
    hd.LinearSVC(C=0.5),
    hd.LinearSVC("hinge", tol=1e-3),
    hd.LinearSVC(bias="free"),
    hd.LogisticRegression(penalty="l1", C=0.2),
    hd.LinearSVC("modified_huber", penalty="elasticnet", l1_ratio=0.3),
    hd.Perceptron(max_iter=4),
    hd.Perceptron("averaged", max_iter=3, fit_intercept=False),
    hd.Perceptron("averaged", max_iter=3, mixing_blocks=3),
]


@pytest.fixture(scope="module")
def client() -> Any:
    with cluster(2) as made:
        yield made


@pytest.fixture(scope="module")
def fitted(client: Any) -> Any:
    X, y = rows()
    return hd.LogisticRegression().fit(*arrays(X, y, 3))


@pytest.mark.parametrize("learner", LEARNERS, ids=repr)
def test_any_partition_gives_the_bytes_of_one_machine(client: Any, learner: Any) -> None:
    X, y = rows()
    expected = model_here(learner, X, y)
    for partitions in (1, 2, 3, 7):
        assert learner.fit(*arrays(X, y, partitions)).model_.to_bytes() == expected
    if not isinstance(learner, hd.Perceptron):
        assert 0 <= learner.dual_gap_ <= learner.tol * learner.objective_


@pytest.mark.parametrize("workers", [1, 3, 4])
def test_any_number_of_workers_gives_the_same_bytes(workers: int) -> None:
    X, y = rows()
    learner = hd.LogisticRegression(C=3)
    with cluster(workers, threads=2):
        assert learner.fit(*arrays(X, y, 7)).model_.to_bytes() == model_here(learner, X, y)


def test_the_objective_is_that_of_one_machine(client: Any, fitted: Any) -> None:
    X, y = rows()
    run = halfspace.train(X, y, algorithm="logistic", tol=1e-9)
    rounding = 1e-13 * run.objective
    assert run.objective - run.gap - rounding <= fitted.objective_ <= run.objective + fitted.dual_gap_ + rounding


def test_l1_leaves_the_weights_that_one_machine_leaves(client: Any) -> None:
    X, y = rows()
    fitted = hd.LogisticRegression(penalty="l1", C=0.05, tol=1e-9).fit(*arrays(X, y, 3))
    run = halfspace.train(X, y, algorithm="logistic", penalty="l1", C=0.05, tol=1e-9)
    assert abs(run.objective - fitted.objective_) <= run.gap + fitted.dual_gap_
    assert 0 < np.count_nonzero(fitted.coef_) < X.shape[1]
    assert np.array_equal(fitted.coef_[0] != 0, run.model.weights[0] != 0)
    with pytest.raises(ValueError, match="penalty is 'l3'; expected 'l2', 'l1' or 'elasticnet'"):
        hd.LogisticRegression(penalty="l3").fit(*arrays(X, y, 3))
    with pytest.raises(ValueError, match="hinge"):
        hd.LinearSVC("hinge", penalty="l1").fit(*arrays(X, y, 3))


def test_the_perceptron_makes_the_updates_of_one_machine_in_order(client: Any) -> None:
    X, y = rows()
    bordered = np.column_stack([X, np.ones(len(X))])
    w = np.zeros(bordered.shape[1])
    for _ in range(3):
        for x, sign in zip(bordered, np.where(y == "yes", 1.0, -1.0), strict=True):
            if sign * (w @ x) <= 0:
                w += sign * x
    learner = hd.Perceptron(max_iter=3).fit(*arrays(X, y, 4))
    assert np.allclose([*learner.coef_[0], learner.intercept_[0]], w, rtol=1e-9)
    assert learner.rounds_ == 1 + 3 * 4 + 1


def test_three_classes_go_one_against_the_rest(client: Any) -> None:
    X, _ = rows()
    y = np.digitize(X[:, 5] + X[:, 6], [-1.0, 1.0]) * 10
    learner = hd.LogisticRegression(multi_class="ovr")
    expected = model_here(learner, X, y)
    assert learner.fit(*arrays(X, y, 3)).model_.to_bytes() == expected
    assert learner.classes_.tolist() == [0, 10, 20]
    assert learner.coef_.shape == (3, X.shape[1])
    scores = learner.decision_function(arrays(X, y, 3)[0])
    assert scores.shape == (len(X), 3)
    assert np.array_equal(learner.classes_[scores.compute().argmax(1)], learner.predict(X))


@pytest.mark.parametrize("cols", [12, 400])  # few weights, and many
def test_three_classes_are_one_softmax(client: Any, cols: int) -> None:
    X = np.tile(rows()[0], (1, -(-cols // 12)))[:, :cols] + np.random.default_rng(1).normal(size=(len(rows()[0]), cols))
    y = np.digitize(X[:, 5] + X[:, 6], [-1.0, 1.0]) * 10
    learner = hd.LogisticRegression(C=0.1)
    expected = model_here(learner, X, y)
    for partitions in (1, 2, 3, 7):
        assert learner.fit(*arrays(X, y, partitions)).model_.to_bytes() == expected
    assert learner.report_["multiclass"] == "multinomial"
    here = halfspace.LogisticRegression(C=0.1, tol=1e-9).fit(X, y)
    assert learner.objective_ - learner.dual_gap_ <= here.objective_ * (1 + 1e-9)
    assert learner.objective_ >= here.objective_ - here.dual_gap_ - 1e-12 * here.objective_
    chances = learner.predict_proba(arrays(X, y, 3)[0]).compute()
    assert np.allclose(chances, here.predict_proba(X), atol=1e-3)
    assert np.allclose(chances.sum(axis=1), 1)


def test_classes_go_together_or_alone_by_name() -> None:
    with pytest.raises(ValueError, match="expected 'multinomial', 'ovr' or None"):
        hd.LogisticRegression(multi_class="one")._of_many()


@pytest.mark.parametrize("given", [{"penalty": "l1"}, {"penalty": "elasticnet", "l1_ratio": 0.5}, {"l1_ratio": 1}])
def test_softmax_has_one_penalty(given: Any) -> None:
    with pytest.raises(ValueError, match=r"softmax has penalty 'l2', not '(l1|elastic-net)'; use multi_class='ovr'"):
        hd.LogisticRegression(multi_class="multinomial", **given)._of_many()
    assert hd.LogisticRegression(**given)._of_many() == []  # one against the rest
    assert hd.LogisticRegression(multi_class="multinomial")._of_many() == [("multiclass", "multinomial")]


def test_weights_count_as_that_many_rows(client: Any) -> None:
    X, y = rows()
    weights = np.arange(len(y)) % 3
    chunked = arrays(X, weights, 3)[1]
    one = hd.LogisticRegression(tol=1e-10).fit(*arrays(X, y, 3), sample_weight=chunked)
    again = np.repeat(np.arange(len(y)), weights)
    two = hd.LogisticRegression(tol=1e-10).fit(
        da.from_array(X[again], chunks=(200, -1)), da.from_array(y[again], chunks=200)
    )
    assert np.allclose(one.coef_, two.coef_, atol=1e-4)
    assert one.objective_ == pytest.approx(two.objective_, rel=1e-8)


# Containers


def frame() -> Any:
    X, y = rows()
    return pd.DataFrame(X, columns=[f"c{j}" for j in range(X.shape[1])], index=np.arange(len(X)) * 2).assign(label=y)


def test_frames_give_the_bytes_of_one_machine(client: Any) -> None:
    whole = frame()
    parts = dd.from_pandas(whole, npartitions=5)
    learner = hd.LogisticRegression()
    learner.fit(parts.drop(columns="label"), parts["label"])
    assert learner.model_.to_bytes() == model_here(learner, whole.drop(columns="label"), whole["label"])
    assert learner.feature_names_in_.tolist() == list(whole.columns[:-1])


def test_parquet_is_read_by_the_workers(client: Any, tmp_path: Any) -> None:
    pytest.importorskip("pyarrow")
    whole = frame()
    dd.from_pandas(whole, npartitions=4).to_parquet(tmp_path / "rows", write_index=False)
    read = dd.read_parquet(tmp_path / "rows")
    learner = hd.LogisticRegression().fit(read.drop(columns="label"), read["label"])
    assert learner.model_.to_bytes() == model_here(learner, whole.drop(columns="label"), whole["label"])
    assert learner.report_["cluster"]["rows"] == len(whole)


def test_sparse_chunks_give_the_bytes_of_one_machine(client: Any) -> None:
    X, y = rows()
    learner = hd.LogisticRegression()
    expected = model_here(learner, sparse.csr_matrix(X), y)
    for kind in (sparse.csr_matrix, sparse.csc_array):
        parts, labels = arrays(X, y, 3)
        assert learner.fit(parts.map_blocks(kind), labels).model_.to_bytes() == expected


def test_delayed_partitions_of_any_kind_go_together(client: Any) -> None:
    X, y = rows()
    ends = bounds(4)
    pieces = [(X[a:b], y[a:b]) for a, b in itertools.pairwise(ends)]
    learner = hd.LogisticRegression()
    learner.fit([delayed(p) for p, _ in pieces], [delayed(q.tolist()) for _, q in pieces])
    assert learner.model_.to_bytes() == model_here(learner, X, y)
    predicted = learner.predict([delayed(p) for p, _ in pieces])
    assert np.array_equal(np.concatenate(dask.compute(*predicted)), learner.predict(X))


def test_columns_in_several_chunks_are_put_together(client: Any) -> None:
    X, y = rows()
    learner = hd.LogisticRegression()
    learner.fit(da.from_array(X, chunks=(210, 5)), da.from_array(y, chunks=100))
    assert learner.model_.to_bytes() == model_here(learner, X, y)


def test_a_source_is_loaded_once_a_fit(client: Any, tmp_path: Any) -> None:
    def load(k: int) -> Any:
        with (tmp_path / f"{k}").open("a") as seen:
            seen.write("loaded\n")
        return frame().iloc[k::3]

    table = dd.from_map(load, range(3), meta=frame().head(0))
    hd.LogisticRegression().fit(table.drop(columns="label"), table["label"])
    assert [(tmp_path / f"{k}").read_text() for k in range(3)] == ["loaded\n"] * 3


# Manners


def test_each_shard_is_held_once_where_its_chunk_is_and_goes_at_the_end(client: Any) -> None:
    X, y = rows()
    parts, labels = arrays(X, y, 7)
    parts, labels = client.persist(parts), client.persist(labels)
    seen: list[list[str]] = []
    hd.LogisticRegression(callback=lambda _: seen.append(shards_held(client))).fit(parts, labels)
    assert len(seen) > 3
    assert all(len(held) == 7 == len(set(held)) for held in seen)
    assert shards_left(client) == []


def test_the_report_tells_rounds_and_bytes(fitted: Any) -> None:
    told = fitted.report_["cluster"]
    assert told["partitions"] == 3
    assert told["rounds"] == fitted.rounds_
    assert 8 * fitted.n_features_in_ < told["question_bytes"] < 10_000
    assert told["answer_bytes"] > 8 * fitted.n_features_in_
    assert fitted.report_["gap"] == fitted.dual_gap_


def test_the_callback_sees_every_round_and_verbose_prints(client: Any, capsys: Any) -> None:
    seen: list[Any] = []
    X, y = rows()
    learner = hd.LogisticRegression(verbose=1, callback=lambda now: seen.append(dict(now))).fit(*arrays(X, y, 2))
    assert [now["rounds"] for now in seen] == list(range(1, learner.rounds_ + 1))
    assert seen[-1]["objective"] == pytest.approx(learner.objective_)
    assert "LogisticRegression: 1 rounds" in capsys.readouterr().err


def test_predictions_are_lazy_and_those_of_the_model(client: Any, fitted: Any) -> None:
    X, y = rows()
    parts = arrays(X, y, 3)[0]
    for lazy in (fitted.predict(parts), fitted.predict_proba(parts), fitted.decision_function(parts)):
        assert isinstance(lazy, da.Array)
        assert lazy.chunks[0] == parts.chunks[0]
        assert lazy.compute().shape == lazy.shape
        assert lazy.compute().dtype == lazy.dtype
    assert np.array_equal(fitted.predict(parts).compute(), fitted.model_.predict(X))
    assert np.array_equal(fitted.predict_proba(parts).compute(), fitted.model_.predict_proba(X))
    thin = fitted.decision_function(parts.map_blocks(sparse.csr_matrix)).compute()
    assert np.allclose(thin, fitted.decision_function(X), rtol=1e-12)


def test_predictions_of_frames_keep_the_index(client: Any) -> None:
    whole = frame()
    parts = dd.from_pandas(whole, npartitions=3)
    learner = hd.LogisticRegression().fit(parts.drop(columns="label"), parts["label"])
    turned = parts[[*reversed(whole.columns[:-1])]]
    predicted = learner.predict(turned)
    assert isinstance(predicted, dd.Series)
    assert (predicted.name, learner.decision_function(turned).compute().name) == ("prediction", "score")
    assert predicted.compute().index.tolist() == whole.index.tolist()
    assert predicted.compute().tolist() == learner.model_.predict(whole).tolist()
    shares = learner.predict_proba(turned).compute()
    assert shares.columns.tolist() == ["no", "yes"]
    assert np.allclose(shares.sum(axis=1), 1)


def test_classes_keep_their_type(client: Any) -> None:
    X, y = rows()
    for labels in (y == "yes", (y == "yes").astype(np.int64), np.where(y == "yes", 0.5, -1.0)):
        learner = hd.LogisticRegression(max_iter=50).fit(*arrays(X, labels, 2))
        assert learner.classes_.dtype == labels.dtype
        assert set(learner.predict(X).tolist()) == set(labels.tolist())


def test_parameters_are_read_set_and_shown() -> None:
    learner = hd.LinearSVC("hinge", C=2)
    assert learner.get_params()["loss"] == "hinge"
    assert repr(learner.set_params(C=4)) == "LinearSVC(loss='hinge', C=4)"
    with pytest.raises(ValueError, match="LinearSVC has no parameter 'c'; it has loss, penalty, C"):
        learner.set_params(c=1)
