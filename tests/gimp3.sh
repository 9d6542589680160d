#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the command, the library and the plug-in for GIMP 3 on Debian 13 and runs tests; as root, with debootstrap.
#
#     tests/gimp3.sh FOLDER [quick]
#
# FOLDER is a Debian 13 system for this alone, which is made if it is not there. What is built stays in FOLDER/build
# for the next run. The tests are all of those with GIMP and its windows or, with `quick`, those of suites `alone`
# and `system` and some of those with GIMP.
set -eu
exec "$(dirname "$0")/in_system.sh" trixie "$1" sh -c '
    set -eu
    /source/tests/install-packages.sh tests
    # Debian 13 does not translate in the locale C.UTF-8.
    [ -e /usr/lib/locale/locale-archive ] || localedef -i en_US -f UTF-8 en_US.UTF-8
    [ -e /build/build.ninja ] ||
        meson setup /build /source -Dwerror=true -Dgimp=3 -Dplugin=enabled -Dpng=enabled -Djpeg=enabled \
            -Dwebp=enabled -Dgif=enabled -Dtiff=enabled -Dexr=enabled -Dnpz=enabled -Dmatlab=enabled -Dlcms=enabled \
            -Dzimg=enabled -Dimagequant=enabled -Dhologram=enabled -Dtests=enabled -Dcuda=disabled -Dmanual=disabled
    run() {
        meson test -C /build --print-errorlogs --timeout-multiplier 3 "$@"
    }
    rm -f /build/meson-logs/*
    if [ "${1-}" != quick ]; then
        run --suite gimp --suite window
        exit
    fi
    # How the code is optimized is tested elsewhere, and takes most of the time. Only what these tests need is built.
    meson configure /build -Doptimization=1 -Dc_args=-fno-tree-loop-optimize
    # In a folder that an earlier version built, Meson must first read what this version builds.
    ninja -C /build build.ninja
    # The catalogs are for what measures texts.
    # shellcheck disable=SC2046 # a list of files
    ninja -C /build $(python3 /source/tests/support/needed_targets.py /build alone system gimp window) \
        gimp-error-diffusion-gmo
    # Of the tests of windows, these are quick, and they use what differs in GTK 3: menus, file dialogs, sizes.
    windows="test_warnings or test_finished_preview or test_pixels_that_have_changed or test_exchange or
        test_what_a_device_does_not_take or test_palette_is_made_from_the_selection or test_click_selects or
        test_copied_settings or test_menu_buttons or test_bars_show or test_compared_while or test_rename_and_delete or
        test_fits_on_a_small_screen or test_help_in_a_browser or test_a_file_is_chosen_with_the_icon or
        test_millimeters_cancel or test_the_tool_says or test_hologram and 96 and ru or
        test_dithering and 96 and ja"
    # One test of suite alone takes most of the time, so there is a processor for GIMP.
    run --no-rebuild gimp window --num-processes 1 --logbase gimp --test-args \
        "-k \"test_gimp3 or test_indexed.py or test_indexed_image_has or $(echo $windows)\"" \
        >/build/gimp.output 2>&1 &
    trap "kill $!; exit 130" INT TERM
    failed=0
    run --no-rebuild --suite alone --suite system --logbase alone || failed=1
    wait "$!" || failed=1
    cat /build/gimp.output
    exit "$failed"' sh "${2-}"
