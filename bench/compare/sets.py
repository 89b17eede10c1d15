"""The data sets: LIBSVM texts of two classes, their rows for the evaluator; those of a folder, and others that nobody tuned on."""
import csv
import dataclasses
import importlib.util
import pathlib
import subprocess

import numpy as np
import scipy.sparse
from sklearn.datasets import load_digits, load_svmlight_file, make_classification

SHARED = ["heart_scale", "crx_onehot", "breast_cancer", "mushrooms", "spambase", "a9a", "w8a", "mnist10k", "imdb_tfidf", "kdd99"]
QUICK = ["heart_scale", "spambase", "a9a"]
GAMMA = {"a9a": 0.00813, "mnist10k": 0.02, "spambase": 1.0}
SMALL = 500_000  # bytes of text


@dataclasses.dataclass
class DataSet:
    name: str
    path: pathlib.Path
    gamma: float = None  # of the RBF kernel; None: no such task
    test: pathlib.Path = None
    outside: bool = False  # made or found when the solvers were done
    loading: dict = dataclasses.field(default_factory=dict)  # name: processor seconds of loading alone, filled by the loading table
    _rows: tuple = None

    @property
    def small(self):
        return self.path.stat().st_size < SMALL

    def rows(self):
        """x as CSR of doubles, y of -1 and +1; the label that sorts last is +1. Kept as .npz beside the unpacked text."""
        if self._rows is None:
            kept = self.path.parent / (self.name + ".npz")
            if not kept.exists() or kept.stat().st_mtime < self.path.stat().st_mtime:
                x, y = load_svmlight_file(str(self.path))
                scipy.sparse.save_npz(kept, x.tocsr())
                np.save(kept.with_suffix(".npy"), np.where(y == y.max(), 1.0, -1.0))
            self._rows = scipy.sparse.load_npz(kept), np.load(kept.with_suffix(".npy"))
        return self._rows

    def test_rows(self):
        x, y = load_svmlight_file(str(self.test), n_features=max(self.rows()[0].shape[1], load_svmlight_file(str(self.test))[0].shape[1]))
        return x.tocsr(), np.where(y == y.max(), 1.0, -1.0)

    def for_vw(self):
        """The same rows in Vowpal Wabbit's text, written once."""
        kept = self.path.with_name(self.name + ".vw")
        if not kept.exists() or kept.stat().st_mtime < self.path.stat().st_mtime:
            signs = self.rows()[1]
            with self.path.open(encoding="ascii") as lines, kept.open("w", encoding="ascii") as out:
                out.writelines(f"{int(sign)} | {line.rstrip().partition(' ')[2]}\n" for sign, line in zip(signs, lines, strict=True))
        return kept

    def forget(self):
        self._rows = None


def unpacked(folder, name, work):
    """The text of a set of the folder, unpacked; of the digits of mnist10k, odd (+1) against even. None where it is not there."""
    packed, plain = folder / f"{name}.zst", folder / name
    if not plain.exists() and not packed.exists():
        return None
    path = work / name
    if not path.exists():
        text = plain.read_text() if plain.exists() else subprocess.run(["zstd", "-dcq", packed], capture_output=True, text=True, check=True).stdout
        if name.startswith("mnist10k"):
            text = "".join(("+1" if int(line.split(" ", 1)[0]) % 2 else "-1") + line[line.index(" "):] for line in text.splitlines(True))
        elif len(labels := sorted({line.split(" ", 1)[0] for line in text.splitlines()})) != 2:
            raise ValueError(f"{name} has {len(labels)} labels; expected 2")
        path.write_text(text)
    return path


def made_text(name, shape, noise, seed, work):
    """Sparse rows like those of documents (bench/make_sparse.cpp): rows, columns, nonzeros a row."""
    path = work / name
    if not path.exists():
        with path.open("wb") as out:
            subprocess.run([work.parent / "bench" / "halfspace_make_sparse", *map(str, (*shape, noise, seed))], stdout=out, check=True)
    return path


def written(x, y, path):
    """Rows of an array as LIBSVM text of at most six digits."""
    with path.open("w", encoding="ascii") as out:
        for row, label in zip(x, y):
            out.write(("+1" if label else "-1") + "".join(f" {j + 1}:{v:.6g}" for j, v in enumerate(row) if v != 0) + "\n")
    return path


def health(path):
    """statsmodels' table of the RAND health insurance experiment (public domain): visits to a doctor or none, from nine columns as they are."""
    folder = pathlib.Path(importlib.util.find_spec("statsmodels").submodule_search_locations[0])
    with (folder / "datasets/randhie/randhie.csv").open(encoding="ascii") as table:
        rows = [[float(v) for v in row] for row in list(csv.reader(table))[1:]]
    return written([row[1:] for row in rows], [row[0] > 0 for row in rows], path)


def dense(path):
    x, y = make_classification(20_000, 60, n_informative=20, n_redundant=20, n_clusters_per_class=4, flip_y=0.05, class_sep=1.5, random_state=7)
    return written(x, y, path)


def digits(path):
    x, y = load_digits(return_X_y=True)
    return written(x, y % 2 == 1, path)


def outside(work):
    makers = {"digits_odd": (digits, 0.001), "dense": (dense, 0.005), "health": (health, None), "text": (lambda path: made_text(path.name, (60_000, 300_000, 60), 0.05, 7, work), None)}
    for name, (make, gamma) in makers.items():
        path = work / name
        if not path.exists():
            if name == "health" and importlib.util.find_spec("statsmodels") is None:
                continue
            make(path)
        yield DataSet(name, path, gamma, outside=True)


def found(folder, names, work, quick=False):
    """The named sets that are there, or all; then those from outside (of `quick`: without the large text)."""
    work.mkdir(parents=True, exist_ok=True)
    for name in QUICK if quick and not names else SHARED:
        if (not names or name in names) and (path := unpacked(folder, name, work)) is not None:
            yield DataSet(name, path, GAMMA.get(name), unpacked(folder, name + ".t", work))
    for data in outside(work):
        if data.name in names or not names and not (quick and data.name in ("text", "dense")):
            yield data
