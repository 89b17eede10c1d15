"""Grids in the parameters of an estimator, in the words of the core's search, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sklearn.base import clone

from halfspace._labels import Coded
from halfspace._options import text_of
from halfspace._rows import Prepared
from halfspace.estimators._kernel import KernelLearner
from halfspace.selection import over_text

Options = dict[str, Any]

NONE = {"scale": "none", "features": "none", "bias": "augmented"}  # what the core takes for None
UNSAID = {"degree": 3, "coef0": 0.0}  # the core's values, said for some kernels only
ALONE = ("C", "nu", "preset", "tol")  # an option that every learner has one of

METRICS = {"neg_log_loss": "log-loss", "neg_brier_score": "brier", "average_precision": "pr-auc"}


def metric_text(scoring: Any) -> str:
    """The core's name of a metric of scikit-learn."""
    if not isinstance(scoring, str):
        raise ValueError(f"scoring is {scoring!r}; expected None or the name of a metric, as 'accuracy'")
    return METRICS.get(scoring, scoring).replace("_", "-")


def options_at(learner: Any, rows: Prepared, coded: Coded, weights: Any) -> dict[str, Any]:
    """The core's options of one setting."""
    if isinstance(learner, KernelLearner):
        learner._choose_kernel(rows, weights)
    return learner._run_options(coded)  # type: ignore[no-any-return]


class Grid:
    """One grid: ``base`` is set to its first point, ``over`` is the core's grid.

    Several values of a parameter must change one option of the core each. Error (ValueError): others.
    """

    def __init__(self, base: Any, over: Any, options: Callable[[Any], Options], names: Mapping[str, str]) -> None:
        if over is not None and not isinstance(over, Mapping):
            raise ValueError(f"over is {over!r}; expected None or a dict of parameter to list of values")
        self._of_core = {core: name for name, core in names.items()}
        self._values: dict[str, dict[str, Any]] = {}
        self.over: dict[str, Any] = {}
        self.fixed: dict[str, Any] = {}
        self.unsaid: list[str] = []
        self._alone = ""
        varied = {}
        for name, given in {str(name): values for name, values in (over or {}).items()}.items():
            if name not in base.get_params(deep=False) or isinstance(given, str):  # an option of the core by its name
                self.over[names.get(name, name)] = given
                continue
            values = given.tolist() if hasattr(given, "tolist") else given
            if not isinstance(values, Sequence) or not values:
                raise ValueError(f"over has {given!r} for {name!r}; expected a list of values")
            if len(values) > 1:
                varied[name] = list(values)
            else:
                self.fixed[name] = values[0]
        base.set_params(**self.fixed, **{name: values[0] for name, values in varied.items()})
        self._base = base
        for name, values in varied.items():
            self._vary(name, values, [options(clone(base).set_params(**{name: v})) for v in values])
        if over and not self.over:
            found = options(base)
            self._alone = next(name for name in ALONE if found.get(name) is not None)
            self.over[self._alone] = [found[self._alone]]

    def _vary(self, name: str, values: list[Any], options: list[Options]) -> None:
        """Finds the option of the core that the values change."""
        said = {key for found in options for key, value in found.items() if value is not None}
        changed = [k for k in said if len({text_of(f[k]) if f.get(k) is not None else None for f in options}) > 1]
        if name == "kernel":
            self.unsaid = [k for k in changed if {f.get(k) for f in options} == {None, UNSAID.get(k)}]
            changed = [k for k in changed if k not in self.unsaid]
        key = changed[0] if len(changed) == 1 else ""
        texts = [f[key] if f.get(key) is not None else NONE.get(key) for f in options]
        if not key or None in texts:
            raise cannot_vary(name, values, changed)
        self.over[key] = texts
        self._of_core[key] = name
        self._values[key] = {}
        for text, value in zip(texts, values, strict=True):
            self._values[key].setdefault(text_of(text), value)

    def text(self) -> str | None:
        """The core's option."""
        return over_text(self.over) if self.over else None

    def refused(self, error: ValueError) -> ValueError:
        """The core's refusal with the name of the parameter."""
        for key, values in self._values.items():
            if f"'{key.replace('_', '-')}' is not a learner flag" in str(error):
                return cannot_vary(self._of_core[key], [*values.values()], [key])
        return nothing_varies(self._base) if "nothing is left to vary" in str(error) else error

    def best(self, settings: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters of a point of the core's search."""
        out = dict(self.fixed)
        for option, value in settings.items():
            key = option.replace("-", "_")
            name = self._of_core.get(key, key)
            values = self._values.get(key, {})
            if name not in out and key != self._alone:
                out[name] = values.get(text_of(value), self._typed(name, value))
        return out

    def _typed(self, name: str, value: Any) -> Any:
        whole = isinstance(value, float) and value.is_integer()
        return int(value) if whole and name in ("degree", "max_iter") else value

    def settle(self, best: Mapping[str, Any]) -> None:
        """The parameters of the base are those of the best point."""
        known = self._base.get_params(deep=False)
        self._base.set_params(**{name: value for name, value in best.items() if name in known})


def cannot_vary(name: str, values: list[Any], changed: list[str]) -> ValueError:
    return ValueError(
        f"over: {name!r} does not vary over {values!r} in this search, which varies one option a parameter; these "
        f"values change {' and '.join(sorted(changed)) or 'none'}. Use scikit-learn's GridSearchCV"
    )


def nothing_varies(base: Any) -> ValueError:
    """The error of a grid of its own that a learner does not have with these parameters."""
    varied = next((name for name in ("C", "nu", "max_iter") if hasattr(base, name)), "a parameter")
    values = {"C": "[0.1, 1, 10]", "nu": "[0.1, 0.3, 0.5]"}.get(varied, "[10, 100]")
    return ValueError(
        f"over is None, and {base!r} has nothing that varies by itself (such as gamma); expected a dict of parameter "
        f"to list of values: give over={{'{varied}': {values}}}"
    )
