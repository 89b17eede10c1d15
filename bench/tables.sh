#!/usr/bin/env bash
# ./dev test --long: metrics beside scikit-learn's; reading styles and codings beside pandas and scikit-learn's encoders.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=bench/venv.sh
source "$here/venv.sh"
python=$(venv_with tables 'import sklearn, pandas' numpy==2.4.6 scipy==1.17.1 scikit-learn==1.9.1 pandas==3.1.1)
"$python" -W ignore "$here/metrics.py" "$1"
"$python" -W ignore "$here/encoders.py" "$1"
