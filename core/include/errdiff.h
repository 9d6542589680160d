/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * errdiff: exact error-diffusion dithering.
 *
 * One integer rule dithers a pixel; docs/rule.md has it. An engine is a schedule that runs this
 * rule, on the processor or the GPU. Every engine gives the same bytes as the serial one, for any
 * picture and any number of threads.
 *
 * Threads: no function keeps state between calls, except in an errdiff_stream, and except
 * errdiff_set_translation, which sets the translator of the whole process. All others may be called
 * from several threads at once, as long as no two calls write the same picture or use the same
 * stream.
 *
 * After fork() the child may call all of them, with as many threads as it likes; only engines on
 * the GPU do not work in the child of a process that has used the GPU, which is a limit of CUDA. If
 * the parent program uses OpenMP itself, its own parallel regions hang in the child's first
 * thread, which is a limit of libgomp; this library is not affected, because it starts threads of
 * its own there. A stream that was opened before fork() can be used further in either process.
 *
 * dlclose() does not unload the library, since its threads go on waiting for work.
 */
#ifndef ERRDIFF_H
#define ERRDIFF_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__) && !defined(_WIN32)
#define ERRDIFF_API __attribute__((visibility("default")))
#else
#define ERRDIFF_API
#endif

/* The version of the library, such as "1.0.0"; static. */
ERRDIFF_API const char *errdiff_version(void);

/* ---- Status -------------------------------------------------------------------------------- */

typedef enum errdiff_status {
    ERRDIFF_OK = 0,
    ERRDIFF_CANCELLED,    /* the progress callback asked to stop */
    ERRDIFF_BAD_ARGUMENT, /* a value outside its range, or a text that is not understood */
    ERRDIFF_CANNOT_RUN,   /* the engine that was named cannot run this job, or cannot run here */
    ERRDIFF_NO_MEMORY
} errdiff_status;

/* One sentence for the user, without a final full stop or newline; empty if there is nothing to
 * say. */
typedef struct errdiff_message {
    char text[2048]; /* UTF-8, with the final NUL; a longer sentence is cut */
} errdiff_message;

/*
 * Sets the function that translates the library's messages: like gettext, it returns the
 * translation of an English text, or the text itself. NULL: messages are in English, as at the
 * start. The function is that of the whole process, so set it before other threads use the library.
 */
ERRDIFF_API void errdiff_set_translation(const char *(*function)(const char *text));

/* ---- Kernels ------------------------------------------------------------------------------- */

#define ERRDIFF_MAX_TAPS 64     /* largest number of taps in a kernel */
#define ERRDIFF_MAX_REACH 15    /* largest |dx| and dy of a tap */
#define ERRDIFF_MAX_WEIGHT 2047 /* largest sum of |weight| over the taps */
#define ERRDIFF_MAX_DIVISOR 65536

/* The pixel at (x, y) passes weight/divisor of its error on to the pixel at (x + dx, y + dy). */
typedef struct errdiff_tap {
    int dx;     /* columns to the right, -15..15; above 0 where dy is 0 */
    int dy;     /* rows down, 0..15 */
    int weight; /* not 0; may be negative */
} errdiff_tap;

/* Weights that depend on the tone of the pixel whose error they distribute; not for callers. */
struct errdiff_tone_keys;

typedef struct errdiff_kernel {
    const char *name;  /* for options: "floyd-steinberg"; "custom" if read from numbers; static */
    const char *title; /* for people: "Floyd–Steinberg"; static, UTF-8 */
    int divisor;       /* 1..ERRDIFF_MAX_DIVISOR */
    int tap_count;     /* 1..ERRDIFF_MAX_TAPS */
    errdiff_tap taps[ERRDIFF_MAX_TAPS];        /* ordered by dy, then dx; no two at one place */
    const struct errdiff_tone_keys *tone_keys; /* NULL: the weights are fixed. Otherwise the three
                                                * weights depend on the tone, and `taps` has those
                                                * of middle gray; static */
} errdiff_kernel;

/* The number of kernels that have a name. */
ERRDIFF_API int errdiff_kernel_count(void);

/* Copies kernel `index`, 0..errdiff_kernel_count() - 1, to *kernel. ERRDIFF_OK, or
 * ERRDIFF_BAD_ARGUMENT for another index; *kernel is then unchanged. */
ERRDIFF_API errdiff_status errdiff_kernel_get(int index, errdiff_kernel *kernel);

/*
 * Reads a kernel from a text: a name, or a divisor and taps as
 *
 *     16: 1,0,7; -1,1,3; 0,1,5; 1,1,1          divisor: dx,dy,weight; dx,dy,weight; …
 *
 * Spaces are allowed between numbers and punctuation, as is one `;` after the last tap. Taps of
 * weight 0 are dropped. The limits are those of errdiff_kernel and errdiff_tap; the sum of |weight|
 * is at most ERRDIFF_MAX_WEIGHT, so that 32 bits hold every sum.
 *
 * Returns ERRDIFF_OK, or ERRDIFF_BAD_ARGUMENT with the reason in *message (which may be NULL);
 * *kernel is then unchanged.
 */
