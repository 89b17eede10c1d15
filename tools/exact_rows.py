"""The rows of a text that a certificate is about, in exact fractions: verify_certificate.py's reader, which shares no line with the C++.

Plain, gzip, bzip2 and xz text; of the flags in data.style decimal, thousands, na, encoding and skip-lines.
"""
import bz2
import gzip
import lzma
import math
import re
from fractions import Fraction
from itertools import combinations, combinations_with_replacement

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


# ---- the text ----

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
