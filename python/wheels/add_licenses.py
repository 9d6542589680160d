#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Adds the licenses of the libraries that a wheel contains.

    add_licenses.py WHEEL NAME=FILE…

FILE is the text of a license. It becomes NAME.txt in the wheel's folder of licenses, beside that of the project, and is
listed in the wheel's metadata as License-File.
"""

import base64
import csv
import hashlib
import io
import os
import stat
import sys
import zipfile
from pathlib import Path


def record_row(name, contents):
    """A file's row in RECORD."""
    digest = base64.urlsafe_b64encode(hashlib.sha256(contents).digest()).rstrip(b"=").decode()
    return [name, f"sha256={digest}", str(len(contents))]


def with_license_files(metadata, names):
    """Adds lines to the fields of METADATA, after the license that it has."""
    fields, separator, description = metadata.partition(b"\n\n")
    lines = fields.split(b"\n")
    last = max(index for index, line in enumerate(lines) if line.startswith(b"License-File: "))
    lines[last + 1:last + 1] = [b"License-File: " + name.encode() for name in names]
    return b"\n".join(lines) + separator + description


def add_licenses(wheel, texts):
    """Adds the texts, by the names of their files. The wheel is replaced when the new one is complete."""
    with zipfile.ZipFile(wheel) as archive:
        members = [(member, archive.read(member)) for member in archive.infolist()]
    folder, = {member.filename.partition("/")[0] for member, _ in members
               if member.filename.partition("/")[0].endswith(".dist-info")}
    added = {f"{folder}/licenses/{name}": text for name, text in texts.items()}
    unfinished = Path(f"{wheel}.unfinished")
    with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, contents in members:
            if member.filename == f"{folder}/RECORD":
                record = member, list(csv.reader(io.StringIO(contents.decode())))
                continue
            if member.filename == f"{folder}/METADATA":
                contents = with_license_files(contents, texts)
                metadata_row, metadata_date = record_row(member.filename, contents), member.date_time
            archive.writestr(member, contents)
        for name, text in added.items():
            new = zipfile.ZipInfo(name, metadata_date)
            new.external_attr = (stat.S_IFREG | 0o644) << 16
            archive.writestr(new, text, zipfile.ZIP_DEFLATED)
        # RECORD comes last, as the specification of wheels recommends.
        member, rows = record
        rows = [metadata_row if row[0] == metadata_row[0] else row for row in rows]
        rows += [record_row(name, text) for name, text in added.items()]
        lines = io.StringIO()
        csv.writer(lines, lineterminator="\n").writerows(rows)
        archive.writestr(member, lines.getvalue())
    os.replace(unfinished, wheel)


if __name__ == "__main__":
    add_licenses(sys.argv[1], {f"{name}.txt": Path(file).read_bytes()
                               for name, _, file in (word.partition("=") for word in sys.argv[2:])})
