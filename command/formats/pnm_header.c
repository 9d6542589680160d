/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pnm.h"

#include "fail.h"
#include "pam_header.h"
#include "pnm_number.h"

#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <string.h>

static bool is_plain(char kind)
{
    return kind <= '3';
}

static bool has_maxval(char kind)
{
    return kind != '1' && kind != '4';
}

/* Reads the numbers in the header of P1 to P6. Returns false if they are not valid. */
static bool read_numbers(struct pnm_layout *layout, errdiff_image *image, FILE *file)
{
    /* There must be a blank between the first two characters and the number. */
    int after = getc(file);
    ungetc(after, file);
    if (after != EOF && isdigit(after))
        return false;
    image->width = pnm_read_number(file);
    image->height = pnm_read_number(file);
    layout->maxval = has_maxval(layout->kind) ? pnm_read_number(file) : 1;
    image->channels = layout->kind == '3' || layout->kind == '6' ? 3 : 1;
    return image->width >= 0 && image->height >= 0 && layout->maxval >= 0;
}

static int check(const struct pnm_layout *layout, const errdiff_image *image, const char *name)
{
    if (image->width < 1 || image->width > ERRDIFF_MAX_SIDE || image->height < 1 ||
        image->height > ERRDIFF_MAX_SIDE)
        return fail(EXIT_FAILED, "%s: %d × %d pixels are not possible; each side must be 1 to %d",
                    name, image->width, image->height, ERRDIFF_MAX_SIDE);
    if (layout->maxval < 1 || layout->maxval > UINT16_MAX)
        return fail(EXIT_FAILED, "%s: maxval %d is out of range; it must be 1 to %d", name,
                    layout->maxval, UINT16_MAX);
    return 0;
}

int pnm_read_header(struct pnm_layout *layout, errdiff_image *image, FILE *file, const char *name)
{
    int p = getc(file), kind = getc(file);
    if (p != 'P' || kind < '1' || kind > '7')
        return fail(EXIT_FAILED, "%s: it is not a picture of a known format", name);
    *layout = (struct pnm_layout){.kind = (char)kind};
    *image = (errdiff_image){0};
    int status = 0;
    if (kind == '7')
        status = pam_read_header(&layout->maxval, image, file, name);
    else if (!read_numbers(layout, image, file))
        status = fail(EXIT_FAILED, "%s: the PNM header is damaged", name);
    if (status == 0)
        status = check(layout, image, name);
    image->bits = layout->maxval <= UINT8_MAX ? 8 : 16;
    return status;
}

int pnm_find_next(const struct pnm_layout *layout, bool *has_next, FILE *file, const char *name)
{
    int character = is_plain(layout->kind) ? pnm_skip_blanks(file) : getc(file);
    while (character != EOF && isspace(character))
        character = getc(file);
    *has_next = character != EOF;
    if (ferror(file))
        return fail(EXIT_FAILED, "%s: %s", name, strerror(errno));
    if (*has_next && is_plain(layout->kind))
        return fail(EXIT_FAILED,
                    "%s: a P%c picture must be the only one in its file, but more follows", name,
                    layout->kind);
    if (*has_next && character != 'P')
        return fail(EXIT_FAILED, "%s: what follows the last picture is not a PNM picture", name);
    ungetc(character, file);
    return 0;
}
