"""onnxruntime on exported models: labels equal wherever the scores are clear, scores and probabilities within the stated bounds.

Usage: onnx_check.py HALFSPACE. The bounds are those of docs/exchange.md.
"""
import csv
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import onnx
import onnxruntime

ROOT = pathlib.Path(__file__).resolve().parents[1]
IRIS = ROOT / "data/iris.csv"
BOUND = 1e-5  # |score - ours| <= BOUND * (1 + the largest |score|); probabilities: absolute
COUPLED = 1e-3  # probabilities of pairs: in float the iteration may stop a round earlier or later
PAIR = ["--classes", "versicolor,virginica"]
KERNEL = ["--stop", "passes", "--passes", "20"]
MODELS = {
    "two classes": [*PAIR, "--algorithm", "logistic"],
    "two classes, svm": [*PAIR, "--algorithm", "svm"],
    "one-vs-rest": ["--algorithm", "logistic"],
    "multinomial, scaled": ["--algorithm", "logistic", "--multiclass", "multinomial", "--scale", "standard"],
    "crammer-singer": ["--algorithm", "svm", "--multiclass", "crammer-singer"],
    "rbf, two classes": [*PAIR, "--kernel", "rbf", "--gamma", "0.5", *KERNEL],
    "rbf, scaled": ["--kernel", "rbf", "--gamma", "0.5", "--scale", "standard", *KERNEL],
    "polynomial": ["--kernel", "polynomial", "--gamma", "0.1", "--degree", "2", "--coef0", "1", *KERNEL],
    "sigmoid": [*PAIR, "--kernel", "sigmoid", "--gamma", "0.01", *KERNEL],
}


def run(*words):
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False)
    assert done.returncode == 0, (words, done.stderr)
    return done.stdout


def libsvm_rows(path):
    with open(IRIS, encoding="utf-8") as file, open(path, "w", encoding="utf-8") as out:
        names = sorted({row["species"] for row in csv.DictReader(file)})
        file.seek(0)
        for row in csv.reader(list(file)[1:]):
            out.write(f"{names.index(row[4])} " + " ".join(f"{j + 1}:{v}" for j, v in enumerate(row[:4])) + "\n")


def compare(name, halfspace, model, data, rows, labels_by_vote=False):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "model.onnx"
        run(halfspace, "convert", model, "-o", path, "--quiet")
        onnx.checker.check_model(onnx.load(path))
        session = onnxruntime.InferenceSession(path)
        names = [output.name for output in session.get_outputs()]
        got = dict(zip(names, session.run(None, {"x": rows})))
    ours = json.loads(run(halfspace, "predict", model, data, "--json"))
    score = np.array(ours["scores"])
    two = score.ndim == 1
    largest = 1 + np.abs(score).max()
    ordered = np.sort(score, axis=None if two else 1)
    clear = np.abs(score) > BOUND * largest if two else ordered[:, -1] - ordered[:, -2] > BOUND * largest
    if labels_by_vote:
        clear[:] = True
    different = [u for u, v, sure in zip(map(str, got["label"]), ours["labels"], clear) if sure and u != v]
    assert not different, (name, different)
    result = [f"{int(clear.sum())} of {len(rows)} labels clear and equal"]
    if "scores" in got and not labels_by_vote and got["scores"].shape == (len(rows), len(ours["classes"])):
        error = np.abs(got["scores"] - (np.stack([-score, score], 1) if two else score)).max() / largest
        assert error <= BOUND, (name, error)
        result.append(f"scores within {error:.1e}")
    if "probabilities" in got:
        error = np.abs(got["probabilities"] - np.array(ours["probabilities"])).max()
        assert error <= (COUPLED if labels_by_vote else BOUND), (name, error)
        result.append(f"probabilities within {error:.1e}")
    print(f"onnx {name}: " + ", ".join(result))


def main():
    halfspace = sys.argv[1]
    with open(IRIS, encoding="utf-8") as file:
        table = list(csv.reader(file))[1:]
    rows = np.array([list(map(float, row[:4])) for row in table], dtype=np.float32)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for name, flags in MODELS.items():
            run(halfspace, "train", IRIS, *flags, "-o", folder / "model.hs", "--quiet")
            compare(name, halfspace, folder / "model.hs", IRIS, rows)
        libsvm_rows(folder / "iris")
        for kernel in range(4):
            for probable in (0, 1):
                run("svm-train", "-q", "-g", "0.01", "-t", kernel, "-b", probable, folder / "iris", folder / "svm")
                compare(f"LIBSVM -t {kernel} -b {probable}", halfspace, folder / "svm", folder / "iris", rows, True)
    print("onnx: PASS")


if __name__ == "__main__":
    main()
