#!/bin/sh
# shellcheck disable=SC2086  # the flags are many words
# A table of a European office: semicolons, decimal commas, amounts in euro, percentages, windows-1252.
# Usage: european.sh TABLE FOLDER   (the program: $HALFSPACE, else halfspace on the PATH)
set -eu
table=$1 out=$2 halfspace=${HALFSPACE:-halfspace}

# How the table is written; the model remembers it, so predictions need none of this.
reading="--delimiter ; --encoding latin1 --decimal , --thousands . --signs percent,currency"

# What is in it?
"$halfspace" inspect "$table" $reading

# Learn on four fifths, test on the rest; then on all rows.
"$halfspace" train "$table" $reading --label bezahlt --categorical region --algorithm logistic --holdout 0.2
"$halfspace" train "$table" $reading --label bezahlt --categorical region --algorithm logistic -o "$out/model.hs"
"$halfspace" evaluate "$out/model.hs" "$table"

# Predictions for every row, and the same model for four other worlds.
"$halfspace" predict "$out/model.hs" "$table" --scores -o "$out/predictions.csv"
"$halfspace" convert "$out/model.hs" -o "$out/model.c"
"$halfspace" convert "$out/model.hs" -o "$out/model.onnx"
"$halfspace" convert "$out/model.hs" -o "$out/model.sql" --name data
"$halfspace" convert "$out/model.hs" -o "$out/model.py"
