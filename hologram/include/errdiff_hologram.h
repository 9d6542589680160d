/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * View-dependent error diffusion of holograms, after Lagrange, Gilles, Heggarty and Fracasso 2024
 * ("the paper" below).
 *
 * A computer-generated hologram is quantized for a display that has few phases or amplitudes. The
 * quantization noise is shaped so that it misses the window through which the viewer looks. The
 * hologram is divided into squares, the hogels, and each hogel has error diffusion weights of its
 * own, since it sees the window at angles of its own.
 *
 * These functions are in a library of their own, liberrdiff-hologram. FFTW ends the process if it
 * gets no memory. The functions therefore check that there is enough before they call it, and
 * return ERRDIFF_NO_MEMORY if not; another thread can still take that memory in between.
 *
 * All lengths are in micrometers. In a hologram of W × H pixels the center of pixel (x, y) is at
 * ((x - W/2 + 1/2) · pitch, (y - H/2 + 1/2) · pitch), with y pointing downward. A wave at
 * distance r from its source is exp(+j2πr/λ), so light that travels toward +X has a positive
 * frequency along x.
 */
#ifndef ERRDIFF_HOLOGRAM_H
#define ERRDIFF_HOLOGRAM_H

#include "errdiff.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ERRDIFF_HOLOGRAM_MAX_LEVELS 65536
#define ERRDIFF_HOLOGRAM_MAX_TAPS 64
#define ERRDIFF_HOLOGRAM_MAX_SLOPE 16
#define ERRDIFF_HOLOGRAM_MAX_SIDE (1 << 17) /* largest width and height, in pixels */

typedef struct errdiff_complex {
    float re, im;
} errdiff_complex;

/* A complex image, row by row without padding. */
typedef struct errdiff_field {
    errdiff_complex *values; /* width · height; from errdiff_field_make or the caller's memory */
    int width, height;       /* pixels, 1..ERRDIFF_HOLOGRAM_MAX_SIDE */
} errdiff_field;

/* Allocates a field of zeros of width × height pixels; free it with errdiff_field_free. Returns
 * ERRDIFF_OK, or ERRDIFF_NO_MEMORY with field->values NULL. */
ERRDIFF_API errdiff_status errdiff_field_make(errdiff_field *field, int width, int height);

/* Frees field->values, which errdiff_field_make allocated, and sets it to NULL. It may be NULL. */
ERRDIFF_API void errdiff_field_free(errdiff_field *field);

/* Converts a field from polar form in place: the real part of every value is an amplitude, the
 * imaginary part a phase in radians. */
ERRDIFF_API void errdiff_field_from_polar(errdiff_field *field);

/* The modulus to draw as white in an image of a field: at most one value in a thousand is above
 * it. The least such modulus, to within 1/65536 of the largest one; 1 for a field of zeros. */
ERRDIFF_API double errdiff_field_white(const errdiff_field *field);

/* Where the window is. */
typedef enum errdiff_hologram_geometry {
    ERRDIFF_HOLOGRAM_FRESNEL, /* at a distance; light reaches it from each pixel at another angle */
    ERRDIFF_HOLOGRAM_FOURIER  /* in the focal plane of a lens, or far away. Light of the frequency
                               * f, in cycles per micrometer, reaches x = λ·F·f there, from all
                               * pixels alike */
} errdiff_hologram_geometry;

/* The display, its light, and the window through which the viewer looks. All in micrometers. */
typedef struct errdiff_optics {
    double pitch;                   /* distance between pixel centers; above 0 */
    double wavelength;              /* above 0 */
    double view_x, view_y;          /* the window's center */
    double view_width, view_height; /* the window's size; above 0 */
    double view_distance; /* from the hologram's plane to the window's; of FOURIER: the lens's focal
                           * length F, so that the display's whole image is λF/pitch wide; above
                           * 0 */
    errdiff_hologram_geometry geometry; /* FRESNEL is 0 */
} errdiff_optics;