ERRDIFF_API errdiff_status errdiff_kernel_parse(const char *text, errdiff_kernel *kernel,
                                                errdiff_message *message);

/*
 * The slope p of a kernel: the least number of columns by which a row must trail the row above it
 * when both are dithered at the same time,
 *
 *     p = max(1, max over taps with dy ≥ 1 of ceil((1 − dx) / dy))
 *
 * or 0 if no tap has dy ≥ 1, since the rows are then independent. Floyd–Steinberg has 2, the
 * knight's move of Deshpande, Misra and Narayanan 2011, section 3.
 */
ERRDIFF_API int errdiff_kernel_slope(const errdiff_kernel *kernel);

/* ---- Pictures ------------------------------------------------------------------------------ */

#define ERRDIFF_MAX_SIDE (1 << 28) /* largest width and height, in pixels */

/*
 * A picture in the caller's memory. Samples are display values (gamma encoded), 0..W, where W is
 * 255 for 8 bits and 65535 for 16; the channels of a pixel lie side by side.
 */
typedef struct errdiff_image {
    void *data;       /* first sample of the top row; uint8_t, or uint16_t in native byte order */
    int width;        /* pixels, 1..ERRDIFF_MAX_SIDE */
    int height;       /* pixels, 1..ERRDIFF_MAX_SIDE */
    int channels;     /* 1 (gray) or 3 (red, green, blue) */
    int bits;         /* 8 or 16 per sample */
    ptrdiff_t stride; /* bytes from a row to the next; may be negative; even for 16 bits */

    /* Optional: one byte for each pixel. Where it is 0 the pixel keeps its value (with
     * options->indexed: gets the number of its nearest color), receives no error and passes none
     * on. NULL: all pixels are dithered. Ignored in a picture that is written. */
    const uint8_t *mask;
    ptrdiff_t mask_stride; /* bytes from a row of the mask to the next; may be negative */
} errdiff_image;

/* The tone curve of sRGB (IEC 61966-2-1) and its inverse: the linear light of a display value, and
 * the display value of linear light. Both are 0..1; values below 0 continue the straight part of
 * the curve, and values above 1 its power. The option `linear` uses the same curve. */
ERRDIFF_API double errdiff_srgb_to_linear(double display);
ERRDIFF_API double errdiff_srgb_from_linear(double light);

/* ---- Palettes ------------------------------------------------------------------------------ */

#define ERRDIFF_MAX_COLORS 256

/*
 * The colors of a result: 8-bit display values of red, green and blue. A device may have to be
 * sent other values than those that its colors look like: a panel whose red looks like #62201e may
 * expect #ff0000. Pictures are dithered with the colors as they look.
 */
typedef struct errdiff_palette {
    int count;                             /* 1..ERRDIFF_MAX_COLORS */
    uint8_t colors[ERRDIFF_MAX_COLORS][3]; /* as they look */
    int has_sent;                          /* 0: the device is sent these; 1: it is sent `sent` */
    uint8_t sent[ERRDIFF_MAX_COLORS][3];   /* for each color; only if has_sent is 1 */
} errdiff_palette;

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

/* The errors that come down into the first rows of a picture. */
typedef enum errdiff_start_choice {
    ERRDIFF_START_CONTINUED, /* those that would come down if it went on above, so that dots of dark
                              * and of light areas begin at once; only at a strength of 100
                              * percent, and with kernels whose weights add up to their divisor */
    ERRDIFF_START_PLAIN      /* none, as error diffusion was published */
} errdiff_start_choice;

/* Whether the tone of a picture is chosen by the picture. */
typedef enum errdiff_tone_choice {
    ERRDIFF_TONE_NONE, /* no */
    ERRDIFF_TONE_AUTO  /* dark pictures get a stretch and a gamma that keep their structure when
                        * they are dithered to few levels in linear light; others stay */
} errdiff_tone_choice;

typedef struct errdiff_palette_info {
    const char *name;  /* for options: "game-boy"; static */
    const char *title; /* for people: "Game Boy"; static, UTF-8 */
} errdiff_palette_info;

/* The number of palettes that have a name. */
ERRDIFF_API int errdiff_palette_count(void);

/* Copies the names of palette `index`, 0..errdiff_palette_count() - 1, to *info. ERRDIFF_OK, or
 * ERRDIFF_BAD_ARGUMENT for another index; *info is then unchanged. */
ERRDIFF_API errdiff_status errdiff_palette_get(int index, errdiff_palette_info *info);

/* Copies the palette of that name to *palette. Returns ERRDIFF_OK, or ERRDIFF_BAD_ARGUMENT with the
 * possible names in *message (which may be NULL); *palette is then unchanged. */
ERRDIFF_API errdiff_status errdiff_palette_find(const char *name, errdiff_palette *palette,
                                                errdiff_message *message);

