#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs a command in a Debian system of its own, as root.
#
#     tests/in_system.sh RELEASE FOLDER COMMAND…
#
# FOLDER is the system, which debootstrap makes of the release (bookworm is Debian 12, trixie is Debian 13) if it is not
# there. The command finds the sources in /source and can write there: that stays in FOLDER.written for the next run,
# and the sources are left alone.
set -eu
if [ -z "${IN_OWN_MOUNTS:-}" ]; then
    # The mounts below end with this script, however it ends.
    exec env IN_OWN_MOUNTS=1 unshare --mount "$0" "$@"
fi
top=$(cd "$(dirname "$0")/.." && pwd)
release=$1
mkdir -p -- "$2"
folder=$(realpath -- "$2")
shift 2

[ -e "$folder/etc/debian_version" ] || debootstrap --variant=minbase "$release" "$folder"
for name in proc sys dev dev/shm; do
    mount --bind "/$name" "$folder/$name"
done
mkdir -p "$folder/source" "$folder.written/files" "$folder.written/work"
mount -t overlay -o "lowerdir=$top,upperdir=$folder.written/files,workdir=$folder.written/work" sources "$folder/source"
cp /etc/resolv.conf "$folder/etc/"
chroot "$folder" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    OMP_WAIT_POLICY=passive "$@"
