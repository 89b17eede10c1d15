"""
Weights that grow without end
=============================

On separable data logistic regression has no optimum without a penalty: as C grows, so do the weights. The boundary
tends to that of the largest margin (Rosset, Zhu and Hastie 2004), slowly: with the logarithm of C.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_iris

import halfspace

X, y = load_iris(return_X_y=True)
X, y = X[y != 2], y[y != 2]
verdict = halfspace.separate(X, y)
print(verdict)

Cs = np.logspace(-2, 8, 31)
path = halfspace.LogisticRegressionPath(penalty="l2", Cs=Cs).fit(X, y)
norms = np.linalg.norm(path.coefs_, axis=1)
scores = X @ path.coefs_.T + path.intercepts_
margins = np.where(y[:, None] == 1, scores, -scores).min(axis=0) / norms

figure, (left, right) = plt.subplots(1, 2, figsize=(11, 3.8), layout="constrained")
left.plot(path.Cs_, norms, color="#0072B2")
left.set(xscale="log", xlabel="C", ylabel="length of the weights")
right.plot(path.Cs_, margins, color="#0072B2", label="logistic regression")
right.axhline(verdict.margin[0], color="#D55E00", linestyle="--", label="largest margin")
right.set(xscale="log", xlabel="C", ylabel="distance of the closest row", ylim=(0, None))
right.legend(frameon=False)
plt.show()
