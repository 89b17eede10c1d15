"""Clusters of processes on this machine, rows for them, and what happens to workers."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import dask
import dask.array as da
import numpy as np
from distributed import Client, LocalCluster
from overlap import overlapping

ROWS, COLS = 840, 12


@contextmanager
def cluster(workers: int, threads: int = 1) -> Iterator[Client]:
    """A client of a cluster with this many processes."""
    with (
        LocalCluster(n_workers=workers, threads_per_worker=threads, dashboard_address=None) as local,
        Client(local) as client,
    ):
        yield client


class Fleet:
    """A scheduler and workers as processes that nobody but the test starts and kills."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.place = str(folder / "scheduler.json")
        self.scheduler = self._start("dask_scheduler", "--port", "0")
        self.workers: list[subprocess.Popen[bytes]] = []
        with dask.config.set({"distributed.comm.timeouts.connect": "3s"}):
            self.client = Client(scheduler_file=self.place, timeout=30)

    def _start(self, what: str, *flags: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{what}", "--no-dashboard", "--scheduler-file", self.place]
        return subprocess.Popen([*command, *flags], stderr=subprocess.DEVNULL)

    def fill(self, workers: int = 2) -> None:
        """Starts workers until there are so many."""
        self.workers = [worker for worker in self.workers if worker.poll() is None]
        flags = ("--no-nanny", "--nthreads", "1", "--local-directory", str(self.folder))
        for _ in range(workers - len(self.workers)):
            self.workers.append(self._start("dask_worker", *flags))
        while len(self.client.nthreads()) != workers:
            time.sleep(0.05)

    def kill(self, count: int = 1) -> None:
        """kill -9 of workers."""
        for worker in self.workers[:count]:
            worker.kill()

    def close(self) -> None:
        with contextlib.suppress(Exception):  # a scheduler that is gone is no fault of the test's end
            self.client.close(timeout=1)
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@contextmanager
def fleet(folder: Path, workers: int) -> Iterator[Fleet]:
    """A fleet whose client is the current one."""
    made = Fleet(folder)
    try:
        with made.client.as_current():
            made.fill(workers)
            yield made
    finally:
        made.close()


def rows(seed: int = 0) -> tuple[Any, Any]:
    return overlapping(ROWS, COLS, seed)


def bounds(partitions: int) -> list[int]:
    """Ends of unequal partitions of all rows."""
    ends = np.linspace(0, 1, partitions + 1) ** 1.5 * ROWS
    return [0, *(round(end) for end in ends[1:-1]), ROWS]


def arrays(X: Any, y: Any, partitions: int) -> tuple[da.Array, da.Array]:
    """Dask arrays in partitions of different sizes."""
    sizes = tuple(np.diff(bounds(partitions)).tolist())
    return da.from_array(X, chunks=(sizes, X.shape[1])), da.from_array(y, chunks=(sizes,))


def in_round(number: int, act: Callable[[], None], delay: float | None = None) -> Callable[[Any], None]:
    """A callback that acts after a round; with ``delay`` while the next one runs."""

    def look(seen: Any) -> None:
        if seen["rounds"] == number:
            threading.Timer(delay, act).start() if delay is not None else act()

    return look


def shards_left(client: Client) -> list[str]:
    """Names of the shards that workers still have after a while."""
    end = time.monotonic() + 10
    while (held := shards_held(client)) and time.monotonic() < end:
        time.sleep(0.05)
    return held


def shards_held(client: Client) -> list[str]:
    """Names of the shards in the memory of all workers."""

    def names(dask_worker: Any) -> list[str]:
        return [str(key) for key in dask_worker.data if str(key).startswith("halfspace-shard")]

    return sorted(name for held in client.run(names).values() for name in held)
