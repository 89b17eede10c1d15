"""What tests of clusters share: a test that hangs fails."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from typing import Any

import pytest

SECONDS = 180


@pytest.fixture(autouse=True)
def no_hang() -> Iterator[None]:
    def late(*_: Any) -> None:
        pytest.fail(f"the test ran for {SECONDS} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(SECONDS)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
