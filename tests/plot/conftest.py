"""Models whose pictures are tested."""
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from program import IRIS, OVERLAP, PAIR, run, write  # noqa: E402
from plotted import CATEGORICAL, TWO, XOR  # noqa: E402


@pytest.fixture(name="made", scope="module")
def fixture_made(tmp_path_factory):
    """Models by name, with the trace of the first."""
    folder = tmp_path_factory.mktemp("models")
    calls = {"two": [*PAIR, *TWO, "--trace", folder / "trace.jsonl"], "four": [*OVERLAP, "--preset", "pocket"], "one": [*PAIR, "--columns", "petal_length"],
             "voted": [*OVERLAP, "--columns", "petal_width,petal_length", "--preset", "voted"]}
    calls |= {"argmax": ["--columns", "petal_length,petal_width", "--preset", "pocket"], "ovr": ["--multiclass", "one-vs-rest", "--passes", "9", "--trace", folder / "ovr.jsonl"],
              "arg_votes": ["--preset", "voted", "--passes", "5"], "arg_kernel": ["--kernel", "rbf", "--passes", "20"], "arg_one": ["--columns", "petal_width", "--passes", "20"],
              "three": ["--scale", "standard", "--preset", "pocket"], "scaled": [*PAIR, *TWO, "--scale", "standard", "--trace", folder / "scaled.jsonl"]}
    calls |= {"logit": [*OVERLAP, "--columns", "sepal_length,sepal_width", "--algorithm", "logistic"], "descent": [*OVERLAP, *TWO, "--algorithm", "logistic", "--penalty", "none", "--solver", "gd", "--alpha", "0.001", "--rounds", "200"],
              "too_long": [*OVERLAP, *TWO, "--algorithm", "logistic", "--penalty", "none", "--solver", "gd", "--alpha", "1", "--rounds", "3000"], "logits": ["--columns", "sepal_length,sepal_width", "--algorithm", "logistic"]}
    for name, flags in calls.items():
        assert run("train", IRIS, *flags, "-o", folder / f"{name}.hs").returncode in (0, 1, 4), name
    write(folder / "xor.csv", XOR)
    write(folder / "cat.csv", CATEGORICAL)
    for name, flags in {"poly": ["xor.csv", "--features", "poly2"], "rbf": ["xor.csv", "--kernel", "rbf", "--gamma", "1"], "cat": ["cat.csv", "--categorical", "auto"],
                        "gaps": ["cat.csv", "--categorical", "auto", "--missing", "mean,category", "--features", "poly2"]}.items():
        done = run("train", folder / flags[0], *flags[1:], "--trace", folder / f"{name}.jsonl", "-o", folder / f"{name}.hs")
        assert done.returncode == 0, done.stderr
    return folder
