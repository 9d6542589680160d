/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * errdiff: exact error-diffusion dithering.
 *
 * One rule for a pixel, in integers (core/rule.h), and many schedules that run it, called engines.
 * Every engine gives the same bytes as the serial one, for any picture and any number of threads.
 *
 * No function here keeps state between calls, but in an errdiff_stream: any of them may be called from
 * several threads at once, as long as no two calls write the same picture or use the same stream.
 *
 * After fork() the child may call all of them, with as many threads as it likes; only engines on the GPU do not
 * work in the child of a process that has used the GPU, which is CUDA's limit. Where the parent uses OpenMP
 * itself, its own parallel regions hang in the child's first thread, which is libgomp's limit; calls of this library
 * make threads of their own there. A stream may be gone on with in the parent or in the child.
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

/* The version of the library, as "0.1.0". */
ERRDIFF_API const char *errdiff_version(void);

/* ---- Status -------------------------------------------------------------------------------- */

typedef enum errdiff_status {
    ERRDIFF_OK = 0,
    ERRDIFF_CANCELLED,    /* the progress callback asked to stop */
    ERRDIFF_BAD_ARGUMENT, /* a value outside its range, or a text that is not understood */
    ERRDIFF_CANNOT_RUN,   /* the engine that was named cannot run this job, or cannot run here */
    ERRDIFF_NO_MEMORY
} errdiff_status;

/* One sentence for the user, without a final full stop or newline; UTF-8; empty where there is
 * nothing to say. */
typedef struct errdiff_message {
    char text[2048];
} errdiff_message;

/*
 * From now on messages are written in the language of `function`, which gives the translation of a
 * text, or the text itself: a function like gettext, of the catalogue in po/. NULL: English. For the
 * whole process, so before other threads use the library.
 */
ERRDIFF_API void errdiff_set_translation(const char *(*function)(const char *text));

/* ---- Kernels ------------------------------------------------------------------------------- */

#define ERRDIFF_MAX_TAPS 64     /* taps in a kernel */
#define ERRDIFF_MAX_REACH 15    /* largest |dx| and dy of a tap */
#define ERRDIFF_MAX_WEIGHT 2047 /* largest sum of |weight| over the taps */
#define ERRDIFF_MAX_DIVISOR 65536

/* A pixel at (x, y) hands weight/divisor of its error to the pixel at (x + dx, y + dy). */
typedef struct errdiff_tap {
    int dx;     /* columns to the right, -15..15; above 0 where dy is 0 */
    int dy;     /* rows down, 0..15 */
    int weight; /* not 0; may be negative */
} errdiff_tap;

/* Weights that depend on the tone of the pixel that hands its error on (core/tones.h). */
struct errdiff_tone_keys;

typedef struct errdiff_kernel {
    const char *name;  /* as typed: "floyd-steinberg"; "custom" for one from a text; static */
    const char *title; /* as read: "Floyd–Steinberg"; static, UTF-8 */
    int divisor;       /* 1..65536 */
    int tap_count;     /* 1..64 */
    errdiff_tap taps[ERRDIFF_MAX_TAPS];        /* ordered by dy, then dx; no two at one place */
    const struct errdiff_tone_keys *tone_keys; /* NULL for fixed weights; else the three taps have
                                                * weights by tone, and those in `taps` are mid
                                                * gray's; static */
} errdiff_kernel;

/* The kernels that have a name. */
ERRDIFF_API int errdiff_kernel_count(void);

/* Copies kernel `index`, 0..errdiff_kernel_count() - 1, to *kernel. ERRDIFF_OK, or ERRDIFF_BAD_ARGUMENT for another
 * index; *kernel is then unchanged. */
ERRDIFF_API errdiff_status errdiff_kernel_get(int index, errdiff_kernel *kernel);

/*
 * Reads a kernel from a text: a name, or a divisor and taps as
 *
 *     16: 1,0,7; -1,1,3; 0,1,5; 1,1,1          divisor: dx,dy,weight; dx,dy,weight; …
 *
 * Blanks are allowed between the numbers and signs, and one `;` after the last tap; taps with
 * weight 0 are dropped. The limits are those of errdiff_kernel; the |weights| may sum to 2047 at
 * most, so that 32 bits hold every sum.
 *
 * Returns ERRDIFF_OK, or ERRDIFF_BAD_ARGUMENT with the reason in *message (which may be NULL);
 * *kernel is then unchanged.
 */
