"""halfspace.dask in a process of its own: with little installed, and without a client."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

FIT = """
    X = da.arange(20, chunks=5).reshape(-1, 1)
    model = halfspace.dask.LogisticRegression().fit(X, X[:, 0] > 9)
    print(model.predict(X).compute().sum())
"""


def run(path: Any, missing: list[str], body: str) -> subprocess.CompletedProcess[str]:
    """The outcome of a script in whose process some packages cannot be imported."""
    hide = "".join(f"sys.modules[{name!r}] = None\n" for name in missing)
    start = "import dask.array as da, halfspace.dask\nfrom distributed import Client\n"
    path.write_text(f"import sys\n{hide}{start}if __name__ == '__main__':\n{body}")
    return subprocess.run([sys.executable, path], capture_output=True, text=True, check=False)


def test_dask_and_numpy_are_enough(tmp_path: Any) -> None:
    start = "    client = Client(n_workers=1, processes=False, dashboard_address=None)\n"
    done = run(tmp_path / "bare.py", ["pandas", "pyarrow", "scipy", "sklearn"], start + FIT)
    assert done.stdout == "10\n", done.stderr


def test_without_distributed_the_error_names_the_extra(tmp_path: Any) -> None:
    done = run(tmp_path / "none.py", ["distributed"], FIT)
    assert "halfspace.dask needs distributed: pip install 'halfspace-ml[dask]'" in done.stderr


def test_without_a_client_the_error_says_how_to_make_one(tmp_path: Any) -> None:
    done = run(tmp_path / "alone.py", [], FIT)
    assert "ValueError: no Dask client: make one first, as distributed.Client(), or set .client" in done.stderr
