#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds everything and runs every test. Build folders are build-tests*, beside the sources.
set -euo pipefail
top=$(cd "$(dirname "$0")/.." && pwd)
cd "$top"
tests/install-packages.sh

passed=0 failed=0 skipped=0
check() { # check NAME COMMAND…
    local name=$1
    shift
    echo "== $name"
    if "$@"; then
        passed=$((passed + 1))
    else
        echo "FAILED: $name"
        failed=$((failed + 1))
    fi
}

# TARGETS in the environment: these alone are built.
build() { # build FOLDER MESON-OPTION…
    local folder=$1
    shift
    if [ -f "$folder/build.ninja" ]; then
        meson configure "$folder" "$@"
    else
        meson setup "$folder" "$@"
    fi
    # shellcheck disable=SC2086 # a list of words
    ninja -C "$folder" ${TARGETS-}
}

# Runs the tests of a build folder and adds their number to the count.
run_tests() { # run_tests FOLDER [SUITE…]
    local folder=$1 suites=() suite counts
    shift
    for suite in "$@"; do suites+=(--suite "$suite"); done
    rm -f "$folder/meson-logs/testlog.json"
    meson test -C "$folder" --no-rebuild --print-errorlogs "${suites[@]}" || true
    counts=$(python3 - "$folder/meson-logs/testlog.json" <<'PYTHON'
import json, sys
results = [json.loads(line)["result"] for line in open(sys.argv[1])]
passed = sum(result in ("OK", "EXPECTEDFAIL") for result in results)
skipped = results.count("SKIP")
print(passed, len(results) - passed - skipped, skipped)
PYTHON
    )
    read -r ok bad left <<<"$counts"
    passed=$((passed + ok)) failed=$((failed + bad)) skipped=$((skipped + left))
}

is_formatted() {
    find core plugin ui tests -name '*.[ch]' -print0 -o -name '*.cu' -print0 -o -name '*.cuh' -print0 | xargs -0 clang-format --dry-run -Werror
}

core_is_alone() {
    local libraries
    libraries=$(ldd build-tests-core/core/liberrdiff.so) &&
        ! grep -vE 'linux-vdso|libc\.so|libm\.so|libgomp\.so|ld-linux' <<<"$libraries"
}

check 'formatting' is_formatted
build build-tests -Dwerror=true -Dplugin=enabled -Dpng=enabled -Dtiff=enabled -Dimagequant=enabled \
    -Dhologram=enabled -Dtests=enabled
run_tests build-tests
build build-tests-core -Dwerror=true -Dplugin=disabled -Dpng=disabled -Dtiff=disabled \
    -Dimagequant=disabled -Dhologram=disabled -Dtests=enabled
check 'the core needs the C library and OpenMP alone' core_is_alone
run_tests build-tests-core core
CC=clang build build-tests-clang -Dwerror=true -Dcuda=disabled -Dplugin=disabled -Dpng=enabled -Dtests=enabled \
    -Dhologram=enabled -Dtiff=enabled -Dbuildtype=debugoptimized -Doptimization=1 \
    -Db_sanitize=address,undefined -Db_lundef=false
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
run_tests build-tests-clang core fuzz
TARGETS='tests/equality/errdiff-equality tests/unit/test-team tests/hologram/test-hologram-equality' \
    build build-tests-threads -Dwerror=true -Dcuda=disabled -Dplugin=disabled -Dtests=enabled \
    -Dhologram=enabled -Dbuildtype=debugoptimized -Db_sanitize=thread -Db_lundef=false
export TSAN_OPTIONS=halt_on_error=1
run_tests build-tests-threads threads

echo
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
