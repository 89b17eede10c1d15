#!/usr/bin/env bash
# ./dev test --long: metrics beside scikit-learn's; reading styles and codings beside pandas and scikit-learn's encoders.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
peers=$here/../build/bench/tables
if ! "$peers/bin/python" -c 'import sklearn, pandas' 2>/dev/null; then
  echo "tables: installing numpy, scipy, scikit-learn and pandas from PyPI into build/bench/tables" >&2
  python3 -m venv "$peers"
  "$peers/bin/pip" install -q numpy==2.4.6 scipy==1.17.1 scikit-learn==1.9.1 pandas==3.1.1
fi
"$peers/bin/python" -W ignore "$here/metrics.py" "$1"
"$peers/bin/python" -W ignore "$here/encoders.py" "$1"
