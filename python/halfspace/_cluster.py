"""What the fronts for clusters share: the loop of questions, checkpoints.

A front (halfspace.dask, halfspace.spark) makes one Shard of each partition, on the worker that holds the partition, and
gives the process of the driver the facts of each. Then it asks:

    facts = [shard.facts for each partition, by number]   # small
    check_facts(facts)                                    # ValueError names the partition that differs
    asked = learn(engine, options, facts, Running(...))  # engine.sum(question, shard): see Engine
    asked.driver.training()                              # of the core: status, report, model

Shards and facts: halfspace._cluster_shards. Estimators' parameters and attributes: halfspace._cluster_learners.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from halfspace import _core
from halfspace._checkpoint import Checkpoint
from halfspace._cluster_classes import check_weights, with_positive
from halfspace._cluster_shards import Facts, check_driver_memory
from halfspace._options import Options
from halfspace._running import Callback, Watch


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
    options = with_positive(options, facts)
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
    check_weights(facts)
    store = Checkpoint(running.checkpoint, options, facts)
    with store.named_in_errors(), Watch(running.name, running.verbose, running.callback) as look:
        driver = store.resumed()
        longest = (0, 0)
        if driver is None:
            question = drivers[0].ask()
            answer = engine.sum(question, None)
            longest = (len(question), len(answer))
            driver = _begun(drivers, answer)
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
