"""halfspace beside other programs, from file to model: python -m compare HALFSPACE DATA_FOLDER [--quick] [--sets A,B] [--tasks A,B] [--runs N] [--write FILE]

Every contestant gets the loosest of its own tolerances whose objective, computed by the evaluator (objective.py), is within the asked distance of
the proven optimum; then all run in turn, N times, one thread each. Times are processor time, user and system, of whole processes.
"""
import argparse
import importlib.metadata
import os
import pathlib
import platform
import subprocess
import sys
import tempfile
import time

from . import contestants, sets, tables
from .contest import Contest
from .parts import Parts

LIMIT = 20.0  # seconds of processor time for one run of a peer (kernels: twice that), less where ours takes less than a sixtieth; --quick 5
TITLES = {"hinge": "SVM (hinge, L2)", "logistic": "Logistic, L2", "l1": "Logistic, L1", "rbf": "SVM, RBF kernel (dual objective)"}
GOALS = {("hinge", 1e-3): "0.15", ("logistic", 1e-3): "0.15", ("l1", 1e-6): "0.067", ("rbf", 1e-3): "0.033 of LIBSVM, 0.125 of sklearn-intelex"}
OTHERS = ["load", "separate", "stream", "perceptron", "path", "threads", "tiny"]


def machine():
    model = next((line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo", encoding="ascii") if line.startswith("model name")), platform.machine())
    memory = next(int(line.split()[1]) >> 20 for line in open("/proc/meminfo", encoding="ascii") if line.startswith("MemTotal"))
    return f"{model}, {os.cpu_count()} cores, {memory} GiB, {platform.system()} {platform.release()}"


def versions(program):
    out = ["halfspace " + subprocess.run([program, "version"], capture_output=True, text=True, check=True).stdout.split()[1]]
    for package in ("liblinear-tools", "libsvm-tools", "libdlib-dev"):
        found = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True, check=False)
        if found.returncode == 0:
            out.append(f"{package} {found.stdout}")
    for package in ("vowpalwabbit", "scikit-learn", "snapml", "scikit-learn-intelex", "highspy"):
        try:
            out.append(f"{package} {importlib.metadata.version(package)}")
        except importlib.metadata.PackageNotFoundError:
            continue
    return ", ".join(out)


class Report:
    """All tables of a run, filled set by set."""

    def __init__(self, contest, tasks, distances):
        self.contest, self.parts, self.tasks, self.begun = contest, Parts(contest), tasks, time.monotonic()
        self.whole = {(t, d): tables.Table(f"{TITLES[t]} to {d:g}", goal=GOALS.get((t, d), "")) for t in tasks if t in TITLES for d in (distances if t != "rbf" else [1e-3])}
        self.proven = tables.Table("Proofs", "halfspace to a proven 1e-6 beside the others to 1e-2.", goal="1")
        self.little = []  # names of small sets
        self.shapes = ["| set | rows | columns | nonzeros | MB | |", "| --- | ---: | ---: | ---: | ---: | --- |"]

    def measure(self, data, quick):
        x, _ = data.rows()
        self.shapes.append(f"| {data.name} | {x.shape[0]:,} | {x.shape[1]:,} | {x.nnz:,} | {data.path.stat().st_size / 1e6:.1f} | {'outside: nothing was tuned on it' if data.outside else ''} |")
        self.little += [data.name] if data.small else []
        if "load" in self.tasks or any(task in self.tasks for task in TITLES):
            self.parts.loading(data)
        for task in TITLES:
            if task not in self.tasks or task == "rbf" and (data.gamma is None or quick and data.name == "a9a"):
                continue
            distances = sorted({d for t, d in self.whole if t == task}, reverse=True)
            found = self.contest.case(data, task, distances)
            for distance in distances:
                self.whole[task, distance].put(data, found[distance])
            if 1e-6 in distances and 1e-2 in distances:
                self.proven.put(f"{data.name}, {task}", {**found[1e-2], "halfspace": found[1e-6]["halfspace"]})
            print(f"{time.monotonic() - self.begun:6.0f} s  {data.name} {task}", file=sys.stderr, flush=True)
        for name, run, fits in [("separate", self.parts.verdicts, True), ("perceptron", self.parts.perceptrons, not data.small), ("tiny", self.parts.tiny_set, data.small),
                                ("path", self.parts.paths, data.name in ("spambase", "a9a", "kdd99", "dense", *(() if quick else ("imdb_tfidf", "mnist10k"))))]:
            if name in self.tasks and fits:
                run(data)
        print(f"{time.monotonic() - self.begun:6.0f} s  {data.name} done", file=sys.stderr, flush=True)

    def by_the_clock(self, data):
        """Times from start to exit: of all sets at first, while the machine does nothing else."""
        if "stream" in self.tasks and not data.small:
            self.parts.streams(data)
        if "threads" in self.tasks and data.path.stat().st_size > 2_000_000:
            self.parts.two_threads(data)

    def derived(self):
        """The same runs by other clocks: fits alone and memory."""
        for (task, distance), t in self.whole.items():
            if distance == 1e-3 and t.rows:
                yield tables.Table(f"{t.title}, fit alone", "In memory: what peers report of their own fit; of halfspace and LIBLINEAR the whole less loading. Files above half a megabyte." if task == "hinge" else "", "fit", "1",
                                   rows={s: cells for s, cells in t.rows.items() if s not in self.little})
                yield tables.Table(f"{t.title}, peak memory", "", "peak", rows=t.rows)

    def lines(self, program, words):
        everyone = self.contest.everyone
        yield from ("# Benchmarks", "", "Written by `" + " ".join(["./dev bench", *words]) + f"` in {(time.monotonic() - self.begun) / 60:.0f} minutes. Processor time, user and system, of whole processes from file to model, "
                    f"one thread: medians of {self.contest.runs} runs in turn, ratios the medians of ratios of one turn. Every contestant has the loosest of its tolerances whose objective is within the stated distance of the "
                    "optimum. The optimum is proven (a run of our own to 1e-9, less its duality gap); all objectives are computed by `bench/compare/objective.py` from rows and model files, and halfspace must state the same "
                    "objective of its own models." + (f" That check can fail: {self.contest.seen_to_fail}." if self.contest.seen_to_fail else ""), "",
                    f"`> N s`: not within N seconds, the limit of a run: {self.contest.limit:.0f} s (kernels {2 * self.contest.limit:.0f}), or sixty times ours where that is less (but 5 s), twice that to try all its tolerances; `1e-2 off`: its tightest tolerance ends there; Python's packages take part on files above half a megabyte: "
                    "below, their second of start-up is all one sees.", "", f"Machine: {machine()}. Versions: {versions(program)}." + (f" Not installed: {', '.join(self.contest.absent)}." if self.contest.absent else ""), "",
                    *self.shapes, "", "| does not take part | in | because |", "| --- | --- | --- |",
                    *(f"| {w.name} | {TITLES[t]} | {why} |" for w in everyone for t, why in w.cannot.items()), "")
        every = [*(t for t in self.whole.values() if t.rows), *([self.proven] if self.proven.rows else []), *self.parts.tables(), *self.derived()]
        yield from tables.summary(every)
        for t in every:
            yield from t.markdown()


def main():
    parser = argparse.ArgumentParser(prog="./dev bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--quick", action="store_true", help="small sets, to 1e-3, under five minutes")
    parser.add_argument("--sets", default="", help="names of data sets")
    parser.add_argument("--tasks", default=",".join([*contestants.TASKS, *OTHERS]))
    parser.add_argument("--distances", default="1e-2,1e-3,1e-6", help="relative distances to the optimum")
    parser.add_argument("--runs", type=int, default=3, help="runs of each contestant (3)")
    parser.add_argument("--write", type=pathlib.Path, help="the tables go to this file too, as Markdown")
    a = parser.parse_args()
    names = [n for n in a.sets.split(",") if n]
    distances = [1e-3] if a.quick else [float(d) for d in a.distances.split(",")]
    with tempfile.TemporaryDirectory(dir=a.program.resolve().parent) as folder:
        report = Report(Contest(a.program.resolve(), a.runs, 5.0 if a.quick else LIMIT, pathlib.Path(folder)), a.tasks.split(","), distances)
        every = lambda: sets.found(a.folder, names, a.program.resolve().parent / "data", a.quick)
        if {"stream", "threads"} & set(report.tasks):
            for data in every():
                report.by_the_clock(data)
                data.forget()
        for data in every():
            report.measure(data, a.quick)
            data.forget()
            lines = list(report.lines(a.program, sys.argv[3:]))
            if a.write:  # after each set: a run that is ended has those before
                a.write.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
    print("\n".join(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
