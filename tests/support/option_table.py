# SPDX-License-Identifier: GPL-3.0-or-later
"""The names in the library's table of options, as its source has them."""

import re
from pathlib import Path

_SOURCE = Path(__file__).resolve().parents[2] / "core/dither/option_table.c"
_ROWS = _SOURCE.read_text(encoding="utf-8").partition("options[] = {")[2]
_ROWS = re.split(r'\{MEMBER\((?=[a-z]+\))|\{\.name = "(?=[a-z]+")', _ROWS)[1:]

NAMES = [re.match("[a-z]+", row).group(0) for row in _ROWS]
IN_PRESETS = [name for name, row in zip(NAMES, _ROWS) if ".is_in_presets = 1" in row]
assert len(NAMES) >= 12 and len(IN_PRESETS) >= 10