/* What the display modulates, and the value of level k of K. */
typedef enum errdiff_hologram_output {
    ERRDIFF_HOLOGRAM_PHASE,        /* e^{j2πk/K}; with K = 2 the same as BINARY_PHASE */
    ERRDIFF_HOLOGRAM_BINARY_PHASE, /* 1 and -1, for the real part; K is 2 */
    ERRDIFF_HOLOGRAM_AMPLITUDE,    /* -1 + 2k/(K - 1), for the real part: as if the constant of an
                                    * amplitude of 0..1 were blocked behind the display */
    ERRDIFF_HOLOGRAM_POSITIVE_AMPLITUDE /* k/(K - 1), as micromirrors show it; the constant 1/2 is
                                         * counted as light that is not modulated */
} errdiff_hologram_output;

/* Where a hogel's weights come from. With PAPER a pixel's error is its own value minus that of
 * its level; with the other methods the errors it collected are added to its value first. */
typedef enum errdiff_hologram_method {
    ERRDIFF_HOLOGRAM_AUTO,      /* OPT; or NONE, without the refinement and for a hologram of phases
                                 * only without the view filter, if that leaves less noise in the
                                 * window. Both are measured, which propagates light to the window
                                 * three times, unless a gain is asked for, no light reaches the
                                 * window, or there is no memory for it */
    ERRDIFF_HOLOGRAM_OPT,       /* the weights with the least noise in the window, regularized */
    ERRDIFF_HOLOGRAM_PAPER,     /* samples of the Fourier transform of the paper's mask (eq. 1) */
    ERRDIFF_HOLOGRAM_FS,        /* Floyd–Steinberg */
    ERRDIFF_HOLOGRAM_FS_WINDOW, /* FS, modulated to the frequency of the window's center */
    ERRDIFF_HOLOGRAM_NONE       /* no diffusion: every pixel gets the nearest level */
} errdiff_hologram_method;

/*
 * Phases that the display shows in addition to the hologram's, for optics that take them away again
 * or because the display is not flat. They are added after the view filter and the refinement, and
 * before quantization; errors are diffused so that their noise misses the window all the same.
 */
typedef struct errdiff_added_phase {
    double lens;      /* its focal length; above 0: light converges; 0: there is none */
    double grating_x; /* period in pixels, at least 2; above 0: toward +X; 0: there is none */
    double grating_y; /* the same; above 0: toward +Y */
    const float *correction; /* width · height phases in radians, finite; NULL: none */
} errdiff_added_phase;

/*
 * The display's panel, and the samples that it is sent. The last item of each comment is the
 * default.
 */
typedef struct errdiff_hologram_display {
    const char *panel;      /* as in errdiff_hologram_panel_parse; "" */
    int offset_x, offset_y; /* pixels from the panel's center to the hologram's; 0 */
    int two_pi;             /* the sample at which the phase is 2π, 2..65536; 0: 2^bits; 0 */
    int full_range; /* of BINARY_PHASE: 1: the samples are the smallest and the largest one, as
                     * drivers of binary displays take them; 0 */
    const char *gray_table;  /* the path of a table of phases that were measured; "": none; "" */
    const char *level_table; /* the path of a table of levels for errdiff_hologram_levels_read; "":
                              * none; "" */
    double zero_order;       /* the share of the light that the display does not modulate, 0..0.9:
                              * each pixel shows √(1 - share) times its value, and √share besides;
                              * 0 */
    double crosstalk;        /* of phases: the width (sigma) in pixels, 0..1, of the Gaussian with
                              * which the display smooths them; 0: it does not. Only the engine
                              * "serial" counts on it, which "auto" then takes; 0 */
} errdiff_hologram_display;

