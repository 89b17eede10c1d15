"""The rows of the table of halfspace/_rows.py that say "no copy", held against the memory that a process takes."""

import json
import subprocess
import sys
import tracemalloc

import numpy as np
import pytest
import scipy.sparse as sp

from halfspace._rows import prepare

MEBIBYTE = 1 << 20
SIZE = 32 * MEBIBYTE

DENSE = {
    "float64": lambda: np.zeros((SIZE // 64, 8)),
    "float32": lambda: np.zeros((SIZE // 32, 8), np.float32),
    "fortran": lambda: np.zeros((SIZE // 64, 8), order="F"),
    "strided": lambda: np.zeros((SIZE // 64, 16))[:, ::2],
    "read-only": lambda: np.frombuffer(bytes(SIZE), np.float64).reshape(-1, 8),
}
COPIED = {
    "negative strides": lambda: np.zeros((SIZE // 64, 8))[::-1],
    "big-endian": lambda: np.zeros((SIZE // 64, 8), ">f8"),
    "int64": lambda: np.zeros((SIZE // 64, 8), np.int64),
}


def peak_of(make):
    """Bytes that NumPy took at most while the rows were prepared."""
    x = make()
    tracemalloc.start()
    try:
        prepare(x).core()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def frame(kind):
    import pandas as pd
    import polars as pl

    x = np.zeros((SIZE // 64, 8))
    return pd.DataFrame(x) if kind == "pandas" else pl.DataFrame(np.asfortranarray(x))


def sparse(index):
    csr = sp.random(40_000, 200, 0.3, "csr", random_state=np.random.RandomState(0))
    csr.indices, csr.indptr = csr.indices.astype(index), csr.indptr.astype(index)
    csr.has_canonical_format
    return csr


@pytest.mark.parametrize("kind", DENSE)
def test_dense_rows_are_read_where_they_are(kind):
    assert peak_of(DENSE[kind]) < MEBIBYTE


@pytest.mark.parametrize("kind", COPIED)
def test_others_are_copied_once(kind):
    assert SIZE <= peak_of(COPIED[kind]) < 1.2 * SIZE


@pytest.mark.parametrize("index", [np.int32, np.int64])
def test_sparse_rows_are_read_where_they_are(index):
    assert peak_of(lambda: sparse(index)) < MEBIBYTE


def test_a_frame_of_one_block_is_read_where_it_is():
    assert peak_of(lambda: frame("pandas")) < MEBIBYTE


PROGRAM = """
import json, resource, sys
import numpy as np, scipy.sparse as sp
import halfspace as hs

def peak():
    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

kind, call = sys.argv[1:]
rng = np.random.default_rng(0)
n, d = 1_000_000, 40
if kind == "csr":
    column = np.tile(np.arange(d, dtype=np.int32), n)
    start = np.arange(0, n * d + 1, d, dtype=np.int32)
    X = sp.csr_matrix((rng.random(n * d), column, start), shape=(n, d))
    X.has_canonical_format
    size = X.data.nbytes + X.indices.nbytes
else:
    X = np.empty((n, d), np.float32 if kind == "float32" else np.float64)
    for part in np.array_split(X, 100):
        part[:] = rng.random(part.shape)
    size = X.nbytes
y = np.arange(n) % 2
if call == "predict":
    model = hs.train(X[:100], y[:100], algorithm="perceptron", stop="passes", passes=1).model
    before = peak()
    model.predict(X, n_jobs=2)
elif call == "fit":
    one = hs.Perceptron(stop="passes", max_iter=1, decide="off", n_jobs=2).fit(X[:100], y[:100])  # loads scikit-learn
    before = peak()
    one.fit(X, y)
else:
    before = peak()
    hs.train(X, y, algorithm="perceptron", stop="passes", passes=1, decide="off", n_jobs=2)
print(json.dumps([size, peak() - before]))
"""


@pytest.mark.parametrize("call", ["train", "fit", "predict"])
@pytest.mark.parametrize("kind", ["float64", "float32", "csr"])
def test_the_core_takes_no_copy(kind, call):
    out = subprocess.run([sys.executable, "-c", PROGRAM, kind, call], check=True, capture_output=True, text=True)
    size, more = json.loads(out.stdout)
    assert more < size / 2, f"{more / MEBIBYTE:.0f} MiB more, of rows of {size / MEBIBYTE:.0f} MiB"
