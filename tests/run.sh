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

part=start
part_ended() { # prints how long the part of this script took that ends here
    echo "== $part: $((SECONDS - part_began)) s"
    part_began=$SECONDS
}
part_began=$SECONDS

# TARGETS in the environment: these alone are built.
build() { # build FOLDER MESON-OPTION…
    local folder=$1
    shift
    part="building $folder"
    if [ -f "$folder/build.ninja" ]; then
        meson configure "$folder" "$@"
    else
        meson setup "$folder" "$@"
    fi
    # shellcheck disable=SC2086 # a list of words
    ninja -C "$folder" ${TARGETS-}
    part_ended
}

# Runs tests of a build folder, all of them or those that the words for `meson test` choose, and adds their
# number to the count.
run_tests() { # run_tests FOLDER [WORD…]
    local folder=$1 counts
    shift
    part="testing $folder"
    rm -f "$folder/meson-logs/testlog.json"
    meson test -C "$folder" --no-rebuild --print-errorlogs "$@" || true
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
    part_ended
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
# Kernels have code of their own for architectures from 80 and from 90 on; 86 and 89 are compiled as 80 is.
build build-tests -Dwerror=true -Dplugin=enabled -Dpng=enabled -Dtiff=enabled -Dimagequant=enabled \
    -Dhologram=enabled -Dtests=enabled -Dgpu_archs=75,80,90
run_tests build-tests
# Without any library. The engines are compiled as above (ccache takes what it made there), so the tests here are
# those of suite alone, of what differs: the parts of the library one by one, and the command.
build build-tests-core -Dwerror=true -Dcuda=disabled -Dplugin=disabled -Dpng=disabled -Dtiff=disabled \
    -Dimagequant=disabled -Dhologram=disabled -Dtests=enabled
check 'the core needs the C library and OpenMP alone' core_is_alone
run_tests build-tests-core --suite alone
CC=clang build build-tests-clang -Dwerror=true -Dcuda=disabled -Dplugin=disabled -Dpng=enabled -Dtests=enabled \
    -Dhologram=enabled -Dtiff=enabled -Dbuildtype=debugoptimized -Doptimization=1 \
    -Db_sanitize=address,undefined -Db_lundef=false
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
run_tests build-tests-clang --suite core --suite fuzz
TARGETS='tests/equality/errdiff-equality tests/unit/test-team tests/unit/test-bands tests/hologram/test-hologram-equality' \
    build build-tests-threads -Dwerror=true -Dcuda=disabled -Dplugin=disabled -Dtests=enabled \
    -Dhologram=enabled -Dbuildtype=debugoptimized -Db_sanitize=thread -Db_lundef=false
export TSAN_OPTIONS=halt_on_error=1
run_tests build-tests-threads --suite threads

echo
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
