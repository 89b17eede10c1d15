#!/bin/sh
# shellcheck disable=SC2086  # the flags are many words
# Towns of which most occur once or twice, and three classes: rare levels are one level, also those never seen.
# Usage: rare-levels.sh TABLE FOLDER   (the program: $HALFSPACE, else halfspace on the PATH)
set -eu
table=$1 out=$2 halfspace=${HALFSPACE:-halfspace}

coding="--categorical town,shop --min-level 5 --unseen other"

"$halfspace" inspect "$table"

# Levels and pools are learned anew in each fold.
"$halfspace" cv "$table" $coding --label kind --algorithm logistic
"$halfspace" train "$table" $coding --label kind --algorithm logistic -o "$out/model.hs"
"$halfspace" evaluate "$out/model.hs" "$table"

# Predictions for every row, and the same model for four other worlds.
"$halfspace" predict "$out/model.hs" "$table" --scores -o "$out/predictions.csv"
"$halfspace" convert "$out/model.hs" -o "$out/model.c"
"$halfspace" convert "$out/model.hs" -o "$out/model.onnx"
"$halfspace" convert "$out/model.hs" -o "$out/model.sql" --name data
"$halfspace" convert "$out/model.hs" -o "$out/model.py"
