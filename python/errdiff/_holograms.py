# SPDX-License-Identifier: GPL-3.0-or-later
"""Quantizes holograms, as the command `errdiff hologram` does."""

import math
from collections import namedtuple

import numpy

from ._calls import Watch, check as _check_of_images, text_of
from ._library import lib as _lib
from ._options import Option, set_given, values_of, write_number, write_text

try:
    from ._hologram_library import ffi, lib
except ImportError:  # built without FFTW or LAPACK
    ffi = lib = None

Hologram = namedtuple("Hologram", "samples levels report")
Hologram.__doc__ = """What hologram() returns: the samples that the display is sent, with the bytes of the image that
the command writes; the levels that they stand for; and the report of the command, a dict, with its warnings."""


def _check_library():
    if lib is None:
        raise RuntimeError("holograms are not possible: errdiff was built without FFTW or LAPACK")


def check(status, message):
    """As for images."""
    _check_of_images(status, message, _table)


def _table():
    """What the library tells of the options, by their names in Python."""
    _check_library()
    infos = {}
    while True:
        info = ffi.new("errdiff_option_info *")
        if lib.errdiff_hologram_option_get(len(infos), info) != _lib.ERRDIFF_OK:
            return infos
        infos[text_of(info.name).replace("-", "_")] = info


def hologram_options():
    """What can be given to hologram() by name: a dict of Option."""
    return {name: Option(text_of(info.explanation), values_of(info), text_of(info.default_value))
            for name, info in _table().items()}


class _Settings:
    """The library's struct of options; `kept` is what it points to, and `infos` what the library tells of them."""

    def __init__(self, given):
        self.infos, self.kept = _table(), []
        self.struct = ffi.new("errdiff_hologram_options *")
        lib.errdiff_hologram_options_init(self.struct)
        self.struct.levels = 0  # the default depends on other options
        self._watch = Watch()
        self._watch.begin(self.struct)
        set_given(given, self.infos, self._set, ("bits", "correction", "frames"))
        if "levels" in given and self.struct.levels == 0:
            raise ValueError("levels: 0 is out of range; it must be " + values_of(self.infos["levels"]))

    def _set(self, name, value, info):
        place = ffi.cast("char *", self.struct) + info.offset
        if info.type in (_lib.ERRDIFF_OPTION_TEXT, _lib.ERRDIFF_OPTION_FILE):
            self.kept.append(write_text(place, name, str(value) if hasattr(value, "__fspath__") else value))
        else:
            write_number(place, name, value, info)

    def check(self, status, message):
        """As check(), after a call that can be interrupted."""
        self._watch.end()
        check(status, message)

    def find_samples(self, bits):
        """Completes the options; returns the bits of a sample, and the samples of the levels."""
        message, found, asked = ffi.new("errdiff_message *"), ffi.new("int *", bits), self.struct.levels
        has_all_levels = lib.errdiff_hologram_options_complete(self.struct, found)
        check(lib.errdiff_hologram_options_check(self.struct, message), message)
        if has_all_levels:
            self.struct.levels = 0
        self.kept.append(ffi.new("errdiff_complex[]", lib.ERRDIFF_HOLOGRAM_MAX_MEASURED))
        check(lib.errdiff_hologram_levels_read(self.struct, found[0], self.kept[-1], message), message)
        if asked not in (0, self.struct.levels):
            raise ValueError(f"levels: {asked} is not possible; the panel or the table has {self.struct.levels}")
        samples = numpy.zeros(lib.ERRDIFF_HOLOGRAM_MAX_LEVELS, numpy.uint16)
        check(lib.errdiff_hologram_samples(self.struct, found[0], _pointer("uint16_t *", samples), message), message)
        return found[0], samples


def _pointer(kind, array):
    return ffi.cast(kind, array.__array_interface__["data"][0])


