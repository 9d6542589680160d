# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads a small part of the screen within a millisecond, for measurements."""

import ctypes
import ctypes.util


class _Image(ctypes.Structure):
    """The beginning of an XImage."""
    _fields_ = [("width", ctypes.c_int), ("height", ctypes.c_int), ("xoffset", ctypes.c_int),
                ("format", ctypes.c_int), ("data", ctypes.c_void_p)]


class PixelWatch:
    """with PixelWatch(":7") as watch: watch.read(x, y, width, height)"""

    def __init__(self, display):
        self.x11 = ctypes.CDLL(ctypes.util.find_library("X11"))
        self.x11.XOpenDisplay.restype = ctypes.c_void_p
        self.x11.XDefaultRootWindow.restype = ctypes.c_ulong
        self.x11.XDefaultRootWindow.argtypes = [ctypes.c_void_p]
        self.x11.XGetImage.restype = ctypes.POINTER(_Image)
        self.x11.XGetImage.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_int,
                                       ctypes.c_uint, ctypes.c_uint, ctypes.c_ulong, ctypes.c_int]
        self.x11.XDestroyImage.argtypes = [ctypes.POINTER(_Image)]
        self.x11.XCloseDisplay.argtypes = [ctypes.c_void_p]
        self.display = self.x11.XOpenDisplay(display.encode())
        assert self.display, display

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        self.x11.XCloseDisplay(self.display)

    def read(self, x, y, width, height):
        """Red, green and blue of each pixel."""
        z_pixmap, all_planes = 2, 0xFFFFFFFF
        image = self.x11.XGetImage(self.display, self.x11.XDefaultRootWindow(self.display), x, y,
                                   width, height, all_planes, z_pixmap)
        assert image
        raw = ctypes.string_at(image.contents.data, 4 * width * height)
        self.x11.XDestroyImage(image)
        pixels = bytearray(3 * width * height)
        pixels[0::3], pixels[1::3], pixels[2::3] = raw[2::4], raw[1::4], raw[0::4]
        return bytes(pixels)
