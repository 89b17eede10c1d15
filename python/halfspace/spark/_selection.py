"""Cross-validation and paths over the rows of a data frame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from halfspace import _core
from halfspace._cluster import Running
from halfspace._cluster_selection import chains_of, models_of, path_options, validate, walk
from halfspace._running import Callback
from halfspace.selection import CrossValidation, Path
from halfspace.spark._columns import Columns, numbers_of
from halfspace.spark._engine import SparkEngine


def cross_validate(
    estimator: Any,
    frame: Any,
    *,
    folds: int = 5,
    repeats: int = 1,
    seed: int = 0,
    metric: str | Sequence[str] | None = None,
) -> CrossValidation:
    """How an estimator does on rows held out: all folds are learned in the same jobs.

    Parameters
    ----------
    estimator : halfspace.spark.LogisticRegression or halfspace.spark.LinearSVC
        Its columns, its settings, its callback and checkpoint count.
    frame : pyspark.sql.DataFrame
    folds, repeats, seed, metric
        As in :func:`halfspace.dask.cross_validate`.

    Returns
    -------
    halfspace.selection.CrossValidation
        As of :func:`halfspace.dask.cross_validate`.

    Raises
    ------
    ValueError
        Options that do not go together, rows that do not fit, a fold that holds no row of some class.
    """
    learner = estimator._learner()
    options = learner._fold_options(folds, repeats, seed, metric)
    _core.Driver.begin_folds(options)  # what does not go together is told before rows are read
    running = learner._running()._replace(name="cross_validate")
    with SparkEngine(frame, estimator._columns(train=True), models_of(options)) as engine:
        found = validate(engine, options, engine.facts, running, learner._of_many())
        found.members["cluster"].update(engine.reading())
        return found


def path(
    frame: Any,
    *,
    featuresCol: str = "features",
    featureCols: Sequence[str] | None = None,
    labelCol: str = "label",
    weightCol: str | None = None,
    reader: str = "auto",
    verbose: int = 0,
    callback: Callback | None = None,
    checkpoint: Any = None,
    **options: Any,
) -> Path:
    """Models along the penalty, each with its proven gap over all rows, and the choice of one. Two classes.

    Parameters
    ----------
    frame : pyspark.sql.DataFrame
    featuresCol, featureCols, labelCol, weightCol, reader, verbose, callback, checkpoint
        As parameters of :class:`LogisticRegression`.
    **options
        Those of :func:`halfspace.path`, as in :func:`halfspace.dask.path`.

    Returns
    -------
    halfspace.selection.Path
        As of :func:`halfspace.dask.path`.

    Raises
    ------
    ValueError
        Options that do not go together, other than two classes, rows that do not fit.
    """
    chosen = path_options(options)
    columns = Columns(featuresCol, numbers_of(featureCols), labelCol, weightCol, reader)
    with SparkEngine(frame, columns, chains_of(chosen)) as engine:
        found = walk(engine, chosen, engine.facts, Running("path", verbose, callback, checkpoint))
        found.members["cluster"].update(engine.reading())
        return found
