"""Partitions of a cluster: the Shard that the core makes of one, what is known of it, whether they fit together.

Shard.of(X, y, number, weights) takes rows of any container of halfspace._rows and labels; it pickles as the bytes of
the core's shard, so that an engine may move it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from halfspace import _core
from halfspace._digest import digest_of
from halfspace._labels import Coded, encode, text_of_label
from halfspace._rows import Prepared, prepare, weights_of

LABEL_KINDS = {"b": "truth values", "i": "whole numbers", "u": "whole numbers", "f": "numbers", "U": "texts"}
MOST_CLASSES = 1 << 15
VECTORS_OF_SCALE = 14  # ranges, shifts, factors, and what is known of the columns before and after
VECTORS_AT_DRIVER = 30  # of one number a column: weights, gradients, directions kept by the optimiser


class Facts(NamedTuple):
    """What the driver's process knows of a partition."""

    number: int
    rows: int
    cols: int
    nonzeros: int
    nbytes: int
    names: list[str] | None
    labels: str  # one of LABEL_KINDS, "" without rows
    version: str
    sparse: bool = False
    digest: str = ""  # of the rows in their order, where a checkpoint asks for it
    classes: Sequence[str] = ()  # texts of the labels met here; of more than MOST_CLASSES none: the core refuses them
    weightless: Sequence[str] = ()  # those without a row of weight above 0


class Shard:
    """The rows of one partition as the core holds them."""

    def __init__(self, core: _core.Shard, facts: Facts) -> None:
        self.core = core
        self.facts = facts

    @staticmethod
    def of(X: Any, y: Any, number: int, weights: Any = None, *, copied: bool = True, digested: bool = False) -> Shard:
        """The rows of a partition. ``copied``: False where they stay as they are until the shard has gone;
        ``digested``: its facts have a digest.

        Error (ValueError): names the partition, and the row and column from 0.
        """
        try:
            make = _core.Shard.of if copied else _core.Shard.viewing
            return _shard_of(X, y, number, weights, make=make, digested=digested)
        except (ValueError, TypeError) as error:
            names = X.names if isinstance(X, Prepared) else getattr(X, "columns", None)
            raise ValueError(f"partition {number}: {_named(str(error), names)}") from error

    def answer(self, question: bytes, threads: int = 1) -> bytes:
        """One pass over the rows."""
        return self.core.answer(question, threads)

    def __sizeof__(self) -> int:
        return self.core.nbytes

    def __reduce__(self) -> tuple[Any, tuple[bytes, Facts]]:
        return (_restored, (self.core.tobytes(), self.facts))


def _named(message: str, names: Any) -> str:
    """Columns by their names, where there are some; what a run on one machine offers is not offered here."""
    told, _, _ = message.partition(", or train with")
    if names is None:
        return told
    return re.sub(r"column (\d+) \(from 0\)", lambda found: f"column {str(names[int(found[1])])!r}", told)


def _restored(data: bytes, facts: Facts) -> Shard:
    return Shard(_core.Shard.frombytes(data), facts)


def _shard_of(X: Any, y: Any, number: int, weights: Any, *, make: Callable[..., _core.Shard], digested: bool) -> Shard:
    rows = prepare(X)
    if rows.categories and rows.rows:
        place = rows.categories[0][0]
        name = rows.names[place] if rows.names else place
        raise ValueError(f"column {name!r} holds texts; a cluster takes numbers: make it columns of 0 and 1 first")
    rows = rows._replace(categories=[])
    labels = np.asarray(y)
    if labels.dtype.kind == "O" and all(isinstance(label, str) for label in labels):
        labels = labels.astype(str)
    if len(labels) != rows.rows:
        raise ValueError(f"X has {rows.rows} rows and y {len(labels)} labels; expected a label a row")
    coded = encode(labels)
    if rows.rows and coded.texts[0] != text_of_label(coded.classes[0]):
        raise ValueError("two labels in y are one number, as 1 and 01 are; on a cluster labels differ as numbers")
    core = make(rows.core(weights), coded.core(), number)
    kind = LABEL_KINDS.get(coded.classes.dtype.kind, "texts") if rows.rows else ""
    sparse = isinstance(rows.values, tuple)
    sizes = (rows.rows, rows.cols, core.nonzeros, core.nbytes)
    facts = Facts(number, *sizes, rows.names, kind, _core.version, sparse)
    if digested:
        facts = facts._replace(digest=digest_of(rows, coded, weights))
    if len(coded.texts) <= MOST_CLASSES:
        facts = facts._replace(classes=coded.texts, weightless=_weightless(coded, weights))
    return Shard(core, facts)


