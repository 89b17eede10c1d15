"""Estimators on Dask collections."""

from __future__ import annotations

import math
from typing import Any

import dask.array as da
from distributed import Client

from halfspace._cluster import learn
from halfspace._cluster_learners import ClusterLearner, LogisticLearner, PerceptronLearner, SupportLearner
from halfspace._cluster_shards import check_driver_memory, check_facts
from halfspace.dask._engine import DaskEngine
from halfspace.dask._lazy import lazily
from halfspace.dask._partitions import parts_of
from halfspace.dask._workers import client_of


class DaskLearner(ClusterLearner):
    """Fits by questions to shards on the workers; predicts lazily.

    Attributes
    ----------
    client : distributed.Client or None
        The client of fits; None: the current one.
    worker_timeout : float
        Seconds to wait for workers where none is left.
    """

    client: Client | None = None
    worker_timeout: float = 60.0

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Any:
        """Learns from rows where they are.

        Parameters
        ----------
        X : dask array, dask data frame, or list of delayed partitions
        y : dask array, dask series, or list of delayed partitions
            A label a row, in as many partitions.
        sample_weight : as y, optional
            From 0; 0 leaves a row out.

        Raises
        ------
        ValueError
            Rows or partitions that do not fit, with the number of the partition, from 0, and its row and column.
        ConnectionError
            All workers or the scheduler are lost; a checkpoint keeps the rounds before.
        """
        parts = parts_of(X, y, sample_weight)
        options, of_many, running = self._options(), self._of_many(), self._running()
        if isinstance(X, da.Array) and not math.isnan(X.shape[1]):
            check_driver_memory(int(X.shape[1]))
        engine = DaskEngine(client_of(self.client), parts, self.worker_timeout, running.checkpoint is not None)
        try:
            facts = engine.facts()
            check_facts(facts)
            check_driver_memory(max(fact.cols for fact in facts))
            self._take(learn(engine, options, facts, running, of_many), facts)
        finally:
            engine.close()
        return self

    def predict(self, X: Any) -> Any:
        """The class of each row: lazily of what is lazy, in the container's own kind."""
        return lazily(self._fitted(), "predict", X, self._classes_of_model(), None)

    def decision_function(self, X: Any) -> Any:
        """Scores of rows: one a row for two classes (classes_[1] from 0 on), else one a class."""
        several = None if len(self._fitted().classes) == 2 else len(self.classes_)
        return lazily(self._fitted(), "decision_function", X, None, several, order=self._order)

    def score(self, X: Any, y: Any) -> float:
        """The share of rows that are predicted right."""
        from halfspace.dask._evaluation import evaluate

        return float(evaluate(self, X, y)["accuracy"])

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "client"}


class LogisticRegression(DaskLearner, LogisticLearner):
    """Logistic regression on a Dask cluster, with a proven duality gap.

    Minimises C Σ log(1 + exp(-y_i (w.x_i + b))) + penalty(w), as :class:`halfspace.LogisticRegression` does.

    Parameters
    ----------
    penalty : {"l2", "l1", "elasticnet"}, default="l2"
        With "l2" and ``l1_ratio`` above 0 it is the elastic net, with 1 L1, as in scikit-learn 1.8.
    C : float in (0, inf), default=1.0
    l1_ratio : float in [0, 1], default=0.0
        Share of L1 in the elastic net.
    tol : float, default=1e-6
        The fit ends when the duality gap is at most ``tol`` times the objective.
    fit_intercept : bool, default=True
    scale : {"standard", "minmax", "max-norm"}, optional
        Columns are scaled by numbers that are found over all partitions first; ``coef_`` is in original units. Workers
        hold the scaled rows beside their own, dense ones with "standard" and "minmax". Not with ``calibrate``, nor in
        ``cross_validate``: each fold's model would have its own.
    max_iter : int, optional
        Most rounds; None: no cap.
    multi_class : {"multinomial", "ovr"}, optional
        Three classes or more: softmax, which has the penalty "l2", or an objective a class; None: softmax with "l2",
        else an objective a class.
    calibrate : {"auto", "platt", "temperature"}, optional
        Fit probabilities to the scores of rows held out: Platt's sigmoid for two classes, a temperature for more.
    calibrate_folds : int in 2..1000, default=5
        Models of the folds are learned in the same rounds.
    verbose : int, default=0
        1: rounds, objective and gap while it learns.
    callback : callable, optional
        Called after each round with a dict of rounds, objective and gap; False ends the fit (KeyboardInterrupt).
    checkpoint : path, optional
        A file that keeps the run after each round; a fit that finds it goes on there, to the same bits. It is removed
        when the fit is done.

    Attributes
    ----------
    coef_ : ndarray of shape (1, n_features) or (n_classes, n_features)
    intercept_ : ndarray of shape (1,) or (n_classes,)
    classes_ : ndarray of shape (n_classes,)
    n_features_in_, feature_names_in_
    objective_, dual_gap_ : float
        The objective is at most ``dual_gap_`` above its optimum, over all partitions.
    rounds_ : int
        Questions that went to the workers.
    model_ : Model
    report_ : dict
    """

    def predict_proba(self, X: Any) -> Any:
        """Probabilities of the classes, of shape (n, n_classes)."""
        return lazily(self._fitted(), "predict_proba", X, None, len(self.classes_), order=self._order)


class LinearSVC(DaskLearner, SupportLearner):
    """Linear support vector machine on a Dask cluster, with a proven duality gap.

    Parameters
    ----------
    loss : {"squared_hinge", "hinge", "modified_huber"}, default="squared_hinge"
        Penalties "l1" and "elasticnet" need one of the smooth ones.
    bias : {"augmented", "free"}, default="augmented"
        Whether the intercept is penalised.
    penalty, C, l1_ratio, tol, fit_intercept, scale, max_iter, calibrate, calibrate_folds, verbose, callback, checkpoint
        As in :class:`LogisticRegression`, and the attributes.
    """

    def predict_proba(self, X: Any) -> Any:
        """Probabilities of the classes, of shape (n, n_classes). Error (ValueError): not fitted with ``calibrate``."""
        if not self._fitted()._classifier.has_probabilities:
            raise ValueError("this LinearSVC has no probabilities; calibrate='auto' gives it some")
        return lazily(self._fitted(), "predict_proba", X, None, len(self.classes_), order=self._order)


class Perceptron(DaskLearner, PerceptronLearner):
    """Rosenblatt's perceptron on a Dask cluster: the updates of one machine, in the order of the partitions.

    The weights travel from partition to partition, one after another, so more workers give room and not speed, unless
    ``mixing_blocks`` is given.

    Parameters
    ----------
    preset : {"cyclic", "zero-one", "delta", "averaged", "margin", "passive-aggressive"}, default="cyclic"
    mixing_blocks : int, optional
        Visit so many blocks of consecutive rows apart, from the same weights, and go on with the mean of theirs after
        each pass: iterative parameter mixing (McDonald, Hall, Mann 2010). Blocks are of the numbers of the rows, so
        that partitions do not change the result. On separable rows the updates are at most ``mixing_blocks`` R²/γ².
    max_iter : int, optional
        Most passes over the rows; None: one. A pass without a mistake ends the presets that wait for one.
    fit_intercept, scale, verbose, callback, checkpoint
        As in :class:`LogisticRegression`, and the attributes.
    """
