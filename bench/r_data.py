#!/usr/bin/env python3
"""Every verb on each CSV below a folder (R's own data sets): no crash, no run over eight seconds, and a refusal says what to do.

Usage: r_data.py HALFSPACE FOLDER. `inspect` suggests a call of `train`; it and the calls made of its flags must run. A table without a suggestion
must say why. Exit code 1 names the calls that failed."""
import json
import pathlib
import shlex
import subprocess
import sys
import tempfile
import time

LONGEST = 8.0  # seconds
FINE = {0, 1, 4}  # done, "no" as an answer, no firm answer
WHY_NOT = ("no column has from 2 to 20 values", "none: ")


def calls_of(words, path, folder):
    """Calls after `halfspace train PATH FLAGS`: the verbs that take the same flags, then those of its model."""
    flags, model = words[3:], str(folder / "m.hs")
    quick = ["--algorithm", "logistic"]
    yield ["train", path, *flags, "-o", model]
    yield ["train", path, *flags, "--algorithm", "perceptron", "--passes", "5"]
    for verb in ("predict", "evaluate", "report"):
        yield [verb, model, path, *(["-o", str(folder / "report.html")] if verb == "report" else [])]
    yield ["explain", model, path, "--row", "0"]
    yield ["explain", model, path]
    for to in ("c", "python", "onnx", "sql"):
        yield ["convert", model, "--to", to, "-o", str(folder / f"m.{to}")]
    yield ["cv", path, *flags, *quick, "--folds", "2"]
    exact = list(flags)  # a proof is about the data alone: nothing is filled
    if "--missing" in exact:
        exact[exact.index("--missing") + 1] = "drop"
    yield ["separate", path, *exact]


def refused_well(text):
    """Does a message say what to do?"""
    return any(word in text for word in ("say --", "expected", "give ", "choose", "leave", "train ", "keep two", "fill", "write ", "use ", "name ", "make ", "cannot be written"))


def checked(halfspace, call, failures, path):
    begun = time.monotonic()
    try:
        done = subprocess.run([halfspace, *call], capture_output=True, text=True, check=False, timeout=60, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        failures.append((path, call, "over 60 s"))
        return None
    took = time.monotonic() - begun
    if took > LONGEST:
        failures.append((path, call, f"{took:.1f} s"))
    if done.returncode not in FINE | {2, 3}:
        failures.append((path, call, f"exit code {done.returncode}: {done.stderr[-300:]}"))
    elif done.returncode in (2, 3) and not refused_well(done.stderr):
        failures.append((path, call, f"no next step: {done.stderr[-300:]}"))
    return done


def main():
    halfspace, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    failures, tables, suggested, refusals = [], 0, 0, 0
    for path in sorted(folder.rglob("*.csv")):
        if path.name.startswith("._"):
            continue
        tables += 1
        done = checked(halfspace, ["inspect", str(path), "--json"], failures, path.name)
        if done is None or done.returncode != 0:
            refusals += 1
            continue
        suggestion = json.loads(done.stdout)["suggestion"]
        if suggestion is None:
            text = checked(halfspace, ["inspect", str(path)], failures, path.name).stdout
            if not any(why in text for why in WHY_NOT):
                failures.append((path.name, ["inspect"], "neither a suggestion nor a reason"))
            continue
        suggested += 1
        with tempfile.TemporaryDirectory() as out:
            for k, call in enumerate(calls_of(shlex.split(suggestion), str(path), pathlib.Path(out))):
                done = checked(halfspace, call, failures, path.name)
                if k == 0 and (done is None or done.returncode not in (0, 4)):
                    failures.append((path.name, call, "the suggested call fails: " + (done.stderr[-300:] if done else "")))
                    break
    print(f"r_data: {tables} tables, {suggested} with a suggestion that was run, {refusals} that inspect refuses, {len(failures)} failures")
    for path, call, what in failures:
        print(f"  {path}: {shlex.join(call)}: {what}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
