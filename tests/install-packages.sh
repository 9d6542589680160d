#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs those packages of packages.txt, or of packages-gimp3.txt on Debian 13, that are not installed yet.
set -eu
list=$(dirname "$0")/packages.txt
if [ "$(. /etc/os-release && echo "${VERSION_CODENAME-}")" = trixie ]; then
    list=$(dirname "$0")/packages-gimp3.txt
fi

missing=
for package in $(grep -v '^#' "$list"); do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
        missing="$missing $package"
done
[ -n "$missing" ] || exit 0

as_root=
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "These packages are missing; install them as root:$missing" >&2
        exit 1
    fi
    as_root=sudo
fi
echo "Installing:$missing"
$as_root apt-get update -q
# shellcheck disable=SC2086 # a list of words
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing
