"""Small certificates made by trying everything: weights in {-2..2}, multipliers in {0..2}. The data are whole points in the plane."""
import hashlib
import itertools
import json
from fractions import Fraction

W = range(-2, 3)


def csv_of(points, signs):
    return "a,b,label\n" + "".join(f"{a},{b},{'p' if y > 0 else 'n'}\n" for (a, b), y in zip(points, signs))


def signed(points, signs, augmented):
    return [[y * v for v in (*x, 1)[:3 if augmented else 2]] for x, y in zip(points, signs)]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def about(text, augmented, rows):
    return {"format": "halfspace-certificate", "version": 1, "statement": None, "bias": "augmented" if augmented else "none",
            "data": {"sha256": hashlib.sha256(text.encode()).hexdigest(), "format": "csv", "delimiter": ",", "header": True, "label": "label",
                     "weight": "", "missing": "error", "rows": rows},
            "classes": {"numeric": False, "negative": ["n"], "positive": ["p"]},
            "columns": [{"name": "a"}, {"name": "b"}], "features": "none"}


def terms(multipliers):
    return [{"row": i, "line": i + 2, "multiplier": str(m)} for i, m in enumerate(multipliers) if m]


def rank(rows):
    rows, r = [[Fraction(v) for v in row] for row in rows], 0
    for j in range(len(rows[0]) if rows else 0):
        at = next((i for i in range(r, len(rows)) if rows[i][j]), None)
        if at is None:
            continue
        rows[r], rows[at] = rows[at], rows[r]
        rows[r + 1:] = [[v - row[j] / rows[r][j] * p for v, p in zip(row, rows[r])] for row in rows[r + 1:]]
        r += 1
    return r


def with_weights(c, w):
    c["weights"] = [str(v) for v in w[:2]]
    if c["bias"] == "augmented":
        c["bias_weight"] = str(w[2])
    return c


def certificates(points, signs, augmented):
    """(text of the data, true certificates about it)"""
    text, z = csv_of(points, signs), signed(points, signs, augmented)
    c = about(text, augmented, len(z))
    weak = [w for w in itertools.product(W, repeat=len(z[0])) if all(dot(w, row) >= 0 for row in z)]
    best = max(weak, key=lambda w: sum(dot(w, row) > 0 for row in z))
    strict = sum(dot(best, row) > 0 for row in z)
    if strict == len(z):
        c = with_weights({**c, "statement": "separable"}, best)
        least, mean = min(dot(best, row) for row in z), [Fraction(sum(v), len(z)) for v in zip(*z)]
        margin = {"kind": "augmented", "weights": c["weights"], "lambda": terms([Fraction(1, len(z))] * len(z)),
                  "lower_squared": str(Fraction(least * least, dot(best, best))), "upper_squared": str(dot(mean, mean))}
        if augmented:
            margin["bias_weight"] = c["bias_weight"]
        return text, [c, {**c, "margin": margin}]
    found = [m for m in itertools.product(range(3), repeat=len(z)) if any(m) and not any(dot(m, column) for column in zip(*z))]
    if not found:
        return text, []
    every = [sum(v) for v in zip(*found)]
    c["witness"] = terms(found[0])
    out = [{**c, "statement": "not-separable"}, {**c, "statement": "not-separable", "disjoint_witnesses": [terms(found[0])]}]
    if rank([row for row, m in zip(z, every) if m]) == rank(z):
        out.append({**c, "statement": "overlapping", "span": terms(every)})
    elif strict:
        out.append(with_weights({**c, "statement": "quasi-separable"}, best))
    return text, out


def random_certificates(rng, count):
    """`count` pairs (text of the data, certificate), all true."""
    out = []
    while len(out) < count:
        n = rng.randrange(2, 7)
        points = [(rng.randrange(-1, 2), rng.randrange(-1, 2)) for _ in range(n)]
        text, made = certificates(points, [rng.choice([1, -1]) for _ in range(n)], rng.random() < 0.7)
        out += [(text, json.dumps(c, indent=1)) for c in made]
    return out[:count]
