# SPDX-License-Identifier: GPL-3.0-or-later
"""Ctrl+C ends long calls, and what runs side by side ends with them."""

import gc
import signal
import threading
import traceback
from concurrent.futures import CancelledError, ThreadPoolExecutor

import errdiff
import errdiff._calls
import numpy
import pytest

SLOW = {"levels": 2, "refine": 20, "threads": 1}


@pytest.fixture
def image():
    return numpy.random.default_rng(1).integers(0, 255, (3000, 3000), numpy.uint8, endpoint=True)


class Interrupting(errdiff._calls.State):
    """Ctrl+C is pressed when the library asks for the first time, in the middle of its work."""

    @property
    def is_stopped(self):
        if self.is_asked:
            return False
        self.is_asked = True
        signal.raise_signal(signal.SIGINT)
        return False

    def __init__(self):
        self.errors, self.is_asked = [], False


@pytest.fixture
def interrupted(monkeypatch):
    """Returns a function that checks that a call is ended by Ctrl+C, and returns the names of the functions that were
    ended."""
    def check(call, *arguments, **options):
        with monkeypatch.context() as changed:
            changed.setattr(errdiff._calls, "State", Interrupting)
            with pytest.raises(KeyboardInterrupt) as caught:
                call(*arguments, **options)
        frames = [frame.name for frame in traceback.extract_tb(caught.tb)]
        assert "errdiff_python_watch" in frames
        return frames
    return check


def test_a_call_can_be_interrupted(interrupted, image):
    interrupted(errdiff.dither, image, **SLOW)
    interrupted(errdiff.Sequence().dither, image, **SLOW)
    assert errdiff.dither(image[:40, :40], levels=2).shape == (40, 40)


def test_dithering_of_alpha_can_be_interrupted(interrupted, image):
    with_alpha = numpy.stack([image, image], axis=2)
    frames = interrupted(errdiff.dither, with_alpha, levels=2, threads=1, alpha="dither")
    assert "_decided_alpha" in frames


def test_a_stream_can_be_interrupted(interrupted, monkeypatch, image):
    with monkeypatch.context() as changed:
        changed.setattr(errdiff._calls, "State", Interrupting)
        stream = errdiff.Stream(image.shape, levels=2)
    interrupted(stream.dither, image)
    with pytest.raises(ValueError):
        stream.dither(image)


def test_ctrl_c_while_the_library_works(image):
    timer = threading.Timer(0.5, signal.pthread_kill, (threading.get_ident(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        while True:
            errdiff.dither(image, **SLOW)
    timer.join()


def test_what_runs_side_by_side_is_stopped(image, monkeypatch):
    futures, submit = [], ThreadPoolExecutor.submit
    monkeypatch.setattr(ThreadPoolExecutor, "submit",
                        lambda *arguments: futures.append(submit(*arguments)) or futures[-1])

    def images():
        yield image
        yield image
        raise OSError("the third image cannot be read")
    with pytest.raises(OSError, match="third"):
        list(errdiff.dither_many(images(), **{**SLOW, "threads": 2}))
    assert all(future.cancelled() or isinstance(future.exception(), CancelledError) for future in futures)
    assert len(futures) == 2


def test_a_call_leaves_nothing_to_the_garbage_collector(image):
    gc.collect()
    for _ in range(3):
        errdiff.dither(image[:40, :40], levels=2)
        errdiff.make_palette(image[:40, :40], 4)
    assert gc.collect() == 0
