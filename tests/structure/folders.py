# SPDX-License-Identifier: GPL-3.0-or-later
"""The folders of the code, and which of them each one may include. Includes go one way: downward."""

PUBLIC = {"core/include"}
BASE = PUBLIC | {"core/base"}
DEPENDENCE = BASE | {"core/dependence"}
RULE = DEPENDENCE | {"core/rule"}
PREPARE = RULE | {"core/gamut", "core/prepare"}
JOB = PREPARE | {"core/job"}
ENGINES = JOB | {"core/engines"}
AUTO = ENGINES | {"core/auto"}
SETTINGS = PUBLIC | {"plugin/settings"}

# A file belongs to the folder with the longest name that its path begins with.
FOLDERS = {
    # The library, from the lowest folder up.
    "core/include": set(),
    "core/base": PUBLIC,
    "core/dependence": BASE,
    "core/rule": DEPENDENCE,
    "core/gamut": RULE,
    "core/prepare": RULE | {"core/gamut"},
    "core/palette": PREPARE,
    "core/job": PREPARE | {"core/palette"},
    "core/engines": JOB,
    "core/engines/wavefront": ENGINES,
    "core/auto": ENGINES,
    "core/dither": AUTO,
    "core/hologram": BASE | {"core/engines"},
    # The GPU module.
    "core/cuda": ENGINES | {"core/hologram"},
    "core/cuda/papers": ENGINES | {"core/cuda"},
    # The programs that use the library.
    "core/cli": PUBLIC,
    "core/cli/bench": PUBLIC | {"core/cli"},
    "core/cli/matlab": PUBLIC | {"core/cli"},
    "manual": PUBLIC | {"core/cli", "core/cli/bench"},
    "plugin/settings": PUBLIC,
    "ui": SETTINGS,
    "plugin": SETTINGS | {"ui"},
    "plugin/gimp2": SETTINGS | {"plugin"},
    "plugin/gimp3": SETTINGS | {"plugin"},
    "plugin/gegl": SETTINGS | {"plugin"},
}

# Where a quoted include is looked for, after the folder of the file itself.
INCLUDE_FOLDERS = {
    "core/cli": ["core/cli", "core/include"],
    "manual": ["core/cli", "core/include"],
    "core": ["core", "core/include"],
    "ui": ["ui", "plugin", "core/include"],
    "plugin": ["plugin", "ui", "core/include"],
}

# Exceptions: (file, included file), each with its reason.
ALLOWED_ONCE = {
    ("core/cli/main.c", "core/cli/bench/bench.h"): "the command hands `errdiff bench` to it",
}

GENERATED = {"config.h"}
