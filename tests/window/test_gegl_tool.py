# SPDX-License-Identifier: GPL-3.0-or-later
"""The GEGL operation in GIMP's tool for such operations says there what is wrong with its properties."""

from accessible import SHOWING, title_of, wait_for
from gimp import IS_GIMP_3
from gimp_window import choose_in_menu, windows


class Tool:
    def __init__(self, desk):
        self.desk = desk
        choose_in_menu(desk.gimp, "Tools", "GEGL Operation")
        self.window = wait_for(lambda: next((window for window in windows(desk.gimp)
                                             if window.name == "GEGL Operation"), None), "the tool")

    def choose(self, operation):
        for combo in self.window.matches("combo box"):
            rows = [title_of(row) for menu in combo.children for row in menu.children]
            # GIMP 3 has titles for operations, and their names after them.
            found = [i for i, row in enumerate(rows) if row == operation or row.endswith(f" ({operation})")]
            if found:
                assert combo.call("Selection", "SelectChild", "(i)", found[0]) == (True,)
                return
        raise AssertionError(f"GIMP does not offer {operation}")

    def choose_preset(self, title):
        """In GIMP 3 rows have no titles of their own; their list then is called as the row that is chosen."""
        if not IS_GIMP_3:
            self.choose(title)
            return
        presets = next(combo for combo in self.window.matches("combo box")
                       if {row.name for menu in combo.children for row in menu.children} == {"Preset"})
        for i in range(len(presets.children[0].children)):
            presets.call("Selection", "SelectChild", "(i)", i)
            if presets.name == title:
                return
        raise AssertionError(f"GIMP does not offer {title}")

    def field(self, text):
        return next(field for field in self.window.matches("text")
                    if field.call("Text", "GetText", "(ii)", 0, -1) == (text,))

    def labels(self):
        return [label.name for label in self.window.matches("label", states=[SHOWING])]

    def cancel(self):
        """By a key: GIMP complains if a screen reader presses the button, which is gone then."""
        self.desk.hands("search", "--onlyvisible", "--name", "^GEGL Operation$", "windowfocus")
        self.desk.hands("key", "Escape")
        wait_for(lambda: all(window.name != "GEGL Operation" for window in windows(self.desk.gimp)),
                 "the end of the tool")


def test_the_tool_says_what_is_wrong(desk):
    desk.show()
    tool = Tool(desk)
    tool.choose("errdiff:dither")
    wait_for(lambda: "Palette" in tool.labels() and "Not dithered" not in tool.labels(), "no error")
    palette = tool.field("")
    palette.call("EditableText", "SetTextContents", "(s)", "no-such")
    wait_for(lambda: "Not dithered" in tool.labels() and
             any('"no-such" is not a palette' in label for label in tool.labels()), "the error")
    palette.call("EditableText", "SetTextContents", "(s)", "ega")
    wait_for(lambda: "Not dithered" not in tool.labels(), "no error again")
    tool.cancel()


def test_a_preset_takes_the_place_of_the_others(desk):
    desk.show()
    tool = Tool(desk)
    tool.choose("errdiff:dither")
    # Lists and sliders have their titles in themselves.
    replaced = {"Levels", "Palette", "Dot gain", "Seed"}
    wait_for(lambda: replaced <= set(tool.labels()), "all properties")
    tool.choose_preset("Newspaper")
    wait_for(lambda: not replaced & set(tool.labels()), "the end of what the preset decides")
    assert "Weights" not in tool.labels()
    tool.cancel()
