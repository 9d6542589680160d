#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the plug-in as the manifest in flatpak/ says, but on Debian 13, and tests it in the folders that Flatpak gives
# it; as root, with debootstrap.
#
#     tests/flatpak.sh FOLDER
#
# flatpak-builder needs the runtimes of Flathub. This runs its commands one by one, with the same options, and with the
# GIMP 3 and the libraries of Debian; libimagequant is of the same version. Then GIMP and GEGL make the image that the
# command makes. FOLDER is a Debian 13 system, which is made if it is not there.
set -eu
exec "$(dirname "$0")/in_system.sh" trixie "$1" sh -c '
    set -eu
    /source/tests/install-packages.sh
    apt-get install -q -y --no-install-recommends appstream python3-yaml
    extension=/app/extensions/ErrorDiffusion
    rm -rf /app /build-flatpak
    mkdir -p /app/extensions/plug-ins /build-flatpak
    cd /source
    tar -c --exclude "./build*" --exclude ./.git . | tar -x -C /build-flatpak
    cd /build-flatpak
    python3 tests/flatpak/commands.py flatpak/org.gimp.GIMP.Plugin.ErrorDiffusion.yaml >commands.sh
    sh commands.sh
    appstreamcli validate --no-net --explain $extension/share/metainfo/*.xml

    # What must be there for GIMP and GEGL, and nothing that is only for building.
    cd $extension
    ls -d plug-ins/gimp-error-diffusion/gimp-error-diffusion lib/gegl-0.4/errdiff-dither.so \
        share/licenses/gimp-error-diffusion/COPYING
    for name in bin include lib/pkgconfig lib/liberrdiff.so; do
        [ ! -e $name ]
    done

    # GIMP of Flathub looks for plug-ins here, where Flatpak puts links to those of each extension.
    ln -s ../ErrorDiffusion/plug-ins/gimp-error-diffusion /app/extensions/plug-ins/
    export AUTOPKGTEST_TMP=/build-flatpak/home
    mkdir -p $AUTOPKGTEST_TMP/.config/GIMP/3.0
    echo "(plug-in-path \"\${gimp_plug_in_dir}/plug-ins:/app/extensions/plug-ins\")" \
        >$AUTOPKGTEST_TMP/.config/GIMP/3.0/gimprc
    # The link that docs/systems.md names.
    mkdir -p $AUTOPKGTEST_TMP/.local/share/gegl-0.4/plug-ins
    ln -s $extension/lib/gegl-0.4/errdiff-dither.so $AUTOPKGTEST_TMP/.local/share/gegl-0.4/plug-ins/
    PATH=/build-flatpak/_flatpak_build/command:$PATH /source/debian/tests/plug-in
    echo "The extension works"'
