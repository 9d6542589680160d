# SPDX-License-Identifier: GPL-3.0-or-later
"""What software centers show of the plug-in is valid, and complete in each language."""

import os
import re
import subprocess
from pathlib import Path
from xml.etree import ElementTree

TOP = Path(__file__).resolve().parents[2]
METAINFO = os.environ["METAINFO"]
LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
# What gettext of Debian 13 calls a language whose name has more than two letters in po/LINGUAS.
STANDARD_NAMES = {"zh-Hans-CN": "zh_CN"}


def run(*words):
    return subprocess.run(["appstreamcli", *words], text=True, check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)


def validate(path):
    return run("validate", "--no-net", "--no-color", path)


def test_the_metainfo_is_valid():
    done = validate(METAINFO)
    assert done.returncode == 0, done.stdout
    assert "successful" in done.stdout


def test_a_fault_is_found(tmp_path):
    faulty = tmp_path / Path(METAINFO).name
    faulty.write_text(re.sub("<extends>.*</extends>", "", Path(METAINFO).read_text(encoding="utf-8")))
    assert validate(faulty).returncode != 0


def test_every_text_is_in_every_language():
    languages = [None, *(TOP / "po/LINGUAS").read_text().split()]
    root = ElementTree.parse(METAINFO).getroot()
    for parent, tag in ((root, "name"), (root, "summary"), (root.find("description"), "p"),
                        (root.find("description/ul"), "li")):
        found = [STANDARD_NAMES.get(name, name)
                 for name in (element.get(LANGUAGE) for element in parent.findall(tag))]
        assert found and {language: found.count(language) for language in languages} == \
            {language: found.count(None) for language in languages}


def test_the_icon_is_installed_by_the_name_that_the_metainfo_gives():
    icon = ElementTree.parse(METAINFO).getroot().findtext("icon")
    assert ElementTree.parse(TOP / "plugin/metainfo" / f"{icon}.svg").getroot().tag.endswith("svg")
