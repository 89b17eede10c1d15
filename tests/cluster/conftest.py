"""What tests of clusters share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


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
