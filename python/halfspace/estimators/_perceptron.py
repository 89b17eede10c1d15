"""What perceptrons share."""

from __future__ import annotations

from typing import Any

import numpy as np

from halfspace import _core
from halfspace._by_name import columns_of
from halfspace._labels import Coded
from halfspace._rows import Prepared, dense_of
from halfspace.estimators._base import Array, Start
from halfspace.estimators._levels import Levels, absent_levels, kept_features, other_features, with_levels
from halfspace.estimators._linear import LinearLearner
from halfspace.model import Model

ONE_PASS: dict[str, Any] = {
    **{"stop": "passes", "passes": 1, "decide": "off"},
    **dict.fromkeys(("max_updates", "rounds", "patience")),
}
FIRST_ROW_ALONE: dict[str, Any] = {
    **{"preset": "cyclic", "mistake": "boundary-is-correct", "order": "cyclic", "stop": "rounds", "rounds": 1},
    **{"start": "given", "decide": "off"},
    **dict.fromkeys(("step", "keep", "eta", "tau", "margin", "aggressiveness", "batch", "batch_order")),
    **dict.fromkeys(("passes", "patience", "max_updates", "scale")),
}


class PerceptronLearner(LinearLearner):
    """What perceptrons share."""

    _is_exact = True

    def _take(self, training: _core.Training, coded: Coded) -> None:
        super()._take(training, coded)
        self.n_iter_ = max(1, training.passes)
        self.n_updates_ = training.updates
        self.n_mistakes_ = training.mistakes
        self.t_ = float(training.visits)

    @property
    def _remedy(self) -> str:  # type: ignore[override]
        if self._training.separable:
            return "The rows are separable (proved): scale them, raise max_iter, or take separate(X, y).weights."
        return "Raise max_iter, or use PocketPerceptron or LogisticRegression where the data is not separable."


class BatchLearner(PerceptronLearner):
    """Passes over batches of rows."""

    def _start_options(self) -> dict[str, Any]:
        return {"start": "given"}

    def _pass(self, rows: Prepared, coded: Coded, first: bool) -> None:
        """One pass from the present weights; those of levels that the batch lacks stay as they are."""
        if first:
            self._take(self._train_rows(rows, coded, None, Start(None, [], coded.texts), **ONE_PASS), coded)
            return
        visits, coef, names = self.t_, self.coef_, self.model_.feature_names
        rows = self._as_before(rows)
        absent = absent_levels(rows, self.model_)
        kept = kept_features(names, rows, absent)
        start = self._start_weights(coef[:, kept] if absent else coef, self.intercept_, coded)
        how = {**ONE_PASS, **self._start_options()}
        try:
            training = self._train_rows(rows, coded, None, Start(start, [], coded.texts), **how)
        except ValueError as error:
            raise other_features(names) if str(error).startswith("option start") else error from None
        renamed = training.classifier.features != [names[k] for k in kept]
        if renamed and (rows.categories or columns_of(self.model_).texts):  # else the same numbers in another container
            raise other_features(names)
        self._take(training, coded)
        self.t_ += visits
        if absent:
            coef = np.array(coef)
            coef[:, kept] = self.coef_
            self._take_whole(coef, rows, absent, coded)

    def _as_before(self, rows: Prepared) -> Prepared:
        """The batch with the names that columns had in the first one, whatever holds it.

        Sparse rows can have no names: where the first batch had them, they become dense, of n x d doubles.
        """
        names = self._names()
        if not isinstance(rows.values, tuple):
            return rows._replace(names=names)
        return rows if names is None else Prepared(dense_of(rows), rows.rows, rows.cols, names)

    def _take_whole(self, coef: Array, rows: Prepared, absent: Levels, coded: Coded) -> None:
        """The model of these weights: of a run that ends at a first row that is no mistake."""
        inside = self.model_._classifier
        codes = np.resize(coded.codes, len(coded.codes) + len(absent))
        codes[0] = coded.texts.index(inside.classes[inside.predict(rows.core(), {"probabilities": False})[0][0]])
        whole = with_levels(rows, absent)
        start = Start(self._start_weights(coef, self.intercept_, coded), [], coded.texts)
        several = {"multiclass": "argmax"} if len(coded.texts) > 2 else {}
        training = self._train_rows(
            whole, coded._replace(codes=codes[: whole.rows]), None, start, **FIRST_ROW_ALONE, **several
        )
        self.model_ = Model(training.classifier, coded)
        order = slice(None) if self._order is None or len(coded.texts) == 2 else self._order
        self.coef_ = self.model_.weights[order]
        if not np.array_equal(self.coef_, coef):
            raise ValueError("this batch lacks texts that the first one had; give batches that hold all of them")
