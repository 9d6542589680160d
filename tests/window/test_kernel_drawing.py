# SPDX-License-Identifier: GPL-3.0-or-later
"""The drawing of the weights shows the chosen kernel."""

import pytest
from accessible import wait_for
from dialog_images import screenshot

FULL = 0.4  # how much ink the cell with the greatest weight has


class Cells:
    """The drawing's cells, by column and row relative to the filled one."""

    def __init__(self, image):
        self.image = image
        self.paper = self.at(image.width - 1, 0)
        self.x, self.y, width, height = self.largest_filled_square()
        self.width, self.height = width + 1, height + 1  # one line included
        self.ink = self.at(self.x + 1, self.y + 1)

    def at(self, x, y):
        return tuple(self.image.pixels[3 * (y * self.image.width + x):][:3])

    def largest_filled_square(self):
        """The cell that is completely filled, without its outline."""
        image = self.image
        best = (0, 0, 0, 0)
        for y in range(image.height - 1):
            x = 0
            while x < image.width:
                run = 1
                while x + run < image.width and self.at(x + run, y) == self.at(x, y):
                    run += 1
                below = 1
                while (y + below < image.height and run > 6 and
                       all(self.at(x + i, y + below) == self.at(x, y) for i in range(run))):
                    below += 1
                if self.at(x, y) != self.paper and run > 6 and below > 6:
                    best = max(best, (x, y, run, below), key=lambda found: found[2] * found[3])
                x += run
        return best

    def share(self, dx, dy):
        """How much of the ink a cell has."""
        x, y = self.x + dx * self.width, self.y + dy * self.height
        color = self.at(x + 2, y + 2)
        return (color[0] - self.paper[0]) / (self.ink[0] - self.paper[0])


def drawing(desk):
    return Cells(screenshot(desk.display, *desk.dialog.place("image", "Drawing of the weights")))


def taps(text):
    return {(int(dx), int(dy)): int(weight) for dx, dy, weight in
            (tap.split(",") for tap in text.split(":")[1].split(";"))}


@pytest.mark.parametrize("weights", [
    "16: 1,0,7; -1,1,3; 0,1,5; 1,1,1",
    "48: 1,0,7; 2,0,5; -2,1,3; -1,1,5; 0,1,7; 1,1,5; 2,1,3; -2,2,1; -1,2,3; 0,2,5; 1,2,3; 2,2,1",
    "4: 2,0,2; -3,1,1; 0,3,-1",
])
def test_cells(desk, weights):
    dialog = desk.ask()
    dialog.choose("Method", "Custom…")
    dialog.write("Weights", weights)
    image = dialog.control("image", "Drawing of the weights")
    wait_for(lambda: image.get("Accessible", "Description") == weights, "the kernel's weights")
    expected = taps(weights)
    greatest = max(map(abs, expected.values()))
    columns = [dx for dx, _ in expected]

    def is_drawn():
        cells = drawing(desk)
        return all(
            abs(cells.share(dx, dy) - FULL * abs(expected.get((dx, dy), 0)) / greatest) < 0.03
            for dy in range(max(dy for _, dy in expected) + 1)
            for dx in range(min(columns) if dy else 1, max(columns) + 1))

    wait_for(is_drawn, "the drawing")


def test_named_kernels_and_none(desk):
    dialog = desk.ask()
    image = dialog.control("image", "Drawing of the weights")
    assert image.get("Accessible", "Description") == "16: 1,0,7; -1,1,3; 0,1,5; 1,1,1"
    dialog.choose("Method", "Sierra Lite")
    assert image.get("Accessible", "Description") == "4: 1,0,2; -1,1,1; 0,1,1"
    dialog.choose("Method", "Custom…")
    dialog.write("Weights", "nonsense")
    assert image.get("Accessible", "Description") == ""
