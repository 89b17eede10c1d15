#!/bin/sh
# shellcheck disable=SC2086  # the flags are many words
# A log with times: what comes later is predicted from what came before.
# Usage: dates.sh TABLE FOLDER   (the program: $HALFSPACE, else halfspace on the PATH)
set -eu
table=$1 out=$2 halfspace=${HALFSPACE:-halfspace}

# The date of birth becomes days; the time of the visit orders the rows and is no feature.
reading="--dates days --date-order dmy --order-by visit"

"$halfspace" inspect "$table" --dates days --date-order dmy

# Each fold is tested on the weeks after those it was learned from.
"$halfspace" cv "$table" $reading --label returned --categorical ward --folds 4 --algorithm logistic --scale standard
"$halfspace" train "$table" --dates days --date-order dmy --drop visit --label returned --categorical ward \
  --algorithm logistic --scale standard -o "$out/model.hs"
"$halfspace" evaluate "$out/model.hs" "$table"

# Predictions for every row, and the same model for four other worlds.
"$halfspace" predict "$out/model.hs" "$table" --scores -o "$out/predictions.csv"
"$halfspace" convert "$out/model.hs" -o "$out/model.c"
"$halfspace" convert "$out/model.hs" -o "$out/model.onnx"
"$halfspace" convert "$out/model.hs" -o "$out/model.sql" --name data
"$halfspace" convert "$out/model.hs" -o "$out/model.py"
