"""Warnings of the package. Errors are ValueError, TypeError, OSError and KeyboardInterrupt."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path
from typing import Any

PACKAGE = str(Path(__file__).parent)


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


def warn_caller(warning: Warning) -> None:
    """Warns about the line that called the package, however deep in it the warning is given."""
    level = 1
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(PACKAGE):
        level, frame = level + 1, frame.f_back
    warnings.warn(warning, stacklevel=level + 1)