/* The last item of each comment is the default. Taps (dx, dy) of slope p have dx > -p · dy. */
typedef struct errdiff_hologram_options {
    errdiff_optics optics;          /* must be set */
    errdiff_hologram_method method; /* AUTO */
    errdiff_hologram_output output; /* PHASE */
    int levels;                     /* K, 2..65536; 256 */
    int hogel; /* pixels along its side, 1..ERRDIFF_HOLOGRAM_MAX_SIDE; 0: the largest power of two
 * that is at most a twelfth of the window, but at least 8; 0 */
    int tap_count; /* of OPT and PAPER, 1..ERRDIFF_HOLOGRAM_MAX_TAPS; 27 */
    int slope;     /* largest slope p of their taps, 1..16; 0: no limit; 3 */
    double kappa;  /* of PAPER, 0..1: its mask contains frequencies from kappa/2 to 1/2 cycles per
                    * pixel; 1 */
    int preselect; /* of PAPER: the number of neighbors that all hogels choose their taps from,
                    * 0..ERRDIFF_HOLOGRAM_MAX_TAPS; 0: all; 27 */
    double scale;  /* s, the factor that the hologram is multiplied by; 0: 0.85 divided by the 99th
                   * percentile of the moduli; 0 */
    double gain;   /* the brightness to reach within 1 %, as the amplitude of which
                    * errdiff_hologram_figures lists the decibels, 0 or above: the scale is
                    * searched for, and how much light refined levels aim at, so the hologram is
                    * quantized several times, and AUTO is OPT. Not
                    * with `scale`, nor with NONE and phases, which have one brightness; 0: `scale`
                    * decides; 0 */
    int view_filter; /* 1: light that misses the window is removed first; 1 */
    int refine; /* passes that bring the light in the window closer to the hologram's, 0..10000:
                 * after error diffusion as many that change levels, and before it, with 12 or more
                 * phases, as many that change phases; 0 */

    errdiff_added_phase added; /* none */
    errdiff_hologram_display display;
    const errdiff_complex *level_values; /* what the display shows for each of the levels, not of
                                          * AMPLITUDE; NULL: e^{j2πk/K}; NULL */
    int sample_bits; /* of the samples that even phases and amplitudes are rounded to where they are
                      * written, 8 or 16. What the samples show counts in all measurements, in the
                      * passes that change levels, and between frames, but not in the diffusion; 0:
                      * the levels are shown as they are; 0 */

    const char *engine; /* a name from errdiff_hologram_engine_get, or "auto"; "auto" */
    int threads;        /* 0..ERRDIFF_MAX_THREADS; 0: one for each processor */
    int max_memory;     /* MiB that errdiff_hologram_quantize may allocate for fields and weights of
                         * its own, which grow with the hologram, with smaller hogels and with the
                         * distance and size of the window. Rows are not counted, nor is a GPU's
                         * memory. If a call would take more, it allocates none of them and returns
                         * ERRDIFF_NO_MEMORY; 0: no limit; 0 */

    errdiff_progress progress; /* as in errdiff_options; may be NULL */
    void *progress_user;
} errdiff_hologram_options;

/* Describes engine `index`; the strings in *info are static. Engine 0 is "serial".
 * ERRDIFF_OK, or ERRDIFF_BAD_ARGUMENT where there is no such engine; *info is then unchanged. */
ERRDIFF_API errdiff_status errdiff_hologram_engine_get(int index, errdiff_engine_info *info);

/* Returns 1 if engine `index` can run on this machine. Returns 0 if it cannot or does not exist,
 * with the reason in *reason, which may be NULL. */
ERRDIFF_API int errdiff_hologram_engine_available(int index, errdiff_message *reason);

/* Sets the defaults above, and the optics to zeros, which the caller must replace. */
ERRDIFF_API void errdiff_hologram_options_init(errdiff_hologram_options *options);

/* Returns ERRDIFF_OK, or ERRDIFF_BAD_ARGUMENT with the first problem in *message, which may be
 * NULL. */
ERRDIFF_API errdiff_status errdiff_hologram_options_check(const errdiff_hologram_options *options,
                                                          errdiff_message *message);

/*
 * Sets what is 0 because it was not given, as the command does: the pitch to that of the panel; in
 * FOURIER geometry without a view_distance pitch, wavelength and distance, so that 1000 micrometers
 * of the window are λF/pitch; the window's height to its width; the levels to 2 of a binary phase,
 * to display.two_pi or to 256; and *bits to 8 if they are enough for all samples, else to 16.
 *
 * Returns 1 if all samples of display.gray_table are to be levels, as errdiff_hologram_levels_read
 * has it if options->levels is then 0; else 0.
 */
ERRDIFF_API int errdiff_hologram_options_complete(errdiff_hologram_options *options, int *bits);

/* Copies what is known of option `index`, from 0 on, to *info; its offset is that in
 * errdiff_hologram_options. ERRDIFF_OK, or ERRDIFF_BAD_ARGUMENT if there is no such option; *info
 * is then unchanged. */
ERRDIFF_API errdiff_status errdiff_hologram_option_get(int index, errdiff_option_info *info);

