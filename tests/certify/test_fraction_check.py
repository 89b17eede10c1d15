"""The third checker itself: certificates made by hand are accepted, and refused once anything in them is wrong."""
import copy
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import hand_made  # noqa: E402
from fraction_check import check  # noqa: E402

MADE = [hand_made.overlapping, hand_made.separable, hand_made.quasi_separable]


@pytest.mark.parametrize("make", MADE)
def test_accepts(make):
    text, certificate = make()
    check(certificate, text)


def numbers(part, path=()):
    """Paths of all texts that are numbers, and of rows and lines."""
    if isinstance(part, dict):
        for key, value in part.items():
            if key not in ("data", "classes", "columns", "format", "statement", "bias", "features", "kind", "version"):
                yield from numbers(value, (*path, key))
    elif isinstance(part, list):
        for k, value in enumerate(part):
            yield from numbers(value, (*path, k))
    else:
        yield path


WRONG = [(make, path) for make in MADE for path in numbers(make()[1])]


@pytest.mark.parametrize("make, path", WRONG, ids=lambda v: getattr(v, "__name__", None) or ".".join(map(str, v)))
def test_refuses_another_number(make, path):
    """The number negated (bounds: past the margin), the next row, the next line."""
    text, certificate = make()
    wrong = copy.deepcopy(certificate)
    part = wrong
    for key in path[:-1]:
        part = part[key]
    old = part[path[-1]]
    negated = "-" + old if isinstance(old, str) and old[0] != "-" else str(old)[1:]
    part[path[-1]] = old + 1 if isinstance(old, int) else {"lower_squared": "1", "upper_squared": "1/9"}.get(path[-1], negated)
    with pytest.raises(AssertionError):
        check(wrong, text)


@pytest.mark.parametrize("make", MADE)
def test_refuses_another_statement_or_text(make):
    text, certificate = make()
    for statement in ("separable", "quasi-separable", "overlapping"):
        if statement != certificate["statement"]:
            with pytest.raises((AssertionError, KeyError)):
                check({**certificate, "statement": statement}, text)
    with pytest.raises(AssertionError):
        check(certificate, text + b"5,-\n")


def test_refuses_a_span_that_does_not_span():
    text, certificate = hand_made.quasi_separable()
    with pytest.raises(AssertionError, match="do not span"):
        check({**certificate, "statement": "overlapping", "span": certificate["witness"]}, text)
