#!/bin/sh
# shellcheck disable=SC2086  # the flags are many words
# A sheet saved as Unicode text: UTF-16, tabs, a title above the header, amounts with signs and thousands separators.
# Usage: spreadsheet.sh TABLE FOLDER   (the program: $HALFSPACE, else halfspace on the PATH)
set -eu
table=$1 out=$2 halfspace=${HALFSPACE:-halfspace}

reading="--encoding utf-16 --delimiter tab --skip-lines 2 --thousands , --signs currency,percent"

"$halfspace" inspect "$table" $reading

# Empty cells: the mean for numbers, a level of their own for texts; rows without a label are left out.
"$halfspace" cv "$table" $reading --label outcome --categorical segment --missing mean,category,drop-label --algorithm logistic
"$halfspace" train "$table" $reading --label outcome --categorical segment --missing mean,category,drop-label \
  --algorithm logistic -o "$out/model.hs"
"$halfspace" evaluate "$out/model.hs" "$table"

# Predictions for every row, and the same model for four other worlds.
"$halfspace" predict "$out/model.hs" "$table" --scores -o "$out/predictions.csv"
"$halfspace" convert "$out/model.hs" -o "$out/model.c"
"$halfspace" convert "$out/model.hs" -o "$out/model.onnx"
"$halfspace" convert "$out/model.hs" -o "$out/model.sql" --name data
"$halfspace" convert "$out/model.hs" -o "$out/model.py"
