# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables in documents between marks, which scripts make from results."""

import json
import re
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]


def table(head, rows):
    return "\n".join("| " + " | ".join(line) + " |" for line in [head, ["---"] * len(head), *rows])


def replace(text, script, name, made):
    """The text with another table between the marks of this name."""
    pattern = rf"(<!-- {name}: made by {re.escape(script)} -->\n).*?(<!-- end of {name} -->)"
    replaced, count = re.subn(pattern, lambda found: f"{found[1]}{made}\n\n{found[2]}", text,
                              flags=re.DOTALL)
    assert count == 1, f"the document has {count} places for {name}"
    return replaced


def main(usage, script, kind, parts, document="README.md"):
    """Writes the parts, texts by the names of their marks, into a document; or, with --check, fails if it has different
    ones."""
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(usage)
    path = TOP / document
    text = made = path.read_text(encoding="utf-8")
    for name, part in parts.items():
        made = replace(made, script, name, part)
    if not sys.argv[1:]:
        path.write_text(made, encoding="utf-8")
    elif made != text:
        sys.exit(f"{document}: its tables of {kind} are not those of {Path(script).parent}/results; "
                 f"{script} makes them")


def measure_or_make(usage, script, kind, measure, part_of, document):
    """With a build folder as the only argument, calls measure(build). Otherwise does as `main` with the part that
    part_of makes of the newest file in the folder `kind` of the results; its mark has that name, too."""
    if len(sys.argv) == 2 and not sys.argv[1].startswith("-"):
        measure(Path(sys.argv[1]))
        return
    newest = max((TOP / "bench" / "results" / kind).glob("*.json"), key=lambda path: path.name)
    main(usage, script, kind, {kind: part_of(json.loads(newest.read_text(encoding="utf-8")))}, document)
