"""Ctrl-C and termination: what there is is kept."""
import json
import random
import signal
import subprocess
import time

import pytest

from calls import started
from program import HALFSPACE, answer, write


def wait_for(path):
    """The trace's temporary file appears when learning begins."""
    for _ in range(6000):
        if any(path.parent.glob(path.name + "*")):
            return
        time.sleep(0.01)


def listens(process):
    """Waits until the process catches SIGINT."""
    for _ in range(3000):
        with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
            caught = int(next(line for line in status if line.startswith("SigCgt")).split()[1], 16)
        if caught >> (signal.SIGINT - 1) & 1:
            return
        time.sleep(0.01)
    raise AssertionError("the process catches no signal")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("keep", ["last", "pocket", "average"])
def test_an_interrupt_writes_the_model(endless, tmp_path, number, keep):
    process = started("train", endless, "--decide", "off", "--keep", keep, "--json", "-o", tmp_path / "m.hs", "--trace", tmp_path / "t")
    wait_for(tmp_path / "t")
    time.sleep(0.1)
    process.send_signal(number)
    out, _ = process.communicate(timeout=300)
    assert process.returncode == 130
    assert json.loads(out)["status"] == "interrupted"
    facts = answer("inspect", tmp_path / "m.hs")
    assert facts["report"]["status"] == "interrupted" and facts["settings"]["keep"] == keep
    assert sorted(p.name for p in tmp_path.iterdir()) == ["m.hs", "t"]


def test_an_interrupt_of_a_support_vector_machine(tmp_path):
    """Coordinate descent at this C takes very many rounds; what it has then is written, with a gap that holds the optimum."""
    rng = random.Random(2)
    rows = "".join(f"{rng.random()!r},{rng.random()!r},{rng.choice('pq')}\n" for _ in range(60_000))
    data = write(tmp_path / "data.csv", "x,z,label\n" + rows)
    with open(tmp_path / "out", "w+", encoding="utf-8") as out:  # a pipe would fill while nobody reads it
        words = ["train", data, "--algorithm", "svm", "--solver", "dual-cd", "--C", "1e6", "--tol", "1e-14", "--json", "-o", tmp_path / "m.hs"]
        process = subprocess.Popen([HALFSPACE, *map(str, words)], stdout=out, stderr=subprocess.PIPE)
        for line in process.stderr:
            if b"rounds, objective" in line:
                break
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=300)
        assert process.returncode == 130
        out.seek(0)
        got = json.load(out)
    assert got["status"] == "interrupted" and got["rounds"] > 0 and got["gap"] == pytest.approx(got["primal"] - got["dual"])
    best = answer("train", data, "--algorithm", "svm", "--C", "1e6", "--solver", "interior-point")
    assert got["dual"] <= best["primal"] and best["dual"] <= got["primal"]
    assert answer("inspect", tmp_path / "m.hs")["report"]["status"] == "interrupted"
    assert answer("evaluate", tmp_path / "m.hs", data)["mistakes"] == got["train"]["mistakes"]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["data.csv", "m.hs", "out"]


def test_a_second_interrupt_leaves_at_once(tmp_path):
    """Standard input says nothing, so the program waits in a read."""
    write(tmp_path / "m.hs", "old")
    process = started("train", "-", "-o", tmp_path / "m.hs", stdin=subprocess.PIPE)
    listens(process)
    for _ in range(20):
        process.send_signal(signal.SIGINT)
        time.sleep(0.05)
        if process.poll() is not None:
            break
    assert process.wait(timeout=60) == 130
    assert (tmp_path / "m.hs").read_text() == "old"
    process.communicate()


def test_the_first_interrupt_ends_a_wait_for_input():
    process = started("inspect", "-", stdin=subprocess.PIPE)
    listens(process)
    process.send_signal(signal.SIGINT)
    try:
        assert process.wait(timeout=60) == 130
    finally:
        process.kill()
        process.communicate()


def test_an_interrupt_while_reading(tmp_path):
    """The reader sends a row now and then; no model is written."""
    process = started("train", "-", "-o", tmp_path / "m.hs", stdin=subprocess.PIPE)
    listens(process)
    rows = b"x,label\n" + b"1,a\n" * 400_000
    process.stdin.write(rows)
    process.stdin.flush()
    process.send_signal(signal.SIGINT)
    try:
        for _ in range(20):
            process.stdin.write(b"2,b\n" * 200_000)
            process.stdin.flush()
    except BrokenPipeError:
        pass
    _, error = process.communicate(timeout=120)
    assert process.returncode == 130
    assert b"interrupted" in error
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGALRM])
@pytest.mark.parametrize("call", [["convert", "ROWS", "--to", "cache", "-o", "ROWS.hsd"], ["inspect", "ROWS", "--data-cache"]], ids=lambda c: c[0])
def test_an_end_while_a_cache_is_written_leaves_no_part_of_it(tmp_path, number, call):
    """The temporary is seen, and the signal sent: SIGALRM is that of --timeout."""
    rows = write(tmp_path / "rows.svm", "".join(f"{i % 2} " + " ".join(f"{j}:{(i * j) % 991}.5" for j in range(1, 60)) + "\n" for i in range(20_000)))
    for _ in range(20):
        process = started(*(w.replace("ROWS", str(rows)) for w in call), *(["--timeout", "1000"] if number == signal.SIGALRM else []))
        while process.poll() is None and not any(tmp_path.glob("rows.svm.hsd*")):
            time.sleep(0.0002)
        process.send_signal(number)
        process.communicate(timeout=300)
        left = [p.name for p in tmp_path.iterdir() if p != rows]
        if process.returncode != 0:
            assert process.returncode == (4 if number == signal.SIGALRM else 130) and left == []
            return
        assert left == ["rows.svm.hsd"]
        (tmp_path / left[0]).unlink()
    raise AssertionError("the cache was always whole before the signal came")
