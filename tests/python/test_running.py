"""Progress, callbacks, limits and Ctrl-C."""

import os
import signal
import subprocess
import sys
import threading
import time
import warnings

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

import halfspace


def hard(n=4000, d=40, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    return X, (rng.random(n) < 0.5).astype(int)


def test_a_callback_sees_progress_and_ends_the_run():
    X, y = hard()
    seen = []

    def look(progress):
        seen.append(progress)
        return len(seen) < 3

    model = halfspace.PocketPerceptron(rounds=10**9, callback=look)
    with pytest.warns(ConvergenceWarning):
        model.fit(X, y)
    assert model.status_ == "interrupted"
    assert len(seen) == 3
    assert {"visits", "objective", "gap", "seconds"} <= set(seen[0])


LONG = {
    "Perceptron": {"max_iter": 10**9, "decide": "off"},
    "PocketPerceptron": {"rounds": 10**9},
    "KernelPerceptron": {"kernel": "linear", "max_iter": 10**9},
    "SVC": {"C": 1e4},
}


@pytest.mark.parametrize("answer", [False, np.False_], ids=["Python", "NumPy"])
@pytest.mark.parametrize("name", LONG)
def test_a_false_of_a_callback_ends_a_fit_which_says_by_what(name, answer):
    X, y = hard(1500, 20)
    with pytest.warns(ConvergenceWarning, match="interrupted") as warned:
        model = getattr(halfspace, name)(callback=lambda _: answer, **LONG[name]).fit(X, y)
    assert model.status_ == "interrupted"
    assert "signal" not in model.stop_reason_ + str(warned[0].message)


def test_an_exception_of_a_callback_leaves_the_fit():
    X, y = hard()
    model = halfspace.PocketPerceptron(rounds=10**9, callback=lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        model.fit(X, y)
    assert not hasattr(model, "coef_")


def test_a_time_limit_keeps_what_there_is_and_warns():
    X, y = hard()
    begun = time.monotonic()
    with pytest.warns(ConvergenceWarning, match="timeout"):
        model = halfspace.PocketPerceptron(rounds=10**9, time_limit=0.3).fit(X, y)
    assert time.monotonic() - begun < 5
    assert model.status_ == "timeout"
    assert model.predict(X).shape == y.shape


def test_the_warning_carries_gap_and_remedy():
    X, y = hard(500, 30)
    with pytest.warns(ConvergenceWarning, match="max_iter") as seen:
        halfspace.LogisticRegression("l1", C=0.1, max_iter=1, tol=1e-12).fit(X, y)
    assert seen[0].message.gap > 0


INTERRUPTED = """
import sys, time, halfspace, numpy as np
rng = np.random.default_rng(0)
X, y = rng.normal(size=(4000, 40)), rng.integers(0, 2, 4000)
model = halfspace.PocketPerceptron(rounds=10).fit(X, y)
before = model.coef_.copy()
model.set_params(rounds=10**9)
print("ready", flush=True)
begun = time.monotonic()
try:
    model.fit(X, y)
except KeyboardInterrupt:
    print("interrupted", bool((model.coef_ == before).all()), flush=True)
"""


def test_ctrl_c_ends_a_fit_and_leaves_the_estimator_as_it_was():
    with subprocess.Popen([sys.executable, "-c", INTERRUPTED], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout.readline() == "ready\n"
        time.sleep(0.5)
        os.kill(child.pid, signal.SIGINT)
        assert child.communicate(timeout=30)[0] == "interrupted True\n"


def test_threads_train_at_once():
    X, y = hard(400, 5)
    alone = halfspace.LogisticRegression().fit(X, y).coef_
    results = [None] * 8

    def fit(k):
        results[k] = halfspace.LogisticRegression().fit(X, y).coef_

    workers = [threading.Thread(target=fit, args=(k,)) for k in range(8)]
    for w in workers:
        w.start()
    for w in workers:
        w.join()
    assert all((r == alone).all() for r in results)


def test_results_do_not_depend_on_threads():
    X, y = hard(2000, 20)
    one, two = (halfspace.LogisticRegression(n_jobs=k).fit(X, y) for k in (1, 2))
    assert (one.coef_ == two.coef_).all()
    one, two = (halfspace.SVC(n_jobs=k).fit(X[:600], y[:600]) for k in (1, 2))
    assert (one.dual_coef_ == two.dual_coef_).all()


def test_verbose_writes_lines_to_standard_error(capfd):
    X, y = hard()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        halfspace.PocketPerceptron(rounds=10**9, verbose=1, time_limit=0.8).fit(X, y)
    assert "PocketPerceptron: " in capfd.readouterr().err


def test_trace_is_lazy_and_ends_early():
    X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], [0, 0, 0, 1]
    steps = halfspace.trace(X, y, preset="cyclic")
    first = next(steps)
    assert (first.row, first.pass_) == (0, 1)
    steps.close()
    assert sum(1 for _ in halfspace.trace(X, y)) == halfspace.Perceptron().fit(X, y).n_updates_


@pytest.mark.parametrize("name", ["LogisticRegressionCV", "SVCCV", "PerceptronCV"])
def test_a_search_that_is_ended_before_a_score_says_by_what(name):
    X, y = hard(400, 10)
    with pytest.raises(TimeoutError, match="more time_limit"):
        getattr(halfspace, name)(time_limit=1e-6).fit(X, y)
    with pytest.raises(RuntimeError, match="callback ended the run"):
        getattr(halfspace, name)(callback=lambda _: False).fit(X, y)


@pytest.mark.parametrize("read", [halfspace.load, halfspace.read_csv, halfspace.read_libsvm, halfspace.read_npy])
def test_files_that_cannot_be_read_have_errno_and_name(tmp_path, read):
    for path, kind in ((tmp_path / "none", FileNotFoundError), (tmp_path, IsADirectoryError)):
        with pytest.raises(kind) as found:
            read(path)
        assert found.value.errno
        assert str(found.value.filename) == str(path)


def test_a_model_needs_a_folder(tmp_path):
    model = halfspace.train([[0.0], [1.0]], [0, 1], algorithm="logistic").model
    with pytest.raises(FileNotFoundError) as missing:
        halfspace.save(model, tmp_path / "none" / "m.hs")
    assert missing.value.filename == str(tmp_path / "none")
