#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the inputs in corpus/ that have Exif data or color profiles, are threshold matrices, or are files of MATLAB,
HDF5 or NumPy's savez: tests/fuzz/make_seeds.py"""

import io
import pathlib
import struct
import sys
import zlib

import h5py
import numpy
import scipy.io

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "cli"))
import formats  # noqa: E402
import gif  # noqa: E402
import png  # noqa: E402

PROFILE = formats.rgb_profile(formats.P3)
EXIF = formats.exif(6, ">", ((300, 1), (300, 1), 2))
MATRIX = numpy.array([[1 + 2j, 3, 4j], [5, 6 - 1j, 7]])


def write(folder, name, content):
    (HERE / "corpus" / folder).mkdir(exist_ok=True)
    (HERE / "corpus" / folder / name).write_bytes(content)


def hdf5(fill, userblock=0):
    memory = io.BytesIO()
    with h5py.File(memory, "w", userblock_size=userblock, libver="latest" if userblock == 0 else None) as file:
        fill(file)
    return memory.getvalue()


def of_matlab(file):
    stored = numpy.zeros(MATRIX.T.shape, [("real", "f8"), ("imag", "f8")])
    stored["real"], stored["imag"] = MATRIX.T.real, MATRIX.T.imag
    file.create_dataset("H", data=stored).attrs["MATLAB_class"] = numpy.bytes_("double")


def packed(file):
    file.create_dataset("a/H", data=MATRIX.astype("complex64"), chunks=(2, 2), compression="gzip")
    file["colors"] = numpy.zeros((2, 2, 3), "uint8")


for order, name in (("<", "little"), (">", "big")):
    write("exif", name, formats.exif(3, order))
    write("exif", name + "-resolution", formats.exif(8, order, ((11811, 100), (300, 1), 3)))

pixels = bytes(range(18))
write("images", "exif-profile.png", png.encode(3, 2, png.RGB, 8, pixels, chunks=[
    (b"iCCP", b"P3\0\0" + zlib.compress(PROFILE)), (b"eXIf", EXIF), (b"tEXt", b"Title\0A text")]))
write("screens", "gray-16.png", png.encode(3, 2, png.GRAY, 16, pixels[:12], interlaced=True))
write("screens", "palette.png", png.encode(4, 1, png.PALETTE, 8, bytes([2, 0, 1, 2]), palette=pixels[:9]))
write("screens", "alpha.png", png.encode(2, 2, png.RGB_ALPHA, 8, bytes(range(16))))
write("screens", "plain.pgm", b"P2 3 2 15 # six\n1 9 3 4 15 6\n")
write("screens", "raw.pgm", b"P5\n2 2\n300\n" + bytes([0, 1, 1, 2, 0, 3, 1, 4]))
write("screens", "rows.txt", b"# two rows\n1, 2;3\n\n4 5 6\n")
image = (formats.DATA / "gray.jpg").read_bytes()
write("images", "exif-profile.jpg", formats.jpeg_with(
    image, (0xE1, b"Exif\0\0" + EXIF), (0xE2, b"ICC_PROFILE\0\1\1" + formats.gray_profile(1.8))))
COLORS = [(0, 0, 0), (255, 0, 0), (9, 9, 9)]
FRAMES = [gif.Frame((0, 0, 4, 3), [i % 3 for i in range(12)], disposal=3),
          gif.Frame((1, 1, 2, 2), [0, 1, 2, 1], disposal=2, transparent=1, colors=COLORS[::-1], interlaced=True),
          gif.Frame((0, 2, 1, 1), [1])]
write("images", "animated.gif", gif.encode(4, 3, FRAMES, COLORS, plays=3))
PIXELS = zlib.compress(bytes(3))
write("images", "animated.png", png.file_of([
    (b"IHDR", struct.pack(">IIBBBBB", 2, 1, 8, png.GRAY, 0, 0, 0)), (b"acTL", struct.pack(">II", 2, 0)),
    (b"fcTL", struct.pack(">IIIIIHHBB", 0, 2, 1, 0, 0, 1, 10, 2, 0)), (b"IDAT", PIXELS),
    (b"fcTL", struct.pack(">IIIIIHHBB", 1, 2, 1, 0, 0, 1, 10, 1, 1)), (b"fdAT", struct.pack(">I", 2) + PIXELS),
    (b"IEND", b"")]))
write("images", "animated.webp", (formats.DATA / "animated.webp").read_bytes())
write("images", "exif-profile.webp", formats.webp_with(
    (formats.DATA / "lossless.webp").read_bytes(), 24, 16, PROFILE, EXIF))
write("images", "profile.tif", formats.tiff(3, 2, 3, 8, pixels, more=[
    (274, (3, [6])), (282, (5, [300, 1])), (283, (5, [300, 1])), (34675, (7, list(PROFILE)))]))

for name, compressed in (("matrix.mat", False), ("compressed.mat", True)):
    memory = io.BytesIO()
    scipy.io.savemat(memory, {"H": MATRIX}, do_compression=compressed)
    write("matrices", name, b"0" + memory.getvalue())
memory = io.BytesIO()
scipy.io.savemat(memory, {"CGH": {"Hol": MATRIX, "pitch": 1.0}, "c": numpy.zeros((2, 2, 3))}, do_compression=True)
write("matrices", "struct.mat", b"1" + memory.getvalue())
header = b"MATLAB 7.3 MAT-file".ljust(124) + b"\0\2IM"
write("matrices", "7.3.mat", b"0" + header + hdf5(of_matlab, 512)[128:])
write("matrices", "packed.h5", b"2" + hdf5(packed))
for name, save, arrays in (("one.npz", numpy.savez, {"H": MATRIX.astype("c8"), "pitch": 8.0}),
                           ("parts.npz", numpy.savez_compressed, {"re": MATRIX.real, "im": MATRIX.imag})):
    memory = io.BytesIO()
    save(memory, **arrays)
    write("fields", name, b"0" + memory.getvalue())
