"""What perceptrons share."""

from __future__ import annotations

from halfspace import _core
from halfspace._labels import Coded
from halfspace.estimators._linear import LinearLearner


class PerceptronLearner(LinearLearner):
    """What perceptrons share."""

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
