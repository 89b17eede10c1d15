"""The counts of tools/house_counts.py find what they are there for."""
import subprocess
import sys
from pathlib import Path

import pytest

COUNTS = Path(__file__).resolve().parents[2] / "tools/house_counts.py"
sys.path.insert(0, str(COUNTS.parent))
import house_counts  # noqa: E402

MARKERS = f"# Page\n{house_counts.BEGIN}\n{house_counts.END}\nrest\n"


def tree(root, **files):
    """Writes files (folder__name=text, suffix .cpp) below root."""
    for name, text in files.items():
        path = root / (name.replace("__", "/") + ".cpp")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (root / "docs").mkdir(exist_ok=True)
    (root / house_counts.PAGE).write_text(MARKERS)


def run(root, *words):
    done = subprocess.run([sys.executable, COUNTS, *words, root], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def number(root, name):
    """Today's number of the count whose name begins so."""
    rows = [line.split("|") for line in run(root)[1].splitlines() if line.startswith(f"| {name}")]
    return int(rows[0][2])


def body(lines):
    return "\n".join(["  f();"] * lines)


FOUND = {
    "a string comparison": ("comparisons", 'if (m.algorithm == "svm") f();\n'),
    "a builder of JSON": ("JSON", "Json size_json(int n) {\n}\n"),
    "a function that adds to JSON": ("JSON", "void add_size(Json& out,\n  int n) {\n}\n"),
    "told in a text": ("texts", 'auto s = "as told";\n'),
    "a file of 301 lines": ("files of more", "\n" * 301),
    "a class of 201 lines": ("classes", "namespace a {\nstruct S : T {\n" + "int x;\n" * 200 + "};\n}\n"),
    "a function of 61 lines": ("functions", f"int f(int a) {{\n{body(60)}\n}}\n"),
    "a member function of 61 lines": ("functions", f"class S {{\n  int f() const {{\n{body(60)}\n  }}\n}};\n"),
    "a loss kind": ("mentions", "auto k = LossKind::hinge;\n"),
}
PASSED = {
    "told in a comment": ("texts", "int told = 1;  // what is \"told\"\n"),
    "a declaration": ("JSON", "Json size_json(int n);\nvoid add_size(Json& out);\n"),
    "a function of 60 lines": ("functions", f"int f(int a) {{\n{body(59)}\n}}\n"),
    "two short functions in a namespace": ("functions", f"namespace a {{\nint f() {{\n{body(40)}\n}}\nint g() {{\n{body(40)}\n}}\n}}\n"),
    "a table": ("functions", "const int a[] = {\n" + "1,\n" * 70 + "};\n"),
}


@pytest.mark.parametrize("case", FOUND)
def test_found(tmp_path, case):
    name, code = FOUND[case]
    tree(tmp_path, src__solver__a=code)
    assert number(tmp_path, name) == 1


@pytest.mark.parametrize("case", PASSED)
def test_passed(tmp_path, case):
    name, code = PASSED[case]
    tree(tmp_path, src__solver__a=code)
    assert number(tmp_path, name) == 0


def test_what_stands_in_its_own_place_is_not_counted(tmp_path):
    tree(tmp_path, src__report__a="Json size_json(int n) {\n}\n", src__loss__a="auto k = LossKind::hinge;\n")
    assert number(tmp_path, "JSON") == number(tmp_path, "mentions") == 0


def test_check_wants_the_table_of_today_and_write_puts_it_there(tmp_path):
    tree(tmp_path, src__solver__a="int f();\n")
    code, said = run(tmp_path, "--check")
    assert code == 1 and "stale" in said
    assert run(tmp_path, "--write")[0] == 0
    assert run(tmp_path, "--check") == (0, "house: PASS\n")
    page = (tmp_path / house_counts.PAGE).read_text()
    assert page.startswith("# Page\n") and page.endswith("\nrest\n") and "| count | today |" in page


def test_check_names_what_is_above_its_limit(tmp_path):
    tree(tmp_path, src__solver__a="\n" * 3000)
    limits = {name: limit for name, _, limit, _ in house_counts.COUNTS}
    tree(tmp_path, **{f"src__solver__{k}": "\n" * 301 for k in range(limits["files of more than 300 lines"] + 1)})
    run(tmp_path, "--write")
    code, said = run(tmp_path, "--check")
    assert code == 1 and "src/solver/a.cpp (3000)" in said and "stale" not in said
