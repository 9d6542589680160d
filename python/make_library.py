#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""make_library.py OUT: writes the C source of the module errdiff._library, through which Python calls the library.

The C compiler checks these declarations against the header and completes what they leave out ("...")."""

import sys

import cffi

DECLARATIONS = """
    typedef enum { ERRDIFF_OK, ERRDIFF_BAD_ARGUMENT, ERRDIFF_CANNOT_RUN, ERRDIFF_NO_MEMORY, ... } errdiff_status;
    typedef struct { char text[...]; ...; } errdiff_message;
    const char *errdiff_version(void);

    typedef struct { const char *name; const char *title; ...; } errdiff_kernel;
    int errdiff_kernel_count(void);
    errdiff_status errdiff_kernel_get(int index, errdiff_kernel *kernel);

    #define ERRDIFF_HALF ...
    #define ERRDIFF_FLOAT ...
    typedef struct {
        void *data;
        int width, height, channels, bits;
        ptrdiff_t stride;
        const uint8_t *mask;
        ptrdiff_t mask_stride;
        ...;
    } errdiff_image;

    #define ERRDIFF_MAX_COLORS ...
    typedef struct { int count; uint8_t colors[...][3]; int has_sent; uint8_t sent[...][3]; ...; } errdiff_palette;
    typedef struct { const char *name; const char *title; ...; } errdiff_palette_info;
    int errdiff_palette_count(void);
    errdiff_status errdiff_palette_get(int index, errdiff_palette_info *info);
    errdiff_status errdiff_palette_find(const char *name, errdiff_palette *palette, errdiff_message *message);
    errdiff_status errdiff_palette_parse(const void *contents, size_t size, errdiff_palette *palette,
                                         errdiff_message *message);
    int errdiff_palette_is_gray(const errdiff_palette *palette);
    void errdiff_palette_written(const errdiff_palette *palette, int sent, errdiff_palette *written);

    typedef struct { int width, height; const uint16_t *numbers; ...; } errdiff_matrix;
    typedef struct { const char *name; const char *title; ...; } errdiff_screen_info;
    int errdiff_screen_count(void);
    errdiff_status errdiff_screen_get(int index, errdiff_screen_info *info);
    errdiff_status errdiff_matrix_parse(const void *contents, size_t size, errdiff_matrix *matrix,
                                        errdiff_message *message);
    void free(void *memory);

    typedef struct {
        const errdiff_palette *palette;
        int levels[3]; int indexed; int sent; int gray;
        double dpi;
        int detail;
        int threads;
        const errdiff_matrix *screen_matrix;
        int (*progress)(void *user, double done);
        void *progress_user;
        ...;
    } errdiff_options;
    extern "Python" int errdiff_python_watch(void *user, double done);
    void errdiff_options_init(errdiff_options *options);
    typedef enum {
        ERRDIFF_OPTION_TEXT, ERRDIFF_OPTION_FILE, ERRDIFF_OPTION_LEVELS, ERRDIFF_OPTION_PALETTE, ERRDIFF_OPTION_CHOICE,
        ERRDIFF_OPTION_INTEGER, ERRDIFF_OPTION_SEED, ERRDIFF_OPTION_SWITCH, ERRDIFF_OPTION_REAL
    } errdiff_option_type;
    typedef struct {
        const char *name;
        const char *explanation;
        errdiff_option_type type;
        double min, max;
        double factor;
        const char *default_value;
        const char *const *choices;
        int is_in_presets;
        ptrdiff_t offset;
        ...;
    } errdiff_option_info;
    int errdiff_option_count(void);
    errdiff_status errdiff_option_get(int index, errdiff_option_info *info);
    void errdiff_option_values(const errdiff_option_info *option, errdiff_message *values);
    errdiff_status errdiff_levels_parse(const char *text, int levels[3], errdiff_message *message);

    typedef struct { errdiff_message message; ...; } errdiff_report;
    errdiff_status errdiff_dither(const errdiff_image *in, const errdiff_image *out, const errdiff_options *options,
                                  errdiff_report *report);
    #define ERRDIFF_STREAM_ROWS ...
    typedef struct errdiff_stream errdiff_stream;
    errdiff_status errdiff_stream_open(errdiff_stream **stream, const errdiff_image *in, const errdiff_image *out,
                                       const errdiff_options *options, errdiff_report *report);
    errdiff_status errdiff_stream_dither(errdiff_stream *stream, const errdiff_image *in, const errdiff_image *out,
                                         errdiff_report *report);
    size_t errdiff_stream_state_size(const errdiff_stream *stream);
    errdiff_status errdiff_stream_save(const errdiff_stream *stream, void *state, errdiff_message *message);
    errdiff_status errdiff_stream_restore(errdiff_stream *stream, const void *state, size_t size,
                                          errdiff_message *message);
    void errdiff_stream_close(errdiff_stream *stream);
    typedef struct errdiff_sequence errdiff_sequence;
    errdiff_status errdiff_sequence_open(errdiff_sequence **sequence, int stable, errdiff_message *message);
    errdiff_status errdiff_sequence_dither(errdiff_sequence *sequence, const errdiff_image *in,
                                           const errdiff_image *out, const errdiff_options *options,
                                           errdiff_report *report);
    void errdiff_sequence_close(errdiff_sequence *sequence);
    errdiff_status errdiff_palette_make(const errdiff_image *image, int count, const errdiff_palette *locked,
                                        const errdiff_options *options, errdiff_palette *palette,
                                        errdiff_message *message);

    typedef enum { ERRDIFF_ALPHA_KEEP, ERRDIFF_ALPHA_THRESHOLD, ERRDIFF_ALPHA_DITHER } errdiff_alpha;
    errdiff_status errdiff_alpha_reduce(const errdiff_image *alpha, errdiff_alpha how, const errdiff_options *options,
                                        errdiff_report *report);
    typedef enum { ERRDIFF_MEAN_LIGHT, ERRDIFF_MEAN_VALUE, ERRDIFF_MEAN_ALPHA } errdiff_mean;
    int errdiff_dots_along(int length, int dot);
    errdiff_status errdiff_dots_reduce(const errdiff_image *image, const errdiff_image *alpha, errdiff_mean mean,
                                       int dot, const errdiff_image *dots, int threads, errdiff_message *message);
    errdiff_status errdiff_dots_enlarge(const errdiff_image *dots, int dot, const errdiff_image *image,
                                        errdiff_message *message);

    #define ERRDIFF_MAX_SIDE ...
    #define SIZE_TEXT_MAX_PERCENT ...
    enum size_fit { SIZE_FIT, SIZE_FILL, SIZE_STRETCH };
    extern const char *const size_fit_names[];
    struct named_size { _Bool is_in_millimeters; int factor; ...; };
    _Bool size_text_read(const char *text, struct named_size *size);
    _Bool size_text_keeps_shape(const struct named_size *size);
    void size_text_to_pixels(struct named_size *size, double dpi);
    struct resize_plan { int out_width, out_height; int width, height; ...; };
    struct resize_plan resize_plan_make(const struct named_size *size, enum size_fit fit, int dot, int width,
                                        int height);
    errdiff_status resize_image(const errdiff_image *from, const errdiff_image *from_alpha, const errdiff_image *to,
                                const errdiff_image *to_alpha, const struct resize_plan *plan,
                                int (*progress)(void *user, double done), void *progress_user,
                                errdiff_message *message);

    typedef struct { const char *name; const char *title; const char *settings; ...; } errdiff_preset_info;
    int errdiff_preset_count(void);
    errdiff_status errdiff_preset_get(int index, errdiff_preset_info *info);

    typedef struct { const char *name; const char *title; ...; } errdiff_engine_info;
    int errdiff_engine_count(void);
    errdiff_status errdiff_engine_get(int index, errdiff_engine_info *info);
    int errdiff_engine_available(const char *name, errdiff_message *reason);
"""

builder = cffi.FFI()
builder.cdef(DECLARATIONS)
builder.set_source("errdiff._library", '#include "resize_image.h"')
if __name__ == "__main__":
    builder.emit_c_code(sys.argv[1])
