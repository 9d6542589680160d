#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the plug-in for GIMP 3 on Debian 13 and runs its tests; as root, with debootstrap.
#
#     tests/gimp3.sh FOLDER
#
# FOLDER is a Debian 13 system for this alone, which is made if it is not there. What is built stays in FOLDER/build for
# the next run.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
if [ -z "${IN_OWN_MOUNTS:-}" ]; then
    mkdir -p -- "$1"
    # The mounts below end with this script, however it ends.
    exec env IN_OWN_MOUNTS=1 unshare --mount "$0" "$(realpath -- "$1")"
fi
folder=$1

inside() {
    chroot "$folder" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        OMP_WAIT_POLICY=passive "$@"
}

[ -e "$folder/etc/debian_version" ] || debootstrap --variant=minbase trixie "$folder"
mkdir -p "$folder/source"
mount --bind "$top" "$folder/source"
mount -o remount,ro,bind "$folder/source"
for name in proc sys dev dev/shm; do
    mount --bind "/$name" "$folder/$name"
done
cp /etc/resolv.conf "$folder/etc/"
inside apt-get update -q
# shellcheck disable=SC2046 # a list of words
inside apt-get install -q -y --no-install-recommends $(grep -v '^#' "$top/tests/packages-gimp3.txt")
[ -e "$folder/build/build.ninja" ] ||
    inside meson setup /build /source -Dwerror=true -Dgimp=3 -Dplugin=enabled -Dhologram=enabled -Dtests=enabled \
        -Dcuda=disabled -Dmanual=disabled
inside meson test -C /build --suite gimp --suite window --print-errorlogs
