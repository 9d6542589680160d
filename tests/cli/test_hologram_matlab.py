# SPDX-License-Identifier: GPL-3.0-or-later
"""`errdiff hologram` with files of MATLAB and HDF5, and with files as public sets of holograms have them."""

import os
import random
import resource
import struct
import zlib

import pytest
from fields import HEIGHT, OPTICS, WIDTH, color, pfm

pytestmark = pytest.mark.skipif(os.environ["ERRDIFF_HAS_MATLAB"] != "1", reason="built without matio and HDF5")

h5py, numpy, scipy_io = (pytest.importorskip(name) if os.environ["ERRDIFF_HAS_MATLAB"] == "1" else None
                         for name in ("h5py", "numpy", "scipy.io"))


def _draw(seed):
    draw = random.Random(seed)
    return [complex(draw.uniform(-1, 1), draw.uniform(-1, 1)) for _ in range(WIDTH * HEIGHT)]


@pytest.fixture(scope="module")
def fields():
    """A hologram for each of three colors."""
    return [_draw(seed) for seed in range(3)]


def _matrix(field, kind="complex64"):
    return numpy.array(field, kind).reshape(HEIGHT, WIDTH)


def _save_7_3(path, variables):
    """A file of MATLAB's version 7.3: arrays by name, where "CGH/Hol" is a field of a struct."""
    with h5py.File(path, "w", userblock_size=512) as file:
        for name, matrix in variables.items():
            part = matrix.real.dtype
            stored = numpy.zeros(matrix.T.shape, [("real", part), ("imag", part)])
            stored["real"], stored["imag"] = matrix.T.real, matrix.T.imag
            data = file.create_dataset(name, data=stored if numpy.iscomplexobj(matrix) else matrix.T)
            data.attrs["MATLAB_class"] = numpy.bytes_("single" if part == "float32" else "double")
    with open(path, "r+b") as file:
        file.write(b"MATLAB 7.3 MAT-file, Platform: GLNXA64".ljust(124) + b"\0\2IM")


def _save_5(path, variables):
    nested = {}
    for name, matrix in variables.items():
        *within, own = name.split("/")
        (nested.setdefault(within[0], {}) if within else nested)[own] = matrix
    scipy_io.savemat(path, nested, do_compression=True)


def _save_h5(path, variables):
    with h5py.File(path, "w") as file:
        for name, matrix in variables.items():
            file[name] = matrix


SAVERS = pytest.mark.parametrize("save", [_save_5, _save_7_3, _save_h5], ids=["5", "7.3", "hdf5"])
METADATA = {"pitch": 1e-6, "zobj": [[0.1, 0.2, 0.3]]}


def _expect(errdiff, field):
    errdiff.write("in.pfm", color(field))
    errdiff.works("hologram", *OPTICS, "in.pfm", "expected.pgm")
    return errdiff.read("expected.pgm")


def _result(errdiff, *words):
    errdiff.works("hologram", *OPTICS, *words, "out.pgm")
    return errdiff.read("out.pgm")


# The names that the sets' variables have: INTERFERE-I; II and III; IV; V; EmergImg-HoloGrail; WUT.
@SAVERS
@pytest.mark.parametrize("name", ["Hol", "CGH/Hol", "cghF", "H", "u1", "dh"])
@pytest.mark.parametrize("kind", ["complex64", "complex128"])
def test_the_only_complex_matrix(errdiff, fields, save, name, kind):
    save(errdiff.folder / "in.mat", {name: _matrix(fields[0], kind),
                                     **{key: numpy.array(value, "float64", ndmin=2)
                                        for key, value in METADATA.items()}})
    assert _result(errdiff, "in.mat") == _expect(errdiff, fields[0])


@SAVERS
def test_a_variable_by_name(errdiff, fields, save):
    save(errdiff.folder / "in.mat", {"one": _matrix(fields[0]), "set/two": _matrix(fields[1]),
                                     "other": _matrix(fields[0]).real})
    assert _result(errdiff, "--variable", "set.two", "in.mat") == _expect(errdiff, fields[1])
    line = errdiff.fails(1, "hologram", *OPTICS, "in.mat", "out.pgm")
    assert "--variable" in line and "one" in line and "set.two" in line
    for name in ("three", "set.three", "one.two", "set"):
        assert name in errdiff.fails(1, "hologram", *OPTICS, "--variable", name, "in.mat", "out.pgm")


