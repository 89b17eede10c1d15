#!/usr/bin/env python3
"""Checks that dependencies point one way (docs/architecture.md) and that files stay short. Usage: check_layers.py [ROOT]"""
import re
import statistics
import sys
from pathlib import Path

# folder of src/, or those of its files that begin so (certify/certificate_) -> the folders it may include besides itself, halfspace/result.hpp and halfspace/options.hpp
LAYERS = {
    "base": "",
    "codec": "base",
    "simd": "base",
    "data": "base simd",
    "format": "base simd data codec",
    "feature": "base simd data",
    "linalg": "base simd",
    "kernel": "base simd data",
    "exact": "base",
    "loss": "base",
    "penalty": "base",
    "solver": "base simd data linalg kernel loss penalty",
    "certify": "base simd data exact",
    "certify/find": "base simd data exact solver certify",
    "model": "base simd data codec feature kernel",
    "export": "base simd data codec feature kernel model",
    "separate": "base simd data format feature exact certify certify/certificate_ certify/find model",
    "separate/shards": "base codec data format certify certify/certificate_ certify/find certify/verify model exact separate shard driver",  # rows in partitions
    "train": "base simd data linalg format codec feature kernel exact loss penalty solver certify certify/certificate_ certify/find separate model",
    "shard": "base simd data loss solver",
    "driver": "base data feature format loss model linalg penalty select shard solver train",
    "select": "base data feature kernel loss model solver train",
    "classroom": "base codec data exact format feature kernel loss certify certify/find separate model solver train select",
    "compat": "base data format export feature kernel model solver train select",
    "report": "separate/shards base classroom compat select data exact feature kernel loss penalty certify certify/certificate_ certify/find certify/verify separate model solver train plot plot/model_",
    "html": "base data feature kernel model solver select separate certify/find train plot plot/model_ report",
    "verbs": "base codec data format feature kernel model export select certify certify/certificate_ certify/find separate train report html",
    "api": "separate/shards shard driver verbs classroom html base compat data export select exact certify certify/certificate_ certify/find certify/verify separate format codec feature loss penalty model solver train report",
    "plot": "base",
    "plot/model_": "base data feature kernel model plot",  # files of src/plot that begin so (or are model.*)
    # the verifier of certificates stands on exact numbers and its own reader alone
    "certify/certificate_": "base exact",
    "certify/verify": "base codec exact certify/certificate_",
    "plot/verdict_": "base data exact certify certify/find plot",
}
FRONTS = {"cli"}  # may include anything
BINDINGS = {"python"}  # see the library as its users do: include/ alone
PUBLIC_HEADERS_FOR = {"api"} | FRONTS | BINDINGS  # halfspace/*.hpp other than these two