/*
 * Reads a palette from `contents`, the `size` bytes of a palette file: GIMP (.gpl), one hexadecimal
 * color on each line (.hex), or Adobe color table (.act). The format is recognized by the
 * contents. In a .hex file "#f80" is "#ff8800". There = and another color may follow a color,
 * "62201e=ff0000", and in a .gpl file the name of a color may end with a word like "=#ff0000":
 * what the device is sent for it. A color without that is sent as it is.
 *
 * Returns ERRDIFF_OK, or ERRDIFF_BAD_ARGUMENT with the reason in *message (which may be NULL) if
 * the contents have none of these formats, are broken, or have no colors or more than
 * ERRDIFF_MAX_COLORS; *palette is then unchanged.
 */
ERRDIFF_API errdiff_status errdiff_palette_parse(const void *contents, size_t size,
                                                 errdiff_palette *palette,
                                                 errdiff_message *message);

/* Whether every color, as it looks, is a gray: 1 or 0. It is 1 for a palette without colors. */
ERRDIFF_API int errdiff_palette_is_gray(const errdiff_palette *palette);

/* Sets *written to the colors that a result contains: if `sent` is 1, those that the device is
 * sent; if it is 0, those of `palette` as they look. written->has_sent becomes 0. */
ERRDIFF_API void errdiff_palette_written(const errdiff_palette *palette, int sent,
                                         errdiff_palette *written);

/* ---- Small files --------------------------------------------------------------------------- */

/*
 * Reads a whole regular file, such as a palette or a program's settings. It never waits for a pipe
 * and never reads a device, whatever the path names.
 *
 * max_size  largest size that is accepted, in bytes; this much memory is needed meanwhile
 * contents  set to the bytes and a NUL after the last one; the caller frees them with free()
 * size      set to the number of bytes, without that NUL
 *
 * Returns ERRDIFF_OK, or with the reason, which does not name the path, in *message (which may be
 * NULL): ERRDIFF_CANNOT_RUN if the file cannot be read, is larger than `max_size`, or is not a
 * regular file; ERRDIFF_NO_MEMORY. *contents and *size are then unchanged.
 */
ERRDIFF_API errdiff_status errdiff_file_read(const char *path, size_t max_size, char **contents,
                                             size_t *size, errdiff_message *message);

/* ---- Dithering ----------------------------------------------------------------------------- */

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

#define ERRDIFF_MAX_THREADS 1024 /* threads that a caller may ask for */
#define ERRDIFF_AUTOMATIC (-1)   /* a switch that other options decide */
#define ERRDIFF_USUAL_COLORS 16  /* of a color picture for which nothing is asked */

/* What to do. Set it up with errdiff_options_init, then change what should differ. The last value
 * in each comment is the one that errdiff_options_init sets. */
typedef struct errdiff_options {
    const char *kernel; /* a text for errdiff_kernel_parse; "errdiff-12" */
    int levels[3]; /* of red, green, blue, each 2..256; gray uses the first, as does a picture that
                    * becomes gray. Numbers of 0 at the end are as the one before. Without a
                    * palette, 0, 0, 0 is two levels for a gray picture, and 16 colors that
                    * errdiff_palette_make makes for a color picture; 0, 0, 0 */
    int strength;  /* share of the error that is passed on, percent, 0..100; 100 */

    int noise;      /* added before the decision, percent of half a level step, 0..100; 0 */
    uint32_t seed;  /* of the noise; 0 */
    int detail;     /* how far edges are sharpened, percent, 0..100; 0 */
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

    /* Changes of the picture before all others, in this order. */
    int gray;                 /* 1: colors become gray, by the luminance of their light; 0 */
    errdiff_tone_choice tone; /* a stretch and a gamma for dark pictures; ERRDIFF_TONE_NONE */
    int stretch;              /* 1: its darkest samples become black, its lightest ones white; 0 */
    double stretch_share;     /* the share of each, percent of all samples, 0..10; 0.5 */
    int brightness;           /* percent, −100..100; 0 */
    int contrast;             /* percent, −100..100; 0 */
    double gamma;             /* above 1 makes middle tones lighter, 0.1..10; 1 */
    int saturation;           /* percent, −100..100; −100 makes colors gray; 0 */
    int invert;               /* 1: light becomes dark; 0 */
    int keep_exact;           /* 1: pixels with exactly the color of a palette, or of a level in
                               * each channel, keep it; they take no errors and hand none on; 0 */

    int measure; /* 1: fill in the report's measurements of the picture, which takes time; 0 */

    const char *engine; /* a name from errdiff_engine_get; "auto", the fastest that can run */
    int threads;        /* 0..ERRDIFF_MAX_THREADS; 0: one for each processor, but fewer in engines
                         * whose threads wait for each other, if other programs use processors at
                         * the moment. Serial engines use one; 0 */
    int max_memory;     /* MiB that a call may allocate for pictures of its own: the picture as
                         * tone, gamut mapping and exact colors change it, its mask, and its edges
                         * for detail. Tables and rows are not counted. If a call, or a piece of a
                         * stream, would take more, it allocates none of them and returns
                         * ERRDIFF_NO_MEMORY; 0: no limit; 0 */

    errdiff_progress progress; /* NULL: none; NULL */
    void *progress_user;       /* its first argument; NULL */
} errdiff_options;

