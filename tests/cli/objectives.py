"""What several of these tests call."""
import csv
import math


LOGISTIC = ["--algorithm", "logistic"]


SVM = ["--algorithm", "svm"]


def rows_of(path, *classes):
    """Feature rows and +1/-1 (the class that sorts last is +1) of a CSV with a species column."""
    with open(path, encoding="utf-8") as file:
        table = [r for r in csv.DictReader(file) if not classes or r["species"] in classes]
    names = [n for n in table[0] if n != "species"]
    return [[float(r[n]) for n in names] for r in table], [1 if r["species"] == classes[-1] else -1 for r in table]


def solved(a, b):
    """a x = b by elimination with pivots."""
    n = len(b)
    m = [row[:] + [v] for row, v in zip(a, b)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(m[i][k]))
        m[k], m[pivot] = m[pivot], m[k]
        for i in range(k + 1, n):
            f = m[i][k] / m[k][k]
            m[i] = [u - f * v for u, v in zip(m[i], m[k])]
    x = [0.0] * n
    for k in reversed(range(n)):
        x[k] = (m[k][n] - sum(m[k][j] * x[j] for j in range(k + 1, n))) / m[k][k]
    return x


def newton(x, y, penalty, cost=1.0, rounds=60):
    """Weights (bias last, not penalised) and the information of min cost sum log(1 + e^-m) + penalty/2 |w|^2."""
    x = [row + [1.0] for row in x]
    p = len(x[0])
    w = [0.0] * p
    for _ in range(rounds):
        g = [penalty * v for v in w[:-1]] + [0.0]
        h = [[penalty if i == j and i < p - 1 else 0.0 for j in range(p)] for i in range(p)]
        for row, t in zip(x, y):
            q = 1 / (1 + math.exp(-sum(a * b for a, b in zip(row, w))))
            for i in range(p):
                g[i] += cost * (q - (t > 0)) * row[i]
                for j in range(p):
                    h[i][j] += cost * q * (1 - q) * row[i] * row[j]
        w = [v - s for v, s in zip(w, solved(h, g))]
    return w, h
