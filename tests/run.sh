#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds everything and runs every test. The build folders are build-tests*, in the top folder of the sources.
set -euo pipefail
top=$(cd "$(dirname "$0")/.." && pwd)
cd "$top"
tests/install-packages.sh tests

passed=0 failed=0 skipped=0
failures='' # what failed, to be printed at the end, where those who see no more than the end of a long output look
check() { # check NAME COMMAND…
    local name=$1
    shift
    echo "== $name"
    if "$@"; then
        passed=$((passed + 1))
    else
        echo "FAILED: $name"
        failed=$((failed + 1)) failures+=$name$'\n'
    fi
}

part=start
end_part() { # prints the time of the part of this script that ends here
    echo "== $part: $((SECONDS - part_start)) s"
    part_start=$SECONDS
}
part_start=$SECONDS

# If TARGETS is set in the environment, only these targets are built. CROSS_FILE says for which other machine, and JOBS
# how many compilers run at a time.
build() { # build FOLDER MESON-OPTION…
    local folder=$1
    shift
    part="building $folder"
    if [ -f "$folder/build.ninja" ]; then
        # An earlier version may have had other options. Some of them, such as c_args, only `meson configure` changes.
        meson configure "$folder" "$@"
        meson setup --reconfigure "$folder"
    else
        meson setup "$folder" ${CROSS_FILE:+--cross-file "$CROSS_FILE"} "$@"
    fi
    # shellcheck disable=SC2086 # a list of words
    ninja -C "$folder" ${JOBS:+-j "$JOBS"} ${TARGETS-}
    end_part
}

# Adds the results that meson wrote to a file to the count, and the tests that failed, with the end of what each of them
# printed, to the failures. A file that is missing is a failure. If there is a second file, its results take the place
# of those of the same tests in the first one.
count_results() { # count_results FILE [FILE]
    local results ok bad left names
    results=$(python3 - "$@" <<'PYTHON'
import json, os, sys
results = {}
for path in sys.argv[1:2] + [path for path in sys.argv[2:] if os.path.exists(path)]:
    results.update((test["name"], test) for test in map(json.loads, open(path)))
results = results.values()
passed = sum(test["result"] in ("OK", "EXPECTEDFAIL") for test in results)
skipped = sum(test["result"] == "SKIP" for test in results)
print(passed, len(results) - passed - skipped, skipped)
for test in results:
    if test["result"] not in ("OK", "EXPECTEDFAIL", "SKIP"):
        lines = (test.get("stdout", "") + test.get("stderr", "")).splitlines()
        print(f"{test['name']} in {sys.argv[1]}: {test['result']}", *lines[-40:], sep="\n    ")
PYTHON
    ) || results="0 1 0"$'\n'"all of $1, which cannot be read"
    { read -r ok bad left && names=$(cat); } <<<"$results"
    failures+=${names:+$names$'\n'}
    passed=$((passed + ok)) failed=$((failed + bad)) skipped=$((skipped + left))
}

# Prints the names of the tests in a file of results in which LeakSanitizer itself crashed: its search for leaks, which
# runs while threads of OpenMP end, has been seen to do that.
list_crashes_of_leak_sanitizer() { # list_crashes_of_leak_sanitizer FILE
    python3 - "$1" <<'PYTHON'
import json, sys
for test in map(json.loads, open(sys.argv[1])):
    if test["result"] == "FAIL" and "LeakSanitizer has encountered a fatal error" in test.get("stderr", ""):
        print(test["name"].split(" / ")[-1])
PYTHON
}

# How tests are run. They may take three times as long as on a usual machine: other programs may use this one, and
# sanitizers make tests slow. A test that hangs is still ended.
meson_test=(meson test --no-rebuild --print-errorlogs --timeout-multiplier 3)

# Runs tests of a build folder, all of them or those that the words for `meson test` choose, and adds their
# number to the count.
run_tests() { # run_tests FOLDER [WORD…]
    local folder=$1
    shift
    part="testing $folder"
    local log=$folder/meson-logs/testlog.json again=$folder/meson-logs/again.json crashed
    rm -f "$log" "$again"
    "${meson_test[@]}" -C "$folder" "$@" || true
    crashed=$(list_crashes_of_leak_sanitizer "$log" || true)
    if [ -n "$crashed" ]; then
        echo "LeakSanitizer itself crashed in these tests, which are run again:" $crashed
        # shellcheck disable=SC2086 # a list of words
        "${meson_test[@]}" -C "$folder" --logbase again $crashed || true
    fi
    count_results "$log" "$again"
    end_part
}

# Returns whether programs for another machine can be compiled and run.
can_run() { # can_run COMPILER WRAPPER
    local program result=0
    program=$(mktemp)
    # shellcheck disable=SC2086 # a list of words
    { "$1" -x c -o "$program" - <<<'int main(void) { return 0; }' && $2 "$program"; } || result=$?
    rm "$program"
    return "$result"
}

