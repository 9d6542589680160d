/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * View-dependent error diffusion of holograms: Lagrange, Gilles, Heggarty, Fracasso 2024.
 *
 * Quantises a computer-generated hologram for a display with few phases or amplitudes, so that the
 * noise falls outside what a viewer sees. All of it is there only where the library was built with
 * FFTW and LAPACK.
 *
 * Lengths are in micrometres. The centre of pixel (x, y) of a hologram of W × H pixels is
 * ((x - W/2 + 1/2) · pitch, (y - H/2 + 1/2) · pitch), row y downward. A wave that runs away from its
 * source is exp(+j2πr/λ), so light that goes toward +X has a positive frequency along x.
 */
#ifndef ERRDIFF_HOLOGRAM_H
#define ERRDIFF_HOLOGRAM_H

#include "errdiff.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ERRDIFF_HOLOGRAM_MAX_LEVELS 65536
#define ERRDIFF_HOLOGRAM_MAX_WEIGHTS 64
#define ERRDIFF_HOLOGRAM_MAX_SLOPE 16
#define ERRDIFF_HOLOGRAM_MAX_SIDE (1 << 17) /* largest width and height, in pixels */

typedef struct errdiff_complex {
    float re, im;
} errdiff_complex;

/* A complex picture, without gaps between its rows. */
typedef struct errdiff_field {
    errdiff_complex *values; /* width · height of them; from errdiff_field_make, or the caller's */
    int width, height;       /* pixels, 1..ERRDIFF_HOLOGRAM_MAX_SIDE */
} errdiff_field;

/* Makes a field of zeros, to be freed with errdiff_field_free. ERRDIFF_OK, or ERRDIFF_NO_MEMORY with
 * values NULL. */
ERRDIFF_API errdiff_status errdiff_field_make(errdiff_field *field, int width, int height);

/* Frees what errdiff_field_make made; NULL values are fine. */
ERRDIFF_API void errdiff_field_free(errdiff_field *field);

/* Takes every value's real part for an amplitude and its imaginary part for a phase in radians, and
 * puts the complex number in its place. */
ERRDIFF_API void errdiff_field_from_polar(errdiff_field *field);

/* The modulus that is white in a picture of a field: the least, to within a 65536th of the largest,
 * that no more than one value in a thousand exceeds; 1 for a field of zeros. */
ERRDIFF_API double errdiff_field_white(const errdiff_field *field);

/* Who looks at what. */
typedef struct errdiff_optics {
    double pitch;                   /* from pixel to pixel; above 0 */
    double wavelength;              /* above 0 */
    double view_x, view_y;          /* centre of the viewer's window */
    double view_width, view_height; /* its size; above 0 */
    double view_distance;           /* of its plane from the hologram's; above 0 */
} errdiff_optics;

typedef enum errdiff_hologram_output {
    ERRDIFF_HOLOGRAM_PHASE,        /* e^{j2πk/K}; K = 2 is the binary phase */
    ERRDIFF_HOLOGRAM_BINARY_PHASE, /* 1 and -1, of the real part; K is 2 */
    ERRDIFF_HOLOGRAM_AMPLITUDE     /* -1 + 2k/(K - 1), of the real part */
} errdiff_hologram_output;

typedef enum errdiff_hologram_method {
    ERRDIFF_HOLOGRAM_OPT, /* regularised optimal predictor for the window */
    ERRDIFF_HOLOGRAM_PAPER, /* eq. (1): samples of the window's transform; the error is without what was
                             * collected */
    ERRDIFF_HOLOGRAM_FS,        /* Floyd–Steinberg */
    ERRDIFF_HOLOGRAM_FS_WINDOW, /* the same, modulated to the window's centre */
    ERRDIFF_HOLOGRAM_NONE       /* truncation */
} errdiff_hologram_method;

typedef struct errdiff_hologram_options {
    errdiff_optics optics;
    errdiff_hologram_method method; /* OPT */
    errdiff_hologram_output output; /* PHASE */
    int levels;                     /* K, 2..65536; 256 */
    int hogel;                      /* pixels along a side of a hogel, 1 or more; 256 */
    int tap_count;                  /* N of OPT and PAPER, 1..64; 27 */
    int slope;                      /* largest slope p of their weights, 1..16; 0: any; 3 */
    double scale; /* s, which the hologram is multiplied with; 0: 0.85 over the 99th percentile of
                      * its moduli; 0 */
    int view_filter; /* 1: light that misses the window is taken out first; 1 */

    const char *engine; /* one of errdiff_hologram_engine_name, or "auto"; "auto" */
    int threads;        /* 0..1024; 0: one for each processor */

    errdiff_progress progress; /* as in errdiff_options; may be NULL */
    void *progress_user;
} errdiff_hologram_options;

