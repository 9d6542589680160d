#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs a command in a Debian system of its own, as root.
#
#     tests/in_system.sh RELEASE FOLDER COMMAND…
#
# FOLDER is the system, which debootstrap makes of the release (bookworm is Debian 12, trixie is Debian 13) if it is not
# there. It has the release's updates and security updates, and is brought up to date once a day. The command finds the
# sources in /source and can write there: that stays in FOLDER.written for the next run, and the sources are left alone.
# If this machine has ccache, the command shares its cache.
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

# Prints where this machine gets packages from, or DEFAULT if it is no Debian machine.
mirror_of() { # mirror_of SUFFIX DEFAULT
    codename=$(. /etc/os-release && echo "${VERSION_CODENAME-}")
    mirror=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 'Created-By: Packages' |
        sed -n "s/ $codename$1\$//p" | head -n 1)
    echo "${mirror:-$2}"
}

in_folder() { # in_folder COMMAND…
    chroot "$folder" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive OMP_WAIT_POLICY=passive CCACHE_DIR=/var/cache/ccache "$@"
}

if ! grep -qs "$release-security" "$folder/etc/apt/sources.list"; then
    mirror=$(mirror_of '' http://deb.debian.org/debian)
    debootstrap --variant=minbase "$release" "$folder" "$mirror"
    cat >"$folder/etc/apt/sources.list" <<SOURCES
deb $mirror $release main
deb $mirror $release-updates main
deb $(mirror_of -security http://deb.debian.org/debian-security) $release-security main
SOURCES
fi
# tests/run.sh makes another such system, which may be in this one. That needs mounts of its own, which unshare refuses
# below a root that is no mount itself.
mount --bind "$folder" "$folder"
for name in proc sys dev dev/shm dev/pts; do
    mount --bind "/$name" "$folder/$name"
done
cp /etc/resolv.conf "$folder/etc/"
if [ -z "$(find "$folder/var/cache/up-to-date" -mtime -1 2>/dev/null)" ]; then
    in_folder sh -c 'dpkg --configure -a && apt-get update -q && apt-get dist-upgrade -q -y --no-install-recommends'
    touch "$folder/var/cache/up-to-date"
fi
mkdir -p "$folder/source" "$folder.written/files" "$folder.written/work" "$folder/var/cache/ccache"
if command -v ccache >/dev/null; then
    cache=$(ccache --get-config cache_dir)
    mkdir -p "$cache"
    mount --bind "$cache" "$folder/var/cache/ccache"
fi
mount -t overlay -o "lowerdir=$top,upperdir=$folder.written/files,workdir=$folder.written/work" sources "$folder/source"
in_folder "$@"
