#!/usr/bin/env python3
"""Runs the commands shown in the documents and puts their real output there (--check: only compares).

The documents are README.md, docs/tour.md, docs/claims.md, docs/classroom.md and examples/*.md; docs/options.md and docs/man are written from the program's help. A code block
line `$ COMMAND` is a command (a line that ends in \\ goes on in the next); the lines below it, up to the next `$` or the end of the
block, are its output. Blocks without such a line stay as they are. The commands of a page run in the page's own empty folder, in
which `data` is the folder of the bundled data. A picture the page shows, ![...](pictures/NAME.svg), is the NAME.svg its commands wrote.
usage: readme_output.py HALFSPACE [--check]
"""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PICTURE = re.compile(r"!\[[^]]*\]\((pictures/[\w.-]+\.svg)\)")  # README shows those of other pages
PROGRESS = re.compile(r"halfspace: (\[[#.]{24}\] |reading .* MiB$|[\d,]+ pass(es)?, [\d,]+ updates?|[\d,]+ rounds?(, |$)|point \d+)")  # of a slow machine


def pages():
    return [ROOT / "README.md", ROOT / "docs/claims.md", ROOT / "docs/tour.md", ROOT / "docs/classroom.md", *sorted((ROOT / "examples").glob("*.md"))]


def run(command, program, folder):
    env = dict(os.environ, PATH=f"{pathlib.Path(program).resolve().parent}:{os.environ['PATH']}", NO_COLOR="1", LC_ALL="C")
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          stdin=subprocess.DEVNULL, text=True, encoding="utf-8", check=False)
    return [line for line in done.stdout.rstrip("\n").splitlines() if not PROGRESS.match(line)]


def with_output(page, program):
    """The page's text and its pictures, by path."""
    out, inside, skipping = [], False, False
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "data").symlink_to(ROOT / "data")
        lines = iter(page.read_text(encoding="utf-8").splitlines())
        for line in lines:
            if line.startswith("```"):
                inside, skipping = not inside, False
            if inside and line.startswith("$ "):
                command = [line[2:]]
                while command[-1].endswith("\\"):
                    command.append(next(lines))
                out += ["$ " + command[0], *command[1:], *run("\n".join(command), program, folder)]
                skipping = True
            elif not skipping:
                out.append(line)
        texts = {page: "\n".join(out) + "\n"}
        for picture in PICTURE.findall(texts[page]):
            drawn = pathlib.Path(folder) / pathlib.Path(picture).name
            if not drawn.exists():
                sys.exit(f"{page}: no command wrote {drawn.name}, which it shows")
            texts[page.parent / picture] = drawn.read_text(encoding="utf-8")
        return texts


def shown(arguments, program):
    return "\n".join(run(f"halfspace {arguments}", program, ROOT))


def verbs_of(program):
    return [verb["name"] for verb in json.loads(shown("help --json", program))["verbs"]]


def option_rows(helps):
    """(flag with its value, help) -> [group, verbs that take it so]: what several verbs share is one row."""
    rows = {}
    for verb, answer in helps.items():
        for flag in answer["flags"]:
            name = " ".join(filter(None, [flag["name"], flag["value"]]))
            rows.setdefault((name, flag["help"]), [flag["group"], []])[1].append(verb)
    return rows


def options(program):
    """docs/options.md: the verbs, then each flag once with the verbs that take it."""
    helps = {verb: json.loads(shown(f"{verb} --help --json", program)) for verb in verbs_of(program)}
    out = ["# Options", "", "Written by `./dev docs` from the program's own help. First the verbs, then each flag once.", ""]
    for verb, answer in helps.items():
        text = shown(f"{verb} --help", program).split("\nFlags", 1)[0].strip()
        groups = list(dict.fromkeys(flag["group"] for flag in answer["flags"]))
        out += [f"## halfspace {verb}", "", "```", text, "```", "", "Flags of the groups " + ", ".join(groups) + ".", ""]
    rows = option_rows(helps)
    everywhere = len(helps)
    for group in dict.fromkeys(group for group, _ in rows.values()):
        out += [f"## Flags: {group}", "", "| flag | what it does | verbs |", "| --- | --- | --- |"]
        for (name, text), (of_group, verbs) in rows.items():
            if of_group == group:
                cells = [f"`{name}`", text, "all" if len(verbs) == everywhere else ", ".join(verbs)]
                out.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
        out.append("")
    return "\n".join(out)


def manual(program):
    """Each manual page by its path."""
    words = {"halfspace": "", **{f"halfspace-{verb}": " " + verb for verb in verbs_of(program)}}
    return {ROOT / f"docs/man/{name}.1": shown("help --man" + verb, program) + "\n" for name, verb in words.items()}


def merged(parts):
    """One dict of all; two pages may not make the same picture."""
    texts = {}
    for part in parts:
        for path, text in part.items():
            if path in texts:
                sys.exit(f"{path.relative_to(ROOT)} is made twice")
            texts[path] = text
    return texts


def without_source(texts):
    """Manual pages of no verb, pictures of no page."""
    kept = [*(ROOT / "docs/man").glob("*.1"), *ROOT.glob("*/pictures/*.svg")]
    return sorted(path for path in kept if path not in texts)


def main():
    program, check = sys.argv[1], "--check" in sys.argv[2:]
    with concurrent.futures.ThreadPoolExecutor() as pool:
        texts = merged(pool.map(lambda page: with_output(page, program), pages()))
    texts |= {ROOT / "docs/options.md": options(program), **manual(program)}
    stale = []
    for path in without_source(texts):
        stale.append(f"{path.relative_to(ROOT)} (made by nothing)")
        if not check:
            path.unlink()
    for path, text in texts.items():
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(str(path.relative_to(ROOT)))
        if not check:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
    print("up to date" if not stale else ("stale: " if check else "written: ") + ", ".join(stale))
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
