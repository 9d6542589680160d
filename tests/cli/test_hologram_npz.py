# SPDX-License-Identifier: GPL-3.0-or-later
"""`errdiff hologram` with archives of NumPy, .npz, and arrays with more axes than two."""

import io
import os
import random
import struct
import zipfile

import pytest
from fields import HEIGHT, OPTICS, PLAIN, WIDTH, color, pfm

pytestmark = pytest.mark.skipif(os.environ["ERRDIFF_HAS_NPZ"] != "1", reason="built without zlib")

numpy = pytest.importorskip("numpy") if os.environ["ERRDIFF_HAS_NPZ"] == "1" else None


def _draw(seed):
    draw = random.Random(seed)
    return numpy.array([complex(draw.uniform(-1, 1), draw.uniform(-1, 1)) for _ in range(WIDTH * HEIGHT)],
                       "complex64").reshape(HEIGHT, WIDTH)


@pytest.fixture(scope="module")
def fields():
    """A hologram for each of three colors."""
    return [_draw(seed) for seed in range(3)]


def _npy(array):
    memory = io.BytesIO()
    numpy.save(memory, array)
    return memory.getvalue()


def _zip(members, method=zipfile.ZIP_DEFLATED, comment=b""):
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w", method) as archive:
        archive.comment = comment
        for name, content in members.items():
            archive.writestr(name, content)
    return memory.getvalue()


def _expect(errdiff, field):
    errdiff.write("in.pfm", color(field.ravel().tolist()))
    errdiff.works("hologram", *OPTICS, "in.pfm", "expected.pgm")
    return errdiff.read("expected.pgm")


def _result(errdiff, *words):
    errdiff.works("hologram", *OPTICS, *words, "out.pgm")
    return errdiff.read("out.pgm")


def _says(errdiff, said, *words):
    line = errdiff.fails(1, "hologram", *OPTICS, *words, "out.pgm")
    assert said in line, line


SAVERS = pytest.mark.parametrize("name", ["savez", "savez_compressed"])


@SAVERS
@pytest.mark.parametrize("kind", ["complex64", "complex128", ">c8"])
def test_the_only_complex_array(errdiff, fields, name, kind):
    save = getattr(numpy, name)
    metadata = {"pitch": 8e-6, "depths": numpy.arange(3.0), "target": fields[1].real, "note": "text",
                "more": numpy.array([None, {}], object)}
    for array in (fields[0].astype(kind), numpy.asfortranarray(fields[0].astype(kind))):
        save(errdiff.folder / "in.npz", field=array, **metadata)
        assert _result(errdiff, "in.npz") == _expect(errdiff, fields[0])
    save(errdiff.folder / "in.npz", fields[1])
    assert _result(errdiff, "in.npz") == _expect(errdiff, fields[1])


@SAVERS
def test_arrays_by_name(errdiff, fields, name):
    getattr(numpy, name)(errdiff.folder / "in.npz", one=fields[0], two=fields[1], real=fields[2].real)
    assert _result(errdiff, "--variable", "two", "in.npz") == _expect(errdiff, fields[1])
    assert _result(errdiff, "--variable", "two.npy", "in.npz") == _expect(errdiff, fields[1])
    _says(errdiff, "in.npz: it has several arrays, of which --variable must name one, or those of the real and the "
          "imaginary part, as in re,im: one, two, real\n", "in.npz")
    for missing in ("three", "tw", "two.np", "two,three"):
        _says(errdiff, "no array with the name ", "--variable", missing, "in.npz")
    _says(errdiff, "real and two are not two real arrays of one size", "--variable", "real,two", "in.npz")
    _says(errdiff, "the imaginary part, is missing", "--variable", "real", "in.npz")


@pytest.mark.parametrize("names", [("real", "imag"), ("re", "im"), ("Re_H", "Im_H"), ("field.real", "field.imag")])
def test_parts_that_are_apart(errdiff, fields, names):
    """They are found by the beginnings of their names, as in OpenEXR, or named."""
    arrays = dict(zip(names, (fields[0].real, fields[0].imag.astype("float64"))))
    numpy.savez_compressed(errdiff.folder / "in.npz", pitch=8e-6, **arrays)
    if names[0] != "field.real":
        assert _result(errdiff, "in.npz") == _expect(errdiff, fields[0])
    assert _result(errdiff, "--variable", ",".join(names), "in.npz") == _expect(errdiff, fields[0])
    assert _result(errdiff, "--variable", ",".join(reversed(names)), "in.npz") != _expect(errdiff, fields[0])


