"""halfspace.dask.evaluate: counts and ranks of whole numbers, the same for any partitions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from dask_help import arrays, rows

import halfspace
import halfspace.dask as hd
from halfspace.dask import _evaluation


def test_evaluate_counts_what_the_model_counts(client: Any) -> None:
    fitted = hd.LogisticRegression().fit(*arrays(*rows(), 3))
    X, y = rows(1)
    found = hd.evaluate(fitted, *arrays(X, y, 5))
    whole = halfspace.evaluate(fitted.model_, X, y)
    assert (found["rows"], found["mistakes"]) == (whole["rows"], whole["mistakes"])
    assert found["confusion"][1][0] == whole["confusion"]["false_negatives"]
    assert (found["roc_auc"], found["accuracy"]) == (whole["roc_auc"], whole["accuracy"])
    assert found["pr_auc"] == pytest.approx(whole["pr_auc"], rel=1e-13)
    assert hd.evaluate(fitted, *arrays(X, y, 2)) == found
    assert "roc_auc" not in hd.evaluate(fitted, *arrays(X, y, 2), ranks=False)
    assert fitted.score(*arrays(X, y, 2)) == whole["accuracy"]
    with pytest.raises(ValueError, match=r"partition 4: y has the label 'maybe'"):
        hd.evaluate(fitted, *arrays(X, np.where(np.arange(len(y)) == len(y) - 1, "maybe", y), 5))


def test_three_classes_have_counts_alone(client: Any) -> None:
    X, _ = rows()
    y = np.arange(len(X)) % 3
    learner = hd.LogisticRegression(max_iter=30).fit(*arrays(X, y, 2))
    found = hd.evaluate(learner, *arrays(X, y, 3))
    assert "roc_auc" not in found
    assert np.sum(found["confusion"]) == len(y)
    with pytest.raises(ValueError, match="the model has 3 classes; expected ranks=None"):
        hd.evaluate(learner, *arrays(X, y, 3), ranks=True)


def test_scores_that_do_not_fit_are_counted_and_not_ranked(monkeypatch: pytest.MonkeyPatch) -> None:
    X, y = rows()
    model = halfspace.train(X, y, algorithm="logistic").model
    monkeypatch.setattr(_evaluation, "MOST_SCORES", len(y) - 1)

    def tally(part: slice) -> Any:
        return _evaluation._tally(X[part], y[part], model, model.classes, 0, ranked=True)

    halves = [tally(slice(0, len(y) // 2)), tally(slice(len(y) // 2, len(y)))]
    assert [half.whole for half in halves] == [True, True]
    for found in (tally(slice(0, len(y))), _evaluation._sum(halves)):
        assert (found.whole, len(found.scores), found.confusion.sum()) == (False, 0, len(y))
        assert _evaluation._areas(found) == {"roc_auc": None, "pr_auc": None}
