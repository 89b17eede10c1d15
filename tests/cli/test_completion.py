"""Shells complete what `halfspace VERB --help --json` lists: every verb, flag, choice, file and operand."""
import re
import subprocess

import pytest

import shells
from program import answer, refused, run

SHELLS = [shells.bash, shells.zsh, shells.fish]
NAMES = [shell.__name__ for shell in SHELLS]
FILE = "rows.csv"
VERBS = [verb["name"] for verb in answer("help")["verbs"]]


def described(verb):
    return answer("help", verb)


def expected(metavar):
    """What may be typed for a metavar, in a folder that holds one file."""
    parts = metavar.split("|")
    words = {part for part in parts if re.fullmatch("[a-z0-9-]+", part)}
    return words | ({FILE} if {"FILE", "MODEL", "DATA", "CERT"} & set(parts) else set()) | (set(VERBS) if "VERB" in parts else set())


def script(shell):
    return run("completion", shell).stdout


@pytest.fixture(name="folder")
def fixture_folder(tmp_path):
    """A folder with one file: what a shell offers where it offers files."""
    folder = tmp_path / "here"
    folder.mkdir()
    (folder / FILE).write_text("")
    return folder


@pytest.fixture(name="asked")
def fixture_asked(folder):
    """Compares a shell's answers with a table {words of the line: what it should offer}."""
    def compare(shell, table):
        found = shell(script(shell.__name__), [list(line) for line in table], folder)
        assert len(found) == len(table)
        wrong = {" ".join(line): (got, want) for (line, want), got in zip(table.items(), found) if got - {"home", "home/"} != want}
        assert not wrong
    return compare


@pytest.mark.parametrize("shell", SHELLS)
def test_verbs(shell, asked):
    asked(shell, {("halfspace", ""): set(VERBS), ("halfspace", "pre"): {"predict"}, ("halfspace", "-"): {"--help", "-h", "--version"}})


@pytest.mark.parametrize("shell", SHELLS)
def test_flags_of_every_verb(shell, asked):
    asked(shell, {("halfspace", verb, "--"): {flag["name"] for flag in described(verb)["flags"] if flag["name"].startswith("--")} for verb in VERBS})


@pytest.mark.parametrize("shell", SHELLS)
def test_short_flags(shell, asked):
    asked(shell, {("halfspace", verb, "-"): {flag["name"] for flag in described(verb)["flags"]} for verb in VERBS})


@pytest.mark.parametrize("shell", SHELLS)
def test_values_of_every_flag(shell, asked):
    asked(shell, {("halfspace", verb, flag["name"], ""): expected(flag["value"]) | set(flag["words"]) for verb in VERBS for flag in described(verb)["flags"] if flag["value"]})


@pytest.mark.parametrize("shell", SHELLS)
def test_values_behind_an_equals_sign(shell, asked):
    def offered(flag):
        whole = shell is not shells.zsh  # the others answer with the whole word
        return {(flag["name"] + "=" if whole else "") + value for value in expected(flag["value"]) | set(flag["words"])}
    asked(shell, {("halfspace", verb, flag["name"] + "="): offered(flag) for verb in VERBS for flag in described(verb)["flags"] if flag["value"] and flag["name"].startswith("--")})


def test_names_that_a_metavar_does_not_spell():
    """--metric completes to the metrics, --over to the flags it may vary."""
    words = {(verb, flag["name"]): flag["words"] for verb in ("cv", "search") for flag in described(verb)["flags"]}
    assert "accuracy" in words["cv", "--metric"] and "log-loss" in words["search", "--metric"]
    assert {"C", "gamma", "preset", "penalty"} <= set(words["search", "--over"])
    for name in words["search", "--over"]:
        assert "is not a learner flag" not in run("search", "nothing.csv", "--over", f"{name}=1,2").stderr


@pytest.mark.parametrize("shell", SHELLS)
def test_operands(shell, asked):
    """Counted past switches, flags with values (joined or not) and a lone --."""
    table = {}
    for verb in VERBS:
        operands = described(verb).get("operands", [])
        for k, operand in enumerate(operands):
            for before in ([], ["--quiet"], ["--seed", "1"], ["--seed=1"], ["--"]):
                table["halfspace", verb, *before, *["x"] * k, ""] = expected(operand["name"])
    assert len(table) > 20
    asked(shell, table)


@pytest.mark.parametrize("shell", SHELLS)
def test_no_files_where_none_fits(shell, asked):
    asked(shell, {("halfspace", *line, "rows"): set() for line in (["version"], ["train", "x"], ["train", "--label"], ["train", "--preset"])})


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_syntax(shell, tmp_path):
    (tmp_path / "script").write_text(script(shell))
    done = subprocess.run([shells.installed(shell), "-n", str(tmp_path / "script")], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@pytest.mark.parametrize("typed, meant", [
    ("trai\t--prese\tpoc\t", ["train", "--preset", "pocket"]),
    ("train --preset=poc\t", ["train", "--preset=pocket"]),
    ("train --mistake=\t", ["train", "--mistake=boundary-is-"]),
    ("train --test=wi\t", ["train", "--test=with space.csv"]),
    ("train wi\t", ["train", "with space.csv"]),
    ("train --start wi\t", ["train", "--start", "with space.csv"]),
    ("train --start=ran\t", ["train", "--start=random"]),
    ("train --seed 1 -o fold\twi\t", ["train", "--seed", "1", "-o", "folder/with space.csv"]),
    ("completion fi\t", ["completion", "fish"]),
])
def test_bash_at_a_terminal(typed, meant, tmp_path):
    """readline cuts words at = and quotes file names: only a terminal shows what arrives."""
    (tmp_path / "script").write_text(script("bash"))
    (tmp_path / "folder").mkdir()
    for file in ("with space.csv", "folder/with space.csv"):
        (tmp_path / file).write_text("")
    with shells.Terminal(["bash", "--norc", "--noprofile", "-i"], tmp_path) as terminal:
        terminal.say("bind 'set enable-bracketed-paste off'; . ./script; halfspace() { printf '<%s>' \"$@\"; echo .; }; echo rea''dy\n", until="ready\r\n")
        assert "".join(f"<{word}>" for word in meant) + "." in terminal.say(f"halfspace {typed}\n", until=">.\r\n")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_json(shell):
    facts = answer("completion", shell)
    assert (facts["schema"], facts["shell"], facts["script"]) == ("halfspace.completion/1", shell, script(shell))


def test_usage_errors():
    assert "did you mean bash" in refused(2, "completion", "bsh")
    assert "bash, zsh, fish" in refused(2, "completion", "powershell")
    assert "bash|zsh|fish is missing" in refused(2, "completion")
    assert "did you mean train" in refused(2, "help", "trian")
