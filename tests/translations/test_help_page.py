# SPDX-License-Identifier: GPL-3.0-or-later
"""The help page in each language: its catalog is complete, the page that is made with it has the markup of the
English one, and it calls each control as the dialog does."""

import re
import shutil
from xml.etree import ElementTree

import pytest
from test_catalogs import LANGUAGES, PO, TOP, count, run

PAGE = TOP / "plugin/help.html"
RULES = PO / "help/help.its"

needs_itstool = pytest.mark.skipif(not shutil.which("itstool"), reason="itstool is not installed")


def entries(path):
    """The texts of a catalog and their translations."""
    def joined(lines):
        return "".join(re.findall(r'"(.*)"', lines)).replace('\\"', '"')

    found = re.findall(r'^msgid ((?:".*"\n)+)msgstr(?:\[0\])? ((?:".*"\n?)+)', path.read_text(encoding="utf-8"), re.M)
    return {joined(text): joined(translation) for text, translation in found}


def plain(label):
    """What a user reads as the name of a control: without mnemonic, colon, dots, and what stands in parentheses."""
    label = re.sub(r"\(_.\)|^%s ", "", label).replace("_", "")
    return re.sub(r"(?<=.) ?\(.*\)|[ :：…]+$", "", re.sub(r"[ :：]+$", "", label))


def labels(language):
    """The names of the dialogs' controls in lower case: the English one, and all its translations."""
    found = {}
    for text, translation in entries(PO / f"{language}.po").items():
        found.setdefault(plain(text).lower(), set()).add(plain(translation).lower())
    return found


def named(page):
    """The names in <em> and <dt>. A <dt> may have several."""
    texts = ["".join(element.itertext()) for tag in ("em", "dt") for element in page.iter(tag)]
    return [" ".join(name.split()) for text in texts for name in re.split(r"[,:] ", text)]


def wrong_names(text, translation, known):
    """The names of controls in a text of the page, if its translation calls the control something else."""
    def names(markup):
        return [plain(" ".join(name.split())).lower() for name in re.findall("<em>(.*?)</em>", markup)]

    if "<em>" in text:
        return [name for name in names(text) if name in known and not known[name] & set(names(translation))]
    parts = [plain(part).lower() for part in re.split("[,:] ", text)]
    translated = {plain(part).lower() for part in re.split(r"[,、：:] ?|、", translation)}
    return [part for part in parts if part in known and not known[part] & translated]


def titles(page):
    """The titles of the page's sections and items."""
    return {" ".join("".join(element.itertext()).split()) for tag in ("dt", "h2") for element in page.iter(tag)}


@pytest.fixture(scope="module")
def english():
    return ElementTree.parse(PAGE).getroot()


@pytest.fixture(scope="module", params=LANGUAGES)
def language(request):
    return request.param


@pytest.fixture(scope="module")
def catalog(language):
    return PO / f"help/{language}.po"


@pytest.fixture(scope="module")
def page(language, catalog, tmp_path_factory):
    """The page in this language, as the build makes it."""
    made = tmp_path_factory.mktemp(language) / "page.html"
    run(PO / "help/make_page.sh", PAGE, RULES, catalog, made)
    assert made.read_text(encoding="utf-8").startswith("<!DOCTYPE html>\n<html")
    return ElementTree.parse(made).getroot()


@needs_itstool
def test_the_catalog_is_complete(catalog, tmp_path):
    run("itstool", "--no-builtins", "--its", RULES, "-o", tmp_path / "now.pot", PAGE)
    run("msgmerge", "-q", "--no-fuzzy-matching", "-o", tmp_path / "merged.po", catalog, tmp_path / "now.pot")
    assert count(tmp_path / "merged.po", "--untranslated") == 0
    assert count(catalog, "--only-fuzzy") == 0
    assert count(tmp_path / "merged.po", "--only-obsolete") == 0
    assert count(tmp_path / "merged.po", "--translated") > 100


def pieces(root):
    """The elements of a page outside the texts and, for each text, the markup in it, which may have another order."""
    inside = {"em", "code"}
    for element in root.iter():
        if element.tag not in inside:
            yield element.tag, element.get("src"), element.get("id"), sorted(
                ("em", "") if child.tag == "em" else ("code", child.text)
                for child in element if child.tag in inside)


@needs_itstool
def test_the_markup_is_that_of_the_english_page(english, page):
    assert list(pieces(page)) == list(pieces(english))


@needs_itstool
def test_the_page_is_in_its_language(language, page):
    assert page.get("lang") == language.replace("_", "-")
    assert [element.tag for element in page.iter() if element is not page and element.get("lang")] == []


def test_controls_have_the_names_of_the_dialog(english, language, catalog):
    known = labels(language)
    marked = {text: translation for text, translation in entries(catalog).items()
              if "<em>" in text or text in titles(english)}
    assert {text: names for text, translation in marked.items()
            if (names := wrong_names(text, translation, known))} == {}


def test_most_names_are_those_of_controls(english):
    """Otherwise the test above would look at little."""
    known = labels("de")
    found = [name for name in named(english) if plain(name).lower() in known]
    assert len(found) > 60, sorted(set(named(english)) - set(found))


@pytest.mark.parametrize("text, translation, wrong", [
    ("Noise, Seed", "Rauschen, Startwert", []),
    ("Noise, Seed", "Rauschen, Samen", ["seed"]),
    ("GIMP palette: Palette", "GIMP-Palette: Palette", []),
    ("Press <em>Reset</em>.", "Drücken Sie <em>Zurücksetzen</em>.", []),
    ("Press <em>Reset</em>.", "Drücken Sie <em>Rücksetzen</em>.", ["reset"]),
    ("<em>Nothing</em> in the dialog", "<em>Etwas</em>", []),
])
def test_the_comparison_itself(text, translation, wrong):
    assert wrong_names(text, translation, labels("de")) == wrong
