"""Explicit features whose inner products are near a kernel's: random Fourier features and Nyström."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from halfspace import _core
from halfspace._options import seed_of, threads_of
from halfspace._rows import Prepared, prepare
from halfspace.estimators._base import Array, check_whole
from halfspace.estimators._checks import as_it_was, check_width, finite_in_words, is_plain, validated
from halfspace.estimators._gamma import gamma_value
from halfspace.estimators._kernel import KERNELS


class KernelFeatures(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """What both transformers share."""

    _approximation = ""
    _kernels: tuple[str, ...] = ()

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.transformer_tags.preserves_dtype = []
        return tags

    def _rows(self, X: Any, *, reset: bool) -> Prepared:
        if is_plain(X):
            check_width(self, X, reset=reset)
            return prepare(X)
        return prepare(validated(self, X, reset=reset))

    def _kernel_name(self) -> str:
        name = KERNELS.get(str(self.kernel))
        if name not in self._kernels:
            raise ValueError(f"kernel is {self.kernel!r}; expected one of {list(self._kernels)}")
        return str(name)

    def fit(self, X: Any, y: Any = None) -> KernelFeatures:
        """Draws the features; X is of shape (n, n_features), y is not looked at."""
        check_whole("n_components", self.n_components, 1, none=False, floats=True)
        if self.n_components > 100_000:
            raise ValueError(f"n_components is {self.n_components}; expected at most 100000")
        with as_it_was(self):
            self._fit_rows(self._rows(X, reset=True))
        return self

    def _fit_rows(self, rows: Prepared) -> None:
        name = self._kernel_name()
        options: dict[str, Any] = {
            "approximation": self._approximation,
            "kernel": name,
            "components": int(self.n_components),
            "seed": seed_of(self.random_state),
            "threads": threads_of(self.n_jobs),
        }
        if name != "linear":
            gamma = gamma_value(self.gamma, rows)
            if gamma is not None:
                options["gamma"] = gamma
        if name == "polynomial":
            check_whole("degree", self.degree, 1, none=False, floats=True)
            options.update(degree=int(self.degree), coef0=float(self.coef0))
        with finite_in_words(rows, self):
            features = _core.KernelFeatures.fit(rows.core(), options)
        self._features = features
        self._n_features_out = features.components
        self.gamma_ = features.gamma
        self._take(features)

    def _take(self, features: _core.KernelFeatures) -> None:
        """Attributes of one kind of features."""

    def transform(self, X: Any) -> Array:
        """The features of rows, of shape (n, n_components)."""
        check_is_fitted(self)
        rows = self._rows(X, reset=False)
        with finite_in_words(rows, self):
            return self._features.transform(rows.core(), threads_of(self.n_jobs))

    def __getstate__(self) -> dict[str, Any]:
        state = super().__getstate__()
        if "_features" in state:
            state = {**state, "_features": state["_features"].bytes()}
        return state  # type: ignore[no-any-return]

    def __setstate__(self, state: dict[str, Any]) -> None:
        if isinstance(state.get("_features"), bytes):
            state = {**state, "_features": _core.KernelFeatures.from_bytes(state["_features"])}
        super().__setstate__(state)


class RandomFourierFeatures(KernelFeatures):
    """Random Fourier features (Rahimi and Recht 2007): sqrt(2/m) cos(ω_j.x + u_j).

    Parameters
    ----------
    kernel : {"rbf", "laplacian"}, default="rbf"
    gamma : {"scale", "auto"} or float, default="scale"
    n_components : int, default=100
        m, the features.
    random_state : int, RandomState or None, default=None
    n_jobs : int, optional

    Attributes
    ----------
    gamma_ : float
    n_features_in_ : int

    Examples
    --------
    >>> from halfspace import RandomFourierFeatures
    >>> RandomFourierFeatures(n_components=50).fit_transform([[0.0, 1.0], [1.0, 0.0]]).shape
    (2, 50)
    """

    _approximation = "fourier"
    _kernels = ("rbf", "laplacian")

    def __init__(
        self,
        *,
        kernel: str = "rbf",
        gamma: Any = "scale",
        n_components: int = 100,
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.kernel = kernel
        self.gamma = gamma
        self.n_components = n_components
        self.random_state = random_state
        self.n_jobs = n_jobs


class Nystroem(KernelFeatures):
    """Nyström's method (Williams and Seeger 2001): L⁻¹ (k(x_1, x), ..., k(x_m, x)) of m rows with kernel matrix L L'.

    Parameters
    ----------
    kernel : {"rbf", "poly", "laplacian", "linear"}, default="rbf"
    gamma : {"scale", "auto"} or float, default="scale"
    degree : int, default=3
    coef0 : float, default=0.0
    n_components : int, default=100
        m; fewer where there are fewer rows, or the rank of K is less.
    random_state : int, RandomState or None, default=None
    n_jobs : int, optional

    Attributes
    ----------
    component_indices_ : ndarray of int
        The rows.
    gamma_ : float
    n_features_in_ : int

    Examples
    --------
    >>> from halfspace import Nystroem
    >>> import numpy as np
    >>> X = np.arange(6.0).reshape(3, 2)
    >>> Z = Nystroem(gamma=0.1).fit_transform(X)
    >>> bool(np.allclose(Z @ Z.T, np.exp(-0.1 * ((X[:, None] - X) ** 2).sum(2))))
    True
    """

    _approximation = "nystrom"
    _kernels = ("rbf", "polynomial", "laplacian", "linear")

    def __init__(
        self,
        *,
        kernel: str = "rbf",
        gamma: Any = "scale",
        degree: int = 3,
        coef0: float = 0.0,
        n_components: int = 100,
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.n_components = n_components
        self.random_state = random_state
        self.n_jobs = n_jobs

    def _take(self, features: _core.KernelFeatures) -> None:
        self.component_indices_ = np.asarray(features.landmarks)
