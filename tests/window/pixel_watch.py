# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the pixels of a part of the screen, a small one within a millisecond, and those of the mouse pointer."""

import ctypes
import time

from gimp import PATIENCE


class _Image(ctypes.Structure):
    """The beginning of an XImage."""
    _fields_ = [("width", ctypes.c_int), ("height", ctypes.c_int), ("xoffset", ctypes.c_int),
                ("format", ctypes.c_int), ("data", ctypes.c_void_p)]


_x11 = ctypes.CDLL("libX11.so.6")
_x11.XOpenDisplay.restype = ctypes.c_void_p
_x11.XCloseDisplay.argtypes = [ctypes.c_void_p]
_x11.XDisplayWidth.argtypes = _x11.XDisplayHeight.argtypes = [ctypes.c_void_p, ctypes.c_int]
_x11.XDefaultRootWindow.restype = ctypes.c_ulong
_x11.XDefaultRootWindow.argtypes = [ctypes.c_void_p]
_x11.XDestroyImage.argtypes = [ctypes.POINTER(_Image)]
_x11.XGetImage.restype = ctypes.POINTER(_Image)
_x11.XGetImage.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_int, ctypes.c_uint, ctypes.c_uint,
                           ctypes.c_ulong, ctypes.c_int]


class PixelWatch:
    """with PixelWatch(":7") as watch: watch.read(x, y, width, height)"""

    def __init__(self, display):
        self.display = _x11.XOpenDisplay(display.encode())
        assert self.display, display
        self.size = _x11.XDisplayWidth(self.display, 0), _x11.XDisplayHeight(self.display, 0)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        _x11.XCloseDisplay(self.display)

    def read(self, x, y, width, height):
        """Red, green and blue of each pixel."""
        # Xlib would end the process.
        assert 0 <= x and 0 <= y and x + width <= self.size[0] and y + height <= self.size[1], \
            f"{width} × {height} pixels at {x}, {y} are not all on the screen"
        z_pixmap, all_planes = 2, 0xFFFFFFFF
        image = _x11.XGetImage(self.display, _x11.XDefaultRootWindow(self.display), x, y, width, height,
                               all_planes, z_pixmap)
        assert image
        raw = ctypes.string_at(image.contents.data, 4 * width * height)
        _x11.XDestroyImage(image)
        pixels = bytearray(3 * width * height)
        pixels[0::3], pixels[1::3], pixels[2::3] = raw[2::4], raw[1::4], raw[0::4]
        return bytes(pixels)


def wait_for_pixels(watch, place, expected):
    """Waits until this part of the screen has these pixels; looks again after a millisecond."""
    deadline = time.monotonic() + PATIENCE
    while watch.read(*place) != expected:
        assert time.monotonic() < deadline, "the pixels in the preview"
        time.sleep(0.001)


class _Cursor(ctypes.Structure):
    """An XFixesCursorImage."""
    _fields_ = [("x", ctypes.c_short), ("y", ctypes.c_short), ("width", ctypes.c_ushort), ("height", ctypes.c_ushort),
                ("xhot", ctypes.c_ushort), ("yhot", ctypes.c_ushort), ("serial", ctypes.c_ulong),
                ("pixels", ctypes.POINTER(ctypes.c_ulong)), ("atom", ctypes.c_ulong), ("name", ctypes.c_char_p)]


_fixes = ctypes.CDLL("libXfixes.so.3")
_fixes.XFixesGetCursorImage.restype = ctypes.POINTER(_Cursor)
_fixes.XFixesGetCursorImage.argtypes = [ctypes.c_void_p]


def cursor_shape(display):
    """The pixels of the mouse pointer as it is now, and their number in a row."""
    connection = _x11.XOpenDisplay(display.encode())
    assert connection, display
    found = _fixes.XFixesGetCursorImage(connection).contents
    shape = found.width, found.pixels[:found.width * found.height]
    _x11.XCloseDisplay(connection)
    return shape
