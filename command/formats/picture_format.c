/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L

#include "picture_format.h"

#include "config.h"
#include "fail.h"

#include <string.h>
#include <strings.h>

/* The part of `path` after the last dot of the file name, or "" if the name has no dot. */
static const char *ending_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash ? slash : path, '.');
    return dot ? dot + 1 : "";
}

bool path_has_ending(const char *path, const char *ending)
{
    return strcasecmp(ending_of(path), ending) == 0;
}

bool path_is_tiff(const char *path)
{
    return path_has_ending(path, "tif") || path_has_ending(path, "tiff");
}

static bool is_pnm_path(const char *path)
{
    return path_has_ending(path, "") || path_has_ending(path, "pnm") ||
           path_has_ending(path, "pgm") || path_has_ending(path, "ppm");
}

int picture_check_path(const char *path, bool needs_png)
{
    bool is_png = path_has_ending(path, "png");
    bool is_standard = strcmp(path, "-") == 0;
    if (!is_png && !path_has_ending(path, "pam") && !is_pnm_path(path))
        return fail(EXIT_WRONG_CALL,
                    "%s: the name must end in .pgm, .ppm, .pnm, .pam or .png, or have no "
                    "extension (PNM)",
                    path);
    if (needs_png && !is_png && !is_standard)
        return fail(EXIT_WRONG_CALL, "%s: only a PNG can be --indexed", path);
#ifndef HAVE_PNG
    if (is_png || needs_png)
        return fail(EXIT_WRONG_CALL, "%s: this errdiff was built without PNG", path);
#endif
    return 0;
}

/* The format of standard output for a picture whose own format is only read. */
#ifdef HAVE_PNG
static const enum picture_format usual_format = PICTURE_PNG;
#else
static const enum picture_format usual_format = PICTURE_PAM;
#endif

enum picture_format picture_output_format(const struct picture *picture, const char *path)
{
    bool is_written = picture->format <= PICTURE_PNG;
    if (strcmp(path, "-") == 0)
        return is_written ? picture->format : usual_format;
    return path_has_ending(path, "png")   ? PICTURE_PNG
           : path_has_ending(path, "pam") ? PICTURE_PAM
                                          : PICTURE_PNM;
}

int picture_check_shape(const struct picture *picture, const char *path)
{
    bool is_gray = picture->image.channels == 1;
    if (picture_output_format(picture, path) != PICTURE_PNM)
        return 0;
    if (path_has_ending(path, is_gray ? "ppm" : "pgm"))
        return fail(EXIT_FAILED,
                    "%s: the picture is %s, which is written as %s, .pnm, .pam or .png", path,
                    is_gray ? "gray" : "in color", is_gray ? ".pgm" : ".ppm");
    if (picture->alpha)
        return fail(EXIT_FAILED,
                    "%s: the picture has transparency, which only PNG and PAM can store", path);
    return 0;
}