ERRDIFF_API errdiff_status errdiff_kernel_parse(const char *text, errdiff_kernel *kernel,
                                                errdiff_message *message);

/*
 * The slope p of a kernel: the least number of columns by which a row must trail the row above it,
 * max(1, max over taps with dy ≥ 1 of ceil((1 − dx) / dy)); 0 where no tap has dy ≥ 1, since the
 * rows are independent then. Floyd–Steinberg has 2, the knight's move of Deshpande, Misra and
 * Narayanan 2011, section 3.
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

    /* Optional: one byte a pixel. Where it is 0 the pixel keeps its value (its nearest colour's
     * number, with options->indexed), takes no error and hands none on. NULL where every pixel
     * takes part. Not used in a picture that is written. */
    const uint8_t *mask;
    ptrdiff_t mask_stride; /* bytes from a row of the mask to the next; may be negative */
} errdiff_image;

/* ---- Palettes ------------------------------------------------------------------------------ */

#define ERRDIFF_MAX_COLOURS 256

/* Colours that a picture may have: 8-bit display values of red, green and blue. */
typedef struct errdiff_palette {
    int count; /* 1..256 */
    uint8_t colours[ERRDIFF_MAX_COLOURS][3];
} errdiff_palette;

/* How palette colours are compared with a pixel's. */
typedef enum errdiff_match {
    ERRDIFF_MATCH_RGB, /* least squared distance in red, green and blue; exact */
    ERRDIFF_MATCH_OKLAB /* least distance in OKLab (Ottosson 2020) from the middle of the pixel's cell,
                         * of 32 × 32 × 32 in the cube of display values */
} errdiff_match;

typedef struct errdiff_palette_info {
    const char *name;  /* as typed: "game-boy"; static */
    const char *title; /* as read: "Game Boy"; static */
} errdiff_palette_info;

/* The palettes that have a name. */
ERRDIFF_API int errdiff_palette_count(void);

/* Copies what is known of palette `index`, 0..errdiff_palette_count() - 1, to *info. ERRDIFF_OK, or
 * ERRDIFF_BAD_ARGUMENT for another index; *info is then unchanged. */
ERRDIFF_API errdiff_status errdiff_palette_get(int index, errdiff_palette_info *info);

/* Copies the palette of that name. ERRDIFF_OK, or ERRDIFF_BAD_ARGUMENT with the possible names in
 * *message (which may be NULL); *palette is then unchanged. */
ERRDIFF_API errdiff_status errdiff_palette_find(const char *name, errdiff_palette *palette,
                                                errdiff_message *message);

/*
 * Reads the contents of a palette file, `size` bytes: GIMP (.gpl), a hexadecimal colour a line
 * (.hex), or Adobe colour table (.act); which one, the contents say. Returns ERRDIFF_OK, or
 * ERRDIFF_BAD_ARGUMENT with the reason in *message (which may be NULL) where they are none of
 * these, are broken, or have 0 or more than 256 colours; *palette is then unchanged.
 */
ERRDIFF_API errdiff_status errdiff_palette_parse(const void *contents, size_t size,
                                                 errdiff_palette *palette,
                                                 errdiff_message *message);

/* 1 where every colour is a gray. */
ERRDIFF_API int errdiff_palette_is_gray(const errdiff_palette *palette);

/*
 * Makes a palette of at most `count` colours, 2..256, that suits a picture; its mask says which
 * pixels count. The colours of `locked`, which may be NULL, come first and as they are. A picture
 * of no more colours than that gets its own.
 *
 * Returns ERRDIFF_OK; ERRDIFF_BAD_ARGUMENT; ERRDIFF_CANNOT_RUN in a library that was built without
 * libimagequant, which does the work; ERRDIFF_NO_MEMORY; with the reason in *message (which may be
 * NULL). *palette is then unchanged. Where libimagequant uses OpenMP, libgomp ends the process if it cannot have
 * the 2 KB that a parallel region takes; what libimagequant asks for itself is checked.
 */
ERRDIFF_API errdiff_status errdiff_palette_make(const errdiff_image *image, int count,
                                                const errdiff_palette *locked,
                                                errdiff_palette *palette, errdiff_message *message);

