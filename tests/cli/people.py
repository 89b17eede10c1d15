"""Tables about people for tests of explain: ages, heights, categories, days."""
import csv
import datetime
import io
import random

from program import run, write

COLOURS, PLANS = ["red", "green", "blue"], ["basic", "plus", "max"]
NAMES = ["age", "height", "colour", "plan", "since", "label"]
EPOCH = datetime.date(1970, 1, 1)
READING = ["--categorical", "auto", "--dates", "days", "--missing", "mean,category"]


def cell_text(v):
    return "" if v is None else v.isoformat() if isinstance(v, datetime.date) else str(v)


def table_text(names, rows):
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\n").writerows([names, *([cell_text(v) for v in row] for row in rows)])
    return out.getvalue()


def made_table(seed, rows=60, classes=("no", "yes"), gaps=False):
    """Whole ages, heights with decimals, two categories, a day; the label leans on all of them."""
    rng = random.Random(seed)
    out = []
    for i in range(rows):
        age, height = rng.randrange(18, 80), round(rng.gauss(1.7, 0.1), 2)
        colour, plan = rng.choice(COLOURS), rng.choice(PLANS)
        since = EPOCH + datetime.timedelta(days=rng.randrange(18000, 20000))
        score = (age - 50) / 15 + 2 * PLANS.index(plan) - 2 + (height - 1.7) * 5 + COLOURS.index(colour) * 0.4 + rng.gauss(0, 1)
        label = classes[min(len(classes) - 1, max(0, int((score + 3) * len(classes) / 6)))]
        row = [age, height, colour, plan, since, label]
        if gaps and i % 4 == 0:
            row[rng.randrange(4)] = None
        out.append(row)
    for k, label in enumerate(classes):
        out[k][-1] = label
    return out


def trained(folder, rows, *flags, reading=READING, name="m.hs", names=NAMES):
    data = write(folder / "data.csv", table_text(names, rows))
    done = run("train", data, *reading, *flags, "-o", folder / name)
    assert done.returncode == 0, done.stderr
    return data, folder / name


MODELS = [["--algorithm", "logistic"], ["--algorithm", "svm", "--scale", "standard"], ["--preset", "cyclic", "--passes", "5"],
          ["--algorithm", "logistic", "--features", "interactions"], ["--algorithm", "logistic", "--features", "poly3", "--scale", "max-norm"]]
