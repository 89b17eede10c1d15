#!/usr/bin/env bash
# bench/glmnet.sh [HALFSPACE]: is the table that the tests hold `halfspace path` against still what glmnet says?
# Then the tests themselves. ./dev test --long installs R and glmnet and runs it.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
kept=$root/tests/reference/glmnet/iris.tsv
made=$(mktemp)
trap 'rm -f "$made"' EXIT
Rscript "$root/tests/reference/glmnet/glmnet_path.R" "$root/data/iris.csv" >"$made"
python3 - "$made" "$kept" <<'PYTHON'
import sys

def table(path):
    with open(path, encoding="utf-8") as file:
        return [line.split("\t") for line in file if not line.startswith("#")][1:]

made, kept = (table(path) for path in sys.argv[1:])
assert [row[:2] for row in made] == [row[:2] for row in kept], "glmnet has other points than the table"
worst = max(abs(float(a[k]) / float(b[k]) - 1) for a, b in zip(made, kept) for k in (2, 3))
print(f"glmnet: {len(made)} points, lambda and deviance within {worst:.1e} of the table")
sys.exit(worst > 1e-6)
PYTHON
HALFSPACE=$(realpath "${1:-$root/build/test/halfspace}") python3 -m pytest -q -p no:cacheprovider -c "$root/tests/pytest.ini" "$root/tests/cli/test_path.py" -k glmnet