/* ---- Dithering ----------------------------------------------------------------------------- */

/*
 * Called now and then while the engine works, at least every 50 ms on usual machines, with the share
 * of the work that is done, 0..1, never falling; always in the thread that called errdiff_dither. A return value other
 * than 0 cancels.
 */
typedef int (*errdiff_progress)(void *user, double done);

/* A stage of longer work, which goes from `from` to `to` of 0..1 while the stage goes from 0 to 1. */
typedef struct errdiff_progress_share {
    errdiff_progress progress; /* of the longer work; may be NULL */
    void *progress_user;       /* handed to it */
    double from, to;
} errdiff_progress_share;

/* An errdiff_progress for a stage; `share` is its errdiff_progress_share. */
ERRDIFF_API int errdiff_progress_share_tell(void *share, double done);

/* What to do. Set it up with errdiff_options_init, then change what differs. */
typedef struct errdiff_options {
    const char *kernel; /* a text for errdiff_kernel_parse; "floyd-steinberg" */
    int levels[3];      /* levels of red, green, blue, each 2..256; gray takes the first; 2, 2, 2 */
    int strength;       /* share of the error that is handed on, percent, 0..100; 100 */

    int noise;      /* on the decision, percent of half a level step, 0..100; 0 */
    uint32_t seed;  /* of the noise; 0 */
    int serpentine; /* 1: odd rows run from right to left, with the kernel mirrored; 0 */
    int linear;     /* 1: diffuse light in place of display values; 0 */

    const errdiff_palette *palette; /* the colours to use in place of levels, or NULL; NULL */
    errdiff_match match;            /* how its colours are compared; ERRDIFF_MATCH_RGB */
    int indexed;                    /* 1: write the colours' numbers; 0 */

    int measure; /* 1: fill in what the report says about the picture, which takes time; 0 */

    const char *engine; /* a name from errdiff_engine_get, or "auto": the fastest that can run */
    int threads;        /* 0..1024; 0: one for each processor; serial engines use one */

    errdiff_progress progress; /* may be NULL */
    void *progress_user;       /* handed to it */
} errdiff_options;

ERRDIFF_API void errdiff_options_init(errdiff_options *options);

/*
 * Checks what can be checked without a picture: every range, the kernel's text, the engine's name.
 * Returns ERRDIFF_OK, or ERRDIFF_BAD_ARGUMENT with a *message (which may be NULL) that names the
 * option, its value and what is possible. errdiff_dither checks the same.
 */
ERRDIFF_API errdiff_status errdiff_options_check(const errdiff_options *options,
                                                 errdiff_message *message);

/*
 * Reads levels from a text: one number for all channels ("4"), or one for each ("4,8,4").
 * Returns ERRDIFF_OK, or ERRDIFF_BAD_ARGUMENT with the reason in *message (which may be NULL);
 * levels is then unchanged.
 */
ERRDIFF_API errdiff_status errdiff_levels_parse(const char *text, int levels[3],
                                                errdiff_message *message);

/* What happened. */
typedef struct errdiff_report {
    const char *engine;          /* name of the engine that ran; static; "" where none did */
    const char *isa;             /* instruction set that it chose: "avx512", "avx2", "sse4.1" or
                                  * "c"; static; "" where it has no choice */
    int threads;                 /* that it used at most; 0 where none ran */
    errdiff_message passed_over; /* "auto" only: engines it would have preferred, and why not */
    errdiff_message message;     /* why the status is not ERRDIFF_OK */
    double prepare_ms;           /* checking the job and making its tables */
    double dither_ms;            /* the engine, its memory included */
    double kernel_ms;            /* of that, the work of the GPU without transfers, or from its
                                  * beginning to its end where transfers go on beside it; 0: none */

    /* Only with options->measure, of the pixels that the mask lets take part: */
    double tone_error[3]; /* mean light of the result less that of the picture, red, green, blue
                           * (gray: all alike), percent of full light */
    double clamped; /* share of pixels that, with the errors they took, left the range of values
                           * and were clamped, percent; large where a palette does not reach the
                           * picture's colours; 0 for levels */
} errdiff_report;

