"""halfspace beside other programs, from file to model: python -m compare HALFSPACE DATA_FOLDER [--quick] [--sets A,B] [--tasks A,B] [--runs N] [--write FILE]

Every contestant gets the loosest of its own tolerances whose objective, computed by the evaluator (objective.py), is within 1e-3 (then 1e-6)
of the optimum; then all run in turn, N times, one thread each. Times are processor time, user and system, of whole processes.
"""
import argparse
import json
import pathlib
import statistics
import sys
import tempfile

from . import contestants, sets, tables
from .measure import Measure

LIMIT = 120.0  # seconds of processor time for one run; --quick 15


class Bench:
    def __init__(self, program, runs, limit, work):
        self.everyone, self.absent = contestants.all_of(program)
        self.runs, self.limit, self.work = runs, limit, work
        self.run = Measure(program.parent / "bench" / "halfspace_measure")

    def optimum(self, data, task):
        """The evaluator's value of a run of our own to 1e-9 (rbf: 1e-7), less its proven gap."""
        ours = self.everyone[0]
        done = self.run(ours.words(data, task, 1e-7 if task == "rbf" else 1e-9, self.work / "tight"), 10 * self.limit)
        answer = json.loads(done.out)
        value = ours.value(data, task, done, self.work / "tight")
        return (value, 0.0) if task == "rbf" else (value - answer["gap"], answer["gap"] / abs(value))

    def setting(self, who, data, task, best, distance):
        """The loosest setting that comes near enough, and how near; None where none does within the limit."""
        for setting in who.tasks[task]:
            model = self.work / "tried"
            done = self.run(who.words(data, task, setting, model), self.limit)
            if done.code > 0:
                print(f"{who.name} {task} on {data.name}: exit {done.code}", file=sys.stderr)
            if done.code != 0:
                return None
            off = (who.value(data, task, done, model) - best) / abs(best)
            if off <= distance:
                return setting, off
        return None

    def case(self, data, task, distance):
        """{name: (setting, distance reached, cpu, fit, peak)}, medians; None for those that do not reach it."""
        best, _ = self.optimum(data, task)
        near = {w.name: self.setting(w, data, task, best, distance) for w in self.everyone if task in w.tasks}
        kept = {name: [] for name, how in near.items() if how}
        for _ in range(self.runs):
            for who in self.everyone:
                if who.name in kept:
                    kept[who.name].append(self.run(who.words(data, task, near[who.name][0], self.work / "model"), 2 * self.limit))
        out = dict.fromkeys(near)
        for who in self.everyone:
            if done := kept.get(who.name):
                fit = statistics.median(who.fit(d) for d in done) if who.fit else None
                out[who.name] = (*near[who.name], statistics.median(d.cpu for d in done), fit, max(d.peak for d in done))
        return out


def main():
    parser = argparse.ArgumentParser(prog="./dev bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--quick", action="store_true", help="small sets, three runs, under five minutes")
    parser.add_argument("--sets", default="", help="names of data sets")
    parser.add_argument("--tasks", default=",".join(contestants.TASKS))
    parser.add_argument("--distances", default="1e-3,1e-6", help="relative distances to the optimum")
    parser.add_argument("--runs", type=int, default=0, help="runs of each contestant (5; --quick 3)")
    parser.add_argument("--write", type=pathlib.Path, help="the tables go to this file too, as Markdown")
    a = parser.parse_args()
    names = a.sets.split(",") if a.sets else sets.QUICK if a.quick else sets.SHARED
    distances = [1e-3] if a.quick else [float(d) for d in a.distances.split(",")]
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(a.program.resolve(), a.runs or (3 if a.quick else 5), 15.0 if a.quick else LIMIT, pathlib.Path(folder))
        report = tables.Report(bench, a)
        for data in sets.found(a.folder, names, a.program.resolve().parent / "data"):
            report.loading(data)
            for task in a.tasks.split(","):
                if task == "rbf" and data.name not in contestants.GAMMA:
                    continue
                for distance in distances if task != "rbf" else [1e-3]:
                    report.add(data, task, distance, bench.case(data, task, distance))
            data.forget()
    report.finish()
    return 0


if __name__ == "__main__":
    sys.exit(main())
