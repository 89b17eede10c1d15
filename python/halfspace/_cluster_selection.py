"""Cross-validation and paths over the shards of a cluster: the loop of questions, and the reports of one machine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from halfspace import _core
from halfspace._cluster import Engine, Running, asked_of
from halfspace._cluster_shards import VECTORS_AT_DRIVER, Facts
from halfspace._options import Options, options_of
from halfspace.selection import CrossValidation, Path

POINTS = 50  # of a path that names none
VECTORS_OF_POINT = 4  # its weights: of the optimiser, of the report, of the core's result, of the arrays


def models_of(options: Options) -> int:
    """How many are learned at a time by cross-validation: one of each fold and repeat."""
    given = dict(options)
    return int(given.get("folds", "1")) * int(given.get("repeats", "1"))


def chains_of(options: Options) -> int:
    """The same by a path: one of all rows, and one of each fold."""
    return 1 + (models_of(options) if "folds" in dict(options) else 0)


def path_options(options: Mapping[str, Any]) -> Options:
    """The core's. Error (ValueError): what does not go together, before rows are read."""
    given = options_of(options)
    _core.Driver.begin_path(given)
    return given


def validate(
    engine: Engine, options: Options, facts: Sequence[Facts], running: Running, of_many: Sequence[tuple[str, str]] = ()
) -> CrossValidation:
    """Cross-validation, whose options have ``folds``; errors as of ``learn``."""
    several = [*options, *of_many]
    drivers = [_core.Driver.begin_folds(given) for given in (options, several)]
    asked = asked_of(engine, drivers, several, facts, running, models=models_of(options))
    found = CrossValidation(asked.driver.cross_validation())
    found.members["cluster"] = asked.report(facts)
    return found


def walk(engine: Engine, options: Options, facts: Sequence[Facts], running: Running) -> Path:
    """A path, whose options are those of ``path_options``; errors as of ``learn``, ValueError for three classes."""
    given = dict(options)
    listed = given.get("lambdas", given.get("Cs"))
    points = listed.count(",") + 1 if listed else int(given.get("points", POINTS))
    drivers = [_core.Driver.begin_path(options), _core.Driver.begin_path(options)]
    kept = -(-points * VECTORS_OF_POINT // VECTORS_AT_DRIVER)
    models, fewer = chains_of(options) + kept, "points or folds" if "folds" in given else "points"
    asked = asked_of(engine, drivers, options, facts, running, models=models, fewer=fewer)
    found = Path(asked.driver.path())
    found.members["cluster"] = asked.report(facts)
    return found
