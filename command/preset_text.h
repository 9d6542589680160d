/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_PRESET_TEXT_H
#define CLI_PRESET_TEXT_H

#include <stdbool.h>

/* A setting of a preset: the name of an option, and its value as a text. */
struct preset_setting {
    char *name, *value;
};

/* Takes the next setting out of *rest, lines like "name=value", which are changed. *rest becomes
 * the text after it. Escape sequences of the value are replaced. Returns false at the end, or at a
 * line that is not a setting, to which setting->name then points. */
bool preset_text_next(char **rest, struct preset_setting *setting);

/* Removes from the text of a preset's file all but the settings of its group [errdiff preset].
 * Returns false if there is no such group. */
bool preset_text_select(char *text);

/* If a value of the option palette is "adaptive:16" or "adaptive:16:ff0000,00ff00", sets *count to
 * the number as a text, and *locked to the colors or NULL. The value is changed. */
bool preset_text_is_adaptive(char *value, char **count, char **locked);

#endif
