"""Questions to shards on a Dask cluster.

A question is one task a partition, on the worker that holds the shard, then sums on that worker, then a tree of sums
between workers; one answer comes back. Tasks do not leave the holder of their shard, so that each shard stands in
memory once. Where a holder is lost, Dask makes its shards anew from the graph of the collection, and the question is
asked again.
"""

from __future__ import annotations

import contextlib
import functools
import time
from collections.abc import Callable, Sequence
from typing import Any

import dask
from dask.delayed import delayed
from distributed import Client, Future

from halfspace import _core
from halfspace._cluster_shards import Facts, Shard
from halfspace.dask._partitions import Part
from halfspace.dask._workers import Moved, Workers

SMALL = 8192  # bytes of a question that goes with each task; a larger one is a key that workers hand on
FAN_IN = 8


def _made(rows: Any, labels: Any, weights: Any, number: int, digested: bool) -> Shard:
    return Shard.of(rows, labels, number, weights, digested=digested)


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


class DaskEngine:
    """The shards of a collection, held by the workers until :meth:`close`."""

    def __init__(self, client: Client, parts: Sequence[Part], worker_timeout: float, digested: bool = False) -> None:
        """``digested``: facts have digests, which a checkpoint needs."""
        self.client = client
        self.workers = Workers(client, worker_timeout)
        self.asked: list[Future] = []
        self.workers.check_versions()
        made = delayed(_made, pure=False)
        name = f"halfspace-shard-{id(self):x}-{time.time_ns():x}"
        shards = [made(*part, k, digested, dask_key_name=f"{name}-{k}") for k, part in enumerate(parts)]
        self.shards: list[Future] = client.compute(shards)

    def facts(self) -> list[Facts]:
        """What is known of each partition, by number. Error (ValueError): what :meth:`Shard.of` refuses."""
        return sorted(self._ask(_facts, _joined, None, None))

    def sum(self, question: bytes, shard: int | None) -> bytes:
        """As :class:`halfspace._cluster.Engine` has it."""
        answer: bytes = self._ask(_answer, _added, question, shard)
        return answer

    def close(self) -> None:
        """Gives the shards back. Dask knows it when this returns: keys of the collection are free for other graphs."""
        self._release(self.shards)
        self.shards = []
        with contextlib.suppress(ConnectionError):
            self.workers.call(self.client.nthreads)

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
                holders = self.workers.holders(asked)
                return self.workers.result(self._submit(ask, add, question, holders), set(holders))
            except Moved:
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
            sums += answers if len(answers) == 1 else [submit(add, answers, workers=[worker])]
        while len(sums) > 1:
            self.asked += sums
            sums = [submit(add, sums[k : k + FAN_IN]) for k in range(0, len(sums), FAN_IN)]
        self.asked += sums
        return sums[0]
