"""Manual pages: groff formats them without a warning, and they tell what --help tells."""
import re
import subprocess

import pytest

import shells
from program import ROOT, answer, run

VERBS = [verb["name"] for verb in answer("help")["verbs"]]


def page(*verb):
    done = run("help", "--man", *verb)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def formatted(text):
    """The page as a reader sees it, on one line; groff has nothing to warn of."""
    done = subprocess.run([shells.installed("groff"), "-man", "-ww", "-Tascii", "-P-c", "-P-b", "-P-u", "-rLL=200n", "-rHY=0"], input=text, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return " ".join(done.stdout.split())


@pytest.mark.parametrize("verb", [[], *([verb] for verb in VERBS)], ids=lambda verb: "-".join(["halfspace", *verb]))
def test_no_warnings_and_all_sections(verb):
    text = page(*verb)
    assert text.isascii()
    formatted(text)
    assert re.findall(r"^\.SH (.*)", text, re.MULTILINE) == ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "EXIT STATUS", "SEE ALSO"]


@pytest.mark.parametrize("verb", VERBS)
def test_everything_of_help_is_in_the_page(verb):
    text, facts = formatted(page(verb)), answer("help", verb)
    reported = [f"halfspace-{verb} - {facts['summary']}"]
    reported += [f"{operand['name']} {operand['help']}" for operand in facts.get("operands", [])]
    reported += [" ".join([flag["name"], *([flag["value"]] if flag["value"] else []), flag["help"]]) for flag in facts["flags"]]
    reported += run(verb, "--help").stdout.split("Examples\n")[1].split("\n\nUsage")[0].splitlines()
    assert [part for part in reported if " ".join(part.split()) not in text] == []
    groups = [line.removeprefix("Flags: ") for line in run(verb, "--help").stdout.splitlines() if line.startswith("Flags: ")]
    assert re.findall(r"^\.SS (.*)", page(verb), re.MULTILINE) == groups


def test_the_first_page_names_the_others():
    text = formatted(page())
    for verb in answer("help")["verbs"]:
        assert f"halfspace-{verb['name']}(1) {verb['summary']}" in text


def test_exit_statuses_are_those_of_the_readme():
    listed = " ".join((ROOT / "README.md").read_text().split()).split("exit codes for scripts (")[1].split(")")[0]
    codes = re.findall(r"(?:^|, )(\d+) ", listed)
    assert re.findall(r"^\\fB(\d+)\\fR$", page("train"), re.MULTILINE) == codes


def test_json():
    facts = answer("help", "--man", "train")
    assert (facts["schema"], facts["verb"], facts["page"]) == ("halfspace.help/1", "train", page("train"))
    assert answer("help", "--man")["page"] == page()
