# SPDX-License-Identifier: GPL-3.0-or-later
"""The names in the library's tables of options, read from the sources."""

import re
from pathlib import Path

_TOP = Path(__file__).resolve().parents[2]


def _rows(path):
    """For each row the option's name, and whether it is in presets and reports."""
    rows = (_TOP / path).read_text(encoding="utf-8").partition(" options[] = {")[2]
    rows = re.split(r'\{MEMBER\((?=[a-z]+\))|\{\.name = "(?=[a-z-]+")', rows)[1:]
    return {re.match("[a-z-]+", row).group(0): ".is_in_presets = 1" in row for row in rows}


_DITHERING, _HOLOGRAM = (_rows(path) for path in ("core/dither/option_table.c",
                                                  "hologram/hologram_option_table.c"))
NAMES = list(_DITHERING)
IN_PRESETS = [name for name in NAMES if _DITHERING[name]]
HOLOGRAM_NAMES = list(_HOLOGRAM)
HOLOGRAM_IN_REPORTS = [name for name in HOLOGRAM_NAMES if _HOLOGRAM[name]]
ON_BY_DEFAULT = ["linear", "view-filter"]  # the help of the command has --no-linear, --no-view-filter
assert len(NAMES) >= 12 and len(IN_PRESETS) >= 10
assert len(HOLOGRAM_NAMES) >= 17 and len(HOLOGRAM_IN_REPORTS) >= 4
