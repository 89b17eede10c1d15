"""Regions that a classifier predicts over two features."""

from __future__ import annotations

from typing import Any

import numpy as np

from halfspace.display import _drawing as draw


class BoundaryDisplay:
    """Where a fitted estimator of two features predicts which class.

    Parameters
    ----------
    xx0, xx1 : ndarray of shape (m, m)
        Coordinates of a grid.
    response : ndarray of shape (m, m)
        Number of the class predicted.
    depths : list of ndarray of shape (m, m)
        Of each class: above 0 where it is predicted, 0 at the boundary of its region.
    classes : ndarray
    names : list of str
        Of the two columns.
    points, labels, support : ndarray, optional
        Rows to draw, and the numbers of those to ring.

    Attributes
    ----------
    ax_ : matplotlib Axes
    figure_ : matplotlib Figure

    Examples
    --------
    >>> import halfspace
    >>> X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0]
    >>> model = halfspace.SVC(C=10).fit(X, y)
    >>> halfspace.BoundaryDisplay.from_estimator(model, X, y).response.shape
    (200, 200)
    """

    def __init__(
        self,
        *,
        xx0: draw.Floats,
        xx1: draw.Floats,
        response: Any,
        depths: list[draw.Floats],
        classes: Any,
        names: list[str],
        points: draw.Floats | None = None,
        labels: Any = None,
        support: Any = None,
    ) -> None:
        self.xx0, self.xx1 = xx0, xx1
        self.response = response
        self.depths = depths
        self.classes = classes
        self.names = names
        self.points = points
        self.labels = labels
        self.support = support

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: Any = None,
        *,
        grid_resolution: int = 200,
        eps: float = 0.08,
        support: bool = True,
        ax: Any = None,
    ) -> BoundaryDisplay:
        """Predicts on a grid around X and draws it.

        Parameters
        ----------
        estimator : any fitted classifier with ``predict`` and ``classes_``, or Model
        X : array-like or table of shape (n, 2)
        y : array-like of shape (n,), optional
            Labels of X, whose points are then drawn.
        grid_resolution : int, default=200
            Points of the grid along each axis.
        eps : float, default=0.08
            Room around X, as a share of its range.
        support : bool, default=True
            Whether rows in ``support_`` are ringed: X is then what the estimator was fitted on.
        ax : matplotlib Axes, optional

        Raises
        ------
        ValueError
            Other than two columns, labels that are no classes of the estimator.
        sklearn.exceptions.NotFittedError
            An estimator that is not fitted.
        """
        classes = draw.classes_of(estimator)
        points, names = draw.two_columns(X, cls.__name__)
        box = draw.limits(points, eps)
        xx0, xx1 = np.meshgrid(*(np.linspace(low, high, grid_resolution) for low, high in box))
        grid = draw.like(np.column_stack([xx0.ravel(), xx1.ravel()]), X)
        place = {label: k for k, label in enumerate(classes.tolist())}
        response = np.asarray([place[p] for p in np.asarray(estimator.predict(grid)).tolist()]).reshape(xx0.shape)
        depths = depths_of(estimator, grid, response, len(classes))
        rings = getattr(estimator, "support_", None) if support and y is not None else None
        if rings is not None and len(rings) and np.max(rings) >= len(points):
            rings = None  # other rows than those of the fit
        labels = None if y is None else draw.labels_of(y, len(points), classes)
        return cls(
            xx0=xx0,
            xx1=xx1,
            response=response,
            depths=depths,
            classes=classes,
            names=names,
            points=None if y is None else points,
            labels=labels,
            support=rings,
        ).plot(ax=ax)

    def plot(self, ax: Any = None) -> BoundaryDisplay:
        """Draws into ``ax``, or into a new figure."""
        self.ax_ = ax = draw.axes(ax)
        self.figure_ = ax.figure
        for k, depth in enumerate(self.depths):
            if (depth > 0).any():
                top = max(float(depth.max()), 1e-300)
                ax.contourf(self.xx0, self.xx1, depth, levels=[0.0, top], colors=[colour(k)], alpha=0.22, zorder=0)
            if depth.min() < 0 < depth.max():
                ax.contour(self.xx0, self.xx1, depth, levels=[0.0], colors=draw.INK, linewidths=1.4, zorder=1)
        if self.points is not None:
            draw.scatter(ax, self.points, self.labels, self.classes)
            self._support()
        else:
            for k, label in enumerate(self.classes):
                ax.fill([], [], facecolor=colour(k), alpha=0.35, label=f"{label}")
        box = ((self.xx0.min(), self.xx0.max()), (self.xx1.min(), self.xx1.max()))
        draw.name_axes(ax, self.names, box)
        draw.legend(ax)
        return self

    def _support(self) -> None:
        if self.support is None or self.points is None or not len(self.support):
            return
        x = self.points[self.support]
        ring = {"s": 95, "facecolor": "none", "edgecolor": draw.INK, "linewidth": 1.1}
        self.ax_.scatter(x[:, 0], x[:, 1], zorder=4, label="support vector", **ring)


def colour(k: int) -> str:
    """Of class k."""
    return draw.COLOURS[k % len(draw.COLOURS)]


def depths_of(estimator: Any, grid: Any, response: Any, classes: int) -> list[draw.Floats]:
    """Of each class its score less the best other one, where scores decide; else 1/2 in its region, -1/2 outside."""
    if hasattr(estimator, "decision_function"):
        scores = np.asarray(estimator.decision_function(grid), np.float64)
        if scores.ndim == 1 and classes == 2:
            scores = np.column_stack([-scores, scores]) / 2
        if scores.ndim == 2 and scores.shape[1] == classes:
            others = [np.delete(scores, k, axis=1).max(axis=1) for k in range(classes)]
            depths = [(scores[:, k] - others[k]).reshape(response.shape) for k in range(classes)]
            if all(((depth > 0) <= (response == k)).all() for k, depth in enumerate(depths)):
                return depths
    return [(response == k) - 0.5 for k in range(classes)]
