"""A program with pipes for streams: bytes are sent in pieces, lines are waited for."""
import os
import random
import select
import subprocess
import tempfile
import time

from program import HALFSPACE


class Dialogue:
    """A process that is spoken to; every wait ends after `patience` seconds."""

    def __init__(self, *args, patience=60, **more):
        more.setdefault("stdin", subprocess.PIPE)
        self.err = tempfile.TemporaryFile()
        self.process = subprocess.Popen([HALFSPACE, *map(str, args)], stdout=subprocess.PIPE, stderr=self.err, bufsize=0, **more)
        self.patience, self.heard = patience, b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        for stream in (self.process.stdin, self.process.stdout, self.err):
            if stream:
                stream.close()
        self.process.wait()

    def say(self, data):
        data = data if isinstance(data, bytes) else data.encode()
        while data:
            data = data[os.write(self.process.stdin.fileno(), data):]

    def hear(self, lines=1):
        """The next lines, as text; fewer where the output ends."""
        end, out = time.monotonic() + self.patience, []
        while len(out) < lines:
            line, found, rest = self.heard.partition(b"\n")
            if found:
                self.heard = rest
                out.append(line.decode())
                continue
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))
            assert ready, ("no answer", out, self.heard)
            more = os.read(self.process.stdout.fileno(), 1 << 16)
            if not more:
                return out
            self.heard += more
        return out

    def end(self):
        """Exit code, what is left of the output, and what was said beside it."""
        if self.process.stdin:
            self.process.stdin.close()
        out = self.heard
        for more in iter(lambda: os.read(self.process.stdout.fileno(), 1 << 16), b""):
            out += more
        code = self.process.wait(self.patience)
        self.err.seek(0)
        return code, out, self.err.read().decode()


def pieces(data, seed, most=40):
    """The bytes, cut anywhere."""
    rng = random.Random(seed)
    cuts = sorted(rng.randrange(len(data) + 1) for _ in range(rng.randrange(most)))
    return [data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)])]


def fed(args, parts, pause=0.002):
    """Exit code, output and error text of a call whose standard input comes in these parts, with pauses between them."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        with subprocess.Popen([HALFSPACE, *map(str, args)], stdin=subprocess.PIPE, stdout=out, stderr=err, bufsize=0) as process:
            try:
                for part in parts:
                    while part:
                        part = part[os.write(process.stdin.fileno(), part):]
                    time.sleep(pause)
            except BrokenPipeError:
                pass  # it has read enough
            process.stdin.close()
            code = process.wait(120)
        out.seek(0)
        err.seek(0)
        return code, out.read(), err.read().decode()
