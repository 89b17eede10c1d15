"""One run of a program: what it cost and what it said."""
import dataclasses
import os
import pathlib
import subprocess

ONE_THREAD = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}


@dataclasses.dataclass
class Run:
    code: int  # exit code; -1 where it was ended, for time or by a signal
    cpu: float  # seconds of processor time, user and system
    wall: float  # seconds from start to exit
    peak: int  # bytes of resident memory
    out: str
    fit: float = None  # processor seconds of fitting alone, where they are known


class Measure:
    """Runs commands by bench/measure.c."""

    def __init__(self, helper: pathlib.Path):
        self.helper = helper

    def __call__(self, words, limit=120.0, more=None):
        done = subprocess.run([self.helper, str(max(1, round(limit))), *map(str, words)], capture_output=True, text=True, check=True,
                              env={**os.environ, **ONE_THREAD, **(more or {})})
        code, cpu, wall, peak = done.stderr.split()
        return Run(int(code), float(cpu), float(wall), int(peak), done.stdout)


def in_turn(runs, makers, enough=6.0):
    """{name: its runs}: all makers in turn, `runs` times; one that has spent `enough` seconds of processor time sits out."""
    out = {name: [] for name in makers}
    for _ in range(runs):
        for name, make in makers.items():
            if sum(r.cpu for r in out[name]) < enough:
                out[name].append(make())
    return out
