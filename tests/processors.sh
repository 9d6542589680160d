#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What CI has no time for: very many drawn jobs of the wavefront with each instruction set of this
# processor, at all of its processors at once.
#
#     tests/processors.sh BUILD FOLDER [JOBS [FIRST]]
#
# BUILD is a build folder with tests; the logs go to FOLDER. JOBS a set: 1000000. FIRST is the number of
# the first drawn job: 0; what was run up to job N goes on with FIRST N. SEED in the environment: 201.
# The jobs are those of errdiff-equality: streams in random pieces, results in place, 1 to 16 threads.
# About 430 jobs take a second of one processor. It ends with status 0 if nothing failed and every variant
# of the lane kernels had jobs, for which there must be 2000 or more.
set -euo pipefail
build=$(realpath "${1:?a build folder is needed}")
folder=$(mkdir -p "${2:?a folder for the logs is needed}" && cd "$2" && pwd)
jobs=${3:-1000000}
first=${4:-0}
seed=${SEED:-201}
equality=$build/tests/equality/errdiff-equality
export XDG_CACHE_HOME=$folder/cache
if [ ! -x "$equality" ]; then
    echo "processors.sh: $equality is not there" >&2
    exit 1
fi

export OMP_WAIT_POLICY=passive # threads that wait would keep processors from other parts
export OMP_DYNAMIC=false       # as many threads as a job names, although the parts use processors

# A part takes seconds, so that all processors end at nearly the same time.
processors=$(nproc)
part=$((jobs / (processors * 8) + 1))
[ $part -le 5000 ] || part=5000

run_part() { # run_part SET FIRST JOBS
    local status=0
    ERRDIFF_ISA=$1 "$equality" --seed "$seed" --drawn --first "$2" --jobs "$3" --lane-kernels --engine wavefront \
        >"$folder/$1-$2.log" 2>&1 || status=$?
    echo "status $status" >>"$folder/$1-$2.log"
}
export -f run_part
export equality folder seed

# The sums of all parts, into FOLDER/SET.lane-kernels and one line here.
add_up() { # add_up SET SECONDS
    python3 - "$folder" "$1" "$2" <<'PYTHON'
import collections, glob, re, sys

folder, name, seconds = sys.argv[1:]
ran = refused = failures = 0
variants, statuses = collections.Counter(), collections.Counter()
for path in glob.glob(f"{folder}/{name}-*.log"):
    text = open(path).read()
    statuses[re.search(r"^status (\d+)$", text, re.M)[1]] += 1
    failures += len(re.findall(r"^FAILED: wavefront, ", text, re.M))
    for count, rest in re.findall(r"^wavefront: (\d+) jobs ran, (\d+) refused$", text, re.M):
        ran, refused = ran + int(count), refused + int(rest)
    for count, variant in re.findall(r"^ +(\d+) jobs  (.*)$", text, re.M):
        variants[variant] += int(count)
if set(statuses) == {"77"}:
    print(f"{name}: left out, this processor lacks it")
    sys.exit(0)
with open(f"{folder}/{name}.lane-kernels", "w") as out:
    for variant, count in sorted(variants.items(), key=lambda item: item[1]):
        print(f"{count:9} {variant}", file=out)
bad = sum(count for status, count in statuses.items() if status != "0")
empty = [variant for variant, count in variants.items() if count == 0]
print(f"{name}: {ran} jobs ran, {refused} refused; {len(variants)} variants, {min(variants.values(), default=0)} to "
      f"{max(variants.values(), default=0)} jobs each; {failures} jobs failed, {bad} of {sum(statuses.values())} "
      f"parts failed; {seconds} s")
for variant in empty:
    print(f"{name}: no job had the lane kernel \"{variant}\"")
sys.exit(bad > 0 or len(empty) > 0 or not variants)
PYTHON
}

failed=0
for set in avx512 avx2 sse4.1 c; do
    rm -f "$folder/$set-"*.log
    began=$SECONDS
    for ((number = first; number < first + jobs; number += part)); do
        rest=$((first + jobs - number))
        echo "$set $number $((rest < part ? rest : part))"
    done | xargs -P "$processors" -L 1 bash -c 'run_part "$@"' run_part
    add_up "$set" $((SECONDS - began)) || failed=$((failed + 1))
done
echo "$failed instruction sets failed"
[ $failed -eq 0 ]
