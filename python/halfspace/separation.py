"""Linear separability with proofs: the exact verdict, certificates and their verifier, bounds on mistakes."""

from __future__ import annotations

import hashlib
import html
import json
import os
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from halfspace import _core
from halfspace._labels import encode
from halfspace._options import options_of, threads_of
from halfspace._rows import prepare
from halfspace._running import Callback, Watch
from halfspace.exceptions import errors_of_file


class Asked(NamedTuple):
    """A question of :func:`separate`."""

    X: Any
    y: Any
    weights: Any
    options: list[tuple[str, str]]


def fingerprint(asked: Asked) -> bytes:
    """Tells whether rows or labels have changed."""
    out = hashlib.blake2b(digest_size=16)
    values = prepare(asked.X).values
    for array in values[:3] if isinstance(values, tuple) else (values,):
        out.update(np.ascontiguousarray(array).data)
    coded = encode(asked.y)
    out.update(coded.codes.data)
    out.update("\0".join(coded.texts).encode())
    if asked.weights is not None:
        out.update((np.asarray(asked.weights, np.float64) == 0).tobytes())
    return out.digest()


class Verdict:
    """The exact answer to whether two classes are linearly separable, with its proof.

    Attributes
    ----------
    verdict : {"separable", "quasi-separable", "overlapping", "undecided"}
    separable : bool or None
        None where it is undecided.
    witness : list of (row, multiplier)
        Rows with whole numbers > 0 whose combination shows that nothing separates (Gordan 1873); empty where separable.
    margin : (float, float)
        The largest distance that the closest row can have from a boundary lies between these.
    report : dict
        Everything the command line's ``separate --json`` says.
    """

    def __init__(self, answer: _core.Separation, data: Asked | None) -> None:  # None: rows in partitions
        self.verdict: str = answer.verdict
        self.separable: bool | None = None if answer.verdict == "undecided" else answer.verdict == "separable"
        self.witness: list[tuple[int, int]] = [(row, int(m)) for row, m in answer.witness]
        self.margin: tuple[float, float] = (answer.margin_at_least, answer.margin_at_most)
        self.report: dict[str, Any] = json.loads(answer.json)
        self._text = answer.text
        self._data = data
        self._fingerprint = b"" if data is None else fingerprint(data)
        self._certificate = answer.certificate

    @property
    def weights(self) -> list[int] | None:
        """Whole numbers w with w.x + b > 0 on the rows of the second class alone; None unless separable."""
        given = self.report.get("weights")
        return None if given is None else [int(w) for w in given]

    @property
    def certificate(self) -> str:
        """The certificate as text, which :func:`verify` and ``halfspace verify`` check.

        It is written when first asked for, and speaks of the rows as text (:meth:`rows_text`). Error (ValueError): an
        undecided verdict has none.
        """
        if not self._certificate and self._data is not None and self.verdict != "undecided":
            rows, labels = self._same_rows()
            answer = _core.separate(rows, labels, self._data.options, True, None)
            if answer.verdict == "undecided":
                raise ValueError("the time limit was reached before the proof was found again; give more time_limit")
            self._certificate = answer.certificate
        if not self._certificate and self.verdict != "undecided":
            raise ValueError("no certificate was asked for; separate rows in partitions with certificate=True")
        if not self._certificate:
            raise ValueError(f"the verdict is {self.verdict}, and there is no proof to write down")
        return self._certificate

    def rows_text(self) -> str:
        """The rows as the CSV or LIBSVM text that the certificate is about."""
        if self._data is None:
            raise ValueError("this verdict was stored without its rows")
        return _core.text_of(*self._same_rows())

    def _same_rows(self) -> tuple[_core.Rows, _core.Labels]:
        """The rows of the question. Error (ValueError): they have changed since."""
        if self._data is None:
            raise ValueError("this verdict was stored without its rows")
        if fingerprint(self._data) != self._fingerprint:
            raise ValueError("X or y has changed since separate() was called; call it again")
        return prepare(self._data.X).core(self._data.weights), encode(self._data.y).core()

    def save(self, path: str | os.PathLike[str], *, rows: str | os.PathLike[str] | None = None) -> None:
        """Writes the certificate to a file, and with ``rows`` the text of the rows that it is about, for
        ``halfspace verify PATH ROWS``. A certificate is about the bytes of a text: another file of the same numbers is
        another text."""
        Path(path).write_text(self.certificate, encoding="utf-8")
        if rows is not None:
            Path(rows).write_text(self.rows_text(), encoding="utf-8")

    def __bool__(self) -> bool:
        return self.separable is True

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<halfspace verdict: {self.verdict}>"

    def _repr_html_(self) -> str:
        colour = {"separable": "#2a7d4f", "overlapping": "#b3471d", "quasi-separable": "#946200"}.get(
            self.verdict, "#555"
        )
        return (
            f"<div><strong style='color:{colour}'>{html.escape(self.verdict)}</strong>"
            f"<details open><summary>report</summary><pre style='line-height:1.3'>{html.escape(self._text)}</pre>"
            "</details></div>"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        certificate = self._certificate if self._data is None or self.verdict == "undecided" else self.certificate
        return (_restored, (self.verdict, self.witness, self.margin, self.report, self._text, certificate))


def _restored(*members: Any) -> Verdict:
    out = Verdict.__new__(Verdict)
    out.verdict, out.witness, out.margin, out.report, out._text, out._certificate = members
    out.separable = None if out.verdict == "undecided" else out.verdict == "separable"
    out._data = None
    out._fingerprint = b""
    return out


def separate(
    X: Any,
    y: Any,
    *,
    bias: str = "augmented",
    features: str | None = None,
    sample_weight: Any = None,
    time_limit: float | None = None,
    n_jobs: int | None = None,
    verbose: int = 0,
    callback: Callback | None = None,
    **options: Any,
) -> Verdict:
    """Are two classes linearly separable? Decided in exact arithmetic.

    Numbers stand for the shortest decimals that read back as their float64 values, whole numbers beyond 2^53 for
    themselves where that has more than 15 digits; a float32 stands for the float64 that it equals. Levels of text
    columns are as X has them; a certificate, which is about a text, takes them without blanks at the ends.

    Parameters
    ----------
    X : array-like, sparse matrix or table of shape (n, d)
        Rows. Without rows: ValueError.
    y : array-like of shape (n,)
        Labels of two classes. Those of one class are asked for a boundary that has all rows on its side, as on the
        command line: with a bias they are separable, by w = 0.
    bias : {"augmented", "none"}
        Whether the boundary may be anywhere, or passes through the origin.
    features : {"poly2", "poly3", "interactions"}, optional
        Products of columns that come as features.
    sample_weight : array-like of shape (n,), optional
        0 leaves a row out; else weights do not matter.
    time_limit : float, optional
        Seconds until the answer is "undecided" at the latest; TimeoutError where nothing at all was found.
    n_jobs : int, optional
        Threads. The answer does not depend on it.
    verbose, callback
        As in :class:`halfspace.LogisticRegression`.
    **options
        Other options of ``halfspace separate``: ``min_mistakes=True``, ``suspects=True``, ``missing="drop"``, ...

    Returns
    -------
    Verdict

    Raises
    ------
    ValueError
        Three classes or more, NaN or infinity, options that do not exist.

    Notes
    -----
    The method is Wolfe's nearest point (1976) with exact systems behind it (docs/algorithms.md, section 9).

    Examples
    --------
    >>> import halfspace
    >>> xor = halfspace.separate([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0])
    >>> xor.verdict, sorted(xor.witness)
    ('overlapping', [(0, 1), (1, 1), (2, 1), (3, 1)])
    >>> halfspace.verify(xor.certificate, [[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0]).accepted
    True
    """
    given = {"bias": bias, "features": features, "timeout": time_limit, "threads": threads_of(n_jobs) or None}
    prepared = prepare(X)
    if not hasattr(X, "__len__"):  # a stream is read once
        X = prepared
    rows, labels = prepared.core(sample_weight), encode(y).core()
    asked = Asked(X, y, sample_weight, options_of({**given, **options}))
    with Watch("separate", verbose, callback) as watch:
        answer = _core.separate(rows, labels, asked.options, False, watch)
    return Verdict(answer, asked)


class Verification:
    """What the verifier says of a certificate: ``accepted`` (its truth), ``statement``, ``reason``, ``question``."""

    def __init__(self, answer: _core.Verified) -> None:
        self.accepted: bool = answer.accepted
        self.statement: str = answer.statement
        self.reason: str = answer.reason
        self.question: str = answer.question

    def __bool__(self) -> bool:
        return self.accepted

    def __repr__(self) -> str:
        return f"<halfspace verification: {'accepted' if self.accepted else 'rejected'}: {self.reason}>"


def verify(certificate: Any, X: Any, y: Any = None, *, sample_weight: Any = None) -> Verification:
    """Checks a certificate against rows in exact arithmetic, with a reader of its own.

    Parameters
    ----------
    certificate : str, path or Verdict
        Text of a certificate, or the path of its file.
    X : array-like of shape (n, d), or a path
        The rows it speaks of; with ``y`` None the path of a file of them, or of a folder of shards.
    y : array-like of shape (n,), optional
    sample_weight : array-like of shape (n,), optional
        As it was for :func:`separate`: rows of weight 0 are no part of the question.

    Returns
    -------
    Verification
        A certificate that is refused is no error: ``accepted`` is False, and ``reason`` says what is wrong.

    Raises
    ------
    ValueError
        A text that is no certificate.

    Examples
    --------
    >>> import halfspace
    >>> verdict = halfspace.separate([[0.0], [1.0]], [0, 1])
    >>> bool(halfspace.verify(verdict, [[0.0], [1.0]], [0, 1]))
    True
    >>> bool(halfspace.verify(verdict, [[0.0], [1.0]], [1, 0]))
    False
    """
    text = _certificate_text(certificate)
    if y is None:
        if not isinstance(X, str | os.PathLike):
            raise TypeError("y is missing; give the labels, or the path of a file of rows in place of X")
        is_folder = (Path(X) / "manifest.txt").is_file()  # of shards
        if is_folder:
            return Verification(_core.verify_shards(text, os.fspath(X)))
        with errors_of_file(X):
            return Verification(_core.verify_file(text, os.fspath(X)))
    return Verification(_core.verify(text, prepare(X).core(sample_weight), encode(y).core()))


def _certificate_text(certificate: Any) -> str:
    if isinstance(certificate, Verdict):
        return certificate.certificate
    if isinstance(certificate, bytes):
        return certificate.decode()
    if isinstance(certificate, os.PathLike) or (isinstance(certificate, str) and certificate[:1] not in "{ \n"):
        return Path(certificate).read_text(encoding="utf-8")
    if not isinstance(certificate, str):
        raise TypeError(f"certificate is a {type(certificate).__name__}; expected its text, its path or a Verdict")
    return certificate
