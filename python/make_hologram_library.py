#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""make_hologram_library.py OUT: writes the C source of the module errdiff._hologram_library, through which Python calls
the library of holograms. It shares the types of errdiff._library."""

import sys

import cffi
from make_library import builder as shared

DECLARATIONS = """
    typedef struct { float re, im; } errdiff_complex;
    typedef struct { errdiff_complex *values; int width, height; } errdiff_field;
    errdiff_status errdiff_field_make(errdiff_field *field, int width, int height);
    void errdiff_field_free(errdiff_field *field);
    typedef struct { const float *correction; ...; } errdiff_added_phase;
    typedef struct { const char *panel; const char *gray_table; ...; } errdiff_hologram_display;
    typedef struct {
        int method; int output; int levels;
        errdiff_added_phase added;
        errdiff_hologram_display display;
        int (*progress)(void *user, double done);
        void *progress_user;
        ...;
    } errdiff_hologram_options;
    void errdiff_hologram_options_init(errdiff_hologram_options *options);
    int errdiff_hologram_options_complete(errdiff_hologram_options *options, int *bits);
    errdiff_status errdiff_hologram_options_check(const errdiff_hologram_options *options, errdiff_message *message);
    errdiff_status errdiff_hologram_option_get(int index, errdiff_option_info *info);
    typedef struct { double gain, snr, light; } errdiff_hologram_similarity;
    typedef struct {
        errdiff_message message;
        int method, is_compared, is_rounded;
        errdiff_hologram_similarity diffused, rounded;
        double scale;
        const char *engine;
        double diffuse_ms;
        ...;
    } errdiff_hologram_report;
    #define ERRDIFF_HOLOGRAM_MAX_FRAMES ...
    errdiff_status errdiff_hologram_quantize_frames(const errdiff_field *hologram,
                                                    const errdiff_hologram_options *options, int frames,
                                                    uint16_t *levels, errdiff_hologram_report *reports);
    errdiff_status errdiff_hologram_warning(int index, const errdiff_field *hologram,
                                            const errdiff_hologram_options *options,
                                            const errdiff_hologram_report *report, errdiff_message *message);
    #define ERRDIFF_HOLOGRAM_MAX_LEVELS ...
    #define ERRDIFF_HOLOGRAM_MAX_MEASURED ...
    errdiff_status errdiff_hologram_levels_read(errdiff_hologram_options *options, int bits, errdiff_complex *values,
                                                errdiff_message *message);
    errdiff_status errdiff_hologram_samples(const errdiff_hologram_options *options, int bits, uint16_t *samples,
                                            errdiff_message *message);
    typedef struct { int width, height, electrodes; ...; } errdiff_hologram_panel;
    errdiff_status errdiff_hologram_panel_parse(const char *text, errdiff_hologram_panel *panel,
                                                errdiff_message *message);
    errdiff_status errdiff_hologram_panel_place(const errdiff_field *hologram, const errdiff_hologram_panel *panel,
                                                const errdiff_hologram_display *display, errdiff_field *placed,
                                                errdiff_message *message);
    void errdiff_hologram_panel_draw(const errdiff_hologram_panel *panel, const uint16_t *levels, int width, int height,
                                     const uint16_t *samples, int bits, void *drawn);
    errdiff_status errdiff_hologram_measure(const errdiff_field *hologram, const errdiff_hologram_options *options,
                                            double scale, const uint16_t *levels,
                                            errdiff_hologram_similarity *diffused,
                                            errdiff_hologram_similarity *truncated);
    errdiff_status errdiff_hologram_measure_frames(const errdiff_field *hologram,
                                                   const errdiff_hologram_options *options, int frames,
                                                   const uint16_t *levels,
                                                   errdiff_hologram_similarity *similarities,
                                                   errdiff_hologram_similarity *intensities);
    typedef struct { const char *name; double value; } errdiff_hologram_figure;
    #define ERRDIFF_HOLOGRAM_FIGURES ...
    void errdiff_hologram_figures(const errdiff_hologram_report *report, int width, int height, int bits,
                                  const errdiff_hologram_similarity *diffused,
                                  const errdiff_hologram_similarity *truncated, errdiff_hologram_figure *figures);
"""

builder = cffi.FFI()
builder.include(shared)
builder.cdef(DECLARATIONS)
# cffi repeats the other module's types, so its header is needed, too.
builder.set_source("errdiff._hologram_library", '#include "errdiff_hologram.h"\n#include "resize_image.h"')
builder.emit_c_code(sys.argv[1])
