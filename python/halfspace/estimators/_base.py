"""What the classifiers share: rows and labels in, a run of the core, attributes out."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import NotFittedError
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, column_or_1d

from halfspace import _core
from halfspace._by_name import in_order_of, with_texts
from halfspace._labels import Coded, check_none_missing, core_order, encode, of_own_type
from halfspace._options import class_weight_text, options_of, seed_of, threads_of
from halfspace._rows import Prepared, is_sparse, is_table, prepare, weights_of
from halfspace._running import Watch, reason_of
from halfspace.estimators._checks import (
    as_it_was,
    check_names,
    check_not_empty,
    check_place,
    check_width,
    finite_in_words,
    is_plain,
    is_plain_frame,
    is_plain_labels,
    is_plain_sparse,
    validated,
)
from halfspace.estimators._ending import Ending
from halfspace.model import Model
from halfspace.report import Report
from halfspace.training import Run

Array = npt.NDArray[Any]


class Start(NamedTuple):
    """Where a run begins: weights of all outputs, multipliers of each run, labels that exist."""

    weights: npt.NDArray[np.float64] | None = None
    multipliers: list[tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]] = []  # noqa: RUF012
    classes: list[str] = []  # noqa: RUF012


MOST_ROWS_OF_EXACT_SUPPORT = 60


def support_options(exact_support: Any, rows: int, columns: int | None, most_numbers: int) -> dict[str, Any]:
    """Whether the multipliers are those of the exact optimum; "auto": of few rows with at most so many numbers, beyond
    which exact arithmetic takes many times as long as the fit."""
    if exact_support not in (True, False, "auto"):
        raise ValueError(f"exact_support is {exact_support!r}; expected True, False or 'auto'")
    few = rows <= MOST_ROWS_OF_EXACT_SUPPORT and rows * (columns or 1) <= most_numbers
    return {"approximate_support": not (few if exact_support == "auto" else exact_support)}


def check_number(name: str, value: Any) -> None:
    """A number above 0, be it infinite."""
    if isinstance(value, bool | str) or not np.isscalar(value) or not float(str(value)) > 0:
        raise ValueError(f"{name} is {value!r}; expected a number above 0")


def check_whole(name: str, value: Any, low: int, *, none: bool = True, floats: bool = False) -> None:
    """A whole number from ``low``, or None where that is allowed; with ``floats`` one such as 2.0 is whole.

    Error (ValueError): another value.
    """
    if value is None and none:
        return
    number = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if floats and isinstance(value, float | np.floating):
        number = float(value).is_integer()
    if not number or value < low:
        raise ValueError(f"{name} is {value!r}; expected {'None or ' if none else ''}a whole number from {low}")


class Learner(Ending, ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A classifier of the core. Subclasses give `_options()` and the attributes of their kind of model."""

    _is_exact = False  # does a fit say exactly whether the classes are separable?

    def _options(self) -> dict[str, Any]:
        """Options of the core by name, what is None left out."""
        raise NotImplementedError

    def _fills(self) -> bool:
        """Has it a rule for missing cells?"""
        return getattr(self, "missing", None) is not None

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.allow_nan = self._fills()
        tags.classifier_tags.multi_class = True
        return tags

    # Rows and labels

    def _rows(self, X: Any, *, reset: bool) -> Prepared:
        """Checked rows. Tables with columns of texts go by themselves; everything else by scikit-learn's rules."""
        if is_plain(X) or is_plain_sparse(X):
            check_width(self, X, reset=reset)
            return prepare(X)
        if is_plain_frame(X):
            check_names(self, X, reset=reset)
            return prepare(X) if reset or not self._fills() else with_texts(prepare(X), self.model_)
        if is_table(X) and not is_sparse(X):
            named = not reset and hasattr(self, "feature_names_in_")
            table = in_order_of(X, self.model_) if named else prepare(X)
            if table.categories or not hasattr(X, "__array__") or type(X).__name__ == "RecordBatch":
                if reset:
                    self.n_features_in_ = table.cols
                    if table.names is not None:
                        self.feature_names_in_ = np.asarray(table.names, dtype=object)
                elif not named:
                    check_place(self, table)
                check_not_empty(table, type(self).__name__)
                return table
        rows = prepare(validated(self, X, reset=reset))._replace(names=self._names())
        if reset and self._is_exact:
            prepare(X)  # an error where scikit-learn's checks have rounded
        return rows

    def _names(self) -> list[str] | None:
        names = getattr(self, "feature_names_in_", None)
        return None if names is None else [str(n) for n in names]

    def _labels(self, y: Any, rows: int) -> Coded:
        if y is None:
            raise ValueError(f"This {type(self).__name__} estimator requires y to be passed, but the target y is None")
        if not is_plain_labels(y):
            check_none_missing(y)
            y = column_or_1d(of_own_type(y), warn=True)
            check_classification_targets(y)
        if len(y) != rows:
            raise ValueError(f"Found input variables with inconsistent numbers of samples: [{rows}, {len(y)}]")
        coded = encode(y)
        if len(coded.classes) < 2:
            raise ValueError(
                "This solver needs samples of at least 2 classes in the data, but the data contains only one class: "
                f"{coded.classes.tolist()[0]!r}"
            )
        return coded

    # A run

    def _run_options(self, coded: Coded) -> dict[str, Any]:
        options = self._options()
        order = core_order(coded.texts)
        if len(order) == 2 and order[0] == 1:  # the core would take the first of the two as +1
            options["positive"] = coded.texts[1]
        if getattr(self, "class_weight", None) is not None:
            options["class_weight"] = class_weight_text(self.class_weight, coded)
        options["seed"] = seed_of(getattr(self, "random_state", None)) or None
        options["threads"] = threads_of(getattr(self, "n_jobs", None)) or None
        options["timeout"] = getattr(self, "time_limit", None)
        return options

    def _train(self, X: Any, y: Any, sample_weight: Any = None) -> tuple[_core.Training, Coded, Prepared]:
        with as_it_was(self):
            rows = self._rows(X, reset=True)
            coded = self._labels(y, rows.rows)
            return self._train_rows(rows, coded, sample_weight), coded, rows

    def _train_rows(
        self, rows: Prepared, coded: Coded, sample_weight: Any = None, begin: Start | None = None, **more: Any
    ) -> _core.Training:
        weights = self._weights(sample_weight, rows, coded)
        options = options_of({**self._run_options(coded), **more})
        running = Watch(type(self).__name__, getattr(self, "verbose", 0), getattr(self, "callback", None))
        with finite_in_words(rows, self), running as watch:
            return _core.train(rows.core(weights), coded.core(), options, watch, *(begin or Start()))

    def _weights(self, sample_weight: Any, rows: Prepared, coded: Coded) -> Array | None:
        if sample_weight is None:
            return None
        weights = weights_of(sample_weight, rows.rows)
        if (weights < 0).any():
            raise ValueError("Negative values in data passed to `sample_weight`: weights are from 0")
        if not weights.any():
            raise ValueError("Sample weights must contain at least one non-zero number.")
        without = np.bincount(coded.codes[weights > 0], minlength=len(coded.classes)) == 0
        if without.any():
            raise ValueError(
                f"the classes {coded.classes[without].tolist()} have no row of sample_weight above 0; leave their rows "
                "out (at least 2 classes are needed, one class is no question)"
            )
        return weights

    def _finish(self, training: _core.Training, coded: Coded, rows: Prepared, weights: Array | None = None) -> None:
        """All attributes of a fitted estimator; ``weights`` are those of the rows."""
        self._take(training, coded)

    def _take(self, training: _core.Training, coded: Coded) -> None:
        """The attributes that all learners have."""
        self.model_ = Model(training.classifier, coded)
        self.classes_ = coded.classes
        self._set_order(coded.texts)
        self.status_ = training.status
        self.stop_reason_ = reason_of(training.stop_reason)
        self.separability_ = training.separable
        self.objective_ = training.objective
        self.dual_gap_ = training.gap
        self._training = training
        self.__dict__.pop("_runs", None)
        self.__dict__.pop("_report", None)
        self._warn_of(training)

    def _set_order(self, texts: list[str]) -> None:
        place = {text: k for k, text in enumerate(self.model_._classifier.classes)}
        order = [place[text] for text in texts]
        self._order = None if order == sorted(order) else np.asarray(order)

    @property
    def runs_(self) -> list[Run]:
        """One objective or perceptron each: proof, support rows and multipliers."""
        self._check_fitted()
        if "_runs" not in self.__dict__:
            self._runs = [Run(r) for r in self._training.runs]
        return self._runs

    @property
    def report_(self) -> Report:
        """The report of the run, as ``halfspace train --json``; written when asked for."""
        self._check_fitted()
        if "_report" not in self.__dict__:
            training = self._training
            self._report = Report(training.json(), "train", training.text())
        return self._report

    @property
    def certificate_(self) -> dict[str, Any]:
        """What the run proves: a dict of ``verdict`` and ``witness`` (separability), ``primal``, ``dual``, ``gap``.

        A certificate that :func:`halfspace.verify` checks comes from :func:`halfspace.separate`.
        """
        report = self.report_
        names = ("verdict", "separable", "witness", "primal", "dual", "gap", "bound")
        return {name: report.get(name) for name in names}

    def __getstate__(self) -> dict[str, Any]:
        state = super().__getstate__()
        if "_training" in state:  # the report stays, the run cannot be written down
            state = {**state, "_report": self.report_, "_runs": self.runs_}
            del state["_training"]
        return state  # type: ignore[no-any-return]

    # Predictions

    def _check_fitted(self) -> None:
        if "classes_" not in self.__dict__:
            check_is_fitted(self)

    def _predicted(self, X: Any, **how: Any) -> tuple[Any, ...]:
        self._check_fitted()
        rows = self._rows(X, reset=False)
        options = {"threads": threads_of(getattr(self, "n_jobs", None)), **how}
        with finite_in_words(rows, self):
            return self.model_._classifier.predict(rows.core(), options)

    def predict(self, X: Any) -> Array:
        """The class of each row of X, an array-like or sparse matrix of shape (n, n_features)."""
        codes = self._predicted(X, probabilities=False)[0]
        if self._order is not None and len(self.classes_) > 2:
            codes = np.argsort(self._order)[codes]
        return self.classes_[codes]  # type: ignore[no-any-return]

    def decision_function(self, X: Any) -> Array:
        """Scores of rows: of shape (n,) for two classes (classes_[1] from 0 on), else (n, n_classes)."""
        scores = self._predicted(X, probabilities=False)[1]
        if scores.shape[1] == 1:
            return scores.ravel()  # type: ignore[no-any-return]
        return scores if self._order is None else scores[:, self._order]  # type: ignore[no-any-return]

    def _probabilities(self, X: Any) -> Array:
        probabilities = self._predicted(X)[2]
        if probabilities is None:
            raise NotFittedError("predict_proba is not available when fitted with probability=False")
        if self._order is None or len(self.classes_) == 2:
            return probabilities  # type: ignore[no-any-return]
        return probabilities[:, self._order]  # type: ignore[no-any-return]
