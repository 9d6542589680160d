# SPDX-License-Identifier: GPL-3.0-or-later
"""Every text that a user reads is marked for translation."""

import re

import pytest
from sources import MARKS, name_of, sources, texts

# Functions that show their arguments to the user.
SHOWING = re.compile(r"gtk_(label|button|check_button|radio_button|toggle_button|frame|expander)_new\w*"
                     r"|gtk_(label|button|window)_set_(text|label|title|markup\w*)"
                     r"|gtk_widget_set_tooltip_(text|markup)|gtk_dialog_new_with_buttons"
                     r"|gtk_message_dialog_\w+|gtk_dialog_add_button\w*|gtk_file_chooser\w*_new"
                     r"|atk_object_set_(name|description)|form_(row|label|frame)|status_line_\w+"
                     r"|gimp_progress_(init|set_text)|gimp_message|g_message|g_option_group_new")

# Texts that look like a sentence or a title but are not, or that are for programs.
NOT_SHOWN = {
    "plugin/dithering.c": {r"Dithering %d × %d pixels"},  # with G_MESSAGES_DEBUG
    "plugin/encoding.c": {r"[RGBYA' ]+"},          # babl's names
    "plugin/gimp_palettes.c": {r"GIMP Palette"},   # the first line of a palette file
    "plugin/help_page.c": {r"\\nLanguage: "},      # in a catalog's header
    "plugin/gegl/module.c": {r"R'G'B'A? (u8|float)", r"errdiff:dither: %s"},
    "plugin/gegl/properties.c": {r"ErrdiffDither\S+"},
    # As in a preset's file.
    "settings/builtin_presets.c": {r"\[errdiff preset\]\\n"},
    # GIMP shows the long descriptions of procedures and arguments in English, for all plug-ins.
    "plugin/dither_procedure.c": {r"What to dither: .*", r"The (image|layer) that holds the result.*",
                                  r"Each pixel takes the nearest .*", r"The presets are those of .*",
                                  r"\. The result is a new layer above .*"},
    "plugin/procedure.h": {r"The name of a preset: .*", r"The other part, .*", r"The name of the engine that ran",
                           r"The gimp-error-diffusion authors", r"RGB\*, GRAY\*"},
    "plugin/procedure.c": {r"%s \(also one of GIMP's palettes; .*"},
    "plugin/gimp2/plug_in2.c": {r"The image", r"; -1: there is none", r"RUN-INTERACTIVE .*"},
    # In GIMP 3 the titles of arguments, and GIMP's own part of the menu's path.
    "plugin/gimp3/arguments3.c": {r"Preset", r"Second drawable"},
    "plugin/gimp3/plug_in3.c": {r"Result (image|layer)", r"Engine used"},
    "plugin/menu_path.c": {r"<Image>/Filters"},
    # The description of an argument, and what only a mistake in the program can show.
    "settings/settings.c": {r"Where the result goes"},
    "ui/toolkit3.c": {r"\.errdiff-(narrow|low) .*"},  # a style
    "settings/settings_kind.c": {r".* option %s"},
    # For a script and for a shell.
    "settings/settings_copy.c": {r"\(%s RUN-NONINTERACTIVE image drawable", r"\(%s #:run-mode .*",
                                 r"errdiff in.png out.png"},
    # What the values of an argument mean.
    "hologram/dialog/hologram_settings.c": {r"(real|amplitude|only) .*"},
    "hologram/plugin/hologram_procedure.c": {r"The hologram, or a part of it",
                                             r"A new image with what a display is sent", r"Its layer",
                                             r"View-dependent error diffusion of .*",
                                             r" has the figures as JSON\."},
}
USUAL = {r"UTF-8", r"PICO-8"}

# A conversion specification; its letters do not count as words, so "%s: %d" has none.
CONVERSION = re.compile(r"%[-+ #0-9.*]*(?:l|ll|z|t)?[a-zA-Z%]")


def looks_readable(text):
    words = CONVERSION.sub("", text.replace("\\n", " "))
    words = re.sub(r"</?\w+>", "", words)
    return bool(re.search(r"[A-Za-z]{2,}\S* +\S*[a-z]{2,}|^\W*[A-Z][a-z]+|\b[a-z]+…", words))


def is_unmarked(text, exceptions):
    if text.marked or any(re.fullmatch(known, text.text, re.S) for known in exceptions):
        return False
    given = text.calls and SHOWING.fullmatch(text.calls[-1])
    return looks_readable(text.text) or bool(
        given and re.search(r"[A-Za-z]{2}", CONVERSION.sub("", text.text)))


def unmarked(source, exceptions=frozenset()):
    return [text for text in texts(source) if is_unmarked(text, exceptions | USUAL)]


@pytest.mark.parametrize("path", sources("hologram/dialog", "hologram/plugin", "plugin", "settings", "ui"), ids=name_of)
def test_every_text_is_marked(path):
    found = unmarked(path.read_text(encoding="utf-8"), NOT_SHOWN.get(name_of(path), set()))
    assert not found, [f"{name_of(path)}:{text.line}: {text.text}" for text in found]


# Messages of the core about wrong calls are for programmers.
INTERNAL = {"core/dither/alpha.c": {r"alpha: .*"}, "hologram/hologram_options.c": {r"engine: .*"},
            "core/base/option_value.c": {r"%s: it must not be NULL", r"max_memory: .*"},
            "core/dither/options.c": {r"%s: none are given", r"tone_range: .*"},
            "core/dither/run.c": {r"levels: .*"},
            "hologram/hologram_engines.c": {r"there is no engine %d"},
            "core/dither/palette_make.c": {r"locked: .*", r"samples: .*"},
            **{f"core/{name}.c": {r"%s: none is named"}
               for name in ("engines/engine_choice", "rule/kernel", "rule/levels", "palette/palette")}}
TRANSLATED = [path for path in sources("core", "hologram") if not name_of(path).startswith(
    ("core/cuda/", "hologram/command/", "hologram/cuda/", "hologram/tests/"))]


@pytest.mark.parametrize("path", [path for path in TRANSLATED
                                  if "N_(" in path.read_text(encoding="utf-8")], ids=name_of)
def test_every_message_and_title_of_the_core_is_marked(path):
    source = path.read_text(encoding="utf-8")
    exceptions = INTERNAL.get(name_of(path), set())
    found = [text for text in texts(source) if "errdiff_fail" in text.calls and
             is_unmarked(text, exceptions)]
    found += [text for text in texts(source)
              if re.search(r"\.(title|description)\s*=\s*\"" + re.escape(text.text), source)]
    assert not found, [f"{name_of(path)}:{text.line}: {text.text}" for text in found]


@pytest.mark.parametrize("source, is_found", [
    ('gtk_label_new(_("Look"));', False),
    ('gtk_label_new("Look");', True),
    ('gtk_label_new("ms");', True),
    ('gtk_label_new("%");', False),
    ('message = g_strdup("The image is gone");', True),
    ('message = g_strdup_printf(_("The image "\n "is gone: %s"), "x");', False),
    ('form_row(a, _("_Kernel:"), b, "How it spreads");', True),
    ('static const char *const titles[] = {N_("Red"), "Green"};', True),
    ('g_signal_connect(view, "value-changed", f, NULL); /* "A text" */', False),
    ('g_dngettext(NULL, "%d color", "%d colors", n)', False),
])
def test_the_search_itself(source, is_found):
    assert bool(unmarked(source)) == is_found


def test_marks_are_those_that_are_extracted():
    assert {"_", "N_", "g_dngettext"} <= set(MARKS)
