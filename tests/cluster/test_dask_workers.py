"""Workers that are killed, stand still or are of another version, a scheduler that is gone, Ctrl-C."""

from __future__ import annotations

import os
import signal
import threading
import time
from typing import Any

import pytest
from dask_help import arrays, bare, cluster, in_round, kill, model_here, rows, shards_held

import halfspace
import halfspace.dask as hd


@pytest.fixture(scope="module")
def client() -> Any:
    with cluster(2) as made:
        yield made


@pytest.mark.parametrize("number", [1, 2, None], ids=["first", "second", "last"])
@pytest.mark.parametrize("delay", [None, 0.005], ids=["between", "within"])
def test_a_killed_worker_changes_no_bit(client: Any, number: int | None, delay: float | None) -> None:
    X, y = rows()
    parts, labels = arrays(X, y, 7)
    learner = hd.LogisticRegression(C=3)
    expected = model_here(learner, X, y)
    last = learner.fit(parts, labels).rounds_
    client.wait_for_workers(2)
    learner.callback = in_round(last - 1 if number is None else number, lambda: kill(client), delay)
    assert learner.fit(parts, labels).model_.to_bytes() == expected
    client.wait_for_workers(2)


def test_all_workers_killed_come_back_and_change_no_bit(client: Any) -> None:
    X, y = rows()
    learner = hd.LinearSVC(callback=in_round(3, lambda: kill(client, 2)))
    assert learner.fit(*arrays(X, y, 5)).model_.to_bytes() == model_here(learner, X, y)
    client.wait_for_workers(2)


def test_a_worker_that_stands_still_for_a_while_only_takes_time(client: Any) -> None:
    X, y = rows()
    pid = next(iter(client.run(os.getpid).values()))

    def pause() -> None:
        os.kill(pid, signal.SIGSTOP)
        threading.Timer(3, lambda: os.kill(pid, signal.SIGCONT)).start()

    learner = hd.LogisticRegression(callback=in_round(2, pause))
    begin = time.monotonic()
    assert learner.fit(*arrays(X, y, 4)).model_.to_bytes() == model_here(learner, X, y)
    assert time.monotonic() - begin > 2.5


def test_all_workers_lost_is_an_error_and_the_checkpoint_goes_on(tmp_path: Any) -> None:
    X, y = rows()
    path = tmp_path / "run.checkpoint"
    learner = hd.LogisticRegression(checkpoint=path)
    learner.worker_timeout = 1.0
    with bare(tmp_path, 2) as (doomed, (_, *workers)):
        learner.callback = in_round(4, lambda: [worker.kill() for worker in workers])
        with pytest.raises(ConnectionError, match=r"all workers are lost, and none came back within 1 s.*checkpoint="):
            learner.fit(*arrays(X, y, 3))
        assert doomed.nthreads() == {}
    seen: list[int] = []
    with cluster(1):
        learner.set_params(callback=lambda now: seen.append(now["rounds"])).fit(*arrays(X, y, 3))
    assert seen[0] == 4
    assert learner.model_.to_bytes() == model_here(learner, X, y)


def test_a_scheduler_that_is_gone_is_an_error_and_the_checkpoint_stays(tmp_path: Any) -> None:
    X, y = rows()
    path = tmp_path / "run.checkpoint"
    with bare(tmp_path, 1) as (_, (scheduler, _)):
        learner = hd.LogisticRegression(checkpoint=path, callback=in_round(4, scheduler.kill))
        with pytest.raises(ConnectionError, match=r"connection to the Dask scheduler is lost.*checkpoint="):
            learner.fit(*arrays(X, y, 3))
    assert path.exists()


def test_a_worker_of_another_version_is_refused(client: Any) -> None:
    X, y = rows()

    def pretend(version: str) -> None:
        halfspace.__version__ = version

    worker = sorted(client.nthreads())[0]
    client.run(pretend, "0.0.1", workers=[worker])
    try:
        with pytest.raises(
            ValueError, match=rf"worker {worker} has halfspace 0\.0\.1, here is {halfspace.__version__}"
        ):
            hd.LogisticRegression().fit(*arrays(X, y, 2))
    finally:
        client.run(pretend, halfspace.__version__, workers=[worker])


def test_ctrl_c_ends_the_fit_and_gives_the_shards_back(client: Any) -> None:
    X, y = rows()
    interrupt = threading.Timer(0.01, lambda: signal.raise_signal(signal.SIGINT))
    learner = hd.LogisticRegression(callback=lambda seen: interrupt.start() if seen["rounds"] == 2 else None)
    with pytest.raises(KeyboardInterrupt):
        learner.fit(*arrays(X, y, 4))
    assert not hasattr(learner, "model_")
    assert shards_held(client) == []
    assert learner.set_params(callback=None).fit(*arrays(X, y, 4)).score(*arrays(X, y, 4)) > 0.5
