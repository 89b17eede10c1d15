"""A contest: the loosest setting of everybody that reaches the asked objective, then all in turn."""
from . import contestants, objective
from .measure import Measure, in_turn
from .tables import Cell

LEAST_LIMIT = 5.0
OPTIMUM_LIMIT = 400.0  # seconds of our own run


class Contest:
    def __init__(self, program, runs, limit, work):
        self.everyone, self.absent = contestants.all_of(program)
        self.program, self.runs, self.limit, self.work = program, runs, limit, work
        self.run = Measure(program.parent / "bench" / "halfspace_measure")
        self.seen_to_fail = None  # what the evaluator said of a wrong model

    def optimum(self, data, task):
        """A lower bound of the objective: the evaluator's value of a run of our own to 1e-9 (rbf: 1e-7), less its proven gap."""
        model = self.work / "tight"
        done = self.run(contestants.halfspace_words(self.program, data, task, 1e-7 if task == "rbf" else 1e-9, model), OPTIMUM_LIMIT)
        if done.code != 0:
            raise RuntimeError(f"{data.name} {task}: no optimum of our own (exit {done.code}) within {OPTIMUM_LIMIT:.0f} s")
        value = contestants.halfspace_value(data, task, done, model)
        if self.seen_to_fail is None and task == "hinge":
            self.seen_to_fail = self.wrong_model(data, model, value)
        return value if task == "rbf" else value - objective.halfspace_model(model)[0]["gap"]

    @staticmethod
    def wrong_model(data, model, value):
        """The check must fail on the same model with one weight, the largest, gone."""
        w = objective.halfspace_model(model)[1]["weights"].copy()
        w[abs(w).argmax()] = 0
        off = objective.primal("hinge", *data.rows(), w) / value - 1
        if off <= 1e-6:
            raise objective.WrongModel("the evaluator does not notice a weight that is gone")
        return f"of the SVM of {data.name} without its largest weight it says {off:.1e} above the optimum"

    def tried(self, who, data, task, best, nearest, limit):
        """[(setting, relative distance)] from loose to tight, as far as needed or possible; and what ended it."""
        out, model = [], self.work / "tried"
        settings = who.tasks[task]
        least = best + nearest * abs(best)
        if who.many:
            for old in self.work.glob("tried.*.npz"):
                old.unlink()
            done = self.run(who.words(data, task, settings, model, least), 2 * limit)
            for k, setting in enumerate(settings):
                if not (self.work / f"tried.{k}.npz").exists():
                    return out, f"exit {done.code}" if done.code > 0 else f"> {2 * limit:.0f} s, all tolerances" if done.code < 0 else ""
                out.append((setting, (who.value(data, task, done, f"{model}.{k}") - best) / abs(best)))
            return out, ""
        spent = 0.0
        for setting in settings:
            if spent > 2 * limit:
                return out, f"> {2 * limit:.0f} s, all tolerances"
            done = self.run(who.words(data, task, setting, model), limit)
            spent += done.cpu
            if done.code != 0:
                return out, f"exit {done.code}" if done.code > 0 else f"> {limit:.0f} s"
            out.append((setting, (who.value(data, task, done, model) - best) / abs(best)))
            if out[-1][1] <= nearest:
                break
        return out, ""

    def case(self, data, task, distances):
        """{distance: {name: Cell, or why there is none}}."""
        best = self.optimum(data, task)
        out, most, settings = {d: {} for d in distances}, self.limit * (2 if task == "rbf" else 1), {}
        limit = most
        for who in self.everyone:
            if task not in who.tasks or who.slow_start and data.small:
                continue
            tried, ended = self.tried(who, data, task, best, min(distances), limit)
            if any(off < (-1e-6 if task == "rbf" else -1e-9) for _, off in tried):
                raise objective.WrongModel(f"{who.name} {task} on {data.name}: below the proven optimum {best}: {tried}")
            for distance in distances:
                good = next((setting for setting, off in tried if off <= distance), None)
                out[distance][who.name] = None if good is not None else ended or f"{min((off for _, off in tried), default=float('inf')):.0e} off"
                if good is not None:
                    settings.setdefault((who.name, good), []).append(distance)
            if who is self.everyone[0]:
                ours = self.run(who.words(data, task, 1e-3, self.work / "model"))
                limit = min(most, max(LEAST_LIMIT, 60 * ours.cpu))
        by_name = {who.name: who for who in self.everyone}
        makers = {key: lambda key=key: self.timed(by_name[key[0]], data, task, key[1], 2 * limit) for key in settings}
        for (name, setting), runs in in_turn(self.runs, makers).items():
            for distance in settings[name, setting]:
                out[distance][name] = Cell(runs)
        return out

    def timed(self, who, data, task, setting, limit):
        run = self.run(who.words(data, task, setting, self.work / "model"), 10 * limit)
        if run.code != 0:
            raise RuntimeError(f"{who.name} {task} on {data.name}, {setting}: exit {run.code} in a timed run")
        run.fit = contestants.fit_seconds(run)
        if run.fit is None and who.name in data.loading:
            run.fit = max(1e-4, run.cpu - data.loading[who.name])
        return run
