#!/usr/bin/env python3
"""Makes calls of the program fail one by one and checks that nothing is lost. Usage:
fault_injection.py HALFSPACE [--kind KIND,...] [--mode once|from] [--command NAME,...] [--points N] [--start main|load]

Kinds: alloc (memory), write, rename, fsync, open, close, ftruncate, read, kill (SIGKILL in place of a system call), clock
(a reading that is a day ahead), cut (an input loses its second half while it is read), grow, rewrite, truncated (an input
that is too short from the start).
Without --points every call of a kind fails once. tools/fault_injection.c is the library that is preloaded.

What has to hold after each run, whatever failed:
- no signal (but for kill), no hang; out of memory is one message and exit code 3, a file that failed one and 5;
- each output file is the old one or the new one, byte for byte, and new when the exit code says so;
- standard output is complete, or the exit code says that it is not;
- no temporary file is left; after a kill the next run of the same command leaves none."""
import argparse
import concurrent.futures
import dataclasses
import gzip
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUT_OF_MEMORY = 3
IO_FAILED = 5
KILLED = -9
LIMIT = 60  # seconds a run may take: a hang, on a machine that does other things
OLD = b"the old file\n"
FILE_KINDS = ("write", "rename", "fsync", "open", "close", "ftruncate", "read")
CHANGES = ("cut", "grow", "rewrite")


@dataclasses.dataclass
class Command:
    """A call of the program in a folder that holds its inputs."""
    name: str
    words: str
    outputs: tuple = ()
    inputs: tuple = ("rows.csv",)
    code: int = 0
    program: str = ""  # another than halfspace
    stdin: str = ""  # one of the inputs


COMMANDS = (
    Command("train-perceptron", "train rows.csv --classes setosa,versicolor -o model.hs --trace trace.jsonl", ("model.hs", "trace.jsonl")),
    Command("train-logistic", "train rows.csv --classes versicolor,virginica --algorithm logistic -o model.hs", ("model.hs",)),
    Command("train-svm-kernel", "train rows.csv --classes versicolor,virginica --algorithm svm --kernel rbf -o model.hs --json", ("model.hs",)),
    Command("predict", "predict trained.hs rows.csv --scores -o out.csv", ("out.csv",), ("trained.hs", "rows.csv")),
    Command("predict-stdout", "predict trained.hs rows.csv", (), ("trained.hs", "rows.csv")),
    Command("predict-stream", "predict trained.hs - --keep all", (), ("trained.hs", "rows.csv"), stdin="rows.csv"),
    Command("evaluate", "evaluate trained.hs rows.csv --bootstrap 20", (), ("trained.hs", "rows.csv")),
    Command("explain", "explain trained.hs rows.csv --row 3 --counterfactual", (), ("trained.hs", "rows.csv")),
    Command("report", "report trained.hs rows.csv -o page.html", ("page.html",), ("trained.hs", "rows.csv")),
    Command("separate", "separate rows.csv --classes versicolor,virginica --columns sepal_length,sepal_width -o rows.cert", ("rows.cert",), code=1),
    Command("verify", "verify kept.cert rows.csv", (), ("kept.cert", "rows.csv")),
    Command("cv", "cv rows.csv --classes versicolor,virginica --algorithm logistic --folds 3 --threads 2 --predictions held.csv", ("held.csv",)),
    Command("path", "path rows.csv --classes versicolor,virginica --points 5 --choose 3 -o model.hs", ("model.hs",)),
    Command("convert", "convert trained.hs -o model.onnx", ("model.onnx",), ("trained.hs",)),
    Command("inspect", "inspect rows.csv.gz --json", (), ("rows.csv.gz",)),
)


def small_rows():
    """Every seventh row of iris: some of each class, versicolor and virginica not separable by these columns."""
    lines = (ROOT / "data/iris.csv").read_text().splitlines()
    return "\n".join([lines[0], *lines[1::7]]) + "\n"


