/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For programs that offer all options of a dithering to their users: what each is called and means,
 * and how its value is written. */
#ifndef ERRDIFF_OPTION_INFO_H
#define ERRDIFF_OPTION_INFO_H

#include "status.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

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
    ERRDIFF_GROUP_SCREEN,
    ERRDIFF_GROUP_FRAMES, /* of an animation: options of programs, not of the library */
    ERRDIFF_GROUP_SPEED   /* changes no pixel */
} errdiff_option_group;

/* What a program needs to know of an option in order to offer it. All texts are static; title,
 * explanation, unit, choice_titles, label and symbol are in English and can be translated. */
typedef struct errdiff_option_info {
    const char *name;        /* "noise" */
    const char *title;       /* for people: "Noise"; NULL: it has none */
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
    const char *label;  /* with a _ before the letter of its key: "_Noise:"; NULL: none */
    const char *symbol; /* short for `unit`, written after a number: "%"; NULL: none */
    double step;        /* by which a button changes a number; 0: 1 */
    int decimals;       /* that are shown of a number */
    int switched_on;    /* of a number with a check button: what it is while that is on; 0: it has
                         * no check button */
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

#ifdef __cplusplus
}
#endif

#endif
