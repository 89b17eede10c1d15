"""What cmake --install puts where shells and man(1) look for it."""
import pathlib
import subprocess

import pytest

import shells
from program import HALFSPACE, ROOT, answer, run

VERBS = [verb["name"] for verb in answer("help")["verbs"]]


@pytest.fixture(name="prefix", scope="module")
def fixture_prefix(tmp_path_factory):
    folder = tmp_path_factory.mktemp("prefix")
    done = subprocess.run(["cmake", "--install", str(pathlib.Path(HALFSPACE).parent), "--prefix", str(folder)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


def test_program(prefix):
    done = subprocess.run([str(prefix / "bin/halfspace"), "version"], capture_output=True, text=True, check=False)
    assert done.stdout == run("version").stdout


@pytest.mark.parametrize("shell, path", [("bash", "bash-completion/completions/halfspace"), ("zsh", "zsh/site-functions/_halfspace"), ("fish", "fish/vendor_completions.d/halfspace.fish")])
def test_completions(prefix, shell, path):
    assert (prefix / "share" / path).read_text() == run("completion", shell).stdout


def test_manual_pages(prefix):
    pages = sorted((prefix / "share/man/man1").iterdir())
    assert [page.name for page in pages] == sorted(["halfspace.1", *(f"halfspace-{verb}.1" for verb in VERBS)])
    assert all(page.read_text() == (ROOT / "docs/man" / page.name).read_text() for page in pages)


def test_zsh_finds_its_function(prefix, tmp_path):
    """From $fpath the file is the function itself, not a script that is sourced."""
    load = f"fpath=({prefix}/share/zsh/site-functions $fpath); autoload -Uz compinit && compinit -u -D"
    folder = tmp_path / "here"
    folder.mkdir()
    assert shells.zsh("", [["halfspace", "completion", ""]] * 2, folder, load) == [{"bash", "zsh", "fish"}] * 2
