# SPDX-License-Identifier: GPL-3.0-or-later
"""The hologram dialog, with its controls by name."""

from accessible import Window, wait_for
from gimp import HOLOGRAM_PROCEDURE, INTERACTIVE, IS_GIMP_3, NAME, WITH_LAST_VALS

BUSY = "Calculating…"
IMAGES = ("Original", "Quantized")
FIRST_PAGE = ("Pixel pitch", "Wavelength", "Levels", "Width", "Height", "Distance", "Center X",
              "Center Y")
# (role, name) of the controls in the expander.
MORE = (("combo box", "Input"), ("combo box", "Second layer"), ("combo box", "Output"),
        ("combo box", "Method"), ("spin button", "Kappa"), ("spin button", "Preselected neighbors"),
        ("spin button", "Taps"), ("spin button", "Largest slope"),
        ("spin button", "Hogel size (0 = automatic)"), ("spin button", "Scale factor (0 = automatic)"),
        ("spin button", "Gain (0 = from the scale)"),
        ("spin button", "Refinement passes"), ("spin button", "Focus depth"), ("combo box", "Engine"),
        ("check box", "Filter to the view"))


# Those in the other one.
OF_DISPLAY = (("combo box", "Panel"), ("spin button", "Panel width"), ("spin button", "Panel height"),
              ("spin button", "Offset to the right"), ("spin button", "Offset down"), ("spin button", "Sample for 2π"),
              ("text", "Measured phases"), ("text", "Measured levels"), ("text", "Correction"),
              ("check box", "Conjugate hologram"), ("check box", "Binary phase in full range"),
              ("spin button", "Zero order"), ("spin button", "Crosstalk"),
              ("spin button", "Lens"), ("spin button", "Grating across"), ("spin button", "Grating down"))


class HologramDialog(Window):
    may_have_tables = False

    def __init__(self, gimp):
        process, = wait_for(lambda: gimp.plug_in_processes(NAME), "the plug-in's process")
        super().__init__(process, "dialog", "Hologram Quantization")

    @property
    def status(self):
        line = self.control("statusbar", "Status")
        label = line.matches("label")[0]
        return label.call("Text", "GetText", "(ii)", 0, -1)[0]

    def settled(self):
        """Waits until the calculation has finished; returns the status."""
        return wait_for(lambda: self.status not in ("", BUSY) and self.status, "a preview")

    def unfold(self):
        self.press("More settings", "toggle button")
        wait_for(lambda: self.is_showing("spin button", "Taps"), "the other settings")

    def unfold_display(self):
        self.press("Properties of the display", "toggle button")
        wait_for(lambda: self.is_showing("spin button", "Lens"), "the settings of the display")

    def choose_unfolded(self, name, title):
        self.unfold()
        self.choose(name, title)
        self.unfold_display()

    def fold(self):
        self.press("More settings", "toggle button")
        wait_for(lambda: not self.is_showing("spin button", "Taps"), "the first page alone")


def call(image, drawable, run_mode=INTERACTIVE):
    assert run_mode in (INTERACTIVE, WITH_LAST_VALS)
    # Only the first three matter when it is not run by a script; Script-Fu of GIMP 2.10 wants all.
    rest = [-1, *[0.0] * 7, "", 0, "", 0, 0, 0, 0.0, 0, 0.0, 0, 0, "", "", 0.0,
            "", 0, 0, 0, "", "", 0.0, 0.0, 0.0, 0, "", "", 0.0, 0, 0.0, 0.0]
    return (HOLOGRAM_PROCEDURE, run_mode, image, drawable, *([] if IS_GIMP_3 else rest))
