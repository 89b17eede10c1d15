"""Linear separability of rows on a Dask cluster."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from distributed import Client

from halfspace._cluster import Running
from halfspace._cluster_separation import Question, separated
from halfspace._cluster_shards import check_facts
from halfspace._running import Callback
from halfspace.dask._engine import DaskEngine
from halfspace.dask._partitions import parts_of
from halfspace.dask._workers import client_of
from halfspace.separation import Verdict


def separate(
    X: Any,
    y: Any,
    *,
    bias: str = "augmented",
    positive: Any = None,
    classes: Sequence[Any] | None = None,
    sample_weight: Any = None,
    certificate: bool = False,
    time_limit: float | None = None,
    n_jobs: int | None = None,
    max_memory: int | None = None,
    verbose: int = 0,
    callback: Callback | None = None,
    client: Client | None = None,
    worker_timeout: float = 60.0,
) -> Verdict:
    """Are two classes linearly separable? Decided in exact arithmetic over all partitions, where they are.

    The rows that decide the question come to this process, a few thousand in most cases; the others only say on which
    side they lie. The verdict and the certificate are the same for any number of partitions and workers.

    Parameters
    ----------
    X : dask array, dask data frame, or list of delayed partitions
    y : dask array, dask series, or list of delayed partitions
    bias : {"augmented", "none"}
        Whether the boundary may be anywhere, or passes through the origin.
    positive : label, optional
        The label of +1; None: the one that sorts last.
    classes : two labels, optional
        The classes in question, where there are more; rows of others are none.
    sample_weight : as y, optional
        0 leaves a row out; else weights do not matter.
    certificate : bool, default=False
        Whether to find the certificate too: its hash goes through the partitions one after another.
    time_limit : float, optional
        Seconds until the answer is "undecided".
    n_jobs : int, optional
        Threads in this process.
    max_memory : int, optional
        MiB that the rows which decide the question may take here; None: the free memory.
    verbose, callback
        As in :class:`LogisticRegression`.
    client, worker_timeout
        The client (None: the current one), and seconds to wait for workers where none is left.

    Returns
    -------
    halfspace.separation.Verdict
        As of :func:`halfspace.separate`. Rows of the witness are numbered from 0 over all partitions, without those of
        weight 0; ``report["cluster"]`` has rounds and bytes.

    Raises
    ------
    ValueError
        Other than two classes, rows or partitions that do not fit, rows that need more than ``max_memory``.
    """
    question = Question(bias, positive, classes, certificate, time_limit, n_jobs, max_memory)
    driver = question.driver()
    engine = DaskEngine(client_of(client), parts_of(X, y, sample_weight), worker_timeout)
    try:
        facts = engine.facts()
        check_facts(facts)
        return separated(engine, driver, facts, Running("separate", verbose, callback))
    finally:
        engine.close()