/* How similar a field a is to a reference field b. */
typedef struct errdiff_hologram_similarity {
    double gain;  /* |g|, with the complex factor g for which Σ|a - g·b|² is least */
    double snr;   /* |g|²Σ|b|² / Σ|a - g·b|², in dB; NaN if the reference is 0 everywhere */
    double light; /* |g|²Σ|b|², the part of Σ|a|² that is no noise */
} errdiff_hologram_similarity;

typedef struct errdiff_hologram_report {
    errdiff_message message;        /* what went wrong; empty on success */
    errdiff_hologram_method method; /* the one that made the levels; never AUTO */
    int is_phase_only; /* 1: the output is phases, and all values have the same modulus, apart
                              * from those that are 0 */
    int is_compared;   /* 1: AUTO compared error diffusion and rounding, with these figures */
    errdiff_hologram_similarity diffused, rounded;
    int is_rounded;     /* 1: AUTO chose NONE */
    double scale;       /* the factor s that was used */
    double aim;         /* how many times as large an amplitude as that of the diffused levels their
                         * refinement aimed at: not 1 only if a gain asked for that */
    double rms;         /* root of the mean square of the hologram's moduli */
    int slope;          /* the slope p that the weights in use need */
    int64_t pixels;     /* of the hologram */
    int64_t not_finite; /* pixels with NaN or infinity, which count as 0 */
    int64_t clipped;    /* errors that were limited to a modulus of 1.5 */
    int hogel;          /* pixels along the side of a hogel */
    int64_t hogels;
    int64_t hogels_unseen; /* hogels that send no light to the window: rounded without diffusion */
    int64_t
        hogels_wide; /* hogels wider or higher than a sixth of the window, which costs some dB */
    int64_t hogels_twin;   /* hogels whose twin image reaches the window; real-valued output only */
    int64_t hogels_full;   /* hogels that send light to the window in nearly all directions */
    int64_t beyond_levels; /* pixels that are larger than any level after scaling; 0 if NONE was
                            * asked for, or for a hologram of phases only that is rounded */
    int is_dark;           /* 1: the hologram is 0 everywhere */
    int is_filtered;       /* 1: the view filter was applied */
    int refined;           /* passes of the refinement that were made; 0: nothing was refined */
    int refined_on_gpu;    /* 1: a GPU made those before error diffusion */
    const char *engine;    /* the one that ran; static */
    const char *isa;       /* the instruction set it used, as in errdiff_report */
    int threads;           /* largest number that it used at once */
    double diffuse_ms;     /* the engine's time, without designing weights and filtering */
    double kernel_ms;      /* the part of it that GPU kernels took, without transfers; 0: no GPU */
    errdiff_message not_refined_on_gpu; /* why the CPU made the passes although the engine is a
                                         * GPU's; otherwise empty */
} errdiff_hologram_report;

/*
 * Quantizes a hologram.
 *
 * hologram  is not changed; NaN and infinity count as 0
 * levels    the caller's array of width · height numbers, row by row without padding; gets each
 *           pixel's level k, 0..K - 1; errdiff_hologram_output says what it stands for
 * report    may be NULL
 *
 * The hogels form a grid that begins at the top left corner; those at the right and bottom edges
 * may be smaller. Errors cross the hogels' borders: a pixel collects them with its own hogel's
 * weights.
 *
 * Returns ERRDIFF_OK; or ERRDIFF_BAD_ARGUMENT, ERRDIFF_NO_MEMORY, ERRDIFF_CANNOT_RUN or
 * ERRDIFF_CANCELLED, with the reason in report->message; the contents of `levels` are then
 * undefined.
 */
ERRDIFF_API errdiff_status errdiff_hologram_quantize(const errdiff_field *hologram,
                                                     const errdiff_hologram_options *options,
                                                     uint16_t *levels,
                                                     errdiff_hologram_report *report);

#define ERRDIFF_HOLOGRAM_MAX_FRAMES 64

