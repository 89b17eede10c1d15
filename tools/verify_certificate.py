#!/usr/bin/env python3
"""Checks a halfspace certificate against its data with Python's fractions alone: a second opinion that shares no line with the C++.

usage: verify_certificate.py CERT DATA        (docs/formats/certificate.md says what is checked, docs/certificates.md why it proves)
exact_rows.py beside it reads the data, and says what it reads.
Exit code 0: accepted, 1: rejected, 3: no certificate, data that cannot be read, or something that this checker does not know.
Everything is held in memory and nothing is fast: both files are written to be read.
"""
import csv
import hashlib
import json
import lzma
import math
import re
import sys
import zlib
from fractions import Fraction

from exact_rows import MOST, Rejected, Unknown, as_utf8, need, number, physical_lines, signed_rows, unpacked

STYLE = {"decimal": ".", "thousands": "", "na": "", "encoding": "utf-8", "skip-lines": "0"}  # of data.style, where they are not given
OTHER_STYLES = ("signs", "dates", "date-order")  # not known here


# ---- the certificate ----

def members(thing, names, optional=()):
    need(isinstance(thing, dict), "expected an object")
    need(set(names) <= set(thing) <= set(names) | set(optional), f"members {sorted(thing)}, expected {sorted(names)}")


def is_count(value):
    return isinstance(value, int) and not isinstance(value, bool)


def is_texts(value):
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def depth(thing):
    inner = thing.values() if isinstance(thing, dict) else thing if isinstance(thing, list) else None
    return 0 if inner is None else 1 + max(map(depth, inner), default=0)


def load(path):
    """The JSON of a certificate, and the member that stands twice in some object."""
    twice = []

    def object_of(pairs):
        names = [name for name, _ in pairs]
        twice.extend(name for name in names if names.count(name) > 1)
        return dict(pairs)

    def real(text):
        if math.isinf(float(text)):
            raise ValueError("a number too large for JSON readers")
        return float(text)

    def whole(text):
        return int(text) if text[0] != "-" and int(text) < 2**64 else real(text)

    def constant(text):
        raise ValueError(text)

    text = unpacked(path).decode("utf-8-sig")
    c = json.loads(text, object_pairs_hook=object_of, parse_int=whole, parse_float=real, parse_constant=constant)
    json.dumps(c, ensure_ascii=False).encode()  # no halves of characters
    if depth(c) > 16 or not isinstance(c, dict) or c.get("format") != "halfspace-certificate":
        raise ValueError("not a halfspace certificate")
    return c, twice


def terms(listed, rows, least, where):
    """[(row, line, multiplier)]: not empty, distinct known rows; multipliers above (least 1) or at least (0) zero."""
    need(isinstance(listed, list) and listed, f"{where}: no row is listed")
    out = []
    for term in listed:
        members(term, ["row", "line", "multiplier"])
        need(is_count(term["row"]) and is_count(term["line"]), f"{where}: expected whole numbers")
        value = number(term["multiplier"], where)
        need(value > 0 or (least == 0 and value == 0), f"{where}: row {term['row']} has the multiplier {value}")
        need(term["row"] < rows, f"{where}: row {term['row']}, but data.rows is {rows}")
        out.append((term["row"], term["line"], value))
    need(len({row for row, _, _ in out}) == len(out), f"{where}: a row stands twice")
    return out


def check_style(d):
    """d["style"], whole, with the items of na in a list and the lines to skip as a number; d["words"] says it."""
    given = d.get("style", {})
    need(isinstance(given, dict) and is_texts(list(given.values())) and ("style" not in d or given), "data.style: expected flags and their values")
    need(set(given) <= {*STYLE, *OTHER_STYLES}, "data.style: an unknown flag")
    for name in OTHER_STYLES:
        if name in given:
            raise Unknown(f"data.style.{name} is nothing that this checker knows")
    need(all(given.get(name) != value for name, value in STYLE.items()), "data.style: a value at its default")
    d["words"] = "".join(f"; {name} {value!r}" for name, value in sorted(given.items()))
    style = d["style"] = {**STYLE, **given}
    need(style["decimal"] in (".", ",") and style["thousands"] in ("", ",", ".", "'", "_", "space"), "data.style: unknown marks")
    need(style["decimal"] != style["thousands"], "data.style: one mark for decimals and thousands")
    need(style["encoding"] in ("utf-8", "latin1", "utf-16"), "data.style.encoding: unknown")
    need(re.fullmatch("0|[1-9][0-9]{,18}", style["skip-lines"]), "data.style.skip-lines: expected a whole number")
    style["skip-lines"] = int(style["skip-lines"])
    try:
        style["na"] = next(csv.reader([style["na"]], strict=True), [])
    except csv.Error:
        raise Rejected("data.style.na: expected a list of texts") from None


