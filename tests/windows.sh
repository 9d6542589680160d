#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the library and the command for 64-bit Windows and runs tests of them in Wine; needs the packages in
# tests/packages-windows.txt, and the sources of three more, which tests/windows/libraries.sh gets.
#
#     tests/windows.sh FOLDER
#
# What is built stays in FOLDER for the next run.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p -- "$1"
folder=$(realpath -- "$1")

[ -e "$folder/libraries/lib/libimagequant.a" ] || "$top/tests/windows/libraries.sh" "$folder/libraries"
[ -e "$folder/build.ninja" ] ||
    meson setup "$folder" "$top" --cross-file "$top/tests/windows.ini" \
        "-Dpkg_config_path=$folder/libraries/lib/pkgconfig" -Dwerror=true -Dcuda=disabled -Dplugin=disabled \
        -Dmanual=disabled -Dpng=enabled -Djpeg=enabled -Dimagequant=enabled
ninja -C "$folder"
# The same for this system, whose command must write the same files. How it is optimized makes no difference.
[ -e "$folder/linux/build.ninja" ] ||
    meson setup "$folder/linux" "$top" -Dauto_features=disabled -Dpng=enabled -Djpeg=enabled \
        -Dimagequant=enabled -Doptimization=1
ninja -C "$folder/linux" command/errdiff

# A Windows of its own. Its server stays until the end, because each program would start it again.
export WINEPREFIX="$folder/wine" WINEDEBUG=-all EXE_WRAPPER=wine
mkdir -p "$WINEPREFIX"
wineserver --persistent
trap 'wineserver --kill' EXIT
# Its services stay, too, and must not hold the output of a test open.
wineboot --init >"$folder/wineboot.log" 2>&1
meson test -C "$folder" --no-rebuild --num-processes 1 --print-errorlogs equality-wavefront-avx2 equality-wavefront-c \
    equality-threads-block schedules-bands schedules-blocks cli
"$top/tests/windows/same_files.py" "$folder/linux/command/errdiff" "$folder/command/errdiff.exe"