# Builds targets without any optional library for another machine, as tests/MACHINE.ini says, and runs tests with a
# wrapper.
test_machine() { # test_machine MACHINE COMPILER WRAPPER OPTIMIZATION COMPILER-OPTIONS TARGETS TEST…
    local machine=$1 compiler=$2 wrapper=$3 optimization=$4 compiler_options=$5 targets=$6
    shift 6
    if ! can_run "$compiler" "$wrapper"; then
        echo "SKIPPED: the tests on $machine, where programs cannot be compiled with $compiler or run with $wrapper"
        skipped=$((skipped + 1))
        return
    fi
    TARGETS=$targets CROSS_FILE=tests/$machine.ini build "build-tests-$machine" -Dwerror=true -Dcuda=disabled \
        -Dplugin=disabled -Dpng=disabled -Djpeg=disabled -Dwebp=disabled -Dgif=disabled -Dtiff=disabled \
        -Dlcms=disabled -Dzimg=disabled -Dimagequant=disabled -Dhologram=disabled -Dmanual=disabled \
        "-Doptimization=$optimization" "-Dc_args=$compiler_options"
    EXE_WRAPPER=$wrapper run_tests "build-tests-$machine" "$@"
}

# Returns whether the plug-in for GIMP 3 can be built and tested in a Debian 13 system, or else says why not.
can_test_debian_13() {
    if [ "$(id -u)" -ne 0 ]; then
        echo 'SKIPPED: the tests in a Debian 13 system, with GIMP 3, which need root'
    elif ! unshare --mount true; then
        echo 'SKIPPED: the tests in a Debian 13 system, with GIMP 3, which need mounts of their own'
    else
        return 0
    fi
    skipped=$((skipped + 1))
    return 1
}

# The system is made once, which takes minutes, and then only brought up to date.
debian_13=${XDG_CACHE_HOME:-$HOME/.cache}/gimp-error-diffusion/debian-13

# The tests with GIMP wait for it much of the time. So they run beside all that follows: one process for GIMP without
# windows, one for its windows. Each writes to a file of its own, which is printed when the tests have ended.
declare -A beside=() # process IDs by suite
start_beside() { # start_beside SUITE
    local log=build-tests/meson-logs/$1
    rm -f "$log".*
    setsid "${meson_test[@]}" -C build-tests --suite "$1" --logbase "$1" >"$log.output" 2>&1 &
    beside[$1]=$!
}

finish_beside() { # finish_beside SUITE
    local log=build-tests/meson-logs/$1
    part="waiting for the tests of suite $1"
    wait "${beside[$1]}" || true
    unset "beside[$1]"
    cat "$log.output"
    sed -n '/^-* run again: /,/ passed/p' "$log.txt" # tests that failed at first
    count_results "$log.json"
    end_part
}

# Runs a function of this script beside all that follows, with half of the processors. Its output is printed when it has
# ended.
start_function_beside() { # start_function_beside FUNCTION
    local log=build-tests/meson-logs/$1
    rm -f "$log".*
    set -m # a group of processes of its own
    (
        JOBS=$((($(nproc) + 1) / 2)) passed=0 failed=0 skipped=0 failures=''
        export MESON_TESTTHREADS=$JOBS
        "$1"
        echo "$passed $failed $skipped"$'\n'"$failures" >"$log.counts"
    ) >"$log.output" 2>&1 &
    set +m
    beside[$1]=$!
}

finish_function_beside() { # finish_function_beside FUNCTION
    local log=build-tests/meson-logs/$1 ok=0 bad=1 left=0 names=$1
    part="waiting for $1"
    if wait "${beside[$1]}"; then
        { read -r ok bad left && names=$(cat); } <"$log.counts"
    fi
    failures+=${names:+$names$'\n'}
    unset "beside[$1]"
    cat "$log.output"
    passed=$((passed + ok)) failed=$((failed + bad)) skipped=$((skipped + left))
    end_part
}

# However this script ends, nothing that it started goes on. What runs beside it is a group of processes each.
trap 'if [ ${#beside[@]} -gt 0 ]; then kill -- "${beside[@]/#/-}"; wait "${beside[@]}" || true; fi' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

is_formatted() {
    find bench command core devices hologram manual plugin resize settings ui tests \
        \( -name '*.[ch]' -o -name '*.cu' -o -name '*.cuh' \) -print0 |
        xargs -0 clang-format --dry-run -Werror
}

needs_no_other_libraries() {
    local libraries
    libraries=$(ldd build-tests-core/core/liberrdiff.so) &&
        ! grep -vE 'linux-vdso|libc\.so|libm\.so|libgomp\.so|ld-linux' <<<"$libraries"
}

