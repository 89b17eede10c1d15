"""Equal rows, options and seed give equal bytes: for any number of threads, from the text, packed text and a cache of it."""
import gzip
import random

import pytest

from program import SANITIZED, run

SHAPES = {"few columns": (6_000, 60, 20), "many columns": (3_000, 5_000, 30)}  # rows, columns, entries a row: enough for threads to share a pass
LOGISTIC = ["--algorithm", "logistic"]
SVM = ["--algorithm", "svm"]
LINEAR = [
    LOGISTIC, [*LOGISTIC, "--penalty", "l1"], [*LOGISTIC, "--penalty", "elastic-net"], [*LOGISTIC, "--bias", "augmented", "--tol", "1e-8"],
    [*LOGISTIC, "--solver", "trust-newton"], SVM, [*SVM, "--bias", "none", "--tol", "1e-7"], [*SVM, "--loss", "squared-hinge"],
    [*SVM, "--loss", "modified-huber", "--penalty", "l1"], [*SVM, "--solver", "dual-cd", "--tol", "1e-2"],
    ["--preset", "averaged", "--passes", "3"], ["--preset", "pocket", "--rounds", "2000"],
]
FEW = [[*LOGISTIC, "--solver", "newton"], [*LOGISTIC, "--penalty", "firth"], [*SVM, "--solver", "newton"], [*SVM, "--solver", "interior-point"],
       [*SVM, "--kernel", "rbf", "--gamma", "0.05", "--tol", "1e-3"], [*SVM, "--kernel", "rbf", "--approximation", "nystrom", "--components", "50"]]
CASES = [(shape, flags) for shape in SHAPES for flags in LINEAR] + [("few columns", flags) for flags in FEW]


@pytest.fixture(scope="module")
def texts(tmp_path_factory):
    """{shape: [plain text, gzip, cache]}: a plane with a tenth of the labels wrong; every third row is there twice."""
    out = {}
    folder = tmp_path_factory.mktemp("rows")
    for shape, (rows, columns, entries) in SHAPES.items():
        rng = random.Random(shape)
        plane = [rng.gauss(0, 1) for _ in range(columns)]
        lines = []
        for _ in range(rows):
            x = {j: round(rng.random(), 2) + 0.01 for j in sorted(rng.sample(range(columns), entries))}
            label = (sum(plane[j] * (v - 0.5) for j, v in x.items()) > 0) != (rng.random() < 0.1)
            lines.append(("+1 " if label else "-1 ") + " ".join(f"{j + 1}:{v:.2f}" for j, v in x.items()))
        lines[::3] = lines[1::3]
        plain = folder / f"{columns}.libsvm"
        plain.write_text("\n".join(lines) + "\n")
        packed = folder / f"{columns}.libsvm.gz"
        packed.write_bytes(gzip.compress(plain.read_bytes()))
        cache = folder / f"{columns}.hsd"
        assert run("convert", plain, "--to", "cache", "-o", cache).returncode == 0
        out[shape] = [plain, packed, cache]
    return out


def bytes_of(folder, *words):
    assert run(*words, "-o", folder / "made").returncode in (0, 1)
    return (folder / "made").read_bytes()


@pytest.mark.parametrize(("shape", "flags"), CASES, ids=lambda v: v if isinstance(v, str) else " ".join(v))
def test_models(tmp_path, texts, shape, flags):
    plain, packed, cache = texts[shape]
    one = bytes_of(tmp_path, "train", plain, *flags, "--threads", 1)
    others = [(plain, 2), (packed, 4), (cache, 1), (cache, 4)]
    for source, threads in others[3:] if SANITIZED else others:
        assert bytes_of(tmp_path, "train", source, *flags, "--threads", threads) == one, (source.name, threads)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("penalty", ["l2", "l1"])
def test_paths(tmp_path, texts, shape, penalty):
    words = ["--penalty", penalty, "--points", 8, "--choose", 5]
    one = bytes_of(tmp_path, "path", texts[shape][0], *words, "--threads", 1)
    assert bytes_of(tmp_path, "path", texts[shape][2], *words, "--threads", 4) == one


@pytest.mark.parametrize("shape", SHAPES)
def test_certificates(tmp_path, texts, shape):
    one = bytes_of(tmp_path, "separate", texts[shape][0], "--threads", 1)
    assert bytes_of(tmp_path, "separate", texts[shape][1], "--threads", 4) == one
