"""Spark as the engine: shards stay on executors, each question is one job, and few answers come back.

A job asks every shard where its description is kept. Where Spark moved a task to a machine that has not the file, the
task says so, and only such shards are asked again; after ATTEMPTS of that all shards are made anew from the rows.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from functools import partial, reduce
from typing import Any

from pyspark import StorageLevel

from halfspace import _core
from halfspace._cluster_shards import Facts, check_driver_memory, check_facts
from halfspace.spark import _needs, _tasks
from halfspace.spark._columns import Columns
from halfspace.spark._files import Unreadable
from halfspace.spark._source import Source, after, source_of
from halfspace.spark._tasks import Described, Sum

FAN = 8  # answers that one task adds where they are too many for the driver
ATTEMPTS = 3
BYTES_PER_COLUMN = 16  # of the longest vector of an answer
BYTES_OF_CURVATURES = 4 * 1024**2  # of 1,024 weights, the most of one run; 4 w^2 of w weights
BYTES_OF_SUMS = 1 << 14  # exact sums of a run
BYTES_AT_DRIVER = 1 << 28  # of the answers of a round that the driver adds itself, at most
BYTES_IN_TASKS = 1 << 20  # a longer question is broadcast


class SparkEngine:
    """Shards of a data frame, and who asks them; a context: with SparkEngine(frame, columns) as engine: ..."""

    def __init__(self, frame: Any, columns: Columns, models: int = 1) -> None:
        """``models``: so many are learned at a time; more than one are of folds, which go by the order of the rows."""
        _needs.check_classic(frame)
        _needs.pyarrow()
        self._context = frame.sparkSession.sparkContext
        self._threads = int(self._context.getConf().get("spark.task.cpus", "1"))
        self._names = list(columns.numbers) or None
        self._models = models
        self._sparse = False
        self._source: Source = source_of(frame, columns, self._cores, self._threads)
        try:
            self._make()
        except Unreadable as error:
            self._source = after(error, frame, columns)
            self._make()

    def __enter__(self) -> SparkEngine:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self.close()

    def _make(self) -> None:
        """Shards, and the facts of each."""
        self._run = uuid.uuid4().hex
        described = self._source.described(_tasks.Plan(self._names, self._sparse, self._run))
        self._described = described.mapPartitionsWithIndex(_tasks.numbered).persist(StorageLevel.MEMORY_AND_DISK)
        try:
            known = self._job("shards", lambda: list(map(Described.of, self._described.collect())))
            self._grouped = self._in_groups(len(known))
            _check(known)
            self.facts: list[Facts] = sorted(each.facts._replace(digest=f"{each.checksum:032x}") for each in known)
            self._checksums = {each.facts.number: each.checksum for each in known}
            kinds = {fact.sparse for fact in self.facts if fact.rows}
            self._cols = max((fact.cols for fact in self.facts), default=0)
            if len(kinds) < 2:
                check_facts(self.facts)
                self._sparse = kinds == {True}
                return self._check_size()
        except BaseException:
            self.close()
            raise
        self.close()
        self._sparse = True  # a row has other bits in CSR, and which partitions are dense must not matter
        return self._make()

    def _make_anew(self) -> None:
        """The same shards. Error (ValueError): another reader could give other partitions, in the midst of a run."""
        try:
            self._make()
        except Unreadable as error:
            raise ValueError(f"{error}{_tasks.CHANGED}") from error

    def reading(self) -> Mapping[str, str]:
        """For reports: who read the rows, and why no task did where none was to."""
        reason = {"reader_reason": self._source.reason} if self._source.reason else {}
        return {"reader": self._source.name, **reason}

    def _check_size(self) -> None:
        check_driver_memory(self._cols, models=self._models)
        limit = int(self._context._jsc.sc().conf().getSizeAsBytes("spark.driver.maxResultSize", "1g"))
        one = BYTES_PER_COLUMN * (self._cols + 1)
        if 0 < limit < one:
            raise ValueError(
                f"an answer about {self._cols} columns has {one} bytes, and spark.driver.maxResultSize allows {limit}; "
                "raise it, or hash the columns to fewer"
            )
        self._room = BYTES_AT_DRIVER if limit == 0 else min(limit, BYTES_AT_DRIVER)

    def _most(self, question: bytes) -> int:
        """How many answers may come back. A question has the weights of all that it asks for."""
        weights = len(question) // 8
        runs = 1 + weights // (self._cols + 1)
        curvatures = min(4 * weights**2, runs * BYTES_OF_CURVATURES)
        vectors = BYTES_PER_COLUMN * max(weights, self._cols + 1)
        return max(1, self._room // (vectors + curvatures + runs * BYTES_OF_SUMS))

    def _in_groups(self, shards: int) -> Any:
        """A task a core, which answers for the shards of a host; a task a shard costs 20 to 80 ms each."""
        cores = self._cores()
        return self._described.coalesce(cores) if cores < shards else self._described

    def _cores(self) -> int:
        """Of the executors there are; where someone has chosen the parallelism, at least so many."""
        conf = self._context.getConf()
        if not conf.contains("spark.default.parallelism"):
            return max(1, int(self._context.defaultParallelism))
        executors = int(self._context._jsc.sc().getExecutorMemoryStatus().size()) - 1
        return max(1, int(self._context.defaultParallelism), executors * int(conf.get("spark.executor.cores", "1")))

    def sum(self, question: bytes, shard: int | None) -> bytes:
        """The answers of all shards added, or the answer of one."""
        wanted = None if shard is None else [shard]
        rows = sum(fact.rows for fact in self.facts if shard in (None, fact.number))
        checksum = sum(each for number, each in self._checksums.items() if shard in (None, number))
        total, asked = self._ask(question, wanted), 1
        if total.missing:
            self._grouped = self._described  # Spark put shards of several hosts into one group
        while total.missing and not total.error:
            if asked == ATTEMPTS:
                self.close()
                self._make_anew()
            if asked > 2 * ATTEMPTS:
                raise RuntimeError(f"the files of the shards {total.missing} vanish from the executors' local disks")
            again = self._ask(question, list(total.missing))
            total, asked = _tasks.add(total._replace(missing=()), again), asked + 1
        if total.error:
            raise ValueError(total.error)
        if total.rows != rows:
            raise ValueError(
                f"the partitions had {rows} rows and have {total.rows} after Spark made some anew: "
                "what the data frame reads has changed; write it to files, or persist it, and fit again"
            )
        if self._models > 1 and total.checksum != checksum:
            raise ValueError(
                "partitions that Spark made anew have other rows, or these in another order, by which folds go; write "
                "the data frame to files, or persist it, and begin again"
            )
        return total.answer

    def _ask(self, question: bytes, partitions: list[int] | None) -> Sum:
        """One job. ``partitions``: None for all."""
        sent = self._context.broadcast(question) if len(question) > BYTES_IN_TASKS else None
        asked = _tasks.Asked(sent or question, self._threads, self._cols, self._sparse, self._names)
        ask = partial(_tasks.answer, asked=asked)
        try:
            if partitions is None:
                answers = _tree(self._grouped.mapPartitions(ask), self._most(question))
                sums = self._job("question", answers.collect)
            else:
                sums = self._job("question", lambda: self._context.runJob(self._described, ask, partitions))
        finally:
            if sent is not None:
                sent.destroy()
        return reduce(_tasks.add, sums, Sum())

    def _job(self, what: str, run: Callable[[], list[Any]]) -> list[Any]:
        """Runs a job under a name that Spark's page shows. Error (RuntimeError): executors without this library."""
        key = "spark.job.description"
        before = self._context.getLocalProperty(key)
        self._context.setLocalProperty(key, f"halfspace: {what}")
        try:
            return run()
        except Exception as error:
            _explain(error)
            raise
        finally:
            self._context.setLocalProperty(key, before)

    def close(self) -> None:
        """Removes the shards. What cannot be reached goes with its executor."""
        try:
            self._job("remove shards", self._described.mapPartitions(partial(_tasks.remove, run=self._run)).collect)
            self._described.unpersist()
        except Exception:  # the context has ended, or the executors
            return


