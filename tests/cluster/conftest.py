"""What tests of clusters share: a test that hangs fails."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

SECONDS = 300


@pytest.fixture(autouse=True)
def no_hang() -> Iterator[None]:
    def late(*_: Any) -> None:
        pytest.fail(f"the test ran for {SECONDS} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(SECONDS)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture(scope="class")
def client() -> Iterator[Any]:
    """A Dask of two workers."""
    pytest.importorskip("distributed")
    from dask_help import cluster

    with cluster(2) as client:
        yield client


@pytest.fixture(scope="session")
def spark_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the local disks of Spark's executors lie."""
    return tmp_path_factory.mktemp("spark")


@pytest.fixture(scope="session")
def spark(spark_folder: Path) -> Iterator[Any]:
    """A Spark of two executors."""
    from spark_help import spark_of_two

    with spark_of_two(spark_folder) as session:
        yield session
