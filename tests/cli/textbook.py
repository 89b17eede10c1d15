"""A perceptron by the textbook in fractions, visit by visit, for tests of trace and grade: nothing of the program's."""
from fractions import Fraction


def is_mistake(rule, score, y):
    if rule == "boundary-is-mistake":
        return y * score <= 0
    if rule == "boundary-is-correct":
        return y * score < 0
    return (1 if score >= 0 else -1) != y


def visits(rows, labels, rule="boundary-is-mistake", bias=True, order="cyclic", eta=1, most=5000):
    """Lines [visit, pass, row, x, y, score, mistake, before, after] until n visits in a row are clean; w then b.

    None: no clean pass came within `most` visits. order first-mistake: the search begins anew at row 0 after an update."""
    n, d = len(rows), len(rows[0])
    w = [Fraction(0)] * (d + 1)
    lines, clean, i, number = [], 0, 0, 1
    while clean < n and len(lines) < most:
        x = [Fraction(v) for v in rows[i]] + [Fraction(1 if bias else 0)]
        score = sum(a * b for a, b in zip(w, x))
        mistake = is_mistake(rule, score, labels[i])
        before = list(w)
        if mistake:
            w = [a + eta * labels[i] * b for a, b in zip(w, x)]
        lines.append([len(lines) + 1, number, i, x[:-1], labels[i], score, mistake, before, list(w)])
        clean = 0 if mistake else clean + 1
        restart = mistake and order == "first-mistake"
        if restart or i + 1 == n:
            number += 1
        i = 0 if restart else (i + 1) % n
    return lines if clean == n else None


def number(value):
    """As a decimal where it ends, else as a fraction."""
    value = Fraction(value)
    if value.denominator == 1:
        return str(value.numerator)
    scaled = value * 10**12
    return f"{float(value):.12f}".rstrip("0") if scaled.denominator == 1 else f"{value.numerator}/{value.denominator}"


def header(d, bias=True):
    weights = [f"w{j + 1}" for j in range(d)] + ["b"] * bias
    return ["visit", "pass", "row", *(f"x{j + 1}" for j in range(d)), "y", "score", "decision",
            *(f"{w}_before" for w in weights), *(f"{w}_after" for w in weights)]


def cells(line, bias=True):
    visit, number_of_pass, row, x, y, score, mistake, before, after = line
    cut = len(before) if bias else -1
    return [str(visit), str(number_of_pass), str(row), *map(number, x), str(y), number(score), "mistake" if mistake else "correct",
            *map(number, before[:cut]), *map(number, after[:cut])]
