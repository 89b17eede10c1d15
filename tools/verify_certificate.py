#!/usr/bin/env python3
"""Checks a halfspace certificate against its data with Python's fractions alone: a second opinion that shares no line with the C++.

usage: verify_certificate.py CERT DATA        (docs/formats/certificate.md says what is checked, docs/certificates.md why it proves)
Plain, gzip, bzip2 and xz text; of the flags in data.style decimal, thousands, na, encoding and skip-lines.
Exit code 0: accepted, 1: rejected, 3: no certificate, data that cannot be read, or something that this checker does not know.
Everything is held in memory and nothing is fast: this file is written to be read.
"""
import bz2
import csv
import gzip
import hashlib
import json
import lzma
import math
import re
import sys
import zlib
from fractions import Fraction
from itertools import combinations, combinations_with_replacement

STYLE = {"decimal": ".", "thousands": "", "na": "", "encoding": "utf-8", "skip-lines": "0"}  # of data.style, where they are not given
OTHER_STYLES = ("signs", "dates", "date-order")  # not known here
MOST = 2**31 - 2  # columns, features
LOOSE = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")  # as data files write numbers
STRICT = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")  # as certificates do
RATIO = re.compile(r"-?[0-9]{1,200000}/0*[1-9][0-9]*")


class Rejected(Exception):
    pass


class Unknown(Exception):
    """Nothing is wrong as far as this checker knows, but it does not know this."""


def need(condition, reason):
    if not condition:
        raise Rejected(reason)


# ---- exact numbers ----

def decimal(text, form=LOOSE):
    """The fraction a decimal stands for; None for other texts and beyond 800 digits or exponents of 400."""
    if not form.fullmatch(text):
        return None
    digits, _, exponent = text.lower().lstrip("+-").partition("e")
    whole, _, after = digits.partition(".")
    digits = (whole + after).lstrip("0")
    if not digits:
        return Fraction(0)
    if len(exponent.lstrip("+-").lstrip("0")) > 15:
        return None
    exponent = int(exponent or 0) - len(after) + len(digits)  # of 0.DIGITS
    digits = digits.rstrip("0")
    if len(digits) > 800 or abs(exponent - 1) > 400:
        return None
    return (-1 if text[0] == "-" else 1) * Fraction(int(digits)) * Fraction(10) ** (exponent - len(digits))


def number(text, where):
    need(isinstance(text, str), f"{where}: expected an exact number in quotes")
    value = decimal(text, STRICT)
    if RATIO.fullmatch(text) and len(text.partition("/")[2]) <= 200000:
        value = Fraction(text)
    need(value is not None, f"{where}: {text[:40]!r} is not an exact number within the limits")
    return value


def spelling(text):
    """Equal for texts that mean the same: numbers by value, others as they stand."""
    value = decimal(text)
    return text if value is None else value


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


# ---- the data ----

def unpacked(path):
    with open(path, "rb") as file:
        data = file.read()
    for magic, module in ((b"\x1f\x8b", gzip), (b"BZh", bz2), (b"\xfd7zXZ\0", lzma)):
        if data.startswith(magic):
            return module.decompress(data)
    if data.startswith((b"\x28\xb5\x2f\xfd", b"\x04\x22\x4d\x18")):
        raise Unknown(f"{path} is packed in a way that this checker does not read (zstd, lz4); unpack it first")
    return data


def as_utf8(data, encoding):
    if encoding == "latin1":  # windows-1252, the bytes that it leaves out being control characters
        return "".join(bytes([b]).decode("cp1252", "ignore") or chr(b) for b in data).encode()
    if encoding == "utf-16":
        marked, big = data.startswith((b"\xff\xfe", b"\xfe\xff")), data.startswith(b"\xfe\xff") or data[:1] == b"\0" != data[1:2]
        try:
            return data[2 * marked:].decode("utf-16-be" if big else "utf-16-le").encode()
        except UnicodeDecodeError as problem:
            raise Rejected(f"the data is no UTF-16 text: {problem}") from None
    return data


