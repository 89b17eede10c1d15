"""The run that all engines are held against: the same driver over one shard in this process."""

from __future__ import annotations

from typing import Any

from halfspace._cluster import Running, learn
from halfspace._cluster_shards import Shard


class OnOneMachine:
    """An engine for :func:`halfspace._cluster.learn`: all rows in one shard."""

    def __init__(self, X: Any, y: Any) -> None:
        self.shard = Shard.of(X, y, 0)

    def sum(self, question: bytes, shard: int | None) -> bytes:
        return self.shard.answer(question)


def model_here(learner: Any, X: Any, y: Any) -> bytes:
    """The bytes of the model that it learns."""
    engine = OnOneMachine(X, y)
    asked = learn(engine, learner._options(), [engine.shard.facts], Running(), learner._of_many())
    return bytes(asked.driver.training().classifier.bytes())
