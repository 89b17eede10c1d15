"""How a run shows its progress and is ended from outside."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

Callback = Callable[[Mapping[str, Any]], object]
SECONDS_BETWEEN_LINES = 2.0


def line_of(seen: Mapping[str, Any]) -> str:
    """One line about where a run is."""
    parts = []
    if seen["fits"]:
        parts.append(f"{seen['fits_done']} of {seen['fits']} fits")
    for name in ("rounds", "passes", "visits", "updates"):
        if seen.get(name):
            parts.append(f"{seen[name]} {name}")
    for name in ("objective", "gap"):
        if seen[name] is not None:
            parts.append(f"{name} {seen[name]:.6g}")
    return ", ".join(parts) or "running"


class _Lines:
    """A line on standard error every two seconds."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.last = 0.0

    def show(self, seen: Mapping[str, Any]) -> None:
        now = time.monotonic()
        if now - self.last >= SECONDS_BETWEEN_LINES:
            self.last = now
            print(f"{self.what}: {line_of(seen)}, {seen['seconds']:.1f} s", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Lines stay as they are."""


class _Bar:
    """A bar by tqdm, which knows terminals and notebooks."""

    def __init__(self, what: str, tqdm: Any) -> None:
        self.bar = tqdm(total=100, desc=what, unit="%", leave=True, bar_format="{l_bar}{bar}| {elapsed} {postfix}")

    def show(self, seen: Mapping[str, Any]) -> None:
        fraction = seen["fraction"]
        if fraction is None and seen["fits"]:
            fraction = seen["fits_done"] / seen["fits"]
        if fraction is not None:
            self.bar.n = round(100 * fraction)
        self.bar.set_postfix_str(line_of(seen))

    def close(self) -> None:
        self.bar.close()


def _shown_as(what: str) -> _Lines | _Bar:
    notebook = "ipykernel" in sys.modules
    if notebook or sys.stderr.isatty():
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return _Lines(what)
        return _Bar(what, tqdm)
    return _Lines(what)


def _is_false(answer: object) -> bool:
    """Python's False or NumPy's; None is no answer."""
    return isinstance(answer, bool | np.bool_) and not answer


def reason_of(stop_reason: str) -> str:
    """Why a run stopped: from outside it is ended by a callback alone, as a signal is an exception here."""
    return stop_reason.replace("by a signal (Ctrl-C or SIGTERM)", "by the callback")


class Watch:
    """What the core calls while it computes: shows progress, asks the callback.

    Parameters
    ----------
    what : str
        Name of the run.
    verbose : bool or int
        Truthy: a progress bar in terminals and notebooks (with tqdm), else a line every two seconds.
    callback : callable, optional
        Called with a dict of ``visits``, ``passes``, ``updates``, ``fraction``, ``objective``, ``gap``, ``fits_done``,
        ``fits`` and ``seconds``, at least twice a second; False ends the run, which keeps what it has, or
        raises RuntimeError where there is nothing yet. ``ended`` is then True.
    """

    def __init__(self, what: str, verbose: Any = 0, callback: Callback | None = None) -> None:
        if callback is not None and not callable(callback):
            raise ValueError(f"callback is {callback!r}; expected a function of one argument, or None")
        self.what = what
        self.verbose = bool(verbose)
        self.callback = callback
        self.ended = False

    def __enter__(self) -> Callable[[Mapping[str, Any]], bool] | None:
        self.shown: _Lines | _Bar | None = None
        if not self.verbose and self.callback is None:
            return None
        return self._look

    def _look(self, seen: Mapping[str, Any]) -> bool:
        if self.verbose:
            if self.shown is None:
                self.shown = _shown_as(self.what)
            self.shown.show(seen)
        self.ended = self.ended or (self.callback is not None and _is_false(self.callback(seen)))
        return not self.ended

    def __exit__(self, *_: object) -> None:
        if self.shown is not None:
            self.shown.close()
