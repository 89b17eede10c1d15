"""Cross-validation and paths on a Dask cluster."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from distributed import Client

from halfspace import _core
from halfspace._cluster import Running
from halfspace._cluster_selection import models_of, path_options, validate, walk
from halfspace._cluster_shards import check_driver_memory, check_facts
from halfspace._running import Callback
from halfspace.dask._engine import DaskEngine
from halfspace.dask._partitions import parts_of
from halfspace.dask._workers import client_of
from halfspace.selection import CrossValidation, Path


def cross_validate(
    estimator: Any,
    X: Any,
    y: Any,
    *,
    sample_weight: Any = None,
    folds: int = 5,
    repeats: int = 1,
    seed: int = 0,
    metric: str | Sequence[str] | None = None,
) -> CrossValidation:
    """How an estimator does on rows held out: all folds are learned in the same rounds, at about the rounds of one fit.

    The fold of a row follows from its number among all rows (without those of weight 0) and the seed, so that the
    result is the same for any number of partitions and workers. Classes are not dealt out evenly.

    Parameters
    ----------
    estimator : LogisticRegression or LinearSVC of halfspace.dask
        Its settings, its callback, checkpoint, client and worker_timeout count; it is not fitted.
    X : dask array, dask data frame, or list of delayed partitions
    y : dask array, dask series, or list of delayed partitions
    sample_weight : as y, optional
        Metrics count rows by it.
    folds : int in 2..1000, default=5
    repeats : int, default=1
        Cut anew so many times; folds times repeats is at most 1000.
    seed : int from 0, default=0
    metric : str or list of str, optional
        None: all of accuracy, balanced-accuracy, error, f1, and of probabilities log-loss and brier. Areas under curves
        need all scores in one place and are refused.

    Returns
    -------
    halfspace.selection.CrossValidation
        As of :func:`halfspace.cross_validate`; ``result["cluster"]`` has rounds and bytes.

    Raises
    ------
    ValueError
        Options that do not go together, rows that do not fit, a fold that holds no row of some class.
    """
    options = estimator._fold_options(folds, repeats, seed, metric)
    _core.Driver.begin_folds(options)  # what does not go together is told before rows are read
    running = estimator._running()._replace(name="cross_validate")
    parts = parts_of(X, y, sample_weight)
    digested = running.checkpoint is not None
    engine = DaskEngine(client_of(estimator.client), parts, estimator.worker_timeout, digested)
    try:
        facts = engine.facts()
        check_facts(facts)
        check_driver_memory(max(fact.cols for fact in facts), models=models_of(options))
        return validate(engine, options, facts, running, estimator._of_many())
    finally:
        engine.close()


def path(
    X: Any,
    y: Any,
    *,
    sample_weight: Any = None,
    verbose: int = 0,
    callback: Callback | None = None,
    checkpoint: Any = None,
    client: Client | None = None,
    worker_timeout: float = 60.0,
    **options: Any,
) -> Path:
    """Models along the penalty, each with its proven gap over all rows, and the choice of one. Two classes.

    Each point starts where the points before it lead, about two rounds a point; with ``folds`` those of all folds are
    learned in the same rounds. The result is the same for any number of partitions and workers.

    Parameters
    ----------
    X : dask array, dask data frame, or list of delayed partitions
    y : dask array, dask series, or list of delayed partitions
    sample_weight : as y, optional
    verbose, callback, checkpoint
        As in :class:`LogisticRegression`.
    client, worker_timeout
        The client (None: the current one), and seconds to wait for workers where none is left.
    **options
        Those of :func:`halfspace.path`: ``algorithm``, ``loss``, ``penalty``, ``points``, ``ratio``, ``lambdas``,
        ``Cs``, ``tol``, ``folds``, ``repeats``, ``seed``, ``metric``, ``choose``, ... Folds follow from the numbers of
        the rows, as those of :func:`cross_validate`.

    Returns
    -------
    halfspace.selection.Path
        As of :func:`halfspace.path`; ``result["cluster"]`` has rounds and bytes.

    Raises
    ------
    ValueError
        Options that do not go together, other than two classes, rows that do not fit.
    """
    chosen = path_options(options)
    parts = parts_of(X, y, sample_weight)
    engine = DaskEngine(client_of(client), parts, worker_timeout, checkpoint is not None)
    try:
        facts = engine.facts()
        check_facts(facts)
        return walk(engine, chosen, facts, Running("path", verbose, callback, checkpoint))
    finally:
        engine.close()
