#!/bin/sh
# An export of a database: identifiers, free text, a column of one value. --drop auto leaves them out and says why.
# Usage: ids.sh TABLE FOLDER   (the program: $HALFSPACE, else halfspace on the PATH)
set -eu
table=$1 out=$2 halfspace=${HALFSPACE:-halfspace}

"$halfspace" inspect "$table"

"$halfspace" train "$table" --drop auto --categorical auto --label churned --algorithm logistic --holdout 0.25
"$halfspace" train "$table" --drop auto --categorical auto --label churned --algorithm logistic -o "$out/model.hs"
"$halfspace" evaluate "$out/model.hs" "$table"

# The customer's number stands beside each prediction, though the model does not know it.
"$halfspace" predict "$out/model.hs" "$table" --keep customer_id -o "$out/by_customer.csv"

# Predictions for every row, and the same model for four other worlds.
"$halfspace" predict "$out/model.hs" "$table" --scores -o "$out/predictions.csv"
"$halfspace" convert "$out/model.hs" -o "$out/model.c"
"$halfspace" convert "$out/model.hs" -o "$out/model.onnx"
"$halfspace" convert "$out/model.hs" -o "$out/model.sql" --name data
"$halfspace" convert "$out/model.hs" -o "$out/model.py"
