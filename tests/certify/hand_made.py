"""Certificates made by hand, with their texts."""
import hashlib


def certificate(text, statement, rows, **more):
    about = {"sha256": hashlib.sha256(text).hexdigest(), "format": "csv", "delimiter": ",", "header": True, "label": "label", "weight": "",
             "missing": "error", "rows": rows}
    return {"format": "halfspace-certificate", "version": 1, "statement": statement, "bias": "augmented", "data": about,
            "classes": {"numeric": False, "negative": ["-"], "positive": ["+"]}, "columns": [{"name": "x"}], "features": "none", **more}


def listed(*entries):
    return [{"row": row, "line": row + 2, "multiplier": multiplier} for row, multiplier in entries]


def overlapping():
    """The hulls of 0 and 2 against 1: 1/2 (0, 1) + 1/2 (2, 1) - (1, 1) = 0, two of the rows are independent."""
    text = b"x,label\n0,+\n1,-\n2,+\n"
    rows = listed((0, "1/2"), (1, "1"), (2, "0.5"))
    return text, certificate(text, "overlapping", 3, witness=rows, span=rows)


def separable():
    """0 against 1: w = 2, b = -1 gives 1 and 1, so the margin is 1/2, as half the distance of the points says."""
    text = b"x,label\n0,-\n1,+\n"
    margin = {"kind": "geometric", "weights": ["2"], "bias_weight": "-1", "lambda": listed((0, "1"), (1, "1")),
              "lower_squared": "1/4", "upper_squared": "0.25"}
    return text, certificate(text, "separable", 2, weights=["2"], bias_weight="-1", margin=margin)


def quasi_separable():
    """0.1 with both labels, and 0.3: w = 10, b = -1 is 0 on the pair and 2 on the third."""
    text = b"x,label\n0.1,-\n1e-1,+\n0.3,+\n"
    return text, certificate(text, "quasi-separable", 3, weights=["10"], bias_weight="-1", witness=listed((0, "1"), (1, "1")))
