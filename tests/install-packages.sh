#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs the packages that are missing for building and running, of Debian 12 or, where it is run there, Debian 13.
#
#     tests/install-packages.sh [tests]
#
# They are listed in packages.txt and packages-gimp3.txt. With `tests`, also those for testing, in
# packages-tests.txt and packages-gimp3-tests.txt.
set -eu
name=packages
if [ "$(. /etc/os-release && echo "${VERSION_CODENAME-}")" = trixie ]; then
    name=packages-gimp3
fi
folder=$(dirname "$0")
case "$*" in
'') set -- "$folder/$name.txt" ;;
tests) set -- "$folder/$name.txt" "$folder/$name-tests.txt" ;;
*)
    echo "install-packages.sh: the only possible argument is tests" >&2
    exit 2
    ;;
esac

missing=
for package in $(grep -hv '^#' "$@"); do
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
