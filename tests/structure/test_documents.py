# SPDX-License-Identifier: GPL-3.0-or-later
"""All files that the documents name exist: those in their texts, and those that their links lead to."""

import os
import re
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
FOLDERS = ("bench", "command", "core", "devices", "docs", "hologram", "manual", "plugin", "python", "resize",
           "settings", "ui", "po", "tests", "screenshots")

# A name or a path of a source, a script or a document. "NAME" stands for a name that the reader chooses.
FILE = re.compile(r"(?<![\w*.:/-])(?!\S*NAME)[\w./-]*\w\.(?:c|h|cu|cuh|py|sh|md|txt|json|html|build)(?![\w*])")
LINK = re.compile(r"\]\(([^)#\s]+)")


def list_files():
    """Returns the paths of all files of the project, relative to its top folder."""
    paths = [path for path in TOP.iterdir() if path.is_file()]
    for folder in FOLDERS:
        paths += [path for path in (TOP / folder).rglob("*") if path.is_file()]
    return {str(path.relative_to(TOP)) for path in paths}


def find_missing(document, text, files):
    """Returns the names in `text` for which there is no file in `files`. `document` is the path of the document. Paths
    in the text are relative to the top folder or to the document's folder; a name without a folder may be that of
    any file."""
    names = {os.path.basename(path) for path in files}

    def exists(written):
        path = os.path.normpath(os.path.join(os.path.dirname(document), written))
        return written in files or path in files or ("/" not in written and written in names)

    links = {link for link in LINK.findall(text) if "://" not in link}
    return sorted(name for name in links | set(FILE.findall(text)) if not exists(name))


def test_documents_name_files_that_exist():
    files = list_files()
    documents = [path for path in sorted(files) if path.endswith(".md")]
    assert {"README.md", "CONTRIBUTING.md", "core/cuda/README.md"} <= set(documents)
    missing = {document: find_missing(document, (TOP / document).read_text(encoding="utf-8"), files)
               for document in documents}
    assert {document: names for document, names in missing.items() if names} == {}


def test_a_missing_file_is_found():
    text = """`rule.h`, rule.c and core/rule/rule.h (but not core/rule.h); [notes](NOTES.md), [more](more/NOTES.md),
        [an image](seen.png), [a page](https://example.org/page.html); core/NAME.h, `rule_*.h`, errdiff.so
        gone.sh     at the beginning of a line in a list"""
    files = {"core/rule/rule.h", "core/NOTES.md"}
    assert find_missing("core/README.md", text, files) == \
        ["core/rule.h", "gone.sh", "more/NOTES.md", "rule.c", "seen.png"]


def test_the_table_of_engines_has_each_engine_of_the_list():
    rows = re.findall(r"^    [CG]PU\((\w+)", (TOP / "core/engines/engine_list.h").read_text(encoding="utf-8"), re.M)
    section = (TOP / "docs" / "engines.md").read_text(encoding="utf-8").partition("\n## ")[0]
    assert len(rows) > 2
    assert sorted(re.findall(r"^\| `([\w-]+)` \|", section, re.M)) == \
        sorted(["auto", *(row.replace("_", "-") for row in rows)])
