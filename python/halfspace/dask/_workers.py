"""The workers of a client: who is there, and what it means when they are not."""

from __future__ import annotations

import pydoc
import time
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError
from typing import Any

from distributed import Client, Future, get_client, wait

from halfspace import _core

POLL = 0.5  # seconds between looks at the workers
GATHERING = 30.0  # seconds until a result that was computed counts as lost


class Moved(Exception):
    """A worker that had tasks of this round is gone."""


def client_of(client: Client | None) -> Client:
    """The client given, else the current one. Errors: ValueError (none, or an asynchronous one)."""
    if client is None:
        try:
            client = get_client()
        except ValueError as error:
            raise ValueError("no Dask client: make one first, as distributed.Client(), or set .client") from error
    if client.asynchronous:
        raise ValueError("the Dask client is asynchronous; expected one of distributed.Client()")
    return client


class Workers:
    """Waits for workers and for what they compute, but not for ever."""

    def __init__(self, client: Client, timeout: float) -> None:
        self.client = client
        self.timeout = timeout

    def call(self, what: Callable[..., Any], *given: Any, **named: Any) -> Any:
        """Asks the scheduler. Error (ConnectionError): it is gone."""
        if self.client.status != "running":
            raise self._gone()
        try:
            return what(*given, **named)
        except (OSError, CancelledError) as error:
            raise self._gone() from error

    def present(self) -> set[str]:
        """Addresses of the workers, waiting for some. Error (ConnectionError): none came, or the scheduler is gone."""
        begin = time.monotonic()
        while not (workers := set(self.call(self.client.nthreads))):
            if time.monotonic() - begin > self.timeout:
                raise ConnectionError(
                    f"all workers are lost, and none came back within {self.timeout:g} s; start workers and fit again"
                )
            time.sleep(POLL)
        return workers

    def result(self, future: Future, needed: set[str]) -> Any:
        """Waits for a result. Errors: what its task raised, Moved (a needed worker is gone), ConnectionError."""
        while True:
            try:
                wait(future, timeout=POLL)  # not result(): its short timeouts may end in an UnboundLocalError of Dask
                return future.result(timeout=GATHERING)
            except CancelledError as error:
                raise self._cancelled() from error
            except TimeoutError:
                if not needed <= self.present():
                    raise Moved from None

    def holders(self, futures: Sequence[Future]) -> dict[str, list[Future]]:
        """Futures by the worker that holds them, once all are computed. Errors as for :meth:`result`."""
        while True:
            for future in futures:
                if future.status in ("error", "cancelled"):
                    self.result(future, set())
            places = self.call(self.client.who_has, list(futures))
            if all(places.get(future.key) for future in futures):
                break
            self.present()
            time.sleep(POLL / 10)
        out: dict[str, list[Future]] = {}
        for future in futures:
            out.setdefault(sorted(places[future.key])[0], []).append(future)
        return out

    def check_versions(self) -> None:
        """Error (ValueError): a worker without halfspace, or with another version."""
        self.present()
        found = self.call(self.client.run, pydoc.locate, "halfspace.__version__", on_error="return")
        for worker, version in found.items():
            if version != _core.version and not isinstance(version, OSError):  # OSError: the worker is leaving
                what = f"halfspace {version}" if isinstance(version, str) else "no halfspace"
                raise ValueError(f"worker {worker} has {what}, here is {_core.version}; install the same version there")

    def _gone(self) -> ConnectionError:
        return ConnectionError("the connection to the Dask scheduler is lost; make a new client and fit again")

    def _cancelled(self) -> ConnectionError:
        if self.client.status != "running":
            return self._gone()
        return ConnectionError(
            "Dask cancelled tasks: a worker took along data that cannot be computed again (scattered, or of another "
            "client); give X and y as collections that Dask can compute"
        )
