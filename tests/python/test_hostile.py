"""Every public function and method with arrays that nobody should pass: a result or an error with a message, no crash."""

import json
import os
import select
import subprocess
import sys
from pathlib import Path

import pytest
from hostile_arrays import DENSE, SPARSE
from hostile_labels import LABELS, VALUES, WEIGHTS
from hostile_worker import BYTES, ESTIMATORS, FUNCTIONS, TRANSFORMERS
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

HERE = Path(__file__).parent
SECONDS = 120  # of a case; of the start, with its imports on a loaded machine, more
START_SECONDS = 600
ROWS = sorted({**DENSE, **SPARSE})


class Worker:
    """A process that runs cases; another one takes its place where it died."""

    def __init__(self):
        self.process = None

    def start(self):
        self.process = subprocess.Popen(
            [sys.executable, str(HERE / "hostile_worker.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")])},
        )

        select.select([self.process.stdout], [], [], START_SECONDS)
        assert self.process.stdout.readline() == b"ready\n", "the worker did not start"

    def stop(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process.stdin.close()
            self.process.stdout.close()
            self.process = None

    def outcome(self, case):
        if self.process is None:
            self.start()
        self.process.stdin.write(json.dumps(case).encode() + b"\n")
        self.process.stdin.flush()
        ready, _, _ = select.select([self.process.stdout], [], [], SECONDS)
        line = self.process.stdout.readline() if ready else b""
        if line:
            return json.loads(line)
        how = "the interpreter died" if ready else f"no answer within {SECONDS} seconds"
        status = self.process.wait(timeout=SECONDS) if ready else None
        self.stop()
        return f"fault: {how}, exit status {status}"


@pytest.fixture(scope="module")
def worker():
    one = Worker()
    yield one
    one.stop()


def case_of(kind, what, **drawn):
    fine = {"x": "plain", "y": "two", "w": "none", "n": 9, "d": 2, "seed": 0, "value": 0}
    return {"kind": kind, "what": what, **fine, **drawn}


def check(worker, case):
    found = worker.outcome(case)
    assert not found.startswith("fault"), f"{case}\n{found}"
    return found


SEEDS = st.integers(0, 2**32 - 1)
DRAWN = st.fixed_dictionaries(
    {
        "x": st.sampled_from(ROWS),
        "y": st.sampled_from(sorted(LABELS)),
        "w": st.sampled_from(sorted(WEIGHTS)),
        "n": st.integers(0, 30),
        "d": st.integers(0, 5),
        "seed": SEEDS,
        "value": st.integers(0, len(VALUES) - 1),
    }
)


def hostile(examples):
    return settings(
        max_examples=examples, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), database=None
    )


FITS = [("fit", name) for name in ESTIMATORS] + [("transform", name) for name in TRANSFORMERS]
CALLS = FITS + [("function", name) for name in FUNCTIONS] + [("answer", name) for name in ESTIMATORS + TRANSFORMERS]


@pytest.mark.parametrize(("kind", "what"), CALLS, ids=[f"{k}-{w}" for k, w in CALLS])
def test_each_kind_of_rows(worker, kind, what):
    faults = [check_quietly(worker, case_of(kind, what, x=x, seed=5)) for x in ROWS]
    assert not any(faults), "\n".join(filter(None, faults))


@pytest.mark.parametrize(("kind", "what"), CALLS, ids=[f"{k}-{w}" for k, w in CALLS])
def test_each_kind_of_labels_and_weights(worker, kind, what):
    cases = [case_of(kind, what, y=y) for y in LABELS] + [case_of(kind, what, w=w) for w in WEIGHTS]
    faults = [check_quietly(worker, case) for case in cases]
    assert not any(faults), "\n".join(filter(None, faults))


def check_quietly(worker, case):
    found = worker.outcome(case)
    return f"{case}\n{found}\n" if found.startswith("fault") else ""


@given(call=st.sampled_from(CALLS), drawn=DRAWN)
@hostile(300)
def test_anything_together(worker, call, drawn):
    check(worker, case_of(*call, **drawn))


@pytest.mark.parametrize("what", ESTIMATORS + TRANSFORMERS)
def test_each_value_of_each_parameter(worker, what):
    import halfspace

    count = len(getattr(halfspace, what)().get_params(deep=False))
    faults = []
    for seed in range(count):
        faults += [check_quietly(worker, case_of("parameter", what, seed=seed, value=v)) for v in range(len(VALUES))]
    assert not any(faults), "\n".join(filter(None, faults))


@given(drawn=DRAWN)
@hostile(400)
def test_options(worker, drawn):
    check(worker, case_of("option", "", **drawn))


@pytest.mark.parametrize("what", BYTES)
@given(drawn=DRAWN)
@hostile(150)
def test_damaged_bytes(worker, what, drawn):
    check(worker, case_of("bytes", what, **drawn))


def test_the_worker_tells_a_crash_and_a_refusal(worker):
    assert worker.outcome(case_of("function", "separate", x="nan")).startswith("refused: ValueError")
    assert worker.outcome(case_of("function", "separate")) == "result"
    assert worker.outcome(case_of("function", "no such call")).startswith("fault: KeyError")
