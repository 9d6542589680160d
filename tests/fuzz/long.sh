#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs all harnesses, or those named, for longer than the tests do: tests/fuzz/long.sh SECONDS [NAME…]
# One after another, each for SECONDS, in build-tests-clang, which tests/run.sh builds. Ends with the
# number of inputs that each has run.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=${BUILD:-$here/../../build-tests-clang}
seconds=${1:?how many seconds each?}
shift
[ $# -gt 0 ] || set -- $(cd "$here/corpus" && echo *)
ninja -C "$build" "${@/#/tests/fuzz/fuzz-}"

failed=0 counts=
for name in "$@"; do
    echo "== $name"
    log=$(mktemp)
    "$here/run.sh" "$build/tests/fuzz/fuzz-$name" "$here/corpus/$name" "$seconds" 2>&1 |
        tee "$log" || failed=1
    counts+="$name $(sed -n 's/^stat::number_of_executed_units: *//p' "$log")"$'\n'
    rm "$log"
done
echo
echo "Inputs run:"
printf '%s' "$counts"
exit $failed
