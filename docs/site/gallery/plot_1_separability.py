"""
Separable or not
================

Two pairs of iris species with two features each. Left the hulls are apart: a separator with the largest margin exists.
Right they overlap: the rows of the witness have one point in common, so that no line separates them.
"""

import matplotlib.pyplot as plt
from sklearn.datasets import load_iris

import halfspace

iris = load_iris(as_frame=True)
species = iris.target_names[iris.target]
pairs = [
    ("virginica", ["sepal length (cm)", "sepal width (cm)"]),
    ("setosa", ["petal length (cm)", "petal width (cm)"]),
]

figure, axes = plt.subplots(1, 2, figsize=(12, 4), layout="constrained")
for ax, (left_out, columns) in zip(axes, pairs, strict=True):
    rows = species != left_out
    display = halfspace.SeparabilityDisplay.from_data(iris.data.loc[rows, columns], species[rows], ax=ax)
    print(display.verdict)
plt.show()

# %%
# The witness is a list of rows with whole numbers: the proof.
print(display.verdict)
for row, multiplier in sorted(display.verdict.witness):
    print(display.labels[row], display.points[row], multiplier)
