"""Tables of contests: median figures, median ratios of runs in turn, geometric means against everybody, losses by name."""
import dataclasses
import math
import statistics

UNITS = {"cpu": "s", "wall": "s from start to exit", "fit": "s", "peak": "MiB"}


@dataclasses.dataclass
class Cell:
    runs: list  # of measure.Run, in turn
    note: str = ""

    def figures(self, clock):
        found = [getattr(r, clock) for r in self.runs]  # half a millisecond is the least that is told apart
        return None if None in found else [max(f, 5e-4) for f in found]


@dataclasses.dataclass
class Table:
    title: str
    note: str = ""
    clock: str = "cpu"
    goal: str = ""
    contest: bool = True  # a ratio above 1 is a loss
    rows: dict = dataclasses.field(default_factory=dict)  # set: {name: Cell, or a text: why there is none}; the first name is ours

    def put(self, data, cells):
        self.rows.setdefault(data if isinstance(data, str) else data.name, {}).update(cells)

    def names(self):
        return list(dict.fromkeys(name for cells in self.rows.values() for name in cells))

    def figure(self, cell):
        figures = cell.figures(self.clock)
        return "" if figures is None else f"{statistics.median(figures) / 2**20:.0f}" if self.clock == "peak" else f"{statistics.median(figures):.3f}"

    def shown(self, cell):
        if not isinstance(cell, Cell):
            return cell or ""
        return self.figure(cell) + (f" ({cell.note})" if cell.note else "")

    def ratio(self, cells, name):
        """Median over the turns of ours by theirs; None where one of the two has no figures."""
        ours, theirs = (c.figures(self.clock) if isinstance(c := cells.get(n), Cell) else None for n in (self.names()[0], name))
        return statistics.median(a / b for a, b in zip(ours, theirs)) if ours and theirs else None

    def best(self, cells):
        """(name, ratio) of the best of the others."""
        found = [(statistics.median(c.figures(self.clock)), name) for name, c in cells.items() if name != self.names()[0] and isinstance(c, Cell) and c.figures(self.clock)]
        return (min(found)[1], self.ratio(cells, min(found)[1])) if found else (None, None)

    def means(self):
        """{name: (geometric mean of ours by theirs, worst, its set, number of sets)}; the best of the others under ""."""
        out = {}
        for name in ["", *self.names()[1:]]:
            found = {s: r for s, cells in self.rows.items() if (r := self.best(cells)[1] if name == "" else self.ratio(cells, name))}
            if found:
                worst = max(found, key=found.get)
                out[name] = math.exp(statistics.fmean(map(math.log, found.values()))), found[worst], worst, len(found)
        return out

    def losses(self):
        """A line a set: by whom ours was beaten, or that it did not get there."""
        for s, cells in self.rows.items():
            ours = cells.get(self.names()[0])
            if not isinstance(ours, Cell):
                yield f"{self.title}, {s}: not reached ({ours})"
                continue
            beaten = [f"{ratio:.2f} times {name}" for name in self.names()[1:] if (ratio := self.ratio(cells, name)) and ratio > 1]
            if beaten:
                yield f"{self.title}, {s} ({self.figure(ours)} {UNITS[self.clock]}): " + ", ".join(beaten)

    def markdown(self):
        names, means = self.names(), self.means()
        yield from (f"## {self.title}", "", *([self.note, ""] if self.note else []))
        alone = len(names) == 1
        yield f"| {UNITS[self.clock]} | " + " | ".join(names) + (" |" if alone else " | ratio to the best |")
        yield "| --- |" + " ---: |" * (len(names) + (not alone))
        for s, cells in self.rows.items():
            ratio = "" if alone else " | " + (f"{self.best(cells)[1]:.2f}" if self.best(cells)[1] else "alone" if isinstance(cells.get(names[0]), Cell) else "lost")
            yield f"| {s} | " + " | ".join(self.shown(cells.get(n)) for n in names) + ratio + " |"
        if means and len(self.rows) > 1 and not alone:
            yield "| geometric mean of ratios | | " + " | ".join(f"{means[n][0]:.3f}" if n in means else "" for n in [*names[1:], ""]) + " |"
        yield ""


def summary(tables):
    """What all tables come to: means, worst cases, losses."""
    yield from ("## In all", "", "Ratios are halfspace by the other, below 1 where halfspace takes less.", "",
                "| | to the best of the others, geometric mean | worst | sets won | goal | to each |", "| --- | ---: | --- | ---: | --- | --- |")
    for t in tables:
        if (means := t.means()) and len(t.names()) > 1:
            mean, worst, where, count = means[""]
            won = sum(1 for cells in t.rows.values() if (r := t.best(cells)[1]) and r <= 1)
            each = ", ".join(f"{name} {m[0]:.3f}" for name, m in means.items() if name)
            yield f"| {t.title} | {mean:.3f} | {worst:.2f} ({where}) | {won} of {count} | {t.goal} | {each} |"
    losses = [line for t in tables if t.contest for line in t.losses()]
    yield from ("", f"## Losses: {len(losses)}", "", *(f"- {line}" for line in losses or ["none"]), "")