/*
 * Quantizes a hologram several times, for frames that a display shows one after the other, so fast
 * that the eye sees the mean of their intensities. The first frame is what
 * errdiff_hologram_quantize makes, and each later one is quantized with the errors of all before
 * it, as far as they are seen through the window, taken away from the hologram. So the mean of the
 * fields has an N-th of one frame's errors, and its noise falls with N², where that of frames whose
 * errors are independent falls with N: it is the noise shaping of a sigma-delta modulator of first
 * order, over time. Choi, Gopakumar, Peng, Kim, O'Toole and Wetzstein 2022 ("Time-multiplexed
 * neural holography") show such frames of few levels, which they optimize all together instead.
 *
 * An output of real values has a twin image, so the hologram's phase is turned by π/N from frame to
 * frame, which turns the twins: the mean of the fields has none. Phases that are only rounded are
 * turned by 2π/NK, which makes their errors differ as if there were N·K levels; nothing is taken
 * away from them.
 *
 * frames   N, 1..ERRDIFF_HOLOGRAM_MAX_FRAMES
 * levels   the caller's array of frames · width · height numbers: frame by frame as
 *          errdiff_hologram_quantize has it
 * reports  an array of as many reports. All frames get the scale of the first one, and its method
 *
 * Of several frames options->max_memory also counts four fields and a plane.
 *
 * Returns the statuses of errdiff_hologram_quantize, with the reason in reports[0].message; the
 * contents of `levels` and of the other reports are then undefined.
 */
ERRDIFF_API errdiff_status errdiff_hologram_quantize_frames(const errdiff_field *hologram,
                                                            const errdiff_hologram_options *options,
                                                            int frames, uint16_t *levels,
                                                            errdiff_hologram_report *reports);

/*
 * Says what a user should know about a result: each warning is one sentence about mistakes in the
 * units, in the size of the window or of the hogels, in the scale, and about unusual values.
 * `hologram`, `options` and `report` are those of a call of errdiff_hologram_quantize that returned
 * ERRDIFF_OK; the hologram's values are not read.
 *
 * Returns ERRDIFF_OK with warning `index`, from 0 on, in *message, or ERRDIFF_BAD_ARGUMENT if there
 * are fewer; *message is then undefined.
 */
ERRDIFF_API errdiff_status errdiff_hologram_warning(int index, const errdiff_field *hologram,
                                                    const errdiff_hologram_options *options,
                                                    const errdiff_hologram_report *report,
                                                    errdiff_message *message);

/* Returns 1 if the hologram is refined: with options->refine above 0. Returns 0 otherwise. */
ERRDIFF_API int errdiff_hologram_is_refined(const errdiff_hologram_options *options);

/*
 * Checks whether there is memory to follow the light of a hologram of width × height pixels to the
 * window and, if `depth` is not 0, to what is seen `depth` micrometers behind the hologram. The
 * light spreads on its way, so a large distance or depth needs many more pixels than the hologram
 * has.
 *
 * Returns ERRDIFF_OK, or ERRDIFF_NO_MEMORY with the reason in *message, which may be NULL.
 */
ERRDIFF_API errdiff_status errdiff_hologram_room_check(int width, int height,
                                                       const errdiff_optics *optics, double depth,
                                                       errdiff_message *message);

/* Writes the complex value that the display shows for each of the levels, without the phases that
 * options->added adds, to the values of *field, which the caller has allocated with the hologram's
 * size. `options` are those that errdiff_hologram_quantize made the levels with. */
ERRDIFF_API void errdiff_hologram_show(const uint16_t *levels,
                                       const errdiff_hologram_options *options,
                                       errdiff_field *field);

#define ERRDIFF_HOLOGRAM_MAX_MEASURED 4096

/*
 * Finds what the display shows for each level, so that quantizing and measuring count on that; to
 * be called before either. Sets options->level_values to `values`, which must have room for
 * ERRDIFF_HOLOGRAM_MAX_MEASURED of them, or to NULL if they are e^{j2πk/K} within 2e-4, and for
 * amplitudes; and options->sample_bits to `bits`, or to 0 with a table. With two levels whose
 * phases are about opposite errors are diffused as if these were exact, which costs nothing off the
 * axis, and measured as they are.
 *
 * level_table  a file with a sample of 8 or 16 `bits`, the amplitude and the phase in radians that
 *              it was measured to show, in each line, such as "128,0.93,3.14". Each line is a
 *              level, and options->levels becomes their number
 * gray_table   a file with a sample, its phase and, if wanted, its amplitude, such as "128,3.14".
 *              As many levels as options->levels says are chosen from them; 0: all are levels, and
 *              options->levels becomes their number
 * two_pi       the samples are whole numbers, so the phases are a little uneven unless
 *              options->levels divides it
 *
 * panel        one that has levels of its own (errdiff_hologram_panel.levels) sets options->levels
 *              and the values to these, unless a table is given
 *
 * The largest amplitude becomes 1.
 *
 * Returns ERRDIFF_OK; or ERRDIFF_CANNOT_RUN, also if the file has fewer samples than there are to
 * be levels, ERRDIFF_BAD_ARGUMENT or ERRDIFF_NO_MEMORY with the reason in *message.
 */
