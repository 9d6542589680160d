#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Measures how fast errdiff and other programs dither a gray image to black and white by
# Floyd–Steinberg. Prints a table and, if gnuplot is installed, makes plots in FOLDER.
#
#     ERRDIFF=build/command/errdiff tests/compare/speed.sh FOLDER [SIDE [ROUNDS]]
#
# Programs that are not installed are named and left out. Rounds are interleaved, and results are
# medians. Only the dithering is measured, as far as it can be separated from the rest:
#
#   errdiff         inside the program: the engine's time in --json; all processors, and one thread
#   zimg            inside tests/compare/zimg_dither.c, which is compiled for this: 8 bits to 1 bit
#   GIMP            inside GIMP: the conversion to Indexed mode, black-and-white palette
#   gegl:dither     the program minus the same with gegl:nop; it dithers the gray image as RGB
#   ImageMagick     the program with -remap to black and white minus the program that only copies
#   pamditherbw     the program minus pamtopnm
#   ffmpeg          the program minus a conversion without dithering: paletteuse with two colors,
#                   and the scaler's conversion to 1 bit
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mkdir -p "${1:?a folder for the plots is needed}" && cd "$1" && pwd)
side=${2:-4096} rounds=${3:-5}
errdiff=$(realpath "$(command -v "${ERRDIFF:-errdiff}")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export GIMP2_DIRECTORY=$work/gimp XDG_CACHE_HOME=$work/cache XDG_DATA_HOME=$work/data LC_ALL=C

# A gradient with noise, and a palette image of black and white.
python3 - "$side" <<'PYTHON'
import random, sys
side, noise = int(sys.argv[1]), random.Random(1)
with open("in.pgm", "wb") as file:
    file.write(b"P5\n%d %d\n255\n" % (side, side))
    for y in range(side):
        slope = bytes(y * 192 // side + v // 4 for v in range(256))
        file.write(noise.randbytes(side).translate(slope))
with open("two.pgm", "wb") as file:
    file.write(b"P5\n16 16\n255\n" + bytes([0, 255] * 128))
PYTHON

now() { # in milliseconds
    printf '%s\n' $((${EPOCHREALTIME/./} / 1000))
}

run_ms() { # run_ms COMMAND…
    local start
    start=$(now)
    "$@" >/dev/null 2>log || { cat log >&2; return 1; }
    printf '%s\n' $(($(now) - start))
}

difference() { # difference WORK NOTHING: the time of one function minus that of another
    printf '%s\n' $(($(run_ms "$1") - $(run_ms "$2")))
}

errdiff_ms() {
    "$errdiff" in.pgm out.pgm --kernel floyd-steinberg --no-linear --json "$@" |
        python3 -c 'import json, sys; print(json.load(sys.stdin)["dither_ms"])'
}
errdiff_all() { errdiff_ms; }
errdiff_one() { errdiff_ms --threads 1; }

zimg() { ./zimg_dither in.pgm 1 1; }

gegl_work() { gegl in.pgm -o out.ppm -- gegl:dither dither-method=floyd-steinberg \
    red-levels=2 green-levels=2 blue-levels=2; }
gegl_nothing() { gegl in.pgm -o out.ppm -- gegl:nop; }
gegl_dither() { difference gegl_work gegl_nothing; }

gimp_indexed() {
    gimp -i -d -f -b "(let* ((image (car (gimp-file-load RUN-NONINTERACTIVE \"$work/in.pgm\" \"\")))
            (start (gettimeofday)))
        (gimp-image-undo-disable image)
        (gimp-image-convert-indexed image CONVERT-DITHER-FS CONVERT-PALETTE-MONO 0 FALSE FALSE \"\")
        (let ((end (gettimeofday)))
            (gimp-message (string-append \"took \"
                (number->string (- (+ (* 1000 (- (car end) (car start))) (/ (cadr end) 1000))
                                   (/ (cadr start) 1000)))))))" -b '(gimp-quit 1)' 2>&1 |
        sed -n 's/.*took \([0-9.]*\).*/\1/p'
}

imagemagick_work() { convert in.pgm -dither FloydSteinberg -remap two.pgm -depth 8 out.pgm; }
imagemagick_nothing() { convert in.pgm -depth 8 out.pgm; }
imagemagick() { difference imagemagick_work imagemagick_nothing; }

netpbm_work() { pamditherbw -fs -randomseed=1 in.pgm; }
netpbm_nothing() { pamtopnm in.pgm; }
netpbm() { difference netpbm_work netpbm_nothing; }

ffmpeg_run() { ffmpeg -nostdin -loglevel error -y -i in.pgm "$@" -frames:v 1 -f rawvideo out.raw; }
palette_work() {
    ffmpeg_run -i two.pgm -filter_complex \
        '[0]format=rgb32[a];[1]format=rgb32[b];[a][b]paletteuse=dither=floyd_steinberg'
}
palette_nothing() { ffmpeg_run -vf format=rgb32; }
ffmpeg_palette() { difference palette_work palette_nothing; }
scale_work() { ffmpeg_run -vf scale=sws_dither=ed,format=monow; }
scale_nothing() { ffmpeg_run -vf format=gray; }
ffmpeg_scale() { difference scale_work scale_nothing; }

titles=() functions=()
offer() { # offer PROGRAM TITLE FUNCTION
    if command -v "$1" >/dev/null; then
        titles+=("$2") functions+=("$3")
    else
        echo "left out, not installed: $2" >&2
    fi
}
offer "$errdiff" 'errdiff, all processors' errdiff_all
offer "$errdiff" 'errdiff, one thread' errdiff_one
# shellcheck disable=SC2046 # lists of options
if ! cc -O2 "$here/zimg_dither.c" -o zimg_dither $(pkg-config --cflags --libs zimg) 2>/dev/null; then
    rm -f zimg_dither
fi
offer ./zimg_dither 'zimg' zimg
offer gegl 'gegl:dither' gegl_dither
offer gimp "GIMP's Indexed mode" gimp_indexed
offer convert 'ImageMagick' imagemagick
offer pamditherbw 'pamditherbw' netpbm
offer ffmpeg 'ffmpeg paletteuse' ffmpeg_palette
offer ffmpeg 'ffmpeg scale' ffmpeg_scale

# The first round only fills caches.
for ((round = 0; round <= rounds; round++)); do
    for i in "${!titles[@]}"; do
        ms=$("${functions[i]}")
        [ "$round" -eq 0 ] || printf '%s\t%s\n' "${titles[i]}" "$ms" >>times
    done
done
"$errdiff" bench --json >bench.json

python3 - "$side" <<'PYTHON'
import json, statistics, sys
pixels, times = int(sys.argv[1]) ** 2, {}
for line in open("times"):
    title, ms = line.rstrip("\n").split("\t")
    times.setdefault(title, []).append(float(ms))
# The difference of two runs may be 0 or negative; a millisecond is the resolution.
speeds = {title: pixels / max(statistics.median(ms), 1) / 1000 for title, ms in times.items()}
best = speeds["errdiff, all processors"]
print(f"| {sys.argv[1]} × {sys.argv[1]} gray to black and white | ms | Mpx/s | errdiff is faster by |")
print("|---|---|---|---|")
with open("programs.data", "w") as data:
    for title, speed in speeds.items():
        print(f"| {title} | {pixels / speed / 1000:.3g} | {speed:.3g} | {best / speed:.2f} |")
        print(f'"{title}" {speed:.6g}', file=data)

bench = json.load(open("bench.json"))
lines = {}
for row in bench["rows"]:
    if row["channels"] == 1:
        threads = f"{row['threads']} thread{'s' if row['threads'] > 1 else ''}"
        title = " ".join(filter(None, [row["engine"], row["isa"], threads]))
        lines.setdefault(title, []).append((row["width"], row["mpx_per_s"]))
with open("engines.data", "w") as data:
    data.write("\n\n".join(
        f'"{title}"\n' + "".join(f"{side} {speed:.6g}\n" for side, speed in points)
        for title, points in lines.items()))
PYTHON
cp bench.json "$folder"

if ! command -v gnuplot >/dev/null; then
    echo 'left out, not installed: gnuplot' >&2
    exit
fi
plot() { # plot NAME: what follows on standard input, as SVG and PNG
    local script
    script=$(cat)
    gnuplot -e "set terminal svg size 900,500 background 'white'; set output '$folder/$1.svg'" - \
        <<<"$script"
    gnuplot -e "set terminal png size 900,500; set output '$folder/$1.png'" - <<<"$script"
}
plot engines <<'GNUPLOT'
set title 'errdiff: black and white, Floyd-Steinberg, 8 bits'
set xlabel 'side of the image, pixels'
set ylabel 'million pixels a second'
set logscale x 2
set logscale y
set key outside right noenhanced
set grid
stats 'engines.data' skip 1 nooutput
plot for [i = 0:STATS_blocks - 1] 'engines.data' index i with linespoints title columnheader(1)
GNUPLOT
plot programs <<'GNUPLOT'
set title 'Gray to black and white by Floyd-Steinberg'
set ylabel 'million pixels a second'
set logscale y
set yrange [1:20000]
set style fill solid 0.6
set boxwidth 0.6
set xtics rotate by -30 noenhanced
set grid y
unset key
plot 'programs.data' using 0:2:xtic(1) with boxes, '' using 0:2:(sprintf('%.0f', $2)) with labels offset 0,0.7
GNUPLOT
