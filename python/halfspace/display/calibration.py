"""Reliability of probabilities."""

from __future__ import annotations

from typing import Any

import numpy as np

from halfspace.display import _drawing as draw


class CalibrationDisplay:
    """How often rows of a predicted probability are positive: a reliability diagram with intervals.

    Parameters
    ----------
    prob_pred, prob_true : ndarray of shape (n_bins,)
        Mean probability and share of positives of the bins that hold rows.
    counts : ndarray of int
        Rows of these bins.
    pos_label : label
    name : str, optional
        Entry of the legend.

    Attributes
    ----------
    ax_ : matplotlib Axes
    figure_ : matplotlib Figure

    Examples
    --------
    >>> import halfspace
    >>> display = halfspace.CalibrationDisplay.from_predictions([0, 0, 1, 1], [0.1, 0.1, 0.9, 0.9])
    >>> display.prob_true
    array([0., 1.])
    """

    def __init__(self, prob_pred: Any, prob_true: Any, counts: Any, pos_label: Any, name: str | None = None) -> None:
        self.prob_pred = prob_pred
        self.prob_true = prob_true
        self.counts = counts
        self.pos_label = pos_label
        self.name = name

    @classmethod
    def from_estimator(
        cls, estimator: Any, X: Any, y: Any, *, n_bins: int = 10, name: str | None = None, ax: Any = None
    ) -> CalibrationDisplay:
        """Probabilities of a fitted estimator.

        Parameters
        ----------
        estimator : fitted classifier of two classes with ``predict_proba``
        X, y : rows, best those that the fit did not see, and labels
        n_bins : int, default=10
        name : str, optional
            Entry of the legend; None: the estimator's class.
        ax : matplotlib Axes, optional

        Raises
        ------
        ValueError
            Other than two classes, labels that are none of them, or an estimator without probabilities.
        sklearn.exceptions.NotFittedError
            An estimator that is not fitted.
        """
        classes = draw.classes_of(estimator)
        if len(classes) != 2:
            raise ValueError(f"the estimator has {len(classes)} classes; CalibrationDisplay draws two")
        if not hasattr(estimator, "predict_proba"):
            raise ValueError(f"{type(estimator).__name__} has no predict_proba; halfspace.calibrate gives some")
        given = np.asarray(estimator.predict_proba(X))[:, 1]
        name = type(estimator).__name__ if name is None else name
        draw.labels_of(y, len(given), classes)
        return cls.from_predictions(y, given, pos_label=classes[1], n_bins=n_bins, name=name, ax=ax)

    @classmethod
    def from_predictions(
        cls,
        y_true: Any,
        y_prob: Any,
        *,
        pos_label: Any = None,
        n_bins: int = 10,
        name: str | None = None,
        ax: Any = None,
    ) -> CalibrationDisplay:
        """Probabilities of ``pos_label`` and labels.

        Parameters
        ----------
        y_true : array-like of shape (n,)
        y_prob : array-like of shape (n,)
            From 0 to 1.
        pos_label : label, optional
            None: the last in sorted order.
        n_bins : int, default=10
            Of equal width.
        name : str, optional
        ax : matplotlib Axes, optional
        """
        prob = np.asarray(y_prob, np.float64)
        labels = draw.one_dimensional(y_true, len(prob))
        if not ((prob >= 0) & (prob <= 1)).all():
            raise ValueError("y_prob holds a number that is not from 0 to 1; scores have to be calibrated first")
        if pos_label is None:
            pos_label = draw.two_classes(labels, cls.__name__)[1]
        bin_of = np.minimum((prob * n_bins).astype(np.int64), n_bins - 1)
        counts = np.bincount(bin_of, minlength=n_bins)
        held = counts > 0
        mean = np.bincount(bin_of, prob, n_bins)[held] / counts[held]
        share = np.bincount(bin_of, labels == pos_label, n_bins)[held] / counts[held]
        return cls(mean, share, counts[held], pos_label, name).plot(ax=ax)

    def plot(self, ax: Any = None) -> CalibrationDisplay:
        """Draws into ``ax``, or into a new figure; a second display may share the axes."""
        fresh = ax is None or not ax.has_data()
        self.ax_ = ax = draw.axes(ax, 7.0, 4.5)
        self.figure_ = ax.figure
        if fresh:
            ax.plot([0, 1], [0, 1], color=draw.MUTED, linestyle="--", linewidth=1.2, label="calibrated")
        drawn = sum(line.get_label() != "calibrated" for line in ax.get_lines() if not line.get_label().startswith("_"))
        low, high = wilson(self.prob_true, self.counts)
        look = {"color": draw.COLOURS[drawn % 8], "marker": draw.MARKERS[drawn % 8], "linewidth": 1.6, "markersize": 5}
        ax.plot(self.prob_pred, self.prob_true, label=self.name or "model", zorder=3, **look)
        ax.vlines(self.prob_pred, low, high, color=look["color"], alpha=0.45, linewidth=3.0, zorder=2)
        ax.set(xlabel=f"mean probability of {self.pos_label}", ylabel=f"share of {self.pos_label}")
        ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), box_aspect=1)
        ax.set_title("bars: 95 % intervals (Wilson)", loc="left", fontsize="medium")
        draw.legend(ax)
        return self


def wilson(share: draw.Floats, counts: Any, z: float = 1.959964) -> tuple[draw.Floats, draw.Floats]:
    """Wilson's interval (1927) of a share of ``counts`` rows."""
    n = np.asarray(counts, np.float64)
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * np.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return middle - half, middle + half
