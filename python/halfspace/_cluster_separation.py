"""Exact separability over the shards of a cluster: the loop of questions, and the verdict of one machine.

verdict = separated(engine, facts, Question(bias="augmented"), Running("separate"))
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from halfspace import _core
from halfspace._cluster import Engine, Running
from halfspace._cluster_shards import Facts
from halfspace._labels import text_of_label
from halfspace._options import Options, options_of, threads_of
from halfspace._running import Watch
from halfspace.separation import Verdict


class Question(NamedTuple):
    """What is asked, in the words of :func:`halfspace.separate`."""

    bias: str = "augmented"
    positive: Any = None
    classes: Sequence[Any] | None = None
    certificate: bool = False
    time_limit: float | None = None
    n_jobs: int | None = None
    max_memory: int | None = None

    def options(self) -> Options:
        positive = None if self.positive is None else text_of_label(self.positive)
        running = {"timeout": self.time_limit, "threads": threads_of(self.n_jobs) or None}
        return options_of({"bias": self.bias, "positive": positive, "max_memory": self.max_memory, **running})

    def driver(self) -> _core.SeparationDriver:
        """Error (ValueError): options that do not exist or go together."""
        chosen = [text_of_label(label) for label in self.classes or ()]
        return _core.SeparationDriver.begin(self.options(), chosen, self.certificate)


def separated(engine: Engine, driver: _core.SeparationDriver, facts: Sequence[Facts], running: Running) -> Verdict:
    """Asks until the run is done. Errors: ValueError (what the rows do not allow), KeyboardInterrupt (the callback
    gives False)."""
    begin = time.monotonic()
    longest = (0, 0)
    with Watch(running.name, running.verbose, running.callback) as look:
        while question := driver.ask():
            answer = engine.sum(question, driver.partition)
            longest = (max(longest[0], len(question)), max(longest[1], len(answer)))
            driver.tell(answer)
            nothing = {"visits": 0, "passes": 0, "updates": 0, "fraction": None, "fits": 0, "fits_done": 0}
            seen = {**nothing, "objective": None, "gap": None, "rounds": driver.rounds, "rows_seen": driver.rows_seen}
            if look is not None and not look({**seen, "seconds": time.monotonic() - begin}):
                raise KeyboardInterrupt(f"the callback ended the run after {driver.rounds} rounds")
    verdict = Verdict(driver.separation(), None)
    verdict.report["cluster"] = {
        "partitions": len(facts),
        "rows": sum(fact.rows for fact in facts),
        "bytes": sum(fact.nbytes for fact in facts),
        "rounds": driver.rounds,
        "question_bytes": longest[0],
        "answer_bytes": longest[1],
        "seconds": time.monotonic() - begin,
    }
    return verdict
