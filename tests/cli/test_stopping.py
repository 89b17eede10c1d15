"""Runs end within half a second of --timeout and of signals, with what they have; progress is shown and erased."""
import fcntl
import json
import os
import pty
import random
import select
import signal
import struct
import subprocess
import tempfile
import termios
import time

import pytest

from program import HALFSPACE, IRIS, OVERLAP, run

LATE = 0.5  # seconds


@pytest.fixture(scope="session")
def big(tmp_path_factory):
    """Files on which every verb takes longer than a few seconds."""
    folder = tmp_path_factory.mktemp("big")
    rng = random.Random(1)

    def table(name, rows, cols, classes=2, shift=0.3):
        with open(folder / name, "w", encoding="utf-8") as out:
            out.write(",".join(f"x{j}" for j in range(cols)) + ",label\n")
            for i in range(rows):
                k = i % classes
                out.write(",".join(f"{rng.gauss(shift if j % classes == k else 0, 1):.3f}" for j in range(cols)) + f",c{k}\n")

    def sparse(name, rows, cols, entries, classes=2):
        with open(folder / name, "w", encoding="utf-8") as out:
            for i in range(rows):
                columns = sorted(rng.sample(range(1, cols + 1), entries))
                out.write(str(i % classes) + "".join(f" {j}:{rng.random():.3f}" for j in columns) + "\n")

    table("dense.csv", 12000, 60)
    table("wide.csv", 1500, 1200)
    table("narrow.csv", 8000, 8)
    table("small.csv", 400, 6)
    table("three.csv", 6000, 40, classes=3)
    sparse("sparse.txt", 20000, 20000, 60)
    sparse("classes.txt", 8000, 2000, 20, classes=4000)
    return folder


COMMANDS = {
    "perceptron": "train dense.csv",
    "pocket": "train dense.csv --preset pocket --rounds 100000000",
    "random-mistake": "train dense.csv --order random-mistake",
    "argmax": "train classes.txt --stop no-mistake",
    "one-vs-rest": "train classes.txt --multiclass one-vs-rest",
    "kernel perceptron": "train sparse.txt --preset kernel --kernel rbf --gamma 0.1",
    "kernel perceptron, polynomial": "train dense.csv --preset kernel --kernel polynomial --degree 3",
    "kernel SVM": "train dense.csv --algorithm svm --kernel rbf --C 100",
    "kernel SVM, sparse": "train sparse.txt --algorithm svm --kernel rbf --gamma 1 --C 10",
    "nu-SVC": "train dense.csv --algorithm svm --kernel rbf --nu 0.3",
    "one-vs-one": "train three.csv --algorithm svm --kernel rbf --C 100",
    "Nystrom": "train dense.csv --algorithm svm --kernel rbf --approximation nystrom --components 1500",
    "Fourier": "train dense.csv --algorithm logistic --kernel rbf --approximation fourier --components 1500",
    "newton": "train wide.csv --algorithm logistic --solver newton --C 1000",
    "interior point": "train wide.csv --algorithm svm --solver interior-point",
    "augmented Lagrangian": "train wide.csv --algorithm svm --solver augmented-lagrangian",
    "hard margin": "train wide.csv --algorithm svm --C inf",
    "firth": "train wide.csv --algorithm logistic --penalty firth",
    "no penalty": "train dense.csv --algorithm logistic --penalty none --statistics --features poly2",
    "l1": "train wide.csv --algorithm logistic --penalty l1 --C 100 --tol 1e-12",
    "gd": "train dense.csv --algorithm logistic --penalty none --solver gd --rounds 1000000",
    "multinomial": "train classes.txt --algorithm logistic --multiclass multinomial",
    "crammer-singer": "train classes.txt --algorithm svm --multiclass crammer-singer",
    "poly3": "train dense.csv --features poly3",
    "calibrate": "train dense.csv --algorithm svm --kernel rbf --calibrate platt",
    "cv": "cv dense.csv --algorithm svm --kernel rbf",
    "cv of perceptrons": "cv dense.csv --preset pocket --rounds 10000000",
    "search": "search dense.csv --algorithm svm --kernel rbf --over C=0.1,1,10 --over gamma=0.01,0.1",
    "search by Nystrom": "search dense.csv --algorithm svm --kernel rbf --approximation nystrom --over C=1,10",
    "path": "path sparse.txt --penalty l1 --folds 5 --points 100",
    "path, l2": "path wide.csv --penalty l2 --folds 5 --points 400",
    "separate": "separate wide.csv",
    "separate, overlapping": "separate dense.csv",
    "separate, classes": "separate classes.txt",
    "fewest mistakes": "separate small.csv --min-mistakes",
    "suspects": "separate narrow.csv --suspects",
    "compat": "compat svm-train sparse.txt MODEL",
}


def begun(command, folder, *more, **popen):
    words = ["MODEL" == w and "model.out" or w for w in command.split()]
    return subprocess.Popen([HALFSPACE, *words, *more], cwd=folder, stdin=subprocess.DEVNULL, **popen)


