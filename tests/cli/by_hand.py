"""Solves the exercises of `halfspace exercise` from their data and settings alone, in fractions: nothing of halfspace is used.

`solve(exercise)` gives {name: number} for every number of the solution. Rows count from 1."""
import itertools
import math
from fractions import Fraction


def rows_of(exercise):
    return [([Fraction(v) for v in row["x"]], row["y"]) for row in exercise["rows"]]


def score(w, x):
    return w[0] * x[0] + w[1] * x[1] + w[2]


def signed(rows):
    """z = y (x, 1)"""
    return [[y * x[0], y * x[1], Fraction(y)] for x, y in rows]


def sign(v):
    return (v > 0) - (v < 0)


def is_mistake(rule, y, s):
    if rule == "boundary-is-positive":
        return (1 if s >= 0 else -1) != y
    return y * s <= 0


def mistakes(rows, w):
    return sum(y * score(w, x) <= 0 for x, y in rows)


def visits_in_order(order, n):
    """Yields (pass, row); is told whether the visit was a mistake."""
    at, passes = 0, 1
    while True:
        wrong = yield passes, at
        if order == "first-mistake" and wrong:
            at, passes = 0, passes + 1
            continue
        at += 1
        if at == n:
            at, passes = 0, passes + 1


def perceptron(rows, settings):
    """The run as the solution writes it."""
    rule = settings.get("mistake", "boundary-is-mistake")
    delta = settings["preset"] == "delta"
    eta = Fraction(settings.get("eta", "1"))
    order = settings.get("order", "cyclic")
    last = int(settings["passes"]) * len(rows) if settings.get("stop") == "passes" else None
    w, visits, clean, updates = [Fraction(0)] * 3, [], 0, 0
    turns = visits_in_order(order, len(rows))
    passes, i = next(turns)
    while True:
        (x, y), s = rows[i], score(w, rows[i][0])
        wrong = is_mistake(rule, y, s)
        step = eta * abs(sign(s) - y) if delta else Fraction(int(wrong))
        if wrong:
            w = [w[0] + step * y * x[0], w[1] + step * y * x[1], w[2] + step * y]
        updates, clean = updates + wrong, 0 if wrong else clean + 1
        wrongs = sum(is_mistake(rule, b, score(w, a)) for a, b in rows)
        visits.append({"visit": len(visits) + 1, "pass": passes, "row": i + 1, "score": s, "mistake": wrong, "weights": w, "mistakes": wrongs})
        if len(visits) == last or (last is None and clean == len(rows)):
            return {"visits": visits, "updates": updates, "passes": passes, "weights": w}
        passes, i = turns.send(wrong)


def dot(u, v):
    return sum(a * b for a, b in zip(u, v))


def solution_of(columns, right):
    """The one x with sum x_k columns[k] = right, by elimination; None where there is none, or more than one."""
    lines = [[column[r] for column in columns] + [right[r]] for r in range(len(right))]
    at = 0
    for k in range(len(columns)):
        pivot = next((r for r in range(at, len(lines)) if lines[r][k] != 0), None)
        if pivot is None:
            return None
        lines[at], lines[pivot] = lines[pivot], lines[at]
        lines[at] = [v / lines[at][k] for v in lines[at]]
        for r, line in enumerate(lines):
            if r != at:
                lines[r] = [v - line[k] * p for v, p in zip(line, lines[at])]
        at += 1
    if any(line[-1] != 0 for line in lines[at:]):
        return None
    return [lines[k][-1] for k in range(len(columns))]


def separable(rows):
    """Gordan: 0 is no convex combination of the z; by Caratheodory four of them are enough."""
    z = signed(rows)
    for size in range(1, 5):
        for some in itertools.combinations(z, size):
            found = solution_of([[*v, Fraction(1)] for v in some], [0, 0, 0, 1])
            if found is not None and all(v > 0 for v in found):
                return False
    return True


def nearest_point_squared(z):
    """|v|^2 of the point of the hull of z nearest to the origin: over affinely independent sets, the best feasible."""
    best = None
    for size in range(1, 5):
        for some in itertools.combinations(z, size):
            # stationary: v.z_k = t for all k, sum lambda = 1: unknown lambda and t
            columns = [[dot(u, v) for v in some] + [Fraction(1)] for u in some] + [[Fraction(-1)] * size + [Fraction(0)]]
            found = solution_of(columns, [Fraction(0)] * size + [Fraction(1)])
            if found is None or any(v < 0 for v in found[:-1]):
                continue
            best = found[-1] if best is None else min(best, found[-1])
    return best


