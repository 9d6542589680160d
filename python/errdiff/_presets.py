# SPDX-License-Identifier: GPL-3.0-or-later
"""Presets: those of the library by their names, and those of the user, which GIMP's dialog saves in files."""

import codecs
import os
import re
from collections import namedtuple
from pathlib import Path

from ._calls import file_bytes, presets, table, text_of
from ._library import ffi, lib
from ._options import Options, values_of
from ._palettes import Palette, adaptive

Preset = namedtuple("Preset", "palette values stable")
Preset.__doc__ = "What a preset says: a palette or None, options by name, and how stable frames are, in percent."

END, GROUP, MAX_BYTES = ".preset", "[errdiff preset]", 1 << 20


# ---- Names -----------------------------------------------------------------------------------------------------------

def _of_library():
    """The settings of the library's presets, as lines of text, by name."""
    info, settings = ffi.new("errdiff_preset_info *"), {}
    for index in range(lib.errdiff_preset_count()):
        lib.errdiff_preset_get(index, info)
        settings[text_of(info.name)] = text_of(info.settings)
    return settings


def _files_in(folder):
    """The names of the files in a folder, sorted; none, if it cannot be read."""
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def _folders():
    """Where the dialog saves presets: in the folders of all versions of GIMP, the newest one first."""
    named = [os.environ.get(name) for name in ("GIMP3_DIRECTORY", "GIMP2_DIRECTORY")]
    settings = os.environ.get("APPDATA" if os.name == "nt" else "XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    gimp = Path(settings, "GIMP")
    versions = [name for name in _files_in(gimp) if re.fullmatch(r"[0-9]+\.[0-9]+", name)]
    versions.sort(key=lambda name: [int(number) for number in name.split(".")], reverse=True)
    return [Path(folder, "error-diffusion-presets")
            for folder in [*filter(None, named), *(gimp / name for name in versions)]]


def _name_of_file(file):
    """The name of the preset in a file: without its end, and with the byte for each %XX."""
    name = re.sub(b"%(?!00)([0-9a-fA-F]{2})", lambda code: bytes([int(code[1], 16)]), os.fsencode(file[:-len(END)]))
    return os.fsdecode(name)


def _own():
    """The files of the user's presets, by name."""
    files = {}
    for folder in _folders():
        for file in _files_in(folder):
            if file.endswith(END) and not file.startswith(".") and file != END:
                files.setdefault(_name_of_file(file), folder / file)
    return files


def _find(preset):
    """The settings of a preset, as texts by the names of options."""
    settings = _of_library()
    if isinstance(preset, os.PathLike):
        return _read(preset)
    if isinstance(preset, str) and preset in settings:
        return dict(line.split("=", 1) for line in settings[preset].splitlines())
    own = {name: path for name, path in _own().items() if name not in settings}
    if isinstance(preset, str):
        if preset in own:
            return _read(own[preset])
        if preset.endswith(END) or "/" in preset:
            return _read(preset)
        for name, title in presets().items():
            if title.lower() == preset.lower():
                return _find(name)
    raise ValueError(f"preset: “{preset}” is not possible; available: {', '.join([*settings, *own])}; or a file "
                     f"whose name ends in {END}")


# ---- Files -----------------------------------------------------------------------------------------------------------

def _unescaped(value):
    escapes = {"s": " ", "n": "\n", "t": "\t", "r": "\r", "\\": "\\"}
    return re.sub(r"\\(.?)", lambda escape: escapes[escape[1]], value, flags=re.DOTALL)


def _parse(text):
    """The settings in the text of a file, as texts by the names of options; None, if it is none of a preset."""
    settings, is_in = None, False
    for line in text.split("\n"):
        line = line[:-1].lstrip(" \t") if line.endswith("\r") else line.lstrip(" \t")
        if line.startswith("["):
            is_in = line[:line.rfind("]") + 1] == GROUP
            settings = {} if is_in and settings is None else settings
        elif is_in and line and not line.startswith("#"):
            name, mark, value = line.partition("=")
            try:
                settings[name.rstrip()] = _unescaped(value.lstrip(" \t"))
            except KeyError:
                mark = ""
            if not mark:
                raise ValueError(f"“{line}” is not a setting")
    return settings


def _read(path):
    """The settings in a preset's file, as texts by the names of options."""
    try:
        contents = file_bytes(path, MAX_BYTES + 1)
        if len(contents) > MAX_BYTES:
            raise ValueError("it is larger than a preset can be")
        if contents.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            raise ValueError("the text is in UTF-16; save it as UTF-8")
        settings = _parse(contents.decode("utf-8-sig"))
    except (OSError, ValueError) as error:
        raise ValueError(f"preset: {path}: {getattr(error, 'strerror', None) or error}") from None
    if settings is None:
        raise ValueError(f"preset: {path}: the line “{GROUP}” is missing")
    return settings


# ---- Settings --------------------------------------------------------------------------------------------------------

def _number(kind, name, text, info=None):
    what, pattern = ("a whole number", "[-+]?[0-9]+") if kind is int else \
        ("a number", r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?")
    if not re.fullmatch(pattern, text):
        raise ValueError(f"{name}: “{text}” is not {what}")
    number = kind(text)
    if info and not info.min <= number * (info.factor if kind is float else 1) <= info.max:
        raise ValueError(f"{name}: {text} is out of range; it must be {values_of(info)}")
    return number


def _value(name, text, info):
    """The value of an option from its text."""
    if info.type == lib.ERRDIFF_OPTION_SWITCH:
        if text not in ("true", "false"):
            raise ValueError(f"{name}: “{text}” is neither true nor false")
        return text == "true"
    if info.type == lib.ERRDIFF_OPTION_REAL:
        return _number(float, name, text, info)
    if info.type == lib.ERRDIFF_OPTION_SEED:
        seed = _number(int, name, text)
        return seed + 2 ** 32 if seed < 0 else seed  # the dialog writes the upper half as negative numbers
    return _number(int, name, text, info) if info.type == lib.ERRDIFF_OPTION_INTEGER else text


def _stable(text):
    percent = _number(int, "stable", text)
    if not 0 <= percent <= 100:
        raise ValueError(f"stable: {percent} is out of range; it must be 0 to 100 percent")
    return percent


def _palette(text):
    """The palette of a preset, which may be a file."""
    if not text or adaptive(text):
        return text or None
    try:
        return Palette(text)
    except ValueError:
        return Path(text) if os.path.exists(text) else text


def read_preset(preset):
    """The Preset of a name, a title or a file; or the preset itself, if it has been read already."""
    if isinstance(preset, Preset):
        return preset
    settings = _find(preset)
    infos = {text_of(info.name): (name, info) for name, info in table().items() if info.is_in_presets}
    try:
        palette, stable, values = _palette(settings.pop("palette", "")), _stable(settings.pop("stable", "0")), {}
        for option, text in settings.items():
            if option not in infos:
                raise ValueError(f"“{option}” is not a setting")
            name, info = infos[option]
            values[name] = _value(option, text, info)
        Options(values)  # which says what else is wrong
    except (ValueError, OverflowError) as error:
        raise ValueError(f"preset: {preset}: {error}") from None
    return Preset(palette, values, stable)


def with_preset(preset, palette, given):
    """The palette and the options of a Preset, in which what is given takes the place of the preset's."""
    values = dict(preset.values)
    if palette is None and "levels" not in given:  # only one of them decides the colors
        palette = preset.palette
    if palette is not None or "levels" in given:
        values.pop("levels", None)
    if palette is None:
        values.pop("sent", None)
    return palette, {**values, **given}
