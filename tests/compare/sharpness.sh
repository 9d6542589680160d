#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the table of sharpness in docs/quality.md: the gain of edges (sharpness.c) with and without --detail.
# ERRDIFF is the command to test; CC compiles sharpness.c.
#
#     ERRDIFF=build/command/errdiff tests/compare/sharpness.sh
set -euo pipefail
errdiff=$(realpath "${ERRDIFF:-errdiff}")
here=$(realpath "$(dirname "$0")")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"${CC:-cc}" -O2 -o sharpness "$here/sharpness.c" -lm

photographs=(camera chelsea coffee)
for photograph in "${photographs[@]}"; do
    convert "$here/../data/$photograph.png" -colorspace Gray -depth 8 "$photograph.pgm"
done

printf '| kernel | detail |'
for photograph in "${photographs[@]}"; do printf ' %s |' "$photograph"; done
printf '\n|---|---|---|---|---|\n'
for kernel in floyd-steinberg ostromoukhov zhou-fang; do
    for detail in 0 50 100; do
        printf '| %s | %s |' "$kernel" "$detail"
        for photograph in "${photographs[@]}"; do
            "$errdiff" "$photograph.pgm" halftone.pgm --kernel "$kernel" --no-linear --no-serpentine \
                --detail "$detail"
            printf ' %s, %s |' "$(./sharpness "$photograph.pgm" halftone.pgm 0.75)" \
                "$(./sharpness "$photograph.pgm" halftone.pgm 1.5)"
        done
        printf '\n'
    done
done
