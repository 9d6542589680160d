#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What CI has no GPU for: many drawn jobs of every GPU engine, and some under each tool of
# compute-sanitizer.
#
#     tests/gpu.sh BUILD FOLDER [JOBS]
#
# BUILD is a build folder with tests and the GPU module; the logs go to FOLDER. JOBS of each engine: 20000.
# It ends with status 0 if nothing failed, in some minutes on many processors.
set -euo pipefail
build=$(realpath "${1:?a build folder is needed}")
folder=$(mkdir -p "${2:?a folder for the logs is needed}" && cd "$2" && pwd)
jobs=${3:-20000}
equality=$build/tests/equality/errdiff-equality
holograms=$build/hologram/tests/test-hologram-equality # not built where FFTW or LAPACKE is missing
refinement=$build/hologram/tests/test-hologram-gpu-refinement # needs cuFFT
export ERRDIFF_CUDA_MODULE=$build/core/cuda/errdiff-cuda.so XDG_CACHE_HOME=$folder/cache
export OMP_DYNAMIC=false # as many threads as a job names, although other processes use processors
export ERRDIFF_HANDOVER=8 # otherwise the CPU does all of small images in handover and hybrid
if [ ! -f "$ERRDIFF_CUDA_MODULE" ]; then
    echo "gpu.sh: $ERRDIFF_CUDA_MODULE is not there" >&2
    exit 1
fi

# Every GPU engine of the list; one that does not run here is a failure.
mapfile -t engines < <(sed -n 's/^ *GPU([a-z_]*, "\([a-z-]*\)".*/\1/p' "$(dirname "$0")/../core/engines/engine_list.h")
if [ ${#engines[@]} -eq 0 ]; then
    echo 'gpu.sh: core/engines/engine_list.h has no GPU engine' >&2
    exit 1
fi

names=() processes=()
start() { # start NAME COMMAND…
    local name=$1
    shift
    "$@" >"$folder/$name.log" 2>&1 &
    names+=("$name") processes+=($!)
}

failed=0
finish() { # waits for all that was started, and says how each ended
    local i status
    for i in "${!names[@]}"; do
        status=0
        wait "${processes[i]}" || status=$?
        printf '%-32s %s   %s\n' "${names[i]}" "$([ $status -eq 0 ] && echo ok || echo "FAILED ($status)")" \
            "$(tail -n 1 "$folder/${names[i]}.log")"
        [ $status -eq 0 ] || failed=$((failed + 1))
    done
    names=() processes=()
}

start_drawn() { # start_drawn NAME AT_ONCE WORD…
    local name=$1 at_once=$2
    shift 2
    start "drawn-$name" "$equality" --drawn --at-once "$at_once" "$@"
}

# The seeds are other ones than the registered tests'. Processes take turns on a GPU, but the threads of one share it,
# so that the process with most jobs runs alone.
words=() large_words=() at_once=$(nproc) large_jobs=$((jobs / 100 + 1))
[ "$at_once" -le 256 ] || at_once=256
for engine in "${engines[@]}"; do
    words+=(--engine "$engine")
    # This one can hardly do any of the large jobs but the gray ones below.
    [ "$engine" = cuda-shuffle ] || large_words+=(--engine "$engine")
done
start_drawn engines "$at_once" --seed 101 --jobs "$jobs" "${words[@]}"
finish
start_drawn large "$at_once" --seed 108 --jobs "$large_jobs" --large "${large_words[@]}"
finish
# A search after the dithering is the same for all engines.
start_drawn refine "$at_once" --seed 110 --jobs "$jobs" --refine --engine cuda-softsync
finish
start_drawn stable-refine "$at_once" --seed 112 --jobs "$jobs" --stable --refine --engine cuda-softsync
finish
# Engines that have special code for gray images with two levels, which few of the jobs above are.
gray_engines=(cuda-softsync cuda-shuffle cuda-bwec cuda-bwed)
for engine in "${gray_engines[@]}"; do
    start_drawn "gray-$engine" 2 --seed 102 --jobs "$jobs" --gray --engine "$engine"
    start_drawn "gray-large-$engine" 2 --seed 109 --jobs "$large_jobs" --gray --large --engine "$engine"
done
finish
ERRDIFF_SLICES=1x3 start_drawn gray-slices 2 --seed 103 --jobs "$jobs" --gray --engine cuda-softsync
ERRDIFF_SLICES=1x3 start_drawn slices 2 --seed 105 --jobs "$jobs" --engine cuda-softsync
ERRDIFF_CUDA_BANDS=3x8 start_drawn bands 2 --seed 104 --jobs $((jobs / 4)) --engine cuda-softsync
if [ -f "$holograms" ]; then
    start drawn-holograms "$holograms" cuda-softsync 101000 $((jobs / 10))
fi
if ! grep -q ERRDIFF_CUDA_FAULT "$ERRDIFF_CUDA_MODULE"; then
    echo 'left out, as the module was built without -Dtests=enabled: failures of the GPU, and the refinement'
else
    start faults env -u ERRDIFF_HANDOVER "$build/tests/unit/test-cuda-module" faults
    if [ -f "$holograms" ]; then
        start hologram-faults "$build/hologram/tests/test-hologram-gpu" faults
        start refinement "$refinement" gpu
    fi
fi
finish

# Every job of the matrix; one that ends the process takes all rows after it along.
start matrix "$build/bench/errdiff-bench" --matrix --size 256x256 --repeat 1 --threads 0
finish

if ! command -v compute-sanitizer >/dev/null; then
    echo 'left out, not installed: compute-sanitizer'
else
    # Racecheck knows atomics, and barriers of all of a block: for it, words that bands wait for in shared
    # memory are atomics, and warps of a hologram's band that wait for one of them wait for all.
    racecheck_module=core/cuda/errdiff-cuda-racecheck.so
    ninja -C "$build" "$racecheck_module" >"$folder/racecheck-module.log" 2>&1
    for tool in memcheck racecheck initcheck synccheck; do
        checked=$ERRDIFF_CUDA_MODULE
        [ $tool != racecheck ] || checked=$build/$racecheck_module
        for engine in "${engines[@]}"; do
            # This one runs nothing else than the gray jobs below.
            [ "$engine" != cuda-shuffle ] || continue
            ERRDIFF_CUDA_MODULE=$checked start "$tool-$engine" compute-sanitizer --tool "$tool" --error-exitcode 9 \
                "$equality" --seed 106 --jobs 40 --drawn --engine "$engine"
        done
        ERRDIFF_CUDA_MODULE=$checked start "$tool-refine" compute-sanitizer --tool "$tool" --error-exitcode 9 \
            "$equality" --seed 111 --jobs 30 --drawn --stable --refine --engine cuda-softsync
        for engine in "${gray_engines[@]}"; do
            ERRDIFF_CUDA_MODULE=$checked start "$tool-gray-$engine" compute-sanitizer --tool "$tool" \
                --error-exitcode 9 "$equality" --seed 107 --jobs 40 --drawn --gray --engine "$engine"
        done
        if [ "$tool" = synccheck ]; then
            echo 'left out: synccheck with holograms, where warps wait for each other at different places of the code,'
            echo 'which it takes for an error'
        elif [ -f "$holograms" ]; then
            ERRDIFF_CUDA_MODULE=$checked start "$tool-holograms" compute-sanitizer --tool "$tool" --error-exitcode 9 \
                "$holograms" cuda-softsync 102000 20
        fi
        finish
    done
fi
echo "$failed failed"
[ "$failed" -eq 0 ]
