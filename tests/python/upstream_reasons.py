"""Why tests of scikit-learn fail on our estimators: patterns of the test and of its message, and the reason."""

REASONS: list[tuple[str, str, str]] = []
