#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the image of the dialog in GIMP 3, in this folder; as root.
#
#     screenshots/gimp3.sh FOLDER
#
# FOLDER is the Debian 13 system in which `tests/gimp3.sh FOLDER` has built the plug-in.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
"$top/tests/in_system.sh" trixie "$1" env GIMP_VERSION=3 PLUGIN_EXE=/build/plugin/gimp-error-diffusion \
    ERRDIFF=/build/command/errdiff PYTHONDONTWRITEBYTECODE=1 \
    /usr/bin/python3 /source/screenshots/gimp3.py /tmp/dialog-gimp3.png
cp "$1/tmp/dialog-gimp3.png" "$top/screenshots/"
