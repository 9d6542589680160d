#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a manual page from a template, the tables of the commands, and the folders of the libraries' headers.

A line of the template that begins with @ and the name of a method of Page is replaced by what that method returns for
the rest of the line. In other lines @date, @version and @module_dir are replaced.
"""

import json
import os
import re
import sys
import textwrap
import time
from pathlib import Path

TEXT_WIDTH = 66  # of lines in the source of the page, where other characters than ASCII may need nine columns
CODE_WIDTH = 67  # fits into a terminal with 80 columns, beside the margins

# What a user replaces by names of files; the help writes it in capitals.
PLACE = r"\b(?:IN2?|OUT|FOLDER)\b"
API = re.compile(r"^ERRDIFF_API (.*?;)", re.MULTILINE | re.DOTALL)


def escape_code(text):
    """Escapes what is typed: each hyphen must remain one when it is copied from the page."""
    return text.replace("\\", r"\e").replace("-", r"\-")


def escape_prose(text):
    """Escapes running text, in which a hyphen between two letters may be set as a typographic one."""
    return re.sub(r"(?<![^\W\d])-|-(?![^\W\d])", r"\-", text.replace("\\", r"\e"))


def protect_line(line):
    """Returns a line that is not taken for a request."""
    return rf"\&{line}" if line.startswith((".", "'")) else line


def fill(text):
    lines = textwrap.wrap(text, TEXT_WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join(map(protect_line, lines))


def wrap_prototype(text):
    """Returns a prototype in lines that end after a parameter."""
    glue = "\N{NO-BREAK SPACE}"
    text = " ".join(text.split()).replace(" ", glue).replace("," + glue, ", ")
    lines = textwrap.wrap(text, CODE_WIDTH, subsequent_indent=4 * glue, break_long_words=False)
    return [line.replace(glue, " ") for line in lines]


def code_block(lines):
    return "\n".join([".PP", ".RS 4", ".EX", *(protect_line(escape_code(line)) for line in lines), ".EE", ".RE"])


def split_paragraphs(text):
    return [" ".join(paragraph.split()) for paragraph in text.strip().split("\n\n")]


def end_sentence(text):
    return text if text.endswith((".", "…")) else text + "."


def mark_value_name(name):
    """Underlines what a user replaces. A name without capital letters consists of the values themselves."""
    return rf"\fI{escape_code(name)}\fR" if re.search("[A-Z]", name) else "|".join(
        rf"\fB{escape_code(value)}\fR" for value in name.split("|"))


class Page:
    def __init__(self, tables, headers):
        self.tables = tables
        self.headers = headers
        kinds = ("kernels", "palettes", "presets", "devices", "engines")
        names = {name for kind in kinds for name in tables[kind] if "-" in name}
        code = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
        self.marked = re.compile(rf"`(?P<bold>[^`]+)`|(?P<option>(?<![\w-])--[a-z][a-z-]*)|(?P<place>{PLACE})"
                                 rf"|(?P<name>\b(?:{code})\b)")

    def mark_up(self, text):
        """Returns a text of the help with its commands and options in bold, and what a user replaces underlined."""
        parts, end = [], 0
        for found in self.marked.finditer(text):
            bold, place = found["bold"] or found["option"], found["place"]
            parts += [escape_prose(text[end:found.start()]),
                      rf"\fB{escape_code(bold)}\fR" if bold else rf"\fI{place}\fR" if place else
                      escape_code(found[0])]
            end = found.end()
        return "".join(parts) + escape_prose(text[end:])

    def paragraphs(self, paragraphs):
        return "\n".join(f".PP\n{fill(self.mark_up(paragraph))}" for paragraph in paragraphs)

    # ---- What templates ask for ----------------------------------------------------------------------------------

    def synopsis(self, command):
        usage = self.tables["commands"][command]["start"].partition("\n\n")[0].removeprefix("Usage:")
        lines = [re.sub(r"(?P<place>[A-Z][A-Z0-9]+)|[a-z0-9-]+", lambda found: rf"\fI{found[0]}\fR" if found["place"]
                        else rf"\fB{escape_code(found[0])}\fR", line.strip()) for line in usage.splitlines()]
        return "\n.br\n".join(lines)

    def description(self, command):
        return self.paragraphs(split_paragraphs(self.tables["commands"][command]["start"])[1:])

    def notes(self, command):
        return self.paragraphs(split_paragraphs(self.tables["commands"][command]["end"])[:-1])

    def exit_status(self, command):
        title, _, text = split_paragraphs(self.tables["commands"][command]["end"])[-1].partition(": ")
        return f".SH {title.upper()}\n{fill(self.mark_up(text))}"

    def options(self, command):
        return "\n".join(map(self.option, self.tables["commands"][command]["options"]))

    def option(self, option):
        value = f" {mark_value_name(option['value_name'])}" if option["value_name"] else ""
        sentences = [option["explanation"]]
        choices = option["choices"]
        explained = {name: text for name, text in choices.items() if text}
        if not explained and (choices or option["values"]):
            sentences.append(f"Values: {', '.join(choices) or option['values']}")
        if option["default"]:
            sentences.append(f"Default: {option['default']}")
        if option["is_required"]:
            exception = f", except {option['not_required']}" if option["not_required"] else ""
            sentences.append(f"It must be given{exception}")
        text = fill(" ".join(end_sentence(self.mark_up(sentence)) for sentence in sentences))
        letter = rf"\fB\-{option['letter']}\fR, " if option["letter"] else ""
        return f".TP\n{letter}\\fB{escape_code(option['name'])}\\fR{value}\n{text}{self.values(explained)}"

    def values(self, explained):
        """Returns a list of values, in the text of an option."""
        rows = "".join(f".TP\n\\fB{escape_code(name)}\\fR\n{fill(self.mark_up(text))}\n"
                       for name, text in explained.items())
        return f"\n.RS\n{rows}.RE" if rows else ""

    def names(self, kind):
        titles = self.tables[kind]
        width = max(map(len, titles)) + 2
        rows = "\n".join(f".TP {width}\n\\fB{escape_code(name)}\\fR\n{fill(self.mark_up(title))}"
                         for name, title in titles.items())
        return f".PP\n.PD 0\n{rows}\n.PD"

    def prototypes(self, name):
        """Returns the functions of a header."""
        text = self.headers[name].read_text(encoding="utf-8")
        return code_block([line for prototype in API.findall(text) for line in wrap_prototype(prototype)])

    def file(self, name):
        return code_block((Path(__file__).parent / name).read_text(encoding="utf-8").splitlines())


def main():
    template, tables, *folders = map(Path, sys.argv[1:])
    headers = {str(path.relative_to(folder)): path for folder in folders for path in folder.rglob("*.h")}
    page = Page(json.loads(tables.read_text(encoding="utf-8")), headers)
    built = time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", time.time())))
    values = {"date": time.strftime("%Y-%m-%d", built), "version": page.tables["version"],
              "module_dir": escape_code(page.tables["module_dir"])}
    text = template.read_text(encoding="utf-8")
    text = re.sub(r"^@([a-z-]+) (.+)$", lambda found: getattr(page, found[1].replace("-", "_"))(found[2]), text,
                  flags=re.MULTILINE)
    text = re.sub("@(date|version|module_dir)", lambda found: values[found[1]], text)
    # A heading already begins a paragraph.
    print(re.sub(r"^(\.S[HS] .*\n)\.PP\n", r"\1", text, flags=re.MULTILINE), end="")


if __name__ == "__main__":
    main()
