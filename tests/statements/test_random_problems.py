"""Every sentence and number of a report holds: 300 random problems, 10,000 with --long."""
import pathlib
import random
import sys

import pytest

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent), str(pathlib.Path(__file__).resolve().parents[1] / "cli")]
from random_problems import Problem, check, cut_short


def hold(tmp_path, seeds):
    for seed in seeds:
        problem = Problem(random.Random(seed))
        try:
            check(problem, tmp_path / "rows.csv")
        except AssertionError as wrong:
            raise AssertionError(f"seed {seed}: train {' '.join(problem.learner)}\n{problem.text}{wrong}") from wrong


@pytest.mark.parametrize("part", range(6))
def test_reports_of_random_problems_hold(tmp_path, part):
    hold(tmp_path, range(50 * part, 50 * part + 50))


@pytest.mark.parametrize("how", ["timeout", "interrupted"])
def test_reports_of_runs_cut_short_hold(tmp_path, how):
    for seed in range(10):
        cut_short(Problem(random.Random(seed)), tmp_path / "rows.csv", how)


@pytest.mark.long
def test_reports_of_many_random_problems_hold(tmp_path):
    hold(tmp_path, range(1000, 11000))
