#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""stable_exports.py: writes the module definition of python3.dll of Python 3.9, its functions and data that are stable.

The import library is made of it. Needs abi3info, which abi3audit brings."""

from abi3info import DATAS, FUNCTIONS
from abi3info.models import PyVersion

print("LIBRARY python3.dll\nEXPORTS")
for table, kind in ((FUNCTIONS, ""), (DATAS, " DATA")):
    for symbol, entry in table.items():
        if entry.added <= PyVersion(3, 9) and entry.ifdef is None:
            print(symbol.name + kind)