def _check(known: Sequence[Described]) -> None:
    """Errors: Unreadable (a partition's files), ValueError (its rows)."""
    for each in known:
        if each.unread:
            raise Unreadable(f"partition {each.facts.number}: {each.unread}")
    errors = sorted((each.facts.number, each.error) for each in known if each.error)
    if errors:
        more = f" (and {len(errors) - 1} partitions more)" if len(errors) > 1 else ""
        raise ValueError(errors[0][1] + more)


def _tree(sums: Any, most: int) -> Any:
    """Adds FAN sums a task until at most ``most`` are left."""
    left = sums.getNumPartitions()
    while left > most:
        left = -(-left // FAN)
        keyed = sums.mapPartitionsWithIndex(_keyed(left))
        sums = keyed.partitionBy(left, int).values().mapPartitions(_tasks.add_all)
    return sums


def _keyed(groups: int) -> Callable[[int, Any], Any]:
    return lambda index, sums: ((index % groups, each) for each in sums)


def _explain(error: Exception) -> None:
    """Error (RuntimeError): what Spark's error means where the executors' Python is not as it should be."""
    text = str(error)
    for package, name in (("halfspace", "halfspace-ml"), ("pyarrow", "pyarrow"), ("numpy", "numpy")):
        if f"No module named '{package}" in text:
            raise RuntimeError(
                f"the Python of the executors has no {package} as here (halfspace-ml {_core.version}): install {name} "
                "there, or ship it with spark.archives and PYSPARK_PYTHON (docs/cluster.md)"
            ) from error