/* The engines' names; NULL behind the last one. "serial" is the first. */
ERRDIFF_API const char *errdiff_hologram_engine_name(int index);

/* Copies what is known of engine `index`, one that has a name, to *info. */
ERRDIFF_API void errdiff_hologram_engine_get(int index, errdiff_engine_info *info);

/* 1 where engine `index` can run on this machine; 0, with the reason in *reason (which may be NULL), where
 * it cannot or there is none. */
ERRDIFF_API int errdiff_hologram_engine_available(int index, errdiff_message *reason);

/* The defaults above, optics all 0, which the caller has to set. */
ERRDIFF_API void errdiff_hologram_options_init(errdiff_hologram_options *options);

/* ERRDIFF_OK, or ERRDIFF_BAD_ARGUMENT with the first problem in *message (which may be NULL). */
ERRDIFF_API errdiff_status errdiff_hologram_options_check(const errdiff_hologram_options *options,
                                                          errdiff_message *message);

typedef struct errdiff_hologram_report {
    errdiff_message message; /* what went wrong; empty on success */
    double scale;            /* s that was used */
    int slope;               /* least slope p of the weights that were used */
    int64_t not_finite;      /* pixels with NaN or infinity, taken for 0 */
    int64_t clipped;         /* errors scaled back to a modulus of 1.5 */
    int64_t hogels;
    int64_t hogels_unseen; /* no frequency of theirs reaches the window: plain quantisation there */
    int64_t hogels_wide;   /* wider than half the window: expect a few dB less */
    int64_t hogels_twin;   /* real output: the twin image falls into the window as well */
    int is_filtered;       /* 1: the view filter was applied */
    const char *engine;    /* the one that ran; static */
    const char *isa;       /* the instruction set that it chose, as in errdiff_report */
    int threads;           /* that it used at most */
    double diffuse_ms;     /* of the engine alone */
    double kernel_ms;      /* of that, the work of the GPU without transfers; 0 without a GPU */
} errdiff_hologram_report;

/*
 * Quantises a hologram.
 *
 * hologram  unchanged; NaN and infinity count as 0
 * levels    gets the number k, 0..K - 1, of each pixel's level, row by row without gaps: the phase
 *           2πk/K, or the amplitude -1 + 2k/(K - 1); the caller's, width · height of them
 * report    may be NULL
 *
 * Hogels lie in a grid from the top left corner; those at the right and at the bottom may be smaller.
 * Errors cross their borders, with the weights of the pixel that collects them.
 *
 * Returns ERRDIFF_OK; ERRDIFF_BAD_ARGUMENT, ERRDIFF_NO_MEMORY, ERRDIFF_CANNOT_RUN or ERRDIFF_CANCELLED with
 * the reason in report->message; `levels` is then undefined.
 */
ERRDIFF_API errdiff_status errdiff_hologram_quantise(const errdiff_field *hologram,
                                                     const errdiff_hologram_options *options,
                                                     uint16_t *levels,
                                                     errdiff_hologram_report *report);

/* What a display shows of the numbers that errdiff_hologram_quantise gave: fills in field->values.
 * Returns ERRDIFF_OK. */
ERRDIFF_API errdiff_status errdiff_hologram_show(const uint16_t *levels,
                                                 const errdiff_hologram_options *options,
                                                 errdiff_field *field);

/* What a display of 8 or 16 bits is sent for level k: a phase as k · 2^bits / K, rounded, since 2π is
 * 0 again; an amplitude as k · (2^bits - 1) / (K - 1), rounded. */
ERRDIFF_API uint16_t errdiff_hologram_sample(int k, const errdiff_hologram_options *options,
                                             int bits);

/* How like another field one is, or looks through the window. */
typedef struct errdiff_hologram_similarity {
    double gain; /* modulus of the factor g that brings the reference nearest */
    double snr;  /* |g|²Σ|b|² / Σ|a - g·b|² in dB; NaN where nothing can be seen */
} errdiff_hologram_similarity;

/*
 * Propagates fields of one size to the plane of the window, by the angular spectrum, and compares
 * `count` of them there with the reference. NaN and infinity count as 0. `progress` is as in
 * errdiff_options.
 *
 * Returns ERRDIFF_OK with similarities[0..count - 1] filled in, ERRDIFF_NO_MEMORY, or ERRDIFF_CANCELLED.
 */
