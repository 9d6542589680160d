/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a dithering is asked to do. */
#ifndef ERRDIFF_DITHER_OPTIONS_H
#define ERRDIFF_DITHER_OPTIONS_H

#include "kernels.h"
#include "palettes.h"
#include "screens.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How palette colors are compared with a pixel's. */
typedef enum errdiff_match {
    ERRDIFF_MATCH_RGB,   /* least squared distance in red, green and blue; exact */
    ERRDIFF_MATCH_OKLAB, /* least distance in OKLab (Ottosson 2020); exact, but for distances that
                          * are the same to eight digits */
    ERRDIFF_MATCH_LIGHTNESS /* least squared distance with luminance counted more, which keeps
                             * tones even; errors are diffused in this space, too; exact */
} errdiff_match;

/* What happens to colors that no mixture of a palette's colors can show. */
typedef enum errdiff_gamut {
    ERRDIFF_GAMUT_CLIP,     /* they become the mixture that looks most like them; all others stay */
    ERRDIFF_GAMUT_COMPRESS, /* before that, all lightness is compressed towards that of mixtures */
    ERRDIFF_GAMUT_RELATIVE, /* before that, white becomes the palette's lightest color, and black
                             * its darkest, as printing does it with the white of paper */
    ERRDIFF_GAMUT_NONE      /* nothing: their errors are clamped, and areas get darker or lighter */
} errdiff_gamut;

/* The errors that come down into the first rows of an image. */
typedef enum errdiff_start_choice {
    ERRDIFF_START_CONTINUED, /* those that would come down if it went on above, so that dots of dark
                              * and of light areas begin at once; only at a strength of 100
                              * percent, and with kernels whose weights add up to their divisor */
    ERRDIFF_START_PLAIN      /* none, as error diffusion was published */
} errdiff_start_choice;

/* Whether the tone of an image is chosen by the image. */
typedef enum errdiff_tone_choice {
    ERRDIFF_TONE_NONE, /* no */
    ERRDIFF_TONE_AUTO  /* dark images get a stretch and a gamma that keep their structure when
                        * they are dithered to few levels in linear light; others stay */
} errdiff_tone_choice;

/*
 * Called repeatedly while the engine works, at least every 50 ms on usual machines, always in the
 * thread that called errdiff_dither. `done` is the share of the work that is done, 0..1, and never
 * falls. A return value other than 0 cancels the work.
 */
typedef int (*errdiff_progress)(void *user, double done);

/* One stage of longer work. While the progress of the stage goes from 0 to 1, that of the whole
 * work goes from `from` to `to`. */
typedef struct errdiff_progress_share {
    errdiff_progress progress; /* of the whole work; may be NULL */
    void *progress_user;       /* its first argument */
    double from, to;           /* 0..1 */
} errdiff_progress_share;

/* An errdiff_progress for such a stage: its `user` is the errdiff_progress_share. Reports the
 * progress of the whole work to share->progress and returns what that returns, or 0 if it is
 * NULL. */
ERRDIFF_API int errdiff_progress_share_report(void *share, double done);

#define ERRDIFF_MAX_THREADS 1024     /* threads that a caller may ask for */
#define ERRDIFF_AUTOMATIC (-1)       /* a switch that other options decide */
#define ERRDIFF_MAX_FINE_LEVELS 4096 /* of a channel: 12 bits, in samples of 16 */
#define ERRDIFF_USUAL_COLORS 16      /* of a color image for which nothing is asked */

/* The largest dot gain, in percent at 50 percent coverage. A curve can have more. */
#define ERRDIFF_MAX_DOT_GAIN 35

struct errdiff_frame_before;

/* What changes of tone depend on in an image as a whole. */
typedef struct errdiff_tone_range {
    int black, white; /* the samples that errdiff_options.stretch makes black and white; 0: it is
                       * not asked for */
    double automatic_white; /* what ERRDIFF_TONE_AUTO makes white, as a share of the largest sample;
                             * 1: nothing changes */
    double automatic_gamma; /* above 1, up to ERRDIFF_MAX_AUTOMATIC_GAMMA: it makes middle tones
                             * lighter; 1: nothing changes */
} errdiff_tone_range;

/* What to do. Set it up with errdiff_options_init, then change what should differ. The last value
 * in each comment is the one that errdiff_options_init sets. */