def test_amplitude_and_phase_and_two_archives(errdiff, fields):
    amplitude, phase = abs(fields[0]), numpy.angle(fields[0])
    numpy.savez(errdiff.folder / "in.npz", amplitude=amplitude, phase=phase)
    numpy.savez(errdiff.folder / "amplitude.npz", amplitude)
    numpy.savez(errdiff.folder / "phase.npz", phase)
    call = ["--input", "amplitude-phase"]
    assert _result(errdiff, *call, "in.npz") == _result(errdiff, *call, "amplitude.npz", "phase.npz")
    assert _result(errdiff, *call, "in.npz") != _result(errdiff, *call, "phase.npz", "amplitude.npz")
    _says(errdiff, "it is gray", "phase.npz")


def test_a_name_with_a_comma(errdiff, fields):
    numpy.savez(errdiff.folder / "in.npz", **{"a,b": fields[0], "a": fields[1].real, "b": fields[2].real})
    assert _result(errdiff, "--variable", "a,b", "in.npz") == _expect(errdiff, fields[0])


def test_axes_of_colors_and_batches(errdiff, fields):
    """As programs for neural networks store them, in .npy and .npz."""
    numpy.savez(errdiff.folder / "in.npz", numpy.stack(fields))
    parts = numpy.stack(fields)
    numpy.savez(errdiff.folder / "parts.npz", real=parts.real, imag=parts.imag)
    for name in ("in.npz", "parts.npz"):
        assert _result(errdiff, "--color", 2, name) == _expect(errdiff, fields[1])
        _says(errdiff, "it has 3 colors; --color says which one to read", name)
    pairs = numpy.stack([fields[0].real, fields[0].imag], axis=-1)
    for array in (fields[0][None], fields[0][None, None], pairs, pairs[None], numpy.asfortranarray(pairs[None, None])):
        numpy.save(errdiff.folder / "in.npy", array)
        assert _result(errdiff, "in.npy") == _expect(errdiff, fields[0]), array.shape
    numpy.save(errdiff.folder / "in.npy", numpy.stack(fields)[None])
    assert _result(errdiff, "--color", 3, "in.npy") == _expect(errdiff, fields[2])
    for array in (numpy.stack(fields)[:, None], fields[0][None, :, :, None], numpy.stack(fields + fields)):
        numpy.save(errdiff.folder / "in.npy", array)
        _says(errdiff, "is not possible", "in.npy")


@pytest.mark.parametrize("shape", [(1, HEIGHT, WIDTH), (1, 1, HEIGHT, WIDTH), (HEIGHT, WIDTH, 1)])
@pytest.mark.parametrize("order", ["C", "F"])
def test_phases_with_an_axis_of_batches(errdiff, fields, shape, order):
    phases = numpy.angle(fields[0]).astype("float32")
    errdiff.write("in.pfm", pfm(1, [(number,) for number in phases.ravel().tolist()]))
    expected = _result(errdiff, "--input", "phase", "in.pfm")
    numpy.save(errdiff.folder / "in.npy", numpy.asarray(phases.reshape(shape), order=order))
    assert _result(errdiff, "--input", "phase", "in.npy") == expected
    if len(shape) == 3 and shape[0] == 1:
        numpy.save(errdiff.folder / "in.npy", numpy.asarray(numpy.stack([-phases, phases, 0 * phases]), order=order))
        assert _result(errdiff, "--input", "phase", "--color", 2, "in.npy") == expected


def test_archives_of_other_programs(errdiff, fields):
    """With a comment, in folders, with sizes after the data, and with records for large archives."""
    content = _npy(fields[0])

    class Pipe(io.BytesIO):
        def seekable(self):
            return False

        def seek(self, *where):
            raise io.UnsupportedOperation

        def tell(self):
            raise io.UnsupportedOperation

    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("field.npy", content)
    plain = _zip({"field.npy": content}, zipfile.ZIP_STORED)
    for archive in (_zip({"set/field.npy": content, "read.me": b"text"}, comment=b"PK\5\6" + bytes(60000)),
                    pipe.getvalue(), _large(plain)):
        errdiff.write("in.npz", archive)
        assert _result(errdiff, "in.npz") == _expect(errdiff, fields[0])
    errdiff.write("in.npz", _zip({"field.npy": content}, zipfile.ZIP_BZIP2))
    _says(errdiff, "no array", "in.npz")
    _says(errdiff, "in.npz: field: it is encrypted, or packed by another method than deflate", "--variable", "field",
          "in.npz")


