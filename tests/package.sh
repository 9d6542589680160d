#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the Debian packages and tests them, and reads the Flatpak manifest; as root, on Debian 12.
#
#     tests/package.sh FOLDER
#
# FOLDER must not exist; the packages are written to it. lintian must find no errors and no warnings, installing and
# removing the packages must leave nothing behind (piuparts), and the tests in debian/tests must pass in a new system
# (autopkgtest). What these programs need is installed first.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
mkdir -- "$1"
folder=$(realpath -- "$1")

export DEBIAN_FRONTEND=noninteractive
apt-get update -q
apt-get install -q -y --no-install-recommends autopkgtest debootstrap dpkg-dev flatpak-builder lintian piuparts
flatpak-builder --show-manifest "$top/flatpak/org.gimp.GIMP.Plugin.ErrorDiffusion.yaml" >"$folder/flatpak.json"
apt-get build-dep -q -y --no-install-recommends "$top"

# dpkg-buildpackage writes into the sources and beside them.
mkdir "$folder/source"
(cd "$top" && git ls-files -z --cached --others --exclude-standard | tar -c --null -T -) | tar -x -C "$folder/source"
(cd "$folder/source" && dpkg-buildpackage -us -uc)
cd "$folder"
lintian --allow-root --info --fail-on error,warning ./*.changes

debootstrap --variant=minbase bookworm new-system
# autopkgtest installs into this folder, so piuparts has the system in an archive.
tar -c -z -f new-system.tar.gz -C new-system .
piuparts --basetgz new-system.tar.gz --distribution bookworm --no-eatmydata --log-level info ./*.changes
autopkgtest --no-built-binaries ./*.deb source/ -- chroot "$folder/new-system"
