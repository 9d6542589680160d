#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Brings the catalogs of the help page, in this folder, up to date with plugin/help.html.
set -eu
cd "$(dirname "$0")"
template=$(mktemp)
trap 'rm -f "$template"' EXIT
itstool --no-builtins --its help.its --output "$template" ../../plugin/help.html
while read -r language; do
    [ -f "$language.po" ] ||
        msginit --no-translator --no-wrap --locale="$language" --input="$template" --output-file="$language.po"
    msgmerge --quiet --update --backup=none --no-location "$language.po" "$template"
    msgattrib --no-obsolete --output-file="$language.po" "$language.po"
done <../LINGUAS
