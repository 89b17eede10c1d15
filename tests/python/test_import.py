"""What importing the package costs and loads."""

import subprocess
import sys


def run(code):
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.strip()


def test_functions_do_not_load_scikit_learn():
    code = (
        "import sys, halfspace; halfspace.separate([[0.0], [1.0]], [0, 1]); halfspace.train([[0.0], [1.0]], [0, 1]);"
        "print(sorted(m for m in ('sklearn', 'scipy', 'pandas', 'matplotlib', 'polars') if m in sys.modules))"
    )
    assert run(code) == "[]"


def test_estimators_are_listed_before_they_are_loaded():
    code = "import halfspace, sys; print('LogisticRegression' in dir(halfspace), 'sklearn' in sys.modules)"
    assert run(code) == "True False"


def test_what_is_listed_exists():
    import halfspace

    for name in dir(halfspace):
        assert getattr(halfspace, name) is not None


def test_a_missing_package_is_named():
    code = (
        "import sys; sys.modules['sklearn'] = None\n"
        "import halfspace\n"
        "try: halfspace.SVC\n"
        "except ImportError as error: print(error)"
    )
    assert "pip install 'halfspace-ml[sklearn]'" in run(code)