ERRDIFF_API errdiff_status errdiff_hologram_compare(const errdiff_field *reference,
                                                    const errdiff_field *fields, int count,
                                                    const errdiff_optics *optics,
                                                    errdiff_progress progress, void *progress_user,
                                                    errdiff_hologram_similarity *similarities);

/*
 * Compares what a display shows of a hologram's levels with the hologram. It has a progress of its own,
 * from 0 to 1, for that of the options.
 *
 * scale      s of the report that came with the levels
 * diffused   of these levels
 * truncated  of those that the same scale gives without diffusion; NULL: not wanted
 *
 * Returns ERRDIFF_OK, ERRDIFF_NO_MEMORY, or ERRDIFF_CANCELLED.
 */
ERRDIFF_API errdiff_status errdiff_hologram_measure(const errdiff_field *hologram,
                                                    const errdiff_hologram_options *options,
                                                    double scale, const uint16_t *levels,
                                                    errdiff_hologram_similarity *diffused,
                                                    errdiff_hologram_similarity *truncated);

/* A figure of a report. */
typedef struct errdiff_hologram_figure {
    const char *name; /* static; of JSON reports */
    double value;     /* not finite: not known */
} errdiff_hologram_figure;

#define ERRDIFF_HOLOGRAM_FIGURES 18

/*
 * All that a report tells in numbers, but for times: of a hologram of width × height pixels, quantised
 * with `options` and to be stored with `bits` bits a pixel, and of what errdiff_hologram_measure found.
 */
ERRDIFF_API void
errdiff_hologram_figures(const errdiff_hologram_options *options,
                         const errdiff_hologram_report *report, int width, int height, int bits,
                         const errdiff_hologram_similarity *diffused,
                         const errdiff_hologram_similarity *truncated,
                         errdiff_hologram_figure figures[ERRDIFF_HOLOGRAM_FIGURES]);

/*
 * What is seen of a field through the window when the eye is focused `depth` micrometres behind the
 * hologram (before it where negative): *seen gets the complex light there, on the hologram's grid
 * extended on all sides; its middle is the hologram's middle. To be freed with errdiff_field_free.
 * `progress` is as in errdiff_options.
 *
 * Returns ERRDIFF_OK, ERRDIFF_NO_MEMORY, or ERRDIFF_CANCELLED.
 */
ERRDIFF_API errdiff_status errdiff_hologram_reconstruct(const errdiff_field *field,
                                                        const errdiff_optics *optics, double depth,
                                                        errdiff_progress progress,
                                                        void *progress_user, errdiff_field *seen);

/*
 * A quick look at a small part of a hologram, for previews: as if all of the part saw the window in the
 * directions that its middle sees it in. The optics' view is that from the part's own middle.
 *
 * glance_filter takes the light out of *field that misses the window, as the view filter does.
 *
 * glance gives what is seen with the eye focused `depth` micrometres behind the part. *seen, to be freed
 * with errdiff_field_free, is a square, `step` values along a side or a multiple of that, over all that
 * can be seen; its middle lies on the line from the window's middle through the part's.
 *
 * They return ERRDIFF_OK or ERRDIFF_NO_MEMORY.
 */
ERRDIFF_API errdiff_status errdiff_hologram_preview_filter(errdiff_field *field,
                                                           const errdiff_optics *optics);
ERRDIFF_API errdiff_status errdiff_hologram_preview(const errdiff_field *field,
                                                    const errdiff_optics *optics, double depth,
                                                    int step, errdiff_field *seen);

/* How like a reference another field of its size is. */
ERRDIFF_API errdiff_hologram_similarity errdiff_field_compare(const errdiff_field *reference,
                                                              const errdiff_field *field);

/*
 * Test scenes of 256 points behind a hologram of 1024 × 1024 pixels: "p256", seen from the front, and
 * "o", seen off the axis. *field, to be freed with errdiff_field_free, gets the hologram with an RMS
 * of 1, *optics what it was made for.
 *
 * Returns ERRDIFF_OK, ERRDIFF_NO_MEMORY, or ERRDIFF_BAD_ARGUMENT for another name.
 */
ERRDIFF_API errdiff_status errdiff_hologram_scene(const char *name, errdiff_field *field,
                                                  errdiff_optics *optics);

#ifdef __cplusplus
}
#endif

#endif
