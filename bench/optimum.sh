#!/usr/bin/env bash
# bench/optimum.sh [HALFSPACE [FILE...]]: bench/optimum.py in a Python environment that has the solvers it compares with.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=bench/venv.sh
source "$here/venv.sh"
python=$(venv_with optimum 'import sklearn, clarabel' numpy==2.4.6 scipy==1.17.1 scikit-learn==1.9.1 clarabel==0.11.1)
exec "$python" "$here/optimum.py" "$@"
