"""Warnings of the package. Errors are ValueError, TypeError, OSError and KeyboardInterrupt."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
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


def nothing_to_keep(*, by_callback: bool) -> Exception:
    """The error of a run that was ended before it had a model, in the core's words."""
    if by_callback:
        return RuntimeError("the callback ended the run before there was anything to keep")
    return TimeoutError("the time limit was reached before there was anything to keep; give more time_limit")


@contextmanager
def errors_of_file(path: str | os.PathLike[str]) -> Iterator[None]:
    """Where the core could not read a file, the system's own error: FileNotFoundError, PermissionError, ..."""
    try:
        yield
    except OSError:
        with open(path, "rb"):
            pass
        raise


def warn_caller(warning: Warning) -> None:
    """Warns about the line that called the package, however deep in it the warning is given."""
    level = 1
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(PACKAGE):
        level, frame = level + 1, frame.f_back
    warnings.warn(warning, stacklevel=level + 1)
