#!/bin/sh
# shellcheck disable=SC2086  # the flags are many words
# A survey with answers in order, words for no answer, and three classes.
# Usage: survey.sh TABLE FOLDER   (the program: $HALFSPACE, else halfspace on the PATH)
set -eu
table=$1 out=$2 halfspace=${HALFSPACE:-halfspace}

reading="--na 99,refused --missing mean,category"
coding="--ordered agree=never<rarely<often<always --categorical agree,work --categorical-coding reference --reference work=none"

"$halfspace" inspect "$table" --na 99,refused

# A search over C by cross-validation, then the model of all rows.
"$halfspace" search "$table" $reading $coding --label vote --algorithm logistic --over C=0.1,1,10
"$halfspace" train "$table" $reading $coding --label vote --algorithm logistic --C 1 -o "$out/model.hs"
"$halfspace" evaluate "$out/model.hs" "$table"

# Predictions for every row, and the same model for four other worlds.
"$halfspace" predict "$out/model.hs" "$table" --scores -o "$out/predictions.csv"
"$halfspace" convert "$out/model.hs" -o "$out/model.c"
"$halfspace" convert "$out/model.hs" -o "$out/model.onnx"
"$halfspace" convert "$out/model.hs" -o "$out/model.sql" --name data
"$halfspace" convert "$out/model.hs" -o "$out/model.py"
