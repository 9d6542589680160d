# SPDX-License-Identifier: GPL-3.0-or-later
"""python/wheels/add_licenses.py adds licenses to a wheel. For those of a real one tests/wheels.sh looks."""

import base64
import csv
import hashlib
import io
import stat
import subprocess
import zipfile
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
FOLDER = "errdiff-1.0.0.dist-info"
METADATA = ("Metadata-Version: 2.4\nName: errdiff\nLicense-File: COPYING\nRequires-Dist: numpy\n\n"
            "License-File: a line of the description\n")


def record_of(files):
    """RECORD for these files, by the specification of wheels."""
    rows = [(name, "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(contents).digest()).decode().rstrip("="),
             len(contents)) for name, contents in files.items()]
    lines = io.StringIO()
    csv.writer(lines, lineterminator="\n").writerows(rows + [(f"{FOLDER}/RECORD", "", "")])
    return lines.getvalue()


def test_licenses_are_added_and_listed(tmp_path):
    module = zipfile.ZipInfo("errdiff/_library.abi3.so")
    module.external_attr = (stat.S_IFREG | 0o755) << 16
    files = {module.filename: b"\0code", f"{FOLDER}/METADATA": METADATA.encode(), f"{FOLDER}/licenses/COPYING": b"GPL"}
    wheel = tmp_path / "errdiff-1.0.0-cp39-abi3-linux_x86_64.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, contents in files.items():
            archive.writestr(module if name == module.filename else name, contents)
        archive.writestr(f"{FOLDER}/RECORD", record_of(files))
    (tmp_path / "copyright").write_bytes(b"WTFPL\n")
    (tmp_path / "COPYING.RUNTIME").write_bytes("GPL with an exception ©\n".encode())

    subprocess.run([TOP / "python/wheels/add_licenses.py", wheel, f"zimg={tmp_path}/copyright",
                    f"gcc-runtime={tmp_path}/COPYING.RUNTIME"], check=True)

    files[f"{FOLDER}/METADATA"] = METADATA.replace(
        "COPYING\n", "COPYING\nLicense-File: zimg.txt\nLicense-File: gcc-runtime.txt\n").encode()
    files[f"{FOLDER}/licenses/zimg.txt"] = b"WTFPL\n"
    files[f"{FOLDER}/licenses/gcc-runtime.txt"] = "GPL with an exception ©\n".encode()
    with zipfile.ZipFile(wheel) as archive:
        assert archive.namelist() == [*files, f"{FOLDER}/RECORD"]
        assert {name: archive.read(name) for name in files} == files
        assert sorted(archive.read(f"{FOLDER}/RECORD").splitlines()) == sorted(record_of(files).encode().splitlines())
        assert archive.getinfo(module.filename).external_attr == module.external_attr
        assert stat.filemode(archive.getinfo(f"{FOLDER}/licenses/zimg.txt").external_attr >> 16) == "-rw-r--r--"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["COPYING.RUNTIME", "copyright", wheel.name]