def _field_of(values):
    return ffi.new("errdiff_field *", {"values": _pointer("errdiff_complex *", values), "width": values.shape[1],
                                       "height": values.shape[0]})


def _on_panel(field, settings):
    """The values of a field on the display's panel; as they are without one."""
    panel, message, placed = (ffi.new(kind) for kind in
                              ("errdiff_hologram_panel *", "errdiff_message *", "errdiff_field *"))
    check(lib.errdiff_hologram_panel_parse(settings.struct.display.panel, panel, message), message)
    if panel.width == 0:
        return field
    display = ffi.addressof(settings.struct, "display")
    check(lib.errdiff_hologram_panel_place(_field_of(field), panel, display, placed, message), message)
    size = placed.width * placed.height * ffi.sizeof("errdiff_complex")
    values = numpy.frombuffer(ffi.buffer(placed.values, size), numpy.complex64).copy()
    shape = (placed.height, placed.width)
    lib.errdiff_field_free(placed)
    return values.reshape(shape)


def _drawn(levels, samples, bits, settings):
    """What the display is sent for the levels."""
    panel, (height, width) = ffi.new("errdiff_hologram_panel *"), levels.shape
    lib.errdiff_hologram_panel_parse(settings.struct.display.panel, panel, ffi.NULL)
    drawn = numpy.empty((panel.electrodes * height, panel.electrodes * width),
                        numpy.uint8 if bits == 8 else numpy.uint16)
    lib.errdiff_hologram_panel_draw(panel, _pointer("uint16_t *", levels), width, height,
                                    _pointer("uint16_t *", samples), bits, _pointer("void *", drawn))
    return drawn


def _read_field(field):
    if not isinstance(field, numpy.ndarray) or field.dtype.kind != "c" or field.ndim != 2 or field.size == 0:
        what = f"an array of {field.dtype} with the shape {field.shape}" if isinstance(field, numpy.ndarray) else \
            f"an object of the type {type(field).__name__}"
        raise ValueError(f"field: {what} is not possible; it must be an array of complex numbers with the shape "
                         "(height, width)")
    with numpy.errstate(over="ignore"):  # as in a file: infinity
        return numpy.ascontiguousarray(field, numpy.complex64)


def _read_correction(correction, field, settings):
    phases = numpy.asarray(correction)
    if phases.dtype.kind not in "fiu":
        raise ValueError(f"correction: an array of {phases.dtype} is not possible; it must have phases in radians, "
                         "which are real numbers")
    phases = numpy.ascontiguousarray(phases, numpy.float32)
    if phases.shape != field.shape:
        raise ValueError(f"correction: the shape {phases.shape} is not possible; it must be {field.shape}")
    if not numpy.isfinite(phases).all():
        raise ValueError("correction: its phases must be finite")
    settings.kept.append(phases)
    settings.struct.added.correction = _pointer("float *", phases)


def _warnings(field, settings, report):
    message, found = ffi.new("errdiff_message *"), []
    while lib.errdiff_hologram_warning(len(found), field, settings.struct, report, message) == _lib.ERRDIFF_OK:
        found.append(text_of(message.text))
    return found


def _option_value(info, settings):
    place = ffi.cast("char *", settings.struct) + info.offset
    if info.type == _lib.ERRDIFF_OPTION_REAL:
        return ffi.cast("double *", place)[0] / info.factor
    number = ffi.cast("int *", place)[0]
    return text_of(info.choices[number]) if info.type == _lib.ERRDIFF_OPTION_CHOICE else number


def _seen(field, settings, levels, report):
    """What is seen of the levels, and of rounded ones."""
    seen = ffi.new("errdiff_hologram_similarity[2]")
    if report.is_compared:
        seen[0], seen[1] = report.rounded if report.is_rounded else report.diffused, report.rounded
    else:
        settings.check(lib.errdiff_hologram_measure(field, settings.struct, report.scale, levels, seen, seen + 1),
                       report.message)
    return seen


