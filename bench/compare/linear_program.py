"""Separability as a linear program by HiGHS: python -m compare.linear_program FILE SECONDS; prints "SECONDS ANSWER" of solving alone."""
import sys
import time

import highspy
import numpy as np
import scipy.sparse
from sklearn.datasets import load_svmlight_file


def main(path, seconds):
    """Find free w, b with y_i (w.x_i + b) >= 1."""
    x, y = load_svmlight_file(path)
    y = np.where(y == y.max(), 1.0, -1.0)
    a = scipy.sparse.hstack([scipy.sparse.diags(y) @ x, y[:, None]]).tocsr()
    problem = highspy.HighsLp()
    problem.num_row_, problem.num_col_ = a.shape
    problem.col_cost_ = np.zeros(a.shape[1])
    problem.col_lower_, problem.col_upper_ = np.full(a.shape[1], -highspy.kHighsInf), np.full(a.shape[1], highspy.kHighsInf)
    problem.row_lower_, problem.row_upper_ = np.ones(a.shape[0]), np.full(a.shape[0], highspy.kHighsInf)
    problem.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    problem.a_matrix_.start_, problem.a_matrix_.index_, problem.a_matrix_.value_ = a.indptr, a.indices, a.data
    model = highspy.Highs()
    for option, value in (("output_flag", False), ("threads", 1), ("time_limit", float(seconds))):
        model.setOptionValue(option, value)
    model.passModel(problem)
    begun = time.process_time()
    model.run()
    answers = {highspy.HighsModelStatus.kOptimal: "separable", highspy.HighsModelStatus.kInfeasible: "not-separable"}
    print(f"{time.process_time() - begun:.6f} {answers.get(model.getModelStatus(), 'none')}")


if __name__ == "__main__":
    main(*sys.argv[1:])
