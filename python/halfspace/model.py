"""Trained models: the files of the command line, from Python."""

from __future__ import annotations

import json
import os
from typing import Any

import numpy as np
import numpy.typing as npt

from halfspace import _core
from halfspace._by_name import Columns, in_order_of
from halfspace._labels import Coded, classes_in, encode_as
from halfspace._options import options_of, threads_of
from halfspace.exceptions import errors_of_file
from halfspace.report import Report

Array = npt.NDArray[Any]
PathLike = str | os.PathLike[str]


class Model:
    """A trained classifier that predicts rows, is saved, exported and explained.

    Models come from :func:`load`, :func:`train` and the attribute ``model_`` of estimators. They never change, are safe
    for several threads, and pickle as the bytes of their model file, which hold nothing that could be executed, and
    their labels.

    Attributes
    ----------
    classes : ndarray of shape (n_classes,)
        Labels in the model's order: of two classes the second is +1. Those of ``y`` as they were; a model file holds
        texts, and :func:`load` gives numbers where all of them are numbers.
    feature_names : list of str
        Names of the features that weights belong to; empty where they go by number.
    n_columns : int
        Columns of a row to predict.

    Examples
    --------
    >>> import halfspace
    >>> X, y = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], [0, 0, 0, 1]
    >>> model = halfspace.train(X, y, algorithm="perceptron").model
    >>> model.predict(X)
    array([0, 0, 0, 1])
    """

    def __init__(self, classifier: _core.Classifier, coded: Coded | None = None) -> None:
        self._classifier = classifier
        self._classes = classes_in(classifier.classes, coded)
        self._columns: Columns | None = None

    @property
    def classes(self) -> Array:
        return self._classes

    @property
    def feature_names(self) -> list[str]:
        return self._classifier.features

    @property
    def n_columns(self) -> int:
        return self._classifier.columns

    @property
    def weights(self) -> npt.NDArray[np.float64]:
        """Weights in original units, a row an output; of kernel models the multipliers of the support rows."""
        outputs = max(1, self._classifier.bias.shape[0])
        return self._classifier.weights.reshape(outputs, -1)

    @property
    def bias(self) -> npt.NDArray[np.float64]:
        """The bias of each output; 0 without one."""
        return self._classifier.bias

    @property
    def settings(self) -> dict[str, Any]:
        """Every choice of the run that made the model (docs/json.md)."""
        return json.loads(self._classifier.settings)  # type: ignore[no-any-return]

    @property
    def report(self) -> dict[str, Any]:
        """How the run that made the model ended."""
        return json.loads(self._classifier.report)  # type: ignore[no-any-return]

    def _rows(self, X: Any) -> _core.Rows:
        return in_order_of(X, self).core()

    def _predicted(self, X: Any, n_jobs: Any, **options: Any) -> tuple[Any, ...]:
        return self._classifier.predict(self._rows(X), {"threads": threads_of(n_jobs), **options})

    def predict(
        self, X: Any, *, threshold: float | None = None, unseen: str | None = None, n_jobs: int | None = None
    ) -> Array:
        """The class of each row.

        Parameters
        ----------
        X : array-like or table of shape (n, n_columns)
            Rows; a table's columns are found by name, others are ignored. No rows give no predictions.
        threshold : float in (0, 1), optional
            The second of two classes is predicted where its probability is at least this.
        unseen : {"error", "other", "row"}, optional
            What becomes of a text that training did not see; with "row" such rows, and rows with missing cells that the
            model cannot fill, are ``None`` in an array of objects.
        n_jobs : int, optional
            Threads; None: OMP_NUM_THREADS, else all cores. The result does not depend on it.

        Returns
        -------
        ndarray of shape (n,)

        Raises
        ------
        ValueError
            For rows that do not fit the model and numbers that are not finite.
        """
        how: dict[str, Any] = {"probabilities": False}
        if threshold is not None:
            how["threshold"] = float(threshold)
        if unseen is not None:
            how["unseen"] = unseen
        codes, _, _, lacking = self._predicted(X, n_jobs, **how)
        if lacking:
            out = np.empty(codes.shape, object)
            out[codes >= 0] = self.classes[codes[codes >= 0]]
            return out
        return self.classes[codes]  # type: ignore[no-any-return]

    def decision_function(self, X: Any, *, n_jobs: int | None = None) -> npt.NDArray[np.float64]:
        """Scores: of two classes one a row (the second is predicted from 0 on), else one a class, the largest wins."""
        _, scores, _, _ = self._predicted(X, n_jobs, probabilities=False)
        return scores.ravel() if scores.shape[1] == 1 else scores  # type: ignore[no-any-return]

    def predict_proba(self, X: Any, *, n_jobs: int | None = None) -> npt.NDArray[np.float64]:
        """Probabilities of the classes, of shape (n, n_classes). Error (ValueError): a model without probabilities."""
        if not self._classifier.has_probabilities:
            raise ValueError("this model has no probabilities; calibrate() gives it some")
        return self._predicted(X, n_jobs)[2]  # type: ignore[no-any-return]

    def evaluate(self, X: Any, y: Any, *, sample_weight: Any = None, **options: Any) -> Report:
        """Metrics on labelled rows; :func:`halfspace.evaluate` has the options and errors."""
        labels = encode_as(y, self.classes)
        rows = in_order_of(X, self)
        if rows.rows == 0:
            raise ValueError("X has no rows of data; expected at least one with its label: metrics are of rows")
        answer, text = self._classifier.evaluate(rows.core(sample_weight), labels.core(), options_of(options))
        return Report(answer, "evaluate", text)

    def explain(self, X: Any, row: int | None = None, **options: Any) -> Report:
        """What columns add to scores: of one row, or on average; :func:`halfspace.explain` has the options."""
        answer, text = self._classifier.explain(self._rows(X), row, options_of(options))
        return Report(answer, "explain", text)

    def save(self, path: PathLike) -> None:
        """Writes the model file, under a temporary name first. Error: OSError, FileNotFoundError without its folder."""
        try:
            self._classifier.save(os.fspath(path))
        except OSError:
            os.scandir(os.path.dirname(os.path.abspath(path))).close()  # the system's own error, where that is why
            raise

    def to_bytes(self) -> bytes:
        """The bytes of the model file; equal models give equal bytes."""
        return self._classifier.bytes()

    @staticmethod
    def from_bytes(data: bytes) -> Model:
        """The model in the bytes of a model file of halfspace, LIBSVM or LIBLINEAR. Error (ValueError): other bytes."""
        return Model(_core.Classifier.from_bytes(bytes(memoryview(data))))

    def export(self, format: str, *, name: str = "model") -> bytes:
        """The model for another program.

        Parameters
        ----------
        format : {"onnx", "c", "c-float", "sql", "python", "libsvm", "liblinear"}
        name : str
            Front of C functions' names; the table of SQL.
        """
        return self._classifier.export(format, name)[0]

    def __reduce__(self) -> tuple[Any, tuple[bytes, Array]]:
        return (_restored, (self.to_bytes(), self.classes))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Model) and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        return hash(self.to_bytes())

    def __repr__(self) -> str:
        settings = self.settings
        kind = settings.get("preset") or settings.get("loss") or ""
        return f"<halfspace model: {settings.get('algorithm', '')} {kind}, classes {self.classes.tolist()}>"


