# SPDX-License-Identifier: GPL-3.0-or-later
"""Ctrl+C ends long calls, and what runs side by side ends with them."""

import os
import signal
import threading
import traceback
from concurrent.futures import CancelledError, ThreadPoolExecutor

import errdiff
import numpy
import pytest

SLOW = {"levels": 2, "refine": 20, "threads": 1}


@pytest.fixture
def picture():
    return numpy.random.default_rng(1).integers(0, 255, (3000, 3000), numpy.uint8, endpoint=True)


def dither(picture):
    errdiff.dither(picture, **SLOW)


def dither_to_colors_made_for_it(picture):
    errdiff.dither(numpy.dstack([picture] * 3), "adaptive:256", refine=20)


def dither_a_sequence(picture):
    errdiff.Sequence().dither(picture, **SLOW)


@pytest.mark.parametrize("call", [dither, dither_to_colors_made_for_it, dither_a_sequence])
def test_a_long_call_can_be_interrupted(call, picture):
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt) as caught:
        call(picture)
    timer.join()
    # The library asked in the middle of its work, and did not come to its end first.
    assert "errdiff_python_watch" in [frame.name for frame in traceback.extract_tb(caught.tb)]
    assert errdiff.dither(picture[:40, :40], levels=2).shape == (40, 40)


def test_a_stream_can_be_interrupted():
    rows = numpy.zeros((64, 1000000, 3), numpy.uint8)
    stream = errdiff.Stream(rows.shape, palette="web-safe", threads=1)
    timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt) as caught:
        stream.dither(rows)
    timer.join()
    assert "errdiff_python_watch" in [frame.name for frame in traceback.extract_tb(caught.tb)]
    with pytest.raises(ValueError):
        stream.dither(rows)


def test_what_runs_side_by_side_is_stopped(picture, monkeypatch):
    futures, submit = [], ThreadPoolExecutor.submit
    monkeypatch.setattr(ThreadPoolExecutor, "submit",
                        lambda *arguments: futures.append(submit(*arguments)) or futures[-1])

    def pictures():
        yield picture
        yield picture
        raise OSError("the third picture cannot be read")
    with pytest.raises(OSError, match="third"):
        list(errdiff.dither_many(pictures(), **{**SLOW, "threads": 2}))
    assert [type(future.exception()) for future in futures] == [CancelledError] * 2
