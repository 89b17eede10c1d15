"""What the fronts for clusters share: shards, what is known of each, the loop of questions, checkpoints.

A front (halfspace.dask, halfspace.spark) makes one Shard of each partition, on the worker that holds the partition, and
gives the process of the driver the facts of each. Then it asks:

    facts = [shard.facts for each partition, by number]   # small
    check_facts(facts)                                    # ValueError names the partition that differs
    asked = learn(engine, options, facts, Running(...))  # engine.sum(question, shard): see Engine
    asked.driver.training()                              # of the core: status, report, model

Shard.of(X, y, number, weights) takes rows of any container of halfspace._rows and labels; it pickles as the bytes of
the core's shard, so that an engine may move it. Estimators' parameters and attributes: halfspace._cluster_learners.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from halfspace import _core
from halfspace._checkpoint import Checkpoint
from halfspace._labels import encode, text_of_label
from halfspace._options import Options
from halfspace._rows import Prepared, prepare
from halfspace._running import Callback, Watch

LABEL_KINDS = {"b": "truth values", "i": "whole numbers", "u": "whole numbers", "f": "numbers", "U": "texts"}
VECTORS_OF_SCALE = 14  # ranges, shifts, factors, and what is known of the columns before and after
VECTORS_AT_DRIVER = 30  # of one number a column: weights, gradients, directions kept by the optimiser


class Facts(NamedTuple):
    """What the driver's process knows of a partition."""

    number: int
    rows: int
    cols: int
    nonzeros: int
    nbytes: int
    names: list[str] | None
    labels: str  # one of LABEL_KINDS, "" without rows
    version: str
    sparse: bool = False


class Shard:
    """The rows of one partition as the core holds them."""

    def __init__(self, core: _core.Shard, facts: Facts) -> None:
        self.core = core
        self.facts = facts

    @staticmethod
    def of(X: Any, y: Any, number: int, weights: Any = None, copied: bool = True) -> Shard:
        """The rows of a partition. ``copied``: False where they stay as they are until the shard has gone.

        Error (ValueError): names the partition, and the row and column from 0.
        """
        try:
            return _shard_of(X, y, number, weights, _core.Shard.of if copied else _core.Shard.viewing)
        except (ValueError, TypeError) as error:
            names = X.names if isinstance(X, Prepared) else getattr(X, "columns", None)
            raise ValueError(f"partition {number}: {_named(str(error), names)}") from error

    def answer(self, question: bytes, threads: int = 1) -> bytes:
        """One pass over the rows."""
        return self.core.answer(question, threads)

    def __sizeof__(self) -> int:
        return self.core.nbytes

    def __reduce__(self) -> tuple[Any, tuple[bytes, Facts]]:
        return (_restored, (self.core.tobytes(), self.facts))


def _named(message: str, names: Any) -> str:
    """Columns by their names, where there are some; what a run on one machine offers is not offered here."""
    told, _, _ = message.partition(", or train with")
    if names is None:
        return told
    return re.sub(r"column (\d+) \(from 0\)", lambda found: f"column {str(names[int(found[1])])!r}", told)


def _restored(data: bytes, facts: Facts) -> Shard:
    return Shard(_core.Shard.frombytes(data), facts)


def _shard_of(X: Any, y: Any, number: int, weights: Any, make: Callable[..., _core.Shard]) -> Shard:
    rows = prepare(X)
    if rows.categories and rows.rows:
        place = rows.categories[0][0]
        name = rows.names[place] if rows.names else place
        raise ValueError(f"column {name!r} holds texts; a cluster takes numbers: make it columns of 0 and 1 first")
    rows = rows._replace(categories=[])
    labels = np.asarray(y)
    if labels.dtype.kind == "O" and all(isinstance(label, str) for label in labels):
        labels = labels.astype(str)
    if len(labels) != rows.rows:
        raise ValueError(f"X has {rows.rows} rows and y {len(labels)} labels; expected a label a row")
    coded = encode(labels)
    if rows.rows and coded.texts[0] != text_of_label(coded.classes[0]):
        raise ValueError("two labels in y are one number, as 1 and 01 are; on a cluster labels differ as numbers")
    core = make(rows.core(weights), coded.core(), number)
    kind = LABEL_KINDS.get(coded.classes.dtype.kind, "texts") if rows.rows else ""
    sparse = isinstance(rows.values, tuple)
    sizes = (rows.rows, rows.cols, core.nonzeros, core.nbytes)
    return Shard(core, Facts(number, *sizes, rows.names, kind, _core.version, sparse))


