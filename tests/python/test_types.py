# SPDX-License-Identifier: GPL-3.0-or-later
"""The types of the module: type checkers take the documents' examples and what is right, and refuse what is wrong."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import errdiff
import pytest

TOP = Path(__file__).resolve().parents[2]
STUB = Path(os.environ["PYTHON_STUB"]) if os.environ.get("PYTHON_STUB") else None

pytestmark = pytest.mark.skipif(STUB is None or shutil.which("mypy") is None,
                                reason="needs mypy, and types that were made here")

RIGHT = """
import numpy
import numpy.typing
from pathlib import Path

import errdiff

image: numpy.typing.NDArray[numpy.uint8] = numpy.zeros((8, 8, 3), numpy.uint8)
errdiff.dither(image, "ega", levels=4, kernel="atkinson", gamma=1.5, linear=True, match="oklab", serpentine=-1)
errdiff.dither(image, [(0, 0, 0), (1.0, 0.5, 0.0)], dot_gain=20, dot=numpy.int64(2), indexed=True, out=None)
errdiff.dither(image, depth=8, levels=64)
errdiff.dither(image, Path("palette.gpl"), preset="game-boy", levels=(2, 4, 2), screen=[[0, 1], [2, 3]])
count: int = len(errdiff.make_palette(image, 16, locked=["#ff0000"], gray=True))
explanation: str = errdiff.options()["kernel"].explanation
state: bytes = errdiff.Stream((64, 8, 3), levels=2).state()
for result in errdiff.dither_many([image], stable=50):
    print(result.shape, errdiff.Sequence(50).dither(result).dtype, errdiff.__version__)
"""

WRONG = ["kernels='atkinson'", "match='lab'", "gamma='1.5'", "linear='yes'", "out=3", "levels=2.5", "seed=None"]


@pytest.fixture(scope="module")
def check(tmp_path_factory):
    """A function that has mypy check a text; it returns what mypy says of it."""
    module = tmp_path_factory.mktemp("module") / "errdiff"
    shutil.copytree(Path(errdiff.__file__).parent, module)
    shutil.copy(STUB, module)
    folder = tmp_path_factory.mktemp("checked")

    def run(text):
        (folder / "example.py").write_text(text)
        # PIL before 10.1 has no types.
        done = subprocess.run(["mypy", "--strict", "--ignore-missing-imports", "--cache-dir", folder / "cache",
                               "example.py"], cwd=folder, env={**os.environ, "MYPYPATH": str(module.parent)},
                              stdout=subprocess.PIPE, text=True, check=False)
        return "" if done.returncode == 0 else done.stdout
    return run


def test_right(check):
    assert check(RIGHT) == ""


@pytest.mark.parametrize("document", ["README.md", "docs/python.md", "python/README.md"])
def test_examples_of_the_documents(check, document):
    examples = re.findall(r"```python\n(.*?)```", (TOP / document).read_text(encoding="utf-8"), re.S)
    assert examples
    # What Dask gives is not declared in a way that mypy takes, and functions for it and for Ray need no types.
    examples = [example for example in examples if not re.search(r"^import (dask|ray)\b", example, re.M)]
    assert check("\n".join(examples)) == ""


def test_wrong(check):
    calls = [f"errdiff.dither(numpy.zeros((8, 8), numpy.uint8), {argument})" for argument in WRONG]
    found = check("\n".join(["import errdiff", "import numpy", *calls]))
    lines = {int(line) for line in re.findall(r"^example\.py:(\d+): error", found, re.M)}
    assert lines == set(range(3, 3 + len(WRONG)))


def test_all_that_the_module_has_is_declared():
    names = re.findall(r"^(?:def|class) (\w+)", STUB.read_text(encoding="utf-8"), re.M)
    assert set(names) == set(errdiff.__all__)
    parameters = set(re.findall(r"^ +(\w+): ", STUB.read_text(encoding="utf-8"), re.M))
    assert set(errdiff.options()) <= parameters
