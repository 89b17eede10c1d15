"""What runs in the Python workers of executors: shards are written to files, opened, asked.

A shard is a file in the local directory that Spark gives its executor and removes with it. It is mapped into memory by
whichever worker process answers, so that all processes of a machine hold it once. What Spark keeps of a shard is its
description, a small line of JSON; with an executor both are lost, and Spark makes them anew from the rows.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import uuid
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from halfspace import _core
from halfspace._cluster_shards import Facts, Shard
from halfspace._rows import Prepared, of_array
from halfspace.spark import _files
from halfspace.spark._arrow import gather

CHANGED = (
    "; it could be read before: what the data frame reads has changed, or is not on all machines. Put the files where "
    "every executor can open them, and fit again"
)


class Described(NamedTuple):
    """A shard file, or why there is none: no rows, which have no columns to name, an error, or files ``unread``."""

    facts: Facts
    path: str
    error: str = ""
    checksum: int = 0  # of the rows in their order
    unread: str = ""

    def text(self) -> str:
        return json.dumps(self)

    @staticmethod
    def of(text: str) -> Described:
        facts, *others = json.loads(text)
        return Described(Facts(*facts), *others)


class Sum(NamedTuple):
    """Answers added: of ``rows`` rows; ``missing``: partitions whose files are not where the task ran. ``checksum``:
    those of the shards added."""

    answer: bytes = b""
    rows: int = 0
    missing: tuple[int, ...] = ()
    error: str = ""
    checksum: int = 0


def add(first: Sum, second: Sum) -> Sum:
    """Both together; which is first makes no difference."""
    both = first.answer and second.answer
    answer = _core.add_answers(first.answer, second.answer) if both else first.answer or second.answer
    error = min(filter(None, (first.error, second.error)), default="")
    missing = tuple(sorted(first.missing + second.missing))
    return Sum(answer, first.rows + second.rows, missing, error, first.checksum + second.checksum)


def add_all(sums: Iterable[Sum]) -> Iterator[Sum]:
    total = Sum()
    for part in sums:
        total = add(total, part)
    yield total


def _directory(run: str, number: int) -> str:
    """A directory of this run on one of the executor's disks."""
    disks = os.environ.get("SPARK_LOCAL_DIRS", "").split(",")
    return os.path.join(disks[number % len(disks)] or tempfile.gettempdir(), f"halfspace-{run}")


class Plan(NamedTuple):
    """How shards are made: names of columns where they have some, CSR also of dense rows, the directory's name."""

    names: list[str] | None
    sparse: bool
    run: str


def describe(batches: Iterable[Any], plan: Plan, task: int) -> Described:
    """Writes the shard of a partition. What is wrong with rows becomes the description's error: Spark would try four
    times what is raised, to the same end. A task may write several: each is of partition 0 until ``numbered``."""
    try:
        rows, labels, weights = gather(batches, plan.names, plan.sparse)
        shard = Shard.of(rows, labels, 0, weights, copied=False)  # it is saved and let go
    except (ValueError, TypeError) as error:
        text = str(error) if str(error).startswith("partition 0: ") else f"partition 0: {error}"
        return Described(_no_rows(), "", text)
    if not rows.rows:
        return Described(shard.facts, "")
    place = _directory(plan.run, task)
    os.makedirs(place, exist_ok=True)
    path = os.path.join(place, f"{task}-{uuid.uuid4().hex}.shard")
    shard.core.save(path, lasting=False)
    return Described(shard.facts, path, checksum=_checksum(path))


def _no_rows() -> Facts:
    return Facts(0, 0, 0, 0, 0, None, "", _core.version, False)


def _checksum(path: str) -> int:
    """That of a shard file, behind its first line; all shards have the number 0 there."""
    with open(path, "rb") as file:
        file.readline()
        return int.from_bytes(file.read(16), "big")


def write_shard(batches: Iterable[Any], plan: Plan) -> Iterator[Any]:
    """For ``mapInArrow``: rows in, one description out."""
    import pyarrow as pa

    yield pa.RecordBatch.from_pydict({"described": [describe(batches, plan, _task()).text()]})


def read_shard(
    units: Iterable[Sequence[_files.Piece]], plan: Plan, fields: _files.Fields, threads: int
) -> Iterator[str]:
    """For ``mapPartitions``: units of row groups in, their descriptions out. Files that cannot be read are in them:
    Spark would try it four times, and the driver may have another way."""
    for unit in units:
        try:
            yield describe(_files.batches(unit, fields, threads), plan, _task()).text()
        except _files.Unreadable as error:
            yield Described(_no_rows(), "", unread=str(error)).text()


def _task() -> int:
    from pyspark import TaskContext

    task = TaskContext.get()
    if task is None:
        raise RuntimeError("shards are written by tasks of Spark")
    return int(task.partitionId())


def numbered(index: int, described: Iterable[str]) -> Iterator[str]:
    """The description of the partition ``index``, which alone knows its number: a task may be of several."""
    for each in map(Described.of, described):
        error = each.error.replace("partition 0: ", f"partition {index}: ", 1)
        yield each._replace(facts=each.facts._replace(number=index), error=error).text()


_open: dict[str, _core.Shard] = {}  # of this worker process


def _opened(path: str, number: int) -> _core.Shard | None:
    """The shard in a file; None where the file is not on this machine."""
    for gone in [known for known in _open if not os.path.exists(known)]:
        del _open[gone]  # a mapping would keep the blocks of a removed file
    if path not in _open:
        if not os.path.exists(path):
            return None
        _open[path] = _core.Shard.open(path, number)
    return _open[path]


class Asked(NamedTuple):
    """A question: bytes, or a broadcast of them; ``cols``, ``sparse`` and ``names`` are of the rows that there are."""

    question: Any
    threads: int
    cols: int
    sparse: bool
    names: list[str] | None = None


def _without_rows(number: int, asked: Asked) -> _core.Shard:
    """The shard of an empty partition, which does not know its columns."""
    none, start = np.empty(0), np.zeros(1, np.int32)
    csr = Prepared((start, np.empty(0, np.int32), none, asked.cols), 0, asked.cols)
    dense = of_array(np.empty((0, asked.cols)))._replace(names=asked.names)
    return Shard.of(csr if asked.sparse else dense, none, number).core


def answer(described: Iterable[str], asked: Asked) -> Iterator[Sum]:
    """The sum of a task's partitions."""
    return add_all(_answers(described, asked))


def _answers(described: Iterable[str], asked: Asked) -> Iterator[Sum]:
    question = asked.question if isinstance(asked.question, bytes) else asked.question.value
    for each in map(Described.of, described):
        number = each.facts.number
        if each.error:
            yield Sum(error=each.error)
            continue
        if each.unread:
            yield Sum(error=f"partition {number}: {each.unread}{CHANGED}")
            continue
        try:
            shard = _opened(each.path, number) if each.path else _without_rows(number, asked)
            if shard is None:
                yield Sum(missing=(number,))
            else:
                yield Sum(shard.answer(question, asked.threads), each.facts.rows, checksum=each.checksum)
        except ValueError as error:
            yield Sum(error=f"partition {number}: {error}")


def remove(described: Iterable[str], run: str) -> Iterator[int]:
    """Removes the run's directory where the task runs."""
    for each in map(Described.of, described):
        place = os.path.dirname(each.path)
        if os.path.basename(place) == f"halfspace-{run}":
            shutil.rmtree(place, ignore_errors=True)
        yield each.facts.number
