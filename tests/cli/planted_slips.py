"""Slips of students, each planted in the right trace of a random data set."""
from fractions import Fraction

import textbook
from test_trace import random_rows, write


def trial(chance, path, k):
    """A data set and its trace by the textbook, at least two updates, at most 60 visits."""
    while True:
        rows, labels = random_rows(chance)
        lines = textbook.visits(rows, labels)
        if lines and 4 <= len(lines) <= 60 and sum(line[6] for line in lines) >= 2:
            return write(path / f"{k}.csv", rows, labels), rows, labels, lines


# Each plants one slip in a copy of the lines and says where it is (index of the line) and what may be called it; None: there is no place for it.

def changed(lines, at, column, value):
    out = [list(line) for line in lines]
    out[at][column] = value
    return out


def places(lines, wanted):
    return [k for k, line in enumerate(lines) if wanted(line)]


def in_score(chance, lines, rows, labels):
    at = chance.randrange(len(lines))
    delta = chance.choice([-1, 1, Fraction(1, 2)])
    return changed(lines, at, 5, lines[at][5] + delta), at, {"arithmetic", "forgotten-bias", "wrong-sign", "margin-for-score"}


def in_weight(chance, lines, rows, labels):
    at = chance.choice(places(lines, lambda line: line[6]))
    j = chance.randrange(len(rows[0]))
    after = list(lines[at][8])
    after[j] += chance.choice([-2, 3])
    return changed(lines, at, 8, after), at, {"arithmetic", "wrong-step", "wrong-sign", "missing-update", "wrong-row", "not-added"}


def carried(chance, lines, rows, labels):
    if len(lines) < 2:
        return None
    at = chance.randrange(1, len(lines))
    before = list(lines[at][7])
    before[chance.randrange(len(before))] += 1
    return changed(lines, at, 7, before), at, {"carried-over"}


def decision(chance, lines, rows, labels):
    at = chance.choice(places(lines, lambda line: line[5] != 0) or [None])
    return at if at is None else (changed(lines, at, 6, not lines[at][6]), at, {"wrong-decision"})


def tie(chance, lines, rows, labels):
    at = places(lines, lambda line: line[5] == 0)[0]
    out = changed(lines, at, 6, False)
    out[at][8] = list(out[at][7])
    return out, at, {"wrong-tie-rule"}


def whole_tie(chance, lines, rows, labels):
    other = textbook.visits(rows, labels, "boundary-is-positive")
    if other is None or [line[6:] for line in other] == [line[6:] for line in lines]:
        return None
    at = next(k for k, (a, b) in enumerate(zip(other, lines)) if a[2:] != b[2:])
    return other, at, {"wrong-tie-rule"}


def whole_order(chance, lines, rows, labels):
    other = textbook.visits(rows, labels, order="first-mistake")
    if other is None or [line[2] for line in other] == [line[2] for line in lines]:
        return None
    at = next((k for k, (a, b) in enumerate(zip(other, lines)) if a[1:] != b[1:]), None)
    return at if at is None else (other, at, {"wrong-order"})


def order(chance, lines, rows, labels):
    at = chance.randrange(len(lines))
    other = (lines[at][2] + 1) % len(rows)
    if len({str(row) for row in rows}) < len(rows):
        return None
    return changed(lines, at, 2, other), at, {"wrong-order"}


def no_bias(chance, lines, rows, labels):
    other = textbook.visits(rows, labels, bias=False)
    if other is None:
        return None
    at = next((k for k, (a, b) in enumerate(zip(other, lines)) if a[5:] != b[5:]), None)
    return at if at is None else (other, at, {"forgotten-bias"})


def bias_once(chance, lines, rows, labels):
    at = chance.choice(places(lines, lambda line: line[6]))
    after = [*lines[at][8][:-1], lines[at][7][-1]]
    if all(v == 0 for v in rows[lines[at][2]]):
        return None
    return changed(lines, at, 8, after), at, {"forgotten-bias"}


def sign(chance, lines, rows, labels):
    at = chance.choice(places(lines, lambda line: line[6]))
    before, after = lines[at][7:9]
    return changed(lines, at, 8, [2 * a - b for a, b in zip(before, after)]), at, {"wrong-sign"}


def missing(chance, lines, rows, labels):
    at = chance.choice(places(lines, lambda line: line[6]))
    return changed(lines, at, 8, lines[at][7]), at, {"missing-update"}


def needless(chance, lines, rows, labels):
    found = places(lines, lambda line: not line[6])
    at = chance.choice(found)
    x = [*lines[at][3], 1]
    return changed(lines, at, 8, [a + lines[at][4] * b for a, b in zip(lines[at][7], x)]), at, {"needless-update"}


def step(chance, lines, rows, labels):
    at = chance.choice(places(lines, lambda line: line[6]))
    before, after = lines[at][7:9]
    return changed(lines, at, 8, [3 * b - 2 * a for a, b in zip(before, after)]), at, {"wrong-step"}


def data_copied(chance, lines, rows, labels):
    at = chance.randrange(len(lines))
    x = list(lines[at][3])
    x[chance.randrange(len(x))] += 1
    return changed(lines, at, 3, x), at, {"wrong-data"}


def label_copied(chance, lines, rows, labels):
    at = chance.randrange(len(lines))
    return changed(lines, at, 4, -lines[at][4]), at, {"wrong-label"}


def too_short(chance, lines, rows, labels):
    keep = chance.randrange(1, len(lines))
    if all(line[6] for line in lines[:keep]) and not any(line[6] for line in lines[keep:]):
        return None  # a list of all updates
    return lines[:keep], keep, {"too-short"}


def too_long(chance, lines, rows, labels):
    last = lines[-1]
    extra = [last[0] + 1, last[1] + 1, 0, rows[0], labels[0], sum(a * b for a, b in zip(last[8], [*rows[0], 1])), False, last[8], last[8]]
    if last[2] != len(rows) - 1:
        return None
    return [*lines, extra], len(lines), {"too-long"}


SLIPS = [in_score, in_weight, carried, decision, tie, whole_tie, whole_order, order, no_bias, bias_once, sign, missing, needless, step,
         data_copied, label_copied, too_short, too_long]