def check_members(c, twice):
    """Everything that can be said without the data; numbers and terms are read in place."""
    need(not twice, f"member {twice[:1]} stands twice")
    need(is_count(c.get("version")) and c["version"] == 1, "unknown version")
    statement, augmented = c.get("statement"), c.get("bias") == "augmented"
    need(statement in ("separable", "quasi-separable", "overlapping", "not-separable"), "unknown statement")
    need(c.get("bias") in ("augmented", "none"), "unknown bias")
    names = ["format", "version", "statement", "bias", "data", "classes", "columns", "features"]
    names += ["weights"] * (statement in ("separable", "quasi-separable"))
    names += ["bias_weight"] * (augmented and "weights" in names)
    names += ["witness"] * (statement != "separable") + ["span"] * (statement == "overlapping")
    members(c, names, ["disjoint_witnesses"] + ["margin"] * (statement == "separable"))
    d = c["data"]
    need(isinstance(d, dict) and d.get("format") in ("csv", "tsv", "libsvm"), "unknown data.format")
    c["libsvm"] = d["format"] == "libsvm"
    members(d, ["sha256", "format", "missing", "rows"] + (["zero_based"] if c["libsvm"] else ["delimiter", "header", "label", "weight"]), ["style"])
    need(isinstance(d["sha256"], str) and re.fullmatch("[0-9a-f]{64}", d["sha256"]), "data.sha256 is no SHA-256")
    need(d["missing"] in ["error"] + ["drop", "category", "drop-label", "category,drop-label"] * (not c["libsvm"]), "unknown data.missing")
    need(is_count(d["rows"]) and d["rows"] > 0, "data.rows: expected a whole number above 0")
    if c["libsvm"]:
        need(isinstance(d["zero_based"], bool), "data.zero_based: expected true or false")
        need(is_count(c["columns"]), "columns: expected a whole number")
        c["base"] = c["columns"]
    else:
        need(isinstance(d["delimiter"], str) and re.fullmatch(r'[^"\r\n\0\x80-\U0010ffff]', d["delimiter"]), "data.delimiter: expected one character")
        need(isinstance(d["header"], bool) and is_texts([d["label"], d["weight"]]), "data: a member of the wrong kind")
        need(isinstance(c["columns"], list), "columns: expected a list")
        for column in c["columns"]:
            members(column, ["name"], ["levels"])
            need(isinstance(column["name"], str), "columns: a name that is no text")
            need("levels" not in column or (is_texts(column["levels"]) and column["levels"]), "columns: levels that are no texts")
        c["base"] = sum(len(column.get("levels", [0])) for column in c["columns"])
    check_style(d)
    members(c["classes"], ["numeric", "negative", "positive"])
    need(isinstance(c["classes"]["numeric"], bool), "classes.numeric: expected true or false")
    need(is_texts(c["classes"]["negative"]) and is_texts(c["classes"]["positive"]), "classes: expected lists of texts")
    b = c["base"]
    products = {"none": 0, "poly2": math.comb(b + 1, 2), "poly3": math.comb(b + 1, 2) + math.comb(b + 2, 3), "interactions": math.comb(b, 2)}
    need(isinstance(c["features"], str) and c["features"] in products, "unknown features")
    c["size"] = b + products[c["features"]]
    need(c["size"] <= MOST, "too many features")
    rows = d["rows"]
    for holder in [c, c.get("margin", {})]:
        need(isinstance(holder, dict), "margin: expected an object")
        if "weights" in holder:
            need(isinstance(holder["weights"], list) and len(holder["weights"]) == c["size"], "weights: expected one a feature")
            holder["weights"] = [number(w, "weights") for w in holder["weights"]]
    for name in ("witness", "span"):
        if name in c:
            c[name] = terms(c[name], rows, 1, name)
    if "bias_weight" in c:
        c["bias_weight"] = number(c["bias_weight"], "bias_weight")
    if "margin" in c:
        m = c["margin"]
        members(m, ["kind", "weights", "lambda", "lower_squared", "upper_squared"] + ["bias_weight"] * augmented)
        need(m["kind"] == "augmented" or (m["kind"] == "geometric" and augmented), "unknown margin.kind")
        m["lambda"] = terms(m["lambda"], rows, 0, "margin.lambda")
        for name in {"bias_weight", "lower_squared", "upper_squared"} & set(m):
            m[name] = number(m[name], "margin." + name)
    if "disjoint_witnesses" in c:
        need(isinstance(c["disjoint_witnesses"], list), "disjoint_witnesses: expected a list")
        c["disjoint_witnesses"] = [terms(w, rows, 1, "disjoint_witnesses") for w in c["disjoint_witnesses"]]
        named = [row for w in c["disjoint_witnesses"] for row, _, _ in w]
        need(len(set(named)) == len(named), "disjoint_witnesses: a row is in two of them")