ERRDIFF_API errdiff_status errdiff_hologram_levels_read(errdiff_hologram_options *options, int bits,
                                                        errdiff_complex *values,
                                                        errdiff_message *message);

/*
 * Sets samples[k] to the sample of 8 or 16 `bits` that the display is sent for level k, 0..K - 1.
 *
 * A phase is k · N / K, rounded, modulo N, because 2π is the same phase as 0; N is
 * options->display.two_pi or, if that is 0, 2^bits. With options->display.full_range it is 0 and
 * 2^bits - 1. With options->display.gray_table or
 * options->display.level_table it is that of errdiff_hologram_levels_read. For a panel with levels
 * of its own it is the number of its state. An amplitude is k · (2^bits - 1) / (K - 1), rounded.
 *
 * Returns ERRDIFF_OK; ERRDIFF_BAD_ARGUMENT if the bits do not hold all levels, or
 * ERRDIFF_CANNOT_RUN or ERRDIFF_NO_MEMORY if the file cannot be read or, for a panel with levels of
 * its own, has a sample that is no state, with the reason in *message.
 */
ERRDIFF_API errdiff_status errdiff_hologram_samples(const errdiff_hologram_options *options,
                                                    int bits, uint16_t *samples,
                                                    errdiff_message *message);

#include "errdiff_hologram_panel.h"

/*
 * Measures how similar the displayed levels look to the hologram through the window. Progress is
 * reported from 0 to 1 to options->progress.
 *
 * scale      report->scale of the call that made the levels. If that has compared them with
 *            rounding, its report already has the figures
 * diffused   gets the similarity of these levels
 * truncated  gets the similarity of levels made with the same scale and without diffusion, of a
 *            hologram of phases only also without the view filter; may be NULL
 *
 * Returns ERRDIFF_OK, ERRDIFF_NO_MEMORY or ERRDIFF_CANCELLED; with `truncated` also the other
 * statuses of errdiff_hologram_quantize.
 */
ERRDIFF_API errdiff_status errdiff_hologram_measure(const errdiff_field *hologram,
                                                    const errdiff_hologram_options *options,
                                                    double scale, const uint16_t *levels,
                                                    errdiff_hologram_similarity *diffused,
                                                    errdiff_hologram_similarity *truncated);

/*
 * Measures frames that are shown one after the other, as errdiff_hologram_quantize_frames makes
 * them with the same options. Progress is reported from 0 to 1 to options->progress.
 *
 * similarities  an array of `frames` that gets the similarity of each one to the hologram, as
 *               errdiff_hologram_measure has it
 * intensities   an array of frames + 1: that of the intensities |a|² in the window to |b|², for
 *               each frame and, at the end, for the mean of all, which is what is seen. With the
 *               factor G for which Σ(|a|² - G·|b|²)² is least, `snr` is G²Σ|b|⁴ /
 *               Σ(|a|² - G·|b|²)² in dB, `gain` is √G, and `light` is G·Σ|b|²
 *
 * Returns ERRDIFF_OK, ERRDIFF_NO_MEMORY or ERRDIFF_CANCELLED.
 */
ERRDIFF_API errdiff_status errdiff_hologram_measure_frames(
    const errdiff_field *hologram, const errdiff_hologram_options *options, int frames,
    const uint16_t *levels, errdiff_hologram_similarity *similarities,
    errdiff_hologram_similarity *intensities);

/* One number of a report. */
typedef struct errdiff_hologram_figure {
    const char *name; /* its key in JSON reports; static */
    double value;     /* NaN or infinity: not known */
} errdiff_hologram_figure;