/* Sets every option to its default. */
ERRDIFF_API void errdiff_options_init(errdiff_options *options);

/*
 * Checks everything that can be checked without a picture: every range, the kernel's text, and the
 * engine's name. Returns ERRDIFF_OK, or ERRDIFF_BAD_ARGUMENT with a *message (which may be NULL)
 * that names the option, its value and what is possible. errdiff_dither makes the same checks.
 */
ERRDIFF_API errdiff_status errdiff_options_check(const errdiff_options *options,
                                                 errdiff_message *message);

/* How the value of an option is written in a text, and its C type in the struct of options. */
typedef enum errdiff_option_type {
    ERRDIFF_OPTION_TEXT,    /* any text; const char * */
    ERRDIFF_OPTION_FILE,    /* the path of a file that is read, or "": none; const char * */
    ERRDIFF_OPTION_LEVELS,  /* a text for errdiff_levels_parse; int[3] */
    ERRDIFF_OPTION_PALETTE, /* a text that each program reads in its own way */
    ERRDIFF_OPTION_CHOICE,  /* one of the names in `choices`; the index of the name, as an int */
    ERRDIFF_OPTION_INTEGER, /* a whole number; int */
    ERRDIFF_OPTION_SEED,    /* a whole number; uint32_t */
    ERRDIFF_OPTION_SWITCH,  /* 0 or 1 or, if `min` is below 0, ERRDIFF_AUTOMATIC; int */
    ERRDIFF_OPTION_REAL     /* a finite number, in `unit`; double */
} errdiff_option_type;

/* What an option is about. Dialogs show the options of a group together, in the order of the
 * table. */
typedef enum errdiff_option_group {
    ERRDIFF_GROUP_NONE,
    ERRDIFF_GROUP_DIFFUSION, /* how errors are passed on */
    ERRDIFF_GROUP_COLORS,
    ERRDIFF_GROUP_LIGHT,
    ERRDIFF_GROUP_TRANSPARENCY,
    ERRDIFF_GROUP_TONE,
    ERRDIFF_GROUP_GAMUT,
    ERRDIFF_GROUP_DETAIL,
    ERRDIFF_GROUP_SPEED /* changes no pixel */
} errdiff_option_group;

/* What a program needs to know of an option in order to offer it. All texts are static; title,
 * explanation, unit, choice_titles, label and symbol are in English and can be translated. */
typedef struct errdiff_option_info {
    const char *name;        /* "strength" */
    const char *title;       /* for people: "Strength"; NULL: it has none */
    const char *explanation; /* one or two sentences for people */
    const char *syntax;      /* how a text is written, in English; NULL: nothing to be said */
    errdiff_option_type type;
    double min, max;            /* smallest and largest value; of a choice, its index; 0 for texts;
                                 * -INFINITY and INFINITY: no limit */
    const char *unit;           /* written after a range: " percent"; NULL: none */
    double factor;              /* of a real number: the value in the struct for one `unit`, such as
                                 * 1000 for millimeters that are stored in micrometers; else 0 */
    const char *default_value;  /* written as a text; for a choice one of the names; NULL: there
                                 * is none, a number above 0 must be given */
    const char *const *choices; /* of a choice: the names, then NULL */
    const char *const *choice_titles;       /* of a choice: for each name a title for people */
    const char *const *choice_explanations; /* of a choice: for each name what it means; NULL: the
                                             * names explain themselves */
    int is_in_presets; /* 1: it affects the pixels, so presets and reports contain it; or 0 */
    ptrdiff_t offset; /* of the value in the struct of options, in bytes; -1: the struct has none */

    /* In a dialog. */
    errdiff_option_group group;
    const char *label;  /* with a _ before the letter of its key: "S_trength:"; NULL: none */
    const char *symbol; /* short for `unit`, written after a number: "%"; NULL: none */
    double step;        /* by which a button changes a number; 0: 1 */
    int decimals;       /* that are shown of a number */
} errdiff_option_info;

/* The number of options of a dithering that a user can set. */
ERRDIFF_API int errdiff_option_count(void);

/* Copies what is known of option `index`, 0..errdiff_option_count() - 1, to *info. ERRDIFF_OK, or
 * ERRDIFF_BAD_ARGUMENT for another index; *info is then unchanged. */
ERRDIFF_API errdiff_status errdiff_option_get(int index, errdiff_option_info *info);

/* Writes the possible values of an option to *values, in English, like "0 to 100 percent", "keep,
 * threshold, dither" or, with explanations, "rgb: …; oklab: …". *values becomes empty if the option
 * has neither a syntax nor choices nor a range. */
ERRDIFF_API void errdiff_option_values(const errdiff_option_info *option, errdiff_message *values);

