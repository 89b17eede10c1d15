#!/usr/bin/env bash
# Builds docs/site into build/python/site: warnings are errors, all examples are run.
# usage: tools/python_docs.sh [PACKAGE]    PACKAGE: a wheel, or a folder that holds the package; default: makes the wheel
# PYTHON: the interpreter (default python3). Needs doxygen, and PyPI for the packages of docs/site/requirements.txt.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

command -v doxygen >/dev/null || { echo "python_docs: needs doxygen (apt-get install doxygen)" >&2; exit 1; }
python=${PYTHON-python3}
home=build/python
venv=$home/docs
package=${1-$(tools/python.sh wheel)}

if ! cmp -s docs/site/requirements.txt "$venv/installed"; then
  rm -rf "$venv"
  "$python" -m venv "$venv"
  "$venv/bin/pip" install -q --disable-pip-version-check -r docs/site/requirements.txt
  cp docs/site/requirements.txt "$venv/installed"
fi
if [[ -d $package ]]; then
  export PYTHONPATH=$package
else
  "$venv/bin/pip" install -q --disable-pip-version-check --force-reinstall --no-deps "$package"
fi
export MPLBACKEND=Agg

mkdir -p "$home/doxygen"
doxygen - <<END
PROJECT_NAME = halfspace
INPUT = include/halfspace
FILE_PATTERNS = *.hpp
OUTPUT_DIRECTORY = $home/doxygen
GENERATE_HTML = NO
GENERATE_LATEX = NO
GENERATE_XML = YES
XML_PROGRAMLISTING = NO
MACRO_EXPANSION = YES
EXPAND_ONLY_PREDEF = YES
PREDEFINED = HALFSPACE_API=
QUIET = YES
WARN_IF_UNDOCUMENTED = NO
WARN_AS_ERROR = FAIL_ON_WARNINGS
END

"$venv/bin/python" docs/site/verdicts.py --check
for builder in html doctest; do
  "$venv/bin/python" -m sphinx -q -W --keep-going -b "$builder" -d "$home/site/trees-$builder" docs/site "$home/site/$builder"
done
"$venv/bin/python" -m pytest -q -p no:cacheprovider --doctest-modules --pyargs halfspace
echo "python_docs: $home/site/html/index.html"
