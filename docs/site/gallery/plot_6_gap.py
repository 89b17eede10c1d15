"""
Two solvers and their gaps
==========================

The duality gap bounds how far the objective is above its optimum, so that solvers can be compared without knowing the
optimum. Newton's method needs few rounds, coordinate descent in the dual many cheap ones. The rows have length 1.
"""

import matplotlib.pyplot as plt
from sklearn.datasets import load_breast_cancer
from sklearn.preprocessing import StandardScaler, normalize

import halfspace

X, y = load_breast_cancer(return_X_y=True)
X = normalize(StandardScaler().fit_transform(X))

figure, axes = plt.subplots(2, 2, figsize=(13, 5.5), layout="constrained", sharex="col")
for column, solver in zip(axes.T, ["newton", "dual-cd"], strict=True):
    model = halfspace.LogisticRegression(C=1000, solver=solver, tol=1e-8, fit_intercept=False)
    display = halfspace.GapDisplay.from_estimator(model, X, y, by="rounds", ax=column)
    column[0].set_title(f"{solver}: {display.at[-1]:.0f} rounds", loc="left", fontsize="medium")
plt.show()
