"""README.md, docs/options.md and docs/man show what the program prints today."""
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_shown_output_is_what_the_program_prints():
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools/readme_output.py"), os.environ["HALFSPACE"], "--check"],
        capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr + "run ./dev docs"
