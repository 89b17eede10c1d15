"""Warnings of the package. Errors are ValueError, TypeError, OSError and KeyboardInterrupt."""

from __future__ import annotations

from typing import Any


def convergence_warning(message: str, gap: float | None) -> Warning:
    """A scikit-learn ConvergenceWarning where scikit-learn is loaded, else a UserWarning; ``gap`` is how far the
    objective may be above its optimum."""
    try:
        from sklearn.exceptions import ConvergenceWarning as Base
    except ImportError:  # pragma: no cover - functions run without scikit-learn
        Base = UserWarning
    warning: Any = Base(message)
    warning.gap = gap
    return warning  # type: ignore[no-any-return]