@SAVERS
def test_colors(errdiff, fields, save):
    save(errdiff.folder / "in.mat", {"Hol": numpy.stack([_matrix(field) for field in fields], axis=2)})
    for i, field in enumerate(fields):
        assert _result(errdiff, "--color", i + 1, "in.mat") == _expect(errdiff, field)
    assert "--color" in errdiff.fails(1, "hologram", *OPTICS, "in.mat", "out.pgm")


    save(errdiff.folder / "in.mat", {"Hol": _matrix(fields[0])})
    assert "only one color" in errdiff.fails(1, "hologram", *OPTICS, "--color", 2, "in.mat", "out.pgm")
    save(errdiff.folder / "in.mat", {"Hol": numpy.stack([_matrix(fields[0])] * 4, axis=2)})
    assert "4 matrices" in errdiff.fails(1, "hologram", *OPTICS, "--color", 1, "in.mat", "out.pgm")


def test_colors_first(errdiff, fields):
    """An array of colors × height × width, as programs for neural networks store it."""
    _save_h5(errdiff.folder / "in.h5", {"Hol": numpy.stack([_matrix(field) for field in fields])})
    for i, field in enumerate(fields):
        assert _result(errdiff, "--color", i + 1, "in.h5") == _expect(errdiff, field)


def test_long_names_and_dots(errdiff, fields):
    """Two names that differ only after 100 bytes, and datasets whose names have dots."""
    long, other = ("x" * 120 + end for end in "ab")
    _save_h5(errdiff.folder / "in.h5", {long: _matrix(fields[0]), other: _matrix(fields[1]),
                                        "set.one": _matrix(fields[2]), "set/in.two": _matrix(fields[0]),
                                        "set/three": _matrix(fields[1])})
    for name, field in ((long, 0), (other, 1), ("set.one", 2), ("set.in.two", 0), ("set/in.two", 0), ("set.three", 1)):
        assert _result(errdiff, "--variable", name, "in.h5") == _expect(errdiff, fields[field])
    _save_h5(errdiff.folder / "in.h5", {f"{long}/field.of.{other}": _matrix(fields[1])})
    assert _result(errdiff, "in.h5") == _expect(errdiff, fields[1])


@SAVERS
def test_two_real_matrices(errdiff, fields, save):
    for name, part in (("re.mat", "real"), ("im.mat", "imag")):
        save(errdiff.folder / name, {"part": getattr(_matrix(fields[0]), part)})
    assert _result(errdiff, "re.mat", "im.mat") == _expect(errdiff, fields[0])
    assert "imaginary" in errdiff.fails(1, "hologram", *OPTICS, "re.mat", "out.pgm")


@SAVERS
def test_parts_that_are_apart_in_one_file(errdiff, fields, save):
    matrix = _matrix(fields[0])
    save(errdiff.folder / "in.mat", {"real": matrix.real, "imag": matrix.imag, "part": matrix.real[:-1]})
    assert _result(errdiff, "--variable", "real,imag", "in.mat") == _expect(errdiff, fields[0])
    for names, said in (("real,part", "not two real matrices of one size"), ("real,", "no matrix of numbers with the"),
                        ("real,none", "no matrix of numbers with the name none")):
        assert said in errdiff.fails(1, "hologram", *OPTICS, "--variable", names, "in.mat", "out.pgm"), names


def test_a_name_with_a_comma(errdiff, fields):
    """In HDF5 a name may have one; it is then not that of two parts."""
    _save_h5(errdiff.folder / "in.h5", {"a,b": _matrix(fields[0]), "a": _matrix(fields[1]).real,
                                        "b": _matrix(fields[2]).real})
    assert _result(errdiff, "--variable", "a,b", "in.h5") == _expect(errdiff, fields[0])


