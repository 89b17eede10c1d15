"""Asks real shells what they would complete: each function takes the script and lines of words, the last one unfinished."""
import os
import pty
import select
import shlex
import shutil
import signal
import subprocess
import time


def installed(shell):
    path = shutil.which(shell)
    assert path, f"{shell} is not installed; ./dev test installs it (tools/packages.txt)"
    return path


def clean(folder):
    """No settings of whoever runs the tests."""
    return {"PATH": os.environ["PATH"], "HOME": str(folder), "TERM": "dumb", "LC_ALL": "C.UTF-8", "PS1": "> "}


def output(shell, arguments, folder):
    done = subprocess.run([installed(shell), *arguments], cwd=folder, env=clean(folder), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def answers(text):
    """One set of candidates for each part that ends in a line '=='."""
    return [set(part.split("\n")) - {""} for part in text.split("==\n")[:-1]]


BASH = """
compopt() { [[ $* != '+o default' ]] || default=; }
ask() {
  COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) default=yes
  _halfspace
  ((${#COMPREPLY[@]})) || [[ ! $default ]] || mapfile -t COMPREPLY < <(compgen -f -- "${@: -1}")  # what readline does
  printf '%s\\n' "${COMPREPLY[@]}" ==
}
"""


def bash(script, lines, folder):
    calls = "\n".join("ask " + shlex.join(line) for line in lines)
    return answers(output("bash", ["--norc", "-c", script + BASH + calls], folder))


FISH = "for line in $lines\n    complete -C \"$line\" | string replace -r '\\t.*' ''\n    echo ==\nend\n"


def fish(script, lines, folder):
    quoted = " ".join("'" + " ".join(line).replace("'", "\\'") + "'" for line in lines)
    asking = folder.parent / "asking.fish"  # longer than an argument may be
    asking.write_text(f"{script}\nset lines {quoted}\n{FISH}")
    return answers(output("fish", ["--no-config", asking], folder))


# compadd is where every completion ends; -O, -A and -D mark calls that only compute. Control-X asks all lines.
ZSH = """
compadd() {
  local -a hits
  if [[ ${@[1,(i)(-|--)]} != *-(O|A|D)\\ * ]]; then
    builtin compadd -A hits "$@"
    print -rl -- $hits >> $answers
  fi
  builtin compadd "$@"
}
ask() {
  local line
  for line in ${(f)"$(<$questions)"}; do
    BUFFER=$line CURSOR=$#line
    zle list-choices
    print -- '==' >> $answers
  done
  BUFFER=
  print > $answers.done
}
zle -N ask
bindkey '^X' ask
LISTMAX=10000
"""


def zsh(script, lines, folder, load="autoload -Uz compinit && compinit -u -D && source ./script.zsh"):
    home = folder / "home"
    home.mkdir()
    (home / "script.zsh").write_text(script)
    (home / "questions").write_text("".join(" ".join(line) + "\n" for line in lines))
    (home / "answers").write_text("")
    (home / "setup").write_text(f"cd {home}\nanswers={home}/answers questions={home}/questions\n{load}\n{ZSH}\ncd {folder}\nprint rea''dy\n")
    with Terminal(["zsh", "-f", "-i"], home) as terminal:
        terminal.say(f". {home}/setup\n", until="ready")
        terminal.say("\x18", until=lambda: (home / "answers.done").exists())
    shutil.move(home / "answers", folder.parent / "answers")
    return answers((folder.parent / "answers").read_text())


class Terminal:
    """An interactive shell at a pseudo-terminal."""

    def __init__(self, command, folder):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execve(installed(command[0]), command, clean(folder))
        self.seen = ""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.kill(self.pid, signal.SIGKILL)
        os.close(self.fd)
        os.waitpid(self.pid, 0)

    def say(self, text, until, seconds=240):
        """Types the text, waits for `until` (a text to come or a condition), returns what came."""
        os.write(self.fd, text.encode())
        begun, self.seen = time.monotonic(), ""
        while not (until() if callable(until) else until in self.seen):
            assert time.monotonic() < begun + seconds, self.seen
            if select.select([self.fd], [], [], 0.05)[0]:
                self.seen += os.read(self.fd, 65536).decode(errors="replace")
        return self.seen
