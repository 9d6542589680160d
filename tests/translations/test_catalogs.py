# SPDX-License-Identifier: GPL-3.0-or-later
"""The translations are complete, valid and up to date with the sources."""

import re
import subprocess

import pytest
from sources import TOP, name_of, sources, texts

LANGUAGES = ("de", "es", "fr", "ja", "ru", "zh_CN")
PO = TOP / "po"

# The same options as meson's "glib" preset and po/meson.build.
EXTRACT = ("xgettext", "--from-code=UTF-8", "--add-comments", "--keyword=_", "--keyword=N_",
           "--keyword=C_:1c,2", "--keyword=NC_:1c,2", "--keyword=g_dcgettext:2",
           "--keyword=g_dngettext:2,3", "--keyword=g_dpgettext2:2c,3",
           "--flag=N_:1:pass-c-format", "--flag=g_dngettext:2:pass-c-format",
           "--flag=g_strdup_printf:1:c-format", "--flag=g_string_append_printf:2:c-format",
           "--flag=errdiff_fail:3:c-format")


def run(*words, **options):
    return subprocess.run([str(word) for word in words], check=True, text=True, cwd=TOP,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options).stdout


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    """A template with all current texts of the sources."""
    path = tmp_path_factory.mktemp("po") / "now.pot"
    run(*EXTRACT, "--files-from=po/POTFILES", "-o", path)
    return path


def count(catalog, *selection):
    """How many messages of a catalog msgattrib selects with these options."""
    return len(re.findall(r"^msgid (?!\"\"\nmsgstr)", run("msgattrib", *selection, catalog),
                          re.M))


def test_the_languages():
    assert (PO / "LINGUAS").read_text().split() == list(LANGUAGES)
    assert sorted(path.stem for path in PO.glob("*.po")) == list(LANGUAGES)


def test_all_sources_with_texts_are_listed():
    marked = [name_of(path) for path in sources("core", "devices", "hologram", "plugin", "settings", "ui")
              if any(text.marked for text in texts(path.read_text(encoding="utf-8")))]
    metainfo = [name_of(path) for path in (TOP / "plugin/metainfo").glob("*.in")]
    assert (PO / "POTFILES").read_text().split() == marked + metainfo


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalog_is_complete(language, template, tmp_path):
    merged = tmp_path / "merged.po"
    run("msgmerge", "-q", "--no-fuzzy-matching", "-o", merged, PO / f"{language}.po", template)
    assert count(merged, "--untranslated") == 0
    assert count(PO / f"{language}.po", "--only-fuzzy") == 0
    assert count(merged, "--only-obsolete") == 0
    assert count(merged, "--translated") == count(template, "--no-obsolete") > 100


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalog_is_sound(language):
    """Checks formats, headers and plurals, and that there is a mnemonic if the English text has
    one."""
    path = PO / f"{language}.po"
    run("msgfmt", "--check", "--check-accelerators=_", "-o", "/dev/null", path)
    forms = {"ja": 1, "zh_CN": 1, "ru": 3}.get(language, 2)
    assert f"nplurals={forms};" in path.read_text(encoding="utf-8")


def test_an_incomplete_catalog_is_seen(template, tmp_path):
    whole = (PO / "de.po").read_text(encoding="utf-8")
    holed = whole.replace('msgstr "Vorschau"', 'msgstr ""')
    assert holed != whole
    (tmp_path / "de.po").write_text(holed, encoding="utf-8")
    assert count(tmp_path / "de.po", "--untranslated") == 1
