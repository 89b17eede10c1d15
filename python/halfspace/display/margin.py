"""Histogram of margins."""

from __future__ import annotations

from typing import Any

import numpy as np

from halfspace.display import _drawing as draw


class MarginDisplay:
    """How far rows are on their right side: a histogram of y f(x), y of -1 and 1, f the score.

    Of linear classifiers f(x) = w.x + b. Rows below 0 are mistakes. Support rows, where known, are marked below the
    bars.

    Parameters
    ----------
    margins : ndarray of shape (n,)
    labels : ndarray of shape (n,)
    classes : ndarray of shape (2,)
    support : ndarray of int, optional

    Attributes
    ----------
    ax_ : matplotlib Axes
    figure_ : matplotlib Figure

    Examples
    --------
    >>> import halfspace
    >>> display = halfspace.MarginDisplay.from_predictions(["no", "no", "yes"], [-2.0, 0.5, 1.0])
    >>> display.margins
    array([ 2. , -0.5,  1. ])
    """

    def __init__(self, margins: draw.Floats, labels: Any, classes: Any, support: Any = None) -> None:
        self.margins = margins
        self.labels = labels
        self.classes = classes
        self.support = support

    @classmethod
    def from_estimator(
        cls, estimator: Any, X: Any, y: Any, *, bins: int = 30, support: bool = True, ax: Any = None
    ) -> MarginDisplay:
        """Margins of rows by a fitted estimator.

        Parameters
        ----------
        estimator : fitted classifier of two classes with ``decision_function``
        X, y : rows and labels
        bins : int, default=30
        support : bool, default=True
            Whether rows in ``support_`` are marked: X is then what the estimator was fitted on.
        ax : matplotlib Axes, optional

        Raises
        ------
        ValueError
            Other than two classes.
        sklearn.exceptions.NotFittedError
            An estimator that is not fitted.
        """
        classes = draw.classes_of(estimator)
        if len(classes) != 2:
            raise ValueError(f"the estimator has {len(classes)} classes; MarginDisplay draws two")
        scores = np.asarray(estimator.decision_function(X), np.float64)
        rows = getattr(estimator, "support_", None) if support else None
        if rows is not None and len(rows) and np.max(rows) >= len(scores):
            rows = None  # other rows than those of the fit
        return cls._of(y, scores, classes, rows, bins=bins, ax=ax)

    @classmethod
    def from_predictions(
        cls, y_true: Any, scores: Any, *, pos_label: Any = None, bins: int = 30, ax: Any = None
    ) -> MarginDisplay:
        """Margins of rows by their scores.

        Parameters
        ----------
        y_true : array-like of shape (n,)
        scores : array-like of shape (n,)
            Above 0 for ``pos_label``.
        pos_label : label, optional
            None: the last in sorted order.
        bins : int, default=30
        ax : matplotlib Axes, optional
        """
        scores = np.asarray(scores, np.float64)
        classes = draw.two_classes(np.asarray(y_true), cls.__name__)
        if pos_label is not None:
            if pos_label not in classes:
                raise ValueError(f"pos_label is {pos_label!r}; expected one of {classes.tolist()}")
            classes = np.asarray([*classes[classes != pos_label], pos_label])
        return cls._of(y_true, scores, classes, None, bins=bins, ax=ax)

    @classmethod
    def _of(cls, y: Any, scores: draw.Floats, classes: Any, support: Any, *, bins: int, ax: Any) -> MarginDisplay:
        labels = draw.labels_of(y, len(scores), classes)
        return cls(np.where(labels == classes[1], scores, -scores), labels, classes, support).plot(ax=ax, bins=bins)

    def plot(self, ax: Any = None, *, bins: int = 30) -> MarginDisplay:
        """Draws into ``ax``, or into a new figure."""
        self.ax_ = ax = draw.axes(ax)
        self.figure_ = ax.figure
        groups = [self.margins[self.labels == label] for label in self.classes]
        names = [f"{label}" for label in self.classes]
        ax.hist(groups, bins=bins, stacked=True, color=draw.COLOURS[:2], label=names, edgecolor="white", linewidth=0.5)
        ax.axvline(0.0, color=draw.INK, linewidth=1.6, label="boundary")
        mistakes = int((self.margins <= 0).sum())
        if self.support is not None and len(self.support):
            self._rug()
        ax.set(xlabel="margin y f(x)", ylabel="rows")
        count = f"{mistakes} of {len(self.margins)} rows at or below 0"
        ax.set_title(count, loc="left", fontsize="medium")
        draw.legend(ax)
        return self

    def _rug(self) -> None:
        """A tick for each support row below the axis, and room for it."""
        top = self.ax_.get_ylim()[1]
        x = self.margins[self.support]
        look = {"marker": "|", "s": 90, "color": draw.COLOURS[4], "linewidth": 1.0, "zorder": 4}
        self.ax_.scatter(x, np.full(len(x), -0.045 * top), label=f"{len(x)} support rows", **look)
        self.ax_.set_ylim(-0.09 * top, top)
        self.ax_.set_yticks([t for t in self.ax_.get_yticks() if 0 <= t <= top])
