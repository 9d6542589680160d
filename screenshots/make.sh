#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the images of the documents, in this folder, and those of the plug-in's help page, in plugin/help,
# with the real programs.
#
#     screenshots/make.sh
#
# It uses a virtual screen, so no window appears. The build folder is build-screenshots.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
build=$top/build-screenshots

"$top/tests/install-packages.sh" tests
[ -f "$build/build.ninja" ] ||
    meson setup "$build" "$top" -Dplugin=enabled -Dpng=enabled -Dhologram=enabled -Dtiff=enabled \
        -Dcuda=disabled -Dtests=disabled
ninja -C "$build"
export PLUGIN_EXE="$build/plugin/gimp-error-diffusion"
export ERRDIFF="$build/command/errdiff"
export PYTHONDONTWRITEBYTECODE=1

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

enlarged() { # enlarged IMAGE NAME: dots survive if the page shows it pixel for pixel, as wide as a column
    convert "$1" -sample 200% -strip +dither -colors 256 -define png:compression-level=9 "png8:$top/screenshots/$2.png"
}
dithered() { # dithered NAME OPTION…
    name=$1
    shift
    "$ERRDIFF" "$@" "$photograph" "$folder/$name.png"
    enlarged "$folder/$name.png" "$name"
}
paper_white() { # paper_white NAME COLOR: a sample as it looks to eyes that have adapted to the color of white paper
    light=$(convert "xc:$2" -colorspace RGB -format '%[fx:1/r] 0 0 0 %[fx:1/g] 0 0 0 %[fx:1/b]' info:)
    convert "$folder/$1.png" -colorspace RGB -color-matrix "$light" -colorspace sRGB "$folder/$1.png"
    enlarged "$folder/$1.png" "$1"
}
photograph=$folder/photograph.png
convert "$top/tests/data/coffee.png" -resize 205x -crop 124x124+30+5 +repage "$photograph"
enlarged "$photograph" before
dithered game-boy --palette game-boy --gamut compress --compress 40
dithered pico-8 --palette pico-8
dithered spectra-6 --palette spectra-6 --gamut relative
paper_white spectra-6 '#8f9a98'
dithered black-and-white --gray --levels 2
dithered made-16

convert "$top/tests/data/chelsea.png" -resize 225x -crop 150x100+40+10 +repage "$photograph"
refined() { # refined OPTION…: adds a row to the sheet
    rows=$((rows + 1))
    "$ERRDIFF" "$@" "$photograph" "$folder/refined-$rows-a.png"
    "$ERRDIFF" "$@" --refine 2 "$photograph" "$folder/refined-$rows-b.png"
}
rows=0
refined --gray --levels 2
refined --palette ega
refined --palette pico-8
mogrify -sample 200% "$folder"/refined-*.png
montage "$folder"/refined-*.png -tile 2x -geometry +4+4 -strip +dither -colors 256 \
    -define png:compression-level=9 "png8:$top/screenshots/refined.png"

"$top/screenshots/holograms.sh"

mkdir "$folder/dialog" "$folder/presets" "$folder/hologram"
/usr/bin/python3 "$top/screenshots/dialog.py" "$folder/dialog" "$top/screenshots" "$top/plugin/help"
/usr/bin/python3 "$top/screenshots/presets.py" "$folder/presets" "$top/screenshots/presets.png"
/usr/bin/python3 "$top/screenshots/hologram_dialog.py" "$folder/hologram" \
    "$top/screenshots/hologram-dialog.png" "$top/plugin/help"
