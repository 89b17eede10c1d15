"""Writes label_metrics.tsv: metrics of 200 random sets of labels with weights, as scikit-learn computes them.

usage: python3 label_metrics.py > label_metrics.tsv     (scikit-learn 1.9.1; weights are quarters, so sums are exact)
"""
import random
import warnings

import sklearn
from sklearn import metrics

MEANS = ("macro", "weighted", "micro")


def numbers(classes, truth, predicted, weight):
    given = {"sample_weight": weight}
    present = sorted(set(truth) | set(predicted))
    per_class = metrics.precision_recall_fscore_support(truth, predicted, labels=range(classes), zero_division=0, **given)
    out = [metrics.accuracy_score(truth, predicted, **given), metrics.balanced_accuracy_score(truth, predicted, **given),
           metrics.matthews_corrcoef(truth, predicted, **given)]
    for mean in MEANS:
        out += metrics.precision_recall_fscore_support(truth, predicted, labels=present, average=mean, zero_division=0, **given)[:3]
    for k in range(classes):
        out += [column[k] for column in per_class]
    return out


def main():
    warnings.simplefilter("ignore")
    draw = random.Random(1)
    print(f"# scikit-learn {sklearn.__version__}, label_metrics.py: classes; rows as truth:predicted:weight; accuracy, balanced accuracy, MCC;")
    print("# precision, recall, F1 as macro, weighted, micro means; precision, recall, F1, support of each class")
    for _ in range(200):
        classes, rows = draw.randint(2, 5), draw.randint(1, 24)
        right = draw.random()
        used = draw.sample(range(classes), draw.randint(1, classes))
        truth = [draw.choice(used) for _ in range(rows)]
        predicted = [t if draw.random() < right else draw.randrange(classes) for t in truth]
        weight = [draw.randint(1, 12) / 4 for _ in truth]
        if draw.random() < 0.3:
            weight = [1.0] * rows
        cells = " ".join(f"{t}:{p}:{w:g}" for t, p, w in zip(truth, predicted, weight))
        print(classes, cells, " ".join(repr(float(v)) for v in numbers(classes, truth, predicted, weight)), sep="\t")


if __name__ == "__main__":
    main()
