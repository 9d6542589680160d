#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the Debian packages and tests them; as root, on Debian 12.
#
#     tests/package.sh FOLDER
#
# The packages are written to FOLDER, which must not exist. lintian must have no errors or warnings, installing and
# removing the packages must leave no file behind (piuparts), and the tests in debian/tests must pass in a new system
# (autopkgtest). What these tools need is installed first.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
mkdir -- "$1"
folder=$(realpath -- "$1")
suite=bookworm

export DEBIAN_FRONTEND=noninteractive
apt-get install -q -y --no-install-recommends autopkgtest debootstrap devscripts dpkg-dev fakeroot lintian piuparts
apt-get build-dep -q -y --no-install-recommends "$top"

# dpkg-buildpackage writes beside the sources, and into them.
mkdir "$folder/source"
(cd "$top" && git ls-files -z --cached --others --exclude-standard | tar -c --null -T -) | tar -x -C "$folder/source"
(cd "$folder/source" && dpkg-buildpackage -us -uc)
cd "$folder"
lintian --fail-on error,warning -- *.changes

debootstrap --variant=minbase "$suite" new-system
# The tests write into the system, so piuparts makes its copy of it first.
tar -c -z -f new-system.tar.gz -C new-system .
piuparts --basetgz new-system.tar.gz --distribution "$suite" --warn-on-leftovers-after-purge --log-file piuparts.log -- *.changes
autopkgtest --apt-upgrade --no-built-binaries ./*.deb source/ -- chroot "$folder/new-system"
