#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""commands.py MANIFEST: prints what flatpak-builder runs for the last module of the manifest, as a script for a shell.

The script starts in the folder of the module's sources. It has the options, commands and cleaning of flatpak-builder
1.4 (builder-module.c in its sources)."""

import shlex
import sys
from pathlib import Path

import yaml

manifest = yaml.safe_load(Path(sys.argv[1]).read_text(encoding="utf-8"))
module = manifest["modules"][-1]
assert module["buildsystem"] == "meson"
options = manifest["build-options"]
prefix = options["prefix"]

print("set -eux")
print(f"export FLATPAK_ID={manifest['id']} FLATPAK_DEST={prefix}")
print(f"export PKG_CONFIG_PATH={options['prepend-pkg-config-path']}")
print(f"export LD_LIBRARY_PATH={options['prepend-ld-library-path']}")
print(shlex.join(["meson", "setup", "_flatpak_build", f"--prefix={prefix}", f"--libdir={prefix}/lib",
                  "--wrap-mode=nodownload", *module["config-opts"]]))
print("ninja -C _flatpak_build")
print("ninja -C _flatpak_build install")
print("cd _flatpak_build")
for command in module["post-install"]:
    print(command)
for pattern in manifest["cleanup"]:
    assert pattern.startswith("/")
    print(f"rm -rf {prefix}{pattern}")
