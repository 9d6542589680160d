#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""drawn.py [COMMAND]: dithers drawn images with drawn options by the installed module, and prints a digest of all.

The digest is the same on every machine with AVX2 or NEON; on others zimg rounds in another way. Each result is compared
with that of the serial engine, and with that of the command, if one is named. Needs only what the module needs."""

import hashlib
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import errdiff
import numpy

JOBS = 100


def draw(generator):
    """Returns an image of uint8 and the options of a job."""
    height, width = generator.randint(1, 90), generator.randint(1, 200)
    channels = generator.choice([1, 3])
    # Python's own generator draws the same on every machine and in every version.
    samples = numpy.frombuffer(generator.randbytes(height * width * channels), numpy.uint8)
    image = samples.reshape((height, width) if channels == 1 else (height, width, 3))
    # Half of them are smooth, as most images are.
    if generator.random() < 0.5:
        slope = numpy.linspace(0, 220, width, dtype=int).astype(numpy.uint8)
        image = slope[None, :, None][..., :1 if channels == 1 else 3] + image.reshape(height, width, -1) % 32
        image = image.reshape(samples.size).reshape((height, width) if channels == 1 else (height, width, 3))
    options = {"kernel": generator.choice(list(errdiff.kernels()))}
    for name, values in (("strength", [60, 100]), ("noise", [0, 25]), ("seed", [1, 9])):
        options[name] = generator.choice(values)
    options |= generator.choice([{}, {"linear": True}])
    options |= generator.choice([
        {}, {}, {"resize": f"{generator.randint(1, 150)}x{generator.randint(1, 150)}",
                 "fit": generator.choice(["fit", "fill", "stretch"])},
    ])
    options |= generator.choice([
        {}, {"levels": generator.randint(2, 9)}, {"palette": "ega", "match": "oklab"}, {"palette": "spectra-6"},
        {"palette": "#000000,#ffffff,#ff8000", "gamut": "compress"}, {"palette": "adaptive:12"}, {"stretch": True},
    ])
    return image, options


def by_command(command, image, options):
    """Returns the samples that the command writes."""
    words = []
    for name, value in options.items():
        if name == "palette" and value.startswith("adaptive:"):
            words += ["--colors", value.split(":")[1]]
        else:
            words += ["--" + name] + ([] if value is True else [str(value)])
    with tempfile.TemporaryDirectory() as folder:
        before, after = Path(folder) / "in.pnm", Path(folder) / "out.pnm"
        magic = "P5" if image.ndim == 2 else "P6"
        before.write_bytes(f"{magic} {image.shape[1]} {image.shape[0]} 255\n".encode() + image.tobytes())
        done = subprocess.run([command, *words, before, after], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return after.read_bytes()


generator = random.Random(42)
digest = hashlib.sha256()
for job in range(JOBS):
    image, options = draw(generator)
    result = errdiff.dither(image, **options)
    serial = errdiff.dither(image, engine="serial-ed", **options)
    assert numpy.array_equal(result, serial), (job, image.shape, options)
    for command in sys.argv[1:]:
        written = by_command(command, image, options)
        assert written.endswith(result.tobytes()), (job, image.shape, options)
    digest.update(result.tobytes())
print(f"errdiff {errdiff.__version__}, Python {sys.version.split()[0]}: {JOBS} jobs, digest {digest.hexdigest()[:16]}")
