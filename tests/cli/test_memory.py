# SPDX-License-Identifier: GPL-3.0-or-later
"""--max-memory: short files that unpack to much are refused by what their headers say, before they are unpacked."""

import os
import struct
import zlib

import formats
import png
import pnm
import pytest
from fields import OPTICS, PLAIN

SANITIZED = os.environ.get("ERRDIFF_SANITIZED") == "1"
DATA = formats.DATA
SIDE = 6000


def _has(part):
    return os.environ.get(f"ERRDIFF_HAS_{part}") == "1"


def _deflated(*parts):
    """What is in these parts, bytes or numbers of zeros, deflated. After a full flush nothing refers to what was before
    it, so a megabyte of zeros is packed once and repeated."""
    def pack(data):
        packer = zlib.compressobj(9, wbits=-15)
        return packer.compress(data) + packer.flush(zlib.Z_FULL_FLUSH)

    packed, checksum = b"\x78\xda", zlib.adler32(b"")
    for part in parts:
        if isinstance(part, bytes):
            packed += pack(part)
            checksum = zlib.adler32(part, checksum)
        else:
            packed += pack(bytes(1 << 20)) * (part >> 20) + pack(bytes(part % (1 << 20)))
            high, low = divmod(checksum, 1 << 16)
            checksum = (high + part * low) % 65521 << 16 | low
    return packed + zlib.compressobj(9, wbits=-15).flush() + struct.pack(">I", checksum)


def _png(errdiff, color=png.GRAY, bits=8, interlaced=1):
    row = (SIDE * png.CHANNELS[color] * bits + 7) // 8
    header = struct.pack(">IIBBBBB", SIDE, SIDE, bits, color, 0, 0, interlaced)
    return png.file_of([(b"IHDR", header), (b"IDAT", _deflated((row + 1) * SIDE)), (b"IEND", b"")])


def _png_texts(errdiff):
    text = (b"zTXt", b"Comment\0\0" + _deflated(60 << 20))
    return png.encode(2, 1, png.GRAY, 8, b"ab", chunks=[text] * 40)