def hard_margin(rows):
    """w, b, alpha of the hard-margin machine: each set of rows held at 1 is tried, and the one whose solution is feasible kept."""
    for size in (2, 3):
        for some in itertools.combinations(range(len(rows)), size):
            xs, ys = [rows[i][0] for i in some], [rows[i][1] for i in some]
            # unknown alpha and b: y_k (sum_i alpha_i y_i x_i.x_k + b) = 1, sum alpha y = 0
            columns = [[ys[k] * ys[i] * dot(xs[i], xs[k]) for k in range(size)] + [Fraction(ys[i])] for i in range(size)]
            columns.append([Fraction(y) for y in ys] + [Fraction(0)])
            found = solution_of(columns, [Fraction(1)] * size + [Fraction(0)])
            if found is None or any(a <= 0 for a in found[:-1]):
                continue
            w = [sum(a * y * x[j] for a, x, y in zip(found, xs, ys)) for j in (0, 1)] + [found[-1]]
            if all(y * score(w, x) >= 1 for x, y in rows):
                return w, {i: a for i, a in zip(some, found)}
    raise AssertionError("no hard margin")


def margins(rows, w):
    return [y * score(w, x) for x, y in rows]


def convergence(exercise, rows, runs):
    w = runs["run"]["weights"]
    s = score(w, exercise["given"]["new_point"])
    return {**runs, "margins": margins(rows, w), "new_score": s, "new_label": 1 if s >= 0 else -1}


def tie_rule(exercise, rows, runs):
    pairs = zip(runs["rule_a"]["visits"], runs["rule_b"]["visits"])
    first = next(a["visit"] for a, b in pairs if a["mistake"] != b["mistake"])
    on = [i + 1 for i, (x, _) in enumerate(rows) if score(runs["rule_b"]["weights"], x) == 0]
    return {**runs, "first_difference": first, "on_boundary": on}


def order(exercise, rows, runs):
    return {**runs, "cyclic_margins": margins(rows, runs["cyclic"]["weights"]),
            "first_mistake_margins": margins(rows, runs["first_mistake"]["weights"])}


def bound(exercise, rows, runs):
    w = exercise["given"]["separator"]
    z = signed(rows)
    gamma = nearest_point_squared(z)
    assert Fraction(min(margins(rows, w)) ** 2, dot(w, w)) == gamma  # no separator has a larger margin
    lengths = [dot(v, v) for v in z]
    ratio = max(lengths) / gamma
    return {**runs, "lengths": lengths, "margins": margins(rows, w), "radius_squared": max(lengths), "gamma_squared": gamma,
            "ratio": ratio, "most_updates": math.floor(ratio)}


def separability(exercise, rows, runs):
    """Any proof is as good as another: those of the solution are checked, and given back."""
    told = exercise["solution"]
    if separable(rows):
        assert all(m > 0 for m in margins(rows, told["weights"]))
        return {"separable": True, "weights": told["weights"], "margins": margins(rows, told["weights"])}
    z = signed(rows)
    factors = [(z[m["row"] - 1], Fraction(m["multiplier"])) for m in told["witness"]]
    assert factors and all(f > 0 for _, f in factors)
    assert [sum(f * v[j] for v, f in factors) for j in range(3)] == [0, 0, 0]
    return {"separable": False, "witness": told["witness"]}


def pocket(exercise, rows, runs):
    best = {"weights": [0, 0, 0], "mistakes": len(rows), "visit": 0}
    for visit in runs["run"]["visits"]:
        if visit["mistake"] and mistakes(rows, visit["weights"]) < best["mistakes"]:
            best = {"weights": visit["weights"], "mistakes": mistakes(rows, visit["weights"]), "visit": visit["visit"]}
    assert not separable(rows)
    z = signed(rows)
    for j in range(3):
        assert sum(Fraction(m["multiplier"]) * z[m["row"] - 1][j] for m in exercise["given"]["witness"]) == 0
    return {**runs, "pocket": best}