class Bench:
    """The program, the preloaded library, and a folder with the inputs."""

    def __init__(self, program, folder):
        path = pathlib.Path(program).resolve()
        preloadable = path.with_name("halfspace_preloadable")  # cmake/program.cmake: a program without shared libraries takes nothing in
        if preloadable.exists() and preloadable.stat().st_mtime < path.stat().st_mtime - 600:
            raise SystemExit(f"{preloadable} is older than {path}: build both")
        self.program = str(preloadable if preloadable.exists() else path)
        self.folder = pathlib.Path(folder)
        self.library = self.folder / "fault_injection.so"
        self.inputs = self.folder / "inputs"
        self.inputs.mkdir()
        subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", "-O2", "-o", self.library, ROOT / "tools/fault_injection.c"], check=True)
        (self.inputs / "rows.csv").write_text(small_rows())
        (self.inputs / "rows.libsvm").write_text("".join(f"{1 if i % 5 > 2 else -1} 1:{i % 7} 2:{i % 4}\n" for i in range(20)))
        (self.inputs / "rows.csv.gz").write_bytes(gzip.compress(small_rows().encode(), mtime=0))
        self.prepare("train", "rows.csv", "--algorithm", "logistic", "-o", "trained.hs")
        self.prepare("separate", "rows.csv", "--classes", "setosa,versicolor", "-o", "kept.cert")

    def prepare(self, *words):
        subprocess.run([self.program, *words], cwd=self.inputs, check=True, capture_output=True)

    def scratch(self, command):
        """A new folder with the command's inputs and old outputs."""
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        for name in command.inputs:
            shutil.copyfile(self.inputs / name, folder / name)
        for name in command.outputs:
            (folder / name).write_bytes(OLD)
        return folder

    def run(self, command, folder, fault=None):
        """The finished process; `fault` are settings of the preloaded library."""
        environment = {"PATH": os.environ["PATH"], "LC_ALL": "C"}
        if fault:
            environment["LD_PRELOAD"] = str(self.library)
            environment.update({f"FAULT_{name.upper()}": str(value) for name, value in fault.items()})
        with open(folder / command.stdin if command.stdin else os.devnull, "rb") as stdin:
            return subprocess.run([command.program or self.program, *command.words.split()], cwd=folder, env=environment, stdin=stdin,
                                  capture_output=True, timeout=LIMIT, check=False)

    def calls(self, command, kind, start, name=None):
        """How many calls of this kind a whole run makes; of reads those of the input `name`."""
        folder = self.scratch(command)
        count = self.folder / f"count-{command.name}-{kind}"
        done = self.run(command, folder, {"kind": kind, "at": 0, "from": start, "count": count, "file": folder / name if name else ""})
        assert done.returncode == command.code, done.stderr.decode()
        shutil.rmtree(folder)
        if not count.exists():
            raise SystemExit(f"{self.program} takes no preloaded library in: build halfspace_preloadable beside it (preset test)")
        return int(count.read_text())


def without_times(text):
    """A report that does not depend on the clock or on how memory is laid out."""
    try:
        answer = json.loads(text)
        for name in ("seconds", "peak_bytes"):
            answer.pop(name, None)
        return json.dumps(answer)
    except ValueError:
        return re.sub(rb"\b\d+(\.\d+)? (ms|s)\b", b"TIME", text)


class Reference:
    """What a run without faults writes."""

    def __init__(self, bench, command):
        folder = bench.scratch(command)
        done = bench.run(command, folder)
        assert done.returncode == command.code, (command.name, done.stderr.decode())
        self.stdout = without_times(done.stdout)
        self.files = {name: (folder / name).read_bytes() for name in command.outputs}
        assert OLD not in self.files.values(), command.name
        shutil.rmtree(folder)


def file_problems(command, reference, folder, must_be_new):
    """Outputs that are neither old nor new, or not new where they must be; files that are nobody's."""
    found = []
    for name in command.outputs:
        now = (folder / name).read_bytes() if (folder / name).exists() else None
        if now not in (OLD, reference.files[name]):
            found.append(f"{name} is neither the old nor the new file")
        elif must_be_new and now == OLD:
            found.append(f"{name} is old, but the exit code says that all went well")
    known = set(command.inputs) | set(command.outputs)
    return found + [f"{path.name} is left" for path in folder.iterdir() if path.name not in known]


def ending_problems(command, reference, done, failure_code, words):
    """The exit code, and the message that belongs to it."""
    error = done.stderr.decode(errors="replace")
    if done.returncode < 0:
        return [f"ended by signal {-done.returncode}: {error.strip()[-300:]}"]
    if done.returncode == command.code:
        return [] if without_times(done.stdout) == reference.stdout else ["standard output is not complete, but the exit code says so"]
    if done.returncode != failure_code:
        return [f"exit code {done.returncode}, expected {failure_code}: {error.strip()[-300:]}"]
    if words is not None and sum(words in line for line in error.splitlines()) != 1:
        return [f"expected one line with '{words}': {error.strip()[-300:]!r}"]
    return []


