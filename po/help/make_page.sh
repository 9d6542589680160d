#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the help page in another language.
#
#     make_page.sh PAGE RULES CATALOG RESULT
#
# PAGE is the English page, RULES say which of its texts are translated, and CATALOG is named after the language, like
# de.po. Texts without a translation stay English.
set -eu
language=$(basename "$3" .po)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
msgfmt --check --output-file="$folder/$language.mo" "$3"
itstool --no-builtins --strict --its "$2" --merge "$folder/$language.mo" --output "$folder/page.html" "$1"
# A page that begins with an XML declaration is not opened in a browser by every desktop.
sed '1{/^<?xml .*?>$/d}' "$folder/page.html" >"$4"
