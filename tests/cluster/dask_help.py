"""Clusters of processes on this machine, rows for them, and what happens to workers."""

from __future__ import annotations

import functools
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import dask.array as da
import numpy as np
from distributed import Client, LocalCluster

from halfspace import _core
from halfspace._cluster import Running, Shard, learn

ROWS, COLS = 840, 12


@contextmanager
def cluster(workers: int, threads: int = 1) -> Iterator[Client]:
    """A client of a cluster with this many processes."""
    with (
        LocalCluster(n_workers=workers, threads_per_worker=threads, dashboard_address=None) as local,
        Client(local) as client,
    ):
        yield client


@contextmanager
def bare(folder: Path, workers: int) -> Iterator[tuple[Client, list[subprocess.Popen[bytes]]]]:
    """A client, and the processes of a scheduler and of workers that nobody starts again."""
    place = str(folder / "scheduler.json")
    python = [sys.executable, "-m"]
    commands = [[*python, "distributed.cli.dask_scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", place]]
    worker = [*python, "distributed.cli.dask_worker", "--no-nanny", "--no-dashboard", "--nthreads", "1"]
    commands += [[*worker, "--scheduler-file", place, "--local-directory", str(folder)]] * workers
    running = [subprocess.Popen(command, stderr=subprocess.DEVNULL) for command in commands]
    try:
        client = Client(scheduler_file=place, timeout=30)
        client.wait_for_workers(workers)
        yield client, running
        client.close(timeout=1)
    finally:
        for process in running:
            process.kill()
            process.wait()


def rows(seed: int = 0) -> tuple[Any, Any]:
    """Rows of two classes that overlap, in columns of different sizes."""
    random = np.random.default_rng(seed)
    X = random.normal(size=(ROWS, COLS)) * np.logspace(-1, 1, COLS)
    X[random.random(X.shape) < 0.3] = 0
    score = X @ (random.normal(size=COLS) / np.logspace(-1, 1, COLS)) + random.normal(size=ROWS)
    return X, np.where(score > 0.2, "yes", "no")


def bounds(partitions: int) -> list[int]:
    """Ends of unequal partitions of all rows."""
    ends = np.linspace(0, 1, partitions + 1) ** 1.5 * ROWS
    return [0, *(round(end) for end in ends[1:-1]), ROWS]


def arrays(X: Any, y: Any, partitions: int) -> tuple[da.Array, da.Array]:
    """Dask arrays in partitions of different sizes."""
    sizes = tuple(np.diff(bounds(partitions)).tolist())
    return da.from_array(X, chunks=(sizes, X.shape[1])), da.from_array(y, chunks=(sizes,))


class OnOneMachine:
    """An engine for :func:`halfspace._cluster.learn`: all rows in one shard, here."""

    def __init__(self, X: Any, y: Any) -> None:
        self.shard = Shard.of(X, y, 0)

    def sum(self, question: bytes, shard: int | None) -> bytes:
        return functools.reduce(_core.add_answers, [self.shard.answer(question)])


def model_here(learner: Any, X: Any, y: Any) -> bytes:
    """The bytes of the model that the same driver learns from one shard in this process."""
    engine = OnOneMachine(X, y)
    finished = learn(engine, learner._options(), [engine.shard.facts], Running())
    return bytes(finished.training.classifier.bytes())


def kill(client: Client, count: int = 1) -> None:
    """kill -9 of workers that are there."""
    for pid in list(client.run(os.getpid).values())[:count]:
        os.kill(pid, signal.SIGKILL)


def in_round(number: int, act: Callable[[], None], delay: float | None = None) -> Callable[[Any], None]:
    """A callback that acts after a round; with ``delay`` while the next one runs."""

    def look(seen: Any) -> None:
        if seen["rounds"] == number:
            threading.Timer(delay, act).start() if delay is not None else act()

    return look


def shards_held(client: Client) -> list[str]:
    """Names of the shards in the memory of all workers."""

    def names(dask_worker: Any) -> list[str]:
        return [str(key) for key in dask_worker.data if str(key).startswith("halfspace-shard")]

    return sorted(name for held in client.run(names).values() for name in held)
