#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds zimg, with which images are resized, for wheels.
#
#     python/wheels/zimg.sh PREFIX [COMPILER…]
#
# PREFIX gets the library, its header, lib/pkgconfig/zimg.pc, and its license in share/doc. COMPILER is that for C++; it
# is g++ if none is given. The library is static, for programs that are linked with the compiler's libstdc++, and except
# for Windows also shared: that one has the libraries of C++ in it and exports only zimg's functions in C, so that it
# gets on with any other C++ in the process. All wheels have the version of Debian 12.
set -eu
scripts=$(realpath -- "$(dirname "$0")")
# shellcheck source=python/wheels/sources.sh
. "$scripts/sources.sh"
mkdir -p -- "$1"
prefix=$(realpath -- "$1")
shift
[ $# -gt 0 ] || set -- g++
version=3.0.4
unpack "http://deb.debian.org/debian/pool/main/z/zimg/zimg_$version+ds1.orig.tar.xz" \
    19266d15ffb2f4b36835878ac776c746664725227ac3d10ec5e415a55765cf06

# No operations are contracted but where zimg says so, so that all compilers compute the same filters.
set -- "$@" -std=c++14 -O2 -DNDEBUG -fPIC -fvisibility=hidden -ffp-contract=off
is_windows=
others=
# zig also says here that it does not know its own names of targets.
case $("$@" -dumpmachine 2>/dev/null) in
*mingw* | *windows*)
    # GCC aligns vectors on the stack to 16 bytes only there, but stores them as if they were aligned.
    set -- "$@" -DZIMG_X86 -DZIMG_X86_AVX512 -Wa,-muse-unaligned-vector-move
    is_windows=yes
    others=arm
    ;;
x86_64-*)
    set -- "$@" -DZIMG_X86 -DZIMG_X86_AVX512
    others=arm
    ;;
aarch64-*)
    set -- "$@" -DZIMG_ARM
    others=x86
    ;;
esac

# Prints what a file is compiled for, which its name says; these are the options in zimg's Makefile.am.
instruction_set() { # instruction_set FILE
    avx512='-mavx512f -mavx512cd -mavx512vl -mavx512bw -mavx512dq'
    case $1 in
    *_avx.cpp) echo -mavx ;;
    *_ivb.cpp) echo -mavx -mf16c ;;
    *_avx2.cpp) echo -mavx2 -mf16c -mfma ;;
    *_avx512.cpp) echo "$avx512" ;;
    *_avx512_vnni.cpp) echo "$avx512 -mavx512vnni" ;;
    esac
}
find src/zimg -name '*.cpp' ! -path "*/$others/*" | while read -r source; do
    printf '%s -Isrc/zimg -c -o %s %s\n' "$(instruction_set "$source")" \
        "$(echo "${source%.cpp}.o" | tr / _)" "$source"
done | xargs -P 2 -L 1 "$@"

mkdir -p "$prefix/include" "$prefix/lib/pkgconfig" "$prefix/share/doc/zimg"
cp COPYING "$prefix/share/doc/zimg/copyright"
cp src/zimg/api/zimg.h "$prefix/include/"
"$("$@" -print-prog-name=ar 2>/dev/null)" rc "$prefix/lib/libzimg.a" ./*.o
if [ -z "$is_windows" ]; then
    echo '{ global: zimg_*; local: *; };' >exports
    "$@" -shared -s -static-libstdc++ -static-libgcc -Wl,-soname,libzimg.so.2 -Wl,--version-script,exports \
        -o "$prefix/lib/libzimg.so.2" ./*.o
    ln -sf libzimg.so.2 "$prefix/lib/libzimg.so"
fi
cat >"$prefix/lib/pkgconfig/zimg.pc" <<PC
Name: zimg
Description: Scaling, colorspace conversion, and dithering library
Version: $version
Libs: -L$prefix/lib -lzimg
Libs.private: -lstdc++
Cflags: -I$prefix/include
PC
