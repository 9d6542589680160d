#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# One digest of many results, to be compared before and after a change that must not alter any of them.
#
#     tests/digest.sh BUILD [JOBS]
#
# BUILD is a build folder with tests. The results are those of JOBS drawn jobs of errdiff-equality (20000), of a
# twentieth as many drawn holograms, if the build has holograms, and of photographs with palettes that are made for
# them. All are also compared with the reference, or with the serial engine. 20000 jobs take two and a half minutes of
# one processor. The drawn jobs stay the same as long as nothing is added to what is drawn.
set -euo pipefail
build=$(realpath "${1:?a build folder is needed}")
jobs=${2:-20000}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
data=$(realpath "$(dirname "$0")")/data
equality=$build/tests/equality/errdiff-equality
holograms=$build/hologram/tests/test-hologram-equality
errdiff=$build/command/errdiff

results() {
    "$equality" --seed 401 --drawn --jobs "$jobs" --at-once "$(nproc)" --lane-kernels --engine auto |
        grep -E '^digest|failed'
    if [ -x "$holograms" ]; then
        "$holograms" wavefront 1 $((jobs / 20))
    fi
    for photograph in camera chelsea coffee; do
        for options in "" "--colors 5" "--colors 64 --match oklab" "--colors 16 --dot 3 --detail 40"; do
            # shellcheck disable=SC2086 # a list of words
            "$errdiff" "$data/$photograph.png" "$folder/out.pnm" $options
            sha256sum <"$folder/out.pnm"
        done
    done
}

results=$(results)
echo "$results"
echo "all: $(echo "$results" | sha256sum | cut -c 1-16)"