/*
 * Dithers `in` into `out`: for each pixel in raster order the errors of earlier pixels are
 * collected, the sum is quantised to the nearest output level (the lower one on a tie), and what
 * was lost is kept for later pixels. Level i of L has the value floor((2iW + L − 1) / (2(L − 1))).
 * With a palette the nearest of its colours is taken, the first of equally near ones. The exact
 * rule is in core/rule.h and CONTRIBUTING.md; the method is Floyd and Steinberg's (1976).
 *
 * in       the picture to read
 * out      the picture to write, of the same width and height, and of 8 bits or those of `in`. With
 *          levels it has the channels of `in`; with a palette 3, or, where both the picture and the
 *          palette are gray, 1; with options->indexed 1 channel of 8 bits. It may be `in` itself
 *          (same data and stride) where all of these are the same; a partial overlap is not
 *          allowed.
 * options  NULL: as errdiff_options_init sets them
 * report   filled in whatever happens; may be NULL
 *
 * Returns ERRDIFF_OK; ERRDIFF_BAD_ARGUMENT for a picture or an option outside its range;
 * ERRDIFF_CANNOT_RUN where options->engine names an engine that cannot do this; ERRDIFF_NO_MEMORY;
 * ERRDIFF_CANCELLED. After a cancel the contents of `out` are undefined. So they are where a named
 * engine's GPU failed on the way (ERRDIFF_CANNOT_RUN), unless `out` is `in`; `in` is whole then. After
 * the others `out` is untouched.
 */
ERRDIFF_API errdiff_status errdiff_dither(const errdiff_image *in, const errdiff_image *out,
                                          const errdiff_options *options, errdiff_report *report);

/* ---- Pictures in pieces -------------------------------------------------------------------- */

/* A picture that is dithered a piece at a time, from the top down. */
typedef struct errdiff_stream errdiff_stream;

/* A piece has a multiple of so many rows, but for the last one. */
#define ERRDIFF_STREAM_ROWS 64

/*
 * Opens a stream, for pictures that need not be in memory as a whole. Its pieces come out as
 * errdiff_dither would give them in the whole picture, byte for byte, and what it keeps between them
 * is a few rows' worth, whatever the height.
 *
 * stream   set to the stream, which is the caller's, for errdiff_stream_close; NULL on failure
 * in, out  the shapes of the whole pictures, as errdiff_dither wants them; data, strides and mask are
 *          not looked at
 * options  as for errdiff_dither; copied, with the kernel's text and the palette, so that they need
 *          not outlive this call; measure must be 0. Its progress is the share of the whole picture
 *          and is called by errdiff_stream_dither
 * report   filled in whatever happens; may be NULL
 *
 * Returns ERRDIFF_OK; ERRDIFF_BAD_ARGUMENT; ERRDIFF_CANNOT_RUN where the engine, or with "auto" every
 * engine, needs the whole picture for this; ERRDIFF_NO_MEMORY.
 */
ERRDIFF_API errdiff_status errdiff_stream_open(errdiff_stream **stream, const errdiff_image *in,
                                               const errdiff_image *out,
                                               const errdiff_options *options,
                                               errdiff_report *report);

/*
 * Dithers the next rows: in->height of them, a multiple of ERRDIFF_STREAM_ROWS or all that are left.
 *
 * in, out  the rows, of the width, channels and bits that were opened. `out` may be `in` as for
 *          errdiff_dither. Each piece may have a mask of its own, or none
 * report   filled in whatever happens, for this piece; may be NULL
 *
 * Returns ERRDIFF_OK; ERRDIFF_BAD_ARGUMENT for rows of another shape or too many of them;
 * ERRDIFF_CANNOT_RUN where the system refuses the threads; ERRDIFF_NO_MEMORY; ERRDIFF_CANCELLED,
 * after which the contents of `out` are undefined. After anything but ERRDIFF_OK the stream can only
 * be closed; this function then returns ERRDIFF_BAD_ARGUMENT and touches nothing. One call at a time
 * for a stream, from any thread.
 */
ERRDIFF_API errdiff_status errdiff_stream_dither(errdiff_stream *stream, const errdiff_image *in,
                                                 const errdiff_image *out, errdiff_report *report);

/* Frees a stream, finished or not. NULL is fine. */
ERRDIFF_API void errdiff_stream_close(errdiff_stream *stream);

/* ---- Transparency -------------------------------------------------------------------------- */