def _restored(data: bytes, classes: Array) -> Model:
    model = Model.from_bytes(data)
    model._classes = classes
    return model


def load(path: PathLike) -> Model:
    """Reads a model file of halfspace, LIBSVM or LIBLINEAR, as the command line writes and reads it.

    Files of unknown origin are safe to read: nothing in them is executed. Labels are numbers where all are, else texts.

    Raises
    ------
    OSError
        The file cannot be read.
    ValueError
        It is no model, or damaged; the message says what is wrong.

    Examples
    --------
    >>> import halfspace, tempfile, pathlib
    >>> model = halfspace.train([[0.0], [1.0]], ["no", "yes"], algorithm="perceptron").model
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "model.hs"
    >>> halfspace.save(model, path)
    >>> halfspace.load(path).predict([[2.0]])
    array(['yes'], dtype='<U3')
    """
    with errors_of_file(path):
        return Model(_core.Classifier.load(os.fspath(path)))


def model_of(model: Any) -> Model:
    """A model, or the one inside a fitted estimator."""
    inside = getattr(model, "model_", model)
    if isinstance(inside, Model):
        return inside
    raise TypeError(f"expected a halfspace model or a fitted estimator of halfspace, got {type(model).__name__}")


def save(model: Any, path: PathLike) -> None:
    """Writes the file of a model, or of the one inside a fitted estimator. Error: OSError."""
    model_of(model).save(path)