@pytest.mark.long
@pytest.mark.parametrize("name", COMMANDS)
def test_the_time_limit_is_kept(name, big):
    for limit in (1.5, 4):
        start = time.monotonic()
        process = begun(COMMANDS[name], big, "--timeout", str(limit), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        out, err = process.communicate(timeout=120)
        took = time.monotonic() - start
        assert took < limit + LATE, (name, took, out[-500:], err[-500:])
        assert process.returncode in (0, 1, 4), (name, process.returncode, err)


@pytest.mark.long
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("name", COMMANDS)
def test_a_signal_ends_the_run(name, sign, big):
    process = begun(COMMANDS[name], big, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(2.5)
    if process.poll() is not None:
        pytest.skip("done before the signal")
    start = time.monotonic()
    process.send_signal(sign)
    out, err = process.communicate(timeout=120)
    took = time.monotonic() - start
    assert took < LATE, (name, took, out[-500:], err[-500:])
    assert process.returncode == 130, (name, process.returncode, err)


@pytest.mark.long
@pytest.mark.parametrize("name", ["kernel SVM", "kernel perceptron", "Nystrom", "newton", "argmax"])
def test_a_model_is_kept(name, big, tmp_path):
    model = tmp_path / "m.hs"
    process = begun(COMMANDS[name], big, "--timeout", "4", "-o", str(model), "--json", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, err = process.communicate(timeout=120)
    if process.returncode == 4 and not out:
        assert b"before there was anything to keep" in err
        assert not model.exists()
        return
    answer = json.loads(out)
    assert answer["status"] in ("timeout", "converged", "not-converged", "vacuous"), answer["status"]
    assert json.loads(run("inspect", model, "--json").stdout)["report"]["status"] == answer["status"]


@pytest.mark.long
@pytest.mark.parametrize("verb", ["predict", "evaluate", "plot --kind roc"])
def test_scoring_ends_at_once(verb, big, tmp_path):
    model = tmp_path / "m.hs"
    assert run("train", big / "dense.csv", "--algorithm", "svm", "--kernel", "rbf", "--gamma", "1", "--timeout", "8", "-o", model).returncode in (0, 4)
    start = time.monotonic()
    done = run(*verb.split()[:1], model, big / "dense.csv", *verb.split()[1:], "--timeout", "1")
    assert time.monotonic() - start < 1 + LATE, done.stderr
    assert done.returncode in (0, 4)


def on_a_terminal(*words, columns=80, **popen):
    """What a run writes to a terminal as standard error, and to standard output."""
    main, side = pty.openpty()
    fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    reported = tempfile.TemporaryFile()  # a pipe that nobody reads would fill
    process = subprocess.Popen([HALFSPACE, *map(str, words)], stdin=subprocess.DEVNULL, stdout=reported, stderr=side, **popen)
    os.close(side)
    seen = b""
    while True:
        try:
            if not select.select([main], [], [], 60)[0]:
                break
            part = os.read(main, 65536)
        except OSError:  # its other end is closed
            break
        if not part:
            break
        seen += part
    os.close(main)
    process.wait(timeout=60)
    reported.seek(0)
    with reported:
        return process.returncode, seen.decode(errors="replace"), reported.read().decode(errors="replace")


def visible(seen):
    """What stays of a line after carriage returns and erasures."""
    line = ""
    for part in seen.split("\r"):
        if part.startswith("\x1b[K"):
            line = part[len("\x1b[K"):]
        else:
            line = part.lstrip("\n") or line
    return line


@pytest.mark.parametrize("columns", [80, 40])
def test_progress_is_shown_and_erased(columns):
    code, seen, out = on_a_terminal("train", IRIS, *OVERLAP, "--preset", "cyclic", "--decide", "off", "--passes", "1000000000",
                                    "--timeout", "2.5", columns=columns)
    assert code == 0, seen
    assert "\r\x1b[K" in seen and ("visits/s" if columns == 80 else " vi") in seen, seen[-300:]
    assert all(len(line) < columns for line in seen.split("\r\x1b[K")), seen  # one that wraps cannot be erased
    assert visible(seen).strip() == "", seen[-300:]
    assert "status" in out


@pytest.mark.long
@pytest.mark.parametrize("name", COMMANDS)
def test_progress_of_every_verb(name, big):
    start = time.monotonic()
    code, seen, _ = on_a_terminal(*[w if w != "MODEL" else "model.out" for w in COMMANDS[name].split()], "--timeout", "4", cwd=big)
    assert code in (0, 1, 4), seen
    took = time.monotonic() - start
    assert took < 1.5 or "\r\x1b[K" in seen and "/s" in seen, (name, took, seen[-300:])
    left = visible(seen).strip()
    assert left == "" or left.startswith("halfspace: ") and "[" not in left, (name, left)


def test_no_control_bytes_without_a_terminal():
    done = run("train", IRIS, *OVERLAP, "--decide", "off", "--timeout", "1.5")
    assert "\x1b" not in done.stderr and "\r" not in done.stderr


@pytest.mark.parametrize("words", [
    ["--preset", "pocket"], ["--preset", "kernel", "--kernel", "rbf", "--passes", "20"], ["--algorithm", "svm", "--kernel", "rbf"],
    ["--algorithm", "svm", "--kernel", "rbf", "--approximation", "nystrom", "--components", "20"],
    ["--algorithm", "logistic", "--penalty", "l1"], ["--algorithm", "logistic", "--calibrate", "platt"], ["--algorithm", "svm"]], ids=" ".join)
def test_a_limit_that_is_not_reached_changes_nothing(words, tmp_path):
    assert run("train", IRIS, *OVERLAP, *words, "-o", tmp_path / "a.hs").returncode == 0
    assert run("train", IRIS, *OVERLAP, *words, "-o", tmp_path / "b.hs", "--timeout", "3000").returncode == 0
    assert (tmp_path / "a.hs").read_bytes() == (tmp_path / "b.hs").read_bytes()