def _finite(number):
    return number if math.isfinite(number) else None


def _report(field, settings, bits, report, diffused, truncated):
    """The report, with the names that it has in JSON."""
    figures = ffi.new("errdiff_hologram_figure[]", lib.ERRDIFF_HOLOGRAM_FIGURES)
    lib.errdiff_hologram_figures(report, field.width, field.height, bits, diffused, truncated, figures)
    made = {"engine": text_of(report.engine)}
    settings.struct.method = report.method
    made.update((text_of(info.name), _option_value(info, settings)) for info in settings.infos.values()
                if info.is_in_presets)
    made.update((text_of(figure.name), _finite(figure.value)) for figure in figures)
    return {**made, "diffuse_ms": report.diffuse_ms}


def _report_of_frames(field, settings, bits, levels, reports):
    """What the command reports of several frames: of each, and of what is seen of them together."""
    count = len(reports)
    seen, intensities = (ffi.new("errdiff_hologram_similarity[]", number) for number in (count, count + 1))
    first = _seen(field, settings, levels, reports[0])
    settings.check(lib.errdiff_hologram_measure_frames(field, settings.struct, count, levels, seen, intensities),
                   reports[0].message)
    ratios = [_finite(intensity.snr) for intensity in intensities]
    return {"frames": [_report(field, settings, bits, reports + i, seen + i, first + 1) for i in range(count)],
            "mean_intensity_snr_db": ratios[-1], "intensity_snr_db": ratios[:-1]}


def hologram(field, *, bits=0, correction=None, frames=1, **options):
    """Quantizes a hologram, an array of complex numbers with the shape (height, width), for a display with few phases
    or amplitudes. Returns a Hologram: its `samples`, uint8 or uint16, are the bytes of the image that the command
    `errdiff hologram` writes with the same options.

    bits        of a sample, 8 or 16; 0: 8 if they are enough
    correction  phases in radians that are added because the display is not flat, in an array as large as the levels
    frames      how many are made for a display that shows them so fast that their mean is seen: with 2 or more,
                samples and levels have an axis of frames before the others, and the report is a dict with the ratios
                "mean_intensity_snr_db" and "intensity_snr_db", and a list "frames" of what is reported of each
    options     those of hologram_options(), with the names and units of the command, as in pitch=8, levels=4
    """
    values = _read_field(field)
    if not isinstance(bits, (int, numpy.integer)) or bits not in (0, 8, 16):
        raise ValueError(f"bits: {bits!r} is not possible; it must be 8 or 16")
    _check_library()
    most = lib.ERRDIFF_HOLOGRAM_MAX_FRAMES
    if not isinstance(frames, (int, numpy.integer)) or not 1 <= frames <= most:
        raise ValueError(f"frames: {frames!r} is not possible; it must be 1 to {most}")
    settings = _Settings(options)
    bits, samples = settings.find_samples(bits)
    values = _on_panel(values, settings)
    if correction is not None:
        _read_correction(correction, values, settings)
    reports, struct = ffi.new("errdiff_hologram_report[]", int(frames)), _field_of(values)
    levels = numpy.empty((frames, *values.shape) if frames > 1 else values.shape, numpy.uint16)
    place = _pointer("uint16_t *", levels)
    settings.check(lib.errdiff_hologram_quantize_frames(struct, settings.struct, frames, place, reports),
                   reports[0].message)
    warnings = _warnings(struct, settings, reports)
    if frames > 1:
        told = _report_of_frames(struct, settings, bits, place, reports)
    else:
        seen = _seen(struct, settings, place, reports[0])
        told = _report(struct, settings, bits, reports + 0, seen, seen + 1)
    told = {**told, "warnings": warnings}
    drawn = [_drawn(frame, samples, bits, settings) for frame in levels.reshape(-1, *values.shape)]
    return Hologram(numpy.stack(drawn) if frames > 1 else drawn[0], levels, told)
