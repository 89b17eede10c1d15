"""The report: a table a task, geometric means, losses by name; printed as it comes, and kept as Markdown."""
import importlib.metadata
import math
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys

TITLES = {"hinge": "hinge, L2", "logistic": "logistic, L2", "l1": "logistic, L1", "rbf": "RBF C-SVC (dual objective)"}
# LIBLINEAR asks check_parameter() whether its options are good once the file is loaded: this one ends it there.
ENDS_AFTER_LOADING = 'const char* check_parameter(const void* p, const void* q) { return p == q ? 0 : "loaded"; }'


def machine():
    model = next((line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo", encoding="ascii") if line.startswith("model name")), platform.machine())
    memory = next(int(line.split()[1]) >> 20 for line in open("/proc/meminfo", encoding="ascii") if line.startswith("MemTotal"))
    return f"{model}, {os.cpu_count()} cores, {memory} GiB, {platform.system()} {platform.release()}"


def versions(program):
    out = ["halfspace " + subprocess.run([program, "version"], capture_output=True, text=True, check=True).stdout.split()[1]]
    for package in ("liblinear-tools", "libsvm-tools"):
        found = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True, check=False)
        if found.returncode == 0:
            out.append(f"{package} {found.stdout}")
    for package in ("scikit-learn", "snapml", "scikit-learn-intelex"):
        try:
            out.append(f"{package} {importlib.metadata.version(package)}")
        except importlib.metadata.PackageNotFoundError:
            continue
    return ", ".join(out)


def mib(size):
    return f"{size / 2**20:.0f}"


class Report:
    def __init__(self, bench, asked):
        self.bench, self.asked, self.lines, self.ratios, self.losses, self.loads = bench, asked, [], {}, [], {}
        self.loader = self._loader()
        self.say("# Benchmarks", "", "Written by `" + " ".join(["./dev bench", *sys.argv[3:]]) + "`. Processor time in seconds, user and system, of whole processes from "
                 f"file to model: medians of {bench.runs} runs in turn, one thread each. Every contestant has the loosest of its tolerances whose objective, "
                 "computed by `bench/compare/objective.py`, is within the stated distance of the optimum; `-`: none is, or not within "
                 f"{bench.limit:.0f} s. In brackets the fit alone (of halfspace and LIBLINEAR: the whole less loading). The ratio is halfspace by the best of the others.", "", f"Machine: {machine()}. Versions: {versions(asked.program)}."
                 + (f" Not installed: {', '.join(bench.absent)}." if bench.absent else ""))

    def say(self, *lines):
        self.lines += lines
        print("\n".join(lines), flush=True)

    def _loader(self):
        if not shutil.which("cc") or not shutil.which("liblinear-train"):
            return None
        source, made = self.bench.work / "loaded.c", self.bench.work / "loaded.so"
        source.write_text(ENDS_AFTER_LOADING)
        subprocess.run(["cc", "-shared", "-fPIC", "-o", made, source], check=True)
        return made

    def loading(self, data):
        x, _ = data.rows()
        size = data.path.stat().st_size
        self.say("", f"## {data.name}: {x.shape[0]:,} rows, {x.shape[1]:,} columns, {x.nnz:,} nonzeros, {size / 1e6:.1f} MB", "")
        ours = [self.bench.run([self.asked.program, "inspect", data.path, "--threads", 1]) for _ in range(self.bench.runs)]
        self.loads = {"halfspace": statistics.median(r.cpu for r in ours)}
        line = f"Loading: halfspace (`inspect`) {statistics.median(r.cpu for r in ours):.3f} s, {mib(max(r.peak for r in ours))} MiB"
        if self.loader:
            theirs = [self.bench.run(["liblinear-train", data.path, self.bench.work / "none"], more={"LD_PRELOAD": str(self.loader)}) for _ in range(self.bench.runs)]
            ratio = statistics.median(r.cpu for r in ours) / statistics.median(r.cpu for r in theirs)
            self.ratios.setdefault("loading", []).append(ratio)
            self.loads["LIBLINEAR"] = statistics.median(r.cpu for r in theirs)
            line += f"; LIBLINEAR {statistics.median(r.cpu for r in theirs):.3f} s, {mib(max(r.peak for r in theirs))} MiB; ratio {ratio:.2f}"
        self.say(line + ".", "", "| task | to | " + " | ".join(f"{w.name}" for w in self.bench.everyone) + " | ratio | peak MiB, ours and best |",
                 "| --- | --- |" + " --- |" * (len(self.bench.everyone) + 2))

    def add(self, data, task, distance, result):
        def cell(name):
            if name not in result:
                return ""
            if result[name] is None:
                return "-"
            _, _, cpu, fit, _ = result[name]
            if fit is None and name in self.loads:
                fit = max(0.0, cpu - self.loads[name])
            return f"{cpu:.3f}" + (f" ({fit:.3f})" if fit is not None else "")

        ours = result["halfspace"]
        others = {name: r for name, r in result.items() if name != "halfspace" and r}
        best = min(others, key=lambda name: others[name][2], default=None)
        if ours is None:
            ratio, peak = "lost", ""
            self.losses.append(f"{task} on {data.name} to {distance:g}: not reached")
        elif best is None:
            ratio, peak = "alone", mib(ours[4])
        else:
            number = ours[2] / others[best][2]
            self.ratios.setdefault(f"{task} to {distance:g}", []).append(number)
            ratio, peak = f"{number:.2f}", f"{mib(ours[4])}, {mib(others[best][4])}"
            if number > 1:
                self.losses.append(f"{task} on {data.name} to {distance:g}: {number:.2f} times {best}")
        self.say(f"| {TITLES[task]} | {distance:g} | " + " | ".join(cell(w.name) for w in self.bench.everyone) + f" | {ratio} | {peak} |")

    def finish(self):
        self.say("", "## In all", "", "| | geometric mean of the ratios | worst | sets |", "| --- | --- | --- | --- |")
        for what, found in self.ratios.items():
            mean = math.exp(statistics.fmean(map(math.log, found)))
            self.say(f"| {what} | {mean:.3f} | {max(found):.2f} | {len(found)} |")
        self.say("", "Losses: " + ("; ".join(self.losses) if self.losses else "none") + ".")
        if self.asked.write:
            pathlib.Path(self.asked.write).write_text("\n".join(self.lines) + "\n", encoding="utf-8")