def fail_call(bench, command, reference, kind, mode, start, k):
    """Problems of one run whose k-th call fails."""
    folder = bench.scratch(command)
    fault = {"kind": "call" if mode == "kill" else kind, "mode": mode, "at": k, "from": start}
    try:
        done = bench.run(command, folder, fault)
    except subprocess.TimeoutExpired:
        return [f"did not end within {LIMIT} s"]
    found = []
    if mode == "kill":
        found += [] if done.returncode in (KILLED, command.code) else [f"exit code {done.returncode}"]
        found += [p for p in file_problems(command, reference, folder, False) if "is left" not in p]
        done = bench.run(command, folder)  # takes away what the killed run left
    if kind == "clock" and done.returncode != command.code:
        found.append(f"exit code {done.returncode}: {done.stderr.decode()[-300:]}")
    memory = kind == "alloc"
    reported = "out of memory" if memory else None if kind in ("write", "close") and mode == "from" else "halfspace: "
    if not memory and b"halfspace: " not in done.stderr:
        reported = None  # the message itself could not be written
    found += ending_problems(command, reference, done, OUT_OF_MEMORY if memory else IO_FAILED, reported)
    found += file_problems(command, reference, folder, done.returncode == command.code)
    shutil.rmtree(folder)
    return found


def change_input(bench, command, reference, kind, name, k):
    """Problems of one run whose input changes at the k-th read."""
    folder = bench.scratch(command)
    done = bench.run(command, folder, {"kind": "read", "mode": kind, "at": k, "from": "main", "file": folder / name})
    found = ending_problems(command, reference, done, IO_FAILED, None)
    changed = done.stderr.decode(errors="replace")
    shown = "stdin" if name == command.stdin else name
    if done.returncode == IO_FAILED and f"{shown}: changed while it was read" not in changed:
        found.append(f"{changed!r} does not say that {shown} changed")
    found += file_problems(command, reference, folder, done.returncode == command.code)
    shutil.rmtree(folder)
    return found


def truncate_input(bench, command, reference, name, size):
    """Problems of one run with the first bytes of an input. A text cut between two rows is a text."""
    folder = bench.scratch(command)
    whole = (folder / name).read_bytes()
    (folder / name).write_bytes(whole[:size])
    try:
        done = bench.run(command, folder)
    except subprocess.TimeoutExpired:
        return [f"did not end within {LIMIT} s"]
    found = [] if done.returncode in range(6) else [f"exit code {done.returncode}: {done.stderr.decode()[-300:]}"]
    checked = not name.endswith(".csv")  # by a checksum or as JSON; only its last newline may go
    if checked and done.returncode == command.code and whole[:size].strip() != whole.strip():
        found.append(f"{name} cut to {size} bytes is accepted")
    if done.returncode not in (0, 1, 4):
        found += file_problems(command, OldFiles({output: OLD for output in command.outputs}), folder, False)
    shutil.rmtree(folder)
    return found


@dataclasses.dataclass
class OldFiles:
    """Nothing but the old files will do."""
    files: dict


def spread(count, points):
    """At most `points` numbers from 1 to `count`, evenly."""
    if points is None or count <= points:
        return list(range(1, count + 1))
    return sorted({1 + i * (count - 1) // (points - 1) for i in range(points)})


def tasks(bench, command, reference, kind, mode, start, points):
    """(what, function, arguments) of each run of a kind."""
    if kind == "truncated":
        return [(f"{name} cut to {size - 1} bytes", truncate_input, (name, size - 1))
                for name in command.inputs for size in spread((bench.inputs / name).stat().st_size, points)]
    if kind in CHANGES:
        return [(f"{name} {kind} at read {k}", change_input, (kind, name, k))
                for name in command.inputs for k in spread(bench.calls(command, "read", "main", name), points)]
    mode = "kill" if kind == "kill" else mode
    calls = bench.calls(command, "call" if kind == "kill" else kind, start)
    return [(f"{kind} {mode} {k} of {calls} since {start}", fail_call, (kind, mode, start, k)) for k in spread(calls, points)]


def problems(bench, command, kind, mode="once", start="main", points=None):
    """Texts of all problems that failures of this kind bring up, and the number of runs."""
    reference = Reference(bench, command)
    work = tasks(bench, command, reference, kind, mode, start, points)

    def one(task):
        what, function, arguments = task
        return [f"{command.name}: {what}: {text}" for text in function(bench, command, reference, *arguments)]

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return [text for texts in pool.map(one, work) for text in texts], len(work)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--kind", default=",".join(("alloc", *FILE_KINDS, "kill", "clock", *CHANGES, "truncated")))
    parser.add_argument("--mode", default="once", choices=("once", "from"))
    parser.add_argument("--start", default="main", choices=("main", "load"))
    parser.add_argument("--command", default=",".join(c.name for c in COMMANDS))
    parser.add_argument("--points", type=int)
    chosen = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(chosen.program, folder)
        for command in COMMANDS:
            for kind in chosen.kind.split(","):
                if command.name not in chosen.command.split(","):
                    continue
                found, runs = problems(bench, command, kind, chosen.mode, chosen.start, chosen.points)
                print(f"{command.name:17} {kind:9} {runs:6} runs, {len(found)} problems", *found[:20], sep="\n    ", flush=True)
                failed += len(found)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