def batch(exercise, rows, runs):
    size, tau = exercise["given"]["batch"], exercise["given"]["tau"]
    w, visits, updates = [Fraction(0)] * 3, [], 0
    for step in (1, 2):
        part = range((step - 1) * size, step * size)
        scores = {i: score(w, rows[i][0]) for i in part}
        wrong = [i for i in part if rows[i][1] * scores[i] <= 0]
        z = signed(rows)
        w = [w[j] + Fraction(tau, size) * sum(z[i][j] for i in wrong) for j in range(3)]
        updates += bool(wrong)
        visits += [{"visit": step, "pass": 1, "row": i + 1, "score": scores[i], "mistake": i in wrong, "weights": w,
                    "mistakes": mistakes(rows, w)} for i in part]
    return {"run": {"visits": visits, "updates": updates, "passes": 1, "weights": w}}


def learning_rate(exercise, rows, runs):
    assert Fraction(exercise["given"]["twice_eta"]) == 2 * Fraction(exercise["given"]["eta"])
    assert runs["twice"]["weights"] == [2 * v for v in runs["run"]["weights"]]
    return runs


def logistic(exercise, rows, runs):
    alpha = Fraction(exercise["given"]["alpha"])
    z = signed(rows)
    gradient = [-sum(v[j] for v in z) / 2 for j in range(3)]
    w = [-alpha * g for g in gradient]
    odds = [score(w, x) for x, _ in rows]
    p = [1 / (1 + math.exp(-s)) for s in odds]
    labels = {name: [1 if v >= t else -1 for v in p] for name, t in (("labels_half", 0.5), ("labels_later", 0.8))}
    wrong = [sum(a != y for a, (_, y) in zip(side, rows)) for side in labels.values()]
    loss = sum(math.log1p(math.exp(-y * s)) for s, (_, y) in zip(odds, rows))
    return {"gradient": gradient, "weights": w, "log_odds": odds, "probabilities": [f"{v:.3f}" for v in p],
            "log_loss_before": f"{len(rows) * math.log(2):.3f}", "log_loss_after": f"{loss:.3f}", **labels, "mistakes": wrong}


def margin(exercise, rows, runs):
    w, alpha = hard_margin(rows)
    length = w[0] ** 2 + w[1] ** 2
    held = [i + 1 for i, m in enumerate(margins(rows, w)) if m == 1]
    assert held == [i + 1 for i in alpha]
    return {"weights": w, "support_vectors": held, "alpha": [alpha.get(i, 0) for i in range(len(rows))],
            "margins": margins(rows, w), "margin_squared": 1 / length}


def kernel(exercise, rows, runs):
    def k(u, v):
        return (dot(u, v) + 1) ** 2
    alpha, visits, clean, updates = [Fraction(0)] * len(rows), [], 0, 0
    while clean < len(rows):
        i = len(visits) % len(rows)
        x, y = rows[i]
        s = sum(a * b * k(u, x) for a, (u, b) in zip(alpha, rows))
        wrong = y * s <= 0
        alpha = [a + (wrong and j == i) for j, a in enumerate(alpha)]
        updates, clean = updates + wrong, 0 if wrong else clean + 1
        visits.append({"visit": len(visits) + 1, "pass": len(visits) // len(rows) + 1, "row": i + 1, "score": s, "mistake": wrong, "alpha": alpha})
    assert not separable(rows)
    s = sum(a * y * k(x, exercise["given"]["new_point"]) for a, (x, y) in zip(alpha, rows))
    return {"gram": [[k(u, v) for v, _ in rows] for u, _ in rows], "run": {"visits": visits, "updates": updates, "alpha": alpha},
            "new_score": s, "new_label": 1 if s > 0 else -1}


SOLVERS = {"convergence": convergence, "tie-rule": tie_rule, "order": order, "bound": bound, "separability": separability, "pocket": pocket,
           "batch": batch, "learning-rate": learning_rate, "logistic": logistic, "margin": margin, "kernel": kernel}
RUNS_OF_THEIR_OWN = {"batch", "logistic", "margin", "kernel", "separability"}


def solve(exercise):
    rows = rows_of(exercise)
    settings = {} if exercise["kind"] in RUNS_OF_THEIR_OWN else exercise["given"]["settings"]
    runs = {name: perceptron(rows, of_run) for name, of_run in settings.items()}
    return SOLVERS[exercise["kind"]](exercise, rows, runs)


def steps(exercise, solved):
    """What the sheet calls its steps, counted in the solution."""
    return {"visit": sum(len(part["visits"]) for name, part in solved.items() if isinstance(part, dict) and "visits" in part and name != "twice"),
            "step": 2, "gradient step": 1, "row": len(exercise["rows"]),
            "constraint": len(exercise["rows"])}[exercise["step"]]