# Returns whether the code of the library, made palettes aside, and that of the tests of suite system is the same in
# build-tests-core as in build-tests.
is_the_same_code() {
    local programs objects object is_same=0
    programs=$(tests/support/needed_targets.py build-tests-core system) || return 1
    # shellcheck disable=SC2086 # a list of folders
    objects=$(cd build-tests-core && find core ${programs//$'\n'/.p }.p -name '*.o' \
        ! -name palette_palette_quantize.c.o) || return 1
    for object in $objects; do
        cmp "build-tests-core/$object" "build-tests/$object" || is_same=1
    done
    return "$is_same"
}

test_threads_and_other_machines() {
    TARGETS='tests/equality/errdiff-equality tests/unit/test-team tests/unit/test-bands
        tests/unit/test-gpus tests/unit/test-many hologram/tests/test-hologram-equality' build build-tests-threads \
        -Dwerror=true -Dcuda=disabled -Dplugin=disabled -Dmanual=disabled -Dtests=enabled -Dhologram=enabled \
        -Dbuildtype=debugoptimized -Db_sanitize=thread -Db_lundef=false
    export TSAN_OPTIONS=halt_on_error=1
    run_tests build-tests-threads --suite threads
    test_machine arm aarch64-linux-gnu-gcc 'qemu-aarch64 -L /usr/aarch64-linux-gnu' 3 '' \
        'tests/equality/errdiff-equality tests/vectors/errdiff-vectors' vectors-neon equality-wavefront-neon
    # What differs here is not how the code is optimized, and that takes most of the time. The loops of the wavefront's
    # lane kernels, which would be unrolled, take most of the rest.
    test_machine s390x s390x-linux-gnu-gcc 'qemu-s390x -L /usr/s390x-linux-gnu' 1 -fno-tree-loop-optimize \
        'tests/equality/errdiff-equality command/errdiff tests/reference/reference-dither' \
        equality equality-wavefront-c cli
    test_machine i386 i686-linux-gnu-gcc \
        '/usr/i686-linux-gnu/lib/ld-linux.so.2 --library-path /usr/i686-linux-gnu/lib' 1 \
        -fno-tree-loop-optimize tests/equality/errdiff-equality equality equality-wavefront
}

check 'formatting' is_formatted
if can_test_debian_13; then
    mkdir -p "$debian_13"
    setsid nice tests/in_system.sh trixie "$debian_13" /source/tests/install-packages.sh tests >"$debian_13.log" 2>&1 &
    beside[debian_13]=$!
fi
# Some CUDA kernels have special code for architectures from 80 on, and from 90 on. 86 and 89 use the code of 80. How
# the compiler optimizes them only matters on a GPU, where tests/gpu.sh runs, and takes most of the time of building.
build build-tests -Dwerror=true -Dplugin=enabled -Dpng=enabled -Djpeg=enabled -Dwebp=enabled -Dgif=enabled \
    -Dtiff=enabled -Dexr=enabled -Dnpz=enabled -Dmatlab=enabled -Dlcms=enabled -Dzimg=enabled -Dimagequant=enabled \
    -Dhologram=enabled -Dmanual=enabled -Dpython=enabled -Dtests=enabled -Dgpu_archs=75,80,90 -Dgpu_quick_build=true
start_beside window
start_beside gimp
run_tests build-tests --no-suite window --no-suite gimp
# The tests that follow end with single processes that take long, and so leave a processor to these.
start_function_beside test_threads_and_other_machines
# Without any library. The code of the engines is the same as above (ccache takes what it made there), so the tests here
# are those of suite alone, of what differs.
build build-tests-core -Dwerror=true -Dcuda=disabled -Dplugin=disabled -Dpng=disabled \
    -Djpeg=disabled -Dwebp=disabled -Dgif=disabled -Dtiff=disabled -Dlcms=disabled -Dzimg=disabled \
    -Dimagequant=disabled -Dhologram=disabled -Dmanual=disabled -Dtests=enabled
check 'the library needs only the C library and OpenMP' needs_no_other_libraries
check 'without optional libraries only made palettes differ' is_the_same_code
run_tests build-tests-core --suite alone
# Meson uses ccache by itself only for the default compiler. Each finding of a sanitizer ends the program; that is
# said to the compiler too, which then takes half as long for some files.
CCACHE_EXTRAFILES=$top/tests/fuzz/sources.txt CC='ccache clang' build build-tests-clang -Dwerror=true \
    -Dcuda=disabled -Dplugin=disabled -Dpng=enabled -Dtests=enabled -Dhologram=enabled -Dtiff=enabled -Dexr=enabled \
    -Djpeg=enabled -Dwebp=enabled -Dgif=enabled -Dlcms=enabled -Dzimg=enabled -Dmanual=disabled \
    -Dbuildtype=debugoptimized -Db_sanitize=address,undefined -Dc_args=-fno-sanitize-recover=all \
    -Db_lundef=false
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
run_tests build-tests-clang --suite core --suite fuzz
if [ -n "${beside[debian_13]-}" ]; then
    part='waiting for the Debian 13 system'
    wait "${beside[debian_13]}" || cat "$debian_13.log"
    unset 'beside[debian_13]'
    end_part
    part='building and testing in the Debian 13 system'
    logs=$debian_13/build/meson-logs
    rm -f "$logs"/*.json
    tests/gimp3.sh "$debian_13" quick || true
    count_results "$logs/alone.json"
    count_results "$logs/gimp.json"
    end_part
fi
finish_function_beside test_threads_and_other_machines
finish_beside gimp
finish_beside window

echo
echo -n "${failures:+Failed:$'\n'$failures}"
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
