// The functions of a model in Python. The lists that a part reads are written before it (python_source.cpp).
#pragma once

#include <string_view>

namespace halfspace {

/// Cells as numbers: what is missing, what a decimal is, and how many digits it has after the point.
inline constexpr std::string_view python_cells_part = R"(
_NUMBER = re.compile(r"[+-]?(?:([0-9]+)\.?([0-9]*)|\.([0-9]+))(?:[eE]([+-]?[0-9]+))?")
_MISSING = {"", "na", "n/a", "nan", "null", "?"}


def _cell(value):
    """The text of a cell, "" where it is missing."""
    if value is None:
        return ""
    try:
        text = value.strip(" \t") if isinstance(value, str) else repr(float(value))
    except OverflowError:
        text = "a whole number beyond doubles"
    return "" if text.lower() in _MISSING else text


def _decimal(text):
    """The number and its digits after the point (None: more than 15 digits), or None."""
    match = _NUMBER.fullmatch(text)
    if match is None or math.isinf(float(text)):
        return None
    value = float(text)
    whole, part, bare, exponent = match.groups()
    fraction = part or bare or ""
    significant = len(((whole or "") + fraction).strip("0"))
    if significant == 0:
        return value, 0
    if significant > 15 or abs(value) < 2.2250738585072014e-308:
        return value, None
    return value, max(0, len(fraction) - int(exponent or 0))


def _number(name, text):
    number = _decimal(text)
    if number is None:
        raise ValueError(f"column {name!r}: {text!r} is not a finite decimal number")
    return number

)";

/// Of columns with names: COLUMNS, PLAIN, MISSING_IS_LEVEL.
inline constexpr std::string_view python_named_part = R"(
def _codes(name, text, levels, other):
    number = _decimal(text)
    key = text if number is None else number[0]
    if key in levels:
        return levels[key]
    if other is not None and (text != "" or MISSING_IS_LEVEL):
        return other
    known = ", ".join(repr(level) for level in levels)
    what = "missing value" if text == "" else f"level {text!r}"
    raise ValueError(f"column {name!r}: {what} did not occur in training; known levels: {known}")


def _features(row):
    """(feature, value) in ascending order; digits after the point of the cells, and of these and what fills."""
    entries, cells, filled = [], 0, 0
    for name, first, fill, levels, other in COLUMNS:
        if name not in row:
            raise ValueError(f"column {name!r} is not in the row")
        text = _cell(row[name]) if levels is not None else _written(name, row[name])
        if levels is not None:
            entries += [(first + feature, value) for feature, value in _codes(name, text, levels, other)]
            continue
        if text == "" and fill is None:
            raise ValueError(f"column {name!r}: missing value, and the model has no mean for it")
        value, digits = fill if text == "" else _number(name, text)
        if text != "":
            cells = None if cells is None or digits is None else max(cells, digits)
        filled = None if filled is None or digits is None else max(filled, digits)
        if value != 0 or PLAIN:
            entries.append((first, value))
    return entries, cells, filled

)";

/// Of columns with numbers: COLUMNS of them from FIRST_COLUMN.
inline constexpr std::string_view python_numbered_part = R"(
def _features(row):
    """(feature, value) in ascending order; digits after the point of the cells, twice."""
    entries, cells = [], 0
    for key, cell in sorted((int(key), cell) for key, cell in row.items()):
        text = _cell(cell)
        if key < FIRST_COLUMN:
            raise ValueError(f"column {key}: columns begin at {FIRST_COLUMN}")
        if text == "":
            raise ValueError(f"column {key}: missing value; leave the column out for 0")
        value, digits = _number(key, text)
        if key - FIRST_COLUMN >= COLUMNS:
            continue
        cells = None if cells is None or digits is None else max(cells, digits)
        if value != 0:
            entries.append((key - FIRST_COLUMN, value))
    return entries, cells, cells

)";

/// PRODUCTS (poly2, poly3, interactions) of BASE features.
inline constexpr std::string_view python_products_part = R"(
def _product(unit, *factors):
    """Of short decimals the double nearest to the decimal product."""
    whole, plain, units, short = 1.0, 1.0, 1.0, unit > 0
    for value in factors:
        digits = value * unit
        digits = float(round(digits)) if abs(digits) < 1e15 else digits
        short = short and digits / unit == value
        whole, plain, units = whole * digits, plain * value, units * unit
    return whole / units if short and abs(whole) < 1e15 else plain


