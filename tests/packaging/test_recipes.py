# SPDX-License-Identifier: GPL-3.0-or-later
"""The recipes for Arch Linux, nix, Homebrew and Flathub take the same archive, give the build options that it has, and
name the packages of all libraries that the build looks for. Their own linters say more; docs/systems.md names those."""

import base64
import re
import subprocess
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]
ARCH, NIX, BREW = "packaging/arch/PKGBUILD", "packaging/nix/package.nix", "packaging/homebrew/Formula/errdiff.rb"
FLATPAK = "flatpak/org.gimp.GIMP.Plugin.ErrorDiffusion.yaml"
RECIPES = [ARCH, NIX, BREW, FLATPAK]

# For each library of meson.build its package in each of these systems. What only the plug-in needs is not in Homebrew,
# whose GIMP is a program of macOS.
PACKAGES = {
    "fftw3f": ("fftw", "fftwFloat", "fftw"),
    "gdk-pixbuf-2.0": ("gdk-pixbuf2", "gdk-pixbuf", None),
    "gegl-0.4": ("gegl", "gegl", None),
    "gif": ("giflib", "giflib", "giflib"),
    "gimp-3.0": ("gimp", "gimp", None),
    "gimpui-3.0": ("gimp", "gimp", None),
    "gio-2.0": ("glib2", "glib", None),
    "gtk+-3.0": ("gtk3", "gtk3", None),
    "hdf5-serial": ("hdf5", "hdf5", "hdf5"),
    "imagequant": ("libimagequant", "libimagequant", "libimagequant"),
    "lapacke": ("lapacke", "lapack", "lapack"),
    "lcms2": ("lcms2", "lcms2", "little-cms2"),
    "libjpeg": ("libjpeg-turbo", "libjpeg", "jpeg-turbo"),
    "libpng": ("libpng", "libpng", "libpng"),
    "libtiff-4": ("libtiff", "libtiff", "libtiff"),
    "libwebp": ("libwebp", "libwebp", "webp"),
    "libwebpdemux": ("libwebp", "libwebp", "webp"),
    "libwebpmux": ("libwebp", "libwebp", "webp"),
    "matio": ("libmatio", "matio", "libmatio"),
    "OpenEXR": ("openexr", "openexr", "openexr"),
    "zimg": ("zimg", "zimg", "zimg"),
    "zlib": ("zlib", "zlib", "zlib-ng-compat"),
}
# Of the compiler, of the C library, for the tests, or for GIMP 2.10, which these systems no longer have.
NOT_IN_RECIPES = {"openmp", "threads", "dl", "m", "cmocka", "gimp-2.0", "gimpui-2.0", "gtk+-2.0", "OpenEXRCore"}
# Meson's own.
BUILTIN = {"auto_features", "b_ndebug"}


def text_of(path):
    return (TOP / path).read_text(encoding="utf-8")


def version():
    return re.search(r"^\s+version: '([^']+)'", text_of("meson.build"), re.M)[1]


def run_bash(script):
    return subprocess.run(["bash", "-eu", "-c", f". {TOP / ARCH}\n{script}"], capture_output=True, text=True,
                          check=True).stdout


def archive(path):
    """The address of the archive of the sources, and its checksum in hexadecimal."""
    text = text_of(path)
    if path == ARCH:
        address, checksum = run_bash('echo "$source" "$sha256sums"').split()
    elif path == NIX:
        address = re.search(r'url = "([^"]+)"', text)[1]
        address = address.replace("${finalAttrs.version}", re.search(r'version = "([^"]+)"', text)[1])
        checksum = base64.b64decode(re.search(r'hash = "sha256-([^"]+)"', text)[1]).hex()
    else:
        address = re.search(r"""url:? ["']?(\S+\.tar\.xz)""", text)[1]
        checksum = re.search(r"""sha256:? ["']([0-9a-f]{64})""", text)[1]
    return address, checksum


@pytest.mark.parametrize("path", RECIPES)
def test_the_archive_is_that_of_the_version(path):
    assert archive(path)[0].endswith(f"/gimp-error-diffusion-{version()}.tar.xz")


def test_all_recipes_take_the_same_archive():
    assert len({archive(path) for path in RECIPES}) == 1


def build_options(path):
    """The options that the recipe gives, with their values where those are in the recipe."""
    text = text_of(path)
    given = re.findall(r"-D(\w+)=(\S+?)[\s'\"]", text)
    given += [(name, value.strip('"')) for name, value in re.findall(r'lib\.mesonOption "(\w+)" "([^"$]*)"', text)]
    given += [(name, None) for name in re.findall(r'lib\.meson(?:Option|Enable|Bool) "(\w+)"', text)]
    return given


@pytest.mark.parametrize("path", RECIPES)
def test_options_of_the_build_exist(path):
    options = {name: (kind, rest) for name, kind, rest in
               re.findall(r"option\('(\w+)', type: '(\w+)'(.*)", text_of("meson_options.txt"))}
    given = build_options(path)
    assert given
    for name, value in given:
        if name in BUILTIN:
            continue
        kind, rest = options[name]
        if value is not None and kind == "feature":
            assert value in ("enabled", "disabled"), (name, value)
        if value is not None and kind == "combo":
            assert f"'{value}'" in rest, (name, value)


def libraries():
    text = text_of("meson.build")
    found = set()
    for words in re.findall(r"\b(?:dependency|find_library)\(((?:'[^']+'(?:, )?)+)", text):
        found.add(re.findall(r"'([^']+)'", words)[0])
    return found - NOT_IN_RECIPES


def packages(path):
    text = text_of(path)
    if path == ARCH:
        return set(run_bash('echo "${makedepends[@]}"').split())
    if path == NIX:
        return set(re.findall(r"^    ([\w-]+)$", text, re.M))
    return set(re.findall(r'depends_on "([^"]+)"$', text, re.M))


def test_every_library_has_a_package():
    assert libraries() == set(PACKAGES)
    for number, path in enumerate([ARCH, NIX, BREW]):
        needed = {names[number] for names in PACKAGES.values()} - {None}
        assert needed - packages(path) == set(), path


def test_the_recipe_of_arch_makes_each_of_its_packages():
    functions = run_bash("declare -F").split()
    for name in run_bash('printf "%s\\n" "${pkgname[@]}"').split():
        assert f"package_{name}" in functions
    assert {"build", "check"} <= set(functions)
