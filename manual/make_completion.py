#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the completion for a shell from a template and the tables of the commands.

Lines of the template that consist of @ and a name are replaced by lines with the options of all commands; @commands in
other lines becomes the names of the commands.
"""

import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path

COMMANDS = {"bench": "time the engines", "devices": "list the devices", "engines": "list the engines",
            "help": "print the help of a command",
            "hologram": "quantize a hologram",
            "kernels": "list the kernels", "palettes": "list the palettes", "presets": "list the presets",
            "wedge": "write a step wedge"}
PALETTE_FILES = ("gpl", "hex", "act", "pal", "txt")


@dataclass
class Option:
    command: str  # "errdiff" or the name after it
    name: str  # "--kernel"
    letter: str  # of its short form: "k"; "": none
    explanation: str
    value_name: str  # "": a switch
    values: tuple  # the possible values, as far as they have names
    paths: str  # which paths are also possible: "files", "folders", "palette files" or ""


def list_values(command, option, tables):
    """Returns the values of an option that have names."""
    engines = {"errdiff hologram": ["auto", *tables["hologram_engines"]],
               "errdiff bench": [*tables["engines"], *tables["hologram_engines"]]}
    named = {"--kernel": tables["kernels"], "--palette": tables["palettes"], "--preset": tables["presets"],
             "--device": tables["devices"], "--engine": engines.get(command, tables["engines"])}
    value_name = option["value_name"]
    if option["choices"] or option["name"] in named:
        return tuple(dict.fromkeys(option["choices"] or named[option["name"]]))
    # A name without capital letters consists of the values themselves.
    return tuple(value_name.split("|")) if value_name and value_name == value_name.lower() else ()


def list_options(tables):
    """Returns the options of all commands."""
    paths = {"FILE": "files", "FOLDER": "folders", "P": "palette files", "PERCENT|FILE": "files"}
    return [Option(command.split()[-1], option["name"], option["letter"],
                   re.split(r"[.;] ", option["explanation"])[0].rstrip(".").replace("`", ""), option["value_name"],
                   list_values(command, option, tables), paths.get(option["value_name"], ""))
            for command, described in tables["commands"].items() for option in described["options"]]


def list_commands(tables):
    """Returns the names of the commands besides errdiff itself that this errdiff has."""
    usage = tables["commands"]["errdiff"]["start"].partition("\n\n")[0]
    names = sorted(re.findall(r"errdiff ([a-z]+)", usage))
    return [name for name in names if name != "hologram" or "errdiff hologram" in tables["commands"]]


def quote(text):
    return "'" + text.replace("'", "'\\''") + "'"


# ---- bash ------------------------------------------------------------------------------------------------------------

def bash_options(options):
    """Returns the cases for a command."""
    for command in dict.fromkeys(option.command for option in options):
        names = " ".join(option.name for option in options if option.command == command)
        yield f"        {command}) options='{names}' ;;"


def bash_values(options):
    """Returns the cases for an option that has a value, written as command:option."""
    actions = {"files": "_filedir", "folders": "_filedir -d",
               "palette files": f"_filedir '@({'|'.join(PALETTE_FILES)})'", "": ""}
    cases = {}
    for option in options:
        if option.value_name:
            names = [option.name, *([f"-{option.letter}"] if option.letter else [])]
            cases.setdefault((option.values, option.paths), []).extend(f"{option.command}:{name}" for name in names)
    for (values, paths), places in cases.items():
        yield f"        {' | '.join(places)})"
        if values:
            yield f"            mapfile -t COMPREPLY < <(compgen -W '{' '.join(values)}' -- \"$cur\")"
        if paths:
            yield f"            {actions[paths]}"
        yield "            return ;;"


# ---- zsh -------------------------------------------------------------------------------------------------------------

def zsh_specs(option):
    """Returns an option, and its short form if it has one, as _arguments takes them."""
    yield zsh_spec(option, option.name, "=")
    if option.letter:
        yield zsh_spec(option, f"-{option.letter}", "+")


def zsh_spec(option, name, mark):
    explanation = re.sub(r"([\\:\[\]])", r"\\\1", option.explanation)
    if not option.value_name:
        return quote(f"{name}[{explanation}]")
    action = {"files": "_files", "folders": "_files -/", "palette files": "_errdiff_palettes",
              "": f"({' '.join(option.values)})" if option.values else " "}[option.paths]
    value_name = option.value_name.replace(":", r"\:")
    return quote(f"{name}{mark}[{explanation}]:{value_name}:{action}")


def zsh_options(options):
    """Returns the cases for a command."""
    for command in dict.fromkeys(option.command for option in options):
        yield f"        {command}) options=("
        yield from (f"            {spec}" for option in options if option.command == command
                    for spec in zsh_specs(option))
        yield "        ) ;;"


def zsh_palettes(options):
    names = next(option.values for option in options if option.paths == "palette files")
    yield f"        'palettes:palette:({' '.join(names)})' \\"
    yield f"        'files:palette file:_files -g \"*.({'|'.join(PALETTE_FILES)})\"'"


def zsh_commands(commands):
    yield from (f"        {quote(f'{name}:{COMMANDS[name]}')}" for name in commands)


# ---- fish ------------------------------------------------------------------------------------------------------------

def fish_options(options):
    """Returns a line for each option."""
    for option in options:
        values = list(option.values)
        if option.paths == "folders":
            values.append("(__fish_complete_directories)")
        # -r also offers files, and -x does not. Fish cannot offer only files with some endings.
        takes = "" if not option.value_name else "-r " if option.paths in ("files", "palette files") else "-x "
        offers = f"-a \"{' '.join(values)}\" " if values else ""
        explanation = option.explanation.replace("\\", r"\\").replace("'", r"\'")
        short = f"-s {option.letter} " if option.letter else ""
        yield (f"complete -c errdiff -n '__errdiff_command_is {option.command}' {short}-l {option.name[2:]} {takes}"
               f"{offers}-d '{explanation}'")


def fish_commands(commands):
    yield from (f"complete -c errdiff -n '__errdiff_is_first_word' -a {name} -d '{COMMANDS[name]}'"
                for name in commands)


def main():
    template, tables = map(Path, sys.argv[1:])
    tables = json.loads(tables.read_text(encoding="utf-8"))
    options, commands = list_options(tables), list_commands(tables)
    inserted = {"bash-options": bash_options(options), "bash-values": bash_values(options),
                "zsh-options": zsh_options(options), "zsh-palettes": zsh_palettes(options),
                "zsh-commands": zsh_commands(commands),
                "fish-options": fish_options(options), "fish-commands": fish_commands(commands)}
    text = re.sub(r"^@([a-z-]+)$", lambda found: "\n".join(inserted[found[1]]),
                  template.read_text(encoding="utf-8"), flags=re.MULTILINE)
    print(text.replace("@commands", " ".join(commands)), end="")


if __name__ == "__main__":
    main()
