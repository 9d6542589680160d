#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the pictures of the documents, in this folder, and those of the plug-in's help page, in plugin/help,
# with the real programs.
#
#     screenshots/make.sh
#
# It uses a virtual screen, so no window appears. The build folder is build-screenshots.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
build=$top/build-screenshots

"$top/tests/install-packages.sh"
[ -f "$build/build.ninja" ] ||
    meson setup "$build" "$top" -Dplugin=enabled -Dpng=enabled -Dhologram=enabled -Dtiff=enabled \
        -Dcuda=disabled -Dtests=disabled
ninja -C "$build"
export PLUGIN_EXE="$build/plugin/gimp-error-diffusion"
export ERRDIFF="$build/command/errdiff"
export PYTHONDONTWRITEBYTECODE=1

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

part() { # part PICTURE NAME: the same part of each picture, pixel for pixel
    convert "$1" -crop 280x280+85+10 +repage -strip "$top/screenshots/$2.png"
}
dithered() { # dithered NAME OPTION…
    name=$1
    shift
    "$ERRDIFF" "$@" "$photograph" "$folder/$name.png"
    part "$folder/$name.png" "$name"
}
photograph=$top/tests/data/chelsea.png
part "$photograph" before
dithered floyd-steinberg-2 --kernel floyd-steinberg --levels 2
dithered atkinson-4 --kernel atkinson --levels 4
dithered game-boy --palette game-boy
dithered pico-8 --palette pico-8 --match oklab
dithered adaptive-8 --colors 8
dithered e-paper-7 --palette e-paper-7 --linear
dithered zhou-fang --palette black-and-white --kernel zhou-fang --serpentine --linear

"$top/screenshots/holograms.sh"

mkdir "$folder/dialog" "$folder/presets" "$folder/hologram"
/usr/bin/python3 "$top/screenshots/dialog.py" "$folder/dialog" "$top/screenshots" "$top/plugin/help"
/usr/bin/python3 "$top/screenshots/presets.py" "$folder/presets" "$top/screenshots/presets.png"
/usr/bin/python3 "$top/screenshots/hologram_dialog.py" "$folder/hologram" \
    "$top/screenshots/hologram-dialog.png" "$top/plugin/help"
