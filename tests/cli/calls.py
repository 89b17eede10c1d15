"""What several of these tests call."""
import os
import subprocess

from program import HALFSPACE, IRIS, PAIR, answer, run, write


VERBS = [verb["name"] for verb in answer("help")["verbs"]]


def certificate(model):
    path = model.parent / "proof.json"
    run("separate", IRIS, *PAIR, "-o", path)
    return path


def small_libsvm(model):
    """A file of LIBSVM text beside the model."""
    return write(model.parent / "rows.libsvm", "1 1:1\n-1 1:-1 2:1\n")


def trace(model):
    path = model.parent / "trace.csv"
    run("trace", IRIS, *PAIR, "--passes", "1", "--output-format", "csv", "-o", path)
    return path


def page(model):
    folder = model.parent / "page"
    folder.mkdir(exist_ok=True)
    write(folder / "index.html", "<!doctype html><title>page</title>")
    return folder


def good_calls(model):
    return {"train": ["train", IRIS, *PAIR], "predict": ["predict", model, IRIS], "evaluate": ["evaluate", model, IRIS, *PAIR], "inspect": ["inspect", IRIS], "path": ["path", IRIS, *PAIR, "--points", "3", "--ratio", "0.1"], "cv": ["cv", IRIS, *PAIR], "search": ["search", IRIS, *PAIR], "explain": ["explain", model, IRIS, "--row", "1"], "convert": ["convert", model, "-o", os.devnull, "--to", "c"], "compat": ["compat", "liblinear-train", small_libsvm(model), os.devnull], "plot": ["plot", model, "--kind", "weights"], "report": ["report", model, IRIS, *PAIR, "-o", os.devnull], "separate": ["separate", IRIS, *PAIR], "verify": ["verify", certificate(model), IRIS], "exercise": ["exercise"], "trace": ["trace", IRIS, *PAIR, "--passes", "1"], "grade": ["grade", IRIS, trace(model), *PAIR, "--passes", "1"], "play": ["play", "--page", page(model), "--timeout", "0.2"], "help": ["help"], "completion": ["completion", "bash"], "version": ["version"]}


def started(*args, **more):
    return subprocess.Popen([HALFSPACE, *map(str, args)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)