/*
 * Reads levels from a text: one number for all channels ("4"), or one for each ("4,8,4"), 2..256;
 * or "auto", which is 0 for each.
 * Returns ERRDIFF_OK, or ERRDIFF_BAD_ARGUMENT with the reason in *message (which may be NULL);
 * levels is then unchanged.
 */
ERRDIFF_API errdiff_status errdiff_levels_parse(const char *text, int levels[3],
                                                errdiff_message *message);

/* The largest gamma that ERRDIFF_TONE_AUTO chooses. */
#define ERRDIFF_MAX_AUTOMATIC_GAMMA 2.5

/* What happened. */
typedef struct errdiff_report {
    const char *engine;          /* name of the engine that ran; static; "" if none did */
    const char *isa;             /* instruction set that it chose: "avx512", "avx2", "sse4.1",
                                  * "neon" or "c"; static; "" if it has no choice */
    int threads;                 /* largest number that it used; 0 if no engine ran */
    errdiff_message passed_over; /* with "auto", faster engines that could not run, and why; of
                                  * several GPUs, those that cannot be used, and why */
    errdiff_message message;     /* why the status is not ERRDIFF_OK */
    double prepare_ms;           /* time to check the job and make its tables */
    double dither_ms;            /* time of the engine, including allocations and transfers */
    double kernel_ms;            /* part of dither_ms: the GPU's work without transfers or, if
                                  * transfers overlap with it, from its start to its end; with the
                                  * CPU's part in handover and hybrid; 0 without a GPU */
    double reorder_ms;           /* part of kernel_ms in cuda-knight, handover and hybrid: bringing
                                  * the picture into knight's move order, and the result back */

    /* Only for pixels whose mask is not 0, and not from errdiff_stream_dither: */
    double tone_error[3]; /* mean light of the result minus that of the picture, in red, green and
                           * blue (all equal for gray), percent of full light; only with
                           * options->measure or from errdiff_measure */
    double clamped;       /* share of pixels whose error was clamped, percent; large if a palette
                           * cannot reach the picture's colors; 0 for levels */
    double mapped;        /* share of pixels whose color gamut mapping replaced, percent */

    /* What ERRDIFF_TONE_AUTO chose; 0 without it. */
    double tone_white; /* what becomes white, percent of the largest sample */
    double tone_gamma; /* above 1, up to ERRDIFF_MAX_AUTOMATIC_GAMMA: middle tones became lighter */
} errdiff_report;

/*
 * Dithers `in` into `out`, by Floyd and Steinberg's method (1976) with any kernel. The errors of
 * earlier pixels are added to a pixel's value, the sum is quantized to the nearest level or color,
 * and the difference is the pixel's own error, for later pixels. All of it is in integers;
 * docs/rule.md has the exact rule, and how each option changes it.
 *
 * in       the picture to read
 * out      the picture to write: the width and height of `in`, and 8 bits or the bits of `in`. With
 *          levels it has the channels of `in`; or 1 with options->gray, which otherwise gives three
 *          equal samples. With a palette it has 3 channels, or 1 if both the picture, or what
 *          options->gray makes of it, and the colors that are written are gray. With
 *          options->indexed it has 1 channel of 8 bits. If its shape is that of `in` it may be `in`
 *          itself (same data and stride); pictures that overlap in part are not allowed
 * options  NULL: the defaults of errdiff_options_init
 * report   filled in whatever happens; may be NULL
 *
 * Returns ERRDIFF_OK; ERRDIFF_BAD_ARGUMENT for a picture or an option outside its range;
 * ERRDIFF_CANNOT_RUN if the engine that options->engine names cannot run this job or if its GPU
 * failed; ERRDIFF_NO_MEMORY; ERRDIFF_CANCELLED. After a cancel the contents of `out` are undefined.
 * If a GPU failed they are undefined, too, unless `out` is `in`, which then is unchanged. After any
 * other failure `out` is unchanged.
 */
ERRDIFF_API errdiff_status errdiff_dither(const errdiff_image *in, const errdiff_image *out,
                                          const errdiff_options *options, errdiff_report *report);

/*
 * Measures a result afterwards, so that it can be shown before: sets report->tone_error to what
 * errdiff_dither gives with options->measure. The pictures and the options are those of a call that
 * succeeded with options->measure = 0; `out` is not `in`. Returns ERRDIFF_OK or ERRDIFF_NO_MEMORY.
 */
ERRDIFF_API errdiff_status errdiff_measure(const errdiff_image *in, const errdiff_image *out,
                                           const errdiff_options *options, errdiff_report *report);

/* ---- Many pictures ------------------------------------------------------------------------- */

/*
 * Dithers picture `number` of errdiff_dither_many: gets hold of it, calls errdiff_dither or what is
 * built on it with `options`, and keeps the result and the report.
 */
typedef void (*errdiff_dither_one)(void *user, int number, const errdiff_options *options);

