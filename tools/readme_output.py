#!/usr/bin/env python3
"""Puts what the program prints into README.md, docs/options.md and docs/man (--check: only compares).

A code block line `$ halfspace ...` is a command; the lines below it, up to the next `$` or the end of the block, are its output.
usage: readme_output.py HALFSPACE [--check]
"""
import json
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


def verbs_of(program):
    return [verb["name"] for verb in json.loads(run("halfspace help --json", program, ROOT))["verbs"]]


def options(program):
    out = ["# Options", "", "Written by `./dev docs` from the program's own help.", ""]
    for verb in verbs_of(program):
        out += [f"## halfspace {verb}", "", "```", run(f"halfspace {verb} --help", program, ROOT), "```", ""]
    return "\n".join(out)


def manual(program):
    """Each page by its file name."""
    pages = {"docs/man/halfspace.1": "halfspace help --man"}
    pages |= {f"docs/man/halfspace-{verb}.1": f"halfspace help --man {verb}" for verb in verbs_of(program)}
    return {name: run(command, program, ROOT) + "\n" for name, command in pages.items()}


def main():
    program, check = sys.argv[1], "--check" in sys.argv[2:]
    pages = manual(program)
    stale = []
    for path in sorted((ROOT / "docs/man").glob("*.1")):
        if str(path.relative_to(ROOT)) not in pages:
            stale.append(f"{path.name} (of no verb)")
            if not check:
                path.unlink()
    for name, text in {"README.md": readme(program), "docs/options.md": options(program), **pages}.items():
        path = ROOT / name
        if path.exists() and path.read_text() == text:
            continue
        stale.append(name)
        if not check:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
    print("up to date" if not stale else ("stale: " if check else "written: ") + ", ".join(stale))
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
