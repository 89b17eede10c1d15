"""
The mistake bound of the perceptron
===================================

A perceptron makes at most R²/γ² updates from zero (Novikoff 1962), whatever the order of the rows. The bound holds for
every order; how far below it a run stays depends on the order.
"""

import matplotlib.pyplot as plt
from sklearn.datasets import load_iris

import halfspace

X, y = load_iris(return_X_y=True)
rows = y != 2
X, y = X[rows][:, :2], y[rows]

figure, axes = plt.subplots(1, 3, figsize=(14, 3.8), layout="constrained", sharey=True)
for ax, order in zip(axes, ["cyclic", "permuted", "shuffled"], strict=True):
    perceptron = halfspace.Perceptron(order=order, random_state=0)
    display = halfspace.MistakeBoundDisplay.from_estimator(perceptron, X, y, ax=ax)
    ax.set_title(f"{order}: {ax.get_title(loc='left')}", loc="left", fontsize="medium")
    if ax is not axes[-1]:
        ax.get_legend().remove()
plt.show()