/*
 * Dithers many pictures side by side: calls dither(user, number, …) for each number from 0 to
 * count − 1, in as many threads as there are pictures, but not more than options->threads. This is
 * much faster than one picture after the other: threads need not wait for each other, and a GPU
 * works on several pictures at once, as do several GPUs of one model.
 *
 * count    0 or more
 * options  of all pictures; NULL: the defaults. Each picture gets a copy in which `threads` is its
 *          share of them and `progress` belongs to that picture. options->progress is called in the
 *          calling thread, at least every 50 ms, with the share of all pictures that is done; if it
 *          cancels, pictures that are being dithered are asked to stop, and no further ones are
 *          begun
 * user     the first argument of `dither`
 *
 * Returns ERRDIFF_OK when `dither` has been called for all pictures, whatever came of them;
 * ERRDIFF_CANCELLED; ERRDIFF_NO_MEMORY; or ERRDIFF_BAD_ARGUMENT for a count or a number of threads
 * outside its range.
 */
ERRDIFF_API errdiff_status errdiff_dither_many(int count, const errdiff_options *options,
                                               errdiff_dither_one dither, void *user);

/* ---- Pictures in pieces -------------------------------------------------------------------- */

/* A picture that is dithered in pieces, from top to bottom. */
typedef struct errdiff_stream errdiff_stream;

/* The number of rows in a piece is a multiple of this, except in the last piece. */
#define ERRDIFF_STREAM_ROWS 64

/*
 * Opens a stream, so that a picture need not be in memory as a whole. The pieces have the bytes
 * that errdiff_dither would give for the whole picture. Between pieces the stream keeps the errors
 * of a few rows, whatever the height.
 *
 * stream   set to the new stream, which the caller closes with errdiff_stream_close; NULL on
 *          failure
 * in, out  the shapes of the whole pictures, as for errdiff_dither; data, strides and mask are
 *          ignored
 * options  as for errdiff_dither; copied, with the kernel's text and the palette, so the caller may
 *          free them. measure and stretch must be 0. errdiff_stream_dither calls progress, with
 *          the share of the whole picture
 * report   filled in whatever happens; may be NULL
 *
 * Returns ERRDIFF_OK; ERRDIFF_BAD_ARGUMENT; ERRDIFF_CANNOT_RUN if the engine, or with "auto" every
 * engine, needs the whole picture for such a job; ERRDIFF_NO_MEMORY.
 */
ERRDIFF_API errdiff_status errdiff_stream_open(errdiff_stream **stream, const errdiff_image *in,
                                               const errdiff_image *out,
                                               const errdiff_options *options,
                                               errdiff_report *report);

/*
 * Dithers the next out->height rows: a multiple of ERRDIFF_STREAM_ROWS, or all that are left.
 *
 * in, out  the rows, with the width, channels and bits given to errdiff_stream_open. `out` may be
 *          `in` as for errdiff_dither. Each piece may have a mask of its own, or none.
 *          With options->detail, `in` must have one row more than `out`, the one that follows in
 *          the picture, except in the last piece; that row is given again with the next piece
 * report   filled in whatever happens, for this piece; may be NULL
 *
 * Returns ERRDIFF_OK; ERRDIFF_BAD_ARGUMENT for rows of another shape, or too many of them;
 * ERRDIFF_CANNOT_RUN if the system refuses to start threads; ERRDIFF_NO_MEMORY; ERRDIFF_CANCELLED,
 * after which the contents of `out` are undefined. After any failure the stream can only be closed;
 * further calls of this function return ERRDIFF_BAD_ARGUMENT and change nothing. Calls for one
 * stream may come from different threads, but only one at a time.
 */
ERRDIFF_API errdiff_status errdiff_stream_dither(errdiff_stream *stream, const errdiff_image *in,
                                                 const errdiff_image *out, errdiff_report *report);

/* Frees a stream, finished or not. NULL is fine. */
ERRDIFF_API void errdiff_stream_close(errdiff_stream *stream);

/* ---- Transparency -------------------------------------------------------------------------- */

/* What is done with an alpha channel. */
typedef enum errdiff_alpha {
    ERRDIFF_ALPHA_KEEP,      /* nothing */
    ERRDIFF_ALPHA_THRESHOLD, /* pixels of half opacity or more become opaque, others transparent */
    ERRDIFF_ALPHA_DITHER     /* error diffusion to the two levels opaque and fully transparent */
} errdiff_alpha;

/*
 * Makes each pixel of an alpha channel, a picture of one channel, opaque or fully transparent, in
 * place, where its mask is not 0. Fully transparent pixels stay so; they receive no error and pass
 * none on. Of `options`, which are meant for the colors, only kernel, strength, noise, seed,
 * serpentine, engine, threads and progress are used. A mask for the colors should be made from the
 * result, so call this first. Returns and reports as errdiff_dither does.
 */
ERRDIFF_API errdiff_status errdiff_alpha_reduce(const errdiff_image *alpha, errdiff_alpha how,
                                                const errdiff_options *options,
                                                errdiff_report *report);

/* ---- Dots ---------------------------------------------------------------------------------- */

#define ERRDIFF_MAX_DOT 256 /* largest side of a dot, in pixels */