@SAVERS
@pytest.mark.parametrize("names", [("real", "imag"), ("set/Re", "set/Im")], ids=",".join)
def test_parts_that_are_found_by_their_names(errdiff, fields, save, names):
    matrix = _matrix(fields[0])
    metadata = {key: numpy.array(value, "float64", ndmin=2) for key, value in METADATA.items()}
    save(errdiff.folder / "in.mat", {names[0]: matrix.real, names[1]: matrix.imag, **metadata})
    assert _result(errdiff, "in.mat") == _expect(errdiff, fields[0])
    save(errdiff.folder / "in.mat", {names[0]: matrix.real, names[1]: matrix.imag[1:]})
    assert "not two real matrices of one size" in errdiff.fails(1, "hologram", *OPTICS, "in.mat", "out.pgm")
    save(errdiff.folder / "in.mat", {names[0]: matrix.real, names[1]: matrix.imag, "other": matrix.real})
    assert "as in re,im" in errdiff.fails(1, "hologram", *OPTICS, "in.mat", "out.pgm")
    save(errdiff.folder / "in.mat", {names[0]: numpy.stack([_matrix(field).real for field in fields], axis=2),
                                     names[1]: numpy.stack([_matrix(field).imag for field in fields], axis=2)})
    assert _result(errdiff, "--color", 2, "in.mat") == _expect(errdiff, fields[1])


def test_bytes(errdiff):
    """The binary holograms of the sets."""
    draw = random.Random(1)
    samples = [draw.randint(0, 1) for _ in range(WIDTH * HEIGHT)]
    for save in (_save_5, _save_7_3, _save_h5):
        save(errdiff.folder / "in.mat", {"Hbin": _matrix(samples, "uint8")})
        errdiff.write("in.pfm", pfm(1, [(sample,) for sample in samples]))
        errdiff.works("hologram", *OPTICS, "--input", "phase", "in.pfm", "expected.pgm")
        assert _result(errdiff, "--input", "phase", "in.mat") == errdiff.read("expected.pgm")


