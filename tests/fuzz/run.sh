#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs one harness: tests/fuzz/run.sh PROGRAM INPUTS SECONDS
# Starts from the inputs in folder INPUTS, which stays as it is. An input that crashes is printed as
# base64, and kept beside PROGRAM.
set -eu
program=$1 inputs=$2 seconds=$3

found=$(mktemp -d)
trap 'rm -rf "$found"' EXIT
# What the program itself says of broken inputs is not shown; reports of crashes are. The status after a crash would be
# 77, which Meson takes for a test that was skipped.
"$program" -error_exitcode=1 -max_total_time="$seconds" -timeout=20 -len_control=0 -verbosity=0 -close_fd_mask=3 \
    -print_final_stats=1 -artifact_prefix="$program-" "$found" "$inputs"
