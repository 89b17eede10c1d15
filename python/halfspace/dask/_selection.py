"""Cross-validation on a Dask cluster."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from halfspace import _core
from halfspace._cluster import check_driver_memory, check_facts, models_of, validate
from halfspace.dask._engine import DaskEngine
from halfspace.dask._partitions import parts_of
from halfspace.dask._workers import client_of
from halfspace.selection import CrossValidation


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
    engine = DaskEngine(client_of(estimator.client), parts, estimator.worker_timeout)
    try:
        facts = engine.facts()
        check_facts(facts)
        check_driver_memory(max(fact.cols for fact in facts), models=models_of(options))
        return validate(engine, options, facts, running, estimator._of_many())
    finally:
        engine.close()