def check_facts(facts: Sequence[Facts]) -> None:
    """Error (ValueError): partitions that do not fit together, with the number of the first that differs."""
    for fact in facts:
        if fact.version != _core.version:
            raise ValueError(
                f"partition {fact.number} is on a worker with halfspace {fact.version}, here is {_core.version}; "
                "install the same version everywhere"
            )
    filled = [fact for fact in facts if fact.rows]
    if not filled:
        raise ValueError(f"X has no rows in any of its {len(facts)} partitions")
    first = filled[0]
    for fact in filled:
        _check_alike(first, fact)


def _check_alike(first: Facts, fact: Facts) -> None:
    where = f"partition {fact.number}"
    if fact.cols != first.cols:
        raise ValueError(f"{where} has {fact.cols} columns, partition {first.number} has {first.cols}")
    if fact.names != first.names:
        mine, theirs = fact.names or ["without names"], first.names or ["without names"]
        place = next((k for k, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), 0)
        raise ValueError(
            f"{where} has as column {place} {mine[place]!r}, partition {first.number} has {theirs[place]!r}; "
            "give all partitions the same columns in the same order"
        )
    if fact.sparse != first.sparse:
        kinds = ("dense", "sparse")
        raise ValueError(
            f"{where} has {kinds[fact.sparse]} rows, partition {first.number} has {kinds[first.sparse]}; "
            "give all partitions one kind: sums of the two differ in their last bits"
        )
    if fact.labels != first.labels:
        raise ValueError(
            f"{where} has labels that are {fact.labels}, partition {first.number} has {first.labels}; "
            "give all labels one type"
        )


def check_driver_memory(
    cols: int,
    limit: int | None = None,
    *,
    classes: int = 2,
    models: int = 1,
    fewer: str = "folds",
    scaled: bool = False,
) -> None:
    """Error (ValueError): weights that would not fit into ``limit`` bytes, None: the free memory of this machine.
    ``fewer``: what would make ``models`` fewer."""
    free = free_memory() if limit is None else limit
    vectors = VECTORS_AT_DRIVER + (VECTORS_OF_SCALE if scaled else 0)
    needed = 8 * vectors * (cols + 1) * (1 if classes == 2 else classes) * models
    if free is not None and needed > free:
        more = ("" if classes == 2 else f" and {classes} classes") + ("" if models == 1 else f" for {models} models")
        advice = "hash the columns to fewer" + ("" if models == 1 else f", take fewer {fewer}")
        raise ValueError(
            f"X has {cols} columns{more}, whose optimiser needs {needed / 1e9:.1f} GB here at the driver; "
            f"{free / 1e9:.1f} GB are free: {advice}, or run the driver on a larger machine"
        )


def free_memory() -> int | None:
    """Bytes of memory that processes of this machine may still have, None where the system does not say."""
    try:
        with open("/proc/meminfo") as lines:
            for line in lines:
                if line.startswith("MemAvailable:"):
                    return 1024 * int(line.split()[1])
    except (OSError, ValueError):
        pass
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError, AttributeError):
        return None


class Engine(Protocol):
    """Who carries questions to the shards."""

    def sum(self, question: bytes, shard: int | None) -> bytes:
        """The answers of all shards, added by ``halfspace._core.add_answers`` in any order and grouping. With a number
        in ``shard`` only that one has an answer that counts, and asking it alone is enough."""


class Running(NamedTuple):
    """How a run shows itself, and where it is kept."""

    name: str = "cluster"
    verbose: Any = 0
    callback: Callback | None = None
    checkpoint: str | os.PathLike[str] | None = None


