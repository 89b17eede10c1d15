"""Questions to shards on a Dask cluster.

A question is one task a partition, on the worker that holds the shard, then sums on that worker, then a tree of sums
between workers; one answer comes back. Tasks do not leave the holder of their shard, so that each shard stands in
memory once. Where a holder is lost, Dask makes its shards anew from the graph of the collection, and the question is
asked again.
"""

from __future__ import annotations

import functools
import pydoc
import time
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError
from typing import Any

import dask
from dask.delayed import delayed
from distributed import Client, Future, get_client

from halfspace import _core
from halfspace._cluster import Facts, Shard
from halfspace.dask._partitions import Part

POLL = 0.5  # seconds between looks at the workers
SMALL = 8192  # bytes of a question that goes with each task; a larger one is a key that workers hand on
FAN_IN = 8


class _Moved(Exception):
    """A worker that had tasks of this round is gone."""


def _made(rows: Any, labels: Any, weights: Any, number: int) -> Shard:
    return Shard.of(rows, labels, number, weights)


def _same(value: Any) -> Any:
    return value


def _facts(shard: Shard, _: None) -> list[Facts]:
    return [shard.facts]


def _answer(shard: Shard, question: bytes) -> bytes:
    return shard.answer(question)


def _joined(lists: Sequence[list[Any]]) -> list[Any]:
    return [item for part in lists for item in part]


def _added(answers: Sequence[bytes]) -> bytes:
    return functools.reduce(_core.add_answers, answers)


def client_of(client: Client | None) -> Client:
    """The client given, else the current one. Errors: ValueError (none, or an asynchronous one)."""
    if client is None:
        try:
            client = get_client()
        except ValueError as error:
            raise ValueError("no Dask client: make one first, as distributed.Client(), or set .client") from error
    if client.asynchronous:
        raise ValueError("the Dask client is asynchronous; expected one of distributed.Client()")
    return client


class DaskEngine:
    """The shards of a collection, held by the workers until :meth:`close`."""

    def __init__(self, client: Client, parts: Sequence[Part], worker_timeout: float) -> None:
        self.client = client
        self.worker_timeout = worker_timeout
        self.asked: list[Future] = []
        self._check_workers()
        made = delayed(_made, pure=False)
        name = f"halfspace-shard-{id(self):x}-{time.time_ns():x}"
        shards = [made(*part, k, dask_key_name=f"{name}-{k}") for k, part in enumerate(parts)]
        self.shards: list[Future] = client.compute(shards)

    def facts(self) -> list[Facts]:
        """What is known of each partition, by number. Error (ValueError): what :meth:`Shard.of` refuses."""
        return sorted(self._ask(_facts, _joined, None, None))

    def sum(self, question: bytes, shard: int | None) -> bytes:
        """As :class:`halfspace._cluster.Engine` has it."""
        answer: bytes = self._ask(_answer, _added, question, shard)
        return answer

    def close(self) -> None:
        """Gives the shards back."""
        self._release(self.shards)
        self.shards = []

    @staticmethod
    def _release(futures: Sequence[Future]) -> None:
        """Tasks that have not begun are not done; results go."""
        for future in futures:
            future.release()

    # One round

    def _ask(self, ask: Callable[..., Any], add: Callable[..., Any], question: Any, shard: int | None) -> Any:
        asked = self.shards if shard is None else [self.shards[shard]]
        while True:
            try:
                holders = self._holders(asked)
                return self._answer(self._submit(ask, add, question, holders), set(holders))
            except _Moved:
                continue
            finally:
                self._release(self.asked)
                self.asked = []

    def _submit(
        self, ask: Callable[..., Any], add: Callable[..., Any], question: Any, holders: dict[str, list[Future]]
    ) -> Future:
        """The future of the sum over all shards."""
        submit = functools.partial(self.client.submit, pure=False)
        with dask.config.set({"distributed.admin.large-graph-warning-threshold": "1TB"}):
            small = question is None or len(question) <= SMALL
            carried = question if small else submit(_same, question)
        sums: list[Future] = []
        for worker, shards in holders.items():
            answers = self.client.map(ask, shards, [carried] * len(shards), pure=False, workers=[worker])
            self.asked += answers
            sums.append(submit(add, answers, workers=[worker]))
        while len(sums) > 1:
            self.asked += sums
            sums = [submit(add, sums[k : k + FAN_IN]) for k in range(0, len(sums), FAN_IN)]
        self.asked += sums
        return sums[0]

    def _answer(self, future: Future, workers: set[str]) -> Any:
        """Waits for the result. Errors: what a task raised, _Moved, ConnectionError."""
        while True:
            try:
                return future.result(timeout=POLL)
            except CancelledError as error:
                raise self._lost() from error
            except TimeoutError:
                if not workers <= self._workers():
                    raise _Moved from None

    def _holders(self, shards: Sequence[Future]) -> dict[str, list[Future]]:
        """The shards by the worker that holds them, once all are made."""
        while True:
            for future in shards:
                if future.status in ("error", "cancelled"):
                    self._answer(future, set())
            places = self.client.who_has(list(shards))
            if all(places.get(future.key) for future in shards):
                break
            self._workers()
            time.sleep(POLL / 10)
        holders: dict[str, list[Future]] = {}
        for future in shards:
            holders.setdefault(sorted(places[future.key])[0], []).append(future)
        return holders

    # Workers

    def _workers(self) -> set[str]:
        """Addresses of the workers, waiting for some. Error (ConnectionError): none came, or the scheduler is gone."""
        begin = time.monotonic()
        while True:
            if self.client.status != "running":
                raise self._lost()
            try:
                workers = set(self.client.nthreads())
            except (OSError, CancelledError) as error:
                raise self._lost() from error
            if workers:
                return workers
            if time.monotonic() - begin > self.worker_timeout:
                raise ConnectionError(
                    f"all workers are lost, and none came back within {self.worker_timeout:g} s; "
                    "start workers and fit again"
                )
            time.sleep(POLL)

    def _lost(self) -> ConnectionError:
        if self.client.status != "running":
            return ConnectionError("the connection to the Dask scheduler is lost; make a new client and fit again")
        return ConnectionError(
            "Dask cancelled tasks: a worker took along data that cannot be computed again (scattered, or of another "
            "client); give X and y as collections that Dask can compute"
        )

    def _check_workers(self) -> None:
        """Error (ValueError): a worker without halfspace, or with another version."""
        self._workers()
        found = self.client.run(pydoc.locate, "halfspace.__version__", on_error="return")
        for worker, version in found.items():
            if version != _core.version:
                what = "no halfspace" if not isinstance(version, str) else f"halfspace {version}"
                raise ValueError(f"worker {worker} has {what}, here is {_core.version}; install the same version there")
