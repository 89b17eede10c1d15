#!/usr/bin/env python3
"""Reading styles and codings of `halfspace train` and `predict` beside pandas and scikit-learn's encoders, on generated tables.

The scores of our model must be the features that pandas and the encoders make of the same bytes times our weights, for the training rows and for new
rows with unknown levels. Usage: encoders.py HALFSPACE [TABLES]   (default 300). Exit code 1 names the tables that differ."""
import csv
import io
import pathlib
import random
import sys
import tempfile

import numpy as np
import pandas as pd
from sklearn.impute import SimpleImputer
from sklearn.preprocessing import OneHotEncoder, OrdinalEncoder

from called import end, ran

NEAR = 1e-12
LEVELS = ["red", "blue", "été", 'a "b"', "it's", "x;y", "p,q", "two\nlines", "7", "-0.5", "<5", "a=b"]
SIZES = ["S", "M", "L", "XL"]


class Style:
    """How a table is written: the same choices for halfspace and for pandas."""

    def __init__(self, rng):
        self.delimiter = rng.choice([",", ";", "\t"])
        self.decimal = rng.choice([".", "."] if self.delimiter == "," else [".", ","])
        self.thousands = rng.choice([None, None, "'", "," if self.decimal == "." else "."])
        self.encoding = rng.choice(["utf-8", "utf-8-sig", "utf-16", "cp1252"])
        self.skip = rng.choice([0, 0, 2])
        self.holes = rng.choice([["", "NA"], ["", "-999", "unknown"]])
        self.line = rng.choice(["\n", "\r\n"])

    def flags(self):
        out = ["--delimiter", "tab" if self.delimiter == "\t" else self.delimiter, "--decimal", self.decimal, "--skip-lines", self.skip]
        out += ["--thousands", self.thousands] if self.thousands else []
        out += {"utf-16": ["--encoding", "utf-16"], "cp1252": ["--encoding", "latin1"]}.get(self.encoding, [])
        return out + (["--na", "-999,unknown"] if "-999" in self.holes else [])

    def number(self, v):
        text = f"{v:,.3f}" if self.thousands else f"{v:.3f}"
        return text.translate(str.maketrans({",": self.thousands or ",", ".": self.decimal}))

    def bytes(self, names, rows):
        text = io.StringIO()
        text.write(("a title" + self.line) * self.skip)
        csv.writer(text, delimiter=self.delimiter, lineterminator=self.line).writerows([names, *rows])
        return text.getvalue().encode(self.encoding)

    def read(self, path):
        """By pandas; numbers of a column with thousands signs too."""
        return pd.read_csv(path, sep=self.delimiter, decimal=self.decimal, thousands=self.thousands, encoding=self.encoding, skiprows=self.skip,
                           keep_default_na=False, na_values=["", "NA", "-999", "unknown"], float_precision="round_trip",
                           dtype={"c": str, "size": str, "day": str, "label": str})


def rows_of(rng, style, count, levels, gaps):
    day = pd.Timestamp("2001-03-04")
    out = []
    for _ in range(count):
        hole = [rng.random() < 0.12 and gaps for _ in range(3)]
        empty = [rng.choice(style.holes) for _ in range(3)]
        level = rng.choice(levels)
        out.append([empty[0] if hole[0] else level, empty[1] if hole[1] else rng.choice(SIZES[:3]),
                    empty[2] if hole[2] else style.number(rng.gauss(0, 10.0 ** rng.randrange(0, 6))), style.number(rng.randrange(-4, 5)),
                    str((day + pd.Timedelta(days=rng.randrange(9000))).date()), rng.choice(["no", "yes"])])
    out[0][-1], out[1][-1] = "no", "yes"
    return out


class Features:
    """The columns by pandas and scikit-learn, in the order of the table."""

    def __init__(self, frame, coding, least, reference):
        self.coding, self.reference = coding, reference
        self.one_hot = OneHotEncoder(min_frequency=least or None, handle_unknown="infrequent_if_exist", sparse_output=False).fit(frame[["c"]])
        self.sizes = OrdinalEncoder(categories=[SIZES])
        self.gap = frame["size"].isna().any()
        self.fill = SimpleImputer().fit(frame[["x"]])

    def coded(self, frame):
        names = list(self.one_hot.get_feature_names_out())
        hot = self.one_hot.transform(frame[["c"]])
        if self.coding == "one-hot":
            return hot
        k = names.index(f"c_{self.reference}")
        rest = np.delete(hot, k, axis=1)
        return rest - hot[:, [k]] if self.coding == "effect" else rest

    def of(self, frame):
        parts = [self.coded(frame), self.sizes.fit_transform(frame[["size"]].fillna(SIZES[0]))]
        parts += [frame[["size"]].isna().to_numpy(float)] if self.gap else []
        days = (pd.to_datetime(frame["day"]) - pd.Timestamp("1970-01-01")) / pd.Timedelta(days=1)
        return np.hstack([*parts, self.fill.transform(frame[["x"]]), frame[["z"]].to_numpy(float), days.to_numpy(float)[:, None]])


