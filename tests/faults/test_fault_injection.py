"""Calls that fail one by one: memory, files, kills, inputs that change. What has to hold stands in tools/fault_injection.py."""
import os
import pathlib
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import fault_injection as faults  # noqa: E402

pytestmark = pytest.mark.skipif("HALFSPACE_SANITIZED" in os.environ,
                                reason="AddressSanitizer has its own malloc, which is not to be preloaded over")
names = [c.name for c in faults.COMMANDS]


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    return faults.Bench(os.environ["HALFSPACE"], tmp_path_factory.mktemp("faults"))


def holds(bench, name, kind, **more):
    command = next(c for c in faults.COMMANDS if c.name == name)
    found, runs = faults.problems(bench, command, kind, **more)
    assert found == [] and runs > 0


@pytest.mark.parametrize("name", names)
def test_out_of_memory_once(bench, name):
    holds(bench, name, "alloc", points=200)


@pytest.mark.parametrize("name", names)
def test_out_of_memory_for_good(bench, name):
    """From some point on there is no memory at all: not for the exception, not for the message."""
    holds(bench, name, "alloc", mode="from", points=40)


CALLS = os.environ.get("HALFSPACE_LIBRARY_CALLS", "")
LIBRARY = [faults.Command("library", "", ("model.hs",), program=CALLS),
           faults.Command("library-rows", "rows", (), ("rows.libsvm",), program=CALLS),
           faults.Command("library-files", "files", (), ("rows.csv",), program=CALLS)]


@pytest.mark.skipif(not CALLS, reason="HALFSPACE_LIBRARY_CALLS, which ctest sets, names no program")
@pytest.mark.parametrize("mode", ["once", "from"])
@pytest.mark.parametrize("command", LIBRARY, ids=lambda c: c.name)
def test_out_of_memory_in_the_library(bench, command, mode):
    found, runs = faults.problems(bench, command, "alloc", mode=mode, points=300)
    assert found == [] and runs > 0


@pytest.mark.parametrize("name", ["inspect", "separate"])
def test_out_of_memory_before_main(bench, name):
    holds(bench, name, "alloc", start="load", points=60)
    holds(bench, name, "alloc", start="load", mode="from", points=60)


@pytest.mark.parametrize("name", names)
def test_files_that_fail(bench, name):
    command = next(c for c in faults.COMMANDS if c.name == name)
    for kind in faults.FILE_KINDS:
        for mode in ("once", "from"):
            found, _ = faults.problems(bench, command, kind, mode=mode, points=30)
            assert found == []


@pytest.mark.parametrize("name", names)
def test_killed(bench, name):
    holds(bench, name, "kill", points=40)


@pytest.mark.parametrize("name", names)
def test_a_clock_that_jumps(bench, name):
    holds(bench, name, "clock", points=20)
    holds(bench, name, "clock", mode="from", points=20)


@pytest.mark.parametrize("kind", faults.CHANGES)
@pytest.mark.parametrize("name", names)
def test_input_that_changes_while_it_is_read(bench, name, kind):
    holds(bench, name, kind, points=20)


@pytest.mark.parametrize("name", names)
def test_truncated_input(bench, name):
    holds(bench, name, "truncated", points=30)


@pytest.mark.long
@pytest.mark.parametrize("mode", ["once", "from"])
@pytest.mark.parametrize("name", names)
def test_every_allocation(bench, name, mode):
    holds(bench, name, "alloc", mode=mode)


@pytest.mark.long
@pytest.mark.parametrize("name", names)
def test_every_byte_and_every_kill(bench, name):
    holds(bench, name, "kill")
    holds(bench, name, "truncated")