def _jpeg(errdiff):
    """A gray progressive JPEG that is one scan of blocks that are all gray."""
    file = (DATA / "progressive.jpg").read_bytes()
    at = file.index(b"\xff\xc2") + 5
    # The scans' data are those of a small image; the size is checked before.
    return file[:at] + struct.pack(">HH", SIDE, SIDE) + file[at + 4:] + bytes(SIDE * SIDE // 8000)


def _webp(errdiff):
    """A lossless WebP whose header claims the largest size."""
    file = (DATA / "lossless.webp").read_bytes()
    at = file.index(b"VP8L") + 9
    side = 16383
    bits = struct.unpack_from("<I", file, at)[0] >> 28 << 28 | side - 1 | side - 1 << 14
    return file[:at] + struct.pack("<I", bits) + file[at + 4:]


def _tiff(bits, photometric, rows, tile=None):
    def make(errdiff):
        row = SIDE * bits // 8
        packed = _deflated(row * rows) if not tile else _deflated(tile * tile * bits // 8)
        count = SIDE // rows if not tile else (SIDE + tile - 1) // tile * ((SIDE + tile - 1) // tile)
        where, sizes = (324, 325) if tile else (273, 279)
        pieces = {322: (4, [tile]), 323: (4, [tile])} if tile else {278: (4, [rows])}
        colors = {320: (3, [0] * (3 << bits))} if photometric == 3 else {}
        tags = {256: (4, [SIDE]), 257: (4, [SIDE]), 258: (3, [bits]), 259: (3, [8]), 262: (3, [photometric]),
                277: (3, [1]), **pieces, **colors, sizes: (4, [len(packed)] * count), where: (4, [8] * count)}
        return formats.tiff_of(tags, packed)
    return make


def _bmp(errdiff):
    header = struct.pack("<2sIHHI", b"BM", 54 + SIDE * SIDE, 0, 0, 54 + 1024)
    header += struct.pack("<IiiHHIIiiII", 40, SIDE, SIDE, 1, 8, 0, 0, 0, 0, 0, 0)
    with open(errdiff.folder / "in", "wb") as file:
        file.write(header + bytes(1024))
        file.truncate(54 + 1024 + SIDE * SIDE)


def _pnm(errdiff):
    with open(errdiff.folder / "in", "wb") as file:
        header = b"P6 %d %d 255\n" % (SIDE, SIDE)
        file.write(header)
        file.truncate(len(header) + 3 * SIDE * SIDE)


BOMBS = [
    pytest.param(_png, marks=pytest.mark.skipif(not _has("PNG"), reason="no libpng"), id="png"),
    pytest.param(lambda errdiff: _png(errdiff, png.RGB_ALPHA, 16, 0), id="png-alpha",
                 marks=pytest.mark.skipif(not _has("PNG"), reason="no libpng")),
    pytest.param(_png_texts, marks=pytest.mark.skipif(not _has("PNG"), reason="no libpng"), id="png-texts"),
    pytest.param(_jpeg, marks=pytest.mark.skipif(not _has("JPEG"), reason="no libjpeg"), id="jpeg"),
    pytest.param(_webp, marks=pytest.mark.skipif(not _has("WEBP"), reason="no libwebp"), id="webp"),
    *(pytest.param(_tiff(*how), marks=pytest.mark.skipif(not _has("TIFF"), reason="no libtiff"), id=f"tiff-{name}")
      for name, how in {"strip": (8, 1, SIDE), "strips": (16, 1, 10), "palette": (8, 3, SIDE), "bits": (1, 1, SIDE),
                        "tiles": (8, 1, 16, 2048)}.items()),
    pytest.param(_bmp, id="bmp"),
    pytest.param(_pnm, id="pnm"),
]


def _refuses(errdiff, make, *arguments, limit="20M"):
    content = make(errdiff)
    if content is not None:
        assert len(content) < 4 << 20
        errdiff.write("in", content)
    before = errdiff.contents() if content is not None else None
    status, memory, line = errdiff.measure(*arguments, "--max-memory", limit)
    assert status == 1
    assert line.startswith("errdiff: in: this takes ") and " MiB are allowed (see --max-memory)" in line
    assert line.count("\n") == 1
    assert SANITIZED or memory < 100 << 20
    assert before is None or errdiff.contents() == before


@pytest.mark.parametrize("make", BOMBS)
def test_images(errdiff, make):
    # The image is kept as a whole.
    _refuses(errdiff, make, "in", "out.pgm", "--serpentine", "--stretch")


def test_pieces_count_what_they_hold(errdiff):
    """The same image needs little memory if it is dithered in pieces."""
    _pnm(errdiff)
    status, memory, line = errdiff.measure("in", "out.ppm", "--max-memory", "60M", "--threads", "2")
    assert (status, line) == (0, "")
    assert SANITIZED or memory < 100 << 20


# ---- Animations ----------------------------------------------------------------------------------

needs_png = pytest.mark.skipif(not _has("PNG"), reason="no libpng")
needs_webp = pytest.mark.skipif(not _has("WEBP"), reason="no libwebp")


def _animated_png(width, height, chunks=()):
    """Two frames of a pixel on a canvas of this size, transparent otherwise."""
    pixel = zlib.compress(b"\0\1\2\3\xff")
    header = struct.pack(">IIBBBBB", width, height, 8, png.RGB_ALPHA, 0, 0, 0)
    control = struct.pack(">IIIIHHBB", 1, 1, 0, 0, 1, 10, 0, 0)
    return png.file_of([(b"IHDR", header), *chunks, (b"acTL", struct.pack(">II", 2, 0)),
                        (b"fcTL", struct.pack(">I", 0) + control), (b"IDAT", pixel),
                        (b"fcTL", struct.pack(">I", 1) + control), (b"fdAT", struct.pack(">I", 2) + pixel),
                        (b"IEND", b"")])


def _animated_webp(side, orientation=1):
    """Two small frames on a canvas of this size, transparent otherwise."""
    def chunk(name, data):
        return name + struct.pack("<I", len(data)) + data + bytes(len(data) % 2)

    def number(value):
        return struct.pack("<I", value)[:3]
    still = (DATA / "lossless.webp").read_bytes()
    at = still.index(b"VP8L")
    size = struct.unpack_from("<I", still, at + 4)[0]
    pixels = still[at:at + 8 + size + size % 2]
    bits = struct.unpack_from("<I", still, at + 9)[0]
    frame = bytes(6) + number(bits & 0x3fff) + number(bits >> 14 & 0x3fff) + number(100) + b"\2" + pixels
    exif = b"II*\0" + struct.pack("<IHHHIII", 8, 1, 274, 3, 1, orientation, 0)
    body = (chunk(b"VP8X", struct.pack("<I", 0x1a) + number(side - 1) + number(side - 1)) + chunk(b"ANIM", bytes(6)) +
            2 * chunk(b"ANMF", frame) + chunk(b"EXIF", exif))
    return b"RIFF" + struct.pack("<I", 4 + len(body)) + b"WEBP" + body


@needs_webp
@pytest.mark.parametrize("orientation", [1, 6])
def test_canvases_of_webp(errdiff, orientation):
    """Of each pixel two canvases of errdiff and what libwebp holds, 20 bytes, and the image, 4 and 2 for its alpha
    and its mask; and the image before it was turned, 4."""
    side, limit = 1000, 27 if orientation == 1 else 31
    _refuses(errdiff, lambda _: _animated_webp(side, orientation), "in", "out.pam", limit=f"{(limit - 2) * 1000}K")
    _refuses(errdiff, lambda _: _animated_webp(16000, orientation), "in", "out.pam", limit="900M")
    errdiff.write("in", _animated_webp(side, orientation))
    errdiff.works("in", "out.pam", "--levels", "4", "--max-memory", f"{limit * 1000}K")


@needs_webp
@needs_png
def test_canvases_that_are_written_as_webp(errdiff):
    """3 canvases of errdiff and what libwebpmux holds, 68 bytes, beside the image."""
    _refuses(errdiff, lambda _: _animated_png(1000, 1000), "in", "out.webp", limit="80M")
    errdiff.works("in", "out.webp", "--levels", "4", "--max-memory", "100M")
    # The result of another size.
    errdiff.write("in.pgm", pnm.encode(1000, 1000, 1, 8, bytes(1000 * 1000)))
    assert "in.pgm: this takes" in errdiff.fails(1, "in.pgm", "out.webp", "--max-memory", "60M")


@needs_png
def test_canvases_of_png(errdiff):
    _refuses(errdiff, lambda _: _animated_png(30000, 30000), "in", "out.pam", limit="900M")
    _refuses(errdiff, lambda _: _animated_png(1 << 24, 1), "in", "out.pam", limit="200M")


@needs_png
@pytest.mark.parametrize("texts, limit", [(8 * [(b"zTXt", b"Comment\0\0" + zlib.compress((1 << 20) * b"a"))], 17),
                                          ([(b"tEXt", b"Comment\0" + 2000000 * b"a")], 12)], ids=["packed", "plain"])
def test_texts_of_an_animated_png(errdiff, texts, limit):
    """They count beside the canvas, and the file, which is read ahead, does, too."""
    for too_small in (f"{limit // 2}M", f"{limit - 1}M"):
        _refuses(errdiff, lambda _: _animated_png(500, 500, texts), "in", "out.png", limit=too_small)
    errdiff.works("in", "out.png", "--levels", "4", "--max-memory", f"{limit}M")


@needs_png
def test_what_is_read_before_the_animation_is_found(errdiff):
    """A chunk that ends just behind the limit for reading ahead, before one that is long."""
    header = struct.pack(">IIBBBBB", 2, 1, 8, png.GRAY, 0, 0, 0)
    start = png.file_of([(b"IHDR", header)])
    end = png.file_of([(b"IDAT", zlib.compress(b"\0ab")), (b"IEND", b"")])[8:]
    with open(errdiff.folder / "in", "wb") as file:
        file.write(start)
        for length in ((64 << 20) - len(start) - 9, 200 << 20):
            file.write(struct.pack(">I4s", length, b"prVt"))
            file.seek(length + 4, os.SEEK_CUR)
        file.write(end)
    status, memory, _ = errdiff.measure("in", "out.pgm")
    assert status == 0
    assert SANITIZED or memory < 150 << 20
    assert "in: this takes " in errdiff.fails(1, "in", "out.pgm", "--max-memory", "50M")


# ---- Sizes ---------------------------------------------------------------------------------------

@pytest.mark.skipif(not _has("ZIMG"), reason="no zimg")
def test_a_larger_result(errdiff):
    """Dots and --resize make a small image large."""
    errdiff.write("in", pnm.encode(10, 10, 1, 8, bytes(100)))
    line = errdiff.fails(1, "in", "out.pgm", "--resize", "20000x20000", "--max-memory", "300M")
    assert "in: this takes" in line and "--max-memory" in line
    assert "--max-memory" in errdiff.fails(1, "in", "out.pgm", "--resize", "20000x20000", "--dot", "20",
                                           "--max-memory", "300M")
    errdiff.works("in", "out.pgm", "--resize", "2000x2000", "--max-memory", "300M")


@pytest.mark.skipif(not _has("ZIMG"), reason="no zimg")
def test_resizing_counts_both_images_and_their_planes(errdiff):
    """4 MB each for the images, 16 MB each for the planes, in all 38.1 MiB."""
    errdiff.write("in", pnm.encode(2000, 2000, 1, 8, bytes(2000 * 2000)))
    call = ["in", "out.pgm", "--resize", "2000x2000", "--max-memory"]
    assert "takes 38.2 MiB" in errdiff.fails(1, *call, "37M")
    errdiff.works(*call, "39M")


def test_an_image_that_was_replaced_does_not_count(errdiff):
    """16 MB become 1 MB of dots, for which detail takes 2 MB more."""
    errdiff.write("in", pnm.encode(4000, 4000, 1, 8, bytes(4000 * 4000)))
    errdiff.works("in", "out.pgm", "--dot", "4", "--detail", "50", "--max-memory", "17M")


@pytest.mark.parametrize("text, works", [("100", False), ("0", True), ("300K", True), ("300k", True), ("1M", True),
                                         ("16777215T", True)])
def test_sizes(errdiff, small, text, works):
    errdiff.write("in", small)
    if works:
        errdiff.works("in", "out.pgm", "--max-memory", text, "--serpentine")
    else:
        assert "only 0.0 KiB are allowed" in errdiff.fails(1, "in", "out.pgm", "--max-memory", text, "--serpentine")


@pytest.mark.skipif(not _has("PNG"), reason="no libpng")
def test_less_than_libpng_needs_to_begin(errdiff):
    errdiff.write("in.png", png.encode(2, 1, png.GRAY, 8, b"ab"))
    assert "in.png: this takes " in errdiff.fails(1, "in.png", "out.pgm", "--max-memory", "1000")


@pytest.mark.parametrize("text", ["", "M", "-1", "1.5G", "1GB", "1X", "16777216T", "99999999999999999999"])
def test_wrong_sizes(errdiff, small, text):
    errdiff.write("in", small)
    for command in ([], ["hologram"]):
        assert "max-memory: " in errdiff.fails(2, *command, "in", "out.pgm", "--max-memory", text)


# ---- Holograms -----------------------------------------------------------------------------------

def _npy(errdiff):
    header = b"{'descr': '<c8', 'fortran_order': False, 'shape': (%d, %d), }" % (SIDE, SIDE)
    header = header.ljust(117) + b"\n"
    return b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header


def _pfm(errdiff):
    return b"PF\n%d %d\n-1.0\n" % (SIDE, SIDE)


def _complex_tiff(errdiff):
    packed = _deflated(8 * SIDE * SIDE)
    tags = {256: (4, [SIDE]), 257: (4, [SIDE]), 258: (3, [64]), 259: (3, [8]), 262: (3, [1]), 277: (3, [1]),
            278: (4, [SIDE]), 339: (3, [6]), 279: (4, [len(packed)]), 273: (4, [8])}
    return formats.tiff_of(tags, packed)


def _exr(errdiff):
    """A file with one chunk of 16 rows, of which the table names all."""
    def attribute(name, kind, value):
        return f"{name}\0{kind}\0".encode() + struct.pack("<I", len(value)) + value
    box = struct.pack("<4i", 0, 0, SIDE - 1, SIDE - 1)
    channels = b"".join(name + b"\0" + struct.pack("<IB3xII", 2, 0, 1, 1) for name in (b"G", b"R")) + b"\0"
    header = (struct.pack("<II", 20000630, 2) + attribute("channels", "chlist", channels) +
              attribute("compression", "compression", b"\3") + attribute("dataWindow", "box2i", box) +
              attribute("displayWindow", "box2i", box) + attribute("lineOrder", "lineOrder", b"\0") +
              attribute("pixelAspectRatio", "float", struct.pack("<f", 1)) +
              attribute("screenWindowCenter", "v2f", bytes(8)) +
              attribute("screenWindowWidth", "float", struct.pack("<f", 1)) + b"\0")
    count = (SIDE + 15) // 16
    packed = _deflated(SIDE * 16 * 8)
    first = len(header) + 8 * count
    chunks = [struct.pack("<iI", 16 * i, len(packed)) + packed for i in range(count)]
    table = b"".join(struct.pack("<Q", first + i * len(chunks[0])) for i in range(count))
    return header + table + b"".join(chunks)


def _hdf5(kind, of_matlab=False):
    def make(errdiff):
        h5py = pytest.importorskip("h5py")
        numpy = pytest.importorskip("numpy")
        with h5py.File(errdiff.folder / "in", "w", userblock_size=512 if of_matlab else 0) as file:
            data = file.create_dataset("H", (SIDE, SIDE), kind, chunks=(SIDE, SIDE), compression="gzip",
                                       compression_opts=9)
            packed = _deflated(SIDE * SIDE * data.dtype.itemsize)
            data.id.write_direct_chunk((0, 0), packed)
            if of_matlab:
                data.attrs["MATLAB_class"] = numpy.bytes_("double")
        if of_matlab:
            with open(errdiff.folder / "in", "r+b") as file:
                file.write(b"MATLAB 7.3 MAT-file, Platform: GLNXA64".ljust(124) + b"\0\2IM")
        return errdiff.read("in")
    return make


def _element(kind, size):
    return struct.pack("<II", kind, size)


def _mat(variable_class):
    """A compressed variable: a complex matrix, or a struct of which only the names of fields are there."""
    def make(errdiff):
        zeros = 8 * SIDE * SIDE
        flags = variable_class | (0x800 if variable_class == 6 else 0)
        start = _element(6, 8) + struct.pack("<II", flags, 0) + _element(5, 8)
        if variable_class == 6:
            start += struct.pack("<ii", SIDE, SIDE) + struct.pack("<HH4s", 1, 1, b"H")
            parts = [start + _element(9, zeros), zeros, _element(9, zeros), zeros]
        else:
            start += struct.pack("<ii", 1, 1) + struct.pack("<HH4s", 1, 1, b"H") + struct.pack("<HHI", 5, 4, 8)
            parts = [start + _element(1, zeros), zeros]
        size = sum(len(part) if isinstance(part, bytes) else part for part in parts)
        packed = _deflated(_element(14, size), *parts)
        return b"MATLAB 5.0 MAT-file".ljust(124) + b"\0\1IM" + _element(15, len(packed)) + packed
    return make


def _full(kind, content):
    return _element(kind, len(content)) + content + bytes(-len(content) % 8)


def _matrix(variable_class, sides, rest=b""):
    start = _element(6, 8) + struct.pack("<II", variable_class, 0) + _full(5, struct.pack("<ii", *sides))
    return _full(14, start + struct.pack("<HH4s", 1, 1, b"H") + rest)


def _fields(names, rest=b""):
    return struct.pack("<HHI", 5, 4, 8) + _full(1, names) + rest


def _mat_of(variable, is_packed=False):
    packed = zlib.compress(variable, 9)
    content = _element(15, len(packed)) + packed if is_packed else variable
    return lambda errdiff: b"MATLAB 5.0 MAT-file".ljust(124) + b"\0\1IM" + content


NESTED = _matrix(2, (1, 1), _fields(b"inside\0\0", _matrix(2, (1, 1), _fields(bytes(32 << 20)))))
HOLOGRAMS = [
    pytest.param(_npy, id="npy"),
    pytest.param(_pfm, id="pfm"),
    pytest.param(_complex_tiff, marks=pytest.mark.skipif(not _has("TIFF"), reason="no libtiff"), id="tiff"),
    pytest.param(_exr, marks=pytest.mark.skipif(not _has("EXR"), reason="no OpenEXR"), id="exr"),
    *(pytest.param(make, marks=pytest.mark.skipif(not _has("MATLAB"), reason="no matio and HDF5"), id=name)
      for name, make in {"hdf5": _hdf5("complex64"), "hdf5-wide": _hdf5("complex128"),
                         "mat-7.3": _hdf5([("real", "f8"), ("imag", "f8")], of_matlab=True),
                         "mat-matrix": _mat(6), "mat-struct": _mat(2), "mat-nested": _mat_of(NESTED, True),
                         "mat-elements": _mat_of(_matrix(2, (30000, 30000), _fields(b"a".ljust(8, b"\0")))),
                         "mat-cells": _mat_of(_matrix(1, (30000, 30000)))}.items()),
]


@pytest.mark.skipif(not _has("HOLOGRAM"), reason="the command was built without FFTW or LAPACK")
@pytest.mark.parametrize("make", HOLOGRAMS)
def test_holograms(errdiff, make):
    _refuses(errdiff, make, "hologram", *PLAIN, "in", "out.pgm", limit="50M")


@pytest.mark.skipif(not _has("HOLOGRAM"), reason="the command was built without FFTW or LAPACK")
def test_a_phase_image_and_a_correction(errdiff):
    """Both are images of 8 bits, and each becomes an array of floats."""
    _pnm(errdiff)
    with open(errdiff.folder / "in", "r+b") as file:
        file.write(b"P5")
    for options in (["--input", "phase", "in"], ["--size", "3x2", "--correction", "in", "raw"]):
        errdiff.write("raw", bytes(48))
        _, memory, line = errdiff.measure("hologram", *PLAIN, *options, "out.pgm", "--max-memory", "50M")
        assert "in: this takes " in line and "--max-memory" in line
        assert SANITIZED or memory < 100 << 20


@pytest.mark.skipif(not _has("HOLOGRAM"), reason="the command was built without FFTW or LAPACK")
def test_the_light_on_its_way_to_the_window(errdiff):
    """The hologram itself fits, but not the plane on which its light is followed."""
    with open(errdiff.folder / "raw", "wb") as file:
        file.truncate(8 * 2000 * 2000)
    call = ["hologram", *OPTICS, "--size", "2000x2000", "raw", "out.pgm", "--max-memory"]
    assert "max_memory: " in errdiff.fails(1, *call, "150M")
    assert "max_memory: " in errdiff.fails(1, *call, "1G", "--no-view-filter", "--hogel", "1")
