#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the noise of holograms that are equally bright: of `errdiff hologram`, and of three methods that propagate
again and again, written here with PyTorch, which uses a GPU if there is one: the iterative Fourier transform algorithm
with soft quantization (Wyrowski 1990), and Adam with gradients that pass the quantization unchanged, or with phases
drawn by Gumbel-softmax (Choi and others 2022).

    bench/hologram_gain.py BUILD      measures with the command in that build folder, and writes the results
    bench/hologram_gain.py            writes the table of the newest results into hologram/README.md, between its marks
    bench/hologram_gain.py --check    fails if the document has another table

The hologram is the scene p256. Measuring takes minutes with a GPU, and many hours without. Without PyTorch only the
command is measured, and the newest results of the other methods are taken."""

import datetime
import itertools
import json
import math
import pathlib
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[1]
RESULTS = TOP / "bench" / "results" / "brightness"
sys.path.insert(0, str(TOP / "tests/support"))

import readme_tables  # noqa: E402
from readme_tables import table  # noqa: E402

SIDE, PLANE = 1024, 2560
LEVELS = (2, 4, 16, 256)
GAINS = (0.3, 0.44, 0.5)
OURS = {"diffused": 0, "refined": 6, "refined-long": 20}  # passes of refinement
OTHERS = {"soft": "soft quantization", "unchanged": "Adam, unchanged gradients", "drawn": "Adam, Gumbel-softmax"}
STAGES, PER_STAGE = 40, 10  # of the soft quantization
STEPS = 1000  # of Adam
RATES = (0.01, 0.03, 0.1)  # of Adam; the best counts
MOST_DRAWN = 16  # levels; more take too much memory


class Display:
    """A display of phases, and the window behind it. `wanted` is the light that the hologram sends to the window."""

    def __init__(self, torch, path, optics, transfer):
        self.torch, self.device = torch, "cuda" if torch.cuda.is_available() else "cpu"
        values = torch.frombuffer(bytearray(path.read_bytes()), dtype=torch.complex64)
        self.hologram = values.reshape(SIDE, SIDE).to(self.device)
        self.factors = torch.from_numpy(transfer(optics, PLANE)).to(torch.complex64).to(self.device)
        places = (torch.arange(PLANE) - PLANE / 2 + 0.5) * optics["pitch"]
        rows, columns = (torch.nonzero(abs(places - optics[f"view-{axis}"]) <= optics[f"view-{side}"] / 2).flatten()
                         for axis, side in (("y", "height"), ("x", "width")))
        self.window = slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)
        self.wanted = self.seen(self.hologram)
        self.rms = float(self.hologram.abs().square().mean().sqrt())

    def seen(self, field):
        fft, first = self.torch.fft, (PLANE - SIDE) // 2
        plane = self.torch.nn.functional.pad(field, (first, PLANE - SIDE - first) * 2)
        return fft.ifft2(fft.fft2(plane) * self.factors)[self.window]

    def sent_back(self, light):
        """What light in the window is at the display: the adjoint of `seen`."""
        fft, first = self.torch.fft, (PLANE - SIDE) // 2
        plane = self.torch.zeros((PLANE, PLANE), dtype=light.dtype, device=self.device)
        plane[self.window] = light
        plane = fft.ifft2(fft.fft2(plane) * self.factors.conj())
        return plane[first:first + SIDE, first:first + SIDE]

    def figures(self, light):
        """The ratio of light in the window in dB, and its gain."""
        energy = self.wanted.abs().square().sum()
        gain = (self.wanted.conj() * light).sum() / energy
        noise = (light - gain * self.wanted).abs().square().sum()
        return 10 * math.log10(float(gain.abs().square() * energy / noise)), float(gain.abs()) * self.rms

    def shown(self, phases):
        return self.torch.polar(self.torch.ones_like(phases), phases)

    def nearest(self, phases, levels):
        return self.torch.round(phases * levels / (2 * math.pi)) * 2 * math.pi / levels

    def aim(self, gain):
        return gain / self.rms * self.wanted


def rounded(display, levels):
    return display.figures(display.seen(display.shown(display.nearest(display.hologram.angle(), levels))))


def soft_quantized(display, levels, gain):
    """Phases within a growing distance of a level become that level."""
    aim = display.aim(gain)
    field = display.shown(display.hologram.angle())
    for step in range(STAGES * PER_STAGE):
        phases = (field + display.sent_back(aim - display.seen(field))).angle()
        level = display.nearest(phases, levels)
        near = (step // PER_STAGE + 1) / STAGES * math.pi / levels * 1.0001
        field = display.shown(display.torch.where(abs(phases - level) <= near, level, phases))
    return display.figures(display.seen(field))


def unchanged_gradients(display, phases, levels, step):
    """The light of the nearest levels, whose gradients are taken for those of the phases."""
    return display.shown(phases + (display.nearest(phases, levels) - phases).detach())


def drawn(display, phases, levels, step):
    """The light of levels that are drawn, the near ones more often, and the rarer others the later it is."""
    torch = display.torch
    temperature = 2.5 * (0.5 / 2.5) ** (step / STEPS)
    angles = torch.arange(levels, device=display.device) * (2 * math.pi / levels)
    apart = torch.remainder(phases[..., None] - angles + math.pi, 2 * math.pi) - math.pi
    scores = 8 / temperature * torch.exp(-((apart * levels / (2 * math.pi)) ** 2))
    shares = torch.nn.functional.gumbel_softmax(scores, tau=temperature, hard=False)
    return torch.complex((shares * angles.cos()).sum(-1), (shares * angles.sin()).sum(-1))


def adam(display, levels, gain, shown, rate):
    """The best of the levels near the phases of all steps."""
    aim = display.aim(gain)
    phases = display.hologram.angle().clone().requires_grad_()
    optimizer = display.torch.optim.Adam([phases], lr=rate)
    best = -math.inf, 0
    for step in range(STEPS):
        optimizer.zero_grad()
        (display.seen(shown(display, phases, levels, step)) - aim).abs().square().mean().backward()
        optimizer.step()
        if step % 25 == 24:
            light = display.seen(display.shown(display.nearest(phases.detach(), levels)))
            best = max(best, display.figures(light))
    return best


def best_adam(display, levels, gain, shown):
    return max(adam(display, levels, gain, shown, rate) for rate in RATES)


def diffused(errdiff, folder, words, levels, gain, passes):
    """The ratio and the gain that the command reports; None if it cannot reach the gain."""
    call = [errdiff, "hologram", "p256.c64", "--size", f"{SIDE}x{SIDE}", "out.pgm", *words, "--levels", levels,
            "--gain", gain, "--refine", passes, "--json"]
    made = subprocess.run(list(map(str, call)), cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if made.returncode != 0:
        return None
    report = json.loads(made.stdout)
    return report["snr_db"], 10 ** (report["gain_db"] / 20)


def measure_ours(errdiff, folder, words):
    for levels in LEVELS:
        for gain in GAINS:
            for method, passes in OURS.items():
                yield {"levels": levels, "method": method, "asked": gain,
                       "found": diffused(errdiff, folder, words, levels, gain, passes)}


def measure_others(torch, folder, words):
    from hologram_check import read_optics, transfer

    display = Display(torch, folder / "p256.c64", read_optics(words), transfer)
    for levels in LEVELS:
        yield {"levels": levels, "method": "none", "found": rounded(display, levels)}
        for gain in GAINS:
            methods = {"soft": lambda: soft_quantized(display, levels, gain),
                       "unchanged": lambda: best_adam(display, levels, gain, unchanged_gradients),
                       "drawn": lambda: best_adam(display, levels, gain, drawn) if levels <= MOST_DRAWN else None}
            for method, run in methods.items():
                yield {"levels": levels, "method": method, "asked": gain, "found": run()}


def newest_of_others():
    path = max(RESULTS.glob("*.json"))
    return [row for row in json.loads(path.read_text(encoding="utf-8")) if row["method"] in ("none", *OTHERS)]


def measure_all(errdiff, folder):
    words = subprocess.run([errdiff, "hologram", "--scene", "p256", "p256.c64"], cwd=folder, check=True, text=True,
                           stdout=subprocess.PIPE).stdout.split()
    try:
        import torch  # only measuring needs it, and NumPy
        others = measure_others(torch, folder, words)
    except ImportError:
        others = newest_of_others()
    for row in itertools.chain(measure_ours(errdiff, folder, words), others):
        print(row, flush=True)
        yield row


def measure(build):
    with tempfile.TemporaryDirectory() as folder:
        found = list(measure_all(build.resolve() / "command/errdiff", pathlib.Path(folder)))
    path = RESULTS / f"{datetime.date.today()}.json"
    path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def cell(found):
    return "–" if found is None else f"{found[0]:.1f} ({found[1]:.2f})"


def made_table(found):
    by_call = {(row["levels"], row["method"], row.get("asked")): row["found"] for row in found}
    columns = {**{method: f"with `--refine {passes}`" if passes else "`--gain`" for method, passes in OURS.items()},
               **OTHERS}
    return table(["phases", "gain", *columns.values(), "only rounding"],
                 [[str(levels), f"{gain:.2f}", *(cell(by_call[levels, method, gain]) for method in columns),
                   cell(by_call[levels, "none", None])] for levels in LEVELS for gain in GAINS])


if __name__ == "__main__":
    readme_tables.measure_or_make(__doc__, "bench/hologram_gain.py", "brightness", measure, made_table,
                                  "hologram/README.md")