/* The mean of the samples of a dot. */
typedef enum errdiff_mean {
    ERRDIFF_MEAN_LIGHT, /* of colors: the display value of the mean light */
    ERRDIFF_MEAN_VALUE, /* of numbers that are not light: the mean value */
    ERRDIFF_MEAN_ALPHA  /* of alpha: the mean value, but 0 only if all samples are 0 */
} errdiff_mean;

/* The number of dots along a side of `length` pixels, which is 1 or more. The last one may be cut.
 * A dot has a side of `dot` pixels, 1..ERRDIFF_MAX_DOT. */
ERRDIFF_API int errdiff_dots_along(int length, int dot);

/*
 * Reduces a picture to a pixel for each dot: the mean of a square of dot × dot pixels, rounded, or
 * of as much of it as is in the picture. The result is to be dithered, and then enlarged by
 * errdiff_dots_enlarge.
 *
 * image    the picture. Pixels whose mask is 0 do not count, unless that would leave none in a dot
 * alpha    the weights of the pixels, a picture of one channel without a mask; NULL: all are equal.
 *          Pixels with alpha 0 do not count, either
 * dots     the picture to write, without a mask; its sides are errdiff_dots_along, and it has the
 *          channels and bits of `image`
 * threads  0..ERRDIFF_MAX_THREADS, how many may be used; 0: one for each processor
 *
 * The bytes depend neither on the number of threads nor, beyond the rounding of the sRGB curve, on
 * the machine. Returns ERRDIFF_OK; ERRDIFF_BAD_ARGUMENT or ERRDIFF_NO_MEMORY, with the reason in
 * *message (which may be NULL).
 */
ERRDIFF_API errdiff_status errdiff_dots_reduce(const errdiff_image *image,
                                               const errdiff_image *alpha, errdiff_mean mean,
                                               int dot, const errdiff_image *dots, int threads,
                                               errdiff_message *message);

/* Writes a square of dot × dot pixels to `image` for each pixel of `dots`; the last ones are cut.
 * The sizes must be those of errdiff_dots_reduce. Samples may be numbers of colors. Masks are
 * ignored. Returns ERRDIFF_OK, or ERRDIFF_BAD_ARGUMENT with the reason in *message (which may be
 * NULL). */
ERRDIFF_API errdiff_status errdiff_dots_enlarge(const errdiff_image *dots, int dot,
                                                const errdiff_image *image,
                                                errdiff_message *message);

/* ---- Palettes made from pictures ----------------------------------------------------------- */

/*
 * Makes a palette of at most `count` colors for a picture, from the pixels whose mask is not 0. If
 * these pixels have at most `count` different colors, the palette is exactly their colors. If there
 * are no such pixels, so that nothing is dithered, it is black and white.
 *
 * Otherwise libimagequant finds colors for a picture that is reduced to 2^18 pixels, which is then
 * dithered with them in linear light. The colors are fitted by least squares to what an eye sees of
 * the result, and again, in five rounds, of whose palettes the best one is taken. After the first
 * round up to two colors of a palette of 16 or more move to where few colors are far apart. That
 * mixtures of dots decide is from Puzicha, Held, Ketterer, Buhmann and Fellner 1998, and Kolpatzik
 * and Bouman 1995. The palette does not depend on the number of threads.
 *
 * count    2..ERRDIFF_MAX_COLORS, and not below the number of colors in `locked`
 * locked   colors that the palette must have; they come first, unchanged. If it has sent colors,
 *          the others are sent as they are. May be NULL
 * options  the palette suits the picture after the changes of tone that these ask for, from
 *          `gray` to `invert`, and is made in at most `threads` threads; `progress` is called
 *          while it is made. All others have no effect. NULL: the defaults
 * palette  set on success only
 *
 * Returns ERRDIFF_OK, or with the reason in *message (which may be NULL): ERRDIFF_BAD_ARGUMENT;
 * ERRDIFF_CANNOT_RUN if libimagequant fails or if the library was built without it;
 * ERRDIFF_CANCELLED; ERRDIFF_NO_MEMORY. If libimagequant uses OpenMP, libgomp ends the process if
 * it cannot allocate the 2 KB that a parallel region needs.
 */
ERRDIFF_API errdiff_status errdiff_palette_make(const errdiff_image *image, int count,
                                                const errdiff_palette *locked,
                                                const errdiff_options *options,
                                                errdiff_palette *palette, errdiff_message *message);

/*
 * Takes a sample of a picture, for a palette that is made for `picture_count` pictures, 1 or more:
 * the picture after the changes of tone, reduced to an equal share of 2^18 pixels, but at least
 * 2^10. A picture of at most 256 colors keeps them: its sample has an equal share of 2^24 of its
 * pixels.
 *
 * options  as for errdiff_palette_make; progress is not called
 * sample   set to a picture of 3 channels of 8 bits, with a mask if `image` has one. The caller
 *          frees sample->data with free(), and with it the mask. sample->data is NULL after a
 *          failure, and if all pixels of the picture are masked
 *
 * Returns ERRDIFF_OK; ERRDIFF_BAD_ARGUMENT or ERRDIFF_NO_MEMORY, with the reason in *message (which
 * may be NULL).
 */