def physical_lines(data):
    need(not data.startswith((b"\xff\xfe", b"\xfe\xff")), "the data is UTF-16 text")
    text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")
    lines = text.split("\n")
    return lines if lines[-1] else lines[:-1]


def missing(cell):
    return cell.lower() in ("", "na", "n/a", "nan", "null", "?")


def is_utf8(text):
    return not re.search("[\ud800-\udfff]", text)


def plain_style(cell, style, is_number):
    """The cell as tables in no style write it."""
    text = cell.strip(" \t")
    if text in style["na"]:
        return ""
    decimal_mark, mark = style["decimal"], style["thousands"]
    if not is_number or missing(text) or (decimal_mark, mark) == (".", ""):
        return cell
    if mark:
        mark, text = (" ", re.sub("[\xa0\u202f]", " ", text)) if mark == "space" else (mark, text)
        groups = re.match("[+-]?([0-9]{1,3})(%s[0-9]{3})+(?![0-9])" % re.escape(mark), text)
        text = groups[0].replace(mark, "") + text[groups.end():] if groups else text
        need(mark not in text, f"{cell[:40]!r} is no number with the thousands separator {mark!r}")
    need(decimal_mark == "." or "." not in text, f"{cell[:40]!r} has a decimal point; expected a comma")
    return text.replace(decimal_mark, ".")


def without_return(line):
    return line[:-1] if line.endswith("\r") else line


def records(lines, delimiter, k):
    """(line from 1, cells) of each CSV record behind the first k lines."""
    blanks = " \t".replace(delimiter, "")
    while k < len(lines):
        begin, record = k, lines[k]
        k += 1
        if not without_return(record).strip(blanks):
            continue
        cells, at = [], 0
        while True:
            if without_return(record)[at:at + 1] == '"':
                while not (field := re.compile(r'"((?:[^"]|"")*)"(?!")').match(record, at)):
                    need(k < len(lines), f"line {begin + 1}: a quote is not closed")
                    record += "\n" + lines[k]
                    k += 1
                cells.append(field[1].replace('""', '"'))
                at = field.end()
            else:
                end = (without_return(record) + delimiter).index(delimiter, at)
                cells.append(record[at:end])
                at = end
                need('"' not in cells[-1], f"line {begin + 1}: a quote inside a field")
            need("\0" not in cells[-1], f"line {begin + 1}: a NUL byte")
            if at == len(without_return(record)):
                break
            need(record[at] == delimiter, f"line {begin + 1}: text after a closing quote")
            at += 1
        yield begin + 1, cells


def side_of(c):
    """A function from labels to +1, -1, or None for rows that are left out."""
    numeric, sides = c["classes"]["numeric"], {}

    def key(label):
        if not numeric:
            return label
        label = label.strip(" \t")
        return decimal({"+": "1", "-": "-1"}.get(label, label))

    for y, labels in ((-1, c["classes"]["negative"]), (1, c["classes"]["positive"])):
        for label in labels:
            need(key(label) is not None and key(label) not in sides, f"classes: {label!r} is no number or stands twice")
            sides[key(label)] = y
    need(sides, "no class is named")
    return lambda label: sides.get(key(label))


