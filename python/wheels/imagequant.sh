#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds libimagequant, with which palettes are made from images, as a static library for wheels.
#
#     python/wheels/imagequant.sh PREFIX [MACHINE]
#
# PREFIX gets lib/libimagequant.a, its header, lib/pkgconfig/imagequant.pc, and its license in share/doc. MACHINE is the
# prefix of a cross compiler, such as aarch64-linux-gnu or x86_64-w64-mingw32. All wheels have the same version, that of
# Debian 12, which is in C, and sort equal elements the same way, and so make the same palettes.
set -eu
scripts=$(realpath -- "$(dirname "$0")")
# shellcheck source=python/wheels/sources.sh
. "$scripts/sources.sh"
mkdir -p -- "$1"
prefix=$(realpath -- "$1")
tool=${2:+$2-}
unpack http://deb.debian.org/debian/pool/main/libi/libimagequant/libimagequant_2.17.0.orig.tar.gz \
    9f6cc50182be4d2ece75118aa0b0fd3e9bbad06e94fd6b9eb3a4c08129c2dd26

# SSE only where it always is. Elsewhere no operations are contracted, so that numbers are rounded as with SSE.
case $("${tool}gcc" -dumpmachine) in
x86_64-*) sse=--enable-sse ;;
*) sse=--disable-sse ;;
esac
./configure --quiet --prefix="$prefix" "$sse" CC="${tool}gcc" \
    --extra-cflags="-fPIC -ffp-contract=off -Wno-attributes -include $scripts/merge_sort.h"
make --quiet "AR=${tool}ar" ARFLAGS=rc static imagequant.pc
mkdir -p "$prefix/include" "$prefix/lib/pkgconfig" "$prefix/share/doc/libimagequant"
cp libimagequant.h "$prefix/include/"
cp libimagequant.a "$prefix/lib/"
cp imagequant.pc "$prefix/lib/pkgconfig/"
cp COPYRIGHT "$prefix/share/doc/libimagequant/copyright"
