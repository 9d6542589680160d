#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds everything and runs every test. The build folders are build-tests*, in the top folder of the sources.
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
end_part() { # prints the time of the part of this script that ends here
    echo "== $part: $((SECONDS - part_start)) s"
    part_start=$SECONDS
}
part_start=$SECONDS

# If TARGETS is set in the environment, only these targets are built.
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
    end_part
}

# Runs tests of a build folder: all of them, or those that the arguments for `meson test` select. Adds the numbers of
# tests that passed, failed and were skipped to the totals.
run_tests() { # run_tests FOLDER [ARGUMENT…]
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
    read -r new_passed new_failed new_skipped <<<"$counts"
    passed=$((passed + new_passed)) failed=$((failed + new_failed)) skipped=$((skipped + new_skipped))
    end_part
}

is_formatted() {
    find core plugin ui tests \( -name '*.[ch]' -o -name '*.cu' -o -name '*.cuh' \) -print0 |
        xargs -0 clang-format --dry-run -Werror
}

needs_no_other_libraries() {
    local libraries
    libraries=$(ldd build-tests-core/core/liberrdiff.so) &&
        ! grep -vE 'linux-vdso|libc\.so|libm\.so|libgomp\.so|ld-linux' <<<"$libraries"
}

check 'formatting' is_formatted
# Some CUDA kernels have special code for architectures from 80 on, and from 90 on. 86 and 89 use the code of 80.
build build-tests -Dwerror=true -Dplugin=enabled -Dpng=enabled -Dtiff=enabled -Dimagequant=enabled \
    -Dhologram=enabled -Dtests=enabled -Dgpu_archs=75,80,90
run_tests build-tests
# Without optional libraries. The engines are compiled as above (ccache finds those results), so only the tests of
# suite `alone` run here, for code that differs: the library's functions one by one, and the command.
build build-tests-core -Dwerror=true -Dcuda=disabled -Dplugin=disabled -Dpng=disabled -Dtiff=disabled \
    -Dimagequant=disabled -Dhologram=disabled -Dtests=enabled
check 'the library needs only the C library and OpenMP' needs_no_other_libraries
run_tests build-tests-core --suite alone
CC=clang build build-tests-clang -Dwerror=true -Dcuda=disabled -Dplugin=disabled -Dpng=enabled -Dtests=enabled \
    -Dhologram=enabled -Dtiff=enabled -Dbuildtype=debugoptimized -Doptimization=1 \
    -Db_sanitize=address,undefined -Db_lundef=false
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
run_tests build-tests-clang --suite core --suite fuzz
TARGETS='tests/equality/errdiff-equality tests/unit/test-team tests/hologram/test-hologram-equality' \
    build build-tests-threads -Dwerror=true -Dcuda=disabled -Dplugin=disabled -Dtests=enabled \
    -Dhologram=enabled -Dbuildtype=debugoptimized -Db_sanitize=thread -Db_lundef=false
export TSAN_OPTIONS=halt_on_error=1
run_tests build-tests-threads --suite threads

echo
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
