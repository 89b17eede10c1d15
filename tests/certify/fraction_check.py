"""Checks a certificate against the text of its data in exact fractions: a third, short opinion beside `halfspace verify` and
tools/verify_certificate.py. Knows --features none only; raises AssertionError saying what is wrong."""
import csv
import hashlib
import io
from fractions import Fraction

MISSING = {"", "na", "n/a", "nan", "null", "?"}


def value_of(text):
    """Fraction() would write out the power of ten of 0e-999999999."""
    return Fraction(text) if any(c in "123456789" for c in text.lower().split("e")[0]) else Fraction(0)


def label_of(text, numeric):
    return Fraction({"+": "1", "-": "-1"}.get(text, text)) if numeric else text


class Rows:
    """signed: z_i as {feature: value}, the bias last; line, label: of each used row."""

    def __init__(self, certificate, text):
        self.about, self.classes = certificate["data"], certificate["classes"]
        self.bias = certificate["bias"] == "augmented"
        assert certificate["features"] == "none"
        assert self.about["sha256"] == hashlib.sha256(text).hexdigest()
        self.signed, self.line, self.label = [], [], []
        read = self.libsvm if self.about["format"] == "libsvm" else self.table
        read(certificate["columns"], text.decode("utf-8-sig"))
        self.size = self.features + self.bias
        assert len(self.signed) == self.about["rows"], f"{len(self.signed)} rows"

    def sign(self, label):
        label = label_of(label.strip(), self.classes["numeric"])
        for name, sign in (("negative", -1), ("positive", 1)):
            if label in [label_of(text, self.classes["numeric"]) for text in self.classes[name]]:
                return sign
        return 0

    def add(self, line, label, entries):
        sign = self.sign(label)
        if sign == 0:
            return
        if self.bias:
            entries[self.features] = Fraction(1)
        self.signed.append({j: sign * value for j, value in entries.items() if value})
        self.line.append(line)
        self.label.append(label.strip())

    def libsvm(self, columns, text):
        self.features = columns
        for line, content in enumerate(text.split("\n"), 1):
            tokens = content.split("#")[0].split()
            if tokens:
                entries = [token.split(":") for token in tokens[1:] if not token.startswith("qid:")]
                self.add(line, tokens[0], {int(j) - (not self.about["zero_based"]): value_of(v) for j, v in entries})

    def table(self, columns, text):
        self.features = sum(len(column.get("levels", [0])) for column in columns)
        reader, names, start = csv.reader(io.StringIO(text, newline=""), delimiter=self.about["delimiter"]), None, 1
        for record in reader:
            line, start = start, reader.line_num + 1
            if not record or record == [""]:
                continue
            if names is None:
                names = [c.strip() for c in record] if self.about["header"] else [str(j) for j in range(1, len(record) + 1)]
                if self.about["header"]:
                    continue
            cells = dict(zip(names, record))
            missing = any(cells[c["name"]].strip().lower() in MISSING for c in columns)
            if missing and self.about["missing"] == "drop":
                continue
            if self.about["weight"] and value_of(cells[self.about["weight"]].strip()) == 0:
                continue
            self.add(line, cells[self.about["label"]], self.features_of(columns, cells))

    @staticmethod
    def features_of(columns, cells):
        entries, at = {}, 0
        for column in columns:
            cell = cells[column["name"]].strip()
            if "levels" in column:
                level = "" if cell.lower() in MISSING else cells[column["name"]]
                entries[at + column["levels"].index(level)] = Fraction(1)
            else:
                entries[at] = value_of(cell)
            at += len(column.get("levels", [0]))
        return entries

    def dot(self, w, i):
        return sum(w[j] * value for j, value in self.signed[i].items())


def rank(rows, size):
    """Rank of sparse rows by elimination."""
    pivots = {}
    for row in map(dict, rows):
        while row:
            j = min(row)
            if j not in pivots:
                pivots[j] = row
                break
            factor = row[j] / pivots[j][j]
            for k, value in pivots[j].items():
                row[k] = row.get(k, 0) - factor * value
                if row[k] == 0:
                    del row[k]
    assert len(pivots) <= size
    return len(pivots)


def weighted_sum(rows, listed, what):
    """sum lambda_i z_i of distinct rows, lambda > 0."""
    total, seen = {}, set()
    for entry in listed:
        i, multiplier = entry["row"], Fraction(entry["multiplier"])
        assert 0 <= i < len(rows.signed) and i not in seen, f"{what}: row {i}"
        seen.add(i)
        assert entry["line"] == rows.line[i], f"{what}: row {i} is line {rows.line[i]}, not {entry['line']}"
        assert multiplier > 0, f"{what}: multiplier {multiplier} of row {i}"
        for j, value in rows.signed[i].items():
            total[j] = total.get(j, 0) + multiplier * value
    return total


def check_dependence(rows, listed, what):
    assert listed, f"{what} is empty"
    assert not any(weighted_sum(rows, listed, what).values()), f"{what}: the sum is not 0"


def weights_of(certificate, rows):
    w = [Fraction(v) for v in certificate["weights"]]
    if rows.bias:
        w.append(Fraction(certificate["bias_weight"]))
    assert len(w) == rows.size, f"{len(w)} weights"
    return w


def check_margin(margin, rows):
    w = [Fraction(v) for v in margin["weights"]] + ([Fraction(margin["bias_weight"])] if rows.bias else [])
    geometric = margin["kind"] == "geometric"
    length = sum(v * v for v in (w[:-1] if geometric else w))
    least = min(rows.dot(w, i) for i in range(len(rows.signed)))
    assert least > 0 and Fraction(margin["lower_squared"]) <= least * least / length, "the lower bound"
    listed = [entry for entry in margin["lambda"] if Fraction(entry["multiplier"]) != 0]
    total, sums = weighted_sum(rows, listed, "margin"), {-1: 0, 1: 0}
    for entry in listed:
        sums[rows.sign(rows.label[entry["row"]])] += Fraction(entry["multiplier"])
    assert sums == {-1: 1, 1: 1} if geometric else sum(sums.values()) == 1, "the multipliers do not add to 1"
    if geometric:
        total.pop(rows.features, None)
    assert Fraction(margin["upper_squared"]) >= sum(v * v for v in total.values()) / (4 if geometric else 1), "the upper bound"


def check(certificate, text):
    """The rows of a certificate that is true of `text` (bytes)."""
    rows, statement = Rows(certificate, text), certificate["statement"]
    if statement in ("separable", "quasi-separable"):
        w = weights_of(certificate, rows)
        scores = [rows.dot(w, i) for i in range(len(rows.signed))]
        least = min(scores)
        assert (least > 0) if statement == "separable" else (least >= 0 and max(scores) > 0), f"{statement}: least margin {least}"
    if statement != "separable":
        check_dependence(rows, certificate["witness"], "witness")
    if statement == "overlapping":
        check_dependence(rows, certificate["span"], "span")
        spanned = [rows.signed[entry["row"]] for entry in certificate["span"]]
        assert rank(spanned, rows.size) == rank(rows.signed, rows.size), "the span rows do not span"
    for listed in certificate.get("disjoint_witnesses", []):
        check_dependence(rows, listed, "a disjoint witness")
    used = [entry["row"] for listed in certificate.get("disjoint_witnesses", []) for entry in listed]
    assert len(used) == len(set(used)), "a row in two witnesses"
    if "margin" in certificate:
        assert statement == "separable"
        check_margin(certificate["margin"], rows)
    return rows
