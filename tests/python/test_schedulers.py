# SPDX-License-Identifier: GPL-3.0-or-later
"""Dask and Ray dither the images of a folder as docs/python.md shows. Ray is a package of PyPI; what is not installed
is skipped."""

import re
from pathlib import Path

import errdiff
import numpy
import pytest

DOCUMENT = Path(__file__).resolve().parents[2] / "docs/python.md"


@pytest.fixture
def photos(tmp_path, monkeypatch):
    """The pixels of the images in the folder photos, by name."""
    monkeypatch.chdir(tmp_path)
    image_module = pytest.importorskip("PIL.Image")
    draw, made = numpy.random.default_rng(1), {}
    Path("photos").mkdir()
    for number in range(10):
        name = f"{number}.png"
        made[name] = draw.integers(0, 256, (20 + number, 30, 3), numpy.uint8)
        image_module.fromarray(made[name]).save(Path("photos", name))
    return made


def run_example(package):
    """Runs the example of the document that imports this package; returns its names."""
    examples = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.S)
    example, = (text for text in examples if re.search(rf"^import {package}\b", text, re.M))
    made = {"__name__": "example"}
    exec(example, made)
    return made


def dithered():
    """The results, by the names of their files."""
    image_module = pytest.importorskip("PIL.Image")
    return {path.name: numpy.asarray(image_module.open(path).convert("RGB")) for path in Path("dithered").iterdir()}


def test_dask(photos):
    pytest.importorskip("dask.bag")
    assert run_example("dask")["names"] == sorted(photos)
    results = dithered()
    assert sorted(results) == sorted(photos)
    assert all(numpy.array_equal(results[name], errdiff.dither(photos[name], "game-boy")) for name in photos)


def test_ray(photos, monkeypatch):
    ray = pytest.importorskip("ray")
    pytest.importorskip("ray.data")
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("PYTHONPATH", str(Path(errdiff.__file__).parents[1]))  # for Ray's processes
    try:
        run_example("ray")
    finally:
        ray.shutdown()
    expected = sorted(errdiff.dither(photo, "game-boy").tobytes() for photo in photos.values())
    assert sorted(result.tobytes() for result in dithered().values()) == expected
