#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the table of tones in docs/quality.md: the share of white pixels in flat gray patches that programs
# dither to black and white by Floyd–Steinberg. It builds nothing; ERRDIFF is the command to test.
#
#     ERRDIFF=build/command/errdiff tests/compare/tone.sh
set -euo pipefail
errdiff=$(realpath "${ERRDIFF:-errdiff}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export GIMP2_DIRECTORY=$folder/gimp XDG_CACHE_HOME=$folder/cache XDG_DATA_HOME=$folder/data

# 188 has half the light of white.
grays=(7 64 128 188)
side=1024

white_share() { # in percent
    convert "$1" -colorspace Gray -format '%[fx:100*mean]' info: | xargs printf '%.2f'
}

gegl_dither() {
    gegl "$1" -o "$2" -- gegl:dither dither-method=floyd-steinberg \
        red-levels=2 green-levels=2 blue-levels=2 2>/dev/null
}

gimp_indexed() { # all patches in one run of GIMP
    local script='' gray
    for gray in "${grays[@]}"; do
        script+="(let* ((image (car (gimp-file-load RUN-NONINTERACTIVE \"$folder/$gray.png\" \"\"))))
          (gimp-image-convert-indexed image CONVERT-DITHER-FS CONVERT-PALETTE-MONO 0 FALSE FALSE \"\")
          (file-png-save RUN-NONINTERACTIVE image (car (gimp-image-get-active-drawable image))
                         \"$folder/gimp-$gray.png\" \"\" 0 9 0 0 0 0 0))"
    done
    timeout 120 gimp -i -d -f -b "$script" -b '(gimp-quit 1)' >log 2>&1 || true
}

row() { # row NAME FILE…
    local name=$1 file
    shift
    printf '| %s |' "$name"
    for file in "$@"; do printf ' %s %% |' "$(white_share "$file")"; done
    printf '\n'
}

for gray in "${grays[@]}"; do
    convert -size ${side}x$side "xc:rgb($gray,$gray,$gray)" -depth 8 "PNG24:$gray.png"
    gegl_dither "$gray.png" "gegl-$gray.png"
    "$errdiff" "$gray.png" "display-$gray.png" --kernel floyd-steinberg --no-linear
    "$errdiff" "$gray.png" "linear-$gray.png" --kernel floyd-steinberg --linear
done
gimp_indexed

files() { # the files of one kind, in the order of the patches
    printf "$1-%s.png " "${grays[@]}"
}

exact() { # exact AWK-EXPRESSION-OF-v
    for gray in "${grays[@]}"; do
        awk -v "v=$(printf '%s' "$gray")" "BEGIN { v /= 255; printf \" %.2f %% |\", 100 * ($1) }"
    done
}

printf '| white pixels for a flat gray of |'
printf ' %s |' "${grays[@]}"
printf '\n|---|---|---|---|---|\n'
printf '| the gray, as displayed |%s\n' "$(exact v)"
# shellcheck disable=SC2046 # lists of words
{
    row '`errdiff --no-linear`' $(files display)
    row '`gegl:dither`' $(files gegl)
    row "GIMP's Indexed mode" $(files gimp)
    printf '| the gray, as light |%s\n' "$(exact 'v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ^ 2.4')"
    row '`errdiff`' $(files linear)
}