Look = Callable[[Mapping[str, Any]], bool] | None


class Asked(NamedTuple):
    """A run that is done, and what it took."""

    driver: _core.Driver
    rounds: int
    question_bytes: int  # the longest of the run
    answer_bytes: int
    seconds: float

    def report(self, facts: Sequence[Facts]) -> dict[str, Any]:
        """What the partitions were, and what went to and from them."""
        return {
            "partitions": len(facts),
            "rows": sum(fact.rows for fact in facts),
            "nonzeros": sum(fact.nonzeros for fact in facts),
            "bytes": sum(fact.nbytes for fact in facts),
            "rounds": self.rounds,
            "question_bytes": self.question_bytes,
            "answer_bytes": self.answer_bytes,
            "seconds": self.seconds,
        }


def learn(
    engine: Engine, options: Options, facts: Sequence[Facts], running: Running, of_many: Sequence[tuple[str, str]] = ()
) -> Asked:
    """Asks until the optimiser is done. A checkpoint of the same options and rows is resumed; it is removed at the end.
    ``of_many``: options more where the rows have three classes or more.

    Errors: ValueError (what the options or the rows do not allow), KeyboardInterrupt (also where the callback gives
    False); whatever the engine raises leaves the checkpoint of the round before.
    """
    several = [*options, *of_many]
    drivers = [_core.Driver.begin(given) for given in (options, several)]
    return asked_of(engine, drivers, several, facts, running, models=models_at_once(options))


def models_at_once(options: Options) -> int:
    """One, and where probabilities are calibrated one of each fold."""
    given = dict(options)
    return 1 + int(given.get("calibrate-folds", "5")) if "calibrate" in given else 1


def asked_of(
    engine: Engine,
    drivers: Sequence[_core.Driver],
    options: Options,
    facts: Sequence[Facts],
    running: Running,
    *,
    models: int = 1,
    fewer: str = "folds",
) -> Asked:
    """Of ``drivers`` the first is for two classes, the second for more; ``models``: learned at a time, ``fewer``: what
    would make them fewer."""
    begun = time.monotonic()
    store = Checkpoint(running.checkpoint, options, facts)
    with store.named_in_errors(), Watch(running.name, running.verbose, running.callback) as look:
        question = drivers[0].ask()
        answer = engine.sum(question, None)
        longest = (len(question), len(answer))
        driver = store.resumed(answer) or _begun(drivers, answer)
        classes = driver.progress()["classes"]
        check_driver_memory(
            max(fact.cols for fact in facts),
            classes=classes,
            models=models,
            fewer=fewer,
            scaled=any(name == "scale" for name, _ in options),
        )
        _look(look, driver, store, begun)
        while question := driver.ask():
            answer = engine.sum(question, driver.progress()["shard"])
            longest = (max(longest[0], len(question)), max(longest[1], len(answer)))
            store.write(_told(driver, answer))
            _look(look, driver, store, begun)
    asked = Asked(driver, driver.progress()["rounds"], *longest, time.monotonic() - begun)
    store.remove()
    return asked


def _begun(drivers: Sequence[_core.Driver], answer: bytes) -> _core.Driver:
    """Of the two the one for so many classes as the first answer has."""
    of_two = _told(drivers[0], answer)
    return of_two if of_two.progress()["classes"] == 2 else _told(drivers[1], answer)


def _told(driver: _core.Driver, answer: bytes) -> _core.Driver:
    driver.tell(answer)
    return driver


def _look(look: Look, driver: _core.Driver, store: Checkpoint, begin: float) -> None:
    """Shows where the run is. Error (KeyboardInterrupt): the callback ends it."""
    nothing = {"visits": 0, "passes": 0, "updates": 0, "fraction": None, "fits": 0, "fits_done": 0}
    seen = {**nothing, **driver.progress(), "seconds": time.monotonic() - begin}
    if look is not None and not look(seen):
        raise KeyboardInterrupt(f"the callback ended the run after {seen['rounds']} rounds{store.where()}")
