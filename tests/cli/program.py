"""Runs the program under test."""
import json
import os
import pathlib
import resource
import subprocess
import tempfile

HALFSPACE = os.environ["HALFSPACE"]
SANITIZED = "HALFSPACE_SANITIZED" in os.environ
ROOT = pathlib.Path(__file__).resolve().parents[2]
IRIS = str(ROOT / "data/iris.csv")
IRIS_CERTIFICATE = str(ROOT / "tests/certify/kept/iris.cert")
PAIR = ["--classes", "setosa,versicolor"]     # separable
OVERLAP = ["--classes", "versicolor,virginica"]  # not separable


def run(*args, **more):
    """The finished process; its output as text."""
    more.setdefault("timeout", 300)
    if "input" in more and isinstance(more["input"], bytes):
        done = subprocess.run([HALFSPACE, *map(str, args)], capture_output=True, check=False, **more)
        done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()
        return done
    more.setdefault("stdin", subprocess.DEVNULL)
    if "input" in more:
        del more["stdin"]
    return subprocess.run([HALFSPACE, *map(str, args)], capture_output=True, text=True, errors="replace", check=False, **more)


def answer(*args, **more):
    """The JSON answer of a call that must succeed."""
    done = run(*args, "--json", **more)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def refused(code, *args, **more):
    """The message of a call that must fail with `code` and an empty standard output."""
    done = run(*args, **more)
    assert done.returncode == code, (done.returncode, done.stdout, done.stderr)
    assert done.stdout == ""
    assert done.stderr.startswith("halfspace: "), done.stderr
    return done.stderr


class Measured:
    """A finished process with its peak memory in MiB. `address_space` (MiB) keeps a failing test from filling the machine.

    Sanitizers reserve terabytes and keep freed memory: under them nothing is limited and `mib` is 0."""

    def __init__(self, *args, address_space=4096):
        def limit():
            if not SANITIZED:
                resource.setrlimit(resource.RLIMIT_AS, (address_space << 20, address_space << 20))
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            process = subprocess.Popen([HALFSPACE, *map(str, args)], stdin=subprocess.DEVNULL, stdout=out, stderr=err, preexec_fn=limit)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            err.seek(0)
            self.stdout, self.stderr = out.read(), err.read()
        self.code = process.returncode
        self.mib = 0 if SANITIZED else usage.ru_maxrss // 1024


def write(path, content):
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def tool(*words):
    """What another program says."""
    done = subprocess.run([str(w) for w in words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, (words, done.stdout, done.stderr)
    return done.stdout
