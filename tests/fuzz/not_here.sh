#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
echo 'skipped: fuzzing needs a build with Clang and -Db_sanitize=address'
exit 77