def _weightless(coded: Coded, weights: Any) -> list[str]:
    """Classes without a row of weight above 0."""
    if weights is None:
        return []
    counts = np.bincount(coded.codes[weights_of(weights, len(coded.codes)) > 0], minlength=len(coded.texts))
    return [text for text, count in zip(coded.texts, counts, strict=True) if not count]


def check_facts(facts: Sequence[Facts]) -> None:
    """Error (ValueError): partitions that do not fit together, with the number of the first that differs."""
    for fact in facts:
        if fact.version != _core.version:
            raise ValueError(
                f"partition {fact.number} is on a worker with halfspace {fact.version}, here is {_core.version}; "
                "install the same version everywhere"
            )
    filled = [fact for fact in facts if fact.rows]
    if not filled:
        raise ValueError(f"X has no rows in any of its {len(facts)} partitions")
    first = filled[0]
    for fact in filled:
        _check_alike(first, fact)


def _check_alike(first: Facts, fact: Facts) -> None:
    where = f"partition {fact.number}"
    if fact.cols != first.cols:
        raise ValueError(f"{where} has {fact.cols} columns, partition {first.number} has {first.cols}")
    if fact.names != first.names:
        mine, theirs = fact.names or ["without names"], first.names or ["without names"]
        place = next((k for k, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), 0)
        raise ValueError(
            f"{where} has as column {place} {mine[place]!r}, partition {first.number} has {theirs[place]!r}; "
            "give all partitions the same columns in the same order"
        )
    if fact.sparse != first.sparse:
        kinds = ("dense", "sparse")
        raise ValueError(
            f"{where} has {kinds[fact.sparse]} rows, partition {first.number} has {kinds[first.sparse]}; "
            "give all partitions one kind: sums of the two differ in their last bits"
        )
    if fact.labels != first.labels:
        raise ValueError(
            f"{where} has labels that are {fact.labels}, partition {first.number} has {first.labels}; "
            "give all labels one type"
        )


def check_driver_memory(
    cols: int,
    limit: int | None = None,
    *,
    classes: int = 2,
    models: int = 1,
    fewer: str = "folds",
    scaled: bool = False,
) -> None:
    """Error (ValueError): weights that would not fit into ``limit`` bytes, None: the free memory of this machine.
    ``fewer``: what would make ``models`` fewer."""
    free = free_memory() if limit is None else limit
    vectors = VECTORS_AT_DRIVER + (VECTORS_OF_SCALE if scaled else 0)
    needed = 8 * vectors * (cols + 1) * (1 if classes == 2 else classes) * models
    if free is not None and needed > free:
        more = ("" if classes == 2 else f" and {classes} classes") + ("" if models == 1 else f" for {models} models")
        advice = "hash the columns to fewer" + ("" if models == 1 else f", take fewer {fewer}")
        raise ValueError(
            f"X has {cols} columns{more}, whose optimiser needs {needed / 1e9:.1f} GB here at the driver; "
            f"{free / 1e9:.1f} GB are free: {advice}, or run the driver on a larger machine"
        )


def free_memory() -> int | None:
    """Bytes of memory that processes of this machine may still have, None where the system does not say."""
    try:
        with open("/proc/meminfo") as lines:
            for line in lines:
                if line.startswith("MemAvailable:"):
                    return 1024 * int(line.split()[1])
    except (OSError, ValueError):
        pass
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError, AttributeError):
        return None
