#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the images of holograms for hologram/README.md in this folder, with the command $ERRDIFF:
#
#     ERRDIFF=build/command/errdiff screenshots/holograms.sh
#
# They all show the same corner of the scene p256 as it is seen on a display with 4 phases, 2.5
# times as bright, so that the noise is visible.
set -eu
images=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$ERRDIFF" hologram --scene p256 "$folder/p256.tif" >"$folder/optics"

seen() { # seen METHOD: what is seen of the scene; left: the original; right: quantized with METHOD
    # The output of the command is split into separate options.
    # shellcheck disable=SC2046
    "$ERRDIFF" hologram "$folder/p256.tif" "$folder/out.pgm" $(cat "$folder/optics") \
        --levels 4 --method "$1" --scale 0.33 --no-view-filter \
        --reconstruction "$folder/$1.pgm" --depth 4.042
}
part() { # part IMAGE NAME LEFT: a corner of the half that begins at column LEFT
    convert "$1" -crop "1120x1120+$(($3 + 2950))+2950" +repage -filter box -resize 280x280 \
        -evaluate multiply 2.5 -depth 8 -strip "$images/hologram-$2.png"
}
for method in none fs opt; do
    seen "$method"
    width=$(identify -format %w "$folder/$method.pgm")
    part "$folder/$method.pgm" "$method" $((width / 2))
done
part "$folder/opt.pgm" before 0
