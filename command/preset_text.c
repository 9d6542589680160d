/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the lines of a preset, which settings/preset_file.h describes. The plug-in reads them with
 * GLib, whose rules these are. */
#include "preset_text.h"

#include <ctype.h>
#include <string.h>

static const char group[] = "[errdiff preset]";

/* Ends the line at *rest, and moves *rest to the next one. Returns the line without white space
 * before it. */
static char *take_line(char **rest)
{
    char *line = *rest, *end = line + strcspn(line, "\n");
    *rest = *end ? end + 1 : end;
    if (end > line && end[-1] == '\r')
        end--;
    *end = '\0';
    return line + strspn(line, " \t");
}

static bool is_left_out(const char *line)
{
    return *line == '\0' || *line == '#';
}

/* Returns false if there is a \ that begins nothing. */
static bool unescape(char *text)
{
    static const char letters[] = "sntr\\", meanings[] = " \n\t\r\\";
    char *to = text;
    for (; *text; text++) {
        if (*text != '\\') {
            *to++ = *text;
            continue;
        }
        const char *found = text[1] ? strchr(letters, *++text) : NULL;
        if (!found)
            return false;
        *to++ = meanings[found - letters];
    }
    *to = '\0';
    return true;
}

bool preset_text_next(char **rest, struct preset_setting *setting)
{
    char *line = NULL;
    *setting = (struct preset_setting){NULL, NULL};
    while (**rest && is_left_out(line = take_line(rest)))
        line = NULL;
    if (!line)
        return false;
    char *mark = strchr(line, '=');
    setting->name = line;
    if (!mark)
        return false;
    setting->value = mark + 1 + strspn(mark + 1, " \t");
    while (mark > line && isspace((unsigned char)mark[-1]))
        mark--;
    *mark = '\0';
    return unescape(setting->value);
}

bool preset_text_select(char *text)
{
    bool is_found = false, is_in = false;
    char *to = text;
    for (char *rest = text; *rest;) {
        char *line = take_line(&rest);
        if (*line == '[') {
            char *end = strrchr(line, ']');
            if (end)
                end[1] = '\0';
            is_in = strcmp(line, group) == 0;
            is_found |= is_in;
        } else if (is_in && !is_left_out(line)) {
            size_t length = strlen(line);
            memmove(to, line, length);
            to[length] = '\n';
            to += length + 1;
        }
    }
    *to = '\0';
    return is_found;
}

bool preset_text_is_adaptive(char *value, char **count, char **locked)
{
    static const char start[] = "adaptive:";
    if (strncmp(value, start, sizeof start - 1) != 0)
        return false;
    *count = value + sizeof start - 1;
    *locked = strchr(*count, ':');
    if (*locked)
        *(*locked)++ = '\0';
    return true;
}