def csv_rows(c, lines):
    """(line, y, {column: value}) of each used row."""
    d, side, style = c["data"], side_of(c), c["data"]["style"]
    width, levels = None, [{spelling(level): k for k, level in enumerate(column.get("levels", []))} for column in c["columns"]]
    for line, cells in records(lines, d["delimiter"], style["skip-lines"]):
        if width is None:
            width = len(cells)
            names = [cell.strip(" \t") for cell in cells] if d["header"] else [str(k + 1) for k in range(width)]
            need(all(map(is_utf8, names)) and len(set(names)) == width, "column names that are not UTF-8, or twice the same")
            need(not d["header"] or any(decimal(name) is None for name in names), "the header is all numbers")
            wanted = [d["label"]] + [d["weight"]] * (d["weight"] != "") + [column["name"] for column in c["columns"]]
            need(set(wanted) <= set(names) and len(set(wanted)) == len(wanted), "columns that are not there, or named twice")
            need(all(len(known) == len(column.get("levels", [])) for known, column in zip(levels, c["columns"])), "a level is listed twice")
            if d["header"]:
                continue
        need(len(cells) == width, f"line {line}: {len(cells)} fields, expected {width}")
        cell, used, unknown, row, first = dict(zip(names, cells)), True, False, {}, 0

        def value(name):
            text = plain_style(cell[name], style, True).strip(" \t")
            if missing(text):
                need(d["missing"] == "drop", f"line {line}: a missing value")
                return None
            number = decimal(text)
            need(number is not None, f"line {line}: {text[:40]!r} is not a decimal number within the limits")
            return number

        label = plain_style(cell[d["label"]], style, False)
        if "drop-label" in d["missing"] and missing(label.strip(" \t")):
            continue
        for column, known in zip(c["columns"], levels):
            text = plain_style(cell[column["name"]], style, False).strip(" \t")
            if not known:
                row[first] = value(column["name"])
                used, first = used and row[first] is not None, first + 1
                continue
            if missing(text):
                need(d["missing"] not in ("error", "drop-label"), f"line {line}: a missing value")
                used, text = used and d["missing"] != "drop", ""
            unknown = unknown or spelling(text) not in known
            row[first + known.get(spelling(text), 0)] = Fraction(1)
            first += len(known)
        if missing(label.strip(" \t")):
            need(d["missing"] == "drop", f"line {line}: a missing label")
            used = False
        need(is_utf8(label), f"line {line}: a label that is not UTF-8")
        weight = value(d["weight"]) if d["weight"] else 1
        need(weight is None or weight >= 0, f"line {line}: a negative weight")
        if used and weight and side(label):
            need(not unknown, f"line {line}: a level that the certificate does not list")
            yield line, side(label), row


def libsvm_rows(c, lines):
    base, side = 0 if c["data"]["zero_based"] else 1, side_of(c)
    for line, text in list(enumerate(lines, 1))[c["data"]["style"]["skip-lines"]:]:
        label, *entries = re.split("[ \t\r]+", text.partition("#")[0].strip(" \t\r"))
        if not label:
            continue
        need(decimal(label) is not None, f"line {line}: label {label[:40]!r}")
        least, row = base, {}
        for entry in entries:
            match = re.fullmatch("([0-9]{1,18}):(.*)", entry, re.DOTALL)
            need(match and decimal(match[2]) is not None, f"line {line}: {entry[:40]!r} is not INDEX:VALUE within the limits")
            index = int(match[1])
            need(least <= index <= MOST, f"line {line}: index {index}, expected at least {least}")
            need(index - base < c["columns"] or not side(label), f"line {line}: index {index} is beyond the columns")
            row[index - base], least = decimal(match[2]), index + 1
        if side(label):
            yield line, side(label), row


def place(key, n, kind):
    """Where the product of these of n columns is: behind the columns all pairs, behind these all triples, both sorted."""
    pairs, triples = (lambda m: math.comb(m + 1, 2)), (lambda m: math.comb(m + 2, 3))  # of m columns, squares among them
    i, j = key[:2]
    if kind == "interactions":
        return n + pairs(n - 1) - pairs(n - 1 - i) + j - i - 1
    if len(key) == 2:
        return n + pairs(n) - pairs(n - i) + j - i
    return n + pairs(n) + triples(n) - triples(n - i) + pairs(n - i) - pairs(n - j) + key[2] - j


def signed_rows(c, lines):
    """[(line, y, z)], z = y (x, 1) as {feature: value}; the bias is feature c["size"]."""
    out, kind = [], c["features"]
    products = combinations if kind == "interactions" else combinations_with_replacement
    for line, y, x in (libsvm_rows if c["libsvm"] else csv_rows)(c, lines):
        x = {j: v for j, v in sorted(x.items()) if v}
        z = dict(x)
        for size in {"none": (), "poly3": (2, 3)}.get(kind, (2,)):
            z.update((place(key, c["base"], kind), math.prod(x[j] for j in key)) for key in products(x, size))
        if c["bias"] == "augmented":
            z[c["size"]] = Fraction(1)
        out.append((line, y, {j: y * v for j, v in z.items()}))
    return out


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
