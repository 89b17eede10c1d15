"""README.md, docs/ and examples/ show what the program prints today."""
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_shown_output_is_what_the_program_prints():
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools/readme_output.py"), os.environ["HALFSPACE"], "--check"],
        capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr + "run ./dev docs"


def test_the_index_of_the_examples_names_each_once():
    index = (ROOT / "examples/README.md").read_text(encoding="utf-8")
    for page in (ROOT / "examples").glob("*.md"):
        if page.name != "README.md":
            assert index.count(f"]({page.name})") == 1, page.name


def test_each_picture_is_shown_and_described():
    pages = [ROOT / "README.md", ROOT / "docs/tour.md", ROOT / "docs/classroom.md", *(ROOT / "examples").glob("*.md")]
    shown = {(page.parent / picture).resolve() for page in pages
             for text, picture in re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", page.read_text(encoding="utf-8")) if len(text) > 20}
    assert shown == {picture.resolve() for folder in ("examples", "docs") for picture in (ROOT / folder / "pictures").glob("*")}
