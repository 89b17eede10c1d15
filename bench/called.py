"""Calls of halfspace for scripts that hold its numbers beside others: JSON, or the end of the script."""
import json
import subprocess
import sys


def ran(halfspace, *words):
    done = subprocess.run([halfspace, *map(str, words)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, words))}: exit code {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


def end(name, differ):
    """Names what differs, and ends the script where something does."""
    if differ:
        print("\n".join(differ[:50]), file=sys.stderr)
        raise SystemExit(f"{name}: {len(differ)} differ")
