# SPDX-License-Identifier: GPL-3.0-or-later
"""The folders of the code, and which of them each one may include. Includes go one way: downward."""

PUBLIC = {"core/include", "hologram/include"}
BASE = PUBLIC | {"core/base"}
RULE = BASE | {"core/rule"}
PREPARE = RULE | {"core/prepare"}
ENGINES = PREPARE | {"core/engines"}
SETTINGS = PUBLIC | {"resize", "settings"}
DEVICES = PUBLIC | {"devices"}
COMMAND = DEVICES | {"resize", "command/base", "command/formats", "command"}

# A file belongs to the folder with the longest name that its path begins with.
FOLDERS = {
    # The library, from the lowest folder up.
    "core/include": set(),
    "core/base": PUBLIC,
    "core/rule": BASE,
    "core/prepare": RULE,
    "core/palette": PREPARE,
    "core/engines": PREPARE,
    "core/engines/wavefront": ENGINES,
    "core/refine": ENGINES,
    "core/dither": ENGINES | {"core/palette", "core/refine"},
    # Holograms, and their parts of the programs.
    "hologram/include": {"core/include"},
    "hologram": BASE | {"core/engines"},
    "hologram/cuda": BASE | {"core/engines", "core/cuda", "hologram"},
    "hologram/command": PUBLIC | {"command/base", "command/formats", "command"},
    "hologram/command/matlab": PUBLIC | {"hologram/command"},
    "hologram/dialog": SETTINGS | {"ui"},
    "hologram/plugin": SETTINGS | {"ui", "plugin", "hologram/dialog"},
    # The GPU module.
    "core/cuda": ENGINES | {"core/refine"},
    "core/cuda/papers": ENGINES | {"core/cuda"},
    # The programs that use the library.
    "devices": PUBLIC,
    "resize": PUBLIC,
    "command/base": PUBLIC,
    "command/formats": DEVICES | {"command/base"},
    "command": DEVICES | {"resize", "command/base", "command/formats"},
    "command/bench": COMMAND,
    "bench": COMMAND | {"command/bench"},
    "manual": COMMAND | {"command/bench", "hologram/command"},
    "settings": PUBLIC | {"resize"},
    "ui": SETTINGS | {"devices"},
    "plugin": SETTINGS | {"devices", "ui"},
    "plugin/gimp2": SETTINGS | {"plugin"},
    "plugin/gimp3": SETTINGS | {"plugin"},
    "plugin/gegl": SETTINGS | {"plugin"},
}

# Where a quoted include is looked for, after the folder of the file itself.
INCLUDE_PLACES = ["core/include", "hologram/include"]
COMMAND_PLACES = ["command", "command/base", "command/formats", "command/bench", "hologram/command", "devices",
                  "resize", *INCLUDE_PLACES]
INCLUDE_FOLDERS = {
    "bench": COMMAND_PLACES,
    "command": COMMAND_PLACES,
    "manual": COMMAND_PLACES,
    "core": ["core", "core/include"],
    "core/cuda": ["core", ".", *INCLUDE_PLACES],
    "hologram": [".", "core", *INCLUDE_PLACES],
    "hologram/command": COMMAND_PLACES,
    "hologram/dialog": ["ui", ".", *INCLUDE_PLACES],
    "hologram/plugin": ["plugin", "ui", "hologram/dialog", ".", *INCLUDE_PLACES],
    "devices": [*INCLUDE_PLACES],
    "resize": [".", *INCLUDE_PLACES],
    "settings": [".", *INCLUDE_PLACES],
    "ui": ["ui", "hologram/dialog", "devices", "resize", ".", *INCLUDE_PLACES],
    "plugin": ["plugin", "ui", "hologram/plugin", "devices", "resize", ".", *INCLUDE_PLACES],
}

# Exceptions: (file, included file), each with its reason.
ALLOWED_ONCE = {
    ("command/main.c", "command/bench/bench.h"): "the command hands `errdiff bench` to it",
    ("command/main.c", "hologram/command/hologram_command.h"): "and `errdiff hologram`",
    ("plugin/procedures.c", "hologram/plugin/hologram_procedure.h"): "the list of procedures",
    ("core/cuda/module.cu", "hologram/cuda/hologram.h"): "the GPU module is one for images and holograms",
}

GENERATED = {"config.h"}
