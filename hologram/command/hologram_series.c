/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs `errdiff hologram` for each frame of a sequence and each color. */
#include "hologram_series.h"

#include "fail.h"

#include <stdio.h>
#include <string.h>

enum { NAMES = 7 };

/* A hologram of a series, and the names of its files. */
struct member {
    int frame, color; /* color: 1 for red, 2 for green, 3 for blue */
    bool is_numbered, is_colored;
    char names[NAMES][HOLOGRAM_MAX_NAME];
};

/* What stands for the field that begins after a percent sign in a name, with its length in *length.
 * Returns false if there is no such field. */
static bool replace(const struct member *member, const char *field, char *text, size_t size,
                    int *length)
{
    static const char *const colors[] = {"", "red", "green", "blue"};
    int zeros = 0;
    *length = 0;
    if (sscanf(field, "0%1d%n", &zeros, length) != 1)
        *length = 0;
    char kind = field[(*length)++];
    if (kind == 'd' && member->is_numbered)
        snprintf(text, size, "%0*d", zeros, member->frame);
    else if (kind == 'c' && member->is_colored && zeros == 0)
        snprintf(text, size, "%s", colors[member->color]);
    else if (kind == '%' && zeros == 0)
        snprintf(text, size, "%%");
    else
        return false;
    return true;
}

/* Replaces *name, if it is not NULL, by the name for a member of the series; `place` gets it. */
static int expand(const struct member *member, const char **name, char place[HOLOGRAM_MAX_NAME])
{
    size_t used = 0;
    if (!*name)
        return 0;
    for (const char *at = *name; *at;) {
        char text[32] = {*at};
        int length = 0;
        if (*at == '%' && !replace(member, at + 1, text, sizeof text, &length))
            return fail(
                EXIT_WRONG_CALL,
                "%s: in names of a series %% is followed by d and a frame's number, c and a "
                "color, or %%, each only if there are several",
                *name);
        at += 1 + length;
        size_t added = strlen(text);
        if (used + added >= HOLOGRAM_MAX_NAME)
            return fail(EXIT_WRONG_CALL, "%s: the name is too long", *name);
        memcpy(place + used, text, added);
        used += added;
    }
    place[used] = '\0';
    *name = place;
    return 0;
}

static int expand_all(struct member *member, struct hologram_arguments *arguments)
{
    const char **const names[NAMES] = {&arguments->source.paths[0],
                                       &arguments->source.paths[1],
                                       &arguments->out,
                                       &arguments->reconstruction,
                                       &arguments->correction,
                                       &arguments->options.display.gray_table,
                                       &arguments->options.display.level_table};
    int status = 0;
    for (int i = 0; i < NAMES && status == 0; i++)
        status = expand(member, names[i], member->names[i]);
    return status;
}

/* Whether a name has %d, also as %04d, or %c. */
static bool has_place(const char *name, char kind)
{
    for (const char *at = strchr(name, '%'); at; at = strchr(at + 1 + (at[1] == '%'), '%'))
        if (at[1 + (kind == 'd' ? strspn(at + 1, "0123456789") : 0)] == kind)
            return true;
    return false;
}

static int make_member(const struct hologram_arguments *arguments, struct member *member,
                       int (*make)(struct hologram_arguments *arguments))
{
    struct hologram_arguments own = *arguments;
    if (member->is_colored) {
        /* Otherwise each color has files of its own. */
        if (!has_place(own.source.paths[0], 'c'))
            own.source.color = member->color;
        own.options.optics.wavelength = arguments->series.wavelengths[member->color - 1];
    }
    int status = expand_all(member, &own);
    return status == 0 ? make(&own) : status;
}

/* Each result needs a name of its own. */
static int check_name(const char *name, const struct member *member)
{
    if (member->is_numbered && !has_place(name, 'd'))
        return fail(EXIT_WRONG_CALL, "%s: it needs %%d for the number of the frame", name);
    if (member->is_colored && !has_place(name, 'c'))
        return fail(EXIT_WRONG_CALL, "%s: it needs %%c for the color", name);
    return 0;
}

int hologram_series_name_frame(const char *name, int frame, char *expanded)
{
    const struct member member = {.frame = frame, .is_numbered = true};
    int status = check_name(name, &member);
    return status == 0 ? expand(&member, &name, expanded) : status;
}

/* Each frame needs a file of its own, and so do all colors or none. */
static int check_inputs(const struct field_source *source, const struct member *member)
{
    bool has_number = !member->is_numbered;
    for (int i = 0; i < source->path_count; i++)
        has_number |= has_place(source->paths[i], 'd');
    if (!has_number)
        return fail(EXIT_WRONG_CALL, "%s: it needs %%d for the number of the frame",
                    source->paths[0]);
    bool is_mixed = member->is_colored && source->path_count == 2 &&
                    has_place(source->paths[0], 'c') != has_place(source->paths[1], 'c');
    return is_mixed ? fail(EXIT_WRONG_CALL, "%s and %s: either both or none need %%c for the color",
                           source->paths[0], source->paths[1])
                    : 0;
}

/* Refuses a table or a correction for several colors: a display that was measured at one wavelength
 * behaves differently at another one. */
static int check_measured(const char *name, const struct member *member)
{
    if (!name || *name == '\0' || !member->is_colored || has_place(name, 'c'))
        return 0;
    return fail(EXIT_WRONG_CALL, "%s: it is for one wavelength, and needs %%c for the color", name);
}

int hologram_series_run(const struct hologram_arguments *arguments,
                        int (*make)(struct hologram_arguments *arguments))
{
    const struct hologram_series *series = &arguments->series;
    static struct member member;
    member.is_numbered = series->has_frames;
    member.is_colored = series->wavelength_count > 0;
    if (!member.is_numbered && !member.is_colored) {
        struct hologram_arguments own = *arguments;
        return make(&own);
    }
    int status = check_inputs(&arguments->source, &member);
    if (status == 0)
        status = check_name(arguments->out, &member);
    if (status == 0 && arguments->reconstruction)
        status = check_name(arguments->reconstruction, &member);
    if (status == 0)
        status = check_measured(arguments->options.display.gray_table, &member);
    if (status == 0)
        status = check_measured(arguments->options.display.level_table, &member);
    if (status == 0)
        status = check_measured(arguments->correction, &member);
    for (member.frame = series->first; member.frame <= series->last && status == 0; member.frame++)
        for (member.color = 1; member.color <= (member.is_colored ? 3 : 1) && status == 0;
             member.color++)
            status = make_member(arguments, &member, make);
    return status;
}