ERRDIFF_API errdiff_status errdiff_palette_sample(const errdiff_image *image,
                                                  const errdiff_options *options, int picture_count,
                                                  errdiff_image *sample, errdiff_message *message);

/* Makes a palette for several pictures from their samples, `sample_count`, 1 or more. Each picture
 * has the weight of its sample. Of the options only threads and progress have an effect. The rest,
 * and what is returned, is as for errdiff_palette_make. */
ERRDIFF_API errdiff_status errdiff_palette_make_shared(
    const errdiff_image *samples, int sample_count, int count, const errdiff_palette *locked,
    const errdiff_options *options, errdiff_palette *palette, errdiff_message *message);

/* ---- Engines ------------------------------------------------------------------------------- */

typedef struct errdiff_engine_info {
    const char *name;        /* for options: "serial-ec"; static */
    const char *title;       /* for people: "Serial, error collection"; static */
    const char *description; /* one sentence; static */
} errdiff_engine_info;

/* The number of engines that can be named; "auto" is the first. */
ERRDIFF_API int errdiff_engine_count(void);

/* Copies what is known of engine `index`, 0..errdiff_engine_count() - 1, to *info. ERRDIFF_OK, or
 * ERRDIFF_BAD_ARGUMENT for another index; *info is then unchanged. */
ERRDIFF_API errdiff_status errdiff_engine_get(int index, errdiff_engine_info *info);

/*
 * Whether engine `name` can run on this machine: 1, or 0 with the reason in *reason (which may be
 * NULL). A job may still ask for something that the engine cannot do.
 */
ERRDIFF_API int errdiff_engine_available(const char *name, errdiff_message *reason);

/*
 * Allocates `size` bytes of pinned (page-locked) memory, aligned to at least 64 bytes. GPU engines
 * copy pictures in such memory directly to and from the device. The caller frees it with
 * errdiff_cuda_pinned_free. Returns NULL, with the reason in *reason (which may be NULL), if there
 * is no usable GPU or not enough memory.
 */
ERRDIFF_API void *errdiff_cuda_pinned_allocate(size_t size, errdiff_message *reason);

/* Frees memory of errdiff_cuda_pinned_allocate; NULL is ignored. */
ERRDIFF_API void errdiff_cuda_pinned_free(void *memory);

/* ---- This machine -------------------------------------------------------------------------- */

/* The hardware, on which times depend. */
typedef struct errdiff_machine {
    char cpu[128];   /* the processor's name, one line; "" if the system does not tell */
    int processors;  /* logical processors that this process may use; 1 or more */
    char gpu[128];   /* the GPU's name, one line; "" without a usable GPU */
    char driver[64]; /* its driver's version, one line; "" without a usable GPU */
    int capability;  /* its compute capability, 90 for 9.0; 0 without a usable GPU */
} errdiff_machine;

/* Fills *machine. It looks for a GPU and sets it up, which may take some 100 ms. If none is usable
 * *no_gpu (which may be NULL) says why; otherwise it is empty. */
ERRDIFF_API void errdiff_machine_get(errdiff_machine *machine, errdiff_message *no_gpu);

/* What errdiff_calibrate found. */
typedef struct errdiff_calibration {
    errdiff_machine machine;
    errdiff_message no_gpu; /* why no GPU engine was measured; empty if they were */

    /* The best sizes of GPU engines; 0 without a usable GPU. */
    int block_width, block_height; /* of a block of cuda-bwec and cuda-bwed, in pixels */
    int front_threads; /* of a thread block of the engines that run iterations, like cuda-knight */
    int handover;      /* engine handover: the GPU runs the iterations that have at least
                                    * this many pixels */
    int strip;         /* engine hybrid: columns that the processor dithers */
    int group;         /* engine hybrid: iterations from one exchange to the next */

    char path[4096]; /* the file in which the results were saved */
} errdiff_calibration;

/*
 * Measures how fast each engine is on this machine and which sizes suit the GPU engines, in some
 * seconds, and saves the results in the user's cache directory ($XDG_CACHE_HOME or ~/.cache, file
 * errdiff/calibration). "auto" and the GPU engines use them in processes that start later. Results
 * of another processor, GPU, driver or version of the library are ignored.
 *
 * progress       as in errdiff_options; may be NULL
 * progress_user  its first argument
 * calibration    filled in on success; may be NULL
 *
 * Returns ERRDIFF_OK, or with the reason in *message (which may be NULL): ERRDIFF_CANCELLED;
 * ERRDIFF_NO_MEMORY; ERRDIFF_CANNOT_RUN if the file cannot be written. Earlier results then stay.
 */
ERRDIFF_API errdiff_status errdiff_calibrate(errdiff_progress progress, void *progress_user,
                                             errdiff_calibration *calibration,
                                             errdiff_message *message);

#ifdef __cplusplus
}
#endif

#endif
