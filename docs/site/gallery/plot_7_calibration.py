"""
Calibrated probabilities
========================

Scores of a support vector machine are no probabilities. ``calibrate`` fits probabilities to scores of rows held out.
The bars are 95 % intervals of the shares.
"""

import matplotlib.pyplot as plt
from sklearn.datasets import make_classification
from sklearn.model_selection import train_test_split

import halfspace

X, y = make_classification(6000, n_features=10, n_informative=4, class_sep=0.6, flip_y=0.1, random_state=0)
X, X_test, y, y_test = train_test_split(X, y, test_size=4000, random_state=0)

logistic = halfspace.LogisticRegression().fit(X, y)
machine = halfspace.calibrate(X, y, algorithm="svm", kind="platt").model

display = halfspace.CalibrationDisplay.from_estimator(logistic, X_test, y_test, name="logistic regression")
probabilities = machine.predict_proba(X_test)[:, 1]
halfspace.CalibrationDisplay.from_predictions(y_test, probabilities, name="SVM, Platt's method", ax=display.ax_)
plt.show()

# %%
for name, model in [("logistic regression", logistic), ("SVM", machine)]:
    metrics = halfspace.evaluate(model, X_test, y_test)["metrics"]
    print(f"{name}: log loss {metrics['log_loss']:.4f}, Brier score {metrics['brier']:.4f}")
