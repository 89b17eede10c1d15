"""
Boundaries of six classifiers
=============================

The same rows, six classifiers. ``BoundaryDisplay`` draws any fitted classifier of two features, of other libraries too.
"""

import matplotlib.pyplot as plt
from sklearn.datasets import make_moons
from sklearn.tree import DecisionTreeClassifier

import halfspace

X, y = make_moons(150, noise=0.2, random_state=0)
models = {
    "logistic regression": halfspace.LogisticRegression(),
    "logistic regression, products of degree 3": halfspace.LogisticRegression(C=100, features="poly3"),
    "support vector machine, RBF kernel": halfspace.SVC(C=10),
    "nu-SVM, polynomial kernel": halfspace.NuSVC(nu=0.3, kernel="poly", coef0=1.0),
    "pocket": halfspace.PocketPerceptron(rounds=10_000),
    "decision tree of scikit-learn": DecisionTreeClassifier(max_depth=4, random_state=0),
}

figure, axes = plt.subplots(2, 3, figsize=(13, 7), layout="constrained")
for ax, (name, model) in zip(axes.ravel(), models.items(), strict=True):
    halfspace.BoundaryDisplay.from_estimator(model.fit(X, y), X, y, support=False, ax=ax)
    ax.set_title(f"{name}: {model.score(X, y):.1%} right", loc="left", fontsize="medium")
    ax.set(xlabel="", ylabel="")
    ax.get_legend().remove()
plt.show()
