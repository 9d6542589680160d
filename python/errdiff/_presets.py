# SPDX-License-Identifier: GPL-3.0-or-later
"""Presets: those of the library by their names, and those of the user, which GIMP's dialog saves in files."""

import configparser
import os
import re
from pathlib import Path
from urllib.parse import unquote

from ._calls import presets, text_of
from ._library import ffi, lib
from ._options import table

END, GROUP = ".preset", "errdiff preset"


# ---- Names -----------------------------------------------------------------------------------------------------------

def _of_library():
    """The settings of the library's presets, as lines of text, by name."""
    info, settings = ffi.new("errdiff_preset_info *"), {}
    for index in range(lib.errdiff_preset_count()):
        lib.errdiff_preset_get(index, info)
        settings[text_of(info.name)] = text_of(info.settings)
    return settings


def _folders():
    """Where the dialog saves presets: in the folders of all versions of GIMP, the newest one first."""
    named = [os.environ.get(name) for name in ("GIMP3_DIRECTORY", "GIMP2_DIRECTORY")]
    settings = os.environ.get("APPDATA" if os.name == "nt" else "XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    versions = [folder for folder in Path(settings, "GIMP").glob("*.*") if re.fullmatch(r"\d+\.\d+", folder.name)]
    versions.sort(key=lambda folder: [int(number) for number in folder.name.split(".")], reverse=True)
    return [Path(folder, "error-diffusion-presets") for folder in [*filter(None, named), *versions]]


def _own():
    """The files of the user's presets, by name. A file's name has %XX for each byte that it cannot have itself."""
    files = {}
    for folder in _folders():
        for path in sorted(folder.glob(f"[!.]*{END}")):
            files.setdefault(unquote(path.name[:-len(END)]), path)
    return files


def _find(preset):
    """The settings of a preset of the library, as lines of text, and None; or None, and the file of the preset."""
    if isinstance(preset, os.PathLike) or isinstance(preset, str) and (preset.endswith(END) or "/" in preset):
        return None, preset
    settings = _of_library()
    own = {name: path for name, path in _own().items() if name not in settings}
    if isinstance(preset, str):
        by_title = {title.lower(): name for name, title in presets().items()}
        name = preset if preset in settings else by_title.get(preset.lower())
        if preset in own or name:
            return (None, own[preset]) if preset in own else (settings[name], None)
    raise ValueError(f"preset: “{preset}” is not possible; available: {', '.join([*settings, *own])}; or a file "
                     f"whose name ends in {END}")


# ---- Settings --------------------------------------------------------------------------------------------------------

def _read(path):
    """The settings of a preset's file, as texts by the names of options."""
    lines = configparser.ConfigParser(delimiters="=", comment_prefixes="#", interpolation=None, strict=False,
                                      default_section="", empty_lines_in_values=False)
    lines.optionxform = str
    try:
        lines.read_string(Path(path).read_text("utf-8"))
    except (OSError, ValueError, configparser.Error) as error:
        reason = getattr(error, "strerror", None) or str(error).splitlines()[0]
        raise ValueError(f"preset: “{path}” cannot be read: {reason}") from None
    if not lines.has_section(GROUP):
        raise ValueError(f"preset: “{path}” is not one: the line “[{GROUP}]” is missing")
    escapes = {"s": " ", "n": "\n", "t": "\t", "r": "\r"}
    return {name: re.sub(r"\\(.)", lambda escape: escapes.get(escape[1], escape[1]), value)
            for name, value in lines[GROUP].items()}


def _settings(preset):
    """The texts of the settings of a preset, by their names in Python."""
    text, path = _find(preset)
    pairs = dict(line.split("=", 1) for line in text.splitlines()) if path is None else _read(path)
    return {option.replace("-", "_"): value for option, value in pairs.items()}


def _number(kind, name, text):
    try:
        return kind(text)
    except ValueError:
        raise ValueError(f"{name}: “{text}” is not a {'whole number' if kind is int else 'number'}") from None


def _value(name, text, info):
    """The value of an option from its text."""
    if info.type == lib.ERRDIFF_OPTION_SWITCH:
        if text not in ("true", "false"):
            raise ValueError(f"{name}: “{text}” is neither true nor false")
        return text == "true"
    if info.type == lib.ERRDIFF_OPTION_REAL:
        return _number(float, name, text)
    if info.type == lib.ERRDIFF_OPTION_SEED:
        return _number(int, name, text) % 2 ** 32  # the dialog writes the upper half as negative numbers
    return _number(int, name, text) if info.type == lib.ERRDIFF_OPTION_INTEGER else text


def _values(settings):
    """The values of the options among the settings, and how stable the frames of an animation are, in percent."""
    infos = table()
    stable = _number(int, "stable", settings.pop("stable", "0"))
    unknown = [name for name in settings if name not in infos]
    if unknown:
        raise ValueError(f"“{unknown[0]}” is not a setting")
    return {name: _value(name, text, infos[name]) for name, text in settings.items()}, stable


def with_preset(preset, palette, given):
    """The palette and the options of a preset, in which what is given takes the place of the preset's, and how stable
    the frames of an animation are, in percent."""
    settings = _settings(preset)
    own_palette = settings.pop("palette", None) or None
    try:
        values, stable = _values(settings)
    except ValueError as error:
        raise ValueError(f"preset: {preset}: {error}") from None
    if palette is None and "levels" not in given:  # only one of them decides the colors
        palette = own_palette
    if palette is not None or "levels" in given:
        values.pop("levels", None)
    if palette is None:
        values.pop("sent", None)
    return palette, {**values, **given}, stable