/* What becomes of alpha. */
typedef enum errdiff_alpha {
    ERRDIFF_ALPHA_KEEP,
    ERRDIFF_ALPHA_THRESHOLD, /* opaque from half upward, else fully transparent */
    ERRDIFF_ALPHA_DITHER     /* dithered to opaque and fully transparent */
} errdiff_alpha;

/*
 * Makes an alpha channel, a picture of one channel, opaque or fully transparent, in place, wherever
 * its mask lets it. What is fully transparent stays so, and takes and leaves no error. Of `options`, which are those of the colours, kernel, strength, noise, seed,
 * serpentine, engine and progress count. The colours' mask is to be made of what comes out. Returns
 * and reports as errdiff_dither does.
 */
ERRDIFF_API errdiff_status errdiff_alpha_reduce(const errdiff_image *alpha, errdiff_alpha how,
                                                const errdiff_options *options,
                                                errdiff_report *report);

/* ---- Engines ------------------------------------------------------------------------------- */

typedef struct errdiff_engine_info {
    const char *name;        /* as typed: "serial-ec"; static */
    const char *title;       /* as read: "Serial, error collection"; static */
    const char *description; /* one sentence; static */
} errdiff_engine_info;

/* The engines that can be named, "auto" first. */
ERRDIFF_API int errdiff_engine_count(void);

/* Copies what is known of engine `index`, 0..errdiff_engine_count() - 1, to *info. ERRDIFF_OK, or
 * ERRDIFF_BAD_ARGUMENT for another index; *info is then unchanged. */
ERRDIFF_API errdiff_status errdiff_engine_get(int index, errdiff_engine_info *info);

/*
 * Whether engine `name` can run on this machine: 1, or 0 with the reason in *reason (which may be
 * NULL). A job may still ask for something that the engine cannot do.
 */
ERRDIFF_API int errdiff_engine_available(const char *name, errdiff_message *reason);

/* ---- This machine -------------------------------------------------------------------------- */

/* What times depend on. */
typedef struct errdiff_machine {
    char cpu[128];   /* the processor's name, one line; "" where the system does not tell */
    int processors;  /* for threads of this process; 1 or more */
    char gpu[128];   /* the GPU's name, one line; "" where there is none that can be used */
    char driver[64]; /* its driver's version, one line; "" likewise */
    int capability;  /* its compute capability, 90 for 9.0; 0 likewise */
} errdiff_machine;

/* Fills *machine. The GPU is looked for and set up, which may take some 100 ms; where none can be used,
 * *no_gpu (which may be NULL) says why, and else it is empty. */
ERRDIFF_API void errdiff_machine_get(errdiff_machine *machine, errdiff_message *no_gpu);

/* What errdiff_calibrate found. */
typedef struct errdiff_calibration {
    errdiff_machine machine;
    errdiff_message no_gpu;        /* why only the processor's engines were measured; else empty */
    int block_width, block_height; /* of cuda-bwec and cuda-bwed, in pixels; 0 without a GPU */
    int handover;    /* handover gives the GPU iterations of so many pixels or more; likewise */
    int strip;       /* columns that hybrid leaves to the processor; likewise */
    int group;       /* iterations of hybrid from exchange to exchange; likewise */
    char path[4096]; /* the file that keeps it */
} errdiff_calibration;

/*
 * Measures, in some seconds, what the engines' times and the GPU engines' sizes depend on here, and
 * keeps it in the user's cache directory ($XDG_CACHE_HOME or ~/.cache, errdiff/calibration) for "auto"
 * and these engines, of processes that begin later. One that was kept for another processor, GPU,
 * driver or version of the library is not used.
 *
 * progress      as in errdiff_options; may be NULL
 * calibration   filled in on success; may be NULL
 *
 * Returns ERRDIFF_OK; ERRDIFF_CANCELLED, ERRDIFF_NO_MEMORY, or ERRDIFF_CANNOT_RUN where the file cannot
 * be written, with the reason in *message (which may be NULL); what was kept before then stays.
 */
ERRDIFF_API errdiff_status errdiff_calibrate(errdiff_progress progress, void *progress_user,
                                             errdiff_calibration *calibration,
                                             errdiff_message *message);

#ifdef __cplusplus
}
#endif

#endif
