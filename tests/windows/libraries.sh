#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds libpng, libjpeg-turbo and libimagequant for 64-bit Windows as static libraries, with Debian's cross compiler.
#
#     tests/windows/libraries.sh PREFIX
#
# PREFIX gets their headers, libraries and files for pkg-config, and in share/doc/NAME/ their licenses. The sources are
# those of Debian's own packages, as of the release's last update, which apt downloads and checks; libimagequant is that
# of the Python module's wheels. zlib is a package of Debian itself, libz-mingw-w64-dev. Needs the packages in
# tests/packages-windows.txt, but not root.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p -- "$1"
prefix=$(realpath -- "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# The system's own lists of packages may be without sources. These are from where it gets its packages.
apt-get indextargets --format 'deb-src $(REPO_URI) $(RELEASE) main' 'Created-By: Packages' 'Component: main' \
    "Release: $(. /etc/os-release && echo "$VERSION_CODENAME")" >sources.list
mkdir -p lists/partial
apt() {
    apt-get -q -o Dir::Etc::SourceList="$folder/sources.list" -o Dir::Etc::SourceParts=/dev/null \
        -o Dir::State::Lists="$folder/lists" -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= \
        -o APT::Sandbox::User= "$@"
}
apt update

build() { # build SOURCE_PACKAGE CMAKE_OPTION…
    package=$1
    shift
    mkdir "$package"
    (cd "$package" && apt source "$package")
    # One folder has the sources, with Debian's patches.
    sources=$(find "$package" -mindepth 1 -maxdepth 1 -type d)
    cmake -G Ninja -S "$sources" -B "$package/build" -DCMAKE_BUILD_TYPE=Release "-DCMAKE_INSTALL_PREFIX=$prefix" \
        -DCMAKE_SYSTEM_NAME=Windows -DCMAKE_SYSTEM_PROCESSOR=AMD64 \
        -DCMAKE_C_COMPILER=x86_64-w64-mingw32-gcc-posix -DCMAKE_RC_COMPILER=x86_64-w64-mingw32-windres \
        -DCMAKE_FIND_ROOT_PATH=/usr/x86_64-w64-mingw32 -DCMAKE_FIND_ROOT_PATH_MODE_PROGRAM=NEVER \
        -DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY -DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY "$@"
    ninja -C "$package/build" install
    install -D -m 644 "$sources/debian/copyright" "$prefix/share/doc/$package/copyright"
}

build libpng1.6 -DPNG_SHARED=OFF -DPNG_TESTS=OFF
build libjpeg-turbo -DENABLE_SHARED=OFF -DWITH_TURBOJPEG=OFF
"$top/python/wheels/imagequant.sh" "$prefix" x86_64-w64-mingw32
