"""The data sets: LIBSVM texts of two classes, their rows for the evaluator, and made data where none is at hand."""
import dataclasses
import pathlib
import subprocess

import numpy as np
import scipy.sparse
from sklearn.datasets import load_svmlight_file

SHARED = ["breast_cancer", "crx_onehot", "heart_scale", "mushrooms", "spambase", "a9a", "w8a", "mnist10k", "imdb_tfidf", "kdd99"]
QUICK = ["heart_scale", "spambase", "a9a", "w8a"]


@dataclasses.dataclass
class DataSet:
    name: str
    path: pathlib.Path
    _rows: tuple = None

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

    def forget(self):
        self._rows = None


def shared_set(folder, name, work):
    """A data set of the folder, unpacked; of the digits of mnist10k, odd (+1) against even. None where it is not there."""
    packed, plain = folder / f"{name}.zst", folder / name
    if not plain.exists() and not packed.exists():
        return None
    path = work / name
    if not path.exists():
        text = plain.read_text() if plain.exists() else subprocess.run(["zstd", "-dcq", packed], capture_output=True, text=True, check=True).stdout
        if name == "mnist10k":
            text = "".join(("+1" if int(line.split(" ", 1)[0]) % 2 else "-1") + line[line.index(" "):] for line in text.splitlines(True))
        elif len(labels := sorted({line.split(" ", 1)[0] for line in text.splitlines()})) != 2:
            raise ValueError(f"{name} has {len(labels)} labels; expected 2")
        path.write_text(text)
    return DataSet(name, path)


def made_set(name, rows, columns, a_row, noise, work, seed=1):
    """Sparse rows of about `a_row` nonzeros (bench/make_sparse.cpp)."""
    path = work / name
    if not path.exists():
        with path.open("wb") as out:
            subprocess.run([work.parent / "bench" / "halfspace_make_sparse", *map(str, (rows, columns, a_row, noise, seed))], stdout=out, check=True)
    return DataSet(name, path)


def found(folder, names, work):
    """The named sets that are there; made ones where none is."""
    work.mkdir(parents=True, exist_ok=True)
    sets = [s for name in names if (s := shared_set(folder, name, work)) is not None]
    return sets or [made_set("made_small", 4_000, 120, 14, 0.1, work), made_set("made_wide", 20_000, 100_000, 75, 0.03, work)]
