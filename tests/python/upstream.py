"""scikit-learn's own tests of its estimators, run on ours: the table docs/python/upstream.md.

    python tests/python/upstream.py           compares with the table; exit status 1 where a listed test changed
    python tests/python/upstream.py --write   writes the table

The tests are those of the installed scikit-learn; upstream_plugin.py puts our estimators in.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from upstream_plugin import MODULES
from upstream_reasons import REASONS

HERE = Path(__file__).resolve().parent
TABLE = HERE.parents[1] / "docs" / "python" / "upstream.md"
HEAD = """# scikit-learn's own tests, on our estimators

Written by `python tests/python/upstream.py --write` with scikit-learn {version}: the tests of `Perceptron`,
`LogisticRegression`, `LinearSVC`, `SVC` and `NuSVC` that it ships, with the classes of halfspace in their place. Tests that
make none of our estimators are left out. Of a test with parameters, the numbers are its cases.

`Perceptron` is translated: `shuffle=False` is `order="cyclic"`, and `max_iter` passes are made.

"""


def run_tests(pattern: str) -> list[dict[str, str]]:
    """Each case with its outcome and, where it failed, why."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "results.json"
        paths = [str(HERE), os.environ.get("PYTHONPATH", "")]
        more = ["-k", pattern] if pattern else []
        subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "--tb=short", "--no-header", "-p", "upstream_plugin",
             "-p", "no:cacheprovider", "-W", "ignore", "--rootdir", folder, "--pyargs", *MODULES, *more],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "HALFSPACE_UPSTREAM": str(out), "OMP_NUM_THREADS": "2"},
            stdout=subprocess.DEVNULL,
            check=False,
        )  # fmt: skip
        if not out.exists():
            sys.exit("pytest ended without results; run it by hand with -p upstream_plugin to see why")
        return [r for r in json.loads(out.read_text()) if r["ours"] or r["outcome"] == "failed"]


def reason_of(case: dict[str, str]) -> str:
    """Why a case fails, from the list of reasons; "" where none is known."""
    for test, message, reason in REASONS:
        if re.search(test, case["test"]) and re.search(message, case["why"]):
            return reason
    return ""


def rows_of(cases: list[dict[str, str]]) -> dict[str, tuple[int, int, list[str]]]:
    """Of each test: cases that pass, cases, reasons of the others."""
    tests: dict[str, list[dict[str, str]]] = defaultdict(list)
    for case in cases:
        if case["outcome"] != "skipped":
            tests[case["test"].split("[")[0]].append(case)
    out = {}
    for test, own in tests.items():
        failed = [c for c in own if c["outcome"] == "failed"]
        reasons = sorted({reason_of(c) or "**no reason known**" for c in failed})
        out[test] = (len(own) - len(failed), len(own), reasons)
    return out


def table(rows: dict[str, tuple[int, int, list[str]]], version: str) -> str:
    passed, count = sum(r[0] for r in rows.values()), sum(r[1] for r in rows.values())
    whole = sum(r[0] == r[1] for r in rows.values())
    lines = [HEAD.format(version=version) + f"{whole} of {len(rows)} tests pass, {passed} of {count} cases.\n"]
    lines += ["| test | passes | why the others fail |", "| --- | --- | --- |"]
    for test, (good, all_, reasons) in rows.items():
        lines.append(f"| {test} | {good} of {all_} | {'; '.join(reasons)} |")
    return "\n".join(lines) + "\n"


def listed() -> dict[str, tuple[int, int]]:
    """What the table says of each test."""
    found = re.findall(r"^\| (test_\S+) \| (\d+) of (\d+) \|", TABLE.read_text(encoding="utf-8"), re.M)
    return {test: (int(good), int(all_)) for test, good, all_ in found}


def compare(rows: dict[str, tuple[int, int, list[str]]]) -> list[str]:
    """Faults: tests that pass fewer cases than the table lists, cases that fail without a reason."""
    known = listed()
    faults = [
        f"{test}: {rows[test][0]} cases pass, the table lists {good}"
        for test, (good, _) in known.items()
        if test in rows and rows[test][0] < good
    ]
    faults += [f"{test}: in the table, and not run" for test in known if test not in rows]
    return faults + [f"{test}: fails without a reason" for test, row in rows.items() if "**no reason known**" in row[2]]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write docs/python/upstream.md")
    parser.add_argument("--show", action="store_true", help="print each failing case with its message")
    parser.add_argument("-k", default="", help="only tests whose names match, as pytest -k")
    given = parser.parse_args()
    import sklearn

    cases = run_tests(given.k)
    if given.show:
        for case in cases:
            if case["outcome"] == "failed":
                print(f"{case['test']}\n  reason: {reason_of(case)}\n  {case['why'][:600]}\n")
    rows = rows_of(cases)
    if given.write:
        TABLE.parent.mkdir(parents=True, exist_ok=True)
        TABLE.write_text(table(rows, sklearn.__version__), encoding="utf-8")
    if given.k or not TABLE.exists():
        return 0
    faults = compare(rows)
    print("\n".join(faults) or f"{len(rows)} tests, as listed in {TABLE.name}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
