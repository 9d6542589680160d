#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the plug-in for GIMP 3 on Debian 13 and runs its tests; as root, with debootstrap.
#
#     tests/gimp3.sh FOLDER
#
# FOLDER is a Debian 13 system for this alone, which is made if it is not there. What is built stays in FOLDER/build for
# the next run.
set -eu
exec "$(dirname "$0")/in_system.sh" trixie "$1" sh -c '
    set -eu
    /source/tests/install-packages.sh
    # Debian 13 does not translate in the locale C.UTF-8.
    localedef -i en_US -f UTF-8 en_US.UTF-8
    [ -e /build/build.ninja ] ||
        meson setup /build /source -Dwerror=true -Dgimp=3 -Dplugin=enabled -Dhologram=enabled -Dtests=enabled \
            -Dcuda=disabled -Dmanual=disabled
    meson test -C /build --suite gimp --suite window --print-errorlogs'
