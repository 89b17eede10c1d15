"""Workers that are killed, stand still or are of another version, a scheduler that is gone, Ctrl-C."""

from __future__ import annotations

import os
import signal
import threading
import time
from typing import Any

import pytest
from dask import delayed
from dask_help import arrays, fleet, in_round, rows, shards_left
from one_machine import model_here

import halfspace
import halfspace.dask as hd


@pytest.fixture(scope="module")
def running(tmp_path_factory: Any) -> Any:
    with fleet(tmp_path_factory.mktemp("fleet"), 2) as made:
        yield made


def timers_end() -> None:
    for thread in threading.enumerate():
        if isinstance(thread, threading.Timer):
            thread.join()


def replace(running: Any) -> None:
    """kill -9 of both workers; others come a little later."""
    running.kill(2)
    for worker in running.workers:
        worker.wait()
    threading.Timer(0.1, lambda: running.fill(2)).start()


@pytest.mark.parametrize("number", [1, 2, None], ids=["first", "second", "last"])
@pytest.mark.parametrize("delay", [None, 0.005], ids=["between", "within"])
def test_a_killed_worker_changes_no_bit(running: Any, number: int | None, delay: float | None) -> None:
    X, y = rows()
    parts, labels = arrays(X, y, 7)
    learner = hd.LogisticRegression(C=3)
    expected = model_here(learner, X, y)
    running.fill(2)
    last = learner.fit(parts, labels).rounds_
    learner.callback = in_round(last - 1 if number is None else number, running.kill, delay)
    assert learner.fit(parts, labels).model_.to_bytes() == expected
    timers_end()


def test_a_worker_killed_while_it_makes_shards_changes_no_bit(running: Any) -> None:
    X, y = rows()

    def slowly(part: Any) -> Any:
        time.sleep(0.3)
        return part

    running.fill(2)
    parts, labels = arrays(X, y, 7)
    learner = hd.LogisticRegression(C=3)
    threading.Timer(0.7, running.kill).start()
    learner.fit(parts.map_blocks(slowly, dtype=X.dtype), labels)
    timers_end()
    assert learner.model_.to_bytes() == model_here(learner, X, y)


def test_a_worker_killed_while_the_weights_travel_changes_no_bit(running: Any) -> None:
    X, y = rows()
    running.fill(2)
    learner = hd.Perceptron(max_iter=3, callback=in_round(6, running.kill))
    assert learner.fit(*arrays(X, y, 5)).model_.to_bytes() == model_here(learner, X, y)


def test_all_workers_killed_and_others_in_their_place_change_no_bit(running: Any) -> None:
    X, y = rows()
    running.fill(2)
    learner = hd.LinearSVC(callback=in_round(3, lambda: replace(running)))
    assert learner.fit(*arrays(X, y, 5)).model_.to_bytes() == model_here(learner, X, y)
    timers_end()


def test_a_worker_that_stands_still_for_a_while_only_takes_time(running: Any) -> None:
    X, y = rows()
    running.fill(2)
    pid = next(iter(running.client.run(os.getpid).values()))

    def pause() -> None:
        os.kill(pid, signal.SIGSTOP)
        threading.Timer(3, lambda: os.kill(pid, signal.SIGCONT)).start()

    learner = hd.LogisticRegression(callback=in_round(2, pause))
    begin = time.monotonic()
    assert learner.fit(*arrays(X, y, 4)).model_.to_bytes() == model_here(learner, X, y)
    assert time.monotonic() - begin > 2.5


def test_all_workers_lost_is_an_error_and_the_checkpoint_goes_on(tmp_path: Any, running: Any) -> None:
    X, y = rows()
    path = tmp_path / "run.checkpoint"
    running.fill(2)
    learner = hd.LogisticRegression(checkpoint=path, callback=in_round(4, lambda: running.kill(2)))
    learner.worker_timeout = 1.0
    with pytest.raises(ConnectionError, match=r"all workers are lost, and none came back within 1 s.*checkpoint="):
        learner.fit(*arrays(X, y, 3))
    running.fill(1)
    seen: list[int] = []
    learner.set_params(callback=lambda now: seen.append(now["rounds"])).fit(*arrays(X, y, 3))
    assert seen[0] == 4
    assert learner.model_.to_bytes() == model_here(learner, X, y)


def test_scattered_rows_that_are_lost_are_an_error_and_no_wait(running: Any) -> None:
    X, y = rows()
    running.fill(2)
    held = running.client.scatter([X[:400], y[:400], X[400:], y[400:]])
    parts = [delayed(future) for future in held]
    learner = hd.LogisticRegression(callback=in_round(3, lambda: replace(running)))
    with pytest.raises(ConnectionError, match="data that cannot be computed again"):
        learner.fit(parts[::2], parts[1::2])
    timers_end()


def test_a_scheduler_that_is_gone_is_an_error_and_the_checkpoint_stays(tmp_path: Any) -> None:
    X, y = rows()
    path = tmp_path / "run.checkpoint"
    with fleet(tmp_path, 1) as doomed:
        learner = hd.LogisticRegression(checkpoint=path, callback=in_round(4, doomed.scheduler.kill))
        with pytest.raises(ConnectionError, match=r"connection to the Dask scheduler is lost.*checkpoint="):
            learner.fit(*arrays(X, y, 3))
    assert path.exists()


def test_a_worker_of_another_version_is_refused(running: Any) -> None:
    X, y = rows()

    def pretend(version: str) -> None:
        halfspace.__version__ = version

    running.fill(2)
    worker = sorted(running.client.nthreads())[0]
    running.client.run(pretend, "0.0.1", workers=[worker])
    try:
        with pytest.raises(
            ValueError, match=rf"worker {worker} has halfspace 0\.0\.1, here is {halfspace.__version__}"
        ):
            hd.LogisticRegression().fit(*arrays(X, y, 2))
    finally:
        running.client.run(pretend, halfspace.__version__, workers=[worker])


def test_ctrl_c_ends_the_fit_and_gives_the_shards_back(running: Any) -> None:
    X, y = rows()
    running.fill(2)
    learner = hd.LogisticRegression(
        callback=lambda seen: signal.raise_signal(signal.SIGINT) if seen["rounds"] == 2 else None
    )
    with pytest.raises(KeyboardInterrupt):
        learner.fit(*arrays(X, y, 4))
    assert not hasattr(learner, "model_")
    assert shards_left(running.client) == []
    assert learner.set_params(callback=None).fit(*arrays(X, y, 4)).score(*arrays(X, y, 4)) > 0.5
