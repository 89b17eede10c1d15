"""Six tables as people have them: the bytes of the file, its cells as they stand there, and as plain numbers and days."""
import datetime
import random

EPOCH = datetime.date(1970, 1, 1)


class Messy:
    def __init__(self, names, encoding, delimiter, before=""):
        self.names, self.encoding, self.delimiter, self.before = names, encoding, delimiter, before
        self.cells, self.plain = [], []

    def add(self, cells, plain):
        self.cells.append(cells)
        self.plain.append(plain)

    def bytes(self):
        def field(text):
            return '"' + text.replace('"', '""') + '"' if self.delimiter in text or '"' in text else text
        lines = [self.delimiter.join(map(field, row)) for row in [self.names, *self.cells]]
        return (self.before + "\n".join(lines) + "\n").encode(self.encoding)


def thousands(text, mark):
    sign, digits = ("-", text[1:]) if text.startswith("-") else ("", text)
    whole, _, rest = digits.partition(".")
    groups = []
    while whole:
        groups.insert(0, whole[-3:])
        whole = whole[:-3]
    return sign + mark.join(groups), rest


def european(rng, rows=120):
    table = Messy(["betrag", "rabatt", "region", "tage", "bezahlt"], "cp1252", ";")
    for _ in range(rows):
        amount, discount, days = round(rng.lognormvariate(6, 1.2), 2), round(rng.uniform(0, 30), 1), rng.randrange(90)
        whole, cents = thousands(f"{amount:.2f}", ".")
        region = rng.choice(["Süd", "Nord", "Österreich"])
        label = "ja" if 40 - days + amount / 200 + discount / 3 + rng.gauss(0, 12) > 0 else "nein"
        table.add([f"{whole},{cents} €", f"{discount:.1f} %".replace(".", ","), region, str(days), label],
                  [f"{amount:.2f}", f"{discount / 100:.3f}", region, str(days), label])
    return table


def spreadsheet(rng, rows=150):
    table = Messy(["revenue", "growth", "segment", "staff", "outcome"], "utf-16", "\t", "Report of the region\n\n")
    for i in range(rows):
        revenue, growth, staff = round(rng.gauss(2000, 3000), 2), round(rng.uniform(-20, 20), 1), rng.randrange(1, 400)
        whole, cents = thousands(f"{abs(revenue):.2f}", ",")
        money, plain = (f"(${whole}.{cents})" if revenue < 0 else f"${whole}.{cents}"), f"{revenue:.2f}"
        segment = rng.choice(["small", "large", "", "state owned"])
        label = "won" if revenue / 1000 + growth / 5 + rng.gauss(0, 2) > 2 else "lost"
        if i % 9 == 4:
            money = plain = ""
        if i % 31 == 30:
            label = ""
        table.add([money, f"{growth:.1f}%", segment, str(staff), label], [plain, f"{growth / 100:.3f}", segment, str(staff), label])
    return table


def survey(rng, rows=180):
    table = Messy(["age", "agree", "work", "children", "vote"], "utf-8-sig", ",")
    answers = ["never", "rarely", "often", "always"]
    for _ in range(rows):
        age, agree, work = rng.randrange(18, 90), rng.randrange(4), rng.choice(["none", "part time", "full time", "refused"])
        children = rng.choice(["0", "1", "2", "99"])
        scores = {"left": agree - 1.5, "right": (age - 50) / 20, "none": 0.4}
        label = max(scores, key=lambda k: scores[k] + rng.gauss(0, 0.7))
        cells = [str(age), answers[agree], work, children, label]
        table.add(cells, [*cells[:2], "" if work == "refused" else work, "" if children == "99" else children, label])
    return table


def dates(rng, rows=160):
    table = Messy(["visit", "born", "ward", "pulse", "returned"], "utf-8", ",")
    for i in range(rows):
        visit = datetime.datetime(2025, 1, 1, 8) + datetime.timedelta(minutes=1100 * i + rng.randrange(900))
        born = datetime.date(1930, 1, 1) + datetime.timedelta(days=rng.randrange(27000))
        ward, pulse = rng.choice(["A", "B", "C"]), rng.randrange(50, 130)
        label = "yes" if (1985 - born.year) / 20 + (pulse - 85) / 15 + rng.gauss(0, 1) > 0 else "no"
        table.add([visit.isoformat(sep=" ", timespec="minutes"), f"{born.day:02}/{born.month:02}/{born.year}", ward, str(pulse), label],
                  ["0", str((born - EPOCH).days), ward, str(pulse), label])
    rng.shuffle(order := list(range(rows)))
    table.cells, table.plain = [table.cells[k] for k in order], [table.plain[k] for k in order]
    return table


def ids(rng, rows=140):
    table = Messy(["customer_id", "plan", "remark", "country", "months", "churned"], "utf-8", ",")
    words = "the client asked, for a new router and called again about her bill in spring".split()
    for i in range(rows):
        months, plan = rng.randrange(1, 60), rng.choice(["basic", "plus", "it's all"])
        remark = " ".join(rng.choice(words) for _ in range(7)) + f' "{i}"'
        label = "yes" if 20 - months + rng.gauss(0, 10) > 0 else "no"
        cells = [f"C-{rng.randrange(10**8):08}-{i}", plan, remark, "CH", str(months), label]
        table.add(cells, cells)
    return table


def rare_levels(rng, rows=200):
    table = Messy(["town", "shop", "visits", "kind"], "utf-8", ",")
    towns = ["Bern", "Chur", "Basel"] + [f"village {k}" for k in range(60)]
    for i in range(rows):
        town = rng.choice(towns[:3]) if rng.random() < 0.7 else rng.choice(towns)
        visits = rng.randrange(40)
        scores = {"new": 10 - visits, "regular": visits - 15, "rare": 4 if town.startswith("village") else -6}
        label = max(scores, key=lambda k: scores[k] + rng.gauss(0, 4))
        cells = [town, rng.choice(["North", "South"]), str(visits), label]
        table.add(cells, cells)
    return table


TABLES = {"european": european, "spreadsheet": spreadsheet, "survey": survey, "dates": dates, "ids": ids, "rare-levels": rare_levels}


def messy(name, seed):
    return TABLES[name](random.Random(f"{name} {seed}"))
