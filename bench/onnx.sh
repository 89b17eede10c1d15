#!/usr/bin/env bash
# ./dev test --long: ONNX files written by halfspace against its own predictions, run by onnxruntime (from PyPI).
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=bench/venv.sh
source "$here/venv.sh"
python=$(venv_with onnx 'import onnxruntime, onnx, pytest' numpy==2.4.6 onnx==1.23.2 onnxruntime==1.31.1 pytest==9.2.0)
"$python" "$here/onnx_check.py" "$@"
HALFSPACE=$(realpath "$1") exec "$python" -m pytest -q "$here/../tests/cli/test_export_onnx.py"
