#!/usr/bin/env bash
# bench/optimum.sh [HALFSPACE [FILE...]]: bench/optimum.py in a Python environment that has the solvers it compares with.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
peers=$here/../build/bench/optimum
if ! "$peers/bin/python" -c 'import sklearn, clarabel' 2>/dev/null; then
  echo "optimum: installing numpy, scipy, scikit-learn and clarabel from PyPI into build/bench/optimum" >&2
  python3 -m venv "$peers"
  "$peers/bin/pip" install -q numpy==2.4.6 scipy==1.17.1 scikit-learn==1.9.1 clarabel==0.11.1
fi
exec "$peers/bin/python" "$here/optimum.py" "$@"