@SAVERS
def test_broken_files(errdiff, fields, save):
    save(errdiff.folder / "whole.mat", {"Hol": _matrix(fields[0])})
    whole = errdiff.read("whole.mat")
    for size in (20, 200, 700, len(whole) // 2):
        errdiff.write("in.mat", whole[:size])
        assert "in.mat" in errdiff.fails(1, "hologram", *OPTICS, "in.mat", "out.pgm")
    save(errdiff.folder / "in.mat", {"x": numpy.ones((1, 7))})
    assert "no matrix" in errdiff.fails(1, "hologram", *OPTICS, "in.mat", "out.pgm")


@pytest.mark.parametrize("compressed", [False, True])
def test_damage_within_a_compressed_matrix(errdiff, fields, compressed):
    """What is in the file is inflated, and matio says nothing about the rest."""
    scipy_io.savemat(errdiff.folder / "in.mat", {"Hol": _matrix(fields[0])}, do_compression=compressed)
    whole = errdiff.read("in.mat")
    assert _result(errdiff, "in.mat") == _expect(errdiff, fields[0])
    if compressed:
        for at in (300, len(whole) // 2, len(whole) - 2):
            errdiff.write("in.mat", whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1:])
            assert "damaged" in errdiff.fails(1, "hologram", *OPTICS, "in.mat", "out.pgm")
        shorter = struct.pack("<II", 15, len(whole) - 136 - 500) + whole[136:-500]
        errdiff.write("in.mat", whole[:128] + shorter)
        assert "damaged" in errdiff.fails(1, "hologram", *OPTICS, "in.mat", "out.pgm")


@pytest.mark.parametrize("options", [{}, {"maxshape": (None, None)}, {"fletcher32": True, "shuffle": True}], ids=str)
@pytest.mark.parametrize("sides, damaged", [((8, 8), (8, 72)), ((8, 8), (40, 8)), ((HEIGHT, WIDTH), (HEIGHT, 524336))])
def test_chunks_that_are_said_to_be_larger(errdiff, fields, sides, damaged, options):
    """HDF5 reads beyond what it has unpacked."""
    with h5py.File(errdiff.folder / "in.h5", "w") as file:
        file.create_dataset("Hol", data=_matrix(fields[0]), chunks=sides, compression="gzip", **options)
    assert _result(errdiff, "in.h5") == _expect(errdiff, fields[0])
    _make_chunks_larger(errdiff, sides, damaged, fields[0])


def _make_chunks_larger(errdiff, sides, damaged, field):
    stored, size = errdiff.read("in.h5"), _matrix(field).itemsize
    before, after = (struct.pack("<III", *shape, size) for shape in (sides, damaged))
    assert stored.count(before) == 1
    errdiff.write("in.h5", stored.replace(before, after))
    assert "it cannot be read" in errdiff.fails(1, "hologram", *OPTICS, "in.h5", "out.pgm")


@pytest.mark.parametrize("place", [(0, 0), (0, 8), (8, 0), (8, 8)])
def test_each_chunk_is_checked(errdiff, fields, place):
    """One unpacks to less than its size."""
    with h5py.File(errdiff.folder / "in.h5", "w") as file:
        dataset = file.create_dataset("Hol", data=_matrix(fields[0]), chunks=(8, 8), compression="gzip")
        dataset.id.write_direct_chunk(place, zlib.compress(bytes(100)))
    assert "it cannot be read" in errdiff.fails(1, "hologram", *OPTICS, "in.h5", "out.pgm")


def test_chunks_that_are_not_there(errdiff, fields):
    """They count as zeros."""
    field = [value if i % WIDTH < 8 and i // WIDTH < 8 else 0j for i, value in enumerate(fields[0])]
    with h5py.File(errdiff.folder / "in.h5", "w") as file:
        dataset = file.create_dataset("Hol", (HEIGHT, WIDTH), _matrix(field).dtype, chunks=(8, 8), compression="gzip")
        dataset[:8, :8] = _matrix(field)[:8, :8]
    assert _result(errdiff, "in.h5") == _expect(errdiff, field)
    _make_chunks_larger(errdiff, (8, 8), (HEIGHT - 8, WIDTH - 8), field)


def test_a_chunk_that_is_larger_than_the_dataset(errdiff, fields):
    with h5py.File(errdiff.folder / "in.h5", "w") as file:
        dataset = file.create_dataset("Hol", (0, WIDTH), _matrix(fields[0]).dtype, maxshape=(None, WIDTH),
                                      chunks=(2 * HEIGHT, WIDTH), compression="gzip")
        dataset.resize((HEIGHT, WIDTH))
        dataset[:] = _matrix(fields[0])
    assert _result(errdiff, "in.h5") == _expect(errdiff, fields[0])


def _element(kind, content):
    return struct.pack("<II", kind, len(content)) + content + bytes(-len(content) % 8)


def _version_5(kind, name, sides, rest):
    """A variable of a class, 2 for a struct or 6 for doubles; `rest` is what follows its name."""
    return _element(14, _element(6, struct.pack("<II", kind, 0)) +
                    _element(5, struct.pack(f"<{len(sides)}i", *sides)) + _element(1, name) + rest)


def test_a_struct_with_many_fields(errdiff):
    """Each is found by its number: to find each by its name would take minutes."""
    count, length = 150000, 8
    names = b"".join(b"f%06d\0" % number for number in range(count))
    empty = _version_5(6, b"", (0, 0), _element(9, b""))
    fields = struct.pack("<HHI", 5, 4, length) + _element(1, names) + empty * count
    errdiff.write("in.mat", b"MATLAB 5.0 MAT-file".ljust(124) + b"\0\1IM" + _version_5(2, b"S", (1, 1), fields))
    assert "no matrix" in errdiff.fails(1, "hologram", *OPTICS, "in.mat", "out.pgm", preexec_fn=lambda:
                                        resource.setrlimit(resource.RLIMIT_CPU, (20, 20)))


def test_without_the_module(errdiff, fields):
    _save_5(errdiff.folder / "in.mat", {"Hol": _matrix(fields[0])})
    for path, said in (("/no/such/module.so", "/no/such/module.so"), ("libm.so.6", "not this module")):
        environment = {**os.environ, "ERRDIFF_MATLAB_MODULE": path}
        assert said in errdiff.fails(1, "hologram", *OPTICS, "in.mat", "out.pgm", env=environment)


def test_other_calls_do_not_load_the_libraries(errdiff, fields):
    """They would make each call 20 ms longer."""
    errdiff.write("in.pfm", color(fields[0]))
    environment = {**os.environ, "LD_DEBUG": "files"}
    done = errdiff.run("hologram", *OPTICS, "in.pfm", "out.pgm", env=environment)
    assert done.returncode == 0 and b"libfftw3f" in done.stderr and b"hdf5" not in done.stderr
