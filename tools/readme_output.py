#!/usr/bin/env python3
"""Runs the commands shown in README.md and docs/options.md and puts their real output there (--check: only compares).

A code block line `$ halfspace ...` is a command; the lines below it, up to the next `$` or the end of the block, are its output.
usage: readme_output.py HALFSPACE [--check]
"""
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def run(command, program, folder):
    env = dict(os.environ, PATH=f"{pathlib.Path(program).resolve().parent}:{os.environ['PATH']}", NO_COLOR="1")
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=env, capture_output=True, text=True, check=False)
    return (done.stdout + done.stderr).rstrip("\n")


def readme(program):
    out, inside, skipping = [], False, False
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "data").symlink_to(ROOT / "data")
        for line in (ROOT / "README.md").read_text().splitlines():
            if line.startswith("```"):
                inside, skipping = not inside, False
            if inside and line.startswith("$ "):
                out.append(line)
                out.append(run(line[2:], program, folder))
                skipping = True
                continue
            if not skipping:
                out.append(line)
    return "\n".join(out) + "\n"


def options(program):
    verbs = [line.split()[0] for line in run("halfspace --help", program, ROOT).split("Verbs\n")[1].split("\n\n")[0].splitlines()]
    out = ["# Options", "", "Written by `./dev docs` from the program's own help.", ""]
    for verb in verbs:
        out += [f"## halfspace {verb}", "", "```", run(f"halfspace {verb} --help", program, ROOT), "```", ""]
    return "\n".join(out)


def main():
    program, check = sys.argv[1], "--check" in sys.argv[2:]
    stale = []
    for name, text in (("README.md", readme(program)), ("docs/options.md", options(program))):
        path = ROOT / name
        if path.exists() and path.read_text() == text:
            continue
        stale.append(name)
        if not check:
            path.write_text(text)
    print("up to date" if not stale else ("stale: " if check else "written: ") + ", ".join(stale))
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
