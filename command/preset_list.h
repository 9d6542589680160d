/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The presets that a call can name. */
#ifndef CLI_PRESET_LIST_H
#define CLI_PRESET_LIST_H

/* A preset of the library, or one that the user has saved in GIMP's dialog. */
struct preset {
    char *name;
    const char *title;    /* NULL: it is the user's */
    const char *settings; /* as in errdiff_preset_info; NULL: they are in the file */
    char *path;           /* NULL: there is no file */
};

struct preset_list {
    struct preset *items; /* those of the library first */
    int count;
};

/* Lists all presets. Those of the user are looked for in the folders of all versions of GIMP, the
 * newest one first; each name is there once. Free the list in either case. Returns 0, or an exit
 * status after an error message. */
int preset_list_make(struct preset_list *list);
void preset_list_free(struct preset_list *list);

/* Sets *text to the settings of the preset with this name or title, or of this file, as lines for
 * preset_text_next. The caller frees it with free(). Returns as preset_list_make does. */
int preset_find(const char *name, char **text);

#endif
