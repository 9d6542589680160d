# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Gets the sources of a library, for the scripts here that build one.

# Unpacks an archive, which must have this SHA-256 digest, into a working folder that is removed when the script ends.
unpack() { # unpack ADDRESS DIGEST
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    cd "$folder" || exit
    curl -sSf -o sources.tar "$1"
    echo "$2  sources.tar" | sha256sum --check --quiet
    tar -x -f sources.tar --strip-components 1
}
