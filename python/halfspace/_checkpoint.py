"""Checkpoints of a run on a cluster: one line of JSON, then the state of the optimiser.

    {"format": "halfspace-checkpoint/2", "version": ..., "options": [[name, value], ...], "partitions": p, "rows": n,
     "cols": d, "data": [a digest of each partition, ...], "bytes": of the state, "sha256": of the state}

A digest is of the rows of a partition in their order, with labels, weights and names of columns: the updates of a
perceptron, samples and folds go by the order of the rows.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from halfspace import _core
from halfspace._options import Options

FORMAT = "halfspace-checkpoint/2"
BEFORE = "halfspace-checkpoint/1"  # did not know the order of rows, nor which label belongs to which


class Checkpoint:
    """The file that keeps a run, or none where no path is given."""

    def __init__(self, path: str | os.PathLike[str] | None, options: Options, facts: Sequence[Any]) -> None:
        self.path = None if path is None else Path(path)
        self.run: dict[str, Any] = {
            "version": _core.version,
            "options": [list(option) for option in options],
            "partitions": len(facts),
            "rows": sum(fact.rows for fact in facts),
            "cols": max(fact.cols for fact in facts),
            "data": [fact.digest for fact in facts],
        }

    def resumed(self) -> _core.Driver | None:
        """The optimiser where the file left it; None where there is no file. Errors: ValueError (damaged, or of another
        run: options, rows, their order or version), OSError."""
        if self.path is None or not self.path.exists():
            return None
        header, state = self._read(self.path)
        for name, mine in self.run.items():
            theirs = header.get(name)
            if theirs != mine and name == "data":
                raise self._of_other_rows(theirs)
            if theirs != mine:
                raise ValueError(
                    f"{self.path}: a checkpoint of another run, with {name} {theirs}; this one has {mine}: "
                    "give another path, or remove the file"
                )
        return _core.Driver.resume(state)

    def _of_other_rows(self, theirs: Any) -> ValueError:
        place = next(
            (k for k, pair in enumerate(zip(theirs or [], self.run["data"], strict=False)) if pair[0] != pair[1]), 0
        )
        return ValueError(
            f"{self.path}: a checkpoint of another run: partition {place} has other rows, labels, weights or names of "
            "columns, or the same in another order; fit the same rows in their order, give another path, or remove the "
            "file"
        )

    def _read(self, path: Path) -> tuple[dict[str, Any], bytes]:
        line, _, state = path.read_bytes().partition(b"\n")
        try:
            header = json.loads(line)
        except ValueError:
            header = None
        if isinstance(header, dict) and header.get("format") == BEFORE:
            raise ValueError(
                f"{path}: a checkpoint of an earlier halfspace, which does not say which rows it is of; remove the "
                "file to begin anew"
            )
        if not isinstance(header, dict) or header.get("format") != FORMAT:
            raise ValueError(f"{path}: no checkpoint of halfspace; give the path of one, or of a new file")
        if header.get("bytes") != len(state) or header.get("sha256") != hashlib.sha256(state).hexdigest():
            raise ValueError(f"{path}: a damaged checkpoint; remove the file to begin anew")
        return header, state

    def write(self, driver: _core.Driver) -> None:
        """Replaces the file in one step. Error: OSError."""
        if self.path is None:
            return
        state = driver.state()
        sums = {"bytes": len(state), "sha256": hashlib.sha256(state).hexdigest()}
        line = json.dumps({"format": FORMAT, **self.run, **sums}).encode()
        fresh = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        try:
            with fresh.open("wb") as out:
                out.write(line + b"\n" + state)
                out.flush()
                os.fsync(out.fileno())
            fresh.replace(self.path)
        except BaseException:
            fresh.unlink(missing_ok=True)
            raise

    def remove(self) -> None:
        """The run is over."""
        if self.path is not None:
            self.path.unlink(missing_ok=True)

    @contextmanager
    def named_in_errors(self) -> Iterator[None]:
        """Where workers are lost, says how to go on."""
        try:
            yield
        except ConnectionError as error:
            raise ConnectionError(f"{error}{self.where()}") from error

    def where(self) -> str:
        """For messages: where the run can be taken up."""
        return (
            ""
            if self.path is None or not self.path.exists()
            else f"; fit again with checkpoint={str(self.path)!r} to go on"
        )
