# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads faults.txt, the list of faults that run.py puts into copies of the sources."""

from dataclasses import dataclass, field
from pathlib import Path

LIST = Path(__file__).resolve().parent / "faults.txt"


@dataclass
class Fault:
    name: str
    file: str = ""
    why: str = ""
    tests: list = field(default_factory=list)
    old: list = field(default_factory=list)
    new: list = field(default_factory=list)

    def places_in(self, text):
        """Returns the numbers of the lines of `text`, the contents of the file, with which the old lines begin."""
        lines = text.split("\n")
        return [i for i in range(len(lines)) if lines[i:i + len(self.old)] == self.old]

    def put_into(self, text):
        """Returns `text` with the new lines in the first place of the old ones."""
        lines, place = text.split("\n"), self.places_in(text)[0]
        return "\n".join(lines[:place] + self.new + lines[place + len(self.old):])


def read_faults():
    """Returns the faults of the list in their order. A name, a file or an old line that is missing raises
    ValueError."""
    faults = []
    for number, line in enumerate(LIST.read_text(encoding="utf-8").splitlines(), 1):
        key, _, value = line.partition(": ")
        if line.startswith("[") and line.endswith("]"):
            faults.append(Fault(line[1:-1]))
        elif line.startswith(("-", "+")) and faults:
            (faults[-1].old if line[0] == "-" else faults[-1].new).append(line[1:])
        elif key in ("file", "why") and faults:
            setattr(faults[-1], key, value)
        elif key == "tests" and faults:
            faults[-1].tests = value.split()
        elif line and not line.startswith("#"):
            raise ValueError(f"{LIST}:{number}: not understood: {line}")
    incomplete = [fault.name for fault in faults if not (fault.file and fault.why and fault.old)]
    if incomplete or len({fault.name for fault in faults}) < len(faults):
        raise ValueError(f"{LIST}: incomplete: {incomplete}, or two have the same name")
    return faults
