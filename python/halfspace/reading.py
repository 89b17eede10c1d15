"""Files as rows: CSV, TSV and LIBSVM text by the core's readers, NPY by NumPy."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from halfspace import _core
from halfspace._labels import text_of_label, typed_classes
from halfspace._options import options_of
from halfspace.exceptions import errors_of_file

PathLike = str | os.PathLike[str]


class Table:
    """Rows of a file.

    Attributes
    ----------
    X : ndarray of shape (n, d), or a SciPy CSR matrix of LIBSVM text
        Numbers; NaN is a missing cell, a text the number of its level.
    y : ndarray of shape (n,) or None
        Labels: numbers where all are.
    names : list of str
        Of the columns; empty for LIBSVM text.
    categories : dict of column to list of str
        Levels of columns of texts.
    weights : ndarray or None
    groups : ndarray or None
    lines : ndarray of shape (n,)
        Of each row, from 1.
    """

    def __init__(self, table: _core.Table) -> None:
        self.names: list[str] = table.names
        self.lines: npt.NDArray[np.int64] = table.lines
        self.categories: dict[int, list[str]] = dict(table.categories)
        self.weights: npt.NDArray[np.float64] | None = table.weights if len(table.weights) else None
        self.groups: npt.NDArray[np.int64] | None = table.groups if len(table.groups) else None
        self.y: Any = _labels(table.labels, numbers=table.sparse) if table.labels else None
        self.X: Any = _matrix(table)

    def frame(self) -> Any:
        """A pandas data frame with categories; needs pandas."""
        import pandas as pd

        columns: dict[str, Any] = {}
        for j, name in enumerate(self.names):
            values = self.X[:, j]
            if j in self.categories:
                codes = np.where(np.isnan(values), -1, values).astype(np.int64)
                values = pd.Categorical.from_codes(codes, categories=self.categories[j])
            columns[name] = values
        return pd.DataFrame(columns)

    def __repr__(self) -> str:
        return f"<halfspace table: {self.X.shape[0]} rows of {self.X.shape[1]} columns>"


def _labels(texts: list[str], *, numbers: bool) -> npt.NDArray[Any]:
    """Labels of CSV as written; those of LIBSVM text are numbers, of which 1, +1 and 1.0 are one."""
    written = [text_of_label(float(t)) for t in texts] if numbers else texts
    classes, codes = np.unique(np.asarray(written), return_inverse=True)
    return typed_classes(classes.tolist())[codes.reshape(-1)]


def _matrix(table: _core.Table) -> Any:
    if not table.sparse:
        return table.values.reshape(table.rows, table.cols)
    try:
        from scipy.sparse import csr_matrix
    except ImportError as error:
        raise ImportError("rows of LIBSVM text are a SciPy matrix: pip install scipy") from error
    return csr_matrix((table.values, table.column, table.start), shape=(table.rows, table.cols))


def _read(path: PathLike, options: Mapping[str, Any]) -> Table:
    with errors_of_file(path):
        return Table(_core.read_table(os.fspath(path), options_of(options)))


def read_csv(path: PathLike, **options: Any) -> Table:
    """The rows of a CSV or TSV file, plain or packed, strictly read.

    Parameters
    ----------
    path : str or path
    **options
        Reading flags of the command line: ``label``, ``columns``, ``categorical``, ``drop``, ``weight``, ``groups``,
        ``no_header=True``, ``delimiter``, ``decimal``, ``na``, ``dates``, ``encoding``, ``missing``, ...

    Returns
    -------
    Table
        Missing cells are NaN.

    Raises
    ------
    OSError
        The file cannot be read.
    ValueError
        Named by file, line and column: what was found, what was expected.

    Examples
    --------
    >>> import halfspace, pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "toy.csv"
    >>> _ = file.write_text("a,b,label\\n1,2,no\\n3,4,yes\\n")
    >>> table = halfspace.read_csv(file)
    >>> table.X.tolist(), table.y.tolist(), table.names
    ([[1.0, 2.0], [3.0, 4.0]], ['no', 'yes'], ['a', 'b'])
    """
    name = os.fspath(path)
    for packed in (".gz", ".zst", ".xz", ".bz2", ".lz4"):
        name = name.removesuffix(packed)
    options.setdefault("format", "tsv" if name.endswith((".tsv", ".tab")) else "csv")
    return _read(path, options)


def read_libsvm(path: PathLike, **options: Any) -> Table:
    """The rows of a LIBSVM text, plain or packed, as a CSR matrix. ``zero_based=True``: indices start at 0.

    Errors are those of :func:`read_csv`.

    Examples
    --------
    >>> import halfspace, pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "toy.txt"
    >>> _ = file.write_text("+1 1:0.5 3:2\\n-1 2:1\\n")
    >>> table = halfspace.read_libsvm(file)
    >>> table.X.toarray().tolist(), table.y.tolist()
    ([[0.5, 0.0, 2.0], [0.0, 1.0, 0.0]], [1, -1])
    """
    return _read(path, {**options, "format": "libsvm"})


def read_npy(path: PathLike, *, mmap: bool = True) -> npt.NDArray[Any]:
    """The array of an NPY file, mapped read-only by default: estimators read it where it is.

    Raises
    ------
    OSError
        The file cannot be read.
    ValueError
        It is no NPY file, or holds Python objects.

    Examples
    --------
    >>> import halfspace, numpy, pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "x.npy"
    >>> numpy.save(file, numpy.eye(2))
    >>> halfspace.read_npy(file).shape
    (2, 2)
    """
    try:
        array = np.load(path, mmap_mode="r" if mmap else None, allow_pickle=False)
    except (OSError, TypeError, MemoryError):
        raise
    except Exception as error:  # NumPy hands on what its parser of headers raises
        raise ValueError(f"{path}: no NPY file, or a damaged one: {error}") from error
    if not isinstance(array, np.ndarray):
        array.close()
        raise ValueError(f"{path}: an archive of several arrays; expected one array, as numpy.save writes it")
    return array
