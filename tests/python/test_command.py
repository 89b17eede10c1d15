"""The command `halfspace` that is installed with the package: it holds no core of its own, and finds the module's."""

import importlib.metadata
import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig

import pytest

import halfspace

PACKAGES = pathlib.Path(halfspace.__file__).parents[1]
PROGRAM = pathlib.Path(sysconfig.get_path("scripts"), "halfspace")
LAYOUTS = [
    "lib/python3.99/site-packages",  # an environment, --user, --prefix
    "lib/python3.99/dist-packages",  # Debian's /usr/local
    "lib/python3/dist-packages",  # Debian's /usr
    "lib64/python3.99/site-packages",  # Fedora, openSUSE
    ".",  # pip install --target
]


def run(program, *words, env=None):
    """Without an environment, from the root folder."""
    return subprocess.run([program, *words], capture_output=True, text=True, env=env or {}, cwd="/", check=False)


def packages_in(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("halfspace", "halfspace_ml.libs"):
        if (PACKAGES / name).exists():
            (folder / name).symlink_to(PACKAGES / name)


def program_in(folder):
    folder.mkdir(parents=True, exist_ok=True)
    return shutil.copy(PROGRAM, folder)


def test_the_core_is_installed_once():
    files = [pathlib.Path(f.locate()) for f in importlib.metadata.files("halfspace-ml")]
    binaries = {f.resolve(): f.stat().st_size for f in files if f.read_bytes()[:4] == b"\x7fELF"}
    assert PROGRAM.resolve() in binaries
    core = max(binaries, key=binaries.get)
    assert core.parent.name == "halfspace" and core.name.startswith("_core.")
    text = b"is unknown here (this is halfspace"  # of the core, in the reader of models
    assert [f for f in binaries if text in f.read_bytes()] == [core]


def test_it_runs_without_an_environment():
    done = run(PROGRAM, "version")
    assert done.returncode == 0 and done.stdout.startswith(f"halfspace {halfspace.__version__}") and not done.stderr


def test_python_is_not_loaded(tmp_path):
    rows = tmp_path / "rows.csv"
    rows.write_text("x,label\n1,a\n2,b\n3,b\n")
    done = run(PROGRAM, "train", rows, env={"LD_DEBUG": "files"})
    assert done.returncode == 0 and "_core." in done.stderr and "libpython" not in done.stderr


def test_links_to_it_are_followed(tmp_path):
    (tmp_path / "first").symlink_to(PROGRAM)
    (tmp_path / "second").symlink_to("first")
    assert run(tmp_path / "second", "version").stdout == run(PROGRAM, "version").stdout
    assert subprocess.run(["halfspace", "version"], env={"PATH": str(PROGRAM.parent)}, check=True, capture_output=True)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_module_is_found(tmp_path, layout):
    home = tmp_path / "home [1] of *"
    packages_in(home / layout)
    assert run(program_in(home / "bin"), "version").returncode == 0


def test_a_wheel_unpacked_as_it_is(tmp_path):
    packages_in(tmp_path)
    assert run(program_in(tmp_path / "halfspace_ml-1.data/scripts"), "version").returncode == 0


def test_the_module_of_the_latest_python_is_taken(tmp_path):
    module = next((PACKAGES / "halfspace").glob("_core.*so")).name
    for python in ("python3.9", "python3.98"):
        broken = tmp_path / "lib" / python / "site-packages/halfspace"
        broken.mkdir(parents=True)
        (broken / module).write_bytes(b"no module")
    program = program_in(tmp_path / "bin")
    assert "python3.9/site-packages" in run(program, "version").stderr  # the last that was tried
    packages_in(tmp_path / "lib/python3.99/site-packages")
    assert run(program, "version").returncode == 0


def test_a_module_of_another_version_is_not_taken(tmp_path):
    packages_in(tmp_path / "lib/python3.99/site-packages")
    program = pathlib.Path(program_in(tmp_path / "bin"))
    version = halfspace.__version__.encode() + b"\0"
    assert version in program.read_bytes()
    program.write_bytes(program.read_bytes().replace(version, b"9" + version[1:]))
    done = run(program, "version")
    assert done.returncode == 5 and f"is of halfspace {halfspace.__version__}" in done.stderr


def test_it_says_where_it_looked(tmp_path):
    done = run(program_in(tmp_path / "bin"), "version")
    assert done.returncode == 5 and not done.stdout
    for part in ("halfspace/_core.", "lib/python3*/site-packages", str(tmp_path), "install halfspace-ml again"):
        assert part in done.stderr


def test_memory_that_runs_out_is_said(tmp_path):
    rows = tmp_path / "rows.csv"
    rows.write_text("x,label\n" + "1,a\n2,b\n" * 200_000)
    for limit in range(20_000, 60_000, 4_000):  # KiB
        done = run("/bin/sh", "-c", f'ulimit -v {limit}; exec "$0" train "$1"', PROGRAM, rows)
        assert done.returncode in (0, 3, 5), (limit, done)
        assert done.returncode == 0 or done.stderr.startswith("halfspace: "), (limit, done)


def test_pages_are_served(tmp_path):
    (tmp_path / "index.html").write_text("<!doctype html>")
    code = (
        "import json, subprocess, sys, urllib.request\n"
        "child = subprocess.Popen([sys.argv[1], 'play', '--page', sys.argv[2], '--json'], stdout=-1, text=True)\n"
        "url = json.loads(''.join(iter(child.stdout.readline, '}\\n')) + '}')['url']\n"
        "print(urllib.request.urlopen(url).read().decode())\n"
        "child.send_signal(2)\n"
        "print(child.wait(20))\n"
    )
    done = run(sys.executable, "-c", code, str(PROGRAM), str(tmp_path), env=dict(os.environ, no_proxy="127.0.0.1"))
    assert done.stdout.split("\n")[:2] == ["<!doctype html>", "130"], done.stderr