# ---- the statements ----

def combination(listed, rows, where):
    """sum_i lambda_i z_i"""
    total = {}
    for row, line, multiplier in listed:
        need(rows[row][0] == line, f"{where}: row {row} is in line {rows[row][0]}, not {line}")
        for j, v in rows[row][2].items():
            total[j] = total.get(j, 0) + multiplier * v
    return total


def need_zero_sum(listed, rows, where):
    for j, v in combination(listed, rows, where).items():
        need(v == 0, f"{where}: the sum of multiplier times z is {v} in feature {j}, expected 0")


def margins(holder, rows, size):
    w = holder["weights"] + [holder.get("bias_weight", 0)]
    return [sum((w[j] * v for j, v in z.items()), Fraction(0)) for _, _, z in rows]


def remainder(z, basis):
    """z less a combination of the basis (pivot -> row with 1 at its pivot, the row's first feature); {} when z is one."""
    z = {j: v for j, v in z.items() if v}
    while z and min(z) in basis:
        pivot = min(z)
        factor = z[pivot]
        for j, v in basis[pivot].items():
            z[j] = z.get(j, 0) - factor * v
            if not z[j]:
                del z[j]
    return z


def check_margin(m, rows, size):
    geometric = m["kind"] == "geometric"
    least = min(margins(m, rows, size))
    need(least > 0, f"margin: the least w.z is {least}, expected more than 0")
    norm = sum(w * w for w in m["weights"]) + (0 if geometric else m.get("bias_weight", 0) ** 2)
    need(norm > 0 and m["lower_squared"] <= least * least / norm, "margin.lower_squared is too large for these weights")
    total = combination(m["lambda"], rows, "margin.lambda")
    if geometric:
        total.pop(size, None)
    sums = {y: sum(v for row, _, v in m["lambda"] if rows[row][1] == y) for y in (1, -1)}
    need(sums[1] == sums[-1] == 1 if geometric else sums[1] + sums[-1] == 1, "margin.lambda: the multipliers do not sum to 1")
    need(m["upper_squared"] >= sum(v * v for v in total.values()) / (4 if geometric else 1), "margin.upper_squared is too small")


def check(c, twice, data_path):
    check_members(c, twice)
    data = unpacked(data_path)
    digest = hashlib.sha256(data).hexdigest()
    need(digest == c["data"]["sha256"], f"another text: its SHA-256 is {digest}")
    rows = signed_rows(c, physical_lines(as_utf8(data, c["data"]["style"]["encoding"])))
    need(len(rows) == c["data"]["rows"], f"{len(rows)} rows are used, but data.rows is {c['data']['rows']}")
    if "weights" in c:
        strict = c["statement"] == "separable"
        values = margins(c, rows, c["size"])
        for k, value in enumerate(values):
            need(value > 0 or (not strict and value == 0), f"row {k} (line {rows[k][0]}): w.z is {value}")
        need(any(value > 0 for value in values), "w.z is 0 in every row")
    for name in ("witness", "span"):
        if name in c:
            need_zero_sum(c[name], rows, name)
    for witness in c.get("disjoint_witnesses", []):
        need_zero_sum(witness, rows, "disjoint_witnesses")
    if "margin" in c:
        check_margin(c["margin"], rows, c["size"])
    if "span" in c:
        basis = {}
        for row, _, _ in c["span"]:
            z = remainder(rows[row][2], basis)
            if z:
                basis[min(z)] = {j: v / z[min(z)] for j, v in z.items()}
        for k, (line, _, z) in enumerate(rows):
            need(not remainder(z, basis), f"span: row {k} (line {line}) is not a combination of its rows")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.set_int_max_str_digits(0)
    try:
        c, twice = load(sys.argv[1])
        check(c, twice, sys.argv[2])
    except Rejected as reason:
        print(f"rejected: {reason}")
        return 1
    except MemoryError:
        print("cannot be checked: it takes more memory than there is", file=sys.stderr)
        return 3
    except (Unknown, OSError, EOFError, ValueError, RecursionError, lzma.LZMAError, zlib.error) as problem:
        print(f"cannot be checked: {problem}", file=sys.stderr)
        return 3
    print(f"accepted: the rows are {c['statement']}")
    if c["data"]["words"] or c["data"]["missing"] != "error":
        print(f"as read with missing {c['data']['missing']!r}{c['data']['words']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
