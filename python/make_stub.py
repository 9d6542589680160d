#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""make_stub.py TEMPLATE OPTIONS: prints the types of the Python module, for type checkers and editors.

In the template, the line "@options@" stands for the options of a dithering; OPTIONS is the output of print_options."""

import sys
from pathlib import Path

KINDS = {"levels": "_Levels", "integer": "SupportsIndex", "switch": "_Switch", "automatic": "_Switch | SupportsIndex",
         "real": "_Real", "text": "str"}

# Texts for which the module takes other things, too.
OTHER_TEXTS = {"dot-gain": "str | _Real", "screen": "_Screen", "screen-size": "str | _Real",
               "screen-angle": "str | _Real"}


def parameters(lines):
    """The options as parameters of Python, except the palette, which has a parameter of its own."""
    for line in lines:
        name, kind, *choices = line.split()
        if kind == "choice":
            of_type = f"Literal[{', '.join(repr(choice) for choice in choices)}]"
        else:
            of_type = OTHER_TEXTS.get(name) or KINDS.get(kind)
        if kind != "palette":
            yield f"{name.replace('-', '_')}: {of_type} = ...,"


template, options = (Path(argument).read_text(encoding="utf-8") for argument in sys.argv[1:])
for line in template.splitlines():
    if line.strip() == "@options@":
        indentation = line[:line.index("@")]
        print("\n".join(indentation + parameter for parameter in parameters(options.splitlines())))
    else:
        print(line)
