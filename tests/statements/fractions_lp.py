"""Exact decisions on small data: Gordan's alternative by the simplex method over fractions, the best margin by trying supports."""
import itertools
from fractions import Fraction as F


def dot(a, b):
    return sum(p * q for p, q in zip(a, b))


def gordan(z):
    """lambda >= 0, lambda != 0, sum lambda_i z_i = 0, or None: phase one of the simplex method with Bland's rule."""
    if not z:
        return None
    rows = [[F(row[j]) for row in z] + [F(0)] for j in range(len(z[0]))] + [[F(1)] * len(z) + [F(1)]]
    m, n = len(rows), len(z)
    table = [row[:-1] + [F(int(k == j)) for j in range(m)] + row[-1:] for k, row in enumerate(rows)]
    basis = [n + k for k in range(m)]
    cost = [-sum(row[j] for row in table) if j < n else F(0) for j in range(n + m)] + [-sum(row[-1] for row in table)]
    while True:
        enter = next((j for j in range(n) if cost[j] < 0), None)
        if enter is None:
            break
        ratios = [(row[-1] / row[enter], basis[k], k) for k, row in enumerate(table) if row[enter] > 0]
        k = min(ratios)[2]
        pivot = table[k][enter]
        table[k] = [v / pivot for v in table[k]]
        for other in range(m):
            if other != k and table[other][enter]:
                factor = table[other][enter]
                table[other] = [v - factor * p for v, p in zip(table[other], table[k])]
        factor = cost[enter]
        cost = [v - factor * p for v, p in zip(cost, table[k])]
        basis[k] = enter
    if cost[-1] != 0:
        return None
    found = [F(0)] * n
    for k, j in enumerate(basis):
        if j < n:
            found[j] = table[k][-1]
    return found


def solve(matrix, right):
    """One solution of matrix x = right, or None."""
    rows, pivots = [list(map(F, row)) + [F(v)] for row, v in zip(matrix, right)], []
    width = len(matrix[0]) if matrix else 0
    for j in range(width):
        at = next((i for i in range(len(pivots), len(rows)) if rows[i][j]), None)
        if at is None:
            continue
        r = len(pivots)
        rows[r], rows[at] = rows[at], rows[r]
        rows[r] = [v / rows[r][j] for v in rows[r]]
        for i, row in enumerate(rows):
            if i != r and row[j]:
                rows[i] = [v - row[j] * p for v, p in zip(row, rows[r])]
        pivots.append(j)
    if any(row[-1] for row in rows[len(pivots):]):
        return None
    x = [F(0)] * width
    for r, j in enumerate(pivots):
        x[j] = rows[r][-1]
    return x


def nearest_squared(z):
    """The squared distance of the origin from the hull of z, which is gamma^2 where it is not 0 (Wolfe 1976): the nearest point
    is the affine minimum of some affinely independent support of at most d + 1 points, with multipliers >= 0."""
    best = min(dot(v, v) for v in z)
    for size in range(2, min(len(z), len(z[0]) + 1) + 1):
        for support in itertools.combinations(z, size):
            gram = [[dot(a, b) for b in support] + [F(-1)] for a in support] + [[F(1)] * size + [F(0)]]
            x = solve(gram, [0] * size + [1])
            if x is not None and all(v >= 0 for v in x[:size]):
                best = min(best, x[size])
    return best