def reference_of(frame, least, coding, rng):
    """A level that stays (scikit-learn names no pooled one), or None for the coding that has none."""
    counts = frame["c"].value_counts()
    stay = sorted(level for level, n in counts.items() if n >= least)
    return None if coding == "one-hot" or not stay else rng.choice(stay)


def matched(ours, theirs, names):
    """Their columns in the order of ours: the level columns go by name, since texts sort by bytes here and by code points there."""
    def key(name):
        return {"c_infrequent_sklearn": "c=(rare)", "c_nan": "c=(missing)"}.get(name, "c=" + name[2:])

    there = {key(name): k for k, name in enumerate(names)}
    coded = [there[name] for name in ours if name in there]
    return theirs[:, coded + list(range(len(names), theirs.shape[1]))] if len(coded) == len(names) else None


def compared(halfspace, folder, seed):
    """(text of what differs or "", largest difference, tables compared)"""
    rng = random.Random(seed)
    style, coding, least, gaps = Style(rng), ["one-hot", "reference", "effect"][seed % 3], rng.choice([0, 0, 3, 8]), rng.random() < 0.5
    levels = rng.sample(LEVELS, rng.randrange(3, 9))
    names = ["c", "size", "x", "z", "day", "label"]
    path, fresh, model = folder / "t.csv", folder / "n.csv", folder / "m.hs"
    path.write_bytes(style.bytes(names, rows_of(rng, style, 60, levels[:-1] * 2 + levels[:1] * 5, gaps)))
    frame = style.read(path)
    reference = reference_of(frame, least, coding, rng)
    if coding != "one-hot" and reference is None:
        coding = "one-hot"
    pooled = least and frame["c"].value_counts(dropna=False).min() < least
    flags = [*style.flags(), "--label", "label", "--categorical", "c", "--ordered", "size=" + "<".join(SIZES), "--categorical-coding", coding, "--dates", "days"]
    flags += ["--reference", "c=" + quoted(reference)] if reference is not None else []
    flags += ["--min-level", least] if least else []
    flags += ["--missing", "mean,category"] if gaps else []
    done = ran(halfspace, "train", path, *flags, "--unseen", "other", "--algorithm", "logistic", "--C", "0.01", "-o", model, "--json")
    features = Features(frame, coding, least, reference)
    weights, bias = np.array(done["weights"]), done["bias"]
    fresh.write_bytes(style.bytes(names, rows_of(rng, style, 30, levels, gaps and features.gap)))
    largest, count = 0.0, 0
    for file in (path, fresh):
        table = style.read(file)
        if coding != "one-hot" and not pooled and file == fresh and not set(table["c"]) <= set(frame["c"]):
            continue  # an unknown level without a pool is no column here and an error or all zeros there
        if file == fresh and table["c"].isna().any() and not frame["c"].isna().any():
            continue
        coded = list(features.one_hot.get_feature_names_out())
        if coding != "one-hot":
            coded.remove(f"c_{reference}")
        x = matched(done["columns"], features.of(table), coded)
        if x is None:
            return f"columns {done['columns']}, there {coded}", 0.0, count
        theirs = x @ weights + bias
        scale = np.abs(x) @ np.abs(weights) + abs(bias)
        ours = np.array(ran(halfspace, "predict", model, file, "--json")["scores"], float).ravel()
        apart = float(np.max(np.abs(ours - theirs) / np.maximum(scale, 1)))
        largest, count = max(largest, apart), count + 1
        if not apart <= NEAR:
            return f"{file.name}: scores differ by {apart:.1e}", largest, count
    return "", largest, count


def quoted(level):
    return '"' + level.replace('"', '""') + '"' if any(c in level for c in ',;="\n<') else level


def main():
    halfspace, tables = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 300
    with tempfile.TemporaryDirectory() as folder:
        results = [compared(halfspace, pathlib.Path(folder), seed) for seed in range(tables)]
    differ = [f"table {seed}: {text}" for seed, (text, _, _) in enumerate(results) if text]
    count, largest = sum(n for _, _, n in results), max(apart for _, apart, _ in results)
    print(f"encoders: {count} of {2 * tables} tables beside pandas and scikit-learn, scores differ by at most {largest:.1e} of their terms")
    end("encoders", differ)


if __name__ == "__main__":
    main()
