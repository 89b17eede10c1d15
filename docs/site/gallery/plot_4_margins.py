"""
Margins and support rows
========================

A support vector machine with a small C has a wide margin and many support rows, with a large C few. The rows at
or below 0 are mistakes; those below 1 and at 1 are support rows.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_breast_cancer

import halfspace

data = load_breast_cancer(as_frame=True)
y = np.asarray(data.target_names)[data.target]

figure, axes = plt.subplots(1, 2, figsize=(13, 4), layout="constrained")
for ax, C in zip(axes, [0.01, 10.0], strict=True):
    model = halfspace.LinearSVC(loss="hinge", C=C, scale="standard").fit(data.data, y)
    halfspace.MarginDisplay.from_estimator(model, data.data, y, bins=40, ax=ax)
    ax.set_title(f"C = {C:g}: {ax.get_title(loc='left')}", loc="left", fontsize="medium")
    print(f"C = {C:g}: objective {model.objective_:.4f}, at most {model.dual_gap_:.1e} above its optimum")
plt.show()
