"""Public examples of scikit-learn's gallery, run with the estimators of halfspace in place of scikit-learn's.

    python tests/python/examples.py [FOLDER]

FOLDER holds scikit-learn's `examples`; without it the source archive is looked for in build/sdist, where it comes by

    pip download --no-deps --no-binary scikit-learn scikit-learn==1.9.1 -d build/sdist

Each example runs unchanged but for its imports. The table says which ended well, how many pictures it drew and what it
printed; the exit status is 1 where one fails.
"""

import os
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

EXAMPLES = [
    "linear_model/plot_iris_logistic.py",
    "linear_model/plot_logistic.py",
    "linear_model/plot_logistic_l1_l2_sparsity.py",
    "linear_model/plot_logistic_multinomial.py",
    "svm/plot_iris_svc.py",
    "svm/plot_linearsvc_support_vectors.py",
    "svm/plot_rbf_parameters.py",
    "svm/plot_separating_hyperplane.py",
    "svm/plot_separating_hyperplane_unbalanced.py",
    "svm/plot_svm_kernels.py",
    "svm/plot_svm_margin.py",
    "svm/plot_weighted_samples.py",
]
OURS = ("LinearSVC", "LogisticRegression", "NuSVC", "Perceptron", "SVC")
SECONDS = 300

# `from sklearn import svm` and the like: the module with our classes in it.
SWAP = """
import types as _types, sklearn.svm as _svm, sklearn.linear_model as _linear_model, halfspace as _halfspace
def _with_ours(module):
    names = {n: getattr(_halfspace, n) for n in OURS if hasattr(module, n)}
    return _types.SimpleNamespace(**{**vars(module), **names})
svm, linear_model = _with_ours(_svm), _with_ours(_linear_model)
"""
END = """
import matplotlib.pyplot as _plt
print("PICTURES", len(_plt.get_fignums()))
"""


def swapped(source: str) -> str:
    """The example with our estimators: the line of an import changes, nothing else."""

    def one(match: re.Match[str]) -> str:
        names = [n.strip() for n in match[2].strip("()").replace("\n", " ").split(",") if n.strip()]
        ours = [n for n in names if n in OURS]
        theirs = [n for n in names if n not in OURS]
        lines = [f"from {match[1]} import {', '.join(theirs)}"] if theirs else []
        return "\n".join([*lines, *([f"from halfspace import {', '.join(ours)}"] if ours else [])])

    source = re.sub(r"^from (sklearn\.(?:svm|linear_model)) import (\([^)]*\)|[^\n]*)", one, source, flags=re.M)

    def module(match: re.Match[str]) -> str:
        names = [n.strip() for n in match[1].split(",")]
        ours = [n for n in names if n in ("svm", "linear_model")]
        theirs = [n for n in names if n not in ours]
        lines = [f"from sklearn import {', '.join(theirs)}"] if theirs else []
        return "\n".join([*lines, *([SWAP.replace("OURS", repr(OURS))] if ours else [])])

    return re.sub(r"^from sklearn import ([^\n(]*)$", module, source, flags=re.M)


def folder_of_examples(scratch: Path) -> Path:
    if len(sys.argv) > 1:
        return Path(sys.argv[1])
    found = sorted((Path(__file__).resolve().parents[2] / "build" / "sdist").glob("scikit_learn-*.tar.gz"))
    if not found:
        sys.exit("no source archive of scikit-learn in build/sdist; the head of this file says how to get it")
    with tarfile.open(found[-1]) as archive:
        top = archive.getnames()[0].split("/")[0]
        wanted = [m for m in archive.getmembers() if m.name.startswith(f"{top}/examples/") and m.name.endswith(".py")]
        archive.extractall(scratch, wanted, filter="data")
    return scratch / top / "examples"


def run(path: Path) -> tuple[bool, str]:
    """Whether it ended well, and what it says."""
    source = swapped(path.read_text(encoding="utf-8"))
    if "_halfspace" not in source and "from halfspace" not in source:
        return False, "imports none of our estimators"
    try:
        out = subprocess.run(
            [sys.executable, "-W", "ignore::FutureWarning", "-c", source + END],
            check=False,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            env={**os.environ, "MPLBACKEND": "agg"},
        )
    except subprocess.TimeoutExpired:
        return False, f"not done in {SECONDS} seconds"
    pictures = re.findall(r"PICTURES (\d+)", out.stdout)
    warned = re.findall(r"(\w+Warning): ([^\n]*)", out.stderr)
    if out.returncode != 0:
        return False, out.stderr.strip().splitlines()[-1][:200]
    said = [line for line in out.stdout.splitlines() if line.strip() and "PICTURES" not in line]
    words = [f"{pictures[0]} pictures", *(f"{kind}: {text[:80]}" for kind, text in warned[:1]), *said[:2]]
    return True, "; ".join(words)


def main() -> int:
    failed = 0
    print("| example | ends | |\n| --- | --- | --- |")
    with tempfile.TemporaryDirectory() as scratch:
        folder = folder_of_examples(Path(scratch))
        for name in [e for e in EXAMPLES if (folder / e).exists()]:
            good, words = run(folder / name)
            failed += not good
            print(f"| {name} | {'well' if good else 'badly'} | {words} |", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