typedef struct errdiff_options {
    const char *kernel; /* a text for errdiff_kernel_parse; "errdiff-12" */
    int levels[3]; /* of red, green, blue, each 2..256 or, if the result has 16 bits per sample, and
                    * there is neither refine nor dot_gain, 2..ERRDIFF_MAX_FINE_LEVELS; gray uses
                    * the first, as does an image that becomes gray. Numbers of 0 at the end are as
                    * the one before. Without a palette, 0, 0, 0 is two levels for a gray image,
                    * and 16 colors that errdiff_palette_make makes for a color image; 0, 0, 0 */
    int strength;  /* share of the error that is passed on, percent, 0..100; 100 */

    int noise;     /* added before the decision, percent of half a level step, 0..100; 0 */
    uint32_t seed; /* of the noise; 0 */
    int detail;    /* how far edges are sharpened, percent, 0..100; 0 */

    /* A search after the dithering (docs/rule.md), for a whole image. */
    int refine;     /* its passes, 0..20; 0 */
    double viewing; /* how many pixels the viewer sees in a degree, 15..200; 45 */

    /* A screen, whose thresholds are added before the decision. With a strength of 0 this is
     * ordered dithering. */
    const char *screen;                  /* the name of a screen (screens.h); "none" */
    const errdiff_matrix *screen_matrix; /* takes the place of `screen`; the caller's; NULL */
    int screen_amount;        /* percent of half a level step or, with a palette, of half the mean
                               * distance of a color from its neighbor, 0..400; 100 */
    const char *screen_size;  /* of clustered dots, from one to the next: "8" pixels, 2 to
                               * ERRDIFF_MAX_SCREEN_PERIOD, or "85lpi", lines per inch; "8" */
    const char *screen_angle; /* of the rows of clustered dots, degrees, counterclockwise from the
                               * horizontal, −360..360: one for all channels, "45"; those of red,
                               * green and blue; or these and that of gray images and palettes;
                               * "15,75,0,45" */
    double dpi;               /* pixels per inch, for lines per inch; 0: unknown, 0..1000000; 0 */

    int serpentine; /* 1: odd rows run from right to left, with the kernel mirrored; 0: they do not;
                     * ERRDIFF_AUTOMATIC: they do with weights that depend on the tone, whose
                     * patterns would otherwise lean to one side; ERRDIFF_AUTOMATIC */
    errdiff_start_choice start; /* the errors that come down into the first rows;
                                 * ERRDIFF_START_CONTINUED */
    int linear;                 /* 1: diffuse the error of linear light, not of display values; 1 */

    const errdiff_palette *palette; /* colors to use instead of levels; NULL: levels; NULL */
    errdiff_match match;            /* how palette colors are compared;
                                     * ERRDIFF_MATCH_LIGHTNESS */
    int indexed;                    /* 1: write the numbers of palette colors; 0 */
    errdiff_gamut gamut;            /* colors outside the palette's; ERRDIFF_GAMUT_CLIP */
    int compress;                   /* how far ERRDIFF_GAMUT_COMPRESS goes, percent, 0..100; 60 */
    int sent; /* 1: write the colors that the device is sent, which must differ for colors that
               * look different; 0 */

    /* Changes of the image before all others, in this order. */
    int gray;                 /* 1: colors become gray, by the luminance of their light; 0 */
    errdiff_tone_choice tone; /* a stretch and a gamma for dark images; ERRDIFF_TONE_NONE */
    int stretch;              /* 1: its darkest samples become black, its lightest ones white; 0 */
    double stretch_share;     /* the share of each, percent of all samples, 0..10; 0.5 */
    int brightness;           /* percent, −100..100; 0 */
    int contrast;             /* percent, −100..100; 0 */
    double gamma;             /* above 1 makes middle tones lighter, 0.1..10; 1 */
    int saturation;           /* percent, −100..100; −100 makes colors gray; 0 */
    int invert;               /* 1: light becomes dark; 0 */
    const errdiff_tone_range *tone_range; /* what `tone` and `stretch` depend on, if the image is a
                                           * part of the one that decides it, from
                                           * errdiff_tone_range_find; the caller's; NULL: the
                                           * image itself decides; NULL */

    /* How much larger than their pixels dots are printed, which is taken out of the tone: percent
     * of the area that single pixels gain at 50 percent coverage, "0".."35"; or the measured curve,
     * pairs of a coverage and what it is printed as, in percent: "25 40; 50 70; 75 90". Coverages
     * rise, and what is printed must not fall; "0 0" and "100 100" may be left out. Pairs end with
     * a semicolon or a line; # begins a comment in a line. Errors in a text of several lines are
     * said with the number of the line. Coverage is that of the darker one of
     * two neighboring levels or, in a channel, colors of the palette on the lighter one; "0" */
    const char *dot_gain;
    int keep_exact; /* 1: pixels with exactly the color of a palette, or of a level in
                               * each channel, keep it; they take no errors and hand none on; 0 */

    int measure; /* 1: fill in the report's measurements of the image, which takes time; 0 */

    const char *engine; /* a name from errdiff_engine_get; "auto", the fastest that can run */
    int threads;        /* the most threads to use, 0..ERRDIFF_MAX_THREADS; 0: one for each
                         * processor. Engines whose threads wait for each other, and copies for a
                         * GPU, use fewer if other programs use processors at the moment, unless a
                         * number is named here and OMP_DYNAMIC is "false" in the environment.
                         * Serial engines use one; 0 */
    int max_memory;     /* MiB that a call may allocate for images of its own: the image as
                         * tone, gamut mapping and exact colors change it, or with 16 bits in place
                         * of floating-point samples, its mask, its edges for detail, and what a
                         * search keeps of each pixel. Tables and rows are not counted. If a call,
                         * or a piece of a stream, would take more, it allocates none of them and
                         * returns ERRDIFF_NO_MEMORY; 0: no limit; 0 */

    const struct errdiff_frame_before *before; /* errdiff_sequence_dither sets it; NULL */

    errdiff_progress progress; /* NULL: none; NULL */
    void *progress_user;       /* its first argument; NULL */
} errdiff_options;

/* Sets every option to its default. */
ERRDIFF_API void errdiff_options_init(errdiff_options *options);

/*
 * Checks everything that can be checked without an image: every range, the kernel's text, and the
 * engine's name. Returns ERRDIFF_OK, or ERRDIFF_BAD_ARGUMENT with a *message (which may be NULL)
 * that names the option, its value and what is possible. errdiff_dither makes the same checks.
 */
ERRDIFF_API errdiff_status errdiff_options_check(const errdiff_options *options,
                                                 errdiff_message *message);

#ifdef __cplusplus
}
#endif

#endif