#define ERRDIFF_HOLOGRAM_FIGURES 23

/*
 * Lists all numbers of a report except times, for a hologram of width × height pixels that is
 * stored with 8 or 16 `bits` a pixel. `diffused` and `truncated` come from
 * errdiff_hologram_measure. Its brightness is described by
 *
 * gain                |g| / s, where g is that of the similarity: 1 if the scale s alone decides
 * gain_db             20·log10(|g| · RMS), where RMS is that of the hologram's moduli: 0 if what is
 *                     seen of the result is as bright as what would be seen of the hologram if this
 *                     had, as a whole, the light of a display whose pixels all have the amplitude 1
 * efficiency_percent  the diffraction efficiency of the window (Wyrowski 1990): the part of the
 *                     light in the window that is no noise, |g|²Σ|b|², divided by the light of a
 *                     display whose pixels all have the amplitude 1, their number. What the gaps
 *                     between pixels and their shape take away is not counted
 */
ERRDIFF_API void
errdiff_hologram_figures(const errdiff_hologram_report *report, int width, int height, int bits,
                         const errdiff_hologram_similarity *diffused,
                         const errdiff_hologram_similarity *truncated,
                         errdiff_hologram_figure figures[ERRDIFF_HOLOGRAM_FIGURES]);

/*
 * Reconstructs what an eye at the window sees when it is focused `depth` micrometers behind the
 * hologram (in front of it if negative). In FOURIER geometry it is what is in the window, and
 * `depth` is not used. *seen gets the complex light there, on the hologram's
 * pixel grid, extended on all sides, with the hologram's center in the middle. Free it with
 * errdiff_field_free. `progress` is as in errdiff_options.
 *
 * Returns ERRDIFF_OK, ERRDIFF_NO_MEMORY or ERRDIFF_CANCELLED.
 */
ERRDIFF_API errdiff_status errdiff_hologram_reconstruct(const errdiff_field *field,
                                                        const errdiff_optics *optics, double depth,
                                                        errdiff_progress progress,
                                                        void *progress_user, errdiff_field *seen);

/*
 * Quick approximations for previews of a small part of a hologram. They treat every pixel of the
 * part as if it saw the window in the same directions. In `optics` the window's center is given
 * relative to the part's own center, in FOURIER geometry to the axis.
 *
 * errdiff_hologram_preview_quantize is errdiff_hologram_quantize for such a part, except that the
 * view filter and the refinement propagate nothing to the window, which may be far away.
 *
 * errdiff_hologram_preview reconstructs what is seen with the eye focused `depth` micrometers
 * behind the part. *seen is a square that covers all that can be seen; its side is a multiple of
 * `step`, which is 1 or more, in values. Its center lies on the line from the window's center
 * through the part's. In FOURIER geometry it is the window, or a square around it if its sides
 * differ, and `depth` is not used. Free it with errdiff_field_free.
 *
 * It returns ERRDIFF_OK or ERRDIFF_NO_MEMORY.
 */
ERRDIFF_API errdiff_status errdiff_hologram_preview_quantize(
    const errdiff_field *part, const errdiff_hologram_options *options, uint16_t *levels,
    errdiff_hologram_report *report);
ERRDIFF_API errdiff_status errdiff_hologram_preview(const errdiff_field *field,
                                                    const errdiff_optics *optics, double depth,
                                                    int step, errdiff_field *seen);

/* Compares a field with a reference of the same size, value by value. */
ERRDIFF_API errdiff_hologram_similarity errdiff_field_compare(const errdiff_field *reference,
                                                              const errdiff_field *field);

/*
 * Computes the hologram of a test scene behind 1024 × 1024 pixels: "p256" is 256 points of light,
 * viewed from the front; "o" is as many, viewed off the axis; "dice" is two dice in front of a
 * checkerboard. *field gets the hologram, scaled to an RMS of 1; free it with errdiff_field_free.
 * *optics gets the optics it was computed for.
 *
 * Returns ERRDIFF_OK, ERRDIFF_NO_MEMORY, or ERRDIFF_BAD_ARGUMENT for any other name.
 */
ERRDIFF_API errdiff_status errdiff_hologram_scene(const char *name, errdiff_field *field,
                                                  errdiff_optics *optics);

#ifdef __cplusplus
}
#endif

#endif
