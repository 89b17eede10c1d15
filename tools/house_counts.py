#!/usr/bin/env python3
"""Counts what the source holds more than once, how many files a new part touches, and the longest units.

Prints a Markdown table. --check: fails where a number is above its limit, or where the table in docs/architecture.md is
stale; --write: puts the table there; --list: names what was counted. A limit is the goal, or the number of the day it was set where that was larger:
lower it when a number falls. Approximate where it reads C++ by patterns and braces.
usage: house_counts.py [--check | --write | --list] [ROOT]
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests/layers"))
from check_layers import without_comments_and_texts  # noqa: E402

PAGE = "docs/architecture.md"
BEGIN, END = "<!-- house counts: begin -->", "<!-- house counts: end -->"
TEXT = re.compile(r'//[^\n]*|"((?:\\.|[^"\\\n])*)"')
TYPE = re.compile(r"\b(struct|class|union)\b")
INNER = re.compile(r"\b(if|for|while|switch|catch|else|do|try|return)\b")


class Tree:
    """The source files of a checkout: text by path, in src/ and cli/."""

    def __init__(self, root):
        files = sorted(p for folder in ("src", "cli") for p in (root / folder).rglob("*") if p.suffix in {".hpp", ".cpp"})
        self.text = {p.relative_to(root).as_posix(): p.read_text(encoding="utf-8") for p in files}
        self.units = [unit for path, text in self.text.items() for unit in units_of(path, text)]

    def files(self, pattern, outside=()):
        """Files that hold the pattern."""
        return [p for p, text in self.text.items() if not p.startswith(tuple(outside)) and re.search(pattern, text)]

    def hits(self, pattern, outside=()):
        """Lines that hold the pattern, as path:line."""
        return list(dict.fromkeys(f"{p}:{text.count(chr(10), 0, m.start()) + 1}" for p, text in self.text.items()
                                  if not p.startswith(tuple(outside)) for m in re.finditer(pattern, text, re.MULTILINE)))

    def texts(self, pattern):
        """Texts in quotes that hold the pattern."""
        return [f"{p}:{text.count(chr(10), 0, m.start()) + 1}" for p, text in self.text.items()
                for m in TEXT.finditer(text) if m[1] and re.search(pattern, m[1])]

    def long(self, kind, limit):
        """Units of a kind with more than `limit` lines, longest first."""
        found = sorted(((lines, where) for k, lines, where in self.units if k == kind and lines > limit), reverse=True)
        return [f"{where} ({lines})" for lines, where in found]

    def long_files(self, limit):
        """Files of more than `limit` lines, longest first."""
        found = sorted(((text.count("\n"), p) for p, text in self.text.items() if text.count("\n") > limit), reverse=True)
        return [f"{p} ({lines})" for lines, p in found]


def kind_of(head, within):
    """What the brace behind `head` opens: scope, class, function or other."""
    if re.search(r"\bnamespace\b|\bextern\s*$", head):
        return "scope"
    if any(kind in {"function", "other"} for kind in within):
        return "other"
    if TYPE.search(head) and not re.search(r"\)\s*(const|noexcept|override|->|$)", head):
        return "class"
    outer = re.sub(r"operator\s*\S+?\(", "f(", head)
    return "function" if "(" in outer and not INNER.match(outer.strip()) and not re.search(r"[^=!<>]=\s*$|\benum\b", outer) else "other"


def units_of(path, text):
    """(kind, lines from brace to brace, path:line) of the functions and classes."""
    code = re.sub(r"^[ \t]*#(\\\n|[^\n])*", lambda m: "\n" * m.group().count("\n"), without_comments_and_texts(text), flags=re.MULTILINE)
    opened, start, line = [], 0, 1
    for match in re.finditer(r"[{};\n]", code):
        mark = match.group()
        if mark == "\n":
            line += 1
            continue
        if mark == "{":
            opened.append((kind_of(code[start:match.start()], [k for k, _ in opened]), line))
        elif mark == "}" and opened:
            kind, first = opened.pop()
            if kind in {"class", "function"}:
                yield kind, line - first, f"{path}:{first}"
        start = match.end()


BUILDER = r"^(?:Json (?!parsed)\w+\(|void add_\w+\(Json& )[^;{]*\{"
CHOLESKY = r"Cholesky::Cholesky\(|//.{0,3} ?(Pivoted )?Cholesky( of\b|, row)"
FOLDS = r"\bdealt\((?!std::uint64_t rows)"

# name, goal, limit, what is counted
COUNTS = [
    ("files that name a kernel (`laplacian`)", 3, 1, lambda t: t.files("laplacian")),
    ("files that name a loss (`modified_huber`)", 2, 2, lambda t: t.files("modified[-_]huber")),
    ("files that name a penalty (`elastic_net`)", 2, 3, lambda t: t.files("elastic[-_]net")),
    ("files that name a solver (`LinearSolver::sgd`)", 2, 1, lambda t: t.files("LinearSolver::sgd")),
    ("mentions of loss kinds outside src/loss", 0, 2, lambda t: t.hits("LossKind::", ["src/loss/"])),
    ("comparisons of algorithm or multiclass with strings", 5, 0, lambda t: t.hits(r'(algorithm|multiclass)\)? *[=!]= *"')),
    ("kernels evaluated outside src/kernel", 0, 1, lambda t: t.files(r"case KernelMap::exponential:[^}\"]*?exps?\(", ["src/kernel/"])),
    ("Cholesky factorizations outside src/linalg", 0, 0, lambda t: t.files(CHOLESKY, ["src/linalg/"])),
    ("makers of folds outside src/select", 1, 1, lambda t: t.files(FOLDS, ["src/select/"])),
    ("JSON builders outside src/report", 7, 7, lambda t: t.hits(BUILDER, ["src/report/", "src/base/"])),
    ("files of the old tools in cli", 2, 1, lambda t: [p for p in t.text if re.match(r"cli/.*compat", p)]),
    ("texts with the word `told`", 0, 0, lambda t: t.texts(r"\btold\b")),
    ("files of more than 300 lines", 0, 0, lambda t: t.long_files(300)),
    ("classes of more than 200 lines", 0, 0, lambda t: t.long("class", 200)),
    ("functions of more than 60 lines", 0, 0, lambda t: t.long("function", 60)),
]


def table_of(found):
    """The lines of the Markdown table."""
    rows = [f"| {name} | {len(hits)} | {limit} | {goal} |" for name, goal, limit, hits in found]
    return "\n".join(["| count | today | limit | goal |", "| --- | --- | --- | --- |", *rows])


def page_with(page, table):
    """The page with the table between its markers; None where they are missing."""
    begin, end = page.find(BEGIN), page.find(END)
    return None if begin < 0 or end < begin else page[:begin] + BEGIN + "\n" + table + "\n" + page[end:]


def problems_of(found, page, table):
    """Why --check fails, a line each."""
    out = []
    for name, _, limit, hits in found:
        if len(hits) > limit:
            out.append(f"{name}: {len(hits)}, at most {limit} allowed:\n  " + "\n  ".join(hits))
    if page_with(page, table) is None:
        out.append(f"{PAGE} has no markers {BEGIN} {END}")
    elif page_with(page, table) != page:
        out.append(f"the table in {PAGE} is stale: run tools/house_counts.py --write")
    return out


def main(words):
    flags = [word for word in words if word.startswith("--")]
    roots = [Path(word) for word in words if not word.startswith("--")]
    if len(flags) > 1 or len(roots) > 1 or not set(flags) <= {"--check", "--write", "--list"}:
        print(__doc__, file=sys.stderr)
        return 2
    root = roots[0] if roots else ROOT
    tree = Tree(root)
    found = [(name, goal, limit, count(tree)) for name, goal, limit, count in COUNTS]
    table = table_of(found)
    page = (root / PAGE).read_text(encoding="utf-8") if (root / PAGE).exists() else ""
    if flags == ["--check"]:
        problems = problems_of(found, page, table)
        print("\n".join([*problems, "house: FAIL" if problems else "house: PASS"]))
        return 1 if problems else 0
    if flags == ["--write"]:
        if page_with(page, table) is None:
            print(f"{PAGE} has no markers {BEGIN} {END}", file=sys.stderr)
            return 1
        (root / PAGE).write_text(page_with(page, table), encoding="utf-8")
        return 0
    print(table)
    for name, _, _, hits in found if flags == ["--list"] else []:
        print(f"\n{name}:\n  " + "\n  ".join(hits))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
