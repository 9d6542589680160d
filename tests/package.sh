#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the Debian packages and tests them, and reads the Flatpak manifest; as root, on Debian 12.
#
#     tests/package.sh RELEASE FOLDER
#
# RELEASE is bookworm (Debian 12, with GIMP 2.10) or trixie (Debian 13, with GIMP 3). FOLDER must not exist; the
# packages are written to it. They are built in a new system of this release, with the packages that debian/control asks
# for. lintian must find no errors and no warnings, installing and removing the packages must leave nothing behind
# (piuparts), and the tests in debian/tests must pass in a new system (autopkgtest). What these programs need is
# installed first.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
release=$1
mkdir -- "$2"
folder=$(realpath -- "$2")

export DEBIAN_FRONTEND=noninteractive
apt-get update -q
apt-get install -q -y --no-install-recommends autopkgtest debootstrap flatpak-builder piuparts
cd "$folder" # where flatpak-builder makes a folder
flatpak-builder --show-manifest "$top/flatpak/org.gimp.GIMP.Plugin.ErrorDiffusion.yaml" >flatpak.json

# GIMP needs systemd-sysv, which piuparts cannot remove again on Debian 13.
"$top/tests/in_system.sh" "$release" "$folder/new-system" apt-get install -q -y --no-install-recommends systemd-sysv
# autopkgtest installs into this folder, so the other programs have the system in an archive.
tar -c -z -f "$folder/new-system.tar.gz" -C "$folder/new-system" .

mkdir -p "$folder/build-system/packages/source"
tar -x -f "$folder/new-system.tar.gz" -C "$folder/build-system"
(cd "$top" && git ls-files -z --cached --others --exclude-standard | tar -c --null -T -) |
    tar -x -C "$folder/build-system/packages/source"
# The archive of the project's own sources, to which debian/ is added.
version=$(sed -n "1s/.*(\(.*\)-.*/\1/p" "$top/debian/changelog")
tar -c -J -f "$folder/build-system/packages/gimp-error-diffusion_$version.orig.tar.xz" \
    -C "$folder/build-system/packages" --exclude source/debian \
    --transform "s/^source/gimp-error-diffusion-$version/" source
cat >"$folder/build-system/build.sh" <<'BUILD'
set -eu
cd /packages/source
apt-get update -q
apt-get install -q -y --no-install-recommends dpkg-dev lintian
apt-get build-dep -q -y --no-install-recommends .
dpkg-buildpackage -us -uc
# A package that is new in Debian closes a request there, whose number its first upload has.
lintian --allow-root --info --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs ../*.changes
BUILD
"$top/tests/in_system.sh" "$release" "$folder/build-system" sh /build.sh
mv "$folder"/build-system/packages/* "$folder/"

# With security updates, which are in the system's own list of sources.
# apt of Debian 13 leaves the folder that is ignored here, in which it looks for the questions of packages.
piuparts --basetgz new-system.tar.gz --distribution "$release" --keep-sources-list --no-eatmydata --log-level info \
    --ignore-regex '/var/cache/debconf/tmp\.ci/?' ./*.changes
autopkgtest --no-built-binaries ./*.deb source/ -- chroot "$folder/new-system"
