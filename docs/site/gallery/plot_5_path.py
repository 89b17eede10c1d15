"""
A regularisation path
=====================

Logistic regression with an L1 penalty from heavy to light. Each point of the path has a proven gap, and five folds
choose one of them: the heaviest penalty within a standard error of the best.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.preprocessing import StandardScaler

import halfspace

data = load_breast_cancer(as_frame=True)
y = np.asarray(data.target_names)[data.target]

X = StandardScaler().set_output(transform="pandas").fit_transform(data.data)
model = halfspace.LogisticRegressionPath(n_points=40, cv=5, choose="one-se").fit(X, y)
halfspace.PathDisplay.from_estimator(model)
plt.show()

# %%
# The chosen point has few that are not 0:
for name, weight in zip(data.feature_names, model.coef_[0], strict=True):
    if weight != 0:
        print(f"{weight:10.4g}  {name}")
