"""The other measurements: loading, caches, threads, paths, streams, perceptrons, verdicts, start-up. Each fills tables of its own."""
import json
import shutil
import subprocess
import sys

from . import contestants, objective
from .measure import in_turn
from .tables import Cell, Table

# LIBLINEAR asks check_parameter() whether its options are good once the file is loaded: this one ends it there.
ENDS_AFTER_LOADING = 'const char* check_parameter(const void* p, const void* q) { return p == q ? 0 : "loaded"; }'
LP_SECONDS = 20


class Parts:
    def __init__(self, contest):
        self.contest, self.run, self.work, self.program, self.runs = contest, contest.run, contest.work, contest.program, contest.runs
        self.loader = self._loader()
        text = "Text to rows in memory: `halfspace inspect`; LIBLINEAR's reader."
        self.load = Table("Loading", text, goal="0.04 of LIBLINEAR above 50 MB")
        self.cache = Table("Loading a cache", "`inspect` of the file that `convert --to cache` made, beside the text.", contest=False)
        self.memory = Table("Loading, peak memory", clock="peak")
        self.threads = Table("Threads", "Time from start to exit with two threads and with one; what only one of them can use counts too.", "wall", "0.55", contest=False)
        self.path = Table("Path", "100 values of lambda, each to a proven 1e-6 (`path --points 100`), beside one fit at the last of them.", goal="5 fits", contest=False)
        self.stream = Table("One pass over a stream", "Both learn the logistic loss, without a bias, with two threads (Vowpal Wabbit parses in one of its own), by default settings. In brackets: mean loss of the "
                            "final weights on the rows learned, errors on test rows where there are some, peak memory. Vowpal Wabbit reads its own text, written beforehand.", "wall", "0.2")
        self.perceptron = Table("Perceptron, 10 passes", "Rows in the order of the file, no bias. In brackets errors on the rows learned.", goal="0.067 of scikit-learn")
        self.verdict = Table("Separable?", "`halfspace separate` to verdict and certificate, beside LIBLINEAR's loading alone and the same question as a linear program for HiGHS, one thread, "
                             f"solving alone, at most {LP_SECONDS} s.", goal="less than loading; 0.01 of HiGHS")
        self.tiny = Table("Tiny sets", "Whole runs on files of some kilobytes beside copying the file; halfspace also waits until its model is on the disk, which takes no processor time.", goal="1 of cp")

    def tables(self):
        return [t for t in (self.load, self.memory, self.cache, self.verdict, self.stream, self.perceptron, self.path, self.threads, self.tiny) if t.rows]

    def _loader(self):
        if not shutil.which("cc") or not shutil.which("liblinear-train"):
            return None
        source, made = self.work / "loaded.c", self.work / "loaded.so"
        source.write_text(ENDS_AFTER_LOADING)
        subprocess.run(["cc", "-shared", "-fPIC", "-o", made, source], check=True)
        return made

    def _good(self, words, **more):
        done = self.run(words, **more)
        if done.code != 0:
            raise RuntimeError(f"exit {done.code}: {' '.join(map(str, words))}")
        return done

    def _liblinear_loads(self, data):
        return lambda: self.run(["liblinear-train", data.path, self.work / "none"], more={"LD_PRELOAD": str(self.loader)})

    def loading(self, data):
        cache = self.work / "rows.hsd"
        self._good([self.program, "convert", data.path, "--to", "cache", "-o", cache])
        makers = {"halfspace": lambda: self._good([self.program, "inspect", data.path, "--threads", 1]), **({"LIBLINEAR": self._liblinear_loads(data)} if self.loader else {}),
                  "halfspace, cache": lambda: self._good([self.program, "inspect", cache, "--threads", 1])}
        cells = {name: Cell(runs) for name, runs in in_turn(max(5, self.runs), makers).items()}
        cache.unlink()
        data.loading = {name: sorted(cell.figures("cpu"))[len(cell.runs) // 2] for name, cell in cells.items()}
        self.cache.put(data, {"cache": cells.pop("halfspace, cache"), "text": cells["halfspace"]})
        self.load.put(data, cells)
        self.memory.put(data, cells)

    def two_threads(self, data):
        train = lambda task, n: lambda: self._good(contestants.halfspace_words(self.program, data, task, 1e-3, self.work / "model", n))
        for what in ["load", "hinge", "logistic", *(["rbf"] if data.gamma else [])]:
            words = lambda n, what=what: train(what, n) if what != "load" else lambda: self._good([self.program, "inspect", data.path, "--threads", n])
            self.threads.put(f"{data.name}, {what}", {name: Cell(runs) for name, runs in in_turn(max(5, self.runs), {"two threads": words(2), "one": words(1)}).items()})

    def paths(self, data):
        for penalty in ("l2", "l1"):
            common = ["--penalty", penalty, "--bias", "none", "--tol", "1e-6", "--threads", 1]
            words = [self.program, "path", data.path, *common, "--quiet", "--points"]
            last = json.loads(self._good([*words, 2, "--json"]).out)["points"][-1]["lambda"]
            fit = [self.program, "train", data.path, "--algorithm", "logistic", *common, "--lambda", last, "-o", self.work / "model"]
            found = in_turn(self.runs, {"path of 100": lambda: self._good([*words, 100], limit=600), "one fit": lambda: self._good(fit)})
            self.path.put(f"{data.name}, {penalty}", {name: Cell(runs) for name, runs in found.items()})

    def streams(self, data):
        model, other = self.work / "stream", self.work / "stream.vw"
        makers = {"halfspace": lambda: self._good([self.program, "train", data.path, "--stream", "--classes", ",".join(self._classes(data)), "--bias", "none", "--threads", 2, "-o", model])}
        if "Vowpal Wabbit" in {w.name for w in self.contest.everyone}:
            words = [sys.executable, "-m", "vowpalwabbit", "-d", data.for_vw(), "--loss_function", "logistic", *contestants.vw_common(data), "--predict_only_model", "--readable_model", other]
            makers["Vowpal Wabbit"] = lambda: self._good(words)
        cells = {name: Cell(runs) for name, runs in in_turn(max(5, self.runs), makers).items()}
        learned = {"halfspace": lambda: objective.halfspace_model(model)[1]["weights"], "Vowpal Wabbit": lambda: contestants.vw_weights(other)}
        for name, cell in cells.items():
            w = learned[name]()
            cell.note = f"loss {objective.mean_logistic(*data.rows(), w):.4f}" + (f", errors {100 * objective.errors(*data.test_rows(), w):.2f} %" if data.test else "")
            cell.note += f", {max(cell.figures('peak')) / 2**20:.0f} MiB, processor {sorted(cell.figures('cpu'))[len(cell.runs) // 2]:.3f} s"
        self.stream.put(data, cells)

    @staticmethod
    def _classes(data):
        with data.path.open(encoding="ascii") as lines:
            return sorted({line.split(" ", 1)[0].strip() for line in lines}, key=float)

    def perceptrons(self, data):
        model, other = self.work / "perceptron", self.work / "perceptron.sk"
        words = [self.program, "train", data.path, "--algorithm", "perceptron", "--stop", "passes", "--passes", 10, "--bias", "none", "--decide", "off", "--threads", 1, "-o", model]
        theirs = [sys.executable, "-m", "compare.fit", "scikit-learn", "perceptron", data.path, 10, other]
        cells = {name: Cell(runs) for name, runs in in_turn(self.runs, {"halfspace": lambda: self._good(words), "scikit-learn": lambda: self._good(theirs)}).items()}
        import numpy as np
        for name, w in {"halfspace": objective.halfspace_model(model)[1]["weights"], "scikit-learn": np.load(f"{other}.npz")["w"]}.items():
            cells[name].note = f"{100 * objective.errors(*data.rows(), w):.2f} %"
        self.perceptron.put(data, cells)

    def verdicts(self, data):
        makers = {"halfspace": lambda: self.run([self.program, "separate", data.path, "-o", "-", "--threads", 1], limit=300)}
        if self.loader:
            makers["LIBLINEAR, loading alone"] = self._liblinear_loads(data)
        cells = {name: Cell(runs) for name, runs in in_turn(self.runs, makers).items()}
        done = self.run([sys.executable, "-m", "compare.linear_program", data.path, LP_SECONDS], limit=4 * LP_SECONDS)  # whole process: the limit is for its reading too
        answer = done.out.split()
        if done.code == 0 and answer[1] in ("separable", "not-separable"):
            done.cpu = float(answer[0])
            cells["HiGHS"] = Cell([done] * self.runs, answer[1])
        else:
            cells["HiGHS"] = f"> {LP_SECONDS}" if done.code <= 0 else f"exit {done.code}"
        self.verdict.put(data, cells)

    def tiny_set(self, data):
        makers = {"halfspace, hinge": lambda: self._good(contestants.halfspace_words(self.program, data, "hinge", 1e-3, self.work / "model")),
                  "cp": lambda: self._good(["cp", data.path, self.work / "copy"])}
        if self.loader:
            makers["LIBLINEAR, hinge"] = lambda: self._good(["liblinear-train", "-q", "-s", 3, data.path, self.work / "model"])
        self.tiny.put(data, {name: Cell(runs) for name, runs in in_turn(15, makers).items()})
