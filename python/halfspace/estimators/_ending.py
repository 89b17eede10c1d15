"""What is said of a run that ended before its answer."""

from __future__ import annotations

from halfspace import _core
from halfspace._running import reason_of
from halfspace.exceptions import convergence_warning, warn_caller

UNFINISHED = ("not-converged", "timeout", "interrupted")


class Ending:
    """The warning about a run that did not come to its answer."""

    def _warn_of(self, training: _core.Training) -> None:
        """Warns where the run ended before its answer."""
        if training.status in UNFINISHED or (training.status == "rounds" and self._rounds_are_a_cap()):
            warn_caller(convergence_warning(self._not_converged(training), training.gap))

    def _not_converged(self, training: _core.Training) -> str:
        gap = "" if training.gap is None else f" The objective is at most {training.gap:.3g} above its optimum."
        return f"{training.status}: {reason_of(training.stop_reason)}.{gap} {self._remedy}"

    def _rounds_are_a_cap(self) -> bool:
        """Rounds end a perceptron, gd and sgd as they should; other solvers wait for the gap."""
        return hasattr(self, "tol") and getattr(self, "solver", "auto") not in ("gd", "sgd")

    _remedy = "Raise max_iter or time_limit, or scale the data (sklearn.preprocessing.StandardScaler)."