# what the text of a file may not hold, the folders where it may, and what to do instead
MACHINE_ROOMS = {"base", "simd"}
BANNED_HEADERS = [
    (r"\w*intrin\.h|arm_\w+\.h|hwy/.*", {"simd"}, "vector instructions live in src/simd"),
    (r"thread|future|pthread\.h", MACHINE_ROOMS, "threads live in src/base"),
    (r"random", MACHINE_ROOMS, "random numbers come from base/rng.hpp"),
    (r"chrono|ctime|time\.h", MACHINE_ROOMS, "the clock lives in src/base"),
    (r"csignal|signal\.h|sys/time\.h", FRONTS, "signals and timers are the program's: a library leaves them alone"),
    (r"iostream|print", FRONTS, "the core does not print"),
]
BANNED_CALLS = [
    (r"s?rand\s*\(", MACHINE_ROOMS, "random numbers come from base/rng.hpp"),
    (r"[fvd]?f?printf\s*\(|f?puts\s*\(|putchar\s*\(", FRONTS, "the core does not print"),
    (r"std::(cout|cerr|clog)\b|fmt::print(ln)?\b", FRONTS, "the core does not print"),
    (r"(set|get)itimer\s*\(|sigaction\s*\(|timer_create\s*\(|alarm\s*\(", FRONTS, "signals and timers are the program's: a library leaves them alone"),
    (r"(?<!\[\[gnu::tls_model\(\)\]\] )thread_local\b", set(), "a thread's first use of one ends the process where there is no memory: base/scratch.hpp"),
    (r"(_|quick_|_E)?exit\s*\(|abort\s*\(|std::terminate\b", FRONTS, "the core does not end the process"),
]
LONGEST_MEDIAN = 150  # lines

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)[>"]', re.MULTILINE)
NAMESPACE_OR_TYPE = re.compile(
    r"^(?:(?P<opens>(?:inline )?namespace(?: (?P<name>[\w:]+))? \{$)|(?P<closes>\}  // namespace)|"
    r"using (?P<alias>\w+) =|"
    r"(?:struct|class|enum class) (?:[A-Z_]+_API )?(?P<type>\w+)(?: final)?(?: :[^;{]*)? \{)", re.MULTILINE)
COMMENT_OR_TEXT = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"([^(\s]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9A-Fa-f])\'(?:\\.|[^\'\\\n])+\'', re.DOTALL)


def without_comments_and_texts(code):
    """The code alone; line numbers stay."""
    return COMMENT_OR_TEXT.sub(lambda m: "\n" * m.group().count("\n"), code)


def layer_of(path):
    """src/base/rng.cpp -> base, src/plot/model_plot.cpp -> plot/model_, src/certify/verify/verify.cpp -> certify/verify_, cli/main.cpp -> cli, include/halfspace/x.hpp -> include"""
    narrow = f"{path.parent.name}/{path.stem.split('_')[0]}_"
    if path.parts[0] == "src" and narrow in LAYERS:
        return narrow
    room = "/".join(path.parts[1:3])
    if path.parts[0] == "src" and room in LAYERS:
        return room
    return path.parts[1] if path.parts[0] == "src" and len(path.parts) > 2 else path.parts[0]


def include_problem(layer, bracket, header, known):
    """Why `layer` may not include `header`; None when it may."""
    target, slash, _ = header.partition("/")
    if target == "halfspace":
        allowed = header in {"halfspace/result.hpp", "halfspace/options.hpp", "halfspace/version.h"} or layer in PUBLIC_HEADERS_FOR | {"include"}
        return None if allowed else f"{layer} may include only halfspace/result.hpp and options.hpp of the public headers"
    if layer == "include":
        standard = bracket == "<" and re.fullmatch(r"[a-z_0-9]+|std\w+\.h", header)
        return None if standard else "public headers include only the standard library and halfspace/"
    if layer in BINDINGS and target in known:
        return f"{layer} may include halfspace/ and its own files, not src/{target}"
    if target not in known:
        outside = bracket == "<" or not slash or layer in FRONTS
        return None if outside else f"there is no src/{target}"
    target = layer_of(Path("src") / header)
    if layer in FRONTS or target == layer or target in LAYERS.get(layer, "").split():
        return None
    return f"{layer} may include {LAYERS.get(layer) or 'nothing'}, not {target}"


def problems_of(path, code, known):
    """Lines 'path:line: problem' for one file, path relative to the root."""
    layer = layer_of(path)
    found = []

    def report(offset, text, problem):
        found.append(f"{path}:{text.count(chr(10), 0, offset) + 1}: {problem}")

    if path.parts[0] == "src" and layer not in LAYERS:
        report(0, code, f"folder {layer} is not in the table of tests/layers/check_layers.py")
    for match in INCLUDE.finditer(code):
        bracket, header = match.groups()
        problem = include_problem(layer, bracket, header, known)
        if problem:
            report(match.start(2), code, f"includes {header}: {problem}")
        for pattern, rooms, advice in BANNED_HEADERS:
            if layer not in rooms and re.fullmatch(pattern, header):
                report(match.start(2), code, f"includes {header}: {advice}")
    plain = without_comments_and_texts(code)
    for pattern, rooms, advice in BANNED_CALLS:
        for match in re.finditer(r"(?<![\w.>:])(std::|::)?(" + pattern + ")", plain):
            if layer not in rooms:
                report(match.start(), plain, f"'{match.group().rstrip(' (')}': {advice}")
    return found


def types_of(code):
    """(name with namespaces, offset) of each type defined in a namespace with a name: at most one file may define it."""
    open_namespaces = []
    for match in NAMESPACE_OR_TYPE.finditer(code):
        if match["opens"]:
            open_namespaces.append(match["name"])
        elif match["closes"]:
            del open_namespaces[-1:]
        elif open_namespaces and None not in open_namespaces:
            yield "::".join([*open_namespaces, match["type"] or match["alias"]]), match.start()


def check(root):
    """Returns (problems, number of lines by file)."""
    root = Path(root)
    files = sorted(p for folder in ("src", "include", "cli", "python") for p in (root / folder).rglob("*") if p.suffix in {".hpp", ".cpp", ".h", ".c"})
    known = set(LAYERS) | {p.name for p in (root / "src").glob("*") if p.is_dir()}
    problems, lines, types = [], {}, {}
    for file in files:
        path = file.relative_to(root)
        code = file.read_text(encoding="utf-8")
        lines[str(path)] = code.count("\n")
        problems += problems_of(path, code, known)
        header = file.with_suffix(".hpp")
        first = INCLUDE.search(code)
        if file.suffix == ".cpp" and header.exists() and not (first and f"/{header.relative_to(root)}".endswith("/" + first[2])):
            problems.append(f"{path}:1: its first include is not {header.name}: only so is the header compiled alone")
        for name, offset in types_of(code):
            other = types.setdefault(name, path)
            if other != path:
                problems.append(f"{path}:{code.count(chr(10), 0, offset) + 1}: {name} is defined in {other} too: the linker would mix them up")
    if lines and statistics.median(lines.values()) > LONGEST_MEDIAN:
        problems.append(f"the median file has {statistics.median(lines.values()):.0f} lines, more than {LONGEST_MEDIAN}: split the long ones")
    return problems, lines


def main():
    problems, lines = check(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parents[2])
    if not lines:
        problems.append("no source files found")
    for problem in problems:
        print(problem)
    if lines:
        longest = max(lines, key=lines.get)
        print(f"layers: {len(lines)} files, median {statistics.median(lines.values()):.0f} lines, longest {lines[longest]} ({longest})")
    print("layers: FAIL" if problems else "layers: PASS")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
