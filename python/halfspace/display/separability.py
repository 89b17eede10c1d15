"""Two classes in the plane: their hulls, and a separator or the point that both hulls hold."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np

from halfspace.display import _drawing as draw
from halfspace.separation import Verdict, separate
from halfspace.training import train


class SeparabilityDisplay:
    """Why two classes of two features are, or are not, linearly separable.

    Both classes' points and hulls are drawn. Separable: the separator of the largest margin, the margin, and the rows
    on it. Else: the rows of the witness, and the point that both hulls hold.

    Parameters
    ----------
    points : ndarray of shape (n, 2)
    labels : ndarray of shape (n,)
    names : list of str
        Of the two columns.
    verdict : Verdict
    separator : (ndarray of shape (2,), float), optional
        w and b of the separator of the largest margin, scaled so that the closest rows have scores of -1 and 1.
    line : (ndarray of shape (2,), float), optional
        w and b of an estimator, drawn beside.

    Attributes
    ----------
    ax_ : matplotlib Axes
    figure_ : matplotlib Figure

    Examples
    --------
    >>> import halfspace
    >>> xor = halfspace.SeparabilityDisplay.from_data([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0])
    >>> xor.verdict.verdict
    'overlapping'
    """

    def __init__(
        self,
        points: draw.Floats,
        labels: Any,
        names: list[str],
        verdict: Verdict,
        *,
        separator: tuple[draw.Floats, float] | None = None,
        line: tuple[draw.Floats, float] | None = None,
    ) -> None:
        self.points = points
        self.labels = labels
        self.names = names
        self.verdict = verdict
        self.separator = separator
        self.line = line

    @classmethod
    def from_data(cls, X: Any, y: Any, *, ax: Any = None, line: Any = None, **options: Any) -> SeparabilityDisplay:
        """Asks :func:`halfspace.separate` and draws its answer.

        Parameters
        ----------
        X : array-like or table of shape (n, 2)
        y : array-like of shape (n,)
            Labels of two classes.
        ax : matplotlib Axes, optional
        line : (w, b), optional
            Another line to draw.
        **options
            Those of :func:`halfspace.separate`.

        Raises
        ------
        ValueError
            Other than two columns or two classes.
        """
        points, names = draw.two_columns(X, cls.__name__)
        labels = draw.one_dimensional(y, len(points))
        draw.two_classes(labels, cls.__name__)
        verdict = separate(X, labels, **options)
        best = widest(points, labels) if verdict.separable else None
        return cls(points, labels, names, verdict, separator=best, line=line).plot(ax=ax)

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: Any, *, ax: Any = None, **options: Any) -> SeparabilityDisplay:
        """:meth:`from_data` with the boundary of a fitted linear estimator beside.

        Parameters
        ----------
        estimator : fitted, with ``coef_`` of shape (1, 2) and ``intercept_``
        X, y, ax, **options
            As in :meth:`from_data`.

        Raises
        ------
        ValueError
            Other than two features and two classes.
        sklearn.exceptions.NotFittedError
            An estimator that is not fitted.
        """
        draw.classes_of(estimator)
        coef = np.asarray(estimator.coef_, np.float64)
        if coef.shape != (1, 2):
            raise ValueError(
                f"coef_ has shape {coef.shape}; SeparabilityDisplay draws an estimator of two features: (1, 2)"
            )
        line = (coef[0], float(np.ravel(estimator.intercept_)[0]))
        return cls.from_data(X, y, ax=ax, line=line, **options)

    def plot(self, ax: Any = None) -> SeparabilityDisplay:
        """Draws into ``ax``, or into a new figure."""
        self.ax_ = ax = draw.axes(ax)
        self.figure_ = ax.figure
        classes = np.unique(self.labels)
        for k, label in enumerate(classes):
            self._hull(self.points[self.labels == label], draw.COLOURS[k])
        draw.scatter(ax, self.points, self.labels, classes)
        if self.separator is not None:
            self._margin(*self.separator)
        elif self.verdict.witness:
            self._witness()
        if self.line is not None:
            draw.draw_line(ax, *self.line, color=draw.COLOURS[3], linewidth=1.6, linestyle="-.", zorder=2)
            ax.plot([], [], color=draw.COLOURS[3], linewidth=1.6, linestyle="-.", label="estimator")
        draw.name_axes(ax, self.names, draw.limits(self.points))
        ax.set_title(self._title(), loc="left", fontsize="medium")
        draw.legend(ax)
        return self

    def _title(self) -> str:
        if self.separator is None:
            return self.verdict.verdict
        return f"{self.verdict.verdict}, margin {1 / math.sqrt(float(self.separator[0] @ self.separator[0])):.4g}"

    def _hull(self, points: draw.Floats, colour: str) -> None:
        corners = draw.hull(points)
        self.ax_.fill(corners[:, 0], corners[:, 1], facecolor=colour, alpha=0.13, zorder=1)
        self.ax_.fill(corners[:, 0], corners[:, 1], facecolor="none", edgecolor=colour, linewidth=1.0, zorder=1)

    def _rings(self, rows: Any, label: str) -> None:
        x = self.points[rows]
        ring = {"s": 110, "facecolor": "none", "edgecolor": draw.INK, "linewidth": 1.4}
        self.ax_.scatter(x[:, 0], x[:, 1], zorder=4, label=label, **ring)

    def _margin(self, w: draw.Floats, b: float) -> None:
        draw.draw_line(self.ax_, w, b, color=draw.INK, linewidth=1.8, zorder=2)
        for score in (-1.0, 1.0):
            draw.draw_line(self.ax_, w, b, score, color=draw.INK, linewidth=1.0, linestyle="--", zorder=2)
        self.ax_.plot([], [], color=draw.INK, linewidth=1.8, label="separator")
        self.ax_.plot([], [], color=draw.INK, linewidth=1.0, linestyle="--", label="margin")
        scores = np.abs(self.points @ w + b)
        self._rings(np.flatnonzero(scores <= 1 + 1e-4), "row on the margin")

    def _witness(self) -> None:
        self._rings([row for row, _ in self.verdict.witness], "row of the witness")
        shared = self.verdict.report.get("common_point")
        if shared:
            x = [float(Fraction(v)) for v in shared[:2]]
            look = {"s": 150, "color": draw.COLOURS[4], "edgecolor": "white", "linewidth": 0.8, "marker": "*"}
            self.ax_.scatter(*x, zorder=5, label="point of both hulls", **look)


def widest(points: draw.Floats, labels: Any) -> tuple[draw.Floats, float]:
    """w and b of the separator of the largest margin: the hard-margin support vector machine."""
    model = train(points, labels, algorithm="svm", loss="hinge", C=math.inf, bias="free", tol=1e-9).model
    return model.weights[0], float(model.bias[0])
