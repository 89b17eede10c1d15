"""Learning on a Dask cluster: rows stay on the workers that hold them, and the model has the same bytes for any number
of partitions and workers.

Takes dask arrays (dense, or chunks of scipy.sparse), dask data frames, and lists of delayed partitions. The client is
the current one; an estimator's attribute ``client`` names another. Workers and scheduler need the same halfspace.

Examples
--------
>>> from distributed import Client                                    # doctest: +SKIP
>>> import dask.dataframe as dd, halfspace.dask                       # doctest: +SKIP
>>> client = Client(n_workers=2)                                      # doctest: +SKIP
>>> rows = dd.read_parquet("rows/")                                   # doctest: +SKIP
>>> X, y = rows.drop(columns="label"), rows["label"]                  # doctest: +SKIP
>>> model = halfspace.dask.LogisticRegression(C=10).fit(X, y)         # doctest: +SKIP
>>> model.predict(X)                # a dask series: computed when asked for  # doctest: +SKIP
"""

from __future__ import annotations

try:
    import dask.array  # noqa: F401 - what the modules below import
    import distributed  # noqa: F401
except ModuleNotFoundError as error:
    raise ImportError(
        f"halfspace.dask needs {error.name}: pip install 'halfspace-ml[dask]'", name=error.name
    ) from error

from halfspace.dask._estimators import LinearSVC, LogisticRegression, Perceptron
from halfspace.dask._evaluation import evaluate
from halfspace.dask._selection import cross_validate, path
from halfspace.dask._separation import separate

__all__ = ["LinearSVC", "LogisticRegression", "Perceptron", "cross_validate", "evaluate", "path", "separate"]