def _with_products(entries, cells):
    unit = float(10**cells) if cells is not None and cells <= 7 else 0.0
    squares = PRODUCTS != "interactions"
    n, out = len(entries), list(entries)
    for a in range(n):
        i, u = entries[a]
        before = i * (BASE if squares else BASE - 1) - i * (i - 1) // 2
        for b in range(a if squares else a + 1, n):
            j, v = entries[b]
            out.append((BASE + before + j - i - (0 if squares else 1), _product(unit, u, v)))
    if PRODUCTS != "poly3":
        return out

    def triples(m):
        return m * (m + 1) * (m + 2) // 6

    def pairs(m):
        return m * (m + 1) // 2

    start = BASE + pairs(BASE)
    for a in range(n):
        i, u = entries[a]
        for b in range(a, n):
            j, v = entries[b]
            place = start + triples(BASE) - triples(BASE - i) + pairs(BASE - i) - pairs(BASE - j) - j
            for k, w in entries[b:]:
                out.append((place + k, _product(unit, u, v, w)))
    return out

)";

/// w.x + b: eight sums, entry k in sum k mod 8, as src/simd/ops.hpp.
inline constexpr std::string_view python_sum_part = R"(
def _sum(products):
    a = [0.0] * 8
    for k, product in enumerate(products):
        a[k % 8] += product
    return ((a[0] + a[4]) + (a[2] + a[6])) + ((a[1] + a[5]) + (a[3] + a[7]))


def _plain(entries, w, b):
    score = _sum(value * w[j] for j, value in entries) + b
    if math.isfinite(score):
        return score
    if not all(math.isfinite(value) for _, value in entries):
        return score
    exact = sum((Fraction(value) * Fraction(w[j]) for j, value in entries), Fraction(b))
    try:
        return float(exact)
    except OverflowError:
        return math.inf if exact > 0 else -math.inf

)";

inline constexpr std::string_view python_plain_score_part = R"(
def _score(k, entries, filled):
    return _plain(entries, WEIGHTS[k], BIASES[k])

)";

/// PLACES: digits after the point of each vector's weights, or None.
inline constexpr std::string_view python_exact_score_part = R"(
def _exact(entries, w, b, weight_unit, data_unit):
    """The score in whole numbers, rounded once; None where they have more than 15 digits."""
    if abs(b * weight_unit) > 2**53:
        return None
    total = round(b * weight_unit) * int(data_unit)
    for j, value in entries:
        if abs(value * data_unit) >= 1e15 or abs(w[j] * weight_unit) >= 2**53:
            return None
        total += round(value * data_unit) * round(w[j] * weight_unit)
        if not -(2**127) <= total < 2**127:
            return None
    return float(total) / (weight_unit * data_unit)


def _score(k, entries, filled):
    w, b, score = WEIGHTS[k], BIASES[k], None
    if PLACES[k] is not None and filled is not None and filled * DEGREE <= 15:
        score = _exact(entries, w, b, float(10 ** PLACES[k]), float(10 ** (filled * DEGREE)))
    return _plain(entries, w, b) if score is None else score

)";

inline constexpr std::string_view python_linear_scores_part = R"(
def scores(row):
    entries, filled = _encoded(row)
    return [_score(k, entries, filled) for k in range(len(BIASES))]

)";

inline constexpr std::string_view python_pairs_scores_part = R"(
def scores(row):
    """Votes of the pairs for each class."""
    entries, filled = _encoded(row)
    votes, k = [0.0] * len(CLASSES), 0
    for a in range(len(CLASSES)):
        for b in range(a + 1, len(CLASSES)):
            votes[a if _positive(_score(k, entries, filled)) else b] += 1
            k += 1
    return votes

)";

/// COUNTS of each vector, OUTPUTS: how many vectors each output has.
inline constexpr std::string_view python_voted_scores_part = R"(
def scores(row):
    """The weighted share of the votes, of each output's own vectors."""
    entries, filled = _encoded(row)
    out, first = [], 0
    for count in OUTPUTS:
        votes = total = 0.0
        for k in range(first, first + count):
            votes += COUNTS[k] if _score(k, entries, filled) >= 0 else -COUNTS[k]
            total += COUNTS[k]
        out.append(votes / total if total > 0 else 0.0)
        first += count
    return out

)";

/// Vectors come one for each class; COUNTS of each set.
inline constexpr std::string_view python_voted_argmax_part = R"(
def scores(row):
    """The weighted share of the votes of sets of vectors, one vector for each class."""
    entries, filled = _encoded(row)
    classes = len(CLASSES)
    out, total = [0.0] * classes, 0.0
    for v, count in enumerate(COUNTS):
        own = [_score(v * classes + k, entries, filled) for k in range(classes)]
        out[own.index(max(own))] += count
        total += count
    return [votes / total for votes in out] if total > 0 else out

)";

inline constexpr std::string_view python_predict_part = R"(
def predict(row):
    score = scores(row)
    if len(score) == 1:
        return CLASSES[1 if _positive(score[0]) else 0]
    return CLASSES[score.index(max(score))]
)";

}  // namespace halfspace
