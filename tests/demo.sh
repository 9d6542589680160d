#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The main job, end to end: builds the plug-in and lets GIMP, 2.10 or 3, dither an image with it.
#
#     tests/demo.sh [IMAGE]
#
# IMAGE is any file that GIMP opens; a bundled photograph by default. The result is written to
# build-demo/demo.png. Your own GIMP settings are neither read nor changed.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
image=$(realpath -- "${1:-$top/tests/data/chelsea.png}")
if [ ! -r "$image" ]; then
    echo "demo.sh: $image cannot be read" >&2
    exit 1
fi

"$top/tests/install-packages.sh"
build=$top/build-demo
[ -f "$build/build.ninja" ] || meson setup "$build" "$top" -Dplugin=enabled -Dtests=disabled
ninja -C "$build"

home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
mkdir -p "$home/gimp/plug-ins/gimp-error-diffusion"
cp "$build/plugin/gimp-error-diffusion" "$build/plugin/help.html" \
    "$home/gimp/plug-ins/gimp-error-diffusion/"

# As a Script-Fu string.
quote() {
    printf '"%s"' "$(printf %s "$1" | sed 's/[\\"]/\\&/g')"
}
result=$build/demo.png
summary=$home/summary
rm -f "$result"
# What differs between the two versions of GIMP; the arguments that end it are in "$@".
case $(gimp --version) in
*" 3."*)
    gimp="gimp-console"
    set -- --quit
    load="(gimp-file-load RUN-NONINTERACTIVE $(quote "$image"))"
    call='(plug-in-error-diffusion #:run-mode RUN-NONINTERACTIVE #:image image
           #:drawables (car (gimp-image-get-layers image)))'
    save="(gimp-file-save RUN-NONINTERACTIVE image $(quote "$result"))"
    ;;
*)
    gimp="gimp"
    set -- -b '(gimp-quit 1)'
    load="(gimp-file-load RUN-NONINTERACTIVE $(quote "$image") \"\")"
    call='(plug-in-error-diffusion RUN-NONINTERACTIVE image (car (gimp-image-get-active-drawable image))
           "errdiff-12" "auto" "" "lightness" "clip" 60 0 0 "none" 0 0.5 0 0 1 0 0 "0" 0
           100 0 0 0 0 45 "none" 100 "8" "15,75,0,45" 0 -1 "continued" 1 "keep" 1 "auto" "new-layer" 0 0 "" "fit")'
    save="(file-png-save RUN-NONINTERACTIVE image (cadr result) $(quote "$result") \"\" 0 9 0 0 0 0 0)"
    ;;
esac
cat >"$home/demo.scm" <<SCRIPT
(let* ((image (car $load))
       (seconds (lambda () (let ((now (gettimeofday))) (+ (car now) (/ (cadr now) 1000000.0)))))
       (start (seconds))
       (result $call)
       (end (seconds)))
  $save
  (let ((port (open-output-file $(quote "$summary"))))
    (display (string-append
      "layer:  " (car (gimp-item-get-name (cadr result))) "\n"
      "engine: " (caddr result) "\n"
      "time:   " (number->string (/ (round (* 100 (- end start))) 100)) " s for the whole call\n")
      port)
    (close-output-port port)))
SCRIPT

env GIMP2_DIRECTORY="$home/gimp" GIMP3_DIRECTORY="$home/gimp" XDG_CACHE_HOME="$home/cache" XDG_DATA_HOME="$home/data" \
    timeout 300 "$gimp" --no-interface --no-data --no-fonts --batch-interpreter plug-in-script-fu-eval \
    -b "(load $(quote "$home/demo.scm"))" "$@" >"$home/log" 2>&1 || true
# GIMP's exit status says nothing of a batch script: the summary is there only when all went well.
if [ ! -s "$summary" ] || [ ! -s "$result" ]; then
    cat "$home/log" >&2
    echo "demo.sh: GIMP did not finish; its messages are above" >&2
    exit 1
fi
cat "$summary"
echo "result: $result"