def _large(plain):
    """The archive with one stored member in which all numbers of the directory are in records of 64 bits."""
    end, at = plain.rindex(b"PK\5\6"), plain.index(b"PK\1\2")
    entry = bytearray(plain[at:end])
    size, = struct.unpack("<I", entry[24:28])
    entry[20:28] = b"\xff" * 8
    entry[42:46] = b"\xff" * 4
    more = struct.pack("<HHI", 77, 4, 0) + struct.pack("<HHQQQ", 1, 24, size, size, 0)
    entry[30:32] = struct.pack("<H", len(more))
    entry += more
    last = at + len(entry)
    return (plain[:at] + entry + b"PK\6\6" + struct.pack("<QHHIIQQQQ", 44, 45, 45, 0, 0, 1, 1, len(entry), at) +
            b"PK\6\7" + struct.pack("<IQI", 0, last, 1) +
            b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, 0xffff, 0xffff, 0xffffffff, 0xffffffff, 0))


def test_damaged_archives(errdiff, fields):
    content = _npy(fields[0])
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        whole = _zip({"H.npy": content}, method)
        start, directory, end = 30 + len("H.npy"), whole.index(b"PK\1\2"), whole.rindex(b"PK\5\6")

        def changed(at, value, whole=whole):
            return whole[:at] + value + whole[at + len(value):]

        for archive, said in ((whole[:-1], "not an archive of arrays, or damaged"),
                              (whole[:40], "not an archive of arrays, or damaged"),
                              (whole[:end], "not an archive of arrays, or damaged"),
                              (changed(directory, b"x"), "not an archive of arrays, or damaged"),
                              (changed(end + 16, b"\xff\xff\xff"), "not an archive of arrays, or damaged"),
                              (changed(end + 12, b"\xff" * 8), "not an archive of arrays, or damaged"),
                              (changed(0, b"PK\3\5"), "no array"),
                              (changed(start + len(content) // 2, b"\x55\xaa"), "H: the array is not complete, or"),
                              (changed(directory + 16, b"\0\0\0\0"), "H: the array is not complete, or damaged"),
                              (changed(directory + 20, struct.pack("<II", 999, 999)), "H: the array is not complete"),
                              (_zip({"H.npy": content[:-1]}, method), "H: the array is not complete, or damaged"),
                              (_zip({"H.npy": content + b"\0"}, method), "H: it is longer than its array"),
                              (_zip({}, method), "no array"), (_zip({"a": b"", "H.npy": content[:9]}, method),
                                                              "no array")):
            errdiff.write("in.npz", archive)
            line = errdiff.fails(1, "hologram", *OPTICS, "in.npz", "out.pgm")
            assert line.startswith("errdiff: in.npz: ") and said in line, (said, line)
    errdiff.write("in.npz", _zip({"H.npy": _npy(numpy.zeros((HEIGHT, WIDTH), "int32"))}))
    _says(errdiff, "in.npz: H: a NumPy array of the type '<i4' with the shape", "--variable", "H", "in.npz")
    errdiff.write("in.npz", _zip({"H.npy": content}))
    _says(errdiff, "only one color", "--color", 1, "in.npz")
    line = errdiff.fails(1, "hologram", *OPTICS, "-", "out.pgm", stdin=errdiff.read("in.npz"))
    assert "an archive of NumPy cannot be read from standard input or a pipe; name its file" in line


def test_memory(errdiff, fields):
    """Sizes are compared with --max-memory before anything is unpacked, and parts are counted together."""
    side = 20000
    header = f"{{'descr': '<c8', 'fortran_order': False, 'shape': ({side}, {side}), }}".encode().ljust(117) + b"\n"
    start = b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header
    errdiff.write("in.npz", _zip({"H.npy": start + bytes(1 << 20)}))
    _, memory, line = errdiff.measure("hologram", *PLAIN, "in.npz", "out.pgm", "--max-memory", "50M")
    assert "in.npz: H: this takes " in line and "--max-memory" in line
    assert "ERRDIFF_SANITIZED" in os.environ or memory < 100 << 20

    zeros = numpy.zeros((1000, 1000), "float32")
    numpy.savez_compressed(errdiff.folder / "in.npz", re=zeros, im=zeros)
    call = ["hologram", *PLAIN, "in.npz", "out.pgm", "--max-memory"]
    assert "in.npz: im: this takes " in errdiff.fails(1, *call, "14M")
    assert "in.npz: " not in errdiff.run(*call, "16M").stderr.decode()


def test_many_members(errdiff, fields):
    """They are listed as far as there is room."""
    numpy.savez(errdiff.folder / "in.npz", **{f"field_{number:03}": fields[0] for number in range(300)})
    line = errdiff.fails(1, "hologram", *OPTICS, "in.npz", "out.pgm")
    assert "field_000, field_001" in line and len(line) < 600
    assert _result(errdiff, "--variable", "field_299", "in.npz") == _expect(errdiff, fields[0])
